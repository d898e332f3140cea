"""Two defects at once: the reported one reveals the order of a decoder's checks."""

from collections.abc import Iterator, Mapping
from typing import Any

from goldenwire_reference.msgpack.tables import DEEP, DEPTH
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.msgpack.cases.builders import either, reject

_RANGE, _LENGTH = "c70cff3b9aca000000000000000000", "c705ff0000000001"  # 10^9 ns; 5 octets

# Octets (hex), the two checks with the values to continue with when they are off, and the two defects.
_PAIRS: dict[str, tuple[str, str | Mapping[str, Any], str]] = {
    "c1-trailing": ("91c1c0", "never-used trailing", "the octet c1 in an array, and an octet after the array"),
    "c1-cut": ("92c1", "never-used cut", "the octet c1, and the item after it is missing"),
    "c1-cut-head": ("92c1cd00", "never-used cut", "the octet c1, and after it an integer without its last octet"),
    "c1-cut-str": ("92c1a261", "never-used cut", "the octet c1, and after it a string without its last octet"),
    "c1-key-cut": ("81c1", "never-used cut", "the octet c1 as a key, and its value is missing"),
    "c1-value-trailing": (
        "8101c1c1", "never-used trailing", "the octet c1 as a value, and once more after the map",
    ),
    "c1-inner-cut": ("9291c1", "never-used cut", "the octet c1 in an inner array, and the item after that is missing"),
    "c1-utf8": ("92c1a1ff", "never-used utf8", "the octet c1, and after it a string that is not UTF-8"),
    "c1-repeated": ("82a161c1a16102", "never-used key.repeated", "the octet c1 as a value, and its key once more"),
    "c1-range": (
        f"92c1{_RANGE}", "never-used timestamp.range", "the octet c1, and after it a timestamp of 10^9 ns",
    ),
    "c1-length": (
        f"92c1{_LENGTH}", "never-used timestamp.length", "the octet c1, and after it a timestamp of 5 octets",
    ),
    "c1-depth": (
        "92c1" + "91" * (DEEP - 1) + "c0", "never-used depth", f"the octet c1, and after it arrays to level {DEEP}",
    ),
    "cut-utf8": (
        "91a3ff61", {"cut": b"\x91\xa1\xff", "utf8": None}, "a string that is not UTF-8, and its last octet is missing",
    ),
    "cut-range": (
        f"91{_RANGE}"[:-2], {"cut": bytes.fromhex(f"91{_RANGE}"), "timestamp.range": None},
        "a timestamp of 10^9 ns, and its last octet is missing",
    ),
    "cut-length": (
        f"91{_LENGTH}"[:-2], {"cut": bytes.fromhex(f"91{_LENGTH}"), "timestamp.length": None},
        "a timestamp of 5 octets, and the last of them is missing",
    ),
    "cut-depth": (
        "91" * DEPTH + "dc00", {"cut": bytes.fromhex("91" * DEPTH + "dc0000"), "depth": None},
        f"an array at level {DEPTH + 1}, and the last octet of its count is missing",
    ),
}  # fmt: skip

# The first defect depends on a policy: the policy, the octets (hex), and a description; then each of three defects that
# follow it in an array of two items.
_DECIDED = {
    "utf8": ("invalid-utf8", "a1ff", "a string that is not UTF-8", "STR-04"),
    "repeated": ("duplicate-keys", "82a16101a16102", "a map with a key twice", "MAP-05"),
    "reserved": ("reserved-ext", "d4fe01", "an extension of type -2", "EXT-05"),
    "range": ("timestamp-range", _RANGE, "a timestamp of 10^9 ns", "TIME-06"),
    "length": ("timestamp-length", _LENGTH, "a timestamp of 5 octets", "TIME-07"),
    "depth": ("depth", "91" * (DEEP - 1) + "c0", f"arrays to level {DEEP}", "LIM-01"),
}
_BEHIND = {
    "c1": ("92", "c1", "after it the octet c1", "GEN-06"),
    "cut": ("92", "", "the next item is missing", "GEN-05"),
    "cut-head": ("92", "cd00", "after it an integer without its last octet", "GEN-05"),
    "trailing": ("91", "c0", "an octet after its array", "GEN-04"),
}
# A key is compared before its value is read.
_VALUES = {
    "repeated-value-c1": ("82a16101a161c1", "the octet c1 as its second value", "GEN-06"),
    "repeated-value-missing": ("82a16101a161", "its second value is missing", "GEN-05"),
    "repeated-value-cut": ("82a16101a161a2", "the octets of its second value are missing", "GEN-05"),
}

# Maps with two keys again, of which the later one is the lesser: octets (hex), and a description.
_AGAIN = {
    "crossed": (
        "84a16201a16102a16203a16104",
        "four keys: the third repeats the first, the fourth the second, which sorts before it",
    ),
    "nested": (
        "84a16101a16202a16203a16104",
        "four keys: the third repeats the second, the fourth the first, which sorts before it",
    ),
    "numbers": ("840501070207030504", "four integers as keys: the third repeats the second, the fourth the first"),
    "inner": ("82a16182a16201a16202a16103", "a key twice in a map in a map, and after it the outer one's key again"),
    "maps": ("9282a16201a1620282a16101a16102", "two maps, each with a key twice, the lesser key in the second"),
    "in-key": ("8282a16201a16202c082a16101a16102c0", "two maps as keys, each with a key twice"),
}  # fmt: skip


def _pairs() -> Iterator[Case]:
    for name, (octets, checks, what) in _PAIRS.items():
        both = dict.fromkeys(checks.split()) if isinstance(checks, str) else checks
        numbers = (5, 10**9, DEPTH + 1, DEEP)
        yield reject(name, "arrays/one", octets, both, what, in_order="MSGPACK-ERR-02", numbers=numbers)


def _decided() -> Iterator[Case]:
    """Cases for codecs that declare `order`: any other may report either defect, which an outcome cannot express."""
    for name, (policy, first, what, requirement) in _DECIDED.items():
        for behind, (head, second, further, cited) in _BEHIND.items():
            yield either(
                f"{name}-{behind}", policy, head + first + second, f"{what}, and {further}",
                f"ERR-02 {requirement} {cited}",
                needs=["order"], anywhere=policy == "depth", numbers=(5, -2, 10**9, DEEP),
            )  # fmt: skip
    for name, (octets, what, cited) in _VALUES.items():
        yield either(
            name, "duplicate-keys", octets, f"a key twice, and {what}", f"ERR-02 MAP-05 {cited}", needs=["order"]
        )  # fmt: skip
    for name, (octets, what) in _AGAIN.items():
        yield either(f"repeated-{name}", "duplicate-keys", octets, what, "ERR-02 MAP-05", needs=["order"])
    yield either(
        "utf8-utf8", "invalid-utf8", "92a1ffa1fe", "two strings that are not UTF-8", "ERR-02 STR-04", needs=["order"]
    )


def features() -> Iterator[Feature]:
    """Features of rejected and of policy-dependent cases."""
    what = "Two defects at once, of which the first in the order of checks is reported"
    yield Feature("order", what, [*_pairs(), *_decided()])
