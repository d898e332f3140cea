"""Mutants of sources in other languages are single changes of their text, outside comments and messages."""

import subprocess
from pathlib import Path

import pytest

from goldenwire.errors import UserError
from goldenwire.strength import builds
from goldenwire.strength.target import FolderTarget, StillbornError
from goldenwire.strength.textual import of_text

CODES = ("ONE", "TWO")

# A source, and all its mutants: kind, the changed line.
CHANGES: dict[str, tuple[str, str, list[tuple[str, str]]]] = {
    "a comparison": ("a.c", "int x = a < b;", [("comparison", "int x = a <= b;")]),
    "a comparison of three signs": ("a.mjs", "f = a === b;", [("comparison", "f = a !== b;")]),
    "arithmetic": ("a.cpp", "int x = a << b;", [("arithmetic", "int x = a >> b;")]),
    "a pointer": ("a.c", "char *x = f(a, *b);", []),
    "connective": (
        "a.c",
        "int x = a && b;",
        [("connective", "int x = a || b;"), ("condition", "int x = a && true;")],
    ),
    "a number": ("a.c", "int x = 0x10u;", [("constant", "int x = 17u;"), ("constant", "int x = 15u;")]),
    "zero": ("a.mjs", "let x = 0n;", [("constant", "let x = 1n;")]),
    "a guard": (
        "a.cpp",
        'if (f(a) == "x") {',
        [
            ("comparison", 'if (f(a) != "x") {'),
            ("guard", 'if (false && (f(a) == "x")) {'),
            ("negation", 'if (!(f(a) == "x")) {'),
        ],
    ),
    "a guard in Go": (
        "a.go",
        "\tif x := f(); x {",
        [("guard", "\tif x := f(); false && (x) {"), ("negation", "\tif x := f(); !(x) {")],
    ),
    "a statement": ("a.c", "    put(room, f(a));", [("statement", ";")]),
    "a statement in Go": ("a.go", "\tr.at += size", [("statement", "_ = 0")]),
    "a declaration": ("a.c", "    size_t left = rest;", []),
    "signedness and width": (
        "a.c",
        "uint64_t x;",
        [("signedness", "int64_t x;"), ("cut to 32 bits", "uint32_t x;")],
    ),
    "signedness of a view": (
        "a.mjs",
        "let x = view.getBigInt64(at);",
        [("signedness", "let x = view.getBigUint64(at);")],
    ),
    "byte order": ("a.go", "x := binary.LittleEndian", [("swapped word", "x := binary.BigEndian")]),
    "truth": ("a.mjs", "let x = true;", [("swapped word", "let x = false;")]),
    "an error class": ("a.c", 'refuse(a, "ONE", b)', [("error class", 'refuse(a, "TWO", b)')]),
    "a comment": ("a.c", "/* a < b */ // c && d", []),
    "a message": ("a.c", 'f("a < b, not 3")', []),
}


@pytest.mark.parametrize(("file", "source", "expected"), CHANGES.values(), ids=CHANGES)
def test_a_text_is_changed_in_one_place_at_a_time(file: str, source: str, expected: list[tuple[str, str]]) -> None:
    found = [(mutant.kind, mutant.applied(source)) for mutant in of_text(source, file, CODES)]
    assert sorted(found) == sorted(expected)


FUNCTIONS = {
    "C": ("a.c", "static int f(int a) {\n    return a < 1;\n}\n", "f"),
    "C++": ("a.cpp", "Bytes Reader::take(int a) {\n    return a < 1;\n}\n", "Reader::take"),
    "Go": ("a.go", "func (d *decoder) value(a int) bool {\n\treturn a < 1\n}\n", "value"),
    "JavaScript": ("a.mjs", "export function f(a) {\n  return a < 1;\n}\n", "f"),
    "an arrow": ("a.mjs", "const f = (a) => a < 1;\n", "f"),
}


@pytest.mark.parametrize(("file", "source", "name"), FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_mutant_knows_its_function(file: str, source: str, name: str) -> None:
    assert {mutant.function for mutant in of_text(source, file, CODES)} == {name}


MAKEFILE = """
here := $(abspath $(dir $(lastword $(MAKEFILE_LIST))))
all: $(here)/build/codec
$(here)/build/codec: $(here)/codec.c
\t@mkdir -p $(here)/build
\t@! grep -q '2' $<
\t@cp $< $@
print-command:
\t@echo cat $(here)/build/codec
"""


@pytest.fixture
def codec(tmp_path: Path) -> FolderTarget:
    folder = tmp_path / "codec"
    folder.mkdir()
    (folder / "Makefile").write_text(MAKEFILE)
    (folder / "codec.c").write_text("int x = 5; bool y = a < b; int z = 1;")
    return FolderTarget("daphne", folder)


def made(codec: FolderTarget, change: str) -> str:
    """Return the output of the built codec with that change."""
    [mutant] = [mutant for mutant in codec.mutants() if mutant.new == change]
    with codec.ready() as workshop:
        with workshop.planted(mutant) as command:
            found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        after = subprocess.run(workshop.command(), capture_output=True, text=True, check=True).stdout
    assert after == (codec.home / "codec.c").read_text()
    return found


def test_a_mutant_is_built_in_a_copy_which_is_itself_again_afterwards(codec: FolderTarget) -> None:
    assert made(codec, "<=") == "int x = 5; bool y = a <= b; int z = 1;"
    assert not (codec.home / "build").exists()


def test_what_is_not_built_is_stillborn(codec: FolderTarget) -> None:
    with pytest.raises(StillbornError):
        made(codec, "2")


@pytest.mark.parametrize(
    "make", [{}, {"MAKEFLAGS": " -j3 --jobserver-auth=3,4", "MAKELEVEL": "1"}], ids=["alone", "under make"]
)
def test_a_codec_that_does_not_build_is_told(
    codec: FolderTarget, make: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in make.items():
        monkeypatch.setenv(name, value)
    (codec.home / "Makefile").write_text("all:\n\t@echo no luck >&2; exit 3\n")
    with pytest.raises(UserError, match="codec does not build:\nno luck"), codec.ready():
        pass


@pytest.mark.slow
def test_a_build_without_end_is_stillborn_and_ended(
    codec: FolderTarget, monkeypatch: pytest.MonkeyPatch, nothing_left: None
) -> None:
    (codec.home / "Makefile").write_text(
        "all:\n\t@! grep -q '<=' codec.c || sleep 1000\nprint-command:\n\t@echo true\n"
    )
    monkeypatch.setattr(builds, "SECONDS", 0.5)
    with pytest.raises(StillbornError, match=r"it did not end within 0.5 s"):
        made(codec, "<=")
    with builds.builder() as builder:
        assert builder.run(["sh", "-c", "echo out; echo err >&2; exit 3"]) == (3, "out\n", "err\n")
        with pytest.raises(TimeoutError):
            builder.run(["sh", "-c", "sleep 1000 & sleep 1000"])
        assert builder.run(["true"]).status == 0


def test_a_folder_without_a_codec_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="has no Makefile"):
        FolderTarget("daphne", tmp_path)


ADAPTERS = Path(__file__).parents[3] / "harness/adapters"


@pytest.mark.parametrize("name", ["cpp-daphne", "go-dynd", "c-dspack", "javascript-sciserialize"])
def test_each_mutant_of_a_codec_changes_one_line_and_is_known_by_it(name: str) -> None:
    mutants = FolderTarget(name.rpartition("-")[2], ADAPTERS / name).mutants()
    assert len(mutants) > 500
    assert len({mutant.id for mutant in mutants}) == len(mutants)
    assert all(mutant.before != mutant.after for mutant in mutants)
    assert {mutant.kind for mutant in mutants} >= {"comparison", "constant", "guard", "statement", "error class"}
