"""The page of a run is one file with the verdict and the findings, and shows all foreign text as text."""

import base64
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from goldenwire import formats
from goldenwire.cli import cli
from goldenwire.display import ruler
from goldenwire.report.html import HtmlFile, cases, gathered
from goldenwire.report.html.page import embedded, page
from goldenwire.results import Finding, Known, Record, read
from harness.outcomes import key, so
from harness.results.test_results import FAIL, HEADER, KNOWN, PASS, footer
from miniatures import daphne_with

STEERS = "\x1b[31m\u2028\u202e<script>alert(1)</script></script><!--"


class Page(HTMLParser):
    """A parsed page: elements with their attributes, text, and the contents of style and script."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.source = path.read_text()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inline: dict[str, str] = {}
        self.texts: list[str] = []
        self._within = ""
        self.feed(self.source)

    def handle_starttag(self, tag: str, attrs: Iterable[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._within = ("data" if ("id", "data") in attrs else tag) if tag in {"style", "script"} else ""

    def handle_endtag(self, _: str) -> None:
        self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within:
            self.inline[self._within] = self.inline.get(self._within, "") + data
        else:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())

    @property
    def data(self) -> Any:
        return json.loads(self.inline["data"])

    def case(self, id: str) -> list[Any]:
        """Return the case of this id in the data."""
        texts = self.data["texts"]
        return next(case for case in self.data["cases"] if f"{texts[case[0]]}/{case[1]}" == id)


def goldenwire(*words: str | Path, code: int = 0) -> str:
    done = CliRunner().invoke(cli, [*map(str, words)])
    assert done.exit_code == code, done.output
    return done.output


def checked(folder: Path, mistake: str, *words: str) -> Path:
    """Check a codec with a mistake and return its results; the page is beside them."""
    path = folder / f"{mistake}.jsonl"
    out: list[str | Path] = ["--results", path, "--html", path.with_suffix(".html")]
    goldenwire("check", "daphne", *words, *out, "--quiet", "--", *daphne_with(mistake), code=1)
    return path


@pytest.fixture(scope="module")
def bugs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checked(
        tmp_path_factory.mktemp("bugs"),
        "int32-as-uint32,int64-as-uint64,rest-ignored",
        "--select",
        "daphne/dense",
        "--examples",
        "0",
    )


@pytest.fixture(scope="module")
def version_0(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bytes")
    words = ["--select", "daphne/dense", "--select", "property/daphne/decode-reference-encoding", "--examples", "1"]
    return checked(folder, "version-0-written", *words)


def written(tmp_path: Path, *findings: Finding, **header: Any) -> Page:
    """Return the page of these findings."""
    path = tmp_path / "page.html"
    records: list[Record] = [msgspec.structs.replace(HEADER, **header), *findings, footer(*findings)]
    with HtmlFile(path) as file:
        for record in records:
            file.take(record)
    return Page(path)


# One file


@pytest.mark.slow
def test_a_stored_run_has_the_page_of_the_run(bugs: Path, tmp_path: Path) -> None:
    goldenwire("report", bugs, "--quiet", "--html", tmp_path / "again.html")
    assert (tmp_path / "again.html").read_bytes() == bugs.with_suffix(".html").read_bytes()


@pytest.mark.slow
def test_the_policy_lets_nothing_but_its_own_style_and_script_run(bugs: Path) -> None:
    page = Page(bugs.with_suffix(".html"))
    [policy] = [a["content"] for _, a in page.elements if a.get("http-equiv") == "Content-Security-Policy"]
    digests = {
        name: f"'sha256-{base64.b64encode(hashlib.sha256(page.inline[name].encode()).digest()).decode()}'"
        for name in ("style", "script")
    }
    assert str(policy).split("; ") == [
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        f"style-src {digests['style']}",
        f"script-src {digests['script']}",
    ]


@pytest.mark.slow
def test_nothing_is_fetched_and_nothing_is_inline(bugs: Path) -> None:
    page = Page(bugs.with_suffix(".html"))
    assert {tag for tag, _ in page.elements} & {"link", "img", "iframe", "object", "embed", "base", "form"} == set()
    for _, attributes in page.elements:
        assert not {"src", "style", "srcset"} & attributes.keys()
        assert not [name for name in attributes if name.startswith("on")]
        assert (attributes.get("href") or "#").startswith("#")
    assert "://" not in page.inline["style"] + page.inline["script"]


def test_jinja_is_left_alone_where_no_page_is_asked_for(bugs: Path) -> None:
    script = "import sys; from goldenwire.cli import cli; cli(['report', sys.argv[1]], standalone_mode=False); "
    script += "print('jinja2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script, bugs], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.slow
def test_a_file_that_cannot_be_written_leaves_the_old_one(bugs: Path, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("old")
    # -B: Python would also write truncated bytecode, and fail on it from then on.
    command = f"ulimit -f 20; exec {sys.executable} -B -m goldenwire report {bugs} --quiet --html {tmp_path / 'a.html'}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, f"Error: {tmp_path / 'a.html'}: File too large\n")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.html", "old")]


def test_a_folder_that_is_not_there_is_told(bugs: Path, tmp_path: Path) -> None:
    assert "there is no folder" in goldenwire("report", bugs, "--html", tmp_path / "none" / "a.html", code=2)


# Contents


def test_the_verdict_causes_and_suspects_are_those_of_the_terminal(bugs: Path) -> None:
    shown, text = goldenwire("report", bugs), Page(bugs.with_suffix(".html")).text
    assert shown.splitlines()[-1] in text
    for line in re.findall(r"^suspect (\S+): (.*)$", shown, re.MULTILINE):
        assert f"{line[0]} " in text
        assert line[1].replace(",", "") in text.replace(",", "")
    causes = re.findall(r"^([0-9]+) more like", shown, re.MULTILINE)
    assert causes
    assert all(f" {int(number) + 1} " in text for number in causes)


def test_the_heat_map_is_by_section_and_operation(bugs: Path) -> None:
    page = Page(bugs.with_suffix(".html"))
    assert "Dense block (bt 1) decode encode transcode" in page.text
    answered = [f for f in read(bugs).findings if "DAPHNE-DEN-02" in f.requirements and f.operation == "decode"]
    held = sum(finding.finding == "pass" for finding in answered)
    assert held < len(answered)
    assert f"DAPHNE-DEN-02 {held}/{len(answered)} " in page.text


def test_every_finding_is_there(bugs: Path) -> None:
    page = Page(bugs.with_suffix(".html"))
    data = page.data
    found = {
        (f"{data['texts'][case[0]]}/{case[1]}", data["operations"][case[5][at + 1]], data["findings"][case[5][at + 2]])
        for case in data["cases"]
        for at in range(0, len(case[5]), 5)
    }
    assert found == {(finding.case, finding.operation, finding.finding) for finding in read(bugs).findings}


def test_known_failures_and_declines_have_kind_and_reason(tmp_path: Path) -> None:
    declined = msgspec.structs.replace(FAIL, finding="declined", observation=key("unsupported"), **so("no int64 yet"))
    page = written(tmp_path, PASS, KNOWN, declined)
    assert "1 known to fail wontfix by design" in page.text
    assert "1 declined no int64 yet" in page.text


# Bytes


def test_the_ruler_has_the_fields_of_the_terminal(bugs: Path) -> None:
    page = Page(bugs.with_suffix(".html"))
    vector = formats.trees().find("daphne/dense/int32-2x3")
    octets, size, start, place, flat = page.case(vector.id)[6]
    texts, at, drawn = page.data["texts"], start, []
    for length, name, meaning, colour in zip(*[iter(flat)] * 4, strict=True):
        drawn.append((at, length, texts[name], texts[meaning], colour))
        at += length
    named = ruler.gapless(ruler.layout(vector.layout), size)
    assert drawn == [(*part, colour) for part, colour in zip(named, ruler.colours(named), strict=True)]
    assert (base64.b64decode(octets), size, start, place) == (vector.data, len(vector.octets), 0, -1)


@pytest.mark.slow
def test_bytes_that_the_codec_wrote_stand_beside_those_expected(version_0: Path) -> None:
    page = Page(version_0.with_suffix(".html"))
    vector = formats.trees().find("daphne/dense/int32-2x3")
    evidence = [page.data["evidence"][place] for place in page.case(vector.id)[5][3::5] if place >= 0]
    wrong = bytes(1) + vector.octets[1:]
    assert [(base64.b64decode(one["written"][0]), one["written"][1]) for one in evidence] == [(wrong, len(wrong))] * 2


@pytest.mark.parametrize(
    ("size", "place", "start"),
    [(500, 499, 0), (5000, 0, 0), (5000, 400, 0), (5000, 1000, 960), (5000, 4999, 4960)],
    ids=["short", "at-the-start", "near", "far", "last"],
)
def test_long_bytes_are_cut_around_the_place_that_matters(size: int, place: int, start: int) -> None:
    data = bytes(size)
    assert cases.window(data, place) == start
    texts = cases.Texts()
    octets, whole, first, at, fields = cases.drawn(texts, data, [], place=place, start=start)
    assert (whole, first, at) == (size, start, place)
    assert len(base64.b64decode(octets)) == sum(fields[::4]) == min(cases.OCTETS, size - start)


@pytest.mark.fast("changed")
@pytest.mark.parametrize(("digest", "note"), [("00000000", cases.CHANGED), ("", "")], ids=["changed", "of an old kit"])
def test_a_case_that_changed_since_says_so(tmp_path: Path, digest: str, note: str) -> None:
    finding = msgspec.structs.replace(PASS, case="daphne/dense/int32-2x3", digest=digest)
    page = written(tmp_path, finding, formats=("daphne",))
    notes = page.case(finding.case)[8]
    assert [page.data["texts"][place] for place in notes] == [note] * bool(note)
    assert "not of the vectors that were run (00)" in page.text


def test_cases_without_vectors_say_so(tmp_path: Path) -> None:
    page = written(tmp_path, FAIL)
    case = page.case(FAIL.case)
    assert case[6] == 0
    assert [page.data["texts"][place] for place in case[8]] == [cases.GONE]


# Bounds


def test_what_is_left_out_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathered, "KEPT", 3)
    passes = [msgspec.structs.replace(PASS, case=f"toy/basic/{number}") for number in range(10)]
    page = written(tmp_path, *passes, FAIL)
    assert len(page.data["cases"]) == 4
    assert "it leaves out 7 that passed" in page.text
    assert "10 passed 1 failed" in page.text


# Several


@pytest.mark.slow
def test_several_runs_stand_side_by_side(bugs: Path, version_0: Path, tmp_path: Path) -> None:
    path = tmp_path / "both.html"
    shown = goldenwire("report", bugs, version_0, "--quiet", "--html", path)
    page = Page(path)
    assert page.data["runs"] == ["goldenwire reference 0.1.0 (1)", "goldenwire reference 0.1.0 (2)"]
    assert {*page.case("daphne/dense/int32-2x3")[5][0::5]} == {0, 1}
    assert shown.count("It does not conform") == page.text.count("It does not conform at level strict") == 2


def test_junit_is_of_one_run(bugs: Path, tmp_path: Path) -> None:
    assert "of one run" in goldenwire("report", bugs, bugs, "--junit", tmp_path / "a.xml", code=2)


# Text stays text


def hostile(name: str) -> Finding:
    """Return a failure in which the member of this name is hostile."""
    odd: dict[str, Any] = {
        "difference": (STEERS,),
        "requirements": (f"{STEERS}-01",),
        "known": Known("todo", STEERS),
        "case": f"toy/basic/{STEERS}",
        "operation": STEERS,
    }
    return msgspec.structs.replace(FAIL, **{name: odd.get(name, STEERS)})


@pytest.mark.fast("observed", "stderr", "known")
@pytest.mark.parametrize(
    "name",
    ["case", "operation", "requirements", "summary", "why", "expected", "observed", "difference", "stderr", "request",
     "known"],
)  # fmt: skip
def test_what_a_codec_says_is_text(tmp_path: Path, name: str) -> None:
    kind = "known-failure" if name == "known" else "fail"
    page = written(tmp_path, msgspec.structs.replace(hostile(name), finding=kind))
    is_text(page)


def test_what_a_codec_is_called_is_text(tmp_path: Path) -> None:
    said = {"name": STEERS, "version": STEERS, "language": STEERS}
    page = written(tmp_path, FAIL, codec=said, command=(STEERS,), formats=(STEERS,), kit=STEERS)
    is_text(page)
    assert "alert(1)" in page.text


def is_text(page: Page) -> None:
    """Assert that the page has its three styles and scripts, and no control characters."""
    assert [tag for tag, _ in page.elements if tag in {"script", "style"}] == ["style", "script", "script"]
    assert page.data
    assert not [character for character in "\x1b\u2028\u202e" if character in page.source]


def test_data_cannot_end_its_element() -> None:
    text = embedded({"a": "</script><!--\u2028&"})
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == {"a": "</script><!--\u2028&"}


# One input


def test_a_case_and_a_file_are_shown_as_pages(tmp_path: Path) -> None:
    case, file = tmp_path / "case.html", tmp_path / "file.html"
    vector = formats.trees().find("daphne/dense/int32-2x3")
    (tmp_path / "a.bin").write_bytes(vector.octets)
    shown = goldenwire("vectors", "show", vector.id, "--html", case)
    goldenwire("explain", "daphne", tmp_path / "a.bin", "--html", file)
    rows = [" ".join(row[:5]).split() for row in ruler.rows(vector.octets, ruler.layout(vector.layout))]
    assert rows == [line.split() for line in shown.splitlines()[-len(rows) :]]
    for path in (case, file):
        text = Page(path).text.split()
        assert all(f" {' '.join(row)} " in f" {' '.join(text)} " for row in rows)
    assert Page(case).data["bytes"] == Page(file).data["bytes"]


def test_a_bad_file_shows_the_place_and_the_rule(tmp_path: Path) -> None:
    (tmp_path / "bad.bin").write_bytes(formats.trees().find("daphne/dense/int32-2x3").octets[:-1])
    goldenwire("explain", "daphne", tmp_path / "bad.bin", "--html", tmp_path / "bad.html", code=1)
    page = Page(tmp_path / "bad.html")
    assert "DAPHNE-DEC-04 A decoder MUST refuse" in page.text
    assert page.data["bytes"][3] == 45


def test_an_unknown_member_of_a_template_is_a_mistake() -> None:
    with pytest.raises(Exception, match="undefined"):
        page("octets.html", (), {})
