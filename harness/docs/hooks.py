"""What mkdocs calls: it adds the pages and pictures that are generated, and fills the places kept for them."""

import re
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from docs import generated, pictures, specs
from goldenwire_reference.formats import FORMATS

PLACE = re.compile(rf"^<!-- (?P<what>{'|'.join(generated.PLACES)}) ?(?P<words>.*) -->$", re.MULTILINE)


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """The files on disk and those that are made here."""
    made = {
        **{f"pictures/{name}.svg": text for name, text in pictures.every().items()},
        **{f"spec/{name}.md": specs.markdown(name) for name in FORMATS},
        **generated.documents(),
    }
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page with what its places ask for."""
    return PLACE.sub(lambda match: generated.PLACES[match["what"]](match["words"]), markdown)


def on_page_content(html: str, *, page: Page, **rest: Any) -> str:
    """The page; under each requirement of a specification stand its vectors and misreadings."""
    folder, _, name = page.file.src_uri.removesuffix(".md").partition("/")
    return specs.covered(html, name) if folder == "spec" else html
