"""A cache of what generating a format has shown, by content, so that a changed case costs no more than itself.

The key of an entry is the hash of all that it depends on besides code: a case with its edits and its base, or the base
of a sweep. The code on which all entries depend is hashed as a whole: the cache is empty once a module of the codec or
of the suite has changed, except for modules that do nothing but list cases. It is for authors; CI does without it.
"""

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgpack

import goldenwire_reference
from goldenwire_reference.format import Format
from goldenwire_reference.formats import FORMATS
from goldenwire_suite.suite import codec_folder, suite_folder

Json = Any
Entry = dict[str, Any]

CASES = "cases"  # the folder of a format's cases in its room
HASH = 32  # bytes of the hash of the rest, with which the file begins
ADDRESS = " at 0x"  # in the text of an object that has no text of its own, which says nothing about its content


class BuildCache:
    """Entries by key, each with named parts, in a file that holds those of the last run. Without a path it is off."""

    def __init__(self, path: Path | None = None, code: str = "") -> None:
        self._path, self._code = path, code
        self._kept = _read(path, code) if path else {}
        self._used: dict[str, Entry] = {}
        self._is_changed = False

    @property
    def is_on(self) -> bool:
        """True if anything is kept."""
        return self._path is not None

    def recall(self, key: str, part: str) -> Json:
        """Return a part of an entry; None if it is not known, or the key is empty."""
        return self._entry(key).get(part) if key and self.is_on else None

    def keep(self, key: str, part: str, value: Json) -> None:
        """Keep a part of an entry, unless the key is empty. Tuples come back as lists."""
        if key and self.is_on:
            self._entry(key)[part] = value
            self._is_changed = True

    def _entry(self, key: str) -> Entry:
        if key not in self._used:
            packed = self._kept.get(key)
            self._used[key] = _unpacked(packed) if packed else {}
        return self._used[key]

    def save(self, *, forget: bool = True) -> None:
        """Write the entries, but for those not used if `forget`. A cache that cannot be written is left out."""
        if not self._path or not (self._is_changed or self._used.keys() != self._kept.keys()):
            return
        entries = {**({} if forget else self._kept), **dict(_packed(self._used))}
        content = msgpack.packb({"code": self._code, "entries": entries})
        new = self._path.with_name(f"{self._path.name}.{uuid4().hex}")
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            new.write_bytes(_hash(content) + content)
            new.replace(self._path)


def _packed(entries: dict[str, Entry]) -> Iterator[tuple[str, bytes]]:
    for key, entry in entries.items():
        with suppress(OverflowError, TypeError, ValueError):  # what cannot be packed is made anew each time
            yield key, msgpack.packb(entry, unicode_errors="surrogatepass")


def _unpacked(packed: bytes) -> Entry:
    entry: Entry = msgpack.unpackb(packed, strict_map_key=False, unicode_errors="surrogatepass")
    return entry


def _read(path: Path, code: str) -> dict[str, bytes]:
    """Return the packed entries of the file; none if there is no such file, or it is another code's, or damaged."""
    try:
        file = path.read_bytes()
    except OSError:
        return {}
    said, content = file[:HASH], file[HASH:]
    if said != _hash(content):
        return {}
    found = msgpack.unpackb(content)
    entries: dict[str, bytes] = found["entries"] if found["code"] == code else {}
    return entries


def _hash(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def open_cache(fmt: Format, folder: Path | None) -> BuildCache:
    """Return the cache of a format in a folder; one that is off if there is no folder."""
    return BuildCache(folder / f"{fmt.name}.build", _code(fmt)) if folder else BuildCache()


def _code(fmt: Format) -> str:
    """Return the hash of the texts on which all entries depend."""
    found = hashlib.sha256(sys.version.encode())
    for path in sorted(sources(fmt)):
        found.update(f"\n{path.parent.name}/{path.name}\n".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def sources(fmt: Format) -> set[Path]:
    """Return the files of the reference, the format and the suite, but for other formats' rooms and lists of cases."""
    kit, suite, room = Path(goldenwire_reference.__file__).parent, Path(__file__).parent, suite_folder(fmt)
    places = [place for folder in (kit, suite) for place in folder.iterdir() if place.name not in FORMATS]
    shared = (path for place in places for path in (place, *place.rglob("*")))
    files = {*shared, *codec_folder(fmt).rglob("*"), *room.rglob("*")}
    lists = set((room / CASES).rglob("*")) - _shared_with(room)
    return {path for path in files - lists if path.suffix in {".py", ".md", ".yaml"}}


def _shared_with(room: Path) -> set[Path]:
    """Return the modules of cases that others use: builders of values, which mutations need too."""
    found: set[Path] = set()
    waiting = [path for path in room.rglob("*.py") if not path.is_relative_to(room / CASES)]
    while waiting:
        for name in re.findall(rf"\b{CASES}\.(\w+)", waiting.pop().read_text()):
            path = room / CASES / f"{name}.py"
            if path.is_file() and path not in found:
                found.add(path)
                waiting.append(path)
    return found


def key_of(*parts: object) -> str:
    """Return the key of an entry that depends on these parts; empty if the text of one says nothing about it."""
    texts = [part if isinstance(part, str) else repr(part) for part in parts]
    if any(ADDRESS in text for text in texts):
        return ""
    return _digest(texts)


def _digest(texts: Iterable[str]) -> str:
    found = hashlib.blake2b(digest_size=16)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        found.update(b"%d:" % len(data))
        found.update(data)
    return found.hexdigest()
