"""Shows what is to be shown, after the acknowledgement: calls to Slack, and what comes of them."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial

from bot.core.roundup import Message
from bot.errors import DatabaseError, PrdigestError, SlackError
from bot.roundups.outside import Refused, Unanswered
from bot.slack.answer.messages import trouble
from bot.slack.language.words import Words, noted
from bot.slack.outcomes import (
    Announced,
    Arrived,
    Homed,
    Outcome,
    Outcomes,
    Replaced,
    Shown,
    Told,
    View,
    Whispered,
)
from bot.slack.views.loading import loading, trouble_view
from bot.slack.wire.reply import How, reply
from bot.slack.wire.surfaces import Surfaces

log = logging.getLogger(__name__)

UNEXPECTED = noted("That did not work, and the log says why. Try again.")
"""What is told of an error that is not one of ours."""

# The person went on meanwhile: what they do next is answered by itself.
_OVERTAKEN = frozenset({"hash_conflict", "not_found", "view_not_found"})
_TOO_LATE = frozenset({"expired_trigger_id", "exchanged_trigger_id", "trigger_expired"})


@dataclass(frozen=True, slots=True)
class Way:
    """How who asked can be reached: each of these may be empty, as Slack gives them.

    `view` is the id of the modal that was pressed, `hash` the state it had then; or of one that
    `is_opened` for this, in which nothing was filled in. `channel` is where they are, if that is
    known.
    """

    user: str
    response_url: str = ""
    trigger_id: str = ""
    view: str = ""
    hash: str | None = None
    channel: str | None = None
    is_opened: bool = False


class Performer:
    """Performs Outcomes; may be used by several threads at once. Never raises.

    `words_for` gives the words of a person in a channel; it never raises. What is to be shown is
    worked out in its `turn`.
    """

    def __init__(
        self,
        surfaces: Surfaces,
        words_for: Callable[[str, str | None], Words],
        turn: AbstractContextManager[object] | None = None,
    ) -> None:
        self._surfaces = surfaces
        self._words_for = words_for
        self._turn = turn or nullcontext()

    def perform(self, make: Callable[[], Outcomes], way: Way) -> None:
        """Show what `make` gives; an error of it is told in its own words, or in ours."""
        self._guarded(lambda: self._show_all(self._made(make), way), way)

    def open(self, make: Callable[[], Outcomes], way: Way) -> None:
        """The same, with a modal that is opened at once, since what allows it lives for 3 seconds.

        Above another one, if `way` has a view.
        """

        def opened() -> None:
            begin = self._surfaces.push if way.view else self._surfaces.open
            id_ = begin(way.trigger_id, loading(self._words_for(way.user, way.channel)))
            shown = replace(way, trigger_id="", view=id_, hash=None, is_opened=True)
            self._guarded(lambda: self._show_all(self._made(make), shown), shown)

        self._guarded(opened, way)

    def _made(self, make: Callable[[], Outcomes]) -> Outcomes:
        with self._turn:
            return make()

    def _guarded(self, act: Callable[[], None], way: Way) -> None:
        try:
            act()
        except Refused as refused:
            if refused.code in _OVERTAKEN:
                log.info("a view went on before it was changed: %s", refused.code)
                return
            log.warning("Slack refused what was to be shown: %s (%s)", refused, refused.details)
            is_late = refused.code in _TOO_LATE
            self._tell(lambda words: words.of(_TRIGGER if is_late else _REFUSED), way)
        except (Unanswered, SlackError) as error:
            log.warning("what was to be shown may not be: %s", error)
        except Exception as error:  # noqa: BLE001 (_sentence logs it)
            self._tell(partial(_sentence, error), way)

    def _tell(self, say: Callable[[Words], str], way: Way) -> None:
        """A trouble, where who asked looks: in the modal that was opened for this; above one that
        they fill in, which stays; else below the message."""
        words = self._words_for(way.user, way.channel)
        sentence = say(words)
        try:
            if way.is_opened:
                self._update(trouble_view(sentence, words), way)
            elif way.view:
                self._surfaces.push(way.trigger_id, trouble_view(sentence, words))
            else:
                reply(way.response_url, trouble(sentence), How.ALONE)
        except (Refused, Unanswered, SlackError) as error:
            log.warning("a trouble could not be told: %s", error)

    def _show_all(self, outcomes: Outcomes, way: Way) -> None:
        for outcome in outcomes:
            self._show_all(self._show(outcome, way), way)

    def _show(self, outcome: Outcome, way: Way) -> Outcomes:
        match outcome:
            case Whispered(message):
                reply(way.response_url, message, How.ALONE)
            case Replaced(message):
                reply(way.response_url, message, How.REPLACING)
            case Announced(message, then):
                arrived = reply(way.response_url, message, How.TO_ALL)
                return then(arrived) if then else ()
            case Told():
                return self._line(outcome, way)
            case Shown(view):
                self._update(view, way)
            case Homed(view):
                self._publish(view, way)
        return ()

    def _update(self, view: View, way: Way) -> None:
        """Change the modal. One that was opened for this would say “Loading …” for ever: once more
        without an answer."""
        try:
            self._surfaces.update(way.view, view, way.hash)
        except (Unanswered, SlackError) as error:
            if not way.is_opened:
                raise
            log.info("a modal is changed once more: %s", error)
            self._surfaces.update(way.view, view)

    def _publish(self, view: View, way: Way) -> None:
        """Show the Home tab. Whatever changed it meanwhile, the newest that was asked for wins."""
        try:
            self._surfaces.publish(way.user, view, way.hash)
        except Refused as refused:
            if refused.code != "hash_conflict":
                raise
            self._surfaces.publish(way.user, view)

    def _line(self, told: Told, way: Way) -> Outcomes:
        """Say it; what is shown in its place where that is refused."""
        try:
            self._surfaces.tell(told.channel, told.message)
            return ()
        except Refused as refused:
            log.info("a line was refused in %s: %s", told.channel, refused.code)
            if told.refused and (instead := told.refused(refused.code)):
                return instead
        except SlackError as error:
            log.info("a line did not reach Slack: %s", error)
        except Unanswered as error:  # it may be there: not said twice
            log.warning("a line to %s may be there: %s", told.channel, error)
            return ()
        if reply(way.response_url, told.message, How.TO_ALL) is Arrived.NO:
            log.warning("a line to %s could not be said", told.channel)
        return ()


_TRIGGER = noted("Slack gave me too little time to open that. Try again.")
_REFUSED = noted("Slack did not take what I wanted to show; the log says why.")


def message_of(error: Exception, words: Words) -> Message:
    """What is told of an error, which is logged as it deserves."""
    return trouble(_sentence(error, words))


def _sentence(error: Exception, words: Words) -> str:
    if isinstance(error, PrdigestError) and not isinstance(error, DatabaseError):
        log.info("something asked was refused: %s", error)
        return words.error(error)
    log.error("something asked could not be answered", exc_info=error)
    return words.of(UNEXPECTED)
