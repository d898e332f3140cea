"""UTF-8, row by row of the table of well-formed sequences, and the policy on ill-formed ones."""

from collections.abc import Iterator

from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Feature, replace_at
from goldenwire_suite.msgpack.cases.builders import WRITTEN_AT, either, either_encode, write
from goldenwire_suite.msgpack.cases.strings import FORMS, head
from goldenwire_suite.utf8_cases import COMPLETED, TABLE, ill_formed, span, well_formed

# Places for a str that is not UTF-8: the octets before and after it, and the place in words.
_PLACES = {
    "array": ("92c0", "", "ff", "in an array"),
    "value": ("81a161", "", "ff", "as a value of a map"),
    "key": ("81", "c0", "ff", "as a key of a map"),
    "second-key": ("82a161c0", "01", "e9", "as the second key of a map"),
    "after": ("92", "a161", "c3", "before another string"),
    "inner": ("9191", "", "ff", "in an array in an array"),
    "inner-value": ("9181a161", "", "ff", "as a value of a map in an array"),
    "inner-key": ("81a16181", "c0", "ff", "as a key of a map in a map"),
    "key-item": ("8191", "c0", "ff", "in an array that is a key"),
}

# Lengths of strings with one wrong octet, and its place: decoders check many octets at a time.
_LONG = {(size, place) for size in (17, 33, 65, 300) for place in (size - 1, size // 2)}

# First octets that begin no character, besides those that all formats test.
_LEADS = (0xC1, 0xF6, 0xF9, 0xFA, 0xFB, 0xFD)

_MIXED = {
    "latin-1": ("caf\xe9".encode("latin-1"), "letters in Latin-1"),
    "cesu": (bytes.fromhex("eda0bdedb880"), "a pair of surrogates, each half as if it were a character"),
    "after-text": (b"ab\xff", "letters, then the octet ff"),
    "before-text": (b"\xffab", "the octet ff, then letters"),
    "between": ("é".encode() + b"\x80" + "é".encode(), "a continuation octet too many between two characters"),
    "utf-16": ("ab".encode("utf-16-le") + b"\xff\xfe", "letters in UTF-16, and its byte order mark"),
    "zip": (bytes.fromhex("1f8b0800"), "the first octets of a compressed file"),
    "two": (b"\xff\xfe", "ff fe, of which neither occurs in UTF-8"),
}


def _rows() -> Iterator[Case]:
    """The first and the last character that each first byte of a row begins, as an array of strings."""
    characters = [found.octets for found in well_formed()]
    for row in TABLE:
        low, high = row[0]
        texts = [octets.decode() for octets in characters if low <= octets[0] <= high]
        summary = f"characters of {plural(len(row), 'octet')} that begin with {span(row)}"
        yield write(
            f"row-{low:02x}",
            texts,
            summary,
            "STR-02" if low else "STR-01 STR-03",
            catches="text-in-latin-1" if low else "",
        )


def _ill_formed() -> Iterator[Case]:
    for one in ill_formed():
        item = head("fixstr", len(one.octets)) + one.octets
        yield either(f"bad-{one.name}", "invalid-utf8", item.hex(), one.what, "STR-04", numbers=one.numbers)
    for name, (octets, what) in _MIXED.items():
        item = head("fixstr", len(octets)) + octets
        yield either(f"mixed-{name}", "invalid-utf8", item.hex(), what, "STR-04", numbers=(1, 8, 16))
    for lead in _LEADS:
        octets = bytes([lead, 0x80, 0x80, 0x80])
        item = head("fixstr", 4) + octets
        what = f"{lead:02x}, which begins no character, and three continuation octets"
        yield either(f"lead-{lead:02x}", "invalid-utf8", item.hex(), what, "STR-04", numbers=(lead, 1))
    for form in list(FORMS)[1:]:
        yield either(
            f"form-{form}", "invalid-utf8", (head(form, 1) + b"\xff").hex(), f"the octet ff in a str {form[3:]}",
            "STR-04", numbers=(int(form[3:]),),
        )  # fmt: skip
    for name, (before, behind, wrong, place) in _PLACES.items():
        data = bytes.fromhex(before) + head("fixstr", len(wrong) // 2) + bytes.fromhex(wrong + behind)
        yield either(f"in-{name}", "invalid-utf8", data.hex(), f"the octet {wrong} in a string {place}", "STR-04")


def _long() -> Iterator[Case]:
    for size, place in sorted(_LONG):
        octets = b"x" * place + b"\xff" + b"x" * (size - place - 1)
        item = head("str8" if size < 256 else "str16", size) + octets
        what = f"a string of {size} octets, of which the {'last' if place == size - 1 else 'middle one'} is ff"
        yield either(
            f"long-{size}-{place}", "invalid-utf8", item.hex(), what, "STR-04", numbers=(size,),
            catches="utf8-in-short-strings",
        )  # fmt: skip


# Octets in blocks, of which the last is wrong: decoders look at a block at a time.
_BLOCKS = (8, 16, 32, 64)
_FAR = (1100, 5000, 65600)


def _blocks() -> Iterator[Case]:
    for block in _BLOCKS:
        octets = b"x" * (block - 1) + b"\xff" + b"x" * (80 - block)
        what = f"a string of 80 octets, of which number {block} is ff"
        yield either(f"block-{block}", "invalid-utf8", (head("str8", 80) + octets).hex(), what, "STR-04",
                     numbers=(80, block), catches="utf8-in-short-strings" if block > 8 else "")  # fmt: skip
    for size in _FAR:
        item = head("str16" if size < 1 << 16 else "str32", size) + b"x" * (size - 1) + b"\xff"
        what = f"a string of {size:,} octets, of which the last is ff"
        yield either(f"far-{size}", "invalid-utf8", item.hex(), what, "STR-04", numbers=(size,),
                     catches="utf8-in-beginnings")  # fmt: skip
    octets = b"\xffaaa" + "é東😀".encode() * 1000
    what = "a string of ff, three letters, and 3,000 characters of two, three and four octets by turns"
    yield either("far-mixed", "invalid-utf8", (head("str16", len(octets)) + octets).hex(), what, "STR-04",
                 numbers=(3000, 2, 3, 4))  # fmt: skip


def _beside_binary() -> Iterator[Case]:
    what = "the octet ff in a string that is a key, beside the binary of that octet"
    yield either("key-binary", "invalid-utf8", "82a1ff01c401ff02", what, "STR-04 MAP-04")


# Forms and lengths of strings whose head has several octets, and the items around them, by the place of the string.
_HEADED = (("str8", 40), ("str8", 200), ("str16", 300), ("str16", 60), ("str32", 300))
_AROUND = {"item": ("92c0", "", "in an array"), "key": ("81", "c0", "as a key"), "value": ("81a161", "", "as a value")}


def _headed() -> Iterator[Case]:
    """Strings of every form with an octet that is wrong in the middle; the offset is that of the head."""
    for form, size in _HEADED:
        octets = head(form, size) + b"x" * (size // 2) + b"\xff" + b"x" * (size - size // 2 - 1)
        for name, (before, behind, place) in _AROUND.items():
            what = f"the octet ff in the middle of a str {form[3:]} of {size} octets {place}"
            yield either(f"{form}-{size}-{name}", "invalid-utf8", before + octets.hex() + behind, what, "STR-04",
                         numbers=(size, int(form[3:])))  # fmt: skip


def _completed() -> Iterator[Case]:
    """Strings that end inside a character, before an item whose head would complete it."""
    for cut, rest in COMPLETED:
        octets, behind = bytes.fromhex(cut), bytes.fromhex(rest)
        if 0xA0 <= behind[0] <= 0xBF:  # the head of a str of that many octets
            item = behind[:1] + behind[1:].ljust(behind[0] - 0xA0, b"z")
        elif len(behind) == 1:  # 80 is the head of an empty map
            item = behind
        else:
            continue
        data = b"\x92" + head("fixstr", len(octets)) + octets + item
        if item[1:] and item[1] > 0x7F:
            continue  # which is no text either
        yield either(
            f"completed-{cut}",
            "invalid-utf8",
            data.hex(),
            f"a string that ends inside a character, after {cut}, and an item whose first octets would complete it",
            "STR-04",
            numbers=[int(cut, 16)],
        )


_GIVEN = {
    "octet": ("ff", "the octet ff"),
    "surrogate": ("eda080", "the octets of a surrogate"),
    "cut": ("e282", "a character without its last octet"),
    "overlong": ("c080", "U+0000 in two octets"),
    "mixed": ("6162ff", "letters, then the octet ff"),
    "beyond": ("f4908080", "a code point beyond the last"),
}


_WRITTEN_AT = {"item": "as an item of an array", "value": "as a value of a map", "key": "as a key of a map"}


def _written() -> Iterator[Case]:
    for name, (octets, what) in _GIVEN.items():
        yield either_encode(
            f"write-{name}",
            "invalid-utf8",
            "strings/hello",
            replace_at("/value", {"utf8": octets}),
            "UTF8",
            f"to be written: a string that is not UTF-8: {what}",
            "STR-04" + (" ENC-03" if name == "octet" else ""),
            refused_by=["reject", "replace"],
        )
    for name, (base, path) in WRITTEN_AT.items():
        yield either_encode(
            f"write-{name}",
            "invalid-utf8",
            base,
            replace_at(path, {"utf8": "ff"}),
            "UTF8",
            f"to be written: a string that is not UTF-8, {_WRITTEN_AT[name]}: the octet ff",
            "STR-04",
            refused_by=["reject", "replace"],
        )


def features() -> Iterator[Feature]:
    """Features of well-formed text, and of policy-dependent cases."""
    yield Feature("utf8", "UTF-8, row by row", list(_rows()))
    bad = [*_ill_formed(), *_long(), *_headed(), *_completed(), *_written(), *_blocks(), *_beside_binary()]
    yield Feature("invalid-utf8", "Strings that are not UTF-8", bad)
