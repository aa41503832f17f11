"""The tables, as SQLAlchemy Core describes them; migrations/ brings a database to this shape."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Utc(TypeDecorator[datetime]):
    """Aware UTC in and out on every database; a naive datetime is refused.

    SQLite gives back naive datetimes, so the zone is put on again here.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored moment needs a zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


facts = Table(
    "facts",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

workspaces = Table(
    "workspaces",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("team_id", String(32), unique=True),
    Column("enterprise_id", String(32)),
    Column("stopped", Text),  # why Slack no longer lets us in; null while it does
    Column("timezone", String(64)),  # what a Subscription made in Slack was last given
)

# What Slack says of people who asked, where it lets us ask (`users:read`).
people = Table(
    "people",
    metadata,
    Column("workspace_id", ForeignKey("workspaces.id"), primary_key=True),
    Column("user", String(32), primary_key=True),  # Slack's id
    Column("locale", String(32)),
    Column("timezone", String(64)),
    Column("at", Utc, nullable=False),  # when it was asked
)

channels = Table(
    "channels",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("workspace_id", ForeignKey("workspaces.id"), nullable=False),
    Column("channel", String(32), nullable=False),
    Column("obstacle", Text),  # why Slack lets nothing be posted there; null while it does
    UniqueConstraint("workspace_id", "channel"),
)

# Ids that Slack has changed: schedule files may still say the old one.
former_channels = Table(
    "former_channels",
    metadata,
    Column("workspace_id", ForeignKey("workspaces.id"), primary_key=True),
    Column("channel", String(32), primary_key=True),
    Column("channel_id", ForeignKey("channels.id"), nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("repo", Text, nullable=False),
    Column("repo_folded", Text, nullable=False),
    Column("pr", BigInteger),
    Column("headline", Text, nullable=False),
    Column("headline_hash", String(8), nullable=False),
    Column("nth", Integer, nullable=False, default=1),  # of the Entries with this headline
    Column("verdict", Text, nullable=False),
    Column("level", String(16), nullable=False),
    Column("evidence", Text, nullable=False),
    Column("title", Text),
    Column("url", Text),
    Column("labels", JSON, nullable=False),
    Column("author", Text),
    Column("merged_at", Date),
    Column("visibility", JSON, nullable=False),
    Column("date", Date, nullable=False),  # of the newest Digest that tells it
    Column("dated", Boolean, nullable=False, default=True),  # false: the day of import
    Column("first_on", Date, nullable=False),  # of the earliest Digest that tells it
    Column("source", Text, nullable=False),  # the file that told it last
    # days since 1970 << 32 | sequence: newest first is then descending order (design: newest first)
    Column("index_id", BigInteger, unique=True),
    UniqueConstraint("pr", "repo_folded"),
    Index(None, "repo_folded", "headline_hash"),
    Index(None, "date"),
    sqlite_autoincrement=True,  # a row id is never used again: old Slack buttons carry it
)

# Every Key an Entry ever had, the current one and its aliases, split into its case-folded stem
# (`owner/name#123`, `owner/name~1a2b3c4d`) and, of Entries with one headline, which it is.
keys = Table(
    "keys",
    metadata,
    Column("stem", Text, primary_key=True),
    Column("nth", Integer, primary_key=True),
    Column("entry_id", ForeignKey("entries.id", ondelete="CASCADE"), nullable=False, index=True),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("workspace_id", ForeignKey("workspaces.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("channel_id", ForeignKey("channels.id"), nullable=False, index=True),
    Column("source", String(8), nullable=False),  # yaml or slack
    Column("file", Text),
    Column("every", Text, nullable=False),
    Column("timezone", String(64), nullable=False),
    Column("filter", Text),
    Column("level", String(16), nullable=False),
    Column("limit", Integer, nullable=False),
    Column("language", String(8), nullable=False),
    Column("grace_s", Integer),  # null: the default for its rhythm
    Column("max_age_days", Integer, nullable=False),
    Column("holidays", JSON, nullable=False),  # [[first, last], …] as ISO dates
    Column("quiet", String(8), nullable=False),
    Column("paused", Boolean, nullable=False, default=False),
    Column("retired", Boolean, nullable=False, default=False),
    Column("subscriber", String(32)),  # who is told of trouble
    Column("stopped", Text),  # of nobody any more; versions before 0003 read it
    Column("known_at", Utc, nullable=False),  # falls due only after this
    Column("reaches_from", Date),  # no Entry before it shows; null before a Delivery in its Channel
    Column("edited_at", Utc),  # when its rule last changed, or it was resumed: the same
    Column("paused_until", Utc),  # as people paused it in Slack; falls due only after this
    UniqueConstraint("workspace_id", "name"),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("subscription_id", ForeignKey("subscriptions.id"), nullable=False),
    Column("channel_id", ForeignKey("channels.id"), nullable=False),
    Column("due", Utc, nullable=False),  # the nominal moment
    Column("effective", Utc, nullable=False),  # later than `due` where that is a holiday
    Column("grace_until", Utc, nullable=False),
    Column("weekly", Boolean, nullable=False),  # whether its rule then was rarer than daily
    Column("state", String(16), nullable=False, index=True),
    Column("claimed_by", String(64), nullable=False),  # empty: nobody holds it
    Column("claimed_at", Utc, nullable=False),  # real time, also under --now
    Column("lease_until", Utc, nullable=False),  # not taken up by another before this
    Column("token", String(32), nullable=False),  # in the metadata of its messages
    Column("posted_at", Utc),
    Column("error", Text),
    Column("entry_ids", JSON, nullable=False),  # the Roundup, in order, for the audit
    Column("left", Integer, nullable=False, default=0),  # unseen Entries kept for next time
    Column("of", Integer, nullable=False, server_default="0"),  # all that was new, of any Level
    Column("fit", String(8), nullable=False, server_default="blocks"),  # form of its messages
    UniqueConstraint("subscription_id", "due"),
)

# The Plan of a Delivery: its messages, stored before the first is posted.
parts = Table(
    "parts",
    metadata,
    Column("delivery_id", ForeignKey("deliveries.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("message", JSON, nullable=False),
    Column("entry_ids", JSON, nullable=False),  # the Entries it tells
    Column("calling_at", Utc),  # when the call that posts it began; null before
    Column("ts", Text),  # Slack's; null until it is known to be posted
)

seen = Table(
    "seen",
    metadata,
    Column("channel_id", ForeignKey("channels.id"), primary_key=True),
    Column("entry_id", ForeignKey("entries.id", ondelete="CASCADE"), primary_key=True),
    Column("state", String(8), nullable=False),  # planned, shown or muted
    Column("delivery_id", ForeignKey("deliveries.id"), index=True),
    Column("at", Utc, nullable=False),
)

saved = Table(
    "saved",
    metadata,
    Column("workspace_id", ForeignKey("workspaces.id"), primary_key=True),
    Column("user", String(32), primary_key=True),  # Slack's id
    Column("entry_id", ForeignKey("entries.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("at", Utc, nullable=False),
)

# The newest share of an Entry by a person into a Channel.
shares = Table(
    "shares",
    metadata,
    Column("channel_id", ForeignKey("channels.id"), primary_key=True),
    Column("entry_id", ForeignKey("entries.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("user", String(32), nullable=False),  # Slack's id
    Column("state", String(16), nullable=False),  # calling, shared or uncertain
    Column("first", Boolean, nullable=False),  # whether it was unseen before
    Column("at", Utc, nullable=False),
)

# Events of Slack that were taken in, so that one told again is not.
heard = Table(
    "heard",
    metadata,
    Column("event", String(64), primary_key=True),
    Column("at", Utc, nullable=False, index=True),
)

# What subscribers are told by direct message, once.
notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("subscription_id", ForeignKey("subscriptions.id"), nullable=False, index=True),
    Column("trouble", String(16), nullable=False),  # obstacle or uncertain
    Column("reason", Text, nullable=False),
    Column("delivery_id", ForeignKey("deliveries.id"), unique=True),  # the uncertain one
    Column("at", Utc, nullable=False),  # told no sooner
    Column("told", Boolean, nullable=False, default=False, index=True),
)

# What a mistyped word may mean: Terms of public Entries, found by clues, the commonest first.
_exact = Text().with_variant(Text(collation="C"), "postgresql")
vocabulary = Table(
    "vocabulary",
    metadata,
    Column("term", _exact, primary_key=True),
    Column("length", SmallInteger, nullable=False),
    Column("head", _exact, nullable=False),  # its first characters
    Column("tail", _exact, nullable=False),  # its last ones
    Column("sound", _exact),  # of a Chinese word
    Column("entries", Integer, nullable=False),  # how many have it, roughly
    Index(None, "head", "length", "entries", "term"),
    Index(None, "tail", "length", "entries", "term"),
    Index(None, "sound", "entries", "term"),
    sqlite_with_rowid=False,
)
