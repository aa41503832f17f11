"""The modal of a Subscription that a schedule file declares: what it says; a pause."""

from datetime import datetime

from bot.core.schedule import Source, StoredSubscription
from bot.slack.kit.blocks import actions, button, context, paragraph, text
from bot.slack.kit.text import clip, one_line
from bot.slack.language.words import Words
from bot.slack.outcomes import View
from bot.slack.roundup.roundup_row import RESUME, SNOOZE, OfRoundup
from bot.slack.subscription.standing import name_of, rule_of
from bot.slack.views.loading import modal
from bot.slack.views.private import kept

DECLARED = "declared"
"""Its callback_id."""

_FILE_LIMIT = 200


def declared(
    stored: StoredSubscription, of: OfRoundup, channel: str, words: Words, now: datetime
) -> View:
    """Which file declares it; it can be paused here, or resumed where it was paused in Slack."""
    until, subscription = stored.pause_ends(now), stored.subscription
    blocks = [
        paragraph(text(name_of(stored, words), "bold"), text("\n" + rule_of(stored, words))),
        context(_where(stored, words)),
    ]
    if until:
        paused = words("Paused until {moment}", moment=words.moment(until, subscription.timezone))
        blocks += [
            paragraph(text(paused)),
            actions(button(words("Resume"), RESUME, of.value)),
        ]
    elif subscription.paused:
        blocks.append(paragraph(text(words("That file has it paused."))))
    else:
        blocks.append(actions(button(words("Snooze a week"), SNOOZE, of.value)))
    private = kept(channel, of.value)
    return modal(
        words("Roundup"), blocks, words=words, callback_id=DECLARED, private_metadata=private
    )


def _where(stored: StoredSubscription, words: Words) -> str:
    """Where it is changed."""
    if stored.source is Source.SLACK:
        return words("It was made in Slack; /prdigest subscriptions changes it.")
    file = clip(one_line(stored.subscription.file or words("a schedule file")), _FILE_LIMIT)
    return words("This roundup is set up in {file}; whoever runs me changes it there.", file=file)
