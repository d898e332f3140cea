"""The files of a tree of vectors: only regular ones inside it, of the size that is announced, and their hash."""

import errno
import hashlib
import os
import stat
from collections.abc import Sequence
from pathlib import Path

from goldenwire import system
from goldenwire.errors import UserError


class CorpusError(UserError):
    """What is wrong in the vectors: the file, the case where there is one, and a sentence."""

    def __init__(self, file: Path | str, case: str, sentence: str) -> None:
        super().__init__(str(file), case, sentence)
        self.file, self.case, self.sentence = str(file), case, sentence

    def sentences(self) -> Sequence[str]:
        return [f"{': '.join(filter(None, (self.file, self.case)))}: {self.sentence}"]


def content(root: Path, *formats: str) -> str:
    """SHA-256, in hex, over the sorted lines `sha256  path` of feature files and their bytes, all or some formats'."""
    lines = sorted(
        f"{hashlib.sha256(regular(f'{root}/{name}')).hexdigest()}  {name}\n"
        for folder in ([f"{format}/" for format in formats] or _folders(root, ""))
        for name in (
            *_names(root, folder, ".yaml"),
            *(name for inner in _folders(root, folder) for name in _names(root, inner, ".bin")),
        )
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _folders(root: Path, folder: str) -> list[str]:
    """The folders in a folder of the tree, as `daphne/` and `daphne/csr/`."""
    return [f"{folder}{entry.name}/" for entry in _entries(root, folder) if entry.is_dir()]


def _names(root: Path, folder: str, end: str) -> list[str]:
    return [folder + entry.name for entry in _entries(root, folder) if entry.name.endswith(end)]


def _entries(root: Path, folder: str) -> "list[os.DirEntry[str]]":
    """What a folder of the tree holds; pathlib takes ten times as long."""
    try:
        with os.scandir(f"{root}/{folder}") as entries:
            return list(entries)
    except OSError as error:
        raise CorpusError(f"{root}/{folder}".rstrip("/"), "", error.strerror or "cannot be read") from None


def regular(name: Path | str, size: int | None = None, case: str = "") -> bytes:
    """The content of a regular file, in few system calls. Raises CorpusError.

    Of another size than `size`, or without one than system.LARGEST, it is not read; nor are links, pipes and devices.
    """
    try:
        descriptor = os.open(name, system.WARY)
        try:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise CorpusError(name, case, "this is no regular file, and no other is read")
            if size is not None and found.st_size != size:
                raise CorpusError(name, case, f"the size of the file is {found.st_size}, the case says {size}")
            if found.st_size > system.LARGEST:
                raise CorpusError(name, case, f"the file has {found.st_size:,} bytes, more than {system.LARGEST:,}")
            data = os.read(descriptor, found.st_size)
            while len(data) < found.st_size and (chunk := os.read(descriptor, found.st_size - len(data))):
                data += chunk
            return data
        finally:
            os.close(descriptor)
    except OSError as error:
        linked = error.errno == errno.ELOOP
        sentence = "a symbolic link, and none is followed in a tree of vectors" if linked else error.strerror
        raise CorpusError(name, case, sentence or "cannot be read") from None


def real(folder: Path) -> bool:
    """Whether it is a folder; a link to one would lead out of the tree."""
    return folder.is_dir() and not folder.is_symlink()


def text(path: Path) -> str:
    """The text of a regular file. Raises CorpusError, also where it is not UTF-8."""
    try:
        return regular(path).decode()
    except UnicodeDecodeError as error:
        raise CorpusError(path, "", f"not UTF-8 at byte {error.start}") from None
