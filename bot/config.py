"""The environment, read into one value; nothing else looks at it."""

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from bot.errors import ConfigError


class LogFormat(StrEnum):
    """How a log line is written."""

    TEXT = "text"
    JSON = "json"


LATER = ("PRDIGEST_PUSH_TOKEN", "PRDIGEST_SECRET_KEYS")
"""Names with a meaning in a later version: whoever sets one must not believe it is at work."""

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

_NAMES = (
    *("DATABASE_URL", "PORT", "LOG_LEVEL", "LOG_FORMAT"),
    *("SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_APP_TOKEN", "SLACK_API_URL"),
    *("PRDIGEST_URL", "PRDIGEST_DIGESTS", "PRDIGEST_SCHEDULES", "PRDIGEST_CLOCK"),
    *("PRDIGEST_GLOSSARY", "PRDIGEST_ADMINS"),
)


@dataclass(frozen=True, slots=True)
class Config:
    """What the environment says. Secrets stay out of its repr; None means not set."""

    database_url: str = field(default="sqlite:///prdigest.db", repr=False)
    bot_token: str | None = field(default=None, repr=False)
    signing_secret: str | None = field(default=None, repr=False)
    app_token: str | None = field(default=None, repr=False)
    slack_api_url: str = "https://slack.com/api/"
    port: int = 3000
    public_url: str | None = None
    digests: Path = Path("digests")
    schedules: Path = Path("schedules")
    glossary: Path | None = None
    clock: bool = True
    admins: frozenset[str] = frozenset()  # Slack's user ids; empty: members of the channel
    log_level: str = "INFO"
    log_format: LogFormat = LogFormat.TEXT
    unused: tuple[str, ...] = ()  # names that are set and mean nothing in this version

    def need_bot_token(self) -> str:
        """The bot token. Raises ConfigError, with where to find one, if there is none."""
        return self._need(
            "SLACK_BOT_TOKEN",
            self.bot_token,
            "copy the Bot User OAuth Token (xoxb-…) from the app's page OAuth & Permissions",
        )

    def need_signing_secret(self) -> str:
        """The signing secret. Raises ConfigError, with where to find it, if there is none."""
        return self._need(
            "SLACK_SIGNING_SECRET",
            self.signing_secret,
            "copy the Signing Secret from the app's page Basic Information",
        )

    def need_app_token(self) -> str:
        """The app-level token. Raises ConfigError, with where to make one, if there is none."""
        return self._need(
            "SLACK_APP_TOKEN",
            self.app_token,
            "make an App-Level Token (xapp-…) with the scope connections:write "
            "on the app's page Basic Information",
        )

    @staticmethod
    def _need(name: str, value: str | None, where: str) -> str:
        if value is None:
            raise ConfigError(f"{name} is not set: {where}")
        return value


def from_environment() -> Config:
    """The Config of this process. Raises ConfigError as `read` does."""
    return read(os.environ)


def read(environ: Mapping[str, str]) -> Config:
    """The Config that `environ` describes; an empty value counts as not set.

    Raises ConfigError, one sentence with the mend, for a value it refuses.
    """
    given = {name: value for name, value in environ.items() if value.strip()}
    for name in _NAMES:
        _refuse_edges(name, given.get(name, ""))
    if "SLACK_CLIENT_ID" in given or "SLACK_CLIENT_SECRET" in given:
        raise ConfigError(
            "SLACK_CLIENT_ID and SLACK_CLIENT_SECRET ask for OAuth, which this version does not "
            "offer: unset them and set SLACK_BOT_TOKEN"
        )
    plain = Config()
    return Config(
        database_url=_database_url(given.get("DATABASE_URL", plain.database_url)),
        bot_token=_token(given, "SLACK_BOT_TOKEN", "xoxb-", wrong=("xapp-", "xoxp-")),
        signing_secret=_token(given, "SLACK_SIGNING_SECRET", "a hex string", wrong=("xox", "xapp")),
        app_token=_token(given, "SLACK_APP_TOKEN", "xapp-", wrong=("xox",)),
        slack_api_url=_slack_api_url(given.get("SLACK_API_URL", plain.slack_api_url)),
        port=_port(given.get("PORT", str(plain.port))),
        public_url=_public_url(given.get("PRDIGEST_URL")),
        digests=Path(given.get("PRDIGEST_DIGESTS", plain.digests)),
        schedules=Path(given.get("PRDIGEST_SCHEDULES", plain.schedules)),
        glossary=Path(given["PRDIGEST_GLOSSARY"]) if "PRDIGEST_GLOSSARY" in given else None,
        clock=_choice(given, "PRDIGEST_CLOCK", "on", ("on", "off")) == "on",
        admins=_admins(given.get("PRDIGEST_ADMINS", "")),
        log_level=_choice(given, "LOG_LEVEL", plain.log_level, LOG_LEVELS),
        log_format=LogFormat(_choice(given, "LOG_FORMAT", plain.log_format, tuple(LogFormat))),
        unused=tuple(name for name in LATER if name in given),
    )


def _refuse_edges(name: str, value: str) -> None:
    """Refuse a blank at an end: of a file's name, say, it would quietly make another."""
    if value != value.strip():
        raise ConfigError(f"{name} begins or ends with a blank; set it without")


def _database_url(url: str) -> str:
    if not re.match(r"(sqlite|postgres|postgresql|postgresql\+psycopg)://", url):
        raise ConfigError("DATABASE_URL begins with neither sqlite:/// nor postgres://; mend it")
    return url


def _token(given: Mapping[str, str], name: str, form: str, wrong: tuple[str, ...]) -> str | None:
    """A secret as given. Never part of a message: only its name is."""
    value = given.get(name)
    if value is None:
        return None
    if not re.fullmatch(r"[!-~]+", value):
        raise ConfigError(f"{name} has a blank or an odd character in it; copy it once more")
    if value.startswith(wrong):
        raise ConfigError(f"{name} holds a secret of another kind; it should be {form}")
    return value


def _slack_api_url(url: str) -> str:
    parts = _url("SLACK_API_URL", url)
    if parts.scheme == "http" and not _is_near(parts.hostname or ""):
        raise ConfigError("SLACK_API_URL is plain http to a far host: the token would be readable")
    return url if url.endswith("/") else url + "/"


def _public_url(url: str | None) -> str | None:
    if url is None:
        return None
    _url("PRDIGEST_URL", url)
    return url.rstrip("/")


def _url(name: str, url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        if parts.scheme in {"http", "https"} and parts.hostname and "@" not in parts.netloc:
            return parts
    except ValueError:
        pass  # an unclosed [ in the host, say: refused like the rest
    raise ConfigError(f"{name} is no http(s) address; write it like https://example.com")


def _is_near(host: str) -> bool:
    """Whether `host` is this machine, or a name without dots (a neighbour container)."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return "." not in host


def _admins(text: str) -> frozenset[str]:
    ids = [part for part in re.split(r"[,\s]+", text) if part]
    for id_ in ids:
        if not re.fullmatch(r"[UW][A-Z0-9]{2,30}", id_):
            raise ConfigError(
                f"PRDIGEST_ADMINS has {id_[:20]!r}; name people by their member ids, separated by "
                "commas, as in U0123ABCD (in a person's profile: ⋮, Copy member ID)"
            )
    return frozenset(ids)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise ConfigError(f"PORT is {text[:20]!r}; it should be a number from 1 to 65535")
    return int(text)


def _choice(given: Mapping[str, str], name: str, default: str, known: tuple[str, ...]) -> str:
    value = given.get(name, default)
    for choice in known:
        if value.casefold() == choice.casefold():
            return choice
    raise ConfigError(f"{name} is {value[:20]!r}; it should be one of {', '.join(known)}")
