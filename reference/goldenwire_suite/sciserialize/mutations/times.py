"""Mutations of date-times and durations."""

import datetime as dt

from goldenwire_suite.mutations import Constant, Edit, Entry, Mutation, Rewrite
from goldenwire_suite.sciserialize.mutations.builders import mutation

_PARSE, _WIDE, _MOMENT, _ZONE = (f"isostr.{name}" for name in ("parse", "parse_wide", "_moment", "_zone"))
_MATCH = "match = PROFILE.fullmatch(text)"
_DATETIME, _TIMEDELTA = "meaning._Object.datetime", "meaning._Object.timedelta"
_RETURN = "return _moment(match) if match else None"
_IN_RANGE = "abs(days) <= DAYS"
_WRITTEN, _SPAN = "encode.Reduction.datetime", "encode.Reduction.timedelta"
_GIVEN = "notation._timedelta"


def _only(condition: str) -> Rewrite:
    """A change that accepts only date-times for whose parts the condition holds."""
    return Rewrite(_PARSE, _RETURN, f"return _moment(match) if match and {condition} else None")


def _text(changed: str) -> Rewrite:
    """A change to a text before it is parsed."""
    return Rewrite(_PARSE, _MATCH, f"text = {changed}\n    {_MATCH}")


_READING: tuple[Mutation, ...] = (
    mutation("member-isoformat", "DT-01", "it calls the member of a date-time isoformat",
        Entry("tables.MEMBERS", "datetime", ("isoformat",)),
        Edit(_DATETIME, "self.members['isostr'] -> self.members['isoformat']"),
        Edit(_WRITTEN,
             "{TYPE: 'datetime', 'isostr': value.isoformat()} -> "
             "{TYPE: 'datetime', 'isoformat': value.isoformat()}"),
        Edit("meaning._Object.check_members", "_KINDS[name] -> _KINDS.get(name, _Object.text)")),
    mutation("days-before-months", "DT-02", "it takes the day for the month, and the reverse",
        Edit(_MOMENT,
             "dt.datetime(year, month, day, hour, minute, second, microsecond, _zone(match)) -> "
             "dt.datetime(year, min(day, 12), month, hour, minute, second, microsecond, _zone(match))")),
    mutation("hours-of-twelve", "DT-02", "it drops half a day from hours after noon",
        Edit(_MOMENT,
             "dt.datetime(year, month, day, hour, minute, second, microsecond, _zone(match)) -> "
             "dt.datetime(year, month, day, hour % 12, minute, second, microsecond, _zone(match))")),
    mutation("fraction-always-told", "DT-02", "it tells a fraction of zeros where there is none",
          Entry("notation._TO_JSON", dt.datetime,
                ("datetime", lambda value: value.isoformat(timespec="microseconds")))),
    mutation("seconds-dropped", "DT-02", "it drops the seconds",
        Edit(_MOMENT,
             "dt.datetime(year, month, day, hour, minute, second, microsecond, _zone(match)) -> "
             "dt.datetime(year, month, day, hour, minute, 0, microsecond, _zone(match))")),
    mutation("milliseconds", "DT-03", "it keeps milliseconds alone",
        Edit(_MOMENT,
             "int((match['fraction'] or '').ljust(6, '0')) -> "
             "int((match['fraction'] or '').ljust(6, '0')) // 1000 * 1000")),
    mutation("fraction-dropped", "DT-03", "it drops the fraction of a second",
        Edit(_MOMENT, "int((match['fraction'] or '').ljust(6, '0')) -> 0")),
    mutation("naive-is-utc", "DT-04", "it takes a date-time without offset for one in UTC",
        Edit(_ZONE, "return None -> return dt.timezone.utc")),
    mutation("naive-is-local", "DT-04 DT-08", "it takes a date-time without offset for one of the host's zone",
        Edit(_ZONE, "return None -> return dt.timezone(dt.timedelta(hours=1))")),
    mutation("offsets-dropped", "DT-05", "it drops the offset",
        Edit(_ZONE, "not match['zone'] -> True")),
    mutation("offsets-turned", "DT-05", "it takes an offset east for one west",
        Edit(_ZONE, "match['sign'] == '-' -> match['sign'] == '+'")),
    mutation("offsets-of-hours", "DT-05", "it drops the minutes of an offset",
        Edit(_ZONE,
             "dt.timedelta(hours=int(match['hours'] or 0), minutes=minutes) -> "
             "dt.timedelta(hours=int(match['hours'] or 0))")),
    mutation("offset-minutes-always-east", "DT-05 DT-06", "it adds the minutes of an offset west",
        Edit(_ZONE, "-offset -> dt.timedelta(minutes=2 * minutes) - offset")),
    mutation("no-zulu", "DT-06", "it reads no Z", _text('text.replace("Z", "z")')),
    mutation("no-hours", "DT-06", "it reads no offset in hours alone",
          _text('text if text[-3:-2] not in "+-" or not text[10:] else "no"')),
    mutation("six-digits", "DT-06", "it reads fractions of six digits alone",
        Edit(_PARSE,
             "_moment(match) if match else None -> "
             "_moment(match) if match and len(match['fraction'] or '123456') == 6 else None")),
    mutation("three-digits", "DT-06", "it reads fractions of three and six digits alone",
        Edit(_PARSE,
             "_moment(match) if match else None -> "
             "_moment(match) if match and len(match['fraction'] or '123') in (3, 6) else None")),
    mutation("fractions-right-aligned", "DT-06", "it takes the digits of a fraction for microseconds",
        Edit(_MOMENT, "(match['fraction'] or '').ljust(6, '0') -> match['fraction'] or 0")),
    mutation("years-of-four-digits", "DT-06", "it reads years from 1000 on alone",
        Edit("isostr.parse",
             "_moment(match) if match else None -> "
             "_moment(match) if match and match['year'] >= '1000' else None")),
    mutation("years-of-the-epoch", "DT-06 DT-08", "it reads years from 1970 to 2037 alone",
        Edit(_PARSE,
             "_moment(match) if match else None -> "
             "_moment(match) if match and '1970' <= match['year'] <= '2037' else None")),
    mutation("offsets-below-12", "DT-06", "it reads offsets of up to 14 hours alone",
        Edit("isostr.parse",
             "_moment(match) if match else None -> "
             "_moment(match) if match and (match['hours'] or '00') <= '14' else None")),
    mutation("months-shorter", "DT-06", "it gives each month a day less than it has",
        Edit("isostr.parse",
             "_moment(match) if match else None -> "
             "_moment(match) if match and match['month'] + match['day'] not in {f'{m:02}{d}' for m, d in "
             "enumerate((31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31), 1)} else None")),
    mutation("months-of-30-days", "DT-06", "it gives no month more than 30 days",
        Edit("isostr.parse",
             "_moment(match) if match else None -> "
             "_moment(match) if match and match['day'] <= '30' else None")),
    mutation("no-leap-centuries", "DT-06", "it takes no year that ends in 00 for a leap year",
        Edit("isostr.parse",
             "_moment(match) if match else None -> "
             "_moment(match) if match and match['year'][2:] + match['month'] + match['day'] != '000229' else None")),
    mutation("no-leap-days", "DT-06", "it reads no 29 February",
        Edit("isostr.parse",
             "_moment(match) if match else None -> "
             "_moment(match) if match and match['month'] + match['day'] != '0229' else None")),
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
        Edit(_DATETIME,
             "self.refuse('isostr.wide', 'a date-time in the form that every decoder reads', "
             "ascii(text[:60])) -> "
             "pass")),
    mutation("wide-no-basic", "DT-10", "it reads no dates without hyphens",
        Edit(_WIDE, "_WIDE[0].fullmatch(text) or _WIDE[1].fullmatch(text) -> _WIDE[0].fullmatch(text)")),
    mutation("wide-no-comma", "DT-10", "it reads no comma before a fraction",
        Edit(_WIDE, "_moment(match) if match else None -> _moment(match) if match and ',' not in text else None")),
    mutation("wide-no-space", "DT-10", "it reads no space for the T",
        Edit(_WIDE, "_moment(match) if match else None -> _moment(match) if match and ' ' not in text else None")),
    mutation("wide-zones-with-colons", "DT-10", "it reads no offset of four digits without its colon",
        Edit(_WIDE,
             "_moment(match) if match else None -> "
             "_moment(match) if match and (not re.search('[+-][0-9]{4}$', text)) else None")),
    mutation("minus-zero-offset", "DT-10", "it takes an offset of minus zero whatever it chose",
        Edit(_PARSE, "match['sign'] == '-' -> False")),
    mutation("texts-as-date-times", "DT-09", "it reads a string by itself that looks like a date-time as one",
          Rewrite("codec.decode", "return value", "from goldenwire_reference.sciserialize import isostr\n"
                  "    return (isinstance(value, str) and isostr.parse(value)) or value")),
)  # fmt: skip

_WRITING: tuple[Mutation, ...] = (
    mutation("always-fraction", "CANON-06", "it writes a fraction of six zeros",
        Edit(_WRITTEN, "value.isoformat() -> value.isoformat(timespec='microseconds')")),
    mutation("short-fraction", "CANON-06", "it drops zeros at the end of a fraction",
        Edit(_WRITTEN,
             "value.isoformat() -> "
             "value.isoformat().rstrip('0') if value.microsecond and offset is None else value.isoformat()")),
    mutation("milliseconds-written", "CANON-06 DT-03", "it writes milliseconds",
        Edit(_WRITTEN,
             "value.isoformat() -> "
             "value.isoformat(timespec='milliseconds' if value.microsecond else 'auto')")),
    mutation("zulu-written", "CANON-06", "it writes Z for UTC",
        Edit(_WRITTEN, "value.isoformat() -> value.isoformat().replace('+00:00', 'Z')")),
    mutation("unnormalised", "CANON-07 TD-03", "it writes the seconds and microseconds that it was given",
          Rewrite(_GIVEN, "return dt.timedelta(days, microseconds=rest)",
                  'made = type("Span", (dt.timedelta,), {name: int(part) for name, part in zip(("days", "seconds", '
                  '"microseconds"), content)})\n'
                  "    return made(days, microseconds=rest)")),
    mutation("seconds-of-all-days", "CANON-07 TD-03",
        "it writes no days and all of the seconds, as MATLAB's program does",
        Edit(_SPAN,
             "(value.days, value.seconds, value.microseconds) -> "
             "(0, value.days * 86400 + value.seconds, value.microseconds)")),
    mutation("members-as-floats", "MP-03 TAG-14", "it packs the members of a duration as floats",
        Edit(_SPAN,
             "(value.days, value.seconds, value.microseconds) -> "
             "tuple(map(float, (value.days, value.seconds, value.microseconds)))")),
    mutation("date-times-unchecked", "DT-07", "its encoder takes the nearest date-time for what is none",
          Rewrite("notation._datetime", "if moment is None:",
                  "if moment is None:\n        return dt.datetime(2015, 2, 18)\n    if moment is None:")),
    mutation("dates-and-times-written", "EXT-06", "its encoder writes dates and times as date-times",
        Edit("notation._datetime",
             "isostr.parse(content) -> "
             "isostr.parse({10: content + 'T00:00:00', 8: '1900-01-01T' + content}.get(len(content), content))")),
    mutation("members-of-any-size", "TD-06", "its encoder takes members of a duration of any size",
        Edit(_GIVEN, "not all((LEAST_INTEGER <= part <= GREATEST_INTEGER for part in parts)) -> False")),
    mutation("members-signed", "TD-06", "its encoder refuses members of a duration from 2^63 on",
        Edit(_GIVEN, "LEAST_INTEGER <= part <= GREATEST_INTEGER -> LEAST_INTEGER <= part <= GREATEST_INTEGER // 2")),
    mutation("members-exact", "TD-06", "its encoder refuses members of a duration that no double is sure to hold",
        Edit(_GIVEN, "LEAST_INTEGER <= part <= GREATEST_INTEGER -> abs(part) < 2 ** 53")),
    mutation("durations-unchecked", "TD-05", "it clamps durations out of range",
          Rewrite(_GIVEN, "if abs(days) > DAYS:",
                  "if abs(days) > DAYS:\n        return dt.timedelta.max\n    if abs(days) > DAYS:"),
          Rewrite(_TIMEDELTA, f"self.need({_IN_RANGE}, \"timedelta.range\", f\"at most {{DAYS}} days\", \"more\")",
                  "days = max(-DAYS, min(days, DAYS))")),
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
        Edit(_TIMEDELTA, "days * DAY + seconds * SECOND + microsec -> days * DAY + seconds * SECOND")),
    mutation("days-alone", "TD-02", "it drops the days",
        Edit(_TIMEDELTA, "days * DAY + seconds * SECOND -> seconds * SECOND")),
    mutation("sum-in-doubles", "TD-04", "it adds the members up in doubles",
        Edit(_TIMEDELTA,
             "days * DAY + seconds * SECOND + microsec -> "
             "int(float(days) * DAY + float(seconds) * SECOND + float(microsec))")),
    mutation("sum-in-64-bits", "TD-04", "it adds the members up in 64 bits, and cuts what is more",
        Edit(_TIMEDELTA,
             "days * DAY + seconds * SECOND + microsec -> "
             "(days * DAY + seconds * SECOND + microsec + 2 ** 63) % 2 ** 64 - 2 ** 63")),
    mutation("products-in-doubles", "TD-04", "it turns seconds into microseconds in doubles",
        Edit(_TIMEDELTA, "seconds * SECOND -> int(float(seconds) * SECOND)")),
    mutation("members-normalised", "TD-04", "it refuses seconds and microseconds that are not normalised",
          Rewrite(_TIMEDELTA, "days, rest = divmod(",
                  'self.need(0 <= seconds < 86400 and 0 <= microsec < 10**6, "timedelta.range", "", "")\n    days, '
                  'rest = divmod(')),
    mutation("range-shorter", "TD-05", "it ends durations a day sooner", Constant("DAYS", 999_999_998)),
    mutation("range-of-least", "TD-05",
        "it takes the range for that of the whole duration, so that the last day is cut",
        Edit(_TIMEDELTA, "abs(days) <= DAYS -> abs(days * DAY + rest) <= DAYS * DAY")),
    mutation("range-symmetric", "TD-05", "it leaves the least duration out",
        Edit(_TIMEDELTA, "abs(days) <= DAYS -> -DAYS < days <= DAYS")),
)  # fmt: skip

MUTATIONS = (*_READING, *_WRITING, *_DURATIONS)
