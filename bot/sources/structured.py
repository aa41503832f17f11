"""The YAML form of a Digest (design.md 3.1)."""

import re

from bot.core.phrases import Phrases
from bot.sources.fault import Fault
from bot.sources.fields import Fields
from bot.sources.nodes import Listing, Mapping, Node, Scalar, parse
from bot.sources.repository import is_repository
from bot.sources.structured_entry import Heading, read_entry
from bot.sources.told import ENTRIES_LIMIT, Day, Told, too_many
from bot.sources.values import seen_as, text_of

DIGEST_KEYS = ("repo", "date", "visibility", "entries")
VISIBILITY_LIMIT = 1000
SLACK_PLACE = re.compile(r"[TCGD][A-Z0-9]{2,20}")


def read_structured(text: str, day: Day, phrases: Phrases) -> Told:
    """The Digest of a YAML text; `day` holds where it gives no date itself.

    What is wrong with the Digest itself rejects all of it; a bad Entry only itself.
    """
    told = Told()
    try:
        root = parse(text)
    except Fault as fault:
        told.faults.append(fault)
        return told
    if not isinstance(root, Mapping):
        told.faults.append(_no_digest(root))
        return told
    _read_digest(root, day, phrases, told)
    return told


def _no_digest(root: Node | None) -> Fault:
    if root is None or (isinstance(root, Scalar) and not root.text):
        return Fault(1, "the file is empty", "write repo: and entries:, or remove the file")
    return Fault(
        root.line,
        f"a Digest must be a mapping, but this is {seen_as(root)}",
        "write repo: and entries: at the top",
    )


def _read_digest(root: Mapping, day: Day, phrases: Phrases, told: Told) -> None:
    fields = Fields(root, DIGEST_KEYS, told.faults)
    repo = _repo(fields)
    stated = fields.day("date")
    visibility = _visibility(fields)
    entries = _entries(fields, told.faults)
    if told.faults or repo is None:
        return
    told.date_line = fields.line_of("date") if fields.has("date") else 1
    if not entries:
        told.warnings.append(Fault(root.line, "no Entries in this Digest", "nothing was read"))
    heading = Heading(repo, Day(stated) if stated else day, visibility)
    for node in entries:
        telling = read_entry(node, heading, phrases, told.faults)
        if telling is not None:
            told.tellings.append(telling)


def _repo(fields: Fields) -> str | None:
    if fields.need("repo", "write repo: owner/name") is None:
        return None
    repo = fields.text("repo", 200)
    if repo is not None and not is_repository(repo):
        fields.refuse("repo", f'"{repo}" is no repository', "write repo: owner/name")
    return repo


def _visibility(fields: Fields) -> tuple[str, ...]:
    if not fields.declares("visibility"):
        return ()
    # Present but empty could mean everybody or nobody: never guess about who may see something.
    mend = "write ids such as [T0123, C0456], or remove the key to show it to everybody"
    if fields.need("visibility", mend) is None:
        return ()
    places = fields.many("visibility", VISIBILITY_LIMIT, _place)
    if places == ():
        fields.refuse("visibility", "visibility names nobody", mend)
    return places or ()


def _place(node: Node) -> str | Fault:
    place = text_of(node, "visibility", 100)
    if isinstance(place, str) and not SLACK_PLACE.fullmatch(place):
        return Fault(
            node.line,
            f'"{place}" is no id of a workspace or channel',
            "write an id such as T0123ABCD or C0123ABCD, not a name",
        )
    return place


def _entries(fields: Fields, faults: list[Fault]) -> tuple[Node, ...]:
    node = fields.need("entries", "list the Entries, each beginning with - headline:")
    if node is None:
        return ()
    if isinstance(node, Listing):
        if len(node.nodes) > ENTRIES_LIMIT:
            faults.append(too_many(node.line))
        return node.nodes
    fields.refuse(
        "entries",
        f"entries must be a list, but is {seen_as(node)}",
        "begin each Entry with - headline:",
    )
    return ()
