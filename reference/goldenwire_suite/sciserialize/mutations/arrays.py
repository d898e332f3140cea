"""Mutations of arrays: members, shapes, booleans and requests to encoders."""

from goldenwire_suite.mutations import Edit, Entry, Mutation, Rewrite
from goldenwire_suite.sciserialize.mutations.builders import mutation

_NDARRAY, _BOOLS, _PLAIN = (f"meaning._Object.{name}" for name in ("ndarray", "check_bools", "plain_array"))
_SIZE = "arrays.array_size"
_SIZED = 'self.need(due == len(data), "shape.size", expected, len(data))'
_NEGATIVE = 'self.need(all(size >= 0 for size in shape), "shape.negative", "no negative dimension", "one")'
_LARGE = "if len(shape) > RANK or (0 in shape and max(shape) > DIMENSION):"
_MEMBERS = "encode.Reduction.array_members"
_GIVEN, _PACKED = "notation._array", "notation._packed"
_ELEMENTS = "notation._elements_to_json"


_SHAPES: tuple[Mutation, ...] = (
    mutation("member-data", "ND-01", "it calls the octets of an array data",
          Entry("tables.MEMBERS", "ndarray", ("shape", "dtype", "data"))),
    mutation("member-dims", "ND-01", "it calls the shape of an array dims",
          Entry("tables.MEMBERS", "ndarray", ("dims", "dtype", "bytes"))),
    mutation("shape-reversed", "ND-02", "it takes the innermost dimension for the first",
        Edit(_NDARRAY, "self.members['shape'] -> self.members['shape'][::-1]")),
    mutation("shape-of-two", "ND-02", "it adds a dimension of 1 to arrays of one, as MATLAB does",
          Rewrite(_NDARRAY, 'tuple(self.members["shape"])',
                  'tuple(self.members["shape"])\n    shape = (*shape, 1) if len(shape) == 1 and not is_frame else '
                  'shape')),
    mutation("ones-dropped", "ND-02", "it drops dimensions of 1",
        Edit(_NDARRAY,
             "NDArray(dtype, shape, data) -> "
             "NDArray(dtype, shape if is_frame else tuple((size for size in shape if size != 1)) or "
             "shape[:0], data)")),
    mutation("dimensions-as-floats", "MP-03 TAG-14", "it packs dimensions as floats",
        Edit(_MEMBERS, "list(value.shape) -> [float(size) for size in value.shape]")),
    mutation("size-not-looked-at", "ND-06", "it does not compare the octets with the shape",
          Rewrite(_NDARRAY, _SIZED, "pass"),
          Rewrite(_ELEMENTS, "dtype = DTYPES[array.dtype]",
                  "dtype = DTYPES[array.dtype]\n    array = NDArray(array.dtype, array.shape, array.data[: "
                  "len(array.data) // dtype.size * dtype.size])")),
    mutation("size-by-the-first", "ND-06", "it compares the octets with the first dimension alone",
        Edit(_NDARRAY, "due == len(data) -> due == len(data) or shape[:1] == (len(data) // DTYPES[dtype].size,)")),
    mutation("size-by-the-sum", "ND-06", "it adds dimensions up",
        Edit(_NDARRAY,
             "due == len(data) -> "
             "due == len(data) or (len(shape) > 1 and sum(shape) * DTYPES[dtype].size == len(data))")),
    mutation("negative-inferred", "ND-06 ND-13", "it computes a dimension of -1 from the others, as numpy does",
          Rewrite(_NDARRAY, _NEGATIVE,
                  "if shape.count(-1) == 1:\n        import math\n        rest = math.prod(size for size in shape if "
                  "size != -1)\n"
                  '        length = len(self.members["bytes"])\n'
                  '        each = DTYPES[dtype].size if dtype in DTYPES else 1\n'
                  "        shape = tuple(length // each // max(abs(rest), 1) if size == -1 else size for size in "
                  "shape)\n    " + _NEGATIVE)),
    mutation("negative-magnitude", "ND-06", "it drops the sign of a dimension",
          Rewrite(_NDARRAY, _NEGATIVE, "shape = tuple(map(abs, shape))"),
          Rewrite(_GIVEN, "dtype, elements = found", "shape = tuple(map(abs, shape))\n    dtype, elements = found")),
    mutation("shape-inferred-by-encoders", "ND-13 ND-06", "its encoder computes a dimension of -1",
          Rewrite(_GIVEN, "dtype, elements = found",
                  'shape = tuple(len(found["elements"]) if size == -1 else size for size in shape)\n    dtype, '
                  'elements = found')),
    mutation("shape-not-needed", "ND-13", "it takes an array without shape for one of one dimension",
          Rewrite("meaning._Object.check_members", "missing = [name",
                  'if "bytes" in self.members and "shape" not in self.members:\n'
                  '        self.members["shape"] = [len(self.members["bytes"]) if isinstance(self.members["bytes"], '
                  'bytes) else 1]\n    missing = [name')),
    mutation("scalars-as-vectors", "ND-07", "it makes one dimension of 1 of none",
        Edit(_NDARRAY, "NDArray(dtype, shape, data) -> NDArray(dtype, shape or (1,), data)"),
        Edit("notation._array_to_json",
             "[str(dimension) for dimension in array.shape] -> "
             "[str(dimension) for dimension in array.shape] or ['1']")),
    mutation("scalars-of-any-size", "ND-07", "it takes the shape without dimensions for any number of elements",
          Rewrite(_NDARRAY, _SIZED, f"if shape:\n        {_SIZED}")),
    mutation("empty-shape-is-zero", "ND-07", "it takes the shape without dimensions for no elements",
        Edit(_SIZE, "0 not in shape -> shape and 0 not in shape")),
    mutation("empty-without-dtype", "ND-08", "it takes an array without elements for one of doubles",
        Edit(_NDARRAY, "NDArray(dtype, shape, data) -> NDArray('float64' if 0 in shape else dtype, shape, data)")),
    mutation("empty-is-null", "ND-08", "it reads an array without elements as null",
          Rewrite(_PLAIN, "array = self.ndarray()",
                  "array = self.ndarray()\n    if 0 in array.shape:\n        return None")),
    mutation("empty-of-any-size", "ND-08 ND-06", "it takes any octets where a dimension is 0",
          Rewrite(_NDARRAY, _SIZED, f"if 0 not in shape:\n        {_SIZED}"),
          Rewrite("notation._array_to_json", "return {",
                  "array = NDArray(array.dtype, array.shape, b'') if 0 in array.shape and not isinstance(array.data, "
                  "tuple) else array\n    return {")),
    *(
        mutation(f"product-of-{bits}-bits", "LIM-01", f"it multiplies dimensions and octets in {bits} bits",
              Rewrite(_SIZE, "for dimension in shape if size else ():\n        size *= dimension\n        if size > "
                             "most:\n            return None",
                      f"for dimension in shape if size else ():\n        size = size * dimension % 2**{bits}"))
        for bits in (32, 64)
    ),
    *(
        mutation(f"elements-of-{bits}-bits", "LIM-01",
            f"it multiplies dimensions in {bits} bits, and the octets in more",
              Rewrite(_SIZE, "size = itemsize if 0 not in shape else 0\n    for dimension in shape if size else ():\n "
                             "       size *= dimension\n        if size > most:\n            return None\n    return "
                             "size",
                      f"size = 1 if 0 not in shape else 0\n    for dimension in shape if size else ():\n        size "
                      f"= size * dimension % 2**{bits}\n    return size * itemsize"))
        for bits in (32, 64)
    ),
    mutation("rank-31", "ND-12", "it reads at most 31 dimensions, whatever it chose",
          Rewrite(_NDARRAY, _LARGE, 'self.need(len(shape) < 32, "shape.size", "fewer", "more")\n    ' + _LARGE)),
    mutation("rank-limit-33", "ND-12", "who ends at 32 dimensions ends at 33",
        Edit(_NDARRAY, "len(shape) > RANK -> len(shape) > RANK + 1")),
    mutation("rank-limit-of-elements", "ND-12", "who ends at 32 dimensions does so for arrays with elements alone",
        Edit(_NDARRAY, "len(shape) > RANK -> len(shape) > RANK and 0 not in shape")),
    mutation("dimension-limit-higher", "ND-12", "who ends at 2^31 - 1 ends at 2^31",
        Edit(_NDARRAY, "max(shape) > DIMENSION -> max(shape) > DIMENSION + 1")),
    mutation("dimension-of-31-bits", "ND-12", "it reads dimensions below 2^31 - 1 alone, whatever it chose",
          Rewrite(_NDARRAY, _LARGE,
                  'self.need(not shape or max(shape) < DIMENSION, "shape.size", "less", "more")\n    ' + _LARGE)),
    mutation("large-shapes-not-written", "ND-12", "its encoder writes no large shape, whatever it chose",
          Rewrite(_MEMBERS, "members = {",
                  'if len(value.shape) > 32 or max(value.shape, default=0) >= 2**31:\n        raise refusal("LIMIT", '
                  '"ND-12", "")\n    members = {')),
    mutation("dimension-of-the-first", "ND-12", "it looks at the first dimension alone",
        Edit(_NDARRAY, "max(shape) -> shape[0]")),
    mutation("bytes-as-text", "ND-15", "it takes a string for the octets of its characters, or for base64",
          Rewrite("meaning._Object.octets",
                  'self.need(not isinstance(member, str), "tag.text", f"binary as {name}", "a string")',
                  "if isinstance(member, str):\n        import base64\n        text = member if len(member) % 4 == 0 "
                  "and member else base64.b64encode(member.encode()).decode()\n"
                  "        member = self.members[name] = base64.b64decode(text) or b'\\1\\2'")),
)  # fmt: skip

_BOOLEANS: tuple[Mutation, ...] = (
    mutation("booleans-packed", "BA-01", "it reads eight booleans from each octet",
          Rewrite(_NDARRAY, "due = array_size(",
                  'if dtype == "bool":\n        import math, numpy\n        count = math.prod(shape)\n'
                  "        data = numpy.unpackbits(numpy.frombuffer(data, numpy.uint8))[:count].tobytes()\n    due = "
                  "array_size(")),
    mutation("booleans-turned", "BA-01", "it takes 00 for true",
        Edit(_ELEMENTS, "octet == 1 -> octet != 1")),
    mutation("booleans-of-any-octet", "BA-02 EXT-07", "it takes every octet but 00 for true",
        Edit(_BOOLS, "data.translate(None, b'\\x00\\x01') -> False")),
    mutation("booleans-by-their-first", "BA-02 EXT-07", "it looks at the first boolean alone",
        Edit(_BOOLS, "data.translate -> data[:1].translate")),
    mutation("booleans-not-their-last", "BA-02 EXT-07", "it does not look at the last boolean",
        Edit(_BOOLS, "data.translate -> data[:-1].translate")),
    mutation("booleans-below-128", "BA-02 EXT-07", "it takes octets from 80 on for signed, and not above 1",
        Edit(_BOOLS,
             "data.translate(None, b'\\x00\\x01') -> "
             "data.translate(None, b'\\x00\\x01' + bytes(range(128, 256)))")),
    mutation("booleans-to-three", "BA-02", "it takes octets to 03 for booleans",
        Edit(_BOOLS, "data.translate(None, b'\\x00\\x01') -> data.translate(None, b'\\x00\\x01\\x02\\x03')")),
)  # fmt: skip

_ENCODING: tuple[Mutation, ...] = (
    mutation("elements-not-counted", "ENC-02 LIM-01",
        "its encoder does not compare the number of elements with the shape",
          Rewrite(_GIVEN, "if array_size(shape, 1, len(elements)) != len(elements):", "if False:"),
          Rewrite("arrays.nest", "level = [level[index",
                  "shape = (len(level), *shape[1:]) if axis == 0 and len(shape) == 1 else shape\n        level = "
                  "[level[index")),
    mutation("elements-wrap", "ENC-02", "its encoder cuts elements to the size of the dtype",
        Edit(_PACKED,
             "integer(element, 'an element') -> "
             "(integer(element, 'an element') - least) % (greatest - least + 1) + least")),
    mutation("elements-clamped", "ENC-02 ENC-01", "its encoder takes the nearest element that the dtype has",
        Edit(_PACKED, "integer(element, 'an element') -> max(least, min(integer(element, 'an element'), greatest))")),
    mutation("elements-converted", "ENC-02", "its encoder takes elements of another kind for 0",
        Edit("notation._octets",
             "raise refusal('VALUE', 'ENC-02', str(error)) from None -> "
             "return bytes(dtype.size * len(elements))")),
    mutation("masks-not-counted", "ENC-02", "its encoder does not compare the mask with the elements",
        Edit("notation._maskedarray", "len(mask) != len(found['elements']) -> False")),
)  # fmt: skip

MUTATIONS = (*_SHAPES, *_BOOLEANS, *_ENCODING)
