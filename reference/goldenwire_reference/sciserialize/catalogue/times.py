"""Date-times and durations."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.sciserialize.catalogue.words import Words, tagged, without

_MOMENT, _SPAN = Words("datetime"), Words("timedelta")

_WRITTEN = {
    "naive": ("2015-02-18T21:40:23.511717", "microseconds, no offset", "DT-01 DT-02 DT-03 DT-04"),
    "whole": ("2015-02-18T21:40:23", "no fraction", "DT-01 DT-02 DT-04"),
    "one-microsecond": ("2015-02-18T21:40:23.000001", "one microsecond", "DT-01 DT-03"),
    "last-microsecond": ("2015-12-31T23:59:59.999999", "the last of a year", "DT-01 DT-03"),
    "utc": ("2015-02-18T21:40:23+00:00", "UTC", "DT-05 CANON-06"),
    "east": ("2015-02-18T21:40:23.000005+05:30", "east of Greenwich", "DT-05 CANON-06"),
    "west": ("2015-02-18T21:40:23-08:00", "west of Greenwich", "DT-05 CANON-06"),
    "west-minutes": ("2015-02-18T21:40:23-00:30", "half an hour west", "DT-05 CANON-06"),
    "offset-most": ("2015-02-18T21:40:23+23:59", "the greatest offset", "DT-05 DT-06"),
    "offset-least": ("2015-02-18T21:40:23-23:59", "the least offset", "DT-05 DT-06"),
    "first": ("0001-01-01T00:00:00", "the first date-time", "DT-06"),
    "last": ("9999-12-31T23:59:59.999999", "the last date-time", "DT-06"),
    "first-east": ("0001-01-01T00:00:00+05:30", "an instant before the year 1", "DT-06 DT-05"),
    "last-west": ("9999-12-31T23:59:59-05:30", "an instant after the year 9999", "DT-06 DT-05"),
    "leap-day": ("2016-02-29T00:00:00", "29 February of a leap year", "DT-06"),
    "leap-century": ("2000-02-29T12:00:00", "29 February of 2000", "DT-06"),
    "year-padded": ("0987-06-05T04:03:02", "a year of three digits", "DT-06 DT-08"),
    "summer-gap": ("2015-03-29T02:30:00", "a time that some zones skip", "DT-08"),
}

_READ = {
    "zulu": ("2015-02-18T21:40:23Z", "2015-02-18T21:40:23+00:00", "Z"),
    "zulu-fraction": ("2015-02-18T21:40:23.5Z", "2015-02-18T21:40:23.500000+00:00", "Z after a fraction"),
    "hours": ("2015-02-18T21:40:23+05", "2015-02-18T21:40:23+05:00", "an offset in hours"),
    "hours-west": ("2015-02-18T21:40:23-11", "2015-02-18T21:40:23-11:00", "an offset in hours, west"),
    "hours-zero": ("2015-02-18T21:40:23+00", "2015-02-18T21:40:23+00:00", "an offset of no hours"),
    "digits-1": ("2015-02-18T21:40:23.1", "2015-02-18T21:40:23.100000", "one digit"),
    "digits-2": ("2015-02-18T21:40:23.01", "2015-02-18T21:40:23.010000", "two digits"),
    "digits-3": ("2015-02-18T21:40:23.123", "2015-02-18T21:40:23.123000", "three digits"),
    "digits-4": ("2015-02-18T21:40:23.1234+01:00", "2015-02-18T21:40:23.123400+01:00", "four digits"),
    "digits-5": ("2015-02-18T21:40:23.00001", "2015-02-18T21:40:23.000010", "five digits"),
    "digits-zero": ("2015-02-18T21:40:23.000000", "2015-02-18T21:40:23", "six zeros"),
}

# What neither grammar derives.
_BAD = {
    "empty": "", "free-text": "Feb 18 2015", "year-alone": "2015", "number": "10", "date-alone": "2015-02-18",
    "time-alone": "21:40:23", "no-seconds": "2015-02-18T21:40", "lower-t": "2015-02-18t21:40:23",
    "lower-z": "2015-02-18T21:40:23z", "digits-7": "2015-02-18T21:40:23.1234567", "no-digits": "2015-02-18T21:40:23.",
    "second-60": "2015-06-30T23:59:60", "hour-24": "2015-02-18T24:00:00", "minute-60": "2015-02-18T21:60:00",
    "month-0": "2015-00-18T21:40:23", "month-13": "2015-13-18T21:40:23", "day-0": "2015-02-00T21:40:23",
    "day-30": "2015-02-30T21:40:23", "day-29": "2015-02-29T21:40:23", "day-29-1900": "1900-02-29T21:40:23",
    "day-31": "2015-04-31T21:40:23", "year-0": "0000-01-01T00:00:00", "year-10000": "10000-01-01T00:00:00",
    "year-short": "987-06-05T04:03:02", "year-sign": "+2015-02-18T21:40:23", "offset-24": "2015-02-18T21:40:23+24:00",
    "offset-minute-60": "2015-02-18T21:40:23+05:60", "offset-seconds": "2015-02-18T21:40:23+05:30:15",
    "offset-digit": "2015-02-18T21:40:23+5", "offset-empty": "2015-02-18T21:40:23+",
    "zone-name": "2015-02-18T21:40:23 UTC",
    "zulu-offset": "2015-02-18T21:40:23Z+00:00", "space-before": " 2015-02-18T21:40:23",
    "line-after": "2015-02-18T21:40:23\n", "arabic-digits": "\u0662015-02-18T21:40:23",
    "minus-sign": "2015-02-18T21:40:23\u221205:00", "week": "2015-W08-3T21:40:23", "ordinal": "2015-049T21:40:23",
    "mixed": "20150218T21:40:23", "mixed-time": "2015-02-18T214023", "slashes": "2015/02/18T21:40:23",
}  # fmt: skip

_SPANS = {
    "zero": ((0, 0, 0), "no time at all", "TD-01 TD-02"),
    "draft": ((0, 11, 626512), "the draft's duration", "TD-01 TD-02"),
    "microsecond": ((0, 0, 1), "one microsecond", "TD-01 TD-02"),
    "minus-microsecond": ((-1, 86399, 999999), "minus one microsecond", "CANON-07 TD-03"),
    "minus-day": ((-1, 0, 0), "minus one day", "TD-02 TD-01"),
    "members-most": ((0, 86399, 999999), "the greatest members", "CANON-07 TD-03"),
    "most": ((999999999, 86399, 999999), "the greatest duration", "TD-05"),
    "least": ((-999999999, 0, 0), "the least duration", "TD-05"),
}

_LOOSE = {
    "seconds-many": ((0, 90061, 0), (1, 3661, 0), "seconds of more than a day"),
    "seconds-minus": ((0, -1, 0), (-1, 86399, 0), "negative seconds"),
    "microsec-many": ((0, 0, 86400000001), (1, 0, 1), "microseconds of more than a day"),
    "microsec-minus": ((0, 0, -1), (-1, 86399, 999999), "negative microseconds"),
    "cancel": ((1, -86400, 0), (0, 0, 0), "members that cancel"),
    "mixed-signs": ((2, -86401, -1), (0, 86398, 999999), "members of both signs"),
    "large-exact": ((-104249991374, 2**53 - 1, 0), None, "a sum that doubles do not hold"),
    "into-range": ((10**9, -86400, 0), (999999999, 0, 0), "days out of range, the sum within"),
    "into-range-minus": ((-(10**9), 86400, 0), (-999999999, 0, 0), "the same below zero"),
}  # fmt: skip


def _sum(days: int, seconds: int, microsec: int) -> tuple[int, int, int]:
    seconds, microsec = seconds + microsec // 10**6, microsec % 10**6
    return days + seconds // 86400, seconds % 86400, microsec


def span(days: int, seconds: int, microsec: int) -> dict[str, Any]:
    """A duration as it is stored."""
    return tagged("timedelta", days=days, seconds=seconds, microsec=microsec)


def _duration(members: tuple[int, int, int]) -> Any:
    return {"timedelta": [str(member) for member in members]}


def _datetimes() -> Iterator[Case]:
    for name, (text, summary, requirements) in _WRITTEN.items():
        yield from _MOMENT.write(name, {"datetime": text}, summary, requirements)
    for name, (stored, text, summary) in _READ.items():
        tree = tagged("datetime", isostr=stored)
        yield from _MOMENT.read(f"read-{name}", tree, {"datetime": text}, summary, "DT-06")


def _bad_datetimes() -> Iterator[Case]:
    tree = tagged("datetime", isostr="2015-02-18T21:40:23")
    for name, text in _BAD.items():
        bad = tree | {"isostr": text}
        yield from _MOMENT.reject(f"bad-{name}", "whole", bad, "isostr", f"isostr is {text!a}", "DT-07 DT-08")
    yield from _MOMENT.reject("missing-isostr", "whole", without(tree, "isostr"), "tag.missing", "no isostr", "DT-01")
    yield from _MOMENT.reject("extra-tz", "utc", tree | {"tz": "UTC"}, "tag.extra", "a member tz", "TAG-10")
    octets = tree["isostr"].encode()
    for name, value in {"null": None, "number": 1424295623, "array": [2015, 2, 18], "binary": octets}.items():
        bad = tree | {"isostr": value}
        yield from _MOMENT.reject(f"isostr-{name}", "whole", bad, "tag.kind", f"isostr is a {name}", "TAG-11")


def _timedeltas() -> Iterator[Case]:
    for name, (members, summary, requirements) in _SPANS.items():
        yield from _SPAN.write(name, _duration(members), summary, requirements)
    for name, (stored, normal, summary) in _LOOSE.items():
        value = _duration(normal or _sum(*stored))
        yield from _SPAN.read(f"read-{name}", span(*stored), value, summary, "TD-04")
    yield from _SPAN.given("given-seconds", {"timedelta": ["0", "90061", "-1"]}, _duration((1, 3660, 999999)),
                           "members that the encoder has to normalise", "TD-03 CANON-07")  # fmt: skip


def _bad_timedeltas() -> Iterator[Case]:
    tree = span(0, 11, 626512)
    for name in ("days", "seconds", "microsec"):
        yield from _SPAN.reject(f"missing-{name}", "draft", without(tree, name), "tag.missing", f"no {name}", "TAG-06")
        for kind, value in {"null": None, "boolean": True, "string": "11", "fraction": 11.5, "array": [11]}.items():
            bad = tree | {name: value}
            yield from _SPAN.reject(f"{name}-{kind}", "draft", bad, "tag.kind", f"{name}: a {kind}", "TAG-11 TD-01")
    renamed = without(tree, "microsec") | {"microseconds": 626512}
    yield from _SPAN.reject("renamed", "draft", renamed, "tag.missing", "microseconds instead of microsec", "TD-01")
    yield from _SPAN.reject("extra", "draft", tree | {"hours": 1}, "tag.extra", "a member hours", "TAG-10")
    for name, members in {
        "range-days": (10**9, 0, 0), "range-minus": (-(10**9), 0, 0), "range-seconds": (999999999, 86400, 0),
        "range-microsec": (-999999999, 0, -1), "range-far": (2**53 - 1, 2**53 - 1, 0),
    }.items():  # fmt: skip
        summary = "out of the range of durations"
        yield from _SPAN.reject(name, "most", span(*members), "timedelta.range", summary, "TD-05")


def features() -> Iterator[Feature]:
    """What is read and written, and what is refused."""
    yield Feature("datetime", "Date-times", [*_datetimes(), *_bad_datetimes()])
    yield Feature("timedelta", "Durations", [*_timedeltas(), *_bad_timedeltas()])
