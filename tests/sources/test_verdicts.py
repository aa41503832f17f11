"""Verdicts are read as a careful person reads them, rule by rule; each in words of its own."""

from pathlib import Path

import pytest
import yaml

from bot.core.entry import Level
from bot.core.verdict import judge
from bot.sources.phrases import read_phrases

LABELLED = Path(__file__).parent.parent / "core" / "verdicts"


def misread(level: str, *verdicts: str) -> dict[str, str]:
    """Those Verdicts that come to another Level, with that."""
    judged = {verdict: judge(verdict, read_phrases())[0] for verdict in verdicts}
    return {verdict: found for verdict, found in judged.items() if found is not Level(level)}


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("building", 0.98),
        ("building-2", 0.98),
        ("building-3", 0.98),
        ("lines", 0.98),
        ("measuring", 0.94),  # written and labelled with the first, and never built with
    ],
)
def test_labelled_verdicts_are_read_right(name: str, least: float) -> None:
    labelled = yaml.safe_load((LABELLED / f"{name}.yaml").read_text(encoding="utf-8"))
    wrong = [one["verdict"] for one in labelled if misread(one["level"], one["verdict"])]
    assert len(wrong) <= (1 - least) * len(labelled), wrong


def test_reading_with_care_is_a_must() -> None:
    assert not misread(
        "must",
        "建议腾出一个下午，把这份设计文档和代码对照着读。",
        "值得反复研读。",
        "推荐阅读，收获会很大。",
        "值得静下心来读完。",
        "Strongly recommend going through it line by line.",
        "Deserves a slow, careful read.",
        "Take your time with this one and read the whole thing.",
        "It rewards close reading.",
        "This is worth reading twice.",
        "Please read this end to end.",
        "It pays to read this closely.",
        "改动不大，但值得深挖。",
    )


def test_reading_quickly_is_a_skim() -> None:
    assert not misread(
        "skim",
        "扫一眼就够了。",
        "快速过一遍即可，没有意外。",
        "概览一下就够。",
        "泛读。",
        "粗略看看就行。",
        "Worth a quick look.",
        "A quick skim is enough.",
        "Cursory glance suffices.",
        "Have a look at the new config table.",
        "Browse the screenshots.",
        "A light read.",
        "Read diagonally.",
        "Flick through the examples.",
    )


def test_not_reading_is_a_skip() -> None:
    assert not misread(
        "skip",
        "不用看。",
        "可以直接跳过。",
        "实在没有点开的必要。",
        "犯不着读。",
        "不值得点开。",
        "完全没有必要点进去。",
        "Skip this one.",
        "Not worth the click.",
        "There's no point reading this.",
        "I would not spend time on this.",
        "You needn't read it.",
        "Don't spend a minute on it.",
    )


def test_advice_to_merge_says_nothing() -> None:
    assert not misread(
        "unknown",
        "建议合并。",
        "LGTM.",
        "可以合并。",
        "强烈建议合并。",
        "Worth merging.",
        "Recommended for merge.",
        "先别合。",
        "Do not merge yet.",
        "建议先合入主干，再回移到 1.8 分支。",
    )


def test_advice_to_authors_and_reviewers_says_nothing() -> None:
    assert not misread(
        "unknown",
        "请作者补充测试后再合并。",
        "Please rebase and squash.",
        "建议作者把第二个提交拆出去。",
        "Needs a second review from the kernel team.",
        "需要再跑一轮 benchmark。",
        "Author should document the new flag.",
        "Please take another look at the naming before merge.",
        "建议先在灰度环境观察两天。",
    )


def test_praise_and_risk_say_nothing() -> None:
    assert not misread(
        "unknown",
        "代码质量很高。",
        "Elegant fix.",
        "Great work.",
        "性能提升 30%，显存占用下降一半。",
        "风险：低。",
        "Risk: high. Touches the commit path.",
        "复杂度：高",
        "An important fix for Windows users.",
    )


def test_what_programs_do_says_nothing() -> None:
    assert not misread(
        "unknown",
        "The skip connection is now fused.",
        "The pointer must not be null.",
        "修复了读路径上的死锁。",
        "启动时跳过预热，节省 3 秒。",
        "升级后必须重启所有节点。",
        "It's a 3% win, worth about two GPUs per rack.",
        "性能开销可以忽略不计。",
        "Unknown fields can be skipped by older clients.",
        "We should read the value once and cache it.",
        "The reader must hold the lock while it reads the header.",
        "Skip empty batches in the scheduler.",
        "客户端可以跳过握手。",
        "不能跳过迁移。",
        "编译时间从 30 分钟降到 5 分钟。",
    )


def test_double_negation_cancels_out() -> None:
    assert not misread(
        "must",
        "不能不读。",
        "此 PR 不可不看。",
        "并非不值得读。",
        "不是没有阅读价值。",
        "没有理由不读。",
        "There's no excuse for not reading this.",
        "You should not skip this one.",
        "It would be a mistake to skip this.",
        "绝非可有可无的小修小补，建议通读。",
        "Hardly unimportant.",
        "这不是一份可以跳过的 PR。",
    )


def test_negation_lowers() -> None:
    assert not misread(
        "skip",
        "强烈不建议花时间在这上面。",
        "谈不上有阅读价值。",
        "I don't recommend reading it.",
        "None of this needs reading.",
        "Hardly worth opening.",
        "I can't see why anyone would read this.",
        "没有什么值得一读的内容。",
        "毫无阅读价值。",
    )


def test_a_denied_must_leaves_a_look() -> None:
    assert not misread(
        "skim",
        "不是必读，有空看看。",
        "不必逐行看，抓住接口变化就好。",
        "Not a must-read, but a pleasant five minutes.",
        "Not worth a deep read, but the table at the end is worth a glance.",
        "No need to go deep here: skim the interface.",
        "无需精读，浏览一遍接口变化即可。",
        "也不是完全不用看。",
    )


def test_not_to_be_skimmed_is_a_must() -> None:
    assert not misread(
        "must",
        "Don't just skim it.",
        "Skimming is not enough; read it.",
        "A skim won't do.",
        "扫一眼是不够的，要从头读。",
        "不能只看标题。",
    )


def test_to_miss_it_is_bad() -> None:
    assert not misread(
        "must",
        "不容错过。",
        "错过可惜。",
        "Don't miss this one.",
        "Nobody on the team should miss this.",
        "You can't afford to miss this.",
        "Too good to miss.",
        "跳过它是个错误。",
    )


def test_to_miss_it_is_no_loss() -> None:
    assert not misread(
        "skip",
        "不看也不會錯過什麼。",
        "You will not miss much if you ignore it.",
        "不读不亏。",
        "跳过不会有任何损失。",
        "You lose nothing by skipping it.",
        "不看完全没问题。",
        "No reader will miss anything here.",
    )


def test_what_is_filed_is_skipped() -> None:
    assert not misread(
        "skip",
        "存档即可。",
        "归档就好。",
        "知道有这回事就行。",
        "File it and forget it.",
        "留档备查，不必看。",
        "Mark as read and move on.",
        "Straight to the archive.",
    )


def test_a_title_that_suffices_is_a_skip() -> None:
    assert not misread(
        "skip",
        "看标题就够了。",
        "The title says it all.",
        "The title is all you need.",
        "读完标题就够了。",
        "标题已经说完了全部内容。",
        "No content beyond the title.",
    )


def test_time_well_spent_is_a_must() -> None:
    assert not misread(
        "must",
        "花半小时读完绝对值得。",
        "值得花一个小时慢慢看。",
        "Worth your afternoon.",
        "Set aside an hour for this one.",
        "Worth your time.",
        "Make time for this one.",
        "Every minute spent reading it is well spent.",
    )


def test_a_few_minutes_are_a_skim() -> None:
    assert not misread(
        "skim",
        "花两分钟看看描述就行。",
        "值得花五分钟。",
        "Give it five minutes.",
        "Five minutes is enough.",
        "Two minutes, tops.",
        "抽空扫一眼就行。",
        "喝咖啡的时候翻翻就行。",
        "Take a look when you have a minute.",
        "地铁上看看就好。",
    )


def test_time_wasted_is_a_skip() -> None:
    assert not misread(
        "skip",
        "看了也是浪费时间。",
        "Waste of time.",
        "没必要花时间。",
        "不值得任何人花时间。",
        "Not worth even a minute of your time.",
        "别浪费时间。",
    )


def test_scores_and_priorities_count_by_themselves() -> None:
    assert not misread(
        "must",
        "优先级：高。",
        "推荐指数：⭐⭐⭐⭐⭐",
        "Rating: 5/5",
        "Score: 9.5/10",
        "★★★★☆",
        "Five stars.",
        "阅读优先级：P0",
        "最高优先级。",
        "Top priority.",
        "评分 9 分",
        "阅读价值：高",
        "推荐度：★★★★★",
    )


def test_middling_scores_are_a_skim() -> None:
    assert not misread(
        "skim",
        "优先级：中。",
        "推荐指数：★★★☆☆",
        "5/10",
        "3/5，可以看看。",
        "Medium priority.",
        "Rating: 3/5",
        "6/10. Solid but unexciting.",
        "阅读价值：一般",
        "三星。",
        "P2，顺手看看。",
    )


def test_low_scores_are_a_skip() -> None:
    assert not misread(
        "skip",
        "优先级：低。",
        "推荐指数：★☆☆☆☆",
        "1/5",
        "评分：2/10，没有阅读价值。",
        "Low priority.",
        "Priority: P3",
        "Reading value: low.",
        "Value: none.",
        "阅读价值几乎为零。",
        "一星。",
    )


def test_figures_about_something_else_say_nothing() -> None:
    assert not misread(
        "unknown",
        "Tests: 5/5 passed.",
        "3/10 nodes failed before this change.",
        "Fixes a P0 incident from last week.",
        "高优先级请求会抢占低优先级请求。",
        "性能提升 5/10 个用例。",
        "It takes an hour to build, now ten minutes.",
    )


def test_words_outweigh_scores() -> None:
    assert not misread(
        "skim",
        "P0. 如果你用 ROCm，请细读。",
        "4/5，扫一眼就好。",
        "Low priority, but worth a quick look.",
    )


def test_labels_tell_where_the_advice_is() -> None:
    assert not misread(
        "must",
        "阅读建议：精读。",
        "**结论**：必读。",
        "Verdict: read it, all of it.",
        "Recommendation: read in full.",
        "TL;DR：精读",
        "Worth reading? Yes, all of it.",
        "## 阅读建议\n通读。",
    )


def test_labels_with_a_light_word_are_a_skim() -> None:
    assert not misread(
        "skim",
        "阅读建议：略读",
        "Verdict: skim.",
        "结论：扫一眼就行",
        "Reading advice: skim, ten minutes at most.",
        "阅读方式：快速过一遍 diff。",
        "Verdict: optional",
    )


def test_labels_with_a_no_are_a_skip() -> None:
    assert not misread(
        "skip",
        "Verdict: skip",
        "Recommendation: pass.",
        "阅读建议：跳过",
        "结论：不用看。",
        "Worth reading? No.",
        "值得读吗？不值得。",
        "Verdict: don't bother.",
        "要看吗？不用。",
    )


def test_superlatives_count_where_nothing_else_is_said() -> None:
    assert not misread(
        "must",
        "本周最佳。",
        "The best PR of the week.",
        "One of the best PRs this year.",
        "教科书级别的重构。",
        "The most instructive PR this month.",
        "干货满满。",
    )


def test_one_pr_to_read_is_a_must() -> None:
    assert not misread(
        "must",
        "If you read one PR this week, make it this one.",
        "If you only have time for one PR today, this is it.",
        "本周如果只看一个 PR，就看这个。",
        "Read this first.",
        "I'd put this at the top of your reading list.",
    )


def test_an_audience_makes_it_a_skim() -> None:
    assert not misread(
        "skim",
        "只有用 ROCm 的同学才需要读。",
        "除非你维护这个模块，否则不用看。",
        "留给做量化的同学细读。",
        "适合对编译器感兴趣的读者。",
        "必读（仅限 Kubernetes 维护者）。",
        "Required reading for anyone who maintains the scheduler.",
        "Unless you work on the tokenizer, skip it.",
        "Only worth reading if you maintain the Windows port.",
        "Maintainers of the CLI should read this; everybody else can move on.",
        "Most can skip this; only Helm users should read it.",
        "后端同学必读。",
        "Recommended for Rust people.",
    )


def test_everyone_is_no_audience() -> None:
    assert not misread(
        "must",
        "请所有人读一遍。",
        "Everyone should read this.",
        "Whether or not you use CUDA, read this carefully.",
        "Not just for maintainers: everyone should read it.",
        "值得每个人读一遍。",
        "建议细读，尤其是锁的部分。",
    )


def test_a_part_makes_it_a_skim() -> None:
    assert not misread(
        "skim",
        "只看第二个 commit 就行。",
        "重点看 `scheduler.py`，其余略过。",
        "前半部分值得读，后面都是测试，可以跳过。",
        "Read the summary, skip the rest.",
        "Just read the description.",
        "The first commit is worth reading; the rest is generated.",
        "Only the migration is worth reading.",
        "代码可以不看，描述值得一读。",
    )


def test_a_contrast_is_decided_by_what_follows() -> None:
    assert not misread(
        "must",
        "看起来像例行升级，但实际上值得从头到尾仔细读一遍。",
        "Although the diff is small, it is well worth studying in depth.",
        "虽然只有三行改动，但背后的分析很精彩，值得细读。",
        "Long, but worth it.",
        "代码一般，但思路值得细细琢磨。",
        "别看只有两行，背后的推导值得反复看。",
    )


def test_a_contrast_may_lead_down() -> None:
    assert not misread(
        "skip",
        "虽然标题很吸引人，但内容乏善可陈，不必读。",
        "看似重要，实则只是改名，可以跳过。",
        "Looks big, but it is all generated; skip.",
        "Despite the scary title, there is nothing to read here.",
    )


def test_what_others_think_is_not_the_verdict() -> None:
    assert not misread(
        "skip",
        "作者说值得细读，我不同意：只是改了变量名，跳过。",
        "有人评论说必读，但其实没必要看。",
        "Reviewers called it a must-read; it isn't. Skip.",
    )


def test_mixed_languages_are_one() -> None:
    assert not misread(
        "must",
        "这份 PR 值得 deep dive。",
        "必读 PR，highly recommended。",
        "强烈推荐 close reading。",
        "建议 read end to end。",
    )


def test_mixed_languages_skip_too() -> None:
    assert not misread(
        "skip",
        "这个可以 skip。",
        "直接 skip 即可。",
        "纯机械改动，no need to read。",
        "low value，跳过就行",
        "trivial，skip。",
    )


def test_traditional_characters_are_the_same_words() -> None:
    assert not misread(
        "must",
        "別被行數嚇到，值得逐行研讀。",
        "強烈推薦閱讀全文。",
        "建議從頭讀到尾。",
        "千萬不要錯過。",
        "值得花一個下午讀完。",
    )


def test_traditional_characters_skip_too() -> None:
    assert not misread(
        "skip",
        "例行升級，略過即可。",
        "無需閱讀。",
        "沒什麼好看的。",
        "沒有必要看。",
        "不建議花時間。",
        "閱讀價值很低。",
    )


def test_traditional_characters_skim_too() -> None:
    assert not misread(
        "skim",
        "快速掃一眼即可。",
        "值得瀏覽一下。",
        "閒時翻翻就好。",
        "建議快速瀏覽。",
        "看個大概就好。",
    )


def test_the_priority_of_a_merge_says_nothing() -> None:
    assert not misread(
        "unknown",
        "优先级高，请尽快合并。",
        "优先级：最高，影响线上，建议立即发布补丁。",
        "High priority: please merge before Friday.",
        "High priority. Should be merged this week.",
        "Critical: data loss on upgrade.",
        "Top priority: deploy before Monday.",
        "Importance: high. Needs to be backported.",
        "Urgent, please upgrade.",
    )
    assert not misread(
        "must", "优先级高，合并前请务必精读。", "Priority: high. Please read it before you merge."
    )


def test_an_order_to_read_in_names_no_part() -> None:
    assert not misread(
        "must",
        "建议按提交的顺序精读。",
        "Worth reading from first to last.",
        "Read it closely, in the order of the commits.",
    )
    assert not misread("skip", "Not worth reading from top to bottom.")
    assert not misread("skim", "可以按提交顺序快速浏览。")


def test_what_a_change_is_limited_to_limits_no_advice() -> None:
    assert not misread("skip", "Only renames files, no need to read.", "只改了测试，不必看。")
    assert not misread("unknown", "Only changes the tests, so merge it.")


def test_no_reason_not_to_read_closely_is_a_must() -> None:
    assert not misread("must", "没有理由不精读。", "没有任何理由不细看这个 PR。")


def test_a_part_that_is_the_reason_to_read_does_not_limit() -> None:
    assert not misread(
        "must",
        "仅凭状态机那段注释，就值得精读。",
        "The comments alone make this worth reading closely.",
        "The commit messages alone make this a must.",
    )
    assert not misread("unknown", "A restart is a must.")


def test_two_kinds_of_readers_may_be_everyone() -> None:
    assert not misread(
        "skip",
        "读过原文的人不用再读，没读过的人也不用读。",
        "看过上一篇的人不必看，没看过的直接去看那篇。",
    )
    assert not misread(
        "must",
        "维护者要精读，其他人也应该读。",
        "Maintainers should read this closely, and so should everyone else.",
    )
    assert not misread(
        "skim",
        "读过原文的人不必再读，没读过的值得一看。",
        "没看过的人不必看。",
        "维护者必读，其他人不必看。",
        "维护者要精读，其他人也该知道有此变化。",
        "做训练的同学要精读，其他同学也应浏览一遍。",
    )


def test_put_off_until_something_else_is_a_skip() -> None:
    assert not misread("skip", "等真正的修复合入之后再看不迟。", "内容重复，直接看那篇。")
    assert not misread("unknown", "不用去看那篇。")


def test_closing_without_regret_is_a_skip_and_closing_a_pull_request_nothing() -> None:
    assert not misread("skip", "You can close it without regret.")
    assert not misread(
        "unknown", "Please close this.", "You can close this one in favour of the other PR."
    )


def test_nothing_to_be_seen_or_learned_is_a_skip() -> None:
    assert not misread(
        "skip",
        "实在没有什么可看的。",
        "谈不上有什么值得一看的。",
        "You will not learn anything from the pages it touches.",
        "重要性：低，可忽略。",
    )
