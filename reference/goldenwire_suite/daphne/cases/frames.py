"""Frames: value types and labels of the columns."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from goldenwire_suite.cases import Case, Feature, Refusal, Reject, put, replace_at
from goldenwire_suite.colliding_names import COLLIDING, TOLD
from goldenwire_suite.daphne.cases.builders import TYPES, UNASSIGNED, accept, frame, ids, say, whole
from goldenwire_suite.plain_texts import ESCAPES, PLAIN_TEXTS, REPLACEMENTS
from goldenwire_suite.utf8_cases import TABLE, ill_formed, span, well_formed

ODD_LABELS = {
    "nul": ("a\0b", "U+0000 between two letters, which does not end it"),
    "byte-order-mark": ("\ufeffa", "U+FEFF, elsewhere a byte order mark, before a letter"),
    "combining": ("e\u0301", "the letter e and a combining accent, which stay two characters"),
    "composed": ("\u00e9", "a letter with its accent in one character of two bytes, which stays one"),
    "astral": ("\U0001f600", "a character of four bytes, beyond the basic plane"),
    "noncharacter": ("\uffff\U0010ffff", "two noncharacters, one of them the last code point"),
    "controls": ("".join(map(chr, range(32))) + "\x7f", "every control character of ASCII, none of which is special"),
    "white-space": (" \t\n", "white space alone, which is not trimmed"),
    "yaml-words": ("null", "the word null, which is text like any other"),
    "case": ("Straße", "letters that folding of case would change"),
    "quotes": ("\"'\\", "both quotation marks and a backslash"),
}


def text_of(length: int) -> str:
    """Return a text of that many bytes: U+FEFF, U+0000, letters of one to four bytes, and U+0000 at the end."""
    marks = "\ufeff\0é東😀"
    return marks + "a" * (length - len(marks.encode()) - 1) + "\0"


def in_pairs(items: Sequence[str]) -> Iterator[str]:
    """Yield the items so that each of them follows each once, itself included."""
    for number, item in enumerate(items):
        yield item
        for later in items[number + 1 :]:
            yield from (item, later)
    yield items[0]


COUNTS = {10: "ten", 11: "eleven", 12: "twelve"}


def _types() -> Iterator[Case]:
    count = len(TYPES)
    yield accept(
        "all-value-types",
        f"{COUNTS.get(count, count)} columns, one of each value type, each in a dense block of its own",
        "FRM-01 FRM-02 FRM-03 CAN-01 CAN-03",
        frame(
            [(f"c{n}", name) for n, name in enumerate(TYPES)],
            list(range(1, count + 1)),
            list(range(count + 1, 2 * count + 1)),
        ),
    )
    yield accept(
        "two-columns",
        "two columns, of int32 and float: both types, both labels, then a block for each column",
        "FRM-02 FRM-03 FRM-04 CAN-01 CAN-03",
        frame([("x", "int32"), ("y", "float")], [-5, 0.5], [6, -2.0], [7, 0.0]),
    )
    yield accept(
        "two-columns-swapped",
        "two columns, of float and int32, in this order",
        "FRM-01 FRM-02 FRM-03 CAN-01 CAN-03",
        frame([("y", "float"), ("x", "int32")], [0.5, -5], [-2.0, 6], [0.0, 7]),
    )
    yield accept(
        "middle-column-of-another-type",
        "columns of uint8, uint16 and uint8: each with the code of its type, a label and a block",
        "FRM-01 CAN-01 CAN-03",
        frame([("a", "uint8"), ("b", "uint16"), ("c", "uint8")], [1, 300, 2], [3, 400, 4]),
    )
    yield accept(
        "first-label-longest",
        "three labels, of which the first has more bytes than the other two",
        "FRM-02 FRM-04",
        longest := frame([("abcd", "uint8"), ("b", "uint8"), ("c", "uint8")], [1, 2, 3]),
        whole(longest, "dense", "uint8"),
    )
    many = frame([(f"{n:x}", "uint8") for n in range(4096)], [0] * 4095 + [1])
    yield accept(
        "many-columns",
        "2^12 columns, as many as every codec takes, in one CSR block",
        "LIM-02",
        many,
        whole(many, "csr", "uint8"),
    )
    yield accept(
        "many-columns-in-many-blocks",
        "2^12 columns in 2^12 blocks, as many of both as every codec takes",
        "LIM-02 CAN-01 BODY-01",
        many,
    )


def _labels() -> Iterator[Case]:
    for name, (label, told) in ODD_LABELS.items():
        cited = "LBL-05 CAN-05" + (" LBL-01" if len(label.encode()) > len(label) else "")
        yield accept(f"label-{name}", f"a label of {told}", cited, frame([(label, "uint8")], [1]))
    for name, (label, told) in (REPLACEMENTS | ESCAPES).items():
        mistake = "label-with-a-replacement-refused" if name in REPLACEMENTS else "label-escapes-resolved"
        one = accept(f"label-{name}", f"a label of {told}", "LBL-05 CAN-05", frame([(label, "uint8")], [1]))
        yield replace(one, catches=[mistake])
    yield accept("labels-of-plain-texts", "labels with U+FFFD, and labels that look like escapes", "LBL-05",
                 frame([(text, "uint8") for text in PLAIN_TEXTS], range(1, len(PLAIN_TEXTS) + 1)))  # fmt: skip
    names = ("__proto__", "constructor", "class", "_x", "007", "1", "0", "toString", "NA", "a.b")
    told = "labels that are special in some programming language, such as class, NA and 0"
    yield accept("labels-with-a-meaning", told, "LBL-05",
                 frame([(name, "uint8") for name in names], range(1, len(names) + 1)))  # fmt: skip
    yield accept("labels-of-equal-hashes", f"labels that {TOLD}", "LBL-05",
                 frame([(name, "uint8") for name in COLLIDING], range(1, len(COLLIDING) + 1)))  # fmt: skip
    alike = [text for n in (16, 32, 64, 128, 256) for end in "12" for text in (n * "x" + end, end + n * "x")]
    told = "20 labels of five lengths: of each length two that differ in the first byte, and two in the last"
    one = accept("labels-alike", told, "LBL-05", frame([(text, "uint8") for text in alike], range(1, 21)))
    yield replace(one, catches=["label-shared-by-its-beginning"])
    texts = [text_of(length) for length in (33, 65, 201, 257, 4097)]
    summary = "labels of 33 to 4,097 bytes, each with U+FEFF in front and U+0000 at its end"
    yield accept("labels-of-many-lengths", summary, "LBL-01 LBL-05",
                 frame([(text, "uint8") for text in texts], range(1, 6)))  # fmt: skip
    yield accept(
        "label-bytes-not-characters",
        "a label of three characters in nine bytes, and one of a single byte",
        "LBL-01 CAN-01",
        frame([("日本語", "uint8"), ("z", "uint8")], [1, 2]),
    )
    yield accept(
        "label-empty",
        "an empty label between two others",
        "LBL-06 CAN-01",
        frame([("a", "int8"), ("", "int8"), ("b", "int8")], [1, 2, 3]),
    )
    yield accept(
        "label-empty-first",
        "an empty label before another: the next length follows its length",
        "LBL-06 LBL-01 LBL-02 CAN-01",
        frame([("", "int8"), ("b", "int8")], [1, 2]),
    )
    for length in (255, 256, 32767, 32768, 65535):
        yield accept(
            f"label-{length}-bytes",
            f"a label of {say(length)} bytes" + ", the longest there can be" * (length == 65535),
            "LBL-03 LBL-01" if length == 65535 else "LBL-01 FRM-02",
            frame([("ab" * (length // 2) + "c" * (length % 2), "uint8")], [1]),
        )
    for row in TABLE:
        low, high = row[0]
        of_row = b"".join(one.octets for one in well_formed() if low <= one.octets[0] <= high).decode()
        yield accept(
            f"label-utf8-{low:02x}",
            f"a label of the first and the last characters of UTF-8 that begin with {span(row)}",
            "LBL-05 CAN-05",
            frame([(of_row, "uint8")], [1]),
        )
    for end, which in enumerate(("first", "last")):
        characters = [bytes(one[end] for one in row).decode() for row in TABLE]
        one = accept(
            f"label-utf8-pairs-{which}",
            f"a label of the {which} characters of each range of first bytes in UTF-8, each of them behind each",
            "LBL-05 CAN-05",
            frame([("".join(in_pairs(characters)), "uint8")], [1]),
        )
        yield replace(one, catches=["utf8-row-by-half-a-byte"])
    yield accept(
        "label-control-characters",
        "a label of 257 bytes 01: its length and its text look like value types",
        "LBL-01 LBL-05 CAN-05",
        frame([("\1" * 257, "uint8")], [1]),
    )
    twins = frame([("x", "int32"), ("x", "float")], [-5, 0.5])
    yield replace(
        accept("label-twice-written", "two columns with the same label, to be written", "LBL-07 CAN-01 CAN-03", twins),
        given=twins,
    )
    yield from _labels_as_bytes()
    longest = frame([("\u20ac" * 21_845, "uint8"), ("\U0001f600" * 16_383 + "\u20ac", "uint8")], [1, 2])
    one = accept(
        "labels-longest-of-few-characters",
        "labels of 21,845 and 16,384 characters, each of 65,535 bytes, the longest there can be",
        "LBL-01 LBL-03",
        longest,
    )
    yield replace(one, catches=["longest-label-refused"], numbers=[65_535])
    yield accept(
        "label-two-byte-characters",
        "a label of 255 characters in 510 bytes",
        "LBL-01 LBL-05",
        frame([("ü" * 255, "uint8")], [1]),
    )


def _labels_as_bytes() -> Iterator[Case]:
    for name, label, told, cited in (
        ("empty", "", "an empty label", "LBL-02 LBL-06"),
        ("combining", "e\u0301", "a label of a letter and a combining accent", "LBL-02 CAN-05"),
    ):
        value = frame([(label, "uint8")], [1])
        yield replace(
            accept(f"label-{name}-as-bytes", f"{told}, which the request gives by its bytes", cited, value),
            given={**value, "labels": [{"utf8": label.encode().hex()}]},
        )


def _rejects() -> Iterator[Case]:
    for column in (0, 1):
        for code in (0, UNASSIGNED, 17, 129, 255):
            state = "unassigned" if code else "reserved"
            yield Reject(
                name=f"value-type-{code}-in-column-{column}",
                summary=f"value type {code}, which is {state}, for the {('first', 'last')[column]} of two columns",
                requirements=ids("FRM-06"),
                base="daphne/frame/label-bytes-not-characters",
                edits=[put(f"value-type[{column}]", code)],
                checks={f"frame.value-type.{state}": 1},
                catches=[f"value-type-{state}-in-frames-taken"] if code in (0, UNASSIGNED) else [],
            )
    yield Reject(
        name="value-type-0-without-rows",
        summary="value type 0, which is reserved, for a column of a frame without rows",
        requirements=ids("VT-16"),
        base="daphne/no-cells/frame-0x3",
        edits=[put("value-type[2]", 0)],
        checks={"frame.value-type.reserved": 3},
        catches=["unused-value-type-unchecked"],
    )
    for name, length, told in (
        ("beyond-input", 65535, "a label whose length says 65,535, in an input that ends earlier"),
        ("big-endian", 256, "a label of one byte whose length, 00 01, would be right if the higher byte came first"),
    ):
        yield Reject(
            name=f"label-length-{name}",
            summary=told,
            requirements=ids("GEN-02") if length == 256 else [],
            base="daphne/header/frame",
            edits=[put("label[0].length", length)],
            checks={"truncated.label.text": None},
            catches=["label-length-big-endian"] if length == 256 else [],
        )


def _refusals() -> Iterator[Case]:
    for name, label, told in (
        ("65536-bytes", "a" * 65536, "65,536 bytes, one more than the length can say"),
        ("32768-characters", "é" * 32768, "32,768 characters in 65,536 bytes, one more than the length can say"),
        ("21846-characters", "\u20ac" * 21_846, "21,846 characters in 65,538 bytes, more than the length can say"),
    ):
        yield Refusal(
            name=f"encode-label-{name}",
            summary=f"a label of {told}",
            requirements=ids("LBL-03 ENC-04 ENC-10"),
            base="daphne/frame/label-65535-bytes",
            edits=[replace_at("/value/labels/0", label)],
            code="LABEL",
            catches=["long-label-cut", "long-label-wraps-around"],
        )
    rows = [
        (one.name, one.name, f"bytes that are not UTF-8: {one.what}") for one in ill_formed() if one.name != "eda080"
    ]
    for name, octets, told in (
        ("surrogate", "eda080", "a surrogate, which is not UTF-8"),
        ("stray-byte", "61ff", "a letter and a byte that UTF-8 never has"),
        *rows,
    ):
        yield Refusal(
            name=f"encode-label-{name}",
            summary=f"a label of {told}",
            requirements=ids("LBL-04 ENC-04" + " ENC-10" * (name in ("surrogate", "stray-byte"))),
            base="daphne/header/frame",
            edits=[replace_at("/value/labels/0", {"utf8": octets})],
            code="LABEL",
            catches=["ill-formed-label-written"],
        )
    last: Sequence[tuple[str, Any, str, str, str]] = (
        ("stray-byte", {"utf8": "ff41"}, "a byte that UTF-8 never has", "LBL-04", "first-label-alone-judged"),
        ("65536-bytes", "a" * 65536, "65,536 bytes", "LBL-03", "long-label-wraps-around"),
    )
    for name, label, told, requirement, catches in last:
        yield Refusal(
            name=f"encode-last-label-{name}",
            summary=f"{told} in the last of three labels, of a frame without rows",
            requirements=ids(f"{requirement} ENC-04"),
            base="daphne/no-cells/frame-0x3",
            edits=[replace_at("/value/labels/2", label)],
            code="LABEL",
            catches=[catches],
        )


def features() -> Iterator[Feature]:
    yield Feature("frame", "Frames and their labels", [*_types(), *_labels()])


def rejects() -> Iterator[Feature]:
    yield Feature("frame-rejects", "Frame headers that are wrong", [*_rejects(), *_refusals()])
