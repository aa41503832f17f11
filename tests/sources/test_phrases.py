"""The shipped phrases read verdicts as a careful person does."""

import pytest
from opencc import OpenCC

from bot.core.entry import Level
from bot.core.verdict import judge
from bot.sources.phrases import read_phrases


@pytest.mark.parametrize(
    ("level", "verdict"),
    [
        # plain
        ("must", "值得精读。设计干净。"),
        ("must", "本 PR 是必读的范例。"),
        ("must", "强烈推荐通读全文。"),
        ("must", "请务必细看错误处理。"),
        ("must", "Worth a close read: the design is clean."),
        ("must", "A must-read."),
        ("must", "Read this one end to end."),
        ("must", "Well worth reading."),
        ("skim", "值得快速浏览，改动很小。"),
        ("skim", "扫一眼即可。"),
        ("skim", "Skim it."),
        ("skim", "Worth a quick look."),
        ("skim", "A glance is fine, worth a glance at most."),
        ("skip", "略过即可。"),
        ("skip", "可以跳过，例行升级。"),
        ("skip", "Skip."),
        ("skip", "Docs wording only, skip."),
        ("skip", "Safe to skip."),
        ("must", "精读推荐：思路清楚。"),
        ("must", "对内核作者阅读价值很高。"),
        ("skim", "浏览一下即可，看接口。"),
        ("skip", "阅读价值不高，机械改名。"),
        ("skip", "Feel free to skip."),
        ("skip", "I wouldn't bother reading this."),
        # negations
        ("skip", "不值得精读。"),
        ("skip", "并不值得细读。"),
        ("skip", "没必要精读，知道有这回事就行。"),
        ("skip", "不建议为了这点改动精读源码。"),
        ("skip", "无需阅读。"),
        ("skip", "Not worth reading."),
        ("skip", "This isn't really worth a close read."),
        ("skip", "I don't think this is worth a close read."),
        ("skip", "No need to read it."),
        ("must", "并非不值得精读。"),
        ("must", "Can't be skipped."),
        ("must", "不可错过。"),
        ("skim", "不必逐行精读。"),
        ("skim", "Not a must-read."),
        # turns
        ("must", "改动虽小，但值得精读。"),
        ("must", "值得精读，但普通用户可以跳过。"),
        ("skip", "看上去值得精读，但其实不必精读。"),
        ("skim", "不值得精读，但错误处理的写法值得学习。"),
        ("skip", "Overall, it can be skipped."),
        # audiences and parts
        ("skim", "对于维护调度器的工程师，这个 PR 值得精读。"),
        ("must", "值得精读，尤其是对于维护调度器的工程师。"),
        ("must", "值得精读。对于其他读者，略读即可。"),
        ("skim", "Worth a close read if you run ROCm."),
        # Traditional
        ("must", "值得精讀。"),
        ("skip", "無需閱讀。"),
        # says nothing about reading
        ("unknown", "建议合并，测试齐全。"),
        ("unknown", "建议统一读取配置。"),
        ("unknown", "性能开销可以忽略。"),
        ("unknown", "The scheduler must not skip blocks before they are read."),
        ("unknown", "浏览器里需要清缓存。"),
    ],
)
def test_a_verdict_comes_to_the_level_it_advises(level: str, verdict: str) -> None:
    assert judge(verdict, read_phrases())[0] == Level(level)


@pytest.mark.parametrize(
    ("verdict", "evidence"),
    [
        ("此改动**值得精读**，因为快。", "值得精读"),
        ("不建议为这点改动精读源码。", "不建议为这点改动精读"),
        ("It is Not Worth a Close Read, sadly.", "Not Worth a Close Read"),
        ("值得精讀。", "值得精讀"),
        ("İt is worth a close read.", "worth a close read"),
    ],
)
def test_the_evidence_is_the_exact_words(verdict: str, evidence: str) -> None:
    assert judge(verdict, read_phrases())[1] == evidence


@pytest.mark.parametrize("script", ["s2t", "s2tw", "s2hk"])
def test_every_word_is_known_in_traditional_characters(script: str) -> None:
    phrases, converter = read_phrases(), OpenCC(script)
    words = [word for word in phrases.known if not word.isascii()]
    folded = [
        phrases.letter.sub(lambda letter: phrases.letters[letter[0]], converter.convert(word))
        for word in words
    ]
    assert [word for word in folded if word not in phrases.known] == []
