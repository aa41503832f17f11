"""The command line: `prdigest VERB …`, the same as `python -m bot VERB …`."""

import sys
from io import TextIOWrapper


def main() -> None:
    """Run the verb that the command line names."""
    from bot.cli.verbs import prdigest  # here, so that importing `bot.cli` loads nothing

    for stream in (sys.stdout, sys.stderr):
        _speak_utf8(stream)
    prdigest(prog_name="prdigest")


def _speak_utf8(stream: object) -> None:
    """Digests are in any language, and programs read our JSON: the locale has no say.

    Half a surrogate pair, from arguments that are not UTF-8, comes out as JSON writes it.
    """
    if isinstance(stream, TextIOWrapper):  # None where it is closed
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
