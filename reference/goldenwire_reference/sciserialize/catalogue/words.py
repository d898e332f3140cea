"""Short words for cases over one carrier or both, for the modules of the catalogue."""

# ruff: noqa: PLR0917  the words of a case come in one order, which is that of its fields

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from goldenwire_reference.cases import (
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
from goldenwire_reference.sciserialize.catalogue.values import Stored, node, ordered, wire
from goldenwire_reference.sciserialize.tables import CARRIERS, Carrier

Json = Any

# How carriers are called in summaries.
CALLED: Mapping[Carrier, str] = {"json": "JSON", "msgpack": "MessagePack"}

# How kinds of values are called in summaries, by the names that cases have for them.
KINDS: Mapping[str, str] = {
    "array": "an array", "binary": "binary", "boolean": "a boolean", "complex": "a complex number",
    "datetime": "a date-time", "fraction": "a number with a fraction", "map": "a map", "null": "null",
    "number": "a number", "string": "a string", "timedelta": "a duration",
}  # fmt: skip

# What a decoder is to go on with in place of a document that it cannot read on from.
NULL: Mapping[Carrier, bytes] = {"json": b"null", "msgpack": b"\xc0"}
_DOCUMENTS = frozenset({"json.syntax", "json.empty", "mp.truncated"})

# Octets that two documents share are shown as an edit's surroundings where so many stand together.
_TOGETHER = 4


# ---- edits ----


def becomes(data: bytes) -> Edit:
    """The base becomes these bytes: what differs is replaced."""

    def edit(base: Base) -> Splice:
        old, shorter = base.data, min(len(base.data), len(data))
        front = next((i for i in range(shorter) if old[i] != data[i]), shorter)
        back = next((i for i in range(shorter - front) if old[-1 - i] != data[-1 - i]), shorter - front)
        return Splice(front, old[front : len(old) - back], data[front : len(data) - back])

    return edit


def differences(old: bytes, new: bytes) -> list[Edit]:
    """What leads from the old bytes to the new ones: a splice for each stretch in which they differ."""
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
    """The words that concern a carrier: one that begins with a carrier's name and a colon is of that carrier alone."""
    pairs = [word.rpartition(":") for word in words.split()]
    return [word for only, _, word in pairs if only in ("", carrier)]


class Words:
    """The words of one feature, its cases asked with these extensions on.

    A case over both carriers has a name for each of them, and so has its base: "null" is null-json and null-msgpack.
    Its summary says which carrier it is of; requirements and misreadings may be of one alone ("json:JSON-05").
    """

    def __init__(self, feature: str, *extensions: str, needs: Sequence[str] = ()) -> None:
        self.feature = feature
        self.extensions = list(extensions)
        self.needs = [*needs, *extensions]

    def common(self, name: str, carrier: Carrier, summary: str, requirements: str, **more: Any) -> dict[str, Any]:
        """What all cases have; `more` may be `misread`, names of misreadings, and `numbers`."""
        misread: str = more.get("misread", "")
        return {
            "name": name,
            "summary": summary,
            "requirements": [f"SCISERIALIZE-{requirement}" for requirement in _of(requirements, carrier)],
            "context": {"carrier": carrier} | ({"extensions": self.extensions} if self.extensions else {}),
            "needs": [carrier, *self.needs],
            "misread": _of(misread, carrier),
            "numbers": more.get("numbers", ()),
        }

    def over(
        self, carriers: Sequence[Carrier], name: str, summary: str, requirements: str, **more: Any
    ) -> Iterator[tuple[Carrier, dict[str, Any]]]:
        """Each carrier and what all cases have; where there are two, the summary says which of the twins it is."""
        for carrier in carriers:
            said = f"{summary}, in {CALLED[carrier]}" if len(carriers) > 1 else summary
            yield carrier, self.common(f"{name}-{carrier}", carrier, said, requirements, **more)

    def base(self, name: str, carrier: Carrier | None = None) -> str:
        """The id of a case of this feature, or of the feature that the name begins with."""
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
        """Another notation of a value, for encoders alone."""
        for _, common in self.over(carriers, name, summary, requirements, **more):
            yield Accept(value=node(value), given=node(given), **common)

    def read(
        self, name: str, tree: Any, value: Any, summary: str, requirements: str,
        carriers: Sequence[Carrier] = CARRIERS, **more: Any,
    ) -> Iterator[Case]:  # fmt: skip
        """A reduced tree that is stored in another way than an encoder's."""
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
        """A reduced tree that stands for no value, for the reason `check`, made of what an accepted case stores.

        Members are stored in canonical order, if it is not that of the tree that counts.
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
        """Bytes that `check` refuses: an accepted case's after an edit. `instead` is what a decoder goes on with."""
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
        values: Mapping[str, Json] | None = None, **more: Any,
    ) -> Case:  # fmt: skip
        """Bytes whose outcome a policy decides."""
        common = self.common(name, carrier, summary, requirements, **more)
        return Either(policy=f"sciserialize.{policy}", data=data, values=values or {}, **common)

    def refusal(
        self, name: str, base: str, edits: Change | Sequence[Change], code: str, summary: str, requirements: str, *,
        also: Sequence[str] = (), carriers: Sequence[Carrier] = CARRIERS, **more: Any,
    ) -> Iterator[Case]:  # fmt: skip
        """A value that has no representation: that of an accepted case after the edits."""
        for carrier, common in self.over(carriers, name, summary, requirements, **more):
            yield Refusal(code=code, also=also, base=self.base(base, carrier), edits=_listed(edits), **common)

    def either_encode(
        self, name: str, policy: str, base: str, edits: Change | Sequence[Change], code: str, summary: str,
        requirements: str, *, refused_by: Sequence[str] = (), written: Json = None,
        carriers: Sequence[Carrier] = CARRIERS, **more: Any,
    ) -> Iterator[Case]:  # fmt: skip
        """A value whose fate a policy decides: that of an accepted case after the edits."""
        for carrier, common in self.over(carriers, name, summary, requirements, **more):
            yield EitherEncode(
                policy=f"sciserialize.{policy}", code=code, base=self.base(base, carrier), edits=_listed(edits),
                refused_by=refused_by, written=written, **common,
            )  # fmt: skip


def _listed(edits: Change | Sequence[Change]) -> Sequence[Change]:
    return [edits] if isinstance(edits, Change) else edits
