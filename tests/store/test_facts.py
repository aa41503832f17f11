"""Facts are kept by name."""

from bot.store.database import Database
from bot.store.facts import Facts


def test_a_fact_is_unknown_until_set_and_can_be_set_again(database: Database) -> None:
    facts = Facts(database)
    assert facts.get("terms") is None
    facts.set("terms", "1")
    facts.set("terms", "2")
    assert facts.get("terms") == "2"
    assert facts.get("other") is None
