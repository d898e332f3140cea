"""The requirements of DataSetPack that an example exercises."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from goldenwire_suite.dspack.strategies.facts import DataSetFacts, facts, words
from goldenwire_suite.strategies import Example

if TYPE_CHECKING:
    from goldenwire_reference.reader import Field

# Requirements that vectors of accepted input exercise and no example does, and why.
WITHOUT_DRAW = {
    "DSPACK-API-04": "what it speaks of is refused",
    "DSPACK-META-13": "a policy decides on repeated keys, and keys that only look repeated are generated too rarely",
    "DSPACK-META-18": "it says which of two refusals is told",
}

# The facts of dspack_facts.py; an example must show any of them to exercise the requirement.
SHOWN: dict[str, tuple[str, ...]] = {
    "META-01": ("file",),
    "META-02": ("short meta_length",),
    "META-03": ("escaped meta_length",),
    "META-04": ("longest meta",),
    "META-05": ("file",),
    "META-06": ("encoded file",),
    "META-07": ("other meta",),
    "META-08": ("other version",),
    "META-09": ("rows",),
    "META-10": ("file",),
    "META-11": ("escaped meta_length",),
    "META-12": ("file",),
    "META-16": ("encoded file",),
    "META-17": ("float 32",),
    "META-19": ("file",),
    "ROW-01": ("rows",),
    "ROW-03": ("fixed after dynamic",),
    "ROW-04": ("row of values",),
    "ROW-05": ("several values",),
    "ROW-06": ("no rows",),
    "ROW-07": ("rows",),
    "SET-01": ("data sets",),
    "SET-02": ("data sets", "marker at the end"),
    "SET-03": ("no marker at the end",),
    "SET-04": ("data sets that differ",),
    "SET-06": ("data sets",),
    "SCHEMA-01": ("anything",),
    "SCHEMA-02": ("anything",),
    "SCHEMA-03": ("fields",),
    "SCHEMA-04": ("list",),
    "SCHEMA-05": ("single",),
    "SCHEMA-06": ("list number",),
    "SCHEMA-07": ("schema s", "schema p"),
    "SCHEMA-08": ("number", "tilde", "width"),
    "SCHEMA-09": ("largest number",),
    "SCHEMA-10": ("width",),
    "SCHEMA-11": ("spacing",),
    "SCHEMA-12": ("spacing in a note",),
    "SCHEMA-13": ("description",),
    "SCHEMA-14": ("note of anything",),
    "SCHEMA-15": ("spacing around a note",),
    "SCHEMA-16": ("default name",),
    "SCHEMA-17": ("several names",),
    "SCHEMA-19": ("no fields",),
    "SCHEMA-20": ("verbatim",),
    "SCHEMA-22": ("schema S",),
    "SCHEMA-24": ("spacing",),
    "SCHEMA-25": ("description",),
    "SCHEMA-27": ("text beyond ASCII",),
    "FLAG-01": ("wide under !", "wide under >"),
    "FLAG-02": ("wide under <",),
    "FLAG-03": ("wide under =",),
    "FLAG-04": ("wide under !", "wide under >", "wide under <", "wide under ="),
    "FLAG-05": ("native size",),
    "FLAG-06": ("alignment",),
    "FLAG-07": ("alignment",),
    "FLAG-08": ("wide prefix",),
    "TYPE-01": ("pad",),
    **{f"TYPE-{number:02}": (f"type {type}",) for number, type in enumerate("cbB?hHiIlLqQfd", 2)},
    "TYPE-16": ("special float",),
    "TYPE-17": ("type s",),
    "TYPE-18": ("type S",),
    "TYPE-19": ("fixed p",),
    "TYPE-20": ("type P",),
    "TYPE-22": ("pad",),
    "TYPE-23": ("type ?",),
    "TYPE-24": ("rounded",),
    "TYPE-25": ("padded",),
    "STR-01": ("string bare",),
    "STR-02": ("string number",),
    "STR-03": ("string tilde",),
    "STR-04": ("string width",),
    "STR-05": ("full dynamic s", "full dynamic S"),
    "STR-06": ("full fixed s", "full fixed S"),
    "STR-07": ("zeros to trim",),
    "STR-08": ("dynamic p",),
    "STR-09": ("octets beyond ASCII", "text"),
    "LIST-01": ("list bare",),
    "LIST-02": ("list tilde",),
    "LIST-03": ("list number",),
    "LIST-04": ("list width",),
    "LIST-05": ("full list",),
    "LIST-06": ("items",),
    "LIST-07": ("string items",),
    "LIST-08": ("fixed count of dynamic strings",),
    "LIST-10": ("list of one",),
    "LIST-11": ("counted items",),
    "LIST-12": ("empty",),
    "UNPACK-01": ("partial",),
    "UNPACK-02": ("full",),
    "UNPACK-03": ("partial dynamic",),
    "UNPACK-04": ("rest",),
    "API-01": ("implied", "encoded row"),
    "API-02": ("row in order",),
    "API-03": ("row by name",),
    "API-05": ("rows",),
    "SCOPE-01": ("anything",),
    "SCOPE-02": ("schema",),
    "SCOPE-03": ("row",),
    "SCOPE-04": ("partial",),
    "SCOPE-05": ("anything",),
    "ENC-01": ("encoded",),
    "ENC-03": ("encoded",),
    "ENC-04": ("full fixed p", "full dynamic p"),
    "ENC-06": ("extreme integer in meta",),
    "DEC-01": ("anything",),
    "DEC-04": ("uneven lists",),
    "LIM-01": ("prefix of 8",),
    "LIM-02": ("huge rest",),
    "LIM-03": ("levels",),
    "LIM-04": ("large",),
}


def exercised(example: Example, fields: "Sequence[Field]") -> Collection[str]:
    """Return the ids of the requirements that reading or writing the example depends on.

    `fields` are the fields of its bytes.
    """
    known = facts(example, fields)
    shown = words(known)
    found = [f"DSPACK-{id}" for id, some in SHOWN.items() if not shown.isdisjoint(some)]
    return found + _by_policy(known)


def _by_policy(known: DataSetFacts) -> list[str]:
    """Return the requirement by which the reference rejects what the codec chose to accept."""
    from goldenwire_reference.dspack import FORMAT
    from goldenwire_reference.errors import DecodeError

    if known.example.data is None:
        return []
    try:
        FORMAT.decode(known.data, known.context)
    except DecodeError as error:
        return [error.requirement]
    return []
