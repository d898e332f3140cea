"""Date-times and durations of SciSerialize, by the datetime module after a grammar: fromisoformat accepts more."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone

from sciserialize.oracle.call import Call, OracleReject


def _grammar(date: str, separator: str, time: str, point: str, colon: str) -> re.Pattern[str]:
    """Compile a grammar with groups for six fields, the fraction, the offset, and its sign, hours and minutes."""
    fields = f"(YY){date}{separator}{time}".replace("dd", "([0-9]{2})").replace("YY", "[0-9]{4}")
    return re.compile(fields + f"(?:{point}([0-9]{{1,6}}))?(Z|([+-])([0-9]{{2}})(?:{colon}([0-9]{{2}}))?)?")


PROFILE = _grammar("-dd-dd", "T", "dd:dd:dd", "[.]", ":")
WIDE = (_grammar("-dd-dd", "[T ]", "dd:dd:dd", "[.,]", ":?"), _grammar("dddd", "[T ]", "dddddd", "[.,]", ":?"))


def moment(call: Call, text: str) -> datetime:
    """Return the date-time of a string. Raises OracleReject."""
    grammars = WIDE if call.chooses("isostr", "wide") else (PROFILE,)
    found = next((match for grammar in grammars if (match := grammar.fullmatch(text))), None)
    if not found:
        raise OracleReject("VALUE", None, f"{text!r} is no date-time")
    year, month, day, hour, minute, second, fraction, offset, sign, hours, minutes = found.groups()
    if sign == "-" and int(hours) == int(minutes or 0) == 0 and grammars[0] is PROFILE:
        raise OracleReject("VALUE", None, f"{text!r} has an offset of minus zero")
    try:
        # datetime.timezone accepts 60 minutes or more if the sum is below a day.
        zone = timezone(_offset(sign, int(hours or 0), int(minutes or 0))) if offset else None
        micro = int((fraction or "").ljust(6, "0"))
        return datetime(int(year), int(month), int(day), int(hour), int(minute), int(second), micro, zone)
    except ValueError as error:
        raise OracleReject("VALUE", None, str(error)) from None


def _offset(sign: str | None, hours: int, minutes: int) -> timedelta:
    if minutes > 59:
        raise ValueError(f"an offset of {minutes} minutes")
    return (-1 if sign == "-" else 1) * timedelta(hours=hours, minutes=minutes)


def duration(members: Sequence[int]) -> list[int]:
    """Return days, seconds and microseconds, normalised. Raises OracleReject."""
    days, seconds, micro = members
    try:
        found = timedelta(days, seconds, micro)
    except OverflowError as error:
        raise OracleReject("VALUE", None, str(error)) from None
    return [found.days, found.seconds, found.microseconds]
