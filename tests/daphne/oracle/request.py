"""Checks that a request to an encoder is in the notation: a JSON Schema, and the rules that no schema can express."""

import functools
import re
from collections.abc import Mapping
from typing import Any

import jsonschema

from kit.exact import FLOATS, meaning, width

TYPES = ("uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float", "double")

NATURAL = {"type": "string", "pattern": "^(0|[1-9][0-9]*)$(?!\n)"}
TYPE = {"enum": list(TYPES)}
CELLS = {
    "type": "array",
    "items": {"type": "array", "prefixItems": [NATURAL, NATURAL, {"type": "string"}], "items": False, "minItems": 3},
}
OCTETS = {
    "type": "object",
    "properties": {"utf8": {"type": "string", "pattern": "^([0-9a-f]{2})*$(?!\n)"}},
    "required": ["utf8"],
    "additionalProperties": False,
}


def _object(**members: Any) -> dict[str, Any]:
    """Return the schema of an object that has exactly these members."""
    return {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}


VALUE = {
    "oneOf": [
        _object(kind={"enum": ["DenseMatrix", "CSRMatrix"]}, rows=NATURAL, columns=NATURAL, type=TYPE, cells=CELLS),
        _object(
            kind={"const": "Frame"},
            rows=NATURAL,
            columns=NATURAL,
            types={"type": "array", "items": TYPE},
            labels={"type": "array", "items": {"oneOf": [{"type": "string"}, OCTETS]}},
            cells=CELLS,
        ),
    ]
}
BLOCK = {
    **_object(rx=NATURAL, cx=NATURAL, rows=NATURAL, columns=NATURAL, block={"type": "string"}),
    "additionalProperties": True,
}
PLAN = {
    "type": "array",
    "items": {
        **BLOCK,
        "properties": {
            **BLOCK["properties"],
            "type": {"type": "string"},
            "order": {"oneOf": [{"type": "string"}, {"type": "array", "items": NATURAL}]},
        },
        "additionalProperties": False,
    },
}


@functools.cache
def _validator(part: str) -> Any:
    schemas: dict[str, Any] = {"value": VALUE, "plan": PLAN}
    return jsonschema.Draft202012Validator(schemas[part])


def is_beyond_the_header(value: Any) -> bool:
    """Return True if a dimension has more than 64 bits. A frame of so many columns never has a type for each."""
    return _validator("value").is_valid(value) and max(int(value["rows"]), int(value["columns"])) >= 2**64


def is_value(value: Any) -> bool:
    """Return True if it is a value in the notation; the size of its numbers is not checked."""
    if not _validator("value").is_valid(value):
        return False
    columns = int(value["columns"])
    if value["kind"] == "Frame" and not len(value["types"]) == len(value["labels"]) == columns:
        return False
    places = [(int(row), int(column)) for row, column, _ in value["cells"]]
    inside = all(row < int(value["rows"]) and column < columns for row, column in places)
    return inside and len(set(places)) == len(places) and all(_is_atom(cell, value) for cell in value["cells"])


def _is_atom(cell: list[str], value: Mapping[str, Any]) -> bool:
    name = value["types"][int(cell[1])] if value["kind"] == "Frame" else value["type"]
    form = f"0x[0-9a-f]{{{width(name) // 4}}}" if name in FLOATS else "0|-?[1-9][0-9]*"
    return re.fullmatch(form, cell[2]) is not None


def is_plan(plan: Any) -> bool:
    """Return True if it is a plan in the notation; the meaning of its names and numbers is not checked."""
    return bool(_validator("plan").is_valid(plan))


def normal(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value as a decoder gives it: cells in order and without zeros, labels as text where possible."""

    def is_zero(cell: list[str]) -> bool:
        name = value["type"] if "type" in value else value["types"][int(cell[1])]
        return meaning(cell[2], name) == 0

    cells = [cell for cell in value["cells"] if not is_zero(cell)]
    labels = {"labels": [_text(label) for label in value["labels"]]} if "labels" in value else {}
    return {**value, **labels, "cells": sorted(cells, key=lambda cell: (int(cell[0]), int(cell[1])))}


def _text(label: Any) -> Any:
    """Return as text a label that is given by its bytes."""
    return bytes.fromhex(label["utf8"]).decode() if isinstance(label, dict) else label
