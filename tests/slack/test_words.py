"""The bot's own words are found where they are said, and said in each language."""

from datetime import UTC, date, datetime

import pytest
from babel.messages.catalog import Message

from bot.core.schedule import Language
from bot.errors import PrdigestError, QueryError
from bot.slack.language.rhythms import rhythm_of
from bot.slack.language.words import ENGLISH, Words, noted
from tests.slack.catalogue import fields, is_translated, said, translated, written_anew

CHINESE = Words(Language.ZH)
RHYTHMS = ("mon 09:00", "Thu,Mon 9:30", "weekdays 09:00", "daily 09:00", "cron: 0 9 1 * *")
TODAY = date(2026, 11, 30)
MONDAY = datetime(2026, 12, 7, 1, tzinfo=UTC)


def test_what_is_said_stands_where_it_is_said() -> None:
    messages, unread = said()
    assert len(messages) > 200
    assert unread == []  # no literal: it would be translated by nobody


def test_what_a_message_says_of_something_is_given_to_it() -> None:
    lacking = {
        each.place: each.one
        for each in said()[0]
        if each.values is not None and not fields(each.one) | fields(each.many or "") <= each.values
    }
    assert lacking == {}


def test_the_catalogue_has_just_the_messages_of_the_code() -> None:
    """`make words` mends it, the translations apart."""
    kept, due = translated(), written_anew()
    assert [message.id for message in kept] == [message.id for message in due]
    assert not kept.obsolete


def test_every_message_is_translated() -> None:
    assert [each.id for each in translated() if each.id and not is_translated(each)] == []
    assert [each.id for each in translated() if each.id and each.fuzzy] == []


def test_a_translation_speaks_of_the_same_things() -> None:
    def differs(message: Message) -> bool:
        english = message.id if isinstance(message.id, tuple) else (str(message.id),)
        chinese = [message.string] if isinstance(message.string, str) else message.string or ()
        return any(fields(english[-1]) != fields(each) for each in chinese)

    assert [m.id for m in translated() if m.id and is_translated(m) and differs(m)] == []


@pytest.mark.parametrize(("n", "english"), [(1, "1 must-read"), (1200, "1,200 must-reads")])
def test_what_is_counted_is_one_or_many(n: int, english: str) -> None:
    assert ENGLISH.count("{n} must-read", "{n} must-reads", n) == english
    assert CHINESE.count("{n} must-read", "{n} must-reads", n) == f"{n:,} 个必读 PR"


def test_one_or_more_is_many() -> None:
    assert ENGLISH.count("{n} must-read", "{n} must-reads", 1, more=True) == "1+ must-reads"


def test_days_and_moments_are_told_as_people_do() -> None:
    told = {words: words.date(TODAY) for words in (ENGLISH, CHINESE)}
    assert told == {ENGLISH: "30 Nov 2026", CHINESE: "2026年11月30日"}
    assert ENGLISH.day(date(2026, 11, 24), TODAY) == "24 Nov"
    assert CHINESE.day(date(2026, 11, 24), TODAY) == "11月24日"
    assert ENGLISH.day(date(2025, 11, 24), TODAY) == "24 Nov 2025"
    assert ENGLISH.moment(MONDAY, "Asia/Shanghai") == "Mon 7 Dec, 09:00 (UTC+8)"
    assert CHINESE.moment(MONDAY, "Asia/Shanghai") == "12月7日周一 09:00 (UTC+8)"
    assert ENGLISH.moment(MONDAY, "UTC") == "Mon 7 Dec, 01:00 (UTC)"
    assert ENGLISH.moment(MONDAY, "America/St_Johns") == "Sun 6 Dec, 21:30 (UTC-3:30)"


def test_a_rhythm_is_told_as_people_do() -> None:
    told = [(rhythm_of(every, ENGLISH), rhythm_of(every, CHINESE)) for every in RHYTHMS]
    assert told == [
        ("every Mon at 09:00", "每周一 09:00"),
        ("every Mon and Thu at 09:30", "每周一和周四 09:30"),
        ("weekdays at 09:00", "每个工作日 09:00"),
        ("daily at 09:00", "每天 09:00"),
        ("cron: 0 9 1 * *", "cron: 0 9 1 * *"),
    ]


def test_words_in_a_row_are_told_as_people_do() -> None:
    assert ENGLISH.listed(["a", "b", "c"]) == "a, b and c"
    assert CHINESE.listed(["a", "b", "c"]) == "a、b和c"
    assert CHINESE.choice(["a", "b"]) == "a或b"


def test_an_error_is_told_in_the_language_of_who_asked() -> None:
    error = QueryError("`{name}` is no timezone; write {mend}", name="{x}", mend=("`A`", "`B`"))
    assert str(error) == "`{x}` is no timezone; write `A` or `B`" == ENGLISH.error(error)
    assert CHINESE.error(error) == "`{x}` 不是时区；请写 `A`或`B`"
    plain = PrdigestError("nobody translated {this}")
    assert str(plain) == CHINESE.error(plain) == "nobody translated {this}"


def test_words_of_a_table_are_said_later() -> None:
    later = noted("must-read")
    assert (ENGLISH.of(later), CHINESE.of(later)) == ("must-read", "必读")
