"""`goldenwire serve`."""

from functools import partial

import click

from goldenwire.cli.candidates import formats


@click.command(short_help="Run the reference codec, which speaks the protocol on stdin and stdout.")
@click.option(
    "--format", "formats", multiple=True, metavar="FORMAT", shell_complete=formats, help="Only this format; repeatable."
)
@click.argument("words", nargs=-1)
@click.pass_context
def serve(ctx: click.Context, words: tuple[str, ...], formats: tuple[str, ...]) -> None:
    """Serve the reference codec: the protocol on standard input and output, until the end of input.

    With WORDS (hello, or decode, encode or transcode and a FORMAT) answer that one case, as a one-shot codec.
    """
    from goldenwire.formats import load
    from goldenwire.protocol.serve import Reference, limit
    from goldenwire.protocol.serve import serve as speak

    for name in formats:
        load(name)
    limit()
    ctx.exit(speak(partial(Reference, formats), words))
