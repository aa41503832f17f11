"""What is noted of an Entry's past: new here, shown, on its way or muted; saved."""

from datetime import date

from bot.core.roundup import SeenState
from bot.slack.language.words import Words
from bot.store.past import Past, SeenAt


def past_note(past: Past, entry: int, words: Words, today: date, *, tells_new: bool) -> str:
    """A few words on the Entry with this row id; `tells_new` says whether being unseen is told."""
    state = past.seen.get(entry)
    notes = []
    if state is not None:
        notes.append(_seen(state, words, today))
    elif tells_new:
        notes.append(words("new here"))
    if entry in past.saved:
        notes.append(words("saved"))
    return " · ".join(notes)


def _seen(seen: SeenAt, words: Words, today: date) -> str:
    match seen.state:
        case SeenState.SHOWN:
            return words("shown here on {day}", day=words.day(seen.at.date(), today))
        case SeenState.PLANNED if seen.is_uncertain:
            return words("may have been shared here")
        case SeenState.PLANNED:
            return words("about to be shown here")
        case SeenState.MUTED:
            return words("not for this channel")
