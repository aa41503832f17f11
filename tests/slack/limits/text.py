"""What Slack shows of a text, and whom it notifies."""

import re
from collections.abc import Collection, Iterator

LINK = re.compile(r"<https?://[^<>|\s]+(\|[^<>|\n]+)?>")
DATE = re.compile(r"<!date\^[0-9]+\^[^<>|^]+(\^https?://[^<>|\s]+)?\|[^<>|]+>")
NAMED = re.compile(r"<[@#]([A-Z0-9]+)>")
ENTITY = re.compile(r"&(amp|lt|gt);")
HALF_PAIR = re.compile("[\ud800-\udfff]")
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")  # turns around what stands after it
ADDRESS = re.compile(r"https?://[^\s<>|\"\\^`{}]+")


def length(text: str) -> int:
    """In UTF-16 units: whether Slack counts these or signs is not told, and they are more."""
    return len(text) + sum(1 for sign in text if sign > "\uffff")


def of_string(text: str) -> Iterator[str]:
    """Of any string in a payload."""
    if HALF_PAIR.search(text):
        yield "half a surrogate pair"


def of_shown(text: str) -> Iterator[str]:
    """Of what people read."""
    if not text.strip():
        yield "nothing to read"
    if CONTROL.search(text):
        yield "a control character"
    if TURNING.search(text):
        yield "a sign that turns around what follows it"


def of_mrkdwn(text: str, named: Collection[str]) -> Iterator[str]:
    """Of what Slack reads as mrkdwn. `named`: the ids that a mention may have."""
    rest = DATE.sub("", LINK.sub("", text))
    for id_ in NAMED.findall(rest):
        if id_ not in named:
            yield f"a mention of {id_}"
    rest = NAMED.sub("", rest)
    if "<" in rest or ">" in rest:
        yield "a mention, or a bracket that is not escaped"
    if "&" in ENTITY.sub("", text):
        yield "an ampersand that is not escaped"
