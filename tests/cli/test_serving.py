"""The verbs that stay check everything before they serve."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.slack.rehearsal.standin import Standin
from tests.cli.running import Run, printed


def test_a_worker_whose_app_token_is_refused_ends_before_its_clock_begins(
    run: Run, tmp_path: Path, standin: Standin
) -> None:
    now = datetime.now(UTC)
    every = f"daily {now - timedelta(minutes=2):%H:%M}"  # due since two minutes ago
    (tmp_path / "schedules").mkdir()
    (tmp_path / "schedules" / "one.yaml").write_text(
        f"- {{name: one, channel: C0123ABCD, every: '{every}', timezone: UTC}}\n"
    )
    variables = {
        "SLACK_BOT_TOKEN": "xoxb-test",
        "SLACK_APP_TOKEN": "xapp-test",
        "SLACK_API_URL": standin.api_url,  # it knows no Socket Mode, so it refuses
    }
    known = (now - timedelta(hours=23)).isoformat()
    assert run("clock", "--once", "--now", known, **variables).exit_code == 0
    told = run("worker", **variables)
    assert told.exit_code == 2
    assert "SLACK_APP_TOKEN" in told.stderr.splitlines()[-1]
    assert "xapp-test" not in told.output
    assert printed(run("deliveries", "--json", **variables)) == []
