"""The bot's own words, by language: English as written in the code, others looked up here.

Laid out as gettext does it (the English words are the message ids), so that it can take over.
"""

from collections.abc import Sequence
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
    "{n} minutes late": "晚了 {n} 分钟",
    "{n} hours late": "晚了 {n} 小时",
    "{n} days late": "晚了 {n} 天",
    # Notices
    "{day} at {time} ({zone})": "{day} {time}（{zone}）",
    "our direct messages": "我们的私信",
    "I cannot post the roundup {name} in {channel}: {why}": (
        "我无法把 PR 汇总 {name} 发到 {channel}：{why}"
    ),
    "Nothing is lost: what it would have shown waits, and I try again each time.": (
        "内容不会丢失：本应展示的 PR 都会保留，之后每次到点我都会再试。"
    ),
    "Slack's own word for it: {reason}": "Slack 的原话：{reason}",
    "I do not know whether the roundup {name}, due {due}, is in {channel}.": (
        "我不确定原定 {due}发出的 PR 汇总 {name} 是否已在 {channel} 中。"
    ),
    "Slack did not confirm it, and I cannot read the channel to find out.": (
        "Slack 没有确认，而我又读不了该频道的消息，无从查证。"
    ),
    "Please look there, and tell me.": "请去看一眼，然后告诉我。",
    "Until then its pull requests are held back, so that none is shown twice.": (
        "在此之前，其中的 PR 会先留着，以免重复展示。"
    ),
    "It is there": "已经在了",
    "It is not there": "不在那里",
    "What is known: {reason}": "已知情况：{reason}",
    "I do not know whether message {n} of the roundup {name}, due {due}, is in {channel}.": (
        "我不确定原定 {due}发出的 PR 汇总 {name} 的第 {n} 条消息是否已在 {channel} 中。"
    ),
    "The first message is there. Please look in its thread, and tell me.": (
        "第一条消息已在。请看一眼它的消息列，然后告诉我。"
    ),
    "Noted for the roundup {name}, due {due}, in {channel}: the message is there.": (
        "已记下：原定 {due}发出的 PR 汇总 {name}，消息已在 {channel} 中。"
    ),
    "What it tells counts as shown.": "其中的 PR 算作已展示。",
    "Noted for the roundup {name}, due {due}, in {channel}: the message is not there.": (
        "已记下：原定 {due}发出的 PR 汇总 {name}，消息不在 {channel} 中。"
    ),
    "What it would have told waits for the next roundup.": "其中的 PR 留待下次。",
    # Obstacles, and their mends
    "I am not a member of the channel.": "我不在该频道中。",
    "the channel is gone, or it is private and I am not in it.": (
        "该频道已不存在，或者是私有频道而我不在其中。"
    ),
    "the channel is archived.": "该频道已归档。",
    "access to the channel is limited.": "该频道的访问受限。",
    "a rule of the workspace forbids me to post there.": "工作区的规则不允许我在那里发消息。",
    "only some may post in the channel.": "该频道只有部分成员可以发消息。",
    "the channel takes only replies in threads.": "该频道只接受消息列中的回复。",
    "the admins have suspended posting there (key management).": (
        "管理员已暂停在那里发消息（密钥管理）。"
    ),
    "direct messages with me are switched off.": "与我的私信已被关闭。",
    "I lack a permission (a scope).": "我缺少一项权限（scope）。",
    "I am not permitted to post there.": "我没有在那里发消息的权限。",
    "access to it is denied.": "访问被拒绝。",
    "the workspace restricts what I may do.": "工作区限制了我能做的事。",
    "my token is of a kind that may not post.": "我的令牌类型不能发消息。",
    "Slack refuses it.": "Slack 拒绝了。",
    "Invite me: type /invite @prdigest in the channel.": (
        "请邀请我：在该频道输入 /invite @prdigest。"
    ),
    "Or give the roundup another channel in its schedule file.": (
        "也可以在 schedule 文件中给它换一个频道。"
    ),
    "Unarchive it.": "请取消归档。",
    "Ask an admin of the workspace to let me post there.": "请工作区管理员允许我在那里发消息。",
    "Ask an admin of the workspace to approve me.": "请工作区管理员批准我。",
    "Whoever runs me: bring the app to what “prdigest manifest” prints, and install it again.": (
        "请运行我的人按 “prdigest manifest” 的输出更新应用，并重新安装。"
    ),
    "Whoever runs me: allow the Messages Tab on the app's page App Home.": (
        "请运行我的人在应用的 App Home 页面启用 Messages Tab。"
    ),
    "Whoever runs me: set SLACK_BOT_TOKEN to the app's bot token (xoxb-…).": (
        "请运行我的人把 SLACK_BOT_TOKEN 设为应用的 bot 令牌（xoxb-…）。"
    ),
    "Whoever runs me: the log says more.": "请运行我的人查看日志。",
}


class Words:
    """The bot's words in one language."""

    def __init__(self, language: Language = Language.EN) -> None:
        self._language = language
        self._table = CHINESE if language is Language.ZH else {}

    def __call__(self, english: str, **values: object) -> str:
        """The words for `english`, its `{names}` filled in."""
        return self.template(english).format(**values)

    def template(self, english: str) -> str:
        """The same with its `{names}` as they are."""
        return self._table.get(english, english)

    @property
    def between(self) -> str:
        """What stands between two sentences."""
        return "" if self._language is Language.ZH else " "

    def sentences(self, english: Sequence[str]) -> str:
        """Sentences one after the other."""
        return self.between.join(map(self.template, english))

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
