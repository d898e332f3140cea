"""What the spec leaves to the codec: every case names the policy that decides it."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Either, Feature, put, remove
from goldenwire_reference.daphne.catalogue.words import TYPES, dense, u32, u64, wire

ILL_FORMED = {
    "latin-1": ("e9", "a single byte of Latin-1"),
    "overlong-slash": ("c0af", "an overlong form of two bytes"),
    "overlong-nul": ("c080", "U+0000 as two bytes, as some runtimes write it"),
    "overlong-three": ("e09f80", "an overlong form of three bytes"),
    "overlong-four": ("f08fbfbf", "an overlong form of four bytes"),
    "surrogate": ("eda080", "a surrogate"),
    "surrogate-pair": ("eda0bdedb880", "a character as two encoded surrogates"),
    "beyond-last-scalar": ("f4908080", "U+110000, one beyond the last scalar value"),
    "cut-short": ("61e282", "a sequence that the label's end cuts"),
    "stray-continuation": ("6180", "a continuation byte without a start"),
    "never-used": ("ff", "a byte that never occurs"),
}


def _stored_zeros() -> Iterator[Case]:
    def zero(name: str, summary: str, entry: str, requirement: str, type_name: str) -> Case:
        family, _, rest = name.partition("-")
        return Either(
            name=f"stored-zero-{name}",
            summary=summary,
            requirements=[requirement],
            policy="daphne.stored-zero",
            base=f"daphne/{family}/{rest}",
            edits=[put(f"{entry}.value", wire(0 if type_name in TYPES[:8] else 0.0, type_name))],
        )

    for type_name in ("uint8", "int64", "double"):
        yield zero(
            f"csr-{type_name}",
            f"a zero of {type_name} among the entries of a sparse block",
            "block[0].row[2].entry[1]",
            "DAPHNE-CSR-14",
            type_name,
        )
    for type_name in ("int16", "float"):
        for layout in ("wide", "narrow"):
            yield zero(
                f"coo-{type_name}-{layout}",
                f"a zero of {type_name} among {layout} ultra-sparse entries",
                "block[0].entry[1]",
                "DAPHNE-COO-15",
                type_name,
            )
    yield Either(
        name="stored-zero-csr-converted",
        summary="a zero of uint8 in a sparse block of an int64 object",
        requirements=["DAPHNE-CSR-14"],
        policy="daphne.stored-zero",
        base="daphne/conversion/csr-int64-from-uint8",
        edits=[put("block[0].row[0].entry[0].value", 0)],
    )


def _labels() -> Iterator[Case]:
    for name, (octets, why) in ILL_FORMED.items():
        data = bytes.fromhex(octets)
        yield Either(
            name=f"label-{name}",
            summary=f"a label that is not UTF-8: {why}",
            requirements=["DAPHNE-LBL-08"],
            policy="daphne.label-encoding",
            base="daphne/header/frame",
            edits=[*([put("label[0].length", len(data))] if len(data) > 1 else []), put("label[0].text", data)],
        )
    yield Either(
        name="label-twice",
        summary="two columns of one name: they stay two columns",
        requirements=["DAPHNE-LBL-09", "DAPHNE-LBL-07"],
        policy="daphne.duplicate-label",
        base="daphne/frame/two-columns",
        edits=[put("label[1].text", b"x")],
        needs=["many-blocks"],
    )
    yield Either(
        name="label-empty-twice",
        summary="two columns without a name",
        requirements=["DAPHNE-LBL-09", "DAPHNE-LBL-06"],
        policy="daphne.duplicate-label",
        base="daphne/frame/label-empty",
        edits=[put("label[2].length", 0), remove("label[2].text")],
        needs=["many-blocks"],
    )


def _empty_bodies() -> Iterator[Case]:
    for name, base in (("0x0", "dense-0x0"), ("0x3", "dense-0x3"), ("3x0", "dense-3x0"), ("frame-0x3", "frame-0x3")):
        yield Either(
            name=f"empty-body-{name}",
            summary=f"an object without cells ({name}) and no block",
            requirements=["DAPHNE-BODY-06"],
            policy="daphne.empty-body",
            base=f"daphne/no-cells/{base}",
            edits=[remove("block[0].rx", "block[0].value-type")],
            also=["TRUNCATED"],
        )


def _header(rows: int, columns: int, code: int = 10) -> bytes:
    return b"\1\1" + u64(rows) + u64(columns) + bytes([code])


def _block(rx: int, cx: int, rows: int, columns: int, tail: bytes) -> bytes:
    return u64(rx) + u64(cx) + u32(rows) + u32(columns) + tail


def _huge() -> Iterator[Case]:
    full = 2**32 - 1
    rest = 5 * 10**9 - full

    def huge(
        name: str, summary: str, data: bytes, *requirements: str, needs: tuple[str, ...] = ("many-blocks",)
    ) -> Case:
        return Either(
            name=f"huge-{name}",
            summary=summary,
            requirements=["DAPHNE-LIM-03", *requirements],
            policy="daphne.huge-object",
            data=data,
            decode_only=True,
            needs=needs,
        )

    yield huge(
        "five-billion-rows",
        "5e9 x 1 zeros in two empty blocks, 69 bytes",
        _header(5 * 10**9, 1) + _block(0, 0, full, 1, b"\0") + _block(full, 0, rest, 1, b"\0"),
        "DAPHNE-PART-12",
    )
    yield huge(
        "five-billion-columns",
        "1 x 5e9 zeros in two empty blocks",
        _header(1, 5 * 10**9) + _block(0, 0, 1, full, b"\0") + _block(0, full, 1, rest, b"\0"),
        "DAPHNE-PART-12",
    )
    yield huge(
        "2-to-the-32-rows",
        "2^32 x 1: the least that a block cannot hold",
        _header(2**32, 1) + _block(0, 0, full, 1, b"\0") + _block(full, 0, 1, 1, b"\1\12" + wire(1.5, "double")),
        "DAPHNE-PART-12",
    )
    yield huge(
        "cell-beyond-2-to-the-32",
        "the last of 5e9 rows holds a value in an ultra-sparse block",
        _header(5 * 10**9, 1)
        + _block(full, 0, rest, 1, b"\3\12" + u32(1) + u32(rest - 1) + wire(-2.0, "double"))
        + _block(0, 0, full, 1, b"\0"),
        "DAPHNE-PART-12",
        "DAPHNE-HDR-04",
        "DAPHNE-PART-06",
    )
    yield huge(
        "square-in-49-bytes",
        "(2^32 - 1)^2 zeros in one ultra-sparse block without entries",
        _header(full, full, 1) + _block(0, 0, full, full, b"\3\1" + u32(0)),
        "DAPHNE-GEN-08",
        needs=(),
    )
    yield huge(
        "square-with-a-corner",
        "(2^32 - 1)^2 cells, the last of them 7",
        _header(full, full, 1) + _block(0, 0, full, full, b"\3\1" + u32(1) + u32(full - 1) * 2 + b"\7"),
        "DAPHNE-GEN-08",
        "DAPHNE-COO-06",
        needs=(),
    )
    yield huge(
        "2-to-the-64-cells",
        "2^33 x 2^33 cells in nine empty blocks: their number is 4 * 2^64",
        _header(2**33, 2**33, 8)
        + b"".join(
            _block(rx, cx, rows, columns, b"\0")
            for rx, rows in ((0, full), (full, full), (2 * full, 2))
            for cx, columns in ((0, full), (full, full), (2 * full, 2))
        ),
        "DAPHNE-GEN-07",
        "DAPHNE-PART-12",
    )


def _signalling() -> Iterator[Case]:
    for type_name, code, signalling, quiet in (
        ("float", 9, "0x7f800001", "0x7fc00001"),
        ("double", 10, "0xfff4000000000abc", "0xfffc000000000abc"),
    ):
        data = _header(1, 1, code) + _block(0, 0, 1, 1, bytes([1, code]) + wire(signalling, type_name))
        yield Either(
            name=f"signalling-nan-{type_name}",
            summary=f"a signalling NaN of {type_name} keeps its bits or is quieted",
            requirements=["DAPHNE-VTX-10"],
            policy="daphne.signalling-nan",
            data=data,
            values={"quiet": dense(type_name, [quiet])},
        )


def rejects() -> Iterator[Feature]:
    yield Feature(
        "policies",
        "What a codec may choose",
        [
            *_stored_zeros(),
            *_labels(),
            *_empty_bodies(),
            *_huge(),
            *_signalling(),
        ],
    )
