"""The pages show what their commands print, pictures are up to date, and the site loads nothing from elsewhere."""

import os
import re
import shutil
import tomllib
from collections.abc import Iterator
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from docs import curves, peers, pictures, scale, specs, transcripts
from docs.build import build
from goldenwire import formats
from goldenwire.properties import PROPERTIES
from goldenwire.starters import start_format
from goldenwire_reference import requirements
from goldenwire_reference.formats import FORMATS
from harness.modules import modules

ROOT = Path(__file__).parent.parent
PAGES = {str(path.relative_to(ROOT)): path for path in transcripts.pages()}
# Tools that pages need, by page.
TOOLS = {
    "begin": ["cc"],
    "c": ["cc"],
    "go": ["go"],
    "javascript": ["node"],
    "runner": ["go", "node", "cc", "c++", "make", "cargo", "ruby", "javac", "Rscript"],
}
FETCHING = {"src", "srcset", "data", "poster", "action"}  # attributes whose address a browser loads by itself


def needed(*tools: str) -> str:
    """Return the path of the first of these tools that is installed. Otherwise the test skips; in CI it fails."""
    if path := next(filter(None, map(shutil.which, tools)), None):
        return path
    stop = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
    return str(stop(f"{tools[0]} is not installed"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    build(folder)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_what_its_commands_print(name: str, tmp_path: Path) -> None:
    for tool in TOOLS.get(Path(name).stem, []):
        needed(tool)
    page = PAGES[name].read_text()
    played = transcripts.played(page, tmp_path)
    assert transcripts.timeless(played) == transcripts.timeless(page), "`make docs-outputs` writes it anew"


def test_a_wrong_output_is_noticed_and_another_time_is_not(tmp_path: Path) -> None:
    page = "```console\n$ echo done in 3.1 s\ndone in 2.9 s\n$ echo one\ntwo\n```\n"
    assert transcripts.played(page, tmp_path) == page.replace("two", "one")


@pytest.mark.parametrize(
    "page",
    ["```console\n$ false\n```\n", "<!-- exit 1 -->\n```console\n$ true\n```\n",
     "<!-- exit 1 -->\n```console\n$ false\n$ false\n```\n", "<!-- run: false -->\n"],
    ids=["fails", "ought to fail", "fails too early", "fails unseen"],
)  # fmt: skip
def test_a_command_that_ends_in_another_way_is_noticed(page: str, tmp_path: Path) -> None:
    with pytest.raises(transcripts.Differs, match="ended with"):
        transcripts.played(page, tmp_path)


def test_a_session_stays_in_the_folder_that_it_changes_to(tmp_path: Path) -> None:
    page = "```console\n$ mkdir a && cd a\n$ cd ../a; false || pwd -P | xargs basename\na\n```\n<!-- run: touch b -->\n"
    assert transcripts.played(page, tmp_path) == page
    assert (tmp_path / "a/b").is_file()


def test_a_make_around_the_commands_is_not_seen_by_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAKELEVEL", "1")
    monkeypatch.setenv("MAKEFLAGS", "w")
    page = '```console\n$ echo "<$MAKELEVEL$MAKEFLAGS>"\n<>\n```\n'
    assert transcripts.played(page, tmp_path) == page


def test_the_commands_of_a_page_are_one_script() -> None:
    page = (
        "```sh\nmake demo     # which takes long\n```\n<!-- run: touch a -->\n<!-- exit 1 -->\n```console\n"
        "$ one | two\nseen\n$ three \\\n> four\nseen\n```\n```yaml\n$ no\n```\n"
    )
    assert transcripts.script(page).splitlines() == [
        "make demo     # which takes long", "touch a", "one | two", "three \\", "four && exit 1 || [ $? = 1 ]",
    ]  # fmt: skip


def test_a_change_of_a_file_has_to_fit_it(tmp_path: Path) -> None:
    page = '```c title="a.c"\nint a;\n```\n```diff title="a.c"\n-int b;\n+int c;\n```\n'
    with pytest.raises(transcripts.Differs, match="not there once"):
        transcripts.played(page, tmp_path)
    transcripts.played(page.replace("-int b", "-int a"), tmp_path)
    assert (tmp_path / "a.c").read_text() == "int c;\n"


def test_the_picture_of_the_readme_is_what_is_drawn() -> None:
    assert pictures.SHOWN.read_text() == pictures.way(), "`make docs-outputs` draws it anew"


@pytest.mark.parametrize("name", curves.CURVES)
def test_a_picture_of_a_curve_is_of_the_figures_that_were_measured_last(name: str) -> None:
    drawn = (curves.PICTURES / f"{name}.svg").read_text()
    assert escape(curves.told(name), quote=False) in drawn, "`python -m docs.curves` draws it anew"
    assert len(drawn) < 40_000


@pytest.mark.slow
def test_the_same_figures_make_the_same_picture_without_a_date() -> None:
    drawn = curves.drawing("messages")
    assert (drawn == curves.drawing("messages"), "<dc:date>" in drawn) == (True, False)


@pytest.mark.parametrize(
    ("costs", "slopes"),
    [([2.0, 20.0, 200.0, 2000.0], (1, 1)), ([3.0, 3.0, 3.0, 3.0], (0, 0)), ([5.0, 5.0, 5.0, 500.0], (0.6, 2))],
    ids=["linear", "flat", "flat, then with the square"],
)
def test_a_slope_is_the_power_of_the_size_that_a_cost_grows_with(
    costs: list[float], slopes: tuple[float, float]
) -> None:
    points = [{"size": 10.0**place, "cost": cost} for place, cost in enumerate(costs)]
    assert curves.slopes(points, lambda one: one["cost"]) == pytest.approx(slopes, abs=1e-9)


def test_what_soaks_cost_is_told_of_every_format() -> None:
    assert [name for name in FORMATS if f"| {name}, the reference |" not in scale.formats()] == []
    assert "| 4 Dask workers |" in scale.spread()


def test_the_readme_says_of_others_what_was_measured_last() -> None:
    text = " ".join((ROOT / "README.md").read_text().split())
    assert peers.sentence() in text, "`make bench-peers` measures, and its sentence belongs into README.md"


def test_what_a_case_costs_is_told_part_by_part() -> None:
    rows = [row.split("|")[1].strip() for row in peers.way().splitlines()[2:]]
    assert rows == [*peers.data()["way"]["parts"], "together"]
    assert [peers.part(name).count("\n") for name in ("others", "processes")] == [4, 4]


def test_the_readme_is_short_and_its_links_lead_somewhere() -> None:
    text = (ROOT / "README.md").read_text()
    assert len(text.splitlines()) <= 120
    links = re.findall(r"\]\(([^)#]+)", text)
    assert len(links) > 15
    assert [link for link in links if not (ROOT / link).exists()] == []


def counted(name: str, folder: Path) -> int:
    """Count the files that a command shown in CONTRIBUTING.md makes."""
    if name == "vectors":
        return sum(path.is_file() for path in (ROOT / "vectors").rglob("*"))
    return len(start_format(name, folder / name))


@pytest.mark.fast("vectors")
@pytest.mark.parametrize("name", ["leb", "vectors"])
def test_contributing_counts_the_files_that_there_are(name: str, tmp_path: Path) -> None:
    says = re.findall(rf"^    ([0-9,]+) files in {name}\b", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE)
    assert says == [f"{counted(name, tmp_path):,}"]


def test_trust_names_the_folder_of_every_formats_oracle() -> None:
    page = (ROOT / "harness/docs/pages/trust.md").read_text()
    rows = re.findall(r"^\| (.+?) \| `(tests/\w+/oracle)` \| .{10,} \|$", page, re.MULTILINE)
    titles = [formats.load(name).title for name in FORMATS]
    assert [title for title, _ in rows] == titles
    assert [folder for _, folder in rows if not (ROOT / folder / "codec.py").is_file()] == []


def test_the_properties_are_told_in_their_own_sentences() -> None:
    page = (ROOT / "harness/docs/pages/properties.md").read_text()
    rows = re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", page, re.MULTILINE)
    assert rows == [(one.name, one.summary) for one in PROPERTIES]


def test_the_architecture_names_what_never_imports_the_reference() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [ground] = [one for one in contracts if one["name"] == "the harness's ground floor knows no reference codec"]
    text = " ".join((ROOT / "ARCHITECTURE.md").read_text().split())
    [named] = re.findall(r"([^.]*) never import the reference, not even by way of others", text.replace(".py", ""))
    modules = {name.removeprefix("goldenwire.").replace(".", "/") for name in ground["source_modules"]}
    assert set(re.findall(r"`([a-z_/]+)`", named)) == modules


def test_no_module_of_the_harness_imports_a_format() -> None:
    named = re.compile(rf"goldenwire_(?:reference|suite)(\.| import )({'|'.join(FORMATS)})\b")
    assert len(modules()) > 100
    assert [path for path in modules() if named.search(path.read_text())] == []


@pytest.mark.parametrize("name", ["daphne", "dynd", "dspack", "sciserialize"])
def test_every_requirement_has_one_anchor(name: str) -> None:
    anchors = re.findall(
        rf"^- \[\*\*({name.upper()}-[A-Z0-9-]+)\*\*\]\(#\1\){{#\1}} ", specs.markdown(name), re.MULTILINE
    )
    assert anchors == list(requirements.load(name))


@pytest.mark.slow
def test_a_requirement_has_its_vectors_and_mutations_beside_it(site: Path) -> None:
    html = (site / "spec/daphne.html").read_text()
    start = html.index('id="DAPHNE-CSR-08"')
    item = html[start : html.index("</details>", start)]
    cited = [one.id for one in formats.trees().load("daphne", data=False) if "DAPHNE-CSR-08" in one.requirements]
    assert len(cited) > 5
    assert f"<summary>{len(cited)} vectors, " in item
    assert all(f">{id_.rpartition('/')[2]}</span>" in item for id_ in cited)
    assert "caught by <code>daphne/" in item


class Fetched(HTMLParser):
    """The addresses that a browser loads when it opens a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.found += [value or "" for name, value in attrs if name in FETCHING]
        if tag == "link" and told.get("rel") not in {"canonical", "next", "prev"}:
            self.found.append(told.get("href") or "")


def pages(site: Path) -> Iterator[Path]:
    return (path for path in sorted(site.rglob("*.html")) if path.name != "404.html")


@pytest.mark.slow
def test_the_pages_ask_for_nothing_but_files_beside_them(site: Path) -> None:
    found = list(pages(site))
    assert len(found) >= 30
    for page in found:
        for address in Fetched(page.read_text()).found:
            assert ":" not in address, (page, address)
            assert (page.parent / address.partition("?")[0]).is_file(), (page, address)
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(\W*(https?:)?//|@import", style.read_text()), style


@pytest.mark.slow
def test_a_browser_opens_the_site_from_disk_and_finds_a_requirement(site: Path) -> None:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = needed("chromium", "chromium-browser", "google-chrome")
    asked: list[str] = []
    said: list[str] = []
    with sync_api.sync_playwright() as playwright:
        unboxed = ["--no-sandbox"] if os.getuid() == 0 else []
        page = playwright.chromium.launch(executable_path=path, args=unboxed).new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto((site / "index.html").as_uri())
        page.locator(".md-search__input").fill("DAPHNE-CSR-08")  # at once: the theme complains of `DAPHNE-`
        page.locator(".md-search__input").press("End")
        page.locator('.md-search-result__link[href*="spec/daphne.html"]').first.click()
        page.wait_for_url("**/spec/daphne.html*")
        assert page.locator('[id="DAPHNE-CSR-08"]').count() == 1
    assert said == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
