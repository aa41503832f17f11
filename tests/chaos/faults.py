"""What may go wrong with one call to Slack."""

import json
from dataclasses import dataclass, field
from enum import Enum
from threading import Event

STALL_S = 0.2
"""How long a stalled call hangs until its connection ends. A client gives up after 15 seconds and
has learnt just as much; only `make chaos` waits that long."""


class Takes(Enum):
    """Whether Slack takes the call."""

    NEVER = "not taken"
    AT_ONCE = "taken"
    LATE = "taken late"  # after the caller has given up; the test says when


@dataclass(frozen=True, slots=True)
class Answer:
    """What the caller gets; without a status the connection ends, after `stalls_s`."""

    name: str
    status: int | None = None
    body: bytes = b""
    retry_after: str | None = None
    stalls_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Held:
    """A call that Slack has taken, and whose answer comes when it is `released`."""

    taken: Event = field(default_factory=Event)
    released: Event = field(default_factory=Event)


@dataclass(frozen=True, slots=True)
class Fault:
    """How one call goes wrong; without an `answer` Slack's own is given.

    That waits if it is `held`; with `leaves` nobody listens any more when it is given.
    """

    takes: Takes = Takes.NEVER
    answer: Answer | None = None
    leaves: bool = False
    held: Held | None = None

    def __str__(self) -> str:
        return f"{self.answer.name}, {self.takes.value}" if self.answer else "late"


def answered(name: str, status: int, value: object, retry_after: str | None = None) -> Answer:
    """A whole HTTP answer; a value that is not a string is sent as JSON."""
    body = value if isinstance(value, str) else json.dumps(value)
    return Answer(name, status, body.encode(), retry_after)


def refused(code: str) -> Fault:
    """Slack says no by one of its codes: nothing was taken."""
    return Fault(answer=answered(code, 200, {"ok": False, "error": code}))


def limited(retry_after: str | None = "30", value: object = None, status: int = 429) -> Fault:
    """A rate limit: nothing was taken."""
    body = {"ok": False, "error": "ratelimited"} if value is None else value
    return Fault(answer=answered(f"{status} {body} {retry_after}", status, body, retry_after))


HANGS_UP = Answer("hung up")
_WITHOUT_SLACK = (
    HANGS_UP,
    Answer("stalled", stalls_s=STALL_S),
    answered("500", 500, {"ok": False, "error": "not_in_channel"}),
    answered("503", 503, "no healthy upstream"),
    answered("html", 200, "<html>a captive portal</html>"),
    answered("internal_error", 200, {"ok": False, "error": "internal_error"}),
)
UNANSWERED = (
    *_WITHOUT_SLACK,
    answered("truncated", 200, '{"ok": true, "ts": "17'),
    answered("empty", 200, ""),
    answered("huge", 200, '{"ok": true, "warning": "' + "x" * 1_000_000),
    answered("no object", 200, [1, 2]),
    answered("no ts", 200, {"ok": True}),
    answered("odd code", 200, {"ok": False, "error": "Was ist los?"}),
    *(
        answered(code, 200, {"ok": False, "error": code})
        for code in ("fatal_error", "service_unavailable", "request_timeout")
    ),
)
"""Answers after which nobody can say whether the call was taken."""

NOT_TAKEN = tuple(Fault(Takes.NEVER, answer) for answer in UNANSWERED)
TAKEN = tuple(Fault(Takes.AT_ONCE, answer) for answer in UNANSWERED)
AMBIGUOUS = (
    *TAKEN,
    *(Fault(Takes.NEVER, answer) for answer in _WITHOUT_SLACK),
    Fault(Takes.LATE, HANGS_UP),
)
LIMITS = (
    limited(),
    limited("0"),
    limited(None),
    limited("soon"),
    limited("30", "<html>slow down</html>"),
    limited("30", {"ok": False, "error": "ratelimited"}, status=200),
    limited(None, {"ok": False, "error": "rate_limited"}, status=200),
)
GONE = Fault(Takes.AT_ONCE, leaves=True)
