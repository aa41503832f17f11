"""What is past for a few Entries: what a Channel has seen of them, what a person saved."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.core.roundup import SeenState
from bot.store.channels import SINGLE
from bot.store.database import Database
from bot.store.tables import saved, seen

_SAVED = "saved"  # beside the states of Seen


@dataclass(frozen=True, slots=True)
class SeenAt:
    """How and since when an Entry belongs to a Channel's past.

    `is_uncertain`: a person shared it, and whether it is there is not known (yet).
    """

    state: SeenState
    at: datetime
    is_uncertain: bool = False

    @property
    def is_muted(self) -> bool:
        return self.state is SeenState.MUTED


@dataclass(frozen=True, slots=True)
class Past:
    """By the row ids of Entries; what is in neither is unseen, and not saved."""

    seen: dict[int, SeenAt] = field(default_factory=dict)
    saved: frozenset[int] = frozenset()


def past(database: Database, ids: Sequence[int], channel_row: int | None, user: str) -> Past:
    """The Past of a few Entries in a Channel (None: of none) and for a person, by Slack's id.

    One statement. Raises DatabaseError.
    """
    if not ids:
        return Past()
    asked = {"ids": list(ids), "channel": channel_row, "user": user}
    with database.read() as connection:
        rows = connection.execute(_past(), asked).all()
    return Past(
        seen={
            row.id: SeenAt(SeenState(row.state), row.at, bool(row.is_uncertain))
            for row in rows
            if row.state != _SAVED
        },
        saved=frozenset(row.id for row in rows if row.state == _SAVED),
    )


@functools.cache  # putting it together takes longer than asking
def _past() -> sa.CompoundSelect[Any]:
    ids: sa.BindParameter[Any] = sa.bindparam("ids", expanding=True)
    by_hand = sa.and_(seen.c.state == SeenState.PLANNED, seen.c.delivery_id.is_(None))
    here = sa.select(
        seen.c.entry_id.label("id"),
        seen.c.state.label("state"),
        seen.c.at,
        by_hand.label("is_uncertain"),
    )
    mine = sa.select(saved.c.entry_id, sa.literal(_SAVED, sa.String), saved.c.at, sa.false())
    return here.where(
        seen.c.channel_id == sa.bindparam("channel", type_=sa.Integer), seen.c.entry_id.in_(ids)
    ).union_all(
        mine.where(
            saved.c.workspace_id == SINGLE,
            saved.c.user == sa.bindparam("user"),
            saved.c.entry_id.in_(ids),
        )
    )
