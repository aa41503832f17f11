"""What a sync does with the schedule files. Each step is part of the caller's transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.schedule import Source
from bot.store.channels import SINGLE
from bot.store.database import Database
from bot.store.editing import edit, lock
from bot.store.subscription_rows import Row
from bot.store.tables import subscriptions


@dataclass(frozen=True, slots=True)
class Synced:
    """Names of the Subscriptions that a sync made, changed (or brought back) and retired.

    `outdated` says that a later release replaced what was declared, so that nothing was done.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    retired: tuple[str, ...] = ()
    outdated: bool = False


def sync(
    connection: Connection, database: Database, rows: Mapping[str, dict[str, Any]], now: datetime
) -> Synced:
    """Make the table say what the files declare: `rows` by name. Ours is the turn.

    What was made in Slack stays as it is; no file can have its name.
    """
    known = {row["name"]: row for row in lock(connection, subscriptions.c.workspace_id == SINGLE)}
    new = [row for name, row in rows.items() if name not in known]
    if new:
        connection.execute(sa.insert(subscriptions), [{**row, "known_at": now} for row in new])
    changed = [
        name
        for name, row in rows.items()
        if name in known and edit(connection, database, known[name], row, now)
    ]
    gone = [row for name, row in known.items() if name not in rows and _is_declared(row)]
    _retire(connection, gone)
    return Synced(
        added=tuple(row["name"] for row in new),
        changed=tuple(changed),
        retired=tuple(row["name"] for row in gone),
    )


def _is_declared(row: Row) -> bool:
    return row["source"] == Source.YAML and not row["retired"]


def _retire(connection: Connection, rows: Sequence[Row]) -> None:
    gone = subscriptions.c.id.in_([row["id"] for row in rows])
    connection.execute(sa.update(subscriptions).where(gone).values(retired=True))
