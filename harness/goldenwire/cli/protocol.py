"""`goldenwire protocol`."""

import click


@click.command(short_help="The protocol that a codec speaks (PROTOCOL.md).")
@click.option("--schema", is_flag=True, help="The JSON Schema of its messages and of the formats' values instead.")
def protocol(schema: bool) -> None:
    """Print PROTOCOL.md, all that an author of an adapter has to know beside the format's own text."""
    from importlib.resources import files

    page = files("goldenwire.protocol") / ("protocol.schema.json" if schema else "PROTOCOL.md")
    click.echo(page.read_text(encoding="utf-8").rstrip("\n"))
