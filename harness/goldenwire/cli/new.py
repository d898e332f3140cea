"""`goldenwire new`."""

from pathlib import Path

import click


@click.group(short_help="Start something new that works as it stands: a format.")
def new() -> None:
    """Start something new that works as it stands."""


@new.command("format", short_help="A package with a tiny format, which the kit finds once it is installed.")
@click.argument("name")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
def format_(name: str, folder: Path) -> None:
    """Make a package in DIR that brings the wire format NAME: spec.md, codec, catalogue, strategies, vectors, tests.

    What it makes is small and works as it stands; every file says what to put there.
    """
    from goldenwire.starters import start_format

    made = start_format(name, folder)
    click.echo(f"{len(made):,} files in {folder}: a list of small numbers, for you to turn into {name}")
    for line in (f"pip install -e {folder}", f"goldenwire check {name}", f"goldenwire vectors regenerate {name}"):
        click.echo(f"    {line}")
