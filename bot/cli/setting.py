"""What every verb starts from: the environment, the store, the moment."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import click

from bot import config, logs
from bot.search.glossary import Glossary
from bot.store.glossary import read_glossary
from bot.store.store import Store, open_store

YEARS = range(1970, 3000)
"""Far enough from the ends of the calendar to count from."""


def read_config() -> config.Config:
    """The environment's Config, with logging set up by it. Raises ConfigError."""
    read = config.from_environment()
    logs.set_up(read.log_level, read.log_format)
    return read


@contextmanager
def opened_store(read: config.Config | None = None, *, asking: bool = False) -> Iterator[Store]:
    """The store that the environment names, closed at the end. Raises DatabaseError.

    For `asking`, Queries and Filters are read with the glossary, which may raise ConfigError. It
    takes a moment: without, words mean but themselves.
    """
    read = read or read_config()
    glossary = read_glossary(read.glossary) if asking else Glossary()
    store = open_store(read.database_url, glossary)
    try:
        yield store
    finally:
        store.database.close()


class TextType(click.ParamType[str]):
    """An argument that is UTF-8 text, whatever the locale takes it for."""

    name = "TEXT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return os.fsencode(value).decode("utf-8")
        except UnicodeDecodeError:
            self.fail(f"{value!r} is not UTF-8 text", param, ctx)


class MomentType(click.ParamType[datetime]):
    """An ISO 8601 moment of YEARS; without an offset it is read as UTC."""

    name = "ISO"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is no ISO moment; write it like 2026-11-30T09:00:00Z", param, ctx)
        if moment.year not in YEARS:
            self.fail(f"{value!r} is too far away; name a year from 1970 to 2999", param, ctx)
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


TEXT = TextType()
now_option = click.option("--now", type=MomentType(), help="Take this as the present moment.")
builder_option = click.option(
    "--builder", is_flag=True, help="Add links that open it in Slack's Block Kit Builder."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def print_json(value: Any) -> None:
    """One JSON document on standard output, its text readable."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
