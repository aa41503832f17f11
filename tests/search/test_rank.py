"""Each rule of the ranking, by name."""

from dataclasses import replace
from datetime import date, timedelta

from bot.core.concept import Concept
from bot.core.entry import Entry, Level
from bot.core.grammar import parse
from bot.search.glossary import Glossary
from bot.search.match import match
from bot.search.rank import Candidate, Ranked, order, weight
from bot.search.stream import stream

TODAY = date(2026, 11, 30)
GLOSSARY = Glossary(
    [
        Concept(("quantization", "量化")),
        Concept(("spec decode", "投机解码")),
        Concept(("AMD",), covers=("ROCm",)),
    ]
)
PLAIN = Entry("o/n", None, "Tidy up", "Nothing else.", Level.SKIM, TODAY)


def told(headline: str = "Tidy up", verdict: str = "Nothing else.") -> Entry:
    return replace(PLAIN, headline=headline, verdict=verdict)


def ranked(query: str, *entries: Entry, rare: str | None = None) -> list[Ranked]:
    """The Entries ranked for the Query; each one's id is its place in the call, from 1."""
    needs = match(parse(query), GLOSSARY, None, None).needs
    weights = [weight(0.001 if need.text == rare else 0.5) for need in needs]
    candidates = [Candidate(n, entry.date, stream(entry)) for n, entry in enumerate(entries, 1)]
    return order(candidates, needs, weights, TODAY)


def best(query: str, *entries: Entry, rare: str | None = None) -> int:
    return ranked(query, *entries, rare=rare)[0].id


def test_a_headline_match_beats_a_verdict_match() -> None:
    assert best("moe", told("Faster MoE"), told(verdict="MoE, moe, MoE and again MoE.")) == 1


def test_all_words_beat_some() -> None:
    assert best("moe fp8", told(verdict="Both moe. And far away, fp8."), told("MoE")) == 1


def test_a_whole_word_beats_a_part_of_one() -> None:
    assert best("moe", told("A MoE kernel"), told("A FusedMoE kernel")) == 1


def test_a_literal_word_beats_one_put_together_from_pieces() -> None:
    assert best("流水线", told("流水线很长"), told("流水 水线")) == 1


def test_words_in_a_row_beat_words_apart() -> None:
    assert best("scaled mm", told("Gate scaled-MM"), told("mm is now scaled here")) == 1


def test_words_near_each_other_beat_words_far_apart() -> None:
    far = told(verdict="fp8 " + "and other words " * 20 + "gate")
    assert best("gate fp8", told(verdict="fp8 behind the gate"), far) == 1


def test_a_rare_word_in_the_headline_beats_a_common_one() -> None:
    rare, common = told("gfx950", "a fix"), told("a fix", "gfx950")
    assert best("fix gfx950", rare, common, rare="gfx950") == 1
    assert best("gfx950 fix", common, rare, rare="gfx950") == 2


def test_more_mentions_in_the_verdict_beat_one() -> None:
    assert best("moe", told(verdict="moe here, moe there"), told(verdict="moe")) == 1


def test_the_beginning_of_a_headline_beats_its_end() -> None:
    assert best("moe", told("MoE is faster with the new kernel"), told("New kernel for MoE")) == 1


def test_a_must_read_beats_its_equal() -> None:
    assert best("moe", replace(told("MoE"), level=Level.MUST), told("MoE")) == 1


def test_a_recent_one_beats_its_equal() -> None:
    assert best("moe", told("MoE"), replace(told("MoE"), date=TODAY - timedelta(days=200))) == 1


def test_recency_does_not_beat_the_headline() -> None:
    old = replace(told("MoE"), date=TODAY - timedelta(days=2000))
    assert best("moe", old, told(verdict="moe")) == 1


def test_a_date_to_come_counts_as_today() -> None:
    ahead = replace(told("MoE"), date=TODAY + timedelta(days=1))
    assert ranked("moe", ahead)[0].score == ranked("moe", told("MoE"))[0].score


def test_equals_stand_newest_first() -> None:
    told_by_three = (told("MoE a"), told("MoE b"), told("MoE c"))
    assert [one.id for one in ranked("moe", *told_by_three)] == [3, 2, 1]


def test_what_only_repeats_a_better_headline_stands_behind_what_does_not() -> None:
    better, same = told("Fix MoE", "moe"), told("Fix MoE")
    weaker = told("Tidy the kernels", "moe")
    assert [one.id for one in ranked("moe", same, weaker, better)] == [3, 2, 1]


def test_a_field_in_a_choice_is_seen_too() -> None:
    assert ranked("moe OR repo:n", told())[0].missing == []


def test_a_literal_word_beats_an_inflected_one() -> None:
    assert best("kernels", told("Any kernels"), told("A kernel")) == 1


def test_an_inflected_word_beats_a_synonym() -> None:
    assert best("quantization", told("Quantized"), told("量化")) == 1


def test_a_literal_word_beats_a_synonym_whatever_else_speaks_for_that() -> None:
    other = replace(told("量化", "量化 量化 量化"), level=Level.MUST)
    literal = replace(told("Now with quantization"), level=Level.SKIP, date=TODAY - timedelta(999))
    assert best("quantization", literal, other) == 1


def test_a_synonym_beats_what_is_only_covered() -> None:
    wide = told("AMD"), told("ROCm")
    assert best("amd", *wide) == 1


def test_a_name_in_the_headline_beats_its_words_apart() -> None:
    assert best("spec decode", told("投机解码"), told("decode of the spec")) == 1


def test_a_ranked_row_tells_all_terms_it_was_found_by() -> None:
    (one,) = ranked("spec decode quantized", told("支持投机解码", "quantization, of the spec"))
    assert one.rows == (("投机", "解码"), ("quantiz",))
