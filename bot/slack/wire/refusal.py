"""Refusal: why a request is not let in."""


class Refusal(Exception):  # noqa: N818
    """An HTTP status of 4xx or 503, and one sentence in plain words that tells nothing secret."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
