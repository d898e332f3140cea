"""The text of a date-time: two closed grammars, no clock, no locale, no zone of the host (spec.md, Date-times)."""

import datetime as dt
import re

_TIME = r"(?P<hour>\d\d){0}(?P<minute>\d\d){0}(?P<second>\d\d)"
_DATE = r"(?P<year>\d{{4}}){0}(?P<month>\d\d){0}(?P<day>\d\d)"
_ZONE = r"(?P<zone>Z|(?P<sign>[+-])(?P<hours>\d\d)(?:{0}(?P<minutes>\d\d))?)?"


def _grammar(between: str, colon: str, separator: str, point: str, offset: str) -> re.Pattern[str]:
    fraction = rf"(?:{point}(?P<fraction>\d{{1,6}}))?"
    text = _DATE.format(between) + separator + _TIME.format(colon) + fraction + _ZONE.format(offset)
    return re.compile(text, re.ASCII)


PROFILE = _grammar("-", ":", "T", r"\.", ":")
_WIDE = (_grammar("-", ":", "[T ]", "[.,]", ":?"), _grammar("", "", "[T ]", "[.,]", ":?"))


def parse(text: str) -> dt.datetime | None:
    """Return the date-time that the grammar derives the text from, None if it does not (SCISERIALIZE-DT-06)."""
    match = PROFILE.fullmatch(text)
    if match and match["sign"] == "-" and not int(match["hours"]) + int(match["minutes"] or 0):
        return None
    return _moment(match) if match else None


def parse_wide(text: str) -> dt.datetime | None:
    """Return the date-time of a text of the wide grammar, None for any other text (SCISERIALIZE-DT-10)."""
    match = _WIDE[0].fullmatch(text) or _WIDE[1].fullmatch(text)
    return _moment(match) if match else None


def _moment(match: re.Match[str]) -> dt.datetime | None:
    year, month, day, hour, minute, second = (
        int(match[name]) for name in ("year", "month", "day", "hour", "minute", "second")
    )
    microsecond = int((match["fraction"] or "").ljust(6, "0"))
    try:
        return dt.datetime(year, month, day, hour, minute, second, microsecond, _zone(match))
    except ValueError:
        return None


def _zone(match: re.Match[str]) -> dt.timezone | None:
    """Return the fixed offset; None if the text is naive. Raises ValueError for an offset of a day or more."""
    if not match["zone"]:
        return None
    minutes = int(match["minutes"] or 0)
    if minutes > 59:
        raise ValueError("an offset has at most 59 minutes")
    offset = dt.timedelta(hours=int(match["hours"] or 0), minutes=minutes)
    return dt.timezone(-offset if match["sign"] == "-" else offset)
