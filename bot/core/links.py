"""Finds the pull requests that a message names: by address, or as `owner/repo#123`."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.core.entry import Entry, url_of

MOST = 10
"""Pull requests that are looked for in one message."""

_MOST_READ = 40_000  # characters
_NAME = r"[A-Za-z0-9_.-]{1,100}"
_ADDRESS = rf"https?://([A-Za-z0-9.:-]{{1,200}})/({_NAME}/{_NAME})/pulls?/([0-9]{{1,10}})(?![0-9])"
_SHORT = rf"(?<![A-Za-z0-9_./#-])({_NAME}/{_NAME})#([0-9]{{1,10}})(?![0-9A-Za-z])"
_NAMED = re.compile(f"{_ADDRESS}|{_SHORT}", re.IGNORECASE)
_WWW = "www."


@dataclass(frozen=True, slots=True)
class Link:
    """A pull request as a message names it; `host` is None where it gives no address."""

    repo: str
    pr: int
    host: str | None = None

    @property
    def key(self) -> str:
        """The Key that its Entry has, if a Digest tells it."""
        return f"{self.repo}#{self.pr}"

    @property
    def named(self) -> str:
        """As a message names it."""
        return self.url if self.host else self.key

    @property
    def url(self) -> str:
        """Its address: as in the message, or GitHub's."""
        return f"https://{self.host or 'github.com'}/{self.repo}/pull/{self.pr}"

    def means(self, entry: Entry) -> bool:
        """Whether the Entry that has its Key is the same one: on other hosts are others."""
        return self.host is None or self.host == _host(url_of(entry))


def links_in(texts: Iterable[str]) -> tuple[Link, ...]:
    """The first of the pull requests named, each once, in order; at most `MOST`.

    A name without an address is the same as one with any.
    """
    found: dict[str, Link] = {}
    left = _MOST_READ
    for text in texts:
        for match in _NAMED.finditer(text[:left]):
            link = _link(match)
            found.setdefault(link.key.casefold(), link)
            if len(found) == MOST:
                return tuple(found.values())
        left -= min(len(text), left)
    return tuple(found.values())


def _link(match: re.Match[str]) -> Link:
    host, repo, number, short, short_number = match.groups()
    if host:
        return Link(repo, int(number), host.lower().removeprefix(_WWW))
    return Link(short, int(short_number))


def _host(url: str | None) -> str | None:
    try:
        host = urlsplit(url or "").netloc.lower()
    except ValueError:
        return None
    return host.removeprefix(_WWW) or None
