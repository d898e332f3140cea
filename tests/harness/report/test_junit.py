"""JUnit XML is well formed whatever a codec says, and says what decides."""

from xml.etree import ElementTree as ET

import msgspec
import pytest

from goldenwire.report.junit import junit
from goldenwire.results import Finding, Footer, RunResult, no_counts
from harness.results.test_results import FAIL, HEADER, KNOWN, PASS, footer


def xml(*findings: Finding, end: Footer | None = None, level: str = "strict") -> ET.Element:
    said = msgspec.structs.replace(HEADER, options={**HEADER.options, "level": level})
    return ET.fromstring(junit(RunResult(said, list(findings), end or footer(*findings))))


def test_a_suite_per_feature_and_a_case_per_question() -> None:
    tree = xml(PASS, FAIL, KNOWN)
    assert [(suite.get("name"), len(suite)) for suite in tree] == [("toy/basic", 3), ("run", 2)]
    assert [(case.get("classname"), case.get("name")) for case in tree[0]][:2] == [
        ("toy/basic/one", "decode"),
        ("toy/basic/two", "decode"),
    ]
    assert {key: tree.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "4",
        "failures": "1",
        "errors": "0",
        "skipped": "1",
    }


def test_a_failure_holds_its_evidence() -> None:
    [failure] = xml(FAIL).iter("failure")
    assert failure.get("message") == "the value is another one"
    assert (failure.text or "").splitlines() == [
        "why it exists",
        "requirements: TOY-ROW-01, TOY-ROW-02",
        'expected: value ["1"]',
        'observed: value ["2"]',
        '[0]: expected "1", found "2"',
        "stderr: warning: \\x1b[31mred",
        "stderr: second line",
    ]


@pytest.mark.parametrize(
    ("finding", "level", "mark", "message"),
    [
        (FAIL, "draft", "skipped", "fail: the value is another one"),
        (KNOWN, "strict", "skipped", "known-failure: wontfix: by design"),
        (msgspec.structs.replace(PASS, finding="skip", why="unsupported"), "strict", "skipped", "skip: unsupported"),
        (msgspec.structs.replace(PASS, finding="noted", why="p: keep"), "strict", "skipped", "noted: p: keep"),
        (
            msgspec.structs.replace(PASS, finding="unexpected-pass", why="take it out"),
            "draft",
            "failure",
            "take it out",
        ),
    ],
)
def test_what_is_no_pass_says_why(finding: Finding, level: str, mark: str, message: str) -> None:
    [found] = xml(finding, level=level).iter(mark)
    assert found.get("message") == message


@pytest.mark.parametrize(
    ("end", "names"),
    [
        ({}, []),
        ({"stale": ("a b: gone",)}, ["stale known failure"]),
        ({"unmasked": ("it echoes",), "stale": ("x",)}, ["canary", "stale known failure"]),
        ({"complete": False, "stopped": "interrupted"}, ["incomplete"]),
        ({"complete": False, "stopped": "trouble"}, ["incomplete"]),
        ({"counts": no_counts()}, ["nothing known"]),
        ({"counts": no_counts(), "complete": False, "stopped": "trouble"}, ["incomplete"]),
    ],
)
def test_what_is_wrong_with_the_run_itself_fails_too(end: dict[str, object], names: list[str]) -> None:
    tree = xml(PASS, end=msgspec.structs.replace(footer(PASS), **end))
    assert [case.get("name") for case in tree[-1] if case.find("failure") is not None] == names


@pytest.mark.parametrize("text", ["\x00\x1b[2J", "<&>\"'", "]]>", "\ufffe\uffff", "\u202e", "a\nb\tc\r", "é\U0001f600"])
def test_any_text_of_a_codec_leaves_the_xml_well_formed(text: str) -> None:
    finding = msgspec.structs.replace(FAIL, why=text, stderr=text, observed=text, difference=(text,), summary=text)
    [failure] = xml(finding).iter("failure")
    assert "observed: " in (failure.text or "")
