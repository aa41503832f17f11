"""The vocabulary; it is filled while the index is made anew."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

exact = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "vocabulary",
        sa.Column("term", exact, nullable=False),
        sa.Column("length", sa.SmallInteger(), nullable=False),
        sa.Column("head", exact, nullable=False),
        sa.Column("tail", exact, nullable=False),
        sa.Column("sound", exact),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("term", name=op.f("pk_vocabulary")),
        sqlite_with_rowid=False,
    )
    for name, columns in (
        ("head_length_entries_term", ["head", "length", "entries", "term"]),
        ("tail_length_entries_term", ["tail", "length", "entries", "term"]),
        ("sound_entries_term", ["sound", "entries", "term"]),
    ):
        op.create_index(op.f(f"ix_vocabulary_{name}"), "vocabulary", columns)
    op.execute("UPDATE facts SET value = '' WHERE name = 'terms_version'")  # not current: reindex
