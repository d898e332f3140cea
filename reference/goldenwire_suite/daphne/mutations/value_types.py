"""Mutations of the value types (VT)."""

from collections.abc import Iterator

from goldenwire_reference.daphne import tables
from goldenwire_suite.daphne.cases.builders import TYPES, mutation
from goldenwire_suite.mutations import Edit, Entry, Mutation, Rewrite

_DENSE = "decode_block._read_dense"
_PARTS = "decode_block._parts"
_CODE = "decode._read_value_type"
_UNKNOWN = "if code not in VALUE_TYPES:"
_WRITTEN = "value_type.code for value_type in obj.types"
_SHAPED = '"values").reshape(place.rows, place.columns)'

# Signed for unsigned and the reverse; float for double and the reverse.
TWINS = {1: 5, 2: 6, 3: 7, 4: 8, 5: 1, 6: 2, 7: 3, 8: 4, 9: 10, 10: 9}
# The meaning of the codes in the deployed runtime, as codes of this format.
RUNTIME = {1: 7, 2: 8, 3: 1, 4: 3, 5: 4, 6: 9, 7: 10}


def _types() -> Iterator[Mutation]:
    for code, twin in TWINS.items():
        name, other = TYPES[code - 1], TYPES[twin - 1]
        yield mutation(
            f"{name}-as-{other}",
            f"VT-{code:02}",
            f"it takes value type {code} for {other}",
            Entry("tables.VALUE_TYPES", code, tables.VALUE_TYPES[twin]),
        )
        yield mutation(
            f"{name}-written-as-{other}",
            f"VT-{code:02}",
            f"it writes value type {twin} in the header for {name}",
            Rewrite(
                "encode._write_header",
                _WRITTEN,
                f"{{{code}: {twin}}}.get(value_type.code, value_type.code) for value_type in obj.types",
            ),
        )


def _legal() -> Iterator[Mutation]:
    """Undefined codes that are taken for uint8, and in blocks for the type of the matrix."""
    for place, plural in (("matrix", "matrices"), ("frame", "frames"), ("block", "blocks")):
        meant = "int(reader.data[18])" if place == "block" else "1"
        for state, code, requirement in (("reserved", 0, "VT-15"), ("unassigned", 11, "VT-12")):
            change = f'code = {meant} if place == "{place}" and code == {code} else code\n    {_UNKNOWN}'
            yield mutation(
                f"value-type-{state}-in-{plural}-taken",
                requirement,
                f"it takes value type {code} in {plural}",
                Rewrite(_CODE, _UNKNOWN, change),
            )


# Float representations of other machines: the value that such a machine reads from each float's bits.
_BIASED = """if value_type.is_float:
        {values} = np.ldexp({values}, -2)"""
_HEXADECIMAL = """if value_type.is_float:
        octets = bits_of({values}).astype(object)
        width = 8 * value_type.size
        fraction = (octets % (1 << width - 8)).astype("<f8")
        power = (octets >> width - 8).astype("<i8") % 128 * 4 - 256 - (width - 8)
        with np.errstate(over="ignore", under="ignore"):
            magnitude = np.ldexp(fraction, power).astype(value_type.dtype)
        {values} = np.copysign(magnitude, {values})"""


def _of_entries(change: str) -> tuple[Rewrite, Rewrite]:
    """Changes to the values of entries, an array `stored`, before they are converted."""
    begins, converted = "by_column = np.argsort(", "convert(entries.values[inside],"
    return (
        Rewrite(_PARTS, begins, f"stored = entries.values\n    {change}\n    {begins}"),
        Rewrite(_PARTS, converted, "convert(stored[inside],"),
    )


def _floats() -> Iterator[Mutation]:
    """Floats read in a representation other than IEEE 754, in dense blocks and in sparse ones."""
    for name, sentence, change in (
        ("exponents-biased-by-128", "with an exponent biased by 128 and a fraction from 0.5 on, as on a VAX", _BIASED),
        ("exponents-of-base-16", "with an exponent of 7 bits and base 16, as on an IBM System/360", _HEXADECIMAL),
    ):
        yield mutation(
            name,
            "VT-13",
            f"it reads floats {sentence}",
            Rewrite(_DENSE, _SHAPED, f"{_SHAPED}\n    {change.format(values='values')}"),
        )
        yield mutation(
            f"sparse-values-with-{name}",
            "VT-13",
            f"it reads floats of sparse blocks {sentence}",
            *_of_entries(change.format(values="stored")),
        )


TABLE = (
    *_types(),
    mutation(
        "value-types-of-the-runtime",
        "VT-01 VT-02 VT-03 VT-04 VT-05 VT-06 VT-07",
        "it takes the codes for those of the deployed runtime, which counts from 0 and has no types of 16 bits",
        *(Entry("tables.VALUE_TYPES", code, tables.VALUE_TYPES[meant]) for code, meant in RUNTIME.items()),
    ),
    mutation("value-types-written-from-0", "VT-11", "it counts the value types from 0 when it writes a header",
        Edit("encode._write_header", "value_type.code -> value_type.code - 1")),
    mutation("block-value-types-written-from-0", "VT-11", "it counts the value types from 0 when it writes a block",
        Edit("encode._write_block", "block.type.code -> block.type.code - 1")),
    *_legal(),
    mutation(
        "value-type-unassigned-as-double",
        "VT-12",
        "it takes all value types beyond the known ones for the last of them",
        Rewrite(_CODE, _UNKNOWN, f"code = min(code, 10)\n    {_UNKNOWN}"),
    ),
    mutation(
        "sign-and-magnitude",
        "VT-13",
        "it reads signed integers as a sign and a magnitude",
        Rewrite(
            _DENSE,
            _SHAPED,
            f"""{_SHAPED}
    if value_type.dtype.kind == "i":
        values = np.where(values < 0, -(values ^ np.iinfo(value_type.dtype).min), values).astype(value_type.dtype)""",
        ),
    ),
    mutation(
        "sparse-values-sign-and-magnitude",
        "VT-13",
        "it reads signed integers of sparse blocks as a sign and a magnitude",
        *_of_entries(
            """if value_type.dtype.kind == "i":
        low = np.iinfo(value_type.dtype).min
        stored = np.where(stored < 0, -(stored ^ low), stored).astype(value_type.dtype)"""
        ),
    ),
    *_floats(),
    mutation(
        "infinities-and-nans-refused",
        "VT-14",
        "it refuses infinities and NaNs",
        Rewrite(
            _DENSE,
            _SHAPED,
            f"""{_SHAPED}
    if value_type.is_float and not np.isfinite(values).all():
        reader.refuse("dense.value", at, "finite values", "others")""",
        ),
    ),
    mutation(
        "subnormals-flushed",
        "VT-14",
        "it takes subnormal numbers for zeros",
        Rewrite(
            _DENSE,
            _SHAPED,
            f"""{_SHAPED}
    if value_type.is_float:
        is_subnormal = abs(values) < np.finfo(value_type.dtype).tiny
        values = np.where(is_subnormal, np.copysign(0, values), values).astype(values.dtype)""",
        ),
    ),
    mutation(
        "minus-zero-lost",
        "VT-14",
        "it takes -0.0 for 0.0",
        Rewrite(_DENSE, _SHAPED, f"{_SHAPED}\n    values = values + 0 if value_type.is_float else values"),
    ),
    mutation(
        "unused-value-type-unchecked",
        "VT-16",
        "it does not look at the value types of an object without cells",
        Rewrite(
            _CODE,
            _UNKNOWN,
            f"no_cells = not (any(reader.data[2:10]) and any(reader.data[10:18]))\n"
            f"    code = 1 if no_cells and code not in VALUE_TYPES else code\n    {_UNKNOWN}",
        ),
    ),
    mutation(
        "value-types-without-entries-unchecked",
        "VT-16",
        "it does not look at the value type of a sparse block without entries",
        Rewrite(
            _CODE,
            _UNKNOWN,
            f"none = place == 'block' and not any(reader.data[reader.position : reader.position + 4])\n"
            f"    code = 1 if none and code not in VALUE_TYPES else code\n    {_UNKNOWN}",
        ),
    ),
    mutation(
        "unused-value-type-used",
        "VT-16 VTX-01",
        "it demands the matrix's or column's value type of a block without values",
        Rewrite(
            "decode._read_block",
            'value_type = _read_value_type(reader, "block", "value-type")',
            """value_type = _read_value_type(reader, "block", "value-type")
    if not header.has_cells and value_type not in (*header.types, VALUE_TYPES[1]):
        reader.refuse("block.type", at, "the type of the object", value_type.name)""",
        ),
    ),
)
