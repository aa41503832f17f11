"""The modal of a Subscription until it is submitted: opened, and told what it would have shown."""

from dataclasses import replace

from bot.core.form import Form, Reading, form_of, read
from bot.core.schedule import Source, StoredSubscription
from bot.core.zones import zones_like
from bot.errors import PrdigestError
from bot.roundups.planning import dry_run
from bot.slack.acts import listing
from bot.slack.acts.about import About, about, about_new, about_stored, form_in
from bot.slack.here import Here
from bot.slack.kit.blocks import Element
from bot.slack.outcomes import Outcomes, Shown
from bot.slack.pressed import Pressed
from bot.slack.subscription import changes
from bot.slack.views import filling
from bot.slack.views.outlook import Outlook
from bot.slack.views.subscribe import SUBSCRIBE, subscribe_view
from bot.store.slack_subscriptions import MOST, too_many

_MOST_ZONES = 100  # Slack takes no more options
_RULE = {"days", "time", "timezone"}


def asked(here: Here, typed: str) -> Outcomes:
    """The modal for a new one, with the Filter that was typed.

    Raises PrdigestError for who may not, and where the channel has as many as there can be;
    DatabaseError.
    """
    new = about_new(here)
    made = [each for each in _of_channel(new) if each.source is Source.SLACK]
    if len(made) >= MOST:
        raise too_many()
    return _shown(new, replace(form_of(new.known), filter=typed))


def editing(here: Here, stored: StoredSubscription) -> Outcomes:
    """The modal of one of the channel that was made in Slack. Raises the same."""
    return _shown(about_stored(here, stored), form_of(stored.subscription))


def edit(pressed: Pressed) -> Outcomes:
    """The same by its button in the list of them. Raises the same."""
    return editing(pressed.here, listing.meant(pressed))


def filled_in(pressed: Pressed) -> Outcomes:
    """The modal when something in it has changed: what is filled in stays. Raises the same."""
    view = pressed.view
    if view is None or view.callback_id != SUBSCRIBE:
        raise PrdigestError("That button is from another version of me. Try /prdigest status.")
    return _shown(about(pressed.here, view.private), form_in(view))


def zones(typed: str) -> list[Element]:
    """The timezones like what was typed."""
    return [filling.option(name, name) for name in zones_like(typed, _MOST_ZONES)]


def _shown(of: About, form: Form) -> Outcomes:
    reading = read(form, of.known)
    # What is no option of ours cannot be shown as chosen; what is typed is shown as it is.
    shown = replace(form_of(reading.subscription), filter=form.filter)
    view = subscribe_view(
        shown,
        _outlook(of, reading),
        of.here.words,
        private=of.private,
        edits=of.edited is not None,
    )
    return (Shown(view),)


def _outlook(of: About, reading: Reading) -> Outlook:
    following = "" if _RULE & set(reading.errors) else _following(of, reading)
    if wrong := reading.errors.get("filter"):
        return Outlook(following, None, of.here.words.error(wrong))
    here = of.here
    return Outlook(following, dry_run(here.store, reading.subscription, here.viewer(), here.now))


def _following(of: About, reading: Reading) -> str:
    """When the first one would come if it were submitted now."""
    now = of.here.setting.shared_now()
    if of.edited is None:
        stored = StoredSubscription(0, 0, 0, reading.subscription, Source.SLACK, known_at=now)
    elif of.edited.subscription == reading.subscription:
        stored = of.edited
    else:
        stored = replace(of.edited, subscription=reading.subscription, edited_at=now)
    return changes.next_moment(stored, now, of.here.words)


def _of_channel(of: About) -> list[StoredSubscription]:
    return of.here.store.subscriptions.of_channel(of.known.channel)
