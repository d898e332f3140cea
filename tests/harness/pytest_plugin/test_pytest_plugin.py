"""The pytest plugin, as a user meets it who types `pytest` in an empty folder."""

import shlex
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml
from click.testing import CliRunner

from goldenwire import corpus, properties
from goldenwire.cli import cli
from goldenwire.judge.reasons import PassesNow, SkippedNow
from goldenwire.protocol import OPERATIONS
from goldenwire.pytest_plugin import pytest_configure
from goldenwire.pytest_plugin import session as pytest_session
from goldenwire_reference import formats
from goldenwire_suite.suite import suite_of
from harness import trees
from harness.outcomes import DIFFERS
from miniatures import command, daphne_with

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.usefixtures("loaded")

LOADED = (pytest_session, suite_of(formats.load("daphne")).strategies, formats.load("daphne"), pytest_configure)
# Options of every pytest run here: without examples, which take time.
QUIET = ("-p", "no:hypothesispytest", "-p", "no:randomly")
PLAIN = (*QUIET, "--goldenwire-format=daphne", "--goldenwire-examples=0", "--goldenwire-codec=reference")

SUBSETS = [",".join(some) for size in (1, 2, 3) for some in combinations(OPERATIONS, size)]

Run = Callable[..., pytest.RunResult]


def codec(mistake: str) -> str:
    """Return the option that tests a reference with a mistake."""
    return f"--goldenwire-codec={shlex.join(daphne_with(mistake))}"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a tree with features of the kit's own vectors, including the canaries."""
    return trees.part_of_the_kits(tmp_path_factory.mktemp("tree"), "daphne", "dense", "header", "policies")


@pytest.fixture
def run(pytester: pytest.Pytester, tree: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs pytest in an empty folder."""
    monkeypatch.setenv("GOLDENWIRE_VECTORS", str(tree))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("BUILD_NUMBER", raising=False)
    return lambda *words: pytester.runpytest(*PLAIN, *words)


@pytest.fixture(scope="module")
def questions(tree: Path) -> int:
    """Count the tests of the tree, without canaries."""
    return sum(len(vector.operations) for vector in corpus.load("daphne", root=tree, data=False))


def text(result: pytest.RunResult) -> str:
    return "\n".join(result.outlines + result.errlines)


# Passing


@pytest.mark.slow
def test_a_folder_without_tests_is_enough(run: Run, questions: int, nothing_left: None) -> None:
    result = run()
    assert result.ret == 0
    result.assert_outcomes(passed=questions + 1)
    assert "goldenwire: the built-in reference for daphne; level strict, vectors" in text(result)
    assert "goldenwire/daphne/dense ...." in text(result)


@pytest.mark.slow
def test_it_goes_with_the_tests_that_are_there(run: Run, pytester: pytest.Pytester, questions: int) -> None:
    pytester.makepyfile(test_mine="def test_one(): pass")
    run().assert_outcomes(passed=questions + 2)
    run("-m", "not goldenwire", "--strict-markers").assert_outcomes(passed=1, deselected=questions + 1)
    run("-m", "goldenwire", "--strict-markers").assert_outcomes(passed=questions + 1, deselected=1)


def test_without_the_option_there_is_nothing(pytester: pytest.Pytester) -> None:
    assert pytester.runpytest("-p", "no:hypothesispytest").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_the_module_that_every_project_loads_imports_nothing_but_pytest() -> None:
    program = (
        "import sys, pytest; before = set(sys.modules); import goldenwire.pytest_plugin;"
        "print(*sorted({name.partition('.')[0] for name in sys.modules.keys() - before}))"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["goldenwire"]


# Choosing


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        (
            ["goldenwire/daphne/dense::int32-2x3"],
            ["dense::int32-2x3::decode", "dense::int32-2x3::encode", "dense::int32-2x3::transcode"],
        ),
        (["goldenwire/daphne/dense::int32-2x3::encode"], ["dense::int32-2x3::encode"]),
        (["goldenwire/daphne/dense/int32-2x3/encode"], ["dense::int32-2x3::encode"]),
        (["goldenwire/daphne/dense", "-k", "int32-2x3 and encode"], ["dense::int32-2x3::encode"]),
        (["-k", "daphne/dense/int32-2x3", "-m", "encode"], ["dense::int32-2x3::encode"]),
        (
            ["-m", "daphne and requirement(id='DAPHNE-HDR-02') and strict and reject and decode", "-k", "2"],
            ["header::version-2::decode", "header::version-255::decode"],
        ),
    ],
    ids=["case", "question", "slashes", "feature-and-k", "k-and-m", "requirement"],
)
def test_ids_keywords_and_markers_choose(run: Run, words: list[str], ids: list[str]) -> None:
    result = run("--collect-only", "-q", "--strict-markers", *words)
    assert [line for line in result.outlines if "::" in line] == [f"goldenwire/daphne/{id}" for id in ids]


def test_an_id_of_a_test_of_ones_own_goes_with_them(run: Run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_mine="def test_one(): pass\ndef test_two(): pass")
    run("test_mine.py::test_two", "goldenwire/daphne/dense::int32-2x3::encode").assert_outcomes(passed=2)


INI = "[pytest]\ngoldenwire_format = daphne\ngoldenwire_examples = 0\n"
NAMED = "goldenwire_codec = reference\n"
ADDOPTS = "[pytest]\naddopts = --goldenwire-format=daphne --goldenwire-examples=0 --goldenwire-codec=reference\n"


@pytest.mark.fast("test_mine.py--", "dense::int32-2x3--keys")
@pytest.mark.parametrize("ini", [INI + NAMED, ADDOPTS], ids=["keys", "addopts"])
@pytest.mark.parametrize(
    ("words", "passed"),
    [
        ([], 1),
        (["test_mine.py"], 1),
        (["goldenwire/daphne/dense::int32-2x3"], 3),
        (["test_mine.py", "goldenwire/daphne/dense::int32-2x3::decode"], 2),
        (["goldenwire"], None),
        (["--goldenwire-format=daphne"], None),
        pytest.param(["-n2", "goldenwire/daphne/dense::int32-2x3"], 3, marks=pytest.mark.slow),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_settings_that_always_stand_ask_nothing_until_a_call_does(  # noqa: PLR0917  # one for each column
    run: Run, pytester: pytest.Pytester, questions: int, ini: str, words: list[str], passed: int | None
) -> None:
    pytester.makeini(ini)
    pytester.makepyfile(test_mine="def test_one(): pass")
    mine = "--goldenwire-format=daphne" in words
    result = pytester.runpytest(*QUIET, *words)
    result.assert_outcomes(passed=questions + 1 + mine if passed is None else passed)


KEYS: dict[str, tuple[str, list[str], str]] = {
    "the codec": ("goldenwire_codec = ./nowhere", [], "`./nowhere` cannot be started"),
    "an option overrules a key": ("goldenwire_codec = ./there", ["--goldenwire-codec=./nowhere"], "`./nowhere` cannot"),
    "no codec": ("", [], "which codec? Name it with --goldenwire-codec=COMMAND"),
    "a level": (f"{NAMED}goldenwire_level = draft", [], "level draft"),
    "a seed": (f"{NAMED}goldenwire_seed = x", [], "goldenwire_seed in "),
    "known failures": (f"{NAMED}goldenwire_known_failures = none.yaml", [], "none.yaml: No such file"),
}


@pytest.mark.parametrize(("line", "words", "says"), KEYS.values(), ids=KEYS)
def test_settings_stand_in_the_ini_file(
    run: Run, pytester: pytest.Pytester, line: str, words: list[str], says: str
) -> None:
    pytester.makeini(f"{INI}{line}\n")
    assert says in text(pytester.runpytest(*QUIET, "goldenwire/daphne/dense::int32-2x3::decode", *words))


@pytest.mark.slow
def test_an_id_is_understood_from_a_folder_below_the_root(
    run: Run, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeini("[pytest]")
    monkeypatch.chdir(pytester.mkdir("below"))
    run("../goldenwire/daphne/dense::int32-2x3::encode").assert_outcomes(passed=1)


def test_each_marker_is_registered_with_its_meaning(run: Run) -> None:
    shown = text(run("--markers"))
    assert "@pytest.mark.daphne: a question on this format" in shown
    assert "@pytest.mark.requirement(id): a question that rests on" in shown


# Failing


def test_a_failure_is_the_block_that_check_prints_and_no_traceback(run: Run, tree: Path) -> None:
    words = ["check", "daphne", "--examples", "0", "--select", "daphne/dense/int32-2x3", "--"]
    checked = CliRunner().invoke(cli, [*words, *daphne_with("int32-as-uint32")]).output
    block = checked[checked.index("FAIL daphne") :].partition("\n\n")[0]
    result = run(codec("int32-as-uint32"))
    assert result.ret == 1
    result.assert_outcomes(failed=10, passed=sum(result.parseoutcomes().values()) - 10)
    assert "int32-2x3 decode" in block
    assert block in text(result)
    assert f"FAILED goldenwire/daphne/dense::int32-2x3::decode - {DIFFERS}" in text(result)
    assert "Traceback" not in text(result)
    assert "pytest_items.py" not in text(result)


@pytest.mark.slow
def test_a_line_for_each_failure_is_there_too(run: Run) -> None:
    result = run(codec("int32-as-uint32"), "--tb=line", "-m", "decode", "goldenwire/daphne/dense")
    assert f"goldenwire/daphne/dense::int32-2x3::decode:0: {DIFFERS}" in text(result)


def test_a_crash_is_blamed_on_its_case_and_the_codec_starts_again(run: Run, nothing_left: None) -> None:
    result = run(codec("crash"), "goldenwire/daphne/dense", "-m", "decode or encode")
    assert result.parseoutcomes()["failed"] == 1
    assert "    | about to fall over" in text(result)
    assert "the codec was restarted once" in text(result)


@pytest.mark.fast("reject-all")
@pytest.mark.parametrize(
    ("mistake", "sentence"),
    [
        ("accept-all", "CANARY the adapter accepts broken bytes: it may accept everything"),
        ("reject-all", "CANARY the adapter rejects good bytes, even those of a plain value: it may reject everything"),
    ],
)
def test_the_canary_is_the_first_to_fail(run: Run, mistake: str, sentence: str) -> None:
    result = run(codec(mistake), "-x")
    assert result.parseoutcomes() == {"failed": 1}
    assert sentence in text(result)
    assert f"faulty.py {mistake} explains the first mistake" in text(result)
    assert "FAILED goldenwire/daphne::canary::unmask - the adapter" in text(result)


@pytest.mark.slow
@pytest.mark.parametrize(("case", "outcome"), [("dense/int32-2x3", "failed"), ("canary/nonce", "passed")])
def test_a_known_failure_excuses_its_own_canary_alone(run: Run, tmp_path: Path, case: str, outcome: str) -> None:
    known = tmp_path / "known.yaml"
    cases = [f"daphne/{name} {op}" for name in {case, "dense/int32-2x3"} for op in ("decode", "transcode")]
    entry = {"kind": "todo", "reason": "later", "cases": dict.fromkeys(cases, "rejected")}
    known.write_text(yaml.safe_dump({"format": "daphne", "entries": [entry]}))
    result = run(codec("reject-all"), f"--goldenwire-known-failures={known}", "goldenwire/daphne::canary")
    assert result.parseoutcomes() == {outcome: 1}


@pytest.mark.parametrize(
    ("words", "outcomes"),
    [
        (["--goldenwire-level=strict"], {"failed": 1, "passed": 1, "deselected": 1}),
        (["--goldenwire-level=draft"], {"xfailed": 1, "passed": 1, "deselected": 1}),
    ],
    ids=["strict", "draft"],
)
def test_what_fails_above_the_level_is_no_failure(run: Run, words: list[str], outcomes: dict[str, int]) -> None:
    where = ["goldenwire/daphne/header::trailing-newline", "goldenwire/daphne::canary", "-m", "decode or canary"]
    assert run(codec("rest-ignored"), *where, *words).parseoutcomes() == outcomes


def test_a_property_is_a_test(run: Run) -> None:
    result = run(
        codec("dense-and-csr-exchanged"), "--goldenwire-examples=5", "-m", "property and decode", "--goldenwire-seed=7"
    )
    cases = [property for property in properties.for_format("daphne") if property.operation == "decode"]
    assert result.parseoutcomes()["failed"] > 0
    assert sum(result.parseoutcomes().values()) - result.parseoutcomes()["deselected"] == len(cases)
    assert "FAIL property/daphne/decode-reference-encoding decode" in text(result)
    assert "--examples 5 --seed 7" in text(result)


@pytest.mark.fast("encode,transcode")
@pytest.mark.parametrize("operations", SUBSETS)
def test_properties_of_operations_that_a_codec_lacks_are_skipped(run: Run, operations: str) -> None:
    chosen = [property.operation in operations.split(",") for property in properties.for_format("daphne")]
    some = f"--goldenwire-codec={shlex.join(command('wrong', 'daphne', operations))}"
    result = run(some, "--goldenwire-examples=2", "-m", "property")
    outcomes = result.parseoutcomes()
    assert (outcomes["passed"], outcomes.get("skipped", 0)) == (sum(chosen), len(chosen) - sum(chosen))
    assert {*outcomes} <= {"passed", "skipped", "deselected"}


def test_a_construct_is_a_test_and_skipped_without_its_operation(run: Run) -> None:
    some = f"--goldenwire-codec={shlex.join(command('wrong', 'daphne', 'decode'))}"
    result = run(some, "--goldenwire-examples=1", "-m", "scale", "-k", "csr-empty-rows")
    result.assert_outcomes(passed=1, skipped=2)


# Skipping


def test_what_is_not_declared_is_skipped_with_the_word(run: Run) -> None:
    result = run(codec("decode-only"), "goldenwire/daphne/dense::int32-2x3", "-rs")
    result.assert_outcomes(passed=1, skipped=2)
    assert "the codec does not declare the operation transcode" in text(result)


@pytest.mark.slow
def test_a_run_that_finds_nothing_out_is_not_a_good_one(run: Run) -> None:
    result = run(codec("unsupported"))
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    assert set(result.parseoutcomes()) == {"skipped"}
    assert "no results: all " in text(result)


def test_undeclared_choices_are_noted(run: Run) -> None:
    result = run(codec("no-features"), "goldenwire/daphne/policies", "-m", "decode", "-rP")
    assert result.ret == 0
    assert "unspecified: daphne.stored-zero: reject" in text(result)
    assert "Captured goldenwire call" in text(result)


# Known failures

DECODE = "daphne/dense/int32-2x3 decode"
TRANSCODE = "daphne/dense/int32-2x3 transcode"


WRONG = {DECODE: "value", TRANSCODE: "bytes"}


@pytest.mark.fast("otherwise", "passes")
@pytest.mark.parametrize(
    ("mistake", "cases", "words", "found"),
    [
        ("int32-as-uint32", WRONG, ["-rx"], ({"xfailed": 2}, "wontfix: we count from one")),
        ("int32-as-uint32", {**WRONG, DECODE: "crashed"}, [], ({"failed": 1, "xfailed": 1}, "in another way: crashed")),
        ("int32-as-uint32", WRONG, ["--runxfail"], ({"failed": 2}, 'type: expected "int32"')),
        ("none", {DECODE: "value"}, [], ({"failed": 1}, f"{PassesNow('value').sentence()}\n  known     wontfix: we")),
        ("none", {DECODE: "value"}, [], ({"failed": 1}, "\n  six values, row by row")),
        (
            "decode-only",
            {TRANSCODE: "bytes"},
            [],
            ({"failed": 1, "skipped": 1}, SkippedNow().sentence().partition(";")[0]),
        ),
        ("none", {"daphne/dense/int32-2x4 decode": "value"}, [], ({"failed": 1}, "did you mean daphne/dense/int32-")),
    ],
    ids=["as-known", "otherwise", "runxfail", "passes", "passes-with-summary", "skipped", "no-such-case"],
)
def test_known_failures_are_a_ratchet(
    run: Run, mistake: str, cases: dict[str, str], words: list[str], found: tuple[dict[str, int], str]
) -> None:
    entry = {"kind": "wontfix", "reason": "we count from one", "cases": cases}
    Path("known.yaml").write_text(yaml.safe_dump({"format": "daphne", "entries": [entry]}, sort_keys=False))
    where = ["goldenwire/daphne/dense::int32-2x3", "goldenwire/daphne::known-failures"]
    result = run(codec(mistake), "--goldenwire-known-failures=known.yaml", *where, *words)
    outcomes, says = found
    assert {word: count for word, count in result.parseoutcomes().items() if word != "passed"} == outcomes
    assert says in text(result)


# User errors


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--goldenwire-format=dapne"], "ERROR: there is no format 'dapne'; did you mean daphne?"),
        (["--goldenwire-codec=./nowhere"], "ERROR: `./nowhere` cannot be started"),
        (["--goldenwire-codec=false"], "ERROR: The codec cannot be run: it exited with status 1"),
        (["--goldenwire-codec="], "ERROR: which codec? Name it with --goldenwire-codec=COMMAND"),
        (["--goldenwire-codec='"], "ERROR: --goldenwire-codec: No closing quotation"),
        ([codec("lies")], "ERROR: the codec declares the feature 'plan', which daphne does not have"),
        (["--goldenwire-vectors=."], "name their folder with --goldenwire-vectors DIR"),
        (["--goldenwire-known-failures=none.yaml"], "ERROR: none.yaml: No such file or directory"),
        (["--goldenwire-seed=x"], "expected a number or the word random, found 'x'"),
        (["--goldenwire-timeout=0"], "expected a number of seconds, found '0'"),
        (["--goldenwire-memory=much"], "expected a number of MiB, or 0 for no limit, found 'much'"),
        (["goldenwire/daphne/dens"], "ERROR: goldenwire/daphne/dens: there is no such test"),
    ],
    ids=lambda word: word[0].split("/")[0] if isinstance(word, list) else "",
)
def test_a_mistake_is_answered_with_a_sentence(run: Run, words: list[str], sentence: str) -> None:
    result = run(*words)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert sentence in text(result)
    assert "Traceback" not in text(result)


def test_known_failures_of_another_format_are_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "known.yaml").write_text("format: dynd\nentries: []\n")
    result = run(f"--goldenwire-known-failures={tmp_path / 'known.yaml'}")
    assert "these are failures of dynd, the run is of daphne" in text(result)


# With the rest of pytest


@pytest.mark.slow
def test_workers_find_the_same_and_their_codecs_are_heard(run: Run, questions: int, nothing_left: None) -> None:
    pytest.importorskip("xdist")
    adapter = f"sh -c '{shlex.join(daphne_with('int32-as-uint32'))}; exit 3'"
    result = run(f"--goldenwire-codec={adapter}", "-n2", "--goldenwire-seed=random")
    result.assert_outcomes(failed=10, passed=questions - 9)
    assert "FAIL daphne/dense/int32-2x3 decode (strict)" in text(result)
    assert "the codec: it exited with status 3 at the end of its input (expected: 0)" in text(result)


@pytest.mark.slow
def test_the_last_failures_are_run_again(run: Run) -> None:
    run(codec("int32-as-uint32"))
    result = run(codec("int32-as-uint32"), "--lf")
    assert result.parseoutcomes()["failed"] == 10
    assert "passed" not in result.parseoutcomes()
    assert "rerun previous 10 failures" in text(result)


@pytest.mark.slow
def test_junit_files_name_the_case_and_the_operation(run: Run, tmp_path: Path) -> None:
    run(codec("int32-as-uint32"), f"--junit-xml={tmp_path / 'junit.xml'}", "goldenwire/daphne/dense::int32-2x3")
    cases = ET.parse(tmp_path / "junit.xml").getroot().iter("testcase")
    found = {(case.get("classname"), case.get("name")): [child.tag for child in case] for case in cases}
    assert found == {
        ("goldenwire.daphne.dense.int32-2x3", "decode"): ["failure"],
        ("goldenwire.daphne.dense.int32-2x3", "encode"): [],
        ("goldenwire.daphne.dense.int32-2x3", "transcode"): ["failure"],
    }


@pytest.mark.fast("--collect-only", "--sw")
@pytest.mark.parametrize("words", [["--nf"], ["--sw"], ["--collect-only"], ["-vv"], ["--durations=3"]], ids=" ".join)
def test_other_options_of_pytest_work(run: Run, words: list[str]) -> None:
    assert run("goldenwire/daphne/dense::int32-2x3", *words).ret == 0


@pytest.mark.slow
def test_all_formats_are_those_that_the_codec_has(run: Run, questions: int) -> None:
    run("--goldenwire-format=all").assert_outcomes(passed=questions + 1)


@pytest.mark.fast("here")
@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["here", "in a worker"])
def test_a_line_after_the_last_answer_fails_the_run(run: Run, workers: tuple[str, ...]) -> None:
    script = f"{sys.executable} -m goldenwire.protocol.serve; sleep 0.2; echo bye"
    result = run(f"--goldenwire-codec={shlex.join(['sh', '-c', script])}", "-k", "one-row", *workers)
    assert (result.ret, "the codec writes more than its answers" in text(result)) == (1, True)


DEBUGGED = """
from goldenwire.protocol.serve import Reference

class Codec(Reference):
    def decode(self, format, data, context):
        value = super().decode(format, data, context)
        if value["rows"] == "2":
            self.crash(value)
        return value

    def crash(self, value):
        rows = int(value["rows"])
        raise IndexError(rows)
"""
ASKED = "goldenwire/daphne/dense::int32-2x3::decode"
# What is typed, and what the codec's own frame answers.
STOPS = {
    "--trace": ("next\np value['type'] * 2\nc\n", "(Pdb) 'int32int32'"),
    "--trace, and q": ("q\n", "Exit: the debugger was left"),
    "--pdb": ("p rows + 40\nq\n", "(Pdb) 42"),
}


@pytest.mark.fast("--trace, and q")
@pytest.mark.parametrize(("typed", "says"), STOPS.values(), ids=STOPS)
def test_the_debugger_of_pytest_stops_in_a_python_codec(
    typed: str, says: str, pytester: pytest.Pytester, tree: Path, request: pytest.FixtureRequest
) -> None:
    pytester.path.joinpath("debugged.py").write_text(DEBUGGED)
    option = request.node.callspec.id.partition(",")[0]
    named = ("--goldenwire-format=daphne", "--goldenwire-examples=0", "--goldenwire-codec=python:debugged:Codec")
    done = pytester.run(
        sys.executable, "-m", "pytest", *QUIET, *named, f"--goldenwire-vectors={tree}", option, ASKED,
        stdin=typed.encode(),
    )  # fmt: skip
    output = done.stdout.str()
    assert "python:debugged:Codec in this process for daphne" in output
    assert says in output


@pytest.mark.slow
def test_a_codec_in_this_process_is_judged_as_one_of_its_own(run: Run, pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("judged.py").write_text(DEBUGGED)
    named = ("--goldenwire-codec=python:judged:Codec", "goldenwire/daphne/dense")
    alone, here = run(*named), run(*named, "--goldenwire-in-process")
    assert here.parseoutcomes() == alone.parseoutcomes()
    assert here.parseoutcomes()["failed"] > 1
    sys.modules.pop("judged", None)


def test_a_program_does_not_run_in_this_process(run: Run) -> None:
    done = run("--goldenwire-codec=./codec", "--goldenwire-in-process")
    assert (done.ret, "only a codec named python:module:object runs in this process" in done.stderr.str()) == (4, True)
