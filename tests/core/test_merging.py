"""Each Telling comes to the Entry it means, whatever the order in which files arrive."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.entry import DigestFile, Telling
from bot.core.key import headline_hash
from bot.core.merging import Merged, merge
from bot.core.retelling import Known
from tests.telling import TODAY, days, read_on, telling


class Memory:
    """What a store keeps, as `merge` needs it."""

    def __init__(self) -> None:
        self.known: list[Known] = []

    def tell(self, source: str, *tellings: Telling, today: date = TODAY) -> Merged:
        read = tuple(read_on(today, one) for one in tellings)
        return self.take(DigestFile(source, read))[0]

    def take(self, *files: DigestFile) -> list[Merged]:
        """Files that are taken up together."""
        changes, merged = merge(files, self.known)
        by_id = {one.id: one for one in self.known}
        for change in changes:
            id_ = len(by_id) + 1 if change.before is None else change.before.id
            by_id[id_] = replace(change.after, id=id_)
        self.known = list(by_id.values())
        return merged

    def fates(self, source: str, *tellings: Telling) -> str:
        """The fates that occurred, in the order of `Merged`."""
        merged = self.tell(source, *tellings)
        names = ("added", "updated", "unchanged", "merged", "skipped")
        return " ".join(name for name in names if getattr(merged, name))

    def numbers(self) -> list[tuple[str, int]]:
        return sorted(
            (one.entry.repo.casefold(), one.entry.pr)
            for one in self.known
            if one.entry.pr is not None
        )


def file_on(on: date | None) -> st.SearchStrategy[list[Telling]]:
    """What one file tells: it has one date, or none."""
    tellings = st.builds(
        telling,
        st.sampled_from(["Bump dependencies", "Fix it"]),
        pr=st.sampled_from([None, None, 1, 2, 3]),
        on=st.just(on),
        verdict=st.sampled_from(["a", "b", "c"]),
        repo=st.sampled_from(["o/r", "O/R"]),
    )
    return st.lists(tellings, max_size=4)


dates = st.none() | st.sampled_from([days(n) for n in (0, 1, 5, 25, 30, 31, 36, 40, 61, 70, 95)])
folders = st.dictionaries(st.sampled_from("abcdefgh"), dates.flatmap(file_on), max_size=6).map(
    lambda files: list(files.items())
)
Folder = Sequence[tuple[str, list[Telling]]]


@given(folder=folders, again=st.permutations(range(6)))
@settings(max_examples=300)
def test_importing_a_folder_again_in_any_order_changes_nothing(
    folder: Folder, again: list[int]
) -> None:
    memory = Memory()
    for source, told in folder:
        memory.tell(source, *told)
    before = memory.known
    for source, told in [folder[n] for n in again if n < len(folder)]:
        later = memory.tell(source, *told, today=TODAY + timedelta(days=1))
        assert (later.added, later.updated, later.merged) == (0, 0, 0)
    assert memory.known == before


@given(folder=folders, order=st.permutations(range(6)))
@settings(max_examples=300)
def test_the_numbers_known_at_the_end_do_not_depend_on_the_order(
    folder: Folder, order: list[int]
) -> None:
    straight, shuffled = Memory(), Memory()
    for source, each in folder:
        straight.tell(source, *each)
    for source, each in [folder[n] for n in order if n < len(folder)]:
        shuffled.tell(source, *each)
    told = [one.entry for _, each in folder for one in each]
    numbers = {(one.repo.casefold(), one.pr) for one in told if one.pr}
    assert straight.numbers() == shuffled.numbers() == sorted(numbers)


@given(folder=folders)
@settings(max_examples=300)
def test_no_key_is_ever_held_by_two_and_nobody_loses_one(folder: Folder) -> None:
    memory, before = Memory(), dict[int | None, Known]()
    for source, told in folder:
        memory.tell(source, *told)
        held = [key for one in memory.known for key in one.keys]
        assert len(held) == len(set(held))
        now = {one.id: one for one in memory.known}
        assert all(was.keys <= now[id_].keys for id_, was in before.items())
        assert all(was.first_on >= now[id_].first_on for id_, was in before.items())
        before = now


def test_the_same_number_again_is_an_update() -> None:
    memory = Memory()
    assert memory.fates("a", telling(pr=1, verdict="old")) == "added"
    assert memory.fates("b", telling("Renamed", pr=1, verdict="new", repo="VLLM-project/vLLM")) == (
        "updated"
    )
    assert [(one.entry.headline, one.entry.verdict) for one in memory.known] == [("Renamed", "new")]


def test_the_same_text_again_is_unchanged() -> None:
    memory = Memory()
    memory.tell("a", telling(pr=1), telling("Other"))
    assert memory.fates("a", telling(pr=1), telling("Other")) == "unchanged"


def test_an_older_digest_changes_nothing() -> None:
    memory = Memory()
    memory.tell("new", telling(pr=1, on=days(5), verdict="new"))
    assert memory.fates("old", telling(pr=1, on=days(2), verdict="old")) == "unchanged"
    assert memory.known[0].entry.verdict == "new"
    assert memory.known[0].entry.date == days(5)


def test_the_date_is_the_newest_digests_and_the_first_telling_is_remembered() -> None:
    memory = Memory()
    memory.tell("a", telling(pr=1, on=days(0)))
    assert memory.fates("b", telling(pr=1, on=days(20))) == "updated"
    assert (memory.known[0].entry.date, memory.known[0].first_on) == (days(20), days(0))


def test_of_two_digests_of_one_day_the_later_name_wins() -> None:
    for order in ("ab", "ba"):
        memory = Memory()
        for source in order:
            memory.tell(source, telling(pr=1, verdict=source))
        assert memory.known[0].entry.verdict == "b"


def test_only_the_file_that_told_it_last_takes_an_entry_back_to_an_older_date() -> None:
    memory = Memory()
    memory.tell("a", telling(pr=1, on=days(20)))
    assert memory.fates("b", telling(pr=1, on=days(2), verdict="older")) == "unchanged"
    assert memory.fates("a", telling(pr=1, on=days(1))) == "updated"
    assert memory.known[0].entry.date == days(1)
    assert memory.fates("b", telling(pr=1, on=days(2), verdict="older")) == "updated"
    assert memory.fates("a", telling(pr=1, on=days(1))) == "unchanged"


@pytest.mark.parametrize("pr", [None, 1])
def test_an_undated_entry_gets_the_day_of_its_first_import_for_good(pr: int | None) -> None:
    memory = Memory()
    memory.tell("a", telling(pr=pr, on=None), today=days(0))
    again = memory.tell("a", telling(pr=pr, on=None, verdict="Edited."), today=days(90))
    assert again.updated == 1
    assert memory.known[0].entry.date == days(0)


def test_an_undated_file_does_not_overrule_a_dated_one_but_another_undated_one() -> None:
    memory = Memory()
    memory.tell("b", telling(pr=1, on=None, verdict="first"))
    assert memory.fates("a", telling(pr=1, on=None, verdict="earlier name")) == "unchanged"
    assert memory.fates("c", telling(pr=1, on=None, verdict="later name")) == "updated"
    assert memory.fates("a", telling(pr=1, on=days(1), verdict="dated")) == "updated"
    assert memory.fates("d", telling(pr=1, on=None, verdict="undated")) == "unchanged"
    assert (memory.known[0].entry.verdict, memory.known[0].entry.date) == ("dated", days(1))


@pytest.mark.parametrize(("apart", "fate"), [(30, "updated"), (31, "added"), (-31, "added")])
def test_a_headline_recurs_after_thirty_days(apart: int, fate: str) -> None:
    memory = Memory()
    memory.tell("a", telling("Bump dependencies"))
    assert memory.fates("b", telling("bump  Dependencies.", on=days(apart))) == fate


def test_thirty_days_count_from_the_newest_telling_in_whatever_order_they_are_read() -> None:
    for order in ((0, 20, 45), (45, 20, 0), (20, 45, 0)):
        memory = Memory()
        for count in order:
            memory.tell(f"{count}", telling("Bump dependencies", on=days(count)))
        assert [one.entry.date for one in memory.known] == [days(45)], order
        for count in order:
            fate = memory.fates(f"{count}", telling("Bump dependencies", on=days(count)))
            assert fate == "unchanged", (order, count)


def test_recurring_entries_have_keys_of_their_own() -> None:
    memory = Memory()
    for count in (0, 40, 80):
        memory.tell(f"{count}", telling("Bump dependencies", on=days(count)))
    assert [one.nth for one in memory.known] == [1, 2, 3]


def test_an_undated_headline_means_the_newest_entry_of_that_headline() -> None:
    memory = Memory()
    for count in (0, 40):
        memory.tell(f"{count}", telling("Bump dependencies", on=days(count)))
    assert memory.fates("c", telling("Bump dependencies", on=None)) == "unchanged"
    assert memory.fates("40", telling("Bump dependencies", on=None, verdict="Edited.")) == "updated"
    assert [one.entry.verdict for one in memory.known] == ["Read it.", "Edited."]


def test_a_number_learnt_later_merges_into_the_entry_without_one() -> None:
    memory = Memory()
    memory.tell("a", telling())
    assert memory.fates("b", telling(pr=7, on=days(3))) == "merged"
    assert [(one.id, one.entry.pr, len(one.keys)) for one in memory.known] == [(1, 7, 2)]
    assert memory.fates("a", telling()) == "unchanged"


def test_a_number_learnt_from_an_older_digest_leaves_the_newer_text() -> None:
    memory = Memory()
    memory.tell("a", telling(on=days(3), verdict="newer"))
    assert memory.fates("b", telling(pr=7, on=days(0), verdict="older")) == "merged"
    assert (memory.known[0].entry.pr, memory.known[0].entry.verdict) == (7, "newer")


def test_a_number_does_not_merge_over_more_than_thirty_days() -> None:
    memory = Memory()
    memory.tell("a", telling())
    assert memory.fates("b", telling(pr=7, on=days(31))) == "added"


def test_a_number_does_not_merge_where_two_entries_could_be_meant() -> None:
    memory = Memory()
    memory.tell("a", telling(on=days(0)))
    memory.tell("b", telling(on=days(40)))
    assert memory.fates("c", telling(pr=7, on=days(20))) == "added"


def test_two_numbers_never_merge() -> None:
    memory = Memory()
    memory.tell("a", telling(pr=1))
    assert memory.fates("b", telling(pr=2)) == "added"
    assert memory.numbers() == [("vllm-project/vllm", 1), ("vllm-project/vllm", 2)]


def test_a_headline_alone_means_the_one_numbered_entry_and_stays_with_it() -> None:
    memory = Memory()
    memory.tell("a", telling(pr=1))
    assert memory.fates("b", telling(on=days(1), verdict="Told again.")) == "updated"
    memory.tell("c", telling(pr=2))
    assert memory.fates("b", telling(on=days(1), verdict="Told again.")) == "unchanged"
    assert len(memory.known) == 2


def test_a_headline_alone_is_new_where_two_numbers_could_be_meant() -> None:
    memory = Memory()
    memory.tell("a", telling(pr=1), telling(pr=2))
    assert memory.fates("b", telling()) == "added"


def test_an_entry_renamed_since_is_still_known_by_its_old_headline() -> None:
    memory = Memory()
    memory.tell("a", telling())
    memory.tell("b", telling("Much faster MoE kernels", pr=7, on=days(1)))
    memory.tell("c", telling(pr=7, on=days(2)))
    memory.tell("d", telling("Renamed", pr=7, on=days(3)))
    assert memory.fates("a", telling()) == "unchanged"


def test_the_second_telling_in_a_file_is_skipped_with_a_problem() -> None:
    memory = Memory()
    merged = memory.tell("a", replace(telling(), line=3), replace(telling(verdict="x"), line=7))
    assert (merged.added, merged.skipped) == (1, 1)
    assert str(merged.problems[0]) == (
        "a:7: “Faster MoE kernels” is told twice in this file; keep the better one"
    )


def test_a_headline_told_with_and_without_its_number_in_one_file_keeps_the_number() -> None:
    memory = Memory()
    merged = memory.tell("a", telling(), telling(pr=7))
    assert (merged.added, merged.skipped) == (1, 1)
    assert memory.numbers() == [("vllm-project/vllm", 7)]


def test_headlines_that_share_a_short_hash_are_two_entries() -> None:
    one, other = "Bump package 31894", "Bump package 64267"
    assert headline_hash(one) == headline_hash(other)
    memory = Memory()
    assert memory.fates("a", telling(one)) == "added"
    assert memory.fates("b", telling(other)) == "added"
    assert memory.fates("a", telling(one)) == "unchanged"
    assert [known.nth for known in memory.known] == [1, 2]


@given(folder=folders)
@settings(max_examples=300)
def test_files_taken_up_together_come_to_the_same_as_one_by_one(folder: Folder) -> None:
    files = [DigestFile(source, tuple(told)) for source, told in folder]
    alone, together = Memory(), Memory()
    for some in (files, files[len(files) // 2 :], files[::-1]):
        assert together.take(*some) == [alone.take(file)[0] for file in some]
        assert together.known == alone.known
