"""`goldenwire protocol`."""

import click


@click.command(short_help="The protocol that a codec speaks (PROTOCOL.md).")
@click.option("--schema", is_flag=True, help="The JSON Schema of its messages and of the formats' values instead.")
def protocol(schema: bool) -> None:
    """Print PROTOCOL.md, all that an author of an adapter has to know beside the format's own text."""
    if schema:
        import json

        from goldenwire import formats
        from goldenwire.protocol.schema import bundle

        click.echo(json.dumps(bundle(formats.names()), indent=2, ensure_ascii=False))
        return
    from importlib.resources import files

    click.echo((files("goldenwire.protocol") / "PROTOCOL.md").read_text(encoding="utf-8").rstrip("\n"))
