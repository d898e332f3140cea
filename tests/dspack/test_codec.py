"""The DataSetPack reference codec: both readers, comparison with struct and msgpack, explanations, notation."""

import io
import struct
import sys
from functools import cache
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldenwire_reference.dspack import FORMAT
from goldenwire_reference.dspack.api import load
from goldenwire_reference.dspack.decode import decode, decode_row
from goldenwire_reference.dspack.decode_meta import read_block
from goldenwire_reference.dspack.encode import encode
from goldenwire_reference.dspack.encode_meta import encode_block
from goldenwire_reference.dspack.encode_row import encode_row
from goldenwire_reference.dspack.model import DataSet, Schema, SchemaField
from goldenwire_reference.dspack.schema import SchemaError, parse
from goldenwire_reference.dspack.tables import CHECKS, MAX_META, SCALARS
from goldenwire_reference.errors import DecodeError, EncodeError, NotationError, UnsupportedError
from goldenwire_reference.reader import Reader
from kit import golden
from kit.each import each


class Drip:
    """A stream that gives a few octets at a time."""

    def __init__(self, data: bytes, size: int) -> None:
        self.stream = io.BytesIO(data)
        self.size = size

    def read(self, size: int) -> bytes:
        return self.stream.read(min(size, self.size))


# ---- both ways of reading --------------------------------------------------------------------------------------------

Outcome = tuple[list[Any], tuple[str, str, int, str] | None]


def carefully(data: bytes, partial: bool) -> Outcome:
    """Read an input with the decoder that explains every octet."""
    try:
        found = decode(data, partial=partial)
    except DecodeError as error:
        return [], (error.code, error.requirement, error.offset, error.message)
    return [(one.schema, one.description, one.meta, [tuple(row) for row in one.rows]) for one in found], None


def quickly(source: Any, partial: bool) -> Outcome:
    """Read an input with the streaming reader."""
    try:
        found = [(one.schema, one.description, one.meta, list(one)) for one in load(source, partial=partial)]
    except DecodeError as error:
        return [], (error.code, error.requirement, error.offset, error.message)
    return found, None


@cache
def inputs() -> dict[str, tuple[bytes, Any]]:
    """Return the bytes and the context of every vector, by case."""
    cases = golden.cases_of("dspack")
    paths = {id: golden.VECTORS / f"{id}.bin" for id in cases}
    return {id: (path.read_bytes(), cases[id].get("context")) for id, path in paths.items() if path.exists()}


def marks(id: str) -> Any:
    return golden.marks(golden.cases_of("dspack")[id])


def files() -> list[Any]:
    wanted = {
        case: (data, context) for case, (data, context) in inputs().items() if (context or {}).get("scope") != "row"
    }
    return [
        pytest.param(data, bool(context), id=case, marks=marks(case))
        for case, (data, context) in wanted.items()
        if (context or {}).get("scope") != "schema"
    ]


@each(("data", "partial"), files())
def test_the_reader_of_streams_agrees_with_the_decoder(data: bytes, partial: bool) -> None:
    expected = repr(carefully(data, partial))
    assert repr(quickly(data, partial)) == expected
    assert repr(quickly(Drip(data, 1000), partial)) == expected


def rows() -> list[Any]:
    return [
        pytest.param(data, context, id=case, marks=marks(case))
        for case, (data, context) in inputs().items()
        if (context or {}).get("scope") == "row"
    ]


@each(("data", "context"), rows())
def test_a_row_in_a_file_is_read_as_by_itself(data: bytes, context: Any) -> None:
    partial = "mode" in context
    try:
        schema = parse(context["schema"])
    except SchemaError:
        return  # no writer has a head for it
    try:
        expected: Any = decode_row(data, context["schema"], partial=partial)
    except DecodeError as error:
        expected = error.code
    if not data:
        assert expected == "ROW" or partial
        return
    head = encode([DataSet(schema)])
    values, error_found = quickly(head + len(data).to_bytes(4, "big") + data, partial)
    assert repr(error_found[0] if error_found else list(values[0][3][0])) == repr(expected)


# Schemas of random parts, rows under them, and the same rows with a few octets changed.
SINGLES = st.one_of(
    st.sampled_from("cbB?hHiIlLqQfd"),
    st.tuples(st.sampled_from(["", "2", "3", "12", "~", "2~", "3~", "8~"]), st.sampled_from("spS")).map("".join),
)
COUNTS = st.sampled_from(["", ":", "1:", "3:", "~:", "2~:", "4~:", "5~:"])
FIELDS = st.one_of(st.just("x"), st.tuples(COUNTS, SINGLES).map("".join))
SCHEMAS = st.tuples(st.sampled_from("!@=<>"), st.lists(FIELDS, max_size=5)).map(lambda p: p[0] + " ".join(p[1]))


def single(field: SchemaField, native: bool) -> st.SearchStrategy[Any]:
    if field.length is not None:
        widest = 8 if field.length.dynamic else field.length.number - (field.type == "p")
        octets = st.lists(st.sampled_from([0, 65, 255]), max_size=widest).map(bytes)
        if field.type == "S":
            return octets.map(lambda value: value.rstrip(b"\0"))
        fixed = field.type == "s" and not field.length.dynamic
        return octets.map(lambda value: value.ljust(widest, b"\0")) if fixed else octets
    if field.type == "?":
        return st.booleans()
    if field.type == "c":
        return st.binary(min_size=1, max_size=1)
    if field.type in "fd":
        return st.floats(width=32, allow_nan=False)
    return st.integers(*SCALARS[field.type].limits(native))


def value(field: SchemaField, native: bool) -> st.SearchStrategy[Any]:
    if field.count is None:
        return single(field, native)
    size = (0, 4) if field.count.dynamic else (field.count.number,) * 2
    return st.lists(single(field, native), min_size=size[0], max_size=size[1])


def data_set(schema: Schema) -> st.SearchStrategy[DataSet]:
    row = st.tuples(*(value(field, schema.flag.native) for field in schema.values)).map(list)
    rows = st.lists(row, max_size=4) if schema.fields else st.just([])
    return rows.map(lambda found: DataSet(schema, found))


DATA_SETS = st.lists(SCHEMAS.map(parse).flatmap(data_set), min_size=1, max_size=2)


@given(DATA_SETS)
@settings(max_examples=150, deadline=None)
def test_what_is_written_is_read(data_sets: list[DataSet]) -> None:
    data = encode(data_sets)
    assert repr(carefully(data, False)) == repr(quickly(data, False))
    assert [(one.schema, one.rows) for one in decode(data)] == [(one.schema, one.rows) for one in data_sets]
    assert encode(decode(data)) == data


@pytest.mark.slow
@given(DATA_SETS.map(encode), st.data(), st.booleans())
@settings(max_examples=250, deadline=None)
def test_damage_is_found_alike_and_every_octet_explained(data: bytes, draw: st.DataObject, partial: bool) -> None:
    at = draw.draw(st.integers(0, len(data) - 1))
    removed = draw.draw(st.integers(0, 3))
    damaged = data[:at] + draw.draw(st.binary(max_size=3)) + data[at + removed :]
    expected = repr(carefully(damaged, partial))
    assert repr(quickly(damaged, partial)) == expected
    assert repr(quickly(Drip(damaged, 5), partial)) == expected
    assert_tiled(damaged, {"scope": "file", "mode": "partial"} if partial else None)


# ---- fixed rows beside struct ----------------------------------------------------------------------------------------

NATIVE = sys.byteorder == "little" and struct.calcsize("@l") == struct.calcsize("@P") == 8


@pytest.mark.parametrize("flag", ["!", "<", ">", "=", "@"])
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_rows_of_scalars_are_those_of_struct(flag: str, draw: st.DataObject) -> None:
    if (flag == "@" and not NATIVE) or (flag == "=" and sys.byteorder != "little"):
        return
    types = draw.draw(st.text("cbB?hHiIlLqQfdx", min_size=1, max_size=8))
    schema = parse(flag + types)
    row = [draw.draw(value(field, schema.flag.native)) for field in schema.values]
    assert encode_row(schema, row) == struct.pack(flag + types, *row)
    assert decode_row(struct.pack(flag + types, *row), flag + types) == row


# ---- the meta beside msgpack -----------------------------------------------------------------------------------------

TREES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(allow_nan=False), st.text(max_size=40),
        st.binary(max_size=40),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=20), st.dictionaries(st.text(max_size=5), inner, max_size=20)),
    max_leaves=20,
)  # fmt: skip


@pytest.mark.slow
@given(st.dictionaries(st.text(max_size=5), TREES, max_size=20), st.text(max_size=300))
@settings(max_examples=150, deadline=None)
def test_a_meta_is_what_msgpack_reads(meta: dict[str, Any], description: str) -> None:
    block = encode_block(DataSet(parse("!B"), (), description, meta))
    unpacked = msgpack.unpackb(block, strict_map_key=True)
    assert unpacked == {"version": 1, "schema": "!B", "description": description, "meta": meta}
    found = read_block(Reader(block, CHECKS), len(block))
    assert (found.schema, found.description, found.meta) == ("!B", description, meta)
    assert block == encode_block(DataSet(parse("!B"), (), description, dict(reversed(found.meta.items()))))


LOOSE = {"use_single_float": True, "use_bin_type": True}


@pytest.mark.slow
@given(
    st.dictionaries(st.text(max_size=5), TREES, max_size=20),
    st.permutations(["version", "schema", "description", "meta"]),
)
@settings(max_examples=60, deadline=None)
def test_a_meta_in_any_order_of_keys_is_read(meta: dict[str, Any], order: list[str]) -> None:
    values = {"version": 1, "schema": "!B", "description": "", "meta": meta}
    block = bytes(msgpack.Packer().pack({key: values[key] for key in order}))
    assert read_block(Reader(block, CHECKS), len(block)).meta == meta


# ---- explanations ----------------------------------------------------------------------------------------------------


def assert_tiled(data: bytes, context: Any) -> None:
    """Assert that the trace has no gaps, overlaps or empty fields, and covers all of the input if it is valid."""
    explanation = FORMAT.explain(data, context)
    end = 0
    for field in explanation.fields:
        assert (field.offset, field.size > 0) == (end, True), field
        end += field.size
    assert explanation.error is not None or end == len(data)


@each(
    ("data", "context"),
    [pytest.param(data, context, id=case, marks=marks(case)) for case, (data, context) in inputs().items()],
)
def test_an_explanation_tiles_the_input(data: bytes, context: Any) -> None:
    assert_tiled(data, context)


def test_an_explanation_names_data_sets_and_fields() -> None:
    schema = parse("! H(day) 3S(country) 2~:Q(app_ids)")
    data_sets = [DataSet(schema, [[234, b"CN", [12345, 23456]]]), DataSet(parse("!B(a)"))]
    explanation = FORMAT.explain(encode(data_sets))
    names = [field.name for field in explanation.fields]
    for name in (
        "dataset[0].meta_length", "dataset[0].meta.version", "dataset[0].meta.schema", "dataset[0].meta.schema-flag",
        "dataset[0].meta.schema.country", "dataset[0].row_length[0]", "dataset[0].row[0].day",
        "dataset[0].row[0].app_ids.count", "dataset[0].row[0].app_ids[1]", "dataset[0].end", "dataset[1].meta.schema.a",
    ):  # fmt: skip
        assert name in names
    (country,) = [field for field in explanation.fields if field.name == "dataset[0].meta.schema.country"]
    assert country.meaning == "'3S(country)', 3 octets without trailing zeros"


def test_long_lists_and_many_rows_are_folded() -> None:
    explanation = FORMAT.explain(encode([DataSet(parse("!2~:B(a)"), [[[7] * 300], *[[[]]] * 300])]))
    names = [field.name for field in explanation.fields]
    assert "dataset[0].row[0].a[..]" in names
    assert names[-1] == "dataset[0].row[300]"


# ---- limits of the notation ------------------------------------------------------------------------------------------

BAD_CONTEXTS: list[Any] = [
    {"scope": "table"}, {"mode": "partial"}, {"scope": "file", "mode": "full"}, {"scope": "row"}, [],
    {"scope": "file", "schema": "!B"}, {"scope": "schema", "mode": "partial"}, {"scope": "row", "schema": 7},
    {"scope": {}}, {"scope": []},
]  # fmt: skip


@pytest.mark.parametrize("context", BAD_CONTEXTS, ids=str)
def test_another_context_is_the_callers_mistake(context: Any) -> None:
    with pytest.raises(NotationError):
        FORMAT.decode(b"\0", context)


LONGEST = "!" + "B" * (MAX_META - 1)
TOO_LONG = f"{LONGEST}B"


@pytest.mark.slow
def test_a_schema_that_no_meta_block_can_hold_is_not_supported() -> None:
    row, schema = {"scope": "row", "schema": TOO_LONG}, {"scope": "schema"}
    assert len(FORMAT.decode(LONGEST.encode(), schema)["fields"]) == MAX_META - 1
    for data, context in ((b"", row), (TOO_LONG.encode(), schema)):
        with pytest.raises(UnsupportedError, match="which no meta block can hold"):
            FORMAT.decode(data, context)
    with pytest.raises(UnsupportedError, match="which no meta block can hold"):
        FORMAT.encode([], row)


def test_a_file_with_such_a_schema_is_refused_before_it_is_read() -> None:
    value = [{"schema": TOO_LONG, "description": "", "meta": {"map": {}}, "rows": []}]
    with pytest.raises(EncodeError, match="the schema alone has 131071 characters") as caught:
        FORMAT.encode(value, None)
    assert (caught.value.code, caught.value.requirement) == ("LENGTH", "DSPACK-META-04")


def test_an_illegal_schema_of_a_row_is_a_refusal() -> None:
    with pytest.raises(DecodeError) as caught:
        FORMAT.decode(b"\0", {"scope": "row", "schema": "! z"})
    assert (caught.value.code, caught.value.offset) == ("SCHEMA", 2)


@pytest.mark.parametrize("context", [{"scope": "schema"}, {"scope": "file", "mode": "partial"}], ids=str)
def test_there_is_nothing_to_encode_in_some_contexts(context: Any) -> None:
    with pytest.raises(NotationError):
        FORMAT.encode([], context)


BAD_NOTATIONS: list[Any] = [
    None, {}, [7], [{}], [{"schema": "!B", "description": "", "meta": {"map": {}}}],
    [{"schema": 7, "description": "", "meta": {"map": {}}, "rows": []}],
    [{"schema": "!B", "description": "", "meta": {"map": {}}, "rows": [], "more": 1}],
]  # fmt: skip


@pytest.mark.parametrize("notation", BAD_NOTATIONS, ids=str)
def test_what_is_no_list_of_data_sets_is_refused(notation: Any) -> None:
    with pytest.raises(EncodeError) as caught:
        FORMAT.encode(notation)
    assert (caught.value.code, caught.value.requirement) == ("VALUE", "DSPACK-ENC-11")


@pytest.mark.parametrize("fields", [None, [], [{"name": "z", "note": None}], "fields"], ids=str)
def test_fields_that_are_given_are_ignored(fields: Any) -> None:
    bare = {"schema": "!B(a)", "description": "", "meta": {"map": {}}, "rows": [["7"]]}
    assert FORMAT.encode([bare | {"fields": fields}]) == FORMAT.encode([bare])


def test_user_meta_beyond_the_levels_that_are_read_is_refused_where_it_goes_on() -> None:
    block = b"\x84\xa7version\1\xa6schema\xa2!B\xabdescription\xa0\xa4meta" + b"\x81\xa0" * 129 + b"\xc0"
    data = len(block).to_bytes(2, "big") + block
    with pytest.raises(DecodeError) as caught:
        FORMAT.decode(data, policies={"dspack.meta-depth": "accept"})
    assert (caught.value.code, caught.value.offset) == ("META", 40 + 2 * 128)


OF_ANOTHER_KIND: list[Any] = [
    [{"schema": "!B", "description": 7, "meta": {"map": {}}, "rows": []}],
    [{"schema": "!B", "description": "", "meta": {}, "rows": []}],
    [{"schema": "!B", "description": "", "meta": {"map": {"a": 7}}, "rows": []}],
    [{"schema": "!B", "description": "", "meta": {"map": {"a": {"int": 7}}}, "rows": []}],
    [{"schema": "!B", "description": "", "meta": {"map": {"a": {"ext": "00"}}}, "rows": []}],
    [{"schema": "!B", "description": "", "meta": {"map": {}}, "rows": ["7"]}],
]  # fmt: skip


@pytest.mark.parametrize("notation", OF_ANOTHER_KIND, ids=str)
def test_what_is_of_another_kind_is_a_refusal(notation: Any) -> None:
    with pytest.raises(EncodeError) as caught:
        FORMAT.encode(notation)
    assert caught.value.code == "VALUE"


@pytest.mark.parametrize("nonce", [0, 1, 2**64 - 1, 2**70 + 5])
def test_the_canary_holds_its_nonce(nonce: int) -> None:
    assert FORMAT.declaration.canary
    context, notation, data = FORMAT.declaration.canary(nonce)
    assert FORMAT.decode(data, context) == notation
    assert notation[0]["rows"] == [[str(nonce % 2**64)]]


@pytest.mark.parametrize("case", FORMAT.declaration.canaries.values())
def test_the_canaries_are_cases_of_the_catalogue(case: str) -> None:
    assert case in inputs()
