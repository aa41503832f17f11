"""What tests of the command line share: the type of `run`, and how to read its JSON."""

import json
from collections.abc import Callable
from typing import Any

from click.testing import Result

Run = Callable[..., Result]


def printed(result: Result) -> Any:
    """The JSON on standard output."""
    return json.loads(result.stdout)
