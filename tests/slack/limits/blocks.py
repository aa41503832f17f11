"""Blocks: what stands in them, on which surface, and what must be there once only."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.slack.limits.checks import (
    Breaches,
    Check,
    Place,
    Shape,
    address,
    either,
    flag,
    many,
    of_type,
    plain,
    shown,
    string,
)
from tests.slack.limits.elements import IMAGE, IN_ACTIONS, IN_INPUT, IN_SECTION
from tests.slack.limits.rich import PARTS


def _block(needs: Iterable[str] = (), whole: Check | None = None, **fields: Check) -> Shape:
    every: Mapping[str, Check] = {"type": string(40), "block_id": string(255)}
    return Shape({**every, **fields}, ("type", *needs), whole)


def _says_something(value: Any, at: Place) -> Breaches:
    if "text" not in value and "fields" not in value:
        yield f"{at.path}: neither text nor fields"


def _fits(value: Any, at: Place) -> Breaches:
    """Just modals can be answered by a response_url, and just text asks when to dispatch."""
    element = value["element"] if isinstance(value["element"], dict) else {}
    if element.get("response_url_enabled") and at.surface != "modal":
        yield f"{at.path}: response_url_enabled outside of a modal"
    if "dispatch_action_config" in element and not value.get("dispatch_action"):
        yield f"{at.path}: dispatch_action_config without dispatch_action"


def _no_response_url(value: Any, at: Place) -> Breaches:
    for element in elements(value):
        if "response_url_enabled" in element:
            yield f"{at.path}: response_url_enabled outside of an input"


_SMALL: Mapping[str, Check] = {
    "image": IMAGE,
    "plain_text": plain(3000),
    "mrkdwn": either(3000),
}
_EVERYWHERE: Mapping[str, Check] = {
    "section": _block(
        (),
        _says_something,
        text=either(3000),
        fields=many(either(2000), 10),
        accessory=of_type(IN_SECTION, "accessory of a section"),
        expand=flag,
    ),
    "header": _block(("text",), text=plain(150)),
    "context": _block(("elements",), elements=many(of_type(_SMALL, "element of a context"), 10)),
    "actions": _block(
        ("elements",),
        _no_response_url,
        elements=many(of_type(IN_ACTIONS, "element of actions"), 25),
    ),
    "divider": _block(),
    "image": _block(
        ("image_url", "alt_text"), image_url=address, alt_text=shown(2000), title=plain(2000)
    ),
    "rich_text": _block(("elements",), elements=PARTS),
}
_IN_VIEWS: Mapping[str, Check] = {
    **_EVERYWHERE,
    "input": _block(
        ("label", "element"),
        _fits,
        label=plain(2000),
        hint=plain(2000),
        optional=flag,
        dispatch_action=flag,
        element=of_type(IN_INPUT, "element of an input"),
    ),
}
_OF_SURFACE = {
    "message": of_type(_EVERYWHERE, "block of a message"),
    "modal": of_type(_IN_VIEWS, "block of a modal"),
    "home": of_type(_IN_VIEWS, "block of a Home tab"),
}


def of_blocks(blocks: Any, at: Place, most: int) -> Breaches:
    """All blocks of a surface, `most` at most."""
    yield from many(_OF_SURFACE[at.surface], most)(blocks, at)
    known = [block for block in blocks if isinstance(block, dict)] if blocks else []
    ids = [str(block["block_id"]) for block in known if "block_id" in block]
    yield from (f"{at.path}: two blocks {id_!r}" for id_ in _twice(ids))
    for block in known:
        names = [str(each["action_id"]) for each in elements(block) if "action_id" in each]
        yield from (f"{at.path}: {name!r} twice in a block" for name in _twice(names))
    focused = [each for block in known for each in elements(block) if each.get("focus_on_load")]
    if len(focused) > (at.surface != "message"):
        yield f"{at.path}: {len(focused)} elements that have the focus"


def elements(block: dict[str, Any]) -> list[dict[str, Any]]:
    """What can be pressed, chosen or filled in."""
    held = [block.get("accessory"), block.get("element")]
    held += block["elements"] if block.get("type") == "actions" else []
    return [each for each in held if isinstance(each, dict)]


def _twice(names: Iterable[str]) -> Iterator[str]:
    return (name for name, count in Counter(names).items() if count > 1)
