"""The table of verbs; each is loaded only when it is called."""

import importlib
from typing import Any

import click

from bot.errors import PrdigestError

VERBS = {
    "import": "digests",
    "entries": "digests",
    "forget": "digests",
    "search": "questions",
    "say": "saying",
    "preview": "roundups",
    "subscriptions": "roundups",
    "deliveries": "roundups",
    "clock": "serving",
    "web": "serving",
    "worker": "serving",
    "release": "upkeep",
    "migrate": "upkeep",
    "reindex": "upkeep",
    "doctor": "doctor",
    "manifest": "upkeep",
    "demo": "demo",
}


class Verbs(click.Group):
    """Loads a verb's module when it is called, and tells our errors in one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"bot.cli.{VERBS[cmd_name]}")
        found: click.Command = getattr(module, f"{cmd_name}_verb")
        return found

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except PrdigestError as error:
            click.echo(f"prdigest: {error}", err=True)
            ctx.exit(error.exit_code)


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="prdigest", message="%(prog)s %(version)s")
def prdigest() -> None:
    """Searches pull-request digests from Slack, and posts the must-reads once.

    Try `prdigest demo` first; it needs no Slack.
    """
