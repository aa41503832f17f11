"""Slack's signature over a request: made, and checked in constant time."""

import hashlib
import hmac

TOLERANCE_S = 300
"""How far a signed moment may be from now; older requests may be replays."""


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """What Slack sends as X-Slack-Signature (its signing scheme v0)."""
    signed = b"v0:" + timestamp.encode("latin-1", "replace") + b":" + body
    return "v0=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


def is_fresh(timestamp: str, now: float) -> bool:
    """Whether `timestamp` says a moment within 5 minutes of `now`, both in seconds since 1970."""
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        return False
    return abs(now - int(timestamp)) <= TOLERANCE_S


def is_signed(secret: str, timestamp: str, signed: str, body: bytes) -> bool:
    """Whether `signed` is Slack's signature over this body and timestamp."""
    expected = signature(secret, timestamp, body).encode()
    return hmac.compare_digest(expected, signed.encode("latin-1", "replace"))
