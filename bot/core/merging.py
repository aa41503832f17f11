"""Merging: which Entry each Telling of a file means, and what all of them change."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.core.entry import DigestFile, Problem, Telling
from bot.core.key import key
from bot.core.retelling import Known, days_apart, first_told, means, retold


class Fate(StrEnum):
    """What became of one Telling."""

    ADDED = "added"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    MERGED = "merged"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Merged:
    """What became of a file's Tellings, counted; `problems` says why each skipped one was."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    merged: int = 0
    skipped: int = 0
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """An Entry that is new (`before` is None) or other than it was."""

    before: Known | None
    after: Known


def stems(telling: Telling) -> tuple[str | None, str]:
    """The stems of the Keys a Telling may be known by: by number, None without, by headline."""
    entry = telling.entry
    headline = key(entry.repo, None, entry.headline).casefold()
    if entry.pr is None:
        return None, headline
    return key(entry.repo, entry.pr, entry.headline).casefold(), headline


def merge(files: Sequence[DigestFile], known: Iterable[Known]) -> tuple[list[Change], list[Merged]]:
    """What to store of files, taken up one after the other, and the count of each.

    The Tellings of a file share one date, or have none. `known` are the Entries that hold a Key
    with one of the Tellings' `stems`, and the numbered ones that show the headline of one.
    """
    merging = _Merging(known)
    merged = [merging.take(file) for file in files]
    return merging.changes(), merged


def _in_turn(tellings: Iterable[Telling]) -> list[Telling]:
    """Numbered ones first, so that a headline told twice in a file keeps its number."""
    return sorted(tellings, key=lambda telling: telling.entry.pr is None)


def _told_twice(source: str, telling: Telling) -> Problem:
    told = f"“{telling.entry.headline}” is told twice in this file"
    return Problem(source, telling.line, told, "keep the better one")


class _Merging:
    """The Entries as they become, while the Tellings of files are taken up in turn.

    Each has a place: that of `known`, then new ones.
    """

    def __init__(self, known: Iterable[Known]) -> None:
        self.source = ""
        self.told: set[int] = set()  # by the file that is taken up
        self.before = list(known)
        self.after: list[Known] = []
        self.holders = defaultdict[str, dict[int, int]](dict)  # stem -> nth -> who holds the Key
        self.showing = defaultdict[str, set[int]](set)  # stem of a headline -> numbered ones
        for one in self.before:
            self._put(len(self.after), one)

    def take(self, file: DigestFile) -> Merged:
        """Take up the next file."""
        self.source, self.told = file.source, set()
        told = [(telling, self.tell(telling)) for telling in _in_turn(file.tellings)]
        problems = [_told_twice(file.source, each) for each, fate in told if fate is Fate.SKIPPED]
        counts = Counter(fate.value for _, fate in told)
        return Merged(**counts, problems=tuple(problems))

    def tell(self, telling: Telling) -> Fate:
        """Take up one Telling."""
        number, headline = stems(telling)
        if number is None:
            place = self._by_headline(headline, telling)
        else:
            place = self._by_number(number, headline, telling)
        key = self._key(number or headline, place)
        if place is None:
            self.told.add(len(self.after))
            self._put(len(self.after), first_told(telling, self.source, key))
            return Fate.ADDED
        return self._tell_again(place, telling, key)

    def changes(self) -> list[Change]:
        """Every Entry that is new or differs."""
        pairs = zip(self.before, self.after, strict=False)
        changed = [Change(before, after) for before, after in pairs if before != after]
        return changed + [Change(None, after) for after in self.after[len(self.before) :]]

    def _by_number(self, number: str, headline: str, telling: Telling) -> int | None:
        """The Entry of that number, else the one without a number that it can only be."""
        if self.holders[number]:
            return self.holders[number][1]
        near = self._near(self.holders[headline].values(), telling)
        return _only({place for place in near if self.after[place].entry.pr is None})

    def _by_headline(self, headline: str, telling: Telling) -> int | None:
        """The nearest that holds a Key by this headline, else the one with a number it can only be.

        The latter then gets such a Key, so that a second number with this headline changes nothing.
        """
        if near := self._near(self.holders[headline].values(), telling):
            return min(near, key=lambda place: self._nearness(telling, place))
        return _only(self._near(self.showing[headline], telling))

    def _nearness(self, telling: Telling, place: int) -> tuple[int, int, int]:
        """Less is nearer; of equals the newest."""
        known = self.after[place]
        return days_apart(telling, known), -known.first_on.toordinal(), -place

    def _near(self, places: Iterable[int], telling: Telling) -> set[int]:
        return {place for place in places if means(telling, self.after[place])}

    def _key(self, stem: str, place: int | None) -> tuple[str, int]:
        """The Key with this stem that the Entry holds, or the next one free."""
        holders = self.holders[stem]
        held = (nth for nth, holder in holders.items() if holder == place)
        return stem, next(held, max(holders, default=0) + 1)

    def _tell_again(self, place: int, telling: Telling, key: tuple[str, int]) -> Fate:
        known = self.after[place]
        told = known if place in self.told else retold(known, telling, self.source)
        self._put(place, replace(told, keys=told.keys | {key}))
        if place in self.told:
            return Fate.SKIPPED
        self.told.add(place)
        if known.entry.pr != told.entry.pr:
            return Fate.MERGED
        return Fate.UNCHANGED if known.entry == told.entry else Fate.UPDATED

    def _put(self, place: int, one: Known) -> None:
        if place < len(self.after):
            self.showing[_headline_stem(self.after[place])].discard(place)
            self.after[place] = one
        else:
            self.after.append(one)
        for stem, nth in one.keys:
            self.holders[stem][nth] = place
        if one.entry.pr is not None:
            self.showing[_headline_stem(one)].add(place)


def _headline_stem(known: Known) -> str:
    return key(known.entry.repo, None, known.entry.headline).casefold()


def _only(places: set[int]) -> int | None:
    return next(iter(places)) if len(places) == 1 else None
