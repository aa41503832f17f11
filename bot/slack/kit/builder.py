"""Links that open what we show in Slack's Block Kit Builder. Pure."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

BUILDER = "https://app.slack.com/block-kit-builder/#"


def builder_link(shown: Mapping[str, Any]) -> str | None:
    """The address where what has `blocks`, or is a `view`, is drawn by Slack and can be changed.

    None for what has neither: the Builder draws no bare text.
    """
    if view := shown.get("view"):
        return _link(view)
    return _link({"blocks": list(shown["blocks"])}) if shown.get("blocks") else None


def with_link(shown: Mapping[str, Any]) -> dict[str, Any]:
    """The same with its link, in `builder`, where there is one."""
    link = builder_link(shown)
    return {**shown, "builder": link} if link else dict(shown)


def _link(payload: Mapping[str, Any]) -> str:
    told = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    return BUILDER + quote(told, safe="", errors="replace")
