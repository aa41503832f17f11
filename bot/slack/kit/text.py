"""Untrusted text made fit for Slack: cleaned, clipped, escaped."""

import re
import unicodedata
from collections.abc import Iterable

ELLIPSIS = "…"

FALLBACK_LIMIT = 4000
"""Characters of a message's fallback text that Slack advises at most."""

_ZERO_WIDTH_JOINER = "\u200d"
# Marks and overrides of writing direction: one in a headline turns the rest of a message around.
_DROPPED = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_HALF_PAIR = re.compile("[\ud800-\udfff]")  # half of a surrogate pair cannot be sent as UTF-8


def one_line(text: str) -> str:
    """`text` on one line, NFC, without control and direction characters; blanks are folded."""
    kept = _CONTROL.sub(" ", _DROPPED.sub("", _HALF_PAIR.sub("\ufffd", text)))
    return " ".join(unicodedata.normalize("NFC", kept).split())


def several_lines(text: str) -> str:
    """`text` as it is laid out, NFC, without control and direction characters."""
    lines = _DROPPED.sub("", _HALF_PAIR.sub("\ufffd", text)).expandtabs(4).splitlines()
    return "\n".join(unicodedata.normalize("NFC", _CONTROL.sub(" ", line)) for line in lines)


def length(text: str) -> int:
    """Characters as UTF-16 counts them, two for most emoji: what Slack counts at most."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def clip(text: str, limit: int) -> str:
    """`text` in a `length` of at most `limit` (1 or more), `…` at the end if something was cut.

    Never cuts inside an emoji or between a letter and its accents; a cluster as long as the limit
    is dropped whole.
    """
    if length(text) <= limit:
        return text
    room = 2 * (limit - len(ELLIPSIS))
    end = len(text.encode("utf-16-le", "surrogatepass")[:room].decode("utf-16-le", "ignore"))
    while end > 0 and _joined(text, end):
        end -= 1
    return text[:end].rstrip() + ELLIPSIS


def _joined(text: str, at: int) -> bool:
    """Whether the characters before and after the place `at` belong to one visible sign."""
    before, after = text[at - 1], text[at]
    if before == _ZERO_WIDTH_JOINER or after == _ZERO_WIDTH_JOINER:
        return True
    if unicodedata.category(after).startswith("M") or "\U0001f3fb" <= after <= "\U0001f3ff":
        return True  # an accent, a variation selector, a skin tone
    if "\U000e0020" <= after <= "\U000e007f":
        return True  # the tail of a regional flag
    return _is_regional(after) and _regionals_before(text, at) % 2 == 1


def _is_regional(character: str) -> bool:
    """Half of a country's flag."""
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _regionals_before(text: str, at: int) -> int:
    count = 0
    while count < at and _is_regional(text[at - 1 - count]):
        count += 1
    return count


def escape(text: str) -> str:
    """`text` as mrkdwn shows it literally, as far as Slack can: no mention, no link comes of it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def fallback(lines: Iterable[str]) -> str:
    """As many whole lines of mrkdwn as a message's fallback text holds."""
    kept, characters = [], 0
    for line in lines:
        characters += length(line) + 1
        if characters > FALLBACK_LIMIT:
            break
        kept.append(line)
    return "\n".join(kept)
