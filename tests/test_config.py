"""The environment is read once, and odd values are refused with one sentence."""

from pathlib import Path

import pytest

from bot import config
from bot.errors import ConfigError

SECRET = "s3cr3t-value"


def test_an_empty_environment_gives_the_laptop_defaults() -> None:
    read = config.read({})
    assert read.database_url == "sqlite:///prdigest.db"
    assert read.slack_api_url == "https://slack.com/api/"
    assert (read.port, read.clock) == (3000, True)


def test_an_empty_value_counts_as_not_set() -> None:
    assert config.read({"SLACK_BOT_TOKEN": "", "PORT": " "}) == config.Config()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", f"mysql://u:{SECRET}@host/db"),
        ("SLACK_BOT_TOKEN", f"xapp-{SECRET}"),
        ("SLACK_BOT_TOKEN", f"xoxb-{SECRET} "),
        ("SLACK_BOT_TOKEN", f"xoxb-{SECRET}\nxoxb-2"),
        ("SLACK_BOT_TOKEN", f"xoxb-{SECRET}\N{EM DASH}"),
        ("SLACK_API_URL", f"https://me:{SECRET}@slack.com/api/"),
        ("DATABASE_URL", "sqlite:///prdigest.db "),
        ("PRDIGEST_SCHEDULES", " schedules"),
        ("PRDIGEST_DIGESTS", "digests\n"),
        ("PRDIGEST_GLOSSARY", "glossary.yaml "),
        ("SLACK_SIGNING_SECRET", f"xoxb-{SECRET}"),
        ("SLACK_APP_TOKEN", f"xoxb-{SECRET}"),
        ("SLACK_API_URL", "ftp://slack.com/api/"),
        ("SLACK_API_URL", "http://slack.example.com/api/"),
        ("SLACK_API_URL", "http://[::1/api/"),
        ("PORT", "80a"),
        ("PORT", "0"),
        ("PORT", "70000"),
        ("PRDIGEST_URL", "example.com"),
        ("PRDIGEST_CLOCK", "maybe"),
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
        ("SLACK_CLIENT_ID", "1.2"),
    ],
)
def test_an_odd_value_is_refused_by_name_without_showing_a_secret(name: str, value: str) -> None:
    with pytest.raises(ConfigError) as refused:
        config.read({name: value})
    assert name in str(refused.value)
    assert SECRET not in str(refused.value)


def test_a_glossary_of_the_team_is_there_if_it_is_named() -> None:
    assert config.read({}).glossary is None
    assert config.read({"PRDIGEST_GLOSSARY": "ours.yaml"}).glossary == Path("ours.yaml")
    assert config.read({"PRDIGEST_GLOSSARY": "ours.yaml"}).unused == ()


def test_secrets_stay_out_of_the_repr() -> None:
    read = config.read(
        {
            "SLACK_BOT_TOKEN": f"xoxb-{SECRET}",
            "SLACK_SIGNING_SECRET": SECRET,
            "SLACK_APP_TOKEN": f"xapp-{SECRET}",
            "DATABASE_URL": f"postgres://u:{SECRET}@host/db",
        }
    )
    assert SECRET not in repr(read)


@pytest.mark.parametrize("need", ["need_bot_token", "need_signing_secret", "need_app_token"])
def test_a_missing_secret_is_asked_for_with_where_to_find_it(need: str) -> None:
    with pytest.raises(ConfigError, match=r"is not set: .* page "):
        getattr(config.read({}), need)()


def test_a_slack_of_this_machine_may_be_spoken_to_in_plain_http() -> None:
    read = config.read({"SLACK_API_URL": "http://127.0.0.1:4003/api"})
    assert read.slack_api_url == "http://127.0.0.1:4003/api/"
