"""`goldenwire explain`."""

import gc
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from goldenwire.cli import candidates, octets
from goldenwire.cli.options import html_option
from goldenwire.display.door import print_lines
from goldenwire.display.text import printable
from goldenwire.errors import UserError
from goldenwire_reference.wording import plural

if TYPE_CHECKING:
    from goldenwire.recognition import Recognition
    from goldenwire_reference.format import Format

LARGEST = 1 << 22  # bytes of a file: each may be a range of its own, which takes some microseconds and 300 bytes
REQUIREMENT = re.compile(r"[A-Z][A-Z0-9]*-[A-Z0-9]+-[0-9]{2,}")
STDIN = "-"


@click.command(short_help="Annotate a file by byte range; for invalid bytes, name the offset and the requirement.")
@click.argument("format", metavar="[FORMAT]", shell_complete=candidates.formats_or_files)
@click.argument("file", metavar="FILE", required=False)
@click.option("--hex", "spelling", flag_value="hex", help="FILE, or the word in its place, is hex.")
@click.option("--base64", "spelling", flag_value="base64", help="FILE, or the word in its place, is base64.")
@click.option("--raw", "spelling", flag_value="raw", help="Standard input is no hex, even if it looks like it.")
@click.option("--context", metavar="JSON", help="The context that a decoder needs besides the bytes.")
@click.option("--all", "everything", is_flag=True, help="Show every range and value, however many there are.")
@html_option
@click.pass_context
def explain(
    ctx: click.Context,
    *,
    format: str,
    file: str | None,
    spelling: str | None,
    context: str | None,
    everything: bool,
    html: Path | None,
) -> None:
    """Name every byte range of FILE (- is standard input) and what it means in FORMAT, and show the value.

    Without FORMAT, the formats are tried, and the likeliest one is shown with how sure that is. Without --context, the
    contexts are tried that FORMAT has, such as carriers and common types. Standard input may be hex.

    Exit code 1 if the bytes are invalid; then the offset, the requirement and its text are shown.
    """
    if REQUIREMENT.fullmatch(format):
        raise UserError(f"{format} is a requirement; goldenwire spec {format} shows it; explain takes [FORMAT] FILE")
    named, word = (format, file) if file is not None else (None, format)
    if named is None and word in _names():
        raise UserError(f"FILE is missing: goldenwire explain {word} FILE (- is standard input)")
    formats, given = _formats(named, context is not None), _json(context)
    data, note = octets.read(word, spelling, LARGEST)
    gc.disable()  # objects made from here on stay alive
    best, sentence = _read(data, formats, given)
    if html:
        name = "standard input" if word == STDIN else printable(Path(word).name)
        _write(html, best, everything, title=name, kicker=f"goldenwire explain · {best.format.name}")
    hint = octets.hint(data) if spelling is None and best.is_guess else ""
    print_lines([*filter(None, (note, sentence, hint)), *_lines(best, everything)])
    ctx.exit(1 if best.found.error else 0)


def _names() -> Sequence[str]:
    from goldenwire import formats

    return formats.names()


def _formats(named: str | None, has_context: bool) -> "list[Format]":
    """Return the formats in which bytes may be read: the named one, or all. Raises UserError."""
    from goldenwire import formats

    if named is not None:
        return [formats.load(named)]
    if has_context:
        raise UserError("--context is for a FORMAT: goldenwire explain FORMAT FILE --context JSON")
    return [formats.load(name) for name in formats.names()]


def _read(data: bytes, formats: "list[Format]", context: Any) -> "tuple[Recognition, str]":
    """Return the likeliest reading, and a sentence on how sure it is; none if format and context are given."""
    from goldenwire import recognition

    if context is not None:
        return _in_context(data, formats[0], context), ""
    if not data and len(formats) > 1:
        raise UserError("there are no bytes, which tell no format: goldenwire explain FORMAT FILE")
    found = recognition.readings(data, formats)
    if not found:
        raise UserError(f"--context is missing: {formats[0].name} needs one")
    return found[0], _tried(found) if len(formats) == 1 else recognition.sureness(found)


def _in_context(data: bytes, fmt: "Format", context: Any) -> "Recognition":
    from goldenwire.recognition import read_as
    from goldenwire_reference.errors import NotationError, UnsupportedError, WireError

    try:
        return read_as(data, fmt, context)
    except (NotationError, UnsupportedError, WireError) as error:
        raise UserError(f"--context: {fmt.name} cannot be read with this one: {error}") from None


def _tried(found: "Sequence[Recognition]") -> str:
    """Return a sentence on the context in which a file is read; empty if no other was tried."""
    best, *others = found
    if not others:
        return ""
    fit = [one.attempt.words for one in others if one.is_whole]
    also = f"; these fit too: {', '.join(fit[:5])}" + (f" and {len(fit) - 5} more" if fit[5:] else "") if fit else ""
    return f"read with {best.attempt.words}, as no --context is given{also}"


def _lines(best: "Recognition", everything: bool) -> list[str]:
    from goldenwire.display.ruler import annotate, folded, hexdump, ranges
    from goldenwire.display.terminal import Terminal
    from goldenwire.judge import referee

    data, parts = best.data, ranges(best.found.fields)
    lines = list(annotate(data, parts if everything else folded(parts), colour=Terminal().colour))
    error = best.found.error
    if error is None:
        lines += [f"{plural(len(data), 'byte')}, all accounted for", *_value(best, everything)]
    else:
        lines += [
            "",
            *map(printable, f"{error.code} at byte {error.offset}: {error.message}".splitlines()),
            *hexdump(data, *best.mark(error)),
            f"{error.requirement}: {referee.sentence(error.requirement)}",
        ]
    return [*lines, *(line for remark in best.remarks() for line in ("", remark.sentence, *remark.lines))]


def _value(best: "Recognition", everything: bool) -> list[str]:
    from goldenwire_suite import guides

    return ["", *guides.lines(best.value(), sys.maxsize if everything else guides.MOST)]


def _write(path: Path, best: "Recognition", everything: bool, **called: str) -> None:
    """Write the page that shows the bytes, with `called` as its title and kicker."""
    from goldenwire.display.ruler import folded, ranges
    from goldenwire.judge import referee
    from goldenwire.report.html import octets as page

    parts, error = ranges(best.found.fields), best.found.error
    page.write(
        path,
        told="" if error else "All of its bytes are accounted for.",
        data=best.data,
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
