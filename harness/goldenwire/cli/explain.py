"""`goldenwire explain`."""

import gc
import re
import sys
from pathlib import Path
from typing import Any

import click

from goldenwire import system
from goldenwire.cli import candidates
from goldenwire.cli.options import html_option
from goldenwire.display.door import print_lines
from goldenwire.display.text import printable
from goldenwire.errors import UserError
from goldenwire_reference.wording import plural

LARGEST = 1 << 22  # bytes of a file: each may be a range of its own, which takes some microseconds and 300 bytes
REQUIREMENT = re.compile(r"[A-Z][A-Z0-9]*-[A-Z0-9]+-[0-9]{2,}")


@click.command(short_help="Annotate a file by byte range; for invalid bytes, name the offset and the requirement.")
@click.argument("format", shell_complete=candidates.formats)
@click.argument("file", required=False, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--context", metavar="JSON", help="The context that a decoder needs besides the bytes.")
@click.option("--all", "everything", is_flag=True, help="Show every range, however many there are.")
@html_option
@click.pass_context
def explain(
    ctx: click.Context, *, format: str, file: Path | None, context: str | None, everything: bool, html: Path | None
) -> None:
    """Name every byte range of FILE (- is standard input) and what it means in FORMAT.

    Exit code 1 if the bytes are invalid; then the offset, the requirement and its text are shown.
    """
    from goldenwire import formats

    if REQUIREMENT.fullmatch(format):
        raise UserError(f"{format} is a requirement; goldenwire spec {format} shows it; explain takes FORMAT FILE")
    if file is None:
        raise UserError(f"FILE is missing: goldenwire explain {format} FILE (- is standard input)")
    if not (str(file) == "-" or file.is_file()):
        raise UserError(f"{file}: there is no such file")
    fmt = formats.load(format)
    data = _read(file)
    gc.disable()  # objects made from here on stay alive
    found = _explained(fmt, data, _json(context))
    if html:
        name = "standard input" if str(file) == "-" else printable(file.name)
        _write(html, data, found, everything, title=name, kicker=f"goldenwire explain · {fmt.name}")
    print_lines(_lines(data, found, everything))
    ctx.exit(1 if found.error else 0)


def _read(file: Path) -> bytes:
    """Return the bytes of the file, or of standard input for `-`. Raises UserError if there are too many."""
    if str(file) == "-":
        data = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with system.open_regular(file) as stream:
            data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise UserError(f"{file}: more than {LARGEST:,} bytes, and no more are explained; cut out the part in question")
    return data


def _explained(fmt: Any, data: bytes, context: Any) -> Any:
    from goldenwire_reference.errors import NotationError, WireError

    try:
        return fmt.explain(data, context)
    except (NotationError, WireError) as error:
        if context is None:
            raise UserError(f"--context is missing: {fmt.name} needs one: {error}") from None
        raise UserError(f"--context: {fmt.name} cannot be read with this one: {error}") from None


def _lines(data: bytes, found: Any, everything: bool) -> list[str]:
    from goldenwire.display.ruler import annotate, folded, hexdump, ranges
    from goldenwire.display.terminal import Terminal
    from goldenwire.judge import referee

    parts = ranges(found.fields)
    lines = list(annotate(data, parts if everything else folded(parts), colour=Terminal().colour))
    if found.error is None:
        return [*lines, f"{plural(len(data), 'byte')}, all accounted for"]
    error = found.error
    at = next((part for part in reversed(parts) if part.offset == error.offset), None)
    return [
        *lines,
        "",
        *map(printable, f"{error.code} at byte {error.offset}: {error.message}".splitlines()),
        *hexdump(data, error.offset, at.size if at else 1),
        f"{error.requirement}: {referee.sentence(error.requirement)}",
    ]


def _write(path: Path, data: bytes, found: Any, everything: bool, **called: str) -> None:
    """Write the page that shows the bytes, with `called` as its title and kicker."""
    from goldenwire.display.ruler import folded, ranges
    from goldenwire.judge import referee
    from goldenwire.report.html import octets

    parts, error = ranges(found.fields), found.error
    octets.write(
        path,
        told="" if error else "All of its bytes are accounted for.",
        data=data,
        named=parts,
        listed=parts if everything else folded(parts),
        place=error.offset if error else None,
        error=[f"{error.code} at byte {error.offset}: {error.message}"] if error else [],
        sentences=[(error.requirement, referee.sentence(error.requirement))] if error else [],
        **called,
    )


def _json(text: str | None) -> Any:
    import json

    try:
        return None if text is None else json.loads(text)
    except ValueError as error:
        raise UserError(f"--context: not JSON: {error}") from None
