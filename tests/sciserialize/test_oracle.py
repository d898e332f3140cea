"""Tests of the oracle itself, on the specification's examples and on hand-written bytes."""

import base64
import json
import math
import random
import re
import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
import pytest

from kit.each import each
from sciserialize.oracle import spec as sciserialize_spec
from sciserialize.oracle.arrays import DTYPES, SHORT
from sciserialize.oracle.call import POLICIES, OracleReject
from sciserialize.oracle.codec import decode, encode, objects
from sciserialize.oracle.json import double

HERE = Path(__file__).parent

JSON = {"carrier": "json"}
MSGPACK = {"carrier": "msgpack"}

# --- the worked examples of the specification -----------------------------------------------------


def examples(verdict: str) -> list[Any]:
    return [
        pytest.param(data, outcome, id=name)
        for name, (data, outcome) in sciserialize_spec.examples().items()
        if outcome["verdict"] == verdict
    ]


def refused(data: bytes, context: Mapping[str, Any], policies: Mapping[str, str] = POLICIES) -> tuple[str, int | None]:
    """Decode the bytes, which must be refused, and return class and offset of the refusal."""
    with pytest.raises(OracleReject) as caught:
        decode(data, context, policies)
    return caught.value.code, caught.value.offset


def test_everything_in_the_specification_was_found() -> None:
    text = sciserialize_spec.text()
    assert len(sciserialize_spec.examples()) == text.count("\n### Example ")
    assert len(sciserialize_spec.origins()) == text.count("\n- **SCISERIALIZE-")
    _, _, classes = text.partition("\nThe classes: ")
    codes = re.findall("[A-Z0-9_]{4,}", classes.partition(".")[0])
    assert (sorted(sciserialize_spec.requirements_of_classes()), len(codes)) == (sorted(codes), 14)
    named = set().union(*sciserialize_spec.requirements_of_classes().values())
    assert named - sciserialize_spec.origins().keys() == set()


@pytest.mark.parametrize(("data", "outcome"), examples("accept"))
def test_an_example_has_its_value(data: bytes, outcome: dict[str, Any]) -> None:
    assert decode(data, outcome["context"]) == outcome["value"]
    assert (encode(outcome["value"], outcome["context"]) == data) == outcome["canonical"]


@each(("data", "outcome"), examples("reject"))
def test_an_example_is_refused(data: bytes, outcome: dict[str, Any]) -> None:
    assert [*refused(data, outcome["context"])] == [*outcome["code"], outcome["offset"]]
    assert outcome["requirement"] in sciserialize_spec.requirements_of_classes()[outcome["code"][0]]


@pytest.mark.parametrize(("data", "outcome"), examples("either"))
def test_an_example_is_judged_by_policy(data: bytes, outcome: dict[str, Any]) -> None:
    for choice, expected in outcome["outcomes"].items():
        policies = {outcome["policy"]: choice}
        if "code" in expected:
            assert [*refused(data, outcome["context"], policies)] == [*expected["code"], expected["offset"]]
        else:
            assert decode(data, outcome["context"], policies) == expected["value"]


# --- the carriers ---------------------------------------------------------------------------------

# The first byte that no document can have in that place.
NO_JSON = {
    "leading-zero": ("[01]", 2),
    "no-fraction": ("[1.,2]", 3),
    "no-exponent": ("[1e+]", 4),
    "point-twice": ("1.5.", 3),
    "plus": ("[+1]", 1),
    "minus-alone": ("-", 1),
    "minus-infinity": ("-Infinity", 1),
    "unknown-escape": (r'["\x"]', 3),
    "not-hexadecimal": (r'["\u12G4"]', 6),
    "escape-cut": (r'"\u00', 5),
    "control": ('["a\tb"]', 3),
    "string-cut": ('"ab', 3),
    "word": ("[nulx]", 4),
    "word-cut": ("tru", 3),
    "bare-key": ("{a:1}", 1),
    "no-colon": ('{"a" 1}', 5),
    "no-comma": ("[1 2]", 3),
    "comma-in-array": ("[1,]", 3),
    "comma-in-object": ('{"a":1,}', 7),
    "array-cut": ("[1", 2),
    "space-alone": (" \n", 2),
    "second-value": ("1 1", 2),
    "form-feed": ("\f1", 0),
    "no-ascii": ("[ÿ]", 1),
}


@pytest.mark.parametrize(("text", "offset"), NO_JSON.values(), ids=NO_JSON.keys())
def test_what_is_no_json_is_refused_where_it_ceases_to_be(text: str, offset: int) -> None:
    assert refused(text.encode(), JSON) == ("SYNTAX", offset)


# Input that the libraries accept: the walks before them must refuse it.
LAX_JSON = {
    "nan": ("[NaN]", "SYNTAX", 1),
    "infinite": ("[1e999]", "NUMBER", 1),
    "integer-infinite": ("[1" + "0" * 309 + "]", "NUMBER", 1),
    "wide-integer": ("18446744073709551616", "NUMBER", 0),
    "repeated": (r'{"a":1,"\u0061":2}', "DUPLICATE_KEY", 7),
    "half-a-pair": (r'["\ud83d"]', "UTF8", 1),
    "pair-reversed": (r'["\ude00\ud83d"]', "UTF8", 1),
    "deep": ("[" * 129 + "]" * 129, "LIMIT", 128),
}


@pytest.mark.parametrize(("text", "code", "offset"), LAX_JSON.values(), ids=LAX_JSON.keys())
def test_what_the_json_library_lets_pass_is_refused(text: str, code: str, offset: int) -> None:
    json.loads(text)
    assert refused(text.encode(), JSON) == (code, offset)


LAX_MSGPACK = {
    "repeated": ("82a16101d9016102", "DUPLICATE_KEY", 4),
    "ext": ("91d40500", "CARRIER_TYPE", 1),
    "timestamp": ("d6ff00000000", "CARRIER_TYPE", 0),
    "nan": ("91cb7ff8000000000000", "NUMBER", 1),
    "infinite-single": ("ca7f800000", "NUMBER", 0),
    "octets-as-key": ("81c4016101", "KEY_TYPE", 1),
    "deep": ("91" * 128 + "90", "LIMIT", 128),
}


@pytest.mark.parametrize(("data", "code", "offset"), LAX_MSGPACK.values(), ids=LAX_MSGPACK.keys())
def test_what_the_msgpack_library_lets_pass_is_refused(data: str, code: str, offset: int) -> None:
    msgpack.unpackb(bytes.fromhex(data))
    assert refused(bytes.fromhex(data), MSGPACK) == (code, offset)


NO_MSGPACK = {
    "empty": ("", 0),
    "never-used": ("91c1", 1),
    "str-cut": ("9201a3abcd", 2),
    "length-cut": ("dcff", 0),
    "item-missing": ("dcffff01", 4),
    "many-items-missing": ("dfffffffff", 5),
    "value-missing": ("81a161", 3),
    "more": ("c0c0", 1),
}


@pytest.mark.parametrize(("data", "offset"), NO_MSGPACK.values(), ids=NO_MSGPACK.keys())
def test_what_is_no_msgpack_is_refused_where_an_item_begins(data: str, offset: int) -> None:
    assert refused(bytes.fromhex(data), MSGPACK) == ("SYNTAX", offset)


def test_the_places_of_objects_are_told_as_the_objects_end() -> None:
    assert objects(b'[{"a":{},"b":[{"c":1}]},{}]', JSON) == [6, 14, 1, 24]
    assert objects(bytes.fromhex("9282a16180a1629181a1630180"), MSGPACK) == [4, 8, 1, 12]


# --- doubles --------------------------------------------------------------------------------------

# As ECMAScript writes them, but for the ".0".
DOUBLES = {
    "0.0": 0.0,
    "-0.0": -0.0,
    "1.0": 1.0,
    "-1.5": -1.5,
    "123.987": 123.987,
    "100000000000000000000.0": 1e20,
    "1e+21": 1e21,
    "1.5e+300": 1.5e300,
    "0.000001": 1e-6,
    "1e-7": 1e-7,
    "-1.5e-7": -1.5e-7,
    "5.684341886080802e-14": 2.0**-44,
    "9007199254740992.0": 2.0**53,
    "123456789012345680000.0": 123456789012345680000.0,
    "5e-324": 5e-324,
    "1.7976931348623157e+308": 1.7976931348623157e308,
}


@pytest.mark.parametrize(("text", "number"), DOUBLES.items(), ids=DOUBLES.keys())
def test_a_double_has_its_text(text: str, number: float) -> None:
    assert double(number) == text


def test_the_text_of_a_double_is_the_shortest_that_comes_back() -> None:
    chance = random.Random(0)
    for _ in range(2000):
        (number,) = struct.unpack("<d", chance.randbytes(8))
        if not math.isfinite(number):
            continue
        digits = double(number).partition("e")[0].replace(".", "").strip("-0") or "0"
        least = next(size for size in range(17) if float(f"{number:.{size}e}") == number) + 1
        assert float(double(number)) == number
        assert len(digits) <= least


# --- arrays ---------------------------------------------------------------------------------------


def test_the_dtypes_are_those_of_the_specification() -> None:
    _, _, table = sciserialize_spec.text().partition("| dtype | octets | element | short names (policy) |\n")
    rows = [row.replace("\\|", "¦").split("|") for row in table.split("\n\n")[0].splitlines()[1:]]
    found = {row[1].strip(" `"): (int(row[2]), {*row[4].replace("`", "").replace("¦", "|").split()}) for row in rows}
    assert found == {
        name: (dtype.itemsize, {short for short, full in SHORT.items() if full == name})
        for name, dtype in DTYPES.items()
    }


LAYOUTS: Mapping[str, Callable[[Any], Any]] = {
    "fortran": np.asfortranarray,
    "reversed": lambda array: array[::-1, :, ::-1],
    "strided": lambda array: array[:, ::2],
    "transposed": lambda array: array.T,
    "big-endian": lambda array: array.astype(array.dtype.newbyteorder(">")),
    "repeated": lambda array: np.broadcast_to(array[:1], (3, *array.shape[1:])),
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS.keys())
@each("name", [name for name in DTYPES if "int" in name])
def test_numpy_has_the_same_elements_in_c_order(name: str, layout: Callable[[Any], Any]) -> None:
    size = DTYPES[name].itemsize
    array = layout(np.frombuffer(random.Random(name).randbytes(24 * size), DTYPES[name]).reshape(2, 3, 4))
    data = {"__base64__": base64.b64encode(array.astype(DTYPES[name]).tobytes()).decode()}
    tree = {"__type__": "ndarray", "shape": array.shape, "dtype": name, "bytes": data}
    value = decode(json.dumps(tree).encode())
    shape = [str(dimension) for dimension in array.shape]
    elements = [str(array[place]) for place in np.ndindex(array.shape)]
    assert value == {"ndarray": {"dtype": name, "shape": shape, "elements": elements}}


# --- extensions -----------------------------------------------------------------------------------

ALL = {"carrier": "json", "extensions": ["maskedarray", "object", "unique_set"]}

REFUSED = {
    "number-twice": ('{"__type__":"unique_set","set":[1,true,1.0]}', "VALUE"),
    # The same set twice: in canonical JSON [1] comes after [1.5], and [1.0] before it.
    "set-twice": (
        '{"__type__":"unique_set","set":[{"__type__":"unique_set","set":[[1],[1.5]]},'
        '{"__type__":"unique_set","set":[[1.0],[1.5]]}]}',
        "VALUE",
    ),
    "masked-objects": (
        '{"__type__":"maskedarray","shape":[],"dtype":"object","bytes":{"__base64__":""},'
        '"mask_bytes":{"__base64__":"AA=="},"fill_value":0}',
        "DTYPE",
    ),
    "masked-nest": (
        '{"__type__":"maskedarray","shape":[],"dtype":"object","bytes":[],'
        '"mask_bytes":{"__base64__":"AA=="},"fill_value":0}',
        "MEMBER",
    ),
    "binary-for-a-nest": ('{"__type__":"ndarray","shape":[1],"dtype":"object","bytes":{"__base64__":""}}', "SHAPE"),
}


@pytest.mark.parametrize(("text", "code"), REFUSED.values(), ids=REFUSED.keys())
def test_an_extension_has_its_limits(text: str, code: str) -> None:
    assert refused(text.encode(), ALL) == (code, 0)


DIFFERENT = {"kinds": '[1,true,"1",[1]]', "zeros": "[0.0,-0.0]", "orders": "[[1,2],[2,1]]", "none": "[]"}


@pytest.mark.parametrize("text", DIFFERENT.values(), ids=DIFFERENT.keys())
def test_values_that_differ_make_a_set(text: str) -> None:
    value = decode(f'{{"__type__":"unique_set","set":{text}}}'.encode(), ALL)
    assert len(value["unique_set"]) == len(json.loads(text))
    assert decode(encode(value, ALL), ALL) == value
