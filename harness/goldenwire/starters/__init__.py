"""What `goldenwire new` makes: copies of the files beside this one, under another name."""

import keyword
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from goldenwire.errors import UserError

SAMPLE = "sample"  # the name in the files, and in their names
NAME = re.compile(r"[a-z][a-z0-9]*")


def start_format(name: str, folder: Path) -> list[Path]:
    """The files of a package that brings a format of that name, made in a new or empty folder, its vectors forged.

    Raises UserError.
    """
    _check_name(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder}: there is something already; name a new or an empty folder")
    made = []
    for place, text in _texts(files("goldenwire.starters") / "format", name):
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        made.append(path)
    return made + _forged(name, folder)


def _check_name(name: str) -> None:
    from goldenwire.formats import names

    if not NAME.fullmatch(name) or keyword.iskeyword(name) or name == "all":
        raise UserError(f"{name!r} cannot be the name of a format: lower-case letters and digits, a letter first")
    if name in names():
        raise UserError(f"there is a format {name} already")


def _texts(folder: Traversable, name: str, at: str = "") -> Iterator[tuple[str, str]]:
    """The path and text of each file, with the sample's name replaced."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        place = f"{at}{'.gitignore' if item.name == 'gitignore' else _renamed(item.name, name)}"
        if item.is_dir() and not item.name.startswith("__"):
            yield from _texts(item, name, f"{place}/")
        elif item.is_file() and not item.name.endswith(".pyc"):
            yield place, _renamed(item.read_text(encoding="utf-8"), name)


def _renamed(text: str, name: str) -> str:
    for sample, other in ((SAMPLE, name), (SAMPLE.upper(), name.upper()), (SAMPLE.title(), name.title())):
        text = text.replace(sample, other)
    return text


def _forged(name: str, folder: Path) -> list[Path]:
    """The vectors of the format in the folder, forged by its own catalogue."""
    from goldenwire_reference import forge, formats

    package = f"goldenwire_{name}"
    sys.path.insert(0, str(folder.resolve()))
    try:
        formats.register(import_module(package).FORMAT)
        root = folder / package / "vectors"
        forge.regenerate(root, (name,))
    finally:
        sys.path.remove(str(folder.resolve()))
    return [path for path in root.rglob("*") if path.is_file()]
