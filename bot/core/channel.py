"""Channel and Viewer: where Slack is, as our database knows it."""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Channel:
    """A Slack conversation: our row id, its Workspace's row id, and Slack's channel id."""

    id: int
    workspace_id: int
    channel: str


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: an Entry is visible if its visibility is empty or names this team or channel.

    `team` and `channel` are Slack's ids, None where not known. `channel_row` is the Channel's row
    id, None where the database does not know the channel (nothing is Seen there).
    """

    team: str | None = None
    channel: str | None = None
    channel_row: int | None = None

    def may_see(self, visibility: Collection[str]) -> bool:
        """Whether an Entry with this visibility is visible: the same as the index says."""
        named = {id_.casefold() for id_ in visibility}
        return not named or any(
            id_ and id_.casefold() in named for id_ in (self.team, self.channel)
        )
