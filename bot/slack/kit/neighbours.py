"""The row of buttons that leads to the page before and to the one after."""

from bot.slack.kit.blocks import Block, actions, button
from bot.slack.language.words import Words


def neighbours(
    action_ids: tuple[str, str], before: str | None, after: str | None, words: Words
) -> list[Block]:
    """Buttons with the action ids of the way back and on, that bring these values.

    None: nothing is there. No row where there is neither.
    """
    previous, next_ = action_ids
    buttons = []
    if before is not None:
        buttons.append(button(words("◀ Previous"), previous, before))
    if after is not None:
        buttons.append(button(words("Next ▶"), next_, after))
    return [actions(*buttons)] if buttons else []
