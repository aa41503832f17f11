"""There: where something in one of our modals was pressed, which Slack does not say."""

from bot.slack.here import Here, in_channel
from bot.slack.pressed import Pressed
from bot.slack.views.found import FOUND
from bot.slack.views.private import channel_of
from bot.slack.views.verdict import VERDICT


def there(pressed: Pressed) -> Here:
    """Who pressed, in the channel that the modal is about. Raises DatabaseError."""
    here, view = pressed.here, pressed.view
    if view is not None and view.callback_id in {VERDICT, FOUND}:
        here = in_channel(here, channel_of(view.private))
    return here
