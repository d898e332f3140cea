"""The command line from end to end: exit codes, outputs, and one friendly sentence for every user error."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import click
import pytest
from click.testing import CliRunner, Result

from goldenwire import corpus, results
from goldenwire.cli import COMMANDS, cli
from goldenwire.judge.reasons import (
    AnswerRequired,
    Declined,
    FailsOtherwise,
    NewlyAnswered,
    NewlyDeclined,
    NotCanonical,
    sentences,
)
from goldenwire.report.text import HEAD
from goldenwire.results.known_failures import read as read_known
from goldenwire_reference.formats import FORMATS
from goldenwire_suite import generation
from harness.outcomes import ACCEPTED
from miniatures import command, daphne_with

pytestmark = pytest.mark.usefixtures("few_vectors")

ROOT = Path(__file__).parents[3]
A_PROGRAM = daphne_with("crash")[1]

NOT_YET = Declined("int32 is not written yet")


def codec(mistake: str) -> list[str]:
    """Return the arguments that test a reference with a mistake."""
    return ["--", *daphne_with(mistake)]


def run(*words: str | Path, input: bytes | None = None) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words], input=input)


def check(*words: str | Path) -> Result:
    return run("check", "daphne", "--examples", "0", "--jobs", "1", *words)


# check


@pytest.mark.slow
def test_a_codec_that_declines_more_than_it_did_fails(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    assert check("--write-known-failures", known).exit_code == 0
    assert check("--known-failures", known).exit_code == 0
    shown = check("--known-failures", known, *codec("partial"))
    assert shown.exit_code == 1
    assert sentences([NewlyDeclined(), NOT_YET]) in shown.output
    assert check("--write-known-failures", known, *codec("partial")).exit_code == 0
    held = check("--known-failures", known, *codec("partial"))
    assert (held.exit_code, "declined: todo: not looked at yet" in held.output) == (0, True), held.output
    mended = check("--known-failures", known)
    assert (mended.exit_code, NewlyAnswered().sentence() in mended.output) == (1, True)
    withdrawn = check("--known-failures", known, *codec("decode-only"))
    assert (withdrawn.exit_code, "CHANGED the operation encode is no longer declared" in withdrawn.output) == (1, True)
    assert len(known.read_text().splitlines()) < 60


def test_the_built_in_reference_conforms_and_is_said_to_be_it() -> None:
    result = check()
    assert result.exit_code == 0, result.output
    assert "this is the built-in reference, through the same process boundary" in result.output
    assert result.output.endswith("It conforms at level strict in what the vectors ask; no property was asked.\n")


@pytest.mark.fast("partial --complete", "none --verbose", "decode-only", "unsupported")
@pytest.mark.parametrize(
    "row",
    [
        (
            "int32-as-uint32", ["--select", "daphne/dense"], 1,
            'type: expected "int32", found "uint32"', "It does not conform",
        ),
        ("int32-as-uint32", ["--operation", "encode", "--select", "daphne/dense"], 0, "It conforms"),
        ("rest-ignored", [], 1, ACCEPTED),
        (
            "rest-ignored", ["--level", "draft"], 0,
            "It conforms at level draft in what the vectors ask;", "FAIL daphne/header/trailing-",
        ),
        ("version-0-written", ["--select", "daphne/dense/int32-*"], 1, NotCanonical().sentence()),
        ("crash", ["--select", "daphne/dense"], 1, "    | about to fall over", "observed  crashed SIGABRT"),
        ("hang", ["--select", "daphne/dense/int32-2x3", "--timeout", "0.3"], 1, "observed  hung"),
        ("reject-all", [], 1, "CANARY daphne: the adapter rejects good bytes"),
        ("accept-all", [], 1, "CANARY daphne: the adapter accepts broken bytes"),
        ("unsupported", [], 2, "There is no verdict at level strict.", "declined: not written yet"),
        ("partial", [], 0, "It conforms at level strict in what it answers: "),
        ("partial", ["--complete"], 1, sentences([AnswerRequired(), NOT_YET])),
        ("none", ["--complete"], 0, "It conforms at level strict in what the vectors ask; no property was asked."),
        ("none", ["--select", "daphne/dense"], 0, "It conforms at level strict in what was selected: "),
        (
            "no-features", [], 0,
            "undeclared features: plans, canonical, codes, offsets", "feature plans not declared",
        ),
        (
            "decode-only", [], 0,
            "It conforms at level strict in what it answers: ", "undeclared operations: encode, transcode",
        ),
        ("decode-only", ["--complete"], 0, "It conforms at level strict in what it answers: ", "not asked"),
        ("int32-as-uint32", ["--fail-fast"], 1, "The run is not complete (fail-fast)."),
        ("none", ["--one-shot", "--select", "daphne/header/version-*"], 0, "It conforms"),
        ("none", ["--requirement", "DAPHNE-HDR-02"], 0, "It conforms"),
        ("none", ["--verbose", "--select", "daphne/header/version-2"], 0, "PASS daphne/header/version-2 decode"),
    ],
    ids=lambda row: " ".join((row[0], *row[1])),
)  # fmt: skip
def test_a_codec_is_told_what_it_does(row: tuple[Any, ...]) -> None:
    mistake, words, code, *says = row
    result = check(*words, *codec(mistake))
    assert (result.exit_code, [words for words in says if words not in result.output]) == (code, []), result.output


def block(output: str, case: str) -> list[str]:
    """Return the lines of a failure's block."""
    lines = output.splitlines()
    start = next(number for number, line in enumerate(lines) if f"FAIL {case}" in line)
    return lines[start : lines.index("", start)]


@pytest.mark.slow
def test_a_failure_is_shown_with_what_the_codec_logs_about_it() -> None:
    dense = ["--select", "daphne/dense/int32-*"]
    lines = block(check(*dense, *codec("loud-and-dying")).output, "daphne/dense/int32-2x3 decode")
    assert [line.strip(" |")[:32] for line in lines if line.startswith("    | ")] == [
        "asked for 0101020000000000000003"
    ]


def test_a_python_codec_has_its_traceback_in_the_reply() -> None:
    lines = block(check(*codec("loud")).output, "daphne/dense/int32-2x3 decode")
    assert "  observed  failed: LookupError: no such thing as this" in lines
    assert "    | LookupError: no such thing" in lines
    assert not any("asked for" in line for line in lines)


@pytest.mark.slow
def test_a_failure_that_needs_an_earlier_question_names_it_and_may_be_known(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    dense = ["--select", "daphne/dense", "--operation", "decode", "--jobs", "1"]
    shown = check(*dense, "--write-known-failures", known, *codec("flaky"))
    assert shown.exit_code == 1
    assert "FAIL daphne/dense/int32-2x3 decode" in shown.output
    assert "alone it is answered with value" in shown.output
    held = check(*dense, "--known-failures", known, *codec("flaky"))
    assert (held.exit_code, "known to fail" in held.output) == (0, True), held.output


def test_quiet_leaves_the_sums_and_the_verdict() -> None:
    lines = check("--quiet", *codec("int32-as-uint32")).output.splitlines()
    assert [line.split()[0] for line in lines[-3:]] == ["level", "level", "It"]
    assert len(lines) < 8


@pytest.mark.slow
def test_the_last_line_of_a_failure_block_repeats_the_failure() -> None:
    output = check("--select", "daphne/dense/int32-2x3", "--operation", "decode", *codec("int32-as-uint32")).output
    again, *_ = [line.partition("again")[2] for line in output.splitlines() if line.startswith("  again ")]
    words = shlex.split(again)
    repeated = run(*words[1:])
    assert repeated.exit_code == 1
    assert [line for line in repeated.output.splitlines() if "observed" in line] == [
        line for line in output.splitlines() if "observed" in line
    ]


VERSION = "daphne/header/version-2"
DECODED = ["decode-reference-encoding", "decode-other-encoding", "decode-reordered"]
SETTLES, BROKEN = ["transcode-settles"], ["agree-on-broken-bytes", "refuse-every-prefix"]
ALL = [*DECODED, "reference-decodes-encoding", "agree-on-edited-values", *SETTLES, *BROKEN]


@pytest.mark.fast("properties only", "a vector")
@pytest.mark.parametrize(
    ("words", "vectors", "names"),
    [
        (["--no-vectors", "--select", "property"], [], ALL),
        (["--select", "property/daphne/decode-*"], [], DECODED),
        (["--requirement", "DAPHNE-DEC-01"], [], [*DECODED[:2], *SETTLES]),
        (["--select", "property", "--select", VERSION, "--operation", "decode"], [VERSION], [*DECODED, *BROKEN]),
        (["--select", VERSION, "--operation", "decode"], [VERSION], []),
    ],
    ids=["properties only", "a property", "a requirement", "both", "a vector"],
)
def test_properties_are_selected_like_vectors(
    tmp_path: Path, words: list[str], vectors: list[str], names: list[str]
) -> None:
    words = ["check", "daphne", "--examples", "3", "--results", str(tmp_path / "r"), *words]
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert [finding.case for finding in results.read(tmp_path / "r").findings] == [
        *vectors,
        *(f"property/daphne/{name}" for name in names),
    ]


@pytest.mark.slow
def test_a_property_that_fails_is_shown_shrunk_and_is_repeated_by_its_command() -> None:
    output = run("check", "daphne", "--no-vectors", "--examples", "50", *codec("dense-and-csr-exchanged")).output
    assert "FAIL property/daphne/decode-reference-encoding decode" in output
    commands = [line.partition("again")[2] for line in output.splitlines() if line.startswith("  again ")]
    again = next(command for command in commands if "property/daphne/decode-reference-encoding" in command)
    repeated = run(*shlex.split(again)[1:])
    assert (repeated.exit_code, "shrunk in" in repeated.output) == (1, True), repeated.output


def test_all_formats_are_those_that_the_codec_declares() -> None:
    result = run("check", "all", "--examples", "0", "--select", "daphne/header/version-2")
    assert (result.exit_code, " for daphne; " in result.output) == (0, True)


def test_results_and_junit_hold_the_run(tmp_path: Path) -> None:
    result = check("--results", tmp_path / "r", "--junit", tmp_path / "j", *codec("int32-as-uint32"))
    assert result.exit_code == 1
    found = results.read(tmp_path / "r")
    assert found.footer.complete
    assert found.header.codec["name"] == "goldenwire reference"
    assert found.header.options["seed"] == 20240229
    assert {finding.finding for finding in found.findings} == {"pass", "fail"}
    suites = ET.parse(tmp_path / "j").getroot()
    fails = [finding for finding in found.findings if finding.finding == "fail"]
    assert (int(suites.get("failures") or 0), len(fails) > 0) == (len(fails), True)


@pytest.mark.slow
def test_badge_summary_and_annotations_are_those_of_the_run_and_of_its_report(tmp_path: Path) -> None:
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    badge, summary = tmp_path / "badge.json", tmp_path / "summary.md"
    views: list[str | Path] = ["--badge", badge, "--markdown", summary, "--baseline", before, "--annotations", "github"]
    select = ["--select", "daphne/dense/*", "--quiet"]
    assert check(*select, "--results", before).exit_code == 0
    shown = check(*select, "--results", after, *views, *codec("dense-and-csr-exchanged"))
    assert shown.exit_code == 1
    assert json.loads(badge.read_text())["message"].startswith("fails strict, ")
    assert "Something got worse." in summary.read_text()
    errors = [line for line in shown.output.splitlines() if line.startswith("::error title=daphne/dense/")]
    assert 0 < len(errors) <= 10
    written = badge.read_text(), summary.read_text()
    again = run("report", after, "--quiet", *views)
    assert [line for line in again.output.splitlines() if line.startswith("::error")] == errors
    assert (badge.read_text(), summary.read_text()) == written


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--badge", "badge.png"], "a badge is FILE.svg or FILE.json"),
        (["--baseline", "old.jsonl"], "--markdown FILE; name that too"),
        (["--baseline", "old.jsonl", "--markdown", "old.jsonl"], "this run writes the same file"),
        (["--markdown", "nowhere/summary.md"], "there is no folder nowhere"),
    ],
)
def test_a_mistake_with_views_is_told_before_the_run(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.jsonl").touch()
    shown = check(*words)
    assert (shown.exit_code, says in shown.output) == (2, True)


def test_a_codec_that_does_nothing_is_red_everywhere(tmp_path: Path) -> None:
    result = check("--results", tmp_path / "r", "--junit", tmp_path / "j", *codec("unsupported"))
    assert (result.exit_code, result.output.splitlines()[-1]) == (2, "There is no verdict at level strict.")
    assert {finding.finding for finding in results.read(tmp_path / "r").findings} == {"declined"}
    [failure] = ET.parse(tmp_path / "j").getroot().iter("failure")
    assert failure.get("message") == "no question of this level was answered, so there is no verdict"


def test_known_failures_ratchet(tmp_path: Path) -> None:
    file = tmp_path / "known.yaml"
    dense = ("--select", "daphne/dense/int32-*")
    written = check("--write-known-failures", file, *dense, *codec("int32-as-uint32"))
    assert (written.exit_code, "known failures are in" in written.output) == (1, True)
    held = check("--known-failures", file, *dense, *codec("int32-as-uint32"))
    assert (held.exit_code, "known to fail: todo: not looked at yet" in held.output) == (0, True)
    mended = check("--known-failures", file, *dense, *codec("none"))
    assert (mended.exit_code, "UNEXPECTED-PASS" in mended.output) == (1, True)
    changed = check("--known-failures", file, *dense, *codec("crash"))
    assert (changed.exit_code, FailsOtherwise("value").sentence() in changed.output) == (1, True)


@pytest.mark.slow
def test_a_stale_known_failure_fails_the_run_unless_it_is_narrowed(tmp_path: Path) -> None:
    file = tmp_path / "known.yaml"
    entry = "format: daphne\nentries:\n- kind: todo\n  reason: x\n  cases: {daphne/header/version-2 encode: hung}\n"
    file.write_text(entry)
    result = check("--known-failures", file, *codec("none"))
    assert (result.exit_code, "STALE known failure daphne/header/version-2 encode" in result.output) == (1, True)
    narrowed = check("--known-failures", file, "--select", "daphne/dense", *codec("none"))
    assert narrowed.exit_code == 0, narrowed.output


@pytest.mark.slow
def test_written_known_failures_keep_what_a_person_wrote(tmp_path: Path) -> None:
    file, one = tmp_path / "known.yaml", ("--select", "daphne/dense/int32-2x3", *codec("int32-as-uint32"))
    check("--write-known-failures", file, *one)
    text = file.read_text().replace("kind: todo", "kind: wontfix")
    text = re.sub('reason: "?not looked at yet.*', "reason: by design", text)
    file.write_text(re.sub(r"( decode: {value: [^@]+)@[0-9a-f]+}$", r"\1}", text, flags=re.MULTILINE))
    before = file.read_text()
    check("--write-known-failures", file, *one)
    assert {(known.kind, known.reason) for _, known in read_known(file).known.values()} == {("wontfix", "by design")}
    assert "value" in {due for due, _ in read_known(file).known.values()}
    assert file.read_text() == before


WRITES = "this command writes it: "


@pytest.mark.parametrize(
    ("words", "writes"),
    [
        (["check", "daphne", "--", "./my codec"], "goldenwire check daphne {file} -- './my codec'"),
        (["check", "daphne"], "goldenwire check daphne {file}"),
        (
            ["check", "daphne", "--junit", "j.xml", "--memory", "0", "--select", "a/*", "--select", "b", "--one-shot"],
            "goldenwire check daphne {file} --select 'a/*' --select b --memory 0 --one-shot",
        ),
    ],
    ids=["a codec", "the reference", "options that change what is asked"],
)
def test_a_file_of_known_failures_that_is_missing_gets_the_command_that_makes_it(
    words: list[str], writes: str, tmp_path: Path
) -> None:
    known = tmp_path / "known.yaml"
    result = run(*words[:2], "--known-failures", known, *words[2:])
    there = writes.format(file=f"--write-known-failures {known}")
    assert (result.exit_code, result.output) == (2, f"Error: {known} does not exist; {WRITES}{there}\n")


@pytest.mark.slow
def test_the_command_that_makes_the_file_of_known_failures_makes_it(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    dense = ("--select", "daphne/dense/int32-*", *codec("int32-as-uint32"))
    *_, words = check("--known-failures", known, *dense).output.rpartition(WRITES)
    assert run(*shlex.split(words)[1:]).exit_code == 1
    assert check("--known-failures", known, *dense).exit_code == 0


# User errors: exit code 2 and a sentence, never a traceback.


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["check"], "Missing argument 'FORMAT|all'"),
        (["check", "dapne"], "there is no format 'dapne'; did you mean daphne? (there are: daphne)"),
        (["chekc", "daphne"], "There is no command 'chekc'; did you mean check?"),
        (["check", "daphne", "--selekt", "x"], "--select"),
        (["check", "daphne", "--level", "lax"], "'lax' is not one of 'draft', 'strict'"),
        (
            ["check", "daphne", "--select", "property/daphne", "--examples", "0"],
            "--select property/daphne selects nothing",
        ),
        (["check", "daphne", "--select", "daphne/dens"], "--select daphne/dens selects nothing"),
        (
            ["check", "daphne", "--select", "property/daphne/transcode-setles"],
            "selects nothing; did you mean property/daphne/transcode-settles?",
        ),
        (
            ["check", "daphne", "--no-vectors", "--select", "property/daphne/decode-reorderd"],
            "--select property/daphne/decode-reorderd selects no property; did you mean",
        ),
        (
            ["check", "daphne", "--no-vectors", "--requirement", "DAPHNE-HDR-01"],
            "--requirement DAPHNE-HDR-01 selects no property",
        ),
        (["check", "daphne", "--no-vectors", "--examples", "0"], "nothing is selected: no vectors"),
        (
            ["check", "daphne", "--after", "decode daphne/dense/one-row"],
            "--after: name the case",
        ),
        (
            ["check", "daphne", "--select", "daphne/dense/one-row", "--after", "daphne/dense/one-row"],
            "--after daphne/dense/one-row: expected an operation and a case",
        ),
        (
            ["check", "daphne", "--select", "daphne/dense/one-row", "--after", "decode daphne/dense/one-rwo"],
            "did you mean daphne/dense/one-row?",
        ),
        (
            ["check", "daphne", "--select", "daphne/dense/one-row", "--after", "read daphne/dense/one-row"],
            "--after read daphne/dense/one-row: daphne/dense/one-row is not asked so",
        ),
        (["check", "daphne", "--requirement", "DAPHNE-HDR-99"], "--requirement DAPHNE-HDR-99 selects nothing"),
        (["check", "daphne", "--operation", "code"], "'code' is not one of"),
        (["check", "daphne", "--examples", "-1"], "-1 is not in the range"),
        (["check", "daphne", "--timeout", "0"], "0.0 is not in the range"),
        (["check", "daphne", "--seed", "x"], "--seed x: expected a number or the word random"),
        (["check", "daphne", "--vectors", "/nowhere"], "/nowhere"),
        (["check", "daphne", "--vectors", "/usr"], "no vectors here"),
        (["check", "daphne", "--results", "/nowhere/r"], "there is no folder /nowhere"),
        (["check", "daphne", "--junit", "/nowhere/j"], "there is no folder /nowhere"),
        (["check", "daphne", "--known-failures", "/nowhere"], "/nowhere does not exist"),
        (["check", "--resume", A_PROGRAM, "--known-failures", "/nowhere"], "/nowhere does not exist"),
        (["check", "daphne", "--known-failures", A_PROGRAM], "faulty.py: "),
        (["check", "daphne", "--", "/nowhere/codec"], "/nowhere/codec"),
        (["check", "daphne", "--", "true"], "The codec cannot be run"),
        (["check", "daphne", "--", "echo", "hello"], "The codec cannot be run"),
        (["check", "daphne", "--one-shot", "--", "echo", "hi"], "The codec cannot be run"),
        (["check", "daphne", "--", "python:no.such:thing"], "The codec cannot be run"),
        (["check", "daphne", *codec("lies")], "declares the feature 'plan', which daphne does not have; did you mean"),
        (["smoke", "--", "true"], "The codec cannot be run"),
        (["vectors", "show", "daphne/header/verson-2"], "did you mean daphne/header/version-2?"),
        (["vectors", "list", "dafne"], "did you mean daphne?"),
        (["vectors", "list", "--select", "nothing"], "--select nothing selects nothing"),
        (["vectors", "compare", "/usr", "/usr"], "manifest.yaml: No such file"),
        (["vectors", "verify", "dafne"], "did you mean daphne?"),
        (["explain", "dafne", A_PROGRAM], "did you mean daphne?"),
        (["explain", "daphne", "/nowhere"], "/nowhere"),
        (["explain", "daphne", A_PROGRAM, "--context", "{"], "--context: not JSON"),
        (["spec", "DAPHNE-HDR-9"], "there is no requirement DAPHNE-HDR-9; did you mean DAPHNE-HDR-0"),
        (["spec", "dafne"], "did you mean daphne?"),
    ],
    ids=lambda value: shlex.join(value)[:50] if isinstance(value, list) else "",
)
def test_a_mistake_of_the_user_is_one_sentence(words: list[str], says: str) -> None:
    result = run(*words)
    assert (result.exit_code, says in result.output) == (2, True), result.output
    assert isinstance(result.exception, SystemExit)


@pytest.mark.parametrize(
    "words",
    [
        ["--select", "y"],
        ["--requirement", "DAPHNE-HDR-99", "--quiet"],
        ["--select", "y", "--select", "daphne/dense/one-row"],
    ],
    ids=["a glob", "a requirement", "a glob beside one that selects"],
)
def test_a_selection_of_nothing_is_told_once_and_without_an_empty_table(words: list[str]) -> None:
    result = run("check", "daphne", *words)
    assert (result.exit_code, result.output.count("selects nothing")) == (2, 1), result.output
    assert (HEAD in result.output, "level strict" in result.output) == (False, False)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--select", "y"], "--select y selects nothing"),
        (
            ["--vectors", str(corpus.bundled())],
            "--write-known-failures: a file holds the failures of one format; name it instead of all",
        ),
    ],
    ids=["nothing selected", "several formats"],
)
def test_a_mistake_beside_a_file_of_known_failures_is_one_sentence(tmp_path: Path, words: list[str], says: str) -> None:
    result = run("check", "all", "--write-known-failures", tmp_path / "known.yaml", *words)
    assert (result.exit_code, says in result.output) == (2, True), result.output


def test_changed_vectors_are_named_in_the_middle_of_a_run(tree: Path, tmp_path: Path) -> None:
    copy = tmp_path / "tree"
    shutil.copytree(tree, copy)
    (copy / "daphne/header/version-0.bin").write_bytes(b"x")
    result = check("--vectors", copy, "--results", tmp_path / "r")
    assert result.exit_code == 2
    assert result.output.count("daphne/header/version-0: the size of the file is 1, ") == 1
    assert (HEAD in result.output, "The run is not complete.\n" in result.output) == (True, True)
    run_ = results.read(tmp_path / "r")
    assert (run_.footer.complete, len(run_.findings) > 50) == (False, True)


# Interrupts


def started(tmp_path: Path) -> subprocess.Popen[bytes]:
    """Return a check whose codec hangs, once its results are begun on disk."""
    path = tmp_path / "r"
    words = ["check", "daphne", "--examples", "0", "--timeout", "600", "--results", str(path), "--jobs", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "goldenwire", *words, *codec("hang")], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    until = time.monotonic() + 60
    while time.monotonic() < until and not (path.exists() and path.read_bytes()):
        time.sleep(0.02)
    time.sleep(1)  # until it hangs, as a rule
    return process


@pytest.mark.fast("15")
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_an_interrupt_keeps_the_results_and_ends_the_codec(
    tmp_path: Path, by: signal.Signals, nothing_left: Iterator[None]
) -> None:
    process = started(tmp_path)
    process.send_signal(by)
    output, errors = process.communicate()
    assert (process.returncode, errors) == (130, b"")
    assert b"The run is not complete (interrupted)." in output
    found = results.read(tmp_path / "r")
    assert (found.footer.complete, found.footer.stopped) == (False, "interrupted")


@pytest.mark.slow
def test_a_killed_check_leaves_results_that_are_valid_to_their_last_line(
    tmp_path: Path, nothing_left: Iterator[None]
) -> None:
    process = started(tmp_path)
    process.kill()
    process.communicate()
    assert results.read(tmp_path / "r").footer.stopped == "the file has no footer"


# The other commands


def test_smoke_gives_one_verdict() -> None:
    result = run("smoke", *codec("none"))
    assert (result.exit_code, result.output.splitlines()[-1]) == (0, "The adapter is sound.")


@pytest.mark.fast("int32-as-uint32", "unsupported")
@pytest.mark.parametrize(
    ("mistake", "says"),
    [
        ("reject-all", "The first mistake, decode of daphne/dense/int32-2x3:"),
        ("reject-all", "the adapter rejects good bytes"),
        ("accept-all", "the adapter accepts broken bytes"),
        ("int32-as-uint32", 'type: expected "int32", found "uint32"'),
        ("crash", "Answer bad input with `rejected`"),
        ("unsupported", "is left out of `operations`"),
    ],
)
def test_smoke_explains_the_first_mistake(mistake: str, says: str) -> None:
    result = run("smoke", *codec(mistake))
    assert (result.exit_code, says in result.output) == (1, True), result.output
    assert result.output.endswith("The adapter is not sound yet.\n")


def test_smoke_has_nothing_to_ask_of_a_codec_that_declares_nothing_that_canaries_need() -> None:
    result = run("smoke", "--vectors", corpus.bundled(), *codec("no-json"))
    *_, why, sentence = result.output.splitlines()
    assert why == "  nothing to ask: the codec does not declare what the canaries need"
    assert (result.exit_code, sentence) == (2, "Nothing was asked, so there is no verdict on the adapter.")


@pytest.mark.slow
def test_a_codec_without_the_carrier_of_the_canaries_is_no_adapter_that_rejects_everything() -> None:
    words = ["check", "sciserialize", "--examples", "0", "--select", "sciserialize/containers", "--jobs", "1"]
    result = run(*words, "--vectors", corpus.bundled(), *codec("no-json"))
    assert (result.exit_code, "CANARY" in result.output) == (0, False), result.output


def test_serve_speaks_the_protocol() -> None:
    lines = b'{"op":"hello","protocol":1}\n{"id":1,"op":"decode","format":"daphne","bytes":"02"}\n'
    said = subprocess.run([sys.executable, "-m", "goldenwire", "serve"], input=lines, capture_output=True, check=True)
    hello, refused = map(json.loads, said.stdout.splitlines())
    assert hello["codec"]["name"] == "goldenwire reference"
    assert refused["rejected"]["code"] == "VERSION"


def test_the_vectors_are_listed_with_their_sums() -> None:
    lines = run("vectors", "list", "daphne", "--select", "daphne/header/version-*").output.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == [f"daphne/header/version-{n}" for n in (0, 2, 255)]
    assert lines[-1] == "3 vectors: 3 level strict, 3 reject"


@pytest.mark.parametrize(
    ("id", "says"),
    [
        ("daphne/header/version-2", "refused with VERSION at byte 0"),
        ("daphne/header/version-2", "became 02"),
        ("daphne/header/version-2", "DAPHNE-HDR-02: A decoder MUST"),
        ("daphne/dense/int32-2x3", 'value: {"kind":"DenseMatrix"'),
        ("daphne/dense/int32-2x3", "     1     1  data-type"),
    ],
)
def test_a_vector_is_shown_with_its_bytes_named(id: str, says: str) -> None:
    result = run("vectors", "show", id)
    assert (result.exit_code, says in result.output) == (0, True), result.output


def test_a_sweep_is_shown_with_each_request_its_edit_and_its_outcome() -> None:
    id = "sweep/daphne/spelling.policies"
    result = run("vectors", "show", id, "--vectors", corpus.bundled())
    title, ask, *lines = result.output.splitlines()
    assert (result.exit_code, len(lines) % 4) == (0, 0), result.output
    assert title == f"{id}: {len(lines) // 4} requests, each a vector with one edit or two"
    assert f"goldenwire ask {id}" in ask
    assert all(re.search(" where (/value |value is |plan is )", line) for line in lines[1::4])
    requests = [json.loads(line.removeprefix("  request   ")) for line in lines[2::4]]
    assert {(request["op"], request["format"]) for request in requests} == {("encode", "daphne")}
    assert all(line.startswith("  expected  bytes 01") for line in lines[3::4])


MADE_UP: dict[str, str] = {
    "sweep/daphne/bytes.dence": "there is no sweep sweep/daphne/bytes.dence; did you mean",
    "sweep/dafne/bytes.dense": "there is no format 'dafne'; did you mean daphne?",
    "property/daphne/transcode-settles": "is a property, whose examples are drawn for a run: `goldenwire ask property/",
    "daphne/scale/rows": "`goldenwire scale daphne --select daphne/scale/rows -- COMMAND` asks it",
    "daphne/protocol/no-state": "`goldenwire check daphne -- COMMAND` shows whether it fails",
    "daphne/canary/nonce": "is made up anew for each run: `goldenwire smoke -- COMMAND` asks it",
    "sweep/daphne/bytes.dense --html x": "--html: a sweep has no page; name a vector",
}


@pytest.mark.parametrize(("words", "says"), MADE_UP.items(), ids=MADE_UP)
def test_a_case_that_is_no_vector_is_told_with_the_command_that_asks_it(words: str, says: str) -> None:
    result = run("vectors", "show", *words.split(), "--vectors", corpus.bundled())
    assert (result.exit_code, says in result.output) == (2, True), result.output


def test_trees_are_compared_case_by_case(tree: Path, tmp_path: Path) -> None:
    copy = tmp_path / "new"
    shutil.copytree(tree, copy)
    path = copy / "daphne/header.yaml"
    text = path.read_text().replace("daphne/header/version-2\n", "daphne/header/version-3\n")
    path.write_text(
        text.replace("header/version-2.bin", "header/version-3.bin").replace("version 0, though", "0, though")
    )
    (copy / "daphne/header/version-2.bin").rename(copy / "daphne/header/version-3.bin")
    result = run("vectors", "compare", tree, copy)
    assert (result.exit_code, result.output.splitlines()) == (
        1,
        [
            "changed daphne/header/version-0: summary",
            "removed daphne/header/version-2: version 2, though the rest is a matrix of version 1",
            "added   daphne/header/version-3: version 2, though the rest is a matrix of version 1",
            "1 changed, 1 removed, 1 added",
        ],
    )
    assert run("vectors", "compare", tree, tree).exit_code == 0


def test_explain_names_good_bytes_and_marks_bad_ones(tree: Path) -> None:
    good = run("explain", "daphne", tree / "daphne/dense/int32-2x3.bin")
    assert (good.exit_code, good.output.splitlines()[-5:]) == (
        0,
        ["69 bytes, all accounted for", "", "DenseMatrix of 2 x 3 int32", "  1  -2   3", "  4   5  -6"],
    )
    bad = run("explain", "daphne", tree / "daphne/header/version-2.bin")
    assert (bad.exit_code, "VERSION at byte 0: expected version 1, found 2" in bad.output) == (1, True)
    assert "DAPHNE-HDR-02: A decoder MUST" in bad.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["DAPHNE-LBL-08"], "goldenwire spec DAPHNE-LBL-08 shows it"),
        (["daphne"], "FILE is missing"),
        (["daphne", "no-such-file"], "no-such-file: there is no such file"),
        (["no-such-file"], "no-such-file: there is no such file"),
        ([__file__, "--context", "{}"], "--context is for a FORMAT"),
        (["--hex", "01 0"], "expected pairs of hex digits"),
        (["--hex", "xy"], "expected pairs of hex digits"),
        (["--base64", "a?"], "this is no base64"),
        (["--hex", ""], "there are no bytes"),
        (["dapne", "-"], "did you mean daphne?"),
    ],
)
def test_explain_says_what_it_wants(words: list[str], says: str) -> None:
    result = run("explain", *words)
    assert (result.exit_code, says in result.output, result.output.count("\n")) == (2, True, 1)


SPELLINGS: dict[str, tuple[list[str], bytes, str]] = {
    "hex as a word": (["--hex", "93 01 a1 78 cb3ff8000000000000"], b"", '[1, "x", 1.5]'),
    "hex on standard input": (["-"], b"9301a178cb3ff8000000000000\n", '[1, "x", 1.5]'),
    "hex with prefixes": (["-"], rb"\x93\x01\xa1\x78\xcb\x3f\xf8" + rb"\x00" * 6, '[1, "x", 1.5]'),
    "hex that is guessed is said": (["-"], b"9301a178cb3ff8000000000000", "standard input is hex, of 13 bytes"),
    "digits that are no hex": (["-", "--raw"], b"12345678", "12345678"),
    "base64": (["--base64", "kwGheMs/+AAAAAAAAA=="], b"", '[1, "x", 1.5]'),
    "base64 for addresses, without its end": (["--base64", "kwGheMs_-AAAAAAAAA"], b"", '[1, "x", 1.5]'),
    "octets": (["-"], bytes.fromhex("9301a178cb3ff8000000000000"), '[1, "x", 1.5]'),
}


@pytest.mark.parametrize(("words", "input", "says"), SPELLINGS.values(), ids=SPELLINGS)
def test_explain_takes_octets_in_hex_and_base64(words: list[str], input: bytes, says: str) -> None:
    result = run("explain", *words, input=input)
    assert (result.exit_code, says in result.output) == (0, True), result.output


@pytest.mark.parametrize(("words", "says"), [([], "# The goldenwire protocol"), (["--schema"], '"$schema"')])
def test_the_protocol_is_printed(words: list[str], says: str) -> None:
    result = run("protocol", *words)
    assert (result.exit_code, says in result.output) == (0, True)


def test_explain_reads_standard_input() -> None:
    result = run("explain", "daphne", "-", input=b"\1\1")
    assert (result.exit_code, "TRUNCATED at byte 2" in result.output) == (1, True)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "daphne: DAPHNE binary, "),
        (["daphne"], "# The DAPHNE binary format\n"),
        (["daphne", "--requirements"], "DAPHNE-HDR-01 (draft) "),
        (["DAPHNE-HDR-02"], "reject  daphne/header/version-0  "),
        (["daphne", "--coverage"], "DAPHNE-HDR-02"),
    ],
)
def test_spec_shows_requirements_and_what_covers_them(words: list[str], says: str) -> None:
    result = run("spec", *words)
    assert (result.exit_code, says in result.output) == (0, True), result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_of_each_what_it_says_of_itself(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert COMMANDS[name] == command.get_short_help_str(limit=1000)


ZERO = "no answer failed at the level that decides"


@pytest.mark.parametrize(
    "text", ["the help", "README.md", "harness/docs/pages/failures.md", "harness/docs/pages/gating.md"]
)
def test_exit_code_0_is_said_to_reach_as_far_as_the_answers(text: str) -> None:
    told = run("check", "--help").output if text == "the help" else (ROOT / text).read_text()
    told = " ".join(told.split())
    assert ("it conforms; 1" in told, ZERO in told, "--complete" in told) == (False, True, True)


HEAVY = ("numpy", "hypothesis", "rich", "jinja2", "yaml", "msgspec", "lark", "goldenwire_reference", "goldenwire_suite")


@pytest.mark.parametrize("words", [["--help"], ["check", "--help"], ["vectors", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(words: list[str]) -> None:
    program = (
        "import sys; from click.testing import CliRunner; from goldenwire.cli import cli; "
        f"code = CliRunner().invoke(cli, {words!r}).exit_code; "
        f"print(code, [name for name in {HEAVY!r} if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout == "0 []\n"


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_known_and_asked_for_a_canary_without_what_its_codec_needs(name: str) -> None:
    program = (
        f"import sys; from goldenwire.judge import referee; assert referee.nonce({name!r}, 5); "
        "print([one for one in ('numpy', 'hypothesis', 'lark', 'rich', 'jinja2') if one in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_a_check_of_vectors_imports_neither_cases_nor_hypothesis() -> None:
    """The properties import Hypothesis when they begin; cases are for those who generate vectors."""
    program = (
        "import sys; from click.testing import CliRunner; from goldenwire.cli import cli; "
        "done = CliRunner().invoke(cli, ['check', 'daphne', '--select', 'daphne/dense/*', '--jobs', '1']); "
        "print(done.exit_code, [name for name in sys.modules if name == 'hypothesis' or '.cases' in name])"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout == "0 []\n"


def on_terminal(*words: str, **variables: str) -> bytes:
    """Return what a terminal receives of a check."""
    return received(["-m", "goldenwire"], *words, **variables)


def received(program: list[str], *words: str, **variables: str) -> bytes:
    """Return what a terminal receives of a check by this program of Python."""
    ours, theirs = os.openpty()
    command = [sys.executable, *program, "check", "daphne", "--examples", "0", *words]
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env={**environment, "TERM": "xterm", **variables},
    )
    os.close(theirs)
    output = b"".join(_chunks(ours))
    process.wait()
    os.close(ours)
    return output


@pytest.mark.slow
@pytest.mark.parametrize(("variables", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)], ids=["plain", "NO_COLOR"])
def test_a_terminal_gets_colour_unless_it_is_not_wanted(variables: dict[str, str], coloured: bool) -> None:
    output = on_terminal("--select", "daphne/dense/int32-2x3", *codec("int32-as-uint32"), **variables)
    assert (b"FAIL" in output, b"\x1b[31mFAIL" in output) == (True, coloured)


def test_what_is_no_terminal_gets_no_colour() -> None:
    assert "\x1b[" not in check("--select", "daphne/dense/int32-2x3", *codec("int32-as-uint32")).output


# goldenwire, which never shows a progress bar.
PATIENT = (
    "from goldenwire.__main__ import main; from goldenwire.report import screen; screen.PATIENCE = float('inf'); main()"
)


@pytest.mark.slow
def test_a_terminal_gets_a_progress_bar_after_a_second() -> None:
    words = [
        "--select",
        "daphne/dense/int32-2x3",
        "--operation",
        "decode",
        "--jobs",
        "1",
        "--timeout",
        "1.2",
        *codec("hang"),
    ]
    slow, patient = on_terminal(*words), received(["-c", PATIENT], *words)
    assert [b"\xe2\x94\x81" in shown for shown in (slow, patient)] == [True, False]
    assert slow.endswith(b"It does not conform at level strict.\x1b[0m\r\n")


def _chunks(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            yield os.read(terminal, 1 << 16)
        except OSError:  # the other end is closed
            return


def test_a_built_in_format_is_generated_for_the_first_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Build a format that the manifest does not list yet, so that its tree cannot be found by name."""
    known = (corpus.bundled() / "manifest.yaml").read_text("utf-8")
    (tmp_path / "manifest.yaml").write_text(known.partition("  msgpack:\n")[0])
    generated = []

    def regeneration(root: Path, names: tuple[str, ...], *_: object, **__: object) -> generation.Regeneration:
        generated.append((root, names))
        return generation.Regeneration(root, {}, [], names)

    monkeypatch.setattr(generation, "regeneration", regeneration)
    monkeypatch.setattr(generation, "reworded", lambda *_: [])
    result = run("vectors", "regenerate", "msgpack", "--vectors", tmp_path)
    assert (result.exit_code, generated) == (0, [(tmp_path, ("msgpack",))]), result.output


# What no case can be blamed for


@pytest.mark.slow
def test_a_failure_that_depends_on_another_question_is_repeated_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GOLDENWIRE_VECTORS")
    refused, written = "daphne/requests/plan-order-null", "daphne/widths/row-255"
    remembers = ("--", *command("remembers"))
    both = ["--select", refused, "--select", written, "--operation", "encode", "--jobs", "1"]
    done = run("check", "daphne", *both, "--save-failures", tmp_path / "saved", *remembers)
    assert f"after encode {refused}, encode {written} is answered so; alone it is answered with bytes" in done.output
    assert json.loads((tmp_path / "saved" / "sequences.jsonl").read_text()) == {
        "after": [f"encode {refused}"],
        "question": f"encode {written}",
    }
    [line] = [line for line in done.output.splitlines() if line.startswith("  again ")]
    again = run(*shlex.split(line)[2:])
    assert (again.exit_code, f"after encode {refused}" in again.output) == (1, True), again.output
    alone = run("check", "daphne", "--select", written, "--operation", "encode", "--examples", "0", *remembers)
    assert alone.exit_code == 0, alone.output
    known = tmp_path / "known.yaml"
    replay = ["check", "daphne", "--vectors", str(tmp_path / "saved"), "--examples", "0"]
    replayed = run(*replay, "--write-known-failures", known, *remembers)
    assert (replayed.exit_code, f"after encode {refused}" in replayed.output) == (1, True), replayed.output
    [line] = [line for line in replayed.output.splitlines() if line.startswith("  again ")]
    assert run(*shlex.split(line)[2:]).exit_code == 1
    assert run(*replay, "--known-failures", known, *remembers).exit_code == 0
    healthy = run(*replay)
    assert (healthy.exit_code, "level strict: 1 of 1 questions hold" in healthy.output) == (0, True), healthy.output


@pytest.mark.slow
def test_an_example_that_depends_on_another_request_is_repeated_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GOLDENWIRE_VECTORS")
    remembers, edited = ("--", *command("remembers")), "property/daphne/agree-on-edited-values"
    words = ["check", "daphne", "--no-vectors", "--select", edited, "--save-failures", str(tmp_path)]
    done = run(*words, *remembers)
    assert "this request is answered so; alone it is answered with" in done.output, done.output
    [line] = [line for line in done.output.splitlines() if line.startswith("  again ")]
    assert run(*shlex.split(line)[2:]).exit_code == 1
    replayed = run("check", "daphne", "--vectors", tmp_path, "--examples", "0", *remembers)
    assert "level strict: 1 of 2 questions hold" in replayed.output, replayed.output


def chatty(*words: str | Path) -> list[str]:
    """The arguments that put the reference under test, in a script that says goodbye where replies are due."""
    script = f"{sys.executable} -m goldenwire.protocol.serve; sleep 0.2; echo bye"
    return [*map(str, words), "--", "sh", "-c", script]


ALONE = ["--select", "daphne/dense/one-row", "--jobs", "1"]


@pytest.mark.fast("vectors")
@pytest.mark.parametrize(
    "options",
    [["--examples", "0"], ["--examples", "1", "--select", "property/daphne/transcode-settles"]],
    ids=["vectors", "properties"],
)
def test_a_line_after_the_last_answer_fails_the_run(options: list[str], tmp_path: Path) -> None:
    words = ["check", "daphne", *ALONE, *options]
    seen, known = tmp_path / "results", tmp_path / "known.yaml"
    done = run(*chatty(*words, "--results", seen, "--write-known-failures", known))
    assert (done.exit_code, "FAIL daphne/protocol/nothing-else reply (draft)" in done.output) == (1, True), done.output
    assert "it wrote a line that answers no request: not JSON" in done.output
    [command] = [line for line in done.output.splitlines() if line.startswith("  again ")]
    assert "--select" not in command
    assert "FAIL daphne/protocol/nothing-else reply" in run("report", seen).output
    held = run(*chatty(*words, "--known-failures", known))
    assert (held.exit_code, "known to fail" in held.output) == (0, True), held.output
    mended = run(*words, "--known-failures", known)
    assert (mended.exit_code, "UNEXPECTED-PASS daphne/protocol/nothing-else" in mended.output) == (1, True), (
        mended.output
    )
