"""Workspaces and Channels are learnt once, and another workspace is refused."""

import pytest
import sqlalchemy as sa

from bot.core.channel import Channel, Viewer
from bot.errors import ConfigError
from bot.store.channels import Channels
from bot.store.database import Database
from bot.store.tables import channels as table
from bot.store.tables import workspaces


@pytest.fixture
def channels(database: Database) -> Channels:
    return Channels(database)


def test_a_channel_is_unknown_until_it_is_ensured(channels: Channels) -> None:
    assert channels.find("C1") is None
    made = channels.ensure("C1")
    assert made == Channel(id=made.id, workspace_id=1, channel="C1")
    assert channels.find("C1") == channels.ensure("C1") == made


def test_the_first_team_learnt_is_the_single_workspace(channels: Channels) -> None:
    before = channels.ensure("C1")
    channels.learn("T1", "E1")
    assert channels.find("C1", "T1") == before


def test_learning_the_same_team_again_is_fine(database: Database, channels: Channels) -> None:
    channels.learn("T1")
    channels.learn("T1")
    Channels(database).learn("T1", "E1")


def test_another_team_is_refused_with_a_mend(database: Database, channels: Channels) -> None:
    channels.learn("T1")
    for each in (channels, Channels(database)):
        with pytest.raises(ConfigError, match=r"another Slack workspace than T2.*DATABASE_URL"):
            each.learn("T2")
    assert channels.find("C1", "T2") is None
    with pytest.raises(ConfigError, match="T2 is not known"):
        channels.ensure("C1", "T2")


def test_a_team_once_known_is_cheap_to_learn(database: Database, channels: Channels) -> None:
    channels.learn("T1")
    statements: list[str] = []
    sa.event.listen(database.engine, "before_cursor_execute", lambda *args: statements.append("x"))
    channels.learn("T1")
    assert statements == []


def test_channels_of_two_workspaces_may_share_an_id(database: Database, channels: Channels) -> None:
    channels.learn("T1")
    with database.write() as connection:
        connection.execute(workspaces.insert().values(team_id="T2"))
    assert channels.ensure("C1").id != channels.ensure("C1", "T2").id
    with database.read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(table)) == 2


def test_a_viewer_knows_its_team_and_channel(channels: Channels) -> None:
    assert channels.viewer("C1") == Viewer(team=None, channel="C1", channel_row=None)
    channels.learn("T1")
    known = channels.ensure("C1")
    assert channels.viewer("C1") == Viewer(team="T1", channel="C1", channel_row=known.id)
    assert channels.viewer("C9", "T9") == Viewer(team="T9", channel="C9", channel_row=None)
