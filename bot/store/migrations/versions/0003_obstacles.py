"""Obstacles and former ids of Channels; subscribers and Notices; the form of messages."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("channels", sa.Column("obstacle", sa.Text()))
    op.create_table(
        "former_channels",
        sa.Column("workspace_id", sa.Integer(), nullable=False),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_former_channels_workspace_id")
        ),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name=op.f("fk_former_channels_channel_id")
        ),
        sa.PrimaryKeyConstraint("workspace_id", "channel", name=op.f("pk_former_channels")),
    )
    op.add_column("subscriptions", sa.Column("subscriber", sa.String(32)))
    op.drop_column("subscriptions", "stopped")  # was never written
    op.add_column(
        "deliveries", sa.Column("fit", sa.String(8), nullable=False, server_default="blocks")
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("subscription_id", sa.Integer(), nullable=False),
        sa.Column("trouble", sa.String(16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("delivery_id", sa.Integer()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["subscription_id"],
            ["subscriptions.id"],
            name=op.f("fk_notices_subscription_id"),
        ),
        sa.ForeignKeyConstraint(
            ["delivery_id"], ["deliveries.id"], name=op.f("fk_notices_delivery_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
        sa.UniqueConstraint("delivery_id", name=op.f("uq_notices_delivery_id")),
    )
    op.create_index(op.f("ix_notices_subscription_id"), "notices", ["subscription_id"])
    op.create_index(op.f("ix_notices_told"), "notices", ["told"])
