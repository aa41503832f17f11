"""Edits of Subscriptions. Each step is part of the caller's transaction."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.occurrence import owed_at_edit
from bot.store.channels import SINGLE
from bot.store.database import Database
from bot.store.owing import owe
from bot.store.subscription_rows import Row, stored_of, with_past
from bot.store.tables import deliveries, subscriptions, workspaces

_RULE = {"every", "timezone", "holidays"}


def take_turns(connection: Connection) -> None:
    """One at a time changes Subscriptions, and locks this first: the row of the Workspace.

    SQLite holds a lock of its own already.
    """
    row = sa.select(workspaces.c.id).where(workspaces.c.id == SINGLE)
    connection.execute(row.with_for_update(key_share=True))


def lock(connection: Connection, condition: sa.ColumnElement[bool]) -> Sequence[Row]:
    """The rows of `with_past` for which it holds, locked until our end."""
    these = sa.select(subscriptions.c.id).where(condition).order_by(subscriptions.c.id)
    ids = connection.scalars(these.with_for_update(key_share=True)).all()
    # Another statement: what was claimed while we waited for the locks belongs to their past.
    found = with_past().where(subscriptions.c.id.in_(ids))
    return connection.execute(found).mappings().all()


def edit(
    connection: Connection, database: Database, known: Row, row: dict[str, Any], now: datetime
) -> bool:
    """Make a row of `with_past`, which is locked, say what `row` says; whether that changed it.

    What is due by a rule that goes, and not recorded yet, is owed: in the Channel it has now.
    """
    changes = {name: value for name, value in row.items() if known[name] != value}
    if not changes:
        return False
    another_rule = not _RULE.isdisjoint(changes)
    resumed = changes.get("paused") is False or "retired" in changes
    if another_rule or resumed:
        before = stored_of(known)
        changes["edited_at"] = _later_than_all(connection, known["id"], now)
        if another_rule and not row["paused"] and (due := owed_at_edit(before, now)):
            owe(connection, database, replace(before, channel_row=row["channel_id"]), due, now)
    if "channel_id" in changes:
        changes["reaches_from"] = None
    this = subscriptions.c.id == known["id"]
    connection.execute(sa.update(subscriptions).where(this).values(changes))
    return True


def _later_than_all(connection: Connection, id_: int, now: datetime) -> datetime:
    """The moment of an edit: what was recorded by the rule before fell due by then, also where a
    clock went back."""
    recorded = deliveries.c.subscription_id == id_
    newest = connection.scalar(sa.select(sa.func.max(deliveries.c.effective)).where(recorded))
    return max(now, newest or now)
