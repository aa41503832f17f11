"""What the bot answers."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.core.entry import Level
from bot.core.hit import Correction, Found, Hit, Matched
from bot.core.query import PullRequest
from bot.core.roundup import Message, SeenState
from bot.core.schedule import Language
from bot.search.words import terms
from bot.slack.answer import answers, messages
from bot.slack.answer.answers import Reader
from bot.slack.answer.help import help_text
from bot.slack.answer.messages import trouble
from bot.slack.answer.paging import NEXT, PREVIOUS, Page, from_value
from bot.slack.kit.blocks import strings
from bot.slack.language.words import ENGLISH, Words
from bot.store.past import Past, SeenAt
from tests.slack.builders import a_hit, an_entry, found
from tests.slack.limits import breaches

MOE = Page("moe", 0)
QUANTIZATION = Correction("quantizaton", "quantization")
HOSTILE = "<!channel> <https://evil.example|ok> <@U1> *b* `c` & \u202ertl \x00 @here"


READER = Reader(ENGLISH, date(2026, 11, 30))


def answer(page: Page, shown: Found, reader: Reader = READER) -> Message:
    return answers.answer(page, shown, reader)


def nothing_found(page: Page, shown: Found) -> Message:
    return messages.nothing_found(page, shown, ENGLISH)


def elements(message: Message) -> list[dict[str, Any]]:
    """Every element of every rich text, in order."""
    return [
        element
        for block in message.blocks
        if block["type"] == "rich_text"
        for part in block["elements"]
        for element in part["elements"]
    ]


def words(message: Message) -> str:
    return " ".join(strings(message.blocks))


def buttons(message: Message) -> dict[str, Page | None]:
    return {
        button["action_id"]: from_value(button["value"])
        for block in message.blocks
        if block["type"] == "actions"
        for button in block["elements"]
    }


def test_a_headline_links_to_its_pull_request() -> None:
    message = answer(MOE, found(an_entry("Faster kernel", pr=7)))
    links = [element for element in elements(message) if element["type"] == "link"]
    assert [(link["url"], link["text"]) for link in links] == [
        ("https://github.com/acme/engine/pull/7", "Faster kernel")
    ]


def test_an_entry_without_a_number_gets_a_search_on_github() -> None:
    message = answer(MOE, found(an_entry("A faster FusedKernel", pr=None)))
    assert "<https://github.com/acme/engine/pulls?q=is%3Apr+FusedKernel|Find on GitHub>" in words(
        message
    )


def test_each_hit_shows_level_gist_repository_number_and_date() -> None:
    message = answer(MOE, found(an_entry(pr=7, level=Level.SKIM)))
    assert {"type": "emoji", "name": "eyes"} in elements(message)
    assert "Worth a close read." in words(message)
    assert "worth a skim · acme/engine #7 · 27 Nov 2026" in words(message)


def lines(message: Message) -> list[str]:
    """The small lines below the Hits, from the date on."""
    shown = [block["text"]["text"] for block in message.blocks if block["type"] == "section"]
    return [line.partition("27 Nov 2026")[2] for line in shown]


def options(message: Message, n: int) -> list[str]:
    """What the menu of the nth Hit offers, by name."""
    menus = [block["accessory"] for block in message.blocks if block["type"] == "section"]
    return [option["value"].partition(":")[0] for option in menus[n]["options"]]


def test_each_hit_says_what_is_past_of_it_here_and_its_menu_fits() -> None:
    new, shown, muted, planned, numberless = (an_entry(pr=pr) for pr in (1, 2, 3, 4, None))
    at = datetime(2026, 11, 24, tzinfo=UTC)
    seen = {
        shown.id: SeenAt(SeenState.SHOWN, at),
        muted.id: SeenAt(SeenState.MUTED, at),
        planned.id: SeenAt(SeenState.PLANNED, at),
    }
    past = Past(seen, frozenset({shown.id, numberless.id}))
    hits = found(new, shown, muted, planned, numberless)
    message = answer(MOE, hits, replace(READER, past=past))
    assert lines(message)[:4] == [
        " · new here",
        " · shown here on 24 Nov · saved",
        " · not for this channel",
        " · about to be shown here",
    ]
    assert lines(message)[4].startswith(" · new here · saved · <https://github.com/")
    assert options(message, 0) == ["share", "verdict", "save", "mute"]
    assert options(message, 1) == ["share", "verdict", "unsave", "mute"]
    assert options(message, 2) == ["share", "verdict", "save", "unmute"]
    assert options(message, 4) == ["share", "verdict", "unsave", "mute", "github"]
    assert breaches(message) == []


def test_what_is_new_is_not_told_of_unseen_must_reads_nor_outside_of_channels() -> None:
    assert lines(answer(Page("", 0), found(an_entry()))) == [""]
    outside = answer(MOE, found(an_entry()), replace(READER, in_channel=False))
    assert lines(outside) == [""]
    assert options(outside, 0) == ["verdict", "save"]


def test_the_lead_counts_and_repeats_the_query() -> None:
    message = answer(MOE, found(an_entry(), total=1))
    assert message.text.startswith("1 pull request for moe\n• Kernel writes in parallel (")


def test_a_count_that_stopped_says_so() -> None:
    message = answer(MOE, found(an_entry(), total=1000, total_exact=False))
    assert "1,000+ pull requests for moe · 1–1" in message.text


def test_how_the_query_was_read_shows_where_it_differs_from_what_was_typed() -> None:
    assert "Read as" not in words(answer(MOE, found(an_entry())))
    message = answer(MOE, found(an_entry(), understood='moe OR "mixture of experts"'))
    assert 'Read as: moe OR "mixture of experts"' in words(message)


def test_the_first_page_leads_on_and_not_back() -> None:
    assert buttons(answer(MOE, found(an_entry(), total=6))) == {NEXT: Page("moe", 5)}


def test_a_middle_page_leads_both_ways() -> None:
    message = answer(Page("moe", 5), found(an_entry(), total=20))
    assert buttons(message) == {PREVIOUS: Page("moe", 0), NEXT: Page("moe", 10)}


def test_an_answer_that_fits_one_page_has_no_buttons() -> None:
    assert buttons(answer(MOE, found(an_entry()))) == {}


def test_a_query_too_long_for_a_button_has_none() -> None:
    message = answer(Page("量" * 2000, 0), found(an_entry(), total=9))
    assert buttons(message) == {}


PARTIAL: dict[str, Any] = {
    "matched": Matched.PARTIAL,
    "why": ("“moe” in the headline", "without “lora”"),
}


def test_an_answer_of_partial_hits_says_so_and_counts_them() -> None:
    message = answer(MOE, found(a_hit(**PARTIAL)))
    assert message.text.startswith("1 pull request has some of the words moe; none has all\n")
    hits = [a_hit(**PARTIAL) for _ in range(5)]
    message = answer(Page("moe", 5), found(*hits, total=12, partial=12))
    lead = "12 pull requests have some of the words moe; none has all · 6–10"
    assert message.text.startswith(lead)
    assert "These have some" not in words(message)


def test_partial_hits_are_counted_apart_and_stand_below_a_line() -> None:
    message = answer(MOE, found(a_hit(an_entry("Whole")), a_hit(an_entry("Part"), **PARTIAL)))
    assert message.text.startswith("1 pull request for moe · 1 more with some of the words\n")
    shown = words(message)
    assert shown.index("Whole") < shown.index("These have some of the words:") < shown.index("Part")
    assert shown.count("without “lora”") == 1


def test_a_correction_is_told_with_the_search_for_what_was_typed() -> None:
    given: dict[str, Any] = {"understood": "quantization", "corrections": (QUANTIZATION,)}
    message = answer(Page("quantizaton", 0), found(an_entry(), **given))
    assert message.text.startswith(
        "1 pull request for quantization\n"
        'Showing quantization; search "quantizaton" for exactly that\n•'
    )
    assert {"type": "text", "text": '"quantizaton"', "style": {"code": True}} in elements(message)
    assert "Read as" not in words(message)


def test_several_corrections_are_told_in_one_sentence() -> None:
    corrections = (QUANTIZATION, Correction("marlln", "marlin"))
    message = answer(MOE, found(an_entry(), corrections=corrections))
    told = 'Showing quantization, marlin; search "quantizaton", "marlln" for exactly that'
    assert told in message.text


def test_no_hits_after_a_correction_tell_it_too() -> None:
    page = Page("quantizaton repo:x", 0)
    message = nothing_found(page, found(corrections=(QUANTIZATION,)))
    assert message.text.startswith(
        "Nothing found for quantizaton repo:x\n"
        'Looked for quantization; search "quantizaton" for exactly that\n'
    )


def test_the_empty_query_counts_must_reads() -> None:
    message = answer(Page("", 0), found(an_entry(), an_entry()))
    assert message.text.startswith("2 must-reads this channel has not seen yet")


def test_no_hits_tell_how_the_query_was_read_and_what_to_try() -> None:
    message = nothing_found(Page("Zebra repo:x/y", 0), found(understood="zebra repo:x/y"))
    assert "Read as: zebra repo:x/y" in words(message)
    assert "/prdigest help" in message.text


def test_a_bad_query_shows_its_mend() -> None:
    told = messages.bad_query('close the quote: "scaled mm"', ENGLISH)
    assert told.text.startswith("close the quote: ")


def test_an_empty_store_says_how_to_fill_it() -> None:
    assert "prdigest import" in messages.no_digests(ENGLISH).text


def test_hostile_text_stays_literal() -> None:
    entry = an_entry(HOSTILE, verdict=HOSTILE, repo="<!here>/x", pr=None)
    message = answer(Page(HOSTILE, 0), found(entry, understood=HOSTILE))
    assert breaches(message) == []
    assert "\u202e" not in words(message) + message.text
    assert "\x00" not in words(message) + message.text


def test_an_address_that_is_not_http_is_not_linked() -> None:
    entry = an_entry(url="javascript:alert(1)", pr=None)
    assert "javascript" not in words(answer(MOE, found(entry)))


def test_a_long_headline_is_cut() -> None:
    message = answer(MOE, found(an_entry("x" * 400)))
    assert max(len(string) for string in strings(message.blocks)) <= 240


def test_every_fixed_message_keeps_within_slacks_limits() -> None:
    asked = [PullRequest(n, "r" * 300) for n in range(32)]
    for said in (ENGLISH, Words(Language.ZH)):
        for message in (
            help_text(said),
            messages.no_digests(said),
            messages.all_seen(said),
            messages.untold(asked, said),
            messages.run_again(said),
            messages.run_again(said, HOSTILE * 50),
            trouble("x" * 5000),
        ):
            assert breaches(message) == []


ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=()), max_size=500)


HITS = st.builds(
    lambda entry, word, matched, why: a_hit(entry, terms(word).parts, matched=matched, why=(why,)),
    st.builds(an_entry, ANY_TEXT, verdict=ANY_TEXT, url=ANY_TEXT, title=ANY_TEXT),
    ANY_TEXT,
    st.sampled_from(Matched),
    ANY_TEXT,
)
CORRECTIONS = st.lists(st.builds(Correction, ANY_TEXT, ANY_TEXT), max_size=5).map(tuple)


@given(st.lists(HITS, max_size=5), ANY_TEXT, ANY_TEXT, CORRECTIONS)
@example([a_hit(an_entry("\ud800", verdict="\ud800", url="\ud800"))], "\ud800", "\ud800", ())
def test_no_text_brings_an_answer_over_slacks_limits(
    hits: list[Hit], query: str, understood: str, corrections: tuple[Correction, ...]
) -> None:
    shown = found(*hits, total=50, understood=understood, corrections=corrections)
    assert breaches(answer(Page(query, 5), shown)) == []
    assert breaches(nothing_found(Page(query, 0), shown)) == []
    assert breaches(messages.bad_query(understood, ENGLISH)) == []


@pytest.mark.parametrize("pr", [1, None])
def test_the_longest_hits_that_can_be_keep_within_slacks_limits(pr: int | None) -> None:
    """Each text in as many pieces as are marked, each address as long as one can be."""
    some = f"{'moe ' + 'v' * 8 + ' '}" * 12
    url = f"https://x.y/{'z' * 580}" if pr else None
    given: dict[str, Any] = {"url": url, "repo": "r" * 300, "pr": pr, "date": date(2026, 12, 30)}
    entry = an_entry(some + "w" * 400, verdict=some + "w" * 20, **given)
    lacking = "without " + "moe 值 " * 200
    hits = [a_hit(entry, ("moe",), why=(lacking,), matched=Matched.PARTIAL)] * 5
    past = Past({entry.id: SeenAt(SeenState.SHOWN, datetime(2025, 12, 30, tzinfo=UTC))})
    reader = replace(READER, past=replace(past, saved=frozenset({entry.id})))
    corrections = (Correction("moee" * 100, "moe" * 100),) * 9
    for query, given_corrections in (('"x' * 250, corrections), ("x" * 160, ())):
        shown = found(*hits, total=50, understood="x" * 500, corrections=given_corrections)
        message = answer(Page(query, 5), shown, reader)
        assert breaches(message) == []
        assert len(lines(message)) == 5
