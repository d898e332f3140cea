"""Timestamps: each form and its ends, forms longer than needed, and the policies on them."""

from collections.abc import Iterator

from goldenwire_reference.msgpack.encode import pack
from goldenwire_reference.msgpack.model import Map, Timestamp
from goldenwire_reference.msgpack.tables import GREATEST_NS
from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Feature, replace_at
from goldenwire_suite.msgpack.cases.builders import (
    WRITTEN_AT,
    either,
    either_encode,
    given,
    refusal,
    shown,
)

# Seconds and ns, by the requirement of the shortest form that holds them.
_TIMES: dict[str, dict[str, tuple[int, int, str]]] = {
    "TIME-01": {
        "epoch": (0, 0, "the start of 1970"),
        "second": (1, 0, "one second after the start of 1970"),
        "billion": (10**9, 0, "10^9 s after the start of 1970"),
        "2015": (1424295623, 0, "a second in the year 2015"),
        "signed-most": (2**31 - 1, 0, "the last second that a signed integer of 32 bits holds"),
        "signed-more": (2**31, 0, "the first second that a signed integer of 32 bits does not hold"),
        "unsigned-most": (2**32 - 1, 0, "the last second that a timestamp 32 holds"),
    },
    "TIME-02": {
        "ns": (0, 1, "one nanosecond after the start of 1970"),
        "ms": (1, 10**6, "a second and a millisecond after the start of 1970"),
        "half": (1, 500_000_000, "a second and a half after the start of 1970"),
        "all-ns": (1, GREATEST_NS, "the last nanosecond of a second"),
        "microsecond": (1424295623, 511_717_000, "a time to the microsecond"),
        "digits": (1424295623, 123_456_789, "a time to the nanosecond"),
        "seconds-33": (2**32, 0, "the first second that a timestamp 32 does not hold"),
        "seconds-33-bit": (2**33, 0, "2^33 s after the start of 1970"),
        "seconds-34": (2**34 - 1, 0, "the last second that a timestamp 64 holds"),
        "last": (2**34 - 1, GREATEST_NS, "the last nanosecond that a timestamp 64 holds"),
        "low-bits": (3, 1, "three seconds and a nanosecond after the start of 1970"),
    },
    "TIME-03": {
        "seconds-35": (2**34, 0, "the first second that a timestamp 64 does not hold"),
        "seconds-35-ns": (2**34, 1, "one nanosecond after the first second that a timestamp 64 does not hold"),
        "minus-second": (-1, 0, "one second before 1970"),
        "minus-half": (-1, 500_000_000, "half a second before 1970"),
        "minus-ns": (-1, GREATEST_NS, "one nanosecond before 1970"),
        "minus-digits": (-1, 123_456_789, "a time in the second before 1970, to the nanosecond"),
        "minus-far": (-62135596800, 0, "the first second of the year 1"),
        "year-9999": (253402300799, GREATEST_NS, "the last nanosecond of the year 9999"),
        "year-10000": (253402300800, 0, "the first second of the year 10000"),
        "least": (-(2**63), 0, "the least number of seconds"),
        "greatest": (2**63 - 1, GREATEST_NS, "the greatest number of seconds, and the greatest number of ns"),
        "double": (2**53 + 1, 0, "a number of seconds that no double is"),
    },
}

# Octets (hex) of timestamps that are not in an encoder's form, a description, and the requirements.
_LONGER = {
    "64-zero": ("d7ff0000000000000000", "the start of 1970 as timestamp 64", "TIME-04 TIME-02"),
    "64-second": ("d7ff0000000000000001", "one second after the start of 1970 as timestamp 64", "TIME-04 TIME-02"),
    "64-most": (
        "d7ff00000000ffffffff", "the last second that a timestamp 32 holds, as timestamp 64", "TIME-04 TIME-02",
    ),
    "96-zero": ("c70cff000000000000000000000000", "the start of 1970 as timestamp 96", "TIME-04 TIME-03"),
    "96-second": (
        "c70cff000000000000000000000001", "one second after the start of 1970 as timestamp 96", "TIME-04 TIME-03",
    ),
    "96-ns": (
        "c70cff000000010000000000000000", "one nanosecond after the start of 1970 as timestamp 96", "TIME-04 TIME-03",
    ),
    "96-most": (
        "c70cff3b9ac9ff00000003ffffffff", "the last nanosecond that a timestamp 64 holds, as timestamp 96",
        "TIME-04 TIME-03",
    ),
    "32-ext8": ("c704ff00000001", "a timestamp 32 as ext 8", "TIME-05 TIME-01"),
    "32-ext16": ("c80004ff00000001", "a timestamp 32 as ext 16", "TIME-05 TIME-01"),
    "32-ext32": ("c900000004ff00000001", "a timestamp 32 as ext 32", "TIME-05 TIME-01"),
    "64-ext8": ("c708ff0000000400000001", "a timestamp 64 as ext 8", "TIME-05 TIME-02"),
    "64-ext16": ("c80008ff0000000400000001", "a timestamp 64 as ext 16", "TIME-05 TIME-02"),
    "64-ext32": ("c900000008ff0000000400000001", "a timestamp 64 as ext 32", "TIME-05 TIME-02"),
    "96-ext16": ("c8000cff00000001ffffffffffffffff", "a timestamp 96 as ext 16", "TIME-05 TIME-03"),
    "96-ext32": ("c90000000cff00000001ffffffffffffffff", "a timestamp 96 as ext 32", "TIME-05 TIME-03"),
}  # fmt: skip
_PLACES = {
    "array": ("92d6ff00000001c0", "a timestamp in an array"),
    "arrays": ("92d6ff00000001d6ff00000002", "two timestamps in an array"),
    "value": ("81a161d6ff00000001", "a timestamp as a value of a map"),
    "key": ("81d6ff00000001c0", "a timestamp as a key of a map"),
    "keys": ("82d6ff0000000101d6ff0000000202", "two timestamps as keys of a map"),
    "keys-ns": (
        "82d6ff0000000101d7ff000000040000000102",
        "two timestamps as keys of a map, of one second, which differ in ns",
    ),
    "keys-wrapped": (
        "82c70cff00000000008000000000000001d6ff0000000002",
        "two timestamps as keys of a map, 2^55 s apart, whose ns since 1970 have the same last 64 bits",
    ),
    "inner": ("9181a161d7ff0000000400000001", "a timestamp in a map in an array"),
    "deep": ("91" * 12 + "d6ff00000001", "a timestamp in the innermost of twelve arrays"),
    "late": ("dc0028" + "c0" * 39 + "d6ff00000001", "a timestamp as the last of 40 items"),
    "map-item": ("8101" + "92c0d6ff00000001", "a timestamp in an array that is a value of a map"),
}

# Timestamps of too many ns: octets (hex), and a description.
_RANGE = {
    "64-billion": (f"d7ff{10**9 << 34:016x}", "a timestamp 64 with 10^9 ns"),
    "64-billion-second": (f"d7ff{(10**9 << 34) + 1:016x}", "a timestamp 64 with one second and 10^9 ns"),
    "64-most": ("d7ffffffffffffffffff", "a timestamp 64 with all its bits set"),
    "96-billion": ("c70cff3b9aca000000000000000000", "a timestamp 96 with 10^9 ns"),
    "96-billion-minus": ("c70cff3b9aca00ffffffffffffffff", "a timestamp 96 with -1 s and 10^9 ns"),
    "96-most": ("c70cffffffffff0000000000000001", "a timestamp 96 with 2^32 - 1 ns"),
    "96-sign": ("c70cff800000000000000000000001", "a timestamp 96 with 2^31 ns"),
    "array": (f"92c0d7ff{10**9 << 34:016x}", "a timestamp with 10^9 ns in an array"),
    "key": (f"81d7ff{10**9 << 34:016x}c0", "a timestamp with 10^9 ns as a key of a map"),
    "ext16": ("c8000cff3b9aca000000000000000000", "a timestamp 96 as ext 16, with 10^9 ns"),
    "ext32": ("c90000000cff3b9aca000000000000000000", "a timestamp 96 as ext 32, with 10^9 ns"),
    "64-ext8": (f"c708ff{10**9 << 34:016x}", "a timestamp 64 as ext 8, with 10^9 ns"),
    "64-ext16": (f"c80008ff{10**9 << 34:016x}", "a timestamp 64 as ext 16, with 10^9 ns"),
    "value": (f"81a161d7ff{10**9 << 34:016x}", "a timestamp with 10^9 ns as a value of a map"),
    "inner": (f"9191d7ff{10**9 << 34:016x}", "a timestamp with 10^9 ns in an array in an array"),
}

_LENGTHS = (0, 1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 15, 16, 17, 32)
_FIXEXT = {1: "d4", 2: "d5", 16: "d8"}

# Requests with extensions of type -1: the octets, the policy, a description, the requirement.
_GIVEN = {
    "32": ("00000001", "timestamp", "4 octets", "TIME-11"),
    "64": ("0000000400000001", "timestamp", "8 octets", "TIME-11"),
    "96": ("00000001" + "ff" * 8, "timestamp", "12 octets", "TIME-11"),
    "32-most": ("ffffffff", "timestamp", "4 octets that are 2^32 - 1 s", "TIME-11"),
    "64-all-ns": (f"{GREATEST_NS << 34:016x}", "timestamp", f"8 octets that are {GREATEST_NS:,} ns", "TIME-11"),
    "96-all-ns": (f"{GREATEST_NS:08x}" + "00" * 8, "timestamp", f"12 octets that are {GREATEST_NS:,} ns", "TIME-11"),
    "64-billion": (f"{10**9 << 34:016x}", "timestamp-range", "8 octets that are 10^9 ns", "TIME-06"),
    "96-billion": ("3b9aca00" + "00" * 8, "timestamp-range", "12 octets that are 10^9 ns", "TIME-06"),
    "96-sign": ("80000000" + "00" * 8, "timestamp-range", "12 octets that are 2^31 ns", "TIME-06"),
    "0": ("", "timestamp-length", "no octets", "TIME-07"),
    "3": ("000001", "timestamp-length", "3 octets", "TIME-07"),
    "5": ("0000000001", "timestamp-length", "5 octets", "TIME-07"),
    "16": ("01" * 16, "timestamp-length", "16 octets", "TIME-07"),
}

_REFUSED = {
    "ns-minus": ("0", "-1", "-1 ns"),
    "ns-billion": ("0", str(10**9), "10^9 ns"),
    "ns-billion-second": ("1", str(10**9), "1 s and 10^9 ns"),
    "ns-far": ("0", str(2**32), "2^32 ns"),
    "seconds-above": (str(2**63), "0", "2^63 s"),
    "seconds-below": (str(-(2**63) - 1), "0", "-2^63 - 1 s"),
    "ns-minus-second": ("-1", "-500000000", "-1 s and -500,000,000 ns"),
    "ns-30": ("0", str(2**30), "2^30 ns"),
    "ns-64": ("0", str(2**64), "2^64 ns"),
    "ns-64-one": ("0", str(2**64 + 1), "2^64 + 1 ns"),
    "ns-96": ("-1", str(10**9), "-1 s and 10^9 ns"),
    "seconds-64": (str(2**64), "0", "2^64 s"),
    "seconds-64-one": (str(2**64 + 1), "0", "2^64 + 1 s"),
    "seconds-128": (str(2**128), "0", "2^128 s"),
    "seconds-below-64": (str(-(2**64)), "0", "-2^64 s"),
}
# The same within arrays and maps.
_MISPLACED = {
    "ext": ("00000001", "timestamp", "4 octets", "TIME-11"),
    "length": ("000001", "timestamp-length", "3 octets", "TIME-07"),
}
# The places in requests where encoders refuse a value, in words.
_AT = {"item": "in an array", "value": "as a value of a map", "key": "as a key of a map"}

_NUMBERS = (
    GREATEST_NS,
    2**33,
    4,
    8,
    12,
    16,
    31,
    32,
    33,
    34,
    64,
    96,
    1970,
    2015,
    9999,
    10000,
    10**9,
    2**31,
    2**32,
    2**32 - 1,
    2**63,
    -(2**63),
)


def _read() -> Iterator[Case]:
    for requirement, times in _TIMES.items():
        for name, (seconds, ns, what) in times.items():
            octets = pack(Timestamp(seconds, ns)).hex()
            precise = " TIME-10" if ns else ""
            yield either(name, "timestamp", octets, what, f"{requirement} TIME-08{precise}", numbers=_NUMBERS)
    for name, (octets, what, requirements) in _LONGER.items():
        yield either(name, "timestamp", octets, what, f"{requirements} TIME-08", numbers=_NUMBERS)
    for name, (octets, what) in _PLACES.items():
        cited = "TIME-08" + (" MAP-04" if name.startswith("keys") else "")
        yield either(f"in-{name}", "timestamp", octets, what, cited, numbers=(40, 55, 64, 1970))


def _canonical() -> Iterator[Case]:
    for requirement, times in _TIMES.items():
        for name, (seconds, ns, what) in times.items():
            yield given(
                name,
                Timestamp(seconds, ns),
                f"to be written in the shortest form: {what}",
                f"{requirement} CANON-06",
                needs=["timestamps"],
                catches="timestamps-in-96" if requirement != "TIME-03" else "",
                numbers=_NUMBERS,
            )
    nested = [Timestamp(1, 0), Timestamp(-1, 1)]
    what = "to be written in their shortest forms: two timestamps in an array"
    yield given("array", nested, what, "TIME-01 TIME-03 CANON-06", needs=["timestamps"])
    yield given(
        "keys",
        Map([(one, None) for one in nested]),
        "to be written in their shortest forms: two timestamps as keys of a map",
        "TIME-01 TIME-03 CANON-06 CANON-08",
        needs=["timestamps"],
    )


def _written() -> Iterator[Case]:
    for requirement, times in _TIMES.items():
        for name, (seconds, ns, what) in times.items():
            yield either_encode(
                f"write-{name}",
                "timestamp",
                "scalars/nil",
                replace_at("/value", {"timestamp": [str(seconds), str(ns)]}),
                "TIMESTAMP",
                f"to be written: {what}",
                f"{requirement} TIME-11",
                refused_by=["ext"],
                numbers=_NUMBERS,
            )
    for name, (octets, policy, what, requirement) in _GIVEN.items():
        yield either_encode(
            f"write-ext-{name}",
            policy,
            "extensions/type-5",
            replace_at("/value/ext", {"type": "-1", "data": octets}),
            "TIMESTAMP",
            f"to be written: an extension of type -1 of {what}",
            requirement,
            numbers=_NUMBERS,
        )
    for name, place in _AT.items():
        base, path = WRITTEN_AT[name]
        for form, (octets, policy, what, requirement) in _MISPLACED.items():
            yield either_encode(
                f"write-{form}-{name}",
                policy,
                base,
                replace_at(path, {"ext": {"type": "-1", "data": octets}}),
                "TIMESTAMP",
                f"to be written: an extension of type -1 of {what} {place}",
                requirement,
                numbers=_NUMBERS,
            )


def _decided() -> Iterator[Case]:
    for name, (octets, what) in _RANGE.items():
        yield either(f"range-{name}", "timestamp-range", octets, what, "TIME-06", numbers=_NUMBERS)
    for length in _LENGTHS:
        head = _FIXEXT.get(length, f"c7{length:02x}")
        octets = f"{head}ff{bytes(range(1, length + 1)).hex()}"
        yield either(
            f"length-{length}",
            "timestamp-length",
            octets,
            f"an extension of type -1 of {plural(length, 'octet')}: {shown(bytes.fromhex(octets))}",
            "TIME-07",
            numbers=(length,),
        )
    for form, octets in {"ext16": "c80005", "ext32": "c900000005"}.items():
        yield either(
            f"length-5-{form}",
            "timestamp-length",
            f"{octets}ff0102030405",
            f"an extension of type -1 of 5 octets as ext {form.removeprefix('ext')}",
            "TIME-07",
            numbers=(16, 32),
        )
    yield either(
        "length-in-array",
        "timestamp-length",
        "92c0c705ff0102030405",
        "an extension of type -1 of 5 octets in an array",
        "TIME-07",
    )
    yield either(
        "length-key",
        "timestamp-length",
        "81c705ff0102030405c0",
        "an extension of type -1 of 5 octets as a key of a map",
        "TIME-07",
    )


def _refused() -> Iterator[Case]:
    for name, (seconds, ns, what) in _REFUSED.items():
        yield refusal(
            f"refused-{name}",
            "scalars/nil",
            replace_at("/value", {"timestamp": [seconds, ns]}),
            "TIMESTAMP",
            f"to be written: a timestamp of {what}",
            "TIME-09" + (" ENC-03" if name == "ns-billion" else ""),
            numbers=(*_NUMBERS, 2**30, 2**64, -(2**64), 2**64 + 1, 2**128),
        )
    for name, place in _AT.items():
        base, path = WRITTEN_AT[name]
        for part, times, what in (("ns", ["0", str(10**9)], "10^9 ns"), ("seconds", [str(2**63), "0"], "2^63 s")):
            yield refusal(
                f"refused-{part}-{name}",
                base,
                replace_at(path, {"timestamp": times}),
                "TIMESTAMP",
                f"to be written: a timestamp of {what} {place}",
                "TIME-09",
                numbers=_NUMBERS,
            )


def features() -> Iterator[Feature]:
    """Features of accepted, of policy-dependent and of rejected cases."""
    yield Feature("timestamps", "Timestamps", list(_read()))
    yield Feature("timestamps-canonical", "Timestamps in their shortest forms", list(_canonical()))
    yield Feature("timestamps-written", "Timestamps to be written", [*_written(), *_refused()])
    yield Feature("timestamp-octets", "Extensions of type -1 that are no timestamps", list(_decided()))
