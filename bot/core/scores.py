"""Scores and amounts of time in figures: which concepts they stand for."""

import re

CONCEPTS = ("score", "points", "high", "middle", "low", "short", "long")  # what figures stand for
LONG = 20  # minutes of reading that are not a quick look any more

# 9/10, 4 out of 5, ★★★☆☆, 8 分, ": 8", P0; 5 分钟, 10-15 minutes, 2 hours, 30 秒.
FIGURES = (
    r"(?<![\w./~-])(?P<got>\d{1,3}(?:\.\d+)?)\s?(?:/|out\sof)\s?(?P<of>5|10|100)(?![\w/%.]\w|[\w/%])"
    r"|(?P<stars>(?:[★☆⭐🌟✩✰]️?[ ]?)+)(?:/[ ]?5)?"
    r"|(?<![\w.])(?P<points>\d{1,2}(?:\.\d)?)\s?分(?![^\W\d_a-z]*钟|[支布片区之别成离类组配批析段开流发])"
    r"|[:：]\s?(?:(?P<bare>\d{1,2}(?:\.\d)?)|(?P<letter>[sabcde])[+-]?)(?=\s*(?:[。，,;；\n]|\.\s))"
    r"|(?<![a-z0-9])p(?P<urgency>[0-4])(?![a-z0-9])"
    r"|(?<![\w.])(?:\d{1,3}\s?(?:[-~–到至]|to)\s?)?(?P<time>\d{1,3})[\s-]?"
    r"(?P<unit>分钟|分鐘|min(?:ute)?s?(?![a-z])|小时|hours?(?![a-z])|秒|sec(?:ond)?s?(?![a-z]))"
)
_FIGURE = re.compile(FIGURES)


def told_by(figure: str) -> tuple[str, ...]:
    """The concepts that a text found by FIGURES stands for; none if it was not."""
    match = _FIGURE.match(figure + "\n")
    if not match:
        return ()
    if time := match["time"]:
        return ("long",) if _minutes(int(time), match["unit"]) >= LONG else ("short",)
    if urgency := match["urgency"]:
        return "score", "high" if urgency < "2" else "middle" if urgency == "2" else "low"
    is_bare = match["bare"] or match["letter"]
    return "points" if is_bare else "score", _grade(_share(match))


def _minutes(time: int, unit: str) -> float:
    return time * 60 if unit[0] in "小h" else time / 60 if unit[0] in "秒s" else time


def _share(match: re.Match[str]) -> float:
    """How much of the full score was reached, 0 to 1."""
    if stars := match["stars"]:
        return sum(map(stars.count, "★⭐🌟")) / 5
    if letter := match["letter"]:
        return {"s": 1.0, "a": 1.0, "b": 0.5}.get(letter, 0.0)
    if bare := match["bare"]:
        return float(bare) / (5 if float(bare) <= 5 else 10)
    if points := match["points"]:
        return float(points) / 10
    return float(match["got"]) / float(match["of"])


def _grade(share: float) -> str:
    return "high" if share >= 0.75 else "middle" if share > 0.4 else "low"
