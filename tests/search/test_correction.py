"""Words that stand nowhere are replaced by known ones, and the Answer can say so."""

from bot.core.grammar import parse, understood
from bot.core.hit import Correction
from bot.search.correction import corrected
from bot.search.glossary import Glossary
from bot.search.match import match

KNOWN = {"quantizaton": "quantization", "recieve": "receive", "推侧": "推测"}


def read(text: str) -> tuple[str, tuple[Correction, ...]]:
    """As if no word of the Query stood anywhere."""
    query = parse(text)
    unmet = match(query, Glossary(), None, None).needs
    again, corrections = corrected(query, unmet, KNOWN.get)
    return understood(again), corrections


def test_a_mistyped_word_is_read_as_the_known_one() -> None:
    assert read("quantizaton repo:vllm") == (
        "quantization repo:vllm",
        (Correction("quantizaton", "quantization"),),
    )


def test_part_of_an_identifier_is_corrected_in_its_place() -> None:
    assert read("on_recieve_done")[0] == "on_receive_done"


def test_chinese_is_corrected_inside_what_was_typed_together() -> None:
    assert read("推侧解码") == ("推测解码", (Correction("推侧", "推测"),))


def test_a_longer_word_that_holds_a_mistyped_one_stays() -> None:
    assert read("recieve recievex")[0] == "receive recievex"


def test_a_mistyped_word_is_corrected_however_often_and_in_whatever_case() -> None:
    assert read("Quantizaton 在quantizaton上")[0] == "quantization 在quantization上"


def test_what_is_quoted_or_left_out_stays_as_typed() -> None:
    assert read('"quantizaton" -recieve') == ('"quantizaton" -recieve', ())


def test_a_word_without_a_known_neighbour_stays() -> None:
    assert read("zzzzzz") == ("zzzzzz", ())
