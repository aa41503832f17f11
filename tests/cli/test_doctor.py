"""The doctor looks at everything, and says what to mend."""

from pathlib import Path

import pytest

from bot.slack.rehearsal.standin import Standin
from tests.cli.running import Run

SCHEDULE = "- {name: weekly, channel: C0123ABCD, every: 'mon 09:00', timezone: UTC}\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder without digests but with a schedule, which commands are run in."""
    for name in ("digests", "schedules"):
        (tmp_path / name).mkdir()
    (tmp_path / "schedules" / "one.yaml").write_text(SCHEDULE)
    return tmp_path


def test_the_doctor_changes_nothing_and_says_what_is_missing(run: Run, files: Path) -> None:
    before = sorted(files.rglob("*"))
    told = run("doctor")
    assert told.exit_code == 1
    assert "✓ database: not there yet" in told.stdout
    assert "✓ schedules: 1 declared" in told.stdout
    assert "✗ Slack: SLACK_BOT_TOKEN is not set" in told.stdout
    assert sorted(files.rglob("*")) == before


def test_the_doctor_is_content_with_a_whole_set_up(run: Run, files: Path, standin: Standin) -> None:
    run("release")
    whole = {
        "SLACK_BOT_TOKEN": "xoxb-test",
        "SLACK_SIGNING_SECRET": "abc",
        "SLACK_API_URL": standin.api_url,
    }
    told = run("doctor", **whole)
    assert told.exit_code == 0
    assert "! clock: none has run yet; `prdigest web`" in told.stdout
    told = run("doctor", PRDIGEST_PUSH_TOKEN="x", **whole)
    assert told.exit_code == 1
    assert "does not use PRDIGEST_PUSH_TOKEN" in told.stdout


def test_the_doctor_says_whether_a_clock_runs(run: Run, files: Path, standin: Standin) -> None:
    there = {"SLACK_BOT_TOKEN": "xoxb-test", "SLACK_API_URL": standin.api_url}
    assert "✓ clock: nothing is to fall due" in run("doctor", **there).stdout
    run("clock", "--once", "--now", "2020-11-30T09:00:00Z", **there)
    since = "! clock: none has run since Mon 30 Nov 2020 09:00 UTC; `prdigest web`"
    assert since in run("doctor", **there).stdout
    run("clock", "--once", **there)
    assert "✓ clock: one runs" in run("doctor", **there).stdout
