"""Where readings are found in a row of signs, with one letter for each concept."""

import pytest

from bot.core.entry import Level
from bot.core.patterns import Grammar
from bot.core.readings import Reading, compiled

GRAMMAR = Grammar({"advice": "a", "read": "r", "skip": "s", "negation": "n", "turn": "t"}, {})
ADVICE = Reading("advice read", Level.MUST)
READ = Reading("^ =read", Level.MUST)
SKIP = Reading("skip", Level.SKIP)
READINGS = compiled(GRAMMAR, [ADVICE, READ, SKIP])


@pytest.mark.parametrize(
    ("signs", "found"),
    [
        ("ar", [ADVICE]),
        ("_s,ar", [SKIP, ADVICE]),
        ("_r", []),
        ("r", [READ]),
        (",r", [READ]),
        ("_tr", [READ]),
        ("_nr", []),
        ("", []),
    ],
)
def test_readings_are_found_one_after_the_other(signs: str, found: list[Reading]) -> None:
    assert [reading for _, reading in READINGS.found(signs)] == found


def test_the_first_reading_that_fits_counts() -> None:
    first, second = Reading("skip", Level.SKIP), Reading("skip read?", Level.MUST)
    assert [one for _, one in compiled(GRAMMAR, [first, second]).found("sr")] == [first]
