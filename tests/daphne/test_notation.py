"""Section 15 of spec.md: every request in it gets the reply in it, and the schema agrees."""

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from goldenwire.protocol import read_call
from goldenwire.protocol.serve import Reference, answer
from goldenwire_reference.errors import EncodeError
from goldenwire_reference.formats import load
from kit import golden
from kit.each import each

Json = Any

HOME = files("goldenwire_reference.daphne")
SECTION = HOME.joinpath("spec.md").read_text(encoding="utf-8").split("\n## 15. Notation")[1].split("\n## ")[0]
SCHEMA = json.loads(HOME.joinpath("notation.schema.json").read_text(encoding="utf-8"))
DIALOGUE = re.findall(r"^```json request\n(.+)\n```\n\n```json reply\n(.+)\n```$", SECTION, re.MULTILINE)
OPERATIONS = ["hello", "decode", "decode", "encode", "encode", "transcode", "decode", "encode", "encode"]


def test_the_section_shows_each_operation_and_its_refusals() -> None:
    assert [json.loads(request)["op"] for request, _ in DIALOGUE] == OPERATIONS
    assert SECTION.count("```json re") == 2 * len(DIALOGUE)


@pytest.mark.parametrize(("request_line", "reply"), DIALOGUE, ids=[f"{n}-{op}" for n, op in enumerate(OPERATIONS)])
def test_the_reference_answers_as_the_section_says(request_line: str, reply: str) -> None:
    found = json.loads(answer(Reference(["daphne"]), read_call(request_line.encode())))
    if "rejected" in found:
        assert found["rejected"].pop("message")
    found.pop("codec", None)
    expected = json.loads(reply)
    expected.pop("codec", None)
    assert found == expected


@cache
def validator(name: str) -> Draft202012Validator:
    """Return the validator of one definition."""
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def without_any_nan(value: Json) -> Json:
    """Return an expected value with a NaN in each place where any NaN will do."""
    if isinstance(value, dict) and value.keys() == {"nan"}:
        return {"8": "0x7fc00000", "16": "0x7ff8000000000000"}[value["nan"]]
    if isinstance(value, dict):
        return {name: without_any_nan(member) for name, member in value.items()}
    return [without_any_nan(item) for item in value] if isinstance(value, list) else value


def accepted() -> list[Any]:
    """Return the accepted cases."""
    found = [case for case in golden.cases_of("daphne").values() if case["verdict"] == "accept"]
    return [pytest.param(case, id=case["id"], marks=golden.marks(case)) for case in found]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@each("case", accepted())
def test_the_schema_admits_every_value_plan_and_context_of_the_vectors(case: golden.Case) -> None:
    names = [name for name in ("value", "plan", "context") if name in case]
    refused = [error for name in names for error in validator(name).iter_errors(without_any_nan(case[name]))]
    assert [error.message for error in refused] == []


def test_vectors_have_plans() -> None:
    assert sum("plan" in param.values[0] for param in accepted()) > 100


MATRIX = {"kind": "DenseMatrix", "rows": "1", "columns": "1", "type": "int8", "cells": [["0", "0", "-5"]]}
FRAME = {"kind": "Frame", "rows": "1", "columns": "1", "types": ["float"], "labels": [{"utf8": "ff"}], "cells": []}
BLOCK = {"rx": "0", "cx": "0", "rows": "1", "columns": "1", "block": "csr", "type": "int8", "order": ["0"]}
MALFORMED: dict[str, tuple[str, Json]] = {
    "kind-unknown": ("value", MATRIX | {"kind": "Tensor"}),
    "kind-of-another": ("value", MATRIX | {"kind": "Frame"}),
    "number-of-json": ("value", MATRIX | {"rows": 1}),
    "number-negative": ("value", MATRIX | {"rows": "-1"}),
    "number-with-a-zero": ("value", MATRIX | {"rows": "01"}),
    "type-unknown": ("value", MATRIX | {"type": "int128"}),
    "member-unknown": ("value", MATRIX | {"name": "m"}),
    "member-missing": ("value", {name: member for name, member in MATRIX.items() if name != "cells"}),
    "cell-of-four": ("value", MATRIX | {"cells": [["0", "0", "1", "1"]]}),
    "cell-of-bits": ("value", MATRIX | {"cells": [["0", "0", "0x00000001"]]}),
    "cell-of-a-double": ("value", MATRIX | {"type": "float", "cells": [["0", "0", "0x3ff8000000000000"]]}),
    "cell-of-any-nan": ("value", MATRIX | {"type": "double", "cells": [["0", "0", {"nan": "16"}]]}),
    "label-of-half-a-byte": ("value", FRAME | {"labels": [{"utf8": "f"}]}),
    "label-null": ("value", FRAME | {"labels": [None]}),
    "plan-of-a-block": ("plan", BLOCK),
    "block-unknown": ("plan", [BLOCK | {"block": "diagonal"}]),
    "block-member-unknown": ("plan", [BLOCK | {"vt": "int8"}]),
    "block-without-place": ("plan", [{name: member for name, member in BLOCK.items() if name != "rx"}]),
    "order-of-dense": ("plan", [BLOCK | {"block": "dense"}]),
    "order-of-csr": ("plan", [BLOCK | {"order": "colmajor"}]),
    "type-of-empty": (
        "plan",
        [{name: member for name, member in BLOCK.items() if name != "order"} | {"block": "empty"}],
    ),
    "rank-twice": ("plan", [BLOCK | {"order": ["0", "0"]}]),
    "context": ("context", {}),
}


@pytest.mark.parametrize(("name", "instance"), MALFORMED.values(), ids=MALFORMED)
def test_the_schema_refuses_what_is_not_in_the_notation(name: str, instance: Json) -> None:
    assert not validator(name).is_valid(instance)


@pytest.mark.parametrize(("name", "instance"), [("value", MATRIX), ("value", FRAME), ("plan", [BLOCK])])
def test_the_schema_admits_what_the_malformed_ones_are_made_of(name: str, instance: Json) -> None:
    assert validator(name).is_valid(instance)


def encoded(**request: Json) -> Json:
    """Return the reply to a request to encode."""
    call = {"id": 1, "op": "encode", "format": "daphne", **request}
    return json.loads(answer(Reference(["daphne"]), read_call(json.dumps(call).encode())))


def test_a_plan_that_is_null_is_none() -> None:
    assert encoded(value=MATRIX, plan=None) == encoded(value=MATRIX)


def test_half_of_a_surrogate_pair_in_a_label_is_no_utf_8() -> None:
    with pytest.raises(EncodeError) as refusal:
        load("daphne").encode(FRAME | {"labels": ["\ud800"]})
    assert refusal.value.code == "LABEL"


def test_a_context_is_never_passed_over() -> None:
    assert encoded(value=MATRIX, context=None) == encoded(value=MATRIX)
    assert encoded(value=MATRIX, context={})["failed"].endswith("outside the notation: context: this format has none")
