"""The formats that the kit knows, built in or brought by an installed package: public.

    from goldenwire import formats

    daphne = formats.load("daphne")
    value = daphne.decode(data)        # neutral notation, as JSON objects
    data = daphne.encode(value)
    daphne.explain(data).fields        # every byte range with its name and meaning

What a Format has besides is documented where it is defined, in goldenwire_reference.format.
"""

import traceback
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from goldenwire import corpus
from goldenwire.corpus.trees import Trees
from goldenwire.display.text import printable
from goldenwire.errors import UserError, did_you_mean

if TYPE_CHECKING:
    from goldenwire_reference.format import Format

__all__ = ["author_error", "load", "made_root", "names", "released_root", "trees"]


def names() -> tuple[str, ...]:
    """The names of all formats, built in first. Raises UserError where an installed package makes that impossible."""
    from goldenwire_reference import formats

    try:
        return formats.names()
    except formats.FormatError as error:
        raise UserError(str(error)) from None


def load(name: str) -> "Format":
    """The format of that name. Raises UserError if there is none, or what is wrong with the package that brings it."""
    from goldenwire_reference import formats

    try:
        if name not in formats.FORMATS and name not in formats.names():
            known = formats.names()
            raise UserError(f"there is no format {name!r}{did_you_mean(name, known)} (there are: {', '.join(known)})")
        return formats.load(name)
    except formats.FormatError as error:
        raise UserError(str(error)) from None


def author_error(error: Exception) -> UserError | None:
    """Return the sentence for an error that arose in the files of a format from outside, with the file and the line.

    None if it arose elsewhere: then it is the kit's own.
    """
    from goldenwire_reference.errors import AuthorError

    if isinstance(error, AuthorError):
        return UserError(str(error))
    authors, found = _packages(), None
    for frame, line in traceback.walk_tb(error.__traceback__):
        package, _, _ = str(frame.f_globals.get("__name__")).partition(".")
        if package in authors:
            found = authors[package], frame.f_code, line
    if found is None:
        return None
    name, code, line = found
    path = Path(code.co_filename)
    place = f"{path.parent.name}/{path.name}, line {line}, in {code.co_name}"
    return UserError(f"the format {name}: {place}: {printable(f'{type(error).__name__}: {error}')}")


def _packages() -> dict[str, str]:
    """The names of the formats from outside, by the package that brings each."""
    from goldenwire_reference import formats

    found = {}
    with suppress(formats.FormatError):
        for name in set(formats.names()).difference(formats.FORMATS):
            with suppress(formats.FormatError):
                found[formats.load(name).package.partition(".")[0]] = name
    return found


def trees(option: Path | str | None = None) -> Trees:
    """The vectors of all formats, or those of one folder alone."""
    return Trees(option, _brought)


def made_root(name: str, option: Path | str | None = None) -> Path:
    """The folder in which the format's vectors are made; there may be none yet. Raises UserError."""
    from goldenwire_reference.formats import vectors_path

    brought = vectors_path(load(name).name)
    return corpus.made(option) if brought is None or option else brought


def released_root(name: str) -> Path:
    """The tree in which the format's released vectors lie, whatever tree is named elsewhere. Raises UserError."""
    from goldenwire_reference.formats import vectors_path

    return vectors_path(load(name).name) or corpus.own()


def _brought() -> Mapping[str, Path]:
    """The folders of vectors that installed packages bring, by format."""
    from goldenwire_reference import formats

    try:
        found = {name: formats.vectors_path(name) for name in formats.names() if name not in formats.FORMATS}
    except formats.FormatError as error:
        raise UserError(str(error)) from None
    return {name: path for name, path in found.items() if path}
