"""Contexts that sweeps may ask of DyND, and CBOR that ends early, which a reader may see before another defect."""

import pytest

from goldenwire_suite.dynd.strategies.asked import admits_others, occurs_as_context
from goldenwire_suite.dynd.strategies.cut_cbor import ends_early

# Bytes (hex), and whether they end within the first item.
ITEMS = {
    "nothing": ("", True),
    "an integer": ("05", False),
    "an integer without its argument": ("19 01", True),
    "an integer of two bytes": ("19 0100", False),
    "a text that is whole": ("62 6162", False),
    "a text that lacks a character": ("62 61", True),
    "octets and bytes after them": ("41 00 ff", False),
    "an array of two with one": ("82 01", True),
    "an array of two": ("82 01 02", False),
    "an empty array": ("80", False),
    "a map that lacks a value": ("a1 01", True),
    "a map": ("a1 01 02", False),
    "a tag and nothing": ("da 44794e44", True),
    "a tag on a pair": ("da 44794e44 82 61 61 41 05", False),
    "a tag on a pair that says that it is three": ("da 44794e44 83 61 61 41 05", True),
    "arrays in arrays, the innermost cut": ("81 82 81 01 81", True),
    "arrays in arrays": ("81 82 81 01 80", False),
    "an endless array without a break": ("9f 01", True),
    "an endless array": ("9f 01 ff", False),
    "an endless string without a break": ("5f 41 00", True),
    "an endless string": ("5f 41 00 ff", False),
    "reserved low bits": ("1c", False),
}


@pytest.mark.parametrize(("octets", "is_cut"), ITEMS.values(), ids=ITEMS)
def test_what_ends_early(octets: str, is_cut: bool) -> None:
    assert ends_early(bytes.fromhex(octets)) == is_cut


@pytest.mark.parametrize(
    ("code", "octets", "admits"),
    [
        ("CBOR_SYNTAX", "83 61 61 41 05", True),
        ("CBOR_NONCANONICAL", "5f", True),
        ("CBOR_SYNTAX", "a0", False),
        ("TYPE_SYNTAX", "83 61 61 41 05", False),
    ],
)
def test_which_refusals_admit_another_class(code: str, octets: str, admits: bool) -> None:
    assert admits_others(code, bytes.fromhex(octets)) == admits


@pytest.mark.parametrize(
    ("type", "occurs"),
    [
        ("int32", True),
        ("int", False),
        (" int8", False),
        ("(int8,)", False),
        ("storage[2 * 3 * int8, axis=[1, 0]]", True),
        ("storage[2 * 3 * int8, order='F']", False),
        ("intt", True),
        ("int8]", True),
        ("{x: int, x: int}", True),
        ("", True),
    ],
)
def test_a_type_spelled_for_people_is_no_context(type: str, occurs: bool) -> None:
    assert occurs_as_context({"type": type}) == occurs
