"""Digests in any number for measuring: synthetic, with words as common and as rare as in real ones.

What a few themes leave over is told in the names of the glossary, in all its languages, each less
often than the one before, and in identifiers put together from English ones.
"""

import random
import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import accumulate

from bot.core.entry import DigestFile, Entry, Level, Telling
from bot.sources.glossary import read_shipped

_REPOS = ("acme/engine", "acme/kernels", "acme/training", "acme/console")
_DONE = ("Fix", "Speed up", "Refactor", "Support", "Deprecate", "[Bugfix]", "chore: tidy")
_DONE_ZH = ("修复", "支持", "优化", "重构", "移除", "新增", "统一")
_THEMES = (
    *("MoE routing", "MoE 专家并行", "fused MoE kernel", "FP8 量化", "权重量化", "sparse MLA"),
    *("KV cache offload", "prefix caching", "前缀缓存", "speculative decoding", "投机解码"),
    *("LoRA adapters", "流水线并行", "CUDA graphs", "the scheduler", "调度器", "weight loading"),
    *("权重加载", "CI", "文档"),
)
_WHERE = (
    *("on H200", "on MI325X", "on gfx950", "for Kimi-K3", "for GLM-5.2", "在 Blackwell 上"),
    *("in V2", "when {} is on", "without {}", "并兼容 {}", "", "", ""),
)
_SAYS = (
    "值得精读：改动虽小，但把运行时判断移到了编译期，思路可以直接复用。",
    "必读。它改变了 {} 的默认行为，升级前请先确认。",
    "Worth a close read: the fallback path is the part most likely to break next.",
    "快速浏览即可，主要是测试与配置的调整。",
    "Skim it; the interesting half is the benchmark script for {}.",
    "不必阅读，纯机械替换。",
    "Can be skipped unless you maintain this module.",
)
_MORE = (
    "`{}` 改为惰性解析，避免了初始化顺序的问题。",
    "The bound on {} is now checked before the kernel is launched.",
    "评审中提到的 {} 边界条件尚未覆盖，合并前需要补充测试。",
    "Throughput rises by 8% at batch 64, and nothing changes for {}.",
    "改动集中在 {}，阅读时从调用方入手最省力。",
    "{} 与 {} 之间的循环引用终于被拆开。",
    "The old path through {} stays for one release and is then removed.",
    "作者用三组对照实验说明了 {} 的真实开销，精度没有可见差异。",
    "MoE 负载倾斜时的长尾问题得到缓解，{} 不受影响。",
    "It needs {} from an earlier change, so take both or neither.",
)


def digest_files(
    count: int, per_file: int = 40, newest: date = date(2026, 11, 27)
) -> Iterator[DigestFile]:
    """`count` Entries in files of `per_file`, one day apart per four files, newest last.

    The first ones tell the same whatever their number.
    """
    author = _Author(random.Random(7))
    files = -(-count // per_file)
    for number in range(files):
        repo = _REPOS[number % len(_REPOS)]
        day = newest - timedelta(days=(files - 1 - number) // len(_REPOS))
        first = number * per_file
        tellings = tuple(
            Telling(line, author.entry(repo, day, line))
            for line in range(first, min(first + per_file, count))
        )
        yield DigestFile(source=f"{day}-{number}.yaml", tellings=tellings)


class _Author:
    """Writes Entries, each from the next chances."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        names = [name for concept in read_shipped() for name in concept.names]
        self._names: Sequence[str] = chance.sample(names, len(names))
        self._often = list(accumulate(1 / (rank + 20) for rank in range(len(names))))
        words = (word.capitalize() for name in names for word in re.findall("[A-Za-z]{3,}", name))
        self._words = sorted({*words})

    def entry(self, repo: str, day: date, number: int) -> Entry:
        chance = self._chance
        done = chance.choice(chance.choice((_DONE, _DONE_ZH)))
        about = chance.choice(_THEMES) if chance.random() < 0.5 else self._thing()
        where = self._told(chance.choice(_WHERE))
        details = chance.choices(_MORE, k=chance.randrange(6))
        return Entry(
            repo=repo,
            pr=1000 + number,
            headline=" ".join(word for word in (done, about, where, f"[{number}]") if word),
            verdict=" ".join(map(self._told, (chance.choice(_SAYS), *details))),
            level=chance.choice((Level.MUST, Level.SKIM, Level.SKIP)),
            date=day,
        )

    def _told(self, sentence: str) -> str:
        return re.sub("{}", lambda gap: self._thing(), sentence)

    def _thing(self) -> str:
        if self._chance.random() < 0.2:
            return self._identifier()
        return self._chance.choices(self._names, cum_weights=self._often)[0]

    def _identifier(self) -> str:
        words = self._chance.sample(self._words, self._chance.randint(2, 4))
        return "".join(words) if self._chance.random() < 0.5 else "_".join(words).lower()
