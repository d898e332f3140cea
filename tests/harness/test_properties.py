"""Properties against the reference with planted bugs: each is found, shrunk as far as it goes, and found again."""

import json
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from goldenwire import corpus, judge, properties, referee, results
from goldenwire.known_failures import KnownFailures, read
from goldenwire.protocol import CodecIdentity, FormatSupport, Hello, Observation, Operation, Request
from goldenwire.results import Finding, Known
from goldenwire.search import Asked, Patience
from goldenwire.strategies.daphne_objects import TYPES
from goldenwire.subject import Limits, Pool
from goldenwire_reference import requirements
from goldenwire_reference.formats import FORMATS

Json = Any
PLANTED = [sys.executable, str(Path(__file__).parent / "planted.py")]
DECODE, ENCODE = "property/daphne/decode-reference-encoding", "property/daphne/reference-decodes-encoding"
PATIENT, IMPATIENT = Limits(), Limits(timeout=0.4)


@cache
def facts() -> Any:
    return corpus.manifest(corpus.root(None)).facts("daphne")


def run(subject: Asked, hello: Hello, only: list[str], **options: Any) -> list[Finding]:
    declared = judge.terms("daphne", hello.formats["daphne"], facts())
    options = {"examples": 300, "seed": 1, "only": only, **options}
    return list(properties.run("daphne", subject, declared, referee.decode, **options))


def check(bug: str, *only: str, **options: Any) -> list[Finding]:
    """What is found in the reference with a bug."""
    with Pool([*PLANTED, bug], IMPATIENT if bug.startswith("hang") else PATIENT) as pool:
        return run(pool, pool.hello, list(only) or [DECODE, ENCODE], **options)


class Shrunk(NamedTuple):
    """The counterexample of a finding."""

    value: Json
    plan: Json

    @property
    def size(self) -> tuple[int, int, int]:
        """Cells of the object, those of them that are not zero, blocks of the plan (0 where there is none)."""
        rows, columns = int(self.value["rows"]), int(self.value["columns"])
        return rows * columns, len(self.value["cells"]), len(self.plan or [])

    @property
    def atoms(self) -> set[str]:
        return {cell[2] for cell in self.value["cells"]}

    @property
    def layouts(self) -> set[str]:
        return {block["block"] for block in self.plan or []}


def shrunk(finding: Finding) -> Shrunk:
    shown = {word: rest for word, _, rest in (line.partition(" ") for line in finding.difference[:3])}
    value, plan = (shown[word].strip() for word in ("value", "plan"))
    return Shrunk(json.loads(value), json.loads(plan) if plan.startswith("[") else None)


# Bugs


class Bug(NamedTuple):
    """A planted bug: the property that it breaks, what is observed, and the most that its counterexample may hold.

    `size`: cells, those that are not zero, blocks.
    """

    name: str
    property: str
    observation: str
    size: tuple[int, int, int]


BUGS = [
    Bug("dense-big-endian", DECODE, "value", (1, 1, 0)),  # any 1 of more than one byte
    Bug("csr-big-endian", DECODE, "value", (1, 1, 1)),  # the same, where that stands in a CSR block
    Bug("blocks-in-order", DECODE, "", (3, 2, 2)),  # two blocks, the later first
    Bug("int64-unsigned", DECODE, "value", (1, 1, 0)),  # -1
    Bug("minus-zero-dropped", DECODE, "value", (1, 1, 0)),  # -0.0
    Bug("nan-payload-lost", DECODE, "value", (1, 1, 0)),  # one NaN
    Bug("labels-trimmed", DECODE, "value", (2, 0, 0)),  # a label with white space, and no more than one besides
    Bug("coo-by-object", ENCODE, "bytes", (2, 1, 2)),  # two columns, in one of them an entry in a block of its own
    Bug("coo-big-endian", ENCODE, "bytes", (1, 1, 1)),  # any 1 of more than one byte in a COO block
    Bug("crash-without-cells", DECODE, "crashed SIGABRT", (0, 0, 0)),  # no rows, or no columns
    Bug("hang-on-coo", DECODE, "hung", (1, 0, 1)),  # a COO block of a cell that is zero
    Bug("no-memory-for-frames", DECODE, "out-of-memory", (1, 0, 0)),  # a frame of a cell that is zero
]


@cache
def found(bug: str) -> dict[str, Finding]:
    return {finding.case: finding for finding in check(bug)}


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_bug_is_found_by_its_property_alone(bug: Bug) -> None:
    assert {case for case, finding in found(bug.name).items() if finding.finding == "fail"} == {bug.property}


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_bug_is_shrunk_to_the_least_that_shows_it(bug: Bug) -> None:
    size = shrunk(found(bug.name)[bug.property]).size
    assert all(have <= most for have, most in zip(size, bug.size, strict=True)), size


@pytest.mark.parametrize("bug", [bug for bug in BUGS if bug.observation], ids=lambda bug: bug.name)
def test_what_is_observed_is_what_the_bug_does(bug: Bug) -> None:
    assert found(bug.name)[bug.property].observation.startswith(bug.observation)


def test_the_counterexample_tells_the_bug() -> None:
    told = {bug.name: shrunk(found(bug.name)[bug.property]) for bug in BUGS}
    assert told["int64-unsigned"].atoms == {"-1"}
    assert told["minus-zero-dropped"].atoms < {"0x80000000", "0x8000000000000000"}
    assert TYPES[told["dense-big-endian"].value["type"]].width > 8
    assert told["hang-on-coo"].layouts == {"coo"}
    assert any(label != label.strip() for label in told["labels-trimmed"].value["labels"])


@pytest.mark.parametrize("bug", ["crash-without-cells", "hang-on-coo", "no-memory-for-frames"])
def test_a_codec_that_breaks_down_is_started_again_and_again(bug: str) -> None:
    assert ", restarting the codec " in found(bug)[DECODE].why


# What a finding holds


def test_a_finding_shows_the_case_like_a_vector() -> None:
    finding = found("int64-unsigned")[DECODE]
    assert finding.requirements == ("DAPHNE-DEC-01",)
    assert finding.expected == "value " + finding.difference[0].removeprefix("value").strip()
    assert finding.observed == finding.expected.replace('"-1"', f'"{2**64 - 1}"')
    assert finding.difference[1] == "plan    none: the canonical encoding"
    assert finding.difference[2].endswith("ffffffffffffffff")
    [field] = (line.split() for line in finding.difference if "value[0,0]" in line)
    assert field == ["45", "8", "block[0].value[0,0]", "ffffffffffffffff", "-1"]
    assert finding.difference[-1] == f'cells[0][2]: expected "-1", found "{2**64 - 1}"'


def test_a_difference_of_bytes_names_its_field() -> None:
    lines = found("coo-big-endian")[ENCODE].difference
    assert any(line.startswith("at byte ") and ".value (byte " in line for line in lines)


def test_a_finding_tells_how_it_was_come_by() -> None:
    assert "; example " in found("coo-by-object")[ENCODE].why
    assert " of 300, shrunk in " in found("coo-by-object")[ENCODE].why


@pytest.mark.parametrize("bug", ["labels-trimmed", "crash-without-cells"])
def test_a_seed_finds_the_same_again(bug: str) -> None:
    [again] = check(bug, DECODE)
    assert again == found(bug)[DECODE]


# Codecs without a bug


@pytest.mark.parametrize(
    ("codec", "finding", "why"),
    [
        ("healthy", "pass", "100 examples hold"),
        ("no-features", "pass", "100 examples hold"),
        ("single-block", "pass", "skipped: its profile leaves out many-blocks"),
        ("frames-unsupported", "pass", "skipped: no frames"),
        ("encode-unsupported", "skip", "0 examples hold; 100 skipped: not written yet"),
    ],
)
def test_a_codec_without_a_bug_passes_or_is_skipped(codec: str, finding: str, why: str) -> None:
    decoded, encoded = check(codec, examples=100)
    assert (decoded.finding, decoded.why) == ("pass", "100 examples hold")
    assert (encoded.finding, encoded.level) == (finding, "strict")
    assert why in encoded.why


# Codecs in the test's own process


class Local:
    """A codec that gives one answer after the other, the last of them for ever."""

    def __init__(self, *answers: Observation | Exception, dies: bool = False) -> None:
        self._answers, self._dies = list(answers), dies
        self.asked, self.restarts = 0, 0

    def ask(self, request: Request) -> Observation:
        self.asked += 1
        self.restarts += self._dies
        answer = self._answers[min(self.asked, len(self._answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return answer


def hello(*operations: Operation) -> Hello:
    return Hello(1, CodecIdentity("local", "", ""), {"daphne": FormatSupport(operations)})


FAILED = Observation("failed", detail="no")
CRASHED = Observation("crashed", cause="SIGSEGV")


def local(codec: Local, **options: Any) -> Finding:
    [finding] = run(codec, hello("decode"), [DECODE], **options)
    return finding


@pytest.mark.parametrize(
    ("patience", "spent"),
    [
        (Patience(questions=3), "3 questions"),
        (Patience(restarts=2), "2 restarts"),
        (Patience(seconds=0), "0 s"),
    ],
)
def test_shrinking_ends_when_patience_does(patience: Patience, spent: str) -> None:
    rejected = Observation("rejected")
    codec = Local(*[Observation("unsupported")] * 40, rejected, dies=True)
    finding = local(codec, patience=patience)
    assert f"shrinking was given up after {spent}, so there may be a simpler one" in finding.why
    assert codec.asked <= 40 + 1 + 3 + 1  # up to the first failure, to shrink it, and once more


def test_a_failure_is_not_shrunk_to_one_of_another_manner() -> None:
    finding = local(Local(CRASHED, FAILED))
    assert finding.observation == "crashed SIGSEGV"


def test_a_codec_that_changes_its_mind_is_told_on() -> None:
    assert "asked once more, the codec answered otherwise" in local(Local(CRASHED, FAILED)).why


def test_no_request_is_asked_twice_to_shrink() -> None:
    codec = Local(FAILED)
    finding = local(codec)
    assert finding.finding == "fail"
    assert codec.asked == 1 + int(finding.why.split("shrunk in ")[1].split()[0]) + 1


def test_what_asking_raises_is_no_failure_of_the_codec() -> None:
    with pytest.raises(OSError, match="no more processes"):
        local(Local(OSError("no more processes")))


def test_an_interrupt_passes() -> None:
    class Interrupted(Local):
        def ask(self, request: Request) -> Observation:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        local(Interrupted(FAILED))


def test_failures_are_kept_for_runs_with_another_seed(tmp_path: Path) -> None:
    first = local(Local(CRASHED), database=tmp_path, seed=1)
    second = local(Local(CRASHED), database=tmp_path, seed=2)
    assert first.why.endswith("; example 1 of 300, shrunk in 0 tries")
    assert second.why.endswith("it failed in an earlier run and was kept; --seed random tries it again")


# Selection


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        ({}, [DECODE, ENCODE]),
        ({"select": ["property/daphne/decode-*"]}, [DECODE]),
        ({"select": ["property/daphne"]}, [DECODE, ENCODE]),
        ({"select": ["property/*/reference-*", DECODE]}, [DECODE, ENCODE]),
        ({"select": ["daphne/csr"]}, []),
        ({"requirement": ["DAPHNE-ENC-06"]}, [ENCODE]),
        ({"requirement": ["DAPHNE-CSR-01"]}, []),
        ({"operation": ["decode"]}, [DECODE]),
        ({"operation": ["transcode"]}, []),
        ({"select": ["property/*"], "operation": ["encode"]}, [ENCODE]),
    ],
)
def test_words_select_properties(words: dict[str, list[str]], chosen: list[str]) -> None:
    assert properties.cases("daphne", **words) == chosen


def test_a_format_without_requirements_has_no_properties() -> None:
    assert properties.cases("toy") == []


@pytest.mark.parametrize("property", properties.PROPERTIES, ids=lambda property: property.name)
def test_properties_cite_requirements_that_there_are(property: properties.Property) -> None:
    assert set(property.requirements) <= set(FORMATS)
    assert all(set(ids) <= set(requirements.load(format)) for format, ids in property.requirements.items())


def test_only_what_is_declared_is_asked() -> None:
    findings = run(Local(FAILED), hello("encode"), [DECODE, ENCODE])
    assert [finding.case for finding in findings] == [ENCODE]


# From the command line


def goldenwire(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "goldenwire", "check", "daphne", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with the results of a run that found a bug, and what the run showed."""
    folder = tmp_path_factory.mktemp("checked")
    files = ("--results", "results.jsonl", "--write-known-failures", "known.yaml")
    done = goldenwire(folder, "--no-vectors", *files, "--", *PLANTED, "int64-unsigned")
    assert done.returncode == 1, done.stderr
    return folder, done.stdout


def test_the_command_that_is_shown_finds_the_same(checked: tuple[Path, str]) -> None:
    folder, shown = checked
    [command] = (line.split(maxsplit=1)[1] for line in shown.splitlines() if line.startswith("  again "))
    words = shlex.split(command)
    assert words[:3] == ["goldenwire", "check", "daphne"]
    goldenwire(folder, *words[3 : words.index("--")], "--results", "again.jsonl", *words[words.index("--") :])
    before, after = (results.read(folder / name).findings for name in ("results.jsonl", "again.jsonl"))
    assert [finding for finding in after if finding.finding == "fail"] == [
        finding for finding in before if finding.finding == "fail"
    ]


def test_a_failure_can_be_known(checked: tuple[Path, str]) -> None:
    folder, _ = checked
    known = read(folder / "known.yaml")
    assert list(known.known) == [(DECODE, "decode")]
    [failure] = [f for f in results.read(folder / "results.jsonl").findings if f.case == DECODE]
    assert known.apply(failure).finding == "known-failure"
    vague = KnownFailures("daphne", {(DECODE, "decode"): ("value", Known("wontfix", "so it is"))})
    assert vague.apply(failure).finding == "known-failure"


def test_a_run_leaves_nothing_in_the_working_folder(tmp_path: Path) -> None:
    assert goldenwire(tmp_path, "--no-vectors", "--examples", "10").returncode == 0
    assert list(tmp_path.iterdir()) == []
