"""What the modal of a Subscription becomes when that is set up or changed."""

from bot.core.schedule import StoredSubscription
from bot.slack.kit.blocks import context, emoji, paragraph, phrased, text
from bot.slack.language.words import Words
from bot.slack.outcomes import View
from bot.slack.subscription.mends import Mend
from bot.slack.subscription.standing import choice_of, rule_of
from bot.slack.views.loading import modal


def subscribed_view(
    stored: StoredSubscription, following: str, words: Words, mend: Mend | None = None
) -> View:
    """What was set up or changed, when it comes next, and how to go on; `mend`: what hinders it."""
    subscription = stored.subscription
    done = [emoji("white_check_mark"), text(" "), text(rule_of(stored, words), "bold")]
    done.append(text("\n" + choice_of(stored, words)))
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
