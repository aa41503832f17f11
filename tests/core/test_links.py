"""Pull requests that a message names."""

from datetime import date

import pytest

from bot.core.entry import Entry, Level
from bot.core.links import MOST, Link, links_in

GITHUB = "github.com"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<https://github.com/a/b/pull/1|one>", [Link("a/b", 1, GITHUB)]),
        ("http://www.GitHub.com/a.x/b_y-z/pull/12/files#diff?x=1", [Link("a.x/b_y-z", 12, GITHUB)]),
        ("https://git.acme.com:8443/a/b/pulls/3", [Link("a/b", 3, "git.acme.com:8443")]),
        ("see a/b#4, (c/d#5); 见e/f#6。", [Link("a/b", 4), Link("c/d", 5), Link("e/f", 6)]),
        ("A/B#1 a/b#1 https://github.com/a/b/pull/1", [Link("A/B", 1)]),
        ("#7 a#7 x/y/z#7 a/b#7c a/b#12345678901 https://github.com/a/b/issues/7", []),
        ("https://github.com/a/b/pull/12345678901 https://github.com/a/pull/1", []),
    ],
)
def test_it_is_found_by_address_or_by_name(text: str, found: list[Link]) -> None:
    assert list(links_in([text])) == found


def test_the_first_few_are_taken_of_as_much_as_is_read() -> None:
    texts = [" ".join(f"a/b#{n}" for n in range(1, 4))] * 2 + ["c/d#" + str(n) for n in range(50)]
    assert [link.key for link in links_in(texts)][:4] == ["a/b#1", "a/b#2", "a/b#3", "c/d#0"]
    assert len(links_in(texts)) == MOST
    assert links_in(["x" * 50_000, "a/b#1"]) == ()


def test_on_another_host_is_another_one() -> None:
    entry = Entry("a/b", 1, "h", "v", Level.MUST, date(2026, 11, 27))
    elsewhere = Entry("a/b", 1, "h", "v", Level.MUST, date(2026, 11, 27), url="https://g.x/a/b/1")
    assert Link("a/b", 1).means(elsewhere)
    assert Link("a/b", 1, GITHUB).means(entry)
    assert not Link("a/b", 1, GITHUB).means(elsewhere)
    assert Link("a/b", 1, "g.x").means(elsewhere)
