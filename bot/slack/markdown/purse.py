"""How much may still be shown: rich text weighs far more as JSON than it has characters."""

import json
from collections.abc import Iterable

from bot.slack.kit.blocks import Element


class Purse:
    """Bytes of JSON that are left to spend; empty once something did not fit."""

    def __init__(self, bytes_: int) -> None:
        self._left = bytes_
        self.is_empty = False

    def take(self, elements: Iterable[Element]) -> list[Element]:
        """The elements, as far as they can be paid for."""
        taken = []
        for element in elements:
            self._left -= len(json.dumps(element)) + 2
            if self._left < 0:
                self.is_empty = True
            if self.is_empty:
                break
            taken.append(element)
        return taken
