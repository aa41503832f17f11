"""Concept: what the glossary knows of one thing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Concept:
    """`names` mean the same. A search for one also finds what the concept `covers`, not vice versa.

    What it covers are names of other concepts, or plain words.
    """

    names: tuple[str, ...]
    covers: tuple[str, ...] = ()
