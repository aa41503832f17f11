"""What Slack took: the truth that everything is judged by."""

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from bot.slack.kit.blocks import strings

Arguments = dict[str, Any]

_ENTRY = re.compile(r"entry-(\d+)")  # stands once in each headline that the tests import


@dataclass(frozen=True, slots=True)
class Taken:
    """A message that Slack took, read from the request.

    `entries` are the numbers of the Entries its readers see, one as often as it stands there.
    `delivery` and `part` are what its metadata says, None without. `is_plain`: it has no blocks.
    """

    channel: str
    ts: str
    thread_ts: str | None = None
    entries: tuple[int, ...] = ()
    delivery: int | None = None
    part: int | None = None
    is_plain: bool = False


def taken(arguments: Arguments, ts: str) -> Taken:
    """The message of a call of `chat.postMessage` that was answered with `ts`."""
    blocks, text = _plain(arguments.get("blocks") or []), str(arguments.get("text", ""))
    metadata = _plain(arguments.get("metadata") or {})
    payload = metadata.get("event_payload", {})
    seen = " ".join(strings(blocks)) if blocks else text
    return Taken(
        channel=str(arguments.get("channel")),
        ts=ts,
        thread_ts=arguments.get("thread_ts"),
        entries=tuple(int(number) for number in _ENTRY.findall(seen)),
        delivery=payload.get("delivery"),
        part=payload.get("part"),
        is_plain=not blocks,
    )


def arguments_of(body: bytes) -> Arguments:
    """The arguments of a call, sent as JSON or as a form."""
    if body.startswith(b"{"):
        read: Arguments = json.loads(body)
        return read
    return dict(parse_qsl(body.decode(), keep_blank_values=True))


def _plain(value: Any) -> Any:
    """A form has JSON in its fields."""
    return json.loads(value) if isinstance(value, str) else value
