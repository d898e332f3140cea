"""The reference of a format with curated mutations, in this process or another: `python mutated.py FORMAT NAME,NAME`.

The name `none` is of no mutation. Further words are those of a one-shot codec.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if __name__ == "__main__":  # so that the other miniatures are found from anywhere
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from goldenwire.protocol import Observation, Request, read_call, read_reply
from goldenwire.protocol.serve import PythonCodec, Reference, answer, serve
from goldenwire_reference.formats import load
from miniatures.asking import OneByOne

if TYPE_CHECKING:
    from goldenwire_suite.mutations import Mutation


@contextmanager
def applied(format: str, *names: str) -> Iterator[None]:
    """Apply curated mutations of a format for the time of the block. Raises KeyError for an unknown name."""
    with ExitStack() as undo:
        for name in names:
            from goldenwire_suite.mutations import mutated  # not imported for a codec without mutations

            undo.enter_context(mutated(load(format).home, curated(format)[name]))
        yield


@cache
def curated(format: str) -> "dict[str, Mutation]":
    """Return the curated mutations of a format, by name."""
    from goldenwire_suite.suite import suite_of

    return {one.name: one for one in suite_of(load(format)).mutations()}


class InProcess(OneByOne):
    """A codec in this process; the mutations apply while it answers, and not while its answers are judged."""

    def __init__(self, format: str, *names: str, codec: PythonCodec | None = None) -> None:
        self._format, self._names = format, names
        self._codec = codec or Reference((format,))
        self.restarts = 0

    def ask(self, request: Request) -> Observation:
        with applied(self._format, *self._names):
            return read_reply(answer(self._codec, read_call(request.line(1))))[1]


def main(format: str, names: str, *words: str) -> int:
    """Serve the reference with the mutations of these names."""
    with applied(format, *filter("none".__ne__, names.split(","))):
        return serve(lambda: Reference((format,)), words)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
