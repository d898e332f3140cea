"""Short words for values in neutral notation and for cases over both carriers, for the modules of the catalogue."""

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgpack

from goldenwire_reference.cases import Accept, Base, Case, Edit, Either, EitherEncode, Refusal, Reject, Splice
from goldenwire_reference.sciserialize.json_encode import write_json
from goldenwire_reference.sciserialize.tables import CARRIERS, TYPE, Carrier

Json = Any

# What a decoder is to go on with in place of a document that it cannot read on from.
NULL: Mapping[Carrier, bytes] = {"json": b"null", "msgpack": b"\xc0"}
_DOCUMENTS = frozenset({"json.syntax", "json.empty", "mp.truncated"})


def f64(value: float) -> str:
    """The atom of a double."""
    return f"0x{struct.pack('>d', value).hex()}"


def node(value: Any) -> Json:
    """The notation of a plain value; what is notation already (a dict) is taken as it stands."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return {"number": f64(value) if isinstance(value, float) else str(value)}
    if isinstance(value, str):
        return {"str": value}
    if isinstance(value, bytes):
        return {"bin": value.hex()}
    return array(*value) if isinstance(value, list | tuple) else value


def array(*items: Any) -> Json:
    """An array."""
    return {"array": [node(item) for item in items]}


def mapping(members: Mapping[str, Any]) -> Json:
    """A map, its keys put in order."""
    return {"map": [[key, node(members[key])] for key in sorted(members, key=str.encode)]}


def unknown(members: Mapping[str, Any]) -> Json:
    """A kept object."""
    return {"unknown": mapping(members)["map"]}


def ndarray(dtype: str, shape: Sequence[int], *elements: Any) -> Json:
    """An array of atoms; integers are written as such."""
    return {"ndarray": {"dtype": dtype, "shape": [str(size) for size in shape], "elements": atoms(elements)}}


def atoms(elements: Iterable[Any]) -> Json:
    """Elements, integers turned into atoms."""
    return [str(item) if isinstance(item, int) and not isinstance(item, bool) else item for item in elements]


def nested(levels: int, kind: str = "array", inside: Any = None) -> Json:
    """Arrays or maps of so many levels."""
    value = inside
    for _ in range(levels):
        value = {"array": [value]} if kind == "array" else {"map": [["a", value]]}
    return value


def tagged(tag: str, **members: Any) -> dict[str, Any]:
    """A tagged object as it is stored, the tag first."""
    return {TYPE: tag, **members}


def without(tree: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The object without one of its members."""
    return {key: member for key, member in tree.items() if key != name}


def wire(carrier: Carrier, tree: Any) -> bytes:
    """A reduced tree as it stands in a carrier, members in the order that they have here."""
    if carrier == "json":
        return write_json(tree)
    octets: Any = msgpack.packb(tree, use_bin_type=True)
    return bytes(octets)


def becomes(data: bytes) -> Edit:
    """The base becomes these bytes: what differs is replaced."""

    def edit(base: Base) -> Splice:
        old, shorter = base.data, min(len(base.data), len(data))
        front = next((i for i in range(shorter) if old[i] != data[i]), shorter)
        back = next((i for i in range(shorter - front) if old[-1 - i] != data[-1 - i]), shorter - front)
        return Splice(front, old[front : len(old) - back], data[front : len(data) - back])

    return edit


def ids(requirements: str, carrier: Carrier) -> list[str]:
    """Requirement ids with their prefix; one that begins with a carrier's name and a colon is of that carrier alone."""
    pairs = [requirement.rpartition(":") for requirement in requirements.split()]
    return [f"SCISERIALIZE-{requirement}" for only, _, requirement in pairs if only in ("", carrier)]


class Words:
    """The words of one feature, its cases asked with these extensions on.

    A case over several carriers has a name for each of them, and so has its base: "null" is null-json and null-msgpack.
    """

    def __init__(self, feature: str, *extensions: str, needs: Sequence[str] = ()) -> None:
        self.feature = feature
        self.extensions = list(extensions)
        self.needs = [*needs, *extensions]

    # The words of a case come in one order, which is that of its fields.

    def common(self, name: str, carrier: Carrier, summary: str, requirements: str) -> dict[str, Any]:
        """What all cases have."""
        return {
            "name": name,
            "summary": summary,
            "requirements": ids(requirements, carrier),
            "context": {"carrier": carrier} | ({"extensions": self.extensions} if self.extensions else {}),
            "needs": [carrier, *self.needs],
        }

    def base(self, name: str, carrier: Carrier | None = None) -> str:
        """The id of a case of this feature, or of the feature that the name begins with."""
        suffix = "" if carrier is None else f"-{carrier}"
        return f"sciserialize/{name if '/' in name else f'{self.feature}/{name}'}{suffix}"

    def write(
        self, name: str, value: Any, summary: str, requirements: str, carriers: Iterable[Carrier] = CARRIERS
    ) -> Iterator[Case]:
        """A value that is read and written."""
        for carrier in carriers:
            yield Accept(value=node(value), **self.common(f"{name}-{carrier}", carrier, summary, requirements))

    def given(self, name: str, given: Any, value: Any, summary: str, requirements: str) -> Iterator[Case]:
        """Another notation of a value, for encoders alone."""
        for carrier in CARRIERS:
            common = self.common(f"{name}-{carrier}", carrier, summary, requirements)
            yield Accept(value=node(value), given=node(given), **common)

    def read(
        self,
        name: str,
        tree: Any,
        value: Any,
        summary: str,
        requirements: str,
        *,
        carriers: Iterable[Carrier] = CARRIERS,
    ) -> Iterator[Case]:
        """A reduced tree that is stored in another way than an encoder's."""
        for carrier in carriers:
            yield self.read_bytes(f"{name}-{carrier}", carrier, wire(carrier, tree), value, summary, requirements)

    def read_bytes(  # noqa: PLR0917
        self, name: str, carrier: Carrier, data: bytes, value: Any, summary: str, requirements: str
    ) -> Case:
        """Bytes that no canonical encoder writes."""
        common = self.common(name, carrier, summary, requirements)
        return Accept(value=node(value), data=data, transcode=True, **common)

    def reject(  # noqa: PLR0917
        self, name: str, base: str, tree: Any, check: str, summary: str, requirements: str = "GEN-17", *,
        instead: Any = None, then: str | None = None, carriers: Iterable[Carrier] = CARRIERS,
    ) -> Iterator[Case]:  # fmt: skip
        """A reduced tree that stands for no value."""
        for carrier in carriers:
            yield self.reject_bytes(
                f"{name}-{carrier}", carrier, f"{base}-{carrier}", wire(carrier, tree), check, summary, requirements,
                instead=instead, then=then,
            )  # fmt: skip

    def reject_bytes(  # noqa: PLR0917
        self, name: str, carrier: Carrier, base: str, data: bytes, check: str, summary: str,
        requirements: str = "GEN-17", *, instead: Any = None, also: Sequence[str] = (), then: str | None = None,
    ) -> Case:  # fmt: skip
        """Bytes that `check` refuses, with what to go on with where that is needed."""
        substitute = NULL[carrier] if check in _DOCUMENTS else instead
        return Reject(
            base=self.base(base), edits=[becomes(data)], checks={check: substitute}, also=also, then=then,
            **self.common(name, carrier, summary, requirements),
        )  # fmt: skip

    def either(
        self, name: str, policy: str, tree: Any, summary: str, requirements: str, *,
        carriers: Iterable[Carrier] = CARRIERS,
    ) -> Iterator[Case]:  # fmt: skip
        """A reduced tree whose outcome a policy decides."""
        for carrier in carriers:
            data = wire(carrier, tree)
            yield self.either_bytes(f"{name}-{carrier}", carrier, policy, data, summary, requirements)

    def either_bytes(  # noqa: PLR0917
        self, name: str, carrier: Carrier, policy: str, data: bytes, summary: str, requirements: str, **more: Any
    ) -> Case:
        """Bytes whose outcome a policy decides."""
        common = self.common(name, carrier, summary, requirements)
        return Either(policy=f"sciserialize.{policy}", data=data, **more, **common)

    def refusal(  # noqa: PLR0917
        self, name: str, base: str, value: Any, code: str, edit: str, summary: str, requirements: str = "ENC-01", *,
        carriers: Iterable[Carrier] = CARRIERS,
    ) -> Iterator[Case]:  # fmt: skip
        """A value that has no representation."""
        for carrier in carriers:
            yield Refusal(
                value=node(value), code=code, base=self.base(base, carrier), edit=edit,
                **self.common(f"{name}-{carrier}", carrier, summary, requirements),
            )  # fmt: skip

    def either_encode(  # noqa: PLR0917
        self, name: str, policy: str, base: str, value: Any, code: str, edit: str, summary: str, requirements: str, *,
        carriers: Iterable[Carrier] = CARRIERS,
    ) -> Iterator[Case]:  # fmt: skip
        """A value whose fate a policy decides."""
        for carrier in carriers:
            yield EitherEncode(
                policy=f"sciserialize.{policy}", value=node(value), code=code, base=self.base(base, carrier), edit=edit,
                **self.common(f"{name}-{carrier}", carrier, summary, requirements),
            )  # fmt: skip
