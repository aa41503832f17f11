"""What is remarked on a Hit that does not show by itself why it was found."""

from bot.core.hit import Hit, Matched
from bot.search.highlight import rows_in
from bot.search.why import WITHOUT
from bot.slack.kit.text import clip, one_line
from bot.slack.language.words import Words

_REMARK_LIMIT = 90
_LOOKED_AT = 240  # characters of a title or a label


def lack(hit: Hit, words: Words) -> str:
    """What a partial Hit lacks; that is nothing but the order where a phrase was asked for."""
    if hit.matched is not Matched.PARTIAL:
        return ""
    told = next((each for each in hit.why if each.startswith(WITHOUT)), None)
    if told is None:
        return words("not as a phrase")
    return words("without {terms}", terms=_remark(told.removeprefix(WITHOUT)))


def named(hit: Hit, words: Words) -> str:
    """The title or the label that it was found by."""
    entry = hit.stored.entry
    if entry.title and rows_in(entry.title[:_LOOKED_AT], hit.rows):
        return words("title “{title}”", title=_remark(entry.title))
    for label in entry.labels:
        if rows_in(label[:_LOOKED_AT], hit.rows):
            return words("label “{label}”", label=_remark(label))
    return ""


def _remark(untrusted: str) -> str:
    return clip(one_line(untrusted), _REMARK_LIMIT)
