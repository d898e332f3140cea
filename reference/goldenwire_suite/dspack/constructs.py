"""The constructs of DataSetPack that repeat or nest, for `goldenwire scale`."""

from collections.abc import Callable
from typing import Any

from goldenwire_reference.dspack.tables import META_DEPTH
from goldenwire_suite.suite import MANY, Construct

TEXT = 1 << 20  # octets of a string
META = 131_000  # octets of a meta block, of which a length holds 131,070
ESCAPE = 0xFFFF
PRIME = 251  # octets repeat after so many, and not after a power of two, at which a number of a place may wrap
# A meta block up to the value of the one member of its user meta.
HEAD = b"\x84\xa7version\x01\xa6schema\xa1!\xabdescription\xa0\xa4meta\x81\xa1a"
PLAIN = b"\x84\xa7version\x01\xa6schema\xa2!B\xabdescription\xa0\xa4meta\x80"  # the meta block of a column of octets
Json = Any


def _set(schema: str = "!I", rows: Json = (), description: str = "", meta: Json = None) -> Json:
    """Return a data set without a column that has a name."""
    fields = [{"name": f"f{place}", "note": None} for place in range(1, _fields(schema) + 1)]
    return {
        "version": "1", "schema": schema, "fields": fields,
        "description": description, "meta": {"map": meta or {}}, "rows": list(rows),
    }  # fmt: skip


def _fields(schema: str) -> int:
    return sum(character in "BIs" for character in schema)


def _rows(n: int) -> Json:
    return [_set(rows=[[str(i)] for i in range(n)])]


def _row(schema: str) -> Callable[[int], Json]:
    return lambda _: {"scope": "row", "schema": schema}


def _wide(n: int) -> Json:
    return {"scope": "row", "schema": "!" + "B" * n}


def _schema(n: int) -> Json:
    field = {"type": "B", "count": None, "length": None}
    return {"flag": "!", "fields": [{**field, "name": f"f{place}", "note": None} for place in range(1, n + 1)]}


def _nested(levels: int) -> Json:
    """Return user meta of that many levels, itself level 1."""
    value: Json = None
    for _ in range(levels - 1):
        value = {"array": [value]}
    return [_set(meta={"a": value})]


def _deep(octets: bytes) -> Callable[[int], bytes]:
    """Return a meta block that ends in the innermost of n containers, each of which begins with these octets."""
    return lambda n: _length(len(HEAD) + len(octets) * n) + HEAD + octets * n


def _length(octets: int) -> bytes:
    if octets < ESCAPE:
        return octets.to_bytes(2, "big")
    return ESCAPE.to_bytes(2, "big") + (octets - ESCAPE).to_bytes(2, "big")


CONSTRUCTS = (
    Construct("rows", "rows of a data set", ("DSPACK-ROW-01",), _rows),
    Construct(
        "many-rows",
        "rows of a data set with a column of one octet",
        ("DSPACK-ROW-01", "DSPACK-LIM-04"),
        lambda n: [_set("!B", [["7"]] * n)],
        data=lambda n: _length(len(PLAIN)) + PLAIN + b"\0\0\0\1\7" * n,
        is_canonical=True,
        checked=MANY,
    ),
    Construct(
        "many-items",
        "items of one octet in a list",
        ("DSPACK-LIST-04", "DSPACK-LIM-04"),
        lambda n: [["7"] * n],
        data=lambda n: n.to_bytes(4, "big") + b"\7" * n,
        context=_row("!4~:B"),
        is_canonical=True,
        checked=MANY,
    ),
    Construct("sets", "data sets of a file", ("DSPACK-META-01",), lambda n: [_set(rows=[["7"]])] * n, most=20_000),
    Construct(
        "list", "items of a list", ("DSPACK-LIST-04",), lambda n: [[str(i) for i in range(n)]], context=_row("!4~:I")
    ),
    Construct(
        "list-of-strings",
        "strings in a list",
        ("DSPACK-LIST-07",),
        lambda n: [[f"{i % PRIME:02x}" for i in range(n)]],
        context=_row("!4~:~s"),
    ),
    Construct(
        "fixed-list",
        "items of a list of a fixed count",
        ("DSPACK-LIST-03",),
        lambda n: [[str(i) for i in range(n)]],
        context=lambda n: {"scope": "row", "schema": f"!{n}:I"},
    ),
    Construct(
        "string",
        "octets of a string",
        ("DSPACK-STR-04",),
        lambda n: ["c1" * n],
        context=_row("!4~s"),
        most=TEXT,
        is_text=True,
    ),
    Construct(
        "trimmed-string",
        "octets 00 at the end of a string that drops them",
        ("DSPACK-TYPE-18",),
        lambda n: ["61"],
        data=lambda n: b"a" + bytes(n - 1),
        context=lambda n: {"scope": "row", "schema": f"!{n}S"},
        most=TEXT,
        is_text=True,
    ),
    Construct(
        "row",
        "fields of a row",
        ("DSPACK-ROW-03", "DSPACK-LIM-04"),
        lambda n: [str(i % PRIME) for i in range(n)],
        context=_wide,
    ),
    Construct(
        "many-fields",
        "fields of one octet in a row",
        ("DSPACK-ROW-05", "DSPACK-LIM-04"),
        lambda n: [str(i % PRIME) for i in range(n)],
        data=lambda n: bytes(i % PRIME for i in range(n)),
        context=_wide,
        is_canonical=True,
        checked=MANY,
    ),
    Construct(
        "schema",
        "fields of a schema",
        ("DSPACK-SCHEMA-01", "DSPACK-SCHEMA-17"),
        _schema,
        data=lambda n: b"!" + b"B" * n,
        context=lambda n: {"scope": "schema"},
        operations=("decode",),
        most=50_000,
    ),
    Construct(
        "file-schema", "fields of the schema of a data set", ("DSPACK-META-09",), lambda n: [_set("!" + "B" * n)]
    ),
    Construct(
        "description",
        "characters of a description",
        ("DSPACK-META-05",),
        lambda n: [_set(description="a" * n)],
        is_text=True,
    ),
    Construct(
        "meta-map",
        "members of the user meta",
        ("DSPACK-META-05",),
        lambda n: [_set(meta={f"{i:05}": {"int": "7"} for i in range(n)})],
        most=18_000,
    ),
    Construct(
        "meta-array",
        "items of an array in the user meta",
        ("DSPACK-META-05",),
        lambda n: [_set(meta={"a": {"array": [{"int": "7"}] * n}})],
    ),
    Construct("nested-meta", "levels of the user meta", ("DSPACK-LIM-03",), _nested, most=META_DEPTH),
    Construct(
        "deep-meta-arrays",
        "arrays in one another in the user meta, and it ends in the innermost",
        ("DSPACK-META-15",),
        data=_deep(b"\x91"),
        codes=("META",),
        most=META,
    ),
    Construct(
        "deep-meta-maps",
        "maps in one another in the user meta, and it ends in the innermost",
        ("DSPACK-META-15",),
        data=_deep(b"\x81\xa0"),
        codes=("META",),
        most=META // 2,
    ),
)
