"""The modal of a Subscription when it is submitted: it is made or changed, and the channel told.

A modal that is submitted twice makes one: what a channel has already is not made again.
"""

import logging
from dataclasses import replace
from functools import partial

from bot.core.form import form_of, read
from bot.core.schedule import StoredSubscription, Subscription
from bot.errors import DatabaseError, PrdigestError
from bot.slack.acts.about import About, about, form_in
from bot.slack.answer.messages import trouble
from bot.slack.here import Here, in_channel
from bot.slack.kit.text import clip, one_line
from bot.slack.language.words import Words
from bot.slack.outcomes import Outcomes, Shown, Taken, Told, View
from bot.slack.pressed import Submitted
from bot.slack.subscription import changes
from bot.slack.subscription.changes import Change
from bot.slack.subscription.troubles import obstacle_of
from bot.slack.views.loading import trouble_view
from bot.slack.views.private import channel_of
from bot.slack.views.subscribed import subscribed_view

log = logging.getLogger(__name__)

_ERROR_LIMIT = 300


def submitted(submitted: Submitted) -> Taken:
    """What is wrong at which field; else the modal that says what is so from now on, or why it
    cannot be. Raises DatabaseError: Slack then says so, and what was filled in stays."""
    private = submitted.view.private
    try:
        return _taken(about(submitted.here, private), submitted)
    except DatabaseError:
        raise
    except PrdigestError as error:
        words = in_channel(submitted.here, channel_of(private)).words
        return Taken(view=trouble_view(words.error(error), words))


def _taken(of: About, submitted: Submitted) -> Taken:
    here, words = of.here, of.here.words
    reading = read(form_in(submitted.view), of.known)
    if reading.errors:
        return Taken({name: _sentence(error, words) for name, error in reading.errors.items()})
    stored, what = _written(of, reading.subscription)
    if what is None:
        return Taken(view=_done(here, stored))
    log.info("subscription %d was %s by %s", stored.id, what.value, here.user)
    told = changes.line(here, stored, what)
    refused = partial(_refused, here, stored, what, told)
    return Taken(view=_done(here, stored), then=(replace(told, refused=refused),))


def _sentence(error: PrdigestError, words: Words) -> str:
    return clip(one_line(words.error(error)), _ERROR_LIMIT)


def _written(of: About, asked: Subscription) -> tuple[StoredSubscription, Change | None]:
    """What is there from now on, and what was done to it: None where it was just so already."""
    subscriptions, now = of.here.store.subscriptions, of.here.setting.shared_now()
    if of.edited is None:
        stored, is_new = subscriptions.make(asked, now)
        return stored, Change.MADE if is_new else None
    if form_of(of.known) == form_of(asked):
        return of.edited, None
    return subscriptions.change(of.edited.id, asked, now), Change.CHANGED


def _done(here: Here, stored: StoredSubscription) -> View:
    following = changes.next_moment(stored, here.setting.shared_now(), here.words)
    return subscribed_view(stored, following, here.words, obstacle_of(stored))


def _refused(
    here: Here, stored: StoredSubscription, what: Change, told: Told, code: str
) -> Outcomes:
    """Slack lets nothing be posted there: the modal says what is to be done.

    In direct messages of others we can never post: what was made there goes again, and its maker
    is told in ours.
    """
    is_direct = stored.subscription.channel.startswith("D")
    if is_direct and what is Change.MADE and code == "channel_not_found":
        here.store.subscriptions.remove(stored.id)
        sentence = here.words(
            "I can post only in direct messages with me: open my Messages tab, and type "
            "/prdigest subscribe there."
        )
        return (Told(here.user, trouble(sentence)), Shown(trouble_view(sentence, here.words)))
    if told.refused:
        told.refused(code)
    return (Shown(_done(here, here.store.subscriptions.get(stored.id))),)
