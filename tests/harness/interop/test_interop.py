"""`goldenwire interop` from end to end: exit codes, outputs, the ratchet, a message for every mistake of a user."""

import html
import json
import os
import re
import shlex
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldenwire import corpus
from goldenwire.cli import cli
from harness import trees
from harness.outcomes import ACCEPTED
from miniatures import daphne_with

SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a few of the kit's own vectors."""
    return trees.part_of_the_kits(tmp_path_factory.mktemp("tree"), "daphne", "dense", "header")


@pytest.fixture(autouse=True)
def _vectors(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENWIRE_VECTORS", str(tree))


def player(name: str, mistake: str) -> list[str]:
    """Return the arguments for a reference with a fault or a mutation as participant."""
    return ["--codec", f"{name}={shlex.join(daphne_with(mistake))}"]


def interop(*words: str | Path, format: str = "daphne", drawn: bool = False) -> Result:
    few = [] if drawn else ["--examples", "0", "--search", "0"]
    return CliRunner().invoke(cli, [str(word) for word in ("interop", format, *few, *words)])


REFERENCE = ["--codec", "reference"]
DENSE = ["--select", "daphne/dense"]


@pytest.mark.fast("decode-only-words8", "dense-and-csr-exchanged-words1")
@pytest.mark.parametrize(
    ("mistake", "words", "code", "says"),
    [
        ("none", [], 0, "The codecs all interoperate: 4 of 4 cells are whole."),
        ("dense-and-csr-exchanged", DENSE, 1, "reference writes, bad reads: 4 of 48"),
        (
            "dense-and-csr-exchanged",
            DENSE,
            1,
            "    right     reference is right: according to the reference its",
        ),
        ("crash", DENSE, 1, "broken: the reader breaks down"),
        ("hang", [*DENSE, "--timeout", "0.3"], 1, "broken: the reader breaks down"),
        ("reject-all", DENSE, 1, "unread: the reader rejects what was written"),
        ("decode-only", DENSE, 0, "The codecs interoperate in what they answer: 2 of 4 cells are whole"),
        ("decode-only", DENSE, 0, "bad does not declare the operation encode"),
        ("decode-only", [*DENSE, "--complete"], 1, "The codecs do not interoperate"),
    ],
)
def test_codecs_are_told_whether_they_understand_one_another(
    mistake: str, words: list[str], code: int, says: str
) -> None:
    result = interop(*REFERENCE, *player("bad", mistake), *words)
    assert (result.exit_code, says in result.output) == (code, True), result.output
    assert re.search(r"^reference +whole", result.output, re.MULTILINE)  # the other codec does not affect it


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "no codec takes part: name each codec with --codec NAME=COMMAND"),
        (["--codec", "./mine"], "--codec ./mine: expected NAME=COMMAND, or just reference"),
        (["--codec", "mine=/no/such/program"], "mine: `/no/such/program` cannot be started: there is no such command"),
        (["--codec", "mine=true"], "mine: The codec cannot be run: it exited with status 0 before it answered hello"),
        ([*REFERENCE, "--context", "{"], "--context: not JSON"),
        ([*REFERENCE, "--context", "[]"], '--context []: expected an object, such as {"carrier":"json"}'),
        ([*REFERENCE, "--context", '{"carrier":"json"}'], "none of the selected vectors has a value to be written"),
        ([*REFERENCE, "--select", "daphne/dence"], "--select daphne/dence selects nothing; did you mean daphne/dense"),
        ([*REFERENCE, "--seed", "x"], "--seed x: expected a number or the word random"),
        ([*REFERENCE, "--html", "/no/such/page.html"], "/no/such/page.html: there is no folder /no/such"),
        ([*REFERENCE, "--known-failures", "{dynd}"], "these are failures of dynd, the run is of daphne"),
        ([*REFERENCE, "--save-failures", "{tmp}"], "saved failures go to a folder of their own"),
    ],
)  # fmt: skip
def test_a_mistake_of_the_user_is_a_sentence_and_exit_code_2(words: list[str], says: str, tmp_path: Path) -> None:
    (tmp_path / "dynd.yaml").write_text("format: dynd\nentries: []\n")
    places = {"dynd": str(tmp_path / "dynd.yaml"), "tmp": str(tmp_path)}
    words = [places.get(word.strip("{}"), word) if word in {"{dynd}", "{tmp}"} else word for word in words]
    result = interop(*words)
    assert (result.exit_code, says in result.output) == (2, True), result.output


@pytest.mark.parametrize("format", ["daphn", "all"])
def test_it_is_of_one_format(format: str) -> None:
    result = interop(*REFERENCE, format=format)
    assert (result.exit_code, f"there is no format '{format}'" in result.output) == (2, True), result.output


def test_a_codec_that_lacks_the_format_is_named() -> None:
    result = interop("--codec", f"mine={shlex.join(daphne_with('no-json'))}")
    assert (result.exit_code, "mine: the codec" in result.output) == (2, True), result.output
    assert "does not declare daphne; it declares sciserialize" in result.output


# The ratchet


@pytest.mark.slow
def test_known_failures_are_a_ratchet(tmp_path: Path) -> None:
    known, codecs = tmp_path / "known.yaml", [*REFERENCE, *player("bad", "int32-as-uint32")]
    assert interop(*codecs, *DENSE, "--write-known-failures", known).exit_code == 1
    written = known.read_text()
    assert "`goldenwire interop --write-known-failures`" in written
    assert "daphne/dense reference>bad: {misread value: int32-2x3@" in written
    known.write_text(written.replace("not looked at yet", "one row more"))
    held = interop(*codecs, *DENSE, "--known-failures", known)
    assert (held.exit_code, "known     todo: one row more" in held.output) == (0, True), held.output
    assert "The codecs interoperate except for known failures." in held.output
    mended = interop(*REFERENCE, *player("bad", "none"), *DENSE, "--known-failures", known)
    assert (mended.exit_code, "UNEXPECTED PASS daphne/dense/int32-2x3 reference>bad" in mended.output) == (1, True)
    worse = interop(*REFERENCE, *player("bad", "dense-and-csr-exchanged"), *DENSE, "--known-failures", known)
    assert (worse.exit_code, "FAIL daphne/dense/" in worse.output) == (1, True), worse.output
    gone = interop(*REFERENCE, "--known-failures", known)
    assert gone.exit_code == 1
    assert "STALE daphne/dense/int32-2x3 reference>bad: it was not asked, or skipped" in gone.output
    again = tmp_path / "again.yaml"
    interop(*codecs, *DENSE, "--known-failures", known, "--write-known-failures", again)
    assert "one row more" in again.read_text()


@pytest.mark.slow
def test_a_decline_is_held_too(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    assert interop(*REFERENCE, *player("bad", "none"), "--write-known-failures", known).exit_code == 0
    lacking = interop(*REFERENCE, *player("bad", "decode-only"), "--known-failures", known)
    assert (lacking.exit_code, "CHANGED the operation bad:encode is no longer declared" in lacking.output) == (1, True)


@pytest.mark.slow
def test_a_line_besides_the_answers_fails_the_run(tmp_path: Path) -> None:
    known, one = tmp_path / "known.yaml", ["--select", "daphne/dense/int32-2x3"]
    script = f"{shlex.join(daphne_with('none'))}; echo bye"
    chatty = [*REFERENCE, "--codec", f"chatty={shlex.join(['sh', '-c', script])}", *one]
    files = {kind: tmp_path / f"matrix.{kind}" for kind in ("markdown", "html", "json")}
    outputs = [word for kind, path in files.items() for word in (f"--{kind}", path)]
    result = interop(*chatty, *outputs, "--write-known-failures", known)
    said = "daphne/protocol/nothing-else chatty: it wrote a line that answers no request: not JSON"
    assert (result.exit_code, f"FAIL {said}" in result.output) == (1, True), result.output
    assert result.output.splitlines()[-2] == "chatty writes more than its answers."
    assert all("nothing-else chatty: it wrote a line" in files[kind].read_text() for kind in ("markdown", "html"))
    [other] = json.loads(files["json"].read_text())["other_output"]
    assert (other["codec"], other["finding"]) == ("chatty", "fail")
    held = interop(*chatty, "--known-failures", known)
    assert (held.exit_code, f"KNOWN {said}" in held.output) == (0, True), held.output
    mended = interop(*REFERENCE, *player("chatty", "none"), *one, "--known-failures", known)
    assert (mended.exit_code, "UNEXPECTED PASS daphne/protocol/nothing-else chatty" in mended.output) == (1, True)


# Outputs


@pytest.mark.slow
def test_the_smallest_disagreements_are_saved_and_replayed(tmp_path: Path) -> None:
    found = tmp_path / "found"
    words = ["--examples", "0", "--search", "20", *REFERENCE, *player("bad", "rest-ignored")]
    result = interop(*words, "--save-failures", found, drawn=True)
    assert (result.exit_code, f"saved in {found}" in result.output) == (1, True), result.output
    names = [path.stem for path in found.rglob("*.bin")]
    assert any(re.fullmatch(r"reference-bad\.reference-refuses-[0-9a-f]{10}", name) for name in names), names
    replay = [
        "check",
        "daphne",
        "--vectors",
        str(found),
        "--examples",
        "0",
        "--",
        *daphne_with("rest-ignored"),
    ]
    replayed = CliRunner().invoke(cli, replay)
    assert (replayed.exit_code, ACCEPTED in replayed.output) == (1, True), replayed.output


def rendered(tmp_path: Path, *words: str) -> dict[str, str]:
    files = {kind: tmp_path / f"matrix.{kind}" for kind in ("markdown", "html", "json")}
    outputs = [word for kind, path in files.items() for word in (f"--{kind}", path)]
    result = interop(*REFERENCE, *player("bad", "int32-as-uint32"), *(words or DENSE), *outputs)
    assert result.exit_code == 1, result.output
    return {"txt": result.output, **{kind: path.read_text() for kind, path in files.items()}}


def timeless(text: str) -> str:
    """Replace what changes with every version of kit and vectors."""
    text = re.sub(r'("content": )"[0-9a-f]{64}"', r"\1CONTENT", text)
    return text.replace(version("goldenwire"), "VERSION").replace(corpus.manifest(corpus.root()).version, "VERSION")


def test_the_outputs_are_as_they_were(tmp_path: Path) -> None:
    """Compare the outputs with the snapshots; GOLDENWIRE_SNAPSHOTS=keep writes new ones, for review."""
    for kind, text in rendered(tmp_path, "--select", "daphne/dense/int32-2x3").items():
        kept = SNAPSHOTS / f"matrix.{kind}"
        if os.environ.get("GOLDENWIRE_SNAPSHOTS") == "keep":
            kept.write_text(timeless(text))
        assert timeless(text) == kept.read_text(), kept


@pytest.mark.slow
def test_a_seed_renders_the_same_again(tmp_path: Path) -> None:
    words = [*DENSE, "--examples", "5", "--search", "5", "--seed", "3"]
    assert rendered(tmp_path, *words) == rendered(tmp_path, *words)


def test_the_json_has_each_cell_by_feature(tmp_path: Path) -> None:
    matrix = json.loads(rendered(tmp_path)["json"])
    cells = {(cell["writer"], cell["reader"]): cell for cell in matrix["cells"]}
    assert cells["reference", "reference"]["state"] == "whole"
    bad = cells["reference", "bad"]
    assert bad["features"]["daphne/dense"]["misread"] == bad["counts"]["misread"] == bad["failures"]
    assert [one["case"] for one in bad["smallest"]] == ["daphne/dense/int32-extremes"]


HOSTILE = """
import sys
from goldenwire.protocol.serve import Reference, serve
from goldenwire.protocol import Rejected, Unsupported

class Hostile(Reference):
    def hello(self):
        said = super().hello()
        said["codec"] = {"name": "<script>alert(1)</script>", "version": "\\x1b[31m|`", "language": "<b>&amp;"}
        return said
    def decode(self, format, data, context):
        raise Rejected("VALUE", 0, "</pre><script>alert(2)</script>\\x1b[2J```")

sys.exit(serve(Hostile, sys.argv[1:]))
"""


def test_what_a_codec_says_is_text_in_every_output(tmp_path: Path) -> None:
    (tmp_path / "hostile.py").write_text(HOSTILE)
    codec = ["--codec", f"hostile={shlex.join([sys.executable, str(tmp_path / 'hostile.py')])}"]
    files = {kind: tmp_path / f"matrix.{kind}" for kind in ("markdown", "html", "json")}
    result = interop(*codec, *DENSE, *(word for kind, path in files.items() for word in (f"--{kind}", path)))
    shown = {"text": result.output, **{kind: path.read_text() for kind, path in files.items()}}
    assert all("\x1b" not in text for text in shown.values())
    assert "<script" not in shown["html"]
    assert "&lt;script&gt;alert(1)" in shown["html"]
    assert "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-" in html.unescape(shown["html"])
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", shown["html"])
    assert "| &#60;script&#62;alert(1)&#60;/script&#62; |" in shown["markdown"]
    fences = re.findall(r"^(`{3,})$", shown["markdown"], re.MULTILINE)
    assert fences
    assert set(fences) == {"````"}  # one more than in the message
