"""The golden outcomes of sweeps, confirmed by decoders and encoders that share no code with the reference."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from daphne.conftest import kaitai  # noqa: F401 - a fixture
from daphne.oracle import codec as daphne
from dspack.oracle import codec as dspack
from dynd.oracle import codec as dynd
from goldenwire.formats import trees
from goldenwire.judge.equality import same
from goldenwire.sweeps.reading import Sweeps, SweptRequest
from goldenwire_reference.formats import FORMATS, load
from goldenwire_suite.suite import suite_of
from goldenwire_suite.sweeps import edits
from goldenwire_suite.sweeps.outcomes import digest, plain
from goldenwire_suite.sweeps.traps import INTEGER, OCTETS
from msgpack_format.oracle import codec as msgpack
from sciserialize.oracle import codec as sciserialize

Json = Any
Decode = Callable[[bytes, Json], Json]
Encode = Callable[[Json, Json], bytes]
FAST, SLOW = 60, 4  # one request in this many is confirmed by the fast tests, and by the slow ones

# The decoder of each format, and its encoder if it has one of values.
ORACLES: dict[str, tuple[Decode, Encode | None]] = {
    "daphne": (lambda data, context: daphne.decode(data), None),
    "dynd": (lambda data, context: dynd.decode(context, data), lambda value, context: dynd.encode(context, value)),
    "dspack": (dspack.decode, dspack.encode),
    "sciserialize": (sciserialize.decode, sciserialize.encode),
    "msgpack": (lambda data, context: msgpack.decode(data), lambda value, context: msgpack.encode(value)),
}


@pytest.fixture
def tools(format: str, request: pytest.FixtureRequest) -> None:
    """Skip if what the oracle of the format needs, and pip does not install, is missing."""
    if format == "daphne":
        request.getfixturevalue("kaitai")


@cache
def requests(format: str) -> list[SweptRequest]:
    tree = trees(None)
    sweeps = Sweeps(tree.root(format), format)
    bases = {vector.id: vector for vector in tree.load(format) if vector.id in sweeps.bases}
    return list(sweeps.requests(bases, sweeps.cases()))


def outcome(swept: SweptRequest) -> tuple[Any, ...] | None:
    """Return the oracle's outcome of a request; None if it cannot judge it."""
    edited = edits.apply(swept.base.base, swept.edit)
    decode, encode = ORACLES[swept.base.vector.format]
    context = edited.members.get("context")
    try:
        if swept.line.operation == "decode":
            return "value", decode(edited.data or b"", context)
        return ("bytes", encode(edited.members["value"], context)) if encode and not swept.planned else None
    except Exception as error:
        if type(error).__name__ != "OracleReject":
            raise
        return "rejected", getattr(error, "code", ""), getattr(error, "offset", None)


def is_confirmed(swept: SweptRequest, found: tuple[Any, ...]) -> bool:
    """Return True if the oracle's outcome is the golden one, or one that any NaN stands for."""
    line = swept.line
    if line.rejected is not None:
        bound = () if not line.rejected else (line.rejected,) if line.offset is None else (line.rejected, line.offset)
        return found[0] == "rejected" and found[1 : 1 + len(bound)] == bound
    content = found[1] if found[0] == "bytes" else plain(found[1]) if found[0] == "value" else b""
    if digest(content) == swept.digest:
        return True
    return found[0] == "value" and same(_raw(delivered(swept)), _raw(found[1]), ())


def delivered(swept: SweptRequest) -> Json:
    """Return the value that decoders deliver, with a mark for a NaN that may be any."""
    format, edited = load(swept.base.vector.format), edits.apply(swept.base.base, swept.edit)
    value, plan = format.codec.read(edited.data or b"", edited.members.get("context"), format.off(), None)
    deliver = getattr(suite_of(format).strategies(), "delivered", lambda value, plan, policies: value)
    return deliver(value, plan, {})


def _raw(value: Json) -> Raw:
    return Raw(msgspec.json.encode(value))


def is_misspelled(swept: SweptRequest) -> bool:
    """Return True for a number or octets that Python reads and the notation does not have, which oracles let pass."""
    new = swept.edit[-1]
    if swept.line.operation == "encode" and swept.edit[1] == edits.REPEATED:
        return swept.line.rejected is not None  # a number of many zeros
    if swept.line.operation != "encode" or len(swept.edit) != 2:
        return False
    return (
        not isinstance(new, str)
        or new == "-0"
        or new[:1] == "0"
        or not (INTEGER.fullmatch(new) or OCTETS.fullmatch(new))
    )


def confirm(format: str, every: int) -> Counter[bool]:
    told: Counter[bool] = Counter()
    for swept in requests(format)[::every]:
        try:
            found = outcome(swept)
        except (ValueError, TypeError):  # the value is outside the notation that the oracle reads
            assert swept.line.rejected is not None, swept.edit
            continue
        if found is None:
            continue
        confirmed = is_confirmed(swept, found)
        assert confirmed or is_misspelled(swept), (swept.base.vector.id, swept.edit, swept.line.rejected, found)
        told[confirmed] += 1
    return told


@pytest.mark.usefixtures("tools")
@pytest.mark.parametrize("format", FORMATS)
def test_an_oracle_confirms_some_outcomes(format: str) -> None:
    told = confirm(format, FAST)
    assert told[True] > 100
    assert told[False] <= told[True] // 50


@pytest.mark.slow
@pytest.mark.usefixtures("tools")
@pytest.mark.parametrize("format", FORMATS)
def test_an_oracle_confirms_one_outcome_in_four(format: str) -> None:
    told = confirm(format, SLOW)
    assert told[True] > 1_000
    assert told[False] <= told[True] // 50
