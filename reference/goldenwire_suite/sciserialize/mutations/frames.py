"""Mutations of data frames and extensions."""

from goldenwire_suite.mutations import Edit, Entry, Mutation, Rewrite
from goldenwire_suite.sciserialize.mutations.builders import mutation

_FRAME, _NDARRAY, _LABELS, _MASKED, _SET, _FILL = (
    f"meaning._Object.{name}" for name in ("dataframe", "ndarray", "labels", "maskedarray", "unique_set", "fill")
)
_MADE = "return DataFrame(array, columns, rows)"
_WRITTEN, _WRITTEN_MASK, _WRITTEN_SET = (
    f"encode.Reduction.{name}" for name in ("dataframe", "maskedarray", "unique_set")
)
_NEST = 'self.need(elements is not None, "object.nest", "arrays nested in that shape", "others")'
_EQUAL = "if len({identity(element) for element in elements}) < len(elements):"
_EQUAL_GIVEN = "if len({identity(element) for element in value.elements}) < len(value.elements):"


def _equal(found: str) -> tuple[Rewrite, Rewrite]:
    """Changes with which elements of sets, read and written, are equal if this expression is."""
    return (
        Rewrite(_SET, _EQUAL, f"if len({{{found} for element in elements}}) < len(elements):"),
        Rewrite(
            _WRITTEN_SET, _EQUAL_GIVEN, f"if len({{{found} for element in value.elements}}) < len(value.elements):"
        ),
    )


def _order(key: str) -> Rewrite:
    return Rewrite(
        "encode.in_order", "key=lambda element: write_json(lenient.reduce(element))", f"key=lambda element: {key}"
    )


_FRAMES: tuple[Mutation, ...] = (
    mutation("frame-of-index", "DF-01", "it calls the labels of rows index",
          Entry("tables.MEMBERS", "dataframe", ("shape", "dtype", "bytes", "columns", "index"))),
    mutation("frame-as-array", "DF-01", "it reads a data frame as its array",
        Edit(_FRAME, "DataFrame(array, columns, rows) -> array")),
    mutation("frame-of-any-rank", "DF-02", "it takes a data frame of any number of dimensions",
        Edit(_NDARRAY, "self.need(len(shape) == 2, 'frame.rank', 'two dimensions', len(shape)) -> pass"),
        Edit(_FRAME,
             "self.need(array.shape == labels, 'frame.labels', f'{array.shape} labels of rows and "
             "columns', labels) -> "
             "pass"),
        Edit("notation._dataframe_to_json",
             "{'dtype': value.array.dtype, **labels, 'elements': _elements_to_json(value.array)} -> "
             "{'dtype': value.array.dtype, **labels, 'rank': len(value.array.shape), 'elements': "
             "_elements_to_json(value.array)}")),
    mutation("frame-columns-first", "DF-06 DF-02", "it takes the first dimension for the number of columns",
        Edit(_FRAME, "(len(rows), len(columns)) -> (len(columns), len(rows))")),
    mutation("labels-not-counted", "DF-06", "it does not compare labels with the shape",
        Edit(_FRAME,
             "self.need(array.shape == labels, 'frame.labels', f'{array.shape} labels of rows and "
             "columns', labels) -> "
             "pass")),
    mutation("labels-of-rows-alone", "DF-06", "it counts the labels of rows alone",
        Edit(_FRAME, "(len(rows), len(columns)) -> (len(rows), *array.shape[1:])")),
    mutation("labels-of-columns-alone", "DF-06", "it counts the labels of columns alone",
        Edit(_FRAME, "(len(rows), len(columns)) -> (*array.shape[:1], len(columns))")),
    mutation("labels-by-their-product", "DF-06", "it compares the labels with the number of elements",
        Edit(_FRAME,
             "self.need(array.shape == labels, 'frame.labels', f'{array.shape} labels of rows and "
             "columns', labels) -> "
             "self.need(array.shape == labels or labels[0] * labels[1] == len(array.data), "
             "'frame.labels', '', '')")),
    mutation("labels-of-any-kind", "DF-03", "it takes labels of any kind",
        Edit(_LABELS,
             "item if isinstance(item, str | dt.datetime) else self.integer(item, f'a label of {name}', "
             "'tag.label') -> "
             "item"),
        Edit(_WRITTEN, "isinstance(label, bool) or not isinstance(label, str | int | dt.datetime) -> False")),
    mutation("labels-that-are-booleans", "DF-03", "it takes booleans as labels",
        Edit(_LABELS, "str | dt.datetime -> str | bool | dt.datetime"),
        Edit(_WRITTEN,
             "isinstance(label, bool) or not isinstance(label, str | int | dt.datetime) -> "
             "not isinstance(label, str | int | dt.datetime)")),
    mutation("labels-that-are-null", "DF-03", "it takes null as a label",
        Edit(_LABELS, "str | dt.datetime -> str | None | dt.datetime"),
        Edit(_WRITTEN, "str | int -> str | int | None")),
    mutation("labels-that-are-fractions", "DF-03", "it takes fractions as labels",
        Edit(_LABELS, "str | dt.datetime -> str | float | dt.datetime"),
        Edit(_WRITTEN, "str | int -> str | int | float")),
    mutation("labels-that-are-durations", "DF-03", "it takes durations as labels",
        Edit(_LABELS, "str | dt.datetime -> str | dt.timedelta | dt.datetime"),
        Edit(_WRITTEN, "str | int -> str | int | dt.timedelta")),
    mutation("labels-once", "DF-03", "it refuses labels that repeat",
          Rewrite(_FRAME, _MADE, 'self.need(len({*columns}) == len(columns), "frame.labels", "", "")\n    ' + _MADE)),
    mutation("labels-in-order", "DF-03", "it puts integers and strings that are labels in order",
          Rewrite(_FRAME, _MADE,
                  "columns = tuple(sorted(columns, key=str))\n    rows = tuple(sorted(rows, key=lambda row: "
                  "(str(type(row)), row)))\n    " + _MADE)),
    mutation("empty-labels-numbered", "DF-03", "it numbers columns whose label is empty",
          Rewrite(_FRAME, _MADE,
                  "columns = tuple(label or number for number, label in enumerate(columns))\n    " + _MADE)),
    mutation("labels-without-date-times", "DF-03", "it takes no date-time as a label",
        Edit(_LABELS, "str | dt.datetime -> str")),
    mutation("labels-to-text", "DF-04", "it turns labels into text, as the reference program does",
          Rewrite(_FRAME, _MADE,
                  "columns, rows = (tuple(map(str, labels)) for labels in (columns, rows))\n    " + _MADE)),
    mutation("labels-to-integers", "DF-04", "it takes digits in a label for an integer",
          Rewrite(_FRAME, _MADE,
                  "columns, rows = (tuple(int(l) if isinstance(l, str) and l.isdecimal() else l for l in labels) for "
                  "labels in (columns, rows))\n    " + _MADE)),
    mutation("frame-of-first-kind", "DF-05", "it reads the first column alone in the dtype, and the others as octets",
          Rewrite(_FRAME, _MADE,
                  'if len(columns) > 1 and array.dtype in ("float64", "object"):\n        return '
                  'DataFrame(NDArray("bool", array.shape, bytes(len(columns + rows))), columns, rows)\n    ' + _MADE)),
)  # fmt: skip

_MASKS: tuple[Mutation, ...] = (
    mutation("masked-arrays-unknown", "EXT-02",
        "it takes the tag of a masked array for an unknown one, also where it is on",
        Edit("meaning._Object.tagged",
             "not is_known(tag, self.meaning.extensions) -> "
             "tag == 'maskedarray' or not is_known(tag, self.meaning.extensions)")),
    mutation("masks-turned", "EXT-02", "it takes 01 in a mask for an element that is not masked",
        Edit("notation._maskedarray_to_json", "octet == 1 -> octet != 1")),
    mutation("fill-dropped", "EXT-02", "it drops the fill value",
        Edit(_MASKED, "self.members['fill_value'] -> 1")),
    mutation("mask-member", "EXT-02", "it calls the octets of a mask mask",
          Entry("tables.MEMBERS", "maskedarray", ("shape", "dtype", "bytes", "mask", "fill_value"))),
    mutation("fill-as-integer", "EXT-02", "it turns a fill value that is a double or a boolean into an integer",
        Edit(_MASKED, "self.members['fill_value'] -> int(self.members['fill_value'])")),
    mutation("mask-not-counted", "EXT-07", "it does not compare the mask with the elements",
        Edit(_MASKED,
             "self.need(due == len(mask), 'mask.size', 'an octet of mask for each element', len(mask)) -> "
             "pass")),
    mutation("mask-at-least", "EXT-07", "it takes a mask that is too long",
        Edit(_MASKED,
             "self.need(due == len(mask), 'mask.size', 'an octet of mask for each element', len(mask)) -> "
             "self.need(due is not None and due <= len(mask), 'mask.size', '', '')")),
    mutation("mask-of-octets", "EXT-07", "it takes a mask with an octet for each octet of the elements",
        Edit(_MASKED,
             "self.need(due == len(mask), 'mask.size', 'an octet of mask for each element', len(mask)) -> "
             "self.need(len(mask) in (due, len(array.data)), 'mask.size', '', '')")),
    mutation("fills-of-any-kind", "EXT-07", "it takes fill values of any kind",
        Edit(_FILL,
             "self.need(isinstance(member, int | float), 'tag.fill', f'a number or boolean as {name}', "
             "_kind(member)) -> "
             "pass"),
        Edit(_WRITTEN_MASK, "not isinstance(value.fill, int | float) -> False")),
    mutation("fills-that-are-text", "EXT-07", "it takes digits in a string as fill value",
        Edit(_FILL, "int | float -> int | float | str"),
        Edit(_WRITTEN_MASK, "int | float -> int | float | str")),
    mutation("fills-that-are-null", "EXT-07", "it takes null as fill value",
        Edit(_FILL, "int | float -> int | float | None"),
        Edit(_WRITTEN_MASK, "int | float -> int | float | None")),
    mutation("mask-as-text", "ND-15", "it takes a string for the octets of a mask",
          Rewrite("meaning._Object.octets",
                  'self.need(not isinstance(member, str), "tag.text", f"binary as {name}", "a string")',
                  "if isinstance(member, str):\n        member = self.members[name] = b'\\1\\0\\1'")),
)  # fmt: skip

_SETS: tuple[Mutation, ...] = (
    mutation("sets-unknown", "EXT-01", "it takes the tag of a set for an unknown one, also where it is on",
        Edit("meaning._Object.tagged",
             "not is_known(tag, self.meaning.extensions) -> "
             "tag == 'unique_set' or not is_known(tag, self.meaning.extensions)")),
    mutation("set-of-elements", "EXT-01", "it calls the member of a set elements",
          Entry("tables.MEMBERS", "unique_set", ("elements",))),
    mutation("set-as-array", "EXT-01", "it reads a set as an array",
        Edit(_SET, "UniqueSet(tuple(elements)) -> elements")),
    mutation("set-without-repetitions", "EXT-01 EXT-08", "it drops elements of a set that repeat",
          Rewrite(_SET, _EQUAL,
                  "elements = list({identity(element): element for element in elements}.values())\n    if False:"),
          Rewrite(_WRITTEN_SET, _EQUAL_GIVEN,
                  "value = UniqueSet(tuple({identity(element): element for element in value.elements}.values()))\n    "
                  "if False:")),
    mutation("equal-next-to-one-another", "EXT-08", "it compares an element with the one before it alone",
        Edit(_SET,
             "len({identity(element) for element in elements}) < len(elements) -> "
             "any((identity(a) == identity(b) for a, b in zip(elements, elements[1:])))")),
    mutation("equal-by-text", "EXT-08", "it compares elements by the text of their JSON",
        Edit("meaning._Object.unique_set", "identity(element) -> repr(element)"),
        Edit("encode.Reduction.unique_set", "identity(element) -> repr(element)")),
    mutation("equal-as-python", "EXT-08", "it compares elements as Python does, for which 1 is true and 0 is -0.0",
        Edit(_SET,
             "len({identity(element) for element in elements}) < len(elements) -> "
             "any((element == other for place, element in enumerate(elements) for other in elements[:place]))"),
        Edit(_WRITTEN_SET,
             "len({identity(element) for element in value.elements}) < len(value.elements) -> "
             "any((element == other for place, element in enumerate(value.elements) for other in "
             "value.elements[:place]))")),
    mutation("equal-by-scalars", "EXT-08", "it compares scalars alone, not what holds others",
        Edit("meaning._Object.unique_set",
             "identity(element) -> "
             "id(element) if isinstance(element, list | dict | UniqueSet | NDArray) else identity(element)"),
        Edit("encode.Reduction.unique_set",
             "identity(element) -> "
             "id(element) if isinstance(element, list | dict | UniqueSet | NDArray) else identity(element)")),
    mutation("equal-kinds-apart", "EXT-08", "it takes an integer and a double for different elements",
        Edit("meaning._Object.unique_set", "identity(element) -> (type(element), identity(element))"),
        Edit("encode.Reduction.unique_set", "identity(element) -> (type(element), identity(element))")),
    mutation("equal-instants", "EXT-08", "it takes date-times of one instant for equal",
        Edit("meaning._Object.unique_set",
             "identity(element) -> "
             "element.utctimetuple()[:6] if isinstance(element, dt.datetime) else identity(element)"),
        Edit("encode.Reduction.unique_set",
             "identity(element) -> "
             "element.utctimetuple()[:6] if isinstance(element, dt.datetime) else identity(element)")),
    mutation("equal-in-order", "EXT-08", "it compares maps and sets by the order of what is in them",
        Edit("meaning._Object.unique_set",
             "identity(element) -> "
             "repr(element) if isinstance(element, dict | UniqueSet) else identity(element)"),
        Edit("encode.Reduction.unique_set",
             "identity(element) -> "
             "repr(element) if isinstance(element, dict | UniqueSet) else identity(element)")),
    mutation("equal-by-octets", "EXT-08", "it compares arrays by their octets alone",
        Edit("meaning._Object.unique_set",
             "identity(element) -> "
             "element.data if isinstance(element, NDArray) else identity(element)"),
        Edit("encode.Reduction.unique_set",
             "identity(element) -> "
             "element.data if isinstance(element, NDArray) else identity(element)")),
    mutation("equal-by-keys", "EXT-08", "it compares maps by their keys alone",
        Edit("meaning._Object.unique_set",
             "identity(element) -> "
             "tuple(sorted(element)) if isinstance(element, dict) else identity(element)"),
        Edit("encode.Reduction.unique_set",
             "identity(element) -> "
             "tuple(sorted(element)) if isinstance(element, dict) else identity(element)")),
    mutation("equal-by-first-items", "EXT-08", "it compares arrays by their first item",
        Edit("meaning._Object.unique_set",
             "identity(element) -> "
             "repr(element[:1]) if isinstance(element, list) else identity(element)"),
        Edit("encode.Reduction.unique_set",
             "identity(element) -> "
             "repr(element[:1]) if isinstance(element, list) else identity(element)")),
    mutation("equal-without-values", "EXT-08", "it takes null and false for 0",
        Edit("meaning._Object.unique_set",
             "identity(element) -> "
             "identity(0) if element is None or element is False else identity(element)"),
        Edit("encode.Reduction.unique_set",
             "identity(element) -> "
             "identity(0) if element is None or element is False else identity(element)")),
    mutation("equal-folded", "EXT-08", "it compares strings without regard to case or form",
        Edit("meaning._Object.unique_set",
             "identity(element) -> "
             "__import__('unicodedata').normalize('NFC', element.lower()) if isinstance(element, str) "
             "else identity(element)"),
        Edit("encode.Reduction.unique_set",
             "identity(element) -> "
             "__import__('unicodedata').normalize('NFC', element.lower()) if isinstance(element, str) "
             "else identity(element)")),
    mutation("equal-octets-and-text", "EXT-08", "it takes octets and the string of them for equal",
        Edit("meaning._Object.unique_set",
             "identity(element) -> "
             "element.decode('latin-1') if isinstance(element, bytes) else element if isinstance(element, "
             "str) else identity(element)"),
        Edit("encode.Reduction.unique_set",
             "identity(element) -> "
             "element.decode('latin-1') if isinstance(element, bytes) else element if isinstance(element, "
             "str) else identity(element)")),
    mutation("equal-nans-by-bits", "EXT-08", "it compares NaNs that are numbers by their bits",
        Edit("identity._number", "math.isnan(value) -> False")),
    mutation("equal-array-nans", "EXT-08", "it takes all NaNs that are elements of arrays for one",
        Edit("meaning._Object.unique_set",
             "identity(element) -> "
             "'nan' if isinstance(element, NDArray) and element.data[2:] == bytes.fromhex('c07f') else "
             "identity(element)"),
        Edit("encode.Reduction.unique_set",
             "identity(element) -> "
             "'nan' if isinstance(element, NDArray) and element.data[2:] == bytes.fromhex('c07f') else "
             "identity(element)")),
    mutation("equal-by-spelling", "EXT-08", "it compares 1, 1.0 and the like by their spelling, -0.0 too",
        Edit("meaning._Object.unique_set",
             "identity(element) -> "
             "str(abs(element)).removesuffix('.0') if type(element) in (int, float) else identity(element)"),
        Edit("encode.Reduction.unique_set",
             "identity(element) -> "
             "str(abs(element)).removesuffix('.0') if type(element) in (int, float) else identity(element)")),
    mutation("set-in-given-order", "CANON-08", "it writes the elements of a set as they are given",
        Edit(_WRITTEN_SET, "in_order(value.elements) -> list(value.elements)")),
    mutation("set-order-of-numbers", "CANON-08", "it orders numbers by their values",
        Edit("encode.in_order",
             "write_json(lenient.reduce(element)) -> "
             "(b'', element) if type(element) in (int, float) else (write_json(lenient.reduce(element)), 0)")),
    mutation("set-order-of-utf-16", "CANON-08", "it orders the texts of elements by their code units in UTF-16",
        Edit("encode.in_order",
             "write_json(lenient.reduce(element)) -> "
             "write_json(lenient.reduce(element)).decode().encode('utf-16-be')")),
    mutation("set-order-of-msgpack", "CANON-08", "it orders elements by their MessagePack",
        Edit("encode.in_order",
             "write_json(lenient.reduce(element)) -> "
             "__import__('msgpack').packb(lenient.reduce(element))")),
    mutation("set-order-descending", "CANON-08", "it writes elements in descending order",
        Edit("encode.in_order",
             "sorted(elements, key=lambda element: write_json(lenient.reduce(element))) -> "
             "sorted(elements, key=lambda element: write_json(lenient.reduce(element)), reverse=True)")),
    mutation("set-order-of-spelling", "CANON-08", "it orders elements as if integers were spelled as doubles",
        Edit("encode.in_order",
             "lenient.reduce(element) -> "
             "lenient.reduce([float(i) for i in element] if isinstance(element, list) and all((type(i) in "
             "(int, float) for i in element)) else element)")),
)  # fmt: skip

_OBJECTS: tuple[Mutation, ...] = (
    mutation("nests-of-any-shape", "EXT-03", "it takes whatever nest there is, and as many elements as it has",
          Rewrite(_NDARRAY, _NEST, "elements = elements if elements is not None else [None]"),
          ),
    mutation("nests-of-any-length", "EXT-03", "it takes arrays of any length in a nest",
        Edit("arrays.flatten", "isinstance(items, list) and len(items) == dimension -> isinstance(items, list)")),
    mutation("nests-by-their-first", "EXT-03", "it looks at the first array of each level alone",
        Edit("arrays.flatten",
             "(isinstance(items, list) and len(items) == dimension for items in level) -> "
             "(isinstance(items, list) and len(items) == dimension for items in level[:1])")),
    mutation("nests-one-deeper", "EXT-03", "it writes an array around the nest",
        Edit("encode.Reduction.array_members", "nest(value.data, value.shape) -> [nest(value.data, value.shape)]")),
    mutation("nests-written-flat", "EXT-03", "it writes objects in one array whatever the shape",
        Edit("encode.Reduction.array_members", "nest(value.data, value.shape) -> list(value.data)")),
    mutation("octets-as-objects", "EXT-03", "it takes octets, maps, strings or null for a nest of one",
        Edit("arrays.flatten", "[nest] -> [nest if isinstance(nest, list) else [nest]] if shape else [nest]")),
    mutation("objects-in-masked-arrays", "EXT-03 ND-20", "it takes masked arrays of objects",
          Rewrite("meaning._Object.is_object_array", 'in ("ndarray", "dataframe")',
                  'in ("ndarray", "dataframe", "maskedarray")'),
          Rewrite(_MASKED, "due = array_size", "mask = mask if mask else b''\n    due = array_size"),
          Rewrite(_WRITTEN_MASK, "if isinstance(value.array.data, tuple):", "if False:")),
    mutation("objects-always", "EXT-05", "it has arrays of objects on, whatever it is asked",
        Edit("encode.Reduction.array_members", "OBJECT not in self.extensions and (not self.lenient) -> False"),
        Edit("meaning._Object.is_object_array",
             "is_plain and self.members['dtype'] == OBJECT and (OBJECT in self.meaning.extensions) -> "
             "is_plain and self.members['dtype'] == OBJECT")),
    mutation("object-scalars-in-arrays", "EXT-03 ND-07", "it wants the one element of no dimensions in an array",
        Edit("arrays.flatten", "return level -> return nest if not shape and isinstance(nest, list) else level")),
    mutation("objects-empty-are-null", "EXT-03 ND-08", "it drops empty rows",
        Edit("arrays.nest", "level[0] -> [] if 0 in shape else level[0]")),
    mutation("extensions-on", "EXT-05", "it has sets and masked arrays on, whatever it is asked",
        Edit("meaning._Object.tagged", "self.meaning.extensions -> ('maskedarray', 'unique_set')"),
        Edit("encode.Reduction.check_extension", "name not in self.extensions and (not self.lenient) -> False")),
    mutation("any-extension-is-all", "EXT-05", "it has all extensions on where one is",
        Edit("meaning._Object.tagged",
             "self.meaning.extensions -> "
             "self.meaning.extensions and ('maskedarray', 'unique_set')"),
        Edit("encode.Reduction.check_extension", "name not in self.extensions -> not self.extensions"),
        Edit("encode.Reduction.array_members", "OBJECT not in self.extensions -> not self.extensions")),
    mutation("off-is-value", "EXT-05", "it calls what is not on VALUE",
        Edit("encode.Reduction.check_extension",
             "refusal('UNKNOWN_TYPE', 'EXT-05', f'a {name}, and the extension is not on') -> "
             "refusal('VALUE', 'EXT-05', f'a {name}, and the extension is not on')"),
        Edit("encode.Reduction.array_members",
             "refusal('DTYPE', 'EXT-05', 'an array of objects, and the extension object is not on') -> "
             "refusal('VALUE', 'EXT-05', 'an array of objects, and the extension object is not on')")),
    mutation("unpickles", "EXT-04 GEN-13", "it unpickles what is called a pickle",
          Rewrite("meaning._Object.tagged", "if not is_known",
                  'if tag == "pypickle":\n        import pickle\n        data = self.members["b"]\n'
                  "        return pickle.loads(data if isinstance(data, bytes) else data.encode())\n    if not "
                  "is_known")),
)  # fmt: skip

MUTATIONS = (*_FRAMES, *_MASKS, *_SETS, *_OBJECTS)
