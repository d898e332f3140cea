"""The results file as an output: each record is written promptly, and no two runs share a file."""

import os
from pathlib import Path
from threading import Event, Lock, Thread
from types import TracebackType
from typing import BinaryIO, Self

import msgspec

from goldenwire import system
from goldenwire.results.records import Finding, Record, ResultsError

FLUSH = 0.02  # seconds between writes
BATCH = 256  # waiting records after which they are written at once


class RecordWriter:
    """Write records to a file, in whole lines, within FLUSH seconds of their arrival.

    When a run is resumed, the file already has the first `kept` records, in `size` bytes.
    """

    def __init__(self, path: Path, *, kept: int = 0, size: int = 0) -> None:
        self._path, self._kept, self._size = path, kept, size
        self._waiting: list[Record] = []  # filled by one thread while another one empties it
        self._rest = b""  # bytes that a full disk did not take
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
        """Write one record within FLUSH seconds; a record that is not a finding is written at once."""
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
        """Write waiting records independently of the rest of the program."""
        while not self._closing.is_set():
            self._due.wait()
            self._closing.wait(FLUSH)
            self._due.clear()
            try:
                self.flush()
            except ResultsError:  # the next record raises it again
                return

    def flush(self) -> None:
        """Write the waiting records."""
        with self._lock:
            if self._file is None:
                return
            records = self._waiting[:]
            del self._waiting[: len(records)]  # keeps records that arrived since
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
        """Return whether the path names another file than the one that was written, or none."""
        written = os.fstat(file.fileno())
        try:
            return not os.path.samestat(written, self._path.stat())
        except OSError:
            return True
