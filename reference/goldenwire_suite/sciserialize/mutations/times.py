"""Mutations of date-times and durations."""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

from goldenwire_reference.sciserialize.isostr import parse
from goldenwire_suite.mutations import Constant, Disabled, Edit, Entry, Mutation, Replaced
from goldenwire_suite.sciserialize.mutations.builders import mutation

_PARSE, _WIDE, _MOMENT, _ZONE = (f"isostr.{name}" for name in ("parse", "parse_wide", "_moment", "_zone"))
_DATETIME, _TIMEDELTA = "meaning._Object.datetime", "meaning._Object.timedelta"
_WRITTEN, _SPAN = "encode.Reduction.datetime", "encode.Reduction.timedelta"
_GIVEN = "notation._timedelta"
_MEMBERS = "(value.days, value.seconds, value.microseconds)"
_ISO, _SUM = "value.isoformat()", "days * DAY + seconds * SECOND + microsec"
_MINUTES, _HOURS = (f"int(match['{name}'] or 0)" for name in ("minutes", "hours"))


def _moment(change: Callable[[Any], dt.datetime]) -> Replaced:
    """A change of the date-times that texts stand for."""
    return Replaced(_MOMENT, lambda original, match: (moment := original(match)) and change(moment))


def _in_doubles(moment: dt.datetime) -> dt.datetime:
    epoch, unit = dt.datetime(1970, 1, 1, tzinfo=moment.tzinfo), dt.timedelta(microseconds=1)
    most = (dt.datetime.max - epoch.replace(tzinfo=None)) // unit
    return epoch + min(int(float((moment - epoch) // unit)), most) * unit


def _no(pattern: str, function: str = _PARSE) -> Replaced:
    """A grammar without the texts in which there is this pattern."""
    return Replaced(function, lambda original, text: None if re.search(pattern, text) else original(text))


def _reads(*changes: tuple[str, Any]) -> Replaced:
    """A grammar in which texts are read as if they were changed so, by pattern and replacement."""

    def read(original: Any, text: str) -> Any:
        for pattern, by in changes:
            text = re.sub(pattern, by, text)
        return original(text)

    return Replaced(_PARSE, read)


def _as_given(original: Any, content: Any, level: int) -> Any:
    span = original(content, level)
    given = dict(zip(("days", "seconds", "microseconds"), map(int, content), strict=True))
    return type("Span", (dt.timedelta,), given)(span.days, span.seconds, span.microseconds)


def _text_too(original: Any, *arguments: Any, **named: Any) -> Any:
    value = original(*arguments, **named)
    return (isinstance(value, str) and parse(value)) or value


_READING: tuple[Mutation, ...] = (
    mutation("member-isoformat", "DT-01", "it calls the member of a date-time isoformat",
        Entry("tables.MEMBERS", "datetime", ("isoformat",)),
        Edit(_DATETIME, "self.members['isostr'] -> self.members['isoformat']"),
        Edit(_WRITTEN, "'isostr' -> 'isoformat'"),
        Edit("meaning._Object.check_members", "_KINDS[name] -> _KINDS.get(name, _Object.text)")),
    mutation("days-before-months", "DT-02", "it takes the day for the month, and the reverse",
        _moment(lambda moment: moment.replace(month=min(moment.day, 12), day=moment.month))),
    mutation("hours-of-twelve", "DT-02", "it drops half a day from hours after noon",
        _moment(lambda moment: moment.replace(hour=moment.hour % 12))),
    mutation("fraction-always-told", "DT-02", "it tells a fraction of zeros where there is none",
        Entry("notation._TO_JSON", dt.datetime, ("datetime", lambda value: value.isoformat(timespec="microseconds")))),
    mutation("seconds-dropped", "DT-02", "it drops the seconds", _moment(lambda moment: moment.replace(second=0))),
    mutation("milliseconds", "DT-03", "it keeps milliseconds alone",
        _moment(lambda moment: moment.replace(microsecond=moment.microsecond // 1000 * 1000))),
    mutation("microseconds-in-doubles", "DT-03", "it counts microseconds since 1970 in doubles", _moment(_in_doubles)),
    mutation("fraction-dropped", "DT-03", "it drops the fraction of a second",
        _moment(lambda moment: moment.replace(microsecond=0))),
    mutation("naive-is-utc", "DT-04", "it takes a date-time without offset for one in UTC",
        Edit(_ZONE, "return None -> return dt.timezone.utc")),
    mutation("naive-is-local", "DT-04 DT-08", "it takes a date-time without offset for one of the host's zone",
        Edit(_ZONE, "return None -> return dt.timezone(dt.timedelta(hours=1))")),
    mutation("offsets-dropped", "DT-05", "it drops the offset", Edit(_ZONE, "not match['zone'] -> True")),
    mutation("offsets-turned", "DT-05", "it takes an offset east for one west",
        Edit(_ZONE, "match['sign'] == '-' -> match['sign'] == '+'")),
    mutation("offsets-of-hours", "DT-05", "it drops the minutes of an offset", Edit(_ZONE, f"{_MINUTES} -> 0")),
    mutation("offset-minutes-always-east", "DT-05 DT-06", "it adds the minutes of an offset west",
        Edit(_ZONE, "-offset -> dt.timedelta(minutes=2 * minutes) - offset")),
    mutation("no-zulu", "DT-06", "it reads no Z", _no("Z")),
    mutation("no-hours", "DT-06", "it reads no offset in hours alone", _no(r"T.*[+-]\d\d$")),
    mutation("six-digits", "DT-06", "it reads fractions of six digits alone", _no(r"\.\d{1,5}(?!\d)")),
    mutation("three-digits", "DT-06", "it reads fractions of three and six digits alone",
        _no(r"\.(\d\d?|\d{4,5})(?!\d)")),
    mutation("fractions-right-aligned", "DT-06", "it takes the digits of a fraction for microseconds",
        Edit(_MOMENT, "(match['fraction'] or '').ljust(6, '0') -> match['fraction'] or 0")),
    mutation("years-of-four-digits", "DT-06", "it reads years from 1000 on alone", _no("^0")),
    mutation("years-of-the-epoch", "DT-06 DT-08", "it reads years from 1970 to 2037 alone",
        _no("^(?!19[7-9]|20[0-2]|203[0-7])")),
    mutation("offsets-below-12", "DT-06", "it reads offsets of up to 14 hours alone", _no("T.*[+-](1[5-9]|2)")),
    mutation("months-shorter", "DT-06", "it gives each month a day less than it has",
        _no("-31T|-(0[469]|11)-30|-02-28")),
    mutation("months-of-30-days", "DT-06", "it gives no month more than 30 days", _no("-31T")),
    mutation("no-leap-centuries", "DT-06", "it takes no year that ends in 00 for a leap year", _no("00-02-29")),
    mutation("no-leap-days", "DT-06", "it reads no 29 February", _no("-02-29")),
    mutation("days-clamped", "DT-07", "it takes a day beyond the end of a month for the last one",
        Edit(_MOMENT,
            "day -> min(day, (dt.date(2000 + year % 400, month % 12 + 1, 1) - dt.timedelta(1)).day)")),
    mutation("fields-clamped", "DT-07", "it takes the nearest value in range for a year, month, hour, minute or second",
        Edit(_MOMENT, "int(match[name]) -> min(max(int(match[name]), name in ('year', 'month', 'day')), "
                      "{'month': 12, 'hour': 23, 'minute': 59, 'second': 59}.get(name, 9999))")),
    mutation("offsets-clamped", "DT-07", "it takes an offset of a day or of 60 minutes for one that is less",
        Edit(_ZONE, f"{_MINUTES} -> min({_MINUTES}, 59)"), Edit(_ZONE, f"{_HOURS} -> min({_HOURS}, 23)")),
    mutation("takes-blanks", "DT-07", "it takes white space at both ends, and what comes before U+0000",
        _reads((r"^\s+|\s+$|\0.*", ""))),
    mutation("takes-lower-case", "DT-07", "it takes a lower-case t or z",
        _reads(("[tz]", lambda found: found[0].upper()))),
    mutation("takes-more-digits", "DT-07", "it takes digits beyond the sixth of a fraction, or a point without digits",
        _reads((r"(\.\d{6})\d+", r"\1"), (r"\.(?!\d)", ""))),
    mutation("takes-parts", "DT-07", "it takes a date, a year, a time or a time without seconds, and fills up the rest",
        _reads((r"^\d\d(:|$)", r"2015-02-18T\g<0>"), (r"^\d{4}$", r"\g<0>-01-01"), (r"^.{10}$", r"\g<0>T00:00"),
               (r"T\d\d$", r"\g<0>:00"), (r"T..:..$", r"\g<0>:00"))),
    mutation("takes-free-texts", "DT-07", "it takes dates in words, and nothing for the beginning of time",
        _reads(("^Feb (..) (....)$", r"\2-02-\1T00:00:00"), ("^$", "1970-01-01T00:00:00"))),
    mutation("takes-other-calendars", "DT-07", "it takes weeks, days of the year, and slashes in a date",
        _reads(("/", "-"), (r"W08-3|049(?=T)", "02-18"))),
    mutation("takes-zones", "DT-07", "it takes the name of a zone, or an offset after the Z",
        _reads((" [A-Z]+$", ""), ("Z.+", "Z"))),
    mutation("takes-years", "DT-07", "it takes years of any number of digits, or with a sign",
        _reads((r"^[+-]", ""), (r"^\d+(?=-)", lambda found: f"{int(found[0]) % 10000:04}"), ("^0000", "9999"))),
    mutation("takes-short-fields", "DT-07", "it takes fields of one digit",
        _reads(("(?<=[-:T])([0-9])(?=[-:T])", r"0\1"))),
    mutation("takes-offsets", "DT-07", "it takes offsets with seconds, of one digit or three, or of none",
        _reads((r"([+-]\d\d:\d\d):\d\d$", r"\1"), (r"[+-]:?$|(?<=[+-]\d\d):$", ""), (r"([+-])(\d)$", r"\g<1>0\2"),
               (r"([+-]\d\d)(\d)$", r"\1:0\2"))),
    mutation("takes-other-scripts", "DT-07", "it takes the digits and the minus sign of other scripts",
        _reads((r"\d", lambda digit: str(int(digit[0]))), ("\u2212", "-"))),
    mutation("takes-mixed-forms", "DT-07", "it takes a date in one form and a time in the other",
        _reads((r"^(\d{4})(\d\d)(\d\d)T", r"\1-\2-\3T"), (r"T(\d\d)(\d\d)(\d\d)", r"T\1:\2:\3"))),
    mutation("isostr-wide-always", "DT-10", "it reads the wide grammar whatever it chose", Disabled("isostr.wide")),
    mutation("wide-no-basic", "DT-10", "it reads no dates without hyphens", _no("^....[^-]", _WIDE)),
    mutation("wide-no-comma", "DT-10", "it reads no comma before a fraction", _no(",", _WIDE)),
    mutation("wide-no-space", "DT-10", "it reads no space for the T", _no(" ", _WIDE)),
    mutation("wide-zones-with-colons", "DT-10", "it reads no offset of four digits without its colon",
        _no("[+-][0-9]{4}$", _WIDE)),
    mutation("minus-zero-offset", "DT-10", "it takes an offset of minus zero whatever it chose",
        Edit(_PARSE, "match['sign'] == '-' -> False")),
    mutation("texts-as-date-times", "DT-09", "it reads a string by itself that looks like a date-time as one",
        Replaced("codec.decode", _text_too)),
)  # fmt: skip

_WRITING: tuple[Mutation, ...] = (
    mutation("always-fraction", "CANON-06", "it writes a fraction of six zeros",
        Edit(_WRITTEN, f"{_ISO} -> value.isoformat(timespec='microseconds')")),
    mutation("short-fraction", "CANON-06", "it drops zeros at the end of a fraction",
        Edit(_WRITTEN, f"{_ISO} -> {_ISO}.rstrip('0' * bool(value.microsecond and offset is None))")),
    mutation("milliseconds-written", "CANON-06 DT-03", "it writes milliseconds",
        Edit(_WRITTEN, f"{_ISO} -> value.isoformat(timespec='milliseconds' if value.microsecond else 'auto')")),
    mutation("zulu-written", "CANON-06", "it writes Z for UTC",
        Edit(_WRITTEN, f"{_ISO} -> {_ISO}.replace('+00:00', 'Z')")),
    mutation("unnormalised", "CANON-07 TD-03", "it writes the seconds and microseconds that it was given",
        Replaced(_GIVEN, _as_given)),
    mutation("seconds-of-all-days", "CANON-07 TD-03",
        "it writes no days and all of the seconds, as MATLAB's program does",
        Edit(_SPAN, f"{_MEMBERS} -> (0, value.days * 86400 + value.seconds, value.microseconds)")),
    mutation("members-as-floats", "MP-03 TAG-14", "it packs the members of a duration as floats",
        Edit(_SPAN, f"{_MEMBERS} -> tuple(map(float, {_MEMBERS}))")),
    mutation("date-times-unchecked", "DT-07", "its encoder takes some date-time for what is none",
        Edit("notation._datetime", "isostr.parse(content) -> isostr.parse(content) or dt.datetime(2015, 2, 18)")),
    mutation("dates-and-times-written", "EXT-06", "its encoder writes dates and times as date-times",
        Edit("notation._datetime", "isostr.parse(content) -> isostr.parse({10: content + 'T00:00:00', "
                                   "8: '1900-01-01T' + content}.get(len(content), content))")),
    mutation("members-of-any-size", "TD-06", "its encoder takes members of a duration of any size",
        Edit(_GIVEN, "LEAST_INTEGER <= part <= GREATEST_INTEGER -> True")),
    mutation("members-signed", "TD-06", "its encoder refuses members of a duration from 2^63 on",
        Edit(_GIVEN, "LEAST_INTEGER <= part <= GREATEST_INTEGER -> LEAST_INTEGER <= part <= GREATEST_INTEGER // 2")),
    mutation("members-exact", "TD-06", "its encoder refuses members of a duration that no double is sure to hold",
        Edit(_GIVEN, "LEAST_INTEGER <= part <= GREATEST_INTEGER -> abs(part) < 2 ** 53")),
    mutation("durations-unchecked", "TD-05", "it takes the greatest duration for one out of range",
        Disabled("timedelta.range", dt.timedelta.max),
        Edit(_GIVEN, "raise refusal('VALUE', 'TD-05', f'a duration of more than {DAYS} days') -> "
                     "return dt.timedelta.max")),
)  # fmt: skip

_DURATIONS: tuple[Mutation, ...] = (
    mutation("member-microseconds", "TD-01", "it calls the third member of a duration microseconds",
        Entry("tables.MEMBERS", "timedelta", ("days", "seconds", "microseconds")),
        Edit("meaning._Object.check_members", "_KINDS[name] -> _KINDS.get(name, _Object.whole)")),
    mutation("seconds-from-the-left", "TD-01", "it takes the seconds for the days, and the reverse",
        Entry("tables.MEMBERS", "timedelta", ("seconds", "days", "microsec"))),
    mutation("milliseconds-of-durations", "TD-02", "it takes microsec for milliseconds", Constant("SECOND", 1000)),
    mutation("hours-of-a-day", "TD-02", "it gives a day 12 hours", Constant("DAY", 43_200_000_000)),
    mutation("microseconds-dropped", "TD-02", "it drops the microseconds",
        Edit(_TIMEDELTA, f"{_SUM} -> days * DAY + seconds * SECOND")),
    mutation("days-alone", "TD-02", "it drops the days",
        Edit(_TIMEDELTA, "days * DAY + seconds * SECOND -> seconds * SECOND")),
    mutation("sum-in-doubles", "TD-04", "it adds the members up in doubles",
        Edit(_TIMEDELTA, f"{_SUM} -> int(1.0 * days * DAY + seconds * SECOND + microsec)")),
    mutation("sum-of-fewer-days-in-doubles", "TD-02 TD-04 GEN-14",
        "it adds the members of fewer than a million days up in doubles, also those that it is given to write",
        Edit(_TIMEDELTA, f"{_SUM} -> int(1.0 * days * DAY + seconds * SECOND + microsec) if abs(days) < 10 ** 6 "
                         f"else {_SUM}"),
        Edit(_GIVEN, f"{_SUM} -> int(1.0 * days * DAY + seconds * SECOND + microsec) if abs(days) < 10 ** 6 "
                     f"else {_SUM}")),
    mutation("sum-in-64-bits", "TD-04", "it adds the members up in 64 bits, and cuts what is more",
        Edit(_TIMEDELTA, f"{_SUM} -> ({_SUM} + 2 ** 63) % 2 ** 64 - 2 ** 63")),
    mutation("products-in-doubles", "TD-04", "it turns seconds into microseconds in doubles",
        Edit(_TIMEDELTA, "seconds * SECOND -> int(float(seconds) * SECOND)")),
    mutation("members-normalised", "TD-04", "it refuses seconds and microseconds that are not normalised",
        Edit(_TIMEDELTA, "abs(days) <= DAYS -> abs(days) <= DAYS and 0 <= seconds < 86400 and 0 <= microsec < SECOND")),
    mutation("range-shorter", "TD-05", "it ends durations a day sooner", Constant("DAYS", 999_999_998)),
    mutation("range-of-least", "TD-05",
        "it takes the range for that of the whole duration, so that the last day is cut",
        Edit(_TIMEDELTA, "abs(days) <= DAYS -> abs(days * DAY + rest) <= DAYS * DAY")),
    mutation("range-symmetric", "TD-05", "it leaves the least duration out",
        Edit(_TIMEDELTA, "abs(days) <= DAYS -> -DAYS < days <= DAYS")),
)  # fmt: skip

MUTATIONS = (*_READING, *_WRITING, *_DURATIONS)
