"""Log lines: for people or as JSON, and never with a secret in them."""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any

from bot.config import LogFormat

_SECRET = re.compile(
    r"xox[a-z.]*-[\w.-]+|xapp-[\w.-]+|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"
    r"|(?<=ticket=)[\w.%-]+"  # lets whoever has it take our place in Socket Mode
    r"|(?<=hooks\.slack\.com/)[\w/%-]+"  # a response_url: lets whoever has it answer for us
)
_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


def set_up(level: str, form: LogFormat) -> None:
    """Send every logger's lines to standard error, at `level` and above."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form is LogFormat.JSON else _Text())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for noisy in ("apscheduler", "alembic"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(level)))


def redact(text: str) -> str:
    """`text` with Slack tokens, and the password of an address, replaced by ***."""
    return _SECRET.sub("***", text)


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        parts = [_moment(record), record.levelname, record.getMessage()]
        parts += [f"{name}={value}" for name, value in _extra(record).items()]
        return redact(" ".join(parts) + _traceback(self, record))


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": _moment(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **_extra(record),
        }
        if trace := _traceback(self, record).strip():
            line["traceback"] = trace
        return redact(json.dumps(line, ensure_ascii=False, default=str))


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    """What a caller gave as `extra={…}`."""
    return {name: value for name, value in vars(record).items() if name not in _PLAIN}


def _traceback(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    return "\n" + formatter.formatException(record.exc_info) if record.exc_info else ""
