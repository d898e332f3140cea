"""The reference codec of DAPHNE with one planted bug: `python planted.py BUG`.

With any other word it has no bug. Further words are those of a one-shot codec.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # so that the bugs of the formats are found from anywhere
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from daphne import bugs as daphne
from daphne.bugs_bytes import big_endian
from goldenwire.protocol import Rejected, Unsupported
from goldenwire.protocol.serve import serve
from kit.planting import Mistake, Wrapped, misreads

Json = Any
EVERYTHING = {
    "features": ["plans", "canonical"],
    "policies": {
        "daphne.duplicate-label": "keep",
        "daphne.huge-object": "accept",
        "daphne.signalling-nan": "keep",
    },
}
# Bugs that several properties find, each in its own examples.
MANIFOLD = {
    "dense-big-endian": misreads(big_endian("dense")),
    "csr-big-endian": misreads(big_endian("csr")),
}
MISTAKES = {bug.name: bug.mistake for bug in (*daphne.BUGS, *daphne.PIPED)} | MANIFOLD
FAST_DEAD = {"crash-without-cells", "no-memory-for-frames"}
FEATURES: dict[str, list[str]] = {"single-block": ["single-block"], "no-features": []}


class Planted(Wrapped):
    """DAPHNE's reference with one bug."""

    def __init__(self, bug: str) -> None:
        super().__init__("daphne", MISTAKES.get(bug, Mistake()))
        self.bug = bug
        if bug not in FAST_DEAD:
            self._format("daphne")  # before hello, so that no case has to wait for it
            import_module("goldenwire_reference.daphne.decode_block")  # and numpy

    def hello(self) -> dict[str, Json]:
        said = super().hello()
        support = {"features": FEATURES[self.bug], "policies": {}} if self.bug in FEATURES else EVERYTHING
        return {**said, "formats": {"daphne": {**said["formats"]["daphne"], **support}}}

    def encode(self, format: str, value: Json, context: Json, plan: Json) -> bytes:
        if self.bug in REFUSES:
            with suppress(AttributeError, KeyError, TypeError, ValueError):  # the reference refuses these
                REFUSES[self.bug](value)
        return super().encode(format, value, context, plan)


def refuses_frames(value: Json) -> None:
    if value["kind"] == "Frame":
        raise Unsupported("no frames")


def refuses_many_blocks(value: Json) -> None:
    if value["kind"] == "Frame" and int(value["columns"]) > 1 and int(value["rows"]):
        raise Rejected("LIMIT", None, "one block only")


def refuses_everything(_: Json) -> None:
    raise Unsupported("not written yet")


REFUSES: dict[str, Callable[[Json], None]] = {
    "frames-unsupported": refuses_frames,
    "single-block": refuses_many_blocks,
    "encode-unsupported": refuses_everything,
}

if __name__ == "__main__":
    sys.exit(serve(lambda: Planted(sys.argv[1]), sys.argv[2:]))
