"""Mutants are single changes that could affect a codec's answers; the runner tries each and stores the verdict."""

import ast
import json
import subprocess
import sys
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

import pytest
from click.testing import CliRunner

from goldenwire import formats
from goldenwire.cli import cli
from goldenwire.errors import UserError
from goldenwire.strength import equivalent, report
from goldenwire.strength.target import ReferenceTarget
from goldenwire.strength.trial import MutantSuite, MutantVerdict
from goldenwire_suite.mutations.engine import Mutant, of_source, source_of

CODES = ("ONE", "TWO")

ERROR_CLASS_TWICE = [
    ("error class", "x = {a: ('TWO', 'ID-1'), b: ('ONE', 'ID-2')}"),
    ("error class", "x = {a: ('ONE', 'ID-1'), b: ('TWO', 'ID-2')}"),
]

# A piece of source, and all its mutants: kind, the new source.
CHANGES: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "a comparison": ("x = a < b", [("comparison", "x = a <= b")]),
    "a chain": ("x = a < b == c", [("comparison", "x = a <= b == c"), ("comparison", "x = a < b != c")]),
    "membership": ("x = a not in b", [("comparison", "x = a in b")]),
    "a number": ("x = 7", [("constant", "x = 6"), ("constant", "x = 8")]),
    "zero": ("x = a[0]", [("constant", "x = a[(-1)]"), ("constant", "x = a[1]")]),
    "truth": ("x = True", [("boolean", "x = False")]),
    "arithmetic": ("x = a + b", [("arithmetic", "x = a - b")]),
    "a guard": (
        "if a:\n    f(a)",
        [("guard", "if False:\n    f(a)"), ("negation", "if not (a):\n    f(a)"), ("statement", "if a:\n    pass")],
    ),
    "two conditions": (
        "x = a and b",
        [("condition", "x = True and b"), ("condition", "x = a and True"), ("connective", "x = (a) or (b)")],
    ),
    "byte order": ("x = f(order='big')", [("byte order", "x = f(order='little')")]),
    "a dtype": ("x = '<i4'", [("byte order", "x = '>i4'"), ("signedness", "x = '<u4'")]),
    "an error class": (
        "raise EncodeError('ONE', 'TWO', 'words')",
        [("error class", "raise EncodeError('TWO', 'TWO', 'words')"), ("statement", "pass")],
    ),
    "a table": ("x = {a: b, c: d}", [("table entry", "x = {a: d, c: b}")]),
    "a width": (
        "x = r.uint(8, n)",
        [
            ("constant", "x = r.uint(7, n)"),
            ("constant", "x = r.uint(9, n)"),
            ("cut to 32 bits", "x = (r.uint(8, n) & 0xFFFFFFFF)"),
        ],
    ),
    "a function": ("x = min(a)", [("call", "x = max(a)")]),
    "a statement": ("f.append(a)", [("statement", "pass")]),
    "not": ("x = not a", [("negation", "x = (a)")]),
    "a choice": ("x = a if b else c", [("negation", "x = a if not (b) else c")]),
    "beyond ASCII": ("x = 'é'; y = a < b", [("comparison", "x = 'é'; y = a <= b")]),
    # no observable effect
    "a docstring": ('"""Text < text."""', []),
    "an annotation": ("x: Literal[1]", []),
    "a message": ("r.refuse('check', a, f'{1}', 'x' + 'y')", [("statement", "pass")]),
    "a trace": ("if self.trace is not None:\n    self.note(1, 2)", []),
    "an import": ("from a import b", []),
    "how much of a trace is shown": ("TRACED = 256", []),
    "a guard of traces alone": ("if size:\n    self.note(1, 2)", []),
    "a function for traces": ("def _trace_row(row):\n    f(row[0])", []),
    "the list of the classes": ("CODES = ('ONE', 'TWO')", []),
    "zip of equal lengths": ("x = zip(a, b, strict=True)", []),
    "a field's meanings": ("x = r.uint(a, '', {0: 'no', 1: 'yes'})", []),
    "requirements of one class": ("x = {a: ('ONE', 'ID-1'), b: ('ONE', 'ID-2')}", ERROR_CLASS_TWICE),
    "sentences": ("x = {a: 'one thing', b: 'another thing'}", []),
    "policies": ("x = {a: Policy(b), c: Policy(d)}", []),
    # much like these, and observable
    "a function that works untraced": ("def untraced():\n    yield", [("statement", "def untraced():\n    pass")]),
    "a note of a value": ("self.note = a < b", [("comparison", "self.note = a <= b")]),
    "a guard of more than traces": (
        "if a:\n    self.note(1, 2)\n    f(a)",
        [
            ("guard", "if False:\n    self.note(1, 2)\n    f(a)"),
            ("negation", "if not (a):\n    self.note(1, 2)\n    f(a)"),
            ("statement", "if a:\n    self.note(1, 2)\n    pass"),
        ],
    ),
    "other classes": (
        "x = ('TWO', 'ONE')",
        [("error class", "x = ('ONE', 'ONE')"), ("error class", "x = ('TWO', 'TWO')")],
    ),
    "words": ("x = {a: 'one', b: 'two'}", [("table entry", "x = {a: 'two', b: 'one'}")]),
}


@pytest.mark.parametrize(("source", "expected"), CHANGES.values(), ids=CHANGES)
def test_a_source_is_changed_in_one_place_at_a_time(source: str, expected: list[tuple[str, str]]) -> None:
    found = [(mutant.kind, mutant.applied(source)) for mutant in of_source(source, "m", CODES)]
    assert sorted(found) == sorted(expected)


def test_an_id_stays_where_other_functions_change() -> None:
    source = "def f(a):\n    return a < 1\n"
    before = {mutant.id for mutant in of_source(source, "m", CODES)}
    after = {mutant.id for mutant in of_source(f"def g(b):\n    return b\n\n\n{source}", "m", CODES)}
    assert before <= after


# A mutant of the reference


def mutant_of(function: str, old: str, new: str) -> Mutant:
    [found] = [
        mutant
        for mutant in ReferenceTarget("daphne").mutants()
        if f"{mutant.module.rpartition('.')[2]}.{mutant.function}" == function
        and (mutant.old, mutant.new) == (old, new)
    ]
    return found


@pytest.fixture(scope="module")
def suite() -> MutantSuite:
    trees = formats.trees()
    vectors = trees.load("daphne", select=["daphne/header", "daphne/csr"])
    return MutantSuite("daphne", vectors, trees.facts("daphne"), ReferenceTarget("daphne").command())


def tried(suite: MutantSuite, mutant: Mutant, first: Sequence[str] = ()) -> MutantVerdict:
    with ReferenceTarget("daphne").planted(mutant) as command:
        return suite.try_vectors(command, first)


def test_the_reference_fails_nothing(suite: MutantSuite) -> None:
    assert suite.excluded == frozenset()


def test_vectors_kill_a_mutant_by_the_case_that_it_gets_wrong(suite: MutantSuite) -> None:
    verdict = tried(suite, mutant_of("decode._read_header", "version != VERSION", "False"))
    assert (verdict.fate, verdict.by.split("/")[:2]) == ("killed", ["daphne", "header"])


def test_a_case_may_be_asked_first(suite: MutantSuite) -> None:
    verdict = tried(suite, mutant_of("decode._read_header", "!=", "=="), ["daphne/csr/int8"])
    assert verdict.by == "daphne/csr/int8 decode"


def test_what_nobody_asks_about_survives(suite: MutantSuite) -> None:
    assert tried(suite, mutant_of("decode._read_label", "label in seen", "False")).fate == "survived"


def test_a_mutant_that_does_not_start_is_stillborn(suite: MutantSuite) -> None:
    broken = Mutant("0", "goldenwire_reference.daphne.tables", "tables.py", "", "table", 1, 0, '"""', "1 / 0  # ")
    verdict = tried(suite, broken)
    assert verdict.fate == "stillborn"
    assert "before it answered hello" in verdict.how


def test_a_mutant_that_declines_what_was_answered_is_killed(suite: MutantSuite) -> None:
    source = source_of("goldenwire_reference.daphne.decode")
    old = "obj, plan = read_object(reader)"
    new = "from goldenwire.protocol import Unsupported; raise Unsupported('not I')"
    module = "goldenwire_reference.daphne.decode"
    verdict = tried(suite, Mutant("0", module, "decode.py", "decode", "statement", 1, source.index(old), old, new))
    assert (verdict.fate, verdict.how) == ("killed", "unsupported")


def test_all_killers_are_told(suite: MutantSuite) -> None:
    with ReferenceTarget("daphne").planted(mutant_of("decode._read_header", "!=", "==")) as command:
        killers = suite.killers(command)
    assert len(killers) > 10
    assert "daphne/csr/int8" in killers


# The command


def strength(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["strength", *map(str, words)])
    return done.exit_code, done.output


@pytest.mark.slow
def test_a_sample_is_tried_and_kept(tmp_path: Path) -> None:
    state = tmp_path / "state.jsonl"
    code, said = strength("daphne", "--sample", 3, "--seed", 3, "--jobs", 2, "--state", state)
    kept = [json.loads(line) for line in state.read_text().splitlines()]
    assert len({line["mutant"] for line in kept}) == 3
    survived = sum(line["fate"] == "survived" for line in kept)
    assert (code, said.count("SURVIVED")) == (bool(survived), survived)
    rated = ("daphne", "--sample", 3, "--seed", 3, "--state", state, "--at-least")
    assert [strength(*rated, percent)[0] for percent in (0, 100)] == [0, bool(survived)]
    with state.open("a") as file:
        file.write('{"torn')
    again = strength("daphne", "--sample", 3, "--seed", 3, "--jobs", 2, "--state", state)
    assert again == (code, said)


def test_a_state_file_of_something_else_is_told(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("{}\n")
    code, said = strength("daphne", "--sample", 1, "--state", tmp_path / "state")
    assert (code, said.count("\n")) == (2, 1)
    assert "state, line 1: not a line of `goldenwire strength`" in said


# Listed equivalent mutants

HERE = Mutant("m1", "p.plan", "plan.py", "Tiling.overlaps", "call", 1, 0, "min", "max", "  x = min(a)", "  x = max(a)")
SAID = "why: said, kind: equivalent"
NAMES = {
    "its change": "plan.py Tiling.overlaps: x = min(a) -> x = max(a)",
    "white space": "plan.py Tiling.overlaps: x  = min(a) ->   x = max(a)",
    "the code that it changes": "plan.py Tiling.overlaps: min",
    "code around it": "plan.py Tiling.overlaps: min(a)",
    "its line": "plan.py Tiling.overlaps: x = min(a)",
    "its function": "plan.py Tiling.overlaps",
    "its class": "plan.py Tiling",
    "its file": "plan.py",
}
LISTED = {key: f'- {{{SAID}, mutants: ["{name}"]}}' for key, name in NAMES.items()}
OTHERS = {
    key: f'- {{{SAID}, mutants: ["{name}"]}}'
    for key, name in {
        "another file": "tables.py",
        "another function": "plan.py Til",
        "another change": "plan.py Tiling.overlaps: x = min(a) -> x = a",
        "code beside it": "plan.py Tiling.overlaps: (a)",
        "a part of it": "plan.py Tiling.overlaps: mi",
        "code elsewhere": "plan.py Tiling: min(a)",
        "other code": "plan.py Tiling.overlaps: max(a)",
        "its change elsewhere": "plan.py Tiling: x = min(a) -> x = max(a)",
        "its change in the module": "plan.py: x = min(a) -> x = max(a)",
    }.items()
}


def listed(folder: Path, text: str) -> equivalent.Equivalents:
    (folder / equivalent.FILE).write_text(text)
    return equivalent.read(folder)


@pytest.mark.parametrize("text", LISTED.values(), ids=LISTED)
def test_a_mutant_is_listed_with_a_sentence(tmp_path: Path, text: str) -> None:
    found = listed(tmp_path, text).entry(HERE)
    assert found is not None
    assert (found.kind, found.why) == ("equivalent", "said")


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_an_entry_that_fits_no_mutant_is_stale(tmp_path: Path, text: str) -> None:
    found = listed(tmp_path, text)
    assert found.entry(HERE) is None
    [sentence] = found.stale([HERE], {HERE: MutantVerdict("survived")})
    assert sentence.startswith("there is no such mutant: ")


FATES = {
    "it lives": ("equivalent", MutantVerdict("survived"), False),
    "it is killed": ("equivalent", MutantVerdict("killed", "case", "rejected"), True),
    "it is killed by the clock": ("equivalent", MutantVerdict("killed", "case", "hung"), True),
    "it takes longer": ("performance", MutantVerdict("killed", "case", "hung"), False),
    "it is wrong, and not slow": ("performance", MutantVerdict("killed", "case", "rejected"), True),
    "it was not tried": ("equivalent", None, False),
}


@pytest.mark.parametrize(("kind", "verdict", "stale"), FATES.values(), ids=FATES)
def test_an_entry_whose_mutants_are_killed_is_stale(
    tmp_path: Path, kind: str, verdict: MutantVerdict | None, stale: bool
) -> None:
    found = listed(tmp_path, LISTED["its change"].replace("equivalent,", f"{kind},"))
    assert bool(list(found.stale([HERE], {HERE: verdict} if verdict else {}))) == stale


STALE = {"its line": True, "its function": False}


@pytest.mark.parametrize(("name", "stale"), STALE.items(), ids=STALE)
def test_within_a_piece_of_code_no_mutant_is_killed(tmp_path: Path, name: str, stale: bool) -> None:
    other = replace(HERE, id="m2", old="a", new="b", after="  x = min(b)")
    fates = {HERE: MutantVerdict("survived"), other: MutantVerdict("killed", "case", "rejected")}
    assert bool(list(listed(tmp_path, LISTED[name]).stale(fates, fates))) == stale


def test_the_entry_of_a_survivor_wants_only_kind_and_sentence(tmp_path: Path) -> None:
    text = "\n".join(equivalent.skeleton([HERE])).replace("why:", "why: said").replace("kind:", "kind: unreachable")
    assert listed(tmp_path, text).entry(HERE)


@pytest.mark.fast("daphne")
@pytest.mark.parametrize("format", formats.names())
def test_every_listed_mutant_exists(format: str) -> None:
    reference = ReferenceTarget(format)
    assert list(equivalent.read(reference.home).stale(reference.mutants(), {})) == []


MALFORMED = {
    "no list": "x: 1",
    "no mutants": f"- {{{SAID}, mutants: []}}",
    "no sentence": "- {kind: equivalent, mutants: [plan.py]}",
    "no such kind": "- {kind: harmless, why: said, mutants: [plan.py]}",
    "an unknown key": f"- {{line: 1, {SAID}, mutants: [plan.py]}}",
    "no name": f'- {{{SAID}, mutants: ["plan.py a b"]}}',
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED)
def test_an_entry_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UserError, match=r"equivalent\.yaml"):
        listed(tmp_path, text)


@pytest.mark.slow
@pytest.mark.parametrize("format", formats.names())
def test_every_mutant_is_python(format: str) -> None:
    """Only the statement around the mutant is parsed, with the comments before it."""
    mutants = ReferenceTarget(format).mutants()
    sources = {module: source_of(module) for module in {mutant.module for mutant in mutants}}
    ends = {module: statement_ends(source) for module, source in sources.items()}
    assert len({mutant.id for mutant in mutants}) == len(mutants)
    for mutant in mutants:
        place = bisect_right(ends[mutant.module], mutant.start)
        start, end = ends[mutant.module][place - 1 : place + 1]
        ast.parse(mutant.applied(sources[mutant.module])[start : end + len(mutant.new) - len(mutant.old)])


def statement_ends(source: str) -> list[int]:
    """Return the start of the module and the end of each of its statements, in characters."""
    lines = list(accumulate(map(len, source.splitlines(keepends=True)), initial=0))
    return [0, *(lines[node.end_lineno or 0] for node in ast.parse(source).body)]


def test_the_child_says_which_source_it_does_not_know() -> None:
    told = {"format": "daphne", "module": "goldenwire_reference.daphne.plan", "start": 0, "old": "nothing", "new": ""}
    command = [sys.executable, "-m", "goldenwire.strength.child"]
    done = subprocess.run(
        command, env={"GOLDENWIRE_MUTANT": json.dumps(told), "PATH": ""}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "has no 'nothing' at character 0" in done.stderr


def test_what_lives_and_may_is_told_apart_and_not_counted(tmp_path: Path) -> None:
    dead, alive = replace(HERE, id="m2", file="decode.py"), replace(HERE, id="m3", file="decode.py")
    results = {
        HERE: MutantVerdict("survived"),
        dead: MutantVerdict("killed", "a/case", "rejected"),
        alive: MutantVerdict("survived"),
    }
    entries = listed(tmp_path, LISTED["its file"])
    said = list(report.lines("vectors", results, entries))
    assert said[0] == "vectors alone: 1 of 2 killed (50.0 %)"
    assert said[1:3] == ["  1 live and are listed in equivalent.yaml, and are not counted:", "    1 equivalent: said"]
    assert [line.split()[1] for line in said if line.startswith("SURVIVED")] == ["m3"]
    assert report.unlisted(results, entries) == [alive]
