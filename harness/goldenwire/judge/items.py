"""The item of a list in which an octet of an input lies, by the names of its fields. Pure."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from goldenwire.display.ruler import Range
from goldenwire.display.text import short

NAME = 80  # characters of the name of a field that are shown
INDEXED = re.compile(r"(?P<list>.+)\[(?P<index>[0-9]+)\](?:\.(?P<field>.+))?").fullmatch
DOTTED = re.compile(r"(?P<list>.+)\.(?P<index>[0-9]+)(?:\.(?P<field>.+))?").fullmatch
COUNT = re.compile(r"(?:(?:array|map) of )?(?P<count>[0-9][0-9,]*)").fullmatch


class ItemPlace(NamedTuple):
    """An item: its number from 1, the number of items if it is known, and the name of a field of it, if it has one."""

    number: int
    total: int | None
    field: str

    def __str__(self) -> str:
        """Return it in words, as `item 3 of 12, field x`."""
        total = f" of {self.total:,}" if self.total else ""
        return f"item {self.number:,}{total}" + (f", field {self.field}" if self.field else "")


def field_at(fields: Sequence[Range], offset: int | None) -> Range | None:
    """Return the field in which an octet lies."""
    if offset is None:
        return None
    return next((field for field in fields if field.offset <= offset < field.offset + field.size), None)


def item_of(fields: Sequence[Range], name: str) -> ItemPlace | None:
    """Return the item of a field, of the innermost list that has an index; None if it is not one of several."""
    found = INDEXED(name) or _in_array(fields, name)
    if found is None:
        return None
    number, total = int(found["index"]) + 1, _count(fields, found["list"])
    return ItemPlace(number, total, found["field"] or "") if max(number, total or 0) > 1 else None


def _in_array(fields: Sequence[Range], name: str) -> re.Match[str] | None:
    """Return the parts of a name with a number that is no key, as it follows the name of an array."""
    found = DOTTED(name)
    arrays = {field.name for field in fields if field.meaning.startswith("array")}
    return found if found and found["list"] in arrays else None


def _count(fields: Sequence[Range], name: str) -> int | None:
    """Return the number of items of a list: the one that the input declares, or that of its fields if all are there."""
    holders = {name, f"{name}.count", name.rpartition(".")[0]}
    for field in fields:
        if field.name in holders and (found := COUNT(field.meaning)):
            return int(found["count"].replace(",", ""))
    if any(_is_rest(field) for field in fields):
        return None
    start = f"{name}["
    return len({field.name[len(start) :].partition("]")[0] for field in fields if field.name.startswith(start)})


def place_of(fields: Sequence[Range], offset: int | None) -> str:
    """Return the item in which an octet lies, or that it follows, in words; empty if that is not known."""
    field = field_at(fields, offset)
    if field is None or not _is_rest(field):
        item = item_of(fields, field.name) if field else None
        return f"in {short(field.name, NAME)}: {item}" if field and item else ""
    before = [one for one in fields if one.offset + one.size == field.offset == offset and not _is_rest(one)]
    item = item_of(fields, before[-1].name) if before else None
    return f"after {short(before[-1].name, NAME)}: {item}" if item else ""


def _is_rest(field: Range) -> bool:
    return field.name.startswith("(")
