"""What one file tells twice is kept once, or refused where it contradicts itself."""

from datetime import date

from bot.core.entry import Entry, Level, Telling
from bot.sources.repeats import settle_repeats
from bot.sources.told import Told


def telling(
    line: int, headline: str = "A", pr: int | None = None, verdict: str = "v", repo: str = "o/n"
) -> Telling:
    return Telling(line, Entry(repo, pr, headline, verdict, Level.MUST, date(2026, 11, 27)))


def settle(*tellings: Telling) -> tuple[list[int], list[int], list[int]]:
    """The lines kept, refused and skipped."""
    told = Told(list(tellings))
    skipped = settle_repeats(told)
    lines = [one.line for one in told.tellings]
    return lines, [fault.line for fault in told.faults], [fault.line for fault in skipped]


def test_two_texts_under_one_number_are_both_refused_and_name_each_other() -> None:
    told = Told([telling(3, pr=1), telling(7, "B", pr=1), telling(9, pr=2)])
    settle_repeats(told)
    assert [one.line for one in told.tellings] == [9]
    assert [(fault.line, fault.problem) for fault in told.faults] == [
        (3, "o/n#1 is told differently on line 7"),
        (7, "o/n#1 is told differently on line 3"),
    ]


def test_the_same_text_again_under_its_number_is_skipped() -> None:
    assert settle(telling(1, pr=1), telling(2, pr=1)) == ([1], [], [2])


def test_a_repeated_text_beside_a_different_one_is_refused_with_it() -> None:
    assert settle(telling(1, pr=1), telling(2, pr=1), telling(3, "B", pr=1)) == ([], [1, 2, 3], [])


def test_the_same_headline_without_a_number_is_skipped_the_second_time() -> None:
    assert settle(telling(1, "Fix it"), telling(2, " fix  IT。", verdict="w")) == ([1], [], [2])


def test_one_headline_under_two_numbers_is_two_entries() -> None:
    assert settle(telling(1, pr=1), telling(2, pr=2)) == ([1, 2], [], [])


def test_one_headline_in_two_repositories_is_two_entries() -> None:
    assert settle(telling(1), telling(2, repo="p/q")) == ([1, 2], [], [])


def test_repository_names_compare_without_case() -> None:
    assert settle(telling(1), telling(2, repo="O/N")) == ([1], [], [2])
