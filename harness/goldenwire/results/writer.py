"""The results file as an output: every record is in it soon, whatever the codec does, and no two runs share one."""

import os
from pathlib import Path
from threading import Event, Lock, Thread
from types import TracebackType
from typing import BinaryIO, Self

import msgspec

from goldenwire import system
from goldenwire.results.records import Finding, Record, ResultsError

FLUSH = 0.02  # seconds between writes
CHUNK = 1 << 16  # octets after which is written at once


class Writer:
    """Writes records to a file, whole lines at a time, at the latest FLUSH seconds after they came.

    The first `kept` records are in the file already, in `size` bytes: a run that is gone on with.
    """

    def __init__(self, path: Path, *, kept: int = 0, size: int = 0) -> None:
        self._path, self._kept, self._size = path, kept, size
        self._buffer = bytearray()
        self._encode = msgspec.json.Encoder().encode_into
        self._file: BinaryIO | None = None
        self._lock, self._waiting, self._closing = Lock(), Event(), Event()
        self._clock = Thread(target=self._tick, name="results", daemon=True)

    def __enter__(self) -> Self:
        try:
            self._file = self._path.open("ab", buffering=0)
            system.lock(self._file)
            if self._path.is_file():
                os.ftruncate(self._file.fileno(), self._size)
        except BlockingIOError:
            raise ResultsError(f"{self._path}: another run is writing it; name another file") from None
        except OSError as error:
            raise ResultsError(f"{self._path}: {error.strerror}") from None
        self._clock.start()
        return self

    def take(self, record: Record) -> None:
        """Write one record, at the latest FLUSH seconds from now; those that are not findings at once."""
        if self._kept:
            self._kept -= 1
            return
        with self._lock:
            self._encode(record, self._buffer, -1)
            self._buffer += b"\n"
        if len(self._buffer) > CHUNK or type(record) is not Finding:
            self.flush()
        elif not self._waiting.is_set():
            self._waiting.set()

    def _tick(self) -> None:
        """Write what waits, whatever the rest of the program is waiting for."""
        while not self._closing.is_set():
            self._waiting.wait()
            self._closing.wait(FLUSH)
            self._waiting.clear()
            try:
                self.flush()
            except ResultsError:  # the next record meets it again
                return

    def flush(self) -> None:
        """Write what has come so far."""
        with self._lock:
            if self._file is None:
                return
            view = memoryview(bytes(self._buffer))
            try:
                while view:
                    view = view[self._file.write(view) :]
            except OSError as error:
                self._buffer[:] = view  # what a full disk has not taken
                raise ResultsError(f"{self._path}: {error.strerror}") from None
            self._buffer.clear()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._waiting.set()
        if self._clock.is_alive():
            self._clock.join()
        if self._file is not None:
            try:
                self.flush()
            finally:
                self._file.close()
                self._file = None
