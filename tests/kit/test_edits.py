"""The difference between a case and its base is exactly what its edits say: here other code applies them."""

from pathlib import Path
from typing import Any

import jsonpatch
import jsonpointer
import pytest

from kit import golden
from kit.each import each
from kit.golden import VECTORS, Case

FORMATS = sorted(path.name for path in VECTORS.iterdir() if path.is_dir())


def octets(case: Case) -> bytes | None:
    if "bytes" not in case:
        return None
    folder, file = case["id"].split("/")[0], case["bytes"]["file"]
    return Path(VECTORS, folder, file).read_bytes()


def edited(base: Case, edits: list[Any], *, is_request: bool) -> tuple[bytes | None, Any]:
    """Return the bytes of a base, and its context or its request to an encoder, after the edits."""
    data = octets(base)
    request = {key: base[key] for key in ("context", "value", "plan") if key in base}
    if not is_request:
        request = {key: request[key] for key in request if key == "context"}
    splices = [edit for edit in edits if "at" in edit]
    for splice in sorted(splices, key=lambda splice: splice["at"], reverse=True):
        assert data is not None
        at, old, new = splice["at"], bytes.fromhex(splice["remove"]), bytes.fromhex(splice["insert"])
        assert data[at : at + len(old)] == old
        data = data[:at] + new + data[at + len(old) :]
    for edit in edits:
        if "op" in edit:
            if edit["op"] != "add":
                assert jsonpointer.resolve_pointer(request, edit["path"]) == edit["was"]
            request = jsonpatch.apply_patch(request, [edit])
    return None if is_request else data, request


def edited_cases() -> list[Any]:
    return [
        pytest.param(case, id=case["id"], marks=golden.marks(golden.cases_of(format)[case["base"]]))
        for format in FORMATS
        for case in golden.cases_of(format).values()
        if isinstance(case.get("edit"), list)
    ]


@each("case", edited_cases(), groups=FORMATS)
def test_every_edit_leads_from_the_base_to_the_case(case: Case) -> None:
    assert case["edit"]
    base = golden.cases_of(case["id"].partition("/")[0])[case["base"]]
    is_request = "bytes" not in case
    members = ("context", "value", "plan") if is_request else ("context",)
    expected = octets(case), {key: case[key] for key in members if key in case}
    assert edited(base, case["edit"], is_request=is_request) == expected
