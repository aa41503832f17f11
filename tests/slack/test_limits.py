"""The checks of what we send find each kind of breach, and nothing where there is none."""

from typing import Any

import pytest

from bot.core.roundup import Message
from tests.slack.limits import breaches, breaches_of_view

Part = dict[str, Any]

EMOJI = "🎉"  # two of UTF-16's characters


def plain(text: str = "x") -> Part:
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str, **more: Any) -> Part:
    return {"type": "mrkdwn", "text": text, "verbatim": True, **more}


def section(**more: Any) -> Part:
    return {"type": "section", "text": plain(), **more}


def rich(*elements: Part, kind: str = "section", **more: Any) -> Part:
    part = {"type": f"rich_text_{kind}", "elements": list(elements), **more}
    return {"type": "rich_text", "elements": [part]}


def text(shown: str = "x", **more: Any) -> Part:
    return {"type": "text", "text": shown, **more}


def button(**more: Any) -> Part:
    return {"type": "button", "action_id": "a", "text": plain(), **more}


def actions(*elements: Part) -> Part:
    return {"type": "actions", "elements": list(elements)}


def option(value: str = "v", **more: Any) -> Part:
    return {"text": plain(), "value": value, **more}


def overflow(*options: Part) -> Part:
    return actions({"type": "overflow", "action_id": "a", "options": list(options)})


def select(**more: Any) -> Part:
    return actions({"type": "static_select", "action_id": "a", **more})


def field(**more: Any) -> Part:
    element = {"type": "plain_text_input", "action_id": "a", **more}
    return {"type": "input", "block_id": "f", "label": plain(), "element": element}


def modal(*blocks: Part, **more: Any) -> Part:
    given = {"type": "modal", "title": plain(), "submit": plain(), "blocks": list(blocks)}
    return {**given, **more}


LIST = rich({"type": "rich_text_section", "elements": [text()]}, kind="list", style="bullet")
CONFIRM = {"title": plain(), "text": plain(), "confirm": plain(), "deny": plain()}


@pytest.mark.parametrize(
    "block",
    [
        section(accessory=button(confirm=CONFIRM)),
        {"type": "section", "fields": [plain()] * 10, "block_id": "b" * 255},
        section(text=mrkdwn("<https://a.b|x> &amp; <@U0ACTS>")),
        {"type": "header", "text": plain("x" * 150)},
        {"type": "divider"},
        {"type": "context", "elements": [plain(), mrkdwn("x")]},
        actions(*(button(action_id=str(n)) for n in range(25))),
        overflow(option("v" * 150, url="https://a.b"), option("w", text=plain(EMOJI * 37))),
        select(option_groups=[{"label": plain(), "options": [option()]}], initial_option=option()),
        LIST,
        rich(text(" ", style={"bold": True}), {"type": "user", "user_id": "U0ACTS"}),
    ],
)
def test_what_slack_takes_is_no_breach(block: Part) -> None:
    assert breaches(Message("x", (block,)), named={"U0ACTS"}) == []
    assert breaches_of_view(modal(block, field()), named={"U0ACTS"}) == []
    assert breaches_of_view({"type": "home", "blocks": [block, field()]}, {"U0ACTS"}) == []


BREACHES: list[tuple[Part, str]] = [
    ({"type": "video"}, "video is no block"),
    (section(colour="red"), "an unknown field colour"),
    ({"type": "section"}, "neither text nor fields"),
    (section(text=plain(EMOJI * 1501)), "3002 characters"),
    (section(text=plain("")), "0 characters"),
    (section(text=plain(" \n")), "nothing to read"),
    (section(text=plain("a\x00")), "a control character"),
    (section(text=plain("a\u202eb")), "turns around"),
    (section(text=plain("\ud83d")), "half a surrogate pair"),
    (section(text={"type": "mrkdwn", "text": "x"}), "no verbatim"),
    (section(text=mrkdwn("x", verbatim=False)), "verbatim: False"),
    (section(text=mrkdwn("<!channel>")), "a mention, or a bracket"),
    (section(text=mrkdwn("<@U1>")), "a mention of U1"),
    (section(text=mrkdwn("<javascript:x|y>")), "a mention, or a bracket"),
    (section(text=mrkdwn("a & b")), "an ampersand"),
    (section(fields=[plain("x" * 2001)]), "2001 characters"),
    (section(accessory={"type": "plain_text_input", "action_id": "a"}), "no accessory"),
    (section(block_id="b" * 256), "256 characters"),
    ({"type": "header", "text": mrkdwn("x")}, "'mrkdwn'"),
    ({"type": "header", "text": plain("x" * 151)}, "151 characters"),
    ({"type": "context", "elements": [plain()] * 11}, "11 of them"),
    ({"type": "context", "elements": [button()]}, "no element of a context"),
    (actions(), "0 of them"),
    (actions(*[button(action_id=str(n)) for n in range(26)]), "26 of them"),
    (actions(button(), button()), "'a' twice in a block"),
    (actions(button(text=plain("x" * 76))), "76 characters"),
    (actions(button(value="x" * 2001)), "2001 characters"),
    (actions(button(url="javascript:alert(1)")), "no address"),
    (actions(button(url="https://a.b/c d")), "no address"),
    (actions(button(style="default")), "'default'"),
    (actions(button(confirm={"title": plain(), "text": plain()})), "no confirm"),
    (actions({"type": "button", "text": plain()}), "no action_id"),
    (overflow(), "0 of them"),
    (overflow(*(option(str(n)) for n in range(6))), "6 of them"),
    (overflow(option("v" * 151)), "151 characters"),
    (overflow(option(text=plain("x" * 76))), "76 characters"),
    (overflow(option(text=mrkdwn("x"))), "'mrkdwn'"),
    (overflow(option(), option()), "two options bring 'v'"),
    (select(), "neither options nor groups"),
    (select(options=[option(url="https://a.b")]), "unknown field url"),
    (select(options=[option()], initial_option=option("w")), "not among the options"),
    (select(options=[option(str(n)) for n in range(101)]), "101 of them"),
    (select(option_groups=[{"label": plain("x" * 76), "options": [option()]}]), "76 characters"),
    (select(options=[option()], placeholder=plain("x" * 151)), "151 characters"),
    (rich(text("")), "0 characters"),
    (rich(), "0 of them"),
    (rich(text(style={"bold": "yes"})), "'yes'"),
    (rich({"type": "broadcast", "range": "here"}), "broadcast is no element"),
    (rich({"type": "user", "user_id": "U1"}), "'U1' is not to be named"),
    (rich({"type": "link", "url": "tel:1"}), "no address"),
    (rich({"type": "emoji", "name": ":star:"}), "no name of an emoji"),
    (rich(text(), kind="list", style="bullet"), "'text'"),
    ({**LIST, "elements": [{**LIST["elements"][0], "indent": 9}]}, "indent: 9"),
    (rich({"type": "emoji", "name": "x"}, kind="preformatted"), "no element of code"),
]


@pytest.mark.parametrize(("block", "told"), BREACHES)
def test_a_breach_in_a_block_is_found_wherever_it_stands(block: Part, told: str) -> None:
    for found in (breaches(Message("x", (block,))), breaches_of_view(modal(block))):
        assert any(told in breach for breach in found), found


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (Message("", (section(),)), "0 characters"),
        (Message("x" * 4001, (section(),)), "4001 characters"),
        (Message("x" * 3501), "3501 characters"),
        (Message("<!here>", (section(),)), "a mention"),
        (Message("a & b"), "an ampersand"),
        (Message("x", (section(),) * 51), "51 of them"),
        (Message("x", (section(text=plain("x" * 2500)),) * 4), "10068 characters in all"),
        (Message("x", (section(block_id="b"),) * 2), "two blocks 'b'"),
        (Message("x", (field(),)), "input is no block of a message"),
        (Message("x", (select(options=[option()], focus_on_load=True),)), "the focus"),
        (Message("x", metadata={"event_type": "x"}), "metadata"),
        (Message("x", metadata={"event_type": "x", "event_payload": {"a": "b" * 999}}), "large"),
    ],
)
def test_a_breach_of_a_whole_message_is_found(message: Message, told: str) -> None:
    found = breaches(message)
    assert any(told in breach for breach in found), found


HUGE = [section(text=plain("x" * 3000))] * 100


@pytest.mark.parametrize(
    ("view", "told"),
    [
        ({"type": "tab", "blocks": []}, "neither a modal nor a Home tab"),
        (modal(), "0 of them"),
        (modal(*[section()] * 101), "101 of them"),
        (modal(*HUGE), "bytes"),
        ({"type": "modal", "blocks": [section()]}, "no title"),
        (modal(section(), title=plain("x" * 25)), "25 characters"),
        (modal(section(), submit=plain("x" * 25)), "25 characters"),
        (modal(section(), private_metadata="x" * 3001), "3001 characters"),
        (modal(section(), callback_id="x" * 256), "256 characters"),
        ({"type": "modal", "title": plain(), "blocks": [field()]}, "nothing to submit"),
        ({"type": "home", "blocks": [section()], "submit": plain()}, "an unknown field submit"),
        ({"type": "home", "blocks": [section()], "title": plain()}, "an unknown field title"),
        (modal(field(max_length=3001)), "3001"),
        (modal(field(initial_value="abc", max_length=2)), "too long"),
        (modal(field(focus_on_load=True), {**field(focus_on_load=True), "block_id": "g"}), "focus"),
        (modal({**field(), "element": button()}), "button is no element of an input"),
        (modal({**field(), "label": mrkdwn("x")}), "'mrkdwn'"),
        (modal(field(dispatch_action_config={})), "without dispatch_action"),
        (modal(select(options=[option()], response_url_enabled=True)), "response_url_enabled"),
    ],
)
def test_a_breach_of_a_view_is_found(view: Part, told: str) -> None:
    found = breaches_of_view(view)
    assert any(told in breach for breach in found), found
