"""Mutations of section 6 of spec.md: every type except strings."""

from collections.abc import Iterator

from goldenwire_reference.dspack.tables import SCALARS, Scalar
from goldenwire_suite.dspack.mutations.builders import mutation
from goldenwire_suite.mutations import Change, Edit, Entry, Mutation, Rewrite

_UNPACK = "(value,) = struct.unpack(mark + scalar.code(self.native), self.take(size, name))"
_GIVEN = "return math.nan if math.isnan(number) else number"


def _scalar(type_: str, code: str) -> Change:
    return Entry("tables.SCALARS", type_, Scalar(code, code, SCALARS[type_].meaning))


def _read_as(value: str) -> Change:
    """A change to how a `?` is read from its octet."""
    return Rewrite("decode_row._Row.scalar", _UNPACK,
                   f"octets = self.take(size, name)\n    {_UNPACK.replace('self.take(size, name)', 'octets')}\n"
                   f"    value = {value} if type_ == '?' else value")  # fmt: skip


def _rounded(*lines: str) -> Change:
    """A change to how a double given for an f is rounded; `near` is the nearest binary32."""
    made = "\n".join(f"            {line}" for line in ("near = np.float32(number)", *lines, "number = float(near)"))
    return Rewrite("encode_row._float", _GIVEN, "if field.type == 'f' and math.isfinite(number):\n"
                                                "        np = __import__('numpy')\n"
                   f"        with np.errstate(all='ignore'):\n{made}\n    {_GIVEN}")  # fmt: skip


PADS = (
    mutation(
        "pads-given", "TYPE-01 API-04", "it takes a value for a pad, and drops it",
        Rewrite("notation.row_from_json", "if len(row) != len(schema.values):",
                "if len(row) == len(schema.fields):\n"
                "        row = [one for one, field in zip(row, schema.fields) if field.has_value]\n"
                "    if len(row) != len(schema.values):"),
    ),
    mutation("pads-without-octet", "TYPE-01", "it gives a pad no octet",
        Edit("decode_row._Row.field", "self.take(1, name) -> self.take(0, name)"),
        Edit("encode_row._Row.field", "self.put(b'\\x00') -> self.put(b'')")),
    mutation("pads-checked", "TYPE-22", "it refuses pads that are not 00",
        Edit("decode_row._Row.field",
             "self.take(1, name) -> "
             "self.take(1, name) == b'\\x00' or self.reader.refuse('row.left', self.reader.position - 1, '00', 1)")),
    mutation("pads-of-spaces", "TYPE-22 ENC-03", "it writes pads as spaces",
        Edit("encode_row._Row.field", "self.put(b'\\x00') -> self.put(b' ')")),
    mutation("lists-of-pads", "TYPE-22", "it takes lists of pads",
        Edit("schema._parse",
             "first_state(GRAMMAR) -> "
             "first_state(GRAMMAR.replace('COLON _single', 'COLON (_single | pad)'))")),
)  # fmt: skip

_INTEGERS = {
    "b": "TYPE-03", "B": "TYPE-04", "h": "TYPE-06", "H": "TYPE-07", "i": "TYPE-08", "I": "TYPE-09", "l": "TYPE-10",
    "L": "TYPE-11", "q": "TYPE-12", "Q": "TYPE-13",
}  # fmt: skip
_NAMES = {
    "b": "schar", "B": "uchar", "h": "short", "H": "ushort", "i": "int", "I": "uint", "l": "long", "L": "ulong",
    "q": "longlong", "Q": "ulonglong",
}  # fmt: skip


def _integers() -> Iterator[Mutation]:
    """Changes that give every integer type the other sign, and another size."""
    for type_, requirement in _INTEGERS.items():
        scalar, signed = SCALARS[type_], type_.islower()
        other = Scalar(scalar.standard.swapcase(), scalar.native.swapcase(), scalar.meaning)
        sentence = f"it takes {type_} for {'unsigned' if signed else 'signed'}"
        yield mutation(f"{_NAMES[type_]}-of-other-sign", requirement, sentence, Entry("tables.SCALARS", type_, other))
        size = {1: 2, 2: 4, 4: 2, 8: 4}[scalar.size(False)]
        code = {2: "h", 4: "i"}[size]
        sentence = f"it takes {type_} for an integer of {size} bytes"
        change = _scalar(type_, code if signed else code.upper())
        yield mutation(f"{_NAMES[type_]}-of-{size}-bytes", requirement, sentence, change)


SCALAR = (
    mutation("char-as-number", "TYPE-02", "it delivers a c as a number",
        Edit("notation._atom", "value.hex() -> str(value[0]) if type_ == 'c' else value.hex()")),
    mutation("char-of-2-bytes", "TYPE-02", "it takes c for two octets", _scalar("c", "2s")),
    mutation("char-zero-is-nothing", "TYPE-02", "it delivers no octet for the c 00",
        Edit("notation._atom", "value.hex() -> value.strip(b'\\x00').hex() if type_ == 'c' else value.hex()")),
    mutation("bool-as-number", "TYPE-05", "it delivers ? as 0 and 1",
        Edit("notation._atom", "value if isinstance(value, bool) else str(value) -> str(int(value))")),
    mutation("bool-of-4-bytes", "TYPE-05", "it takes ? for 4 bytes",
        _scalar("?", "i"),
        Edit("notation._atom",
             "value if isinstance(value, bool) else str(value) -> "
             "bool(value) if type_ == '?' else str(value)")),
    mutation("bool-01-only", "TYPE-23", "it reads 01 alone as true", _read_as("octets[0] == 1")),
    mutation("bool-lowest-bit", "TYPE-23", "it reads ? by the lowest bit", _read_as("octets[0] % 2 == 1")),
    mutation("bool-highest-bit", "TYPE-23", "it reads octets from 80 on as false", _read_as("0 < octets[0] < 128")),
    mutation("bool-written-ff", "TYPE-23", "it writes true as ff",
        Edit("encode_row._Row.scalars",
             "struct.pack(f'{self.mark}{len(made)}{scalar.code(self.native)}', *made) -> "
             "struct.pack(f'{self.mark}{len(made)}{scalar.code(self.native)}', *made).replace(b'\\x01', "
             "b'\\xff' if field.type == '?' else b'\\x01')")),
    mutation("through-double-on-reading", "TYPE-12 TYPE-13", "it reads integers of 8 bytes into a double",
        Edit("notation._atom", "str(value) -> str(int(float(value)))")),
    mutation("through-double-on-writing", "TYPE-12 TYPE-13", "it takes integers that are given through a double",
        Edit("notation._host",
             "int(atom) -> "
             "max(min(int(float(atom)), 2 ** 63 - 1 if field.type == 'q' else 2 ** 64 - 1), -2 ** 63)")),
    mutation("float-of-8-bytes", "TYPE-14", "it takes f for 8 bytes", _scalar("f", "d")),
    mutation(
        "float-by-6-digits", "TYPE-14", "it delivers an f by its first six digits",
        Rewrite(
            "notation._float_bits", "return bits(",
            'value = float(f"{value:.6g}") if type_ == "f" else value\n    return bits(',
        ),
    ),
    mutation("double-of-4-bytes", "TYPE-15", "it takes d for 4 bytes", _scalar("d", "f")),
    mutation(
        "double-by-15-digits", "TYPE-15", "it delivers a d by its first fifteen digits",
        Rewrite("notation._float_bits", "return bits(",
                'value = float(f"{value:.15g}") if type_ == "d" and abs(value) < 1e300 else value\n    return bits('),
    ),
    mutation("doubles-for-f-refused", "TYPE-24", "it refuses a double that is given for an f",
        Edit("notation._float_from_json", "(10, 18) -> (10,)")),
    mutation(
        "float-cut", "TYPE-24", "it rounds a double that is given for an f towards zero",
        _rounded("near = near if abs(float(near)) <= abs(number) else np.nextafter(near, np.float32(0))"),
    ),
    mutation(
        "float-ties-away", "TYPE-24", "it rounds ties away from zero",
        _rounded(
            "away = np.nextafter(near, np.float32(math.copysign(math.inf, number)))",
            "near = away if abs(float(near)) < 3e38 and abs(float(away) - number) == abs(number - float(near)) else "
            "near",
        ),
    ),
    mutation(
        "float-flushed", "TYPE-24", "it rounds to 0 what is subnormal in an f",
        _rounded("near = near if abs(float(near)) >= 2.0**-126 else np.float32(math.copysign(0, number))"),
    ),
    mutation(
        "float-zero-unsigned", "TYPE-24", "it rounds to 0 what is too small, whatever its sign",
        _rounded("near = near if near else np.float32(0)"),
    ),
    mutation(
        "float-overflow-infinite", "TYPE-24", "it writes an infinity for a double that is too large for an f",
        Rewrite(
            "encode_row._Row.scalars",
            'raise _wrong(field, "a number that binary32 can hold", values, "DSPACK-TYPE-24") from None',
            "self.put(struct.pack(f'{self.mark}{len(made)}f', *(math.copysign(math.inf, one) if abs(one) > 2.0**127"
            " else one for one in made)))",
        ),
    ),
    mutation(
        "float-above-greatest-refused", "TYPE-24", "it refuses a double above the greatest f, though it rounds to that",
        _rounded("near = near if abs(number) <= 2.0**128 - 2.0**104 else np.float64(2.0**128)"),
    ),
    mutation(
        "float-refused-inexact", "TYPE-24", "it refuses a double that no f is equal to",
        Rewrite(
            "encode_row._float", _GIVEN,
            "if field.type == 'f' and abs(number) < 2.0**128 and struct.unpack('f', struct.pack('f', number))[0] != "
            "number:\n"
            f"        raise _wrong(field, 'a binary32', value)\n    {_GIVEN}",
        ),
    ),
    mutation("negative-zero-not-written", "TYPE-16", "it writes -0 as 0",
        Edit("encode_row._float",
             "math.nan if math.isnan(number) else number -> "
             "math.nan if math.isnan(number) else number or 0.0")),
    mutation("infinities-as-nan", "TYPE-16", "it delivers infinities as NaN",
        Edit("notation._float_bits", "math.isnan(value) -> not math.isfinite(value)")),
    mutation(
        "infinities-not-written", "TYPE-16", "it refuses to write infinities",
        Rewrite(
            "encode_row._float", _GIVEN,
            f"if math.isinf(number):\n        raise _wrong(field, 'a finite number', value)\n    {_GIVEN}",
        ),
    ),
    mutation("nan-kept-on-writing", "TYPE-16 ENC-03", "it writes a NaN with the bits that are given",
        Edit("encode_row._float", "math.nan if math.isnan(number) else number -> number")),
    mutation(
        "nans-as-infinities", "TYPE-16", "it takes every exponent of ones alone for an infinity",
        Rewrite("decode_row._Row.scalar", _UNPACK, f"{_UNPACK}\n    value = float('inf') if value != value else value"),
    ),
    mutation("nan-of-the-processor", "TYPE-16 ENC-03",
        "it writes the NaN that 0 / 0 is on most processors, with its sign set",
        Edit("encode_row._float", "math.nan -> -math.nan")),
    mutation("pointer-under-any-flag", "TYPE-20", "it takes P under every flag",
        Edit("schema._check_pointer", "flag != '@' -> False")),
    mutation("pointer-under-little", "TYPE-20", "it takes P under all flags that are little-endian",
        Edit("schema._check_pointer", "flag != '@' -> flag not in '@<='")),
    mutation("pointer-unknown", "TYPE-20", "it does not know P",
        Edit("schema._parse",
             "first_state(GRAMMAR) -> "
             "first_state(GRAMMAR.replace('POINTER: \"P\"', 'POINTER: \"\\\\x00\"'))")),
    mutation("pointer-signed", "TYPE-20", "it takes P for signed", _scalar("P", "q")),
)  # fmt: skip


MUTATIONS = (*PADS, *_integers(), *SCALAR)
