"""Roundups delivered by real processes of the command line, to a Slack on this machine."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from bot.slack.rehearsal.standin import TEAM, Standin
from tests.cli.running import Run, printed

ROOT = Path(__file__).parents[2]
CHANNEL = "C0123ABCD"
FIRST_KNOWN = "2026-11-28T09:00:00Z"  # a Saturday
DUE = "2026-11-30T09:00:00Z"
A_WEEK_LATER = "2026-12-07T09:00:00Z"

SCHEDULE = f"""\
- name: weekly
  channel: {CHANNEL}
  every: mon 09:00
  timezone: UTC
  limit: 2
"""
DIGEST = "repo: acme/engine\ndate: 2026-11-27\nentries:\n" + "".join(
    f"  - {{pr: {n}, headline: Change {n}, verdict: Worth a close read.}}\n" for n in (1, 2, 3)
)


@pytest.fixture
def environment(tmp_path: Path, run: Run, database_url: str, standin: Standin) -> dict[str, str]:
    """A database with three must-reads, and a weekly Subscription the clock has known since."""
    (tmp_path / "digests").mkdir()
    (tmp_path / "digests" / "one.yaml").write_text(DIGEST)
    (tmp_path / "schedules").mkdir()
    (tmp_path / "schedules" / "weekly.yaml").write_text(SCHEDULE)
    variables = {
        "DATABASE_URL": database_url,
        "SLACK_BOT_TOKEN": "xoxb-test",
        "SLACK_API_URL": standin.api_url,
    }
    assert run("migrate", **variables).exit_code == 0
    assert run("import", **variables).exit_code == 0
    assert run("clock", "--once", "--now", FIRST_KNOWN, **variables).exit_code == 0
    return variables


def _started(tmp_path: Path, now: str, environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "bot", "clock", "--once", "--now", now],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_several_clocks_at_one_moment_post_one_message(
    tmp_path: Path, run: Run, environment: dict[str, str], standin: Standin
) -> None:
    together = [_started(tmp_path, DUE, environment) for _ in range(3)]
    assert [(process.communicate(), process.returncode)[1] for process in together] == [0, 0, 0]
    assert len(standin.messages[CHANNEL]) == 1
    assert run("clock", "--once", "--now", DUE, **environment).exit_code == 0
    assert len(standin.messages[CHANNEL]) == 1


def test_what_was_left_comes_a_week_later_and_then_there_is_silence(
    run: Run, environment: dict[str, str], standin: Standin
) -> None:
    for now in (DUE, A_WEEK_LATER, "2026-12-14T09:00:00Z"):
        assert run("clock", "--once", "--now", now, **environment).exit_code == 0
    assert len(standin.messages[CHANNEL]) == 2
    rows = printed(run("deliveries", "--json", **environment))
    assert [(row["state"], sorted(row["entries"])) for row in rows] == [
        ("posted", ["acme/engine#1", "acme/engine#2"]),
        ("posted", ["acme/engine#3"]),
        ("quiet", []),
    ]


def test_preview_is_what_will_be_posted_and_has_no_effect(
    run: Run, environment: dict[str, str], standin: Standin
) -> None:
    asked = ("preview", "--json", "--channel", CHANNEL, "--now", FIRST_KNOWN)
    before = printed(run(*asked, **environment))
    assert printed(run(*asked, **environment)) == before
    run("clock", "--once", "--now", DUE, **environment)
    (posted,) = standin.messages[CHANNEL]
    assert posted["text"] == before["messages"][0]["text"]
    assert before["left"] == 1


def test_subscriptions_tell_the_next_moments_and_the_last_delivery(
    run: Run, environment: dict[str, str]
) -> None:
    run("clock", "--once", "--now", DUE, **environment)
    (row,) = printed(run("subscriptions", "--json", "--now", DUE, **environment))
    assert (row["name"], row["channel"], row["state"]) == ("weekly", CHANNEL, "active")
    assert row["next"][0] == "2026-12-07T09:00:00+00:00"
    assert len(row["next"]) == 3
    assert (row["last"]["state"], row["last"]["late_s"]) == ("posted", 0)


def test_without_a_slack_the_clock_says_so_and_loses_nothing(
    run: Run, environment: dict[str, str], standin: Standin
) -> None:
    gone = {**environment, "SLACK_API_URL": "http://127.0.0.1:9/api/"}
    told = run("clock", "--once", "--now", DUE, **gone)
    assert told.exit_code == 1
    assert "Slack cannot be reached" in told.stderr
    later = "2026-11-30T09:10:00Z"
    assert run("clock", "--once", "--now", later, **environment).exit_code == 0
    assert len(standin.messages[CHANNEL]) == 1


@pytest.mark.parametrize("now", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00", "soon"])
def test_a_moment_from_which_nothing_can_be_counted_is_refused(run: Run, now: str) -> None:
    told = run("clock", "--once", "--now", now, SLACK_BOT_TOKEN="xoxb-test")
    assert told.exit_code == 2
    assert "--now" in told.stderr


def test_a_delivery_that_cannot_be_is_refused(run: Run) -> None:
    assert run("deliveries", "--settle", "9" * 23, "lost").exit_code == 2


@pytest.mark.parametrize(
    ("line", "mend"),
    [
        ("channel: #general", "id"),
        ("timezone: EST", "America/New_York"),
        ("every: mon 9", "mon 09:00"),
        ('cron: "0 9 * * 1"', "mon"),
        ("level: mustt", "must"),
        ("language: klingon", "zh"),
        ("filter: seen:no", "seen"),
    ],
)
def test_a_wrong_schedule_refuses_the_start_by_line_with_the_mend(
    run: Run, tmp_path: Path, line: str, mend: str
) -> None:
    name = line.partition(":")[0]
    taken = "every" if name == "cron" else name
    kept = [row for row in SCHEDULE.splitlines() if f"{taken}:" not in row]
    (tmp_path / "schedules").mkdir()
    (tmp_path / "schedules" / "w.yaml").write_text("\n".join([*kept, f"  {line}"]))
    told = run("clock", "--once", SLACK_BOT_TOKEN="xoxb-test")
    assert told.exit_code == 2
    assert "w.yaml:" in told.stderr
    assert mend in told.stderr


def test_a_clock_started_in_a_folder_without_schedules_retires_nothing(
    run: Run, environment: dict[str, str], standin: Standin
) -> None:
    elsewhere = {**environment, "PRDIGEST_SCHEDULES": "no-such-folder"}
    assert run("clock", "--once", "--now", "2026-11-29T09:00:00Z", **elsewhere).exit_code == 0
    run("clock", "--once", "--now", DUE, **environment)
    assert len(standin.messages[CHANNEL]) == 1


def test_a_schedule_taken_away_and_put_back_is_retired_and_active_again(
    run: Run, tmp_path: Path, environment: dict[str, str], standin: Standin
) -> None:
    file = tmp_path / "schedules" / "weekly.yaml"
    file.unlink()
    run("clock", "--once", "--now", DUE, **environment)
    assert [row["state"] for row in printed(run("subscriptions", "--json", **environment))] == [
        "retired"
    ]
    assert standin.messages[CHANNEL] == []
    file.write_text(SCHEDULE)
    for now in ("2026-12-01T09:00:00Z", A_WEEK_LATER):
        run("clock", "--once", "--now", now, **environment)
    assert len(standin.messages[CHANNEL]) == 1


def test_the_clock_learns_its_workspace_for_what_only_that_may_see(
    run: Run, tmp_path: Path, environment: dict[str, str], standin: Standin
) -> None:
    hidden = DIGEST.replace("acme/engine", "acme/hidden").replace(
        "date:", f"visibility: [{TEAM}]\ndate:"
    )
    (tmp_path / "digests" / "two.yaml").write_text(hidden)
    run("import", **environment)
    run("clock", "--once", "--now", DUE, **environment)
    assert "acme/hidden" in standin.messages[CHANNEL][0]["text"]


class Stalling(Standin):
    """Answers a message only when it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.let_go = threading.Event(), threading.Event()

    def answer(self, path: str, arguments: Any) -> Any:
        if path.endswith("chat.postMessage"):
            self.asked.set()
            self.let_go.wait(30)
        return super().answer(path, arguments)


def test_asked_to_end_it_finishes_its_call_and_hands_the_rest_over(
    tmp_path: Path, run: Run, environment: dict[str, str]
) -> None:
    second = SCHEDULE.replace("weekly", "second")
    (tmp_path / "schedules" / "second.yaml").write_text(second)
    run("clock", "--once", "--now", "2026-11-28T10:00:00Z", **environment)
    with Stalling() as slack:
        there = {**environment, "SLACK_API_URL": slack.api_url}
        process = _started(tmp_path, DUE, there)
        assert slack.asked.wait(60)
        process.send_signal(signal.SIGTERM)
        time.sleep(1)  # its main thread hears of it before the answer comes
        slack.let_go.set()
        process.communicate(timeout=20)
        assert process.returncode == 0
        assert len(slack.messages[CHANNEL]) == 1
        assert run("clock", "--once", "--now", DUE, **there).exit_code == 0
        assert run("clock", "--once", "--now", DUE, **there).exit_code == 0
        texts = [message["text"] for message in slack.messages[CHANNEL]]
    assert len(texts) == 2
    assert sum("Change 3" in text for text in texts) == 1
