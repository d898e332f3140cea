"""Calls under profiles that nobody knows, which no codec supports."""

from collections.abc import Iterator

from goldenwire_suite.cases import Decline, Feature
from goldenwire_suite.dynd.cases.builders import context, ids

# Name, type, profile, bytes, value, summary, and the mutation that is caught.
_ROWS = (
    ("sql", "int8", "sql", b"\5", "5", "a name that no profile has", "unknown-profiles-as-core"),
    ("empty", "int8", "", b"\5", "5", "an empty name", "empty-profile-as-core"),
    ("capital", "2 * 2 * int8", "Storage", b"\1\2\3\4", [["1", "2"], ["3", "4"]],
     "the name of a profile with a capital", "profiles-in-any-case"),
    ("capitals", "array[Any]", "CBOR", b"\4int8\5", {"type": "int8", "value": "5"},
     "the name of a profile in capitals", "profiles-in-any-case"),
    ("space", "int8", "cbor ", b"\5", "5", "the name of a profile, and a space", "profiles-trimmed"),
    ("beginning", "int8", "cbo", b"\5", "5", "the beginning of a profile's name", "unknown-profiles-as-core"),
    ("longer", "int8", "cbor2", b"\5", "5", "a name that begins with a profile's", "profiles-by-their-beginning"),
    ("nul", "int8", "storage\0", b"\5", "5", "the name of a profile, and U+0000", "profiles-by-their-beginning"),
    ("both", "int8", "storage,cbor", b"\5", "5", "the names of both profiles", "profiles-by-their-beginning"),
    ("core", "int8", "core", b"\5", "5", "a name for calls without a profile", "unknown-profiles-as-core"),
    ("object", "int8", "constructor", b"\5", "5", "a name that objects have as a member in some languages",
     "unknown-profiles-as-core"),
    ("storage-type", "storage[2 * 1 * int8, axis=[1, 0]]", "storages", b"\1\2", [["1"], ["2"]],
     "a type of the profile storage under another name", "types-before-profiles"),
    ("no-type", "Any", "sql", b"\5", "5", "a string that is no type", "types-before-profiles"),
    ("no-value", "int8", "sql", b"", "", "neither bytes nor a value of the type", "unknown-profiles-as-core"),
    ("too-long", "int8", "sql", b"\5\5", ["5", "5"], "bytes that go on after the value",
     "unknown-profiles-as-core"),
)  # fmt: skip


def features() -> Iterator[Feature]:
    """Yield the feature."""
    cases = [
        Decline(
            name=name,
            summary=f"the context names a profile that nobody knows: {what}",
            requirements=ids("SCOPE-04"),
            context=context(type, profile),
            value=value,
            data=data,
            catches=[caught],
        )
        for name, type, profile, data, value, what, caught in _ROWS
    ]
    yield Feature("unknown-profile", "Calls under profiles that nobody knows", cases)
