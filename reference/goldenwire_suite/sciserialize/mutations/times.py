"""Mutations of date-times and durations."""

import datetime as dt

from goldenwire_suite.mutations import Constant, Entry, Mutation, Rewrite
from goldenwire_suite.sciserialize.mutations.builders import mutation

_PARSE, _WIDE, _MOMENT, _ZONE = (f"isostr.{name}" for name in ("parse", "parse_wide", "_moment", "_zone"))
_MATCH = "match = PROFILE.fullmatch(text)"
_DATETIME, _TIMEDELTA = "meaning._Object.datetime", "meaning._Object.timedelta"
_RETURN = "return _moment(match) if match else None"
_FRACTION = 'microsecond = int((match["fraction"] or "").ljust(6, "0"))'
_OFFSET = 'offset = dt.timedelta(hours=int(match["hours"] or 0), minutes=minutes)'
_SUM = "days * DAY + seconds * SECOND + microsec"
_IN_RANGE = "abs(days) <= DAYS"
_WRITTEN, _SPAN = "encode.Reduction.datetime", "encode.Reduction.timedelta"
_ISOFORMAT = "value.isoformat()}"
_GIVEN = "notation._timedelta"
_IN_64_BITS = "if not all(LEAST_INTEGER <= part <= GREATEST_INTEGER for part in parts):"


def _only(condition: str) -> Rewrite:
    """A change that accepts only date-times for whose parts the condition holds."""
    return Rewrite(_PARSE, _RETURN, f"return _moment(match) if match and {condition} else None")


def _text(changed: str) -> Rewrite:
    """A change to a text before it is parsed."""
    return Rewrite(_PARSE, _MATCH, f"text = {changed}\n    {_MATCH}")


_READING: tuple[Mutation, ...] = (
    mutation("member-isoformat", "DT-01", "it calls the member of a date-time isoformat",
          Entry("tables.MEMBERS", "datetime", ("isoformat",)),
          Rewrite(_DATETIME, 'self.members["isostr"]', 'self.members["isoformat"]'),
          Rewrite(_WRITTEN, '"isostr"', '"isoformat"'),
          Rewrite("meaning._Object.check_members", "_KINDS[name](self, name)",
                                                                  "_KINDS.get(name, _Object.text)(self, name)")),
    mutation("days-before-months", "DT-02", "it takes the day for the month, and the reverse",
          Rewrite(_MOMENT, "dt.datetime(year, month, day", "dt.datetime(year, min(day, 12), month")),
    mutation("hours-of-twelve", "DT-02", "it drops half a day from hours after noon",
          Rewrite(_MOMENT, "dt.datetime(year, month, day, hour,", "dt.datetime(year, month, day, hour % 12,")),
    mutation("fraction-always-told", "DT-02", "it tells a fraction of zeros where there is none",
          Entry("notation._TO_JSON", dt.datetime,
                ("datetime", lambda value: value.isoformat(timespec="microseconds")))),
    mutation("seconds-dropped", "DT-02", "it drops the seconds",
          Rewrite(_MOMENT, "hour, minute, second, microsecond,", "hour, minute, 0, microsecond,")),
    mutation("milliseconds", "DT-03", "it keeps milliseconds alone",
          Rewrite(_MOMENT, _FRACTION, f"{_FRACTION} // 1000 * 1000")),
    mutation("fraction-dropped", "DT-03", "it drops the fraction of a second",
          Rewrite(_MOMENT, _FRACTION, "microsecond = 0")),
    mutation("fraction-by-floats", "DT-03", "it computes microseconds in single floats",
          Rewrite(_MOMENT, _FRACTION,
                  f'{_FRACTION}\n    import struct\n    microsecond = int(struct.unpack("f", struct.pack("f", '
                  f'microsecond / 1e6))[0] * 1e6)')),
    mutation("naive-is-utc", "DT-04", "it takes a date-time without offset for one in UTC",
          Rewrite(_ZONE, 'if not match["zone"]:\n        return None',
                  'if not match["zone"]:\n        return dt.timezone.utc')),
    mutation("naive-is-local", "DT-04 DT-08", "it takes a date-time without offset for one of the host's zone",
          Rewrite(_ZONE, 'if not match["zone"]:\n        return None',
                  'if not match["zone"]:\n        return dt.timezone(dt.timedelta(hours=1))')),
    mutation("offsets-dropped", "DT-05", "it drops the offset", Rewrite(_ZONE, 'if not match["zone"]:', "if True:")),
    mutation("offsets-turned", "DT-05", "it takes an offset east for one west",
          Rewrite(_ZONE, 'if match["sign"] == "-" else offset', 'if match["sign"] == "+" else offset')),
    mutation("offsets-of-hours", "DT-05", "it drops the minutes of an offset",
          Rewrite(_ZONE, _OFFSET, 'offset = dt.timedelta(hours=int(match["hours"] or 0))')),
    mutation("offset-minutes-always-east", "DT-05 DT-06", "it adds the minutes of an offset west",
          Rewrite(_ZONE, "return dt.timezone(-offset",
                  'return dt.timezone(dt.timedelta(minutes=2 * minutes) - offset')),
    mutation("no-zulu", "DT-06", "it reads no Z", _text('text.replace("Z", "z")')),
    mutation("no-hours", "DT-06", "it reads no offset in hours alone",
          _text('text if text[-3:-2] not in "+-" or not text[10:] else "no"')),
    mutation("six-digits", "DT-06", "it reads fractions of six digits alone",
          Rewrite(_PARSE, _RETURN,
                  'return _moment(match) if match and len(match["fraction"] or "123456") == 6 else None')),
    mutation("three-digits", "DT-06", "it reads fractions of three and six digits alone",
          Rewrite(_PARSE, _RETURN,
                  'return _moment(match) if match and len(match["fraction"] or "123") in (3, 6) else None')),
    mutation("fractions-right-aligned", "DT-06", "it takes the digits of a fraction for microseconds",
          Rewrite(_MOMENT, _FRACTION, 'microsecond = int(match["fraction"] or 0)')),
    mutation("years-of-four-digits", "DT-06", "it reads years from 1000 on alone", _only('match["year"] >= "1000"')),
    mutation("years-of-the-epoch", "DT-06 DT-08", "it reads years from 1970 to 2037 alone",
          Rewrite(_PARSE, _RETURN, 'return _moment(match) if match and "1970" <= match["year"] <= "2037" else None')),
    mutation("instants-in-range", "DT-06", "it wants the instant, not the fields, in the years 1 to 9999",
          Rewrite(_PARSE, _RETURN,
                  "made = _moment(match) if match else None\n    if made and made.tzinfo:\n        try:\n"
                  "            made.replace(tzinfo=None) - made.utcoffset()\n        except OverflowError:\n          "
                  "  return None\n    return made")),
    mutation("offsets-below-12", "DT-06", "it reads offsets of up to 14 hours alone",
          _only('(match["hours"] or "00") <= "14"')),
    mutation("months-shorter", "DT-06", "it gives each month a day less than it has",
          _only('match["month"] + match["day"] not in {f"{m:02}{d}" for m, d in enumerate((31, 28, 31, 30, 31, 30, '
                '31, 31, 30, 31, 30, 31), 1)}')),
    mutation("months-of-30-days", "DT-06", "it gives no month more than 30 days", _only('match["day"] <= "30"')),
    mutation("no-leap-centuries", "DT-06", "it takes no year that ends in 00 for a leap year",
          _only('match["year"][2:] + match["month"] + match["day"] != "000229"')),
    mutation("no-leap-days", "DT-06", "it reads no 29 February", _only('match["month"] + match["day"] != "0229"')),
    mutation("days-clamped", "DT-07", "it takes a day beyond the end of a month for the last one",
          _text('next((t for n in range(4) for t in [text[:8] + f"{int(text[8:10]) - n:02}" + text[10:]] '
                'if PROFILE.fullmatch(text) and _moment(PROFILE.fullmatch(t))), text)')),
    mutation("fields-clamped", "DT-07", "it takes the first value out of range of a field for the last one in it",
          _text('(text[:17] + "59" if text[17:19] == "60" else text).replace("-13-", "-12-").replace("-00", '
                '"-01").replace("0000-", "0001-")'
                '.replace("T24:", "T23:").replace(":60:", ":59:")')),
    mutation("offsets-clamped", "DT-07", "it takes an offset of a day or of 60 minutes for one that is less",
          _text('text.replace("+24", "+23").replace("-24", "-23").replace("+05:60", "+05:59")')),
    *(
        mutation(f"takes-{name}", "DT-07", f"it takes {called}", _text(changed))
        for name, called, changed in (
            ("blanks", "white space at both ends, and what comes before U+0000", 'text.strip().partition("\\0")[0]'),
            ("lower-case", "a lower-case t or z", "text.upper()"),
            ("more-digits", "digits beyond the sixth of a fraction, or a point without digits",
             'text[:26] if len(text) == 27 else text[:19] + text[20:] if text[19:21] in (".", ".Z") else text'),
            ("parts", "a date, a year, a time or a time without seconds, and fills up the rest",
             '{16: text + ":00", 10: text + "T00:00:00", 4: text + "-01-01T00:00:00", 8: "2015-02-18T" + text, 2: '
             'f"2015-02-{text}T00:00:00"}.get(len(text), text)'),
            ("free-texts", "dates in words, and nothing for the beginning of time",
             '"2015-02-18T00:00:00" if text.startswith("Feb") else text or "1970-01-01T00:00:00"'),
            ("other-calendars", "weeks, days of the year, and slashes in a date",
             'text.replace("/", "-").replace("W08-3", "02-18").replace("049", "02-18")'),
            ("zones", "the name of a zone, or an offset after the Z",
             'text.removesuffix(" UTC").replace("Z+00:00", "Z")'),
            ("years", "years of any number of digits, or with a sign",
             'text.lstrip("+-").zfill(19) if text[3:4] == "-" or text[2:3] == "-" or text[:1] in "+-" else '
             'text[1:].replace("0000", "9999") if text[5:6] == "-" else text'),
            ("short-fields", "fields of one digit", 're.sub(r"(?<=[-:T])([0-9])(?=[-:T])", r"0\\1", text)'),
            ("offsets", "offsets with seconds, of one digit or three, or of none",
             'text[:25] if text[25:26] == ":" else text[:-1] + "0" + text[-1] if text[-2:-1] == "+" else '
             'f"{text[:22]}:{text[22:]}0" if len(text) == 23 and text[19] == "+" else text.rstrip("+:")'),
            ("other-scripts", "the digits and the minus sign of other scripts",
             '"".join(str(int(char)) if char.isdecimal() else char for char in text.replace("\\u2212", "-"))'),
            ("mixed-forms", "a date in one form and a time in the other",
             'text if len(text) != 17 else (f"{text[:4]}-{text[4:6]}-{text[6:]}" if text[8:9] == "T" else '
             'f"{text[:13]}:{text[13:15]}:{text[15:]}")'),
        )
    ),
    mutation("isostr-wide-always", "DT-10", "it reads the wide grammar whatever it chose",
          Rewrite(_DATETIME, 'self.refuse("isostr.wide", "a date-time in the form that every decoder reads", '
                             'ascii(text[:60]))', "pass")),
    mutation("wide-minus-zero-naive", "DT-10", "it takes an offset of minus zero for none, as in mail",
          Rewrite(_WIDE, _RETURN, "made = _moment(match) if match else None\n"
                  '    return made.replace(tzinfo=None) if made and match["sign"] == "-" and not made.utcoffset() '
                  'else made')),
    mutation("wide-no-basic", "DT-10", "it reads no dates without hyphens",
          Rewrite(_WIDE, " or _WIDE[1].fullmatch(text)", "")),
    mutation("wide-no-comma", "DT-10", "it reads no comma before a fraction",
          Rewrite(_WIDE, _RETURN, 'return _moment(match) if match and "," not in text else None')),
    mutation("wide-no-space", "DT-10", "it reads no space for the T",
          Rewrite(_WIDE, _RETURN, 'return _moment(match) if match and " " not in text else None')),
    mutation("wide-zones-with-colons", "DT-10", "it reads no offset of four digits without its colon",
          Rewrite(_WIDE, _RETURN, 'return _moment(match) if match and not re.search("[+-][0-9]{4}$", text) else None')),
    mutation("minus-zero-offset", "DT-10", "it takes an offset of minus zero whatever it chose",
          Rewrite(_PARSE, 'match["sign"] == "-" and', "False and")),
    mutation("local-time", "DT-08", "it moves a date-time without offset by what the host's zone skips",
          Rewrite(_PARSE, _RETURN, "made = _moment(match) if match else None\n"
                  "    if made and made.tzinfo is None and (made.month, made.hour) in ((3, 2), (10, 2)):\n        "
                  "made += dt.timedelta(hours=1)\n    return made")),
    mutation("texts-as-date-times", "DT-09", "it reads a string by itself that looks like a date-time as one",
          Rewrite("codec.decode", "return value", "from goldenwire_reference.sciserialize import isostr\n"
                  "    return (isinstance(value, str) and isostr.parse(value)) or value")),
)  # fmt: skip

_WRITING: tuple[Mutation, ...] = (
    mutation("always-fraction", "CANON-06", "it writes a fraction of six zeros",
          Rewrite(_WRITTEN, _ISOFORMAT, 'value.isoformat(timespec="microseconds")}')),
    mutation("short-fraction", "CANON-06", "it drops zeros at the end of a fraction",
          Rewrite(_WRITTEN, _ISOFORMAT,
                  'value.isoformat().rstrip("0") if value.microsecond and offset is None else value.isoformat()}')),
    mutation("milliseconds-written", "CANON-06 DT-03", "it writes milliseconds",
          Rewrite(_WRITTEN, _ISOFORMAT, 'value.isoformat(timespec="milliseconds" if value.microsecond else "auto")}')),
    mutation("zulu-written", "CANON-06", "it writes Z for UTC",
          Rewrite(_WRITTEN, _ISOFORMAT, 'value.isoformat().replace("+00:00", "Z")}')),
    mutation("unnormalised", "CANON-07 TD-03", "it writes the seconds and microseconds that it was given",
          Rewrite(_GIVEN, "return dt.timedelta(days, microseconds=rest)",
                  'made = type("Span", (dt.timedelta,), {name: int(part) for name, part in zip(("days", "seconds", '
                  '"microseconds"), content)})\n'
                  "    return made(days, microseconds=rest)")),
    mutation("seconds-of-all-days", "CANON-07 TD-03",
        "it writes no days and all of the seconds, as MATLAB's program does",
          Rewrite(_SPAN, "(value.days, value.seconds, value.microseconds)",
                  "(0, value.days * 86400 + value.seconds, value.microseconds)")),
    mutation("members-as-floats", "MP-03 TAG-14", "it packs the members of a duration as floats",
          Rewrite(_SPAN, "(value.days, value.seconds, value.microseconds)",
                  "tuple(map(float, (value.days, value.seconds, value.microseconds)))")),
    mutation("date-times-unchecked", "DT-07", "its encoder takes the nearest date-time for what is none",
          Rewrite("notation._datetime", "if moment is None:",
                  "if moment is None:\n        return dt.datetime(2015, 2, 18)\n    if moment is None:")),
    mutation("dates-and-times-written", "EXT-06", "its encoder writes dates and times as date-times",
          Rewrite("notation._datetime", "moment = isostr.parse(content)",
                  'moment = isostr.parse({10: content + "T00:00:00", 8: "1900-01-01T" + content}.get(len(content), '
                  'content))')),
    mutation("members-of-any-size", "TD-06", "its encoder takes members of a duration of any size",
          Rewrite(_GIVEN, _IN_64_BITS, "if False:")),
    mutation("members-signed", "TD-06", "its encoder refuses members of a duration from 2^63 on",
          Rewrite(_GIVEN, "<= GREATEST_INTEGER", "<= GREATEST_INTEGER // 2")),
    mutation("members-exact", "TD-06", "its encoder refuses members of a duration that no double is sure to hold",
          Rewrite(_GIVEN, "LEAST_INTEGER <= part <= GREATEST_INTEGER", "abs(part) < 2**53")),
    mutation("members-wrap", "TD-06", "its encoder cuts members of a duration to 64 bits",
          Rewrite(_GIVEN, _IN_64_BITS,
                  "parts = [(part + 2**63) % 2**64 - 2**63 if part < 2**63 else part % 2**64 for part in parts]\n"
                  "    if False:")),
    mutation("durations-unchecked", "TD-05", "it clamps durations out of range",
          Rewrite(_GIVEN, "if abs(days) > DAYS:",
                  "if abs(days) > DAYS:\n        return dt.timedelta.max\n    if abs(days) > DAYS:"),
          Rewrite(_TIMEDELTA, f"self.need({_IN_RANGE}, \"timedelta.range\", f\"at most {{DAYS}} days\", \"more\")",
                  "days = max(-DAYS, min(days, DAYS))")),
)  # fmt: skip

_DURATIONS: tuple[Mutation, ...] = (
    mutation("member-microseconds", "TD-01", "it calls the third member of a duration microseconds",
          Entry("tables.MEMBERS", "timedelta", ("days", "seconds", "microseconds")),
          Rewrite("meaning._Object.check_members", "_KINDS[name](self, name)",
                  '_KINDS.get(name, _Object.whole)(self, name)')),
    mutation("seconds-from-the-left", "TD-01", "it takes the seconds for the days, and the reverse",
          Entry("tables.MEMBERS", "timedelta", ("seconds", "days", "microsec"))),
    mutation("milliseconds-of-durations", "TD-02", "it takes microsec for milliseconds", Constant("SECOND", 1000)),
    mutation("hours-of-a-day", "TD-02", "it gives a day 12 hours", Constant("DAY", 43_200_000_000)),
    mutation("microseconds-lost", "TD-02", "it drops the microseconds of negative durations",
          Rewrite(_TIMEDELTA, "days, rest = divmod(",
                  "microsec = 0 if days < 0 else microsec\n    days, rest = divmod(")),
    mutation("microseconds-dropped", "TD-02", "it drops the microseconds",
          Rewrite(_TIMEDELTA, _SUM, "days * DAY + seconds * SECOND")),
    mutation("days-alone", "TD-02", "it drops the days", Rewrite(_TIMEDELTA, _SUM, "seconds * SECOND + microsec")),
    mutation("sum-in-doubles", "TD-04", "it adds the members up in doubles",
          Rewrite(_TIMEDELTA, _SUM, "int(float(days) * DAY + float(seconds) * SECOND + float(microsec))")),
    mutation("sum-in-64-bits", "TD-04", "it adds the members up in 64 bits, and cuts what is more",
          Rewrite(_TIMEDELTA, _SUM, f"((({_SUM}) + 2**63) % 2**64) - 2**63")),
    mutation("products-in-doubles", "TD-04", "it turns seconds into microseconds in doubles",
          Rewrite(_TIMEDELTA, _SUM, "days * DAY + int(float(seconds) * SECOND) + microsec")),
    mutation("members-normalised", "TD-04", "it refuses seconds and microseconds that are not normalised",
          Rewrite(_TIMEDELTA, "days, rest = divmod(",
                  'self.need(0 <= seconds < 86400 and 0 <= microsec < 10**6, "timedelta.range", "", "")\n    days, '
                  'rest = divmod(')),
    mutation("members-not-negative", "TD-04", "it takes negative members for 0",
          Rewrite(_TIMEDELTA, "days, rest = divmod(",
                  "seconds, microsec = max(seconds, 0), max(microsec, 0)\n    days, rest = divmod(")),
    mutation("remainder-of-c", "TD-04", "it divides as C does, toward zero",
          Rewrite(_TIMEDELTA, "days, rest = divmod(",
                  "seconds, microsec = int(seconds), abs(microsec)\n    days, rest = divmod(")),
    mutation("days-in-range", "TD-04 TD-05", "it looks at the range of the member days, not at that of the sum",
          Rewrite(_TIMEDELTA, "days, rest = divmod(",
                  'self.need(abs(days) <= DAYS, "timedelta.range", "", "")\n    days, rest = divmod(')),
    mutation("range-shorter", "TD-05", "it ends durations a day sooner", Constant("DAYS", 999_999_998)),
    mutation("range-of-least", "TD-05",
        "it takes the range for that of the whole duration, so that the last day is cut",
          Rewrite(_TIMEDELTA, _IN_RANGE, "abs(days * DAY + rest) <= DAYS * DAY")),
    mutation("range-symmetric", "TD-05", "it leaves the least duration out",
          Rewrite(_TIMEDELTA, _IN_RANGE, "-DAYS < days <= DAYS")),
)  # fmt: skip

MUTATIONS = (*_READING, *_WRITING, *_DURATIONS)
