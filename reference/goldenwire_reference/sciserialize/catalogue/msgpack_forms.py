"""MessagePack in other forms than the shortest."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.sciserialize.catalogue.words import Words, mapping

_WORDS = Words("msgpack-forms")

# Hexadecimal digits, value.
_LONGER = {
    "int-uint8": ("cc05", 5), "int-uint16": ("cd0005", 5), "int-uint32": ("ce00000005", 5),
    "int-uint64": ("cf0000000000000005", 5), "int-int8": ("d005", 5), "int-int16": ("d10005", 5),
    "int-int32": ("d200000005", 5), "int-int64": ("d30000000000000005", 5),
    "minus-int8": ("d0ff", -1), "minus-int16": ("d1ffff", -1), "minus-int32": ("d2ffffffff", -1),
    "minus-int64": ("d3ffffffffffffffff", -1), "int64-positive": ("d30000000100000000", 2**32),
    "str8": ("d90161", "a"), "str16": ("da000161", "a"), "str32": ("db0000000161", "a"), "str8-empty": ("d900", ""),
    "bin16": ("c5000107", b"\7"), "bin32": ("c60000000107", b"\7"), "bin32-empty": ("c600000000", b""),
    "array16": ("dc000101", [1]), "array32": ("dd0000000101", [1]), "array16-empty": ("dc0000", []),
    "map16": ("de0001a16101", mapping({"a": 1})), "map32": ("df00000001a16101", mapping({"a": 1})),
    "map16-empty": ("de0000", mapping({})), "map32-empty": ("df00000000", mapping({})),
    "key-str8": ("81d9016101", mapping({"a": 1})), "key-str32": ("81db000000016101", mapping({"a": 1})),
    "str8-most-fixed": ("d91f" + "61" * 31, "a" * 31),
}  # fmt: skip

_FLOATS = {
    "float32-one": ("ca3f800000", 1.0), "float32-tenth": ("ca3dcccccd", 0.10000000149011612),
    "float32-minus-zero": ("ca80000000", -0.0), "float32-least": ("ca00000001", 2.0**-149),
    "float32-most": ("ca7f7fffff", 3.4028234663852886e38), "float32-subnormal": ("ca807fffff", -1.1754942106924411e-38),
}  # fmt: skip

_TYPED = {
    "datetime-long-heads": (
        "de0002" "d9085f5f747970655f5f" "da00086461746574696d65" "db00000006" "69736f737472"
        "d913323031352d30322d31385432313a34303a3233",
        {"datetime": "2015-02-18T21:40:23"},
    ),
    "timedelta-long-integers": (
        "84a85f5f747970655f5fa974696d6564656c7461a464617973d3ffffffffffffffffa77365636f6e6473cf000000000000000ba86d6963726f"
        "736563d20000000c",
        {"timedelta": ["-1", "11", "12"]},
    ),
    "shape-long-integers": (
        "84a85f5f747970655f5fa76e646172726179a56279746573c60000000105a56474797065a4696e7438a57368617065dc0001d30000000000000001",
        {"ndarray": {"dtype": "int8", "shape": ["1"], "elements": ["5"]}},
    ),
}  # fmt: skip


def _cases() -> Iterator[Case]:
    for name, (octets, value) in _LONGER.items():
        summary = "a longer form than the value needs"
        more = " MP-06" if name.startswith(("str8", "bin")) else ""
        yield _WORDS.read_bytes(name, "msgpack", bytes.fromhex(octets), value, summary, f"MP-05{more}")
    for name, (octets, number) in _FLOATS.items():
        yield _WORDS.read_bytes(name, "msgpack", bytes.fromhex(octets), number, "a float 32, widened", "MP-04")
    for name, (octets, typed) in _TYPED.items():
        summary = "a tagged object in long forms"
        yield _WORDS.read_bytes(name, "msgpack", bytes.fromhex(octets), typed, summary, "MP-05 MP-03")


def features() -> Iterator[Feature]:
    """What is read."""
    yield Feature("msgpack-forms", "MessagePack in longer forms", list(_cases()))
