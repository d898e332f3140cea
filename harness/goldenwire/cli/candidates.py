"""Shell completion of formats, ids of cases and ids of requirements.

Files are searched as text and only as far as needed, so that a completion takes little longer than the command's start.
"""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from click.shell_completion import CompletionItem

CASE = re.compile(r"^- id: \"?([^\s\"]+)", re.MULTILINE)
REQUIREMENT = re.compile(r"^- \*\*([A-Z][A-Z0-9-]*-[0-9]{2,})\*\*", re.MULTILINE)


def formats(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the formats with this prefix."""
    return _beginning(incomplete, _names())


def formats_or_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the formats with this prefix; files if there are none."""
    found = [CompletionItem(name) for name in formats(ctx, param, incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


def formats_or_all(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the formats, and the word `all`, with this prefix."""
    return _beginning(incomplete, (*_names(), "all"))


def formats_or_requirements(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the formats with this prefix, or else the requirements."""
    return formats(ctx, param, incomplete) or requirements(ctx, param, incomplete)


def cases(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of cases with this prefix, or their folders if there are several."""
    from goldenwire.errors import UserError

    try:
        found = _beginning(incomplete, _folders(_roots(ctx), ""))
        while len(found) == 1 and found[0].endswith("/"):  # the shell would take a single folder for the complete word
            found = _beginning(incomplete, _folders(_roots(ctx), found[0]))
    except (OSError, UserError):
        return []
    return found


def requirements(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of requirements with this prefix."""
    from goldenwire_reference.formats import spec_path

    wanted = incomplete.partition("-")[0].lower()
    names = [name for name in _names() if (name == wanted if "-" in incomplete else name.startswith(wanted))]
    return _beginning(incomplete, (id for name in names for id in _found(REQUIREMENT, spec_path(name))))


def codecs(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the built-in codec's name, which stands in place of a command."""
    return _beginning(incomplete, ("reference",))


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    return [
        word for word in words if word.startswith(incomplete) or (word.endswith("/") and incomplete.startswith(word))
    ]


def _names() -> tuple[str, ...]:
    from goldenwire_reference import formats

    try:
        return formats.names()
    except formats.FormatError:
        return formats.FORMATS


def _roots(ctx: click.Context) -> dict[str, Path]:
    """Return the tree of each format's vectors."""
    from goldenwire import corpus
    from goldenwire_reference.formats import FORMATS, vectors_path

    named = ctx.params.get("vectors") or os.environ.get("GOLDENWIRE_VECTORS")
    if named:
        return {path.name: Path(named) for path in sorted(Path(named).iterdir()) if path.is_dir()}
    bundled = corpus.root()
    external = {name: vectors_path(name) for name in _names() if name not in FORMATS}
    return {**dict.fromkeys(FORMATS, bundled), **{name: path for name, path in external.items() if path}}


def _folders(roots: dict[str, Path], folder: str) -> Iterator[str]:
    """Return the contents of a folder of ids: formats, the features of a format, or the cases of a feature."""
    format, _, feature = folder.rstrip("/").partition("/")
    if not format:
        return (f"{name}/" for name in roots)
    if not feature:
        return (f"{format}/{path.stem}/" for path in sorted((roots[format] / format).glob("*.yaml")))
    return _found(CASE, roots[format] / format / f"{feature}.yaml")


def _found(pattern: re.Pattern[str], path: Path) -> Iterator[str]:
    return (match[1] for match in pattern.finditer(path.read_text(encoding="utf-8")))
