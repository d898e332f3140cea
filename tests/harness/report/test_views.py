"""Badge, summary and annotations match the verdict, and a codec's own text stays text in each of them."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from markdown_it import MarkdownIt

from goldenwire.display.markdown import code, plain
from goldenwire.errors import UserError
from goldenwire.report import annotations, badge, closing
from goldenwire.report.annotations import GitHubAnnotations
from goldenwire.report.badge import BadgeFile
from goldenwire.report.html import HtmlFile
from goldenwire.report.junit import JUnitFile
from goldenwire.report.markdown import CAUSES, MarkdownFile
from goldenwire.results import Canaries, Finding, Footer, Header, Record, RecordWriter, Scope
from goldenwire.results.causes import Firsts
from harness import hostile
from harness.modules import KIT, modules
from harness.outcomes import DIFFERS, key, so
from harness.results.test_results import FAIL, HEADER, KNOWN, PASS, footer

DECLINED = msgspec.structs.replace(
    PASS, case="toy/basic/three", finding="declined", observation=key("unsupported"), **so("no")
)
PROPERTY = msgspec.structs.replace(PASS, case="property/toy/settles")
EVIL = "<script>alert(1)</script> | `x` [a](http://b) **bold** @you #1 \\ ![i](j) :smile: $x$ ~~s~~\n::error::x\r% ]]>"


def run(*findings: Finding, **end: Any) -> list[Record]:
    """Return the records of a run."""
    return [HEADER, Canaries(()), *findings, msgspec.structs.replace(footer(*findings), **end)]


def play(consumer: Any, records: Iterable[Record]) -> None:
    with consumer:
        for record in records:
            consumer.take(record)


# The verdict in a few words

ISSUE = Scope(held=222, answered=222, declined=1204, unspecified=10, not_asked=224)

BRIEFS: dict[str, tuple[list[Finding], dict[str, Any], str, str]] = {
    "all is answered": ([PASS], {}, "green", "strict, 1 of 1"),
    "some is declined": ([PASS, DECLINED], {}, "yellow", "strict, 1 of 2"),
    "thousands": ([PASS], {"scope": {"vectors": {"draft": ISSUE}}}, "yellow", "strict, 222 of 1,660"),
    "a failure": ([PASS, FAIL], {}, "red", "fails strict, 1 of 2 hold"),
    "a known failure": ([PASS, KNOWN], {}, "yellow", "strict but for known failures, 1 of 2"),
    "a canary": ([PASS], {"failed_canaries": ("it echoes",)}, "red", "canary failed: unreliable"),
    "a stale known failure": ([PASS], {"stale": ("x",)}, "red", "known failures out of date"),
    "a changed declaration": ([PASS], {"changed_declarations": ("x",)}, "red", "known failures out of date"),
    "an early end": ([PASS], {"complete": False, "stopped": "interrupted"}, "red", "no verdict"),
    "a failure and an early end": (
        [FAIL], {"complete": False, "stopped": "x"}, "red", "fails strict, 0 of 1 hold, not complete",
    ),
    "nothing answered": ([DECLINED], {}, "red", "no verdict"),
    "properties that all hold": ([PASS, PROPERTY], {}, "green", "strict, 1 of 1"),
    "properties in part": (
        [PASS, PROPERTY, msgspec.structs.replace(DECLINED, case="property/toy/other")], {},
        "yellow", "strict, 1 of 1 and 1 of 2 properties",
    ),
    "properties alone": ([PROPERTY], {}, "green", "strict, 1 of 1 properties"),
}  # fmt: skip


@pytest.mark.parametrize(("findings", "end", "style", "message"), BRIEFS.values(), ids=BRIEFS)
def test_a_badge_says_what_the_verdict_says(
    findings: list[Finding], end: dict[str, Any], style: str, message: str
) -> None:
    told = msgspec.structs.replace(footer(*findings), **end)
    assert closing.brief(told, HEADER, "strict") == (style, message)
    assert closing.closing(told, HEADER, "strict").style == style


def test_a_badge_of_a_selection_says_that_it_is_one() -> None:
    narrowed = msgspec.structs.replace(HEADER, options={**HEADER.options, "select": ["toy/basic/*"]})
    assert closing.brief(footer(PASS), narrowed, "draft").sentence == "draft, 1 of 1 selected"


def test_a_json_badge_is_what_badge_services_read(tmp_path: Path) -> None:
    path = tmp_path / "badge.json"
    play(BadgeFile(path, "strict"), run(PASS, DECLINED))
    assert msgspec.json.decode(path.read_bytes()) == {
        "schemaVersion": 1,
        "label": "toy",
        "message": "strict, 1 of 2",
        "color": "yellow",
    }


@pytest.mark.parametrize("label", ["toy", "<script>&\"'"])
def test_an_svg_badge_is_well_formed_and_has_a_title(label: str) -> None:
    tree = ET.fromstring(badge.svg(badge.Badge(label, "strict, 222 of 1,660", "yellow")))
    space = "{http://www.w3.org/2000/svg}"
    assert tree.findtext(f"{space}title") == f"{label}: strict, 222 of 1,660"
    assert [text.text for text in tree.iter(f"{space}text")] == [label, "strict, 222 of 1,660"]
    assert not [element for element in tree.iter() if "href" in "".join(element.attrib)]


# Annotations


def printed(capsys: pytest.CaptureFixture[str], records: Iterable[Record]) -> list[str]:
    play(GitHubAnnotations("strict"), records)
    return capsys.readouterr().out.splitlines()


def test_there_is_an_annotation_for_each_cause(capsys: pytest.CaptureFixture[str]) -> None:
    alike = msgspec.structs.replace(FAIL, case="toy/basic/three")
    other = msgspec.structs.replace(FAIL, case="toy/basic/four", **so("another thing, 100%"), expected="", observed="")
    [stop, resume, *errors] = printed(capsys, run(FAIL, alike, other))
    assert stop == f"::stop-commands::{resume.strip(':')}"
    assert errors == [
        f"::error title=toy/basic/two decode::why it exists%0ATOY-ROW-01, TOY-ROW-02%0A{DIFFERS}%0A"
        'expected: value ["1"]%0Aobserved: value ["2"]%0A1 more like it',
        "::error title=toy/basic/four decode::why it exists%0ATOY-ROW-01, TOY-ROW-02%0Aanother thing, 100%25",
    ]


def test_there_are_ten_annotations_at_most_and_the_run_itself_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    failures = [msgspec.structs.replace(FAIL, case=f"toy/basic/{n}", **so("x" * n)) for n in range(14)]
    _, _, *errors = printed(capsys, run(*failures, changed_declarations=("the feature plans is no longer declared",)))
    assert len(errors) == 10
    assert errors[0] == "::error title=changed declaration::the feature plans is no longer declared"


def test_a_run_that_holds_has_no_annotation(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(printed(capsys, run(PASS, KNOWN))) == 2


def test_commands_are_obeyed_again_when_a_run_breaks_down(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UserError), GitHubAnnotations("strict"):
        raise UserError("trouble")
    stop, resume = capsys.readouterr().out.splitlines()
    assert stop == f"::stop-commands::{resume.strip(':')}"


@pytest.mark.parametrize("text", [EVIL, "a,b:c%0A\n", "\x1b[2J"])
def test_no_words_of_a_codec_end_an_annotation_or_begin_another(text: str) -> None:
    finding = msgspec.structs.replace(FAIL, case=text, **so(text), observed=text)
    line = annotations.annotation(finding, 0)
    assert line.isprintable()
    title = re.fullmatch(r"::error title=([^:,]*)::.*", line)
    assert title
    assert not re.search(r"%(?!25|0A|0D|3A|2C)", line)


# Markdown


def rendered(text: str) -> ET.Element:
    """Render Markdown; raises unless the result is well-formed XHTML."""
    html = MarkdownIt("gfm-like", {"linkify": False}).render(text)
    return ET.fromstring(f"<body>{html}</body>")


@pytest.mark.parametrize("text", [EVIL, "www.example.org", "a|b", "``", "</code>", "&lt;", "- x", "1. x", "*a*"])
@pytest.mark.parametrize("write", [plain, code])
def test_foreign_words_stay_text(text: str, write: Any) -> None:
    row = rendered(f"| a | b |\n| --- | --- |\n| {write(text)} | end |")
    [cell, end] = row.findall(".//td")
    assert end.text == "end"
    assert "".join(cell.itertext()) == text.replace("\n", "\\n").replace("\r", "\\r")
    assert {element.tag for element in cell.iter()} <= {"td", "code"}
    assert not re.search(r"\bwww\.|://|:\w+:", write(text))


def test_a_summary_holds_verdict_causes_suspects_and_what_is_known(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    told = {"changed_declarations": ("the feature plans is no longer declared",), "notes": ("the kit is 2, and was 1",)}
    play(MarkdownFile(path, "strict"), run(PASS, FAIL, msgspec.structs.replace(KNOWN, case="toy/b/k"), **told))
    text = path.read_text()
    assert text.startswith("# x 1: toy\n")
    assert "❌ **It does not conform at level strict.**" in text
    assert "- level strict: 1 of 3 questions hold (1 failed, 1 known to fail); decides the exit code" in text
    assert "- changed declaration: the feature plans is no longer declared" in text
    assert "## Causes of failures: 1" in text
    assert f"| <code>toy/basic/two</code> decode | 0 | TOY-ROW-01, TOY-ROW-02 | {DIFFERS} |" in text
    assert "| TOY-ROW-02 | 1 | 1 | 0 | 1 |" in text
    assert "- 1 wontfix: by design" in text
    assert "- the kit is 2, and was 1" in text
    assert rendered(text) is not None


def test_no_words_of_a_codec_are_more_than_text_in_a_summary(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    evil = msgspec.structs.replace(FAIL, **so(EVIL), observation=key(EVIL), observed=EVIL)
    header: Header = msgspec.structs.replace(HEADER, codec={"name": EVIL, "version": EVIL, "language": ""})
    [_, *records] = run(evil, changed_declarations=(EVIL,), complaints=(EVIL,))
    play(MarkdownFile(path, "strict"), [header, *records])
    tags = {element.tag for element in rendered(path.read_text()).iter()}
    assert tags <= {"body", "h1", "h2", "p", "strong", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "code"}


# Every text of a run, in every file that is made of it

STEERS = "\x1b[31m \x00 \u202e \ufffe \x85 \u2028 \U000e0041"
PLAIN_TAGS = {"body", "h1", "h2", "h3", "p", "strong", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "code"}
TEXTS = [
    EVIL,
    STEERS,
    "# x\n\n# y",
    "- x",
    "1. x",
    "=\n=",
    "    x",
    "<!--",
    "a.b|c",
    "\\",
    "```",
    "> x",
    "+ x",
    "x<br>",
]


def files(tmp_path: Path, text: str) -> dict[str, str]:
    """Return the files written for a run in which every text is this one."""
    found = {}
    records = hostile.records(text)
    worse = [msgspec.structs.replace(one, finding="pass") for one in hostile.findings(text)]
    play(RecordWriter(tmp_path / "before"), [hostile.header("y"), *hostile.findings("y"), *worse, hostile.footer("y")])
    for name, consumer in {
        "md": MarkdownFile(tmp_path / "md", "strict", tmp_path / "before"),
        "svg": BadgeFile(tmp_path / "a.svg", "strict"),
        "json": BadgeFile(tmp_path / "a.json", "strict"),
        "xml": JUnitFile(tmp_path / "xml"),
        "html": HtmlFile(tmp_path / "html"),
    }.items():
        play(consumer, records)
        found[name] = (tmp_path / (f"a.{name}" if name in {"svg", "json"} else name)).read_text()
    return found


@pytest.mark.fast("<script>", "x1b", "# x")
@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_every_text_of_a_run_stays_text_in_every_file(text: str, tmp_path: Path) -> None:
    sane = files(tmp_path, "x")
    found = files(tmp_path, text)
    for name, content in found.items():
        assert all(each.isprintable() or each == "\n" for each in content), name
        if name != "xml":  # which shows a log line by line
            assert content.count("\n") == sane[name].count("\n"), name
    page = rendered(found["md"])
    assert [each.tag for each in page.iter() if each.tag != "code"] == [
        each.tag for each in rendered(sane["md"]).iter() if each.tag != "code"
    ]
    assert {each.tag for each in page.iter()} <= PLAIN_TAGS
    for name in ("svg", "xml"):
        tags, due = ([each.tag for each in ET.fromstring(text).iter()] for text in (found[name], sane[name]))
        assert tags == due


def test_markdown_is_made_in_one_place_of_templates_that_are_literals() -> None:
    calls = 0
    for path in set(modules()) - {KIT / "display/markdown.py"}:
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Name(id="Markdown")):
                    raise AssertionError(f"{path}, line {node.lineno} makes Markdown by itself")
                case ast.Call(func=ast.Name(id="md" | "joined"), args=[template, *_]):
                    calls += 1
                    assert isinstance(template, ast.Constant), f"{path}, line {node.lineno}"
    assert calls > 10


def test_of_many_causes_a_summary_shows_the_first(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    play(
        MarkdownFile(path, "strict"),
        run(*(msgspec.structs.replace(FAIL, case=f"toy/b/{n}", **so("x" * n)) for n in range(CAUSES + 3))),
    )
    assert "and 3 more" in path.read_text().splitlines()


def test_a_summary_says_what_has_changed_since_the_baseline(tmp_path: Path) -> None:
    before, path = tmp_path / "before.jsonl", tmp_path / "summary.md"
    play(RecordWriter(before), run(msgspec.structs.replace(PASS, case=FAIL.case)))
    play(MarkdownFile(path, "strict", before), run(FAIL))
    text = path.read_text()
    assert "## Since the baseline\n\nSomething got worse.\n" in text
    assert "### 1 broken (1 by codec)" in text


def test_a_baseline_that_is_none_is_told_before_the_run(tmp_path: Path) -> None:
    before = tmp_path / "before.txt"
    before.write_text("a: b: c\n")
    with pytest.raises(UserError, match=r"before\.txt"):
        MarkdownFile(tmp_path / "summary.md", "strict", before).__enter__()


def test_memory_grows_with_the_causes_that_are_shown() -> None:
    firsts = Firsts(2)
    for number in range(9):
        firsts.take(msgspec.structs.replace(FAIL, case=f"toy/b/{number}", **so("x" * (number % 3))))
    assert [(finding.case, more) for finding, more in firsts.items()] == [("toy/b/0", 2), ("toy/b/1", 2)]
    assert firsts.causes == 3


def test_a_footer_before_its_header_makes_no_badge(tmp_path: Path) -> None:
    play(BadgeFile(tmp_path / "badge.svg", "strict"), [Footer(True, {}, {})])
    assert not (tmp_path / "badge.svg").exists()
