"""The explorer in a real browser: decode, edit, encode, browse; by keyboard alone; accessible; no text becomes code."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from goldenwire import formats
from goldenwire.explore.answers import Answers
from goldenwire.explore.server import Server
from goldenwire.results import RecordWriter
from harness.report.test_html import STEERS
from harness.results.test_results import FAIL, HEADER, footer

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
sync_api.expect.set_options(timeout=30_000)  # the machine may be busy
pytestmark = pytest.mark.slow

CASE = "daphne/dense/int32-2x3"
ITEM = "93 01 a1 78 c3"
PHONE = {"width": 390, "height": 844}
Open = Callable[..., AbstractContextManager[Any]]


@pytest.fixture
def opened(browser: Any, server: Server) -> Open:
    """Return a context that opens a page; at exit it asserts no log messages, dialogs, or requests elsewhere."""

    @contextmanager
    def open_(fragment: str = "", at: Server = server, **how: Any) -> Iterator[Any]:
        noted: list[str] = []
        asked: list[str] = []
        with browser.new_context(**how) as context:
            page = context.new_page()
            page.on("console", lambda message: noted.append(message.text))
            page.on("pageerror", lambda error: noted.append(str(error)))
            page.on("dialog", lambda dialog: noted.append(dialog.message))
            page.on("request", lambda request: asked.append(request.url))
            page.goto(f"{at.url}{fragment}")
            page.locator("body[data-opened]").wait_for()
            yield page
        assert noted == []
        assert [url for url in asked if not url.startswith(at.url)] == []

    return open_


def bytes_of(page: Any) -> str:
    return "".join(page.locator(".decoder .octets i:not(.end)").all_inner_texts())


def verdict(page: Any) -> Any:
    return page.locator(".decoder .verdict")


def test_pasted_bytes_are_decoded(opened: Open) -> None:
    with opened() as page:
        page.fill("#input", ITEM)
        sync_api.expect(verdict(page)).to_have_text("✓ Valid MessagePack")
        assert bytes_of(page) == ITEM.replace(" ", "")
        assert page.locator(".decoder .people").inner_text() == '[1, "x", true]'
        assert page.evaluate("location.hash") == f"#decode/msgpack/-/{ITEM.replace(' ', '')}"
        page.locator(".octets [data-field='3']").hover()
        card = page.locator(".field")
        sync_api.expect(card).to_contain_text("MSGPACK-BOOL-01")
        assert "true · byte 4" in card.inner_text()
        assert page.locator(".value .on").inner_text() == "true"
        assert page.locator(".octets .on").all_inner_texts() == ["c3"]
        card.get_by_role("button", name="Try").first.click()
        sync_api.expect(page.locator(".value")).to_contain_text("false")


def test_bytes_are_edited_by_keyboard_alone(opened: Open) -> None:
    with opened() as page:
        page.keyboard.type(ITEM)  # the input has the focus
        sync_api.expect(verdict(page)).to_have_text("✓ Valid MessagePack")
        while not page.evaluate("document.activeElement.className === 'lines'"):
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement !== document.body")
        page.keyboard.press("ArrowRight")
        page.keyboard.type("c1")
        sync_api.expect(verdict(page)).to_have_text("✗ Invalid MessagePack")
        assert "MSGPACK-GEN-06" in page.locator(".decoder .card.red").inner_text()
        assert page.locator(".octets .place").inner_text() == "c1"
        page.keyboard.press("Control+z")
        sync_api.expect(verdict(page)).to_have_text("✓ Valid MessagePack")
        page.keyboard.press("Control+End")
        page.keyboard.type("00")
        sync_api.expect(page.locator(".card.red .why")).to_contain_text("TRAILING at byte 5")
        page.keyboard.press("Backspace")
        sync_api.expect(verdict(page)).to_have_text("✓ Valid MessagePack")
        page.keyboard.press("Control+Home")
        page.keyboard.press("Delete")
        sync_api.expect(page.locator(".decoder .where")).to_contain_text("4 bytes")
        page.keyboard.press("Insert")
        sync_api.expect(page.locator(".octets i").first).to_have_text("00")
        for _ in range(4):
            page.keyboard.press("Control+z")
        sync_api.expect(verdict(page)).to_have_text("✓ Valid MessagePack")
        assert bytes_of(page) == ITEM.replace(" ", "")


def test_a_large_input_is_read_in_parts(opened: Open) -> None:
    hex = f"dd{8000:08x}{'01' * 8000}c1"
    with opened() as page:
        page.fill("#input", hex)
        sync_api.expect(page.locator(".card.red .why")).to_contain_text("TRAILING at byte 8,005")
        assert page.locator(".octets .place").inner_text() == "c1"
        page.get_by_role("button", name="Earlier").click()
        sync_api.expect(page.locator(".octets .place")).to_have_count(0)
        page.get_by_role("button", name="Go there").click()
        sync_api.expect(page.locator(".octets .place")).to_have_text("c1")


def test_the_first_fields_of_a_large_input_are_shown_before_all_is_read(opened: Open) -> None:
    held: list[Any] = []
    is_held = True
    with opened() as page:
        page.route("**/api/decode", lambda route: held.append(route) if is_held else route.continue_())
        page.fill("#input", f"dd{8000:08x}{'01' * 8000}")
        sync_api.expect(verdict(page)).to_have_text("Reading 8,005 bytes …")
        sync_api.expect(page.locator(".fieldlist")).to_contain_text("value[150] = fixint 1")
        assert page.locator(".octets [data-at='100']").get_attribute("data-field") == "96"
        for place, digits in ((5, "02"), (6, "c1")):  # while the answers before are under way
            page.locator(f".octets [data-at='{place}']").click()
            page.keyboard.type(digits)
            sync_api.expect(page.locator(f".octets [data-at='{place}']")).to_have_text(digits)
        sync_api.expect(page.locator(".decoder .tools")).to_contain_text("2 edits")
        is_held = False
        for route in held:
            route.continue_()
        sync_api.expect(page.locator(".card.red .why")).to_contain_text("at byte 6")
        assert page.locator(".octets [data-at='5']").inner_text() == "02"


CLOCKS = {
    "at once": ("() => 0", ["decode"]),
    "late": ("() => (window.late = (window.late ?? 0) + 1000)", ["glance", "decode"]),
}


@pytest.mark.parametrize(("clock", "asks"), CLOCKS.values(), ids=CLOCKS)
def test_an_edit_of_a_large_input_has_no_first_fields_if_all_was_read_at_once(
    opened: Open, clock: str, asks: list[str]
) -> None:
    with opened() as page:
        page.evaluate(f"performance.now = {clock}")
        page.fill("#input", f"dd{8000:08x}{'01' * 8000}")
        sync_api.expect(verdict(page)).to_have_text("✓ Valid MessagePack")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
        page.locator(".octets [data-at='5']").click()
        page.keyboard.type("c1")
        sync_api.expect(verdict(page)).to_have_text("✗ Invalid MessagePack")
        assert [name for name in asked if name in {"glance", "decode"}] == asks


def test_a_value_goes_to_the_encoder_with_its_plan_and_comes_back(opened: Open) -> None:
    vector = formats.trees().find(CASE)
    with opened(f"#decode/daphne/-/{vector.octets.hex()}") as page:
        page.get_by_role("link", name="Open in the encoder").click()
        sync_api.expect(page.locator(".encoder .verdict")).to_have_text("✓ Valid DAPHNE binary")
        assert "dense" in page.locator("#plan").input_value()
        page.get_by_role("link", name="Open in the decoder").click()
        sync_api.expect(verdict(page)).to_have_text("✓ Valid DAPHNE binary")
        assert bytes_of(page) == vector.octets.hex()


def test_fields_are_read_by_keyboard_alone(opened: Open) -> None:
    vector = formats.trees().find(CASE)
    with opened(f"#decode/daphne/auto/{vector.octets.hex()}") as page:
        sync_api.expect(verdict(page)).to_have_text("✓ Valid DAPHNE binary")
        page.locator(".fieldlist").focus()
        page.keyboard.press("End")
        sync_api.expect(page.locator(".field h3")).to_have_text("block[0].value[1,2]")
        sync_api.expect(page.locator(".field")).to_contain_text("DAPHNE-DEN-02")
        sync_api.expect(page.locator(".value .on")).to_have_count(1)


def test_the_context_of_an_address_is_shown_and_can_be_changed(opened: Open) -> None:
    context = '{"type":"int32"}'
    with opened(f"#decode/dynd/{quote(context)}/05000000") as page:
        sync_api.expect(verdict(page)).to_have_text(f"✓ Valid DyND serialization in the context {context}")
        sync_api.expect(page.locator("#context")).to_have_value(context)
        page.fill("#context", '{"type":"var * int8"}')
        sync_api.expect(page.locator(".card.red .why")).to_contain_text("TRUNCATED")
        page.fill("#context", '{"type"')
        sync_api.expect(page.get_by_role("alert")).to_contain_text("The context is not JSON")


def test_an_address_shows_its_bytes_and_back_goes_back(opened: Open) -> None:
    with opened("#decode/msgpack/auto/c3") as page:
        sync_api.expect(verdict(page)).to_have_text("✓ Valid MessagePack")
        page.get_by_role("link", name="Vectors", exact=True).click()
        page.fill("#text", "int32-2x3 six")
        page.get_by_role("link", name=CASE).click()
        sync_api.expect(page.locator("h1")).to_have_text(CASE)
        page.get_by_role("link", name="Open in the decoder").click()
        sync_api.expect(verdict(page)).to_have_text("✓ Valid DAPHNE binary")
        page.go_back()
        sync_api.expect(page.locator("h1")).to_have_text(CASE)
        page.go_back()
        sync_api.expect(page.locator("#text")).to_have_value("int32-2x3 six")
        page.go_back()
        sync_api.expect(verdict(page)).to_have_text("✓ Valid MessagePack")


def test_a_file_is_decoded(opened: Open, tmp_path: Path) -> None:
    (tmp_path / "matrix.bin").write_bytes(formats.trees().find(CASE).octets)
    with opened() as page:
        page.set_input_files("#file", tmp_path / "matrix.bin")
        sync_api.expect(verdict(page)).to_have_text("✓ Valid DAPHNE binary")
        assert "Surely DAPHNE" in page.locator(".decoder .card").first.inner_text()
        (tmp_path / "large.bin").write_bytes(bytes(10 << 20))
        page.set_input_files("#file", tmp_path / "large.bin")
        sync_api.expect(page.get_by_role("alert")).to_contain_text("the page decodes up to")
        assert page.locator("pre.first").is_visible()


def test_a_value_is_encoded(opened: Open) -> None:
    with opened("#encode") as page:
        sync_api.expect(page.locator(".encoder .verdict")).to_have_text("✓ Valid DAPHNE binary")
        page.select_option("#to", "msgpack")
        page.fill("#value", '{"int": "300"}')
        sync_api.expect(page.locator(".encoder .lines")).to_contain_text("cd012c")
        page.fill("#value", '{"int": "18446744073709551616"}')
        sync_api.expect(page.locator(".encoder .card.red")).to_contain_text("MSGPACK-INT-06")
        page.fill("#value", '{"int": ')
        sync_api.expect(page.get_by_role("alert")).to_contain_text("The value is not JSON")
        page.fill("#value", '{"int": "300"}')
        page.get_by_role("link", name="Open in the decoder").click()
        sync_api.expect(verdict(page)).to_have_text("✓ Valid MessagePack")


# The reader goes to the value's box just before the examples of its format arrive.
FOCUSED_BEFORE_CHOICES = """() => {
  const before = window.fetch;
  window.fetch = async (url, request) => {
    const answer = await before(url, request);
    if (url.endsWith("choices")) document.getElementById("value").focus();
    return answer;
  };
}"""


def test_examples_that_arrive_late_leave_what_is_being_written(opened: Open) -> None:
    with opened("#encode") as page:
        sync_api.expect(page.locator(".encoder .verdict")).to_have_text("✓ Valid DAPHNE binary")
        page.evaluate(FOCUSED_BEFORE_CHOICES)
        page.select_option("#to", "msgpack")
        assert page.locator("#value").input_value() == page.locator("#plan").input_value() == ""
        sync_api.expect(page.locator("#example")).to_contain_text("integers in their shortest forms")
        page.keyboard.insert_text('{"int": "300"}')
        sync_api.expect(page.locator(".encoder .lines")).to_contain_text("cd012c")


def test_a_vector_stands_beside_its_base(opened: Open) -> None:
    with opened("#vector/daphne/header/version-2") as page:
        assert page.locator(".octets .added").all_inner_texts() == ["02"]
        assert page.locator(".octets .removed").all_inner_texts() == ["01"]
        page.get_by_role("link", name="DAPHNE-HDR-02").click()
        sync_api.expect(page.locator("h1")).to_have_text("DAPHNE-HDR-02")


def test_a_run_leads_to_its_failing_case(opened: Open) -> None:
    with opened("#runs") as page:
        page.locator(".cards a").click()
        page.locator(".rows a", has_text=FAIL.case).first.click()
        sync_api.expect(page.locator("h1")).to_have_text(FAIL.case)
        assert FAIL.why in page.locator("#main").inner_text()


def test_fast_fingers_lose_nothing(opened: Open) -> None:
    with opened("#decode/msgpack/-/dc0010" + "00" * 16) as page:
        page.locator(".octets [data-at='3']").click()
        page.keyboard.type("".join(f"{number:02x}" for number in range(16)))
        sync_api.expect(page.locator(".tools")).to_contain_text("16 edits")
        sync_api.expect(page.locator(".value")).to_contain_text('{"int": "15"}')
        assert bytes_of(page) == "dc0010" + bytes(range(16)).hex()
        page.get_by_role("button", name="Undo all").click()
        sync_api.expect(page.locator(".value")).not_to_contain_text("15")


ATTEMPTS = {
    "a question": "fetch(URL + 'api/begin', {method: 'POST', body: '{}',"
    " headers: {'Content-Type': 'application/json'}}).then(answer => answer.text())",
    "a form": "fetch(URL + 'api/begin', {method: 'POST', mode: 'no-cors', body: '{}'}).then(answer => answer.text())",
    "the page": "fetch(URL).then(answer => answer.text())",
    "a script": "new Promise((good, bad) => document.head.append(Object.assign(document.createElement('script'),"
    " {src: URL + 'dom.js', onload: good, onerror: bad})))",
    "a frame": "new Promise(good => document.body.append(Object.assign(document.createElement('iframe'),"
    " {src: URL, onload: event => good(event.target.contentDocument ? 'shown' : '')})))",
}


def test_another_page_in_the_browser_learns_nothing(
    browser: Any, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(server.answers, "answer", lambda name, body: asked.append(name))
    (tmp_path / "index.html").write_text("<!doctype html><title>another page</title><body>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietFiles, directory=str(tmp_path))) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        with browser.new_context() as context:
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{other.server_port}/")
            for name, attempt in ATTEMPTS.items():
                script = f"URL => ({attempt}).then(text => text || 'nothing', () => 'nothing')"
                assert page.evaluate(script, server.url) == "nothing", name
        other.shutdown()
    assert asked == []


class QuietFiles(SimpleHTTPRequestHandler):
    """Serves files, and writes no log."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


# Accessibility

STATES: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": PHONE},
}
PAGES = {
    "start": "",
    "valid": "#decode/msgpack/auto/9301a178c3",
    "invalid": "#decode/msgpack/auto/9301a178",
    "encode": "#encode",
    "specs": "#specs",
    "spec": "#spec/msgpack",
    "text": "#text/msgpack",
    "requirement": "#requirement/DAPHNE-HDR-02",
    "vectors": "#vectors/daphne",
    "vector": "#vector/daphne/header/version-2",
    "runs": "#runs",
    "run": "#run/1",
    "finding": f"#run/1/{quote(FAIL.case, safe='')}/{FAIL.operation}",
    "not found": "#vector/daphne/none/none",
    "no page": "#nowhere",
}

MAIN = {name: PAGES[name] for name in ("valid", "invalid", "vectors", "vector", "run")}


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(opened: Open, axe: str, state: str) -> None:
    with opened(**STATES[state]) as page:
        page.evaluate(axe)
        for name, fragment in PAGES.items() if state == "light" else MAIN.items():
            page.evaluate(
                "fragment => { delete document.body.dataset.opened; location.hash = fragment || '#decode'; }", fragment
            )
            page.locator("body[data-opened]").wait_for()
            if name in {"valid", "invalid", "encode"}:
                page.locator(".result:visible .option").nth(1).click()
                page.locator(".field:visible .requirement").first.wait_for()
            found = page.evaluate("axe.run()")
            faults = [(name, one["id"], node["html"]) for one in found["violations"] for node in one["nodes"]]
            assert faults == []
            assert len(found["passes"]) > 15
            width = page.viewport_size["width"]
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name


# Text stays text


def test_text_from_anywhere_stays_text(opened: Open, tmp_path: Path, tree: Path) -> None:
    path = tmp_path / STEERS[-20:].replace("/", "")
    said: dict[str, Any] = {
        "summary": STEERS,
        "why": STEERS,
        "observed": STEERS,
        "stderr": STEERS,
        "difference": (STEERS,),
    }
    finding = msgspec.structs.replace(FAIL, case=f"toy/basic/{STEERS}", **said)
    header = msgspec.structs.replace(HEADER, codec={"name": STEERS, "version": "", "language": ""}, command=(STEERS,))
    with RecordWriter(path) as writer:
        for record in (header, finding, footer(finding)):
            writer.take(record)
    with Server(0, Answers(tree, (path,))) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            with opened("#runs", server) as page:
                page.locator(".cards a").click()
                page.locator(".rows a", has_text="toy/basic").first.click()
                sync_api.expect(page.locator("#main pre").first).to_contain_text("<script>alert(1)</script>")
                assert page.locator("#main").inner_text().count("<script>alert(1)</script>") >= 5
                text = "<img src=x onerror=alert(1)>"
                for fragment in (
                    f"decode/{text}/{text}/{text}",
                    f"vector/{text}",
                    f"requirement/{text}",
                    text,
                    f"run/1/{text}/x",
                ):
                    page.evaluate("fragment => { location.hash = fragment; }", quote(fragment))
                    sync_api.expect(page.get_by_role("alert")).to_be_visible()
                item = bytes([0xD9, len(text)]) + text.encode()
                page.goto(f"{server.url}#decode/msgpack/auto/{item.hex()}")
                sync_api.expect(page.locator(".people, .value").first).to_contain_text(text)
                assert page.locator("img, main script").count() == 0
        finally:
            server.shutdown()
            thread.join()
