"""Cuts identifiers into their parts: SharedTopkIndices, --moe-backend, torch.cuda, GLM-5.2."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from bot.search.stems import stem

TERM_LIMIT = 64  # characters; PostgreSQL takes lexemes of 2,046 bytes
WHOLE_PARTS = 8  # identifiers of more parts are indexed in pairs, not as a whole

# Parts of an identifier. Short mixed-case abbreviations stay together, digits stay with the
# letters before them: FusedMoE → Fused MoE, DeepseekV4 → Deepseek V4, MI325X → MI325X.
_PART = re.compile(
    r"(?:[A-Z]{2,}[a-z](?![a-z])"  # ROCm, GPUs
    r"|(?<![^\W_])[a-z][A-Z]+(?=[A-Z][a-z]|[^A-Za-z]|$)"  # vLLM, iOS
    r"|[A-Z][a-z][A-Z]{1,2}s?(?=[A-Z][a-z]|[^A-Za-z]|$)"  # MoE, LoRA
    r"|[A-Z]+(?=[A-Z][a-z])"  # HTTP in HTTPServer
    r"|[A-Z]?[^\W\dA-Z_]+"
    r"|[A-Z]+"
    r"|(?=\d))"
    r"(?:\d+(?:[^\W\dA-Z_]+|[A-Z](?![A-Za-z]))?)*"
)
_NUMBERED = re.compile(r"([a-z]{3,})\d[\w.]*")  # qwen3, gfx950: also found by the name alone
_VERSION = re.compile(r"(?=.*\d)[\w.-]+")


@lru_cache(maxsize=20_000)
def parts_of(word: str) -> tuple[str, ...]:
    """The parts in order, in lower case; C++ is cpp, C# csharp."""
    if word.endswith(("+", "#")):
        return (word.casefold().replace("+", "p").replace("#", "sharp"),)
    return tuple(part.casefold()[:TERM_LIMIT] for part in _PART.findall(word) if part)


@lru_cache(maxsize=20_000)
def wholes_of(word: str) -> tuple[str, ...]:
    """What else an identifier is found by.

    Neighbours joined, all of it, numbered names without the number, and the stems of all these.
    """
    parts = parts_of(word)
    wholes = [join(pair) for pair in pairwise(parts)]
    if 2 < len(parts) <= WHOLE_PARTS:
        wholes.append(join(parts))
    wholes += [found[1] for part in parts if (found := _NUMBERED.fullmatch(part))]
    stems = [term for whole in (*parts, *wholes) for term in _stems(whole)]
    return tuple(term for term in dict.fromkeys((*wholes, *stems)) if term not in parts)


def _stems(term: str) -> Iterator[str]:
    """Its stem, the stem of that, and so on: embedding, embed, emb.

    Whatever Term a text has, it has its stem too: a search for a word asks for the stem alone.
    """
    while (shorter := stem(term)) != term:
        yield shorter
        term = shorter


def join(parts: Sequence[str]) -> str:
    """Parts as one Term; a dot stays between digits, so that 5.2 is not 52."""
    joined = ""
    for part in parts:
        joined += "." + part if joined[-1:].isdigit() and part[0].isdigit() else part
    return joined[:TERM_LIMIT]


def is_version(name: str, word: str) -> bool:
    """Whether `word`, a blank after `name`, belongs to it: Kimi K3, DeepSeek V4, GLM 5.2."""
    named = name.isascii() and name.isalpha()
    return named and len(word) <= 6 and bool(_VERSION.fullmatch(word))
