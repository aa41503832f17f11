"""The vocabulary: what a mistyped word may mean, learnt from the Terms of public Entries."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.entry import Entry
from bot.search.scripts import is_han
from bot.search.sounds import sound
from bot.search.spelling import Lexicon, is_word, nearest, reach, words_of
from bot.store.database import Database
from bot.store.tables import vocabulary

_CLUE = 2  # letters of the beginning, and of the end: a mistyped word has either still right
_CLUE_HAN = 1  # of few characters any one may be wrong
_REACHES = range(3)
_WALK = 150  # of the commonest words for one clue and length: at most 1,501 together
_MEMORY = 50_000  # words that learning remembers, in some 8 MB


class Vocabulary:
    """Learns the words of Entries. How common they are is a hint, right but for a factor of four.

    A word is written when it is met for the 1st, 4th, 16th time and so on, so that an import
    writes little. Until all is learnt anew, an Entry that is told again counts again, and the words
    of one that is forgotten, retold or hidden later stay.
    """

    def __init__(self, database: Database) -> None:
        self._met: dict[str, int] = {}  # in how many Entries, by this object
        new = database.insert(vocabulary)
        self._gain = new.on_conflict_do_update(
            index_elements=["term"], set_={"entries": vocabulary.c.entries + new.excluded.entries}
        )
        sa.event.listen(database.engine, "rollback", lambda _: self._met.clear())

    def learn(self, connection: Connection, told: Iterable[tuple[Entry, str]]) -> None:
        """Take in the words of Entries, given with their streams, in the caller's transaction.

        Of those that not everybody may see, nothing: nobody else shall hear of their words.
        """
        met = Counter[str]()
        for entry, stream in told:
            if not entry.visibility:
                met.update(words_of(entry, stream))
        gains = [(word, gain) for word, times in met.items() if (gain := self._meet(word, times))]
        rows = [_row(word, gain) for word, gain in sorted(gains) if is_word(word)]
        if rows:  # sorted, or two processes wait for each other
            connection.execute(self._gain, rows)

    def forget(self, connection: Connection) -> None:
        """Forget all words, in the caller's transaction."""
        connection.execute(vocabulary.delete())
        self._met.clear()

    def _meet(self, word: str, times: int) -> int:
        """By how much the stored count of the word grows."""
        if len(self._met) >= _MEMORY:
            self._met.clear()
        before = self._met.get(word, 0)
        self._met[word] = after = before + times
        return _power_of_four(after) - _power_of_four(before)


def correct(connection: Connection, term: str, lexicon: Lexicon) -> str | None:
    """The word of the vocabulary or lexicon that was most likely meant by a Term.

    None where the Term is one of them, is no word (such as a number), or nothing is near.
    """
    if not is_word(term):
        return None
    known = lexicon.near(term)
    for word, entries in connection.execute(_candidates(term), _row(term, 0)):
        known[word] = max(entries, known.get(word, 0))
    return nearest(term, known)


def _row(word: str, entries: int) -> dict[str, Any]:
    clue = _CLUE_HAN if is_han(word) else _CLUE
    return {
        "term": word,
        "length": len(word),
        "head": word[:clue],
        "tail": word[-clue:],
        "sound": sound(word) if is_han(word) else None,
        "entries": entries,
    }


def _power_of_four(number: int) -> int:
    """The greatest that is not above the number; 0 for 0."""
    return 1 << (number.bit_length() - 1) // 2 * 2 if number else 0


def _candidates(term: str) -> sa.CompoundSelect[str, int]:
    if not is_han(term):
        return _SPELLED[reach(term)]
    return _HEARD_AND_SPELLED if reach(term) else _HEARD


def _walk(*met: sa.ColumnElement[bool]) -> sa.Select[str, int]:
    """The commonest words that meet all this, in the order of an index."""
    words = sa.select(vocabulary.c.term, vocabulary.c.entries).where(*met)
    commonest = words.order_by(vocabulary.c.entries.desc(), vocabulary.c.term.desc()).limit(_WALK)
    return sa.select(commonest.subquery())


def _same(column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    return column == sa.bindparam(column.name)


def _spelled(reach_: int) -> list[sa.Select[str, int]]:
    """Words that share a clue, for each length within reach."""
    return [
        _walk(_same(clue), vocabulary.c.length == sa.bindparam("length") + more)
        for clue in (vocabulary.c.head, vocabulary.c.tail)
        for more in range(-reach_, reach_ + 1)
    ]


_ITSELF = _walk(_same(vocabulary.c.term))
_ALIKE = _walk(_same(vocabulary.c.sound))
_HEARD = sa.union_all(_ITSELF, _ALIKE)
_HEARD_AND_SPELLED = sa.union_all(_ITSELF, _ALIKE, *_spelled(0))
_SPELLED = [sa.union_all(_ITSELF, *_spelled(reach_)) for reach_ in _REACHES]
