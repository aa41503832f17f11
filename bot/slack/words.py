"""The bot's own words, by language: English as written in the code, others looked up here.

Laid out as gettext does it (the English words are the message ids), so that it can take over.
"""

from datetime import date

from bot.core.schedule import Language

CHINESE = {
    "must-read": "必读",
    "worth a skim": "可略读",
    "can be skipped": "可跳过",
    "not rated": "未评级",
    "Find on GitHub": "在 GitHub 上查找",
    "{n} must-reads": "{n} 个必读 PR",
    "{n} pull requests": "{n} 个 PR",
    "{n} in the thread": "{n} 个在消息列中",
    "{n} kept for next time": "{n} 个留待下次",
    "Nothing new to read this time.": "这次没有新的必读内容。",
}


class Words:
    """The bot's words in one language."""

    def __init__(self, language: Language = Language.EN) -> None:
        self._language = language
        self._table = CHINESE if language is Language.ZH else {}

    def __call__(self, english: str, **values: object) -> str:
        """The words for `english`, its `{names}` filled in."""
        return self._table.get(english, english).format(**values)

    def count(self, one: str, many: str, n: int, *, more: bool = False) -> str:
        """`one` for 1, else `many`, with `{n}` filled in; `more` says that n is a lower bound."""
        english = one if n == 1 and not more else many
        return self._table.get(many, english).format(n=f"{n:,}{'+' if more else ''}")

    def date(self, day: date) -> str:
        """A day as people write it."""
        if self._language is Language.ZH:
            return f"{day.year}年{day.month}月{day.day}日"
        return f"{day.day} {day:%b} {day.year}"


ENGLISH = Words()
