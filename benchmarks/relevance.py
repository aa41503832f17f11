"""How well the search ranks: nDCG@10 of a relevance file, by kind of query.

The file is YAML, a list of `query`, `kind`, `relevant` (headline: grade 1 to 3; empty where nothing
is right) and `cross: true` where the answer is in another language. Run

    python -m benchmarks.relevance FILE [--database-url sqlite:///prdigest.db]
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

import yaml

from bot.core.channel import Viewer
from bot.core.grammar import parse
from bot.core.hit import Hit
from bot.store.search import search
from bot.store.store import open_store

TEN = 10


@dataclass(frozen=True, slots=True)
class Judged:
    """A query and how it did; `ndcg` is None where nothing is right."""

    text: str
    kinds: tuple[str, ...]
    ndcg: float | None
    found: int
    is_sure: bool


def main() -> None:
    """Ask all queries, print a table, and the queries that did worst."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("file", type=Path)
    options.add_argument("--database-url", default="sqlite:///prdigest.db")
    options.add_argument("--worst", type=int, default=10, help="how many to list; default: 10")
    chosen = options.parse_args()
    asked = yaml.safe_load(chosen.file.read_text(encoding="utf-8"))
    judged = list(_judged(asked, chosen.database_url))
    kinds = dict.fromkeys(kind for one in judged for kind in one.kinds)
    print(f"{'':32}{'queries':>8}{'nDCG@10':>9}{'nothing':>9}{'wrong':>7}")
    for kind in kinds:
        print(f"{kind:32}" + _row([one for one in judged if kind in one.kinds]))
    worst = sorted((one.ndcg, one.text) for one in judged if one.ndcg is not None)
    for ndcg, text in worst[: chosen.worst]:
        print(f"{ndcg:.3f}  {text}")


def _judged(asked: Sequence[dict[str, Any]], url: str) -> Iterator[Judged]:
    store = open_store(url)
    today = store.database.now().date()
    for each in asked:
        grades = {_key(headline): grade for headline, grade in each["relevant"].items()}
        query = parse(each["query"])
        hits = search(store, query, viewer=Viewer(), today=today, limit=TEN).hits
        kinds = ("all", *(["cross"] if each.get("cross") else []), each["kind"])
        ndcg = ndcg_of(hits, grades) if grades else None
        is_sure = any(hit.confident for hit in hits)
        yield Judged(each["query"], kinds, ndcg, found=len(hits), is_sure=is_sure)
    store.database.close()


def ndcg_of(hits: Sequence[Hit], grades: dict[str, int]) -> float:
    """Gain 2^grade - 1, discount log2(rank + 1); a headline that comes twice earns once."""
    left = dict(grades)
    got = [left.pop(_key(hit.stored.entry.headline), 0) for hit in hits]
    return _dcg(got) / _dcg(sorted(grades.values(), reverse=True))


def _dcg(grades: Sequence[int]) -> float:
    return sum((2.0**grade - 1) / math.log2(rank + 2) for rank, grade in enumerate(grades[:TEN]))


def _key(headline: str) -> str:
    """A headline, however it is spaced and whether or not it ends in a stop."""
    return " ".join(headline.split()).removesuffix("。").rstrip()


def _row(judged: Sequence[Judged]) -> str:
    """The mean, how many found nothing though there is something, how many the reverse."""
    answered = [one for one in judged if one.ndcg is not None]
    score = f"{mean(one.ndcg or 0 for one in answered):.3f}" if answered else "-"
    nothing = sum(not one.found for one in answered)
    wrong = sum(one.ndcg is None and one.is_sure for one in judged)
    return f"{len(judged):8}{score:>9}{nothing:9}{wrong:7}"


if __name__ == "__main__":
    main()
