"""Equality of two values: a table of texts, and the differences that do not count."""

from typing import Any

import msgspec
import pytest
from msgspec import Raw

from goldenwire.judge.equality import is_nan, same
from goldenwire.protocol import repeated
from kit.each import each


def _raw(json: Any) -> Raw:
    return Raw(msgspec.json.encode(json))


@each(
    ("expected", "got", "alike"),
    [
        (b'{"a":"1","b":["2"]}', b'{"b": ["2"], "a": "1"}', True),
        (b'"\\u00e9"', '"é"'.encode(), True),
        (b'["1"]', b'["1","1"]', False),
        (b'["1"]', b"[1]", False),
        (b"true", b"1", False),
        (b"null", b"false", False),
        (b'"0x7fc00000"', b'"0x7fc00001"', False),
        (b'[{"nan":"8"}]', b'["0x7fc00000"]', True),
        (b'[{"nan":"8"}]', b'["0xffc00001"]', True),
        (b'[{"nan":"8"}]', b'["0x7f800001"]', True),
        (b'[{"nan":"8"}]', b'["0x7f800000"]', False),
        (b'[{"nan":"8"}]', b'["0xff800000"]', False),
        (b'[{"nan":"8"}]', b'["0x7ff8000000000000"]', False),
        (b'[{"nan":"16"}]', b'["0x7ff8000000000000"]', True),
        (b'[{"nan":"16"}]', b'["0x7fc00000"]', False),
        (b'[{"nan":"16"}]', b'["0x7ff0000000000000"]', False),
        (b'[{"nan":"8"}]', b'[{"nan":"8"}]', False),
        (b'[{"nan":"8"}]', b'["nan"]', False),
        (b'[{"nan":"8"}]', b'["0x7FC00000"]', False),
        (b'[{"nan":"8"}]', b"[", False),
        (b'[{"nan":"8"}]', b"[" * 100_000, False),
        (b'{"a":{"nan":"8"}}', b'{"b":"0x7fc00000"}', False),
        (b'{"a":[{"nan":"8"},"1"]}', b'{"a":["0x7fc00000","2"]}', False),
        (b'{"labels":["nan"]}', b'{"labels":["0x7fc00000"]}', False),  # a text is not a NaN
        (b'{"map":{"nan":{"str":"8"}}}', b'{"map":{"nan":{"str":"8"}}}', True),
        (b'["1"]', b'["' + b"1" * 5000 + b'"]', False),
        (b'["1"]', b"[" + b"1" * 5000 + b"]", False),
        (b'["1"]', b'["\xff"]', False),
        (b'["1"]', b'["\\ud800"]', False),
        (b'{"number":"1"}', b'{"number":"0x3ff0000000000000"}', True),
        (b'{"number":"0x3ff0000000000000"}', b'{"number":"1"}', True),
        (b'{"number":"9007199254740993"}', b'{"number":"0x4340000000000000"}', False),
        (b'{"number":"0x0000000000000000"}', b'{"number":"0"}', True),
        (b'{"number":"0x8000000000000000"}', b'{"number":"0"}', False),
        (b'{"number":"0x8000000000000000"}', b'{"number":"0x0000000000000000"}', False),
        (b'{"number":"0x7ff0000000000000"}', b'{"number":"0x7ff0000000000000"}', True),
        (b'{"number":"0x7ff8000000000000"}', b'{"number":"0x7ff8000000000001"}', False),
        (b'{"array":[{"number":"2"}]}', b'{"array":[{"number":"0x4000000000000000"}]}', True),
        (b'{"array":[{"number":"2"}]}', b'{"array":[{"str":"2"}]}', False),
        (b'{"number":"2"}', b'{"number":2}', False),
        (b'{"unique_set":[{"str":"a"},{"str":"b"}]}', b'{"unique_set":[{"str":"b"},{"str":"a"}]}', True),
        (b'{"unique_set":[{"str":"a"},{"str":"b"}]}', b'{"unique_set":[{"str":"a"},{"str":"a"}]}', False),
        (b'{"unique_set":[{"str":"a"}]}', b'{"unique_set":[{"str":"a"},{"str":"a"}]}', False),
        (b'{"unique_set":[{"number":"1"},null]}', b'{"unique_set":[null,{"number":"0x3ff0000000000000"}]}', True),
        (b'{"unique_set":[]}', b'{"unique_set":null}', False),
        (b'{"array":[{"str":"a"},{"str":"b"}]}', b'{"array":[{"str":"b"},{"str":"a"}]}', False),
        (b'{"number":"2"}', b'{"number":["2"]}', False),
        (b'{"number":"1"}', b'{"number":"01"}', False),
        (b'{"number":"1","x":"1"}', b'{"number":"0x3ff0000000000000","x":"1"}', False),
        (b'{"x":"1","number":"1"}', b'{"number":"0x3ff0000000000000","x":"1"}', False),
        (b'{"number":"0"}', b'{"number":"-0"}', False),
        (b'{"number":"0x8000000000000000"}', b'{"number":"-0"}', False),
        (b'{"number":"-1"}', b'{"number":"0xbff0000000000000"}', True),
        (b'{"number":"1"}', b'{"number":"0x3FF0000000000000"}', False),  # capitals are not bits
        (b'{"number":"1"}', b'{"number":"0x3ff0000000000000\\n"}', False),
        (b'{"number":"1"}', b'{"number":"0x3f800000"}', False),  # and a float is not a double
        (b'{"number":"1.5"}', b'{"number":"0x3ff8000000000000"}', False),
        (b'{"number":"0x3ff8000000000000"}', b'{"number":"0x3ff8000000000000"}', True),
        (b'{"number":"0x3ff8000000000000"}', b'{"number": "0x3ff8000000000001"}', False),
        (b'{"number":"0x7fefffffffffffff"}', b'{"number":"%d"}' % int(1.7976931348623157e308), True),
        (b'{"number":{"nan":"16"}}', b'{"number":"0xfff8000000000001"}', True),
        (b'{"number":{"nan":"16"}}', b'{"number":"0x7ff0000000000000"}', False),
        (b'{"number":{"nan":"16"}}', b'{"number":{"nan":"16"}}', False),
        # lists, objects and texts are never equal
        (b'["1","2"]', b'"12"', False),
        (b'["1","2"]', b'{"1":"1","2":"2"}', False),
        (b'"a"', b'{"a":"1"}', False),
        (b'{"a":"1"}', b'"a"', False),
        (b'["1","2"]', b'["1"]', False),
        (b"{}", b"{ }", True),
        (b"{}", b"[]", False),
        (b"[]", b"[ ]", True),
        (b"null", b"[", False),
        (b"null", b"null ", True),
        (b'{"a":{"b":"1"},"c":"2"}', b'{"c":"2","a":{"b":"2"}}', False),
        (b'[["1"],["2"]]', b'[["1"],["3"]]', False),
        (b'[["3"],["2"]]', b'[["1"],["2"]]', False),
        (b'{"nan":{"str":"8"}}', b'{ "nan":{"str":"8"}}', True),
        (b'{"nan":"9"}', b'{ "nan":"9"}', True),  # not the width of a float
        (b'{"nan":"8","x":"1"}', b'{ "nan":"8","x":"1"}', True),
        (b'{"nan":"8"}', b'"0x7f8000001"', False),
        # sets: each element has a partner of its own
        (b'{"unique_set":"ab"}', b'{"unique_set":["a","b"]}', False),
        (b'{"unique_set":["a","b"]}', b'{"unique_set":"ba"}', False),
        (b'{"unique_set":["a","b"]}', b'{"unique_set":["b","a","a"]}', False),
        (b'{"unique_set":["a","a"]}', b'{"unique_set":["a","b"]}', False),
        (b'{"unique_set":["a","b","c"]}', b'{"unique_set":["c","a","b"]}', True),
        (b'{"unique_set":["a"],"x":"1"}', b'{"unique_set":["a"], "x":"1"}', True),
        (b'{"unique_set":["a","b"],"x":"1"}', b'{"unique_set":["b","a"],"x":"1"}', False),
        (b'{"unique_set":{"float":{"nan":"16"}}}', b'{"unique_set":{"float":"0x7ff8000000000000"}}', False),
    ],
)
def test_values_are_compared_as_what_they_say(expected: bytes, got: bytes, alike: bool) -> None:
    assert same(Raw(expected), Raw(got), ("number", "unique_set")) is alike


# Any NaN beside particular NaNs: the first match may be the only partner of another.
ANY, ONE, TWO, FLOAT = {"nan": "16"}, "0x7ff8000000000001", "0x7ff8000000000002", "0x7fc00000"


@pytest.mark.parametrize(
    ("expected", "got", "alike"),
    [
        ([ANY, ONE], [ONE, TWO], True),
        ([ONE, ANY], [TWO, ONE], True),
        ([ANY, ANY, ONE], [ONE, TWO, TWO], True),
        ([ANY, ONE, TWO], [TWO, ONE, ONE], True),
        ([ANY, ANY], [ONE, "1"], False),
        ([ANY, ONE, ONE], [ONE, TWO, TWO], False),
        ([{"nan": "8"}, ANY], [ONE, FLOAT], True),
        ([{"nan": "8"}, ANY], [ONE, TWO], False),
        (["1", "0x4000000000000000"], ["2", "0x3ff0000000000000"], True),
        ([["1", ANY], ["2", ANY]], [["2", ONE], ["1", TWO]], True),
    ],
)
def test_elements_of_a_set_are_paired(expected: Any, got: Any, alike: bool) -> None:
    one, other = ({"unique_set": [{"number": atom} for atom in atoms]} for atoms in (expected, got))
    assert same(_raw(one), _raw(other), ("number", "unique_set")) is alike


@pytest.mark.parametrize("tags", [(), ("number",), ("unique_set",)])
def test_only_the_tags_of_the_format_are_loose(tags: tuple[str, ...]) -> None:
    number = same(_raw({"number": "1"}), _raw({"number": "0x3ff0000000000000"}), tags)
    unordered = same(_raw({"unique_set": ["1", "2"]}), _raw({"unique_set": ["2", "1"]}), tags)
    assert (number, unordered) == ("number" in tags, "unique_set" in tags)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"map": {"unique_set": {"float": ANY}}}, {"map": {"unique_set": {"float": ONE}}}),
        ({"map": {"number": {"float": ANY}}}, {"map": {"number": {"float": ONE}}}),
        ({"map": {"nan": {"str": "16"}, "x": {"float": ANY}}}, {"map": {"nan": {"str": "16"}, "x": {"float": ONE}}}),
    ],
)
def test_keys_of_people_are_no_tags_of_a_format_without_them(expected: Any, got: Any) -> None:
    assert same(_raw(expected), _raw(got))


DEEP = 250  # levels; the deepest value that a format has nests 200 arrays or objects


def nested(level: Any, leaf: Any) -> Raw:
    for _ in range(DEEP):
        leaf = level(leaf)
    return _raw(leaf)


@pytest.mark.parametrize("level", [lambda inner: {"array": [inner]}, lambda inner: {"map": [["a", inner]]}])
def test_deep_values_are_compared_to_their_ground(level: Any) -> None:
    integer, double, other = (nested(level, {"number": atom}) for atom in ("1", "0x3ff0000000000000", "2"))
    assert same(integer, double, ("number",))
    assert not same(integer, other, ("number",))
    assert repeated(bytes(integer)) is None


@pytest.mark.parametrize(
    ("value", "repeats"),
    [
        (b'{"a":"1","b":"1"}', False),
        (b'{"a":"1","a":"1"}', True),
        (b'[{"b":{"a":"1","\\u0061":"2"}},{}]', True),
        (b'[{"a":"1"},{"a":"2"}]', False),
        (b'{"a":{"a":{"a":"1"}}}', False),
        ('{"é":"1","\\u00e9":"2"}'.encode(), True),
        (b'"a"', False),
    ],
)
def test_a_key_that_is_there_twice_is_noticed(value: bytes, repeats: bool) -> None:
    assert (repeated(value) is not None) is repeats


@pytest.mark.parametrize(
    ("expected", "got", "nearest", "alike"),
    [
        ("0x43b0000000000000", "1152921504606847000", False, False),  # 2^60, as JavaScript writes it
        ("0x43b0000000000000", "1152921504606847000", True, True),
        ("1152921504606847000", "0x43b0000000000000", True, False),  # an integer is expected: no neighbour is equal
        ("9007199254740993", "9007199254740992", True, False),
        ("0xc3b0000000000000", "-1152921504606847000", True, True),
        ("0x43b0000000000000", "1152921504606848000", True, False),  # the nearest double is the next
        ("0x4340000000000000", "9007199254740993", True, True),
        ("0x433fffffffffffff", "9007199254740990", True, False),  # below 2^53, integers are exact
        ("0x7ff0000000000000", "9" * 400, True, False),
        ("0x8000000000000000", "0", True, False),
        ("0x0000000000000000", "0", True, True),
        ("0x0000000000000000", "1", True, False),
        ("0x43b0000000000000", "+1152921504606847000", True, False),
        ("0x43b0000000000000", "1152921504606847000.0", True, False),
        ("0x43b0000000000000", "01152921504606847000", True, False),
        ("0x43b0000000000000", "1152921504606847000\n", True, False),
        ("0x43b0000000000000", "1.15292150460684700e18", True, False),
        ("0x43B0000000000000", "1152921504606847000", True, False),
        ("0x43b0000000000000", "0x43b0000000000001", True, False),
        ("0x7fefffffffffffff", "1" + "0" * 5000, True, False),
        ("0x3ff8000000000000", "1", True, False),
    ],
)
def test_an_integer_may_stand_for_the_double_nearest_to_it(expected: str, got: str, nearest: bool, alike: bool) -> None:
    one, other = (_raw({"array": [{"number": atom}]}) for atom in (expected, got))
    assert same(one, other, ("number",), nearest=nearest) is alike


@pytest.mark.parametrize(
    ("atom", "nan"),
    [
        ("0x7c00", False), ("0x7c01", True), ("0xfe00", True), ("0xfc00", False), ("0x7bff", False),
        ("0x7f800000", False), ("0x7f800001", True), ("0xff800000", False), ("0xff800001", True),
        ("0x7ff0000000000000", False), ("0x7ff0000000000001", True), ("0xfff0000000000000", False),
        ("0xffff0000000000000000000000000000", False), ("0xffff0000000000000000000000000001", True),
        ("0x7F800001", False), ("7f800001", False), ("0x7f80000g", False), ("0x", False), (None, False), ({}, False),
        ("0x7fff0000000000000000000000000000", False), ("0x7fff0000000000000000000000000001", True),
        ("0x7fc000", False), ("0x7fc000000000", False), ("7fc00000", False), ("0x7fc00000\n", False), ("", False),
    ],
)  # fmt: skip
def test_a_nan_is_known_by_its_own_width(atom: Any, nan: bool) -> None:
    assert is_nan(atom) is nan
    if nan:
        assert [digits for digits in (4, 8, 16, 32) if is_nan(atom, digits)] == [len(atom) - 2]
