"""Searching gives the same Hits in the same order on both databases, but for some partial ones."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
import sqlalchemy as sa

from bot.core.channel import Viewer
from bot.core.entry import DigestFile, Entry, Level, Telling
from bot.core.grammar import parse
from bot.core.hit import Found, Matched
from bot.core.roundup import SeenState
from bot.errors import QueryError
from bot.store.candidates import FEW
from bot.store.database import Database
from bot.store.search import search
from bot.store.store import Store, store_on
from bot.store.tables import seen

TODAY = date(2026, 11, 30)
VLLM = "vllm-project/vllm"
EVERYONE = Viewer()

PLAIN = Entry(VLLM, None, "Tidy up", "Nothing else.", Level.SKIM, date=TODAY)


@pytest.fixture
def store(database: Database) -> Store:
    return store_on(database)


def tell(store: Store, *told: Entry) -> None:
    store.entries.merge(DigestFile("told.yaml", tuple(Telling(1, one) for one in told)))


def told(headline: str, verdict: str = "Nothing else.", days_ago: int = 0) -> Entry:
    return replace(PLAIN, headline=headline, verdict=verdict, date=TODAY - timedelta(days=days_ago))


def find(store: Store, text: str, viewer: Viewer = EVERYONE, limit: int = 10) -> Found:
    return search(store, parse(text), viewer=viewer, today=TODAY, limit=limit)


def headlines(found: Found) -> list[str]:
    return [hit.stored.entry.headline for hit in found.hits]


@pytest.mark.parametrize(
    ("query", "headline"),
    [
        ("moe", "MoE 对齐内核提速"),
        ("MoE 对齐", "MoE 对齐内核提速"),
        ("kimi k3", "解锁 Kimi-K3 解码"),
        ("kimik3", "解锁 Kimi-K3 解码"),
        ("KIMIK3", "解锁 Kimi-K3 解码"),
        ("topk indices buffer", "投机解码打通流水线"),
        ("SharedTopkIndicesBuffer", "投机解码打通流水线"),
        ('"scaled mm"', "ROCm 门控 FP8 scaled-MM"),
        ("scaled_mm", "ROCm 门控 FP8 scaled-MM"),
        ("gfx950", "为gfx950添加内核"),
        ("流水线 投机", "投机解码打通流水线"),
        ("误选", "修复误选"),
        ("fp8 -kimi", "ROCm 门控 FP8 scaled-MM"),
        ("glm 5.2", "修复 GLM-5.2 输出"),
        ("glm5.2", "修复 GLM-5.2 输出"),
    ],
)
def test_what_an_engineer_types_finds_it(store: Store, query: str, headline: str) -> None:
    tell(
        store,
        told("MoE 对齐内核提速", "量化「协调开销」"),
        told("解锁 Kimi-K3 解码"),
        told("投机解码打通流水线", "用 `SharedTopkIndicesBuffer` 懒解析。"),
        told("ROCm 门控 FP8 scaled-MM"),
        told("为gfx950添加内核"),
        told("修复误选"),
        told("修复 GLM-5.2 输出"),
    )
    found = find(store, query)
    assert headlines(found) == [headline]
    assert found.hits[0].matched is Matched.ALL


def test_kimi_k3_is_found_however_it_is_written(store: Store) -> None:
    tell(store, told("KimiK3 a"), told("Kimi-K3 b"), told("kimik3 c"), told("Kimi K3 d"))
    for query in ("kimi k3", "kimi-k3", "KimiK3", "kimik3", "ＫＩＭＩ　Ｋ３"):
        assert find(store, query).total == 4, query


def test_an_entry_is_found_by_its_fields(store: Store) -> None:
    tell(
        store,
        replace(told("a"), labels=("good first", "性能"), author="Octo", level=Level.MUST, pr=7),
        replace(told("b"), repo="other/vllm", level=Level.SKIP, pr=8),
    )
    for query in ("repo:vllm-project/vllm", "REPO:VLLM level:must", "level:skim+", "author:@octo"):
        assert headlines(find(store, query)) == ["a"], query
    for query in ('label:"Good First"', "label:性能", "#7", "pr:7", f"{VLLM}#7", "-level:skip"):
        assert headlines(find(store, query)) == ["a"], query
    assert headlines(find(store, "https://github.com/other/vllm/pull/8/files")) == ["b"]
    assert find(store, "repo:vllm").total == 2
    assert find(store, "other/vllm#7").total == 0


def test_dates_bound_both_ends(store: Store) -> None:
    tell(store, told("old", days_ago=10), told("middle", days_ago=5), told("new"))
    assert headlines(find(store, "since:5d sort:new")) == ["new", "middle"]
    assert headlines(find(store, "until:2026-11-25 sort:new")) == ["middle", "old"]
    assert headlines(find(store, "since:2026-11-21 until:6d")) == []
    assert headlines(find(store, "since:0001-01-01 until:9999-12-31 sort:new")) == [
        "new",
        "middle",
        "old",
    ]
    assert headlines(find(store, "until:9999w")) == []


def test_a_late_import_of_an_old_digest_stands_where_its_date_puts_it(store: Store) -> None:
    tell(store, told("new"))
    tell(store, told("old", days_ago=100))
    assert headlines(find(store, "sort:new")) == ["new", "old"]


def test_filters_alone_give_the_newest_first(store: Store) -> None:
    tell(store, told("old", days_ago=3), told("new"), told("middle", days_ago=1))
    assert headlines(find(store, "level:skim")) == ["new", "middle", "old"]


def test_exclusions_alone_give_all_the_others(store: Store) -> None:
    tell(store, told("Faster MoE"), told("Docs"))
    assert headlines(find(store, "-moe")) == ["Docs"]


def test_a_hidden_entry_is_only_for_its_workspace_or_channel(store: Store) -> None:
    tell(store, replace(told("hidden moe"), visibility=("T1", "C9")), told("open moe"))
    assert headlines(find(store, "moe")) == ["open moe"]
    assert headlines(find(store, "moe", Viewer(team="T2", channel="C1"))) == ["open moe"]
    assert find(store, "moe", Viewer(team="T1", channel="C1")).total == 2
    assert find(store, "moe", Viewer(team="T2", channel="C9")).total == 2


def test_a_hidden_entry_shows_in_no_way_of_asking(store: Store) -> None:
    tell(store, replace(told("hidden moe"), visibility=("T1",), pr=5))
    for query in ("#5", "-fp8", "moe OR fp8", "moe zzz", "level:skim", '"hidden moe"', "sort:new"):
        assert find(store, query).total == 0, query


@pytest.mark.parametrize("name", ["some", "everyone", "%some", "SOME"])
def test_no_name_of_a_channel_shows_what_is_for_others(store: Store, name: str) -> None:
    tell(store, replace(told("hidden moe"), visibility=("C1",)), told("open moe"))
    for query in ("moe", "sort:new", "-fp8"):
        assert headlines(find(store, query, Viewer(team=name, channel=name))) == ["open moe"]


def test_seen_is_of_the_viewers_channel(store: Store) -> None:
    tell(store, told("moe seen"), told("moe unseen"))
    mine, other = (store.channels.ensure(channel) for channel in ("C1", "C2"))
    (stored,) = [s for s in store.entries.all() if s.entry.headline == "moe seen"]
    with store.database.write() as connection:
        row = {"channel_id": mine.id, "entry_id": stored.id, "state": SeenState.SHOWN}
        now = store.database.now()
        connection.execute(sa.insert(seen), [row | {"at": now}])
    here = Viewer(channel="C1", channel_row=mine.id)
    assert headlines(find(store, "moe seen:yes", here)) == ["moe seen"]
    assert headlines(find(store, "moe seen:no", here)) == ["moe unseen"]
    assert find(store, "moe seen:no", Viewer(channel="C2", channel_row=other.id)).total == 2
    assert find(store, "seen:yes", Viewer(channel="C3")).total == 0
    assert find(store, "moe seen:no", Viewer(channel="C3")).total == 2


def test_seen_needs_a_channel(store: Store) -> None:
    with pytest.raises(QueryError, match="--channel"):
        find(store, "seen:no")


def test_when_nothing_has_all_words_the_most_telling_ones_are_searched(store: Store) -> None:
    tell(store, *(told(f"fix {n}") for n in range(5)), told("fix NVFP4 checkpoints"))
    found = find(store, "which fix loads nvfp4 zzz")
    assert headlines(found)[0] == "fix NVFP4 checkpoints"
    assert found.hits[0].matched is Matched.PARTIAL
    assert not found.hits[0].confident
    assert "zzz" in found.hits[0].why[-1]


def test_nothing_fitting_is_no_hit(store: Store) -> None:
    tell(store, told("Faster MoE"))
    for query in ("kubernetes", "beam search", "苹果", "🚀", "???", "gfx90a"):
        assert find(store, query).total == 0, query


def test_pages_follow_each_other(store: Store) -> None:
    tell(store, *(told(f"MoE {n}") for n in range(12)))
    pages = [
        search(store, parse("moe"), viewer=EVERYONE, today=TODAY, limit=5, offset=start)
        for start in (0, 5, 10, 15)
    ]
    assert [len(page.hits) for page in pages] == [5, 5, 2, 0]
    assert len({hit.stored.id for page in pages for hit in page.hits}) == 12
    assert {page.total for page in pages} == {12}


def test_totals_are_exact_up_to_a_thousand(store: Store) -> None:
    tell(store, *(told(f"MoE number {n}") for n in range(1000)))
    assert (find(store, "moe").total, find(store, "moe").total_exact) == (1000, True)
    tell(store, told("One more MoE"))
    assert (find(store, "moe").total, find(store, "moe").total_exact) == (1000, False)


def test_an_old_headline_is_found_among_many_newer_verdicts(store: Store) -> None:
    tell(store, told("MoE alignment", days_ago=300))
    tell(store, *(told(f"Other {n}", "It mentions moe.") for n in range(150)))
    assert headlines(find(store, "moe", limit=1)) == ["MoE alignment"]


@pytest.mark.parametrize("query", ["moe", "moe zzz", "moe zzz fp8"])
def test_every_hit_is_on_one_page_whatever_the_ranking(store: Store, query: str) -> None:
    tell(store, *(told(f"MoE {n}", days_ago=400) for n in range(120)))
    tell(store, *(told(f"Other {n}", "It mentions moe.", n % 90) for n in range(160)))
    tell(store, *(told(f"FP8 {n}", days_ago=n) for n in range(20)))
    total = find(store, query).total
    pages = [
        search(store, parse(query), viewer=EVERYONE, today=TODAY, limit=7, offset=start)
        for start in range(0, total, 7)
    ]
    shown = [hit.stored.id for page in pages for hit in page.hits]
    assert (len(shown), len(set(shown))) == (total, total)
    assert {(page.total, page.total_exact) for page in pages} == {(total, True)}


def test_of_what_has_only_some_words_the_best_few_are_shown(store: Store) -> None:
    tell(store, *(told(f"MoE {n}", "fp8") for n in range(30)), told("MoE and marlin", "fp8"))
    found = find(store, "moe fp8 marlin zzz", limit=20)
    assert (found.total, found.total_exact, found.partial) == (FEW, True, FEW)
    assert headlines(found)[0] == "MoE and marlin"


def test_few_hits_that_have_all_words_are_followed_by_some_that_have_most(store: Store) -> None:
    tell(store, told("MoE on Marlin"), told("Marlin", "for moe fp8"), told("FP8 only"))
    found = find(store, "moe fp8 marlin", limit=20)
    assert headlines(found) == ["Marlin", "MoE on Marlin"]
    assert [hit.matched for hit in found.hits] == [Matched.ALL, Matched.PARTIAL]
    assert [hit.confident for hit in found.hits] == [True, False]
    assert (found.total, found.partial) == (2, 1)


def test_a_phrase_that_stands_nowhere_is_searched_as_words(store: Store) -> None:
    tell(store, told("Fused kernels for MoE"))
    (hit,) = find(store, '"moe kernels"').hits
    assert (hit.matched, hit.confident) == (Matched.PARTIAL, False)


def test_an_update_is_found_by_its_new_words_only(store: Store) -> None:
    tell(store, replace(told("Faster MoE"), pr=1))
    tell(store, replace(told("Faster GEMM", days_ago=-1), pr=1))
    assert find(store, "moe").total == 0
    assert headlines(find(store, "gemm")) == ["Faster GEMM"]


def test_a_forgotten_entry_is_gone(store: Store) -> None:
    tell(store, replace(told("Faster MoE"), pr=1))
    store.entries.forget([f"{VLLM}#1"])
    assert find(store, "moe").total == 0


@pytest.mark.parametrize(
    "text",
    [
        *("'", '"', "\\", "*", "moe*", "^moe", "NEAR(moe fp8)", "moe AND", "NOT moe", "{headline}"),
        *("'moe' | 'x'", "a & b", "!moe", "<->", "moe:*A", "terms : moe", "rowid", "--", ";"),
        *("DROP TABLE entries", "%s", ":first", "{id}", "\x00moe", 'label:"\'"', "repo:%", "é́"),
        *("x" * 500, "量" * 500, "l.a-b_c" * 70, "a " * 32),
    ],
)
def test_no_text_trips_the_databases(store: Store, text: str) -> None:
    tell(store, told(text.replace("\x00", "") or "x"), told("Faster MoE"))
    assert find(store, text).total >= 0


def test_a_text_with_odd_signs_finds_itself(store: Store) -> None:
    odd = "`torch.ops.vllm::moe_align` -> 8× (°C) “ä” — 50% faster?! 🚀 C++ & <T>"
    tell(store, told(odd))
    assert headlines(find(store, odd)) == [odd]


def test_both_count_and_find_alike_when_words_are_everywhere(store: Store) -> None:
    tell(store, *(told(f"MoE kernel {n}", "fp8 " * (n % 3)) for n in range(2500)))
    assert not find(store, "moe kernel").total_exact
    assert find(store, "moe fp8", limit=3).total == 1000
    assert find(store, "kernel 1234").total == 1
    assert headlines(find(store, "sort:new moe", limit=1)) == ["MoE kernel 2499"]


def test_a_word_that_stands_nowhere_is_corrected_and_the_answer_says_so(store: Store) -> None:
    tell(store, told("Faster quantization"), told("支持投机解码"))
    for typed, meant, headline in (
        ("quantizaton", "quantization", "Faster quantization"),
        ("speculatve", "speculative", "支持投机解码"),
        ("投机截码", "投机解码", "支持投机解码"),
    ):
        found = find(store, typed)
        assert headlines(found)[0] == headline
        assert found.understood == meant
        assert [(hit.matched, hit.confident) for hit in found.hits] == [(Matched.ALL, False)]


def test_a_known_or_quoted_word_is_not_corrected(store: Store) -> None:
    tell(store, told("Faster quantization"), told("Fix the quantizaton typo"))
    assert find(store, "quantizaton").corrections == ()
    assert find(store, '"quantizatio"').corrections == ()


def test_a_word_is_not_corrected_into_one_that_is_left_out(store: Store) -> None:
    tell(store, told("Faster quantization"))
    assert find(store, "quantizaton -quantization").corrections == ()


def test_pages_end_where_counting_ends(store: Store) -> None:
    tell(store, *(told(f"MoE number {n}") for n in range(1003)))
    last = search(store, parse("moe"), viewer=EVERYONE, today=TODAY, limit=7, offset=994)
    assert (last.total, len(last.hits)) == (1000, 6)


def test_a_word_of_a_private_entry_is_never_suggested(store: Store) -> None:
    tell(store, replace(told("Project zanzibarium"), visibility=("C1",)))
    assert find(store, "zanzibariun").corrections == ()


def test_a_word_told_in_public_once_and_hidden_since_is_not_suggested(store: Store) -> None:
    tell(store, replace(told("Project zanzibarium"), pr=1))
    tell(store, replace(told("Project zanzibarium", days_ago=-1), pr=1, visibility=("C1",)))
    assert find(store, "zanzibariun").corrections == ()


def test_characters_that_only_stand_next_to_each_other_are_no_suggestion(store: Store) -> None:
    tell(store, told("移动端网站页面"))
    assert find(store, "断网").corrections == ()


def test_english_finds_chinese_and_chinese_finds_english(store: Store) -> None:
    tell(store, told("修复内存泄漏"), told("Fix a race in the scheduler"))
    assert headlines(find(store, "memory leak")) == ["修复内存泄漏"]
    assert headlines(find(store, "调度器 竞态"))[0] == "Fix a race in the scheduler"


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Use requestAnimationFrame", "requestanimationframe"),
        ("Use requestAnimationFrame", "REQUESTANIMATIONFRAMES"),
        ("Faster embedding lookup", "embedding"),
        ("Faster embedding lookup", "embeddings embedded"),
        ("Fix Mo\u200bE soft\u00adware", "moe software"),
        ("修复合并前后的冲突", "合併前後 衝突"),
        ("合併前後的衝突", "合并前后 冲突"),
    ],
)
def test_a_word_is_found_however_it_was_written(store: Store, text: str, query: str) -> None:
    tell(store, told(text))
    assert [hit.matched for hit in find(store, query).hits] == [Matched.ALL]
