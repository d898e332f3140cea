"""Date-times and durations of SciSerialize, and the spellings that a decoder must accept."""

from calendar import monthrange
from collections.abc import Iterator

from goldenwire_suite.sciserialize.strategies.rules import EXACT, Rules, of
from goldenwire_suite.strategies import WIDEST, Choose, Json

DATES = (
    "2015-02-18", "0001-01-01", "9999-12-31", "2000-02-29", "2016-02-29", "1900-02-28", "1970-01-01", "0987-06-05",
    "2021-03-28",
)  # fmt: skip
CLOCKS = ("00:00:00", "21:40:23", "23:59:59", "02:30:00", "01:02:03")
FRACTIONS = ("", ".511717", ".000001", ".500000", ".999999", ".120000", ".000010")
OFFSETS = ("", "+00:00", "+05:30", "", "-08:00", "+23:59", "-23:59", "-00:30", "+01:00", "+00:01")

# Years of date-times made part by part: leap years and others, on both sides of the limits of computer clocks.
YEARS = (2015, 2016, 2000, 1900, 2100, 1, 4, 9999, 9996, 1582, 1969, 1970, 2001, 2038, 400, 1752)
TIMES = (0, 59, 1, 30)  # minutes and seconds
HOURS = (0, 23, 1, 12, 5, 11, 14)
ZONES = (0, 59, 30, 45, 1, 15)  # minutes of an offset
# Numbers at and beside the limits of a date-time's parts: year, month, day, hour, minute, second, offset.
BESIDE: tuple[tuple[str, ...], ...] = (
    ("0000", "0001", "9999", "1900", "2000", "2016"), ("00", "01", "02", "04", "12", "13"),
    ("00", "01", "28", "29", "30", "31", "32"), ("00", "23", "24"), ("00", "59", "60"), ("00", "59", "60", "61"),
    ("", "+00:59", "+00:60", "-23:59", "+24:00", "+23:60", "-00:01", "+14:00"),
)  # fmt: skip

DAYS = (0, 1, -1, 999_999_999, -999_999_999, 365, -20_000)
SECONDS = (0, 11, 1, 86_399, 43_200)
MICROSECONDS = (0, 626_512, 1, 999_999)
DAY, SECOND = 86_400, 1_000_000


def choose_moment(choose: Choose) -> str:
    """A date-time in its canonical spelling: from tables, or made part by part."""
    parts = (
        (DATES, _choose_day),
        (CLOCKS, lambda choose: f"{of(choose, HOURS):02}:{of(choose, TIMES):02}:{of(choose, TIMES):02}"),
        (FRACTIONS, _choose_fraction),
        (OFFSETS, _choose_offset),
    )
    day, clock, fraction, offset = (made(choose) if choose(2) else of(choose, table) for table, made in parts)
    return f"{day}T{clock}{fraction}{offset}"


def end_times() -> list[Json]:
    """The least and the greatest date-time, offset and duration."""
    moments = ("0001-01-01T00:00:00", "9999-12-31T23:59:59.999999", "9999-12-31T23:59:59.999999-23:59")
    spans = [str(min(DAYS)), "0", "0"], [str(max(DAYS)), "86399", "999999"]
    return [*({"datetime": moment} for moment in moments), *({"timedelta": span} for span in spans)]


def _choose_day(choose: Choose) -> str:
    """A day, often the last of its month."""
    year, month, day = of(choose, YEARS), 1 + choose(12), choose(4)
    last = monthrange(year, month)[1]
    return f"{year:04}-{month:02}-{(last, 1, last - 1, 1 + choose(28))[day]:02}"


def _choose_fraction(choose: Choose) -> str:
    microseconds = (choose(WIDEST) * WIDEST + choose(WIDEST)) * WIDEST + choose(WIDEST)
    return f".{microseconds:06}" if microseconds else ""


def _choose_offset(choose: Choose) -> str:
    hours, minutes, sign = choose(24), of(choose, ZONES), "+-"[choose(2)]
    return f"{sign if hours or minutes else '+'}{hours:02}:{minutes:02}"


def choose_beside(choose: Choose) -> str:
    """A date-time with one part, or the day with its month, at the end of its range or just beyond it."""
    parts = ["2015", "02", "18", "21", "40", "23", ""]
    at = choose(len(parts) + 2)
    for place in (at,) if at < len(parts) else (0, 1, 2):
        parts[place] = of(choose, BESIDE[place])
    return "{}-{}-{}T{}:{}:{}{}".format(*parts)


def choose_span(choose: Choose) -> Json:
    """A duration, normalised."""
    return {"timedelta": [str(of(choose, parts)) for parts in (DAYS, SECONDS, MICROSECONDS)]}


def spelled_moment(text: str, choose: Choose, rules: Rules) -> str:
    """Return a text of the same date-time, perhaps of the wide grammar if the rules allow it."""
    day, clock, rest = text[:10], text[11:19], text[19:]
    fraction, offset = (rest[:7], rest[7:]) if rest[:1] == "." else ("", rest)
    fraction = of(choose, tuple(_fractions(fraction)))
    offset = of(choose, tuple(_offsets(offset, wide=rules.wide_isostr)))
    style = choose(8) if rules.wide_isostr else 0
    if style & 1:
        fraction = fraction.replace(".", ",")
    if style & 2:
        day, clock = day.replace("-", ""), clock.replace(":", "")
    return f"{day}{' ' if style & 4 else 'T'}{clock}{fraction}{offset}"


def _fractions(fraction: str) -> Iterator[str]:
    """Yield the fractions of the same value."""
    yield fraction
    digits = fraction[1:].rstrip("0")
    for size in range(max(1, len(digits)), 7):
        if f".{digits:0<{size}}" != fraction:
            yield f".{digits:0<{size}}"


def _offsets(offset: str, *, wide: bool) -> Iterator[str]:
    """Yield the offsets of the same minutes."""
    yield offset
    if offset[3:] == ":00":
        yield offset[:3]
    if offset == "+00:00":
        yield "Z"
        yield from ("-00:00", "-00", "-0000") if wide else ()
    if offset and wide:
        yield offset.replace(":", "")


def spelled_span(parts: list[str], choose: Choose, rules: Rules) -> tuple[int, int, int]:
    """Return days, seconds and microseconds that add up to the same duration."""
    days, seconds, microseconds = map(int, parts)
    moved = of(choose, (0, days, 1, -1, -(10**10), days // 2))
    days, seconds = days - moved, seconds + moved * DAY
    most = (2**63 - 1 if rules.big == "exact" else EXACT) // SECOND - 2
    moved = max(-most, min(most, of(choose, (0, seconds, 1, -1, -seconds, 10**9))))
    return days, seconds - moved, microseconds + moved * SECOND
