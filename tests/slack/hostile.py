"""Hostile Entries and Queries: what whoever writes a digest, or asks, could write."""

from datetime import date
from typing import Any

from hypothesis import strategies as st

from bot.core.entry import Entry, Level

MARK = "Ⓗ"
"""Stands in every text of an Entry: it is never read as mrkdwn."""

_PIECES = st.sampled_from(
    [
        *("<!channel>", "<!here|x>", "<@U1>", "<#C1|x>", "<https://evil.example|ok>", "@here"),
        *("&lt;!here&gt;", "&amp;", "<b>x</b>", "{name}", "%s", ":star:", "*b*", "_i_", "~s~"),
        *("`c`", "```", "\n> q", "\n- x\n  - y", "\n# h\n", "\n\n| a | b |\n|---|---|\n| c | d |"),
        *("[ok](https://evil.example/a b)", "[x](javascript:alert(1))", "![i](https://a.b/c.png)"),
        *("\u202ertl\u202c", "\u2067x", "\u200f", "\x00", "\x1b[31m", "\r\n", "\t", "\u2028"),
        *("👩🏽\u200d🚀", "🇩🇪🇫🇷", "e\u0301", "量化", "W8A8", "SharedTopkIndicesBuffer"),
        *("https://github.com/acme/engine/pull/12", "acme/engine#12"),
    ]
)
_SIGNS = st.sampled_from(["x", "量", "🎉", "👩🏽", "<", "&", "a "])
_LONG = _SIGNS.map(lambda sign: sign * 400)
_ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)

TEXTS = st.lists(st.one_of(_PIECES, _PIECES, _LONG, _ANY), min_size=1, max_size=8).map(
    lambda pieces: MARK + " ".join(pieces)
)
QUERIES = st.lists(
    st.one_of(
        _PIECES, _LONG, st.text(max_size=40), st.sampled_from(["-", "OR", '"', "level:", "\ud83d"])
    ),
    max_size=6,
).map(" ".join)
_URLS = st.one_of(
    st.none(),
    st.sampled_from(
        ["javascript:alert(1)", "https://a.b/<!channel>|x>", "http://[::1", "https://量.example/🎉"]
    ),
    st.integers(0, 4000).map(lambda n: "https://a.b/" + "z" * n),
)
_FACTS: dict[str, st.SearchStrategy[Any]] = {
    "headline": TEXTS,
    "verdict": st.lists(TEXTS, max_size=12).map("\n\n".join),
    "title": st.none() | TEXTS,
    "author": st.none() | TEXTS,
    "labels": st.lists(TEXTS, max_size=12).map(tuple),
    "url": _URLS,
    "evidence": TEXTS,
}
_REPO = st.one_of(st.just("acme/engine"), TEXTS.map(lambda text: f"{text}/{text}"))


def _entry(n: int) -> st.SearchStrategy[Entry]:
    """The first two have numbers that are asked for; all but the last two are must-reads."""
    facts = dict(_FACTS)
    facts["repo"] = st.just("acme/engine") if n < 2 else _REPO
    facts["pr"] = st.just(12 + n) if n < 2 else st.none() | st.integers(100, 2**31 - 1)
    facts["level"] = st.just(Level.MUST) if n < 8 else st.sampled_from(Level)
    facts["date"] = st.just(date(2026, 11, 29 - n))
    facts["headline"] = TEXTS.map(lambda text: f"{n} {text}")  # no two are one Entry
    return st.builds(Entry, **facts)


ENTRIES = st.tuples(*map(_entry, range(10)))
