"""The errors a person can act on: each carries one sentence that says what to do."""


class PrdigestError(Exception):
    """Base of all errors raised on purpose; `str(error)` is fit to be shown to a person."""


class ConfigError(PrdigestError):
    """The environment, or a schedule file, says something we refuse; nothing was started."""


class QueryError(PrdigestError):
    """A query cannot be read; the sentence shows the mend."""


class DatabaseError(PrdigestError):
    """The database cannot be used: unreachable, locked for too long, or of a newer version."""


class SlackError(PrdigestError):
    """Slack cannot be used at all: unreachable, or it refuses our token."""
