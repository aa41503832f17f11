"""The bot's own words, by language: English as written in the code, others by gettext."""

import functools
from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, NewType

from bot.core.schedule import Language
from bot.errors import PrdigestError

if TYPE_CHECKING:
    from bot.slack.language.locales import Locale

Noted = NewType("Noted", str)
"""English words in a table, to be said later."""


def noted(english: str) -> Noted:
    """Marks words that are said later, by `of`, so that they are found and translated."""
    return Noted(english)


_MOMENT = noted("{day}, {time} ({zone})")


class Words:
    """The bot's words in one language.

    English words are the message ids. They stand where they are said, as literals: `make words`
    finds them there. What is not translated is said in English.
    """

    def __init__(self, language: Language = Language.EN) -> None:
        self.language = language

    def __call__(self, english: str, **values: object) -> str:
        """The words for `english`, its `{names}` filled in."""
        return self.template(english).format(**values)

    def of(self, english: Noted, **values: object) -> str:
        """The same for words of a table."""
        return self.template(english).format(**values)

    def template(self, english: str) -> str:
        """The same with its `{names}` as they are."""
        return self._locale.translations.gettext(english)

    def error(self, error: PrdigestError) -> str:
        """The sentence of an error that is told to a person."""
        values = {
            name: self.choice(value) if isinstance(value, tuple) else value
            for name, value in error.values.items()
        }
        template = self.template(error.sentence)
        return template.format(**values) if values else template

    @property
    def between(self) -> str:
        """What stands between two sentences."""
        return "" if self.language is Language.ZH else " "

    def sentences(self, english: Sequence[Noted]) -> str:
        """Sentences one after the other."""
        return self.between.join(map(self.of, english))

    def count(self, one: str, many: str, n: int, *, more: bool = False, **values: object) -> str:
        """`one` for 1, else `many`, with `{n}` filled in; `more` says that n is a lower bound."""
        told = self._locale.translations.ngettext(one, many, 2 if more else n)
        return told.format(n=f"{self.number(n)}{'+' if more else ''}", **values)

    def number(self, n: int) -> str:
        """A number as people write it: `43,000`."""
        return self._locale.number(n)

    def day(self, day: date, today: date) -> str:
        """A day without the year where that is this year: `24 Nov`."""
        return (
            self._locale.day_of_year(day) if day.year == today.year else self._locale.full_date(day)
        )

    def moment(self, moment: datetime, timezone: str) -> str:
        """A moment on the clocks of a timezone, `Asia/Shanghai` say: `Mon 7 Dec, 09:00 (UTC+8)`."""
        return self._locale.moment(moment, timezone, self.template(_MOMENT))

    def weekday(self, n: int) -> str:
        """A day of the week, from 0 for `Mon`."""
        return self._locale.weekday(n)

    def listed(self, words: Sequence[str]) -> str:
        """Words in a row: `a, b and c`."""
        return self._locale.row(words, "standard")

    def choice(self, words: Sequence[str]) -> str:
        """Words of which one is meant: `a, b or c`."""
        return self._locale.row(words, "or")

    def date(self, day: date) -> str:
        """A day as people write it: `24 Nov 2026`."""
        return self._locale.full_date(day)

    @property
    def _locale(self) -> "Locale":
        return _locale(self.language)


@functools.cache
def _locale(language: Language) -> "Locale":
    """Read when something is said for the first time: a command line that says nothing is fast."""
    from bot.slack.language.locales import locale

    return locale(language)


ENGLISH = Words()
