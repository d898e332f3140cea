"""The API of the page: a name, a request and an answer in JSON. Whatever goes wrong is answered with a sentence."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
from msgspec import Struct

from goldenwire import __version__
from goldenwire.errors import UserError
from goldenwire.explore import changes, decoding, encoding, inputs
from goldenwire.explore.inputs import LARGEST, Kind
from goldenwire.explore.library import Library
from goldenwire.explore.runs import Runs

Json = Any

INTERNAL = "Internal error in goldenwire: {}: {} (please report it)"


class EmptyRequest(Struct, forbid_unknown_fields=True):
    """A request without members."""


class DecodeRequest(Struct, forbid_unknown_fields=True):
    """An input to be decoded, as it was pasted or dropped. Without a format, or a context, the likeliest is found."""

    text: str
    kind: Kind = "auto"
    format: str = ""
    context: str | None = None
    start: int | None = None


class FieldRequest(Struct, forbid_unknown_fields=True):
    """A field of bytes, in hex, that are read in a format and a context."""

    hex: str
    format: str
    context: str
    offset: int
    name: str


class EncodeRequest(Struct, forbid_unknown_fields=True):
    """A value to be encoded; value, context and plan are JSON."""

    format: str
    value: str
    context: str = ""
    plan: str = ""


class IdRequest(Struct, forbid_unknown_fields=True):
    """The name or id of something."""

    id: str


class SearchRequest(Struct, forbid_unknown_fields=True):
    """A search among the vectors of a format."""

    format: str
    text: str = ""
    verdict: str = ""
    start: int = 0


class RunRequest(Struct, forbid_unknown_fields=True):
    """A run, or a search among its findings."""

    run: int
    text: str = ""
    word: str = ""
    start: int = 0


class FindingRequest(Struct, forbid_unknown_fields=True):
    """A finding of a run."""

    run: int
    case: str
    operation: str


class Answers:
    """The answers to requests by name. One is made at a time, so that memory stays bounded."""

    def __init__(self, vectors: Path | None = None, results: tuple[Path, ...] = ()) -> None:
        self._library, self._runs = Library(vectors), Runs(results)
        self._readings = decoding.LatestReadings()
        self._lock = Lock()
        library = self._library
        self._of: dict[str, tuple[type[Struct], Callable[[Any], Json]]] = {
            "begin": (EmptyRequest, lambda _: self._begin()),
            "choices": (IdRequest, lambda asked: library.choices(asked.id)),
            "glance": (DecodeRequest, self._glance),
            "decode": (DecodeRequest, self._decode),
            "field": (FieldRequest, self._field),
            "encode": (EncodeRequest, self._encode),
            "spec": (IdRequest, lambda asked: library.spec(asked.id)),
            "text": (IdRequest, lambda asked: library.text(asked.id)),
            "requirement": (IdRequest, lambda asked: library.requirement(asked.id)),
            "vectors": (SearchRequest, lambda a: library.vectors(a.format, a.text, a.verdict, max(a.start, 0))),
            "vector": (IdRequest, lambda asked: library.vector(asked.id)),
            "run": (RunRequest, lambda asked: self._runs.run(asked.run)),
            "findings": (RunRequest, lambda a: self._runs.findings(a.run, a.text, a.word, max(a.start, 0))),
            "finding": (FindingRequest, lambda asked: self._runs.finding(asked.run, asked.case, asked.operation)),
        }

    def __contains__(self, name: str) -> bool:
        return name in self._of

    def prepare(self) -> None:
        """Load what the first answers need, so that they are as quick as later ones."""
        with suppress(Exception):  # whoever asks will see the error again
            decoding.glance(bytes(1), "", None, None)

    def answer(self, name: str, body: bytes) -> bytes:
        """Return the answer to a request as JSON. A problem is its member `problem`, a list of sentences."""
        waiting = nullcontext() if name == "glance" else self._lock  # a glance takes little memory
        with waiting, _without_collection():
            return msgspec.json.encode(self._answered(name, body))

    def _answered(self, name: str, body: bytes) -> Json:
        kind, made = self._of[name]
        try:
            return made(msgspec.json.decode(body, type=kind))
        except (msgspec.MsgspecError, UnicodeError) as error:
            return {"problem": [f"The request is not as `{name}` expects it: {error}"]}
        except UserError as error:
            return {"problem": error.lines}
        except RecursionError:
            return {"problem": ["This is nested too deeply."]}
        except MemoryError:
            return {"problem": ["There is not enough memory for this."]}
        except Exception as error:
            return {"problem": _internal(error)}

    def _begin(self) -> Json:
        return {
            "version": __version__,
            "largest": LARGEST,
            "formats": self._library.formats(),
            "runs": self._runs.list(),
        }

    def _glance(self, asked: DecodeRequest) -> Json:
        return _of_input(asked, lambda data: decoding.glance(data, asked.format, asked.context, asked.start))

    def _decode(self, asked: DecodeRequest) -> Json:
        readings = self._readings
        return _of_input(
            asked, lambda data: decoding.answer(readings.read(data, asked.format, asked.context), asked.start)
        )

    def _field(self, asked: FieldRequest) -> Json:
        reading = self._readings.read(inputs.exactly(asked.hex), asked.format, asked.context)
        return changes.answer(reading.found, asked.offset, asked.name)

    def _encode(self, asked: EncodeRequest) -> Json:
        data, told = encoding.encode(asked.format, asked.value, asked.context, asked.plan)
        if data is None:
            return told
        reading = self._readings.read(data, asked.format, asked.context)
        return told | {"hex": data.hex()} | decoding.answer(reading, None)


def _of_input(asked: DecodeRequest, answered: Callable[[bytes], dict[str, Json]]) -> Json:
    """Return the answer to an input; to one that cannot be decoded its problem, and its first bytes."""
    given = inputs.read(asked.text, asked.kind)
    head = {"kind": given.kind, "size": len(given.data)}
    try:
        decoding.check_size(given.data, given.length)
        return head | {"hex": given.data.hex()} | answered(given.data)
    except UserError as error:
        return {"problem": error.lines, **head, "drawn": decoding.first_bytes(given.data)}


def _internal(error: Exception) -> tuple[str, ...]:
    """Return the sentence for an error that nobody expected: an author's, or the kit's own."""
    from goldenwire.formats import author_error

    trouble = author_error(error) or UserError(INTERNAL.format(type(error).__name__, error))
    return trouble.lines


@contextmanager
def _without_collection() -> Iterator[None]:
    """Suspend the search for garbage, which takes a third of the time in which many small objects are made."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
