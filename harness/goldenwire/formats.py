"""The formats that the kit knows, built in or brought by an installed package: public.

    from goldenwire import formats

    daphne = formats.load("daphne")
    value = daphne.decode(data)        # neutral notation, as JSON objects
    data = daphne.encode(value)
    daphne.explain(data).fields        # every byte range with its name and meaning

What a Format has besides is documented where it is defined, in goldenwire_reference.format.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from goldenwire.corpus import own
from goldenwire.corpus.trees import Trees
from goldenwire.errors import UserError, did_you_mean

if TYPE_CHECKING:
    from goldenwire_reference.format import Format

__all__ = ["load", "names", "released_root", "trees"]


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


def trees(option: Path | str | None = None) -> Trees:
    """The vectors of all formats, or those of one folder alone."""
    return Trees(option, _brought)


def released_root(name: str) -> Path:
    """The tree in which the format's released vectors lie, whatever tree is named elsewhere. Raises UserError."""
    from goldenwire_reference.formats import vectors_path

    return vectors_path(load(name).name) or own()


def _brought() -> Mapping[str, Path]:
    """The folders of vectors that installed packages bring, by format."""
    from goldenwire_reference import formats

    try:
        found = {name: formats.vectors_path(name) for name in formats.names() if name not in formats.FORMATS}
    except formats.FormatError as error:
        raise UserError(str(error)) from None
    return {name: path for name, path in found.items() if path}
