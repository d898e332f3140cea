"""results.schema.json matches the records: every record of a run is valid, and nothing else is."""

import json
from collections.abc import Iterator
from importlib.resources import files
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from goldenwire.cli import cli
from goldenwire.judge.reasons import Reason
from goldenwire.protocol import ObservationKey
from goldenwire.results.records import FINDINGS, RESULTS, Canaries, Finding, Footer, Header, Known
from goldenwire.results.samples import Sample
from goldenwire.results.scope import Scope
from goldenwire.results.suspects import Suspect
from miniatures import daphne_with

pytestmark = pytest.mark.usefixtures("few_vectors")

ROOM = files("goldenwire.results")
SCHEMA: dict[str, Any] = json.loads((ROOM / "results.schema.json").read_text())
RECORDS: dict[str, type] = {"header": Header, "canaries": Canaries, "finding": Finding, "footer": Footer}
PARTS: dict[str, type] = {
    "known": Known, "sample": Sample, "scope": Scope, "suspect": Suspect, "observation": ObservationKey
}  # fmt: skip
EVERY: dict[str, type] = {**RECORDS, **PARTS}


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["finding"]["properties"]["finding"]["enum"] == list(FINDINGS)


@pytest.mark.parametrize(("name", "record"), EVERY.items(), ids=EVERY)
def test_it_has_the_members_of_every_record(name: str, record: type) -> None:
    definition = SCHEMA["$defs"][name]
    fields = msgspec.structs.fields(record)
    tag = {"record"} if name in RECORDS else set()
    assert set(definition["properties"]) == {field.encode_name for field in fields} | tag
    omitted = record.__struct_config__.omit_defaults  # type: ignore[attr-defined]
    due = {field.encode_name for field in fields if field.required}
    assert set(definition["required"]) == due | tag or omitted


def test_it_has_every_reason() -> None:
    _, found = msgspec.json.schema_components((Reason,), ref_template="#/$defs/{name}")
    parts = json.loads(json.dumps(found))
    for name, part in parts.items():
        part["description"] = cleandoc(part["description"])  # msgspec before 0.23 keeps the indentation
        assert SCHEMA["$defs"][name] == {key: value for key, value in part.items() if key != "title"}
    assert {name for name in SCHEMA["$defs"] if name[0].isupper()} == set(parts)
    assert SCHEMA["$defs"]["reason"] == {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in parts]}
    assert SCHEMA["$defs"]["header"]["properties"]["results"] == {"const": RESULTS}


@pytest.mark.parametrize("name", [*RECORDS, "known", "counts", "sample"])
def test_the_page_names_every_member(name: str) -> None:
    page = (ROOM / "RESULTS.md").read_text()
    members = SCHEMA["$defs"][name].get("properties", {}) if name in RECORDS else {}
    assert [member for member in members if member != "record" and f"`{member}`" not in page] == []


RUNS = {
    "failures": ["int32-as-uint32,int64-as-uint64,rest-ignored", "--examples", "20"],
    "declined": ["partial", "--complete", "--examples", "3"],
    "little declared": ["decode-only", "--examples", "3"],
    "canaries": ["reject-all", "--examples", "0"],
    "stopped": ["int32-as-uint32", "--examples", "0", "--fail-fast"],
}


def records(path: Path) -> Iterator[Any]:
    return map(json.loads, path.read_text().splitlines())


@pytest.mark.fast("little declared")
@pytest.mark.parametrize("words", RUNS.values(), ids=RUNS)
def test_every_record_of_a_run_is_valid(tmp_path: Path, words: list[str]) -> None:
    mistake, *options = words
    chosen = ["--select", "daphne/dense", "--select", "daphne/header", "--select", "property"]
    asked = ["check", "daphne", "--jobs", "1", "--results", str(tmp_path / "r"), *chosen, *options]
    CliRunner().invoke(cli, [*asked, "--", *daphne_with(mistake)])
    validator = Draft202012Validator(SCHEMA)
    found = list(records(tmp_path / "r"))
    assert [error.message for record in found for error in validator.iter_errors(record)] == []
    assert {record["record"] for record in found} == set(RECORDS)


@pytest.mark.parametrize(
    "record",
    [{}, {"record": "finding"}, {"record": "header", "kit": 1}, {"record": "canaries", "more": 1}, []],
    ids=str,
)
def test_what_is_no_record_is_not(record: object) -> None:
    assert not Draft202012Validator(SCHEMA).is_valid(record)
