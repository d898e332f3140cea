"""Bytes of unknown origin: the formats and contexts in which they can be read, the likeliest first, and how surely.

A format may bring a guide (goldenwire_suite.guides): contexts to try, its values in words, and what else bytes may be.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from goldenwire_reference.errors import DecodeError, NotationError, UnsupportedError, WireError
from goldenwire_reference.format import Explanation, Format, Json
from goldenwire_reference.reader import Field
from goldenwire_reference.wording import plural
from goldenwire_suite.guides import Attempt, Evidence, Guide, Remark, Tree
from goldenwire_suite.suite import suite_of

FEW = 8  # bytes that are too few to tell formats apart
NAMED = 5  # other readings that are named
SEVERAL = 4  # fields; bytes of another kind rarely have so many before they are invalid


class Recognition(NamedTuple):
    """Bytes as they are read in one format and context."""

    format: Format
    guide: Guide
    attempt: Attempt
    found: Explanation
    data: bytes

    @property
    def is_whole(self) -> bool:
        """True if the bytes are valid."""
        return self.found.error is None

    @property
    def is_guess(self) -> bool:
        """True if many other bytes could be read so, too."""
        return self.attempt.evidence is Evidence.GUESS

    @property
    def is_telling(self) -> bool:
        """True if it means something that the bytes can be read so."""
        return self.is_whole and not self.is_guess

    @property
    def rank(self) -> tuple[float, float]:
        """A number that is greater for likelier readings; of equal ones the one that reached further is likelier."""
        error, evidence = self.found.error, self.attempt.evidence
        if error is None:
            return {Evidence.MARKED: 5, Evidence.PLAIN: 3, Evidence.GUESS: 1}[evidence], 0
        if evidence is Evidence.MARKED or any(self.remarks()):
            return 4, error.offset
        return (2 if evidence is Evidence.PLAIN and len(self.found.fields) >= SEVERAL else 0), error.offset

    @property
    def name(self) -> str:
        """The format and what was tried in it."""
        return " ".join(filter(None, (self.format.name, f"({self.attempt.words})" * bool(self.attempt.words))))

    def value(self) -> Tree:
        """Return the value as people write it."""
        return self.guide.show(self.found.value, self.attempt.context)

    def remarks(self) -> Iterator[Remark]:
        """Yield what else the bytes may be."""
        yield from self.guide.remarks(self.data, self.attempt.context)

    def mark(self, error: DecodeError) -> tuple[int, int]:
        """Return the offset and size of the octets that the error is about."""
        if marked := self.guide.mark(self.data, error, self.found.fields):
            return marked
        at = next((field for field in reversed(self.found.fields) if field.offset == error.offset), None)
        return error.offset, at.size if at else 1


class _Enough(Exception):  # noqa: N818 - no error
    """As many fields were read as are wanted."""


class _FirstFields(list[Field]):
    """A trace that ends the reading when it has so many fields."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def append(self, field: Field, /) -> None:
        if len(self) == self._most:
            raise _Enough
        super().append(field)


def begin(data: bytes, format: Format, context: Json, fields: int) -> Recognition:
    """Return the bytes as they are read in one context, up to so many fields or to the first error; without the value.

    Raises NotationError, UnsupportedError, WireError.
    """
    trace, error = _FirstFields(fields), None
    try:
        format.codec.read(data, context, format.off(), trace)
    except _Enough:
        pass
    except DecodeError as found:
        error = found
    return Recognition(format, guide_of(format), Attempt(context), Explanation(list(trace), error), data)


def beginnings(data: bytes, formats: Iterable[Format], fields: int) -> list[Recognition]:
    """Return the beginnings of the bytes as `readings` orders them; one context that is a guess is tried a format."""
    tried = _attempts(data, formats)
    return _sorted(_made([*_telling(tried), *_first_guesses(tried)], data, partial(begin, fields=fields)))


def read_as(data: bytes, format: Format, context: Json) -> Recognition:
    """Return the bytes as they are read in one context. Raises NotationError, UnsupportedError, WireError."""
    found = format.explain(data, context)
    return Recognition(format, guide_of(format), Attempt(context), found, data)


def readings(data: bytes, formats: Iterable[Format]) -> list[Recognition]:
    """Return the bytes as they are read in the contexts that the formats' guides suggest, the likeliest first."""
    return _sorted(_made(_attempts(data, formats), data, read_as))


def likeliest_readings(data: bytes, formats: Iterable[Format]) -> list[Recognition]:
    """Return what `readings` returns, but for what takes long and tells little.

    Contexts that are mere guesses are tried if the bytes are valid in no other, and one of each format.
    """
    tried = _attempts(data, formats)
    found = list(_made(_telling(tried), data, read_as))
    if not any(reading.is_whole for reading in found):
        found += _made(_first_guesses(tried), data, read_as)
    return _sorted(found)


def _sorted(found: Iterable[Recognition]) -> list[Recognition]:
    several = list(found)
    return sorted(several, key=lambda reading: reading.rank, reverse=True) if len(several) > 1 else several


def _attempts(data: bytes, formats: Iterable[Format]) -> list[tuple[Format, Attempt]]:
    return [(format, attempt) for format in formats for attempt in guide_of(format).attempts(data)]


def _telling(tried: Iterable[tuple[Format, Attempt]]) -> list[tuple[Format, Attempt]]:
    return [(format, attempt) for format, attempt in tried if attempt.evidence > Evidence.GUESS]


def _first_guesses(tried: Iterable[tuple[Format, Attempt]]) -> Iterable[tuple[Format, Attempt]]:
    first: dict[str, tuple[Format, Attempt]] = {}
    for format, attempt in tried:
        if attempt.evidence is Evidence.GUESS:
            first.setdefault(format.name, (format, attempt))
    return first.values()


def _made(
    tried: Iterable[tuple[Format, Attempt]], data: bytes, read: Callable[[bytes, Format, Json], Recognition]
) -> Iterator[Recognition]:
    for format, attempt in tried:
        try:
            yield read(data, format, attempt.context)._replace(attempt=attempt)
        except (NotationError, UnsupportedError, WireError):  # it is no context of the format
            continue


def guide_of(format: Format) -> Guide:
    """Return the guide of a format, or one that knows nothing."""
    return suite_of(format).guide() or Guide()


def sureness(found: Sequence[Recognition]) -> str:
    """Return a sentence that names the likeliest reading and says how sure it is."""
    best, *others = found
    error = best.found.error
    return _of_valid(best, others) if error is None else _of_invalid(best, error.offset)


def _of_invalid(best: Recognition, offset: int) -> str:
    place = f"invalid at byte {offset} of {len(best.data):,}"
    if any(best.remarks()):
        return f"probably {_known(best)}, but {place}: see the end"
    if best.attempt.evidence is Evidence.MARKED:
        return f"probably {_known(best)}: it begins as one, and is {place}"
    return f"no format can read this; perhaps it is {_known(best)}, {place}"


def _of_valid(best: Recognition, others: Sequence[Recognition]) -> str:
    whole = [reading for reading in others if reading.is_whole]
    telling = [reading for reading in whole if reading.is_telling and reading.format is not best.format]
    too = f"; {_names(telling)} can read it too" if telling else ""
    if best.is_guess:
        fit = f"; others fit too: {_names(whole)}" if whole else ""
        return f"a guess, which many bytes fit: {_known(best)}{fit}{_near(others)}"
    if len(best.data) < FEW:
        return f"perhaps {_known(best)}, though {plural(len(best.data), 'byte')} tell little{too}"
    if best.attempt.evidence is Evidence.MARKED:
        return f"surely {_known(best)}: it bears the format's marks, and every byte is read"
    is_only = not whole and any(reading.attempt.evidence is Evidence.GUESS for reading in others)  # all were tried
    return f"probably {_known(best)}: every byte is read" + (", and no other format can read it" if is_only else too)


def _near(others: Sequence[Recognition]) -> str:
    """Return where the bytes are invalid in the formats that would mean something; empty if none was tried."""
    places = [
        f"{reading.name} at byte {error.offset:,} ({error.code})"
        for reading in others
        if not reading.is_guess and (error := reading.found.error)
    ]
    return f"; they are invalid as {', '.join(places[:NAMED])}" if places else ""


def _known(reading: Recognition) -> str:
    return f"{reading.format.title}, {reading.name}"


def _names(found: Sequence[Recognition]) -> str:
    names = list(dict.fromkeys(reading.name for reading in found))
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more
