"""UTF-8 row by row of the table in spec.md, section 3, at every place where a meta block or a schema has text."""

from collections.abc import Iterator

from goldenwire_suite.cases import Accept, Case, Either, Feature, Reject
from goldenwire_suite.dspack.cases.builders import (
    SCHEMA,
    becomes,
    block,
    cases,
    data_set,
    file,
    framed,
    given_row,
    ids,
    rows_of,
)
from goldenwire_suite.dspack.cases.schema_errors import TEXTS
from goldenwire_suite.plain_texts import ESCAPES, PLAIN_TEXTS, REPLACEMENTS
from goldenwire_suite.utf8_cases import COMPLETED, TABLE, ill_formed, span, well_formed

NUMBERS = range(1, 7)  # bytes and places in a sequence, as the words of the shared table count them


def _of_row(low: int, high: int) -> str:
    return b"".join(one.octets for one in well_formed() if low <= one.octets[0] <= high).decode()


def _accepted() -> Iterator[Case]:
    for row in TABLE:
        low, high = row[0]
        note = f"-{_of_row(low, high)}-"
        field = {"type": "H", "count": None, "length": None, "name": "a", "note": note}
        yield Accept(
            name=f"note-{low:02x}", requirements=ids("SCHEMA-14" if low else "SCHEMA-13"), context=SCHEMA,
            summary=f"a note of the first and the last characters that begin with {span(row)}",
            value={"flag": "!", "fields": [field]}, data=f"!H(a {note})".encode(),
        )  # fmt: skip
    text = "".join(_of_row(*row[0]) for row in TABLE[1:])
    meta = {text: text, **{_of_row(*row[0]): n for n, row in enumerate(TABLE)}}
    summary = "the first and the last characters of every row of UTF-8, in a description, in keys and in a str"
    yield file("meta-of-every-row", [data_set("!B", description=text, meta=meta)], summary, "META-05 META-06")


def _plain() -> Iterator[Case]:
    """Texts with U+FFFD and texts that look like escapes, in every kind of text."""
    for name, (text, what) in (REPLACEMENTS | ESCAPES).items():
        mistake = "replacements-refused" if name in REPLACEMENTS else "escapes-resolved"
        field = {"type": "H", "count": None, "length": None, "name": "a", "note": text}
        yield Accept(
            name=f"plain-note-{name}", requirements=ids("SCHEMA-14"), context=SCHEMA, summary=f"a note of {what}",
            value={"flag": "!", "fields": [field]}, data=f"!H(a {text})".encode(), catches=[f"note-{mistake}"],
        )  # fmt: skip
        one = data_set(f"!B(a {text})", description=text, meta={text: text})
        yield file(f"plain-{name}", [one], f"in a note, a description, a key and a str: {what}", "META-05 SCHEMA-14",
                   f"{mistake} note-{mistake}")  # fmt: skip
    one = data_set("!B", meta={"a": PLAIN_TEXTS, "b": {text: text for text in PLAIN_TEXTS}})
    summary = "strs in an array, and keys and strs in a map, with U+FFFD or what looks like escapes"
    yield file("plain-inside", [one], summary, "META-05", "escapes-resolved replacements-refused")
    schema, octets = f"!{'~s' * len(PLAIN_TEXTS)}", [text.encode() for text in PLAIN_TEXTS]
    summary = "strings whose octets are text with U+FFFD, or text like escapes"
    yield from rows_of([("plain-strings", schema, octets, summary, "STR-03")])
    given, summary = (
        [{"text": text} for text in PLAIN_TEXTS],
        "given texts with U+FFFD, or that look like escapes, for strings",
    )
    yield given_row("plain-given-strings", schema, given, octets, summary=summary, requirements="STR-09",
                    needs=["text"])  # fmt: skip


def _refused() -> Iterator[Case]:
    for one in ill_formed():
        yield Reject(
            name=f"schema-{one.name}", summary=f"a text that is not UTF-8: {one.what}", requirements=ids("SCHEMA-27"),
            context=SCHEMA, base="dspack/schema/note", edits=[becomes(b"!H(a the " + one.octets + b")")],
            checks={"schema.utf8": TEXTS["note"]}, decode_only=True, numbers=one.numbers,
            catches=["schema-text-with-replacement"],
        )  # fmt: skip
    for one in ill_formed():
        if one.defect in {"continuation", "cut"}:
            continue
        head = bytes([0xA0 + len(one.octets)])
        yield Reject(
            name=f"key-{one.name}", summary=f"a key of the user meta that is not UTF-8: {one.what}",
            requirements=ids("META-07"), base="dspack/file/no-rows", checks={"meta.key.utf8": "x"},
            edits=[becomes(framed(block(meta=b"\x81" + head + one.octets + b"\7")))], numbers=one.numbers,
            catches=["keys-in-latin-1"],
        )  # fmt: skip


# Forms of a str whose head has several octets, each with a number of octets.
_HEADED = {"str-8": (b"\xd9", 1, 40), "str-16": (b"\xda", 2, 300), "str-32": (b"\xdb", 4, 300)}


def _headed() -> Iterator[Case]:
    """Strs of many octets with one that is wrong in the middle, in every place of a meta block; and such a schema."""
    for form, (first, count, size) in _HEADED.items():
        head, half = first + size.to_bytes(count, "big"), b"x" * (size // 2 - 1)
        wrong = head + half + b"x\xff" + half
        schema = head + b"!H(" + half[3:] + b"\xff" + half + b")"
        keyed = framed(block(meta=b"\x81\xa1k\x81" + wrong + b"\7"))
        for name, data, check, instead, what in (
            ("key", keyed, "meta.key.utf8", "x", "a key in the user meta"),
            ("schema", framed(block(schema)), "meta.schema.utf8", "!B", "the schema"),
        ):
            yield Reject(
                name=f"{form}-{name}", requirements=ids("META-07"), base="dspack/file/no-rows",
                summary=f"{what}, a str {8 * count} of {size} octets, has ff in its middle",
                edits=[becomes(data)], checks={check: instead}, numbers=[size, 8 * count],
            )  # fmt: skip
        for name, one, what in (
            ("description", block(description=wrong), "the description"),
            ("value", block(meta=b"\x81\xa1v\x92\xc0" + wrong), "an item of an array in the user meta"),
        ):
            yield Either(
                name=f"{form}-{name}", policy="dspack.meta-utf8", data=framed(one), requirements=ids("META-14"),
                summary=f"{what}, a str {8 * count} of {size} octets, has ff in its middle",
                numbers=[size, 8 * count],
            )  # fmt: skip
    for size in (1, 40, 300):
        yield Reject(
            name=f"schema-after-{size}", summary=f"the octet ff in a note, after {size} letter{'s' * (size > 1)}",
            requirements=ids("SCHEMA-27"), context=SCHEMA, base="dspack/schema/note",
            edits=[becomes(b"!H(a " + b"x" * size + b"\xff)")], checks={"schema.utf8": TEXTS["note"]},
            decode_only=True, numbers=[size], catches=["schema-text-with-replacement"],
        )  # fmt: skip


def _completed() -> Iterator[Case]:
    """Keys that end inside a character, before a value whose head would complete it."""
    for cut, rest in COMPLETED:
        octets, first = bytes.fromhex(cut), int(rest[:2], 16)
        if len(rest) > 2 and first < 0xA0:
            continue
        value = bytes([first]) + b"z" * (first - 0xA0 if first >= 0xA0 else 0)
        yield Reject(
            name=f"key-completed-{cut}", requirements=ids("META-07"), base="dspack/file/no-rows",
            summary=f"a key that ends after {cut}, before a value that begins as its character goes on",
            edits=[becomes(framed(block(meta=b"\x81" + bytes([0xA0 + len(octets)]) + octets + value)))],
            checks={"meta.key.utf8": "x"}, numbers=[*NUMBERS, int(cut, 16)],
        )  # fmt: skip


def _beyond() -> Iterator[Case]:
    """Characters that JSON may spell as two escapes, in few and short requests, so that sweeps spell them so."""
    yield given_row(
        "given-text", "!4s", [{"text": "😀"}], ["😀".encode()], requirements="STR-09", needs=["text"],
        summary="given a text of one character of four octets for 4s",
    )  # fmt: skip
    one = data_set("!B(a 😀)", description="\U00010000", meta={"😀": "\U0010ffff"})
    yield file(
        "texts", [one], "a note, a description, a key and a str, each of one character of four octets",
        "META-05 SCHEMA-14", "notes-in-latin-1",
    )  # fmt: skip


def rejects() -> Iterator[Feature]:
    """Features of accepted and of rejected cases."""
    yield Feature("beyond-ffff", "Characters beyond U+FFFF, in requests as short as can be", cases(_beyond()))
    yield Feature("utf8", "UTF-8, row by row", cases(_accepted(), _plain(), _refused(), _headed(), _completed()))
