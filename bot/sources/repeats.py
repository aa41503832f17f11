"""What a file tells twice: kept once, or refused where it contradicts itself."""

from collections.abc import Iterable, Sequence

from bot.core.entry import Telling
from bot.core.key import normalise_headline
from bot.sources.fault import Fault
from bot.sources.told import Told


def settle_repeats(told: Told) -> list[Fault]:
    """Leave each number, and each headline without one, told once; return what was skipped.

    Different Tellings under one number are all refused: which of them is right only its author
    knows.
    """
    skipped: list[Fault] = []
    kept: set[int] = set()
    for same in _by_identity(told.tellings):
        first, *others = same
        if first.entry.pr is not None and any(one.entry != first.entry for one in others):
            told.faults.extend(_contradiction(one, same) for one in same)
            continue
        kept.add(id(first))
        skipped.extend(_repetition(one, first) for one in others)
    told.tellings = [telling for telling in told.tellings if id(telling) in kept]
    return skipped


def _by_identity(tellings: Iterable[Telling]) -> Iterable[list[Telling]]:
    same: dict[tuple[str, int | str], list[Telling]] = {}
    for telling in tellings:
        entry = telling.entry
        identity = normalise_headline(entry.headline) if entry.pr is None else entry.pr
        same.setdefault((entry.repo.casefold(), identity), []).append(telling)
    return same.values()


def _contradiction(telling: Telling, same: Sequence[Telling]) -> Fault:
    lines = ", ".join(str(one.line) for one in same if one is not telling)
    problem = f"{telling.entry.repo}#{telling.entry.pr} is told differently on line {lines}"
    return Fault(telling.line, problem, "keep one of them, or correct the number")


def _repetition(telling: Telling, first: Telling) -> Fault:
    number = telling.entry.pr
    what = "the same headline" if number is None else f"#{number}"
    return Fault(telling.line, f"{what} as on line {first.line}, skipped", "remove one of them")
