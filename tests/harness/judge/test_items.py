"""The item of a list in which an octet lies is known by the names of fields, and by the counts that the input has."""

import pytest

from goldenwire.display.ruler import layout
from goldenwire.judge.items import item_of, place_of

WHOLE = """\
0 1 columns 02 = 2
1 1 label[0].length 01 = 1
2 1 label[0].text 61 = 'a'
3 1 label[1].length 01 = 1
4 1 label[1].text 62 = 'b'
5 1 block[0].value 05 = 5
"""
CUT = """\
0 1 value 93 = array of 1,234
1 1 value[0] 01 = fixint 1
2 1 value[1] 81 = map of 1
3 1 value[1].key[0] 01 = fixint 1
4 2 (rest) c1c1
"""
COUNTED = """\
0 1 row.ids.count 03 = 3
1 1 row.ids[0] 05 = 5
2 1 row.ids[1] 06 = 6
3 1 (rest) 01
"""
UNCOUNTED = "0 1 type[0] 01 = 1\n1 1 type[1] 02 = 2\n2 1 (rest) 01\n"
NUMBERS = "0 1 value 5b = array\n1 1 value.0 30 = 0\n2 1 value.1 7b = object\n3 1 value.1.7 30 = 0\n"

PLACES: dict[str, tuple[str, int | None, str]] = {
    "a field of an item": (WHOLE, 4, "in label[1].text: item 2 of 2, field text"),
    "the first of several": (WHOLE, 1, "in label[0].length: item 1 of 2, field length"),
    "the only item": (WHOLE, 5, ""),
    "no item": (WHOLE, 0, ""),
    "behind the end": (WHOLE, 6, ""),
    "no offset": (WHOLE, None, ""),
    "a declared count": (CUT, 1, "in value[0]: item 1 of 1,234"),
    "the only key": (CUT, 3, ""),
    "what follows it": (CUT, 4, ""),
    "within the rest": (CUT, 5, ""),
    "after a counted item": (COUNTED, 3, "after row.ids[1]: item 2 of 3"),
    "a count beside the items": (COUNTED, 1, "in row.ids[0]: item 1 of 3"),
    "the first of an unknown number": (UNCOUNTED, 0, ""),
    "the second of an unknown number": (UNCOUNTED, 1, "in type[1]: item 2"),
    "an item of an array by its number": (NUMBERS, 2, "in value.1: item 2"),
    "a key that is a number": (NUMBERS, 3, ""),
    "nothing": ("", 0, ""),
}  # fmt: skip


@pytest.mark.parametrize(("text", "offset", "place"), PLACES.values(), ids=PLACES)
def test_the_item_at_an_offset_is_named(text: str, offset: int | None, place: str) -> None:
    assert place_of(layout(text), offset) == place


def test_a_long_name_is_cut() -> None:
    name = "value" + "[0]" * 100
    fields = layout(f"0 1 {name} 92 = array of 2\n1 1 {name}[0] 01 = 1\n")
    assert str(item_of(fields, f"{name}[0]")) == "item 1 of 2"
    assert len(place_of(fields, 1)) < 120
