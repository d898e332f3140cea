"""Builders of cases over one carrier or both, for the modules of the catalogue."""

# ruff: noqa: PLR0917  the words of a case come in one order, which is that of its fields

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from goldenwire_reference.sciserialize.tables import CARRIERS, Carrier
from goldenwire_suite.cases import (
    Accept,
    Base,
    Case,
    Change,
    Edit,
    Either,
    EitherEncode,
    Refusal,
    Reject,
    Splice,
)
from goldenwire_suite.sciserialize.cases.values import Stored, node, ordered, wire

Json = Any

# The names of carriers in summaries.
CALLED: Mapping[Carrier, str] = {"json": "JSON", "msgpack": "MessagePack"}

# The names of kinds of values in summaries, by their names in cases.
KINDS: Mapping[str, str] = {
    "array": "an array", "binary": "binary", "boolean": "a boolean", "complex": "a complex number",
    "datetime": "a date-time", "fraction": "a number with a fraction", "map": "a map", "null": "null",
    "number": "a number", "string": "a string", "timedelta": "a duration",
}  # fmt: skip

# The substitute for a document in which reading cannot continue.
NULL: Mapping[Carrier, bytes] = {"json": b"null", "msgpack": b"\xc0"}
_DOCUMENTS = frozenset({"json.syntax", "json.empty", "mp.truncated"})

# At least this many consecutive octets that two documents share separate two edits.
_TOGETHER = 4


# ---- edits ----


def becomes(data: bytes) -> Edit:
    """Turn the base into these bytes by replacing what differs."""

    def edit(base: Base) -> Splice:
        old, shorter = base.data, min(len(base.data), len(data))
        front = next((i for i in range(shorter) if old[i] != data[i]), shorter)
        back = next((i for i in range(shorter - front) if old[-1 - i] != data[-1 - i]), shorter - front)
        return Splice(front, old[front : len(old) - back], data[front : len(data) - back])

    return edit


def differences(old: bytes, new: bytes) -> list[Edit]:
    """Return the edits that turn the old bytes into the new ones: a splice for each stretch that differs."""
    edits: list[Edit] = []
    ends = 0, 0
    for match in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        at, to, size = match
        is_edge = (at, to) == (0, 0) or (at + size, to + size) == (len(old), len(new))
        if size < _TOGETHER and not is_edge:
            continue
        if ends != (at, to):
            edits.append(_known(Splice(ends[0], old[ends[0] : at], new[ends[1] : to])))
        ends = at + size, to + size
    return edits


def _known(splice: Splice) -> Edit:
    return lambda base: splice


# ---- cases ----


def _of(words: str, carrier: Carrier) -> list[str]:
    """Return the words that concern a carrier; a prefix such as "json:" restricts a word to one carrier."""
    pairs = [word.rpartition(":") for word in words.split()]
    return [word for only, _, word in pairs if only in ("", carrier)]


class FeatureBuilder:
    """Builds the cases of one feature, with these extensions on.

    A case over both carriers has a name for each of them, and so has its base: "null" is null-json and null-msgpack.
    Its summary names the carrier; requirements and mutations may be for one carrier only ("json:JSON-05").
    """

    def __init__(self, feature: str, *extensions: str, needs: Sequence[str] = ()) -> None:
        self.feature = feature
        self.extensions = list(extensions)
        self.needs = [*needs, *extensions]

    def common(self, name: str, carrier: Carrier, summary: str, requirements: str, **more: Any) -> dict[str, Any]:
        """Return the arguments that all cases share; `more` may be `catches`, names of mutations, and `numbers`."""
        catches: str = more.get("catches", "")
        return {
            "name": name,
            "summary": summary,
            "requirements": [f"SCISERIALIZE-{requirement}" for requirement in _of(requirements, carrier)],
            "context": {"carrier": carrier} | ({"extensions": self.extensions} if self.extensions else {}),
            "needs": [carrier, *self.needs, *more.get("needs", ())],
            "catches": _of(catches, carrier),
            "numbers": more.get("numbers", ()),
        }

    def over(
        self, carriers: Sequence[Carrier], name: str, summary: str, requirements: str, **more: Any
    ) -> Iterator[tuple[Carrier, dict[str, Any]]]:
        """Yield each carrier with the arguments that all cases share; of two carriers the summary names its own."""
        for carrier in carriers:
            said = f"{summary}, in {CALLED[carrier]}" if len(carriers) > 1 else summary
            yield carrier, self.common(f"{name}-{carrier}", carrier, said, requirements, **more)

    def base(self, name: str, carrier: Carrier | None = None) -> str:
        """Return the id of a case of this feature, or of the feature that the name begins with."""
        suffix = "" if carrier is None else f"-{carrier}"
        return f"sciserialize/{name if '/' in name else f'{self.feature}/{name}'}{suffix}"

    def write(
        self,
        name: str,
        value: Any,
        summary: str,
        requirements: str,
        carriers: Sequence[Carrier] = CARRIERS,
        **more: Any,
    ) -> Iterator[Case]:
        """A value that is read and written."""
        for _, common in self.over(carriers, name, summary, requirements, **more):
            yield Accept(value=node(value), **common)

    def given(
        self, name: str, given: Any, value: Any, summary: str, requirements: str,
        carriers: Sequence[Carrier] = CARRIERS, **more: Any,
    ) -> Iterator[Case]:  # fmt: skip
        """Another notation of a value, for encoders only."""
        for _, common in self.over(carriers, name, summary, requirements, **more):
            yield Accept(value=node(value), given=node(given), **common)

    def read(
        self, name: str, tree: Any, value: Any, summary: str, requirements: str,
        carriers: Sequence[Carrier] = CARRIERS, **more: Any,
    ) -> Iterator[Case]:  # fmt: skip
        """A reduced tree that is stored in a form other than an encoder's."""
        for carrier, common in self.over(carriers, name, summary, requirements, **more):
            yield Accept(value=node(value), data=wire(carrier, tree), transcode=True, **common)

    def read_bytes(
        self, name: str, carrier: Carrier, data: bytes, value: Any, summary: str, requirements: str, **more: Any
    ) -> Case:
        """Bytes that no canonical encoder writes."""
        common = self.common(name, carrier, summary, requirements, **more)
        return Accept(value=node(value), data=data, transcode=True, **common)

    def reject(
        self, name: str, base: Stored, tree: Any, check: str, summary: str, requirements: str = "", *,
        instead: Any = None, also: Sequence[str] = (), then: str | None = None,
        carriers: Sequence[Carrier] = CARRIERS, in_order: bool = True, **more: Any,
    ) -> Iterator[Case]:  # fmt: skip
        """A reduced tree that `check` rejects, made from the object that an accepted case stores.

        Members are stored in canonical order, unless the order of the tree matters.
        """
        for carrier, common in self.over(carriers, name, summary, requirements, **more):
            found = wire(carrier, ordered(tree) if in_order else tree)
            edits = differences(wire(carrier, ordered(base.tree)), found)
            yield Reject(
                base=self.base(base.case, carrier), edits=edits, checks={check: instead}, also=also, then=then, **common
            )

    def reject_bytes(
        self, name: str, carrier: Carrier, base: str, edit: bytes | Edit, check: str, summary: str,
        requirements: str = "", *, instead: Any = None, also: Sequence[str] = (), then: str | None = None, **more: Any,
    ) -> Case:  # fmt: skip
        """Bytes that `check` rejects: an accepted case's after an edit. `instead` is the value to continue with."""
        substitute = NULL[carrier] if check in _DOCUMENTS else instead
        edits = [becomes(edit) if isinstance(edit, bytes) else edit]
        return Reject(
            base=self.base(base), edits=edits, checks={check: substitute}, also=also, then=then,
            **self.common(name, carrier, summary, requirements, **more),
        )  # fmt: skip

    def either(
        self, name: str, policy: str, tree: Any, summary: str, requirements: str, *,
        carriers: Sequence[Carrier] = CARRIERS, **more: Any,
    ) -> Iterator[Case]:  # fmt: skip
        """A reduced tree whose outcome a policy decides."""
        for carrier, common in self.over(carriers, name, summary, requirements, **more):
            yield Either(policy=f"sciserialize.{policy}", data=wire(carrier, tree), **common)

    def either_bytes(
        self, name: str, carrier: Carrier, policy: str, data: bytes, summary: str, requirements: str, *,
        values: Mapping[str, Json] | None = None, anywhere: bool = False, **more: Any,
    ) -> Case:  # fmt: skip
        """Bytes whose outcome a policy decides."""
        common = self.common(name, carrier, summary, requirements, **more)
        return Either(
            policy=f"sciserialize.{policy}", data=data, values=values or {}, anywhere=anywhere, **common
        )  # fmt: skip

    def refusal(
        self, name: str, base: str, edits: Change | Sequence[Change], code: str, summary: str, requirements: str, *,
        also: Sequence[str] = (), carriers: Sequence[Carrier] = CARRIERS, **more: Any,
    ) -> Iterator[Case]:  # fmt: skip
        """A value without a representation: that of an accepted case after the edits."""
        for carrier, common in self.over(carriers, name, summary, requirements, **more):
            yield Refusal(code=code, also=also, base=self.base(base, carrier), edits=_listed(edits), **common)

    def either_encode(
        self, name: str, policy: str, base: str, edits: Change | Sequence[Change], code: str, summary: str,
        requirements: str, *, refused_by: Sequence[str] = (), written: Json = None,
        carriers: Sequence[Carrier] = CARRIERS, **more: Any,
    ) -> Iterator[Case]:  # fmt: skip
        """A value whose outcome a policy decides: that of an accepted case after the edits."""
        for carrier, common in self.over(carriers, name, summary, requirements, **more):
            yield EitherEncode(
                policy=f"sciserialize.{policy}", code=code, base=self.base(base, carrier), edits=_listed(edits),
                refused_by=refused_by, written=written, **common,
            )  # fmt: skip


def _listed(edits: Change | Sequence[Change]) -> Sequence[Change]:
    return [edits] if isinstance(edits, Change) else edits
