"""Fill folders for `goldenwire new`: copy the template files beside this module with their placeholders replaced."""

from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path

from goldenwire.errors import UserError

SAMPLE = "sample"  # the name of the format in the files and in their names
DOTTED = ("gitignore", "github")  # stored without their dot, so that no tool treats them as the kit's own


def empty(folder: Path) -> None:
    """Raise UserError if the folder is not empty, or its path is taken by a file."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder}: there is something already; name a new or an empty folder")


def texts(folder: Traversable, at: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and text of each file."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        place = f"{at}{'.' if item.name in DOTTED else ''}{item.name}"
        if item.is_dir() and not item.name.startswith("__"):
            yield from texts(item, f"{place}/")
        elif item.is_file() and not item.name.endswith(".pyc"):
            yield place, item.read_text(encoding="utf-8")


def write(folder: Path, made: Mapping[str, str]) -> list[Path]:
    """Write the files into the folder and return their paths."""
    for place, text in made.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [folder / place for place in made]
