"""The verbs about roundups, as a person reads them."""

from pathlib import Path

import pytest

from bot.slack.standin import Standin
from tests.cli.running import Run, printed

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


def test_tables_show_names_as_they_are_and_every_entry(
    run: Run, environment: dict[str, str]
) -> None:
    run("clock", "--once", "--now", DUE, **environment)
    listed = run("subscriptions", "--now", DUE, COLUMNS="200", **environment).stdout
    assert NAME in listed
    audit = run("deliveries", COLUMNS="200", **environment).stdout
    assert "NVIDIA/TensorRT-LLM#1" in audit
    assert "NVIDIA/TensorRT-LLM#2" in audit


def test_a_preview_says_for_whom_and_when(run: Run, environment: dict[str, str]) -> None:
    told = run("preview", "--name", NAME, "--now", KNOWN, COLUMNS="200", **environment).stdout
    assert f"{NAME}, to C0123ABCD: due Mon 30 Nov 2026 09:00 Asia/Shanghai" in told
    assert "Change 1" in told
    assert "0 kept for next time" in told


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
