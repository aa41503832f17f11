"""Obstacles and former ids of Channels; subscribers and Notices; the form of messages."""

from datetime import timedelta

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
    op.add_column("subscriptions", sa.Column("reaches_from", sa.Date()))
    _reach_as_before()
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


def _reach_as_before() -> None:
    """Each Subscription reaches 14 days beyond its first Delivery in its Channel."""
    subscriptions = sa.table(
        "subscriptions",
        sa.column("id"),
        sa.column("channel_id"),
        sa.column("reaches_from", sa.Date),
    )
    deliveries = sa.table(
        "deliveries",
        sa.column("subscription_id"),
        sa.column("channel_id"),
        sa.column("due", sa.DateTime(timezone=True)),
    )
    here = sa.and_(
        deliveries.c.subscription_id == subscriptions.c.id,
        deliveries.c.channel_id == subscriptions.c.channel_id,
    )
    first = sa.select(subscriptions.c.id, sa.func.min(deliveries.c.due)).join(deliveries, here)
    connection = op.get_bind()
    for id_, due in connection.execute(first.group_by(subscriptions.c.id)).all():
        since = (due - timedelta(days=14)).date()
        this = subscriptions.c.id == id_
        connection.execute(sa.update(subscriptions).where(this).values(reaches_from=since))
