"""What is said of an Entry that a person shares: to the channel, and to who presses."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.core.entry import StoredEntry
from bot.core.roundup import Message
from bot.core.share import Share, ShareState, standing
from bot.slack.answer.messages import trouble
from bot.slack.entry.entries import entry_blocks, entry_line
from bot.slack.entry.menus import entry_block, entry_menu, query_of
from bot.slack.kit.blocks import Element, actions, button, emoji, paragraph, phrased, text, user
from bot.slack.kit.text import clip, escape, fallback, one_line
from bot.slack.language.words import Words

SHARE_AGAIN = "share_again"
"""The action id of the button that shares what may be there already."""

SHARE_LOST = "share_lost"
"""The action id of the button that says that it is not there."""

_QUERY_LIMIT = 120


@dataclass(frozen=True, slots=True)
class Asked:
    """Who pressed (Slack's id), on which Entry (its row id), in what block, and when."""

    user: str
    entry: int
    block: str
    now: datetime


def shared(stored: StoredEntry, who: str, query: str | None, words: Words) -> Message:
    """The Entry for the channel, with who shared it (Slack's id) and how it was found.

    `words` are those of the channel: everybody in it reads this.
    """
    command = clip(one_line(f"/prdigest {query or ''}"), _QUERY_LIMIT)
    if query is None:
        above = phrased(words.template("{who} shared this pull request"), who=user(who))
        said = words("Shared with this channel")
    else:
        found = words.template("{who} shared this from {command}")
        above = phrased(found, who=user(who), command=text(command, "code"))
        said = words("Shared from {command}", command=command)
    menu = entry_menu(stored, words)
    below = entry_blocks(stored, words, menu, block=entry_block(stored.id))
    return Message(fallback((escape(said), entry_line(stored))), (paragraph(*above), *below))


def in_the_way(share: Share, asked: Asked, words: Words) -> Message:
    """Why an Entry is not shared now. If it may be there or not: a question, with buttons."""
    if standing(share, asked.now) is not ShareState.UNCERTAIN:
        return _said(_already(share, asked, words), words)
    again = button(words("Share it again"), SHARE_AGAIN, str(asked.entry))
    lost = button(words("It is not there"), SHARE_LOST, str(asked.entry))
    is_of_answer = query_of(asked.block) is not None
    block_id = asked.block if is_of_answer else entry_block(asked.entry)
    question = _said([emoji("warning"), text(" "), *_doubt(share, asked, words)], words)
    return replace(
        question, blocks=(*question.blocks, {**actions(again, lost), "block_id": block_id})
    )


def not_shared(words: Words) -> Message:
    """Slack did not take it."""
    return trouble(words("Slack did not take that, so nothing was shared. Try again."))


def not_there(words: Words) -> Message:
    """Somebody saw that what was uncertain is not there."""
    return _said([text(words("Noted: that share is undone, and you can share it again."))], words)


def _already(share: Share, asked: Asked, words: Words) -> list[Element]:
    ago = _ago(asked.now - share.at, words)
    if share.user == asked.user:
        if share.state is ShareState.CALLING:
            return [text(words("You are sharing this here right now."))]
        return [text(words("You shared this here {ago}.", ago=ago))]
    if share.state is ShareState.CALLING:
        just = words.template("This is being shared here right now by {who}.")
        return [*phrased(just, who=user(share.user))]
    already = words.template("Already shared here {ago} by {who}.")
    return [*phrased(already, who=user(share.user), ago=text(ago))]


def _doubt(share: Share, asked: Asked, words: Words) -> list[Element]:
    ago = _ago(asked.now - share.at, words)
    if share.user == asked.user:
        told = [text(words("You shared this here {ago}.", ago=ago))]
    else:
        doubted = words.template("This was shared here {ago} by {who}.")
        told = [*phrased(doubted, who=user(share.user), ago=text(ago))]
    look = words("Slack did not confirm it: please check whether it is there.")
    return [*told, text(words.between + look)]


def _said(elements: Sequence[Element], words: Words) -> Message:
    """What is said, with a fallback text in which nobody has a name."""
    nobody = words("somebody")
    told = "".join(each.get("text", nobody) for each in elements if each["type"] != "emoji")
    return Message(escape(told.strip()), (paragraph(*elements),))


def _ago(passed: timedelta, words: Words) -> str:
    minutes = max(passed // timedelta(minutes=1), 0)
    if minutes < 1:
        return words("just now")
    if minutes < 60:
        return words.count("{n} minute ago", "{n} minutes ago", minutes)
    return words.count("{n} hour ago", "{n} hours ago", minutes // 60)
