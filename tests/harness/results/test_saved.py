"""The counterexample of a property is kept: as a vector that can be replayed, and as the sample of a known failure."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import msgspec
import pytest

from goldenwire import corpus, judge, properties, results, testing
from goldenwire.errors import UserError
from goldenwire.judge import referee
from goldenwire.judge.reasons import DependsOnEarlier, KeptExample, KeptExamplePasses, PassesNow
from goldenwire.protocol import ObservationKey
from goldenwire.results import Finding, Known, known_failures
from goldenwire.results.saved import SavedFailures
from goldenwire.subject import Limits, Pool
from harness.outcomes import DIFFERS
from harness.results.test_results import FAIL
from miniatures import daphne_with

pytestmark = pytest.mark.usefixtures("few_vectors")

DECODE = "property/daphne/decode-reference-encoding"
ONE = ("--no-vectors", "--select", DECODE)  # property; the others find none of these bugs
BUG, OTHER, HEALTHY = "int64-as-uint64", "label-trimmed", "none"


def goldenwire(*words: object, bug: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "goldenwire", "check", "daphne", *map(str, words), "--", *daphne_with(bug)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@cache
def finding(bug: str) -> Finding:
    with Pool(daphne_with(bug), Limits()) as pool:
        facts = corpus.manifest(corpus.root()).facts("daphne")
        declared = judge.terms("daphne", pool.hello.formats["daphne"], facts)
        [found] = properties.run("daphne", pool, declared, referee.decode, examples=300, seed=1, only=[DECODE])
    return found


def save(folder: Path, *bugs: str) -> int:
    saved = SavedFailures(folder)
    for bug in bugs:
        saved.add(finding(bug))
    return saved.write()


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# Vectors


@pytest.mark.slow
@pytest.mark.parametrize(("bug", "code", "held"), [(BUG, 1, "0 of 1"), (HEALTHY, 0, "1 of 1")])
def test_a_saved_failure_fails_until_the_bug_is_gone(tmp_path: Path, bug: str, code: int, held: str) -> None:
    save(tmp_path / "saved", BUG)
    done = goldenwire("--vectors", tmp_path / "saved", "--examples", 0, bug=bug)
    assert done.returncode == code, done.stdout + done.stderr
    assert f"level strict: {held} questions hold" in done.stdout


@pytest.mark.slow
def test_a_transcode_that_fails_is_saved_and_replayed(tmp_path: Path) -> None:
    bug, folder = "rows-padded-to-sixteen", tmp_path / "saved"
    options = ("--no-vectors", "--select", "property/daphne/transcode-settles", "--examples", 300)
    done = goldenwire(*options, "--save-failures", folder, bug=bug)
    assert "FAIL property/daphne/transcode-settles transcode" in done.stdout, done.stdout
    [vector] = corpus.load("daphne", root=folder)
    assert vector.operations == ("transcode",)
    for name, code in ((bug, 1), (HEALTHY, 0)):
        assert goldenwire("--vectors", folder, "--examples", 0, bug=name).returncode == code
        with testing.running(daphne_with(name)) as codec:
            assert codec.judge_vector(vector, "transcode").finding == ("fail" if code else "pass")


@pytest.mark.slow
def test_what_is_saved_is_the_simplest_counterexample(tmp_path: Path) -> None:
    save(tmp_path, BUG)
    [vector] = corpus.load("daphne", root=tmp_path)
    assert vector.id.startswith("daphne/found/decode-reference-encoding-")
    assert (vector.operations, vector.requirements, vector.level) == (("decode",), ("DAPHNE-DEC-01",), "strict")
    assert bytes(vector.value) == b'{"kind":"DenseMatrix","rows":"1","columns":"0","type":"int64","cells":[]}'
    assert vector.layout.splitlines()[-1] == "44 1 block[0].value-type 08 = 8 int64"
    assert corpus.content(tmp_path) == corpus.manifest(tmp_path).content


@pytest.mark.slow
def test_failures_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    assert save(tmp_path, BUG) == 1
    before = tree(tmp_path)
    assert save(tmp_path, BUG) == 0
    assert tree(tmp_path) == before
    assert save(tmp_path, BUG, OTHER) == 1
    assert len(list(corpus.load("daphne", root=tmp_path))) == 2
    assert {name for name in before if name.endswith(".bin")} < tree(tmp_path).keys()


def test_what_passes_is_not_saved(tmp_path: Path) -> None:
    assert save(tmp_path / "saved", HEALTHY) == 0
    assert not (tmp_path / "saved").exists()


@pytest.mark.fast("value")
@pytest.mark.parametrize(
    ("kind", "words"),
    [("unsupported", "what is there, and --complete fails what is declined"), ("value", "what is there")],
)
def test_the_option_that_fails_a_saved_decline_is_named(tmp_path: Path, kind: str, words: str) -> None:
    told: list[str] = []
    saved = SavedFailures(tmp_path / "saved", told.append)
    saved.take(msgspec.structs.replace(finding(BUG), observation=ObservationKey(kind)))
    saved.take(results.Footer(complete=True, counts={}, not_asked={}))
    assert told == [f"1 failure saved in {tmp_path / 'saved'}; --vectors tries again {words}"]


def test_the_questions_that_a_failure_depends_on_are_saved_once_each(tmp_path: Path) -> None:
    after = DependsOnEarlier("decode daphne/a/c", ("encode daphne/a/a", "decode daphne/a/b"), "value 1")
    vague = DependsOnEarlier("decode daphne/a/c", (), "value 1")
    line = '{"after":["encode daphne/a/a","decode daphne/a/b"],"question":"decode daphne/a/c"}\n'
    for new in (1, 0):
        saved = SavedFailures(tmp_path / "saved")
        for reason in (after, vague, after):
            saved.add(FAIL.because(*FAIL.reasons, reason))
        assert saved.write() == new
        assert tree(tmp_path / "saved").keys() == {"manifest.yaml", "sequences.jsonl"}
        assert (tmp_path / "saved" / "sequences.jsonl").read_text() == line
    assert list(corpus.load("daphne", root=tmp_path / "saved")) == []


@pytest.mark.slow
def test_an_example_that_depends_on_earlier_requests_is_a_vector_and_a_sequence(tmp_path: Path) -> None:
    saved, found = SavedFailures(tmp_path), finding(BUG)
    saved.add(found.because(*found.reasons, DependsOnEarlier("{}", ("decode daphne/a/b",), "hung")))
    assert saved.write() == 2
    [vector] = corpus.load("daphne", root=tmp_path)
    assert json.loads((tmp_path / "sequences.jsonl").read_text())["question"] == f"decode {vector.id}"
    assert save(tmp_path, OTHER) == 1
    assert (tmp_path / "sequences.jsonl").is_file()


@pytest.mark.parametrize("content", ["something.txt", "manifest.yaml"])
def test_a_folder_that_is_something_else_is_left_alone(tmp_path: Path, content: str) -> None:
    (tmp_path / content).write_text("mine\n")
    with pytest.raises(UserError):
        save(tmp_path, BUG)
    assert tree(tmp_path) == {content: b"mine\n"}


def test_the_kits_own_vectors_are_no_place_for_failures() -> None:
    with pytest.raises(UserError, match="not saved failures"):
        save(corpus.root(), BUG)


# Known failures


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the known failures of a run that found the bug."""
    folder = tmp_path_factory.mktemp("known")
    done = goldenwire(*ONE, "--write-known-failures", folder / "known.yaml", "--results", folder / "results", bug=BUG)
    assert done.returncode == 1, done.stderr
    return folder / "known.yaml"


@pytest.mark.slow
def test_the_sample_is_kept_with_the_known_failure(known: Path) -> None:
    failed = [found for found in results.read(known.with_name("results")).findings if found.finding == "fail"]
    assert known_failures.read(known).samples == {found.case: found.sample for found in failed}
    assert [found.case for found in failed] == [DECODE]


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "random"])
def test_a_known_failure_hangs_on_its_sample_and_not_on_what_is_drawn(known: Path, tmp_path: Path, seed: str) -> None:
    options = (*ONE, "--known-failures", known, "--results", tmp_path / "results")
    done = goldenwire(*options, "--seed", seed, "--examples", 1, bug=BUG)
    assert done.returncode == 0, done.stdout
    [failed] = [found for found in results.read(tmp_path / "results").findings if found.finding == "known-failure"]
    assert failed.reasons[-1] == KeptExample()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bug", "told"),
    [
        (HEALTHY, PassesNow("").sentence().partition(")")[2]),
        (OTHER, KeptExamplePasses().sentence()),
    ],
)
def test_the_ratchet_holds_for_samples(known: Path, bug: str, told: str) -> None:
    done = goldenwire(*ONE, "--examples", 300, "--known-failures", known, bug=bug)
    assert done.returncode == 1
    assert told in done.stdout


@pytest.mark.slow
def test_a_sample_without_a_known_failure_is_an_error(known: Path, tmp_path: Path) -> None:
    text = known.read_text()
    broken = tmp_path / "known.yaml"
    broken.write_text(text.replace(f"  {DECODE}:", f"  {DECODE}-more:"))
    with pytest.raises(known_failures.KnownFailuresError, match="has a sample, and is not known to fail in decode"):
        known_failures.read(broken)


@pytest.mark.fast("verdict")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('operation: "decode"', 'operation: "encode"'), "has a sample, and is not known to fail in encode"),
        (('bytes: "01', 'bytes: "0g'), "Expected `str` matching regex"),
        (('verdict: "accept"', 'verdict: "accepted"'), "Invalid enum value 'accepted'"),
    ],
    ids=["operation", "bytes", "verdict"],
)
def test_a_sample_that_was_edited_badly_is_told_on(
    known: Path, tmp_path: Path, change: tuple[str, str], told: str
) -> None:
    mine = tmp_path / "known.yaml"
    mine.write_text(known.read_text().replace(*change))
    done = goldenwire(*ONE, "--known-failures", mine, bug=BUG)
    assert (done.returncode, told in done.stderr, "Traceback" in done.stderr) == (2, True, False), done.stderr


@pytest.mark.slow
def test_a_sample_with_another_context_than_the_format_has_is_told_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GOLDENWIRE_VECTORS")
    case = "property/sciserialize/decode-reference-encoding"
    sample: dict[str, object] = {"operation": "decode", "verdict": "accept", "bytes": "31"}
    sample |= {"requirements": ["SCISERIALIZE-GEN-16"], "context": {"carrier": "xml"}, "value": None}
    entry = {"kind": "todo", "reason": "none", "cases": {f"{case} decode": "value"}}
    mine = tmp_path / "known.yaml"
    mine.write_text(json.dumps({"format": "sciserialize", "entries": [entry], "samples": {case: sample}}))
    command = [
        sys.executable,
        "-m",
        "goldenwire",
        "check",
        "sciserialize",
        "--no-vectors",
        "--known-failures",
        str(mine),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stdout
    assert f"Error: the sample of {case} in the known failures: context: expected a carrier" in done.stderr


@pytest.mark.slow
def test_kinds_and_reasons_outlive_a_rewrite(known: Path, tmp_path: Path) -> None:
    mine = tmp_path / "known.yaml"
    text = known.read_text().replace("kind: todo", "kind: wontfix").replace("not looked at yet: ", "so it is: ")
    mine.write_text(text)
    before = mine.read_bytes()
    goldenwire(*ONE, "--known-failures", mine, "--write-known-failures", mine, bug=BUG)
    assert mine.read_bytes() == before
    assert known_failures.read(mine).known[DECODE, "decode"][1] == Known(
        "wontfix", f"so it is: value: {DIFFERS} [DAPHNE-DEC-01]"
    )
