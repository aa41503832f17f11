"""The messages that the code says to people, and their catalogue: `python -m tests.slack.catalogue`
writes it anew.

Read from the syntax tree: Babel's own extractor would leave out what is no literal, in silence.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from bot.core.schedule import Language
from bot.slack.language.locales import CODES, catalogue

ROOT = Path(__file__).parents[2]
FILE = catalogue(CODES[Language.ZH])
_SAYING = {"words", "_words", "ENGLISH"}  # what Words are called
_ERRORS = {"PrdigestError", "QueryError"}  # told to people in Slack; ConfigError by these alone:
_CONFIG = ("bot/core/", "bot/store/channels.py")
_IN_A_TERMINAL = (
    "bot/cli/",
    "bot/slack/rehearsal/say.py",
    "bot/slack/rehearsal/inputs.py",
    "bot/slack/rehearsal/screen.py",
)


@dataclass(frozen=True, slots=True)
class Said:
    """A message where it is said: its English, that of several if it counts, and what it gets.

    `values` None: filled in later.
    """

    file: str
    line: int
    one: str
    many: str | None
    values: frozenset[str] | None

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"


def said() -> tuple[list[Said], list[str]]:
    """Every message in the code, and where one cannot be read: it is no literal."""
    messages: list[Said] = []
    unread: list[str] = []
    for file in sorted((ROOT / "bot").rglob("*.py")):
        path = file.relative_to(ROOT).as_posix()
        tree = ast.parse(file.read_text("utf-8"))
        marked = _marked(tree)
        calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
        for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
            if (count := _literals(call, path)) and not _is_marked(call, marked):
                found = [Said(path, call.lineno, *each) for each in _read(call, count)]
                messages += found
                unread += [] if found else [f"{path}:{call.lineno}: {ast.unparse(call)}"]
    return messages, unread


def _marked(tree: ast.AST) -> set[str]:
    """The names that stand for words marked with `noted`, whatever is assigned to them."""
    assigned: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            assigned.setdefault(node.targets[0].id, []).append(node.value)
    return {name for name, values in assigned.items() if all(map(_is_noted, values))}


def _is_noted(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "noted"


def _is_marked(call: ast.Call, marked: set[str]) -> bool:
    """Whether it says the words of a name, which are found where that is assigned."""
    return isinstance(call.args[0], ast.Name) and call.args[0].id in marked


def _literals(call: ast.Call, path: str) -> int:
    """How many literals a call begins with: 0 if it says nothing."""
    match call.func:
        case ast.Name(id="noted"):
            return 1
        case ast.Name(id=name) if name in _ERRORS and not path.startswith(_IN_A_TERMINAL):
            return 1
        case ast.Name(id="ConfigError") if path.startswith(_CONFIG):
            return 1
        case ast.Attribute(value=of, attr=("template" | "count") as attr) if _is_words(of):
            return 2 if attr == "count" else 1
        case func if path.startswith("bot/slack/") and _is_words(func):
            return 1
        case _:
            return 0


def _is_words(node: ast.expr) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in _SAYING
        case ast.Call(func=ast.Name(id="Words")):
            return True
        case _:
            return False


def _read(call: ast.Call, count: int) -> Iterator[tuple[str, str | None, frozenset[str] | None]]:
    given = frozenset(str(each.arg) for each in call.keywords)
    is_later = isinstance(call.func, ast.Name | ast.Attribute) and (
        getattr(call.func, "id", "") == "noted" or getattr(call.func, "attr", "") == "template"
    )
    values = None if is_later or "None" in given else given | ({"n"} if count == 2 else set())
    if count == 1:
        yield from ((each, None, values) for each in _choices(call.args[0]))
    elif isinstance(call.args[0], ast.Constant) and isinstance(call.args[1], ast.Constant):
        yield str(call.args[0].value), str(call.args[1].value), values


def _choices(node: ast.expr) -> list[str]:
    """The literal, or those of which one is chosen; none if it is something else."""
    match node:
        case ast.Constant(value=str(english)):
            return [english]
        case ast.IfExp(body=body, orelse=orelse):
            chosen = _choices(body), _choices(orelse)
            return [*chosen[0], *chosen[1]] if all(chosen) else []
        case ast.Call(func=ast.Name(id="noted")):
            return _choices(node.args[0])
        case _:
            return []


def fields(template: str) -> set[str]:
    """The `{names}` of a template."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def english_in(text: str) -> list[str]:
    """The messages that a text says in English."""
    patterns = {id_: _pattern(id_) for message in translated() for id_ in _ids(message)}
    return [id_ for id_, pattern in patterns.items() if re.search(pattern, text)]


def _ids(message: Message) -> tuple[str, ...]:
    return message.id if isinstance(message.id, tuple) else (str(message.id),)


def _pattern(id_: str) -> str:
    parts = Formatter().parse(id_)
    found = "".join(re.escape(text) + ("" if name is None else ".+") for text, name, *_ in parts)
    return rf"(?<![A-Za-z]){found}(?![A-Za-z])" if re.search("[a-z]{3}", found) else "(?!)"


def translated() -> Catalog:
    """The catalogue as it is."""
    with FILE.open("rb") as file:
        return read_po(file, locale=CODES[Language.ZH])


def written_anew() -> Catalog:
    """The catalogue with the messages of the code, in its order, translated as far as they were."""
    old = translated()
    new = Catalog(
        locale=old.locale,
        project="prdigest",
        header_comment="# Simplified Chinese of prdigest's own words.",
        version="0",
        msgid_bugs_address="none",
        last_translator="the prdigest authors",
        language_team="the prdigest authors",
        creation_date=old.creation_date,
        revision_date=old.revision_date,
        fuzzy=False,
    )
    for each in said()[0]:
        id_ = (each.one, each.many) if each.many else each.one
        known = old.get(each.one)
        new.add(id_, known.string if known else "", locations=[(each.file, 0)])
    return new


def write() -> None:
    """Write it: without line numbers, so that only what is said changes it."""
    new = written_anew()
    with FILE.open("wb") as file:
        write_po(file, new, width=100, include_lineno=False)
    missing = sum(1 for message in new if message.id and not is_translated(message))
    print(f"{FILE.relative_to(ROOT)}: {len(new)} messages, {missing} not translated")


def is_translated(message: Message) -> bool:
    """Whether there are words for it, in each of its forms."""
    strings = [message.string] if isinstance(message.string, str) else [*(message.string or [])]
    return bool(strings) and all(strings)


if __name__ == "__main__":
    write()
