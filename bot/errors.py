"""The errors a person can act on: each carries one sentence that says what to do."""


class PrdigestError(Exception):
    """Base of all errors raised on purpose; `str(error)` is fit to be shown to a person.

    `exit_code` is what a command ends with: 2 for what its caller must mend, 1 for what the
    outside world must. The English `sentence` has the `values` by `{name}`, so that it can be said
    in another language; a tuple among them is a choice (`a, b or c`). Without values it is said as
    it stands, braces and all.
    """

    exit_code = 1

    def __init__(self, sentence: str, **values: object) -> None:
        told = {name: _choice(value) for name, value in values.items()}
        super().__init__(sentence.format(**told) if values else sentence)
        self.sentence = sentence
        self.values = values


class ConfigError(PrdigestError):
    """The environment, a schedule file or a glossary says what we refuse; nothing was started."""

    exit_code = 2


class QueryError(PrdigestError):
    """A query cannot be read; the sentence shows the mend."""

    exit_code = 2


class DatabaseError(PrdigestError):
    """The database cannot be used: unreachable, or locked for too long."""


class VersionError(DatabaseError):
    """The database is of another version than this program."""

    exit_code = 2


class SlackError(PrdigestError):
    """Slack cannot be used at all: unreachable, or it refuses our token."""


def _choice(value: object) -> object:
    if not isinstance(value, tuple):
        return value
    *others, last = map(str, value)
    return f"{', '.join(others)} or {last}" if others else last
