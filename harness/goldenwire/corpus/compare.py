"""Two trees of vectors, case by case: what was added, removed and changed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from goldenwire.corpus import reading
from goldenwire.corpus.vector import Vector


class Change(NamedTuple):
    """A case that is not the same in both trees, and in what."""

    kind: Literal["added", "removed", "changed"]
    id: str
    detail: str


def compare(old: Path, new: Path) -> Iterator[Change]:
    """The changes from one tree to the other, by id. Raises CorpusError."""
    before, after = _cases(old), _cases(new)
    for id in sorted(before.keys() | after.keys()):
        if id not in before:
            yield Change("added", id, after[id].summary)
        elif id not in after:
            yield Change("removed", id, before[id].summary)
        elif before[id] != after[id]:
            yield Change("changed", id, ", ".join(_changed(before[id], after[id])))


def _cases(root: Path) -> dict[str, Vector]:
    known = reading.manifest(root)
    return {vector.id: vector for vector in reading.load(*known.formats, root=root, known=known)}


def _changed(before: Vector, after: Vector) -> Iterator[str]:
    """The keys in which two cases differ; for the bytes the place."""
    for key in msgspec.structs.fields(Vector):
        left, right = getattr(before, key.name), getattr(after, key.name)
        if left == right or key.name == "data":
            continue
        if key.name == "bytes" and before.data is not None and after.data is not None:
            pairs = enumerate(zip(before.data, after.data, strict=False))
            at = next((index for index, (one, other) in pairs if one != other), None)
            where = f"from byte {at} on" if at is not None else "in length"
            yield f"bytes {where} ({len(before.data):,} -> {len(after.data):,})"
        else:
            yield key.name
