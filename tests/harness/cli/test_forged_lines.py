"""No foreign text can fake a line of output: the same hostile name at every place where foreign text enters.

A line that begins like one of goldenwire's own, or like a command of a CI service, would be mistaken for one.
"""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from goldenwire.cli import cli
from goldenwire.display.door import command, shown
from goldenwire.errors import UserError
from goldenwire.results import Canaries
from goldenwire.soak.journal import NAME
from harness import hostile, trees
from harness.modules import KIT, modules

pytestmark = pytest.mark.usefixtures("few_vectors")

# The second part is where a new line may begin, the third where services look for commands anywhere in a line.
FORGED = "\n::error::forged\n  ::warning::forged\nIt conforms at level strict.\r\n##[error]forged\n##vso[task.x]forged"
HOSTILE = "x" + FORGED
CHECK = ["check", "daphne", "--select", "daphne/dense/one-row", "--examples", "0", "--jobs", "1"]
CODEC = {"name": "n", "version": "1", "language": "sh"}
DECODES = {"operations": ["decode"]}
OUR_COMMANDS = ("::stop-commands::", "::error title=")


def forged(text: str) -> list[str]:
    """Return the fake lines: a verdict, or a command to a CI service."""
    found, token = [], ""
    for line in text.splitlines():
        start = line.lstrip()
        if start.startswith("::stop-commands::"):
            token = start.removeprefix("::stop-commands::")
        ours = start.startswith(OUR_COMMANDS) or (token and start == f"::{token}::")
        verdict = line == "It conforms at level strict."
        if (start.startswith("::") and not ours) or verdict or "##[" in line or "##vso[" in line:
            found.append(line)
    return found


def said_apart(*words: str | Path) -> str:
    """Return the output of the command on both streams, from a process whose formats do not persist."""
    command = [sys.executable, "-m", "goldenwire", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return done.stdout + done.stderr


def said(*words: str | Path) -> str:
    """Return the output of the command on both streams."""
    done = CliRunner().invoke(cli, [*map(str, words)])
    assert done.exit_code in {0, 1, 2}, done.output
    return done.output


# Codecs


def hello(**members: Any) -> str:
    return json.dumps({"protocol": 1, "codec": CODEC, "formats": {"daphne": DECODES}, **members})


def of_daphne(**members: Any) -> str:
    return hello(formats={"daphne": {**DECODES, **members}})


TWICE = json.dumps(HOSTILE) + ":1," + json.dumps(HOSTILE) + ":1}"
SAYS: dict[str, dict[str, str]] = {
    "unknown member": {"hello": hello(**{HOSTILE: 1})},
    "member given twice": {"hello": hello()[:-1] + "," + TWICE},
    "protocol": {"hello": hello(protocol=HOSTILE)},
    "name": {"hello": hello(codec={**CODEC, "name": HOSTILE})},
    "name of another format": {"hello": hello(codec={**CODEC, "name": HOSTILE}, formats={"none": DECODES})},
    "version": {"hello": hello(codec={**CODEC, "version": HOSTILE})},
    "language": {"hello": hello(codec={**CODEC, "language": HOSTILE})},
    "member of codec": {"hello": hello(codec={**CODEC, HOSTILE: "x"})},
    "format": {"hello": hello(formats={HOSTILE: DECODES})},
    "another format": {"hello": hello(formats={"daphne": DECODES, HOSTILE: DECODES})},
    "member of a format": {"hello": of_daphne(**{HOSTILE: 1})},
    "operation": {"hello": of_daphne(operations=[HOSTILE])},
    "feature": {"hello": of_daphne(features=[HOSTILE])},
    "policy": {"hello": of_daphne(policies={HOSTILE: "x"})},
    "choice": {"hello": of_daphne(policies={"daphne.csr.explicit-zero": HOSTILE})},
    "no JSON": {"hello": HOSTILE.replace("\n", "\x0b")},
    "log, and no hello": {"log": FORGED},
    "log, and a bad hello": {"log": FORGED, "hello": "{}"},
    "log": {"log": FORGED, "hello": hello(), "reply": '"failed":"x"'},
    "failed": {"hello": hello(), "reply": f'"failed":{json.dumps(HOSTILE)}'},
    "unsupported": {"hello": hello(), "reply": f'"unsupported":{json.dumps(HOSTILE)}'},
    "rejected": {"hello": hello(), "reply": f'"rejected":{json.dumps({"code": HOSTILE, "message": HOSTILE})}'},
    "value": {"hello": hello(), "reply": f'"value":{json.dumps({HOSTILE: HOSTILE})}'},
    "unknown member of a reply": {"hello": hello(), "reply": f"{json.dumps(HOSTILE)}:1"},
    "member of a reply given twice": {"hello": hello(), "reply": '"value":1,' + TWICE[:-1]},
    "one more line": {"hello": hello() + "\n" + HOSTILE},
}
ASKED: dict[str, list[str]] = {
    "check": CHECK,
    "check for all": ["check", "all", *CHECK[2:]],
    "check --annotations": [*CHECK, "--annotations", "github", "--verbose"],
    "check --one-shot": [*CHECK, "--one-shot"],
    "smoke": ["smoke"],
}


def codec(folder: Path, hello: str = "", reply: str = "", log: str = "") -> list[str]:
    """Write a codec with fixed output; without `hello` it exits before its hello. Return its command."""
    script = f"""
import json, sys
for line in sys.stdin:
    sys.stderr.write({log!r})
    sys.stderr.flush()
    if not {hello!r}:
        sys.exit(1)
    id = json.loads(line).get("id")
    print({hello!r} if id is None else '{{"id":%d,' % id + {reply or '"value":1'!r} + "}}", flush=True)
"""
    (folder / "codec.py").write_text(script)
    return [sys.executable, "-I", "-S", str(folder / "codec.py")]


QUICK = {"unknown member", "member given twice", "name", "log, and no hello", "choice"}
EACH = [
    pytest.param(how, place, id=f"{how}, {place}", marks=() if how == "check" and place in QUICK else pytest.mark.slow)
    for how in ASKED
    for place in (SAYS if how == "check" else (*sorted(QUICK), "failed", "value"))
]


@pytest.mark.parametrize(("how", "place"), EACH)
def test_no_codec_forges_a_line(how: str, place: str, tmp_path: Path) -> None:
    told = said(*ASKED[how], "--", *codec(tmp_path, **SAYS[place]))
    assert (forged(told), "Traceback" in told) == ([], False)


@pytest.mark.parametrize("place", ["unknown member", "log, and no hello"])
def test_a_codec_cannot_forge_a_line_where_annotations_are_printed(place: str, tmp_path: Path) -> None:
    told = said(*ASKED["check --annotations"], "--", *codec(tmp_path, **SAYS[place]))
    assert forged(told) == []
    assert "forged" in told


@pytest.mark.fast("interop-name")
@pytest.mark.parametrize("place", ["unknown member", "name", "log, and no hello", "failed"])
@pytest.mark.parametrize("how", ["interop", "soak", "pytest"])
def test_no_codec_forges_a_line_elsewhere(how: str, place: str, tmp_path: Path) -> None:
    words = codec(tmp_path, **SAYS[place])
    options: list[Any]
    if how == "pytest":
        options = ["--goldenwire-codec", " ".join(words), "--goldenwire-examples", "0", "-p", "no:cacheprovider"]
        ids = ["goldenwire/daphne/dense::one-row::decode"]
        call = [sys.executable, "-m", "pytest", "--rootdir", str(tmp_path), "--goldenwire-format", "daphne", *options]
        done = subprocess.run([*call, *ids], capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path)
        told = done.stdout + done.stderr
    elif how == "soak":
        options = ["--minutes", "0.0001", "--jobs", "1", "--examples", "1", "--state", tmp_path / "s"]
        told = said("soak", "daphne", *options, "--select", "property/daphne/decode-reference-encoding", "--", *words)
    else:
        options = ["--select", "daphne/dense/one-row", "--examples", "0", "--search", "0", "--codec", "reference"]
        told = said("interop", "daphne", *options, "--codec", f"mine={' '.join(words)}")
    assert (forged(told), "Traceback" in told) == ([], False)


# Files


def lines(*records: Any) -> bytes:
    return b"".join(msgspec.json.encode(record) + b"\n" for record in records)


HEADER, FINDINGS = hostile.header(HOSTILE), hostile.findings(HOSTILE)
RESULTS = lines(*hostile.records(HOSTILE))
PASSED = (msgspec.structs.replace(one, observation=None, finding="pass") for one in FINDINGS)
OTHERS = lines(HEADER, Canaries(), *PASSED)
SPOILED = {
    "unknown member": {**msgspec.to_builtins(HEADER), HOSTILE: 1},
    "member": {**msgspec.to_builtins(HEADER), "kit": {HOSTILE: 1}},
    "record": {"record": HOSTILE},
    "format": {**msgspec.to_builtins(HEADER), "formats": {HOSTILE: 1}},
}


@pytest.mark.parametrize("how", [(), ("--verbose",), ("--annotations", "github"), ("--all",), ("--quiet",)], ids=str)
def test_no_results_forge_a_line(how: tuple[str, ...], tmp_path: Path) -> None:
    for name, text in {"whole": RESULTS, "interrupted": lines(HEADER, *FINDINGS)}.items():
        (tmp_path / name).write_bytes(text)
        told = said("report", *how, tmp_path / name)
        assert (forged(told), "Traceback" in told, "forged" in told) == ([], False, True)


@pytest.mark.parametrize("how", [(), ("--markdown",), ("--json",), ("--all",)], ids=str)
def test_no_comparison_of_results_forges_a_line(how: tuple[str, ...], tmp_path: Path) -> None:
    for name, text in {"old": OTHERS, "new": RESULTS}.items():
        (tmp_path / name).write_bytes(text)
    told = said("diff", *how, tmp_path / "old", tmp_path / "new")
    assert (forged(told), "Traceback" in told, "forged" in told) == ([], False, True)


@pytest.mark.parametrize("words", [["report"], ["check", "--resume"], ["diff", "/dev/null"]], ids=" ".join)
@pytest.mark.parametrize("spoil", SPOILED)
def test_no_damaged_results_forge_a_line(spoil: str, words: list[str], tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(lines(SPOILED[spoil]))
    told = said(*words, tmp_path / "r")
    assert (forged(told), "Traceback" in told) == ([], False)


SETTINGS = {
    "record": "settings", "packages": {HOSTILE: HOSTILE}, "vectors": HOSTILE, "codec": {HOSTILE: HOSTILE},
    "command": [HOSTILE], "declared": {}, "cases": [HOSTILE], "examples": 1, "seed": 1, "timeout": 5.0, "memory": 1,
    "one_shot": False,
}  # fmt: skip
JOURNALS: dict[str, list[Any]] = {
    "another soak": [SETTINGS],
    "unknown member": [{**SETTINGS, HOSTILE: 1}],
    "record": [{"record": HOSTILE}],
    "a round": [{**SETTINGS, "examples": 500}, {"record": "round", "number": 0, HOSTILE: 1}],
}


@pytest.mark.fast("record")
@pytest.mark.parametrize("which", JOURNALS)
def test_no_journal_forges_a_line(which: str, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(lines(*JOURNALS[which]))
    told = said("soak", "daphne", "--minutes", "0.0001", "--jobs", "1", "--state", tmp_path)
    assert (forged(told), "Traceback" in told, "forged" in told) == ([], False, True)


ENTRY = {"kind": "todo", "reason": "x", "cases": {"daphne/dense/one-row decode": "failed"}}
KNOWN: dict[str, dict[str, Any]] = {
    "format": {"format": HOSTILE, "entries": [ENTRY]},
    "member": {"format": "daphne", HOSTILE: 1},
    "kind": {"format": "daphne", "entries": [{**ENTRY, "kind": HOSTILE}]},
    "reason": {"format": "daphne", "entries": [{**ENTRY, "reason": HOSTILE}]},
    "case": {"format": "daphne", "entries": [{**ENTRY, "cases": {f"{HOSTILE.replace(' ', '')} decode": "failed"}}]},
    "operation": {"format": "daphne", "entries": [{**ENTRY, "cases": {f"x {HOSTILE.replace(' ', '')}": "failed"}}]},
    "observation": {"format": "daphne", "entries": [{**ENTRY, "cases": {"daphne/dense/one-row decode": HOSTILE}}]},
    "names": {"format": "daphne", "entries": [{**ENTRY, "cases": {"daphne/dense decode": {"failed": HOSTILE}}}]},
    "kit": {"format": "daphne", "entries": [], "kit": HOSTILE, "vectors": HOSTILE},
    "samples": {"format": "daphne", "samples": {HOSTILE: {"operation": "decode", "seed": 1}}},
}


@pytest.mark.parametrize("which", KNOWN)
def test_no_known_failures_forge_a_line(which: str, tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    known.write_text(json.dumps(KNOWN[which]))
    answers = codec(tmp_path, hello=hello(), reply='"failed":"x"')
    told = said(*CHECK, "--verbose", "--known-failures", known, "--", *answers)
    (tmp_path / "r").write_bytes(RESULTS)
    told += said("diff", known, tmp_path / "r") + said("diff", known, known)
    assert (forged(told), "Traceback" in told) == ([], False)


def facts(**more: Any) -> dict[str, Any]:
    return {**trees.FACTS, **more}


MANIFESTS: dict[str, dict[str, Any]] = {
    "format": {"formats": {HOSTILE: trees.FACTS}},
    "another format": {"formats": {HOSTILE: trees.FACTS, "toy": trees.FACTS}},
    "version": {"version": HOSTILE},
    "member": {HOSTILE: 1},
    "title": {"formats": {"toy": facts(title=HOSTILE)}},
    "feature": {"formats": {"toy": facts(features={HOSTILE: HOSTILE})}},
    "policy": {"formats": {"toy": facts(policies={HOSTILE: {}})}},
    "code": {"formats": {"toy": facts(codes=[HOSTILE])}},
    "canary": {"formats": {"toy": facts(canaries={"accept": HOSTILE, "reject": HOSTILE})}},
}
SHOWN_BY = [["vectors", "list"], ["vectors", "list", "toy"], ["vectors", "show", "toy/basic/one"], ["check", "toy"]]


def judged(root: Path) -> str:
    return "".join(said(*words, "--vectors", root) for words in SHOWN_BY)


@pytest.mark.fast("title", "member")
@pytest.mark.parametrize("which", MANIFESTS)
def test_no_manifest_forges_a_line(which: str, tmp_path: Path) -> None:
    root = trees.write(tmp_path / "tree")
    manifest = json.loads((root / "manifest.yaml").read_text())
    (root / "manifest.yaml").write_text(json.dumps({**manifest, **MANIFESTS[which]}))
    told = judged(root)
    assert (forged(told), "Traceback" in told) == ([], False)


MEMBERS = ("id", "summary", "requirements", "level", "operations", "value", "layout", "code", "edit", "base", HOSTILE)


@pytest.mark.fast("unknown", "summary", "id")
@pytest.mark.parametrize("member", MEMBERS, ids=lambda name: "unknown" if name == HOSTILE else name)
def test_no_vector_forges_a_line(member: str, tmp_path: Path) -> None:
    whole = HOSTILE if member not in {"requirements", "operations", "code"} else [HOSTILE]
    root = trees.write(tmp_path / "tree")
    feature = root / "toy/basic.yaml"
    tree = {**trees.ONE, member: whole, "bytes": {"file": "basic/one.bin", "size": 2, "sha256": "0" * 64}}
    feature.write_text(json.dumps({"feature": "toy/basic", "title": HOSTILE, "cases": [tree]}))
    told = judged(root)
    assert (forged(told), "Traceback" in told, "Error" in told) == ([], False, True)


# User input: words that were pasted, or come from a list of files


WORDS: dict[str, list[str | Path]] = {
    "command": [HOSTILE],
    "option": [f"--{HOSTILE}"],
    "option of a command": ["check", f"--{HOSTILE}"],
    "format": ["check", HOSTILE],
    "level": ["check", "daphne", "--level", HOSTILE],
    "examples": ["check", "daphne", "--examples", HOSTILE],
    "timeout": ["check", "daphne", "--timeout", HOSTILE],
    "select": ["check", "daphne", "--select", HOSTILE],
    "requirement": ["check", "daphne", "--requirement", HOSTILE],
    "seed": ["check", "daphne", "--seed", HOSTILE],
    "badge": ["check", "daphne", "--badge", HOSTILE],
    "results": ["check", "daphne", "--results", f"{HOSTILE}/x"],
    "known failures": ["check", "daphne", "--known-failures", HOSTILE],
    "vectors": ["check", "daphne", "--vectors", HOSTILE],
    "resume": ["check", "--resume", HOSTILE],
    "codec": ["check", "daphne", "--", HOSTILE],
    "select of properties": ["check", "daphne", "--no-vectors", "--select", HOSTILE],
    "requirement's id": ["spec", f"DAPHNE-{HOSTILE}"],
    "format of spec": ["spec", HOSTILE],
    "file": ["explain", "daphne", HOSTILE],
    "format of explain": ["explain", HOSTILE, __file__],
    "report": ["report", HOSTILE],
    "id": ["vectors", "show", HOSTILE],
    "part of vectors": ["vectors", HOSTILE],
    "tree": ["vectors", "compare", HOSTILE],
    "codec of interop": ["interop", "daphne", "--codec", HOSTILE, "--codec", "reference"],
    "name of interop": ["interop", "daphne", "--codec", f"{HOSTILE}=x", "--codec", "reference"],
    "command of interop": ["interop", "daphne", "--codec", f"a='{HOSTILE}'", "--codec", "reference"],
    "context of interop": ["interop", "daphne", "--codec", "reference", "--context", json.dumps(HOSTILE)],
    "language": ["new", HOSTILE, "x"],
    "name of a format": ["new", "format", HOSTILE, "x"],
    "reviewed": ["vectors", "regenerate", "daphne", "--reviewed", HOSTILE],
    "select of a soak": ["soak", "daphne", "--minutes", "1", "--select", HOSTILE],
    "scheduler": ["soak", "daphne", "--minutes", "1", "--scheduler", HOSTILE],
    "shell": ["completion", HOSTILE],
    "folder of a codec": ["strength", "daphne", "--codec", HOSTILE],
}


@pytest.mark.slow
@pytest.mark.parametrize("which", WORDS)
def test_no_word_of_the_command_line_forges_a_line(which: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = said(*WORDS[which])
    assert (forged(told), "Traceback" in told, "forged" in told) == ([], False, True)


@pytest.mark.parametrize("which", ["new codec", "new format", "regenerate", "tree", "results", "known failures"])
def test_no_name_of_a_file_forges_a_line(which: str, tmp_path: Path) -> None:
    folder = tmp_path / HOSTILE.replace("/", "")
    path = folder / "x"
    folder.mkdir()
    words: dict[str, list[str | Path]] = {
        "new codec": ["new", "python", path],
        "new format": ["new", "format", "leb", path],
        "regenerate": ["vectors", "list", "--vectors", trees.write(path, [trees.ONE, trees.VERSION])],
        "tree": ["vectors", "list", "--vectors", folder],
        "results": ["report", folder],
        "known failures": ["diff", path, path],
    }
    told = (said_apart if which == "new format" else said)(*words[which])
    assert (forged(told), "Traceback" in told) == ([], False)


def test_no_setting_of_pytest_forges_a_line(tmp_path: Path) -> None:
    given = HOSTILE.replace("\n", "\n ")
    (tmp_path / "pytest.ini").write_text(f"[pytest]\ngoldenwire_seed = {given}\n")
    call = [sys.executable, "-m", "pytest", "--goldenwire-format", "daphne", "--goldenwire-codec", "reference"]
    done = subprocess.run(call, capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path)
    told = done.stdout + done.stderr
    assert (forged(told), done.returncode, "found" in told) == ([], 4, True)


# The output functions themselves


FORGERIES = ["::error::x", "  ::error::x", "\t::add-mask::x", "a ##[error]x", "##vso[x]", "\n::error::x", "##vso[x"]


@pytest.mark.parametrize("text", FORGERIES)
def test_a_line_and_an_error_give_no_orders(text: str) -> None:
    assert forged(shown(text)) == forged(str(UserError(text, text))) == []
    assert str(UserError(text, text)).count("\n") == 1


def test_an_error_is_as_many_lines_as_it_was_made_of() -> None:
    assert str(UserError(HOSTILE, "second")).count("\n") == 1
    assert UserError("a\nb").lines == ("a\\nb",)


def test_a_command_of_ours_is_one() -> None:
    assert shown(command("::error title=x::y\nz")) == "::error title=x::y\\nz"


# The modules that may write output, and the calls that no other module makes.
DOORS = {"display/door.py"}
UNTESTED = "starters/"  # separate programs


def writes(tree: ast.AST) -> list[int]:
    """Return the lines of a module that write to standard output or standard error by other means."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Name(id="print") | ast.Attribute(attr="echo" | "secho" | "echo_via_pager"):
                found.append(node.lineno)
            case ast.Attribute(attr="write", value=ast.Attribute(attr="stdout" | "stderr")):
                found.append(node.lineno)
    return found


def test_text_leaves_the_program_by_the_door_alone() -> None:
    found = {}
    for path in modules():
        name = path.relative_to(KIT).as_posix()
        if name not in DOORS and not name.startswith(UNTESTED) and (at := writes(ast.parse(path.read_text()))):
            found[name] = at
    assert found == {}
    assert writes(ast.parse("print(1)\nclick.echo(2)\nsys.stderr.write(3)")) == [1, 2, 3]


def test_no_error_has_a_text_of_its_own() -> None:
    """Only UserError itself builds its text, from its lines."""

    kinds: list[type[UserError]] = [UserError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    assert [kind.__name__ for kind in kinds if "__str__" in vars(kind)] == ["UserError"]
