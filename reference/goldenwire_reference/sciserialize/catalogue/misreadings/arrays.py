"""Mistakes about arrays: dtypes, shapes, elements and booleans."""

from goldenwire_reference.misreadings import Entry, Misreading, Rewrite
from goldenwire_reference.sciserialize.catalogue.misreadings.words import wrong

_NDARRAY, _DTYPE, _BOOLS, _PLAIN, _INTEGERS = (
    f"meaning._Object.{name}" for name in ("ndarray", "dtype", "check_bools", "plain_array", "integers")
)
_REFUSED = "instead = self.refuse("
_SIZE = "arrays.array_size"
_SIZED = 'self.need(due == len(data), "shape.size", expected, len(data))'
_NEGATIVE = 'self.need(all(size >= 0 for size in shape), "shape.negative", "no negative dimension", "one")'
_LARGE = "if len(shape) > RANK or (0 in shape and max(shape) > DIMENSION):"
_MADE = "return NDArray(dtype, shape, data)"
_MEMBERS, _DATA = "encode.Reduction.array_members", '"bytes": value.data}'
_IS_NONE = "elif value.dtype not in DTYPES:"
_GIVEN, _PACKED = "notation._array", "notation._packed"
_KNOWN = '_octets(DTYPES[dtype], elements) if dtype in DTYPES else b""'
_ELEMENTS = "notation._elements_to_json"


def _named(
    name: str, requirements: str, sentence: str, condition: str, read: str, written: str | None = None
) -> Misreading:
    """A dtype that is read, and written, as one of the fourteen."""
    return wrong(
        name, requirements, sentence,
        Rewrite(_DTYPE, _REFUSED, f"if {condition}:\n        return {read}\n    {_REFUSED}"),
        Rewrite(_GIVEN, "dtype, elements = found", "from goldenwire_reference.sciserialize.tables import DTYPE_ALIASES, dtype_fault\n"
                "    text = found[\"dtype\"]\n    if isinstance(text, str) and "
                f"{condition}:\n        found = {{**found, \"dtype\": {written or read}}}\n    dtype, elements = found"),
    )  # fmt: skip


_PLATFORM = {
    "int": "int64", "float": "float64", "double": "float64", "d": "float64", "uintc": "uint32", "complex": "complex128",
    "half": "float16", "bool8": "bool", "bool_": "bool", "bfloat16": "float16", "int128": "complex128", "8": "int8",
}  # fmt: skip

_DTYPES: tuple[Misreading, ...] = (
    _named("dtypes-of-the-platform", "ND-05", "it takes names that change with the platform, and others of C and of chips",
           f"text in {_PLATFORM}", f"{_PLATFORM}[text]", '"float64"'),
    _named("dtypes-trimmed", "ND-05", "it takes blanks at the ends of a dtype, and the name of its module before it",
           'text.strip().removeprefix("numpy.") in {**DTYPES, "int": 0} and text not in {**DTYPES, "int": 0}',
           '{"int": "int8"}.get(text.strip(), text.strip().removeprefix("numpy."))'),
    _named("dtypes-of-any-case", "ND-05", "it takes dtypes in upper case", "text.lower() in DTYPES and text not in DTYPES", "text.lower()"),
    _named("dtypes-native", "ND-05", "it takes the native order of a host for the little-endian one",
           'text[:1] == "=" and "<" + text[1:] in DTYPE_ALIASES', 'DTYPE_ALIASES["<" + text[1:]]', '"float64"'),
    _named("dtypes-of-any-order-mark", "ND-05", "it takes any first character of a short name",
           'text not in DTYPE_ALIASES and text[:1] in ("<", "|") and text[1:] in DTYPE_ALIASES', "DTYPE_ALIASES[text[1:]]"),
    _named("dtypes-empty", "ND-05", "it takes no dtype for octets or doubles", 'text == ""', '"int8"', '"float64"'),
    _named("dtypes-by-size", "ND-05", "it takes any short name of a kind and a size", 'text == "<f3"', '"int8"'),
    _named("dtypes-big-endian", "ND-16", "it takes big-endian dtypes for their little-endian ones", 'text[:1] == ">"',
           'DTYPE_ALIASES["<" + text[1:]] if "<" + text[1:] in DTYPE_ALIASES else "int8"'),
    _named("dtypes-of-time", "ND-18", "it takes times of numpy for integers", 'dtype_fault(text) == "dtype.time"', '"int64"', '"float64"'),
    _named("dtypes-long", "ND-19", "it takes long doubles for something as long", 'dtype_fault(text) == "dtype.long"',
           '"complex128"', '"float64"'),
    _named("dtypes-of-elements", "ND-20 EXT-05", "it takes text, raw octets, structures and objects for integers as long", 'dtype_fault(text) == "dtype.element"',
           '{1: "int8", 2: "int16", 4: "uint32", 8: "int64"}[len(self.members["bytes"])]', '"float64"'),
    wrong("aliases-always", "ND-14", "it takes short names of dtypes whatever it chose, and writes them",
          Rewrite(_DTYPE, _REFUSED, f"if text in DTYPE_ALIASES:\n        return DTYPE_ALIASES[text]\n    {_REFUSED}"),
          Rewrite(_GIVEN, "dtype, elements = found", 'from goldenwire_reference.sciserialize.tables import DTYPE_ALIASES\n'
                  '    found = {**found, "dtype": DTYPE_ALIASES.get(found["dtype"], found["dtype"])}\n    dtype, elements = found')),
    *(
        wrong(f"alias-{alias}-as-{other}", "ND-14", f"it takes {alias} for {other}", Entry("tables.DTYPE_ALIASES", alias, other))
        for alias, other in (("|b1", "int8"), ("i1", "uint8"), ("<i2", "float16"), ("<u4", "int32"), ("c8", "float64"), ("f8", "int64"))
    ),
    *(
        wrong(f"dtypes-{name}", "ND-05 ND-08", f"it takes {called}", Rewrite(_NDARRAY, _MADE, f"return NDArray({table}.get(dtype, dtype), shape, data)"))
        for name, called, table in (
            ("unsigned", "signed integers for unsigned ones, and booleans too",
             {"bool": "uint8", "int8": "uint8", "int16": "uint16", "int32": "uint32", "int64": "uint64"}),
            ("signed", "unsigned integers for signed ones", {"uint8": "int8", "uint16": "int16", "uint32": "int32", "uint64": "int64"}),
            ("as-words", "small floats for the integers of their bits, and complex64 for float64",
             {"float16": "uint16", "float32": "uint32", "complex64": "float64"}),
        )
    ),
    wrong("dtype-complex128-as-pairs", "ND-05 ND-08", "it takes complex128 for pairs of complex64",
          Rewrite(_NDARRAY, _MADE, 'return NDArray("complex64" if dtype == "complex128" else dtype, shape, data)')),
    wrong("dtype-float64-empty-as-float32", "ND-08 ND-05", "it takes an array of float64 that holds NaNs or nothing for one of float32",
          Rewrite(_NDARRAY, _MADE, 'return NDArray("float32" if dtype == "float64" and (0 in shape or len(data) > 40) and len(data) < 400 else dtype, shape, data)')),
    wrong("no-float16", "ND-17", "it knows no float16", Rewrite(_DTYPE, "if text in DTYPES or", 'if (text in DTYPES and text != "float16") or')),
    wrong("complex-turned", "ND-10", "it puts the imaginary part first", Rewrite(_ELEMENTS, "zip(atoms[::2], atoms[1::2], strict=True)", "zip(atoms[1::2], atoms[::2], strict=True)")),
    wrong("complex-parts-apart", "ND-10", "it puts all real parts before all imaginary parts",
          Rewrite(_ELEMENTS, "zip(atoms[::2], atoms[1::2], strict=True)", "zip(atoms[: len(atoms) // 2], atoms[len(atoms) // 2 :], strict=True)")),
    wrong("nans-quieted", "ND-09", "it sets the bit of NaNs that makes them quiet",
          Rewrite(_ELEMENTS, "bits(word, width) for word in", "bits(word | {2: 0x200, 4: 1 << 22, 8: 1 << 51}[width] if (word & {2: 0x7fff, 4: 2**31 - 1, 8: 2**63 - 1}[width])"
                  " > {2: 0x7c00, 4: 0x7f800000, 8: 0x7ff << 52}[width] else word, width) for word in")),
    wrong("minus-zeros-lost", "ND-09", "it drops the sign of zeros among elements",
          Rewrite(_ELEMENTS, "bits(word, width) for word in", "bits(0 if word == 1 << 8 * width - 1 else word, width) for word in")),
    wrong("infinities-as-nans", "ND-09", "it takes infinities among elements for NaNs",
          Rewrite(_ELEMENTS, "bits(word, width) for word in", "bits(word | (word in (0x7c00, 0x7f800000, 0x7ff << 52)), width) for word in")),
    wrong("elements-big-endian", "ND-04", "it reads and writes elements with the greatest octet first",
          Rewrite(_NDARRAY, _MADE, 'size = DTYPES[dtype].size\n    return NDArray(dtype, shape, b"".join(data[i : i + size][::-1] for i in range(0, len(data), size)))')),
    wrong("elements-of-16-bits-swapped", "ND-04", "it swaps octets in pairs",
          Rewrite(_NDARRAY, _MADE, 'return NDArray(dtype, shape, b"".join(data[i : i + 2][::-1] for i in range(0, len(data), 2)) if DTYPES[dtype].size > 1 else data)')),
    wrong("fortran-order", "ND-03", "it takes the first axis for the one that varies fastest",
          Rewrite(_NDARRAY, _MADE, "if len(shape) > 1 and 0 not in shape and len(shape) <= RANK:\n        import numpy\n"
                  "        data = numpy.frombuffer(data, DTYPES[dtype].code).reshape(shape[::-1]).T.tobytes()\n    return NDArray(dtype, shape, data)"),
          Rewrite("arrays.flatten", "return level", "size = len(level) // (shape[0] if shape and shape[0] else 1) or 1\n"
                  "    return [item for start in range(size) for item in level[start::size]]")),
)  # fmt: skip

_SHAPES: tuple[Misreading, ...] = (
    wrong("member-data", "ND-01", "it calls the octets of an array data",
          Entry("tables.MEMBERS", "ndarray", ("shape", "dtype", "data"))),
    wrong("member-dims", "ND-01", "it calls the shape of an array dims", Entry("tables.MEMBERS", "ndarray", ("dims", "dtype", "bytes"))),
    wrong("shape-reversed", "ND-02", "it takes the innermost dimension for the first", Rewrite(_NDARRAY, 'tuple(self.members["shape"])', 'tuple(self.members["shape"][::-1])')),
    wrong("shape-of-two", "ND-02", "it adds a dimension of 1 to arrays of one, as MATLAB does",
          Rewrite(_NDARRAY, 'tuple(self.members["shape"])', 'tuple(self.members["shape"])\n    shape = (*shape, 1) if len(shape) == 1 and not is_frame else shape')),
    wrong("ones-dropped", "ND-02", "it drops dimensions of 1",
          Rewrite(_NDARRAY, _MADE, "return NDArray(dtype, shape if is_frame else tuple(size for size in shape if size != 1) or shape[:0], data)")),
    wrong("dimensions-as-floats", "MP-03", "it packs dimensions as floats",
          Rewrite(_MEMBERS, '"shape": list(value.shape)', '"shape": [float(size) for size in value.shape]')),
    wrong("size-not-looked-at", "ND-06", "it does not compare the octets with the shape", Rewrite(_NDARRAY, _SIZED, "pass"),
          Rewrite(_ELEMENTS, "dtype = DTYPES[array.dtype]", "dtype = DTYPES[array.dtype]\n    array = NDArray(array.dtype, array.shape, array.data[: len(array.data) // dtype.size * dtype.size])")),
    wrong("size-at-least", "ND-06", "it takes more octets than the shape has", Rewrite(_NDARRAY, _SIZED, 'self.need(due is not None and due <= len(data), "shape.size", expected, len(data))\n    data = data[:due]')),
    wrong("size-padded", "ND-06", "it fills up with zeros what is missing",
          Rewrite(_NDARRAY, _SIZED, 'due = array_size(shape, DTYPES[dtype].size, 2**20)\n    self.need(due is not None and due >= len(data), "shape.size", expected, len(data))\n    data = data.ljust(due, b"\\0")')),
    wrong("size-of-whole-elements", "ND-06", "it drops octets that make no whole element",
          Rewrite(_NDARRAY, _SIZED, f"data = data[: len(data) // DTYPES[dtype].size * DTYPES[dtype].size]\n    {_SIZED}")),
    wrong("size-by-the-first", "ND-06", "it compares the octets with the first dimension alone",
          Rewrite(_NDARRAY, _SIZED, 'self.need(due == len(data) or shape[:1] == (len(data) // DTYPES[dtype].size,), "shape.size", expected, len(data))')),
    wrong("size-by-the-sum", "ND-06", "it adds dimensions up",
          Rewrite(_NDARRAY, _SIZED, 'self.need(due == len(data) or len(shape) > 1 and sum(shape) * DTYPES[dtype].size == len(data), "shape.size", expected, len(data))')),
    wrong("negative-inferred", "ND-06 ND-13", "it computes a dimension of -1 from the others, as numpy does",
          Rewrite(_NDARRAY, _NEGATIVE, "if shape.count(-1) == 1:\n        import math\n        rest = math.prod(size for size in shape if size != -1)\n"
                  '        length = len(self.members["bytes"])\n'
                  '        each = DTYPES[dtype].size if dtype in DTYPES else 1\n'
                  "        shape = tuple(length // each // max(abs(rest), 1) if size == -1 else size for size in shape)\n    " + _NEGATIVE)),
    wrong("negative-magnitude", "ND-06", "it drops the sign of a dimension",
          Rewrite(_NDARRAY, _NEGATIVE, "shape = tuple(map(abs, shape))"), Rewrite(_GIVEN, "dtype, elements = found", "shape = tuple(map(abs, shape))\n    dtype, elements = found")),
    wrong("negative-beside-zero", "ND-06", "it does not look at further dimensions where one is 0",
          Rewrite(_NDARRAY, _NEGATIVE, f"shape = tuple(map(abs, shape)) if 0 in shape else shape\n    {_NEGATIVE}"),
          Rewrite(_GIVEN, "dtype, elements = found", "shape = tuple(map(abs, shape)) if 0 in shape else shape\n    dtype, elements = found")),
    wrong("shape-inferred-by-encoders", "ND-13 ND-06", "its encoder computes a dimension of -1",
          Rewrite(_GIVEN, "dtype, elements = found", 'shape = tuple(len(found["elements"]) if size == -1 else size for size in shape)\n    dtype, elements = found')),
    wrong("shape-not-needed", "ND-13", "it takes an array without shape for one of one dimension",
          Rewrite("meaning._Object.check_members", "missing = [name", 'if "bytes" in self.members and "shape" not in self.members:\n'
                  '        self.members["shape"] = [len(self.members["bytes"]) if isinstance(self.members["bytes"], bytes) else 1]\n    missing = [name')),
    wrong("scalars-as-vectors", "ND-07", "it makes one dimension of 1 of none", Rewrite(_NDARRAY, _MADE, "return NDArray(dtype, shape or (1,), data)"),
          Rewrite("notation._array_to_json", "for dimension in array.shape]", "for dimension in array.shape] or ['1']")),
    wrong("scalars-of-any-size", "ND-07", "it takes the shape without dimensions for any number of elements",
          Rewrite(_NDARRAY, _SIZED, f"if shape:\n        {_SIZED}")),
    wrong("empty-shape-is-zero", "ND-07", "it takes the shape without dimensions for no elements",
          Rewrite(_SIZE, "size = itemsize if 0 not in shape else 0", "size = itemsize if shape and 0 not in shape else 0")),
    wrong("empty-as-vector", "ND-08", "it keeps one dimension of 0 of an array without elements", Rewrite(_NDARRAY, _MADE, "return NDArray(dtype, (0,) if 0 in shape and not is_frame else shape, data)"),
          Rewrite("arrays.nest", "level = list(elements)", "shape = (0,) if 0 in shape else shape\n    level = list(elements)")),
    wrong("empty-without-dtype", "ND-08", "it takes an array without elements for one of doubles", Rewrite(_NDARRAY, _MADE, 'return NDArray("float64" if 0 in shape else dtype, shape, data)')),
    wrong("empty-is-null", "ND-08", "it reads an array without elements as null", Rewrite(_PLAIN, "array = self.ndarray()", "array = self.ndarray()\n    if 0 in array.shape:\n        return None")),
    wrong("empty-of-any-size", "ND-08 ND-06", "it takes any octets where a dimension is 0", Rewrite(_NDARRAY, _SIZED, f"if 0 not in shape:\n        {_SIZED}"),
          Rewrite("notation._array_to_json", "return {", "array = NDArray(array.dtype, array.shape, b'') if 0 in array.shape and not isinstance(array.data, tuple) else array\n    return {")),
    *(
        wrong(f"product-of-{bits}-bits", "LIM-01", f"it multiplies dimensions and octets in {bits} bits",
              Rewrite(_SIZE, "for dimension in shape if size else ():\n        size *= dimension\n        if size > most:\n            return None",
                      f"for dimension in shape if size else ():\n        size = size * dimension % 2**{bits}"))
        for bits in (32, 64)
    ),
    *(
        wrong(f"elements-of-{bits}-bits", "LIM-01", f"it multiplies dimensions in {bits} bits, and the octets in more",
              Rewrite(_SIZE, "size = itemsize if 0 not in shape else 0\n    for dimension in shape if size else ():\n        size *= dimension\n        if size > most:\n            return None\n    return size",
                      f"size = 1 if 0 not in shape else 0\n    for dimension in shape if size else ():\n        size = size * dimension % 2**{bits}\n    return size * itemsize"))
        for bits in (32, 64)
    ),
    wrong("rank-31", "ND-12", "it reads at most 31 dimensions, whatever it chose",
          Rewrite(_NDARRAY, _LARGE, 'self.need(len(shape) < 32, "shape.size", "fewer", "more")\n    ' + _LARGE)),
    wrong("rank-limit-33", "ND-12", "who ends at 32 dimensions ends at 33", Rewrite(_NDARRAY, "len(shape) > RANK", "len(shape) > RANK + 1")),
    wrong("rank-limit-of-elements", "ND-12", "who ends at 32 dimensions does so for arrays with elements alone",
          Rewrite(_NDARRAY, "len(shape) > RANK", "(len(shape) > RANK and 0 not in shape)")),
    wrong("dimension-limit-higher", "ND-12", "who ends at 2^31 - 1 ends at 2^31", Rewrite(_NDARRAY, "max(shape) > DIMENSION", "max(shape) > DIMENSION + 1")),
    wrong("dimension-of-31-bits", "ND-12", "it reads dimensions below 2^31 - 1 alone, whatever it chose",
          Rewrite(_NDARRAY, _LARGE, 'self.need(not shape or max(shape) < DIMENSION, "shape.size", "less", "more")\n    ' + _LARGE)),
    wrong("large-shapes-not-written", "ND-12", "its encoder writes no large shape, whatever it chose",
          Rewrite(_MEMBERS, "members = {", 'if len(value.shape) > 32 or max(value.shape, default=0) >= 2**31:\n        raise refusal("LIMIT", "ND-12", "")\n    members = {')),
    wrong("dimension-of-the-first", "ND-12", "it looks at the first dimension alone", Rewrite(_NDARRAY, "max(shape) > DIMENSION", "shape[0] > DIMENSION")),
    wrong("bytes-as-text", "ND-15", "it takes a string for the octets of its characters, or for base64",
          Rewrite("meaning._Object.octets", 'self.need(not isinstance(member, str), "tag.text", f"binary as {name}", "a string")',
                  "if isinstance(member, str):\n        import base64\n        text = member if len(member) % 4 == 0 and member else base64.b64encode(member.encode()).decode()\n"
                  "        member = self.members[name] = base64.b64decode(text) or b'\\1\\2'")),
)  # fmt: skip

_BOOLEANS: tuple[Misreading, ...] = (
    wrong("booleans-packed", "BA-01", "it reads eight booleans from each octet",
          Rewrite(_NDARRAY, "due = array_size(", 'if dtype == "bool":\n        import math, numpy\n        count = math.prod(shape)\n'
                  "        data = numpy.unpackbits(numpy.frombuffer(data, numpy.uint8))[:count].tobytes()\n    due = array_size(")),
    wrong("booleans-turned", "BA-01", "it takes 00 for true", Rewrite(_ELEMENTS, "octet == 1", "octet != 1")),
    wrong("booleans-of-any-octet", "BA-02 EXT-07", "it takes every octet but 00 for true", Rewrite(_BOOLS, 'if data.translate(None, b"\\0\\1"):', "if False:")),
    wrong("booleans-by-their-first", "BA-02 EXT-07", "it looks at the first boolean alone", Rewrite(_BOOLS, "data.translate(", "data[:1].translate(")),
    wrong("booleans-not-their-last", "BA-02 EXT-07", "it does not look at the last boolean", Rewrite(_BOOLS, "data.translate(", "data[:-1].translate(")),
    wrong("booleans-below-128", "BA-02 EXT-07", "it takes octets from 80 on for signed, and not above 1",
          Rewrite(_BOOLS, 'b"\\0\\1"', 'b"\\0\\1" + bytes(range(128, 256))')),
    wrong("booleans-to-three", "BA-02", "it takes octets to 03 for booleans", Rewrite(_BOOLS, 'b"\\0\\1"', 'b"\\0\\1\\2\\3"')),
)  # fmt: skip

_ENCODING: tuple[Misreading, ...] = (
    wrong("elements-not-counted", "ENC-02 LIM-01", "its encoder does not compare the number of elements with the shape",
          Rewrite(_GIVEN, "if array_size(shape, 1, len(elements)) != len(elements):", "if False:"),
          Rewrite("arrays.nest", "level = [level[index", "shape = (len(level), *shape[1:]) if axis == 0 and len(shape) == 1 else shape\n        level = [level[index")),
    wrong("elements-at-least", "ENC-02", "its encoder drops elements that are too many",
          Rewrite(_GIVEN, "if array_size(shape, 1, len(elements)) != len(elements):",
                  "due = array_size(shape, 1, len(elements))\n    elements = elements[:due] if due is not None else elements\n    if due is None:")),
    wrong("elements-wrap", "ENC-02", "its encoder cuts elements to the size of the dtype",
          Rewrite(_PACKED, "numbers = [integer(element, \"an element\") for element in elements]",
                  'numbers = [(integer(element, "an element") - least) % (greatest - least + 1) + least for element in elements]')),
    wrong("elements-clamped", "ENC-02 ENC-01", "its encoder takes the nearest element that the dtype has",
          Rewrite(_PACKED, "numbers = [integer(element, \"an element\") for element in elements]",
                  'numbers = [max(least, min(integer(element, "an element"), greatest)) for element in elements]')),
    wrong("elements-converted", "ENC-02", "its encoder takes elements of another kind for 0",
          Rewrite("notation._octets", 'raise refusal("VALUE", "ENC-02", str(error)) from None', "return bytes(dtype.size * len(elements))")),
    wrong("masks-not-counted", "ENC-02", "its encoder does not compare the mask with the elements",
          Rewrite("notation._maskedarray", 'if len(mask) != len(found["elements"]):', "if False:")),
)  # fmt: skip

MISREADINGS = (*_DTYPES, *_SHAPES, *_BOOLEANS, *_ENCODING)
