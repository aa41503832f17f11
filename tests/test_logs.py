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
