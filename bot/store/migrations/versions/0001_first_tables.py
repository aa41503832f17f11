"""First tables, and the index in the form each database needs."""

from alembic import op

from bot.search.words import TERMS_VERSION
from bot.store.tables import facts, metadata

revision = "0001"
down_revision = None


def upgrade() -> None:
    connection = op.get_bind()
    metadata.create_all(connection)
    if connection.dialect.name == "sqlite":
        # Terms come ready: every character they are made of must count as a letter here.
        # No column sizes: only bm25 needs them, and we rank by ourselves.
        op.execute(
            "CREATE VIRTUAL TABLE entry_index USING fts5(terms, columnsize=0, "
            "tokenize=\"ascii tokenchars '^:%/._-'\")"
        )
    else:
        # Rows up to a page stay inline: reading a window must not fetch each vector from TOAST.
        op.execute(
            "CREATE TABLE entry_index (id bigint PRIMARY KEY, terms text NOT NULL, "
            "vector tsvector NOT NULL) WITH (toast_tuple_target = 8160)"
        )
        op.execute("CREATE INDEX ix_entry_index_vector ON entry_index USING gin (vector)")
    connection.execute(facts.insert().values(name="terms_version", value=TERMS_VERSION))
    op.execute("INSERT INTO workspaces (id) VALUES (1)")
    if connection.dialect.name == "postgresql":
        op.execute("SELECT setval(pg_get_serial_sequence('workspaces', 'id'), 1)")
