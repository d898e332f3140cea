"""Whatever operations a codec lacks and whatever it answers, each command reaches its verdict without an exception."""

import shlex
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

from goldenwire import corpus, judge, properties
from goldenwire.cli import cli
from goldenwire.judge import referee
from goldenwire.properties.search import Budget
from goldenwire.protocol import OPERATIONS
from goldenwire.subject import Limits, Pool
from harness import trees
from miniatures import command
from miniatures.wrong import WAYS

ALONE = ("check", "soak", "smoke")  # commands that run one codec
SUBSETS = [",".join(some) for size in (1, 2, 3) for some in combinations(OPERATIONS, size)]
QUICK = ("--jobs", "1", "--timeout", "60")
# A property or two for each operation, of different ways of asking; each that fails costs a second.
EACH_KIND = (
    "property/msgpack/decode-reference-encoding",
    "property/msgpack/agree-on-broken-bytes",
    "property/msgpack/reference-decodes-encoding",
    "property/msgpack/transcode-settles",
)
SELECTED = [word for name in EACH_KIND for word in ("--select", name)]
# The commands that run a codec, by name.
COMMANDS: dict[str, Callable[[list[str], str], list[str]]] = {
    "check": lambda codec, operation: [
        "check", "msgpack", *SELECTED, "--operation", operation, "--examples", "4", *QUICK, "--", *codec,
    ],
    "interop": lambda codec, operation: [
        "interop", "msgpack", "--codec", f"mine={shlex.join(codec)}", "--codec", "reference",
        "--select", "msgpack/scalars", "--examples", "3", "--search", "3", "--together", "3", "--timeout", "60",
    ],
    "soak": lambda codec, operation: [
        "soak", "msgpack", "--minutes", "0.001", "--operation", operation, "--examples", "6", *QUICK, "--", *codec,
    ],
    "smoke": lambda codec, operation: ["smoke", "--timeout", "60", "--", *codec],
}  # fmt: skip


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a tree with features of MessagePack's vectors, whose reference starts fastest, and its canaries."""
    return trees.part_of_the_kits(tmp_path_factory.mktemp("tree"), "msgpack", "scalars", "ends")


@pytest.fixture
def run(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Return a function that runs a command on a codec and returns its exit code; no internal error may occur."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDENWIRE_VECTORS", str(tree))

    def code_of(name: str, *words: str) -> int:
        operation = words[0].partition(",")[0] if len(words) == 1 else words[1]
        done = CliRunner().invoke(cli, COMMANDS[name](command("wrong", "msgpack", *words), operation))
        assert isinstance(done.exception, SystemExit | None), done.exc_info
        assert "internal error" not in done.output, done.output
        return done.exit_code

    return code_of


@pytest.mark.fast("decode-check", "encode-smoke")
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("operations", SUBSETS)
def test_a_codec_may_lack_any_operation(operations: str, name: str, run: Callable[..., int]) -> None:
    assert run(name, operations) == 0


@pytest.mark.fast("an answer twice-soak-encode")
@pytest.mark.parametrize("operation", ["decode", "encode"])
@pytest.mark.parametrize(
    ("way", "name"),
    [
        *((way, name) for way in ("the reply broken in two", "a line behind", "an answer twice") for name in ALONE),
        ("a line behind", "interop"),
    ],
)
def test_a_codec_may_answer_in_two_lines(way: str, operation: str, name: str, run: Callable[..., int]) -> None:
    assert run(name, ",".join(OPERATIONS), operation, way) == 1


IMPATIENT = Budget(questions=6, restarts=4)


# Each way of answering wrongly, in decoding and in one of the other operations.
PAIRED = [(operation, way) for number, way in enumerate(WAYS) for operation in ("decode", OPERATIONS[1 + number % 2])]


@pytest.mark.fast("transcode-an answer twice")
@pytest.mark.parametrize(("operation", "way"), PAIRED)
def test_properties_blame_the_operation_that_is_answered_wrongly(operation: str, way: str) -> None:
    facts = corpus.manifest(corpus.bundled()).facts("msgpack")
    with Pool(command("wrong", "msgpack", ",".join(OPERATIONS), operation, way), Limits(timeout=60)) as pool:
        terms = judge.terms("msgpack", pool.hello.formats["msgpack"], facts)
        played = properties.run(
            "msgpack", pool, terms, referee.decode, examples=4, seed=1, budget=IMPATIENT, only=EACH_KIND
        )
        found = list(played)
    blamed = {one.operation for one in found if one.finding == "fail"}
    assert blamed == ({operation} if way != "a decline" else set())
    assert {one.finding for one in found if one.operation not in {operation, "transcode"}} == {"pass"}
