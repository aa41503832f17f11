"""What a Channel has seen of a few Entries, and what a person saved."""

from datetime import UTC, datetime

from bot.core.roundup import SeenState
from bot.store.database import Database
from bot.store.past import Past, SeenAt, past
from bot.store.store import store_on
from bot.store.tables import saved, seen
from tests.roundups.builders import fill

AT = datetime(2026, 11, 24, 9, tzinfo=UTC)


def test_the_past_is_of_this_channel_and_this_person_alone(database: Database) -> None:
    store = store_on(database)
    fill(store, range(1, 6))
    one, two, three, four, five = sorted(stored.id for stored in store.entries.all())
    here, there = (store.channels.ensure(name).id for name in ("C0HERE", "C0THERE"))
    facts = [(here, one, "shown"), (here, two, "muted"), (here, five, "planned")]
    with database.write() as connection:
        for channel, entry, state in (*facts, (there, three, "shown")):
            row = {"channel_id": channel, "entry_id": entry, "state": state, "at": AT}
            connection.execute(seen.insert().values(row))
        for user, entry in (("U0ME", two), ("U0ME", three), ("U0YOU", one)):
            row = {"workspace_id": 1, "user": user, "entry_id": entry, "at": AT}
            connection.execute(saved.insert().values(row))
    asked = [one, two, three, four]
    assert past(database, asked, here, "U0ME") == Past(
        {one: SeenAt(SeenState.SHOWN, AT), two: SeenAt(SeenState.MUTED, AT)},
        frozenset({two, three}),
    )
    assert past(database, asked, None, "U0ME") == Past({}, frozenset({two, three}))
    assert past(database, [], here, "U0ME") == Past()
