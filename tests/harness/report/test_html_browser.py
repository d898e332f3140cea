"""Pages in a real browser: they open from disk, filter, follow links, work by keyboard, and keep text as text."""

import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from goldenwire import formats
from goldenwire.display import ruler
from goldenwire.report.html import HtmlFile
from goldenwire.results import Finding, Known, Record, RecordWriter, stored
from harness.report.test_html import STEERS, checked, goldenwire
from harness.results.test_results import FAIL, HEADER, KNOWN, PASS, footer
from miniatures import daphne_with

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
pytestmark = pytest.mark.slow

CASE = "daphne/dense/int32-2x3"
PHONE = {"width": 390, "height": 844}
Open = Callable[..., AbstractContextManager[Any]]


@pytest.fixture
def opened(browser: Any) -> Open:
    """Return a context that opens a page from disk; at exit it asserts no log messages, requests or dialogs."""

    @contextmanager
    def open_(path: Path, fragment: str = "", **how: Any) -> Iterator[Any]:
        noted: list[str] = []
        with browser.new_context(**how) as context:
            page = context.new_page()
            page.on("console", lambda message: noted.append(message.text))
            page.on("pageerror", lambda error: noted.append(str(error)))
            page.on("dialog", lambda dialog: noted.append(dialog.message))
            page.on("request", lambda request: noted.append(request.url))
            page.goto(f"{path.as_uri()}{fragment}")
            yield page
        assert noted == [path.as_uri()]

    return open_


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of a codec that writes values the other way round, with properties."""
    words = ["--select", "daphne/dense*", "--select", "property/*", "--examples", "1"]
    return checked(tmp_path_factory.mktemp("report"), "values-written-big-endian", *words).with_suffix(".html")


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a page of few cases, with one of each kind: axe is slow with many."""
    words = ["--select", CASE, "--select", "daphne/later-rejects/b*", "--select", "property/*prefix", "--examples", "1"]
    mutations = "int32-as-uint32,int64-as-uint64,rest-ignored"
    return checked(tmp_path_factory.mktemp("few"), mutations, *words).with_suffix(".html")


@pytest.fixture(scope="module")
def several(few: Path) -> Path:
    """Return the page of this codec and of another one, side by side."""
    other = checked(few.parent, "version-0-written", "--select", CASE, "--examples", "0")
    goldenwire("report", few.with_suffix(".jsonl"), other, "--quiet", "--html", few.parent / "several.html")
    return few.parent / "several.html"


@pytest.fixture(scope="module")
def matrix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of two codecs that do not always understand each other."""
    path = tmp_path_factory.mktemp("matrix") / "matrix.html"
    reference = [sys.executable, "-m", "goldenwire", "serve"]
    codecs = [f"good={shlex.join(reference)}", f"bad={shlex.join(daphne_with('version-0-written'))}"]
    words = [word for codec in codecs for word in ("--codec", codec)]
    goldenwire("interop", "daphne", *words, "--select", CASE, "--search", "5", "--quiet", "--html", path, code=1)
    return path


@pytest.fixture(scope="module")
def inputs(report: Path) -> Path:
    """Return the page of a bad file."""
    (report.parent / "bad.bin").write_bytes(formats.trees().find(CASE).octets[:-1])
    goldenwire("explain", "daphne", report.parent / "bad.bin", "--html", report.parent / "bad.html", code=1)
    return report.parent / "bad.html"


def found(page: Any) -> str:
    """Return the page's count of listed cases."""
    return str(page.locator("#found").inner_text())


def opened_case(page: Any) -> Any:
    return page.locator(f"details.case:has(> summary[id='{CASE}'])")


# Behaviour


def test_it_filters(opened: Open, report: Path) -> None:
    with opened(report) as page:
        everything = page.locator("#found").inner_text()
        page.select_option("#result", "fail")
        failing = found(page)
        assert failing.endswith(f" of {everything}")
        assert page.locator("#rows > li").count() == min(100, int(failing.split()[0]))
        assert page.locator("#rows > li:not(:has(.w-fail))").count() == 0
        page.fill("#requirement", "daphne-den-02")
        assert 0 < int(found(page).split()[0]) < int(failing.split()[0])
        page.click("#reset")
        page.select_option("#level", "draft")
        assert 0 < int(found(page).split()[0]) < int(everything.split()[0])
        page.click("#reset")
        assert found(page) == everything
        page.fill("#text", "INT32-2x3 six")
        assert found(page) == f"1 of {everything}"
        page.fill("#text", "no such thing")
        assert found(page) == "No case is like that."
        assert page.evaluate("location.hash") == "#?text=no+such+thing"


def test_it_lists_more_while_one_scrolls(opened: Open, tmp_path: Path) -> None:
    findings = [msgspec.structs.replace(PASS, case=f"toy/basic/{number}") for number in range(250)]
    with opened(written(tmp_path, *findings)) as page:
        assert page.locator("#rows > li").count() == 100
        page.locator("#more").scroll_into_view_if_needed()
        page.locator("#rows > li").nth(100).wait_for()
        assert found(page) == "250 cases"


def test_a_link_opens_its_case(opened: Open, report: Path) -> None:
    with opened(report, f"#{CASE}") as page:
        case = opened_case(page)
        assert case.get_attribute("open") is not None
        assert "DAPHNE-DEN-02" in case.inner_text()
        assert case.locator("summary").first.evaluate("summary => summary === document.activeElement")
        assert case.evaluate("case_ => Math.abs(case_.getBoundingClientRect().top) < 100")


def test_a_link_opens_a_case_that_is_not_listed_yet(opened: Open, tmp_path: Path) -> None:
    findings = [msgspec.structs.replace(PASS, case=f"toy/basic/{number}") for number in range(250)]
    with opened(written(tmp_path, *findings)) as page:
        page.evaluate("() => { location.hash = 'toy/basic/240'; }")
        case = page.locator("details.case[open]")
        case.locator(".body").wait_for()
        assert case.locator("summary").first.get_attribute("id") == "toy/basic/240"
        assert case.locator("summary").first.evaluate("summary => summary === document.activeElement")


def test_a_cell_of_the_heat_map_shows_its_cases(opened: Open, report: Path) -> None:
    with opened(report) as page:
        page.locator(".heat tr", has_text="DAPHNE-DEN-02").locator("td a").nth(1).click()
        sync_api.expect(page.locator("#requirement")).to_have_value("DAPHNE-DEN-02")  # once the link is followed
        sync_api.expect(page.locator("#operation")).to_have_value("encode")
        assert page.locator("#rows > li").count() > 0


def test_a_reason_shows_its_cases(opened: Open, tmp_path: Path) -> None:
    other = msgspec.structs.replace(KNOWN, case="toy/basic/three", known=Known("todo", "not yet: see <1>"))
    with opened(written(tmp_path, PASS, KNOWN, other)) as page:
        page.get_by_role("link", name="not yet: see <1>").click()
        sync_api.expect(page.locator("#found")).to_have_text("1 of 3 cases")
        assert "toy/basic/three" in page.locator("#rows").inner_text()


def test_a_cause_has_its_block(opened: Open, report: Path) -> None:
    with opened(report) as page:
        cause = page.locator("details.cause").first
        cause.locator("summary").first.click()
        cause.locator(".body").wait_for()
        assert cause.locator(".found .differs").count() > 0
        assert "goldenwire check daphne --select" in cause.locator(".again").inner_text()
        cause.get_by_text("cases of this cause").click()
        sync_api.expect(page.locator("#found")).to_contain_text("of one cause")
        assert 0 < page.locator("#rows > li").count() <= int(cause.locator(".tally").inner_text())


def test_the_keyboard_alone_will_do(opened: Open, report: Path) -> None:
    with opened(report) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        page.locator("#cases:focus").wait_for()
        for name in ("result", "operation", "level", "requirement", "text"):
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.id") == name
        page.keyboard.type(CASE)
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        case = opened_case(page)
        case.locator(".lines").first.wait_for()
        while not page.evaluate("document.activeElement.className === 'lines'"):
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement !== document.body")
        readout = case.locator(".ruler").first.locator(".readout")
        assert readout.inner_text().startswith("block[0].value[0,0]")  # at the bytes that differ
        page.keyboard.press("Home")
        assert readout.inner_text() == "version · byte 0 · 01 = 1"
        page.keyboard.press("ArrowRight")
        assert readout.inner_text() == "data-type · byte 1 · 01 = 1 DenseMatrix"


def test_every_field_of_the_ruler_is_the_terminals(opened: Open, report: Path) -> None:
    vector = formats.trees().find(CASE)
    with opened(report, f"#{CASE}") as page:
        shown = opened_case(page).locator(".ruler").first
        lines = shown.locator(".line:not(.found)")
        told = []
        for field, part in enumerate(ruler.layout(vector.layout)):
            shown.locator(f".line:not(.found) [data-field='{field}']").first.hover()
            told.append(shown.locator(".readout").inner_text())
            assert told[-1].startswith(f"{part.name} · byte")
            assert part.meaning in told[-1]
        assert len(set(told)) == len(told)
        octets = "".join(lines.locator("i").all_inner_texts())
        assert octets == vector.octets.hex()
        header, values = vector.octets[:45], vector.octets[45:]
        swapped = header + b"".join(values[at : at + 4][::-1] for at in range(0, len(values), 4))
        wrong = [cell.inner_text() for cell in shown.locator(".found .differs").all()]
        assert wrong == [f"{now:02x}" for then, now in zip(vector.octets, swapped, strict=True) if now != then]


def test_a_tap_names_the_field(opened: Open, report: Path) -> None:
    with opened(report, f"#{CASE}", viewport=PHONE, has_touch=True, is_mobile=True) as page:
        shown = opened_case(page).locator(".ruler").first
        shown.locator("[data-field='1']").first.tap()
        assert shown.locator(".readout").inner_text().startswith("data-type")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_it_prints_without_its_controls(opened: Open, report: Path) -> None:
    with opened(report) as page:
        page.emulate_media(media="print")
        assert not page.locator(".filters").is_visible()
        assert page.pdf()[:5] == b"%PDF-"
        assert page.locator("details.cause").first.locator(".ruler").count() > 0


# Accessibility

STATES: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": PHONE},
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("which", ["few", "several", "inputs", "matrix"])
def test_axe_finds_nothing(request: pytest.FixtureRequest, opened: Open, axe: str, which: str, state: str) -> None:
    path: Path = request.getfixturevalue(which)
    with opened(path, f"#{CASE}" if which in {"few", "several"} else "", **STATES[state]) as page:
        for details in page.locator("details.rest, details.plain, details.cause").all()[:12]:
            details.evaluate("details => { details.open = true; }")
        page.locator("main").evaluate("() => new Promise(requestAnimationFrame)")  # pending changes are drawn by now
        for details in page.locator("details.table").all():
            details.evaluate("details => { details.open = true; }")
        page.evaluate(axe)
        found = page.evaluate("axe.run()")
        assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
        assert len(found["passes"]) > 20


# Text stays text


def written(tmp_path: Path, *findings: Finding, **header: Any) -> Path:
    path = tmp_path / "page.html"
    records: list[Record] = [msgspec.structs.replace(HEADER, **header), *findings, footer(*findings)]
    with HtmlFile(path) as file:
        for record in records:
            file.take(record)
    return path


def test_what_a_codec_says_stays_text(opened: Open, tmp_path: Path) -> None:
    said: dict[str, Any] = {"summary": STEERS, "why": STEERS, "observed": STEERS, "stderr": STEERS}
    finding = msgspec.structs.replace(FAIL, case=f"toy/basic/{STEERS}", difference=(STEERS,), **said)
    path = written(tmp_path, finding, codec={"name": STEERS, "version": "", "language": ""}, command=(STEERS, "'"))
    with opened(path) as page:
        assert "<script>alert(1)</script>" in page.locator("h1").inner_text()
        for details in page.locator("details.cause, details.case").all():
            details.locator("summary").first.click()
            details.locator(".body").wait_for()
            assert details.inner_text().count("<script>alert(1)</script>") >= 5
        assert page.locator("script").count() == 2
        assert not re.search("[\x1b\u2028\u202e]", page.locator("body").inner_text())


def test_thousands_of_cases_open_soon(opened: Open, report: Path, tmp_path: Path) -> None:
    """Open a page of thousands of cases: only part of them is drawn. (Times are measured by hand.)"""
    path = tmp_path / "many.jsonl"
    header, *_ = stored(report.with_suffix(".jsonl"))
    findings = [
        msgspec.structs.replace(FAIL if number % 3 else PASS, case=f"daphne/dense/n{number}") for number in range(5000)
    ]
    with RecordWriter(path) as writer:
        for record in (header, *findings, footer(*findings)):
            writer.take(record)
    goldenwire("report", path, "--quiet", "--html", tmp_path / "many.html")
    assert (tmp_path / "many.html").stat().st_size < 3 << 20
    with opened(tmp_path / "many.html") as page:
        assert found(page) == "5,000 cases"
        assert page.locator("#rows > li").count() == 100  # only part is drawn
