"""Describe expectation, observation and their first difference: lines of text for a finding that is no pass."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import ABSENT, LoadedVector, PermittedOutcome, VectorEdit
from goldenwire.display.ruler import Range, first_differing_byte, layout
from goldenwire.display.text import hexed, printable, short, without_figures
from goldenwire.judge.equality import Leeway, alike, far_larger
from goldenwire.judge.question import Question, Terms
from goldenwire.judge.verdicts import ORDER, Judgement, may_round
from goldenwire.protocol import Observation, parts
from goldenwire_reference.wording import plural

LONG = 1 << 20  # octets; of a longer value only the start is shown

LINES = 10  # of a difference
FEW = 4  # classes of a refusal that are all named
SHOWN, ROW = 32, 16  # bytes shown of a field, and outside a field


def expected(question: Question, declared: Terms) -> str:
    """Describe in one line what the vector expects."""
    vector = question.vector
    if vector.verdict == "accept":
        return _expected_result(question, vector.value, declared)
    if vector.verdict == "reject":
        codes = (vector.first,) if vector.first and ORDER in declared.features else vector.code
        return _expected_refusal(codes, vector.places)
    if vector.verdict == "decline":
        return "unsupported"
    chosen = declared.policies.get(vector.policy)
    choices = [chosen] if chosen else list(vector.outcomes)
    return " or ".join(f"{choice}: {_outcome(question, vector.outcomes[choice], declared)}" for choice in choices)


def _outcome(question: Question, outcome: PermittedOutcome, declared: Terms) -> str:
    if outcome.code:
        return _expected_refusal(outcome.code, outcome.places)
    if outcome.transcode and question.operation == "transcode":
        return _expected_refusal(outcome.transcode, {})
    return _expected_result(question, outcome.value, declared)


def _expected_refusal(codes: Sequence[str], places: Mapping[str, int]) -> str:
    return f"rejected {refusal(codes, places)}"


def refusal(codes: Sequence[str], places: Mapping[str, int]) -> str:
    """Return the classes of a refusal, each with the byte at which it is judged, if it has one."""
    if len(codes) > FEW:
        return f"{codes[0]}, or with another class"
    found = {places.get(code) for code in codes}
    if len(found) == 1:
        return " or ".join(codes) + "".join(f" at byte {place}" for place in found if place is not None)
    return " or ".join(f"{code} at byte {places[code]}" if code in places else code for code in codes)


def _expected_result(question: Question, value: Raw, declared: Terms) -> str:
    vector = question.vector
    if question.operation == "decode":
        return f"value {short(_text(value))}"
    canonical = question.operation == "encode" and vector.canonical and "canonical" in declared.features
    if question.prescribed or canonical:
        return f"bytes {hexed(vector.octets)}"
    return f"bytes that mean {short(_text(value))}"


def observed(seen: Observation) -> str:
    """Describe in one line what the codec did."""
    if seen.value is not None:
        return f"value {_shown(seen.value)}"
    if seen.data is not None:
        return f"bytes {hexed(seen.data)}"
    place = "" if seen.rejection is None or seen.rejection.offset is None else f" at byte {seen.rejection.offset}"
    return short(f"{seen.key()}{place}{': ' if seen.detail else ''}{seen.detail}")


def _shown(value: Raw) -> str:
    if len(value) <= LONG:
        return short(_text(value))
    start = bytes(memoryview(value)[:1000]).decode(errors="replace")  # do not copy the part that is not shown
    return f"{short(start)} and more: {len(value):,} bytes"


class Difference(NamedTuple):
    """The first place where expected and observed differ, and the lines that show it: about LINES at most.

    `place` is the path of a cell or key in the value, or the field of the bytes, without numbers. `types` are the JSON
    types of the cells that differ first, expected and observed.
    """

    lines: tuple[str, ...] = ()
    place: str = ""
    types: tuple[type, ...] = ()


NO_DIFFERENCE = Difference()


def difference(question: Question, declared: Terms, seen: Observation, judgement: Judgement) -> Difference:
    """Return where expected and observed differ; empty if there is nothing to compare."""
    vector = question.vector
    if judgement.meant != ABSENT:
        leeway = Leeway(declared.tags, may_round(vector.context, declared))
        return diff_values(judgement.expected, judgement.meant, leeway)
    if vector.verdict == "accept" and seen.value is not None:
        return diff_values(vector.value, seen.value, Leeway(declared.tags, nearest=False))
    if vector.verdict == "accept" and seen.data is not None:
        return diff_bytes(vector.octets, seen.data, layout(vector.layout))
    return Difference(tuple(describe_edit(vector)))


def describe_edit(vector: LoadedVector) -> Iterator[str]:
    """Yield the edits that distinguish a case from its valid twin, if it has one; of invalid input, the defect."""
    what = "defect" if vector.verdict == "reject" else "edit"
    if isinstance(vector.edit, str):
        yield f"the {what}: {printable(vector.edit)}"
    elif vector.edit and vector.base:
        real = (edit for edit in vector.edit if not _changes_nothing(edit))
        yield from (f"the {what}: in {vector.base}, {_edit(edit, vector.octets)}" for edit in real)


def _changes_nothing(edit: VectorEdit) -> bool:
    """Return whether an edit changes nothing, or only spells the same JSON text differently."""
    if edit.op is None:
        return edit.remove == edit.insert
    return edit.op == "replace" and msgspec.json.decode(edit.was) == msgspec.json.decode(edit.value)


def _edit(edit: VectorEdit, octets: bytes) -> str:
    if edit.op is None:
        removed, inserted = (bytes.fromhex(digits or "") for digits in (edit.remove, edit.insert))
        if removed and inserted == octets:
            return f"all of it became {hexed(inserted)}"
        if removed and inserted:
            return f"at byte {edit.at}, {hexed(removed)} became {hexed(inserted)}"
        return f"at byte {edit.at}, {hexed(removed or inserted)} was {'taken out' if removed else 'put in'}"
    was, value = short(_text(edit.was), 80), short(_text(edit.value), 80)
    told = {"add": f"{value} was put in", "replace": f"{was} became {value}", "remove": f"{was} was taken out"}
    return f"at {printable(edit.path)}, {told[edit.op]}"


# Values

EXACT = Leeway((), nearest=False)


class CellDifference(NamedTuple):
    """A cell or key in which two values differ: the line that says so, its path, and the JSON types if both have it."""

    line: str
    path: str
    types: tuple[type, ...] = ()


def diff_values(wanted: Raw, got: Raw, leeway: Leeway = EXACT) -> Difference:
    """Return the first cells or keys in which two values differ."""
    if far_larger(wanted, got):
        there, needed = (f"{plural(len(one), 'byte')} and {plural(parts(bytes(one)), 'part')}" for one in (got, wanted))
        return Difference((f"the value has {there}, where {needed} are expected: it is not compared",))
    cells: list[CellDifference] = []
    try:
        found = _compare("", msgspec.json.decode(wanted), msgspec.json.decode(got), leeway)
        cells += islice(found, LINES)
        rest = sum(1 for _ in found)
        more = [f"and {plural(rest, 'more difference')}"] if rest else []
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        more = [f"the value cannot be compared: {error}"]
    lines = (*(cell.line for cell in cells), *more)
    return Difference(lines, without_figures(cells[0].path), cells[0].types) if cells else Difference(lines)


def _compare(path: str, wanted: Any, got: Any, leeway: Leeway) -> Iterator[CellDifference]:
    if alike(wanted, got, leeway):
        return
    if isinstance(wanted, dict) and isinstance(got, dict):
        for key in wanted | got:
            place = f"{path}.{printable(key)}" if path else printable(key)
            if key not in got:
                yield CellDifference(f"{place}: missing, expected {_json(wanted[key])}", place)
            elif key not in wanted:
                yield CellDifference(f"{place}: unexpected, {_json(got[key])}", place)
            else:
                yield from _compare(place, wanted[key], got[key], leeway)
    elif isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        for index, item in enumerate(wanted):
            yield from _compare(f"{path}[{index}]", item, got[index], leeway)
    elif isinstance(wanted, list) and isinstance(got, list):
        told = _compare_items([_json(item) for item in wanted], [_json(item) for item in got])
        yield CellDifference(
            f"{path or 'value'}: expected {plural(len(wanted), 'item')}, found {len(got):,}", path or "value"
        )
        yield from (CellDifference(line, path) for line in told)
    else:
        line = f"{path or 'value'}: expected {_json(wanted)}, found {_json(got)}"
        yield CellDifference(line, path or "value", (type(wanted), type(got)))


def _compare_items(wanted: list[str], got: list[str]) -> Iterator[str]:
    """Yield lines for the items that only one of two lists of different lengths holds."""
    lacking, excess = Counter(wanted) - Counter(got), Counter(got) - Counter(wanted)
    yield from (f"  missing    {item}" for item in lacking.elements())
    yield from (f"  unexpected {item}" for item in excess.elements())


def _json(value: Any) -> str:
    return short(msgspec.json.encode(value).decode(), 80)


def _text(value: Raw) -> str:
    """Return the JSON text with its escapes decoded, so that equal texts look alike."""
    text = bytes(value)
    if b"\\u" in text:
        with suppress(msgspec.MsgspecError, RecursionError, UnicodeError):
            text = msgspec.json.encode(msgspec.json.decode(text))
    return text.decode(errors="replace")


# Bytes


def diff_bytes(wanted: bytes, got: bytes, ranges: Iterable[Range]) -> Difference:
    """Return the first place at which the bytes differ from the case's, named by its layout; nothing if they do not."""
    at = first_differing_byte(wanted, got)
    if at is None:
        return NO_DIFFERENCE
    field = next((r for r in ranges if r.offset <= at < r.offset + r.size), None)
    name = f", in {field.name} (byte {field.offset}, {plural(field.size, 'byte')})" if field else ""
    shown = (
        field if field and at < field.offset + SHOWN else Range(at, ROW, "", "")
    )  # the field, if the difference is near its start
    start, end = shown.offset, shown.offset + min(shown.size, SHOWN)
    meaning = f" = {shown.meaning}" if shown.meaning else ""
    lines = (
        f"at byte {at}{name}; {plural(len(wanted), 'byte')} expected, {len(got):,} found",
        f"  expected {hexed(wanted[start:end])}{meaning}",
        f"  found    {hexed(got[start:end])}",
        f"           {'  ' * (at - start)}^^",
    )
    return Difference(lines, without_figures(field.name) if field else "behind the end")
