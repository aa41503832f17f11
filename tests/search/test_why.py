"""An Answer can say why it holds an Entry."""

from datetime import date

from bot.core.concept import Concept
from bot.core.entry import Entry, Level
from bot.core.grammar import parse
from bot.search.glossary import Glossary
from bot.search.match import match
from bot.search.rank import Candidate, order
from bot.search.stream import stream
from bot.search.why import why

TODAY = date(2026, 11, 30)
GLOSSARY = Glossary([Concept(("spec decode", "投机解码"))])


def why_found(query: str, headline: str, verdict: str = "Nothing else.") -> tuple[str, ...]:
    entry = Entry("o/n", None, headline, verdict, Level.SKIM, TODAY)
    needs = match(parse(query), GLOSSARY, None, None).needs
    (one,) = order([Candidate(1, TODAY, stream(entry))], needs, [1.0] * len(needs), TODAY)
    return why(one)


def test_why_says_what_was_found_where() -> None:
    assert why_found("scaled mm marlin", "scaled-MM", "Not Marlin.") == (
        "“scaled”, “mm” in the headline",
        "“marlin” in the verdict",
    )


def test_why_says_that_words_stand_as_typed() -> None:
    assert why_found("scaled mm", "scaled-MM")[-1] == "as typed, one after the other"


def test_why_says_what_is_missing() -> None:
    assert why_found("moe zzz", "MoE") == ("“moe” in the headline", "without “zzz”")


def test_why_says_what_stands_for_what_was_typed() -> None:
    assert why_found("spec decode", "支持投机解码") == (
        "“spec decode” as “投机解码” in the headline",
    )
