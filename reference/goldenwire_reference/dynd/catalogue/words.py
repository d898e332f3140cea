"""Short words for the cases of a format whose every case has a type, for the modules of the catalogue."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from goldenwire_reference.cases import Accept, Case, Edit, Either, EitherEncode, Refusal, Reject, put

Json = Any

INTEGERS = {
    f"{prefix}int{bits}": (-(2 ** (bits - 1)) if not prefix else 0, 2 ** (bits - (not prefix)) - 1)
    for prefix in ("", "u")
    for bits in (8, 16, 32, 64, 128)
}
# Bits of fraction and bytes of each float.
FLOATS = {"float16": (10, 2), "float32": (23, 4), "float64": (52, 8), "float128": (112, 16)}


def context(type: str, profile: str | None = None) -> Json:
    """The context of a call."""
    return {"type": type} if profile is None else {"type": type, "profile": profile}


def ids(requirements: Iterable[str]) -> list[str]:
    """Requirement ids with the format's prefix; a text may name several."""
    return [f"DYND-{requirement}" for requirement in " ".join(requirements).split()]


def slug(text: str) -> str:
    """Text as a part of a case's name."""
    words = {
        "*": "of",
        "?": "option",
        "[": " ",
        "]": " ",
        "(": " tuple ",
        ")": " ",
        "{": " struct ",
        "}": " ",
        "_": "-",
    }
    spelt = "".join(words.get(char, char) for char in text.lower())
    return re.sub(r"[^a-z0-9]+", "-", spelt).strip("-")


class Words:
    """The words of one feature: cases are named within it, bases by their own name."""

    def __init__(self, feature: str, profile: str | None = None) -> None:
        self.feature = feature
        self.profile = profile
        self.needs = [] if profile is None else [profile]

    def base(self, name: str) -> str:
        """The id of a case of this feature, or of the feature that the name begins with."""
        return f"dynd/{name}" if "/" in name else f"dynd/{self.feature}/{name}"

    def accept(self, name: str, type: str, value: Json, summary: str, *requirements: str) -> Case:
        """A value and its one serialization."""
        return Accept(
            name=name,
            summary=summary,
            requirements=ids(requirements),
            context=context(type, self.profile),
            needs=self.needs,
            value=value,
        )

    # The words of a case come in one order, which is that of its fields.
    def reject(  # noqa: PLR0917
        self,
        name: str,
        type: str,
        base: str,
        edits: Sequence[Edit],
        check: str | Mapping[str, Any],
        summary: str,
        *requirements: str,
        also: Sequence[str] = (),
        then: str | None = None,
    ) -> Case:
        """Bytes of no value: `check` is the one that refuses them, with what to go on with where that is needed."""
        checks = {check: None} if isinstance(check, str) else check
        return Reject(
            name=name,
            summary=summary,
            requirements=ids(requirements),
            context=context(type, self.profile),
            needs=self.needs,
            base=self.base(base),
            edits=edits,
            checks=checks,
            also=also,
            then=then,
        )

    def refusal(  # noqa: PLR0917
        self, name: str, type: str, value: Json, code: str, base: str, edit: str, summary: str, *requirements: str
    ) -> Case:
        """A value without a serialization."""
        return Refusal(
            name=name,
            summary=summary,
            requirements=ids(requirements),
            context=context(type, self.profile),
            needs=self.needs,
            value=value,
            code=code,
            base=self.base(base),
            edit=edit,
        )

    def either(
        self,
        name: str,
        type: str,
        policy: str,
        summary: str,
        *requirements: str,
        base: str | None = None,
        edits: Sequence[Edit] = (),
        data: bytes | None = None,
    ) -> Case:
        """Bytes whose fate a policy decides."""
        return Either(
            name=name,
            summary=summary,
            requirements=ids(requirements),
            context=context(type, self.profile),
            needs=self.needs,
            policy=policy,
            base=None if base is None else self.base(base),
            edits=edits,
            data=data,
        )

    def either_encode(  # noqa: PLR0917
        self, name: str, type: str, policy: str, value: Json, code: str, base: str, edit: str, summary: str, *ids_: str
    ) -> Case:
        """A value whose fate a policy decides."""
        return EitherEncode(
            name=name,
            summary=summary,
            requirements=ids(ids_),
            context=context(type, self.profile),
            needs=self.needs,
            policy=policy,
            value=value,
            code=code,
            base=self.base(base),
            edit=edit,
        )


def varint(value: int, size: int = 0) -> bytes:
    """The varint of a number, in at least `size` bytes."""
    octets: list[int] = []
    while value > 0x7F or len(octets) + 1 < size:
        octets.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*octets, value])


def sized(name: str, kind: str, content: bytes) -> list[Edit]:
    """The field of that name gets another content, which is of the kind `text` or `bytes`, and its size."""
    return [put(f"{name}.size", varint(len(content))), put(f"{name}.{kind}", content)]


def float_bits(value: int, size: int) -> str:
    """The notation of a float's bits."""
    return f"0x{value:0{2 * size}x}"


def array(type: str, value: Any) -> dict[str, Any]:
    """The notation of an array."""
    return {"type": type, "value": value}


def nested(outer: str, inner: str, times: int, close: str = "") -> str:
    """A type string within `times` others."""
    return outer * times + inner + close * times
