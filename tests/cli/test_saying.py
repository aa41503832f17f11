"""The verb that talks as somebody in Slack would, end to end."""

import json
from pathlib import Path
from urllib.parse import unquote

import pytest

from bot.slack.kit.builder import BUILDER
from tests.cli.running import Run, printed

DIGEST = "repo: acme/engine\ndate: 2026-11-27\nentries:\n" + "".join(
    f"  - {{pr: {n}, headline: MoE routing on ROCm {n}, verdict: Worth a close read.}}\n"
    for n in range(1, 8)
)


@pytest.fixture(autouse=True)
def digests(run: Run, tmp_path: Path) -> None:
    (tmp_path / "digests").mkdir()
    (tmp_path / "digests" / "a.yaml").write_text(DIGEST, encoding="utf-8")
    assert run("import").exit_code == 0


def test_a_command_is_answered_as_in_slack(run: Run) -> None:
    said = run("say", "/prdigest rocm", "--json")
    assert said.exit_code == 0
    (reply,) = printed(said)
    assert set(reply) == {"via", "text", "blocks"}
    assert reply["via"] == "ack"
    assert "MoE routing on ROCm" in run("say", "/prdigest rocm").stdout


def test_what_is_no_command_ends_with_2_or_an_empty_list(run: Run) -> None:
    told = run("say", "moe")
    assert told.exit_code == 2
    assert "begin with /prdigest" in told.stderr
    assert printed(run("say", "moe", "--json")) == []


def test_a_conversation_goes_on_in_the_order_it_is_given(run: Run) -> None:
    pressed = ("--click", "verdict:2", "--click", "page_next", "--click", "entry_menu/share:1")
    replies = printed(run("say", "/prdigest rocm", *pressed, "--json"))
    assert [reply["via"] for reply in replies] == [
        *("ack", "views.open", "views.update", "response_url", "response_url")
    ]
    opened, shown, turned = (json.dumps(each) for each in replies[1:4])
    assert "Loading" in opened
    assert "Full verdict" in shown
    assert "6–7" in turned or "6\\u20137" in turned
    drawn = run("say", "/prdigest rocm", *pressed).stdout
    assert drawn.index("› --click verdict:2") < drawn.index("› --click page_next")
    assert "views.update · Full verdict" in drawn


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (("--click", "page_previous"), "`page_previous` cannot be pressed here; there are: "),
        (("--click", "share:6"), "`share` number 6 cannot be pressed here"),
        (("--fill", "filter=moe"), "`filter` cannot be filled in here; there is no input"),
        (("--fill", "filter"), "write FIELD=VALUE"),
        (("--submit",), "no modal that can be submitted is open"),
    ],
)
def test_what_is_not_there_ends_with_2_and_what_is(
    run: Run, step: tuple[str, ...], told: str
) -> None:
    said = run("say", "/prdigest rocm", *step)
    assert said.exit_code == 2
    assert told in said.stderr


def test_who_may_not_change_roundups_in_slack_may_not_here(run: Run) -> None:
    asked = ("say", "/prdigest subscribe", "--json")
    assert "PRDIGEST_ADMINS" in run(*asked, PRDIGEST_ADMINS="U0ADMIN").stdout
    assert (
        "PRDIGEST_ADMINS" not in run(*asked, "--user", "U0ADMIN", PRDIGEST_ADMINS="U0ADMIN").stdout
    )
    assert "changes the database" in run("say", "--help").stdout


def test_each_reply_opens_in_the_builder(run: Run) -> None:
    (reply,) = printed(run("say", "/prdigest rocm", "--builder", "--json"))
    assert json.loads(unquote(reply["builder"].removeprefix(BUILDER))) == {
        "blocks": reply["blocks"]
    }
    *_, view = printed(run("say", "/prdigest rocm", "--click", "verdict", "--builder", "--json"))
    assert json.loads(unquote(view["builder"].removeprefix(BUILDER))) == view["view"]
    assert reply["builder"] in run("say", "/prdigest rocm", "--builder").stdout
