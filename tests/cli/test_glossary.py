"""A team's own glossary: at work wherever Queries and Filters are read, refused where it is bad."""

from pathlib import Path

import pytest

from bot.slack.rehearsal.standin import Standin
from tests.cli.running import Run, printed

DIGEST = """\
repo: acme/engine
date: 2026-11-27
entries:
  - {pr: 1, headline: Frobnicator starts twice as fast, verdict: Worth a close read.}
  - {pr: 2, headline: Something else altogether, verdict: Worth a close read.}
"""
SCHEDULE = """\
- {name: weekly, channel: C0123ABCD, every: 'mon 09:00', timezone: UTC, filter: 小飞侠}
"""
GLOSSARY = "- [frobnicator, 小飞侠]\n"
KNOWN, DUE = "2026-11-28T09:00:00Z", "2026-11-30T09:00:00Z"
FOUND = "Frobnicator starts twice as fast"


@pytest.fixture
def team(run: Run, tmp_path: Path, standin: Standin) -> dict[str, str]:
    """The variables of a team with a digest, a Subscription and a glossary of its own."""
    for name, text in (("digests", DIGEST), ("schedules", SCHEDULE)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "one.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "ours.yaml").write_text(GLOSSARY, encoding="utf-8")
    (tmp_path / "bad.yaml").write_text("- [frobnicator, no]\n- 5\n", encoding="utf-8")
    assert run("import").exit_code == 0
    return {
        "PRDIGEST_GLOSSARY": "ours.yaml",
        "SLACK_BOT_TOKEN": "xoxb-test",
        "SLACK_SIGNING_SECRET": "abc",
        "SLACK_APP_TOKEN": "xapp-test",
        "SLACK_API_URL": standin.api_url,
    }


def test_a_search_knows_the_names_a_team_uses(run: Run, team: dict[str, str]) -> None:
    assert printed(run("search", "--json", "小飞侠"))["results"] == []
    (hit,) = printed(run("search", "--json", "小飞侠", **team))["results"]
    assert hit["headline"] == FOUND
    assert FOUND in run("say", "/prdigest 小飞侠", **team).stdout


def test_the_shipped_concepts_stay(run: Run, team: dict[str, str]) -> None:
    (hit,) = printed(run("search", "--json", "启动", **team))["results"]
    assert hit["headline"] == FOUND


def test_a_filter_knows_them_as_well(run: Run, team: dict[str, str]) -> None:
    assert run("clock", "--once", "--now", KNOWN, **team).exit_code == 0
    assert FOUND in run("preview", "--name", "weekly", "--now", KNOWN, **team).stdout
    assert run("clock", "--once", "--now", DUE, **team).stdout == "1 posted\n"


@pytest.mark.parametrize(
    "verb",
    [
        ("search", "moe"),
        ("say", "/prdigest moe"),
        ("preview", "--name", "weekly"),
        ("demo",),
        ("clock", "--once"),
        ("worker",),
        ("web",),
    ],
)
def test_a_bad_one_is_refused_by_line_before_anything_is_done(
    run: Run, team: dict[str, str], verb: tuple[str, ...]
) -> None:
    told = run(*verb, **team | {"PRDIGEST_GLOSSARY": "bad.yaml"})
    assert (told.exit_code, told.stdout) == (2, "")
    first, second = told.stderr.splitlines()
    assert first.startswith("prdigest: bad.yaml:1: a name must be text")
    assert second.startswith("bad.yaml:2: a concept must be a list of names")


@pytest.mark.parametrize("verb", ["import", "entries", "subscriptions", "deliveries", "reindex"])
def test_verbs_that_read_no_query_do_without(run: Run, team: dict[str, str], verb: str) -> None:
    assert run(verb, **team | {"PRDIGEST_GLOSSARY": "bad.yaml"}).exit_code == 0


def test_a_release_says_what_is_wrong_with_it_and_goes_on(run: Run, team: dict[str, str]) -> None:
    told = run("release", **team | {"PRDIGEST_GLOSSARY": "bad.yaml"})
    assert told.exit_code == 0
    assert "bad.yaml:2: " in told.stderr
    assert "1 in ours.yaml" in run("release", **team).stdout


def test_the_doctor_counts_the_concepts_or_says_what_is_wrong(
    run: Run, team: dict[str, str]
) -> None:
    assert "shipped concepts, 1 in ours.yaml: " in run("doctor", **team).stdout
    assert "none of your own" in run("doctor").stdout
    told = run("doctor", **team | {"PRDIGEST_GLOSSARY": "bad.yaml"})
    assert told.exit_code == 1
    assert "✗ glossary: bad.yaml:1: " in told.stdout
