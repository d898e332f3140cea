"""The files of a tree of vectors: only regular files inside it, of the announced size, and their hash."""

import errno
import hashlib
import os
import stat
from collections.abc import Sequence
from pathlib import Path

from goldenwire import system
from goldenwire.errors import UserError


class CorpusError(UserError):
    """An error in the vectors: the file, the case if there is one, and a sentence."""

    def __init__(self, file: Path | str, case: str, sentence: str) -> None:
        super().__init__(str(file), case, sentence)
        self.file, self.case, self.sentence = str(file), case, sentence

    def sentences(self) -> Sequence[str]:
        return [f"{': '.join(filter(None, (self.file, self.case)))}: {self.sentence}"]


def content(root: Path, *formats: str) -> str:
    """Return SHA-256, in hex, of the sorted lines `sha256  path` of feature files, their bytes, and sweeps.

    With `formats`, only their files are included, otherwise all.
    """
    lines = sorted(
        f"{hashlib.sha256(read_regular_file(f'{root}/{name}')).hexdigest()}  {name}\n"
        for folder in ([f"{format}/" for format in formats] or _folders(root, ""))
        for name in (
            *_names(root, folder, ".yaml"),
            *(name for inner in _folders(root, folder) for name in _names(root, inner, ".bin")),
            *(name for name in [f"{folder[:-1]}.sweeps"] if Path(root, name).is_file()),
        )
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _folders(root: Path, folder: str) -> list[str]:
    """Return the folders in a folder of the tree, such as `daphne/` and `daphne/csr/`."""
    return [f"{folder}{entry.name}/" for entry in _entries(root, folder) if entry.is_dir()]


def _names(root: Path, folder: str, end: str) -> list[str]:
    return [folder + entry.name for entry in _entries(root, folder) if entry.name.endswith(end)]


def _entries(root: Path, folder: str) -> "list[os.DirEntry[str]]":
    """Return the entries of a folder of the tree; pathlib takes ten times as long."""
    try:
        with os.scandir(f"{root}/{folder}") as entries:
            return list(entries)
    except OSError as error:
        raise CorpusError(f"{root}/{folder}".rstrip("/"), "", error.strerror or "cannot be read") from None


def read_regular_file(name: Path | str, size: int | None = None, case: str = "") -> bytes:
    """Return the content of a regular file, in few system calls. Raises CorpusError.

    The error is raised if the size differs from `size` or exceeds system.LARGEST; and for links, pipes and devices.
    """
    try:
        descriptor = os.open(name, system.OPEN_SAFELY)
        try:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise CorpusError(name, case, system.NOT_REGULAR)
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


def is_real_directory(folder: Path) -> bool:
    """Return whether the path is a folder and not a link to one, which would lead out of the tree."""
    return folder.is_dir() and not folder.is_symlink()


def text(path: Path) -> str:
    """Return the text of a regular file. Raises CorpusError, also if it is not UTF-8."""
    try:
        return read_regular_file(path).decode()
    except UnicodeDecodeError as error:
        raise CorpusError(path, "", f"not UTF-8 at byte {error.start}") from None
