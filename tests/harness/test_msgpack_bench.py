"""The bench of MessagePack codecs: its table, its reasons, its findings and the published results agree."""

import importlib
import json
import sys
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from goldenwire import formats, vectors
from goldenwire.results import known_failures

ROOT = Path(__file__).parents[2]
BENCH = ROOT / "harness/adapters/msgpack-bench"
PUBLISHED = json.loads((ROOT / "harness/docs/codecs.json").read_text())
FILES = sorted((BENCH / "known-failures").glob("*.yaml"))
RULES = yaml.safe_load((BENCH / "reasons.yaml").read_text())
FINDINGS = yaml.safe_load((BENCH / "findings.yaml").read_text())


def module(name: str, folder: Path, patch: pytest.MonkeyPatch) -> ModuleType:
    """Import a module of the bench, or of its adapter in Python, which are not packages."""
    patch.syspath_prepend(str(folder))
    patch.delitem(sys.modules, name, raising=False)
    return importlib.import_module(name)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Any:
    return module("codec_table", BENCH, monkeypatch)


def test_every_codec_has_its_known_failures_and_there_are_no_others(table: Any) -> None:
    assert {path.stem for path in FILES} == {one.id for one in table.every()}


def test_every_codec_is_published(table: Any) -> None:
    assert [codec["id"] for codec in PUBLISHED["codecs"]] == [one.id for one in table.every()]


def test_what_each_wrote_is_published_with_how_much_each_read_of_it(table: Any) -> None:
    names = [*(one.id for one in table.every()), "reference"]
    found = PUBLISHED["interop"]
    assert found["complete"]
    assert {writer: list(readers) for writer, readers in found["matrix"].items()} == dict.fromkeys(names, names)
    assert len({of + declined for readers in found["matrix"].values() for _, of, declined in readers.values()}) == 1
    assert all(pairs > 1 for _, pairs, _, _ in found["disagreements"])


def test_each_two_are_published_with_the_smallest_bytes_on_which_they_disagree(table: Any) -> None:
    names = [one.id for one in table.every() if one.options == "default"]
    found = PUBLISHED["bytes"]
    assert found["complete"]
    assert [tuple(pair["codecs"]) for pair in found["pairs"]] == list(combinations(names, 2))
    for pair in found["pairs"]:
        assert pair["agree"] + pair["open"] <= pair["of"] > found["drawn"]
        assert not pair["given_up"]
        for octets in pair["smallest"].values():
            assert set(pair["codecs"]) <= found["inputs"][octets].keys()


def test_careful_features_come_on_top_of_the_others(table: Any) -> None:
    features = {one.id: one.features for one in table.every()}
    assert features["python-ormsgpack"] == ["canonical"]
    assert features["python-ormsgpack-careful"] == ["canonical", "timestamps"]


def test_who_declares_timestamps_has_them_by_its_choices(table: Any) -> None:
    chosen = {one.id: one.policies["msgpack.timestamp"] for one in table.every() if "timestamps" in one.features}
    assert chosen
    assert set(chosen.values()) == {"value"}


def test_the_versions_that_npm_installs_are_those_of_the_table(table: Any) -> None:
    wanted = json.loads((BENCH / "javascript/package.json").read_text())["dependencies"]
    assert wanted == {one.package: one.version for one in table.table().codecs if one.language == "javascript"}


def test_a_pattern_that_fits_no_codec_is_told(table: Any) -> None:
    with pytest.raises(ValueError, match="there is no codec cobol-\\*"):
        table.chosen(["cobol-*"], quick=False)


@pytest.mark.slow
def test_every_rule_gives_some_failure_or_decline_its_reason() -> None:
    told: set[str] = set()
    for path in FILES:
        tree = yaml.safe_load(path.read_text())
        told |= {entry["reason"] for entry in (*tree["entries"], *tree["declines"])}
    assert {rule["reason"] for kind in RULES.values() for rule in kind} == told


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: finding["title"])
def test_a_finding_cites_cases_that_its_codec_is_known_to_fail(finding: dict[str, Any]) -> None:
    known = known_failures.read(BENCH / "known-failures" / f"{finding['codec']}.yaml")
    assert set(finding["cases"]) <= {case for case, _ in known.known}


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: finding["title"])
def test_a_finding_names_the_stage_to_which_its_cases_belong(finding: dict[str, Any]) -> None:
    folders = {case.rpartition("/")[0] for case in finding["cases"]}
    stages = {{"sweep/msgpack": "sweeps", "msgpack/scale": "scale"}.get(folder, "vectors") for folder in folders}
    assert stages == {finding["found_by"]}


@pytest.mark.slow
def test_the_order_of_pairs_is_that_of_the_canonical_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the adapter's sort key is the reference's encoding, for each value that a vector has."""
    smallest = module("smallest", BENCH / "python", monkeypatch).smallest
    accepted = vectors.load("msgpack", verdict="accept")
    values = [vector.value for vector in accepted if "encode" in vector.record.operations]
    assert values
    encode = formats.load("msgpack").encode
    assert [value for value in values if smallest(value) != encode(value)] == []
