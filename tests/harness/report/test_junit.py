"""JUnit XML is well formed for any output of a codec, and contains what decides the verdict."""

from xml.etree import ElementTree as ET

import msgspec
import pytest

from goldenwire.report.junit import junit
from goldenwire.results import Finding, Footer, RunResult, no_counts
from harness.outcomes import DIFFERS, key, so
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
    sums = {"tests": "3", "failures": "1", "errors": "0", "skipped": "1"}
    assert tree[0].attrib == {"name": "toy/basic", **sums}
    assert tree.attrib == {"name": "goldenwire", "tests": "4", "failures": "1", "errors": "0"}


def test_a_failure_holds_its_evidence() -> None:
    [failure] = xml(FAIL).iter("failure")
    assert failure.get("message") == DIFFERS
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
        (FAIL, "draft", "skipped", f"fail: {DIFFERS}"),
        (KNOWN, "strict", "skipped", "known-failure: wontfix: by design"),
        (
            msgspec.structs.replace(PASS, finding="declined", **so("unsupported")),
            "strict",
            "skipped",
            "declined: unsupported",
        ),
        (
            msgspec.structs.replace(PASS, finding="unspecified", **so("p: keep")),
            "strict",
            "skipped",
            "unspecified: p: keep",
        ),
        (
            msgspec.structs.replace(PASS, finding="unexpected-pass", **so("take it out")),
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
        ({"failed_canaries": ("it echoes",), "stale": ("x",)}, ["canary", "stale known failure"]),
        ({"complete": False, "stopped": "interrupted"}, ["incomplete"]),
        ({"complete": False, "stopped": "trouble"}, ["incomplete"]),
        ({"counts": no_counts()}, ["no verdict"]),
        ({"counts": no_counts(), "complete": False, "stopped": "trouble"}, ["incomplete"]),
    ],
)
def test_what_is_wrong_with_the_run_itself_fails_too(end: dict[str, object], names: list[str]) -> None:
    tree = xml(PASS, end=msgspec.structs.replace(footer(PASS), **end))
    assert [case.get("name") for case in tree[-1] if case.find("failure") is not None] == names


@pytest.mark.parametrize("text", ["\x00\x1b[2J", "<&>\"'", "]]>", "\ufffe\uffff", "\u202e", "a\nb\tc\r", "é\U0001f600"])
def test_any_text_of_a_codec_leaves_the_xml_well_formed(text: str) -> None:
    finding = msgspec.structs.replace(FAIL, **so(text), stderr=text, observed=text, difference=(text,), summary=text)
    [failure] = xml(finding).iter("failure")
    assert "observed: " in (failure.text or "")


# The common schema, that of Jenkins's xUnit plugin: for each element the required and the optional attributes, and its
# children in order with the most allowed. In the stricter reading a failure must have its type.
SCHEMA: dict[str, tuple[set[str], set[str], dict[str, int | None]]] = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors", "disabled"}, {"testsuite": None}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"time", "skipped", "disabled", "timestamp", "hostname", "id", "package"},
        {"properties": 1, "testcase": None, "system-out": 1, "system-err": 1},
    ),
    "properties": (set(), set(), {"property": None}),
    "property": ({"name", "value"}, set(), {}),
    "testcase": (
        {"name", "classname"},
        {"time", "status", "assertions"},
        {"skipped": 1, "error": None, "failure": None, "system-out": None, "system-err": None},
    ),
    "failure": ({"type", "message"}, set(), {}),
    "error": ({"type", "message"}, set(), {}),
    "skipped": (set(), {"type", "message"}, {}),
}
COUNTED = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}


def breaches(element: ET.Element) -> list[str]:
    """Return the violations of the schema by an element and all of its contents."""
    must, may, inside = SCHEMA[element.tag]
    names = [child.tag for child in element]
    places = [list(inside).index(name) for name in names if name in inside]
    found = [
        *(f"{element.tag} lacks {name}" for name in must - element.attrib.keys()),
        *(f"{element.tag} has {name}" for name in element.attrib.keys() - must - may),
        *(f"{name} in {element.tag}" for name in names if name not in inside),
        *(
            f"{name} twice in {element.tag}"
            for name, most in inside.items()
            if names.count(name) > (most or len(names))
        ),
        *(["out of order"] if places != sorted(places) else []),
        *(
            f"text in {element.tag}"
            for text in [element.text, *(c.tail for c in element)]
            if inside and (text or "").strip()
        ),
    ]
    for name, tag in COUNTED.items():
        count = len(list(element.iter(tag)))
        if name in element.attrib and int(element.attrib[name]) != count:
            found.append(f"{name} of {element.tag}: {element.attrib[name]}, there are {count}")
    return found + [breach for child in element for breach in breaches(child)]


SKIPPED = msgspec.structs.replace(
    PASS, case="toy/other/x", finding="declined", observation=key("unsupported"), **so("no")
)
PROPERTY = msgspec.structs.replace(FAIL, case="property/toy/settles")


@pytest.mark.parametrize(
    ("findings", "end"),
    [
        ([PASS], {}),
        ([PASS, FAIL, KNOWN, SKIPPED, PROPERTY], {}),
        ([], {"complete": False, "stopped": "interrupted"}),
        ([FAIL, SKIPPED], {"failed_canaries": ("it echoes",), "stale": ("x",), "changed_declarations": ("y",)}),
    ],
    ids=["a pass", "each kind", "nothing", "what is wrong with the run"],
)
def test_the_xml_is_of_the_common_schema(findings: list[Finding], end: dict[str, object]) -> None:
    assert breaches(xml(*findings, end=msgspec.structs.replace(footer(*findings), **end))) == []


@pytest.mark.parametrize(
    ("text", "breach"),
    [
        ("<testsuites skipped='0'/>", "testsuites has skipped"),
        ("<testsuite name='a' tests='0' failures='0'/>", "testsuite lacks errors"),
        ("<testsuite name='a' tests='2' failures='0' errors='0'/>", "tests of testsuite: 2, there are 0"),
        ("<testcase name='a' classname='b'><failure message='m'/></testcase>", "failure lacks type"),
        ("<testcase name='a' classname='b'><skipped/><skipped/></testcase>", "skipped twice in testcase"),
        ("<testcase name='a' classname='b'><property/></testcase>", "property in testcase"),
    ],
)
def test_the_schema_tells_a_breach(text: str, breach: str) -> None:
    assert breach in breaches(ET.fromstring(text))
