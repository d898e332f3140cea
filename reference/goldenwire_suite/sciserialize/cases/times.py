"""Date-times and durations."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.sciserialize.tables import DAYS, GREATEST_INTEGER, LEAST_INTEGER
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.sciserialize.cases.builders import KINDS, FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import Stored, tagged

_MOMENT, _SPAN = FeatureBuilder("datetime"), FeatureBuilder("timedelta")

_WHOLE = Stored("datetime/whole", tagged("datetime", isostr="2015-02-18T21:40:23"))
_UTC = Stored("datetime/utc", tagged("datetime", isostr="2015-02-18T21:40:23+00:00"))

_WRITTEN = {
    "naive": ("2015-02-18T21:40:23.511717", "a date-time with microseconds and no offset",
              "DT-02 DT-03 DT-04 CANON-01"),
    "whole": ("2015-02-18T21:40:23", "a date-time without a fraction", "DT-01 DT-04 CANON-06"),
    "one-microsecond": ("2015-02-18T21:40:23.000001", "a date-time with one microsecond", "DT-03 CANON-01"),
    "fraction-249": ("2015-02-18T21:40:23.000249",
                     "249 microseconds, which become 248 where a double of the seconds is multiplied and cut",
                     "DT-03 CANON-01"),
    "fraction-far": ("9999-12-31T23:59:59.999983",
                     "a date-time whose microseconds a double of the seconds since 1970 cannot hold",
                     "DT-03 CANON-01"),
    "fraction-first": ("0001-01-01T00:00:00.000001", "the second date-time there is", "DT-03 CANON-01"),
    "fraction-2300": ("2300-01-01T00:00:00.000001",
                      "a date-time whose microseconds since 1970 are an odd number that no double holds",
                      "DT-03 CANON-01"),
    "last-microsecond": ("2015-12-31T23:59:59.999999", "the last microsecond of a year", "DT-03 CANON-01"),
    "tenth": ("2015-02-18T21:40:23.500000", "a fraction of half a second, which is written in six digits",
              "CANON-06"),
    "utc": ("2015-02-18T21:40:23+00:00", "a date-time in UTC", "DT-05 CANON-06"),
    "east": ("2015-02-18T21:40:23.000005+05:30", "an offset east of Greenwich", "DT-05 GEN-14"),
    "west": ("2015-02-18T21:40:23-08:00", "an offset west of Greenwich", "DT-05 GEN-14"),
    "west-minutes": ("2015-02-18T21:40:23-00:30", "an offset of half an hour west", "DT-05 DT-06"),
    "east-minutes": ("2015-02-18T21:40:23+00:01", "an offset of a minute east", "DT-05"),
    "west-equal": ("2015-02-18T21:40:23-01:01", "an offset of an hour and a minute west", "DT-05 DT-06"),
    "west-minute": ("2015-02-18T21:40:23-00:01", "an offset of a minute west", "DT-05 DT-06"),
    "west-hour": ("2015-02-18T21:40:23-01:00", "an offset of an hour west", "DT-05"),
    "offset-most": ("2015-02-18T21:40:23+23:59", "the greatest offset", "DT-05 DT-06"),
    "offset-least": ("2015-02-18T21:40:23-23:59", "the least offset", "DT-05 DT-06"),
    "first": ("0001-01-01T00:00:00", "the first date-time there is", "DT-06"),
    "last": ("9999-12-31T23:59:59.999999", "the last date-time there is", "DT-06"),
    "first-east": ("0001-01-01T00:00:00+05:30", "a date-time whose instant lies before the year 1", "DT-06 DT-05"),
    "last-west": ("9999-12-31T23:59:59-05:30", "a date-time whose instant lies after the year 9999", "DT-06 DT-05"),
    "leap-day": ("2016-02-29T00:00:00", "29 February of a leap year", "DT-06"),
    "leap-century": ("2000-02-29T12:00:00", "29 February of 2000, a leap year", "DT-06"),
    "leap-1600": ("1600-02-29T00:00:00", "29 February of 1600, a leap year", "DT-06"),
    "october-1582": ("1582-10-10T12:00:00", "a date that calendars skip which changed in that month", "DT-06"),
    "leap-first": ("0004-02-29T00:00:00", "29 February of the first leap year", "DT-06"),
    "year-padded": ("0987-06-05T04:03:02", "a year with a zero before it", "DT-06"),
    "summer-gap": ("2015-03-29T02:30:00", "a time that clocks skip in some zones", "DT-08"),
    "summer-twice": ("2015-10-25T02:30:00", "a time that clocks show twice in some zones", "DT-08"),
}  # fmt: skip

# Lists of date-times that differ in their last part alone: what follows the seconds of each, and a description.
_LAST_PARTS = {
    "offsets": ([".511717" + offset for offset in ("", "+00:00", "+01:00", "+01:01", "+02:00", "-01:00", "-01:01")],
                "date-times with a fraction of six digits that differ by offset alone, which one of them has not",
                "DT-05"),
    "whole-offsets": (["", "+00:00", "+01:00", "+01:01", "+02:00", "-01:00", "-01:01"],
                      "date-times without a fraction that differ by offset alone, which one of them has not", "DT-05"),
    "fractions": ([f".51171{last}{offset}" for offset in ("", "+01:00") for last in (7, 8)],
                  "date-times that differ in the last of six digits of a fraction, without an offset and with one",
                  "DT-03 DT-05"),
}  # fmt: skip

# The last days of months in a common year; leap years are tested for February too.
_LAST_DAYS = {1: 31, 2: 28, 3: 31, 4: 30, 5: 31, 6: 30, 7: 31, 8: 31, 9: 30, 10: 31, 11: 30, 12: 31}

_READ = {
    "zulu": ("2015-02-18T21:40:23Z", "2015-02-18T21:40:23+00:00", "the offset Z"),
    "zulu-fraction": ("2015-02-18T21:40:23.5Z", "2015-02-18T21:40:23.500000+00:00", "the offset Z after a fraction"),
    "hours": ("2015-02-18T21:40:23+05", "2015-02-18T21:40:23+05:00", "an offset in hours alone, east"),
    "hours-west": ("2015-02-18T21:40:23-11", "2015-02-18T21:40:23-11:00", "an offset in hours alone, west"),
    "hours-zero": ("2015-02-18T21:40:23+00", "2015-02-18T21:40:23+00:00", "the offset +00"),
    "hours-most": ("2015-02-18T21:40:23-23", "2015-02-18T21:40:23-23:00", "the least offset in hours alone"),
    "digits-1": ("2015-02-18T21:40:23.1", "2015-02-18T21:40:23.100000", "a fraction of one digit"),
    "digits-2": ("2015-02-18T21:40:23.01", "2015-02-18T21:40:23.010000", "a fraction of two digits"),
    "digits-3": ("2015-02-18T21:40:23.123", "2015-02-18T21:40:23.123000", "a fraction of three digits"),
    "digits-4": ("2015-02-18T21:40:23.1234+01:00", "2015-02-18T21:40:23.123400+01:00",
                 "a fraction of four digits before an offset"),
    "digits-5": ("2015-02-18T21:40:23.00001", "2015-02-18T21:40:23.000010", "a fraction of five digits"),
    "digits-zero": ("2015-02-18T21:40:23.000000", "2015-02-18T21:40:23", "a fraction of six zeros"),
    "digits-zero-1": ("2015-02-18T21:40:23.0Z", "2015-02-18T21:40:23+00:00", "a fraction of one zero, before a Z"),
}  # fmt: skip

# Texts that neither grammar derives, and their defects.
_BAD = {
    "empty": ("", "an empty string"), "free-text": ("Feb 18 2015", "a date in words"),
    "year-alone": ("2015", "a year alone"),
    "number": ("10", "a number of two digits"), "date-alone": ("2015-02-18", "a date alone"),
    "time-alone": ("21:40:23", "a time alone"), "no-seconds": ("2015-02-18T21:40", "no seconds"),
    "lower-t": ("2015-02-18t21:40:23", "a lower-case t"), "lower-z": ("2015-02-18T21:40:23z", "a lower-case z"),
    "digits-7": ("2015-02-18T21:40:23.1234567", "a fraction of seven digits"),
    "no-digits": ("2015-02-18T21:40:23.", "a point without digits"),
    "no-digits-zulu": ("2015-02-18T21:40:23.Z", "a point without digits before the Z"),
    "second-60": ("2015-06-30T23:59:60", "the second 60"), "hour-24": ("2015-02-18T24:00:00", "the hour 24"),
    "minute-60": ("2015-02-18T21:60:00", "the minute 60"), "month-0": ("2015-00-18T21:40:23", "the month 00"),
    "month-13": ("2015-13-18T21:40:23", "the month 13"), "day-0": ("2015-02-00T21:40:23", "the day 00"),
    "day-30": ("2015-02-30T21:40:23", "30 February"),
    "day-29": ("2015-02-29T21:40:23", "29 February of 2015, which was no leap year"),
    "day-29-1900": ("1900-02-29T21:40:23", "29 February of 1900, which was no leap year"),
    "day-29-1500": ("1500-02-29T21:40:23", "29 February of 1500, a leap year of the Julian calendar alone"),
    "year-0": ("0000-01-01T00:00:00", "the year 0000"), "year-10000": ("10000-01-01T00:00:00", "a year of five digits"),
    "year-short": ("987-06-05T04:03:02", "a year of three digits"),
    "year-sign": ("+2015-02-18T21:40:23", "a year with a sign"),
    "year-minus": ("-001-02-18T21:40:23", "a year below zero"),
    "offset-24": ("2015-02-18T21:40:23+24:00", "an offset of 24 hours east"),
    "offset-24-west": ("2015-02-18T21:40:23-24", "an offset of 24 hours west, in hours"),
    "offset-minute-60": ("2015-02-18T21:40:23+05:60", "an offset with 60 minutes"),
    "offset-seconds": ("2015-02-18T21:40:23+05:30:15", "an offset with seconds"),
    "offset-digit": ("2015-02-18T21:40:23+5", "an offset of one digit"),
    "offset-empty": ("2015-02-18T21:40:23+", "a sign without an offset"),
    "offset-colon": ("2015-02-18T21:40:23+05:", "an offset that ends with a colon"),
    "offset-three": ("2015-02-18T21:40:23+053", "an offset of three digits"),
    "zone-name": ("2015-02-18T21:40:23 UTC", "the name of a zone"),
    "zulu-offset": ("2015-02-18T21:40:23Z+00:00", "an offset after the Z"),
    "space-before": (" 2015-02-18T21:40:23", "a space before it"),
    "space-after": ("2015-02-18T21:40:23 ", "a space after it"),
    "line-after": ("2015-02-18T21:40:23\n", "a line feed after it"),
    "arabic-digits": ("\u0662015-02-18T21:40:23", "an Arabic digit"),
    "minus-sign": ("2015-02-18T21:40:23\u221205:00", "the minus sign of mathematics"),
    "week": ("2015-W08-3T21:40:23", "a week and its day in place of month and day"),
    "ordinal": ("2015-049T21:40:23", "a day of the year in place of month and day"),
    "mixed": ("20150218T21:40:23", "a date without hyphens, a time with colons"),
    "mixed-time": ("2015-02-18T214023", "a date with hyphens, a time without colons"),
    "day-31": ("2015-04-31T21:40:23", "day 31 of April"), "slashes": ("2015/02/18T21:40:23", "slashes in the date"),
    "nul-after": ("2015-02-18T21:40:23\0", "U+0000 after it"),
    "short-month": ("2015-2-18T21:40:23", "a month of one digit"),
    "two-digits": ("15-02-18T21:40:23", "a year of two digits"),
    "digit-minute": ("2015-02-18T21:4:23", "a minute of one digit"),
}  # fmt: skip

_SPANS = {
    "zero": ((0, 0, 0), "a duration of zero", "TD-01"),
    "draft": ((0, 11, 626512), "the draft's duration", "TD-01 TD-02"),
    "microsecond": ((0, 0, 1), "one microsecond", "TD-02"),
    "second": ((0, 1, 0), "one second", "TD-02"),
    "day": ((1, 0, 0), "one day", "TD-02"),
    "minus-microsecond": ((-1, 86399, 999999), "minus one microsecond", "TD-02 TD-03"),
    "minus-day": ((-1, 0, 0), "minus one day", "TD-02"),
    "minus-second": ((-1, 86399, 0), "minus one second", "TD-02 TD-03"),
    "members-most": ((0, 86399, 999999), "a duration of a microsecond less than a day", "TD-02"),
    "far-microsecond": ((200_000, 0, 1), "200,000 days and a microsecond, which no double of the microseconds holds",
                        "TD-02 GEN-14"),
    "far-last": ((199_999, 86399, 999999), "the last microsecond of the day 199,999", "TD-02 GEN-14"),
    "far-minus": ((-200_000, 0, 1), "-200,000 days and a microsecond", "TD-02 GEN-14"),
    "far-minus-last": ((-200_001, 86399, 999999), "the last microsecond of the day -200,001", "TD-02 GEN-14"),
    "most": ((DAYS, 86399, 999999), "the greatest duration", "TD-05"),
    "least": ((-DAYS, 0, 0), "the least duration", "TD-05"),
}  # fmt: skip

# The stored members, and a description; the value is their sum.
_LOOSE = {
    "seconds-many": ((0, 90061, 0), "seconds that are more than a day"),
    "seconds-day": ((0, 86400, 0), "seconds that are exactly a day"),
    "seconds-minus": ((0, -1, 0), "-1 seconds"),
    "microsec-many": ((0, 0, 86400000001), "microseconds that are more than a day"),
    "microsec-second": ((0, 0, 1000000), "microseconds that are exactly a second"),
    "microsec-minus": ((0, 0, -1), "-1 microseconds"),
    "cancel": ((1, -86400, 0), "a day, and seconds that are minus a day"),
    "mixed-signs": ((2, -86401, -1), "members of both signs"),
    "into-range": ((DAYS + 1, -86400, 0),
                   "one more than the greatest number of days, and seconds that are minus a day"),
    "into-range-minus": ((-DAYS - 1, 86400, 0), "one less than the least number of days, and seconds that are a day"),
    "into-range-microsec": ((DAYS, 86400, -1),
                            "the greatest number of days, seconds that are a day, and -1 microseconds"),
    "far-seconds": ((0, 17_280_000_000, 1), "200,000 days in seconds, and a microsecond"),
    "far-seconds-minus": ((0, -17_280_000_000, -1), "-17,280,000,000 seconds and -1 microseconds"),
    "far-mixed": ((200_000, -1, 1_000_001), "200,000 days, -1 seconds and 1,000,001 microseconds"),
    "large-exact": ((-104249991374, 2**53 - 1, 0),
                    "days and seconds that almost cancel, and each is more microseconds than 64 bits hold"),
    "large-microsec": ((-104249, -86400, 2**53 - 1), "days and microseconds that almost cancel"),
}  # fmt: skip


def _sum(days: int, seconds: int, microsec: int) -> tuple[int, int, int]:
    seconds, microsec = seconds + microsec // 10**6, microsec % 10**6
    return days + seconds // 86400, seconds % 86400, microsec


def span(days: int, seconds: int, microsec: int) -> dict[str, Any]:
    """A stored duration."""
    return tagged("timedelta", days=days, seconds=seconds, microsec=microsec)


def _duration(members: tuple[int, int, int]) -> Any:
    return {"timedelta": [str(member) for member in members]}


_DRAFT, _MOST = Stored("timedelta/draft", span(0, 11, 626512)), Stored("timedelta/most", span(*_SPANS["most"][0]))
_LEAST = Stored("timedelta/least", span(*_SPANS["least"][0]))


def _datetimes() -> Iterator[Case]:
    for name, (text, summary, requirements) in _WRITTEN.items():
        yield from _MOMENT.write(name, {"datetime": text}, summary, requirements, numbers=(6, 248, 1970))
    for name, (parts, summary, requirement) in _LAST_PARTS.items():
        moments = [{"datetime": f"2015-02-18T21:40:23{part}"} for part in parts]
        yield from _MOMENT.write(f"list-{name}", moments, f"a list of {summary}", requirement, numbers=(6,))
        yield from _MOMENT.write(f"list-{name}-reversed", moments[::-1], f"the same list from its end on: {summary}",
                                 requirement, numbers=(6,))  # fmt: skip
    for month, day in _LAST_DAYS.items():
        yield from _MOMENT.write(f"month-{month:02}", {"datetime": f"2015-{month:02}-{day}T00:00:00"},
                                 f"day {day}, the last of month {month}", "DT-06")  # fmt: skip
    for name, (stored, text, summary) in _READ.items():
        tree = tagged("datetime", isostr=stored)
        requirement = "DT-02" if name == "digits-zero" else "DT-06"
        yield from _MOMENT.read(f"read-{name}", tree, {"datetime": text}, summary, requirement, numbers=(3, 6))


def _bad_datetimes() -> Iterator[Case]:
    reject = _MOMENT.reject
    for name, (text, summary) in _BAD.items():
        yield from reject(
            f"bad-{name}", _WHOLE, _WHOLE.but(isostr=text), "isostr", f"not a date-time: {summary}", "GEN-17"
        )
    for month, day in _LAST_DAYS.items():
        if month not in (2, 4):  # these have other cases
            text = f"2015-{month:02}-{day + 1}T21:40:23"
            yield from reject(f"bad-month-{month:02}", _WHOLE, _WHOLE.but(isostr=text), "isostr",
                              f"not a date-time: day {day + 1} of month {month}, which has {day}", "DT-07",
                              numbers=(day,))  # fmt: skip
    yield from reject("missing-isostr", _WHOLE, _WHOLE.without("isostr"), "tag.missing",
                      "a date-time without the member isostr")  # fmt: skip
    yield from reject("extra-tz", _UTC, _UTC.but(tz="UTC"), "tag.extra", "a date-time with the further member tz")
    octets = _WHOLE.tree["isostr"].encode()
    kinds = {"null": None, "number": 1424295623, "array": [2015, 2, 18], "binary": octets, "boolean": True,
             "map": {"date": "2015-02-18"}}  # fmt: skip
    for name, value in kinds.items():
        yield from reject(f"isostr-{name}", _WHOLE, _WHOLE.but(isostr=value), "tag.kind",
                          f"{KINDS[name]} as the member isostr")  # fmt: skip


def _timedeltas() -> Iterator[Case]:
    for name, (members, summary, requirements) in _SPANS.items():
        yield from _SPAN.write(name, _duration(members), summary, f"{requirements} CANON-01 TAG-14 msgpack:MP-03")
    for name, (stored, summary) in _LOOSE.items():
        yield from _SPAN.read(f"read-{name}", span(*stored), _duration(_sum(*stored)), summary, "TD-04",
                              numbers=(*stored, -1, 64))  # fmt: skip
    for name, members in {"seconds": (0, 90061, -1), "minus": (0, 0, -1), "days": (0, 86400, 0),
                          "far-seconds": (0, 17_280_000_000, 1), "far-microseconds": (0, 0, 17_280_000_000_000_001),
                          "far-minus": (-200_000, 0, -1),
                          "into-range": (DAYS + 1, -1, 0), "uint64": (0, 0, GREATEST_INTEGER),
                          "least": (0, 0, LEAST_INTEGER)}.items():  # fmt: skip
        cited = "TD-06" if name in {"uint64", "least"} else "TD-03"
        yield from _SPAN.given(f"given-{name}", _duration(members), _duration(_sum(*members)),
                               f"to be written: {members[0]} days, {members[1]} seconds and {members[2]} microseconds",
                               f"{cited} CANON-07")  # fmt: skip


def _bad_timedeltas() -> Iterator[Case]:
    reject = _SPAN.reject
    kinds = {"null": None, "boolean": True, "string": "11", "fraction": 11.5, "array": [11], "binary": b"\x0b"}
    for name in ("days", "seconds", "microsec"):
        yield from reject(f"missing-{name}", _DRAFT, _DRAFT.without(name), "tag.missing",
                          f"a duration without the member {name}")  # fmt: skip
        for kind, value in kinds.items():
            yield from reject(f"{name}-{kind}", _DRAFT, _DRAFT.but(**{name: value}), "tag.kind",
                              f"{KINDS[kind]} as the member {name}")  # fmt: skip
    renamed = _DRAFT.without("microsec") | {"microseconds": 626512}
    yield from reject("renamed", _DRAFT, renamed, "tag.missing",
                      "a duration with the member microseconds in place of microsec", "TD-01")  # fmt: skip
    yield from reject("extra", _DRAFT, _DRAFT.but(hours=1), "tag.extra", "a duration with the further member hours")
    for name, (base, members, summary) in {
        "range-days": (_MOST, (DAYS + 1, 0, 0), "one more than the greatest number of days"),
        "range-minus": (_LEAST, (-DAYS - 1, 0, 0), "one less than the least number of days"),
        "range-seconds": (_MOST, (DAYS, 86400, 0), "the greatest number of days, and seconds that are a day"),
        "range-last": (_MOST, (DAYS, 86399, 1000000), "a microsecond more than the greatest duration"),
        "range-microsec": (_LEAST, (-DAYS, 0, -1), "a microsecond less than the least duration"),
        "range-far": (_MOST, (2**53 - 1, 2**53 - 1, 0),
                      "days and seconds that are the greatest integers that every codec reads"),
    }.items():  # fmt: skip
        yield from reject(name, base, span(*members), "timedelta.range", summary)


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, and of rejected cases."""
    yield Feature("datetime", "Date-times", [*_datetimes(), *_bad_datetimes()])
    yield Feature("timedelta", "Durations", [*_timedeltas(), *_bad_timedeltas()])
