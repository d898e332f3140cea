"""UTF-8 row by row of the table in spec.md, section 3, at every place where a meta block or a schema has text."""

from collections.abc import Iterator

from goldenwire_suite.cases import Accept, Case, Feature, Reject
from goldenwire_suite.dspack.cases.builders import SCHEMA, becomes, block, cases, data_set, file, framed, ids
from goldenwire_suite.dspack.cases.schema_errors import TEXTS
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


def rejects() -> Iterator[Feature]:
    """Features of accepted and of rejected cases."""
    yield Feature("utf8", "UTF-8, row by row", cases(_accepted(), _refused(), _completed()))
