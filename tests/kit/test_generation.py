"""Building vectors: claims that are refused, damage that verification finds, and trees that are replaced as a whole."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from goldenwire_reference import formats
from goldenwire_reference.formats import Format, load
from goldenwire_suite import enumerations, generation
from goldenwire_suite.builder import BuiltCase, CaseBuilder
from goldenwire_suite.cases import (
    Accept,
    Case,
    Either,
    EitherEncode,
    Feature,
    Refusal,
    Reject,
    add_at,
    append,
    put,
    remove_at,
    replace_at,
)
from goldenwire_suite.daphne.cases.builders import dense, whole
from goldenwire_suite.defects import GenerationError
from goldenwire_suite.msgpack.cases.builders import becomes
from goldenwire_suite.suite import Enumeration, suite_of
from goldenwire_suite.tree import one_line, replace_tree
from kit.outside import TRACK, path_with

ROOT = Path(__file__).parents[2]

DAPHNE = load("daphne")
VALUE = dense("uint8", [7, 8])
GOOD = Accept(name="good", summary="a base", requirements=["DAPHNE-GEN-01"], value=VALUE)


def rejected(**changes: Any) -> Reject:
    usual: dict[str, Any] = {
        "name": "bad",
        "summary": "an edit of it",
        "requirements": ["DAPHNE-HDR-02"],
        "base": "daphne/trial/good",
        "edits": [put("version", 2)],
        "checks": {"header.version": None},
    }
    return Reject(**{**usual, **changes})


def refused(**changes: Any) -> Refusal:
    usual: dict[str, Any] = {
        "name": "refused",
        "summary": "a value without encoding",
        "requirements": ["DAPHNE-ENC-04"],
        "code": "PLAN",
        "base": "daphne/trial/good",
        "edits": [add_at("/plan", [])],
    }
    return Refusal(**{**usual, **changes})


def chosen(**changes: Any) -> EitherEncode:
    """Return a request that the reference encodes, and others may refuse."""
    usual: dict[str, Any] = {
        "name": "chosen",
        "summary": "what one choice refuses",
        "requirements": ["DAPHNE-LIM-03"],
        "policy": "daphne.duplicate-label",
        "code": "LIMIT",
        "base": "daphne/trial/good",
        "edits": [replace_at("/value/cells/0/2", "9")],
        "refused_by": ["reject"],
    }
    return EitherEncode(**usual | changes)


# DAPHNE without the feature that promises which of two defects is reported.
FEATURES = {name: told for name, told in DAPHNE.declaration.features.items() if name != "order"}
UNORDERED = replace(DAPHNE, declaration=replace(DAPHNE.declaration, features=FEATURES))
TWO_DEFECTS = {
    "edits": [put("version", 2), append(b"\0")],
    "checks": {"header.version": None, "body.trailing": None},
    "in_order": "DAPHNE-ERR-02",
}


def build(fmt: Format, *cases: Case) -> list[BuiltCase]:
    """Return the cases as vectors. Raises GenerationError with a line for each that cannot be built."""
    builder = CaseBuilder(fmt)
    built = builder.feature(Feature("trial", "Trial", cases))
    if builder.faults:
        raise GenerationError(*builder.faults)
    return built


FAULTY: dict[str, tuple[Case, str]] = {
    "an edit that breaks nothing": (rejected(edits=[put("value-type", 3)]), "accepts it"),
    "a check that is not the one": (rejected(checks={"header.data-type.reserved": 1}), "none of"),
    "two defects and one named": (rejected(edits=[put("version", 2), append(b"\0")]), "off it is still refused"),
    "two checks where one suffices": (rejected(checks={"header.version": None, "body.trailing": None}), "accepts it"),
    "a base that is not there": (rejected(base="daphne/trial/none"), "no accepted case"),
    "a field that is not there": (rejected(edits=[put("colour", 1)]), "fields named"),
    "an unknown requirement": (rejected(requirements=["DAPHNE-HDR-99"]), "DAPHNE-HDR-99"),
    "a requirement of no case": (
        Accept(name="none", summary="nothing targeted", requirements=[], value=dense("uint8", [1])),
        "requirement",
    ),
    "a name in capitals": (
        Accept(name="Bad", summary="a name", requirements=["DAPHNE-GEN-01"], value=dense("uint8", [1])),
        "lower case",
    ),
    "bytes that are there already": (
        Accept(name="twin", summary="the same again", requirements=["DAPHNE-GEN-01"], value=VALUE),
        "those of daphne/trial/good",
    ),
    "a value that the bytes do not have": (
        Accept(name="wrong", summary="other bytes", requirements=["DAPHNE-GEN-01"], value=VALUE, data=b"\1\1"),
        "TRUNCATED",
    ),
    "a plan of a false value": (
        Accept(
            name="zero",
            summary="a cell that is zero",
            requirements=["DAPHNE-GEN-01"],
            value={**dense("uint8", [7]), "cells": [["0", "0", "0"]]},
        ),
        "the decoded value",
    ),
    "an encoder that does not refuse": (refused(edits=[add_at("/plan", whole(VALUE, "dense", "uint8"))]), "encodes it"),
    "a refusal of another class": (refused(code="VALUE"), "error class"),
    "a policy that does not matter": (
        Either(
            name="either",
            summary="no choice",
            requirements=["DAPHNE-LIM-03"],
            policy="daphne.stored-zero",
            base="daphne/trial/good",
            edits=[put("version", 2)],
        ),
        "does not matter",
    ),
    "a request that every choice refuses": (
        chosen(refused_by=["keep", "reject"], edits=[replace_at("/value/cells/0/2", "256")], code="VALUE"),
        "does not matter",
    ),
    "a request that every choice writes alike": (
        chosen(refused_by=[], values={"reject": {**GOOD.value, "cells": [["0", "0", "9"], *VALUE["cells"][1:]]}}),
        "does not matter",
    ),
    "a request of which a choice writes what is none": (
        chosen(refused_by=[], values={"reject": {**GOOD.value, "cells": [["0", "0", "256"]]}}),
        "VALUE",
    ),
    "a choice of the reference's that is to refuse": (chosen(refused_by=["keep"]), "the reference encodes it"),
    "a choice of the reference's that is to write": (chosen(edits=[replace_at("/value/cells/0/2", "256")]), "VALUE"),
}


@pytest.mark.parametrize(("case", "sentence"), FAULTY.values(), ids=FAULTY)
def test_a_faulty_case_is_not_generated(case: Case, sentence: str) -> None:
    with pytest.raises(GenerationError) as caught:
        build(DAPHNE, GOOD, case)
    assert sentence in str(caught.value)
    assert str(caught.value).startswith(f"daphne/trial/{case.name}: ")


def test_all_faulty_cases_are_told_at_once_but_not_those_whose_base_is_one() -> None:
    wrong = Accept(name="wrong", summary="other bytes", requirements=["DAPHNE-GEN-01"], value=VALUE, data=b"\1\1")
    with pytest.raises(GenerationError) as caught:
        build(DAPHNE, GOOD, wrong, rejected(name="below", base="daphne/trial/wrong"), refused(code="VALUE"))
    assert [line.partition(":")[0] for line in caught.value.args] == ["daphne/trial/wrong", "daphne/trial/refused"]


def test_faulty_cases_requirements_without_a_case_and_stale_texts_are_told_at_once() -> None:
    suite = replace(
        suite_of(DAPHNE),
        cases=lambda: [Feature("trial", "Trial", [GOOD, refused(code="VALUE")])],
        enumerations=(Enumeration("notation.schema.json", "the kinds", r'"kind": \{"const": "(\w+)"', ("Tensor",)),),
    )
    with pytest.raises(GenerationError) as caught:
        generation.generate_format(replace(DAPHNE, suite=suite))
    said = str(caught.value)
    assert "notation.schema.json: the kinds: expected Tensor; missing Tensor; unexpected Frame" in said
    assert "daphne/trial/refused: " in said
    assert "no case cites DAPHNE-CSR-01" in said


ENUMERATED = {
    "the same": ("a, b", ""),
    "one less": ("a", "missing b"),
    "one more": ('"a", "b" | c', "unexpected c"),
    "another order": ("b, a", "found the order b, a"),
    "none": ("", "found no such text"),
}


@pytest.mark.parametrize(("text", "says"), ENUMERATED.values(), ids=ENUMERATED)
def test_a_text_enumerates_its_table(text: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "grammar").write_text(f"before\nletters: {text}\n")
    monkeypatch.setattr(enumerations, "spec_path", lambda name: tmp_path / "spec.md")
    one = Enumeration("grammar", "the letters", r"^letters: (.+)$", ("a", "b"))
    found = list(enumerations.stale(replace(DAPHNE, suite=replace(suite_of(DAPHNE), enumerations=(one,)))))
    assert found == ([f"grammar: the letters: expected a, b; {says}"] if says else [])


def test_a_refusal_is_an_edit_of_what_an_encoder_is_given() -> None:
    row = {"scope": "row", "schema": "!B(a)"}
    named = Accept(
        name="named",
        summary="a row by name",
        requirements=["DSPACK-API-03"],
        context=row,
        value=["7"],
        given={"a": "7"},
    )
    none = Refusal(
        name="none", summary="no name", requirements=["DSPACK-API-04"], code="ARITY", base="dspack/trial/named",
        edits=[remove_at("/value/a")],
    )  # fmt: skip
    [_, refusal] = build(load("dspack"), named, none)
    assert refusal.record["value"] == {}
    assert refusal.record["edit"] == [{"op": "remove", "path": "/value/a", "was": "7"}]


def test_sound_cases_are_generated() -> None:
    built = build(load("daphne"), GOOD, rejected(), refused(), chosen())
    records = [one.record for one in built]
    assert [record["verdict"] for record in records] == ["accept", "reject", "reject", "either"]
    assert [*records[3]["outcomes"]["reject"], *records[3]["outcomes"]["keep"]] == ["code", "value"]
    assert records[1]["edit"] == [{"at": 0, "remove": "01", "insert": "02"}]
    assert (records[1]["code"], records[1]["offset"]) == (["VERSION"], 0)
    assert [one.data for one in built if one.data] == [built[0].data, b"\2" + (built[0].data or b"")[1:]]


def test_choices_may_write_other_values() -> None:
    other = {**GOOD.value, "cells": [["0", "0", "8"]]}
    case = chosen(refused_by=[], values={"reject": other})
    record = build(load("daphne"), GOOD, case)[1].record
    assert record["outcomes"] == {"reject": {"value": other}, "keep": {"value": record["value"]}}


def decided(policy: str, octets: str, **more: Any) -> BuiltCase:
    """Return the case built from octets of MessagePack that a policy decides."""
    case = Either(
        name="decided",
        summary="octets",
        requirements=["MSGPACK-ERR-02"],
        policy=f"msgpack.{policy}",
        data=bytes.fromhex(octets),
        **more,
    )
    [built] = build(load("msgpack"), case)
    return built


def test_choices_may_refuse_alike_for_a_further_defect() -> None:
    further = {"code": ["NEVER_USED"], "offset": 6}
    assert decided("duplicate-keys", "82a16101a161c1").record["outcomes"] == {
        "reject": {
            "code": ["DUPLICATE_KEY", "NEVER_USED"], "offset": 4, "offsets": {"DUPLICATE_KEY": 4, "NEVER_USED": 6},
        },
        "keep": further, "last": further, "first": further,
    }  # fmt: skip


def test_choices_may_not_read_alike() -> None:
    with pytest.raises(GenerationError, match="does not matter"):
        decided("duplicate-keys", "82a16101a16101")


def test_a_rejected_input_has_its_defect_in_one_place_or_is_for_those_with_order() -> None:
    base = Accept(name="good", summary="two", requirements=["MSGPACK-GEN-01"], value={"array": [None, None]})
    usual: dict[str, Any] = {
        "name": "twice",
        "summary": "the octet c1, two times",
        "requirements": ["MSGPACK-GEN-06"],
        "base": "msgpack/trial/good",
        "edits": [becomes(bytes.fromhex("92c1c1"))],
        "checks": {"never-used": None},
    }
    with pytest.raises(GenerationError, match="its defect at byte 1 and at byte 2: it needs `order`"):
        build(load("msgpack"), base, Reject(**usual))
    *_, built = build(load("msgpack"), base, Reject(**usual, needs=["order"]))
    assert (built.record["code"], built.record["offset"]) == (["NEVER_USED"], 1)


def test_of_a_defect_in_two_places_the_first_is_for_those_with_order() -> None:
    three = "83a16101a16102a16103"
    found = [decided("duplicate-keys", three, needs=needs).record["outcomes"]["reject"] for needs in ([], ["order"])]
    assert found == [{"code": ["DUPLICATE_KEY"]}, {"code": ["DUPLICATE_KEY"], "offset": 4}]


def test_the_place_of_a_refusal_may_be_left_open() -> None:
    octets = "91" * 25 + "c0"
    outcomes = [decided("depth", octets, anywhere=anywhere).record["outcomes"] for anywhere in (False, True)]
    assert [outcome["limit"] for outcome in outcomes] == [{"code": ["LIMIT"], "offset": 24}, {"code": ["LIMIT"]}]


def test_choices_may_refuse_alike_where_each_has_a_place_of_its_own() -> None:
    octets = "91" * 200 + "c0"  # deeper than the reference reads under any choice
    outcome = {"code": ["LIMIT"]}
    assert decided("depth", octets, anywhere=True).record["outcomes"] == {"limit": outcome, "accept": outcome}
    with pytest.raises(GenerationError, match="does not matter"):
        decided("duplicate-keys", "c1")


# A tree of a small format from outside, which is generated in an instant


@pytest.fixture(scope="module")
def track() -> Iterator[None]:
    """Make the format `track` loadable."""
    with path_with(TRACK):
        from goldenwire_track import FORMAT

        formats.register(FORMAT)
        yield


@pytest.fixture(scope="module")
def cache(track: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the cache of `track`, for tests of trees; test_caching.py shows that it changes no byte."""
    folder = tmp_path_factory.mktemp("cache")
    assert generation.verify(TRACK / "goldenwire_track/vectors", ["track"], folder) == []
    return folder


@pytest.fixture
def root(track: None, tmp_path: Path) -> Path:
    """Return a copy of its vectors."""
    return Path(shutil.copytree(TRACK / "goldenwire_track/vectors", tmp_path / "vectors"))


def delete_one(root: Path) -> str:
    (root / "track/end/sum.bin").unlink()
    return "missing track/end/sum.bin"


def flip_a_byte(root: Path) -> str:
    path = root / "track/track/steps.bin"
    data = bytearray(path.read_bytes())
    data[5] ^= 1
    path.write_bytes(data)
    return "drifted track/track/steps.bin"


def add_an_orphan(root: Path) -> str:
    (root / "track/end/extra.bin").write_bytes(b"")
    return "orphaned track/end/extra.bin"


def change_a_verdict(root: Path) -> str:
    path = root / "track/label.yaml"
    path.write_text(path.read_text().replace("verdict: accept", "verdict: reject", 1))
    return "drifted track/label.yaml"


def change_the_manifest(root: Path) -> str:
    path = root / "manifest.yaml"
    path.write_text(path.read_text().replace("content: ", "content: 0", 1))
    return "drifted manifest.yaml"


DAMAGES = (delete_one, flip_a_byte, add_an_orphan, change_a_verdict, change_the_manifest)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_verification_names_the_damage_and_nothing_else(root: Path, cache: Path, damage: Callable[[Path], str]) -> None:
    assert generation.verify(root, ["track"], cache) == []
    expected = damage(root)
    assert [f"{problem.kind} {problem.path}" for problem in generation.verify(root, ["track"], cache)] == [expected]


@pytest.mark.parametrize(
    ("path", "found", "expected", "told"),
    [
        ("a/b/c.bin", b"a\nb", b"a\nc", "byte 2: 62 instead of 63"),  # though it looks like text
        ("a/b/c.bin", b"a\ncd", b"a\nc", "4 bytes, 3 are generated"),
        ("a/b.yaml", b"a\nb: 1\nc", b"a\nb: 23\n", "line 2: 'b: 1' instead of 'b: 23'"),
        ("a/b.yaml", b"ab\nc", b"abc\n", "line 1: 'ab' instead of 'abc'"),
        ("a/b.yaml", "é😀".encode(), "é😁".encode(), "line 1: 'é😀' instead of 'é😁'"),
        ("a/b.yaml", b"ab\xff", b"abc", "line 1: 'ab\ufffd' instead of 'abc'"),
        ("a.sweeps", b"x" * 90 + b"y" * 90, b"x" * 180, f"line 1: '{40 * 'x'}{40 * 'y'}' instead of '{80 * 'x'}'"),
    ],
)
def test_a_file_that_drifted_is_told_where(path: str, found: bytes, expected: bytes, told: str) -> None:
    assert generation._first_difference(path, found, expected) == told


def test_regeneration_mends_every_damage(root: Path, cache: Path) -> None:
    before = files(root)
    for damage in DAMAGES:
        damage(root)
    generation.regenerate(root, ["track"], cache=cache)
    assert files(root) == before


def test_what_is_as_generated_is_not_written_again(root: Path, cache: Path) -> None:
    folder = root.stat().st_ino
    made = generation.regenerate(root, ["track"], cache=cache)
    assert (made.changed, root.stat().st_ino) == ([], folder)
    (root / "track" / "end.yaml").write_bytes(b"")
    made = generation.regenerate(root, ["track"], cache=cache)
    assert (made.changed, root.stat().st_ino == folder) == (["track/end"], False)


def test_an_id_may_not_vanish_from_a_tree_unless_it_is_retired_or_was_in_no_release(root: Path, cache: Path) -> None:
    feature = root / "track" / "end.yaml"
    feature.write_bytes(feature.read_bytes().replace(b"- id: track/end/sum\n", b"- id: track/end/total\n"))
    before = files(root)
    with pytest.raises(GenerationError, match="track/end/total: it is in the tree and no longer a case; retire it"):
        generation.regenerate(root, ["track"], cache=cache)
    assert files(root) == before
    generation.regenerate(root, ["track"], unreleased=["track/end/*"], cache=cache)
    assert b"track/end/total" not in feature.read_bytes()


# Differences of a process from the one that made the tree; `make determinism` tries them on the kit's own tree.
ELSEWHERE = {
    "PYTHONHASHSEED": "4711", "LC_ALL": "C", "PYTHONUTF8": "0", "TZ": "Pacific/Kiritimati", "PYTHONOPTIMIZE": "2",
}  # fmt: skip


@pytest.mark.slow
def test_a_tree_is_the_same_elsewhere_to_its_manifest(root: Path, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from goldenwire_track import FORMAT\n"
        "from goldenwire_reference import formats; from goldenwire_suite import generation; formats.register(FORMAT)\n"
        "generation.regenerate(Path(sys.argv[1]), ['track'], out=Path(sys.argv[2]))"
    )
    out = tmp_path / "elsewhere"
    path = os.pathsep.join([str(TRACK), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, **ELSEWHERE, "PYTHONPATH": path}
    subprocess.run([sys.executable, "-c", program, str(root), str(out)], check=True, env=environment, timeout=600)
    assert files(out) == files(root)


def files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_file_that_is_as_it_was_is_not_written_again(tmp_path: Path) -> None:
    root, elsewhere = tmp_path / "vectors", tmp_path / "elsewhere"
    replace_tree(root, {"f/same": b"1", "f/changed": b"1", "f/symlink": b"1"})
    elsewhere.write_bytes(b"1")
    (root / "f/symlink").unlink()
    (root / "f/symlink").symlink_to(elsewhere)
    before = (root / "f/same").stat().st_ino
    replace_tree(root, {"f/same": b"1", "f/changed": b"2", "f/symlink": b"1", "g/new": b"3"})
    assert files(root) == {"f/same": b"1", "f/changed": b"2", "f/symlink": b"1", "g/new": b"3"}
    assert (root / "f/same").stat().st_ino == before
    assert not (root / "f/symlink").is_symlink()


@pytest.mark.slow
def test_a_killed_regeneration_leaves_the_old_or_the_new_tree(tmp_path: Path) -> None:
    """Kill the process at random moments while it swaps two small trees for one another, over and over."""
    root = tmp_path / "vectors"
    trees = [{f"f/{n}.bin": bytes([version]) * 100 for n in range(50)} for version in (1, 2)]
    replace_tree(root, trees[0])
    program = (
        "import sys; from pathlib import Path; from goldenwire_suite.tree import replace_tree\n"
        "trees = [{f'f/{n}.bin': bytes([v]) * 100 for n in range(50)} for v in (1, 2)]\n"
        "print('ready', flush=True)\n"
        "while True:\n"
        "    for tree in trees: replace_tree(Path(sys.argv[1]), tree)\n"
    )
    draw = random.Random(1)
    for _ in range(15):
        child = subprocess.Popen([sys.executable, "-c", program, str(root)], stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(draw.uniform(0.0, 0.05))
        child.send_signal(signal.SIGKILL)
        child.wait(timeout=60)
        child.stdout.close()
        assert files(root) in trees


def test_a_failed_regeneration_leaves_the_tree_alone(
    root: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "manifest.yaml").unlink()  # so that something has to be written
    before = files(root)

    def fail(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(OSError, match="no space"):
        generation.regenerate(root, ["track"], cache=cache)
    monkeypatch.undo()
    assert files(root) == before
    assert [path.name for path in tmp_path.iterdir()] == ["vectors"], "nothing is left beside it"


ODD_TEXT = [
    "a\0b",
    "\x7f\x85\xa0",
    "\u2028\u2029",
    "\ufeff",
    "\ufffe\uffff",
    "\U0001f600",
    "null",
    "1",
    "- x",
    "\t",
    '"\\/',
]


@pytest.mark.parametrize("text", ODD_TEXT, ids=ascii)
def test_text_in_a_feature_file_reads_the_same_as_json_and_as_yaml(text: str) -> None:
    import json

    import yaml

    line = one_line({"label": text})
    assert json.loads(line) == {"label": text}
    assert yaml.load(line, Loader=yaml.CSafeLoader) == {"label": text}


def test_an_order_that_nobody_promises_is_none() -> None:
    with pytest.raises(GenerationError, match="no feature `order`"):
        build(UNORDERED, GOOD, rejected(**TWO_DEFECTS))


def test_of_two_defects_the_first_is_told() -> None:
    [_, both] = build(DAPHNE, GOOD, rejected(**TWO_DEFECTS))
    assert both.record["first"] == "VERSION"
    assert both.record["code"] == ["VERSION", "TRAILING"]
    assert both.record["offset"] == 0
    assert both.record["offsets"] == {"VERSION": 0}, "where a decoder finds the second one is its own affair"
    assert "DAPHNE-ERR-02" in both.record["requirements"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"also": ["LIMIT"]}, "have a check each"),
        ({"checks": {"header.version": None}}, "off it is still refused"),
        ({"edits": [put("version", 2)]}, "accepts it"),
    ],
)
def test_two_defects_in_order_are_two(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(GenerationError, match=says):
        build(DAPHNE, GOOD, rejected(**{**TWO_DEFECTS, **changes}))
