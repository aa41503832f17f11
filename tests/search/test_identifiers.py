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


def test_without_identifiers_it_asks_for_the_first_words() -> None:
    assert asked(told("Speed up the alignment kernel")) == "is:pr Speed up"


def test_the_link_is_percent_encoded() -> None:
    url = find_on_github(StoredEntry(1, "k", told("修复 流水线 & <b>", repo="o/n?x=<1>")))
    assert url == (
        "https://github.com/o/n%3Fx%3D%3C1%3E/pulls?q=is%3Apr+"
        "%E4%BF%AE%E5%A4%8D+%E6%B5%81%E6%B0%B4%E7%BA%BF"
    )
