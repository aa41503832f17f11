"""What stands around a claim in its sentence, and how that bears on it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.core.patterns import ASK, COLON, MARKS, STOP

SENTENCE_END, PASSAGE_END = re.compile(f"[{STOP}{ASK}]"), re.compile(f"[{MARKS}]")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A claim with its sentence, in signs.

    `ahead` is what stands before it, `held` of that what is not behind a turn ("but"); `opening`
    the same of its passage. `said` are its words without negations, `closing` the rest of its
    passage, `rest` that of its sentence; `answer` what follows a question mark or a colon.
    """

    ahead: str
    held: str
    opening: str
    said: str
    closing: str
    rest: str
    asked: bool
    answer: str
    scopes: Mapping[str, re.Pattern[str]]

    def _has(self, scope: str, signs: str) -> bool:
        return signs != "" and self.scopes[scope].search(signs) is not None

    @property
    def doubted(self) -> bool | None:
        """Whether it is a question, or a label, answered with no; None if it is left open."""
        if self._has("no", self.answer):
            return True
        return None if self.asked and not self._has("yes", self.answer) else False

    @property
    def hearsay(self) -> bool:
        """Whether it is what others think, or what it looks like."""
        return self._has("hearsay", self.held) or self._has("seeming", self.opening)

    @property
    def conceded(self) -> bool:
        """Whether it is admitted ("although …") before something else is held against it."""
        return self._has("concession", self.held)

    @property
    def after_turn(self) -> bool:
        """Whether a turn stands before it in its sentence."""
        return self._has("turn", self.ahead)

    @property
    def turned(self) -> bool:
        """Whether it opens its passage after a turn ("but"), or directly follows one."""
        return self._has("turned", self.ahead)

    @property
    def labelled(self) -> bool:
        """Whether it directly follows a label ("Verdict:")."""
        return self._has("labelled", self.ahead)

    @property
    def partly(self) -> bool:
        """Whether it holds for a part of the pull request only."""
        if self._has("only", self.opening) or self._has("excepted", self.ahead):
            return True
        here = self.opening + self.said + self._unless_especially(self.closing)
        return self._has("part", here) and not self._has("whole", here)

    @property
    def for_some(self) -> bool:
        """Whether it holds for some readers only."""
        if self._has("everyone", self.ahead + self.said + self.closing):
            return False
        if self._has("subject", self.opening + self.said) or self._has("named", self.ahead):
            return True
        closing = self._unless_especially(self.closing)
        return (
            self._has("audience", self.ahead + self.said + closing)
            or self._has("recipient", self.held + self.said + closing)
            or (closing == self.closing and self._has("added", self.rest))
        )

    def _unless_especially(self, signs: str) -> str:
        found = self.scopes["especially"].search(signs)
        return signs[: found.start()] if found else signs


def surroundings(
    signs: str, start: int, words: int, end: int, scopes: Mapping[str, re.Pattern[str]]
) -> Surroundings:
    """What stands around signs[start:end]; its negations end where its `words` begin."""
    passage_end, sentence_end = _end(signs, end, PASSAGE_END), _end(signs, end, SENTENCE_END)
    ahead = signs[max(signs.rfind(STOP, 0, start), signs.rfind(ASK, 0, start)) + 1 : start]
    turn = scopes["last turn"].match(ahead)
    held = ahead[turn.end() :] if turn else ahead
    return Surroundings(
        ahead=ahead,
        held=held,
        opening=PASSAGE_END.split(held)[-1],
        said=signs[words:end],
        closing=signs[end:passage_end],
        rest=signs[passage_end:sentence_end],
        asked=signs.startswith(ASK, sentence_end),
        answer=signs[passage_end + 1 :] if signs.startswith((ASK, COLON), passage_end) else "",
        scopes=scopes,
    )


def _end(signs: str, end: int, mark: re.Pattern[str]) -> int:
    found = mark.search(signs, end)
    return found.start() if found else len(signs)
