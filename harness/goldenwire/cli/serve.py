"""`goldenwire serve`."""

import click


@click.command(short_help="The reference codec, speaking the protocol on stdin and stdout.")
@click.argument("words", nargs=-1)
@click.pass_context
def serve(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Serve the reference codec: the protocol on standard input and output, until the end of input.

    With WORDS (hello, or decode, encode or transcode and a FORMAT) answer that one case, as a one-shot codec.
    """
    from goldenwire.protocol.serve import Reference
    from goldenwire.protocol.serve import serve as speak

    ctx.exit(speak(Reference, words))
