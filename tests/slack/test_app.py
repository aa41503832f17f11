"""Conversations with the real app: a command, its answer, clicks, and what goes wrong."""

import logging
from datetime import date
from typing import Any

import pytest
import sqlalchemy as sa

from bot.core.entry import DigestFile, Entry, Level, Telling
from bot.slack.answer.paging import NEXT, PREVIOUS, Page, from_value, to_value
from bot.slack.commands import VERBS, chosen
from bot.slack.rehearsal.standin import Standin
from bot.store.store import Store, store_on
from tests.slack.asking import Asker


@pytest.fixture
def store(database: Any) -> Store:
    """A store on each kind of database."""
    return store_on(database)


def fill(store: Store, count: int, level: Level = Level.MUST) -> None:
    """Entries 1 to `count` about kernels, the last one newest."""
    tellings = tuple(
        Telling(
            n,
            Entry(
                repo="acme/engine",
                pr=n,
                headline=f"Kernel number {n} is faster",
                verdict="Worth a close read. It was measured.",
                level=level,
                date=date(2026, 11, n),
            ),
        )
        for n in range(1, count + 1)
    )
    store.entries.merge(DigestFile("kernels.yaml", tellings))


@pytest.fixture
def asker(store: Store, standin: Standin) -> Asker:
    return Asker(store, standin)


def numbers(answer: dict[str, Any]) -> list[int]:
    """The pull requests that an answer links to, in order; a headline may be in several links."""
    linked = [
        int(element["url"].rpartition("/")[2])
        for block in answer["blocks"]
        if block["type"] == "rich_text"
        for part in block["elements"]
        for element in part["elements"]
        if element["type"] == "link"
    ]
    return list(dict.fromkeys(linked))


def test_a_search_answers_five_at_a_time_and_pages_in_place(store: Store, asker: Asker) -> None:
    fill(store, 12)
    first = asker.types("kernel sort:new")
    assert first["response_type"] == "ephemeral"
    assert numbers(first) == [12, 11, 10, 9, 8]

    second = asker.presses(NEXT)
    assert second["replace_original"] is True
    assert numbers(second) == [7, 6, 5, 4, 3]
    assert numbers(asker.presses(NEXT)) == [2, 1]
    assert numbers(asker.presses(PREVIOUS)) == [7, 6, 5, 4, 3]


def test_answering_makes_no_call_to_slack(store: Store, asker: Asker, standin: Standin) -> None:
    fill(store, 6)
    asker.types("kernel")
    assert standin.calls == []


def test_the_empty_query_shows_must_reads_that_the_channel_has_not_seen(
    store: Store, asker: Asker
) -> None:
    fill(store, 7)
    assert numbers(asker.types("")) == [7, 6, 5, 4, 3]
    assert "7 must-reads" in asker.answer["text"]
    assert numbers(asker.presses(NEXT)) == [2, 1]


@pytest.mark.parametrize("typed", ['""', "“”", "OR", 'search ""'])
def test_a_query_that_asks_for_nothing_is_the_empty_one(
    store: Store, asker: Asker, typed: str
) -> None:
    fill(store, 7)
    assert asker.types(typed) == asker.types("")


def test_the_empty_query_says_so_when_all_was_seen(store: Store, asker: Asker) -> None:
    fill(store, 3, Level.SKIP)
    assert "has seen every must-read" in asker.types("  ")["text"]


@pytest.mark.parametrize("text", ["help", "Help", " HELP "])
def test_help_alone_is_help(asker: Asker, text: str) -> None:
    assert "searches what was written" in asker.types(text)["text"]


def test_help_with_more_words_is_a_search(store: Store, asker: Asker) -> None:
    fill(store, 1)
    assert "Nothing found for help wanted" in asker.types("help wanted zebra")["text"][:40]


def test_search_forces_a_search(store: Store, asker: Asker) -> None:
    fill(store, 1)
    assert "for help" in asker.types("search help")["text"]
    assert numbers(asker.types("search kernel")) == [1]


def test_every_verb_is_typed_in_any_case_and_takes_only_what_fits_it() -> None:
    assert [chosen(typed)[1] for typed in ("help", "HELP", "help me", "search", "Search x y")] == [
        "",
        "",
        "help me",
        "search",
        "x y",
    ]
    assert chosen("why //a#1")[1] == "why //a#1"  # else a text of slashes takes a second to read
    takes_words = {"search", "subscribe"}
    assert {name for name, verb in VERBS.items() if verb.fits.fullmatch("moe")} <= takes_words


def test_an_empty_store_says_how_to_fill_it(asker: Asker) -> None:
    assert "prdigest import" in asker.types("kernel")["text"]


def test_a_query_that_cannot_be_read_gets_its_mend(asker: Asker) -> None:
    answer = asker.types("level:brilliant")
    assert "level" in answer["text"]
    assert "/prdigest help" in answer["text"]


def test_a_button_of_a_page_that_is_gone_shows_the_last_there_is(
    store: Store, asker: Asker
) -> None:
    fill(store, 7)
    shown = asker.presses(NEXT, to_value(Page("kernel sort:new", 50)))
    assert numbers(shown) == [2, 1]


def test_a_button_works_after_a_restart(store: Store, asker: Asker, standin: Standin) -> None:
    fill(store, 7)
    asker.types("kernel sort:new")
    later = Asker(store, standin)
    later.answer = asker.answer
    assert numbers(later.presses(NEXT)) == [2, 1]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("rubbish", "Type your search again."),
        ('{"q": "moe -x", "from": 5}', "Type /prdigest moe -x again."),
    ],
)
def test_a_button_that_cannot_be_read_says_what_to_type(
    asker: Asker, value: str, told: str
) -> None:
    answer = asker.presses(NEXT, value)
    assert answer["text"] == f"This answer is too old to go on from. {told}"
    assert answer["replace_original"] is False


def test_an_unknown_button_is_acknowledged(asker: Asker) -> None:
    assert asker.presses("of_another_version", "x") == {}


def test_a_response_url_that_slack_no_longer_takes_is_logged(
    store: Store, asker: Asker, standin: Standin, caplog: pytest.LogCaptureFixture
) -> None:
    fill(store, 7)
    asker.types("kernel")
    asker.presses(NEXT, response_url="http://127.0.0.1:9/expired")
    (line,) = [record.getMessage() for record in caplog.records]
    assert line.startswith("a response_url cannot be reached")


@pytest.mark.parametrize("url", ["T0/secret", "http://127.0.0.1:9/a secret"])
def test_a_response_url_that_cannot_be_read_is_not_logged(
    store: Store, asker: Asker, caplog: pytest.LogCaptureFixture, url: str
) -> None:
    fill(store, 7)
    asker.types("kernel")
    asker.presses(NEXT, response_url=url)
    assert "no answer from a response_url" in caplog.text
    assert "secret" not in caplog.text


def test_a_failure_before_the_answer_is_told_to_the_asker(
    asker: Asker, caplog: pytest.LogCaptureFixture
) -> None:
    told = asker.types(7)
    assert told["response_type"] == "ephemeral"
    assert "did not work" in told["text"]
    assert "Traceback" in caplog.text


def test_a_database_that_fails_is_told_without_its_words(
    store: Store, asker: Asker, caplog: pytest.LogCaptureFixture
) -> None:
    fill(store, 6)
    asker.types("kernel")
    with store.database.write() as connection:
        connection.execute(sa.text("DROP TABLE people"))
    told = asker.presses(NEXT)
    assert told["text"] == "That did not work, and the log says why. Try again."
    assert told["replace_original"] is False
    assert "Traceback" in caplog.text
    told = asker.types("kernel")
    assert told["text"] == "I cannot reach my database right now. Try again in a minute."


@pytest.mark.parametrize(
    "typed",
    [
        "#{n}",
        "acme/engine#{n}",
        "https://github.com/acme/engine/pull/{n}",
        "<https://github.com/acme/engine/pull/{n}/files#diff-1>",
        "<https://github.com/acme/engine/pull/{n}#discussion_r7|this one>",
    ],
)
def test_a_pull_request_is_given_or_no_digest_has_it_yet(
    store: Store, asker: Asker, typed: str
) -> None:
    fill(store, 3)
    assert numbers(asker.types(typed.format(n=2))) == [2]
    untold = asker.types(typed.format(n=77))
    assert untold["text"].startswith("No digest has ")
    assert "#77 yet." in untold["text"]
    assert numbers(untold) == ([77] if "acme" in typed else [])


def test_a_pull_request_that_other_words_rule_out_is_not_found(store: Store, asker: Asker) -> None:
    fill(store, 3)
    assert "Nothing found for" in asker.types("#2 level:skip")["text"]


def test_another_workspace_is_refused_in_words(store: Store, asker: Asker) -> None:
    fill(store, 1)
    asker.types("kernel")
    refused = asker.types("kernel", team_id="T0OTHER")
    assert "another workspace" in refused["text"]
    assert numbers(asker.types("kernel")) == [1]


def test_the_query_is_not_logged(
    store: Store, asker: Asker, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    fill(store, 6)
    asker.types("kernel secretword")
    asker.types("kernel")
    asker.presses(NEXT)
    assert "secretword" not in caplog.text
    assert "kernel" not in caplog.text


def test_the_environment_does_not_switch_the_app_to_oauth(
    store: Store, asker: Asker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("CLIENT_ID", "CLIENT_SECRET", "BOT_TOKEN", "SIGNING_SECRET", "VERIFICATION_TOKEN"):
        monkeypatch.setenv(f"SLACK_{name}", "xoxb-of-the-environment")
    fill(store, 1)
    assert numbers(asker.types("kernel")) == [1]
    assert caplog.records == []


def test_a_button_holds_the_whole_state(store: Store, asker: Asker) -> None:
    fill(store, 6)
    answer = asker.types("kernel  -zebra")
    values = [
        from_value(element["value"])
        for block in answer["blocks"]
        if block["type"] == "actions"
        for element in block["elements"]
    ]
    assert values == [Page("kernel -zebra", 5)]
