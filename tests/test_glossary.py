"""The glossary defines the words of the pages: each in a sentence, with a link to a page that uses it."""

import re
from pathlib import Path

import pytest

from docs import generated, specs

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "harness/docs/pages"
ENTRY = re.compile(
    r"- \*\*(?P<word>[a-z -]+)\*\*: (?P<sentence>[^.]+) \(\[[^]]+]\((?P<page>[\w/-]+\.md)(?:#(?P<anchor>[\w-]+))?\)\)\."
)
LINES = [line for line in (PAGES / "glossary.md").read_text().splitlines() if line.startswith("-")]
ENTRIES = {found["word"]: found for found in map(ENTRY.fullmatch, LINES) if found}


def text_of(page: str) -> str:
    """Return the Markdown of a page of the site, whether it is a file or generated."""
    if page.startswith("spec/"):
        return specs.markdown(page.removeprefix("spec/").removesuffix(".md"))
    return generated.documents().get(page) or (PAGES / page).read_text()


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings, spelled as the site spells them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower()) for heading in headings}


def test_each_line_is_a_word_a_sentence_and_a_link() -> None:
    assert [line for line in LINES if not ENTRY.fullmatch(line)] == []


def test_words_are_in_alphabetical_order_and_defined_once() -> None:
    words = [found["word"] for found in map(ENTRY.fullmatch, LINES) if found]
    assert words == sorted(set(words))


@pytest.mark.parametrize("word", ENTRIES)
def test_the_link_of_a_word_leads_to_a_page_with_that_anchor(word: str) -> None:
    anchor = ENTRIES[word]["anchor"]
    assert anchor is None or anchor in anchors(text_of(ENTRIES[word]["page"]))


def test_each_word_is_used_outside_the_glossary() -> None:
    pages = [path.read_text() for path in PAGES.rglob("*.md") if path.name != "glossary.md"]
    text = "\n".join([(ROOT / "README.md").read_text(), *pages, *generated.documents().values()]).lower()
    assert [word for word in ENTRIES if word not in text] == []
