"""Two hundred queries of all kinds: written here, and drawn from the Entries that are searched."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from bot.core.entry import Entry
from bot.search.scripts import fold
from bot.search.words import units

WRITTEN = """
moe / kernel / fp8 / cuda / fix / support / cache / scheduler / model / test / docs / add
量化 / 修复 / 支持 / 专家 / 优化 / 重构 / 调度器 / 文档 / 缓存 / 算子

moe kernel / fp8 quantization / fix moe / 修复 量化 / 支持 moe / kernel speed up / kv cache
moe 量化 kernel / the scheduler of the cache / 优化 moe 专家 负载 / fix typo in docs

speculative decoding / spec decode / pipeline parallel / prefix caching / weight loading
deprecate / environment variable / multimodal / memory leak / race condition / revert / warmup
投机解码 / 推测解码 / 流水线并行 / 上下文并行 / 共享专家 / 预热
死锁 / 单元测试 / 前缀缓存 / 内存泄漏

gfx950 / mi325x / MI325X / KimiK3 / kimi k3 / Kimi-K3 / GLM-5.2 / h200 / max_num_seqs / SM107
hf_text_config / torch.ops / --max-model-len / DeepSeek V4 / B200 / nvfp4 / amd gpu / blackwell

quantizaton / speculatve decoding / shceduler / kernal / depricate / pipline parallel
量华 / attnetion

why does GLM give bad output on short prompts? / how do I turn off prefix caching on MI325X
which change made moe faster on H200? / what breaks when I upgrade transformers
is there a fix for the memory leak in the scheduler / where is the kv cache offloaded to
为什么 短 prompt 的输出会退化 / 怎么关闭前缀缓存
哪些改动让 moe 在 H200 上更快 / 升级之后需要注意什么

moe level:must / kernel since:90d / 量化 level:skim+ / fix until:2026-01-01 / 文档 level:skip
修复 -量化 / moe -kernel / kernel OR 算子 / moe OR fp8 speed / cache sort:new / level:must since:30d
"kv cache" / "fused moe" / “量化 权重” / 「修复」 moe / "speculative decoding" -lora

xylophone / zzyzx quux / 紫水晶长颈鹿 / florbnicate the wuggle / qqqq_wwww_eeee
"moe giraffe kernel"
"""

_IDENTIFIER = re.compile(r"[A-Za-z]+_\w+|[A-Z]?[a-z]+[A-Z]\w+|[A-Za-z]+-?\d[\w.]*")

COUNT = 200


def queries(entries: Sequence[Entry]) -> list[str]:
    """COUNT queries, the same for the same Entries; those that are drawn tell of some of them."""
    written = [text.strip() for line in WRITTEN.splitlines() for text in line.split(" / ")]
    asked = [text for text in dict.fromkeys(written) if text]
    drawing = _Drawing(entries)
    kinds = [drawing.rare, drawing.identifier, drawing.some, drawing.typo, drawing.row, drawing.own]
    missing = COUNT - len(asked)
    for nth, draw in enumerate(kinds):
        asked += drawing.first(draw, (missing + nth) // len(kinds))
    return asked


class _Drawing:
    """Queries as somebody asks who half remembers one Entry."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._chance = random.Random(7)
        self._often = Counter(word for entry in entries for word in _words(entry))

    def first(self, draw: Callable[[Entry], str], count: int) -> Iterator[str]:
        """The first queries that are there to be drawn from Entries in no order."""
        shuffled = self._chance.sample(self._entries, len(self._entries))
        return islice(dict.fromkeys(filter(None, map(draw, shuffled))), count)

    def rare(self, entry: Entry) -> str:
        """The rarest word of its headline."""
        return min(_words(entry), key=self._often.__getitem__, default="")

    def identifier(self, entry: Entry) -> str:
        found = _IDENTIFIER.findall(f"{entry.headline} {entry.verdict}")
        return self._chance.choice(found) if found else ""

    def some(self, entry: Entry) -> str:
        """Two to six words of its headline, in any order."""
        found = _words(entry)
        wanted = min(len(found), self._chance.randint(2, 6))
        return " ".join(self._chance.sample(found, wanted)) if wanted > 1 else ""

    def typo(self, entry: Entry) -> str:
        """A word with two letters in each other's place."""
        word = self.rare(entry)
        if len(word) < 6 or not word.isascii():
            return ""
        at = self._chance.randrange(1, len(word) - 2)
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]

    def row(self, entry: Entry) -> str:
        """Two words that follow each other, in quotes."""
        text = fold(entry.headline.replace('"', " "))
        found = list(units(text))
        if len(found) < 2:
            return ""
        first = self._chance.randrange(len(found) - 1)
        return f'"{text[found[first].start : found[first + 1].end]}"'

    def own(self, entry: Entry) -> str:
        """A word in its repository alone."""
        found = _words(entry)
        return f"{self._chance.choice(found)} repo:{entry.repo}" if found else ""


def _words(entry: Entry) -> list[str]:
    """The words of its headline as they are written, but for single characters."""
    text = fold(entry.headline)
    found = (text[unit.start : unit.end] for unit in units(text))
    return [word for word in found if len(word) > 1]
