"""Chinese words that sound alike are found to do so."""

import pytest

from bot.search.sounds import sound


@pytest.mark.parametrize(
    ("right", "typed"),
    [
        ("推测", "推侧"),
        ("量化", "凉化"),
        ("管理", "管里"),
        ("并行", "并形"),
        ("缓存", "缓村"),
        ("调度", "调肚"),
        ("浏览", "流览"),
        ("渲染", "宣染"),
        ("绿色", "录色"),  # both are typed lu or lv
        ("座位", "作位"),  # the last of the common characters
        ("阿里", "啊里"),  # the first
    ],
)
def test_words_that_sound_alike_have_the_same_sound(right: str, typed: str) -> None:
    assert sound(right) == sound(typed)


@pytest.mark.parametrize(("one", "other"), [("量化", "优化"), ("推测", "推断"), ("缓存", "缓冲")])
def test_words_that_sound_otherwise_do_not(one: str, other: str) -> None:
    assert sound(one) != sound(other)


def test_what_is_not_common_chinese_sounds_as_it_is_written() -> None:
    assert sound("昇MoE叅😀") == "昇MoE叅😀"
