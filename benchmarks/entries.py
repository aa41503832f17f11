"""Digests in any number for measuring: synthetic, with words as common as in real ones."""

import random
from collections.abc import Iterator
from datetime import date, timedelta

from bot.core.entry import DigestFile, Entry, Level, Telling

_REPOS = ("acme/engine", "acme/kernels", "acme/training", "acme/console")
_DONE = (
    "Fix",
    "Speed up",
    "Refactor",
    "Support",
    "Deprecate",
    "修复",
    "支持",
    "优化",
    "重构",
    "移除",
)
_THING = (
    "MoE routing",
    "MoE 专家并行",
    "FP8 量化",
    "KV cache offload",
    "prefix caching",
    "前缀缓存",
    "speculative decoding",
    "投机解码",
    "sparse MLA",
    "LoRA adapters",
    "流水线并行",
    "CUDA graphs",
    "the scheduler",
    "调度器",
    "weight loading",
    "权重加载",
    "the tokenizer",
    "CI",
    "文档",
    "typos",
)
_WHERE = (
    "on H200",
    "on MI325X",
    "on gfx950",
    "for Kimi-K3",
    "for GLM-5.2",
    "在 Blackwell 上",
    "in V2",
    "",
)
_SAYS = (
    "值得精读：改动虽小，但把运行时判断移到了编译期，思路可以直接复用。",
    "Worth a close read: the fallback path is the part most likely to break next.",
    "快速浏览即可，主要是测试与配置的调整。",
    "Skim it; the interesting half is the benchmark script.",
    "不必阅读，纯机械替换。",
    "Can be skipped unless you maintain this module.",
)
_MORE = (
    "`SharedBufferPool` 改为惰性解析，避免了初始化顺序的问题。",
    "The `max_num_seqs` bound is now checked before the launch.",
    "评审中提到的边界条件尚未覆盖，合并前需要补充测试。",
    "Throughput rises by 8% at batch 64, and nothing changes below batch 8.",
)  # fmt: skip


def digest_files(
    count: int, per_file: int = 40, newest: date = date(2026, 11, 27)
) -> Iterator[DigestFile]:
    """`count` Entries in files of `per_file`, one day apart per four files, newest last."""
    chance = random.Random(7)
    files = -(-count // per_file)
    for number in range(files):
        repo = _REPOS[number % len(_REPOS)]
        day = newest - timedelta(days=(files - 1 - number) // len(_REPOS))
        first = number * per_file
        tellings = tuple(
            _telling(chance, repo, day, line) for line in range(first, min(first + per_file, count))
        )
        yield DigestFile(source=f"{day}-{number}.yaml", tellings=tellings)


def _telling(chance: random.Random, repo: str, day: date, number: int) -> Telling:
    words = (chance.choice(_DONE), chance.choice(_THING), chance.choice(_WHERE), f"[{number}]")
    verdict = " ".join([chance.choice(_SAYS), *chance.sample(_MORE, chance.randint(0, 3))])
    entry = Entry(
        repo=repo,
        pr=1000 + number,
        headline=" ".join(word for word in words if word),
        verdict=verdict,
        level=chance.choice((Level.MUST, Level.SKIM, Level.SKIP)),
        date=day,
    )
    return Telling(number, entry)
