"""Properties at work: the contents of a finding, codecs without a bug, searching, and the command line."""

import shlex
import subprocess
import sys
import warnings
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import Phase
from hypothesis import strategies as st
from hypothesis.errors import HypothesisWarning

from goldenwire import corpus, judge, properties, results
from goldenwire.judge import Judgement, Question, referee
from goldenwire.judge.reasons import (
    AnsweredDifferently,
    DependsOnEarlier,
    ExamplesHold,
    ExamplesSkipped,
    FewAnswered,
    KeptExample,
    ShrinkingStopped,
)
from goldenwire.properties.asking import Askable, Asking, BuiltQuestion
from goldenwire.properties.playing import play
from goldenwire.properties.question_builders import CodecUnderTest
from goldenwire.properties.search import BATCH, FEW, Budget, Search
from goldenwire.protocol import (
    CodecIdentity,
    FormatSupport,
    Hello,
    Observation,
    Operation,
    Request,
    read_call,
    read_reply,
)
from goldenwire.protocol.serve import Reference, answer
from goldenwire.results import Finding, Known
from goldenwire.results.known_failures import KnownFailures, read
from goldenwire.subject import Limits, Pool
from goldenwire_reference import formats, requirements
from goldenwire_reference.formats import FORMATS
from goldenwire_suite.strategies import build_of, built, opening_of, sampled
from goldenwire_suite.suite import suite_of
from miniatures import daphne_with
from miniatures.asking import OneByOne

Json = Any
pytestmark = pytest.mark.usefixtures("few_vectors")

NAMES = (
    "decode-reference-encoding",
    "decode-other-encoding",
    "decode-reordered",
    "reference-decodes-encoding",
    "agree-on-edited-values",
    "transcode-settles",
    "agree-on-broken-bytes",
    "refuse-every-prefix",
)
DECODE, OTHER, REORDERED, ENCODE, EDITED, TRANSCODE, BROKEN, PREFIX = (f"property/daphne/{name}" for name in NAMES)
ALL = [DECODE, OTHER, REORDERED, ENCODE, EDITED, TRANSCODE, BROKEN, PREFIX]
FAILED = Observation("failed", detail="no")
CRASHED = Observation("crashed", cause="SIGSEGV")


@cache
def facts() -> Any:
    return corpus.manifest(corpus.root(None)).facts("daphne")


def run(subject: Askable, hello: Hello, only: list[str] | None = None, **options: Any) -> list[Finding]:
    declared = judge.terms("daphne", hello.formats["daphne"], facts())
    options = {"examples": 300, "seed": 1, "only": only, **options}
    return list(properties.run("daphne", subject, declared, referee.decode, **options))


def check(bug: str, *only: str, limits: Limits = Limits(), **options: Any) -> list[Finding]:  # noqa: B008 - immutable
    """Return the findings for the reference with a mutation or a fault."""
    with Pool(daphne_with(bug), limits) as pool:
        return run(pool, pool.hello, list(only) or None, **options)


@cache
def found(bug: str, case: str) -> Finding:
    """Return the finding of one property for the reference with a mutation or a fault."""
    [finding] = check(bug, case)
    return finding


# The contents of a finding


def test_a_finding_shows_the_case_like_a_vector() -> None:
    finding = found("int64-as-uint64", DECODE)
    assert finding.requirements == ("DAPHNE-DEC-01",)
    assert finding.expected == "value " + finding.difference[0].removeprefix("value").strip()
    assert finding.observed == finding.expected.replace('"int64"', '"uint64"')
    assert finding.difference[1].startswith("bytes ")
    assert finding.difference[1].endswith("08")
    [field] = (line.split() for line in finding.difference if "block[0].value-type" in line)
    assert field == ["44", "1", "block[0].value-type", "08", "8", "int64"]
    assert finding.difference[-1] == 'type: expected "int64", found "uint64"'


@pytest.mark.slow
def test_a_finding_shows_the_plan_where_there_is_one() -> None:
    [plan] = (line for line in found("coo-row-of-8-bits", OTHER).difference if line.startswith("plan "))
    assert '"block":"coo"' in plan


@pytest.mark.slow
def test_a_finding_of_broken_bytes_shows_the_edit() -> None:
    finding = found("any-version-taken", BROKEN)
    assert any("becomes" in line or "flipped" in line for line in finding.difference)
    assert finding.expected.startswith("rejected")


@pytest.mark.slow
def test_a_difference_of_bytes_names_its_field() -> None:
    lines = found("values-written-big-endian", ENCODE).difference
    assert any(line.startswith("at byte ") and ".value[0,0] (byte " in line for line in lines)


@pytest.mark.slow
def test_a_finding_tells_how_it_was_come_by() -> None:
    why = found("values-written-big-endian", ENCODE).why
    assert "; example " in why
    assert " of 300, shrunk in " in why


@pytest.mark.slow
@pytest.mark.parametrize("bug", ["label-trimmed", pytest.param("crash-without-cells", marks=pytest.mark.slow)])
def test_a_seed_finds_the_same_again(bug: str) -> None:
    [again] = check(bug, DECODE)
    assert again == found(bug, DECODE)


@pytest.mark.slow
@pytest.mark.parametrize("bug", ["values-big-endian", pytest.param("csr-rows-from-the-last", marks=pytest.mark.slow)])
def test_a_bug_may_be_found_by_several_properties(bug: str) -> None:
    failed = {finding.case for finding in check(bug, DECODE, OTHER, ENCODE, PREFIX) if finding.finding == "fail"}
    assert {DECODE, OTHER} <= failed
    assert not failed & {ENCODE, PREFIX}


# The cause to which a failure is attributed


@pytest.mark.slow
def test_a_failure_that_another_property_explains_is_let_off() -> None:
    findings = {finding.case: finding for finding in check("label-trimmed", OTHER, TRANSCODE)}
    assert {finding.finding for finding in findings.values()} == {"pass"}
    assert all("skipped: another property's: decoding fails too" in finding.why for finding in findings.values())


@pytest.mark.slow
def test_a_failure_that_encoding_explains_is_let_off() -> None:
    [finding] = check("coo-row-of-8-bits", TRANSCODE)
    assert "skipped: another property's" in finding.why


# The search by itself


def asked(operation: Operation, *answers: Observation, explained: bool = False) -> tuple["Local", Judgement]:
    """Ask a codec for the bytes 00, for which all but 03 count as well; return the codec and the judgement."""
    settling = properties.for_format("daphne")[4]
    vector = msgspec.structs.replace(properties.template(settling, "daphne"), data=b"\0", value=msgspec.Raw(b"1"))
    codec = Local(*answers)

    def judge_one(question: Question, seen: Observation) -> Judgement:
        declared = judge.terms("daphne", FormatSupport((operation,)), facts())
        return judge.judge(question, declared, seen, lambda *told, **_: msgspec.Raw(b"3" if told[2] == b"\3" else b"1"))

    why = (Question(vector, "decode"),) if explained else ()
    found = Asking(codec, judge_one).ask(BuiltQuestion(Question(vector, operation), lambda: why))
    return codec, found.judgement


def wrote(data: bytes) -> Observation:
    return Observation("bytes", data=data)


@pytest.mark.parametrize(
    ("operation", "answers", "times", "finding"),
    [
        ("transcode", (wrote(b"\1"), wrote(b"\1")), 2, "pass"),
        ("transcode", (wrote(b"\1"), wrote(b"\2")), 2, "pass"),
        ("transcode", (wrote(b"\1"), wrote(b"\3")), 2, "fail"),
        ("transcode", (wrote(b"\1"), Observation("rejected")), 2, "fail"),
        ("transcode", (wrote(b"\1"), Observation("unsupported")), 2, "pass"),
        ("transcode", (Observation("rejected"),), 1, "fail"),
        ("transcode", (wrote(b"\3"),), 1, "fail"),
        ("encode", (wrote(b"\1"), wrote(b"\3")), 1, "pass"),
    ],
    ids=[
        "the same",
        "in another form",
        "another value",
        "refuses its own",
        "declines its own",
        "refused",
        "wrong at once",
        "not a transcode",
    ],
)
def test_what_was_transcoded_is_transcoded_once_more(
    operation: Operation, answers: tuple[Observation, ...], times: int, finding: str
) -> None:
    codec, judgement = asked(operation, *answers)
    assert (codec.asked, judgement.finding) == (times, finding)


@pytest.mark.parametrize(
    ("explanation", "finding"),
    [(Observation("rejected"), "explained"), (Observation("value", msgspec.Raw(b"1")), "fail")],
    ids=["fails-too", "holds"],
)
def test_what_would_explain_a_failure_is_asked(explanation: Observation, finding: str) -> None:
    codec, judgement = asked("transcode", FAILED, explanation, explained=True)
    assert (codec.asked, judgement.finding) == (2, finding)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "observation", "limits"),
    [
        ("crash-without-cells", "crashed SIGABRT", Limits()),
        ("hang-without-cells", "hung", Limits(timeout=0.4)),
        ("no-memory-without-cells", "out-of-memory", Limits()),
    ],
    ids=["crash", "hang", "no-memory"],
)
def test_a_codec_that_breaks_down_is_started_again_and_again(fault: str, observation: str, limits: Limits) -> None:
    [finding] = check(fault, DECODE, examples=100, limits=limits)
    assert (finding.finding, str(finding.observation).startswith(observation)) == ("fail", True), finding.why
    assert ", restarting the codec " in finding.why
    assert finding.sample
    value = msgspec.json.decode(finding.sample.value)
    assert (int(value["rows"]) * int(value["columns"]), len(finding.sample.bytes) // 2 <= 46) == (0, True)


# Codecs without a bug


HOLD = ExamplesHold(60).sentence()


@pytest.mark.fast("single-block")
@pytest.mark.parametrize(
    ("codec", "cases", "finding", "why"),
    [
        ("none", ALL, "pass", HOLD),
        pytest.param("no-features", ALL, "pass", HOLD, marks=pytest.mark.slow),
        ("single-block", [case for case in ALL if case != REORDERED], "pass", ""),
        ("frames-unsupported", ALL, "pass", "skipped: no frames"),
        pytest.param(
            "encode-unsupported",
            ALL,
            "declined",
            "0 of 60 answered; 600 skipped: not written yet",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_codec_without_a_bug_passes_or_is_skipped(codec: str, cases: list[str], finding: str, why: str) -> None:
    findings = {finding.case: finding for finding in check(codec, examples=60)}
    assert list(findings) == cases
    encoded, edited, transcoded = (findings.pop(case) for case in (ENCODE, EDITED, TRANSCODE))
    assert {found.finding for found in findings.values()} == {"pass"}
    assert findings[DECODE].reasons == (ExamplesHold(60),)
    assert (encoded.finding, encoded.level) == (finding, "strict")
    assert {edited.finding, transcoded.finding} == {finding}
    assert why in encoded.why


def test_properties_without_examples_have_no_finding() -> None:
    declared = judge.terms("dynd", FormatSupport(("decode",)), corpus.manifest(corpus.bundled()).facts("dynd"))
    codec = Local(Observation("unsupported"))
    findings = properties.run("dynd", codec, declared, referee.decode, examples=5, seed=1)
    assert [finding.case for finding in findings] == [
        f"property/dynd/{name}"
        for name in ("decode-reference-encoding", "agree-on-broken-bytes", "refuse-every-prefix")
    ]


# Codecs in the test's own process


class Local(OneByOne):
    """A codec that gives one answer after the other, and repeats the last."""

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


def local(codec: Local, **options: Any) -> Finding:
    [finding] = run(codec, hello("decode"), [DECODE], **options)
    return finding


def test_each_question_is_noted_and_a_failure_is_handed_on_to_be_asked_again() -> None:
    noted: list[Question] = []
    codec = Local(Observation("rejected"))
    reason = DependsOnEarlier("{}", ("decode daphne/a/b",), "hung")
    finding = local(
        codec,
        budget=Budget(questions=3),
        asked=noted.append,
        retried=lambda found, question, seen: found.because(*found.reasons, reason) if noted[-1] is question else found,
    )
    assert (len(noted), finding.finding, finding.reasons[-1]) == (codec.asked, "fail", reason)


@pytest.mark.fast("3 questions")
@pytest.mark.parametrize(
    ("budget", "spent"),
    [
        (Budget(questions=3), "3 questions"),
        (Budget(restarts=2), "2 restarts"),
        (Budget(seconds=0), "0 s"),
    ],
)
def test_shrinking_ends_when_patience_does(budget: Budget, spent: str) -> None:
    rejected = Observation("rejected")
    codec = Local(*[Observation("unsupported")] * 40, rejected, dies=True)
    finding = local(codec, budget=budget)
    assert ShrinkingStopped(spent) in finding.reasons
    assert codec.asked <= 40 + FEW + FEW + 1  # up to the first failure, to shrink it, and once more


def test_a_failure_is_not_shrunk_to_one_of_another_manner() -> None:
    finding = local(Local(CRASHED, FAILED))
    assert str(finding.observation) == "crashed SIGSEGV"


def test_a_codec_that_changes_its_mind_is_told_on() -> None:
    assert AnsweredDifferently() in local(Local(CRASHED, FAILED)).reasons


@pytest.mark.parametrize(("answer", "together"), [(CRASHED, 1), (FAILED, FEW)], ids=["crashed", "failed"])
def test_no_request_is_asked_twice_to_shrink(answer: Observation, together: int) -> None:
    """Count requests: a batch is answered to its end unless the codec breaks down ("failed" is an answer)."""
    codec = Local(answer)
    finding = local(codec)
    assert finding.finding == "fail"
    assert codec.asked == together + int(finding.why.split("shrunk in ")[1].split()[0]) + 1


FAILING = """
import sys
from goldenwire.protocol.serve import Reference, serve

class Failing(Reference):
    def decode(self, *_):
        raise ValueError("no")

print("started", file=open(sys.argv.pop(), "a"))
sys.exit(serve(Failing, sys.argv[1:]))
"""


def test_a_codec_that_says_that_it_failed_is_not_started_again(tmp_path: Path) -> None:
    with Pool([sys.executable, "-c", FAILING, str(tmp_path / "starts")], Limits()) as pool:
        [finding] = run(pool, pool.hello, [DECODE])
    assert (finding.finding, str(finding.observation)) == ("fail", "failed")
    assert (tmp_path / "starts").read_text() == "started\n"


def test_what_asking_raises_is_no_failure_of_the_codec() -> None:
    with pytest.raises(OSError, match="no more processes"):
        local(Local(OSError("no more processes")))


def test_what_hypothesis_says_of_a_strategy_is_not_shown(recwarn: pytest.WarningsRecorder) -> None:
    def attempt(_: int) -> None:
        warnings.warn("Generating overly large repr", HypothesisWarning, stacklevel=1)

    play(st.integers(), attempt, examples=2, seed=1, phases=(Phase.generate,))
    assert [str(one.message) for one in recwarn] == []


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


@pytest.mark.parametrize("answer", [FAILED, CRASHED], ids=["as-before", "otherwise"])
def test_a_known_sample_is_tried_before_anything_is_drawn(answer: Observation) -> None:
    first = local(Local(FAILED))
    assert first.sample
    codec = Local(answer)
    again = local(codec, known={DECODE: first.sample})
    assert (again.finding, codec.asked) == ("fail", 1)
    assert again.reasons[-1] == KeptExample()
    assert again.sample == first.sample


def test_a_known_sample_that_fails_no_more_is_passed_over() -> None:
    first = local(Local(FAILED))
    assert first.sample
    assert local(Local(Observation("unsupported")), known={DECODE: first.sample}, examples=5).finding == "declined"


DECLINES = Observation("unsupported", detail="no frames")
VALUE = Observation("rejected")


@pytest.mark.parametrize(
    ("answers", "why", "word"),
    [
        ([DECLINES] * 30, "the codec rejected the input", "fail"),
        ([DECLINES] * 300, "0 of 10 answered; 100 skipped: no frames", "declined"),
    ],
    ids=["a bug behind thirty declines", "nothing but declines"],
)
def test_what_is_declined_does_not_count(answers: list[Observation], why: str, word: str) -> None:
    finding = local(Local(*answers, VALUE), examples=10)
    assert (finding.finding, why in finding.why) == (word, True), finding.why


class Rarely(Local):
    """The reference, answering one question in fifty and declining the others."""

    def ask(self, request: Request) -> Observation:
        self.asked += 1
        return DECLINES if self.asked % 50 else read_reply(answer(Reference(), read_call(request.line(1))))[1]


def test_a_property_of_which_few_examples_are_answered_says_so() -> None:
    finding = local(Rarely(), examples=20)
    assert (finding.finding, str(finding.observation)) == ("pass", "few")
    assert finding.reasons[:3] == (FewAnswered(4, 20), ExamplesHold(4), ExamplesSkipped(196, "no frames"))


def test_a_watch_is_told_of_every_example_that_is_answered() -> None:
    told: list[tuple[str, str]] = []

    def watch(property: properties.Property, question: Question) -> None:
        told.append((property.name, question.operation))

    local(Local(DECLINES, DECLINES, VALUE), examples=10, watch=watch)
    assert told == [("decode-reference-encoding", "decode")]


# Drawing ahead


class Listening(OneByOne):
    """The reference, which declines some questions and records all."""

    def __init__(self, declines: int) -> None:
        self._declines, self.restarts = declines, 0
        self.heard: list[bytes] = []

    def ask(self, request: Request) -> Observation:
        self.heard.append(request.line(1))
        if self._declines and sum(self.heard[-1]) % self._declines == 0:
            return DECLINES
        return read_reply(answer(Reference(), read_call(request.line(1))))[1]


@pytest.mark.fast("answers-all")
@pytest.mark.parametrize("declines", [0, 3], ids=["answers-all", "declines-some"])
def test_what_is_asked_does_not_depend_on_what_was_drawn_ahead(declines: int) -> None:
    """Compare properties run together, of which all but the first are drawn in advance, with single ones."""
    only = [DECODE, OTHER, PREFIX]
    alone = []
    for case in only:
        codec = Listening(declines)
        run(codec, hello("decode"), [case], examples=90)
        alone.append(codec.heard)
    together = Listening(declines)
    run(together, hello("decode"), only, examples=90)
    assert together.heard == [line for heard in alone for line in heard]


def test_examples_are_drawn_while_a_codec_answers() -> None:
    drawn: list[int] = []
    drawn_when_asked: list[int] = []

    class Slow(Local):
        def ask(self, request: Request) -> Observation:
            drawn_when_asked.append(len(drawn))
            return Observation("rejected")

    vector = msgspec.structs.replace(properties.template(properties.for_format("daphne")[0], "daphne"), data=b"")

    def build_question(number: int) -> BuiltQuestion:
        drawn.append(number)
        return BuiltQuestion(Question(vector, "decode"))

    search = Search(Slow(), build_question, lambda question, seen: Judgement("pass"))
    later: list[int] = []
    strategy = built(lambda choose: (choose(100), choose(100)))
    search.run(strategy, examples=2 * BATCH, seed=1, meanwhile=lambda: later.append(len(drawn)))
    assert drawn_when_asked[FEW - 1] == 2 * FEW - 1  # one at each answer
    assert max(ahead - asked for asked, ahead in enumerate(drawn_when_asked)) <= 2 * BATCH
    assert len(drawn) == 2 * BATCH  # and none in vain
    assert set(later) == {2 * BATCH}  # other work waits until all are drawn


# Selection


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        ({}, ALL),
        ({"select": ["property/daphne/decode-*"]}, [DECODE, OTHER, REORDERED]),
        ({"select": ["property/daphne"]}, ALL),
        ({"select": ["property/*/reference-*", DECODE]}, [DECODE, ENCODE]),
        ({"select": ["daphne/csr"]}, []),
        ({"requirement": ["DAPHNE-ENC-06"]}, [ENCODE]),
        ({"requirement": ["DAPHNE-CSR-01"]}, []),
        ({"requirement": ["DAPHNE-DEC-01"]}, [DECODE, OTHER, TRANSCODE]),
        ({"requirement": ["DAPHNE-PART-06"]}, [REORDERED]),
        ({"operation": ["decode"]}, [DECODE, OTHER, REORDERED, BROKEN, PREFIX]),
        ({"operation": ["transcode"]}, [TRANSCODE]),
        ({"operation": ["encode", "transcode"], "select": ["property/*/*prefix", TRANSCODE]}, [TRANSCODE]),
        ({"select": ["property/*"], "operation": ["encode"]}, [ENCODE, EDITED]),
    ],
)
def test_words_select_properties(words: dict[str, list[str]], chosen: list[str]) -> None:
    assert properties.cases("daphne", **words) == chosen


def test_a_format_that_the_reference_does_not_know_has_no_properties() -> None:
    assert properties.cases("toy") == []


@pytest.mark.parametrize("format", FORMATS)
def test_properties_cite_requirements_that_there_are(format: str) -> None:
    known = {property.name for property in properties.PROPERTIES}
    assert set(suite_of(formats.load(format)).properties) <= known
    for property in properties.for_format(format):
        assert property.requirements
        assert set(property.requirements) <= set(requirements.load(format))


def test_dynd_has_no_other_encodings() -> None:
    names = [property.name for property in properties.for_format("dynd")]
    assert names == [name for name in NAMES if name not in {"decode-other-encoding", "decode-reordered"}]


def test_only_what_is_declared_is_asked() -> None:
    findings = run(Local(FAILED), hello("encode"), [DECODE, ENCODE])
    assert [finding.case for finding in findings] == [ENCODE]


# From the command line


def goldenwire(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "goldenwire", "check", "daphne", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return a folder with the results of a run that found a bug, and the output of the run."""
    folder = tmp_path_factory.mktemp("checked")
    files = ("--results", "results.jsonl", "--write-known-failures", "known.yaml")
    done = goldenwire(folder, "--no-vectors", *files, "--", *daphne_with("label-trimmed"))
    assert done.returncode == 1, done.stderr
    return folder, done.stdout


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_failure_can_be_known(checked: tuple[Path, str]) -> None:
    folder, _ = checked
    known = read(folder / "known.yaml")
    assert list(known.known) == [(DECODE, "decode")]
    [failure] = [f for f in results.read(folder / "results.jsonl").findings if f.case == DECODE]
    assert known.apply(failure).finding == "known-failure"
    vague = KnownFailures("daphne", {(DECODE, "decode"): ("value", Known("wontfix", "so it is"))})
    assert vague.apply(failure).finding == "known-failure"


@pytest.mark.slow
def test_a_run_leaves_nothing_in_the_working_folder(tmp_path: Path) -> None:
    assert goldenwire(tmp_path, "--no-vectors", "--examples", "10").returncode == 0
    assert list(tmp_path.iterdir()) == []


CHOICES = [
    (format, policy, choice)
    for format in FORMATS
    for policy, known in formats.load(format).declaration.policies.items()
    for choice in known.choices
]


@pytest.mark.fast("non-finite", "pascal-overrun", "reserved-ext")
@pytest.mark.parametrize(("format", "policy", "choice"), CHOICES, ids=lambda word: word.rpartition(".")[2])
def test_whatever_a_codec_chooses_it_can_be_asked(format: str, policy: str, choice: str) -> None:
    """Build the questions of every property, and those that would explain a failure, from all examples."""
    known = formats.load(format)
    features = tuple(name for name in known.declaration.features if name not in known.declaration.profiles)
    support = FormatSupport(("decode", "encode", "transcode"), features, {policy: choice})
    declared = judge.terms(format, support, corpus.manifest(corpus.bundled()).facts(format))
    for property in properties.for_format(format):
        setting = CodecUnderTest(known, declared, properties.template(property, format))
        strategy = property.draw(setting)
        build = build_of(strategy)
        drawn = sampled(build, "a seed", (0.0, 0.6), opening_of(strategy)) if build else ()
        for example, _ in islice(drawn, 12):
            built_question = property.build_question(setting, example)
            assert all(
                question.vector.format == format
                for question in (built_question.explained_by() if built_question else ())
            )
