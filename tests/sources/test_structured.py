"""The YAML form: what is good is read, what is wrong is told by line with its mend."""

from datetime import date

import pytest

from bot.core.entry import Entry, Level, Telling
from bot.sources.phrases import read_phrases
from bot.sources.structured import read_structured
from bot.sources.told import Day, Told

NAMED = date(2026, 11, 20)  # the date in the file's name


def read(text: str) -> Told:
    return read_structured(text, Day(NAMED), read_phrases())


def entry(*lines: str) -> str:
    """A Digest whose first Entry is the given lines from line 3 on, and whose second is good."""
    body = "\n    ".join(lines)
    return f"repo: o/n\nentries:\n  - {body}\n  - headline: Good\n    verdict: Skip it.\n"


def only_fault(told: Told) -> tuple[int, str, str]:
    assert len(told.faults) == 1, [str(fault) for fault in told.faults]
    return told.faults[0].line, told.faults[0].problem, told.faults[0].mend


def headlines(told: Told) -> list[str]:
    return [one.entry.headline for one in told.tellings]


def test_whatever_an_entry_may_say_is_told_with_what_holds_for_its_digest() -> None:
    text = """\
repo: o/n
date: 2026-11-27
visibility: [T0123, C0456]
entries:
  - pr: 31245
    headline: Faster kernels
    verdict: |
      Skip it.

      Nothing new.
    level: must
    title: "[Kernel] Faster"
    url: https://example.org/pull/31245
    labels: [moe, kernel, moe]
    author: "@octocat"
    merged_at: 2026-11-26
"""
    assert read(text).faults == []
    assert read(text).tellings == [
        Telling(
            5,
            Entry(
                repo="o/n",
                pr=31245,
                headline="Faster kernels",
                verdict="Skip it.\n\nNothing new.",
                level=Level.MUST,
                date=date(2026, 11, 27),
                title="[Kernel] Faster",
                url="https://example.org/pull/31245",
                labels=("moe", "kernel"),
                author="octocat",
                merged_at=date(2026, 11, 26),
                visibility=("T0123", "C0456"),
            ),
        )
    ]


def test_without_a_level_the_verdict_decides_and_gives_the_evidence() -> None:
    one = read(entry("headline: A", "verdict: Worth a close read.")).tellings[0].entry
    assert (one.level, one.evidence) == (Level.MUST, "Worth a close read")


def test_a_stated_level_wins_over_the_prose() -> None:
    one = read(entry("headline: A", "verdict: Must-read.", "level: skip")).tellings[0].entry
    assert (one.level, one.evidence) == (Level.SKIP, "")


def test_without_a_date_the_one_in_the_name_counts() -> None:
    assert read(entry("headline: A", "verdict: B")).tellings[0].entry.date == NAMED


def test_a_quoted_date_is_a_date_as_well() -> None:
    told = read('repo: o/n\ndate: "2026-11-27"\nentries:\n  - {headline: A, verdict: B}\n')
    assert told.tellings[0].entry.date == date(2026, 11, 27)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-11-26", 26),
        ("2026-11-26T23:30:00Z", 26),
        ("2026-11-26 23:30:00", 26),
        ("2026-11-26T23:30:00-08:00", 27),
        ('"2026-11-26"', 26),
    ],
)
def test_merged_at_is_a_date_or_the_utc_date_of_a_moment(written: str, day: int) -> None:
    told = read(entry("headline: A", "verdict: B", f"merged_at: {written}"))
    assert told.tellings[0].entry.merged_at == date(2026, 11, day)


def test_keys_left_empty_are_as_if_left_out() -> None:
    told = read(entry("headline: A", "verdict: B", "pr:", "level: ~", "labels: # none yet"))
    assert told.faults == []
    assert (told.tellings[0].entry.pr, told.tellings[0].entry.labels) == (None, ())


def test_a_folded_headline_is_one_line() -> None:
    assert headlines(read(entry("headline: A", "  and B", "verdict: C")))[0] == "A and B"


@pytest.mark.parametrize(
    ("lines", "at", "problem", "mend"),
    [
        (["headline: A", "verdict: B", "levle: must"], 5, 'unknown key "levle"', "level?"),
        (["headline: A", "verdict: B", "colour: red"], 5, 'unknown key "colour"', "one of"),
        (["headline: A", "verdict: B", "on: 1"], 5, 'unknown key "on"', "one of"),
        (["headline: A", "verdict: B", "verdict: C"], 5, "verdict stands here twice", "remove"),
        (["headline: A"], 3, "no verdict", "worth reading"),
        (["verdict: B"], 3, "no headline", "headline"),
        (["headline:", "verdict: B"], 3, "headline is empty", "headline"),
        (['headline: " "', "verdict: B"], 3, "headline is empty", "text"),
        (['headline: "\\u202e\\u200d"', "verdict: B"], 3, "headline is empty", "text"),
        (["headline: A", 'verdict: ""'], 4, "verdict is empty", "text"),
        (["headline: 123", "verdict: B"], 3, "a number", 'quotes: "123"'),
        (["headline: 2026-11-27", "verdict: B"], 3, "a date", "quotes"),
        (["headline: on", "verdict: B"], 3, "true or false", 'quotes: "on"'),
        (["headline: [A]", "verdict: B"], 3, "a list", "quotes"),
        (["headline: A", "verdict: {B: C}"], 4, "a mapping", "quotes"),
        ([f"headline: {'x' * 501}", "verdict: B"], 3, "501 characters", "500"),
        (["headline: A", f"verdict: {'x' * 20_001}"], 4, "20,001 characters", "20,000"),
        (["headline: A", 'verdict: "a\\0b"'], 4, "NUL", "remove"),
        (["headline: A", "verdict: B", "pr: 0123"], 5, "pr must be a whole number", "leading"),
        (["headline: A", "verdict: B", 'pr: "5"'], 5, "pr must be a whole number", "quotes"),
        (["headline: A", "verdict: B", "pr: true"], 5, "pr must be a whole number", "digits"),
        (["headline: A", "verdict: B", "pr: 0"], 5, "pr must be a whole number", "digits"),
        (["headline: A", "verdict: B", "pr: -3"], 5, "pr must be a whole number", "digits"),
        (["headline: A", "verdict: B", "pr: 1_000"], 5, "pr must be a whole number", "digits"),
        (["headline: A", "verdict: B", "pr: 99999999999"], 5, "pr must be a whole", "digits"),
        (["headline: A", "verdict: B", "pr: #123"], 5, "pr is empty", '"#123" is a comment'),
        (["headline: A", "verdict: B", "level: musst"], 5, 'unknown level "musst"', "must?"),
        (["headline: A", "verdict: B", "level: [must]"], 5, "one value", "level"),
        (["headline: A", "verdict: B", "labels: moe"], 5, "a list, but is text", "[a, b]"),
        (["headline: A", "verdict: B", "labels: [1]"], 5, "a label must be text", 'quotes: "1"'),
        (["headline: A", "verdict: B", f"labels: {['x'] * 51}"], 5, "51 values", "50"),
        (["headline: A", "verdict: B", "merged_at: 2026-02-30"], 5, "not a date", "2026-11-27"),
        (["headline: A", "verdict: B", "merged_at: 1999-01-01"], 5, "not a date", "2026-11-27"),
        (["headline: A", "verdict: B", "url: javascript:x"], 5, "no web address", "https"),
        (["headline: A", "verdict: B", "url: https://a b"], 5, "no web address", "https"),
        (["headline: A", "verdict: B", 'url: "https://["'], 5, "no web address", "https"),
        (["headline: A", "verdict: B", "author: 123"], 5, "author must be text", "quotes"),
        (["- nested"], 3, "an Entry must be a mapping", "headline"),
    ],
)
def test_a_bad_entry_is_refused_by_line_and_its_neighbour_read(
    lines: list[str], at: int, problem: str, mend: str
) -> None:
    told = read(entry(*lines))
    line, said, how = only_fault(told)
    assert (line, problem in said, mend in how) == (at, True, True), (said, how)
    assert headlines(told) == ["Good"]


def test_everything_wrong_with_an_entry_is_told_at_once() -> None:
    told = read(entry("headline: 1", "pr: x", "levl: must"))
    assert [fault.line for fault in told.faults] == [5, 3, 3, 4]


@pytest.mark.parametrize(
    ("text", "at", "problem"),
    [
        ("", 1, "the file is empty"),
        ("# nothing yet\n", 1, "the file is empty"),
        ("- headline: A\n", 1, "a Digest must be a mapping, but this is a list"),
        ("words\n", 1, 'a Digest must be a mapping, but this is text ("words")'),
        ("entries: []\n", 1, "no repo"),
        ("repo: o/n\n", 1, "no entries"),
        ("repo: o/n\nentries:\n", 2, "entries is empty"),
        ("repo: o/n\nentries: {}\n", 2, "entries must be a list, but is a mapping"),
        ("repo: vllm\nentries: []\n", 1, '"vllm" is no repository'),
        ("repo: https://github.com/o/n\nentries: []\n", 1, "is no repository"),
        ("repo: o/n\ndate: 2026-13-01\nentries: []\n", 2, 'date "2026-13-01" is not a date'),
        ("repo: o/n\ndate: 27.11.2026\nentries: []\n", 2, 'date "27.11.2026" is not a date'),
        ("repo: o/n\ndate: 20261127\nentries: []\n", 2, 'date "20261127" is not a date'),
        ("repo: o/n\nvisibilty: [T01]\nentries: []\n", 2, 'unknown key "visibilty"'),
        ("repo: o/n\nvisibility: [general]\nentries: []\n", 2, '"general" is no id'),
        ("repo: o/n\nvisibility: T0123\nentries: []\n", 2, "visibility must be a list"),
        ("repo: o/n\nvisibility: []\nentries: []\n", 2, "visibility names nobody"),
        ("repo: o/n\nvisibility: #team\nentries: []\n", 2, "visibility is empty"),
        ("repo: o/n\nentries: []\n---\nrepo: o/n\n", 3, "a second document"),
        ("repo: o/n\nentries: [\n", 3, "not valid YAML"),
    ],
)
def test_what_is_wrong_with_the_digest_refuses_all_of_it(text: str, at: int, problem: str) -> None:
    told = read(text)
    line, said, _ = only_fault(told)
    assert (line, problem in said, told.tellings) == (at, True, []), said


def test_a_digest_with_an_odd_visibility_shows_none_of_its_entries() -> None:
    told = read(entry("headline: A", "verdict: B") + "visibility: [nobody]\n")
    assert told.tellings == []


def test_a_day_without_entries_is_only_a_warning() -> None:
    told = read("repo: o/n\nentries: []\n")
    assert (told.faults, len(told.warnings)) == ([], 1)


def test_more_entries_than_one_file_may_have_are_refused() -> None:
    told = read("repo: o/n\nentries: [" + "a," * 20_001 + "]\n")
    assert "more than 20,000 Entries" in only_fault(told)[1]
