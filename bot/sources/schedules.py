"""Schedule files as Subscriptions (design.md 3.1)."""

from collections.abc import Iterable
from pathlib import Path

from bot.core.entry import Problem
from bot.core.schedule import Subscription
from bot.errors import ConfigError
from bot.sources.fault import Fault
from bot.sources.naming import shown
from bot.sources.nodes import Listing, Node, Scalar, parse
from bot.sources.reading import read_text
from bot.sources.subscription import Declared, read_subscription
from bot.sources.values import seen_as

SIZE_LIMIT = 1_000_000  # bytes


def read_schedules(folder: Path) -> tuple[Subscription, ...]:
    """All Subscriptions of the folder's `*.yaml` and `*.yml`, by file name, in order.

    A missing folder has none. Raises ConfigError that names everything wrong, each as a line
    `file:line: what is wrong; how to mend it`.
    """
    declared: list[Declared] = []
    problems: list[Problem] = []
    for path in _files(folder):
        faults: list[Fault] = []
        try:
            declared += _read_file(path, faults)
        except Fault as fault:
            faults.append(fault)
        problems += (fault.at(shown(path)) for fault in sorted(faults, key=lambda one: one.line))
    problems += _same_names(declared)
    if problems:
        raise ConfigError("\n".join(str(problem) for problem in problems))
    return tuple(one.subscription for one in declared)


def _files(folder: Path) -> list[Path]:
    try:
        paths = sorted(folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        problem = f"{shown(folder)}: cannot be read: {error.strerror}"
        raise ConfigError(f"{problem}; name a folder in PRDIGEST_SCHEDULES") from None
    names = (".yaml", ".yml")
    return [
        path
        for path in paths
        if path.name.lower().endswith(names) and not path.name.startswith(".")
    ]


def _read_file(path: Path, faults: list[Fault]) -> list[Declared]:
    subscriptions = (
        read_subscription(node, shown(path), faults)
        for node in _nodes(parse(read_text(path, SIZE_LIMIT)))
    )
    return [one for one in subscriptions if one is not None]


def _nodes(root: Node | None) -> tuple[Node, ...]:
    """The file's Subscriptions; one in which all is commented out has none."""
    if root is None or (isinstance(root, Scalar) and not root.text):
        return ()
    if not isinstance(root, Listing):
        raise Fault(
            root.line,
            f"schedules must be a list, but this is {seen_as(root)}",
            "begin each schedule with - name:",
        )
    return root.nodes


def _same_names(declared: Iterable[Declared]) -> list[Problem]:
    first: dict[tuple[str | None, str], Declared] = {}
    problems: list[Problem] = []
    for one in declared:
        subscription = one.subscription
        known = first.setdefault((subscription.team, subscription.name.casefold()), one)
        if known is not one:
            where = f"{known.subscription.file}:{known.line}"
            problem = f'"{subscription.name}" is also the name of the schedule at {where}'
            problems.append(
                Problem(subscription.file or "", one.line, problem, "give each a name of its own")
            )
    return problems
