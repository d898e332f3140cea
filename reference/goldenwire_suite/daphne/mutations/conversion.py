"""Mutations of the conversion of values between a block's type and the object's (VTX)."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Rewrite

_BLOCK = "decode._read_block"
_TYPE = 'value_type = _read_value_type(reader, "block", "value-type")'
_DENSE = "decode_block._read_dense"
_CONVERTED = "converted, inexact = convert(values[:, left : left + width], value_type, target)"
_PARTS = "decode_block._parts"
_LOST = "    if lost:"
_INT_TO_INT = "convert._int_to_int"
_INT_TO_FLOAT = "convert._int_to_float"
_FLOAT_TO_INT = "convert._float_to_int"
_FLOAT_TO_FLOAT = "convert._float_to_float"
_WRONG_TYPE = 'reader.refuse("block.type", at, "another value type", value_type.name)'


TABLE = (
    mutation(
        "block-types-must-match",
        "VTX-01 VTX-03",
        "it takes blocks of the object's value type only",
        Rewrite(
            _BLOCK,
            _TYPE,
            f"""{_TYPE}
    if header.types and value_type not in header.types[cx : cx + columns or 1] and value_type != header.types[0]:
        {_WRONG_TYPE}""",
        ),
    ),
    mutation(
        "values-of-a-matrix-in-the-block-type",
        "VTX-04 DEC-05",
        "it delivers a matrix in the value type of its first block",
        Rewrite(
            "decode.read_object",
            "return DaphneObject(header.kind,",
            """if plan and plan[0].type and header.kind is not DataType.Frame:
        reader.off = {**reader.off, "dense.value": None, "csr.value": None, "coo.value": None}
        reader.position = 19
        header = DaphneObject(header.kind, header.rows, header.columns, (plan[0].type,), (), ())
        parts, plan = _read_body(reader, header)
    return DaphneObject(header.kind,""",
        ),
    ),
    mutation("bits-for-values", "VTX-04", "it takes the bits of a stored value for those of the target type",
        Edit("convert.convert",
             "_BY_KIND[source.is_float, target.is_float](values, source, target) -> "
             "(values.view(source.bits).astype(target.bits).view(target.dtype), None)")),
    mutation(
        "inexact-dense-values-converted",
        "VTX-05",
        "it converts dense values as its language does, whether they fit or not",
        Rewrite(_DENSE, _LOST, "    if False:"),
    ),
    mutation("inexact-entries-converted", "VTX-05",
        "it converts entries as its language does, whether they fit or not",
        Edit(_PARTS, "(parts, lost) -> (parts, [])")),
    mutation("integers-saturate", "VTX-05 VTX-02", "it takes an integer beyond the range for the end of the range",
        Edit(_INT_TO_INT,
             "(values.astype(target.dtype), (values < low) | (values > high)) -> "
             "(values.clip(low, high).astype(target.dtype), None)")),
    mutation("greatest-integer-not-checked", "VTX-05 VTX-02", "it checks the least value of the range only",
        Edit(_INT_TO_INT, "(values < low) | (values > high) -> values < low")),
    mutation("least-integer-not-checked", "VTX-05 VTX-02", "it checks the greatest value of the range only",
        Edit(_INT_TO_INT, "(values < low) | (values > high) -> values > high")),
    mutation("range-one-too-short", "VTX-03 VTX-05",
        "it takes the greatest value of an integer type to be out of its range",
        Edit(_INT_TO_INT, "values > high -> values >= high")),
    mutation("integers-rounded-to-floats", "VTX-05 VTX-09", "it takes the nearest float for an integer",
        Edit(_INT_TO_FLOAT, "odd_part >= np.uint64(1 << _MANTISSA[target.size]) -> odd_part < 0")),
    mutation("integers-below-the-mantissa-only", "VTX-03",
        "it takes integers beyond the mantissa for inexact, though the lower bits are clear",
        Edit(_INT_TO_FLOAT,
             "odd_part >= np.uint64(1 << _MANTISSA[target.size]) -> "
             "magnitude > np.uint64(1 << _MANTISSA[target.size])")),
    mutation("mantissa-without-the-leading-bit", "VTX-03", "it counts the stored bits of the mantissa only",
        Edit(_INT_TO_FLOAT, "_MANTISSA[target.size] -> _MANTISSA[target.size] - 1")),
    mutation("floats-at-the-end-of-the-range-taken", "VTX-05",
        "it takes 2^63 and 2^64 for the greatest int64 and uint64, which round to them",
        Edit(_FLOAT_TO_INT, "wide < float(limits.max + 1) -> wide <= float(limits.max)")),
    mutation("negative-floats-not-checked", "VTX-05",
        "it does not compare a float with the least value of the integer type",
        Edit(_FLOAT_TO_INT, "~(np.trunc(wide) == wide) | ~(wide >= float(limits.min)) -> ~(np.trunc(wide) == wide)")),
    mutation("minus-zero-as-integer", "VTX-06", "it takes -0.0 for the integer 0",
        Edit(_FLOAT_TO_INT, "inexact |= (wide == 0) & np.signbit(wide) -> pass")),
    mutation("nan-as-zero", "VTX-06", "it takes a NaN for the integer 0",
        Edit(_FLOAT_TO_INT,
             "values.astype('<f8') -> "
             "np.nan_to_num(values.astype('<f8'), nan=0.0, posinf=np.inf, neginf=-np.inf)")),
    mutation(
        "infinity-as-the-greatest-integer",
        "VTX-06",
        "it takes an infinity for the end of the integer type's range",
        Rewrite(
            _FLOAT_TO_INT,
            'wide = values.astype("<f8")',
            """wide = values.astype("<f8")
        wide = np.where(np.isinf(wide), np.where(wide > 0, 1.0, float(limits.min)), wide)""",
        ),
    ),
    mutation("minus-zero-lost-between-floats", "VTX-06", "it loses the sign of -0.0 between float and double",
        Edit(_FLOAT_TO_FLOAT, "values.astype(target.dtype) -> values.astype(target.dtype) + 0")),
    mutation("doubles-rounded-to-floats", "VTX-05 VTX-09", "it takes the nearest float for a double",
        Edit(_FLOAT_TO_FLOAT, "converted.astype(source.dtype) != values -> np.isinf(converted) & ~np.isinf(values)")),
    mutation("doubles-overflow-to-floats", "VTX-05 VTX-02",
        "it takes infinity for a double that is beyond the greatest float",
        Edit(_FLOAT_TO_FLOAT,
             "converted.astype(source.dtype) != values -> "
             "(converted.astype(source.dtype) != values) & ~np.isinf(converted)")),
    mutation("subnormal-floats-inexact", "VTX-03", "it takes subnormal floats for inexact",
        Edit(_FLOAT_TO_FLOAT,
             "(converted.astype(source.dtype) != values) & ~np.isnan(values) -> "
             "(converted.astype(source.dtype) != values) | (abs(converted) < 2.0 ** (-126)) & (values != "
             "0) & ~np.isnan(values)")),
    mutation("frame-types-of-the-first-column", "VTX-07",
        "it takes the type of a block's first column for all its columns",
        Edit("model.DaphneObject.type_runs", "self.types[at] != self.types[start] -> False")),
    mutation("frame-types-of-the-widest-column", "VTX-07",
        "it checks a block's values against the widest type of its columns",
        Edit(_PARTS, "(parts, lost) -> (parts, lost if width == place.columns else [])")),
    mutation(
        "nan-payload-lost",
        "VTX-08",
        "it delivers one and the same NaN for all NaNs",
        Rewrite(
            _DENSE,
            _CONVERTED,
            f"""{_CONVERTED}
        if target.is_float:
            converted = np.where(np.isnan(converted), np.array(np.nan, target.dtype), converted)""",
        ),
    ),
    mutation(
        "signalling-nan-replaced",
        "VTX-10",
        "it delivers one and the same quiet NaN for all signalling ones",
        Rewrite(
            _DENSE,
            _CONVERTED,
            f"""{_CONVERTED}
        if target.is_float and target == value_type:
            bits = converted.view(target.bits)
            signalling = np.isnan(converted) & (bits >> np.array(22 if target.size == 4 else 51, target.bits) & 1 == 0)
            converted = np.where(signalling, np.array(np.nan, target.dtype), converted)""",
        ),
    ),
    mutation(
        "signalling-nan-replaced-in-requests",
        "VTX-10",
        "it writes one and the same quiet NaN for all signalling ones",
        Rewrite(
            "notation._pattern",
            "return parse_bits(atom, value_type.size)",
            """pattern, fraction = parse_bits(atom, value_type.size), {4: 23, 8: 52}[value_type.size]
        infinity = (2 ** (8 * value_type.size - 1) - 1) >> fraction << fraction
        quiet = 1 << (fraction - 1)
        is_nan = pattern % 2 ** (8 * value_type.size - 1) > infinity
        return infinity | quiet if is_nan and not pattern & quiet else pattern""",
        ),
    ),
    mutation(
        "nan-refused-between-floats",
        "VTX-11",
        "it refuses a NaN between float and double",
        Rewrite(
            _FLOAT_TO_FLOAT,
            "converted = values.astype(target.dtype)",
            """converted = values.astype(target.dtype)
        if np.isnan(values).any():
            return converted, np.isnan(values)""",
        ),
    ),
    mutation(
        "nan-payload-cut-to-infinity",
        "VTX-11",
        "it keeps the highest bits of a NaN's payload alone, which makes an infinity of one that has none of them",
        Rewrite(
            _FLOAT_TO_FLOAT,
            "converted = values.astype(target.dtype)",
            """converted = values.astype(target.dtype)
        if source.size == 8:
            cut = np.isnan(values) & (values.view("<u8") << np.uint64(12) >> np.uint64(41) == 0)
            converted = np.where(cut, np.copysign(np.float32(np.inf), converted), converted)""",
        ),
    ),
)
