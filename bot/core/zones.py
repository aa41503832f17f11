"""Timezones: Area/City or UTC, and what to write in place of anything else."""

import difflib
import functools
import zoneinfo

from bot.errors import ConfigError

AREAS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)

_FORMS = ("Area/City (`Asia/Shanghai`)", "`UTC`")

# Names that ignore daylight saving, mean several zones, or count hours the wrong way round.
MENDS = {
    "est": "America/New_York",
    "edt": "America/New_York",
    "us/eastern": "America/New_York",
    "cst": "America/Chicago",
    "us/central": "America/Chicago",
    "mst": "America/Denver",
    "us/mountain": "America/Denver",
    "pst": "America/Los_Angeles",
    "pdt": "America/Los_Angeles",
    "us/pacific": "America/Los_Angeles",
    "gmt": "UTC",
    "etc/utc": "UTC",
    "etc/gmt": "UTC",
    "bst": "Europe/London",
    "gb": "Europe/London",
    "wet": "Europe/Lisbon",
    "cet": "Europe/Berlin",
    "cest": "Europe/Berlin",
    "met": "Europe/Berlin",
    "eet": "Europe/Athens",
    "ist": "Asia/Kolkata",
    "prc": "Asia/Shanghai",
    "asia/beijing": "Asia/Shanghai",
    "hongkong": "Asia/Hong_Kong",
    "jst": "Asia/Tokyo",
}


@functools.cache  # zoneinfo reads all its folders each time it is asked
def _available() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())


@functools.cache
def _names() -> dict[str, str]:
    """The zones we take, by their name case folded."""
    taken = (name for name in _available() if name.split("/")[0] in AREAS)
    return {name.casefold(): name for name in (*taken, "UTC") if "/" in name or name == "UTC"}


def check_timezone(name: str) -> None:
    """Raise ConfigError, one sentence with a suggestion, unless `name` is Area/City or UTC."""
    if name in _names().values():
        return
    if name in _available():
        raise ConfigError(
            "`{name}` is a timezone that ignores daylight saving or misleads; write {mend}",
            name=name[:64],
            mend=_mend(name),
        )
    raise ConfigError("`{name}` is no timezone; write {mend}", name=name[:64], mend=_mend(name))


def zones_like(typed: str, most: int) -> list[str]:
    """The zones, `most` at most, whose city or area is like what was typed so far.

    First those whose city begins so, then those whose area does, then those that have it anywhere.
    """
    folded = "_".join(typed.casefold().split())

    def place(known: str) -> int:
        area, _, city = known.partition("/")
        begins = (city.startswith(folded) or f"/{folded}" in city, area.startswith(folded))
        return begins.index(True) if True in begins else len(begins)

    meant = next((zone for name, zone in MENDS.items() if name.split("/")[-1] == folded), None)
    found = [known for known in _names() if folded in known]
    names = [_names()[known] for known in sorted(found, key=lambda known: (place(known), known))]
    return list(dict.fromkeys([meant, *names] if meant else names))[:most]


def _mend(name: str) -> tuple[str, ...]:
    """What was probably meant; what can be written where that is unclear."""
    folded = name[:64].casefold()
    if mend := MENDS.get(folded) or _names().get(folded.replace(" ", "_")):
        return (f"`{mend}`",)
    like = [] if folded.startswith("etc/") else _like(folded)
    return tuple(f"`{other}`" for other in like) or _FORMS


def _like(folded: str) -> list[str]:
    """Zones whose name, or city alone, looks like it."""
    cities = {known.rsplit("/")[-1]: name for known, name in _names().items()}
    near = [_names()[known] for known in difflib.get_close_matches(folded, _names(), 2, 0.75)]
    city = difflib.get_close_matches(folded.rsplit("/")[-1], cities, 1, 0.8)
    return list(dict.fromkeys(near + [cities[found] for found in city]))[:2]
