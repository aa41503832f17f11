"""What a language brings: its translations (gettext), its dates, numbers and lists (Babel)."""

import functools
import gettext
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

import babel
from babel.dates import format_date, format_skeleton, get_day_names
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from bot.core.schedule import Language

CODES = {Language.EN: "en_GB", Language.ZH: "zh_Hans"}
"""The locale of each language: of English the one that writes the day first."""

_FOLDER = Path(__file__).parent / "locale"


@dataclass(frozen=True, slots=True)
class Locale:
    """How one language says things."""

    babel: babel.Locale
    translations: gettext.NullTranslations

    def number(self, n: int) -> str:
        return format_decimal(n, locale=self.babel)

    def full_date(self, day: date) -> str:
        return _date(day, None, str(self.babel))

    def day_of_year(self, day: date) -> str:
        return _date(day, "MMMd", str(self.babel))

    def weekday(self, n: int) -> str:
        return str(get_day_names("abbreviated", locale=self.babel)[n])

    def moment(self, moment: datetime, timezone: str, template: str) -> str:
        """`template` has the names `day`, `time` and `zone`."""
        local = moment.astimezone(ZoneInfo(timezone))
        day = format_skeleton("MMMEd", local.date(), locale=self.babel)
        return template.format(day=day, time=f"{local:%H:%M}", zone=_offset(local))

    def row(self, words: Sequence[str], style: Literal["standard", "or"]) -> str:
        return format_list(list(words), style, self.babel)


# An Answer has ten dates, and they are the same few ones all week.
@functools.lru_cache(maxsize=4096)
def _date(day: date, skeleton: str | None, code: str) -> str:
    """A day by a skeleton of the locale data, or in full."""
    if skeleton is None:
        return format_date(day, "medium", code)
    return format_skeleton(skeleton, day, locale=code)


def locale(language: Language) -> Locale:
    """What the language brings: reads its catalogue, so keep it."""
    code = CODES[language]
    is_of_code = language is Language.EN
    translations = gettext.NullTranslations() if is_of_code else _translations(catalogue(code))
    return Locale(babel.Locale.parse(code), translations)


def catalogue(code: str) -> Path:
    """The file of a locale's translations; there is none for the language of the code."""
    return _FOLDER / code / "LC_MESSAGES" / "prdigest.po"


def _translations(file: Path) -> gettext.NullTranslations:
    """The text of a catalogue, compiled in memory: nothing has to be built before."""
    compiled = io.BytesIO()
    with file.open("rb") as source:
        write_mo(compiled, read_po(source))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _offset(local: datetime) -> str:
    """What a clock shows more than UTC: `UTC+8`, `UTC-3:30`, `UTC`."""
    minutes = round((local.utcoffset() or timedelta()) / timedelta(minutes=1))
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '-'}{hours}" + (f":{rest:02}" if rest else "")
