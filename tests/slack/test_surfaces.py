"""Every surface keeps to what Slack takes, whatever the Entries, the Queries and the names say."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.core.roundup import Message
from bot.core.schedule import Language
from tests.slack.gallery import NAMED, Surface, surfaces
from tests.slack.limits import breaches, breaches_of_view
from tests.slack.scenes import SAMPLES


def breaches_of(surface: Surface) -> list[str]:
    payload = surface.payload
    if "view" in payload:
        return breaches_of_view(payload["view"], NAMED)
    return breaches(Message(payload["text"], tuple(payload["blocks"])), NAMED)


def breaches_in(shown: Sequence[Surface]) -> dict[str, list[str]]:
    found = {surface.name: breaches_of(surface) for surface in shown}
    return {name: each for name, each in found.items() if each}


@pytest.mark.parametrize("language", Language)
def test_what_a_digest_may_well_hold_breaks_no_limit(language: Language) -> None:
    shown = surfaces(SAMPLES, language)
    assert {surface.kind for surface in shown} == {"message", "ephemeral", "modal", "home"}
    assert breaches_in(shown) == {}
