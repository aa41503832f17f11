"""The plain-text form: harmless oddities are read, the rest is refused by line."""

from datetime import date

import pytest

from bot.core.entry import Entry, Level, Telling
from bot.sources.phrases import read_phrases
from bot.sources.plain import read_plain
from bot.sources.told import Day, Told

DAY = date(2026, 11, 27)


def read(text: str) -> Told:
    return read_plain(text, Day(DAY), read_phrases())


def told(text: str) -> list[tuple[str, str, str]]:
    """Repository, headline and verdict of each Entry of a text in which nothing is wrong."""
    found = read(text)
    assert [str(fault) for fault in found.faults] == []
    entries = [one.entry for one in found.tellings]
    return [(one.repo, one.headline, one.verdict) for one in entries]


def faults(text: str) -> list[tuple[int, str]]:
    return [(fault.line, fault.problem) for fault in read(text).faults]


def test_headline_and_verdict_take_turns_under_their_repository() -> None:
    assert read("o/n\n\nFaster\n\nWorth a close read.\n").tellings == [
        Telling(
            3,
            Entry(
                repo="o/n",
                pr=None,
                headline="Faster",
                verdict="Worth a close read.",
                level=Level.MUST,
                date=DAY,
                evidence="Worth a close read",
            ),
        )
    ]


def test_without_a_date_an_entry_has_the_day_of_reading_and_says_so() -> None:
    told = read_plain("o/n\n\nFaster\n\nSkip it.\n", Day(DAY, given=False), read_phrases())
    assert [(one.entry.date, one.dated) for one in told.tellings] == [(DAY, False)]


@pytest.mark.parametrize(
    "text",
    [
        "o/n\n\nFaster\n\nSkip it.",
        "o/n  \n\t\nFaster\t\n \n  Skip it. \n\n\n",
        "\n\no/n\n\n\n\nFaster\n\n\nSkip it.\n",
        "o/n\nFaster\n\nSkip it.\n",
        "o/n\n\nFaster\n\u3000\nSkip it.\n",
        "o/n\n\nFaster\n\u200d\nSkip it.\n",
    ],
)
def test_blank_lines_and_blanks_at_the_ends_do_not_matter(text: str) -> None:
    assert told(text) == [("o/n", "Faster", "Skip it.")]


def test_a_verdict_of_several_lines_keeps_them() -> None:
    assert told("o/n\n\nFaster\n\nSkip it.\nReally.") == [("o/n", "Faster", "Skip it.\nReally.")]


def test_tabs_inside_a_headline_become_blanks() -> None:
    assert told("o/n\n\nFaster\tkernels\n\nSkip it.")[0][1] == "Faster kernels"


@pytest.mark.parametrize(
    "border",
    ["\n\n", "\n"],
    ids=["after a blank line", "on the next line"],
)
def test_another_repository_may_follow(border: str) -> None:
    text = f"o/n\n\nA\n\nSkip it.{border}p/q\n\nB\n\nSkim it."
    assert told(text) == [("o/n", "A", "Skip it."), ("p/q", "B", "Skim it.")]


def test_files_joined_without_a_newline_between_are_told_apart() -> None:
    text = "o/n\n\nA\n\n值得精读。p/q\n\nB\n\n可以跳过。"
    assert told(text) == [("o/n", "A", "值得精读。"), ("p/q", "B", "可以跳过。")]


def test_the_same_repository_may_be_named_again() -> None:
    assert len(told("o/n\n\nA\n\nSkip it.\n\no/n\n\nB\n\nSkim it.")) == 2


def test_a_verdict_that_says_not_applicable_is_no_repository() -> None:
    assert told("o/n\n\nA\n\nN/A\n\nB\n\nSkip it.")[0] == ("o/n", "A", "N/A")


def test_a_path_inside_a_verdict_is_no_repository() -> None:
    assert told("o/n\n\nA\n\nSee csrc/moe\nor docs/moe and skip.")[0][2].startswith("See")


def test_text_without_a_repository_line_is_refused_where_it_begins() -> None:
    assert faults("\nFaster\n\nSkip it.") == [(2, "no repository line before this text")]


def test_what_follows_a_repository_line_is_read_though_text_before_has_none() -> None:
    found = read("Lost\n\nSkip it.\n\no/n\n\nA\n\nSkip it.")
    assert [one.entry.headline for one in found.tellings] == ["A"]


def test_a_headline_without_a_verdict_at_the_end_is_refused_by_line() -> None:
    text = "o/n\n\nA long enough headline\n\nSkip it.\n\nAnother headline, alone"
    assert faults(text) == [(7, "a headline without a verdict")]
    assert len(read(text).tellings) == 1


def test_a_headline_without_a_verdict_in_the_middle_costs_no_other_entry() -> None:
    text = "o/n\n\nA\n\nSkip it.\n\nAlone\n\nB\n\nWorth a close read.\n\nC\n\nSkim it."
    assert faults(text) == [(7, "a headline without a verdict")]
    assert [one.entry.headline for one in read(text).tellings] == ["A", "B", "C"]


def test_a_headline_without_a_verdict_before_the_next_repository_stays_there() -> None:
    text = "o/n\n\nA\n\nSkip it.\n\nAlone\n\np/q\n\nB\n\nSkip it."
    assert faults(text) == [(7, "a headline without a verdict")]
    assert [one.entry.repo for one in read(text).tellings] == ["o/n", "p/q"]


def test_a_headline_and_verdict_without_a_blank_line_between_are_refused_by_line() -> None:
    text = "o/n\n\nA\nSkip it.\n\nB\n\nSkip it."
    assert faults(text) == [(3, "several lines where a headline should stand")]
    assert [one.entry.headline for one in read(text).tellings] == ["B"]


def test_a_headline_of_more_than_its_characters_is_refused_by_line() -> None:
    text = f"o/n\n\n{'word ' * 110}\n\nA\n\nSkip it."
    assert faults(text) == [(3, "a verdict without a headline")]
    assert [one.entry.headline for one in read(text).tellings] == ["A"]


def test_a_verdict_of_more_than_its_characters_is_refused_by_line() -> None:
    text = f"o/n\n\nA\n\n{'x' * 20_001}\n\nB\n\nSkip it."
    assert faults(text) == [(5, "the verdict has 20,001 characters")]
    assert [one.entry.headline for one in read(text).tellings] == ["B"]


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_an_empty_text_is_refused(text: str) -> None:
    assert faults(text) == [(1, "the file is empty")]


def test_a_repository_without_entries_is_a_warning() -> None:
    found = read("o/n\n")
    assert (found.faults, len(found.warnings)) == ([], 1)


def test_more_entries_than_one_file_may_have_are_refused() -> None:
    assert "Entries" in faults("o/n\n" + "\nx\n" * 40_001)[0][1]
