"""What our modals keep with Slack, and get back: the channel they are about, and what they show."""

_LIMIT = 2900  # Slack: 3,000 characters
_NOWHERE = "-"


def kept(channel: str | None, *shown: str) -> str:
    """The channel by its id and words that tell what is shown, as many as there is room for."""
    told = channel or _NOWHERE
    for word in shown:
        if len(told) + 1 + len(word) > _LIMIT:
            break
        told += f" {word}"
    return told


def channel_of(private: str) -> str | None:
    """The channel that was kept."""
    channel = private.partition(" ")[0]
    return channel if channel not in {"", _NOWHERE} else None


def shown_in(private: str) -> str:
    """The words that were kept, with blanks between."""
    return private.partition(" ")[2]
