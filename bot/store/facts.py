"""Facts: small things the store knows by name, such as the version of its Terms."""

import sqlalchemy as sa

from bot.store.database import Database
from bot.store.tables import facts


class Facts:
    """Names to values, both text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, name: str) -> str | None:
        """The value, None where nothing was set."""
        with self._database.read() as connection:
            value: str | None = connection.execute(
                sa.select(facts.c.value).where(facts.c.name == name)
            ).scalar_one_or_none()
            return value

    def set(self, name: str, value: str) -> None:
        """Set or replace a value."""
        new = self._database.insert(facts).values(name=name, value=value)
        with self._database.write() as connection:
            connection.execute(
                new.on_conflict_do_update(index_elements=["name"], set_={"value": value})
            )
