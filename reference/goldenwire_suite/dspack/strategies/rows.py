"""Generated rows of the DataSetPack format: atoms in neutral notation, any NaN for a NaN.

Public as strategies in dspack.py.
"""

from collections.abc import Iterator

from goldenwire_suite.dspack.strategies.schemas import (
    FLAGS,
    NATIVE,
    NUMBERS,
    GeneratedField,
    GeneratedLength,
    GeneratedSchema,
    from_text,
)
from goldenwire_suite.strategies import WIDEST, Choose, Json
from goldenwire_suite.strategies.numbers import ZERO, choose_atom, ends, is_nan_atom

ANY_NAN = {"f": {"nan": "8"}, "d": {"nan": "16"}}
NANS = {"f": "0x7fc00000", "d": "0x7ff8000000000000"}  # the bits of NaN in requests and in written bytes
# Lengths of dynamic strings and lists, simplest first, those of some size more often; a length that is too long for a
# prefix is reduced to its maximum.
SHORT = (1, 2, 3, 0, 4, 5, 8, 12)
LONG = (16, 127, 128, 254, 255, 256, 300)
LONGEST = (65535, 65536)
OFTEN_SHORT = 75  # in a hundred
# If the maximum is at most FULL, NEAR of 100 numbers, from AT_MOST on, give that length, and the next NEAR one less.
FULL, AT_MOST, NEAR = 300, 48, 6
DRAWN = 3  # items of a list and rows of a data set that are generated; longer ones repeat these
PASCAL = 255
PIECES = (
    b"a", b"ab", b"\0", b"a\0", b"\0a", b"a\0b\0\0", b"\xff", b"\x80", "ä".encode(), "😀".encode(), b"\xef\xbb\xbfa",
    b"\n", b"0123456789", b" ", b'"\\', b"\xed\xa0\x80", b"\x7f", b"meta_keys", bytes(range(256)),
    bytes(range(255, -1, -1)), b"\x01", b"\xe6\x97", b"DE", b"\x00\x00\x00\x01",
)  # fmt: skip


def choose_row(choose: Choose, schema: GeneratedSchema) -> list[Json]:
    """A value for each field that has one."""
    return [_choose_value(choose, schema.flag, field) for field in schema.values]


def end_rows() -> list[list[tuple[GeneratedSchema, list[Json]]]]:
    """For each flag: rows with one of the ends of a type, then a row with a list of all the ends of every type."""
    return [_rows_under(flag) for flag in dict.fromkeys(FLAGS)]


def _rows_under(flag: str) -> list[tuple[GeneratedSchema, list[Json]]]:
    found: dict[str, list[Json]] = {type: list(ends(number)) for type, number in NUMBERS.items()}
    if flag == "@":
        found |= {type: list(ends(number)) for type, number in NATIVE.items()}
    found["c"] = ["00", "ff"]
    whole = flag + "".join(f"{len(atoms)}:{type}" for type, atoms in found.items())
    single = [(from_text(flag + type), [atom]) for type, atoms in found.items() for atom in atoms]
    return [*single, (from_text(whole), list(found.values()))]


def _choose_value(choose: Choose, flag: str, field: GeneratedField) -> Json:
    if field.count is None:
        return _choose_atom(choose, flag, field)
    count = (
        _choose_length(choose, most(field.count), 4 * (field.type in "bB?c"))
        if field.count.dynamic
        else field.count.number
    )
    items = [_choose_atom(choose, flag, field) for _ in range(min(count, DRAWN))]
    return [items[place % DRAWN] for place in range(count)]


def _choose_length(choose: Choose, most: int, often: int) -> int:
    """A length; some are the maximum or one less; `often` in a hundred of the long ones are the longest."""
    number = choose(WIDEST)
    if most <= FULL and AT_MOST <= number < AT_MOST + 2 * NEAR:
        return most - (number - AT_MOST) // NEAR
    if number == WIDEST - 1 and (longest := choose(WIDEST)) < often:
        return min(most, LONGEST[longest % 2])
    return min(most, SHORT[number % len(SHORT)] if number < OFTEN_SHORT else LONG[number % len(LONG)])


def most(length: GeneratedLength) -> int:
    """Return the greatest possible number of items or octets."""
    return 2 ** (8 * length.number) - 1 if length.dynamic else length.number


def most_octets(field: GeneratedField) -> int:
    """Return the greatest number of octets of a string."""
    assert field.length is not None
    widest = most(field.length)
    return min(PASCAL, widest - 1) if field.type == "p" else widest


def _choose_atom(choose: Choose, flag: str, field: GeneratedField) -> Json:
    if field.length is not None:
        return _choose_octets(choose, field, field.length).hex()
    if field.type in "c?":
        number = choose(WIDEST)
        return number % 2 == 1 if field.type == "?" else f"{_OCTETS[number]:02x}"
    number = choose(WIDEST)
    kind = (NATIVE if flag == "@" else NUMBERS)[field.type]
    atom = choose_atom(choose, kind, number)
    if atom == ZERO:
        return "0" if kind.kind != "f" else f"0x{0:0{kind.width // 4}x}"
    return ANY_NAN[field.type] if is_nan_atom(kind, atom) else atom


# They include both ends and the middle.
_OCTETS = (0x61, *range(0, 256, 3), 0xFF, 0x80, 0x7F, 1, 2, 4, 8, 0x0A, 0x5C, 0xC3, 0xFE, 0x22, 0x20)


def _choose_octets(choose: Choose, field: GeneratedField, length: GeneratedLength) -> bytes:
    """The octets of a string as they are delivered."""
    octets = content(choose(len(PIECES)), _choose_length(choose, most_octets(field), 20))
    if field.type == "s" and not length.dynamic:
        return octets.ljust(length.number, b"\0")
    return octets.rstrip(b"\0") if field.type == "S" else octets


def content(piece: int, length: int) -> bytes:
    """Return that many octets, repeating a piece."""
    octets = PIECES[piece]
    return (octets * (length // len(octets) + 1))[:length]


def plain(field: GeneratedField, value: Json) -> Json:
    """Return the value as it appears in a request: the default NaN for any NaN."""
    if field.type not in NANS:
        return value
    return [_bits(field.type, atom) for atom in value] if field.count else _bits(field.type, value)


def _bits(type: str, atom: Json) -> Json:
    return NANS[type] if atom == ANY_NAN[type] else atom


def atoms(field: GeneratedField, value: Json) -> Iterator[Json]:
    """Yield the atoms of a value, one or those of a list."""
    if field.count is None:
        yield value
    else:
        yield from value
