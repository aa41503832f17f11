"""Facts: small things the store knows by name, such as the version of its Terms."""

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.store.database import Database
from bot.store.tables import facts


class Facts:
    """Names to values, both text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, name: str) -> str | None:
        """The value, None where nothing was set."""
        with self._database.read() as connection:
            return self.get_within(connection, name)

    def set(self, name: str, value: str) -> None:
        """Set or replace a value."""
        with self._database.write() as connection:
            self.set_within(connection, name, value)

    def get_within(self, connection: Connection, name: str) -> str | None:
        """As `get`, in the caller's transaction."""
        value: str | None = connection.scalar(sa.select(facts.c.value).where(facts.c.name == name))
        return value

    def set_within(self, connection: Connection, name: str, value: str) -> None:
        """As `set`, in the caller's transaction."""
        new = self._database.insert(facts).values(name=name, value=value)
        connection.execute(
            new.on_conflict_do_update(index_elements=["name"], set_={"value": value})
        )
