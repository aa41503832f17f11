"""What is said of a Subscription wherever it is named: its name, its rule, that there is none."""

from bot.core.entry import Level
from bot.core.roundup import Message
from bot.core.schedule import Source, StoredSubscription
from bot.slack.answer.messages import message
from bot.slack.entry.entries import MARKS
from bot.slack.kit.blocks import paragraph, text
from bot.slack.kit.text import clip, one_line
from bot.slack.language.rhythms import rhythm_of
from bot.slack.language.words import Words

_NAME_LIMIT = 80
_FILTER_LIMIT = 200


def name_of(stored: StoredSubscription, words: Words) -> str:
    """What people call it: its name in the schedule file; those made in Slack have none."""
    if stored.source is Source.SLACK:
        return words("Roundup")
    return clip(one_line(stored.subscription.name), _NAME_LIMIT)


def no_subscription(words: Words) -> Message:
    """This channel has none: what to type."""
    lead = [text(words("This channel has no roundup yet."), "bold")]
    rest = [text("\n"), text("/prdigest subscribe", "code")]
    rest.append(text(" " + words("sets one up: when, of what, and how many.")))
    return message([paragraph(*lead, *rest)], [*lead, *rest])


def rule_of(stored: StoredSubscription, words: Words) -> str:
    """When it falls due and of what: `every Mon at 09:00, Asia/Shanghai · moe`."""
    return " · ".join(filter(None, (when_of(stored, words), filter_of(stored))))


def when_of(stored: StoredSubscription, words: Words) -> str:
    """When it falls due: `every Mon at 09:00, Asia/Shanghai`."""
    subscription = stored.subscription
    every = rhythm_of(subscription.every, words)
    return words("{every}, {zone}", every=every, zone=subscription.timezone)


def choice_of(stored: StoredSubscription, words: Words) -> str:
    """Which Entries it takes, and how many at once: `worth a skim or better · 8 at most`."""
    subscription = stored.subscription
    least = words.of(MARKS[subscription.level][1])
    if subscription.level is Level.UNKNOWN:
        least = words("All, rated or not")
    elif subscription.level is not Level.MUST:
        least = words("{level} or better", level=least)
    most = words.count("{n} at most", "{n} at most", subscription.limit)
    return f"{least} · {most}"


def filter_of(stored: StoredSubscription) -> str:
    """Its filter, fit to be shown; "" where it has none."""
    return clip(one_line(stored.subscription.filter or ""), _FILTER_LIMIT)
