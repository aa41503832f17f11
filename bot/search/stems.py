"""The stem of an English word: what its inflected forms share."""

from functools import lru_cache

from Stemmer import Stemmer

_SHORTEST = 4  # letters; shorter words are names and abbreviations far more often than inflected


@lru_cache(maxsize=50_000)
def stem(term: str) -> str:
    """The Snowball stem of an English word (quantized → quantiz), any other Term itself.

    Snowball's English stemmer: https://snowballstem.org/algorithms/english/stemmer.html
    """
    if len(term) < _SHORTEST or not term.isascii() or not term.isalpha():
        return term
    # One for each call: a Stemmer must not be shared between threads, and costs a microsecond.
    stemmed: str = Stemmer("english", 0).stemWord(term)
    return stemmed
