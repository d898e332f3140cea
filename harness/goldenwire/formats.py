"""The formats that the kit knows, built in or provided by an installed package: public.

    from goldenwire import formats

    daphne = formats.load("daphne")
    value = daphne.decode(data)        # neutral notation, as JSON objects
    data = daphne.encode(value)
    daphne.explain(data).fields        # every byte range with its name and meaning

The other members of a Format are documented at its definition, in goldenwire_reference.format.
"""

import traceback
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from goldenwire import corpus
from goldenwire.corpus.trees import Trees
from goldenwire.errors import UserError, did_you_mean

if TYPE_CHECKING:
    from goldenwire_reference.format import Format

__all__ = ["author_error", "load", "made_root", "names", "released_root", "trees"]


def names() -> tuple[str, ...]:
    """Return the names of all formats, built-in ones first. Raises UserError if an installed package is faulty."""
    from goldenwire_reference import formats

    try:
        return formats.names()
    except formats.FormatError as error:
        raise UserError(str(error)) from None


def load(name: str) -> "Format":
    """Return the format of that name. Raises UserError if there is none, or if its package is faulty."""
    from goldenwire_reference import formats

    try:
        if name not in formats.FORMATS and name not in formats.names():
            known = formats.names()
            raise UserError(f"there is no format {name!r}{did_you_mean(name, known)} (there are: {', '.join(known)})")
        return formats.load(name)
    except formats.FormatError as error:
        raise UserError(str(error)) from None


def author_error(error: Exception) -> UserError | None:
    """Return the message for an error raised in the files of an external format, with the file and the line.

    None if it was raised elsewhere: then it is the kit's own.
    """
    from goldenwire_reference.errors import AuthorError

    if isinstance(error, AuthorError):
        return UserError(str(error))
    authors, found = _packages(), None
    for frame, line in traceback.walk_tb(error.__traceback__):
        package, *inner = str(frame.f_globals.get("__package__")).split(".")
        if package in authors:
            found = authors[package], Path(package, *inner), frame.f_code, line
    if found is None:
        return None
    name, folder, code, line = found
    place = f"{folder / Path(code.co_filename).name}, line {line}, in {code.co_name}"
    return UserError(f"the format {name}: {place}: {type(error).__name__}: {error}")


def _packages() -> dict[str, str]:
    """Return the names of external formats, by the package of each."""
    from goldenwire_reference import formats

    found = {}
    with suppress(formats.FormatError):
        for name in set(formats.names()).difference(formats.FORMATS):
            with suppress(formats.FormatError):
                found[formats.load(name).package.partition(".")[0]] = name
    return found


def trees(option: Path | str | None = None) -> Trees:
    """Return the vectors of all formats, or those in one folder only."""
    return Trees(option, _external)


def made_root(name: str, option: Path | str | None = None) -> Path:
    """Return the folder in which the format's vectors are generated; it may not exist yet. Raises UserError."""
    from goldenwire_reference.formats import vectors_path

    external = vectors_path(load(name).name)
    return corpus.made(option) if external is None or option else external


def released_root(name: str) -> Path:
    """Return the tree of the format's released vectors, regardless of any tree given as an option. Raises UserError."""
    from goldenwire_reference.formats import vectors_path

    return vectors_path(load(name).name) or corpus.bundled()


def _external() -> Mapping[str, Path]:
    """Return the vector folders of installed packages, by format."""
    from goldenwire_reference import formats

    try:
        found = {name: formats.vectors_path(name) for name in formats.names() if name not in formats.FORMATS}
    except formats.FormatError as error:
        raise UserError(str(error)) from None
    return {name: path for name, path in found.items() if path}
