"""An Entry without a number is looked for on GitHub by its rarest identifiers."""

from datetime import date
from urllib.parse import parse_qs, urlsplit

from bot.core.entry import Entry, Level, StoredEntry
from bot.search.identifiers import find_on_github, identifiers


def told(headline: str, verdict: str = "读一读。", repo: str = "owner/name") -> Entry:
    return Entry(repo, None, headline, verdict, Level.MUST, date(2026, 11, 27))


def asked(entry: Entry) -> str:
    url = urlsplit(find_on_github(StoredEntry(1, "owner/name~1", entry)))
    assert (url.netloc, url.path) == ("github.com", "/owner/name/pulls")
    return parse_qs(url.query)["q"][0]


def test_identifiers_of_many_parts_come_first() -> None:
    entry = told("为 gfx950 加速", "`SharedTopkIndicesBuffer` 与 `hf_config`，用 Triton")
    assert identifiers(entry) == ["SharedTopkIndicesBuffer", "hf_config", "gfx950"]


def test_the_link_asks_for_two_of_them() -> None:
    entry = told("统一 hf_text_config", "`_supports_torch_fp8_scaled_mm()`，`index_topk`")
    assert asked(entry) == "is:pr hf_text_config _supports_torch_fp8_scaled_mm"


def test_hyphenated_english_is_no_identifier() -> None:
    verdict = "A follow-up, a cherry-pick of a single-file change to index_topk."
    assert identifiers(told("修复回归", verdict)) == ["index_topk"]


def test_a_hyphen_beside_a_digit_or_a_capital_makes_an_identifier() -> None:
    entry = told("支持 glm-4 与 Qwen-Next", "large-scale 部署")
    assert identifiers(entry) == ["Qwen-Next", "glm-4"]


def test_without_identifiers_it_asks_for_latin_words_of_the_headline() -> None:
    assert (
        asked(told("让 Mamba 的流水线支持 Triton 编译", "收尾的 follow-up")) == "is:pr Mamba Triton"
    )


def test_words_that_tell_come_before_words_that_do_not() -> None:
    entry = told("Do the follow-up for the alignment of a kernel by Hopper")
    assert asked(entry) == "is:pr alignment kernel Hopper"


def test_a_headline_without_latin_words_is_asked_for_by_its_start() -> None:
    assert asked(told("修复 流水线 死锁 问题")) == "is:pr 修复 流水线 死锁"


def test_the_link_is_percent_encoded() -> None:
    url = find_on_github(StoredEntry(1, "k", told("修复 & <b>", repo="o/n?x=<1>")))
    assert url == (
        "https://github.com/o/n%3Fx%3D%3C1%3E/pulls?q=is%3Apr+%E4%BF%AE%E5%A4%8D+%26+%3Cb%3E"
    )
