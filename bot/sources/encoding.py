"""Which encoding bytes that are not UTF-8 look like: a guess, for a message only."""

import codecs
import re

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
LOOKED_AT = 20_000  # bytes

# The rows in which a standard keeps its frequent characters.
FREQUENT = (
    ("GBK", "gb18030", re.compile(rb"[\xb0-\xd7][\xa1-\xfe]")),
    ("Big5", "big5", re.compile(rb"[\xa4-\xc6][\x40-\x7e\xa1-\xfe]")),
    ("Shift_JIS", "shift_jis", re.compile(rb"[\x82\x83][\x40-\xf1]")),
)

WINDOWS = re.compile(rb"[\x80-\x9f]")  # its quotes and dashes; controls in Latin-1


def looks_like(data: bytes) -> str:
    """A name for a message, such as `GBK`, `UTF-16`, `Windows-1252` or `a binary file`."""
    head = data[:LOOKED_AT]
    for mark, name in BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return name
    if b"\0" in head:
        return "UTF-16" if _is_utf16(head) else "a binary file"
    controls = sum(byte < 9 or 13 < byte < 32 for byte in head)
    if controls * 50 > len(head):
        return "a binary file"
    return _eight_bit(head)


def _is_utf16(head: bytes) -> bool:
    """Whether every other byte is of few kinds, as in text of any one script."""
    even = head[: len(head) // 2 * 2]
    for encoding in ("utf-16-le", "utf-16-be"):
        try:
            text = even.decode(encoding)
        except UnicodeDecodeError:
            continue
        ordinary = sum(char.isalnum() or char.isspace() or char.isprintable() for char in text)
        expected = sum(char < "\u0250" or "\u3000" <= char <= "\u9fff" for char in text)
        if min(ordinary, expected) >= 0.9 * len(text):
            return True
    return False


def _eight_bit(head: bytes) -> str:
    high = sum(byte > 127 for byte in head)
    if _mostly_utf8(head, high):
        return "damaged UTF-8"
    for name, codec, frequent in FREQUENT:
        if _decodes(head, codec) and 2 * len(frequent.findall(head)) >= 0.6 * high:
            return name
    if high * 3 >= len(head):  # of a script that is not Latin
        return "an older encoding"
    return "Windows-1252" if WINDOWS.search(head) else "Latin-1"


def _mostly_utf8(head: bytes, high: int) -> bool:
    kept = head.decode("utf-8", "ignore").encode()
    return sum(byte > 127 for byte in kept) >= 0.8 * high


def _decodes(head: bytes, codec: str) -> bool:
    """Whether it decodes; the last bytes may be half a character."""
    try:
        codecs.getincrementaldecoder(codec)().decode(head)
    except UnicodeDecodeError:
        return False
    return True
