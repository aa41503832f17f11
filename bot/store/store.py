"""The store as a whole: its parts, on one database."""

from dataclasses import dataclass

from bot.errors import VersionError
from bot.search.glossary import Glossary
from bot.store.channels import Channels
from bot.store.claims import Claims
from bot.store.database import Database, connect
from bot.store.deliveries import Deliveries
from bot.store.entries import Entries
from bot.store.glossary import shipped_glossary
from bot.store.heard import Heard
from bot.store.heartbeat import Heartbeat
from bot.store.index import Index
from bot.store.migrate import HEAD, check, migrate, version
from bot.store.muting import Muting
from bot.store.notices import Notices
from bot.store.obstacles import Obstacles
from bot.store.people import People
from bot.store.saved import Saved
from bot.store.shares import Shares
from bot.store.subscriptions import Subscriptions


@dataclass(frozen=True, slots=True)
class Store:
    """Everything that is stored, by subject."""

    database: Database
    glossary: Glossary
    entries: Entries
    index: Index
    channels: Channels
    subscriptions: Subscriptions
    claims: Claims
    deliveries: Deliveries
    obstacles: Obstacles
    notices: Notices
    people: People
    shares: Shares
    saved: Saved
    muting: Muting
    heard: Heard
    heartbeat: Heartbeat


def open_store(url: str, glossary: Glossary | None = None) -> Store:
    """The store at `url`. SQLite brings itself up to date; PostgreSQL must be (`migrate`).

    Queries are read with the `glossary`, the shipped one if none is given. The index is the same
    for any.

    Raises DatabaseError, with the mend, where that is not so or the database cannot be used.
    """
    database = connect(url)
    try:
        if database.is_sqlite and version(database) != HEAD:
            migrate(database)
        check(database)
        store = store_on(database, glossary)
        if database.is_sqlite:
            store.index.reindex(lambda done, total: None)
        elif not store.index.is_current():
            raise VersionError(
                "the search index was made by another version; run `prdigest migrate` first"
            )
    except BaseException:
        database.close()
        raise
    return store


def store_on(database: Database, glossary: Glossary | None = None) -> Store:
    """The store on a database known to be up to date."""
    glossary = glossary or shipped_glossary()
    index, channels = Index(database), Channels(database)
    return Store(
        database=database,
        glossary=glossary,
        entries=Entries(database, index),
        index=index,
        channels=channels,
        subscriptions=Subscriptions(database, channels),
        claims=Claims(database, glossary),
        deliveries=Deliveries(database),
        obstacles=Obstacles(database),
        notices=Notices(database),
        people=People(database),
        shares=Shares(database),
        saved=Saved(database),
        muting=Muting(database),
        heard=Heard(database),
        heartbeat=Heartbeat(database),
    )
