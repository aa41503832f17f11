"""What one would pick instead of our search, each as one would first write it.

All are asked for the ids of ten Entries that have every word, best first (ILIKE: newest first).
They know no synonyms, correct nothing, narrow nothing by repository or date, and find nothing
where no Entry has all words: each does less than the search. FTS5 with bm25 and Tantivy are built
of the Terms that our own index holds, so making these is no part of the time it takes.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

import psycopg
import tantivy

from bot.core.grammar import parse
from bot.core.query import Field
from bot.search.words import terms

BATCH = 5_000  # rows of one transaction
TOKENIZE = "ascii tokenchars '^:%/._-'"  # as in the migrations
STREAMS = "SELECT rowid, terms FROM entry_index"
TEXTS = "SELECT id, headline || char(10) || verdict FROM entries"

Ask = Callable[[str], Sequence[object]]
"""Finds Entries; takes what follows `/prdigest`."""

Tell = Callable[[int], None]
"""Told how many Entries are done."""


def build_bm25(folder: Path, ours: Path, tell: Tell) -> None:
    """An FTS5 table like that of `ours`, with the lengths that bm25 needs."""
    _build_fts5(folder, TOKENIZE, _rows(ours, STREAMS), tell)


def bm25(folder: Path) -> Ask:
    """Asks it for the best by bm25."""
    return _fts5(folder, _terms)


def build_trigram(folder: Path, ours: Path, tell: Tell) -> None:
    """An FTS5 table of the texts in `ours`, cut in runs of three characters."""
    _build_fts5(folder, "trigram", _rows(ours, TEXTS), tell)


def trigram(folder: Path) -> Ask:
    """Asks it for the best by bm25; words of two characters are never found."""
    return _fts5(folder, _words)


def build_tantivy(folder: Path, ours: Path, tell: Tell) -> None:
    """A Tantivy index of the Terms in `ours`."""
    writer = tantivy.Index(_schema(), path=str(folder)).writer(num_threads=1)
    for nth, batch in enumerate(_batches(_rows(ours, STREAMS)), start=1):
        for id_, told in batch:
            writer.add_document(tantivy.Document(id=id_, told=told.replace(",", " ")))
        tell(nth * BATCH)
    writer.commit()
    writer.wait_merging_threads()


def tantivy_on(folder: Path) -> Ask:
    """Asks it for the best by bm25."""
    schema = _schema()
    searcher = tantivy.Index(schema, path=str(folder)).searcher()

    def ask(text: str) -> Sequence[object]:
        each = [tantivy.Query.term_query(schema, "told", term) for term in _terms(text)]
        every = tantivy.Query.boolean_query([(tantivy.Occur.Must, one) for one in each])
        return [searcher.doc(place)["id"] for _, place in searcher.search(every, limit=10).hits]

    return ask


def ilike(connection: psycopg.Connection) -> Ask:
    """Asks for the newest in our own table on PostgreSQL, which has no index of their texts."""

    def ask(text: str) -> Sequence[object]:
        words = [f"%{word}%" for word in _words(text)]
        each = " AND ".join("headline || ' ' || verdict ILIKE %s" for _ in words) or "false"
        newest = f"SELECT id FROM entries WHERE {each} ORDER BY date DESC LIMIT 10"
        return connection.execute(newest.encode(), words).fetchall()

    return ask


def _build_fts5(folder: Path, tokenize: str, rows: Iterable[tuple[int, str]], tell: Tell) -> None:
    """Without a copy of the texts, which would only cost time."""
    with closing(sqlite3.connect(folder / "index.db")) as connection:
        options = f'told, content="", tokenize="{tokenize}"'
        connection.execute(f"CREATE VIRTUAL TABLE found USING fts5({options})")
        for nth, batch in enumerate(_batches(rows), start=1):
            connection.executemany("INSERT INTO found (rowid, told) VALUES (?, ?)", batch)
            connection.commit()
            tell(nth * BATCH)
        connection.execute("INSERT INTO found (found) VALUES ('optimize')")  # as ours is, in effect
        connection.commit()


def _fts5(folder: Path, words_of: Callable[[str], list[str]]) -> Ask:
    connection = sqlite3.connect(folder / "index.db")
    best = "SELECT rowid FROM found WHERE found MATCH ? ORDER BY bm25(found) LIMIT 10"

    def ask(text: str) -> Sequence[object]:
        quoted = " ".join('"' + word.replace('"', '""') + '"' for word in words_of(text))
        return connection.execute(best, (quoted,)).fetchall() if quoted else []

    return ask


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder().add_integer_field("id", stored=True)
    return builder.add_text_field("told", tokenizer_name="whitespace").build()


def _rows(ours: Path, select: str) -> Iterator[tuple[int, str]]:
    with closing(sqlite3.connect(ours)) as connection:
        yield from connection.execute(select)


def _batches(rows: Iterable[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    rest = iter(rows)
    while batch := list(islice(rest, BATCH)):
        yield batch


def _words(text: str) -> list[str]:
    """The words and phrases that must be there, as typed; of a choice the first."""
    first = (choice[0] for choice in parse(text).wanted)
    return [clause.text for clause in first if not isinstance(clause, Field)]


def _terms(text: str) -> list[str]:
    return list(dict.fromkeys(part for word in _words(text) for part in terms(word).parts))
