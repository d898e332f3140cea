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
BATCH = 256  # records after which is written at once


class Writer:
    """Writes records to a file, whole lines at a time, at the latest FLUSH seconds after they came.

    The first `kept` records are in the file already, in `size` bytes: a run that is gone on with.
    """

    def __init__(self, path: Path, *, kept: int = 0, size: int = 0) -> None:
        self._path, self._kept, self._size = path, kept, size
        self._waiting: list[Record] = []  # filled by one thread while another one empties it
        self._rest = b""  # what a full disk has not taken
        self._encode = msgspec.json.Encoder().encode_lines
        self._file: BinaryIO | None = None
        self._lock, self._due, self._closing = Lock(), Event(), Event()
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
        self._waiting.append(record)
        count = len(self._waiting)
        if count >= BATCH or type(record) is not Finding:
            self.flush()
        elif count == 1:
            self._due.set()

    def _tick(self) -> None:
        """Write what waits, whatever the rest of the program is waiting for."""
        while not self._closing.is_set():
            self._due.wait()
            self._closing.wait(FLUSH)
            self._due.clear()
            try:
                self.flush()
            except ResultsError:  # the next record meets it again
                return

    def flush(self) -> None:
        """Write what has come so far."""
        with self._lock:
            if self._file is None:
                return
            records = self._waiting[:]
            del self._waiting[: len(records)]  # and not what has come since
            try:
                view = memoryview(self._rest + self._encode(records))
            except UnicodeEncodeError as error:
                raise ResultsError(f"{self._path}: results keep no word that is not UTF-8, as {error.object}") from None
            try:
                while view:
                    view = view[self._file.write(view) :]
            except OSError as error:
                raise ResultsError(f"{self._path}: {error.strerror}") from None
            finally:
                self._rest = bytes(view)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._due.set()
        if self._clock.is_alive():
            self._clock.join()
        if self._file is not None:
            try:
                self.flush()
                lost = self._is_lost(self._file)
            finally:
                self._file.close()
                self._file = None
            if lost and error is None:
                raise ResultsError(
                    f"{self._path}: it was taken away or replaced during the run, whose results are lost"
                )

    def _is_lost(self, file: BinaryIO) -> bool:
        """Whether the path names another file than the one that was written, or none."""
        written = os.fstat(file.fileno())
        try:
            return not os.path.samestat(written, self._path.stat())
        except OSError:
            return True
