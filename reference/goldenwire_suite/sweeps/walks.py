"""The walks over the places of a small vector: every edit of it, by kind of place and trap."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import NamedTuple

from goldenwire_reference.reader import Field
from goldenwire_suite.sweeps import traps
from goldenwire_suite.sweeps.edits import NO_PLAN, REPEATED, Edit, Json, Path, RequestBase, parts, pointer
from goldenwire_suite.sweeps.traps import Trap

SMALL = 120  # bytes of a vector that is swept
SHORT = 600  # characters of a value that is swept
LONG = 10  # bytes from which the size of a field makes no kind of its own
LONGEST = 1 << 15  # characters of a repeated list or text
PLACES = 24  # parts of a value or plan that are swept, the first ones
INDICES = re.compile(r"\[[^]]*\]|[0-9]+")
NESTED = re.compile(r"((?:/[^/]+){1,3}?(?=/)|\.?[^/.#@]*[#@])\1+(?![^/.#@])")  # one inside another of its kind
WORD = re.compile("[A-Za-z]{1,12}[0-9]{0,3}")
NUMBERS = {"integer", "float", "octets"}
MEANING = re.compile(r"[A-Za-z_ ]*")


# Returns whether edits of a sweep at a kind of place are still wanted.
Wanted = Callable[[str, str], bool]


class Candidate(NamedTuple):
    """An edit of a base: the sweep, the operation, the kind of place, the trap, and the edit."""

    sweep: str
    operation: str
    place: str
    trap: str
    edit: Edit


def of_bytes(base: RequestBase, explain: Callable[[], list[Field]], is_wanted: Wanted) -> Iterator[Candidate]:
    """Yield the edits of every byte and every field of the bytes."""
    data = base.data or b""
    if not 0 < len(data) <= SMALL:
        return
    fields = explain()
    named: dict[int, str] = {}
    for field in fields:
        for at in range(field.offset, field.offset + field.size):
            named[at] = f"{_kind_of(field)} {_where(at - field.offset, field.size)}"
    for at in range(len(data)):
        place = named.get(at, "rest")
        if is_wanted("bytes", place):
            for trap, edit in traps.bytes_at(data, at):
                yield Candidate("bytes", "decode", place, trap, edit)
    filled = [field for field in fields if field.size]
    spans = [(field.offset, field.size) for field in filled]
    for number, field in enumerate(filled):
        place = f"{_kind_of(field)} of {min(field.size, LONG)}"
        if is_wanted("bytes", place):
            edits = chain(traps.field_at(data, *spans[number]), traps.beside(data, spans, number))
            for trap, edit in edits:
                yield Candidate("bytes", "decode", place, trap, edit)
    if fields and is_wanted("bytes", end := f"end of {_kind_of(fields[-1])}"):
        for trap, edit in traps.appended(data):
            yield Candidate("bytes", "decode", end, trap, edit)


def _kind_of(field: Field) -> str:
    """Return the name of a field without numbers and repeated levels, and the words with which its meaning begins.

    Of what it is in, the name has the innermost part, and whether something around that is a later one of several.
    """
    meaning = MEANING.match(field.meaning)
    *outer, part, own = ("", *NESTED.sub(_more, INDICES.sub(_index, field.name)).split("."))
    later = "@" if any("@" in one for one in outer) else ""
    return f"{later}{part}.{own} {meaning[0].strip() if meaning else ''}"


def _index(found: re.Match[str]) -> str:
    """Return what stands for an index: for each of its numbers one sign for 0 and another for all others.

    Codecs may treat the first item unlike the others, and the first row of an array, or its first column.
    """
    return "".join("#" if number == "0" else "@" for number in found[0].strip("[]").split(","))


def _more(levels: re.Match[str]) -> str:
    return f"{levels[1]}+"


def _where(at: int, size: int) -> str:
    return "first" if at == 0 else "last" if at == size - 1 else "second" if at == 1 else "inside"


def of_contexts(base: RequestBase, operation: str, is_wanted: Wanted) -> Iterator[Candidate]:
    """Yield the edits of every character of every text in the context, and its other parts as those of a value."""
    if not _is_short(base, "context"):
        return
    for path, part in parts(base.members["context"]):
        place, kind = pointer(("context", *path)), f"{operation} {_kind(path)}"
        if isinstance(part, str):
            for at, character in enumerate(_kinds_of_characters(part)):
                where = f"{kind} {character}"
                if is_wanted("contexts", where):
                    for trap, text in _deleted_or_doubled(part, at):
                        yield Candidate("contexts", operation, where, trap, (place, text))
                    for trap, text in _respelled(part, at):
                        yield Candidate("contexts", operation, f"{where} replaced", trap, (place, text))
            for trap, text in _renumbered(part):
                yield Candidate("contexts", operation, kind, trap, (place, text))
        if not is_wanted("contexts", kind):
            continue
        for trap, edit in _of_part(("context", *path), part, in_text=False):
            yield Candidate("contexts", operation, kind, trap, edit)


def _kinds_of_characters(text: str) -> Iterator[str]:
    """Yield the kind of each character's place: the classes of it and its neighbours, and whether that comes again.

    In an escape its backslash belongs to the neighbours of the two characters behind it.
    """
    seen: set[str] = set()
    for at, old in enumerate(text):
        escaped = "\\" if "\\" in text[max(0, at - 2) : at] else ""
        around = escaped + "".join(map(_class, (text[max(0, at - 1) : at], old, text[at + 1 : at + 2])))
        yield f"{around} again" if around in seen else around
        seen.add(around)


def _deleted_or_doubled(text: str, at: int) -> Iterator[Trap]:
    before, old, after = text[:at], text[at], text[at + 1 :]
    yield "deleted", before + after
    yield "doubled", before + old + old + after
    yield "rest deleted", before


def _respelled(text: str, at: int) -> Iterator[Trap]:
    before, old, after = text[:at], text[at], text[at + 1 :]
    for new in traps.CHARACTERS:
        if new != old:
            yield f"{new!r}", before + new + after
            yield f"{new!r} before", before + new + old + after


def _renumbered(text: str) -> Iterator[Trap]:
    for run in traps.NUMBER.finditer(text):
        number = int(run[0])
        greater = (new for _, new in traps.cut(number))
        ends = map(str, (*traps.ENDS, *traps.BEYOND, number + 1, max(0, number - 1), *greater))
        for new in dict.fromkeys((f"0{number}", *ends)):
            if new != run[0]:
                yield f"number {new}", text[: run.start()] + new + text[run.end() :]


def _class(character: str) -> str:
    """Return a character, or what stands for all like it."""
    return "a" if character.isalpha() and character.isascii() else "1" if character.isdigit() else character or "|"


def of_requests(base: RequestBase, is_wanted: Wanted) -> Iterator[Candidate]:
    """Yield the edits of every part of the value and of the plan."""
    for name in ("value", "plan"):
        yield from _of_member(base, name, "requests", "encode", is_wanted)


def of_values(base: RequestBase, is_wanted: Wanted) -> Iterator[Candidate]:
    """Yield the edits of every part of the value, to be decoded from the bytes that such a value has."""
    yield from _of_member(base, "value", "values", "decode", is_wanted)


def _of_member(base: RequestBase, name: str, sweep: str, operation: str, is_wanted: Wanted) -> Iterator[Candidate]:
    if not _is_short(base, name):
        return
    for path, part in islice(parts(base.members[name]), PLACES):
        form = _form(part)
        place = " ".join((name, _kind(path), form, *(_type_around(base, name, path) if form in NUMBERS else ())))
        if is_wanted(sweep, place):
            for trap, edit in _of_part((name, *path), part, in_text=True):
                yield Candidate(sweep, operation, place, trap, edit)


def _type_around(base: RequestBase, name: str, path: Path) -> list[str]:
    """Return the words beside the lists that a number is in, or those of the context if it is the whole value.

    They may name its type, and the traps for a number are other ones at the ends of each type.
    """
    around: list[Json] = [] if path else [base.members.get("context")]
    part = base.members[name]
    for step in path:
        if isinstance(part, dict) and isinstance(part[step], list):
            around.append(part)
        part = part[step]
    words = (word for one in around if isinstance(one, dict) for word in one.values() if isinstance(word, str))
    return [word for word in words if WORD.fullmatch(word)]


def of_other_contexts(
    base: RequestBase, operation: str, outcome: str, choices: Mapping[str, Collection[str]]
) -> Iterator[Candidate]:
    """Yield the edits that give a member of the context another one of its few values, or take it away.

    `choices` has these values as JSON text, empty for none. `outcome` of the base is the kind of place: a check must
    hold in every context in which it can be made.
    """
    if not _is_short(base, "context") or len(base.data or b"") > SMALL or not isinstance(base.members["context"], dict):
        return
    for member, values in choices.items():
        place = pointer(("context", member))
        own = json.dumps(base.members["context"][member]) if member in base.members["context"] else ""
        for value in values:
            if value != own:
                edit: Edit = (place, json.loads(value)) if value else (place,)
                yield Candidate("contexts", operation, f"{member} {outcome}", f"{value or 'no'} {member}", edit)


def _kind(path: Path) -> str:
    """Return a path with one sign for the first item of a list and another for all others."""
    steps = (("@" if key else "#") if isinstance(key, int) else key for key in path)
    return NESTED.sub(_more, "".join(f"/{step}" for step in steps))


def _form(part: Json) -> str:
    """Return the first form that a text has, or the type of another part."""
    if isinstance(part, str):
        return next((form for form, pattern, _ in traps.FORMS if pattern.fullmatch(part)), "")
    return type(part).__name__


def _of_part(path: Path, part: Json, *, in_text: bool) -> Iterator[tuple[str, Edit]]:
    """Yield the edits of a part by its kind, another kind in its place, and its removal."""
    place = pointer(path)
    if isinstance(part, str) and in_text:
        for form, pattern, replacements in traps.FORMS:
            if pattern.fullmatch(part):
                yield from ((f"{form} {trap}", (place, new)) for trap, new in replacements(part) if new != part)
        yield from _repeated(place, part)
    elif isinstance(part, list):
        yield from ((trap, (place, new)) for trap, new in traps.lists(part) if new != part)
        yield from _repeated(place, part)
    elif isinstance(part, dict):
        for name in part:
            yield f"member {name} removed", (pointer((*path, name)),)
            if (capital := name.capitalize()) not in part:
                renamed = {capital if one == name else one: part[one] for one in part}
                yield f"member {name} with a capital", (place, renamed)
        yield "foreign member", (pointer((*path, "x")), "1")
        for trap, name in traps.FOREIGN.items():
            yield trap, (pointer((*path, name)), None)
    elif isinstance(part, bool):
        yield "negated", (place, not part)
    yield from _of_another_kind(place, part)


def _of_another_kind(place: str, part: Json) -> Iterator[tuple[str, Edit]]:
    """Yield what a parser that is too kind takes for the part: an item for a list of it, its characters for a text."""
    yield "list of it", (place, [part])
    if isinstance(part, str) and part:
        yield "its characters", (place, list(part))
        if _form(part) in {"octets", "text"}:
            yield from ((trap, (place, other)) for trap, other in traps.octets_of(part))
    if isinstance(part, list) and part and all(isinstance(item, str) for item in part):
        yield "its items in one text", (place, "".join(part))
    if isinstance(part, list) and part:
        yield "its item", (place, part[0])
    if isinstance(part, dict) and len(part) == 1:
        [(name, inner)] = part.items()
        yield from (("its member", (place, inner)), ("member of its own name", (place, {name: part})))
    if part is None or isinstance(part, bool):
        yield "its name", (place, json.dumps(part))
    for other in traps.OTHER_KINDS:
        if type(other) is not type(part) or isinstance(other, bool):
            yield f"{other!r} instead", (place, other)


def _repeated(place: str, part: str | list[Json]) -> Iterator[tuple[str, Edit]]:
    """Yield repetitions of a list or text that leave the request at a moderate length."""
    own = len(part) if isinstance(part, str) else len(json.dumps(part))
    for length in traps.LENGTHS if part else ():
        if own * length // len(part) <= LONGEST:
            yield f"length {length}", (place, REPEATED, length)


def of_spelling(base: RequestBase, operation: str, names: Iterable[str], is_wanted: Wanted) -> Iterator[Candidate]:
    """Yield other spellings of the value, plan and context that mean the same."""
    for name in names:
        place = f"{name} with surrogate pairs" if _has_surrogate_pairs(base, name) else name
        if _is_short(base, name) and is_wanted("spelling", f"{operation} {place}"):
            for trap, other in traps.spelled(base.members[name]):
                yield Candidate("spelling", operation, place, trap, (name, other))
    if "plan" in names and "plan" not in base.members and is_wanted("spelling", f"{operation} no plan"):
        yield Candidate("spelling", operation, "plan", "null", NO_PLAN)


def _has_surrogate_pairs(base: RequestBase, name: str) -> bool:
    """Return whether a member has characters beyond U+FFFF, which JSON escapes as two surrogates."""
    return any(character > "\uffff" for character in json.dumps(base.members.get(name), ensure_ascii=False))


def _is_short(base: RequestBase, name: str) -> bool:
    """Return whether a base has a member, and a short one."""
    return name in base.members and len(json.dumps(base.members[name])) <= SHORT
