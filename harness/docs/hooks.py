"""Hooks for mkdocs, which add generated pages and pictures and fill the places kept for generated content."""

import re
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from docs import generated, pictures, specs
from goldenwire_reference.formats import FORMATS

PLACE = re.compile(rf"^<!-- (?P<what>{'|'.join(generated.PLACES)}) ?(?P<words>.*) -->$", re.MULTILINE)


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Return the files on disk and the generated ones."""
    made = {
        **{f"pictures/{name}.svg": text for name, text in pictures.every().items()},
        **{f"spec/{name}.md": specs.markdown(name) for name in FORMATS},
        **generated.documents(),
    }
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return the page with its places filled."""
    return PLACE.sub(lambda match: generated.PLACES[match["what"]](match["words"]), markdown)


def on_page_content(html: str, *, page: Page, **rest: Any) -> str:
    """Return the page; below each requirement of a specification are its vectors and mutations."""
    folder, _, name = page.file.src_uri.removesuffix(".md").partition("/")
    return specs.covered(html, name) if folder == "spec" else html
