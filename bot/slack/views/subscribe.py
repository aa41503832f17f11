"""The modal in which a Subscription is set up or edited, and what it becomes when that is done."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.core.entry import Entry, Level, url_of
from bot.core.every import DAYS
from bot.core.form import Form
from bot.core.schedule import Language, Quiet, StoredSubscription
from bot.roundups.planning import DryRun
from bot.slack.blocks import (
    Block,
    Element,
    bullets,
    context,
    emoji,
    link,
    paragraph,
    phrased,
    rich,
    safe_url,
    section,
    text,
)
from bot.slack.entries import MARKS, where
from bot.slack.mends import Mend
from bot.slack.outcomes import View
from bot.slack.standing import rule_of
from bot.slack.text import clip, one_line
from bot.slack.views import filling
from bot.slack.views.loading import modal
from bot.slack.words import Words

SUBSCRIBE = "subscribe"
"""Its callback_id."""
FILLED_IN = "subscribe_form"
TIMEZONE = "subscribe_timezone"
"""The action ids of the inputs on which it depends what the modal tells."""

_LIMITS = (3, 5, 8, 10, 15, 20)
_HEADLINE_LIMIT = 120
_FILTER_LIMIT = 120


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the modal tells of what is filled in: when the first one comes ("" if it cannot be
    said), and what would have been in it, or the sentence that says why that cannot be told."""

    following: str
    tried: DryRun | None
    trouble: str = ""


def subscribe_view(
    form: Form, outlook: Outlook, words: Words, *, private: str, edits: bool
) -> View:
    """The modal with what is filled in. `private` comes back with it."""
    is_direct = private.startswith("D")
    blocks = [
        paragraph(text(_purpose(words, is_direct=is_direct))),
        *_when(form, words),
        *(
            [context(words("Next: {moment}", moment=outlook.following))]
            if outlook.following
            else []
        ),
        *_what(form, words),
        *_tried(form, outlook, words),
        *_how(form, words),
    ]
    return modal(
        words("Change the roundup") if edits else words("New roundup"),
        blocks,
        words=words,
        callback_id=SUBSCRIBE,
        private_metadata=private,
        submit=filling.plain(words("Save changes") if edits else words("Subscribe")),
        close=filling.plain(words("Cancel")),
    )


def subscribed_view(
    stored: StoredSubscription, following: str, words: Words, mend: Mend | None = None
) -> View:
    """What was set up or changed, when it comes next, and how to go on; `mend`: what hinders it."""
    subscription = stored.subscription
    done = [emoji("white_check_mark"), text(" "), text(rule_of(stored, words), "bold")]
    if following:
        done += [text("\n" + words("Next: {moment}", moment=following))]
    blocks = [paragraph(*done)]
    if mend:
        why = words("I cannot post there yet: {why}", why=words.of(mend.why))
        told = text(words.between.join([why, words.sentences(mend.how)]))
        blocks.append(paragraph(emoji("warning"), text(" "), told))
    go_on = words.template("{preview} shows it now; {list} changes, pauses or removes it.")
    named = {
        "preview": text("/prdigest preview", "code"),
        "list": text("/prdigest subscriptions", "code"),
    }
    blocks.append(paragraph(*phrased(go_on, **named)))
    if subscription.channel.startswith("D"):
        blocks.append(context(words("It comes in our direct messages, to you alone.")))
    return modal(words("Roundup"), blocks, words=words)


def _purpose(words: Words, *, is_direct: bool) -> str:
    if is_direct:
        return words("What is worth reading, to you alone, each pull request once.")
    return words("What is worth reading, posted in this channel, each pull request once.")


def _when(form: Form, words: Words) -> Iterator[Block]:
    days = filling.several(FILLED_IN, dict(zip(DAYS, _days(words), strict=True)), form.days)
    yield filling.field("days", words("Days"), days)
    yield filling.field("time", words("Time"), filling.clock(FILLED_IN, form.time))
    city = words("Type a city, such as Shanghai")
    zone = filling.asking(TIMEZONE, form.timezone, city)
    yield filling.field("timezone", words("Timezone"), zone)


def _what(form: Form, words: Words) -> Iterator[Block]:
    example = words("moe kernel, 量化, repo:vllm -label:ci …")
    filter_ = filling.line(FILLED_IN, form.filter, example)
    hint = words("Words and fields as in a search; empty for all.")
    yield filling.field("filter", words("Only about"), filter_, hint=hint, optional=True)
    levels: dict[str, str] = {
        Level.MUST: words("Must-reads alone"),
        Level.SKIM: words("Also those worth a skim"),
        Level.SKIP: words("Also those that can be skipped"),
        Level.UNKNOWN: words("All, rated or not"),
    }
    level = filling.one(FILLED_IN, levels, form.level)
    yield filling.field("level", words("Which of them"), level)


def _how(form: Form, words: Words) -> Iterator[Block]:
    limits = {*map(str, _LIMITS), *([form.limit] if form.limit else [])}
    counts = {n: words.number(int(n)) for n in sorted(limits, key=int)}
    limit = filling.one("limit", counts, form.limit)
    hint = words("What is left comes the next time.")
    yield filling.field("limit", words("At most"), limit, hint=hint)
    quiet: dict[str, str] = {
        Quiet.SILENT: words("Post nothing"),
        Quiet.LINE: words("Post one line that says so"),
    }
    silence = filling.one("quiet", quiet, form.quiet)
    yield filling.field("quiet", words("When there is nothing new"), silence)
    languages: dict[str, str] = {Language.EN: "English", Language.ZH: "简体中文"}
    language = filling.one("language", languages, form.language)
    yield filling.field("language", words("My words in"), language)


def _tried(form: Form, outlook: Outlook, words: Words) -> Iterator[Block]:
    """What would have come lately, for which Filter: it may be typed on while this is counted."""
    tried = outlook.tried
    if tried is None:
        told = clip(one_line(outlook.trouble), 600)
        yield paragraph(emoji("warning"), text(" "), text(told))
        return
    typed = clip(one_line(form.filter), _FILTER_LIMIT)
    about = [text(" · "), text(typed, "code")] if typed else []
    lead = section(text(_count(tried, words), "bold"), *about)
    rows = [section(*_entry(stored.entry)) for stored in tried.first]
    yield rich(lead, bullets(*rows)) if rows else rich(lead)


def _count(tried: DryRun, words: Words) -> str:
    if not tried.of:
        return words("No digest of the last 30 days is here to try it with.")
    of = words.number(tried.of)
    if not tried.matching:
        return words("Would have shown none of the last {of} pull requests", of=of)
    return words(
        "Would have shown {n} of the last {of} pull requests",
        n=words.number(tried.matching),
        of=of,
    )


def _entry(entry: Entry) -> list[Element]:
    mark, _ = MARKS[entry.level]
    headline, url = clip(one_line(entry.headline), _HEADLINE_LIMIT), safe_url(url_of(entry))
    shown = link(url, headline) if url else text(headline)
    return [emoji(mark), text(" "), shown, text(f" · {where(entry)}")]


def _days(words: Words) -> tuple[str, ...]:
    return (
        words("Monday"),
        words("Tuesday"),
        words("Wednesday"),
        words("Thursday"),
        words("Friday"),
        words("Saturday"),
        words("Sunday"),
    )
