"""Schedules become Subscriptions, or the start is refused with everything wrong by line."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.core.entry import Level
from bot.core.schedule import DateRange, Language, Quiet, Subscription
from bot.errors import ConfigError
from bot.sources.schedules import read_schedules

GOOD = ["name: weekly", "channel: C0123ABCD", "every: mon 09:00", "timezone: Asia/Shanghai"]


def schedule(*lines: str) -> str:
    """A good schedule, in which a line replaces that of its key or is added."""
    keys = [line.partition(":")[0] for line in lines]
    kept = [line for line in GOOD if line.partition(":")[0] not in keys]
    return "- " + "\n  ".join([*kept, *lines]) + "\n"


def read(folder: Path, text: str) -> tuple[Subscription, ...]:
    (folder / "weekly.yaml").write_text(text, encoding="utf-8")
    return read_schedules(folder)


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        read(folder, text)
    return str(caught.value)


def test_only_four_keys_are_needed(tmp_path: Path) -> None:
    assert read(tmp_path, schedule()) == (
        Subscription(
            name="weekly",
            channel="C0123ABCD",
            every="mon 09:00",
            timezone="Asia/Shanghai",
            file=str(tmp_path / "weekly.yaml"),
        ),
    )


def test_whatever_a_schedule_may_say_comes_out_as_typed_values(tmp_path: Path) -> None:
    query = "moe OR 量化 repo:o/n -label:ci"
    text = schedule(
        f'filter: "{query}"',
        "level: skim",
        "limit: 5",
        "language: zh",
        "grace: 6h",
        "max_age: 4w",
        "holidays: [2026-12-25, 2027-02-05..2027-02-12]",
        "quiet: line",
        "team: T0123",
        "paused: true",
        "subscriber: U0123ABCD",
    )
    found = read(tmp_path, text)[0]
    assert (found.filter, found.level, found.limit) == (
        "moe OR 量化 repo:o/n -label:ci",
        Level.SKIM,
        5,
    )
    assert (found.language, found.quiet, found.paused) == (Language.ZH, Quiet.LINE, True)
    assert (found.grace, found.max_age, found.team) == (
        timedelta(hours=6),
        timedelta(weeks=4),
        "T0123",
    )
    assert found.subscriber == "U0123ABCD"
    assert found.holidays == (
        DateRange(date(2026, 12, 25), date(2026, 12, 25)),
        DateRange(date(2027, 2, 5), date(2027, 2, 12)),
    )


@pytest.mark.parametrize(
    ("line", "every"),
    [
        ("every: mon,thu 09:00", "mon,thu 09:00"),
        ("every: weekdays 09:00", "weekdays 09:00"),
        ("every: daily 09:00", "daily 09:00"),
        ('cron: "0 9 * * mon"', "cron: 0 9 * * mon"),
        ("every: 'cron: \"0 9 * * mon\"'", 'cron: "0 9 * * mon"'),
    ],
)
def test_every_form_of_a_rhythm_is_kept_as_written(tmp_path: Path, line: str, every: str) -> None:
    lines = [*(one for one in GOOD if not one.startswith("every")), line]
    assert read(tmp_path, "- " + "\n  ".join(lines))[0].every == every


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["channel: #general"], ["channel is empty", '"#general" is a comment', "details"]),
        (["channel: general"], ['"general" is no id', "details"]),
        (['channel: "#general"'], ['"#general" is no id', "details"]),
        (["timezone: EST"], ["EST", "America/New_York"]),
        (["timezone: CET"], ["CET", "Europe/"]),
        (["timezone: Etc/GMT+8"], ["Etc/GMT+8", "Area/City"]),
        (["timezone: Mars/Base"], ["Mars/Base", "Area/City"]),
        (["every: mon 9"], ["mon 9", "mon 09:00"]),
        (["every: [mon]"], ["every must be one value"]),
        (["cron: 0 9 * * mon"], ["both given"]),
        (["level: most"], ["unknown level", "must"]),
        (["level: skim+"], ["unknown level", "skim?"]),
        (["language: fr"], ["unknown language", "en, zh"]),
        (["language: no"], ['unknown language "no"']),
        (["filter: level:high"], ["level:high", "level:must"]),
        (["filter: moe seen:no"], ["seen:"]),
        (["filter: moe sort:new"], ["sort:"]),
        (["filter: 2026"], ["a number", 'quotes: "2026"']),
        (["limit: 0"], ["from 1 to 50"]),
        (["limit: 51"], ["from 1 to 50"]),
        (["grace: 6"], ["no duration", "6h"]),
        (["grace: 40d"], ["no duration up to 31 days"]),
        (["max_age: never"], ["no duration", "6w"]),
        (["max_age: 90m"], ["no duration", "w or d"]),
        (["holidays: [2026-02-30]"], ["no holiday", "2027-02-05..2027-02-12"]),
        (["holidays: [2027-02-12..2027-02-05]"], ["no holiday"]),
        (["holidays: 2026-12-25"], ["holidays must be a list"]),
        (["quiet: shout"], ["unknown quiet", "silent, line"]),
        (["paused: maybe"], ["paused", "true or false"]),
        (["team: acme"], ["no id", "T…"]),
        (["subscriber: ada"], ['"ada" is no id', "Copy member ID"]),
        (['subscriber: "@ada"'], ['"@ada" is no id', "U…"]),
        (["subscriber: C0123ABCD"], ["no id", "U…"]),
        (["subscriber: U1, U2"], ["no id", "U…"]),
        (["subscriber: [U1]"], ["subscriber must be one value"]),
        (["levle: must"], ['unknown key "levle"', "level?"]),
        (["limit: 5", "limit: 6"], ["twice"]),
        (["name: 1"], ["a number", "quotes"]),
    ],
)
def test_what_is_wrong_is_refused_with_file_line_reason_and_mend(
    tmp_path: Path, lines: list[str], words: list[str]
) -> None:
    text = schedule(*lines)
    said = refusal(tmp_path, text)
    assert said.startswith(f"{tmp_path / 'weekly.yaml'}:{len(text.splitlines())}: "), said
    assert len(said.splitlines()) == 1, said
    assert all(word in said for word in words), said
    assert "; " in said


@pytest.mark.parametrize(
    "line", ['every: cron: "0 9 * * mon"', 'every: {cron: "0 9 * * mon"}', "every:\n    cron: 0 9"]
)
def test_cron_inside_of_every_is_told_to_be_a_key_of_its_own(tmp_path: Path, line: str) -> None:
    lines = [*(one for one in GOOD if not one.startswith("every")), line]
    said = refusal(tmp_path, "- " + "\n  ".join(lines))
    assert said.endswith('; write cron: "0 9 * * mon" as a key of its own, instead of every:')
    assert len(said.splitlines()) == 1


def test_a_numbered_weekday_is_refused(tmp_path: Path) -> None:
    lines = [one for one in GOOD if not one.startswith("every")]
    said = refusal(tmp_path, "- " + "\n  ".join([*lines, 'cron: "0 9 * * 1"']))
    assert f"{tmp_path / 'weekly.yaml'}:4: cron: " in said
    assert "mon" in said


@pytest.mark.parametrize("key", ["name", "channel", "every", "timezone"])
def test_a_needed_key_left_out_is_told(tmp_path: Path, key: str) -> None:
    kept = [line for line in GOOD if not line.startswith(key)]
    assert f":1: no {key}; " in refusal(tmp_path, "- " + "\n  ".join(kept))


def test_everything_wrong_is_told_at_once_across_files(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(schedule("limit: 0") + schedule("level: x", "name: b"))
    (tmp_path / "b.yml").write_text("a: b: c\n")
    lines = refusal(tmp_path, schedule("timezone: EST")).splitlines()
    assert [line.removeprefix(f"{tmp_path}/").split(":")[0] for line in lines] == [
        "a.yaml",
        "a.yaml",
        "b.yml",
        "weekly.yaml",
    ]


def test_two_schedules_of_one_name_are_refused_across_files(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(schedule())
    said = refusal(tmp_path, "\n" + schedule("name: Weekly"))
    assert said.startswith(f"{tmp_path / 'weekly.yaml'}:2: ")
    assert f"{tmp_path / 'a.yaml'}:1" in said


def test_one_name_in_two_workspaces_is_two_schedules(tmp_path: Path) -> None:
    assert len(read(tmp_path, schedule("team: T01A") + schedule("team: T01B"))) == 2


def test_a_file_in_which_all_is_commented_out_has_none(tmp_path: Path) -> None:
    assert read(tmp_path, "# - name: weekly\n") == ()


def test_schedules_that_are_no_list_are_refused(tmp_path: Path) -> None:
    assert "must be a list" in refusal(tmp_path, "name: weekly\n")


def test_a_missing_folder_has_none(tmp_path: Path) -> None:
    assert read_schedules(tmp_path / "nowhere") == ()


def test_a_file_where_the_folder_should_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="PRDIGEST_SCHEDULES"):
        read_schedules(tmp_path / "file")


def test_hidden_and_other_files_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / ".a.yaml").write_text("[")
    (tmp_path / "README.md").write_text("[")
    assert len(read(tmp_path, schedule())) == 1


def test_a_file_that_is_not_utf8_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes("- name: 每周必读的合并请求".encode("gbk"))
    assert "a.yaml:1: not UTF-8; it looks like GBK" in refusal(tmp_path, schedule())
