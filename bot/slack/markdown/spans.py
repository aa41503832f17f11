"""Running text: tokens inside a paragraph become elements of rich text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from bot.slack.kit.blocks import Element, link, safe_url, text
from bot.slack.markdown.parsing import is_wide

LONGEST = 1400
"""Characters of one element; Slack takes 3,000, and may count those beyond 16 bits twice."""

_STYLES = {"strong": "bold", "em": "italic", "s": "strike"}
# An address ends before a blank, a bracket or anything Chinese; what it may end with, sentences do.
_ADDRESS = re.compile(r"https?://[!#-;=?-Z\[\]_a-z~]+")
_AFTER = ".,;:!?'*_~"
_CLOSING = {")": "(", "]": "["}


def spans(tokens: Sequence[Token], *style: str) -> list[Element]:
    """The elements of a paragraph, all of them in this `style` as well."""
    writing = _Writing(style)
    for token in tokens:
        writing.take(token)
    return writing.elements


def plain(tokens: Sequence[Token]) -> str:
    """The words of a paragraph alone."""
    return "".join(str(element["text"]) for element in spans(tokens))


def pieces(told: str) -> Iterator[str]:
    """A text in runs that one element can hold."""
    return (told[start : start + LONGEST] for start in range(0, len(told), LONGEST))


@dataclass(slots=True)
class _Writing:
    """Elements so far, and what the next one is in: styles, a link, after a line's end."""

    base: tuple[str, ...]
    elements: list[Element] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)
    url: str | None = None
    in_link: bool = False
    after_break: bool = False

    def take(self, token: Token) -> None:
        kind, _, edge = token.type.rpartition("_")
        if kind in _STYLES and edge == "open":
            self.styles.append(_STYLES[kind])
        elif kind in _STYLES:
            self.styles.remove(_STYLES[kind])
        elif kind == "link":
            self.in_link = edge == "open"
            self.url = safe_url(str(token.attrs["href"])) if self.in_link else None
        elif token.type == "image":
            self._image(token)
        elif token.type == "softbreak":
            self.after_break = True
        elif token.type == "hardbreak":
            self._add("\n")
        elif token.type == "code_inline":
            self._add(token.content, "code")
        elif self.in_link:
            self._add(token.content)
        else:
            self._linked(token.content)

    def _image(self, token: Token) -> None:
        """A picture is a link to it, unless it stands in one."""
        url = self.url if self.in_link else safe_url(str(token.attrs["src"]))
        self._add(token.content or url or "", url=url)

    def _linked(self, told: str) -> None:
        """Text with the addresses in it as links."""
        done = 0
        for found in _ADDRESS.finditer(told):
            address = _trimmed(found[0])
            self._add(told[done : found.start()])
            self._add(address, url=safe_url(address))
            done = found.start() + len(address)
        self._add(told[done:])

    def _add(self, told: str, *style: str, url: str | None = None) -> None:
        if not told:
            return
        if self.after_break:
            self.after_break = False
            self._add(_between(self.elements, told))
        worn = dict.fromkeys((*self.base, *self.styles, *style))
        url = url or self.url
        for piece in pieces(told):
            self._join(link(url, piece, *worn) if url else text(piece, *worn))

    def _join(self, element: Element) -> None:
        """Add an element, as one with the last where they differ in nothing but their words."""
        last = self.elements[-1] if self.elements else {}
        if {**last, "text": ""} == {**element, "text": ""}:
            joined = last["text"] + element["text"]
            if len(joined) <= LONGEST:
                last["text"] = joined
                return
        self.elements.append(element)


def _between(before: Sequence[Element], after: str) -> str:
    """What a line's end in a paragraph stands for: a blank, but nothing inside Chinese."""
    last = str(before[-1]["text"])[-1] if before else "\n"
    return "" if last == "\n" or (is_wide(last) and is_wide(after[0])) else " "


def _trimmed(address: str) -> str:
    """An address without what belongs to the sentence around it."""
    while address[-1] in _AFTER or _is_unopened(address):
        address = address[:-1]
    return address


def _is_unopened(address: str) -> bool:
    last = address[-1]
    return last in _CLOSING and address.count(last) > address.count(_CLOSING[last])
