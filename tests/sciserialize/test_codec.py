"""The SciSerialize codec beyond its vectors: traces, hostile input, every choice of every policy, canonical doubles."""

import json
import math
import struct
from collections.abc import Iterator
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldenwire_reference.errors import DecodeError, EncodeError, NotationError
from goldenwire_reference.sciserialize import FORMAT
from goldenwire_reference.sciserialize.codec import decode, encode, write_msgpack
from goldenwire_reference.sciserialize.encode import Reduction
from goldenwire_reference.sciserialize.identity import identity
from goldenwire_reference.sciserialize.isostr import parse, parse_wide
from goldenwire_reference.sciserialize.json_encode import double_text
from goldenwire_reference.sciserialize.model import NDArray, UniqueSet
from goldenwire_reference.sciserialize.notation import from_json
from goldenwire_reference.sciserialize.tables import CARRIERS, Carrier
from goldenwire_suite.cases import Accept, Feature
from goldenwire_suite.sciserialize.cases.values import wire
from goldenwire_suite.sciserialize.mutations.packer import Packer
from goldenwire_suite.suite import suite_of
from kit.each import each

JSON, MSGPACK = {"carrier": "json"}, {"carrier": "msgpack"}


def accepted() -> Iterator[Any]:
    """Yield the accepted cases of the catalogue."""
    feature: Feature
    for feature in suite_of(FORMAT).cases():
        for case in feature.cases:
            if isinstance(case, Accept):
                yield pytest.param(case, id=f"{feature.name}/{case.name}")


@each("case", accepted)
def test_the_trace_tiles_the_input(case: Accept) -> None:
    data = case.data if case.data is not None else FORMAT.encode(case.value, case.context)
    explanation = FORMAT.explain(data, case.context)
    ends = [field.offset + field.size for field in explanation.fields]
    assert [field.offset for field in explanation.fields] == [0, *ends[:-1]]
    assert ends[-1] == len(data)
    assert all(field.size > 0 and " " not in field.name for field in explanation.fields)


@each("case", lambda: (case for case in accepted() if "msgpack" in case.id))
def test_the_packer_of_mistakes_makes_none_by_itself(case: Accept) -> None:
    tree = Reduction("msgpack", (case.context or {}).get("extensions", ())).reduce(from_json(case.value))
    assert Packer().packed(tree) == write_msgpack(tree)


def test_a_long_document_has_a_short_trace() -> None:
    explanation = FORMAT.explain(b"[" + b"1," * 9999 + b"1]", JSON)
    assert len(explanation.fields) < 520
    assert sum(field.size for field in explanation.fields) == 20001


@pytest.mark.parametrize(
    ("data", "context", "code", "offset"),
    [
        pytest.param(b"[" * 100_000, JSON, "LIMIT", 128, id="brackets"),
        pytest.param(b'{"":' * 100_000, JSON, "LIMIT", 512, id="braces"),
        pytest.param(b"\x91" * 100_000, MSGPACK, "LIMIT", 128, id="arrays"),
        pytest.param(b"\x81\xa0" * 100_000, MSGPACK, "LIMIT", 256, id="maps"),
        pytest.param(b"1" * 1_000_000, JSON, "NUMBER", 0, id="a million digits"),
        pytest.param(b'["' + b"\\u0041" * 100_000, JSON, "SYNTAX", 600_002, id="escapes"),
        pytest.param(b"\xdd\xff\xff\xff\xff" * 100, MSGPACK, "SYNTAX", 500, id="counts"),
        pytest.param(b"\xc6\xff\xff\xff\xff", MSGPACK, "SYNTAX", 0, id="a length"),
    ],
)
def test_hostile_input_is_refused(data: bytes, context: Any, code: str, offset: int) -> None:
    with pytest.raises(DecodeError) as refusal:
        FORMAT.decode(data, context)
    assert (refusal.value.code, refusal.value.offset) == (code, offset)


@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_shape_of_many_dimensions_is_multiplied_no_further_than_needed(carrier: Carrier) -> None:
    data = wire(carrier, {"__type__": "ndarray", "dtype": "int8", "shape": [2**53 - 1] * 20_000, "bytes": b""})
    with pytest.raises(DecodeError) as refusal:
        decode(data, carrier)
    assert refusal.value.code == "SHAPE"


@pytest.mark.parametrize("level", [129, 200])
@pytest.mark.parametrize("carrier", CARRIERS)
def test_deeper_input_is_read_where_the_policy_is_to_accept_it(carrier: Carrier, level: int) -> None:
    data = b"[" * level + b"]" * level if carrier == "json" else b"\x91" * (level - 1) + b"\x90"
    value = FORMAT.decode(data, {"carrier": carrier}, policies={"sciserialize.depth": "accept"})
    assert str(value).count("array") == level


def test_the_depth_has_a_ceiling_in_any_case() -> None:
    with pytest.raises(DecodeError) as refusal:
        FORMAT.decode(b"[" * 201, JSON, policies={"sciserialize.depth": "accept"})
    assert refusal.value.code == "LIMIT"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1.0"), (-0.0, "-0.0"), (0.0, "0.0"), (123.987, "123.987"), (1e20, "100000000000000000000.0"),
        (1e21, "1e+21"), (1.5e300, "1.5e+300"), (0.000001, "0.000001"), (1e-7, "1e-7"), (1.5e-7, "1.5e-7"),
        (5e-324, "5e-324"), (2.0**-44, "5.684341886080802e-14"), (-2.5, "-2.5"), (1e23, "1e+23"),
        (123456789012345680000.0, "123456789012345680000.0"), (0.1 + 0.2, "0.30000000000000004"),
    ],
)  # fmt: skip
def test_canonical_doubles(value: float, text: str) -> None:
    assert double_text(value) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_canonical_doubles_come_back(value: float) -> None:
    found = decode(double_text(value).encode())
    assert isinstance(found, float)
    assert struct.pack(">d", found) == struct.pack(">d", value)


@given(st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(st.characters(exclude_categories=["Cs"]))
    | st.binary() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abc\u20ac\U0001f600"), inner),
    max_leaves=8,
))  # fmt: skip
def test_values_come_back_over_both_carriers(value: Any) -> None:
    octets = encode(value, "msgpack")
    assert decode(encode(value, "json"), "json") == decode(octets, "msgpack") == value
    assert msgpack.unpackb(octets) == value


def outcome(data: bytes, carrier: Carrier = "json") -> Any:
    """Return the value of the bytes, or their refusal."""
    try:
        return decode(data, carrier)
    except DecodeError as refusal:
        return refusal


@given(st.binary(max_size=40), st.sampled_from(CARRIERS))
def test_any_octets_are_read_or_refused(data: bytes, carrier: Carrier) -> None:
    found = outcome(data, carrier)
    if isinstance(found, DecodeError):
        assert found.code in FORMAT.codec.codes
        assert 0 <= found.offset <= len(data)
    else:
        assert identity(decode(encode(found, carrier), carrier)) == identity(found)


@given(st.text('{}[]":,-0123456789.eE\\utrfnaslNI \n', max_size=20))
def test_json_is_refused_where_the_json_package_refuses_it(text: str) -> None:
    def refuse_constant(name: str) -> None:
        raise ValueError(name)

    found = outcome(text.encode())
    try:
        expected = json.loads(text, parse_constant=refuse_constant)
    except ValueError:
        expected = None
        assert isinstance(found, DecodeError)
    if isinstance(found, DecodeError):
        assert found.code in {"SYNTAX", "NUMBER", "DUPLICATE_KEY", "UTF8"}
    else:
        assert found == expected


@pytest.mark.parametrize(
    ("text", "profile", "wide"),
    [
        ("2015-02-18T21:40:23", "2015-02-18T21:40:23", "2015-02-18T21:40:23"),
        ("2015-02-18T21:40:23.5Z", "2015-02-18T21:40:23.500000+00:00", "2015-02-18T21:40:23.500000+00:00"),
        ("2015-02-18T21:40:23-00:30", "2015-02-18T21:40:23-00:30", "2015-02-18T21:40:23-00:30"),
        ("2015-02-18T21:40:23-00:00", None, "2015-02-18T21:40:23+00:00"),
        ("2015-02-18 21:40:23,5+0530", None, "2015-02-18T21:40:23.500000+05:30"),
        ("20150218T214023-08", None, "2015-02-18T21:40:23-08:00"),
        ("2015-02-18T214023", None, None),
        ("2015-02-18T21:40:23+24:00", None, None),
        ("2015-02-18T21:40:60", None, None),
        ("\uff12015-02-18T21:40:23", None, None),
        ("2015-02-18T21:40:23\n", None, None),
    ],
)
def test_date_times(text: str, profile: str | None, wide: str | None) -> None:
    found = [moment and moment.isoformat() for moment in (parse(text), parse_wide(text))]
    assert found == [profile, wide]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1.0, True), (0, -0.0, False), (0.0, -0.0, False), (1, True, False), (0, False, False), ("1", 1, False),
        (b"a", "a", False), ([1], [1.0], True), ({"a": 1, "b": 2}, {"b": 2, "a": 1.0}, True), (None, False, False),
        (2**53 + 1, 2.0**53, False), (2**53, 2.0**53, True), (math.inf, -math.inf, False),
        (UniqueSet((1, 2)), UniqueSet((2, 1)), True), (UniqueSet(()), [], False),
        (NDArray("int8", (1,), b"\1"), NDArray("uint8", (1,), b"\1"), False),
        (NDArray("int8", (1,), b"\1"), NDArray("int8", (), b"\1"), False),
        (NDArray("object", (1,), (1,)), NDArray("object", (1,), (1.0,)), True),
    ],
)  # fmt: skip
def test_what_is_the_same(one: Any, other: Any, same: bool) -> None:
    assert (identity(one) == identity(other)) is same


@pytest.mark.parametrize("number", ["18446744073709551616", "-9223372036854775809"])
def test_a_set_that_a_codec_wrote_is_read_with_integers_that_it_must_not_write(number: str) -> None:
    text = f'{{"__type__":"unique_set","set":[{number},1]}}'
    value = FORMAT.decode(text.encode(), {"carrier": "json", "extensions": ["unique_set"]}, written=True)
    assert {"number": number} in value["unique_set"]


@pytest.mark.parametrize(
    "context",
    [
        {}, {"carrier": "cbor"}, {"carrier": "json", "extensions": []}, {"carrier": "json", "extensions": ["pickle"]},
        {"carrier": "json", "extensions": ["unique_set", "object"]}, {"carrier": "json", "extensions": "object"},
        {"carrier": "json", "more": 1}, "json", [],
    ],
    ids=repr,
)  # fmt: skip
def test_contexts_that_are_none(context: Any) -> None:
    with pytest.raises(NotationError):
        FORMAT.decode(b"1", context)


def test_no_context_is_json() -> None:
    assert FORMAT.decode(b"[]") == {"array": []}


@pytest.mark.parametrize(
    "value",
    [
        1, 1.5, "a", [], {}, {"number": 1}, {"number": "01"}, {"number": "0x1"}, {"str": 1}, {"bin": "A0"}, {"map": {}},
        {"map": [["a"]]}, {"map": [[1, None]]}, {"array": {}}, {"datetime": 1}, {"timedelta": ["1"]}, {"unknown": {}},
        {"ndarray": {"dtype": "int8"}}, {"ndarray": {"dtype": 8, "shape": [], "elements": ["1"]}}, {"number": "1",
        "x": 1},
        {"complex": []}, {"utf8": "zz"}, {"ndarray": {"dtype": "bool", "shape": ["1"], "elements": "1"}},
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_no_notation(value: Any) -> None:
    with pytest.raises(NotationError):
        FORMAT.encode(value, JSON)


@pytest.mark.parametrize(
    ("dtype", "element"),
    [("bool", "1"), ("float32", "0x00"), ("complex64", "0x00000000"), ("int8", "01"), ("int8", True), ("uint8", None)],
)
def test_an_element_of_another_kind_is_refused(dtype: str, element: Any) -> None:
    with pytest.raises(EncodeError) as refusal:
        FORMAT.encode({"ndarray": {"dtype": dtype, "shape": ["1"], "elements": [element]}}, JSON)
    assert refusal.value.code == "VALUE"


LEAST, GREATEST = -(2**63), 2**64 - 1
BEYOND = {
    "above": (0, 0, GREATEST + 1),
    "below": (0, 0, LEAST - 1),
    "cancelled": (-213_503_982_334_601, GREATEST + 1, 0),
    "days": (GREATEST + 1, LEAST, LEAST),
}


@pytest.mark.parametrize("members", BEYOND.values(), ids=BEYOND.keys())
def test_a_duration_with_a_member_beyond_64_bits_is_refused(members: tuple[int, int, int]) -> None:
    with pytest.raises(EncodeError) as refusal:
        FORMAT.encode({"timedelta": list(map(str, members))}, JSON)
    assert refusal.value.code == "NUMBER"
    assert not hasattr(refusal.value, "offset")


@pytest.mark.parametrize(
    "members",
    [
        (0, 0, GREATEST),
        (0, 0, LEAST),
        (-213_503_982_334_601, GREATEST, GREATEST),
        (-104_249_991_375, 2**53 + 1, LEAST),
    ],
)
def test_the_members_of_a_duration_are_added_up_exactly(members: tuple[int, int, int]) -> None:
    written = FORMAT.encode({"timedelta": list(map(str, members))}, JSON)
    days, seconds, microseconds = map(int, FORMAT.decode(written, JSON)["timedelta"])
    total = (members[0] * 86_400 + members[1]) * 10**6 + members[2]
    assert (days * 86_400 + seconds) * 10**6 + microseconds == total
    assert 0 <= seconds < 86_400
    assert 0 <= microseconds < 10**6


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"map": [["__type__", None]]}, "RESERVED"),
        ({"unknown": [["__type__", {"str": "color"}], ["a", None], ["a", None]]}, "DUPLICATE_KEY"),
        ({"str": "\ud800"}, "UTF8"),
        ({"datetime": "2015-02-29T00:00:00"}, "VALUE"),
        ({"unique_set": []}, "UNKNOWN_TYPE"),
    ],
    ids=str,
)
def test_a_refusal_of_a_value_has_no_offset(carrier: Carrier, value: Any, code: str) -> None:
    with pytest.raises(EncodeError) as refusal:
        FORMAT.encode(value, {"carrier": carrier})
    assert refusal.value.code == code
    assert not hasattr(refusal.value, "offset")


def test_a_plan_is_no_part_of_the_format() -> None:
    with pytest.raises(NotationError):
        FORMAT.encode(None, JSON, [])


@pytest.mark.parametrize("levels", [129, 5000])
def test_a_value_that_nests_too_deep_is_refused(levels: int) -> None:
    value: Any = None
    for _ in range(levels):
        value = {"array": [value]}
    with pytest.raises(EncodeError) as refusal:
        FORMAT.encode(value, JSON)
    assert refusal.value.code == "LIMIT"


@pytest.mark.parametrize("dimensions", [130, 5000])
def test_an_array_of_too_many_dimensions_is_refused_in_a_set_too(dimensions: int) -> None:
    array = {"ndarray": {"dtype": "object", "shape": ["1"] * dimensions, "elements": [None]}}
    with pytest.raises(EncodeError) as refusal:
        FORMAT.encode({"unique_set": [array]}, {"carrier": "json", "extensions": ["object", "unique_set"]})
    assert refusal.value.code == "LIMIT"


def test_an_array_of_objects_does_not_make_a_nest_of_billions() -> None:
    value = {"ndarray": {"dtype": "object", "shape": [str(2**40), "0"], "elements": []}}
    with pytest.raises(EncodeError) as refusal:
        FORMAT.encode(value, JSON | {"extensions": ["object"]})
    assert refusal.value.code == "LIMIT"


def test_the_canary_holds_the_nonce() -> None:
    assert FORMAT.declaration.canary
    context, value, data = FORMAT.declaration.canary(123456789)
    assert FORMAT.decode(data, context) == value
    assert b"123456789" in data
