"""Mutations of dtypes and elements of arrays."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from goldenwire_reference.sciserialize.model import NDArray
from goldenwire_reference.sciserialize.tables import DTYPE_ALIASES, DTYPES, OBJECT
from goldenwire_suite.mutations import Disabled, Edit, Entry, Mutation, Replaced
from goldenwire_suite.sciserialize.mutations.builders import mutation

_NDARRAY, _DTYPE = "meaning._Object.ndarray", "meaning._Object.dtype"
_GIVEN = "notation._array"
_ELEMENTS = "notation._elements_to_json"


def _reads(known: Callable[[str], object]) -> Replaced:
    """A change that reads dtypes by the names that `known` returns for them, where those are in the table."""

    def dtype(original: Any, self: Any) -> Any:
        return found if (found := known(self.members["dtype"])) in DTYPES else original(self)

    return Replaced(_DTYPE, dtype)


def _writes(known: Callable[[str], str]) -> Replaced:
    return Replaced(_GIVEN, lambda given, found, *rest: given({**found, "dtype": known(found["dtype"])}, *rest))


def _made(change: Callable[[NDArray], NDArray]) -> Replaced:
    return Replaced(_NDARRAY, lambda original, self, **named: change(original(self, **named)))


def _takes(others: dict[str, str]) -> Replaced:
    """A change that reads the octets of some dtypes as elements of others."""
    return _made(lambda array: replace(array, dtype=others.get(array.dtype, array.dtype)))


def _elements(change: Callable[[Any, NDArray], Any]) -> Replaced:
    """A change of elements that are no objects, as an array of numpy of one dimension."""

    def changed(array: Any) -> Any:
        return change(np.frombuffer(array.data, DTYPES[array.dtype].code), array).tobytes()

    return _made(lambda array: array if array.dtype == OBJECT else replace(array, data=changed(array)))


def _by_columns(original: Any, nest: Any, shape: Any) -> Any:
    level = original(nest, shape)
    return level and [level[place] for place in np.arange(len(level)).reshape(shape, order="F").ravel()]


def _quiet(bits: Any, word: int, size: int) -> Any:
    sign, fraction = 2 ** (8 * size - 1), 2 ** {2: 10, 4: 23, 8: 52}[size]
    return bits(word | fraction // 2 if word % sign > sign - fraction else word, size)


_PLATFORM = {
    "int": "int64", "float": "float64", "double": "float64", "d": "float64", "uintc": "uint32", "complex": "complex128",
    "half": "float16", "bool8": "bool", "bool_": "bool", "bfloat16": "float16", "int128": "complex128", "8": "int8",
}  # fmt: skip

MUTATIONS: tuple[Mutation, ...] = (
    mutation("dtypes-of-the-platform", "ND-05",
        "it takes names that change with the platform, and others of C and of chips", _reads(_PLATFORM.get)),
    mutation("dtypes-trimmed", "ND-05", "it takes blanks at the ends of a dtype, and the name of its module before it",
        _reads(lambda text: text.strip().removeprefix("numpy."))),
    mutation("dtypes-by-number", "ND-05", "it takes a dtype apart into a word and a number",
        _reads(lambda text: re.sub(r"(?<=[a-z])0+(?=\d)", "", text))),
    mutation("dtypes-of-any-case", "ND-05", "it takes dtypes in upper case", _reads(str.lower)),
    mutation("dtypes-native", "ND-05", "it takes the native order of a host for the little-endian one",
        _reads(lambda text: text[:1] == "=" and DTYPE_ALIASES.get(text[1:]))),
    mutation("dtypes-of-any-order-mark", "ND-05", "it takes any mark of an order before a short name",
        _reads(lambda text: text[:1] in ("<", "|") and DTYPE_ALIASES.get(text[1:]))),
    mutation("dtypes-empty", "ND-05", "it takes no dtype for octets", _reads(lambda text: text or "int8")),
    mutation("dtypes-unknown", "ND-05", "it takes dtypes that it does not know for octets", Disabled("dtype", "int8")),
    mutation("dtypes-of-every-object", "ND-05", "it looks dtypes up where its language has names of its own",
        _reads(lambda text: text in ("constructor", "toString", "__proto__") and "int8")),
    mutation("dtypes-big-endian", "ND-16", "it takes big-endian dtypes for their little-endian ones",
        _reads(lambda text: text[:1] == ">" and DTYPE_ALIASES.get(text[1:]))),
    mutation("dtypes-of-time", "ND-18", "it takes times of numpy for integers", Disabled("dtype.time", "int64")),
    mutation("dtypes-long", "ND-19", "it takes long doubles for something as long",
        Disabled("dtype.long", "complex128")),
    mutation("dtypes-of-elements", "ND-20 EXT-05", "it takes text, raw octets, structures and objects for octets",
        Disabled("dtype.element", "int8")),
    mutation("dtypes-all-written", "ND-05 ND-14 ND-16 ND-18 ND-19 ND-20",
        "its encoder writes doubles for elements of a dtype that it does not know",
        _writes(lambda dtype: dtype if dtype in (*DTYPES, OBJECT) else "float64")),
    mutation("aliases-always", "ND-14", "it takes short names of dtypes whatever it chose, and writes them",
        Disabled("dtype.alias"), _writes(lambda dtype: DTYPE_ALIASES.get(dtype, dtype))),
    *(
        mutation(f"alias-{alias}-as-{other}", "ND-14", f"it takes {alias} for {other}",
                 Entry("tables.DTYPE_ALIASES", alias, other))
        for alias, other in (("|b1", "int8"), ("i1", "uint8"), ("<i2", "float16"), ("<u4", "int32"), ("c8", "float64"),
                             ("f8", "int64"))
    ),
    mutation("dtypes-unsigned", "ND-05 ND-08", "it takes signed integers for unsigned ones, and booleans too",
        _takes({"bool": "uint8", "int8": "uint8", "int16": "uint16", "int32": "uint32", "int64": "uint64"})),
    mutation("dtypes-signed", "ND-05 ND-08", "it takes unsigned integers for signed ones",
        _takes({"uint8": "int8", "uint16": "int16", "uint32": "int32", "uint64": "int64"})),
    mutation("dtypes-as-words", "ND-05 ND-08",
        "it takes small floats for the integers of their bits, and complex64 for float64",
        _takes({"float16": "uint16", "float32": "uint32", "complex64": "float64"})),
    mutation("dtype-complex128-as-pairs", "ND-05 ND-08", "it takes complex128 for pairs of complex64",
        _takes({"complex128": "complex64"})),
    mutation("dtype-float64-empty-as-float32", "ND-08 ND-05",
        "it takes an array of float64 without elements for one of float32",
        _made(lambda array: array if array.data or array.dtype != "float64" else replace(array, dtype="float32"))),
    mutation("subnormals-flushed", "ND-05 ND-09", "it takes subnormal doubles among elements for zeros",
        Edit(_ELEMENTS, "bits(word, width) -> bits(0 if width == 8 and word % 2**63 < 2**52 else word, width)")),
    mutation("no-float16", "ND-17", "it knows no float16",
        Edit(_DTYPE, "text in DTYPES -> text in DTYPES and text != 'float16'")),
    mutation("complex-turned", "ND-10", "it puts the imaginary part first",
        Edit(_ELEMENTS, "zip(atoms[::2], atoms[1::2], strict=True) -> zip(atoms[1::2], atoms[::2])")),
    mutation("complex-parts-apart", "ND-10", "it puts all real parts before all imaginary parts",
        Edit(_ELEMENTS, "zip(atoms[::2], atoms[1::2], strict=True) -> zip(atoms, atoms[len(atoms) // 2:])")),
    mutation("nans-quieted", "ND-09", "it sets the bit of NaNs that makes them quiet",
        Replaced("notation.bits", _quiet)),
    mutation("minus-zeros-lost", "ND-09", "it drops the sign of zeros among elements",
        Edit(_ELEMENTS, "bits(word, width) -> bits(0 if word == 1 << 8 * width - 1 else word, width)")),
    mutation("infinities-as-nans", "ND-09", "it takes infinities among elements for NaNs",
        Edit(_ELEMENTS, "bits(word, width) -> bits(word | (word in (31744, 2139095040, 2047 << 52)), width)")),
    mutation("elements-big-endian", "ND-04", "it reads elements with the greatest octet first",
        _elements(lambda elements, array: elements.byteswap())),
    mutation("elements-of-16-bits-swapped", "ND-04", "it swaps octets in pairs",
        _elements(lambda elements, array: elements.view("<u2").byteswap())),
    mutation("fortran-order", "ND-03", "it takes the first axis for the one that varies fastest",
        _elements(lambda elements, array: elements.reshape(array.shape[::-1]).T),
        Replaced("arrays.flatten", _by_columns)),
)  # fmt: skip
