"""The modal in which a Subscription is set up or edited."""

from collections.abc import Iterator

from bot.core.entry import Level
from bot.core.every import DAYS
from bot.core.form import Form
from bot.core.schedule import Language, Quiet
from bot.slack.kit.blocks import Block, context, paragraph, text
from bot.slack.language.words import Words
from bot.slack.outcomes import View
from bot.slack.views import filling
from bot.slack.views.loading import modal
from bot.slack.views.outlook import Outlook, tried

SUBSCRIBE = "subscribe"
"""Its callback_id."""
FILLED_IN = "subscribe_form"
TIMEZONE = "subscribe_timezone"
"""The action ids of the inputs on which it depends what the modal tells."""

_LIMITS = (3, 5, 8, 10, 15, 20)


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
        *tried(form.filter, outlook, words),
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
        Level.MUST: words("Must-reads only"),
        Level.SKIM: words("Also those worth a skim"),
        Level.SKIP: words("Also those that can be skipped"),
        Level.UNKNOWN: words("All, rated or not"),
    }
    level = filling.one(FILLED_IN, levels, form.level)
    yield filling.field("level", words("Rating"), level)


def _how(form: Form, words: Words) -> Iterator[Block]:
    limits = {*map(str, _LIMITS), *([form.limit] if form.limit else [])}
    counts = {n: words.number(int(n)) for n in sorted(limits, key=int)}
    limit = filling.one("limit", counts, form.limit)
    hint = words("The rest waits for next time.")
    yield filling.field("limit", words("At most"), limit, hint=hint)
    quiet: dict[str, str] = {
        Quiet.SILENT: words("Post nothing"),
        Quiet.LINE: words("Post one line that says so"),
    }
    silence = filling.one("quiet", quiet, form.quiet)
    yield filling.field("quiet", words("When there is nothing new"), silence)
    languages: dict[str, str] = {Language.EN: "English", Language.ZH: "简体中文"}
    language = filling.one("language", languages, form.language)
    yield filling.field("language", words("Language"), language)


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
