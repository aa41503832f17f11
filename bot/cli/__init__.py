"""The command line: `prdigest VERB …`, the same as `python -m bot VERB …`."""


def main() -> None:
    """Run the verb that the command line names."""
    from bot.cli.verbs import prdigest  # here, so that importing `bot.cli` loads nothing

    prdigest(prog_name="prdigest")
