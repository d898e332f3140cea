"""Mutations of dtypes and elements of arrays."""

from goldenwire_suite.mutations import Edit, Entry, Mutation, Rewrite
from goldenwire_suite.sciserialize.mutations.builders import mutation

_NDARRAY, _DTYPE = "meaning._Object.ndarray", "meaning._Object.dtype"
_REFUSED = "instead = self.refuse("
_MADE = "return NDArray(dtype, shape, data)"
_GIVEN = "notation._array"
_ELEMENTS = "notation._elements_to_json"


def _named(  # noqa: PLR0917
    name: str, requirements: str, sentence: str, condition: str, read: str, written: str | None = None
) -> Mutation:
    """A mutation that reads, and writes, a foreign dtype as one of the fourteen."""
    return mutation(
        name, requirements, sentence,
        Rewrite(_DTYPE, _REFUSED, f"if {condition}:\n        return {read}\n    {_REFUSED}"),
        Rewrite(_GIVEN, "dtype, elements = found",
                "from goldenwire_reference.sciserialize.tables import DTYPE_ALIASES, dtype_fault\n"
                "    text = found[\"dtype\"]\n    if isinstance(text, str) and "
                f"{condition}:\n        found = {{**found, \"dtype\": {written or read}}}\n"
                "    dtype, elements = found"),
    )  # fmt: skip


_PLATFORM = {
    "int": "int64", "float": "float64", "double": "float64", "d": "float64", "uintc": "uint32", "complex": "complex128",
    "half": "float16", "bool8": "bool", "bool_": "bool", "bfloat16": "float16", "int128": "complex128", "8": "int8",
}  # fmt: skip

_DTYPES: tuple[Mutation, ...] = (
    _named("dtypes-of-the-platform", "ND-05",
           "it takes names that change with the platform, and others of C and of chips",
           f"text in {_PLATFORM}", f"{_PLATFORM}[text]", '"float64"'),
    _named("dtypes-trimmed", "ND-05", "it takes blanks at the ends of a dtype, and the name of its module before it",
           'text.strip().removeprefix("numpy.") in {**DTYPES, "int": 0} and text not in {**DTYPES, "int": 0}',
           '{"int": "int8"}.get(text.strip(), text.strip().removeprefix("numpy."))'),
    _named("dtypes-of-any-case", "ND-05", "it takes dtypes in upper case",
           "text.lower() in DTYPES and text not in DTYPES", "text.lower()"),
    _named("dtypes-native", "ND-05", "it takes the native order of a host for the little-endian one",
           'text[:1] == "=" and "<" + text[1:] in DTYPE_ALIASES', 'DTYPE_ALIASES["<" + text[1:]]', '"float64"'),
    _named("dtypes-of-any-order-mark", "ND-05", "it takes any first character of a short name",
           'text not in DTYPE_ALIASES and text[:1] in ("<", "|") and text[1:] in DTYPE_ALIASES',
           "DTYPE_ALIASES[text[1:]]"),
    _named("dtypes-empty", "ND-05", "it takes no dtype for octets or doubles", 'text == ""', '"int8"', '"float64"'),
    _named("dtypes-by-size", "ND-05", "it takes any short name of a kind and a size", 'text == "<f3"', '"int8"'),
    _named("dtypes-of-every-object", "ND-05", "it looks dtypes up where its language has names of its own",
           'text in ("constructor", "toString", "__proto__")', '"int8"', '"float64"'),
    _named("dtypes-big-endian", "ND-16", "it takes big-endian dtypes for their little-endian ones", 'text[:1] == ">"',
           'DTYPE_ALIASES["<" + text[1:]] if "<" + text[1:] in DTYPE_ALIASES else "int8"'),
    _named("dtypes-of-time", "ND-18", "it takes times of numpy for integers", 'dtype_fault(text) == "dtype.time"',
           '"int64"', '"float64"'),
    _named("dtypes-long", "ND-19", "it takes long doubles for something as long", 'dtype_fault(text) == "dtype.long"',
           '"complex128"', '"float64"'),
    _named("dtypes-of-elements", "ND-20 EXT-05",
           "it takes text, raw octets, structures and objects for integers as long",
           'dtype_fault(text) == "dtype.element"',
           '{1: "int8", 2: "int16", 4: "uint32", 8: "int64"}[len(self.members["bytes"])]', '"float64"'),
    mutation("aliases-always", "ND-14", "it takes short names of dtypes whatever it chose, and writes them",
          Rewrite(_DTYPE, _REFUSED, f"if text in DTYPE_ALIASES:\n        return DTYPE_ALIASES[text]\n    {_REFUSED}"),
          Rewrite(_GIVEN, "dtype, elements = found",
                  'from goldenwire_reference.sciserialize.tables import DTYPE_ALIASES\n'
                  '    found = {**found, "dtype": DTYPE_ALIASES.get(found["dtype"], found["dtype"])}\n    dtype, '
                  'elements = found')),
    *(
        mutation(f"alias-{alias}-as-{other}", "ND-14", f"it takes {alias} for {other}",
              Entry("tables.DTYPE_ALIASES", alias, other))
        for alias, other in (("|b1", "int8"), ("i1", "uint8"), ("<i2", "float16"), ("<u4", "int32"), ("c8", "float64"),
                             ("f8", "int64"))
    ),
    *(
        mutation(f"dtypes-{name}", "ND-05 ND-08", f"it takes {called}",
              Rewrite(_NDARRAY, _MADE, f"return NDArray({table}.get(dtype, dtype), shape, data)"))
        for name, called, table in (
            ("unsigned", "signed integers for unsigned ones, and booleans too",
             {"bool": "uint8", "int8": "uint8", "int16": "uint16", "int32": "uint32", "int64": "uint64"}),
            ("signed", "unsigned integers for signed ones",
             {"uint8": "int8", "uint16": "int16", "uint32": "int32", "uint64": "int64"}),
            ("as-words", "small floats for the integers of their bits, and complex64 for float64",
             {"float16": "uint16", "float32": "uint32", "complex64": "float64"}),
        )
    ),
    mutation("dtype-complex128-as-pairs", "ND-05 ND-08", "it takes complex128 for pairs of complex64",
        Edit(_NDARRAY,
             "NDArray(dtype, shape, data) -> "
             "NDArray('complex64' if dtype == 'complex128' else dtype, shape, data)")),
    mutation("dtype-float64-empty-as-float32", "ND-08 ND-05",
        "it takes an array of float64 that holds NaNs or nothing for one of float32",
        Edit(_NDARRAY,
             "NDArray(dtype, shape, data) -> "
             "NDArray('float32' if dtype == 'float64' and (0 in shape or len(data) > 40) and (len(data) < "
             "400) else dtype, shape, data)")),
    mutation("no-float16", "ND-17", "it knows no float16",
        Edit(_DTYPE, "text in DTYPES -> text in DTYPES and text != 'float16'")),
    mutation("complex-turned", "ND-10", "it puts the imaginary part first",
        Edit(_ELEMENTS, "zip(atoms[::2], atoms[1::2], strict=True) -> zip(atoms[1::2], atoms[::2], strict=True)")),
    mutation("complex-parts-apart", "ND-10", "it puts all real parts before all imaginary parts",
        Edit(_ELEMENTS,
             "zip(atoms[::2], atoms[1::2], strict=True) -> "
             "zip(atoms[:len(atoms) // 2], atoms[len(atoms) // 2:], strict=True)")),
    mutation("nans-quieted", "ND-09", "it sets the bit of NaNs that makes them quiet",
        Edit(_ELEMENTS,
             "bits(word, width) -> "
             "bits(word | {2: 512, 4: 1 << 22, 8: 1 << 51}[width] if word & {2: 32767, 4: 2 ** 31 - 1, 8: "
             "2 ** 63 - 1}[width] > {2: 31744, 4: 2139095040, 8: 2047 << 52}[width] else word, width)")),
    mutation("minus-zeros-lost", "ND-09", "it drops the sign of zeros among elements",
        Edit(_ELEMENTS, "bits(word, width) -> bits(0 if word == 1 << 8 * width - 1 else word, width)")),
    mutation("infinities-as-nans", "ND-09", "it takes infinities among elements for NaNs",
        Edit(_ELEMENTS, "bits(word, width) -> bits(word | (word in (31744, 2139095040, 2047 << 52)), width)")),
    mutation("elements-big-endian", "ND-04", "it reads and writes elements with the greatest octet first",
          Rewrite(_NDARRAY, _MADE,
                  'size = DTYPES[dtype].size\n    return NDArray(dtype, shape, b"".join(data[i : i + size][::-1] for '
                  'i in range(0, len(data), size)))')),
    mutation("elements-of-16-bits-swapped", "ND-04", "it swaps octets in pairs",
        Edit(_NDARRAY,
             "NDArray(dtype, shape, data) -> "
             "NDArray(dtype, shape, b''.join((data[i:i + 2][::-1] for i in range(0, len(data), 2))) if "
             "DTYPES[dtype].size > 1 else data)")),
    mutation("fortran-order", "ND-03", "it takes the first axis for the one that varies fastest",
          Rewrite(_NDARRAY, _MADE,
                  "if len(shape) > 1 and 0 not in shape and len(shape) <= RANK:\n        import numpy\n"
                  "        data = numpy.frombuffer(data, DTYPES[dtype].code).reshape(shape[::-1]).T.tobytes()\n    "
                  "return NDArray(dtype, shape, data)"),
          Rewrite("arrays.flatten", "return level",
                  "size = len(level) // (shape[0] if shape and shape[0] else 1) or 1\n"
                  "    return [item for start in range(size) for item in level[start::size]]")),
)  # fmt: skip

MUTATIONS = _DTYPES
