"""Two defects at once: the one that is reported tells the order of a decoder's checks."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.msgpack.catalogue.words import reject

# Octets (hex), the two checks, and the two defects.
_PAIRS = {
    "c1-trailing": ("91c1c0", ("never-used", "trailing"), "the octet c1 in an array, and an octet behind the array"),
    "c1-cut": ("92c1", ("never-used", "cut"), "the octet c1, and no item after it where one is due"),
    "c1-cut-head": ("92c1cd00", ("never-used", "cut"), "the octet c1, and after it an integer without its last octet"),
    "c1-cut-str": ("92c1a261", ("never-used", "cut"), "the octet c1, and after it a string without its last octet"),
    "c1-key-cut": ("81c1", ("never-used", "cut"), "the octet c1 as a key, and no value"),
    "c1-value-trailing": (
        "8101c1c1",
        ("never-used", "trailing"),
        "the octet c1 as a value, and once more behind the map",
    ),
    "c1-inner-cut": ("9291c1", ("never-used", "cut"), "the octet c1 in an inner array, and no item after that array"),
}


def _pairs() -> Iterator[Case]:
    for name, (octets, checks, what) in _PAIRS.items():
        yield reject(name, "arrays/one", octets, dict.fromkeys(checks), what, in_order="MSGPACK-ERR-02")


def features() -> Iterator[Feature]:
    """What is refused."""
    yield Feature("order", "Two defects at once, of which the first in the order of checks is reported", list(_pairs()))
