"""First tables, and the index in the form each database needs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

moment = sa.DateTime(timezone=True)


def upgrade() -> None:
    _create_tables()
    if op.get_bind().dialect.name == "sqlite":
        _create_fts5_index()
    else:
        _create_gin_index()
    op.execute("INSERT INTO workspaces (id) VALUES (1)")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("SELECT setval(pg_get_serial_sequence('workspaces', 'id'), 1)")


def _create_fts5_index() -> None:
    # Terms come ready: every character they are made of must count as a letter here.
    # No column sizes: only bm25 needs them, and we rank by ourselves.
    op.execute(
        "CREATE VIRTUAL TABLE entry_index USING fts5(terms, columnsize=0, "
        "tokenize=\"ascii tokenchars '^:%/._-'\")"
    )


def _create_gin_index() -> None:
    # Rows up to a page stay inline: reading a window must not fetch each vector from TOAST.
    op.execute(
        "CREATE TABLE entry_index (id bigint PRIMARY KEY, terms text NOT NULL, "
        "vector tsvector NOT NULL) WITH (toast_tuple_target = 8160)"
    )
    op.execute("CREATE INDEX ix_entry_index_vector ON entry_index USING gin (vector)")


def _create_tables() -> None:
    op.create_table(
        "entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("repo", sa.Text(), nullable=False),
        sa.Column("repo_folded", sa.Text(), nullable=False),
        sa.Column("pr", sa.BigInteger()),
        sa.Column("headline", sa.Text(), nullable=False),
        sa.Column("headline_hash", sa.String(length=8), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("level", sa.String(length=16), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.Column("title", sa.Text()),
        sa.Column("url", sa.Text()),
        sa.Column("labels", sa.JSON(), nullable=False),
        sa.Column("author", sa.Text()),
        sa.Column("merged_at", sa.Date()),
        sa.Column("visibility", sa.JSON(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("dated", sa.Boolean(), nullable=False),
        sa.Column("first_on", sa.Date(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("index_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sa.UniqueConstraint("index_id", name=op.f("uq_entries_index_id")),
        sa.UniqueConstraint("pr", "repo_folded", name=op.f("uq_entries_pr_repo_folded")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_entries_date"), "entries", ["date"])
    op.create_index(
        op.f("ix_entries_repo_folded_headline_hash"), "entries", ["repo_folded", "headline_hash"]
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_facts")),
    )
    op.create_table(
        "workspaces",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.String(length=32)),
        sa.Column("enterprise_id", sa.String(length=32)),
        sa.Column("stopped", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_workspaces")),
        sa.UniqueConstraint("team_id", name=op.f("uq_workspaces_team_id")),
    )
    op.create_table(
        "channels",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("workspace_id", sa.Integer(), nullable=False),
        sa.Column("channel", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_channels_workspace_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channels")),
        sa.UniqueConstraint(
            "workspace_id", "channel", name=op.f("uq_channels_workspace_id_channel")
        ),
    )
    op.create_table(
        "keys",
        sa.Column("stem", sa.Text(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entries.id"], name=op.f("fk_keys_entry_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("stem", "nth", name=op.f("pk_keys")),
    )
    op.create_index(op.f("ix_keys_entry_id"), "keys", ["entry_id"])
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("workspace_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=8), nullable=False),
        sa.Column("file", sa.Text()),
        sa.Column("every", sa.Text(), nullable=False),
        sa.Column("timezone", sa.String(length=64), nullable=False),
        sa.Column("filter", sa.Text()),
        sa.Column("level", sa.String(length=16), nullable=False),
        sa.Column("limit", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("grace_s", sa.Integer()),
        sa.Column("max_age_days", sa.Integer(), nullable=False),
        sa.Column("holidays", sa.JSON(), nullable=False),
        sa.Column("quiet", sa.String(length=8), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("retired", sa.Boolean(), nullable=False),
        sa.Column("stopped", sa.Text()),
        sa.Column("known_at", moment, nullable=False),
        sa.Column("edited_at", moment),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name=op.f("fk_subscriptions_channel_id")
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_subscriptions_workspace_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subscriptions")),
        sa.UniqueConstraint(
            "workspace_id", "name", name=op.f("uq_subscriptions_workspace_id_name")
        ),
    )
    op.create_index(op.f("ix_subscriptions_channel_id"), "subscriptions", ["channel_id"])
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("subscription_id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("due", moment, nullable=False),
        sa.Column("effective", moment, nullable=False),
        sa.Column("grace_until", moment, nullable=False),
        sa.Column("weekly", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("claimed_by", sa.String(length=64), nullable=False),
        sa.Column("claimed_at", moment, nullable=False),
        sa.Column("lease_until", moment, nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("posted_at", moment),
        sa.Column("error", sa.Text()),
        sa.Column("entry_ids", sa.JSON(), nullable=False),
        sa.Column("left", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name=op.f("fk_deliveries_channel_id")
        ),
        sa.ForeignKeyConstraint(
            ["subscription_id"], ["subscriptions.id"], name=op.f("fk_deliveries_subscription_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
        sa.UniqueConstraint(
            "subscription_id", "due", name=op.f("uq_deliveries_subscription_id_due")
        ),
    )
    op.create_index(op.f("ix_deliveries_state"), "deliveries", ["state"])
    op.create_table(
        "parts",
        sa.Column("delivery_id", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("message", sa.JSON(), nullable=False),
        sa.Column("entry_ids", sa.JSON(), nullable=False),
        sa.Column("calling_at", moment),
        sa.Column("ts", sa.Text()),
        sa.ForeignKeyConstraint(
            ["delivery_id"],
            ["deliveries.id"],
            name=op.f("fk_parts_delivery_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("delivery_id", "n", name=op.f("pk_parts")),
    )
    op.create_table(
        "seen",
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("delivery_id", sa.Integer()),
        sa.Column("at", moment, nullable=False),
        sa.ForeignKeyConstraint(["channel_id"], ["channels.id"], name=op.f("fk_seen_channel_id")),
        sa.ForeignKeyConstraint(
            ["delivery_id"], ["deliveries.id"], name=op.f("fk_seen_delivery_id")
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entries.id"], name=op.f("fk_seen_entry_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("channel_id", "entry_id", name=op.f("pk_seen")),
    )
    op.create_index(op.f("ix_seen_delivery_id"), "seen", ["delivery_id"])
