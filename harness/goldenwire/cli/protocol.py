"""`goldenwire protocol`."""

import click

from goldenwire.display.door import print_lines


@click.command(short_help="Print the protocol that a codec speaks (PROTOCOL.md).")
@click.option("--schema", is_flag=True, help="The JSON Schema of its messages and of the formats' values instead.")
@click.option("--results", is_flag=True, help="RESULTS.md, or its JSON Schema: the records of `check --results`.")
def protocol(schema: bool, results: bool) -> None:
    """Print PROTOCOL.md, all that an author of an adapter has to know beside the format's own text."""
    if schema and not results:
        import json

        from goldenwire import formats
        from goldenwire.protocol.schema import bundle

        print_lines(json.dumps(bundle(formats.names()), indent=2, ensure_ascii=False).split("\n"))
        return
    from importlib.resources import files

    room, name = ("results", "RESULTS.md") if results else ("protocol", "PROTOCOL.md")
    page = files(f"goldenwire.{room}") / ("results.schema.json" if schema else name)
    print_lines(page.read_text(encoding="utf-8").rstrip("\n").split("\n"))
