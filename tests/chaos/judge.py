"""The judge: reads what Slack took, and says what is there twice, lost, or told wrongly."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tests.chaos.taken import Taken

OVER = {"posted", "quiet", "failed", "missed"}


class Wrong(StrEnum):
    """What may be wrong."""

    DUPLICATE = "duplicate"  # an Entry or a part is in the channel more than once
    LOSS = "loss"  # an Entry never came, or an Occurrence was left out
    AUDIT = "audit"  # what the audit says is not what is in the channel
    BROKEN = "broken"  # a clock did not end as it should


@dataclass(frozen=True, slots=True)
class Finding:
    wrong: Wrong
    what: str

    def __str__(self) -> str:
        return f"{self.wrong}: {self.what}"


def judge(
    taken: Sequence[Taken],
    entries: Mapping[str, Iterable[int]],
    audit: Sequence[Mapping[str, Any]],
) -> list[Finding]:
    """Whether each Channel has each of its `entries` once, and the audit says just that.

    `audit` is what `deliveries --json` prints.
    """
    return [
        *_entries(taken, entries),
        *_parts(taken),
        *_audit(taken, audit),
    ]


def occurrences(
    audit: Sequence[Mapping[str, Any]], subscriptions: Iterable[str], dues: Iterable[str]
) -> list[Finding]:
    """Whether each Subscription delivered at each of these moments, at which all could be."""
    states = {(row["subscription"], row["due"]): row["state"] for row in audit}
    expected = [(name, due) for name in subscriptions for due in dues]
    return [
        Finding(Wrong.LOSS, f"{name}, due {due}: {states.get((name, due), 'no Delivery')}")
        for name, due in expected
        if states.get((name, due)) not in {"posted", "quiet"}
    ]


def _entries(taken: Sequence[Taken], entries: Mapping[str, Iterable[int]]) -> Iterator[Finding]:
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for message in taken:
        counts[message.channel].update(message.entries)
    for channel, expected in entries.items():
        for entry, times in counts[channel].items():
            if times > 1:
                yield Finding(Wrong.DUPLICATE, f"entry {entry} in {channel}, {times} times")
        for entry in sorted(set(expected) - set(counts[channel])):
            yield Finding(Wrong.LOSS, f"entry {entry} never came to {channel}")


def _parts(taken: Sequence[Taken]) -> Iterator[Finding]:
    parts = Counter((each.delivery, each.part) for each in taken if each.delivery is not None)
    for (delivery, part), times in parts.items():
        if times > 1:
            yield Finding(Wrong.DUPLICATE, f"part {part} of delivery {delivery}, {times} times")


def _audit(taken: Sequence[Taken], audit: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    """Parts are known by channel and ts: a message may be without its mark."""
    there = {(each.channel, each.ts): each for each in taken}
    known: set[tuple[str, str]] = set()
    for row in audit:
        if row["state"] not in OVER:
            yield Finding(Wrong.AUDIT, f"delivery {row['id']} is left {row['state']}")
        places = [(row["channel"], part["ts"]) for part in row["parts"] if part["ts"]]
        known.update(places)
        for place in places:
            if place not in there:
                yield Finding(Wrong.AUDIT, f"delivery {row['id']}: no message at {place}")
        shown = sorted(n for place in places if place in there for n in there[place].entries)
        told = sorted(int(key.partition("#")[2]) for key in row["entries"])
        if row["state"] == "posted" and shown != told:
            yield Finding(Wrong.AUDIT, f"delivery {row['id']} showed {shown} and says {told}")
        if row["state"] != "posted" and shown:
            yield Finding(Wrong.AUDIT, f"delivery {row['id']}, {row['state']}, showed {shown}")
    for place in sorted(there.keys() - known):
        yield Finding(Wrong.AUDIT, f"the audit does not know the message at {place}")
