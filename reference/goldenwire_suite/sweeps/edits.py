"""Edits of a vector's request, as `vectors/<format>.sweeps` states them, and their application. Pure.

An edit is a JSON array in one of these forms:

    [at, count, "hex"]          the bytes: `count` of them at offset `at` are replaced by those in hex
    [edit, edit]                two edits of the bytes at different places, both told for the base's bytes
    [at, "*", length]           the byte at offset `at` is repeated to `length` bytes
    ["/value/0", json]          the part of the value, plan or context at a JSON Pointer is replaced
    ["/value/0"]                that part is removed
    ["/value/0", "*", length]   that list, text or hex text is repeated to at least `length` items or characters
    ["value", "text"]           the value, plan or context is this JSON text, which means the same
    ["plan", "null"]            the request has a plan that is null, which means none
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Json = Any
Path = tuple[str | int, ...]
Edit = tuple[Any, ...]

MEMBERS = ("context", "value", "plan")
NO_PLAN: Edit = ("plan", "null")
REPEATED = "*"


@dataclass(frozen=True)
class RequestBase:
    """The request of a vector: its bytes, and its context, value and plan as far as it has them."""

    id: str
    data: bytes | None
    members: Mapping[str, Json]


@dataclass(frozen=True)
class EditedRequest:
    """A request after an edit; `changed` is the member that it changes, and `text` that member's JSON if respelled."""

    data: bytes | None
    members: Mapping[str, Json]
    changed: str = ""
    text: str = ""


def apply(base: RequestBase, edit: Edit) -> EditedRequest:
    """Return the request after the edit. Raises LookupError, ValueError or TypeError if the base has no such place."""
    match edit:
        case ([*first], [*second]):
            return apply(RequestBase(base.id, apply(base, tuple(second)).data, base.members), tuple(first))
        case (int(at), int(count), str(octets)):
            data = base.data or b""
            if not 0 <= at <= at + count <= len(data):
                raise LookupError(f"{base.id} has no {count} bytes at offset {at}")
            return EditedRequest(data[:at] + bytes.fromhex(octets) + data[at + count :], base.members)
        case (int(at), "*", int(length)):
            data = base.data or b""
            return EditedRequest(data[:at] + bytes([data[at]]) * length + data[at + 1 :], base.members)
        case (str(name), str(text)) if name in base.members or edit == NO_PLAN:
            return EditedRequest(base.data, base.members, name, text)
        case (str(pointer), *rest) if pointer.startswith("/"):
            name, *path = _path(pointer)
            return EditedRequest(base.data, _put(base.members, (name, *path), rest), name)
    raise ValueError(f"this is no edit: {edit!r}")


def bytes_edit(old: bytes, new: bytes) -> Edit:
    """Return the edit that replaces the bytes in which two inputs differ, from the first to the last."""
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    return start, len(old) - end - start, new[start : len(new) - end].hex()


def _alike(old: bytes, new: bytes) -> int:
    """Return how many bytes are the same from the front."""
    return next(
        (at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), min(len(old), len(new))
    )


def is_planned(edit: Edit) -> bool:
    """Return whether a request to encode has its plan after this edit: only if the edit is one of the plan."""
    return edit[0] in {"plan", "/plan"} or str(edit[0]).startswith("/plan/")


def is_repeat(edit: Edit) -> bool:
    """Return whether an edit repeats a byte, a list or a text."""
    return len(edit) == 3 and edit[1] == REPEATED


def pointer(path: Path) -> str:
    """Return the JSON Pointer of a place."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in path)


def _path(text: str) -> list[str]:
    return [key.replace("~1", "/").replace("~0", "~") for key in text[1:].split("/")]


def _put(root: Json, path: tuple[Any, ...], rest: list[Any]) -> Json:
    """Return the JSON with the part at the path replaced, removed, or repeated."""
    if not path:
        return _repeated(root, rest[1]) if len(rest) == 2 else rest[0]
    key = int(path[0]) if isinstance(root, list) else path[0]
    copy: Any = list(root) if isinstance(root, list) else dict(root)
    if not rest and len(path) == 1:
        del copy[key]
    elif len(path) == 1 and isinstance(root, dict) and len(rest) == 1:
        copy[key] = rest[0]  # which may be a new member
    else:
        copy[key] = _put(root[key], path[1:], rest)
    return copy


def _repeated(part: Json, length: int) -> Json:
    if not part:
        raise ValueError("nothing there can be repeated")
    return part * -(-length // len(part))


def parts(root: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Yield every part of a JSON value with its path, the whole first."""
    yield path, root
    inner = root.items() if isinstance(root, dict) else enumerate(root) if isinstance(root, list) else ()
    for key, part in inner:
        yield from parts(part, (*path, key))
