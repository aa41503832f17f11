"""What a modal in which a Subscription is filled in is about: which channel, a new one or not."""

from dataclasses import dataclass

from bot.core.form import FIRST_DAYS, FIRST_TIME, Form
from bot.core.schedule import Source, StoredSubscription, Subscription
from bot.core.zones import check_timezone
from bot.errors import ConfigError, PrdigestError
from bot.slack.acts.meant import gone_from_here
from bot.slack.here import Here, in_channel
from bot.slack.pressed import InView
from bot.slack.rights import may_change
from bot.slack.views.private import channel_of, kept, shown_in


@dataclass(frozen=True, slots=True)
class About:
    """Who fills it in, `here` with the channel; the Subscription that is `edited`, None of a new
    one; and what is `known` of it before anything is read."""

    here: Here
    edited: StoredSubscription | None
    known: Subscription

    @property
    def private(self) -> str:
        """What the modal keeps of this with Slack."""
        return kept(self.here.channel, *([str(self.edited.id)] if self.edited else []))


def about_new(here: Here) -> About:
    """A Subscription yet to be made. Raises PrdigestError for who may not, and outside channels."""
    may_change(here)
    if here.channel is None:
        raise PrdigestError("That can be done only in a channel.")
    first = Subscription(
        name="",
        channel=here.channel,
        every=f"{','.join(FIRST_DAYS)} {FIRST_TIME}",
        timezone=_timezone(here),
        language=here.words.language,
        team=here.team,
        subscriber=here.user,
    )
    return About(here, None, first)


def about(here: Here, private: str) -> About:
    """What a modal of ours kept with Slack, looked up anew.

    Raises PrdigestError for who may not, and where that is gone or was never in that channel.
    """
    there, id_ = in_channel(here, channel_of(private)), shown_in(private)
    if not id_:
        return about_new(there)
    may_change(there)
    of_channel = there.store.subscriptions.of_channel(there.channel) if there.channel else []
    return about_stored(there, next((each for each in of_channel if str(each.id) == id_), None))


def about_stored(here: Here, stored: StoredSubscription | None) -> About:
    """A Subscription of the channel that is edited. Raises PrdigestError as `about` does."""
    may_change(here)
    if stored is None or stored.source is not Source.SLACK:
        raise gone_from_here()
    return About(here, stored, stored.subscription)


def form_in(view: InView) -> Form:
    """What is filled in."""
    days = view.fields.get("days")
    return Form(
        days=days if isinstance(days, tuple) else (),
        time=view.text("time"),
        timezone=view.text("timezone"),
        filter=view.text("filter"),
        level=view.text("level"),
        limit=view.text("limit"),
        language=view.text("language"),
        quiet=view.text("quiet"),
    )


def _timezone(here: Here) -> str:
    """That of who asks; else what was used last; UTC before that."""
    person = here.store.people.find(here.user)
    known = (person.timezone if person else None, here.store.subscriptions.timezone_used())
    for name in filter(None, known):
        try:
            check_timezone(name)
        except ConfigError:
            continue
        return name
    return "UTC"
