"""Scores what a search returned against what was judged: nDCG at ten."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path

import yaml

AT = 10


@dataclass(frozen=True, slots=True)
class Judged:
    """A Query with the grades, 1 to 3, of the Entries that answer it, by Key."""

    query: str
    kind: str
    relevant: Mapping[str, int]
    cross: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """What a search returned for it: Keys, best first, and those among them it was sure of."""

    judged: Judged
    shown: Sequence[str]
    confident: Sequence[str]

    @property
    def ndcg(self) -> float:
        """How near the order is to the best one, 0 to 1; for what has an answer."""
        grades = self.judged.relevant
        best = sorted(grades.values(), reverse=True)
        return _gain(grades.get(key, 0) for key in self.shown) / _gain(best)

    def __str__(self) -> str:
        grades = self.judged.relevant
        shown = [f"{n:4}. ({grades.get(key, 0)}) {key}" for n, key in enumerate(self.shown, 1)]
        missing = [f"   -  ({grades[key]}) {key}" for key in grades if key not in self.shown]
        return "\n".join([f"{self.ndcg:.3f}  {self.judged.query}", *shown, *missing])


def read_judged(path: Path) -> list[Judged]:
    """The judged Queries of a file."""
    return [Judged(**one) for one in yaml.safe_load(path.read_text(encoding="utf-8"))]


def mean(answered: Iterable[Answered]) -> float:
    """The mean nDCG of what has an answer, 0 to 1."""
    scores = [one.ndcg for one in answered if one.judged.relevant]
    return sum(scores) / len(scores)


def worst(answered: Iterable[Answered], count: int = 12) -> str:
    """What was answered worst: the Query, what was shown, its grades, and what is missing."""
    answerable = [one for one in answered if one.judged.relevant]
    return "\n\n".join(map(str, sorted(answerable, key=lambda one: one.ndcg)[:count]))


def _gain(grades: Iterable[int]) -> float:
    """The gain of the first ten grades, a later one counting less."""
    return sum((2.0**grade - 1) / log2(n + 2) for n, grade in enumerate([*grades][:AT]))
