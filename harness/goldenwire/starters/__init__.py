"""Create the files of `goldenwire new`: a format, or a codec in some language."""

import keyword
import re
import sys
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from goldenwire.errors import UserError
from goldenwire.starters.folders import SAMPLE, empty, texts, write
from goldenwire.starters.languages import LANGUAGES, NAMES, language_of, start_language

__all__ = ["LANGUAGES", "NAMES", "language_of", "start_format", "start_language"]

NAME = re.compile(r"[a-z][a-z0-9]*")


def start_format(name: str, folder: Path) -> list[Path]:
    """Create a package with a format of that name in a new or empty folder, and generate its vectors; return the files.

    Raises UserError.
    """
    _check_name(name)
    empty(folder)
    templates = texts(files("goldenwire.starters") / "format")
    made = {_renamed(place, name): _renamed(text, name) for place, text in templates}
    return write(folder, made) + _generate_vectors(name, folder)


def _check_name(name: str) -> None:
    from goldenwire.formats import names

    if not NAME.fullmatch(name) or keyword.iskeyword(name) or name == "all":
        raise UserError(f"{name!r} cannot be the name of a format: lower-case letters and digits, a letter first")
    if name in names():
        raise UserError(f"there is a format {name} already")


def _renamed(text: str, name: str) -> str:
    for sample, other in ((SAMPLE, name), (SAMPLE.upper(), name.upper()), (SAMPLE.title(), name.title())):
        text = text.replace(sample, other)
    return text


def _generate_vectors(name: str, folder: Path) -> list[Path]:
    """Generate the vectors of the format in the folder from its own cases; return the files."""
    from goldenwire_reference import formats
    from goldenwire_suite import generation

    package = f"goldenwire_{name}"
    sys.path.insert(0, str(folder.resolve()))
    try:
        formats.register(import_module(package).FORMAT)
        root = folder / package / "vectors"
        generation.regenerate(root, (name,))
    finally:
        sys.path.remove(str(folder.resolve()))
    return [path for path in root.rglob("*") if path.is_file()]
