"""Channel and Viewer: where Slack is, as our database knows it."""

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
