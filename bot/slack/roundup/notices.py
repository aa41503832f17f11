"""Notices as direct messages, and what takes the place of one whose question is answered."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.core.delivery import Delivery, Settled
from bot.core.notice import Notice, Trouble
from bot.core.roundup import Message
from bot.core.schedule import Subscription
from bot.slack.kit.blocks import (
    Block,
    Element,
    actions,
    button,
    channel,
    context,
    emoji,
    paragraph,
    phrased,
    text,
)
from bot.slack.kit.text import clip, escape, fallback, one_line
from bot.slack.language.words import Noted, Words, noted
from bot.slack.subscription.mends import ANY, MENDS

SETTLE = {Settled.POSTED: "settle_posted", Settled.LOST: "settle_lost"}
"""The action ids of the buttons by which a person settles; `settle_value` is their value."""

_NAME_LIMIT = 80
_REASON_LIMIT = 300

Line = Sequence[Element]


def settle_value(delivery: int, part: int) -> str:
    """Names what is asked about: the Delivery by its id, and its Part by its number."""
    return f"{delivery}:{part}"


def notice_message(notice: Notice) -> Message:
    """What happened, where, and how to mend it."""
    words = Words(notice.language)
    if notice.trouble is Trouble.OBSTACLE:
        return _obstacle(notice, words)
    return _uncertain(notice, words)


def settled_message(delivery: Delivery, subscription: Subscription, outcome: Settled) -> Message:
    """What takes the place of the question whether an uncertain Delivery arrived."""
    words = Words(subscription.language)
    if outcome is Settled.POSTED:
        template = noted(
            "Noted for the roundup {name}, due {due}, in {channel}: the message is there."
        )
        rest = words("What it tells counts as shown.")
    else:
        template = noted(
            "Noted for the roundup {name}, due {due}, in {channel}: the message is not there."
        )
        rest = words("What it would have told waits for the next roundup.")
    lead = phrased(
        words.template(template),
        name=_name(delivery.subscription),
        due=text(_moment(delivery.due, subscription.timezone, words)),
        channel=_place(delivery.channel, words),
    )
    return _message([[emoji("white_check_mark"), text(" "), *lead], [text(rest)]])


def _obstacle(notice: Notice, words: Words) -> Message:
    mend = MENDS.get(notice.reason, ANY)
    lead = phrased(
        words.template("I cannot post the roundup {name} in {channel}: {why}"),
        name=_name(notice.subscription),
        channel=_place(notice.channel, words),
        why=text(words.of(mend.why)),
    )
    rest = words("Nothing is lost: what it would have shown waits, and I try again each time.")
    return _message(
        [
            [emoji("warning"), text(" "), *lead],
            [text(words.sentences(mend.how), "bold")],
            [text(rest)],
        ],
        [_small(noted("Slack's own word for it: {reason}"), notice, words)],
    )


def _uncertain(notice: Notice, words: Words) -> Message:
    assert notice.due is not None and notice.delivery is not None  # noqa: S101, PT018 - of one
    n = notice.part or 1
    template = noted("I do not know whether the roundup {name}, due {due}, is in {channel}.")
    ask = words("Please look there, and tell me.")
    if n > 1:  # who sees the first message would say that it is there
        template = noted(
            "I do not know whether message {n} of the roundup {name}, due {due}, is in {channel}."
        )
        ask = words("The first message is there. Please look in its thread, and tell me.")
    lead = phrased(
        words.template(template),
        n=text(str(n)),
        name=_name(notice.subscription),
        due=text(_moment(notice.due, notice.timezone, words)),
        channel=_place(notice.channel, words),
    )
    why = words("Slack did not confirm it, and I cannot read the channel to find out.")
    rest = words("Until then its pull requests are held back, so that none is shown twice.")
    value = settle_value(notice.delivery, n)
    settling = actions(
        button(words("It is there"), SETTLE[Settled.POSTED], value),
        button(words("It is not there"), SETTLE[Settled.LOST], value),
    )
    return _message(
        [
            [emoji("warning"), text(" "), *lead],
            [text(why + words.between), text(ask, "bold")],
            [text(rest)],
        ],
        [settling, _small(noted("What is known: {reason}"), notice, words)],
    )


def _small(template: Noted, notice: Notice, words: Words) -> Block:
    return context(words.of(template, reason=clip(one_line(notice.reason), _REASON_LIMIT)))


def _name(subscription: str) -> Element:
    return text(clip(one_line(subscription), _NAME_LIMIT), "bold")


def _place(id_: str, words: Words) -> Element:
    return text(words("our direct messages")) if id_.startswith("D") else channel(id_)


def _moment(moment: datetime, timezone: str, words: Words) -> str:
    local = moment.astimezone(ZoneInfo(timezone))
    day = words.date(local.date())
    return words("{day} at {time} ({zone})", day=day, time=f"{local:%H:%M}", zone=timezone)


def _message(lines: Sequence[Line], rest: Sequence[Block] = ()) -> Message:
    """Lines with further blocks; the fallback text has the lines alone."""
    elements = [part for line in lines for part in (text("\n"), *line)][1:]
    return Message(
        text=fallback("".join(_plain(line)).strip() for line in lines),
        blocks=(paragraph(*elements), *rest),
    )


def _plain(line: Line) -> Iterator[str]:
    for element in line:
        if element["type"] == "channel":
            yield f"<#{element['channel_id']}>"
        else:
            yield escape(element.get("text", ""))
