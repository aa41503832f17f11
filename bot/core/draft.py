"""A Query while its pieces come in, one after the other."""

from dataclasses import dataclass, field
from enum import Enum, auto

from bot.core.fields import (
    pull_request,
    read_levels,
    read_moment,
    read_pull_request,
    read_seen,
    read_sort,
)
from bot.core.lexer import Piece
from bot.core.query import Clause, Field, FieldName, Moment, Phrase, PullRequest, Query, Sort, Word
from bot.errors import QueryError

_ONE_EACH = (FieldName.REPO, FieldName.LEVEL, FieldName.AUTHOR)  # an Entry has one of these
_EXAMPLES = {
    "repo": "repo:vllm-project/vllm",
    "level": "level:must",
    "label": 'label:"good first issue"',
    "author": "author:octocat",
    "since": "since:7d",
    "until": "until:2026-11-27",
    "seen": "seen:no",
    "sort": "sort:new",
    "pr": "pr:31245",
}


class _Kind(Enum):
    """What a piece was read as: `OR` joins two of one kind, but not what stands APART."""

    CLAUSE = auto()
    PULL_REQUEST = auto()
    APART = auto()


@dataclass(slots=True)
class Draft:
    """`add` the pieces in order, then ask for the `query`."""

    wanted: list[list[Clause]] = field(default_factory=list)
    unwanted: list[Clause] = field(default_factory=list)
    pull_requests: list[PullRequest] = field(default_factory=list)
    moments: dict[str, Moment] = field(default_factory=dict)
    seen: bool | None = None
    sort: Sort = Sort.BEST
    _last: _Kind | None = None
    _choice: bool = False  # whether an OR waits for its right side

    def add(self, piece: Piece) -> None:
        """Take one piece in; raises QueryError where it cannot be read. `OR` first is dropped."""
        if piece == Piece("OR"):
            self._choice = self._last is not None
            return
        kind = self._take(piece)
        if self._choice and (kind is not self._last or kind is _Kind.APART):
            raise QueryError(
                "`OR` joins words, phrases, `repo:`, `level:`, `label:` and `author:`; "
                "write all else apart from it, as in `moe OR fp8 since:7d`"
            )
        self._last, self._choice = kind, False

    def query(self, text: str) -> Query:
        """What came in, as the Query that `text` was read as."""
        return Query(
            text=text,
            wanted=_one_choice_each(tuple(map(tuple, self.wanted))),
            unwanted=tuple(self.unwanted),
            pull_requests=tuple(self.pull_requests),
            since=self.moments.get("since"),
            until=self.moments.get("until"),
            seen=self.seen,
            sort=self.sort,
        )

    def _take(self, piece: Piece) -> _Kind:
        if piece.name and not piece.text:
            raise QueryError(
                "`{name}:` needs a value right after it, as in `{example}`",
                name=piece.name,
                example=_EXAMPLES[piece.name],
            )
        if piece.name in {"since", "until", "seen", "sort"}:
            self._set(piece, piece.name)
            return _Kind.APART
        found = _pull_request(piece)
        if found and piece.unwanted:
            raise _not_to_be_left_out(piece.text)
        if found:
            self.pull_requests.append(found)
            return _Kind.PULL_REQUEST
        return self._take_clause(_clause(piece), unwanted=piece.unwanted)

    def _take_clause(self, clause: Clause, *, unwanted: bool) -> _Kind:
        if unwanted:
            self.unwanted.append(clause)
            return _Kind.APART
        if self._choice and self._last is _Kind.CLAUSE:
            self.wanted[-1].append(clause)
        else:
            self.wanted.append([clause])
        return _Kind.CLAUSE

    def _set(self, piece: Piece, name: str) -> None:
        if piece.unwanted:
            raise _not_to_be_left_out(f"{name}:")
        if name == "seen":
            self.seen = read_seen(piece.text)
        elif name == "sort":
            self.sort = read_sort(piece.text)
        else:
            self.moments[name] = read_moment(name, piece.text)


def _not_to_be_left_out(typed: str) -> QueryError:
    return QueryError("`-{typed}` cannot be left out; `-` takes words and fields", typed=typed)


def _pull_request(piece: Piece) -> PullRequest | None:
    if piece.name == "pr":
        return read_pull_request(piece.text)
    return None if piece.quoted or piece.name else pull_request(piece.text)


def _clause(piece: Piece) -> Clause:
    if piece.name == FieldName.LEVEL:
        return Field(FieldName.LEVEL, read_levels(piece.text))
    if piece.name:
        return Field(FieldName(piece.name), piece.text)
    return Phrase(piece.text) if piece.quoted else Word(piece.text)


def _one_choice_each(wanted: tuple[tuple[Clause, ...], ...]) -> tuple[tuple[Clause, ...], ...]:
    """`repo:a repo:b` as `repo:a OR repo:b`: no Entry is of two repositories."""
    for name in _ONE_EACH:
        same = [group for group in wanted if all(_is_field(clause, name) for clause in group)]
        if len(same) > 1:
            merged = tuple(clause for group in same for clause in group)
            wanted = (*(group for group in wanted if group not in same), merged)
    return wanted


def _is_field(clause: Clause, name: FieldName) -> bool:
    return isinstance(clause, Field) and clause.name is name
