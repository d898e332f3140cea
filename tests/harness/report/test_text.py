"""What people read: failure blocks, the table, the verdict, and nothing that steers their terminal."""

import re
import shlex
from collections.abc import Iterable

import msgspec
import pytest

from goldenwire.report.text import BLOCKS, BLOCKS_UNMASKED, TextReport, reproduce
from goldenwire.results import Finding, Header, Known
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
        "  why       the value is another one",
        '  expected  value ["1"]',
        '  observed  value ["2"]',
        '    [0]: expected "1", found "2"',
        "  stderr",
        "    | warning: \\x1b[31mred",
        "    | second line",
        "  again     goldenwire check toy --select toy/basic/two --operation decode -- ./codec 'a b'",
        "",
    ]


def test_what_passes_is_silent_unless_asked_for() -> None:
    assert shown(report(), [PASS, KNOWN]) == []
    assert shown(report(verbosity=1), [PASS, KNOWN]) == [
        "PASS toy/basic/one decode",
        "KNOWN-FAILURE toy/basic/two decode: the value is another one",
    ]


def test_quiet_shows_the_end_only() -> None:
    text = report(verbosity=-1)
    assert (list(text.begin(HEADER)), shown(text, [FAIL])) == ([], [])
    assert list(text.end(footer(FAIL)))[-1] == "It does not conform at level strict."


@pytest.mark.parametrize(("unmasked", "blocks"), [([], BLOCKS), (["toy: it echoes"], BLOCKS_UNMASKED)])
def test_of_many_failures_the_first_are_shown_in_full_and_the_rest_on_a_line_each(
    unmasked: list[str], blocks: int
) -> None:
    text = report()
    assert list(text.unmask(unmasked)) == [f"CANARY {sentence}" for sentence in unmasked]
    lines = shown(text, [FAIL] * (blocks + 5))
    assert sum(line.startswith("  again ") for line in lines) == blocks
    assert lines[-6:] == [
        "further failures, a line each:",
        *["FAIL toy/basic/two decode: the value is another one (value 0123456789ab)"] * 5,
    ]


def test_the_end_holds_the_table_the_sums_and_the_verdict() -> None:
    skip = msgspec.structs.replace(PASS, finding="skip", why="its profile leaves out many-blocks", case="toy/other/x")
    noted = msgspec.structs.replace(PASS, finding="noted", why="toy.zero: keep", level="strict")
    findings = [PASS, FAIL, KNOWN, skip, skip, noted]
    text = report()
    for finding in findings:
        list(text.lines(finding))
    end = msgspec.structs.replace(footer(*findings), stale=("a b: gone",), restarts=2, seconds=1.25)
    assert list(text.end(end)) == [
        "feature             draft          strict",
        "toy/basic             1/1             1/3",
        "toy/other         skipped         skipped",
        "",
        "1 passed, 1 failed, 1 known to fail, 2 skipped, 1 noted in 1.2 s; the codec was restarted 2 times",
        "  2 skipped: its profile leaves out many-blocks",
        "  1 noted: toy.zero: keep",
        "  1 known to fail: wontfix: by design",
        "never asked: 2 (2 for want of operation encode)",
        "STALE known failure a b: gone",
        "level draft: 1 of 1 hold",
        "level strict: 1 of 3 hold (decides)",
        "It does not conform at level strict.",
    ]


UNEXPECTED = msgspec.structs.replace(PASS, finding="unexpected-pass", why="take it out")
OUTDATED = "At level strict it fails only as it is known to, or less: bring the known failures up to date."


@pytest.mark.parametrize(
    ("findings", "how", "level", "colour", "verdict"),
    [
        ([PASS], {}, "strict", "32", "It conforms at level strict."),
        ([PASS, FAIL], {}, "strict", "31", "It does not conform at level strict."),
        ([PASS, FAIL], {}, "draft", "32", "It conforms at level draft."),
        ([PASS, KNOWN], {}, "strict", "33", "At level strict it fails only as it is known to."),
        ([PASS, KNOWN], {}, "draft", "32", "It conforms at level draft."),
        ([], {}, "strict", "31", "Nothing is known at level strict."),
        ([UNEXPECTED], {}, "strict", "31", OUTDATED),
        ([PASS, KNOWN], {"stale": ("x",)}, "strict", "31", OUTDATED),
        (
            [PASS],
            {"unmasked": ("x",)},
            "strict",
            "31",
            "The adapter is not to be believed, so nothing is known at level strict.",
        ),
        (
            [PASS],
            {"complete": False, "stopped": "a\nb"},
            "strict",
            "31",
            "Nothing is known at level strict. The run is not complete (a\\nb).",
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


def test_reasons_are_listed_up_to_a_number() -> None:
    text = report()
    shown(text, [msgspec.structs.replace(PASS, finding="skip", why=f"reason {i}") for i in range(100)])
    lines = [line for line in text.end(footer(PASS)) if "skipped:" in line]
    assert (len(lines), lines[-1]) == (17, "  84 skipped: for other reasons")


def test_colour_only_where_it_is_asked_for() -> None:
    plain, coloured = (["\n".join(report(colour=colour).lines(FAIL))] for colour in (False, True))
    assert "\x1b[" not in plain[0]
    assert re.sub(r"\x1b\[[0-9]+m", "", coloured[0]) == plain[0]
    assert "\x1b[31mFAIL" in coloured[0]


def test_a_codec_paints_nothing() -> None:
    forged = msgspec.structs.replace(FAIL, why="\x1b[32mIt conforms\x1b[0m\nIt conforms")
    lines = list(report(colour=True).lines(forged))
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
        "  not declared operations: encode",
        "  not declared policies: toy.zero",
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
            with_options(examples=500, seed=7),
            "property/toy/x",
            "goldenwire check toy --select property/toy/x --examples 500 --seed 7 -- ./codec 'a b'",
        ),
    ],
)
def test_a_command_repeats_one_question(header: Header, case: str, words: str) -> None:
    again = reproduce(msgspec.structs.replace(PASS, case=case), header)
    assert (again, shlex.split(again)[-1] != "") == (words, True)


def test_an_unexpected_pass_is_shown_as_a_failure() -> None:
    item = msgspec.structs.replace(PASS, finding="unexpected-pass", why="take it out", known=Known("todo", "later"))
    lines = shown(report(), [item])
    assert lines[0] == "UNEXPECTED-PASS toy/basic/one decode (draft)"
    assert "  why       take it out" in lines
