"""What people do with Subscriptions in Slack. Each step is part of the caller's transaction.

The caller took its turn (`editing.take_turns`).
"""

import itertools
import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bot.core.channel import Channel
from bot.core.form import form_of
from bot.core.schedule import Source, Subscription
from bot.errors import PrdigestError
from bot.store.channels import SINGLE
from bot.store.database import Database
from bot.store.editing import edit, lock
from bot.store.subscription_rows import Row, stored_of, subscription_row, with_past
from bot.store.tables import subscriptions, workspaces

MOST = 20
"""Subscriptions of one Channel that are made in Slack."""

LONGEST_PAUSE = timedelta(days=366)

_NAME = re.compile(r"slack:[A-Z0-9]+(:[0-9]+)?")


def is_reserved(name: str) -> bool:
    """Whether a name is one of those that Subscriptions made in Slack get."""
    return _NAME.fullmatch(name) is not None


def too_many() -> PrdigestError:
    """Why there can be no more in a Channel."""
    return PrdigestError(
        "this channel has {most} subscriptions made in Slack, and more there cannot be: "
        "change or remove one",
        most=MOST,
    )


def make(
    connection: Connection, declared: Subscription, channel: Channel, now: datetime
) -> tuple[int, bool]:
    """The row id of one for `channel`, and whether it is new: one that is just so is not made
    again. What names it is ours. Raises PrdigestError."""
    if (known := _just_so(connection, declared, channel.id)) is not None:
        return known, False
    _refuse_too_many(connection, channel.id)
    named = replace(declared, name=_free_name(connection, channel.channel), file=None, paused=False)
    row = subscription_row(named, SINGLE, channel.id, Source.SLACK)
    new = sa.insert(subscriptions).values(**row, known_at=now).returning(subscriptions.c.id)
    _note_timezone(connection, declared.timezone)
    return int(connection.execute(new).scalar_one()), True


def change(
    connection: Connection, database: Database, id_: int, declared: Subscription, now: datetime
) -> None:
    """Change one, but for its name, its Channel and its subscriber. Raises PrdigestError."""
    row = _made_here(connection, id_)
    known = stored_of(row).subscription
    kept = replace(declared, name=known.name, subscriber=known.subscriber, file=None, paused=False)
    anew = subscription_row(kept, SINGLE, row["channel_id"], Source.SLACK)
    edit(connection, database, row, anew, now)
    _note_timezone(connection, declared.timezone)


def pause(connection: Connection, id_: int, until: datetime, now: datetime) -> None:
    """Have any Subscription wait. Raises PrdigestError."""
    if not now < until <= now + LONGEST_PAUSE:
        raise PrdigestError("a pause ends in the future, and within a year")
    _write(connection, _held(connection, id_), paused_until=until)


def resume(connection: Connection, id_: int, now: datetime) -> None:
    """End a pause: what it skipped does not come, its Entries do. Raises PrdigestError."""
    row = _held(connection, id_)
    if row["paused"]:
        raise PrdigestError(
            "{file} pauses that subscription: take `paused: true` out there", file=_file(row)
        )
    if stored_of(row).pause_ends(now):
        _write(connection, row, paused_until=now)


def remove(connection: Connection, id_: int) -> None:
    """Retire one. Raises PrdigestError."""
    _write(connection, _made_here(connection, id_), retired=True)


def _held(connection: Connection, id_: int) -> Row:
    """A Subscription that is not retired, locked until our end."""
    this = sa.and_(subscriptions.c.id == id_, ~subscriptions.c.retired)
    (row,) = lock(connection, this) or (None,)
    if row is None:
        raise PrdigestError("that subscription is not there any more")
    return row


def _made_here(connection: Connection, id_: int) -> Row:
    row = _held(connection, id_)
    if row["source"] != Source.SLACK:
        raise PrdigestError(
            "{file} declares that subscription: change it there, here it can be paused",
            file=_file(row),
        )
    return row


def _file(row: Row) -> str:
    return row["file"] or "a schedule file"


def _write(connection: Connection, row: Row, **facts: Any) -> None:
    this = subscriptions.c.id == row["id"]
    connection.execute(sa.update(subscriptions).where(this).values(facts))


def _just_so(connection: Connection, declared: Subscription, channel_row: int) -> int | None:
    """One of the Channel that says the same, whoever made it, and whether it waits or not."""
    asked = form_of(declared)
    found = connection.execute(with_past().where(_made_in(channel_row))).mappings()
    same = (row["id"] for row in found if form_of(stored_of(row).subscription) == asked)
    return next(same, None)


def _made_in(channel_row: int) -> sa.ColumnElement[bool]:
    return sa.and_(
        subscriptions.c.channel_id == channel_row,
        subscriptions.c.source == Source.SLACK,
        ~subscriptions.c.retired,
    )


def _refuse_too_many(connection: Connection, channel_row: int) -> None:
    of_channel = _made_in(channel_row)
    found = sa.select(sa.func.count()).select_from(subscriptions).where(of_channel)
    if connection.execute(found).scalar_one() >= MOST:
        raise too_many()


def _free_name(connection: Connection, channel: str) -> str:
    """`slack:C0123ABCD`, `slack:C0123ABCD:2`, …: the first that nothing has, nor ever had."""
    first = f"slack:{channel}"
    mine = sa.and_(subscriptions.c.workspace_id == SINGLE, subscriptions.c.name.startswith(first))
    taken = set(connection.scalars(sa.select(subscriptions.c.name).where(mine)))
    names = itertools.chain([first], (f"{first}:{n}" for n in itertools.count(2)))
    return next(name for name in names if name not in taken)


def _note_timezone(connection: Connection, timezone: str) -> None:
    this = workspaces.c.id == SINGLE
    connection.execute(sa.update(workspaces).where(this).values(timezone=timezone))
