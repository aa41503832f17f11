"""Key: an Entry's public identity."""

import hashlib
import re
import unicodedata
from functools import lru_cache


def normalise_headline(headline: str) -> str:
    """The form in which two headlines are the same: NFKC, case folded, blanks and 。 aside."""
    folded = unicodedata.normalize("NFKC", headline).casefold()
    return re.sub(r"\s+", " ", folded).strip(" .。")


@lru_cache(maxsize=1024)  # merging asks for each several times
def headline_hash(headline: str) -> str:
    """The short hash (8 hex digits) that stands in a Key for an unknown number."""
    return hashlib.sha256(normalise_headline(headline).encode()).hexdigest()[:8]


def key(repo: str, pr: int | None, headline: str, nth: int = 1) -> str:
    """The public identity: `owner/name#123`, or `owner/name~1a2b3c4d` without a number.

    `nth` tells apart Entries of one headline that recurred after more than 30 days (`…-2`).
    """
    if pr is not None:
        return f"{repo}#{pr}"
    return numberless_key(repo, headline_hash(headline), nth)


def numberless_key(repo: str, hashed: str, nth: int) -> str:
    """The Key where the number is not known, from the hash of the headline."""
    return f"{repo}~{hashed}" + (f"-{nth}" if nth > 1 else "")


def split_key(key: str) -> tuple[str, int]:
    """A Key case folded, its `nth` apart: `Owner/name~1a2b3c4d-2` is (`owner/name~1a2b3c4d`, 2)."""
    folded = key.strip().casefold()
    recurring = re.fullmatch(r"(.+~[0-9a-f]{8})-([0-9]{1,6})", folded)
    return (recurring[1], int(recurring[2])) if recurring else (folded, 1)
