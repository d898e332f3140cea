"""Comparison of two trees of vectors, case by case: added, removed and changed cases."""

import subprocess
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

import msgspec

from goldenwire.corpus import reading
from goldenwire.corpus.vector import LoadedVector
from goldenwire.display.ruler import first_differing_byte
from goldenwire.errors import UserError

ROW = 16  # bytes of a row
ROWS = 4  # rows of bytes that are shown for a case
TEXT = 400  # characters of a member

Cases = Mapping[str, LoadedVector]


class VectorChange(NamedTuple):
    """A case that differs between two trees: the kind of change, the keys, and the differences line by line."""

    kind: Literal["added", "removed", "changed"]
    id: str
    detail: str
    lines: tuple[str, ...] = ()


def compare(old: Path, new: Path) -> Iterator[VectorChange]:
    """Yield the changes from one tree to the other, by id. Raises CorpusError."""
    yield from changes(cases(old), cases(new))


def changes(before: Cases, after: Cases) -> Iterator[VectorChange]:
    """Yield the changes from some cases to others, by id."""
    for id in sorted(before.keys() | after.keys()):
        if id not in before:
            yield VectorChange("added", id, after[id].summary)
        elif id not in after:
            yield VectorChange("removed", id, before[id].summary)
        elif before[id] != after[id]:
            one, other = before[id], after[id]
            yield VectorChange("changed", id, ", ".join(_changed(one, other)), tuple(_lines(one, other)))


def cases(root: Path) -> dict[str, LoadedVector]:
    """Return the cases of a tree, by id. Raises CorpusError."""
    known = reading.manifest(root)
    return {vector.id: vector for vector in reading.load(*known.formats, root=root, known=known)}


def cases_of(root: Path, features: Iterable[str]) -> dict[str, LoadedVector]:
    """Return the cases of these features, as far as the tree has them, by id. Raises CorpusError."""
    known = reading.manifest(root)
    return {one.id: one for feature in features for one in reading.of_feature(feature, root=root, known=known)}


@contextmanager
def revision(root: Path, word: str) -> Iterator[Path]:
    """Provide the tree at `root` as of a git revision, in a temporary folder. Raises UserError."""
    with TemporaryDirectory() as folder:
        archive = ["git", "-C", str(root), "archive", "--format=tar", word, "."]
        try:
            done = subprocess.run(archive, capture_output=True, check=False, timeout=60)
        except OSError as error:
            raise UserError(f"{word} is no folder, and git cannot be asked for it: {error.strerror}") from None
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().splitlines()
            why = said[-1] if said else "git failed"
            raise UserError(f"{word} is neither a folder nor a revision of {root}: {why}")
        with tarfile.open(fileobj=BytesIO(done.stdout)) as tar:
            tar.extractall(folder, filter="data")
        yield Path(folder)


def _differing(before: LoadedVector, after: LoadedVector) -> Iterator[str]:
    for key in msgspec.structs.fields(LoadedVector):
        if key.name not in {"data", "digest"} and getattr(before, key.name) != getattr(after, key.name):
            yield key.name


def _changed(before: LoadedVector, after: LoadedVector) -> Iterator[str]:
    """Yield the keys in which two cases differ; for the bytes also the place."""
    for name in _differing(before, after):
        if name == "bytes" and before.data is not None and after.data is not None:
            at = first_differing_byte(before.data, after.data) or 0
            where = f"from byte {at} on" if at < min(len(before.data), len(after.data)) else "in length"
            yield f"bytes {where} ({len(before.data):,} -> {len(after.data):,})"
        else:
            yield name


def _lines(before: LoadedVector, after: LoadedVector) -> Iterator[str]:
    """Yield the old and new value of each changed member except the layout, which follows from the bytes."""
    for name in _differing(before, after):
        if name == "bytes":
            yield from _octets(before.data or b"", after.data or b"")
        elif name != "layout":
            yield f"- {name}: {_shown(before, name)}"
            yield f"+ {name}: {_shown(after, name)}"


def _shown(vector: LoadedVector, name: str) -> str:
    member = getattr(vector, name)
    text = bytes(member).decode() if isinstance(member, msgspec.Raw) else msgspec.json.encode(member).decode()
    return text if len(text) <= TEXT else f"{text[:TEXT]}... ({len(text):,} characters)"


def _octets(before: bytes, after: bytes) -> Iterator[str]:
    """Yield rows of old and new bytes from the first row that differs."""
    start = (first_differing_byte(before, after) or 0) // ROW * ROW
    for mark, octets in (("-", before), ("+", after)):
        for at in range(start, min(len(octets), start + ROWS * ROW), ROW):
            yield f"{mark} {at:08x}  {octets[at : at + ROW].hex(' ')}"
