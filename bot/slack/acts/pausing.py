"""Has Roundups wait, and come again: all of a channel by a verb, one by its button."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from bot.core.duration import parse_duration
from bot.core.roundup import Message
from bot.core.schedule import StoredSubscription
from bot.errors import PrdigestError
from bot.slack.answer.messages import message
from bot.slack.here import Here
from bot.slack.kit.blocks import bullets, paragraph, phrased, rich, section, text
from bot.slack.kit.text import escape
from bot.slack.language.words import Words
from bot.slack.outcomes import Outcomes
from bot.slack.rights import may_change
from bot.slack.subscription.changes import Change, line_of_all, next_moment
from bot.slack.subscription.standing import name_of, no_subscription, when_of
from bot.slack.subscription.standing_rows import file_of

A_WEEK = timedelta(weeks=1)

_MOST = 20  # Subscriptions that are told one by one


def pause(here: Here, typed: str) -> tuple[Message, Outcomes]:
    """Have all of the channel wait for as long as is typed, whether that is longer or shorter than
    they wait already; the channel is told.

    Raises PrdigestError for who may not, for what is no length of time, and where all are paused
    in their files; DatabaseError.
    """
    may_change(here)
    now = here.setting.shared_now()
    until = now + parse_duration(typed)
    found = _of_channel(here)
    if not found:
        return no_subscription(here.words), ()
    wait = [each.id for each in _not_paused_by_file(found)]
    paused = here.store.subscriptions.pause_all(wait, until, now)
    if not paused:
        file = file_of(found[0])
        raise PrdigestError("Nothing to pause: {file} has it paused already.", file=file)
    ends = here.words.moment(until, paused[0].subscription.timezone)
    lead = here.words("Paused until {moment}", moment=ends)
    return _told(lead, paused, here), (line_of_all(here, paused, Change.PAUSED),)


def resume(here: Here) -> tuple[Message, Outcomes]:
    """Have all of the channel that people paused come again; the channel is told.

    Raises PrdigestError for who may not, and where none is paused; DatabaseError.
    """
    may_change(here)
    now = here.setting.shared_now()
    found = _of_channel(here)
    if not found:
        return no_subscription(here.words), ()
    waiting = [each for each in _not_paused_by_file(found) if each.pause_ends(now)]
    if not waiting:
        raise _nothing_to_resume(found)
    resumed = here.store.subscriptions.resume_all([each.id for each in waiting], now)
    told = _told(here.words("Resumed"), resumed, here)
    return told, (line_of_all(here, resumed, Change.RESUMED),)


def pause_a_week(here: Here, stored: StoredSubscription) -> StoredSubscription:
    """Have one wait for a week, or for as long as it waits already. Raises as the store does."""
    now = here.setting.shared_now()
    until = max(now + A_WEEK, stored.pause_ends(now) or now)
    return here.store.subscriptions.pause(stored.id, until, now)


def _of_channel(here: Here) -> list[StoredSubscription]:
    return here.store.subscriptions.of_channel(here.channel) if here.channel else []


def _not_paused_by_file(found: Sequence[StoredSubscription]) -> list[StoredSubscription]:
    return [each for each in found if not each.subscription.paused]


def _nothing_to_resume(found: Sequence[StoredSubscription]) -> PrdigestError:
    by_file = next((each for each in found if each.subscription.paused), None)
    if by_file is None:
        return PrdigestError("Nothing is paused here. /prdigest status says what comes next.")
    return PrdigestError(
        "{file} has it paused: whoever runs me takes `paused: true` out there.",
        file=file_of(by_file),
    )


def _told(lead: str, changed: Sequence[StoredSubscription], here: Here) -> Message:
    """What was done, and when each goes on."""
    words, now = here.words, here.setting.shared_now()
    rows = list(_rows(changed[:_MOST], words, now))
    if len(changed) > _MOST:
        rows.append(words("{n} more", n=words.number(len(changed) - _MOST)))
    listed = rich(section(text(lead, "bold")), bullets(*(section(text(row)) for row in rows)))
    hint = words.template("{command} shows and changes them.")
    below = paragraph(*phrased(hint, command=text("/prdigest subscriptions", "code")))
    return message([listed, below], [text(lead)], [escape(f"• {row}") for row in rows])


def _rows(changed: Sequence[StoredSubscription], words: Words, now: datetime) -> Iterator[str]:
    for each in changed:
        following = next_moment(each, now, words) or words("none")
        told = words("next: {moment}", moment=following)
        yield " · ".join((name_of(each, words), when_of(each, words), told))
