"""The verbs about roundups, as a person reads them."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.roundups.delivery import deliver_due
from bot.roundups.outside import Refused, Unanswered
from bot.slack.kit.builder import builder_link
from bot.slack.rehearsal.standin import Standin
from bot.store.store import open_store
from tests.cli.running import Run, printed
from tests.roundups.builders import LOST, Channels, one_message, subscription

KNOWN, DUE = "2026-11-28T09:00:00Z", "2026-11-30T09:00:00Z"
NAME = "[/x] weekly"
SCHEDULE = (
    f"- {{name: '{NAME}', channel: C0123ABCD, every: 'mon 09:00', timezone: Asia/Shanghai}}\n"
)
DIGEST = "repo: NVIDIA/TensorRT-LLM\ndate: 2026-11-27\nentries:\n" + "".join(
    f"  - {{pr: {n}, headline: Change {n}, verdict: Worth a close read.}}\n" for n in (1, 2)
)


@pytest.fixture
def environment(run: Run, tmp_path: Path, standin: Standin) -> dict[str, str]:
    """Two must-reads, and a Subscription that the clock knows, with an odd name."""
    for name, text in (("digests", DIGEST), ("schedules", SCHEDULE)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "one.yaml").write_text(text)
    variables = {"SLACK_BOT_TOKEN": "xoxb-test", "SLACK_API_URL": standin.api_url}
    run("import", **variables)
    assert run("clock", "--once", "--now", KNOWN, **variables).exit_code == 0
    return variables


def delivered(slack: Channels, at: str = DUE) -> None:
    """A tick of the clock, with a Slack that has faults."""
    moment = datetime.fromisoformat(at)
    store = open_store("sqlite:///prdigest.db")
    deliver_due(lambda: moment, store, one_message, slack)
    store.database.close()


def test_the_audit_shows_names_as_they_are_how_late_and_every_entry(
    run: Run, environment: dict[str, str]
) -> None:
    run("clock", "--once", "--now", "2026-11-30T04:30:00Z", **environment)
    assert NAME in run("subscriptions", "--now", DUE, COLUMNS="200", **environment).stdout
    assert run("deliveries", **environment).stdout.splitlines() == [
        f"   1  {NAME}, to C0123ABCD, due Mon 30 Nov 2026 09:00 CST",
        "      posted 12:30, 3 h late",
        "      NVIDIA/TensorRT-LLM#1, NVIDIA/TensorRT-LLM#2",
    ]


def test_the_audit_fits_into_eighty_columns(run: Run, environment: dict[str, str]) -> None:
    delivered(Channels(faults=[Unanswered("time-out " * 20)]))
    for verb in ("deliveries", "subscriptions"):
        told = run(verb, COLUMNS="80", **environment).stdout
        assert max(len(line) for line in told.splitlines()) <= 80


def test_the_audit_lists_the_newest_fifty_and_says_that_there_are_more(
    run: Run, environment: dict[str, str]
) -> None:
    first = datetime.fromisoformat("2026-11-30T01:00:00Z")
    for n in range(52):
        delivered(Channels(), (first + timedelta(weeks=n)).isoformat())
    lines = run("deliveries", **environment).stdout.splitlines()
    assert lines[0] == "the newest 50 of 52; --limit N shows more"
    assert lines[2].startswith("   3  ")
    assert lines[-2].startswith("  52  ")
    assert len(printed(run("deliveries", "--json", **environment))) == 52
    (newest,) = printed(run("deliveries", "--json", "--limit", "1", **environment))
    assert newest["id"] == 52


def test_a_time_changed_while_it_is_due_makes_one_roundup(
    run: Run, environment: dict[str, str], tmp_path: Path, standin: Standin
) -> None:
    (tmp_path / "schedules" / "one.yaml").write_text(SCHEDULE.replace("09:00", "10:00"))
    for now in ("2026-11-30T01:30:00Z", "2026-11-30T02:00:00Z", "2026-11-30T12:00:00Z"):
        assert run("clock", "--once", "--now", now, **environment).exit_code == 0
    (message,) = standin.messages["C0123ABCD"]
    (listed,) = printed(run("subscriptions", "--json", "--now", DUE, **environment))
    assert listed["last"]["due"] == "2026-11-30T01:00:00+00:00"
    assert (listed["last"]["ts"], listed["last"]["late_s"]) == (message["ts"], 1800)
    assert listed["next"][0] == "2026-12-07T02:00:00+00:00"


def test_a_channel_that_takes_nothing_is_told_with_the_mend(
    run: Run, environment: dict[str, str]
) -> None:
    delivered(Channels(faults=[Refused("is_archived")]))
    told = " ".join(run("subscriptions", "--now", DUE, COLUMNS="200", **environment).stdout.split())
    assert "paused: is_archived" in told
    assert f"{NAME}: the channel is archived. Unarchive it." in told


def test_what_people_made_and_paused_in_slack_is_told_with_until_when(
    run: Run, environment: dict[str, str]
) -> None:
    store = open_store("sqlite:///prdigest.db")
    monday = datetime.fromisoformat(DUE)
    made, _ = store.subscriptions.make(subscription(), monday)
    store.subscriptions.pause(made.id, monday + timedelta(days=9), monday)
    store.database.close()
    told = run("subscriptions", "--now", DUE, COLUMNS="200", **environment).stdout
    assert ["slack:C1", "slack", "C1"] in [line.split()[:3] for line in told.splitlines()]
    assert "until Wed 09 Dec 09:00 UTC" in told
    _, listed = printed(run("subscriptions", "--json", "--now", DUE, **environment))
    assert (listed["state"], listed["paused_until"]) == ("paused", "2026-12-09T09:00:00+00:00")
    assert listed["next"][0] == "2026-12-14T09:00:00+00:00"
    preview = run("preview", "--name", "slack:C1", "--now", DUE, COLUMNS="200", **environment)
    assert "slack:C1, to C1: paused; due Mon 14 Dec 2026 09:00 UTC" in preview.stdout


def test_a_workspace_that_lets_nobody_in_is_told_with_the_mend(
    run: Run, environment: dict[str, str]
) -> None:
    delivered(Channels(faults=[Refused("token_revoked")]))
    told = " ".join(run("subscriptions", "--now", DUE, COLUMNS="200", **environment).stdout.split())
    assert "stopped: token_revoked" in told
    assert f"{NAME}: Slack does not let the app in. Install it again" in told


def test_what_is_uncertain_is_told_and_a_person_settles_it(
    run: Run, environment: dict[str, str]
) -> None:
    delivered(Channels(faults=[LOST], unreadable="missing_scope"))
    told = " ".join(run("subscriptions", "--now", DUE, COLUMNS="200", **environment).stdout.split())
    assert "1 uncertain" in told
    assert "`prdigest deliveries --settle 1 posted`, or `lost`" in told
    assert "part 1 was not answered: time-out" in run("deliveries", **environment).stdout
    settled = run("deliveries", "--settle", "1", "posted", **environment).stdout
    assert "settled as posted by a person" in settled
    assert "uncertain" not in run("subscriptions", "--now", DUE, **environment).stdout


def test_a_preview_says_for_whom_and_when(run: Run, environment: dict[str, str]) -> None:
    told = run("preview", "--name", NAME, "--now", KNOWN, COLUMNS="200", **environment).stdout
    assert f"{NAME}, to C0123ABCD: due Mon 30 Nov 2026 09:00 Asia/Shanghai" in told
    assert "Change 1" in told
    assert "0 kept for next time" in told


def test_a_preview_opens_in_the_builder(run: Run, environment: dict[str, str]) -> None:
    asked = ("preview", "--name", NAME, "--now", KNOWN, "--builder")
    (message,) = printed(run(*asked, "--json", **environment))["messages"]
    assert message["builder"] == builder_link({"blocks": message["blocks"]})
    assert message["builder"] in run(*asked, **environment).stdout


def test_a_preview_with_nothing_to_show_says_why(run: Run, environment: dict[str, str]) -> None:
    run("clock", "--once", "--now", DUE, **environment)
    told = run("preview", "--channel", "C0123ABCD", "--now", DUE, **environment).stdout
    assert "no Entry that fits is new to this channel" in told


@pytest.mark.parametrize("asked", [("--name", "nobody"), ("--channel", "C0999XXXX")])
def test_a_preview_of_nothing_known_says_how_to_declare_it(
    run: Run, environment: dict[str, str], asked: tuple[str, str]
) -> None:
    told = run("preview", *asked, **environment)
    assert told.exit_code == 1
    assert "prdigest release" in told.stderr


def test_a_preview_of_both_or_neither_is_a_wrong_call(run: Run) -> None:
    assert run("preview").exit_code == 2
    assert run("preview", "--name", "a", "--channel", "C1").exit_code == 2


def test_a_delivery_that_is_not_uncertain_cannot_be_settled(
    run: Run, environment: dict[str, str]
) -> None:
    run("clock", "--once", "--now", DUE, **environment)
    told = run("deliveries", "--settle", "1", "lost", **environment)
    assert told.exit_code == 1
    assert "is not uncertain" in told.stderr
    assert printed(run("deliveries", "--json", **environment))[0]["state"] == "posted"
