"""Cuts what a person typed into the pieces of a Query."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

FIELDS = ("repo", "level", "label", "author", "since", "until", "seen", "sort", "pr")

_QUOTES = {
    '"': '"“”„‟',
    "“": '"“”„‟',
    "”": '"“”„‟',
    "„": '"“”„‟',
    "‟": '"“”„‟',
    "「": "」",
    "『": "』",
}
_ANY_QUOTE = '"“”„‟「」『』'
_PIECE = re.compile(
    rf"(?P<minus>-(?=[^\s-]))?"
    rf"(?:(?P<name>{'|'.join(FIELDS)}):)?"
    rf"(?:(?P<quote>[{''.join(_QUOTES)}])|(?P<bare>[^\s{_ANY_QUOTE}]+)|(?P<none>))",
    re.IGNORECASE,
)
_SLACK_LINK = re.compile(r"<(https?://[^|>\s]+)(?:\|[^>]*)?>")
_CONTROL = re.compile(r"[\x00-\x20\x7f-\x9f\u2028\u2029]+")
UNSEEN = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
"""Soft hyphens, characters of no width, and marks of direction."""


@dataclass(frozen=True, slots=True)
class Piece:
    """`text` as typed, without its quotes; `name` is the field it is a value of, lower case."""

    text: str
    quoted: bool = False
    unwanted: bool = False
    name: str | None = None


def normalised(text: str) -> str:
    """One line without control characters, full-width forms, lone surrogates or Slack's <…>."""
    text = text.encode("utf-8", "ignore").decode("utf-8")
    text = unicodedata.normalize("NFKC", UNSEEN.sub("", text))
    return _CONTROL.sub(" ", _SLACK_LINK.sub(r" \1 ", text)).strip()


def pieces(cleaned: str) -> Iterator[Piece]:
    """The pieces in order. A quote that is never closed reaches to the end."""
    at = 0
    while at < len(cleaned):
        found = _PIECE.match(cleaned, at)
        if found is None or found.end() == at:  # a blank, or a closing quote without its opening
            at += 1
            continue
        text, at = _value(cleaned, found)
        name = found["name"].lower() if found["name"] else None
        if text or name:
            yield Piece(text, bool(found["quote"]), bool(found["minus"]), name)


def _value(cleaned: str, found: re.Match[str]) -> tuple[str, int]:
    """The text of a piece, and where the next may begin."""
    if not found["quote"]:
        return found["bare"] or "", found.end()
    closing = re.compile(f"[{_QUOTES[found['quote']]}]").search(cleaned, found.end())
    end = closing.start() if closing else len(cleaned)
    inside = re.sub(rf"[\s{_ANY_QUOTE}]+", " ", cleaned[found.end() : end])
    return inside.strip(), end + 1
