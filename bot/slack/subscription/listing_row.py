"""The buttons of a Subscription in the list of its channel; what they bring is its row id."""

from collections.abc import Iterator
from datetime import datetime

from bot.core.schedule import Source, StoredSubscription
from bot.slack.kit.blocks import Element, button
from bot.slack.kit.text import clip
from bot.slack.language.words import Words
from bot.slack.subscription.standing import when_of

EDIT = "subscription_edit"
PAUSE = "subscription_pause"
RESUME = "subscription_resume"
REMOVE = "subscription_remove"

_CONFIRM_LIMIT = 300  # Slack: 300 characters


def buttons_of(each: StoredSubscription, now: datetime, words: Words) -> list[Element]:
    """What people can do about it; one that a file declares can at most be paused and resumed."""
    return list(_buttons(each, now, words))


def _buttons(each: StoredSubscription, now: datetime, words: Words) -> Iterator[Element]:
    is_ours, value = each.source is Source.SLACK, str(each.id)
    if is_ours:
        yield button(words("Edit"), EDIT, value)
    if each.pause_ends(now):
        yield button(words("Resume"), RESUME, value)
    elif not each.subscription.paused:
        yield button(words("Pause a week"), PAUSE, value)
    if is_ours:
        yield {
            **button(words("Remove"), REMOVE, value),
            "style": "danger",
            "confirm": _confirm(each, words),
        }


def _confirm(each: StoredSubscription, words: Words) -> Element:
    """What Slack asks before it tells us of a press."""
    what = words("It will no longer be posted: {what}", what=when_of(each, words))
    return {
        "title": _plain(words("Remove this roundup?")),
        "text": _plain(clip(what, _CONFIRM_LIMIT)),
        "confirm": _plain(words("Remove")),
        "deny": _plain(words("Keep it")),
        "style": "danger",
    }


def _plain(told: str) -> Element:
    return {"type": "plain_text", "text": told}
