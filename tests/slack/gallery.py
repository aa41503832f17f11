"""Every surface the bot can show, made by what makes it: a person goes through all scenes.

`python -m tests.slack.gallery FILE` writes them as JSON lines, to be drawn.
"""

import functools
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.core.entry import DigestFile, Entry, Telling
from bot.core.notice import Notice, Trouble
from bot.core.occasion import Fit
from bot.core.roundup import Message
from bot.core.schedule import Language, Subscription
from bot.roundups import planning
from bot.roundups.delivery import deliver_due
from bot.slack.rehearsal.say import Conversation, Reply, conversation
from bot.slack.roundup.notices import notice_message
from bot.slack.roundup.roundups import render
from bot.slack.subscription.mends import MENDS
from bot.store.store import Store, open_store
from tests.roundups.builders import Channels
from tests.slack.scenes import ALL, OF_ROUNDUP, SAMPLES, SCENES

NOW = datetime(2026, 11, 30, 8, tzinfo=UTC)
USER, CHANNEL = "U0READER00", "C0KERNELS00"
NAMED = {USER, CHANNEL}
"""Whom a surface may name: who acts, and where."""

LOCALES = {Language.EN: "en-US", Language.ZH: "zh-CN"}


@dataclass(frozen=True, slots=True)
class Surface:
    """A message (`payload`: text and blocks) or a view; `kind` as it is drawn."""

    name: str
    kind: str
    payload: Mapping[str, Any]


def surfaces(
    entries: Sequence[Entry],
    language: Language = Language.EN,
    queries: Sequence[str] = (),
    scenes: Mapping[str, tuple[str, ...]] = SCENES,
) -> list[Surface]:
    """All of them, of a store with these Entries; of an Answer also to the `queries`."""
    shown = [*_notices(language)]
    asked = {f"query {n}": (f"/prdigest {query}",) for n, query in enumerate(queries)}
    with tempfile.TemporaryDirectory() as folder:
        store = _store(Path(folder), language)
        if scenes is SCENES:
            shown += _play(store, {"empty": ("/prdigest", ALL, "home", "/prdigest saved")})
        tellings = tuple(Telling(n, each) for n, each in enumerate(entries))
        store.entries.merge(DigestFile("gallery.yaml", tellings))
        shown += _play(store, {**scenes, **asked})
        shown += _roundups(store)
        store.database.close()
    return [replace(each, name=f"{each.name} ({language})") for each in shown]


def _store(folder: Path, language: Language) -> Store:
    shutil.copy(_empty(), folder / "gallery.db")
    store = open_store(f"sqlite:///{folder / 'gallery.db'}")
    store.people.learn(USER, LOCALES[language], "Asia/Shanghai", NOW)
    store.subscriptions.sync([_subscription(language)], datetime(2026, 10, 1, tzinfo=UTC))
    return store


@functools.cache
def _empty() -> Path:
    """An empty database, to be copied."""
    path = Path(tempfile.mkdtemp()) / "empty.db"
    open_store(f"sqlite:///{path}").database.close()
    return path


def _subscription(language: Language) -> Subscription:
    return Subscription(
        name="weekly must-reads",
        channel=CHANNEL,
        every="mon 09:00",
        timezone="Europe/Berlin",
        limit=3,
        language=language,
        file="schedules/weekly.yaml",
    )


def _play(store: Store, scenes: Mapping[str, tuple[str, ...]]) -> Iterator[Surface]:
    for name, steps in scenes.items():
        with conversation(store, channel=CHANNEL, user=USER, now=lambda: NOW) as talk:
            for n, step in enumerate(steps):
                yield from _drawn(f"{name} {n + 1}: {step}", take(talk, step))


def take(talk: Conversation, step: str) -> list[Reply]:
    """What comes of a step: see `SCENES`."""
    verb, _, rest = step.partition(" ")
    name, _, number = rest.partition(":")
    field, _, value = rest.partition("=")
    match verb:
        case "click":
            return talk.click(name, int(number or 1))
        case "fill":
            return talk.fill(field, value)
        case "submit":
            return talk.submit()
        case "home":
            return talk.home()
        case "shortcut":
            return talk.shortcut(rest)
        case _:
            return talk.command(step)


def _drawn(name: str, replies: Sequence[Reply]) -> Iterator[Surface]:
    for n, reply in enumerate(replies):
        told = f"{name} · {n + 1}"
        if reply.view is not None:
            yield Surface(told, str(reply.view["type"]), {"view": reply.view})
        elif reply.text is not None or reply.blocks:
            kind = "message" if reply.to_all else "ephemeral"
            yield _message(told, kind, Message(reply.text or "", reply.blocks))


def _message(name: str, kind: str, message: Message) -> Surface:
    return Surface(name, kind, {"text": message.text, "blocks": list(message.blocks)})


def _roundups(store: Store) -> Iterator[Surface]:
    """The Roundup that falls due now in each of its forms, and what people do with it."""
    stored = store.subscriptions.by_name("weekly must-reads")
    assert stored is not None
    for fit in Fit:
        found = planning.preview(
            store, stored, NOW, lambda roundup, of, fit=fit: render(roundup, replace(of, fit=fit))
        )
        for n, part in enumerate(found.parts):
            yield _message(f"roundup {fit} {n + 1}", "message", part.message)
    slack = Channels()
    deliver_due(lambda: NOW, store, render, slack)
    posted = slack.taken[0].message
    for name, steps in OF_ROUNDUP.items():
        with conversation(store, channel=CHANNEL, user=USER, now=lambda: NOW) as talk:
            talk.read(posted.text, posted.blocks)
            for n, step in enumerate(steps):
                yield from _drawn(f"{name} {n + 1}: {step}", take(talk, step))


def _notices(language: Language) -> Iterator[Surface]:
    notice = Notice(
        id=1,
        trouble=Trouble.OBSTACLE,
        subscriber=USER,
        subscription="weekly must-reads",
        channel=CHANNEL,
        language=language,
        timezone="Europe/Berlin",
        reason="",
    )
    for reason in (*MENDS, "something_new"):
        yield _message(
            f"notice {reason}", "message", notice_message(replace(notice, reason=reason))
        )
    uncertain = replace(notice, trouble=Trouble.UNCERTAIN, reason="missing_scope", due=NOW)
    for part in (1, 2):
        asked = notice_message(replace(uncertain, delivery=7, part=part))
        yield _message(f"notice, uncertain {part}", "message", asked)


def as_line(surface: Surface) -> str:
    """A surface as a line of JSON; its name is fit for a file's."""
    name = re.sub("[^a-z0-9]+", "-", surface.name.lower()).strip("-")
    told = {"name": name, "surface": surface.kind, **surface.payload}
    return json.dumps(told, ensure_ascii=False)


def main(file: str) -> None:
    """Write all surfaces, in both languages."""
    lines = [as_line(each) for language in Language for each in surfaces(SAMPLES, language)]
    Path(file).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} surfaces")


if __name__ == "__main__":
    main(sys.argv[1])
