"""The vocabulary learns the words of public Entries, and finds what a mistyped one means."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.entry import DigestFile, Entry, Level, Telling
from bot.errors import DatabaseError
from bot.search.spelling import Lexicon
from bot.search.stream import stream
from bot.store.database import Database
from bot.store.store import store_on
from bot.store.tables import vocabulary
from bot.store.vocabulary import Vocabulary, correct

PLAIN = Entry("o/n", None, "", "", Level.MUST, date=date(2026, 11, 30))
NOTHING = Lexicon([])


@pytest.fixture
def words(database: Database) -> Vocabulary:
    return Vocabulary(database)


def learn(database: Database, words: Vocabulary, *texts: str) -> None:
    with database.write() as connection:
        words.learn(connection, told(replace(PLAIN, headline=text) for text in texts))


def told(entries: Iterable[Entry]) -> Iterator[tuple[Entry, str]]:
    return ((entry, stream(entry)) for entry in entries)


def corrected(database: Database, typed: str, lexicon: Lexicon = NOTHING) -> str | None:
    with database.read() as connection:
        return correct(connection, typed, lexicon)


def stored(database: Database) -> dict[str, int]:
    with database.read() as connection:
        rows = connection.execute(sa.select(vocabulary.c.term, vocabulary.c.entries))
        return {row.term: row.entries for row in rows}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("kernal", "kernel"),
        ("qauntization", "quantization"),  # only its end is right
        ("quantizatoin", "quantization"),  # only its beginning
        ("推侧", "推测"),
        ("分步式", "分布式"),
        ("分散式", "分布式"),  # one other character
        ("エンコダ", "エンコーダ"),
        ("kernel", None),
        ("推测", None),
        ("tomato", None),
        ("gfx95", None),
    ],
)
def test_what_was_meant_is_found_among_learnt_words(
    database: Database, words: Vocabulary, typed: str, meant: str | None
) -> None:
    learn(database, words, "kernel quantization on gfx950", "推测 分布式", "エンコーダー")
    assert corrected(database, typed) == meant


def test_what_was_meant_may_be_a_word_that_no_entry_has(database: Database) -> None:
    lexicon = Lexicon(["speculative decoding", "推测解码"])
    assert corrected(database, "speculatve", lexicon) == "speculative"
    assert corrected(database, "推侧", lexicon) == "推测"
    assert corrected(database, "decoding", lexicon) is None


def test_a_word_is_counted_wherever_it_is_known_from(database: Database, words: Vocabulary) -> None:
    lexicon = Lexicon(["lower"])
    learn(database, words, "loner")
    assert corrected(database, "loer", lexicon) == "lower"
    learn(database, words, *(f"loner {n}" for n in range(300)))
    assert corrected(database, "loer", lexicon) == "loner"


def test_the_words_of_a_private_entry_are_never_learnt(
    database: Database, words: Vocabulary
) -> None:
    entry = replace(PLAIN, headline="secretive 量化", visibility=("C1",))
    with database.write() as connection:
        words.learn(connection, told([entry, replace(PLAIN, headline="public")]))
    assert stored(database) == {"public": 1}


def test_filters_numbers_and_stems_are_not_learnt(database: Database, words: Vocabulary) -> None:
    entry = replace(PLAIN, headline="Caching fp8 5.2", pr=77, author="octocat", labels=("perf",))
    with database.write() as connection:
        words.learn(connection, told([entry]))
    assert stored(database) == {"caching": 1, "perf": 1}


def test_counts_are_right_but_for_a_factor_of_four(database: Database, words: Vocabulary) -> None:
    for times in (1, 2, 60, 100, 1):
        learn(database, words, *(f"kernel {n}" for n in range(times)))
    assert 164 / 4 < stored(database)["kernel"] <= 164


def test_counts_add_up_over_processes(database: Database) -> None:
    for _ in range(3):
        learn(database, Vocabulary(database), *["kernel"] * 4)
    assert stored(database) == {"kernel": 12}


def test_words_are_learnt_again_after_a_transaction_that_failed(
    database: Database, words: Vocabulary
) -> None:
    with pytest.raises(ZeroDivisionError):
        _learn_and_fail(database, words, lambda connection: 1 // 0)
    assert stored(database) == {}
    learn(database, words, "kernel")
    assert stored(database) == {"kernel": 1}


@pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
def test_words_are_learnt_again_after_a_connection_that_broke(
    database: Database, words: Vocabulary
) -> None:
    with pytest.raises(DatabaseError):
        _learn_and_fail(database, words, lambda connection: _end(database, connection))
    learn(database, words, "kernel")
    assert stored(database) == {"kernel": 1}


def _learn_and_fail(
    database: Database, words: Vocabulary, fail: Callable[[Connection], object]
) -> None:
    with database.write() as connection:
        words.learn(connection, told([replace(PLAIN, headline="kernel")]))
        fail(connection)


def _end(database: Database, connection: Connection) -> None:
    """End the server's side of this connection, and use it."""
    process = connection.scalar(sa.text("SELECT pg_backend_pid()"))
    with database.alone() as other:
        other.execute(sa.text("SELECT pg_terminate_backend(:process)"), {"process": process})
    connection.execute(sa.text("SELECT 1"))


def test_all_words_can_be_forgotten_and_learnt_anew(database: Database, words: Vocabulary) -> None:
    learn(database, words, "kernel", "kernel")
    with database.write() as connection:
        words.forget(connection)
    assert stored(database) == {}
    learn(database, words, "kernel")
    assert stored(database) == {"kernel": 1}


def test_it_keeps_in_step_with_the_index(database: Database) -> None:
    store = store_on(database)
    entries = [replace(PLAIN, headline=text) for text in ("kernel one", "kernel two", "Gone")]
    store.entries.merge(DigestFile("told.yaml", tuple(Telling(1, entry) for entry in entries)))
    assert stored(database) == {"kernel": 1, "one": 1, "two": 1, "gone": 1}
    store.entries.forget([entry.key for entry in store.entries.all() if "Gone" in str(entry)])
    store.index.reindex(lambda done, total: None, anew=True)
    assert stored(database) == {"kernel": 1, "one": 1, "two": 1}


def test_of_too_many_words_the_commonest_are_looked_at(
    database: Database, words: Vocabulary
) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    rare = (f"ke{one}{other}el" for one in letters for other in letters if one + other != "rn")
    learn(database, words, " ".join(rare))
    learn(database, words, *["kernel"] * 16)
    assert corrected(database, "kerneel") == "kernel"
    assert corrected(database, "keaael") is None  # known itself, however many others are


def test_a_word_of_any_script_and_length_can_be_asked_for(
    database: Database, words: Vocabulary
) -> None:
    learn(database, words, "производительность", "größe", "장치를", "𠀀𠀁𠀂")
    assert corrected(database, "производительнсть") == "производительность"
    for typed in ("", "x" * 500, "量" * 500, "'; --", "%", "grö\x00ße", "𠀀𠀁𠀃"):
        corrected(database, typed)
