"""Frames: value types and labels of the columns."""

from collections.abc import Iterator

from goldenwire_reference.cases import Accept, Case, Feature, Refusal, Reject, put
from goldenwire_reference.daphne.catalogue.words import TYPES, frame, whole

ODD_LABELS = {
    "nul": ("a\0b", "U+0000 inside, where C strings end"),
    "byte-order-mark": ("\ufeffa", "U+FEFF in front, which is no mark here"),
    "combining": ("e\u0301", "e and a combining accent, not composed"),
    "composed": ("\u00e9", "a composed letter of two bytes"),
    "astral": ("\U0001f600", "a character beyond the basic plane, four bytes"),
    "noncharacter": ("\uffff\U0010ffff", "noncharacters, the last scalar value among them"),
    "white-space": (" \t\n", "nothing but white space, not trimmed"),
    "yaml-words": ("null", "a word that some notations read as nothing"),
    "case": ("Straße", "letters that case folding would change"),
    "quotes": ("\"'\\", "quotes and a backslash"),
}


def _types() -> Iterator[Case]:
    yield Accept(
        name="all-value-types",
        summary="ten columns, one of each value type, each in its canonical block",
        requirements=["DAPHNE-FRM-01", "DAPHNE-FRM-02", "DAPHNE-FRM-03", "DAPHNE-CAN-01", "DAPHNE-CAN-03"],
        needs=["many-blocks"],
        value=frame([(f"c{n}", name) for n, name in enumerate(TYPES)], list(range(1, 11)), list(range(11, 21))),
    )
    value = frame([("x", "int32"), ("y", "float")], [-5, 0.5], [6, -2.0], [7, 0.0])
    yield Accept(
        name="two-columns",
        summary="two columns: types first, then labels, then a block each",
        requirements=["DAPHNE-FRM-03", "DAPHNE-FRM-04"],
        needs=["many-blocks"],
        value=value,
    )
    swapped = frame([("y", "float"), ("x", "int32")], [0.5, -5], [-2.0, 6], [0.0, 7])
    yield Accept(
        name="two-columns-swapped",
        summary="the same columns in the other order: their order is kept",
        requirements=["DAPHNE-FRM-01", "DAPHNE-FRM-02"],
        needs=["many-blocks"],
        value=swapped,
    )
    same = frame([("a", "int16"), ("b", "int16")], [1, 2], [3, 4])
    yield Accept(
        name="row-major-block",
        summary="a dense block over two columns is row-major in a frame too",
        requirements=["DAPHNE-DEN-02", "DAPHNE-PART-13"],
        value=same,
        plan=whole(same, "dense", "int16"),
    )
    many = frame([(f"{n:x}", "uint8") for n in range(4096)], [0] * 4095 + [1])
    yield Accept(
        name="many-columns",
        summary="2^12 columns, as many as every decoder takes, in one sparse block",
        requirements=["DAPHNE-LIM-02", "DAPHNE-FRM-01"],
        value=many,
        plan=whole(many, "csr", "uint8"),
    )


def _labels() -> Iterator[Case]:
    for name, (label, why) in ODD_LABELS.items():
        yield Accept(
            name=f"label-{name}",
            summary=f"a label of {why}",
            requirements=["DAPHNE-LBL-05", "DAPHNE-LBL-02"],
            value=frame([(label, "uint8")], [1]),
        )
    yield Accept(
        name="label-bytes-not-characters",
        summary="the length counts the bytes of the label, not its characters",
        requirements=["DAPHNE-LBL-01"],
        needs=["many-blocks"],
        value=frame([("日本語", "uint8"), ("z", "uint8")], [1, 2]),
    )
    yield Accept(
        name="label-empty",
        summary="an empty label between two others",
        requirements=["DAPHNE-LBL-06"],
        needs=["many-blocks"],
        value=frame([("a", "int8"), ("", "int8"), ("b", "int8")], [1, 2, 3]),
    )
    yield Accept(
        name="label-empty-first",
        summary="an empty label before another: the second length follows the first at once",
        requirements=["DAPHNE-LBL-06", "DAPHNE-LBL-01"],
        needs=["many-blocks"],
        value=frame([("", "int8"), ("b", "int8")], [1, 2]),
    )
    for length in (255, 256, 65535):
        yield Accept(
            name=f"label-{length}-bytes",
            summary=f"a label of {length} bytes" + ", the longest" * (length == 65535),
            requirements=["DAPHNE-LBL-03", "DAPHNE-LBL-01"],
            value=frame([("ab" * (length // 2) + "c" * (length % 2), "uint8")], [1]),
        )
    yield Accept(
        name="label-control-characters",
        summary="257 times U+0001: the length and the text look like value types",
        requirements=["DAPHNE-LBL-01", "DAPHNE-LBL-05"],
        value=frame([("\1" * 257, "uint8")], [1]),
    )
    yield Accept(
        name="label-two-byte-characters",
        summary="255 characters of two bytes each: a length of 510",
        requirements=["DAPHNE-LBL-01"],
        value=frame([("ü" * 255, "uint8")], [1]),
    )


def _rejects() -> Iterator[Case]:
    base = "daphne/frame/two-columns"
    for column in (0, 1):
        for code in (0, 11, 255):
            state = "unassigned" if code else "reserved"
            yield Reject(
                name=f"value-type-{code}-in-column-{column}",
                summary=f"value type {code} of column {column} is {state}",
                requirements=["DAPHNE-FRM-06"],
                base=base,
                edits=[put(f"value-type[{column}]", code)],
                checks={f"frame.value-type.{state}": 7 if column == 0 else 9},
                needs=["many-blocks"],
            )
    yield Reject(
        name="value-type-0-without-rows",
        summary="a column's value type must be legal though it has no cell",
        requirements=["DAPHNE-VT-16", "DAPHNE-FRM-06"],
        base="daphne/no-cells/frame-0x3",
        edits=[put("value-type[2]", 0)],
        checks={"frame.value-type.reserved": 3},
    )
    yield Reject(
        name="label-length-beyond-input",
        summary="a label's length is 65,535 and the input is shorter",
        requirements=["DAPHNE-LBL-01", "DAPHNE-GEN-08"],
        base="daphne/header/frame",
        edits=[put("label[0].length", 65535)],
        checks={"truncated.label.text": None},
    )
    yield Reject(
        name="label-length-big-endian",
        summary="a length of 256 bytes where one was meant: the byte order is little",
        requirements=["DAPHNE-GEN-02", "DAPHNE-LBL-01"],
        base="daphne/header/frame",
        edits=[put("label[0].length", 256)],
        checks={"truncated.label.text": None},
    )


def _refusals() -> Iterator[Case]:
    for name, label, why in (
        ("65536-bytes", "a" * 65536, "65,536 bytes, one too many"),
        ("32768-characters", "é" * 32768, "32,768 characters of two bytes"),
    ):
        yield Refusal(
            name=f"encode-label-{name}",
            summary=f"an encoder must refuse a label of {why}, not cut it",
            requirements=["DAPHNE-LBL-03", "DAPHNE-ENC-04"],
            value=frame([(label, "uint8")], [1]),
            code="LABEL",
            base="daphne/frame/label-65535-bytes",
            edit="the label is longer",
        )
    for name, octets in (("surrogate", "eda080"), ("stray-byte", "61ff")):
        yield Refusal(
            name=f"encode-label-{name}",
            summary=f"an encoder must refuse a label with a {name.replace('-', ' ')}",
            requirements=["DAPHNE-LBL-04", "DAPHNE-ENC-04"],
            value=frame([({"utf8": octets}, "uint8")], [1]),
            code="LABEL",
            base="daphne/header/frame",
            edit="the label is not UTF-8",
        )


def features() -> Iterator[Feature]:
    yield Feature("frame", "Frames and their labels", [*_types(), *_labels()])


def rejects() -> Iterator[Feature]:
    yield Feature("frame-rejects", "Frame headers that are wrong", [*_rejects(), *_refusals()])
