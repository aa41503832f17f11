"""The verbs of upkeep say what they do, and what to mend."""

from pathlib import Path

import pytest

from bot.store.database import connect
from bot.store.facts import Facts
from bot.store.index import TERMS_FACT
from tests.cli.running import Run, printed

DIGEST = """\
repo: acme/engine
date: 2026-11-27
entries:
  - {pr: 1, headline: MoE routing, verdict: Worth a close read.}
"""
SCHEDULE = "- {name: weekly, channel: C0123ABCD, every: 'mon 09:00', timezone: UTC}\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with a digest and a schedule, which commands are run in."""
    for name, text in (("digests", DIGEST), ("schedules", SCHEDULE)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "one.yaml").write_text(text)
    return tmp_path


def _names(run: Run, **environment: str) -> list[tuple[str, str]]:
    rows = printed(run("subscriptions", "--json", **environment))
    return [(row["name"], row["state"]) for row in rows]


def test_a_release_migrates_imports_and_syncs(run: Run, files: Path, database_url: str) -> None:
    told = run("release", DATABASE_URL=database_url)
    assert told.exit_code == 0
    assert "went from version none to" in told.stdout
    assert "digests: 1 added, 0 rejected" in told.stdout
    assert _names(run, DATABASE_URL=database_url) == [("weekly", "active")]
    again = run("release", DATABASE_URL=database_url)
    assert (again.exit_code, "1 unchanged" in again.stdout) == (0, True)


def test_a_release_prints_what_is_wrong_and_leaves_the_schedules(run: Run, files: Path) -> None:
    run("release")
    (files / "schedules" / "one.yaml").write_text(SCHEDULE.replace("mon 09:00", "mon 9"))
    (files / "digests" / "two.yaml").write_text("repo: acme/engine\nentries: 5\n")
    told = run("release")
    assert told.exit_code == 0
    assert "two.yaml:2: " in told.stderr
    assert "one.yaml:1: " in told.stderr
    assert _names(run) == [("weekly", "active")]


def test_a_release_without_its_schedules_folder_retires_nothing(run: Run, files: Path) -> None:
    run("release")
    told = run("release", PRDIGEST_SCHEDULES="elsewhere")
    assert "no folder elsewhere" in told.stderr
    assert _names(run) == [("weekly", "active")]


def test_a_name_gone_from_the_schedules_is_retired_by_a_release(run: Run, files: Path) -> None:
    run("release")
    (files / "schedules" / "one.yaml").write_text("[]\n")
    assert "subscription weekly: retired" in run("release").stdout
    assert _names(run) == [("weekly", "retired")]


def test_an_index_of_other_terms_is_made_anew_by_migrate(
    run: Run, files: Path, database_url: str
) -> None:
    run("release", DATABASE_URL=database_url)
    database = connect(database_url)
    Facts(database).set(TERMS_FACT, "0")
    database.close()
    assert "index: 1 Entries indexed" in run("migrate", DATABASE_URL=database_url).stdout
    assert "index: up to date" in run("migrate", DATABASE_URL=database_url).stdout
    assert "index: 1 Entries indexed" in run("reindex", DATABASE_URL=database_url).stdout


def test_the_manifest_is_for_the_public_address_or_else_for_socket_mode(run: Run) -> None:
    public = printed(run("manifest", PRDIGEST_URL="https://bot.example.com/"))
    (command,) = public["features"]["slash_commands"]
    assert command["url"] == "https://bot.example.com/slack/events"
    assert public["settings"]["socket_mode_enabled"] is False
    for told in (run("manifest"), run("manifest", "--socket", PRDIGEST_URL="https://b.example")):
        assert printed(told)["settings"]["socket_mode_enabled"] is True
