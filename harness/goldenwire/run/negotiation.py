"""The formats that are run, and the terms on which they are judged."""

from collections.abc import Iterable

from goldenwire import judge
from goldenwire.corpus.trees import Trees
from goldenwire.errors import UserError
from goldenwire.judge import Terms
from goldenwire.protocol import Hello

DECLARED = 10  # formats that a message names


def negotiate(hello: Hello, wanted: Iterable[str], trees: Trees, everything: bool) -> dict[str, Terms]:
    """Return the formats that are run and the terms on which they are judged.

    With `everything` these are the formats that both sides have. Raises UserError if a wanted one is missing, or none
    is left.
    """
    negotiated = {}
    for format in wanted:
        facts = trees.facts(format)
        if format in hello.formats:
            negotiated[format] = judge.terms(format, hello.formats[format], facts)
        elif not everything:
            raise UserError(_undeclared(f"does not declare {format}", hello))
    if not negotiated:
        raise UserError(_undeclared("declares no format that the vectors have", hello))
    return negotiated


def _undeclared(what: str, hello: Hello) -> str:
    formats = [f"{format:.100}" for format in hello.formats]
    more = f" and {len(formats) - DECLARED:,} more" if len(formats) > DECLARED else ""
    return f"the codec {hello.codec.name} {what}; it declares {', '.join(formats[:DECLARED])}{more}"
