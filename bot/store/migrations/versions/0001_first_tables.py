"""First tables, and the index in the form each database needs."""

from alembic import op

from bot.store.tables import metadata

revision = "0001"
down_revision = None


def upgrade() -> None:
    connection = op.get_bind()
    metadata.create_all(connection)
    if connection.dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE entry_index USING fts5(headline, verdict, headline_whole, "
            "verdict_whole, filters, tokenize=\"ascii tokenchars '_:/-.#+~@=,'\")"
        )
    else:
        op.execute("CREATE TABLE entry_index (id bigint PRIMARY KEY, terms tsvector NOT NULL)")
        op.execute("CREATE INDEX ix_entry_index_terms ON entry_index USING gin (terms)")
    op.execute("INSERT INTO workspaces (id) VALUES (1)")
    if connection.dialect.name == "postgresql":
        op.execute("SELECT setval(pg_get_serial_sequence('workspaces', 'id'), 1)")
