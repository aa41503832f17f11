"""What one of our views shows after something in it changed what is known."""

from collections.abc import Callable

from bot.slack.acts import finding, home, verdicts
from bot.slack.outcomes import Outcomes
from bot.slack.pressed import Pressed
from bot.slack.views.found import FOUND
from bot.slack.views.verdict import VERDICT

_MODALS: dict[str, Callable[[Pressed, str], Outcomes]] = {
    VERDICT: verdicts.again,
    FOUND: finding.again,
}


def again(pressed: Pressed, remark: str = "") -> Outcomes:
    """The view in which something was pressed, as it is now; nothing if it is none of these.

    `remark` tells what came of it, where the view does not show that by itself. Raises
    DatabaseError.
    """
    if pressed.view is None:
        return ()
    if pressed.view.is_home:
        return home.again(pressed, remark)
    show = _MODALS.get(pressed.view.callback_id)
    return show(pressed, remark) if show else ()
