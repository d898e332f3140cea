"""Output for people: failure blocks, the table, the verdict, and no terminal control sequences."""

import re
import shlex
from collections.abc import Iterable

import msgspec
import pytest

from goldenwire.judge.reasons import DependsOnEarlier
from goldenwire.report.text import BLOCKS, BLOCKS_BROKEN_ADAPTER, LINE, TextReport, reproduce, under_debugger
from goldenwire.results import Finding, Header, Known
from harness.outcomes import DIFFERS, key, so
from harness.results.test_results import FAIL, HEADER, KNOWN, PASS, footer

SENTENCES = {"TOY-ROW-01": "A row MUST be a row. " * 8, "TOY-ROW-02": "Rows MUST differ."}


def report(**options: object) -> TextReport:
    return TextReport(lambda id: SENTENCES.get(id, ""), **options)  # type: ignore[arg-type]


def shown(text: TextReport, findings: Iterable[Finding]) -> list[str]:
    list(text.begin(HEADER))
    return [line for finding in findings for line in text.show(finding)]


def test_a_failure_block_holds_what_is_needed_to_understand_and_repeat_it() -> None:
    assert shown(report(), [FAIL]) == [
        "FAIL toy/basic/two decode (strict)",
        "  why it exists",
        "    TOY-ROW-01: A row MUST be a row. A row MUST be a row. A row MUST be a row. A row MUST be a row.",
        "    A row MUST be a row. A row MUST be a row. A row MUST be a row. A row MUST be a row.",
        "    TOY-ROW-02: Rows MUST differ.",
        f"  why       {DIFFERS}",
        '  expected  value ["1"]',
        '  observed  value ["2"]',
        '    [0]: expected "1", found "2"',
        "  stderr",
        "    | warning: \\x1b[31mred",
        "    | second line",
        "  again     goldenwire check toy --select toy/basic/two --operation decode -- ./codec 'a b'",
        "",
    ]


def test_a_failure_block_says_what_of_the_carrier_the_case_rests_on() -> None:
    sentence = "TOY-ROW-01 rests on BOX-LID-01; goldenwire check box tells what a library does there"
    lines = shown(report(), [msgspec.structs.replace(FAIL, carrier=sentence)])
    assert lines[lines.index("  stderr") - 1] == f"  carrier   {sentence}"


def test_what_passes_is_silent_unless_asked_for() -> None:
    assert shown(report(), [PASS, KNOWN]) == []
    assert shown(report(verbosity=1), [PASS, KNOWN]) == [
        "PASS toy/basic/one decode",
        f"KNOWN-FAILURE toy/basic/two decode: {DIFFERS}",
    ]


def test_quiet_shows_the_end_only() -> None:
    text = report(verbosity=-1)
    assert (list(text.begin(HEADER)), shown(text, [FAIL])) == ([], [])
    assert list(text.end(footer(FAIL)))[-1] == "It does not conform at level strict."


def test_quiet_names_the_failure_at_which_a_run_stopped() -> None:
    text = report(verbosity=-1)
    assert shown(text, [FAIL]) == []
    whole = footer(PASS, FAIL)
    stopped = msgspec.structs.replace(whole, complete=False, stopped="fail-fast")
    assert next(iter(text.end(stopped))) == report().line(FAIL)
    assert report().line(FAIL) not in list(text.end(whole))


def test_a_level_of_which_nothing_was_asked_says_so() -> None:
    strict = [finding for finding in (FAIL, KNOWN) if finding.level == "strict"]
    lines = list(report().end(footer(*strict)))
    assert [line for line in lines if line.startswith("level draft")] == ["level draft: nothing was asked"]


@pytest.mark.parametrize(("failed_canaries", "blocks"), [([], BLOCKS), (["toy: it echoes"], BLOCKS_BROKEN_ADAPTER)])
def test_of_many_failures_the_first_are_shown_in_full_and_the_rest_on_a_line_each(
    failed_canaries: list[str], blocks: int
) -> None:
    text = report(everything=True)
    assert list(text.show_canaries(failed_canaries)) == [f"CANARY {sentence}" for sentence in failed_canaries]
    lines = shown(text, [FAIL] * (blocks + 5))
    assert sum(line.startswith("  again ") for line in lines) == blocks
    assert lines[-6:] == [
        "further failures, a line each:",
        *[f'FAIL toy/basic/two decode: {DIFFERS} (value ["2"])'] * 5,
    ]


def test_of_failures_of_one_cause_the_first_is_shown_and_the_others_are_named_at_the_end() -> None:
    text = report()
    others = [msgspec.structs.replace(FAIL, case=f"toy/basic/{name}") for name in ("three", "four")]
    lines = shown(text, [FAIL, *others])
    assert sum(line.startswith("FAIL") for line in lines) == 1
    end = list(text.end(footer(FAIL, *others)))
    assert end[3:8] == [
        "2 more like toy/basic/two decode: three decode, four decode",
        "",
        "under a debugger: goldenwire ask toy/basic/two --operation decode -- ./codec 'a b' > request.jsonl",
        "",
        "suspect TOY-ROW-01: 3 of 3 answers to cases that cite it fail, 0 of 0 others",
    ]
    assert end[8] == "suspect TOY-ROW-02: 3 of 3 answers to cases that cite it fail, 0 of 0 others"
    assert end[10].startswith("3 failed")
    every = shown(report(verbosity=1), [FAIL, *others])
    assert sum(line.startswith("FAIL") for line in every) == 3


PYTHON = ("python:package:codec",)
DEBUGGED: dict[str, tuple[str, tuple[str, ...], dict[str, object], str]] = {
    "a Python codec": ("toy/basic/two", PYTHON, {}, "debug toy/basic/two --operation decode -- python:package:codec"),
    "the reference": ("toy/basic/two", (), {}, "debug toy/basic/two --operation decode"),
    "a program": ("toy/basic/two", ("./a b",), {},
                  "ask toy/basic/two --operation decode -- './a b' > request.jsonl"),
    "a one-shot program": ("toy/basic/two", ("./a",), {"one-shot": True},
                           "ask toy/basic/two --operation decode --one-shot -- ./a > request.jsonl"),
    "other vectors": ("toy/basic/two", PYTHON, {"vectors": "found"},
                      "debug toy/basic/two --operation decode --vectors found -- python:package:codec"),
    "a property": ("property/toy/settles", PYTHON, {"examples": 7, "seed": 3},
                   "debug property/toy/settles --examples 7 --seed 3 -- python:package:codec"),
    "a sweep": ("sweep/toy/bytes.basic", PYTHON, {},
                "debug sweep/toy/bytes.basic --operation decode -- python:package:codec"),
    "one of all edits": ("sweep/toy/bytes.basic", PYTHON, {"sweeps": "all"}, ""),
    "a construct": ("toy/scale/rows", PYTHON, {}, ""),
    "stray output": ("toy/protocol/nothing-else", PYTHON, {}, ""),
    "no name of a case": ("toy", PYTHON, {}, ""),
    "a case of another kind": ("other/toy/two", PYTHON, {}, ""),
}  # fmt: skip


@pytest.mark.parametrize(("size", "shown_whole"), [(LINE - 8, True), (LINE, False)], ids=["short", "long"])
def test_a_long_value_is_cut_and_a_command_shows_it_whole(size: int, shown_whole: bool) -> None:
    case = "property/toy/settles"
    finding = msgspec.structs.replace(FAIL, case=case, difference=("value   " + "x" * size, "at /0"))
    header = msgspec.structs.replace(HEADER, options={"examples": 7, "seed": 3})
    text = report()
    lines = [line for record in (header, finding) for line in text.lines(record)]
    assert f"    value   {'x' * size}" in lines or not shown_whole
    whole = f"  whole     goldenwire ask {case} --examples 7 --seed 3 -- ./codec 'a b'"
    assert [line for line in lines if "whole" in line] == ([] if shown_whole else [whole])


@pytest.mark.parametrize(("case", "command", "options", "says"), DEBUGGED.values(), ids=DEBUGGED)
def test_the_command_for_a_debugger_asks_the_same_question(
    case: str, command: tuple[str, ...], options: dict[str, object], says: str
) -> None:
    finding = msgspec.structs.replace(FAIL, case=case)
    header = msgspec.structs.replace(HEADER, command=command, options=options)
    assert under_debugger(finding, header) == (says and f"goldenwire {says}")


def test_the_causes_of_most_failures_are_named_at_the_end() -> None:
    text = report()
    sizes = {"a": 2, "b": 3, "c": 9, "d": 4, "e": 5, "f": 6, "g": 1, "h": 2}
    failures = [
        msgspec.structs.replace(FAIL, case=f"toy/{name}/{number}", place=name)
        for name, size in sizes.items()
        for number in range(size)
    ]
    shown(text, failures)
    end = [line for line in text.end(footer(*failures)) if " more " in line]
    assert [line.split(":")[0] for line in end] == [
        *[f"{sizes[name] - 1} more like toy/{name}/0 decode" for name in "cfedb"],
        "and 2 other causes, with 2 more failures",
    ]


def test_a_failure_without_an_observation_names_none() -> None:
    unseen = msgspec.structs.replace(FAIL, observation=None, observed="")
    assert TextReport(str).line(unseen) == f"FAIL toy/basic/two decode: {DIFFERS}"


def test_the_end_holds_the_table_the_sums_and_the_verdict() -> None:
    why = "its profile leaves out many-blocks"
    skip = msgspec.structs.replace(
        PASS, finding="declined", observation=key("rejected LIMIT"), **so(why), case="toy/other/x"
    )
    noted = msgspec.structs.replace(PASS, finding="unspecified", **so("toy.zero: keep"), level="strict")
    findings = [PASS, FAIL, KNOWN, skip, skip, noted]
    text = report()
    for finding in findings:
        list(text.lines(finding))
    end = msgspec.structs.replace(footer(*findings), stale=("a b: gone",), restarts=2, seconds=1.25)
    assert list(text.end(end)) == [
        "held/answered/all             draft            strict",
        "toy/basic                     1/1/1             1/3/4",
        "toy/other                     0/0/2             0/0/2",
        "",
        "suspect TOY-ROW-02: 1 of 1 answers to cases that cite it fail, 0 of 1 others",
        "suspect TOY-ROW-01: 1 of 2 answers to cases that cite it fail, 0 of 0 others",
        "",
        "1 passed, 1 failed, 1 known to fail, 2 declined, 1 unspecified in 1.2 s; the codec was restarted 2 times",
        "  2 declined: its profile leaves out many-blocks",
        "  1 unspecified: toy.zero: keep",
        "  1 known to fail: wontfix: by design",
        "not asked: 2 (2: operation encode not declared)",
        "STALE known failure a b: gone",
        "level draft: 1 of 3 questions hold (2 declined)",
        "level strict: 1 of 6 questions hold (1 failed, 1 known to fail, 2 declined, 1 unspecified); "
        "decides the exit code",
        "It does not conform at level strict.",
    ]


UNEXPECTED = msgspec.structs.replace(PASS, finding="unexpected-pass", **so("take it out"))
STALE = "the known failures are out of date: --write-known-failures writes them again."
OUTDATED = "At level strict there are no new failures, but " + STALE


@pytest.mark.parametrize(
    ("findings", "how", "level", "colour", "verdict"),
    [
        ([PASS], {}, "strict", "32", "It conforms at level strict."),
        ([PASS, FAIL], {}, "strict", "31", "It does not conform at level strict."),
        ([PASS, FAIL], {}, "draft", "32", "It conforms at level draft."),
        ([PASS, KNOWN], {}, "strict", "33", "At level strict nothing fails except known failures."),
        ([PASS, KNOWN], {}, "draft", "32", "It conforms at level draft."),
        ([], {}, "strict", "31", "There is no verdict at level strict."),
        ([UNEXPECTED], {}, "strict", "31", OUTDATED),
        ([PASS, KNOWN], {"stale": ("x",)}, "strict", "31", OUTDATED),
        (
            [PASS],
            {"failed_canaries": ("x",)},
            "strict",
            "31",
            "A canary failed: the results are unreliable, and there is no verdict at level strict.",
        ),
        (
            [PASS],
            {"complete": False, "stopped": "a\nb"},
            "strict",
            "31",
            "There is no verdict at level strict. The run is not complete (a\\nb).",
        ),
        (
            [FAIL],
            {"complete": False, "stopped": "interrupted"},
            "strict",
            "31",
            "It does not conform at level strict. The run is not complete (interrupted).",
        ),
    ],
)
def test_the_verdict_is_one_sentence(
    findings: list[Finding], how: dict[str, object], level: str, colour: str, verdict: str
) -> None:
    end = msgspec.structs.replace(footer(*findings), **how)
    assert list(report(level=level, colour=True).lines(end))[-1] == f"\x1b[{colour}m{verdict}\x1b[0m"


SUMS: dict[str, tuple[list[Finding], str]] = {
    "failures": ([PASS, FAIL], "1 of 2 questions hold (1 failed)"),
    "a known failure": ([PASS, FAIL, KNOWN], "1 of 3 questions hold (1 failed, 1 known to fail)"),
    "a known failure that passes": ([PASS, UNEXPECTED], "1 of 2 questions hold (1 passed unexpectedly)"),
    "both": ([FAIL, FAIL, UNEXPECTED], "0 of 3 questions hold (2 failed, 1 passed unexpectedly)"),
}


@pytest.mark.parametrize(("findings", "sums"), SUMS.values(), ids=SUMS)
def test_the_sums_keep_what_passes_unexpectedly_apart(findings: list[Finding], sums: str) -> None:
    assert f"level strict: {sums}; decides the exit code" in list(report().lines(footer(*findings)))


def skipped(why: str) -> Finding:
    return msgspec.structs.replace(PASS, finding="declined", observation=key("unsupported"), **so(why))


def test_reasons_are_listed_up_to_a_number() -> None:
    text = report()
    shown(text, [skipped(f"reason {i}") for i in range(100)])
    lines = [line for line in text.end(footer(PASS)) if "declined:" in line]
    assert (len(lines), lines[-1]) == (17, "  84 declined: for other reasons")


def test_colour_only_where_it_is_asked_for() -> None:
    plain, coloured = (["\n".join(report(colour=colour).lines(FAIL))] for colour in (False, True))
    assert "\x1b[" not in plain[0]
    assert re.sub(r"\x1b\[[0-9]+m", "", coloured[0]) == plain[0]
    assert "\x1b[31mFAIL" in coloured[0]


def test_a_codec_paints_nothing() -> None:
    counterfeit = msgspec.structs.replace(FAIL, **so("\x1b[32mIt conforms\x1b[0m\nIt conforms"))
    lines = list(report(colour=True).lines(counterfeit))
    assert [line for line in lines if "It conforms" in line] == [
        "  why       \\x1b[32mIt conforms\\x1b[0m\\nIt conforms"
    ]


def test_the_beginning_names_codec_kit_and_vectors() -> None:
    said = msgspec.structs.replace(
        HEADER,
        vectors={"version": "1", "content": "0123456789abcdef", "modified": True},
        undeclared={"operations": ["encode"], "features": [], "policies": ["toy.zero"]},
        command=(),
    )
    assert list(report().begin(said)) == [
        "goldenwire 0.1.0 checks x 1 (C) for toy; vectors 1 (0123456789ab, modified: not the released content)",
        "No COMMAND was given: this is the built-in reference, through the same process boundary.",
        "  undeclared operations: encode",
        "  undeclared policies: toy.zero",
        "",
    ]


def with_options(**options: object) -> Header:
    return msgspec.structs.replace(HEADER, options={**HEADER.options, **options})


@pytest.mark.parametrize(
    ("header", "case", "words"),
    [
        (HEADER, "toy/a/b", "goldenwire check toy --select toy/a/b --operation decode -- ./codec 'a b'"),
        (
            with_options(**{"one-shot": True, "timeout": 0.5, "memory": 0, "vectors": "my vectors"}),
            "toy/a/b",
            "goldenwire check toy --select toy/a/b --operation decode --vectors 'my vectors' --one-shot"
            " --timeout 0.5 --memory 0 -- ./codec 'a b'",
        ),
        (
            msgspec.structs.replace(HEADER, command=()),
            "toy/a/b",
            "goldenwire check toy --select toy/a/b --operation decode",
        ),
        (
            with_options(sandbox=True, env=["ONE", "TWO"]),
            "toy/a/b",
            "goldenwire check toy --select toy/a/b --operation decode --sandbox --env ONE --env TWO -- ./codec 'a b'",
        ),
        (
            with_options(examples=500, seed=7),
            "property/toy/x",
            "goldenwire check toy --select property/toy/x --examples 500 --seed 7 -- ./codec 'a b'",
        ),
    ],
)
def test_a_command_repeats_one_question(header: Header, case: str, words: str) -> None:
    again = reproduce(msgspec.structs.replace(PASS, case=case), header)
    assert (again, shlex.split(again)[-1] != "") == (words, True)


@pytest.mark.parametrize(("count", "words"), [(2, "--after 'decode toy/a/a' " * 2), (17, "")], ids=["few", "many"])
def test_a_long_sequence_is_repeated_with_the_run_that_asks_it(count: int, words: str) -> None:
    after = DependsOnEarlier("decode toy/a/b", ("decode toy/a/a",) * count, "hung")
    again = reproduce(FAIL.because(after), HEADER)
    select = f"--select toy/a/b --operation decode {words}" if words else ""
    assert again.startswith(f"goldenwire check toy {select}--")


def test_an_unexpected_pass_is_shown_as_a_failure() -> None:
    item = msgspec.structs.replace(PASS, finding="unexpected-pass", **so("take it out"), known=Known("todo", "later"))
    lines = shown(report(), [item])
    assert lines[0] == "UNEXPECTED-PASS toy/basic/one decode (draft)"
    assert "" not in map(str.strip, lines[:-1])
    assert lines[-4:-2] == ["  why       take it out", "  known     todo: later"]


def test_a_command_is_folded_so_that_a_shell_reads_it_as_one() -> None:
    text = report(width=60)
    list(text.lines(msgspec.structs.replace(HEADER, command=("./codec", "--with", "--some", "--options"))))
    lines = list(text.lines(FAIL))
    start = next(number for number, line in enumerate(lines) if line.startswith("  again "))
    command = "\n".join(lines[start : lines.index("", start)]).removeprefix("  again ")
    plain = "goldenwire check toy --select toy/basic/two --operation decode -- ./codec --with --some --options"
    assert shlex.split(command.replace("\\\n", "")) == shlex.split(plain)
    assert "\\\n" in command


def test_lines_fit_a_terminal_of_eighty_columns() -> None:
    text = report(width=80, colour=True)
    long = msgspec.structs.replace(FAIL, **so("so " * 60), expected="x" * 300, request='{"id":1}')
    plain = msgspec.structs.replace(HEADER, command=("./codec",))
    lines = [*text.lines(plain), *text.lines(long), *text.lines(footer(long))]
    assert max(len(re.sub(r"\x1b\[[0-9]+m", "", line)) for line in lines) <= 80
    assert "".join(line.strip() for line in lines).count("x" * 300) == 1
    assert '  request   {"id":1}' in lines
