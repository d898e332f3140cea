"""MessagePack in forms other than the shortest."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.sciserialize.cases.builders import FeatureBuilder
from goldenwire_suite.sciserialize.cases.values import mapping, wire

_WORDS = FeatureBuilder("msgpack-forms")

# Hexadecimal digits of a form that is longer than necessary, and the value.
_INTEGERS = {
    "int-uint8": ("cc05", 5), "int-uint16": ("cd0005", 5), "int-uint32": ("ce00000005", 5),
    "int-uint64": ("cf0000000000000005", 5), "int-int8": ("d005", 5), "int-int16": ("d10005", 5),
    "int-int32": ("d200000005", 5), "int-int64": ("d30000000000000005", 5),
    "minus-int8": ("d0ff", -1), "minus-int16": ("d1ffff", -1), "minus-int32": ("d2ffffffff", -1),
    "minus-int64": ("d3ffffffffffffffff", -1),
}  # fmt: skip

# The ends of the signed forms, and values for which an unsigned form is equally short.
_SIGNED = {
    "int8-most": ("d07f", 127), "int16-most": ("d17fff", 32767), "int32-most": ("d27fffffff", 2**31 - 1),
    "int16-positive": ("d10080", 128), "int32-positive": ("d200010000", 2**16),
    "int64-positive": ("d30000000100000000", 2**32),
    "int64-exact": ("d3001fffffffffffff", 2**53 - 1),
    "int8-least-int16": ("d1ff80", -128), "int16-least-int32": ("d2ffff8000", -(2**15)),
    "int32-least-int64": ("d3ffffffff80000000", -(2**31)),
}  # fmt: skip

_SIZED = {
    "str8": ("d90161", "a"), "str16": ("da000161", "a"), "str32": ("db0000000161", "a"), "str8-empty": ("d900", ""),
    "str16-empty": ("da0000", ""), "str32-empty": ("db00000000", ""),
    "str8-most-fixed": ("d91f" + "61" * 31, "a" * 31), "str16-most-str8": ("da00ff" + "61" * 255, "a" * 255),
    "str32-least-str16": ("db00000100" + "61" * 256, "a" * 256),
    "bin16": ("c5000107", b"\7"), "bin32": ("c60000000107", b"\7"), "bin16-empty": ("c50000", b""),
    "bin32-empty": ("c600000000", b""), "bin16-most-bin8": ("c500ff" + "07" * 255, b"\7" * 255),
    "bin32-least-bin16": ("c600000100" + "07" * 256, b"\7" * 256),
    "array16": ("dc000101", [1]), "array32": ("dd0000000101", [1]), "array16-empty": ("dc0000", []),
    "array32-empty": ("dd00000000", []), "array16-most-fixed": ("dc000f" + "01" * 15, [1] * 15),
    "array32-least-array16": ("dd00000010" + "01" * 16, [1] * 16),
    "map16": ("de0001a16101", mapping({"a": 1})), "map32": ("df00000001a16101", mapping({"a": 1})),
    "map16-empty": ("de0000", mapping({})), "map32-empty": ("df00000000", mapping({})),
    "key-str8": ("81d9016101", mapping({"a": 1})), "key-str16": ("81da00016101", mapping({"a": 1})),
    "key-str32": ("81db000000016101", mapping({"a": 1})),
}  # fmt: skip

_FLOATS = {
    "float32-one": ("ca3f800000", 1.0), "float32-tenth": ("ca3dcccccd", 0.10000000149011612),
    "float32-minus-zero": ("ca80000000", -0.0), "float32-least": ("ca00000001", 2.0**-149),
    "float32-most": ("ca7f7fffff", 3.4028234663852886e38), "float32-subnormal": ("ca807fffff", -1.1754942106924411e-38),
    "float32-minus": ("cac0490fdb", -3.1415927410125732),
}  # fmt: skip

_TYPED: dict[str, tuple[str, Any, str, str]] = {
    "datetime-long-heads": (
        "de0002" "d9085f5f747970655f5f" "da00086461746574696d65" "db00000006" "69736f737472"
        "d913323031352d30322d31385432313a34303a3233",
        {"datetime": "2015-02-18T21:40:23"}, "a date-time with a long head before each of its items", "MP-05 DT-01",
    ),
    "timedelta-long-integers": (
        "84a85f5f747970655f5fa974696d6564656c7461a464617973d3ffffffffffffffffa77365636f6e6473cf000000000000000ba86d6963726f"
        "736563d20000000c",
        {"timedelta": ["-1", "11", "12"]}, "a duration whose members are in long forms", "MP-05 TD-01",
    ),
    "shape-long-integers": (
        "84a85f5f747970655f5fa76e646172726179a56279746573c60000000105a56474797065a4696e7438a57368617065dc0001d30000000000000001",
        {"ndarray": {"dtype": "int8", "shape": ["1"], "elements": ["5"]}},
        "an array whose octets, shape and dimension are in long forms", "MP-05 ND-02",
    ),
}  # fmt: skip

_SHOWN = 9  # octets of a form that its summary shows; no number has more


def _shown(octets: bytes) -> str:
    """Return octets as a summary shows them: the first few."""
    return octets[:_SHOWN].hex(" ") + (" and so on" if len(octets) > _SHOWN else "")


def _called(value: Any) -> str:
    """Return a value in words."""
    if isinstance(value, int):
        return f"the integer {value:,}"
    if isinstance(value, float):
        return f"the double {value!r}"
    if isinstance(value, str | bytes):
        return f"a {'str' if isinstance(value, str) else 'bin'} of {plural(len(value), 'octet')}"
    if isinstance(value, list):
        return f"an array of {plural(len(value), 'item')}"
    return f"a map of {plural(len(value['map']), 'member')}"


def _cases() -> Iterator[Case]:
    for name, (digits, value) in (_INTEGERS | _SIGNED | _SIZED).items():
        octets = bytes.fromhex(digits)
        is_longer = not isinstance(value, int) or len(octets) > len(wire("msgpack", value))
        requirements = "MP-05" if is_longer else "MP-16"
        if name.startswith("str8"):
            requirements += " MP-06"
        if name.startswith("minus"):
            requirements += " MP-16"
        summary = f"{_called(value)} as {_shown(octets)}"
        yield _WORDS.read_bytes(name, "msgpack", octets, value, summary, requirements)
    for name, (digits, number) in _FLOATS.items():
        summary = f"{_called(number)} as {_shown(bytes.fromhex(digits))}"
        yield _WORDS.read_bytes(name, "msgpack", bytes.fromhex(digits), number, summary, "MP-04")
    for name, (digits, typed, summary, requirements) in _TYPED.items():
        yield _WORDS.read_bytes(name, "msgpack", bytes.fromhex(digits), typed, summary, requirements)


def features() -> Iterator[Feature]:
    """Features of cases that are only read."""
    yield Feature("msgpack-forms", "MessagePack in longer forms", list(_cases()))
