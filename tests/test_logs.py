"""Log lines carry what happened and never a secret."""

import json
import logging

import pytest

from bot import logs
from bot.config import LogFormat

TOKEN = "xoxb-" + "123-456-abcDEF"


def test_a_json_line_carries_message_and_extras(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO", LogFormat.JSON)
    logging.getLogger("x").info("posted", extra={"delivery": 7})
    line = json.loads(capsys.readouterr().err)
    assert (line["level"], line["message"], line["delivery"]) == ("INFO", "posted", 7)


@pytest.mark.parametrize("form", list(LogFormat))
def test_no_secret_reaches_a_log_line(form: LogFormat, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO", form)
    try:
        raise ValueError(f"refused {TOKEN} at postgres://bot:pa55word@db/prdigest")
    except ValueError:
        logging.getLogger("x").exception("with %s", TOKEN, extra={"given": TOKEN})
    printed = capsys.readouterr().err
    assert "refused *** at postgres://***@db/prdigest" in printed
    assert TOKEN not in printed
    assert "pa55word" not in printed


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("wss://wss-primary.slack.com/link/?ticket=12ab-34cd&app_id=A1", "?ticket=***&app_id=A1"),
        ("https://hooks.slack.com/commands/T1/23/aBcD answered", "hooks.slack.com/*** answered"),
        ("postgresql+psycopg://me:p%40ss@db:5432/x", "://***@db:5432/x"),
    ],
)
def test_an_address_that_is_a_secret_is_no_longer_one(line: str, printed: str) -> None:
    assert logs.redact(line).endswith(printed)
