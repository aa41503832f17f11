"""Scenes: what people do with the bot, from the first command on, and Entries to do it with."""

from datetime import date
from typing import Any

from bot.core.entry import Entry, Level

ALL = "/prdigest since:2020-01-01 sort:new"
"""Whatever Entries there are, this finds them."""

SCENES: dict[str, tuple[str, ...]] = {
    "help": ("/prdigest help",),
    "unseen must-reads": ("/prdigest",),
    "answer": (ALL, "click page_next", "click page_previous"),
    "some of the words": ("/prdigest kernel sparsity routing",),
    "no hits": ("/prdigest xylophonist",),
    "unreadable": ("/prdigest since:yesterday",),
    "untold link": ("/prdigest https://github.com/acme/engine/pull/99999",),
    "share": (ALL, "click share", "click share:2", "click share"),
    "save": (ALL, "click save", "click save", "/prdigest saved", "click unsave", "click unsave"),
    "mute": (ALL, "click mute", "click unmute", "click mute:3"),
    "saved": ("/prdigest saved",),
    "verdict": (ALL, "click verdict", "click save", "click verdict:2"),
    "status": ("/prdigest status",),
    "preview": ("/prdigest preview",),
    "why": ("/prdigest why #12", '/prdigest why "kernel"', "/prdigest why #99999"),
    "home": ("home", "fill home_search=since:2020-01-01", "fill home_search=xylophonist", "home"),
    "shortcut": (
        "shortcut acme/engine#12 and https://github.com/acme/engine/pull/13, also acme/none#1",
        "click verdict",
        "shortcut Nothing to see here",
    ),
    "subscribe": (
        "/prdigest subscribe label:kernel",
        "fill filter=seen:yes",
        "submit",
        "fill filter=xylophonist",
        "fill filter=label:kernel",
        "fill level=skim",
        "fill timezone=Asia/Shanghai",
        "submit",
        "/prdigest subscriptions",
        "click subscription_edit",
        "fill days=mon,thu",
        "submit",
    ),
    "subscriptions": (
        "/prdigest subscriptions",
        "click subscription_pause",
        "click subscription_resume",
        "click subscription_remove",
        "/prdigest resume",
        "/prdigest pause 30 minutes",
    ),
}
"""By name; each step is a command, `click NAME[:N]`, `fill FIELD=VALUE`, `submit`, `home` or
`shortcut TEXT`."""

OF_ROUNDUP: dict[str, tuple[str, ...]] = {
    "roundup, the rest": ("click roundup_rest",),
    "roundup, waiting": ("click roundup_snooze", "click roundup_resume"),
    "roundup, settings": ("click roundup_settings",),
    "roundup, pauses": ("/prdigest pause 2w", "/prdigest subscriptions", "/prdigest resume"),
    "roundup, an entry": ("click save", "click mute", "click share", "click verdict"),
}
"""Before the message of a Roundup."""


def entry(n: int, headline: str, verdict: str, **given: Any) -> Entry:
    """One of acme/engine, a must-read of a day in November."""
    facts: dict[str, Any] = {
        "repo": "acme/engine",
        "pr": n,
        "level": Level.MUST,
        "date": date(2026, 11, 1 + n % 28),
        "labels": ("moe", "kernel"),
        "author": "octocat",
    }
    return Entry(headline=headline, verdict=verdict, **{**facts, **given})


PROSE = """Worth a close read. The **kernel** writes `topk` cooperatively:

- 8x faster on H200
- no change on *A100*

```python
launch(grid=(8, 1))
```

See [the thread](https://example.com/thread?a=1&b=2) for the numbers."""

SAMPLES = (
    entry(12, "MoE alignment kernel writes cooperatively, up to 8x faster on H200", PROSE),
    entry(
        13, "修复 W8A8 量化权重加载：`scale` 与 **bias** 分开存放", "建议精读。改动很小，收益很大。"
    ),
    entry(14, "Fewer kernels for routing", "Worth a quick look.", level=Level.SKIM, pr=None),
    entry(15, "Bump dependencies", "Can be skipped.", level=Level.SKIP, labels=()),
    entry(16, "New sampler", "Nothing is said of it.", level=Level.UNKNOWN, author=None),
    entry(17, "FP8 attention in the decode path", "Worth a close read.", repo="acme/attention"),
    entry(18, "Kernel fusion for the router", "Worth a close read. " * 40, title="[Kernel] Fuse"),
    *(entry(n, f"Kernel number {n} is faster", "Worth a close read.") for n in range(19, 27)),
)
"""What a digest may well hold, in both languages."""
