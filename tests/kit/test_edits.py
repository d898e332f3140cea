"""What tells a case from its base is what its edit says, all of it and nothing else: applied here by other code."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonpatch
import jsonpointer
import pytest
import yaml

VECTORS = Path(__file__).parents[2] / "vectors"
FORMATS = sorted(path.name for path in VECTORS.iterdir() if path.is_dir())

Case = dict[str, Any]


@cache
def vectors(format_name: str) -> dict[str, Case]:
    texts = (path.read_text(encoding="utf-8") for path in sorted((VECTORS / format_name).glob("*.yaml")))
    return {case["id"]: case for text in texts for case in yaml.load(text, yaml.CSafeLoader)["cases"]}


def octets(case: Case) -> bytes | None:
    if "bytes" not in case:
        return None
    folder, file = case["id"].split("/")[0], case["bytes"]["file"]
    return Path(VECTORS, folder, file).read_bytes()


def edited(base: Case, edits: list[Any], *, is_request: bool) -> tuple[bytes | None, Any]:
    """The bytes of a base, and its context or its request to an encoder, after the edits."""
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


def wrong(format_name: str) -> Iterator[str]:
    known = vectors(format_name)
    for case in known.values():
        if isinstance(case.get("edit"), list):
            assert case["edit"], case["id"]
            is_request = "bytes" not in case
            members = ("context", "value", "plan") if is_request else ("context",)
            due = octets(case), {key: case[key] for key in members if key in case}
            if edited(known[case["base"]], case["edit"], is_request=is_request) != due:
                yield case["id"]


@pytest.mark.parametrize("format_name", FORMATS)
def test_every_edit_leads_from_the_base_to_the_case(format_name: str) -> None:
    assert list(wrong(format_name)) == []
