"""Nil and the booleans, and the octet that begins no item."""

from collections.abc import Iterator

from goldenwire_reference.msgpack.model import Map
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.msgpack.cases.builders import reject, write

# c1 where an item begins: the base, the octets, and the place.
_NEVER_USED = {
    "alone": ("scalars/nil", "c1", "by itself"),
    "item": ("scalars/both", "92c2c1", "as the second item of an array"),
    "item-first": ("scalars/both", "92c1c3", "as the first item of an array"),
    "inner": ("scalars/nested", "9191c1", "in an array in an array"),
    "value": ("scalars/pair", "81c3c1", "as a value of a map"),
    "key": ("scalars/pair", "81c1c0", "as a key of a map"),
}


def _scalars() -> Iterator[Case]:
    yield write("nil", None, "nil", "NIL-01 GEN-01", catches="nil-is-false")
    yield write("false", False, "false", "BOOL-01 GEN-01", catches="booleans-turned-round booleans-are-integers")
    yield write("true", True, "true", "BOOL-01 GEN-01", catches="booleans-turned-round")
    yield write("both", [False, True], "false and true in an array", "BOOL-01")
    yield write("nested", [[None]], "nil in an array in an array", "NIL-01")
    yield write("nils", [None, None, None], "nil three times in an array", "NIL-01 ARRAY-01", catches="nils-dropped")
    yield write("pair", Map([(True, None)]), "a map of true to nil", "BOOL-01 NIL-01 MAP-02")


def _never_used() -> Iterator[Case]:
    for name, (base, octets, place) in _NEVER_USED.items():
        yield reject(f"c1-{name}", base, octets, "never-used", f"the octet c1 {place}")


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, and of rejected cases."""
    yield Feature("scalars", "Nil and booleans", list(_scalars()))
    yield Feature("never-used", "The octet that begins nothing", list(_never_used()))
