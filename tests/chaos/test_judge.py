"""The judge finds what is there twice, what never came, and what the audit has wrong."""

from dataclasses import replace
from typing import Any

from tests.chaos.judge import judge, occurrences
from tests.chaos.taken import Taken

LEAD = Taken("C1", "1.1", entries=(101, 102), delivery=7, part=1)
REPLY = Taken("C1", "1.2", thread_ts="1.1", entries=(103,), delivery=7, part=2)
EXPECTED = {"C1": [101, 102, 103]}
ROW: dict[str, Any] = {
    "id": 7,
    "subscription": "weekly",
    "channel": "C1",
    "due": "2026-11-30T09:00:00+00:00",
    "state": "posted",
    "entries": ["acme/engine#101", "acme/engine#102", "acme/engine#103"],
    "parts": [{"n": 1, "ts": "1.1"}, {"n": 2, "ts": "1.2"}],
}


def found(taken: list[Taken], *rows: dict[str, Any]) -> list[str]:
    return [str(finding) for finding in judge(taken, EXPECTED, rows)]


def test_what_is_as_it_should_be_is_no_finding() -> None:
    assert found([LEAD, REPLY], ROW) == []


def test_an_entry_told_again_is_a_duplicate() -> None:
    again = replace(LEAD, ts="1.3", delivery=None, part=None, entries=(101,))
    assert "duplicate: entry 101 in C1, 2 times" in found([LEAD, REPLY, again], ROW)


def test_an_entry_twice_in_one_message_is_a_duplicate() -> None:
    twice = replace(LEAD, entries=(101, 102, 102))
    assert "duplicate: entry 102 in C1, 2 times" in found([twice, REPLY], ROW)


def test_a_part_posted_again_is_a_duplicate() -> None:
    again = replace(REPLY, ts="1.3", entries=())
    assert "duplicate: part 2 of delivery 7, 2 times" in found([LEAD, REPLY, again], ROW)


def test_an_entry_in_another_channel_is_lost_to_its_own() -> None:
    elsewhere = replace(REPLY, channel="C2")
    assert "loss: entry 103 never came to C1" in found([LEAD, elsewhere], ROW)


def test_an_audit_that_says_what_is_not_so_is_found() -> None:
    assert found([LEAD, REPLY], ROW | {"state": "uncertain"}) == [
        "audit: delivery 7 is left uncertain",
        "audit: delivery 7, uncertain, showed [101, 102, 103]",
    ]
    assert found([LEAD, REPLY], ROW | {"entries": []}) == [
        "audit: delivery 7 showed [101, 102, 103] and says []"
    ]
    assert found([LEAD, REPLY]) == [
        "audit: the audit does not know the message at ('C1', '1.1')",
        "audit: the audit does not know the message at ('C1', '1.2')",
    ]
    assert "audit: delivery 7: no message at ('C1', '1.2')" in found([LEAD], ROW)


def test_an_occurrence_without_a_delivery_or_one_that_failed_is_lost() -> None:
    dues = [ROW["due"], "2026-12-07T09:00:00+00:00"]
    lost = [str(finding) for finding in occurrences([ROW], ["weekly"], dues)]
    assert lost == ["loss: weekly, due 2026-12-07T09:00:00+00:00: no Delivery"]
    failed = occurrences([ROW | {"state": "failed"}], ["weekly"], dues[:1])
    assert [str(finding) for finding in failed] == [f"loss: weekly, due {ROW['due']}: failed"]
