"""A progress bar shows only where somebody may be waiting."""

import pytest

from bot.cli.progress import progress_bar

SHOW_CURSOR = "\x1b[?25h"


def advanced(silent_s: float) -> None:
    with progress_bar("Importing", "files", silent_s) as advance:
        for done in range(3):
            advance(done + 1, 3)


def test_off_a_terminal_nothing_shows_however_long_it_takes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    advanced(0)
    assert capsys.readouterr() == ("", "")


def test_on_a_terminal_the_first_moment_is_silent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes it for a terminal
    advanced(60)
    assert capsys.readouterr() == ("", "")


def test_on_a_terminal_what_takes_longer_is_counted_on_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    advanced(0)
    out, err = capsys.readouterr()
    assert out == ""
    assert "Importing" in err
    assert "3/3" in err


def test_a_bar_is_taken_down_when_the_work_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")

    def fail() -> None:
        with progress_bar("Importing", "files", 0) as advance:
            advance(1, 2)
            raise RuntimeError("the power went")

    with pytest.raises(RuntimeError, match="the power went"):
        fail()
    assert SHOW_CURSOR in capsys.readouterr().err
