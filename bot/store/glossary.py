"""The glossary that Queries are read with: the shipped one, with a team's own joined to it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from bot.core.concept import Concept
from bot.search.glossary import Glossary
from bot.search.joining import joined
from bot.sources.glossary import read_own, read_shipped


def read_glossary(own: Path | None) -> Glossary:
    """The shipped glossary, with the concepts of a team's `own` file if there is one.

    Raises ConfigError for a file that is refused, as `read_own` does.
    """
    concepts = read_own(own) if own else ()
    return Glossary(joined(read_shipped(), concepts)) if concepts else shipped_glossary()


@cache
def shipped_glossary() -> Glossary:
    """The shipped glossary; read once a process, when it is first asked.

    That takes half a second, and a clock without a Filter never asks.
    """
    return Glossary(_shipped())


def _shipped() -> Iterator[Concept]:
    """The shipped concepts, read when the first is asked for."""
    yield from read_shipped()
