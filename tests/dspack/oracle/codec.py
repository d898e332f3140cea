"""A second codec of DataSetPack, which confirms the vectors. It must not share code with the reference.

Python's struct, the construct library and msgpack read and write the bytes; the schema is parsed by hand, and the place
of a defect is found by arithmetic. Clarity comes before speed.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from dspack.oracle import atoms as dspack_atoms
from dspack.oracle import frames as dspack_frames
from dspack.oracle import meta as dspack_meta
from dspack.oracle import meta_given as dspack_meta_given
from dspack.oracle import rows as dspack_rows
from dspack.oracle.items import Item, Row, items
from dspack.oracle.schema import OracleReject, Schema, parse

# The default choices: those of the reference.
POLICIES = {
    "dspack.duplicate-meta-key": "reject",
    "dspack.meta-utf8": "reject",
    "dspack.meta-depth": "reject",
    "dspack.pascal-overrun": "reject",
    "dspack.duplicate-names": "reject",
}

Policies = Mapping[str, str]
Context = Mapping[str, str]
Found = TypeVar("Found")


# --- reading --------------------------------------------------------------------------------------


def decode(data: bytes, context: Context | None = None, policies: Policies = POLICIES) -> Any:
    """Decode `data` in the scope of the context, into neutral notation. Raises OracleReject.

    `policies` overrides choices of POLICIES.
    """
    context, policies = context or {}, {**POLICIES, **policies}
    return SCOPES[context.get("scope", "file")](data, context, policies)


def _decode_schema(data: bytes, _: Context, policies: Policies) -> dict[str, Any]:
    try:
        schema = parse(data.decode(), policies)
    except UnicodeDecodeError as error:
        raise OracleReject("SCHEMA", "SCHEMA-27", error.start, str(error)) from None
    return {"flag": schema.flag, "fields": [field.described for field in schema.fields]}


def _decode_row(data: bytes, context: Context, policies: Policies) -> list[Any]:
    return _values(Row(data, parse(context["schema"], policies), policies), _is_partial(context))


def _decode_file(data: bytes, context: Context, policies: Policies) -> list[dict[str, Any]]:
    data_sets: list[dict[str, Any]] = []
    schemas: list[Schema] = []
    for frame in dspack_frames.frames(data):
        octets = data[frame.start : frame.end]
        if frame.kind == "meta":
            meta = _moved(frame.start, dspack_meta.read, octets, policies)
            schemas.append(_moved(frame.start + meta.place, parse, meta.schema, policies))
            data_sets.append(_described(meta, schemas[-1]))
        elif frame.kind == "row":
            values = _moved(frame.start, _values, Row(octets, schemas[-1], policies), _is_partial(context))
            data_sets[-1]["rows"].append(values)
    return data_sets


SCOPES = {"file": _decode_file, "schema": _decode_schema, "row": _decode_row}


def _is_partial(context: Context) -> bool:
    return {None: False, "partial": True}[context.get("mode")]


def _values(row: Row, partial: bool) -> list[Any]:
    for _ in items(row, partial=partial):
        pass  # refuses the row if it has a defect
    fields = row.schema.first_part if partial else row.schema.fields
    values = dspack_rows.unpack(row.schema, fields, row.octets)
    valued = [field for field in fields if field.type != "x"]
    return [dspack_atoms.notation(field, value) for field, value in zip(valued, values, strict=True)]


def _described(meta: dspack_meta.Meta, schema: Schema) -> dict[str, Any]:
    """Return a data set in neutral notation, still without rows."""
    return {
        "version": "1",
        "schema": meta.schema,
        "fields": [{"name": field.name, "note": field.note} for field in schema.fields],
        "description": meta.description,
        "meta": meta.meta,
        "rows": [],
    }


def _moved(distance: int, judge: Callable[..., Found], *given: Any) -> Found:
    """Call `judge` and add `distance`, the place of what it is given, to the offset of its refusal."""
    try:
        return judge(*given)
    except OracleReject as defect:
        raise defect.at(distance + (defect.offset or 0)) from None


def places(data: bytes, context: Context) -> Iterator[Item]:
    """Yield start and end of lengths, objects of meta blocks and items of rows, in valid data of scope file or row.

    For a map or array this is its first byte and its count. Of rows unpacked in part, only the items read are included.
    """
    if context.get("scope") == "row":
        yield from items(Row(data, parse(context["schema"], POLICIES), POLICIES), partial=_is_partial(context))
        return
    schemas: list[Schema] = []
    for frame in dspack_frames.frames(data):
        yield frame.at, frame.start
        octets = data[frame.start : frame.end]
        if frame.kind == "meta":
            schemas.append(parse(dspack_meta.read(octets, POLICIES).schema, POLICIES))
            inside = dspack_meta.places(octets)
        else:
            inside = items(Row(octets, schemas[-1], POLICIES), partial=_is_partial(context)) if octets else iter(())
        yield from ((frame.start + start, frame.start + end) for start, end in inside)


# --- writing --------------------------------------------------------------------------------------


def encode(value: Any, context: Context | None = None) -> bytes:
    """Encode a value in neutral notation. Raises OracleReject, with no offset, if it has no encoding.

    Policies do not affect writing: input that a policy lets a decoder accept is refused here.
    """
    context = context or {}
    if context.get("scope") == "row":
        return _row(_given_schema(context["schema"]), value)
    if not isinstance(value, list):
        raise OracleReject("VALUE", "ENC-11", None, f"{value!r} is no list of data sets")
    if not value:
        raise OracleReject("ARITY", "ENC-05", None, "no data set")
    return dspack_frames.written([_data_set(each) for each in value])


def transcode(data: bytes, context: Context | None = None, policies: Policies = POLICIES) -> bytes:
    """Decode under these choices and encode again. Raises OracleReject, with an offset if decoding fails."""
    return encode(decode(data, context, policies), context)


def _given_schema(text: str) -> Schema:
    """Parse the schema of a value to encode. Raises OracleReject; a repeated name breaks an encoder's requirement."""
    try:
        return parse(text, POLICIES)
    except OracleReject as defect:
        requirement = {"DSPACK-SCHEMA-26": "DSPACK-SCHEMA-17"}.get(defect.requirement, defect.requirement)
        raise OracleReject(defect.code, requirement.removeprefix("DSPACK-"), None, str(defect)) from None


MEMBERS = {"schema", "description", "meta", "rows"}


def _data_set(value: Any) -> tuple[bytes, list[bytes]]:
    if not isinstance(value, dict) or value.keys() - {"version", "fields"} != MEMBERS:
        raise OracleReject("VALUE", "ENC-11", None, f"{value!r} is no data set")
    if value.get("version", "1") != "1":
        raise OracleReject("VALUE", "ENC-10", None, f"version {value['version']!r}")
    if not isinstance(value["schema"], str) or not isinstance(value["rows"], list):
        raise OracleReject("VALUE", "ENC-11", None, "a schema that is no text, or rows that are no list")
    schema = _given_schema(value["schema"])
    block = dspack_meta_given.written(value["schema"], value["description"], value["meta"])
    return block, [_row(schema, row) for row in value["rows"]]


def _row(schema: Schema, row: Any) -> bytes:
    fields = [field for field in schema.fields if field.type != "x"]
    if not schema.fields:
        raise OracleReject("ARITY", "SCHEMA-19", None, "a row under a schema without fields")
    if isinstance(row, dict):
        row = _by_position([str(field.name) for field in fields], row)
    if not isinstance(row, list):
        raise OracleReject("VALUE", "ENC-08", None, f"{row!r} is no row")
    if len(row) != len(fields):
        raise OracleReject("ARITY", "API-04", None, f"{len(row)} values for {len(fields)} fields")
    values = [dspack_atoms.given(schema, field, value) for field, value in zip(fields, row, strict=True)]
    if (size := dspack_atoms.row_size(schema, values)) > dspack_frames.LONGEST_ROW:
        raise OracleReject("LENGTH", "ENC-06", None, f"a row of {size} octets")
    return dspack_rows.pack(schema, values)


def _by_position(names: list[str], row: Mapping[str, Any]) -> list[Any]:
    if row.keys() != set(names):
        raise OracleReject("ARITY", "API-04", None, f"names {[*row]} for {names}")
    return [row[name] for name in names]
