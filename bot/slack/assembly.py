"""The parts that speak with Slack, put together for one process."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime

from slack_bolt import App

from bot.slack.app import build_app
from bot.slack.posting.poster import Poster
from bot.store.store import Store

_THREADS = 16  # for what follows an acknowledgement; Bolt's own 5 make commands wait behind it


@dataclass(frozen=True, slots=True)
class Bot:
    """`app` hears people; `poster` makes the calls of a Delivery."""

    app: App
    poster: Poster
    executor: ThreadPoolExecutor

    def close(self) -> None:
        """Wait for the answers that are under way; take no new ones before."""
        self.executor.shutdown(wait=True)


def assemble(
    store: Store,
    *,
    token: str,
    api_url: str,
    now: Callable[[], datetime] | None = None,
    admins: frozenset[str] = frozenset(),
) -> Bot:
    """A Bot that makes no call to Slack until it has something to say.

    Without `now` it shows dates by the machine's clock, which costs a command no question, and
    notes facts by the one that all processes share, as whoever delivers does.
    """
    executor = ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="after-ack")
    app = build_app(
        store,
        token=token,
        api_url=api_url,
        executor=executor,
        now=now or (lambda: datetime.now(UTC)),
        shared_now=now or store.database.now,
        admins=admins,
    )
    return Bot(app, Poster(token, api_url), executor)
