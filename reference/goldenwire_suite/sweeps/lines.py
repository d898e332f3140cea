"""The file of a format's sweeps, `vectors/<format>.sweeps`: JSON Lines, made here, read by harnesses.

The first line is the head. Every other line has edits of one base with one kind of outcome, in the order of sweeps and
bases:

    {"sweep":"bytes","base":"csr/two-rows","operation":"decode","rejected":"COUNT","offset":53,"edits":[...]}
    {"sweep":"bytes","base":"csr/two-rows","operation":"decode","accepted":["3fa2c1d0",...],"edits":[...]}

`accepted` has a digest for each edit (`outcomes.digest`): of the value as JSON with sorted members and no white space,
or of the canonical bytes. `rejected` is the error class, which binds together with the offset, or without one if it is
at several places; it is empty if only the rejection binds. `open`: the outcome holds under the reference's own
policies, and may be another under others. `needs` has features without which a codec is not asked: `order` where the
bytes have two defects, of which this is the first, and what the context asks for and that of the base does not, such
as another carrier.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from goldenwire_suite.sweeps import pairs
from goldenwire_suite.sweeps.choice import Swept
from goldenwire_suite.sweeps.outcomes import Accepted, ExpectedRejection, plain

VERSION = 1


def path(name: str) -> str:
    """Return the path of a format's sweeps relative to vectors/."""
    return f"{name}.sweeps"


def text(name: str, swept: Iterable[Swept]) -> bytes:
    """Return the file's content for edits in the order of `choice.swept`."""
    lines = list(_lines(swept))
    counts: dict[str, int] = {}
    for line in lines:
        counts[line["sweep"]] = counts.get(line["sweep"], 0) + len(line["edits"])
    head = {"sweeps": VERSION, "format": name, "requests": counts}
    return b"".join(plain(line) + b"\n" for line in [head, *lines])


def digest_of(swept: Swept) -> str:
    """Return the digest of an accepted request."""
    result = swept.outcome.result
    assert isinstance(result, Accepted)
    return result.digest


def _lines(swept: Iterable[Swept]) -> Iterator[dict[str, Any]]:
    def kind(one: Swept) -> tuple[str, str, str]:
        return one.sweep, one.base.id, one.operation

    for (sweep, base, operation), of_base in groupby(swept, kind):
        by_outcome: dict[Any, list[Swept]] = {}
        for one in of_base:
            result, open_, needs = one.outcome
            kind_of = result if isinstance(result, ExpectedRejection) else Accepted
            by_outcome.setdefault((kind_of, open_, needs), []).append(one)
        for (result, open_, needs), same in by_outcome.items():
            line: dict[str, Any] = {"sweep": sweep, "base": base.partition("/")[2], "operation": operation}
            if isinstance(result, ExpectedRejection):
                line |= {"rejected": result.code} | ({} if result.offset is None else {"offset": result.offset})
            else:
                line["accepted"] = [digest_of(one) for one in same]
            if all_needs := [*needs, *[pairs.ORDER] * (sweep == pairs.SWEEP)]:
                line["needs"] = all_needs
            yield line | ({"open": True} if open_ else {}) | {"edits": [one.edit for one in same]}
