"""Corrupted bytes of any format: one edit of an example's bytes, at random or at a field of the layout.

Some have two edits, or one that keeps a length consistent with its content, or a sum constant.

    @given(broken.edits(examples, encode, layout))
    def test_my_decoder(broken): ...

A good decoder rejects most edited bytes; some are another valid encoding. Only a decoder can tell which outcome is
expected. The valid bytes are in `Broken.of`.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as with_other
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from hypothesis import reject
from hypothesis import strategies as st

from goldenwire_reference.wording import plural
from goldenwire_suite.strategies import Choose, Example, Json, Unfit, build_of, built, chooser, one_of
from goldenwire_suite.strategies.items import JSON, MESSAGE_PACK, SIGNS
from goldenwire_suite.strategies.numbers import landmarks
from goldenwire_suite.suite import suite_of

if TYPE_CHECKING:
    from goldenwire_reference.format import Format
    from goldenwire_reference.reader import Field

# An example's bytes, and the fields of bytes in a context.
Encode = Callable[[Example], bytes]
Layout = Callable[[bytes, Json], "Sequence[Field]"]

OCTETS = b"\x00\xff\x01\x80\x7f\x02\xfe\x20\x22\x30\x61\xc1"  # boundaries, and characters special to text formats
# Characters of texts: some signs, digits, letters, escapes and white space, and some bytes of UTF-8.
CHARACTERS = b'"\\/{}[]():,.+-0159eEuntf_~!@=<> \t\n\r\0\x1f\x7f\x80\xbf\xc3\xed\xef\xf4'
DIGITS, NUMBERED = re.compile(rb"[0-9]+"), re.compile(r"[0-9]+")
# Replacements of a number in a text, besides one more or less: the ends of days, clocks and widths.
NUMBERS = (0, 60, 24, 59, 31, 32, 13, 29, 30, 99, *(1 << bits for bits in (7, 8, 15, 16, 31, 32, 53, 63, 64)))
MANY = 100  # a position in more bytes than these takes two choices
ORDERS: tuple[Literal["big"], Literal["little"]] = ("big", "little")
WIDEST = 16  # bytes of a field that may be a number
SHARE = 3  # one in this many is beyond a limit of the format
CHOICES = 9  # the most choices that an edit of short bytes takes


class Broken(NamedTuple):
    """Bytes after an edit or two, with the context to read them in, the edit in words, and the valid bytes before.

    `bulky`: the canonical encoding of the original example is too long to ask for. `certain`: the bytes have at most
    one defect, so the specification determines the error class.
    """

    data: bytes
    context: Json
    edit: str
    of: bytes
    bulky: bool = False
    certain: bool = False


@dataclass(frozen=True)
class Site:
    """The input of an edit: bytes with their fields, and other valid bytes to splice them with."""

    data: bytes
    layout: "Callable[[bytes], Sequence[Field]]"
    encode_other: Callable[[], bytes]

    @cached_property
    def fields(self) -> "list[Field]":
        """The fields that have bytes."""
        return [field for field in self.layout(self.data) if field.size]

    @cached_property
    def narrow(self) -> "list[Field]":
        """The fields that may be a number."""
        return [field for field in self.told_apart if field.size <= WIDEST]

    @cached_property
    def told_apart(self) -> "list[Field]":
        """The fields, then a few of each name (numbers in it aside) repeated until both halves are equally likely."""
        alike: dict[str, list[Field]] = {}
        for field in self.fields:
            alike.setdefault(NUMBERED.sub("", field.name), []).append(field)
        some = [field for each in alike.values() for field in (each[0], each[-1], each[len(each) // 2])[: len(each)]]
        return (
            self.fields + some * -(-len(self.fields) // max(1, len(some)))
            if len(some) < len(self.fields)
            else self.fields
        )

    @cached_property
    def other(self) -> bytes:
        """The other valid bytes."""
        return self.encode_other()


# (pick, site) -> the bytes after the edit, and its description; the same bytes if the site has no place for it
Edit = Callable[[Choose, Site], tuple[bytes, str]]


def below(choose: Choose, count: int) -> int:
    """Choose one of 0..count-1, where 0 is the simplest; return 0 if count is 0."""
    if count <= MANY:
        return choose(count) if count > 1 else 0
    rest = -(-count // MANY)
    return min(below(choose, rest) * MANY + choose(MANY), count - 1)


def _one(choose: Choose, fields: "list[Field]") -> "Field":
    return fields[below(choose, len(fields))]


def _replaced(site: Site, at: int, size: int, octets: bytes, what: str) -> tuple[bytes, str]:
    return site.data[:at] + octets + site.data[at + size :], f"{what} at byte {at}"


def flip(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Flip one bit."""
    if not site.data:
        return site.data, ""
    at, bit = below(choose, len(site.data)), choose(8)
    return _replaced(site, at, 1, bytes([site.data[at] ^ 1 << bit]), f"bit {bit} is flipped")


def replace(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Replace one byte by a boundary value, or by one more or less."""
    if not site.data:
        return site.data, ""
    at, choice = below(choose, len(site.data)), choose(len(OCTETS) + 2)
    old = site.data[at]
    new = OCTETS[choice] if choice < len(OCTETS) else (old + (1, -1)[choice - len(OCTETS)]) % 256
    return _replaced(site, at, 1, bytes([new]), f"{old:02x} becomes {new:02x}")


def octet(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Replace one byte, perhaps the first of a field, by any byte."""
    if not site.data:
        return site.data, ""
    at = _one(choose, site.fields).offset if choose(2) and site.fields else below(choose, len(site.data))
    return _replaced(site, at, 1, bytes([choose(16) << 4 | choose(16)]), f"{site.data[at]:02x} becomes another")


def character(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Replace, insert, delete, double or change the case of one character."""
    if not site.data:
        return site.data, ""
    at, way = below(choose, len(site.data)), choose(5)
    old, new = site.data[at : at + 1], bytes([CHARACTERS[choose(len(CHARACTERS))]])
    octets = (new, old + new, b"", old + old, old.swapcase())[way]
    return _replaced(site, at, 1, octets, f"{old!r} becomes {octets!r}")


def number(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Change a number in digits to one more or less, to the end of some range, or by an extra digit or sign."""
    runs = list(DIGITS.finditer(site.data))
    if not runs:
        return octet(choose, site)
    run = runs[below(choose, len(runs))]
    old, way = run[0], choose(8)
    if way < 4:
        value = int(old[:40]) + (1, -1)[way] if way < 2 else NUMBERS[choose(len(NUMBERS))] + choose(3) - 1
        octets = b"%0*d" % (len(old), abs(value))
    else:
        octets = (b"0" + old, old + b"0", b"-" + old, old[1:])[way - 4]
    return _replaced(site, run.start(), len(old), octets, f"{old.decode()[:40]} becomes {octets.decode()[:41]}")


def insert(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Insert up to four bytes, perhaps at the end."""
    at = len(site.data) - below(choose, len(site.data) + 1)
    octets = bytes(OCTETS[choose(len(OCTETS))] for _ in range(1 + choose(4)))
    return _replaced(site, at, 0, octets, f"{octets.hex()} is put in")


def delete(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Delete up to eight bytes."""
    at, size = below(choose, len(site.data)), 1 + choose(8)
    return _replaced(site, at, size, b"", f"{plural(len(site.data[at : at + size]), 'byte')} taken out")


def truncate(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Cut to a proper prefix that ends anywhere, or at the end of a field."""
    whole = choose(2) and site.fields
    end = _one(choose, site.fields).offset if whole else below(choose, len(site.data))
    return site.data[:end], f"cut after {end} of {len(site.data)} bytes"


def splice(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Join the beginning of one and the end of another."""
    head, tail = below(choose, len(site.data) + 1), below(choose, len(site.other) + 1)
    return site.data[:head] + site.other[tail:], f"{head} bytes, then the end of another from byte {tail} on"


def field_bound(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Set all bytes of a field to 00 or ff, or the field to a boundary integer, or to one more or less."""
    if not site.narrow:
        return site.data, ""
    field = _one(choose, site.narrow)
    old = site.data[field.offset : field.offset + field.size]
    name, bound = BOUNDS[choose(len(BOUNDS))]
    return _replaced(site, field.offset, field.size, bound(old), f"{field.name} becomes {name}")


def _moved(old: bytes, by: int, order: Literal["little", "big"]) -> bytes:
    return ((int.from_bytes(old, order) + by) % (1 << 8 * len(old))).to_bytes(len(old), order)


def _landmark(old: bytes, which: int, order: Literal["little", "big"]) -> bytes:
    """Return a NaN or another special float of this width; the first byte repeated if there is none."""
    bits = landmarks(8 * len(old))
    return bits[which].to_bytes(len(old), order) if bits else old[:1] * len(old)


BOUNDS: tuple[tuple[str, Callable[[bytes], bytes]], ...] = (
    ("zeros", lambda old: bytes(len(old))),
    ("one more", lambda old: _moved(old, 1, "little")),
    ("one less", lambda old: _moved(old, -1, "little")),
    ("one more, big-endian", lambda old: _moved(old, 1, "big")),
    ("one less, big-endian", lambda old: _moved(old, -1, "big")),
    ("ones", lambda old: b"\xff" * len(old)),
    ("its reverse", lambda old: old[::-1]),
    ("80 at its end", lambda old: bytes(len(old) - 1) + b"\x80"),
    ("7f at its end", lambda old: b"\xff" * (len(old) - 1) + b"\x7f"),
    ("80 at its beginning", lambda old: b"\x80" + bytes(len(old) - 1)),
    ("7f at its beginning", lambda old: b"\x7f" + b"\xff" * (len(old) - 1)),
    ("twice as much", lambda old: _moved(old, int.from_bytes(old, "little"), "little")),
    ("twice as much, big-endian", lambda old: _moved(old, int.from_bytes(old, "big"), "big")),
    ("a NaN", lambda old: _landmark(old, 0, "little")),
    ("a NaN, big-endian", lambda old: _landmark(old, 0, "big")),
    ("infinity", lambda old: _landmark(old, 2, "little")),
    ("infinity, big-endian", lambda old: _landmark(old, 2, "big")),
    ("a signalling NaN", lambda old: _landmark(old, 6, "little")),
    ("a signalling NaN, big-endian", lambda old: _landmark(old, 6, "big")),
)


def field_swap(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Swap two adjacent fields."""
    starts = {field.offset: field for field in reversed(site.fields)}
    after = ((field, starts.get(field.offset + field.size)) for field in site.fields)
    pairs = [(field, follower) for field, follower in after if follower]
    if not pairs:
        return site.data, ""
    one, two = pairs[below(choose, len(pairs))]
    middle = one.offset + one.size
    octets = site.data[middle : middle + two.size] + site.data[one.offset : middle]
    return _replaced(site, one.offset, len(octets), octets, f"{one.name} and {two.name} change places")


def field_drop(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Remove a field."""
    if not site.fields:
        return site.data, ""
    field = _one(choose, site.told_apart)
    return _replaced(site, field.offset, field.size, b"", f"{field.name} is left out")


def field_double(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Repeat a field."""
    if not site.fields:
        return site.data, ""
    field = _one(choose, site.told_apart)
    octets = site.data[field.offset : field.offset + field.size]
    return _replaced(site, field.offset, 0, octets, f"{field.name} stands twice")


def field_copy(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Copy the bytes of one field over another, perhaps of another size."""
    if not site.narrow:
        return site.data, ""
    one, two = _one(choose, site.narrow), _one(choose, site.narrow)
    octets = site.data[two.offset : two.offset + two.size]
    return _replaced(site, one.offset, one.size, octets, f"{one.name} has the bytes of {two.name}")


def field_end(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Set a field to 0 or a small number, to one more or less, or to the greatest of its width or half of that."""
    if not site.narrow:
        return site.data, ""
    field = _one(choose, site.narrow)
    old = site.data[field.offset : field.offset + field.size]
    number, order = min((int.from_bytes(old, order), order) for order in ORDERS)  # the smaller one is likely right
    width = 8 * field.size
    numbers = (0, number + 1, number - 1, (1 << width) - 1, 1, 2, 3, 4, 1 << width - 1)
    new = (numbers[choose(len(numbers))] % (1 << width)).to_bytes(field.size, order)
    return _replaced(site, field.offset, field.size, new, f"{field.name} becomes {new.hex()}")


def balance(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Increase one field by one and decrease another, so that their sum may stay; or move both in one direction."""
    if not site.narrow:
        return site.data, ""
    one, two, way = _one(choose, site.narrow), _one(choose, site.narrow), choose(4)
    order: Literal["little", "big"] = "big" if choose(2) else "little"
    data = site.data
    for field, by in ((one, (1, -1, 1, -1)[way]), (two, (-1, 1, 1, -1)[way])):
        old = data[field.offset : field.offset + field.size]
        data = data[: field.offset] + _moved(old, by, order) + data[field.offset + field.size :]
    return data, f"{one.name} and {two.name} become one more or less"


def resize(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Change a field by one, as a length, and lengthen or shorten what follows it by a byte or a field."""
    if not site.narrow:
        return site.data, ""
    one = _one(choose, site.narrow)
    order: Literal["little", "big"] = "big" if choose(2) else "little"
    behind = [field for field in site.fields if field.offset >= one.offset + one.size] or [one]
    two, way = behind[0 if choose(2) else below(choose, len(behind))], choose(4)
    old, content = (site.data[field.offset : field.offset + field.size] for field in (one, two))
    by, octets = ((1, content + content[-1:]), (-1, content[:-1]), (1, content + content), (-1, b""))[way]
    data = site.data[: two.offset] + octets + site.data[two.offset + two.size :]
    data = data[: one.offset] + _moved(old, by, order) + data[one.offset + one.size :]
    return data, f"{one.name} is {('one more', 'one less')[way % 2]}, and so is what {two.name} has"


def item(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Replace a field by a value of another kind, or nearly a value, as JSON or MessagePack has it."""
    if not site.fields:
        return site.data, ""
    field, items = _one(choose, site.told_apart), JSON if site.data[:1] in SIGNS else MESSAGE_PACK
    octets = items[choose(len(items))]
    return _replaced(site, field.offset, field.size, octets, f"{field.name} becomes {octets!r}")


def twice(choose: Choose, site: Site) -> tuple[bytes, str]:
    """Make two edits, one after the other."""
    once, first = ONCE[choose(len(ONCE))](choose, site)
    both, second = ONCE[choose(len(ONCE))](choose, with_other(site, data=once))
    return both, f"{first}, then {second}"


def _padded(choose: Choose) -> Choose:
    """Return `choose` with up to CHOICES idle choices before a choice from nothing.

    Hypothesis can only shrink to another kind of edit if that does not take more choices.
    """
    selected = 0

    def padded(n: int) -> int:
        nonlocal selected
        while not n and selected < CHOICES:
            selected += 1
            choose(2)
        selected += n > 1
        return choose(n)

    return padded


EDITS: dict[str, Edit] = {
    edit.__name__.replace("_", "-"): edit
    for edit in (
        flip, replace, insert, delete, truncate, splice, field_bound, field_swap, field_drop, field_double, field_copy,
        octet, character, number, field_end, balance, resize, item, twice,
    )
}  # fmt: skip
SIMPLE = ("field-end", "field-end", "field-copy", "balance", "resize", "flip")  # edits of small examples
# The edits that `twice` combines.
ONCE: tuple[Edit, ...] = (
    flip, replace, insert, delete, field_bound, field_drop, field_double, field_copy, octet, character, number, item,
)  # fmt: skip


def of_format(
    reference: "Format",
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    kinds: Sequence[str] = tuple(EDITS),
) -> "st.SearchStrategy[Broken]":
    """Corrupted bytes of a format for a codec with these declarations; some are `beyond` or `small`, if any."""
    strategies: Any = suite_of(reference).strategies()
    examples = strategies.examples("decode", features, policies)
    if examples.is_empty:
        return st.nothing()

    def edited(legal: "st.SearchStrategy[Example]", kinds: Sequence[str]) -> "st.SearchStrategy[Broken]":
        return edits(
            legal,
            lambda example: example.encoded(reference),
            lambda data, context: reference.explain(data, context).fields,
            kinds,
        )

    parts = [edited(examples, kinds)] * (SHARE - 1)
    if hasattr(strategies, "beyond"):
        parts.append(strategies.beyond(features, policies))
    if hasattr(strategies, "small"):
        parts.append(edited(strategies.small(features, policies), SIMPLE))
    return one_of([part for part in parts if not part.is_empty])


def edits(
    examples: "st.SearchStrategy[Example]", encode: Encode, layout: Layout, kinds: Sequence[str] = tuple(EDITS)
) -> "st.SearchStrategy[Broken]":
    """Bytes that are an edit or two, of these kinds, away from an example's; never the example's own bytes."""
    chosen = [EDITS[kind] for kind in kinds]

    def edited(choose: Choose, example: Example, draw_other: Callable[[], Example]) -> Broken:
        data, choose = encode(example), _padded(choose)
        site = Site(data, lambda data: layout(data, example.context), lambda: encode(draw_other()))
        made, what = chosen[choose(len(chosen))](choose, site)
        choose(0)
        if made == data:
            raise Unfit
        return Broken(made, example.context, what, data, example.stand_in is not None)

    build = build_of(examples)
    if build:
        return built(lambda choose: edited(choose, build(choose), lambda: build(choose)))

    @st.composite
    def drawn(draw: st.DrawFn) -> Broken:
        try:
            return edited(chooser(draw), draw(examples), lambda: draw(examples))
        except Unfit:
            reject()

    return drawn()
