"""Notices as direct messages."""

from bot.core.notice import Notice
from bot.core.roundup import Message
from bot.slack.blocks import text
from bot.slack.messages import message


def notice_message(notice: Notice) -> Message:
    """What happened, where, and how to mend it."""
    lead = [text(f"{notice.subscription}: {notice.reason}")]
    return message([], lead)
