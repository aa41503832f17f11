"""What people keep, share and pause in Slack, who they are, and which events were heard."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("workspaces", sa.Column("timezone", sa.String(64)))
    op.add_column("deliveries", sa.Column("of", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("subscriptions", sa.Column("paused_until", sa.DateTime(timezone=True)))
    op.create_table(
        "people",
        sa.Column("workspace_id", sa.Integer(), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("locale", sa.String(32)),
        sa.Column("timezone", sa.String(64)),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_people_workspace_id")
        ),
        sa.PrimaryKeyConstraint("workspace_id", "user", name=op.f("pk_people")),
    )
    op.create_table(
        "saved",
        sa.Column("workspace_id", sa.Integer(), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_saved_workspace_id")
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entries.id"], name=op.f("fk_saved_entry_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("workspace_id", "user", "entry_id", name=op.f("pk_saved")),
    )
    op.create_index(op.f("ix_saved_entry_id"), "saved", ["entry_id"])
    op.create_table(
        "shares",
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("first", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["channel_id"], ["channels.id"], name=op.f("fk_shares_channel_id")),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entries.id"], name=op.f("fk_shares_entry_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("channel_id", "entry_id", name=op.f("pk_shares")),
    )
    op.create_index(op.f("ix_shares_entry_id"), "shares", ["entry_id"])
    op.create_table(
        "heard",
        sa.Column("event", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("event", name=op.f("pk_heard")),
    )
    op.create_index(op.f("ix_heard_at"), "heard", ["at"])
