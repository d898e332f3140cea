"""Behaviour that the specification leaves to the codec: every case names the policy that decides it."""

from collections.abc import Iterator, Sequence

from goldenwire_suite.cases import Case, Either, EitherEncode, Feature, put, remove, replace_at
from goldenwire_suite.daphne.cases.builders import TYPES, csr, dense, ids, u32, u64, wire
from goldenwire_suite.daphne.cases.floats import BITS
from goldenwire_suite.utf8_cases import ANY, TABLE, ill_formed

ILL_FORMED = {
    "latin-1": ("e9", "a letter with an accent in Latin-1"),
    "overlong-slash": ("c0af", "a slash in two bytes, an overlong form"),
    "overlong-nul": ("c080", "U+0000 in two bytes, as some runtimes write it"),
    "overlong-three": ("e09f80", "a character of two bytes in three, an overlong form"),
    "overlong-four": ("f08fbfbf", "U+FFFF in four bytes, an overlong form"),
    "surrogate": ("eda080", "U+D800, a surrogate"),
    "surrogate-pair": ("eda0bdedb880", "U+1F600 as two surrogates"),
    "beyond-last-scalar": ("f4908080", "U+110000, one beyond the last code point"),
    "cut-short": ("61e282", "a letter, and a character of three bytes that the label's end cuts off"),
    "stray-continuation": ("6180", "a letter, and a continuation byte that continues nothing"),
    "never-used": ("ff", "ff, a byte that UTF-8 never has"),
}


# Rows of the table of UTF-8, and what no row begins with and looks like a character of that row.
BEHIND = {
    1: ("c0af", "c1bf"),
    3: ("e080", "e09f", "eda0", "edbf"),
    5: ("eda0", "edbf"),
    7: ("f080", "f08f", "f490"),
    8: ("f580",),
}


def _stored_zeros() -> Iterator[Case]:
    def zero(name: str, summary: str, entry: str, cited: str, type_name: str) -> Case:
        family, _, rest = name.partition("-")
        return Either(
            name=f"stored-zero-{name}",
            summary=summary,
            requirements=ids(cited),
            policy="daphne.stored-zero",
            base=f"daphne/{family}/{rest}",
            edits=[put(f"{entry}.value", wire(0 if type_name in TYPES[:8] else 0.0, type_name))],
        )

    for type_name in ("uint8", "int64", "double"):
        yield zero(
            f"csr-{type_name}",
            f"a zero of {type_name} among the entries of a CSR block",
            "block[0].row[2].entry[1]",
            "CSR-14",
            type_name,
        )
    for type_name in ("int16", "float"):
        for layout, columns in (("wide", "three columns"), ("narrow", "one column")):
            yield zero(
                f"coo-{type_name}-{layout}",
                f"a zero of {type_name} among the entries of a COO block of {columns}",
                "block[0].entry[1]",
                "COO-15",
                type_name,
            )
    for layout, base, again, cited in (
        ("csr", "csr/equal-values", put("block[0].row[0].entry[1].column", 0), "CSR-08 CSR-14"),
        ("coo-wide", "coo/two-in-a-row", put("block[0].entry[1].column", 1), "COO-07 COO-15"),
        ("coo-narrow", "coo/int16-narrow", put("block[0].entry[1].row", 1), "COO-07 COO-15"),
    ):
        where = {"csr": "a CSR block", "coo-wide": "a COO block of three columns"}
        entry = "block[0].row[0].entry[0]" if layout == "csr" else "block[0].entry[0]"
        yield Either(
            name=f"stored-zero-then-its-cell-again-{layout}",
            summary=f"the first entry of {where.get(layout, 'a COO block of one column')} stores a zero, "
            "and the second is for the same cell",
            requirements=ids(f"{cited} BLK-09"),
            policy="daphne.stored-zero",
            base=f"daphne/{base}",
            edits=[put(f"{entry}.value", 0), again],
            also=["DUPLICATE"],
        )
    yield Either(
        name="stored-zero-csr-converted",
        summary="a zero of uint8 among the entries of a CSR block of an int64 matrix",
        requirements=ids("CSR-14"),
        policy="daphne.stored-zero",
        base="daphne/conversion/csr-int64-from-uint8",
        edits=[put("block[0].row[0].entry[0].value", 0)],
    )


def _labels() -> Iterator[Case]:
    listed = {octets for octets, _ in ILL_FORMED.values()}
    rows = {one.name: (one.name, one.what) for one in ill_formed() if one.name not in listed}
    for name, (octets, told) in (ILL_FORMED | rows).items():
        data = bytes.fromhex(octets)
        yield Either(
            name=f"label-{name}",
            summary=f"a label that is not UTF-8: {told}",
            requirements=ids("LBL-08 ENC-07"),
            policy="daphne.label-encoding",
            base="daphne/header/frame",
            edits=[*([put("label[0].length", len(data))] if len(data) > 1 else []), put("label[0].text", data)],
        )
    for size in (128, 300, 33_000):
        for name, octet, at in (("second", "ff", 1), ("middle", "80", size // 2), ("last", "c3", size - 1)):
            yield Either(
                name=f"label-of-{size}-{name}",
                summary=f"a label of {size:,} bytes that is not UTF-8: the {name} byte is {octet}",
                requirements=ids("LBL-08 ENC-07"),
                policy="daphne.label-encoding",
                base="daphne/header/frame",
                edits=[
                    put("label[0].length", size),
                    put("label[0].text", b"a" * at + bytes.fromhex(octet) + b"a" * (size - at - 1)),
                ],
                numbers=[size, int(octet, 16), 80],
            )
    for row, listed_ in BEHIND.items():
        before = bytes(low for low, _ in TABLE[row])
        for begins in listed_:
            none = bytes.fromhex(begins).ljust(len(before), bytes([ANY[0]]))
            yield Either(
                name=f"label-{none.hex()}-behind-{before.hex()}",
                summary=f"a label of {before.hex(' ')}, which is a character, and behind it {none.hex(' ')}, "
                "which is none",
                requirements=ids("LBL-08 ENC-07"),
                policy="daphne.label-encoding",
                base="daphne/header/frame",
                edits=[put("label[0].length", 2 * len(before)), put("label[0].text", before + none)],
                catches=["utf8-row-by-half-a-byte"],
            )
    for cut, length in (("c3", 169), ("e282", 172), ("f09f98", 128)):
        cut_short = bytes.fromhex(cut)
        yield Either(
            name=f"label-completed-{cut}",
            summary=f"a label that ends after {cut}; the next one's length, {length}, is the byte that would "
            "complete the character",
            requirements=ids("LBL-08 ENC-07"),
            policy="daphne.label-encoding",
            base="daphne/frame/two-columns",
            edits=[
                *([put("label[0].length", len(cut_short))] if len(cut_short) > 1 else []),
                put("label[0].text", cut_short),
                put("label[1].length", length),
                put("label[1].text", b"z" * length),
            ],
            needs=["many-blocks"],
            numbers=[int(cut, 16)],
        )
    yield Either(
        name="label-twice",
        summary="two columns with the same label, which stay two columns",
        requirements=ids("LBL-09"),
        policy="daphne.duplicate-label",
        base="daphne/frame/two-columns",
        edits=[put("label[1].text", b"x")],
        needs=["many-blocks"],
    )
    yield Either(
        name="label-twice-apart",
        summary="the first and the last of three columns with the same label",
        requirements=ids("LBL-09"),
        policy="daphne.duplicate-label",
        base="daphne/frame/label-empty",
        edits=[put("label[2].text", b"a")],
        needs=["many-blocks"],
    )
    yield Either(
        name="label-empty-twice",
        summary="two of three columns with an empty label",
        requirements=ids("LBL-09"),
        policy="daphne.duplicate-label",
        base="daphne/frame/label-empty",
        edits=[put("label[2].length", 0), remove("label[2].text")],
        needs=["many-blocks"],
    )


def _empty_bodies() -> Iterator[Case]:
    for name, base, told in (
        ("0x0", "dense-0x0", "a matrix of 0 x 0"),
        ("0x3", "dense-0x3", "a matrix of 0 x 3"),
        ("3x0", "dense-3x0", "a matrix of 3 x 0"),
        ("frame-0x3", "frame-0x3", "a frame of no rows and three columns"),
        ("frame-5x0", "frame-5x0", "a frame of five rows and no columns"),
        ("frame-0x0", "frame-0x0", "a frame of no rows and no columns"),
    ):
        yield Either(
            name=f"empty-body-{name}",
            summary=f"{told} without its one block",
            requirements=ids("BODY-06 DEC-04"),
            policy="daphne.empty-body",
            base=f"daphne/no-cells/{base}",
            edits=[remove("block[0].rx", "block[0].value-type")],
            also=["TRUNCATED"],
        )


FULL = 2**32 - 1
MANY = 5 * 10**9
REST = MANY - FULL


def _header(rows: int, columns: int, code: int = 10) -> bytes:
    return b"\1\1" + u64(rows) + u64(columns) + bytes([code])


def _block(rx: int, cx: int, rows: int, columns: int, tail: bytes) -> bytes:
    return u64(rx) + u64(cx) + u32(rows) + u32(columns) + tail


def _huge_case(
    name: str,
    summary: str,
    data: bytes,
    cited: str = "",
    *,
    needs: Sequence[str] = ("many-blocks",),
    catches: Sequence[str] = (),
    numbers: Sequence[int] = (),
) -> Case:
    return Either(
        name=f"huge-{name}",
        summary=summary,
        requirements=ids(f"LIM-03 {cited}"),
        policy="daphne.huge-object",
        data=data,
        decode_only=True,  # writing it may be beyond an encoder's limits
        needs=needs,
        catches=catches,
        numbers=numbers,
    )


def _digits() -> Iterator[Case]:
    """Values in the last two rows or columns: a number of nines, and the power of ten, which has one more digit."""
    for power in (10, 11):
        last = 10**power
        full, rest = divmod(last + 1, FULL)
        for line, length, field in (("row", "rows", "HDR-04"), ("column", "columns", "HDR-05")):
            down = line == "row"
            empty = b"".join(
                _block(FULL * n * down, FULL * n * (not down), *((FULL, 1) if down else (1, FULL)), b"\0")
                for n in range(full)
            )
            entries = b"".join((b"" if down else u32(0)) + u32(rest - back) + bytes([back]) for back in (2, 1))
            at = FULL * full
            yield _huge_case(
                f"{line}-of-{power + 1}-digits",
                f"{last + 1:,} {length}, and values in {line}s {last - 1:,} and {last:,}, the last ones",
                _header(*((last + 1, 1) if down else (1, last + 1)), 1)
                + empty
                + _block(at * down, at * (not down), *((rest, 1) if down else (1, rest)), b"\3\1" + u32(2) + entries),
                f"{field} BODY-01 BODY-04",
                catches=["cells-of-ten-digits"] if power == 10 else [],
                numbers=[power + 1, last - 1, last],
            )


def _huge() -> Iterator[Case]:
    yield _huge_case(
        "five-billion-rows",
        "5,000,000,000 x 1 zeros in two empty blocks",
        _header(MANY, 1) + _block(0, 0, FULL, 1, b"\0") + _block(FULL, 0, REST, 1, b"\0"),
        "HDR-04 BODY-01 BLK-01",
    )
    yield _huge_case(
        "five-billion-columns",
        "1 x 5,000,000,000 zeros in two empty blocks",
        _header(1, MANY) + _block(0, 0, 1, FULL, b"\0") + _block(0, FULL, 1, REST, b"\0"),
        "HDR-05 BODY-01 BLK-02",
    )
    yield _huge_case(
        "2-to-the-32-rows",
        "2^32 x 1 cells, one more than a block has room for, and a value in the last",
        _header(2**32, 1) + _block(0, 0, FULL, 1, b"\0") + _block(FULL, 0, 1, 1, b"\1\12" + wire(1.5, "double")),
        "HDR-04 BODY-01 BLK-01",
    )
    yield _huge_case(
        "cell-beyond-2-to-the-32",
        "5,000,000,000 x 1 cells, and a value in the last, in a COO block that comes first",
        _header(MANY, 1)
        + _block(FULL, 0, REST, 1, b"\3\12" + u32(1) + u32(REST - 1) + wire(-2.0, "double"))
        + _block(0, 0, FULL, 1, b"\0"),
        "HDR-04 BODY-01 PART-06",
    )
    yield _huge_case(
        "square-in-49-bytes",
        "(2^32 - 1) x (2^32 - 1) zeros in one COO block without entries",
        _header(FULL, FULL, 1) + _block(0, 0, FULL, FULL, b"\3\1" + u32(0)),
        "BLK-01 BLK-02",
        needs=(),
    )
    yield _huge_case(
        "square-with-a-corner",
        "(2^32 - 1) x (2^32 - 1) cells in one COO block, and a value in the last",
        _header(FULL, FULL, 1) + _block(0, 0, FULL, FULL, b"\3\1" + u32(1) + u32(FULL - 1) * 2 + b"\7"),
        "COO-03 COO-06",
        needs=(),
    )
    for layout, tail, cited in (
        ("csr", b"\2\1" + u64(1) + u32(1) + u32(2**31 - 1) + b"\7" + u32(0), "BLK-02 CSR-02 CSR-12"),
        ("coo", b"\3\1" + u32(1) + u32(0) + u32(2**31 - 1) + b"\7", "BLK-02 COO-03 COO-07"),
    ):
        yield _huge_case(
            f"{layout}-of-2-to-the-32-cells",
            f"2 x 2^31 cells, a number that is 0 in 32 bits, in one {layout.upper()} block with an entry in the last "
            "column",
            _header(2, 2**31, 1) + _block(0, 0, 2, 2**31, tail),
            f"GEN-07 {cited}",
            needs=(),
            numbers=(32,),
        )
    yield _huge_case(
        "csr-columns",
        "2 x (2^32 - 1) cells in one CSR block, and values in the last column and in column 2^31",
        _header(2, FULL, 1)
        + _block(0, 0, 2, FULL, b"\2\1" + u64(2) + u32(1) + u32(FULL - 1) + b"\7" + u32(1) + u32(2**31) + b"\10"),
        "BLK-02 CSR-02 CSR-07",
        needs=(),
    )
    yield _huge_case(
        "coo-entries-2-to-the-32-cells-apart",
        "131,072 x 65,536 cells in one COO block, and values in the first cell and, 2^32 cells later, in row 65,536",
        _header(2**17, 2**16, 1)
        + _block(0, 0, 2**17, 2**16, b"\3\1" + u32(2) + u32(0) * 2 + b"\5" + u32(2**16) + u32(0) + b"\6"),
        "COO-03 COO-07",
        needs=(),
        numbers=[2**32],
    )
    yield _huge_case(
        "csr-entries-2-to-the-32-cells-apart",
        "2 x (2^32 - 1) cells in one CSR block, and values in the first cell and, 2^32 cells later, in row 1",
        _header(2, FULL, 1)
        + _block(0, 0, 2, FULL, b"\2\1" + u64(2) + u32(1) + u32(0) + b"\5" + u32(1) + u32(1) + b"\6"),
        "CSR-08",
        needs=(),
        numbers=[2**32],
    )
    yield _huge_case(
        "csr-columns-of-one-row",
        "2 x (2^32 - 1) cells in one CSR block, and values in columns 0 and 3,000,000,000 of row 0, further apart than "
        "a signed number of 32 bits can tell",
        _header(2, FULL, 1)
        + _block(0, 0, 2, FULL, b"\2\1" + u64(2) + u32(2) + u32(0) + b"\5" + u32(3 * 10**9) + b"\6" + u32(0)),
        "BLK-02 CSR-02",
        needs=(),
        numbers=[32],
    )
    side = 2 * FULL
    yield _huge_case(
        "cell-beyond-2-to-the-64",
        "(2^33 - 2) x (2^33 - 2) cells in a COO block and three empty ones, and values in rows 1 and 2^31 + 1 "
        "of the first column, the latter with more than 2^64 cells before it",
        _header(side, side, 1)
        + _block(0, 0, FULL, FULL, b"\3\1" + u32(2) + u32(1) + u32(0) + b"\5" + u32(2**31 + 1) + u32(0) + b"\6")
        + b"".join(_block(rx, cx, FULL, FULL, b"\0") for rx, cx in ((0, FULL), (FULL, 0), (FULL, FULL))),
        numbers=[2**64],
    )
    yield _huge_case(
        "coo-narrow-rows",
        "2^32 x 1 cells, and values in row 2^31 and in the last row of a COO block of one column",
        _header(2**32, 1, 1)
        + _block(0, 0, FULL, 1, b"\3\1" + u32(2) + u32(2**31) + b"\7" + u32(FULL - 1) + b"\10")
        + _block(FULL, 0, 1, 1, b"\1\1\11"),
        "COO-06 BODY-04",
    )
    for line, power, lines in (("row", 32, 1), ("column", 31, 2)):
        edge = 2**power
        parts = (
            (0, edge - 1, b"\0"),
            (edge - 1, 2, b"\1\1" + bytes(range(1, 2 * lines + 1))),
            (edge + 1, 1, b"\0"),
        )
        down = line == "row"
        yield _huge_case(
            f"across-{line}-2-to-the-{power}",
            f"2^{power} + 2 {line}s{'' if down else ' and 2 rows'} in three blocks, of which the second has {line}s "
            f"2^{power} - 1 and 2^{power}",
            (_header(edge + 2, lines, 1) if down else _header(lines, edge + 2, 1))
            + b"".join(
                _block(at, 0, size, lines, tail) if down else _block(0, at, lines, size, tail)
                for at, size, tail in parts
            ),
            f"{'HDR-04' if down else 'HDR-05'} BODY-01 BODY-04 PART-07",
            numbers=[2, 3, edge - 1, edge],
        )
    yield _huge_case(
        "2-to-the-66-cells",
        "2^33 x 2^33 zeros in nine empty blocks: the number of cells has more than 64 bits",
        _header(2**33, 2**33, 8)
        + b"".join(
            _block(rx, cx, rows, columns, b"\0")
            for rx, rows in ((0, FULL), (FULL, FULL), (2 * FULL, 2))
            for cx, columns in ((0, FULL), (FULL, FULL), (2 * FULL, 2))
        ),
        "GEN-07",
        numbers=[9, 64],
    )


def _signalling() -> Iterator[Case]:
    for type_name, code, signalling, quiet in (
        ("float", 9, "0x7f800001", "0x7fc00001"),
        ("double", 10, "0xfff4000000000abc", "0xfffc000000000abc"),
    ):
        data = _header(1, 1, code) + _block(0, 0, 1, 1, bytes([1, code]) + wire(signalling, type_name))
        yield Either(
            name=f"signalling-nan-{type_name}",
            summary=f"a signalling NaN of {type_name}, whose quiet bit may be set; all other bits are kept",
            requirements=ids("VTX-10"),
            policy="daphne.signalling-nan",
            data=data,
            values={"quiet": dense(type_name, [quiet])},
        )
        for kind, name, of in (("csr", "CSRMatrix", csr), ("dense", "DenseMatrix", dense)):
            yield EitherEncode(
                name=f"encode-signalling-nan-{kind}-{type_name}",
                summary=f"a signalling NaN of {type_name} in a request to write a {name}",
                requirements=ids("VTX-10"),
                policy="daphne.signalling-nan",
                base=f"daphne/floats/{kind}-{type_name}-{kind}",
                edits=[replace_at("/value/cells/1/2", signalling)],
                values={
                    "quiet": of(type_name, [BITS[type_name][0][0], quiet, *BITS[type_name][0][2:]], BITS[type_name][1])
                },
            )


def rejects() -> Iterator[Feature]:
    yield Feature(
        "policies",
        "What a codec may choose",
        [*_stored_zeros(), *_labels(), *_empty_bodies(), *_huge(), *_digits(), *_signalling()],
    )
