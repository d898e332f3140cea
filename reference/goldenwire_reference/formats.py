"""The registry of formats: the built-in ones, and those of installed packages.

A format from outside is an entry point of the group `goldenwire.formats`, whose name is the format's and whose value
names its FORMAT (`package:FORMAT`). Entry points are looked up only if a name is not built in, or all are requested:
the lookup takes 30 ms.
"""

import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from goldenwire_reference.format import Explanation, Format, Json, Policy, Profile, Read

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "FORMATS", "GROUP", "Explanation", "Format", "FormatError", "Json", "Policy", "Profile", "Read", "load", "names",
    "notation_path", "register", "spec_path", "vectors_path",
]  # fmt: skip

# Another built-in format is registered here; its folder beside this file exports FORMAT.
FORMATS = ("daphne", "dynd", "dspack", "sciserialize", "msgpack")

GROUP = "goldenwire.formats"

_NAME = re.compile(r"[a-z][a-z0-9]*")


class FormatError(ValueError):
    """A format that does not exist, or that cannot be used: one sentence."""


def names() -> tuple[str, ...]:
    """Return the names of all formats: the built-in ones, then the installed ones sorted by name."""
    return (*FORMATS, *sorted({*_installed(), *_registered}))


_registered: dict[str, Format] = {}


def register(found: Format) -> None:
    """Make a format known to this process, as if its package were installed. Raises FormatError."""
    _registered[found.name] = _sound(found.name, found, f"the package {found.package}", found.package)
    load.cache_clear()
    _installed.cache_clear()


@cache
def load(name: str) -> Format:
    """Return the format of that name. Raises FormatError if there is none, or it cannot be used."""
    if name in _registered:
        return _registered[name]
    if name in FORMATS:
        found = import_module(f"goldenwire_reference.{name}").FORMAT
        assert isinstance(found, Format)
        return found
    if name not in (installed := _installed()):
        raise FormatError(f"there is no format {name!r}; there are {', '.join((*FORMATS, *sorted(installed)))}")
    return _checked(name, installed[name])


@cache
def _installed() -> "dict[str, EntryPoint]":
    """Return the entry points of external formats, by name. Raises FormatError if two packages claim one name."""
    from importlib.metadata import entry_points

    points = list(entry_points(group=GROUP))
    counts = Counter(point.name for point in points)
    for point in points:
        owner = _owner(point)
        if not _NAME.fullmatch(point.name):
            raise FormatError(f"{owner} calls a format {point.name!r}; a name is of lower-case letters and digits")
        if point.name in FORMATS:
            raise FormatError(f"{owner} brings a format {point.name!r}, which is a name of the kit's own formats")
        if counts[point.name] > 1:
            owners = sorted(_owner(other) for other in points if other.name == point.name)
            raise FormatError(f"{' and '.join(owners)} both bring a format {point.name!r}; uninstall one of them")
    return {point.name: point for point in points}


def _owner(point: "EntryPoint") -> str:
    return f"the package {point.dist.name}" if point.dist else f"an entry point {point.value}"


def _checked(name: str, point: "EntryPoint") -> Format:
    try:
        found = point.load()
    except Exception as error:  # whatever a foreign package does when it is imported
        what = f"{type(error).__name__}: {error}"
        raise FormatError(f"the format {name!r} of {_owner(point)} cannot be loaded: {what}") from error
    return _sound(name, found, _owner(point), point.value)


def _sound(name: str, found: object, owner: str, place: str) -> Format:
    if not isinstance(found, Format):
        raise FormatError(f"the format {name!r} of {owner} is no Format: {place} is of type {type(found).__name__}")
    faults = {
        f"calls itself {found.name!r}": found.name != name,
        "does not name its package": not found.package,
        "does not say which version its vectors are": not found.version,
    }
    for fault, holds in faults.items():
        if holds:
            raise FormatError(f"the format {name!r} of {owner} {fault}")
    return found


def spec_path(name: str) -> Path:
    """Return the path of the format's normative text. Raises FormatError."""
    return _folder(name) / "spec.md"


def notation_path(name: str) -> Path:
    """Return the path of the JSON Schema of the format's values, plans and contexts, which need not exist.

    Raises FormatError.
    """
    return _folder(name) / "notation.schema.json"


def vectors_path(name: str) -> Path | None:
    """Return the tree of vectors of a format from outside; None for a built-in one, whose tree is the kit's."""
    return None if name in FORMATS else _folder(name) / "vectors"


def _folder(name: str) -> Path:
    if name in FORMATS:
        return Path(__file__).parent / name
    module = import_module(load(name).package)
    if not module.__file__:
        raise FormatError(f"the format {name!r}: its package {module.__name__} is no folder")
    return Path(module.__file__).parent
