"""Tests of the oracle itself, on the specification's examples and on hand-written bytes."""

import re
import struct
from pathlib import Path
from typing import Any

import pytest

from daphne.oracle.codec import comparable, decode
from daphne.oracle.structure import DESCRIPTION, OracleReject, parse, ranges
from kit import spec_text
from kit.each import each

pytestmark = pytest.mark.usefixtures("kaitai")


def examples(verdict: str) -> list[Any]:
    return [
        pytest.param(data, outcome, id=name)
        for name, (data, outcome) in spec_text.examples("daphne").items()
        if outcome["verdict"] == verdict
    ]


@each(("data", "outcome"), examples("accept"))
def test_an_example_has_its_value(data: bytes, outcome: dict[str, Any]) -> None:
    assert comparable(decode(data), outcome["value"]) == outcome["value"]


@each(("data", "outcome"), examples("reject"))
def test_an_example_is_refused(data: bytes, outcome: dict[str, Any]) -> None:
    refusal = reject(data)
    assert refusal.code in outcome["code"]
    assert refusal.offset == outcome["offset"]


@each(("data", "outcome"), examples("either"))
def test_an_example_is_judged_by_policy(data: bytes, outcome: dict[str, Any]) -> None:
    for choice, expected in outcome["outcomes"].items():
        if "value" in expected:
            assert decode(data, {outcome["policy"]: choice}) == expected["value"]
        elif expected["code"] != ["LIMIT"]:  # the size of object that a decoder can hold does not follow from the bytes
            refusal = reject(data, **{outcome["policy"].removeprefix("daphne.").replace("-", "_"): choice})
            assert (refusal.code in expected["code"], refusal.offset) == (True, expected["offset"])


DENSE, CSR, FRAME = 1, 2, 3
U8, U16, U32, U64, I8, I16, I32, I64, F32, F64 = range(1, 11)


def matrix(rows: int, columns: int, vt: int = U8, kind: int = DENSE) -> bytes:
    return struct.pack("<BBQQB", 1, kind, rows, columns, vt)


def frame(rows: int, vts: list[int], *labels: bytes) -> bytes:
    texts = b"".join(struct.pack("<H", len(label)) + label for label in labels)
    return struct.pack("<BBQQ", 1, FRAME, rows, len(vts)) + bytes(vts) + texts


def at(rx: int, cx: int, r: int, c: int) -> bytes:
    return struct.pack("<QQII", rx, cx, r, c)


def dense(vt: int, values: str) -> bytes:
    return bytes([1, vt]) + bytes.fromhex(values)


def csr(vt: int, nzb: int, rows: str) -> bytes:
    return struct.pack("<BBQ", 2, vt, nzb) + bytes.fromhex(rows)


def coo(vt: int, nzb: int, entries: str) -> bytes:
    return struct.pack("<BBI", 3, vt, nzb) + bytes.fromhex(entries)


EMPTY = b"\0"


# The content of a byte string: its type or types, its labels, and its cells.
ACCEPTED = {
    "dense": (matrix(2, 2, I8) + at(0, 0, 2, 2) + dense(I8, "01fe0380"), "int8", "0,0:1 0,1:-2 1,0:3 1,1:-128"),
    "dense-16-bit-is-little-endian": (
        matrix(1, 2, U16) + at(0, 0, 1, 2) + dense(U16, "01000002"),
        "uint16",
        "0,0:1 0,1:512",
    ),
    "csr-unsorted-with-an-empty-row": (
        matrix(2, 3, I16, CSR) + at(0, 0, 2, 3) + csr(I16, 2, "00000000 02000000 02000000 ffff 00000000 0500"),
        "int16",
        "1,0:5 1,2:-1",
    ),
    "coo-wide": (
        matrix(2, 2) + at(0, 0, 2, 2) + coo(U8, 2, "01000000 00000000 07 00000000 01000000 08"),
        "uint8",
        "0,1:8 1,0:7",
    ),
    "coo-narrow-in-a-wide-object": (
        matrix(2, 2) + at(0, 0, 2, 1) + EMPTY + at(0, 1, 2, 1) + coo(U8, 1, "01000000 09"),
        "uint8",
        "1,1:9",
    ),
    "blocks-in-any-order": (
        matrix(2, 1, F64) + at(1, 0, 1, 1) + dense(I8, "ff") + at(0, 0, 1, 1) + dense(F32, "0000003f"),
        "double",
        "0,0:0x3fe0000000000000 1,0:0xbff0000000000000",
    ),
    "pinwheel": (
        matrix(3, 3)
        + at(1, 1, 1, 1)
        + dense(U8, "05")
        + at(0, 0, 1, 2)
        + EMPTY
        + at(0, 2, 2, 1)
        + EMPTY
        + at(2, 1, 1, 2)
        + EMPTY
        + at(1, 0, 2, 1)
        + EMPTY,
        "uint8",
        "1,1:5",
    ),
    "minus-zero-is-stored": (
        matrix(1, 1, F32) + at(0, 0, 1, 1) + dense(F64, "0000000000000080"),
        "float",
        "0,0:0x80000000",
    ),
    "smallest-float-of-a-double": (
        matrix(1, 1, F32) + at(0, 0, 1, 1) + dense(F64, "000000000000a036"),
        "float",
        "0,0:0x00000001",
    ),
    "signalling-nan": (matrix(1, 1, F32) + at(0, 0, 1, 1) + dense(F32, "0100807f"), "float", "0,0:0x7f800001"),
    "greatest-uint64": (matrix(1, 1, U64) + at(0, 0, 1, 1) + dense(U64, "ff" * 8), "uint64", f"0,0:{2**64 - 1}"),
    "more-than-2^32-rows": (
        matrix(5 * 10**9, 1)
        + at(2**32 - 1, 0, 705032705, 1)
        + coo(U8, 1, "00000000 01")
        + at(0, 0, 2**32 - 1, 1)
        + EMPTY,
        "uint8",
        f"{2**32 - 1},0:1",
    ),
    "coo-of-2^64-cells": (
        matrix(2**32 - 1, 2**32 - 1) + at(0, 0, 2**32 - 1, 2**32 - 1) + coo(U8, 1, "feffffff feffffff 01"),
        "uint8",
        f"{2**32 - 2},{2**32 - 2}:1",
    ),
    "no-rows-dense": (matrix(0, 3) + at(0, 0, 0, 3) + dense(U8, ""), "uint8", ""),
    "no-rows-csr": (matrix(0, 3) + at(0, 0, 0, 3) + csr(U8, 0, ""), "uint8", ""),
    "no-columns-csr-counts-rows": (matrix(2, 0) + at(0, 0, 2, 0) + csr(U8, 0, "00000000 00000000"), "uint8", ""),
    "no-columns-coo": (matrix(2, 0) + at(0, 0, 2, 0) + coo(U8, 0, ""), "uint8", ""),
    "frame-across-types": (
        frame(1, [U8, F32], b"a", b"\xc3\xa4") + at(0, 0, 1, 2) + dense(I16, "01000200"),
        ["uint8", "float"],
        "0,0:1 0,1:0x40000000",
    ),
    "frame-without-columns": (frame(5, []) + at(0, 0, 5, 0) + EMPTY, [], ""),
    "frame-with-one-label-twice": (frame(0, [U8, U16], b"", b"") + at(0, 0, 0, 2) + EMPTY, ["uint8", "uint16"], ""),
}


@pytest.mark.parametrize(("data", "types", "cells"), ACCEPTED.values(), ids=ACCEPTED.keys())
def test_conforming_bytes_have_their_value(data: bytes, types: str | list[str], cells: str) -> None:
    value = decode(data)
    assert value["types" if isinstance(types, list) else "type"] == types
    assert " ".join(f"{row},{column}:{text}" for row, column, text in value["cells"]) == cells


@pytest.mark.parametrize("data", [case[0] for case in ACCEPTED.values()], ids=ACCEPTED.keys())
def test_fields_tile_the_input(data: bytes) -> None:
    parsed, failure = parse(data)
    assert failure is None
    ends = [0]
    for begin, end, _ in ranges(parsed):
        assert begin == ends[-1]
        ends.append(end)
    assert ends[-1] == len(data)


@pytest.mark.parametrize("data", [case[0] for case in ACCEPTED.values()], ids=ACCEPTED.keys())
def test_every_cut_is_refused(data: bytes) -> None:
    refusals = [reject(data[:size]).code for size in range(len(data))]
    assert set(refusals) <= {"TRUNCATED", "INCOMPLETE"}


def reject(data: bytes, **policies: str) -> OracleReject:
    with pytest.raises(OracleReject) as caught:
        decode(data, {f"daphne.{key.replace('_', '-')}": choice for key, choice in policies.items()})
    return caught.value


ONE = at(0, 0, 1, 1) + dense(U8, "01")
REJECTED = {
    "nothing": (b"", "TRUNCATED", 0),
    "version": (b"\2" + matrix(1, 1)[1:] + ONE, "VERSION", 0),
    "data-type-0": (matrix(1, 1, U8, 0) + ONE, "DATATYPE", 1),
    "data-type-4": (matrix(1, 1, U8, 4) + ONE, "DATATYPE", 1),
    "value-type-0": (matrix(1, 1, 0) + ONE, "VALUETYPE", 18),
    "value-type-11-in-a-block": (matrix(1, 1) + at(0, 0, 1, 1) + dense(11, "01"), "VALUETYPE", 44),
    "value-type-of-a-column": (frame(1, [U8, 0], b"", b"") + at(0, 0, 1, 2) + EMPTY, "VALUETYPE", 19),
    "2^64-1-columns": (struct.pack("<BBQQ", 1, FRAME, 1, 2**64 - 1) + bytes(40), "TRUNCATED", 18),
    "no-room-for-labels": (struct.pack("<BBQQ", 1, FRAME, 1, 10) + bytes([U8] * 29), "TRUNCATED", 28),
    "label-not-utf-8": (frame(1, [U8], b"\xc0\x80") + ONE, "LABEL", 21),
    "label-before-the-input-ends": (frame(1, [U8, U8], b"\xff", b"")[:-1], "LABEL", 22),
    "label-cut": (frame(1, [U8], b"abc")[:-1], "TRUNCATED", 21),
    "block-type-4": (matrix(1, 1) + at(0, 0, 1, 1) + b"\4\1\1", "BLOCKTYPE", 43),
    "block-without-cells": (matrix(1, 1) + at(0, 0, 1, 0) + EMPTY + ONE, "DEGENERATE", 19),
    "block-without-rows-cut-before-its-columns": (matrix(1, 1) + at(0, 0, 0, 0)[:-1], "TRUNCATED", 39),
    "beyond-the-rows": (matrix(2, 1) + at(1, 0, 2, 1) + EMPTY, "BOUNDS", 19),
    "beyond-the-columns-by-wrap": (matrix(1, 2**64 - 1) + at(0, 2**64 - 1, 1, 2) + EMPTY, "BOUNDS", 19),
    "beyond-an-object-without-cells": (matrix(0, 3) + at(1, 0, 0, 3) + EMPTY, "BOUNDS", 19),
    "part-of-an-object-without-cells": (matrix(0, 3) + at(0, 1, 0, 2) + EMPTY, "DEGENERATE", 19),
    "overlap-and-gap-of-one-size": (matrix(3, 1) + at(0, 0, 2, 1) + EMPTY + at(1, 0, 1, 1) + EMPTY, "OVERLAP", 44),
    "overlap-by-area": (matrix(3, 1) + at(0, 0, 2, 1) + EMPTY + at(1, 0, 2, 1) + EMPTY, "OVERLAP", 44),
    "overlap-before-the-end-is-missed": (matrix(9, 1) + at(0, 0, 2, 1) + EMPTY + at(1, 0, 2, 1) + EMPTY, "OVERLAP", 44),
    "overlap-before-the-body-is-missed": (
        matrix(3, 1) + at(0, 0, 2, 1) + EMPTY + at(1, 0, 1, 1) + dense(U8, ""),
        "OVERLAP",
        44,
    ),
    "value-before-a-later-overlap": (
        matrix(3, 1) + at(0, 0, 2, 1) + dense(I8, "0080") + at(1, 0, 1, 1) + EMPTY,
        "VALUE",
        46,
    ),
    "gap": (matrix(2, 1) + ONE, "INCOMPLETE", 46),
    "no-block": (matrix(0, 1), "INCOMPLETE", 19),
    "trailing": (matrix(1, 1) + ONE + b"\0", "TRAILING", 46),
    "repeated-block": (matrix(1, 1) + ONE + ONE, "TRAILING", 46),
    "dense-2^67-octets": (
        matrix(2**32 - 1, 2**32 - 1) + at(0, 0, 2**32 - 1, 2**32 - 1) + dense(F64, ""),
        "TRUNCATED",
        45,
    ),
    "csr-count-above-cells": (
        matrix(1, 1) + at(0, 0, 1, 1) + csr(U8, 2, "01000000 00000000 01 00000000 01"),
        "COUNT",
        45,
    ),
    "csr-sum-below-count": (matrix(1, 2) + at(0, 0, 1, 2) + csr(U8, 2, "01000000 00000000 01 0000000000"), "COUNT", 45),
    "csr-sum-above-count": (matrix(1, 2) + at(0, 0, 1, 2) + csr(U8, 0, "01000000 00000000 01"), "COUNT", 53),
    "csr-row-above-columns": (
        matrix(2, 1) + at(0, 0, 2, 1) + csr(U8, 2, "02000000 00000000 01 00000000 01 00000000"),
        "COUNT",
        53,
    ),
    "csr-no-room": (matrix(2**32 - 1, 1) + at(0, 0, 2**32 - 1, 1) + csr(U8, 0, "00000000"), "TRUNCATED", 53),
    "csr-index": (matrix(1, 1) + at(0, 0, 1, 1) + csr(U8, 1, "01000000 01000000 01"), "INDEX", 57),
    "csr-duplicate": (
        matrix(1, 3) + at(0, 0, 1, 3) + csr(U8, 3, "03000000 01000000 01 00000000 01 01000000 02"),
        "DUPLICATE",
        67,
    ),
    "csr-zero": (matrix(1, 1) + at(0, 0, 1, 1) + csr(U8, 1, "01000000 00000000 00"), "ZERO", 61),
    "coo-count": (matrix(1, 1) + at(0, 0, 1, 1) + coo(U8, 2, "00000000 01 00000000 01"), "COUNT", 45),
    "coo-no-room": (matrix(9, 9) + at(0, 0, 9, 9) + coo(U8, 2, "00000000 00000000 01"), "TRUNCATED", 49),
    "coo-row-index": (matrix(1, 1) + at(0, 0, 1, 1) + coo(U8, 1, "01000000 01"), "INDEX", 49),
    "coo-column-index": (matrix(3, 2) + at(0, 0, 3, 2) + coo(U8, 1, "01000000 02000000 01"), "INDEX", 53),
    "coo-duplicate": (
        matrix(2, 2) + at(0, 0, 2, 2) + coo(U8, 2, "01000000 00000000 01 01000000 00000000 01"),
        "DUPLICATE",
        58,
    ),
    "coo-zero": (matrix(2, 1) + at(0, 0, 2, 1) + coo(U8, 1, "00000000 00"), "ZERO", 53),
    "csr-zero-before-a-duplicate": (
        matrix(1, 2) + at(0, 0, 1, 2) + csr(U8, 2, "02000000 01000000 00 01000000 07"),
        "ZERO",
        61,
    ),
    "coo-value-before-an-index": (
        matrix(1, 2) + at(0, 0, 1, 2) + coo(U16, 2, "00000000 00000000 0001 00000000 02000000 0100"),
        "VALUE",
        57,
    ),
    "value-out-of-range": (matrix(1, 2) + at(0, 0, 1, 2) + dense(U16, "ff000001"), "VALUE", 47),
    "value-negative": (matrix(1, 1) + at(0, 0, 1, 1) + dense(I8, "ff"), "VALUE", 45),
    "value-rounded-to-float": (matrix(1, 1, F32) + at(0, 0, 1, 1) + dense(I32, "01000001"), "VALUE", 45),
    "value-2^63-in-int64": (matrix(1, 1, I64) + at(0, 0, 1, 1) + dense(F64, "000000000000e043"), "VALUE", 45),
    "value-overflows-float": (matrix(1, 1, F32) + at(0, 0, 1, 1) + dense(F64, "000000000000f047"), "VALUE", 45),
    "minus-zero-in-an-integer": (matrix(1, 1) + at(0, 0, 1, 1) + dense(F32, "00000080"), "VALUE", 45),
    "nan-in-an-integer": (matrix(1, 1) + at(0, 0, 1, 1) + dense(F32, "0000c07f"), "VALUE", 45),
    "value-for-its-column": (frame(1, [I16, U8], b"", b"") + at(0, 0, 1, 2) + dense(I16, "ffffffff"), "VALUE", 52),
}


@each(("data", "code", "offset"), REJECTED.values(), ids=REJECTED.keys())
def test_a_defect_is_refused_where_it_is(data: bytes, code: str, offset: int) -> None:
    refusal = reject(data)
    assert (refusal.code, refusal.offset) == (code, offset), refusal


TWINS = frame(1, [U8, U8], b"\xff", b"\xff") + at(0, 0, 1, 2) + dense(U8, "0102")
KEPT: dict[str, tuple[bytes, str, str, dict[str, Any]]] = {
    "csr-zero": (
        matrix(1, 2) + at(0, 0, 1, 2) + csr(U8, 2, "02000000 00000000 00 01000000 03"),
        "stored-zero",
        "keep",
        {"cells": [["0", "1", "3"]]},
    ),
    "label": (TWINS, "label-encoding", "opaque", {"labels": [{"utf8": "ff"}, {"utf8": "ff"}]}),
    "empty-body": (matrix(0, 3), "empty-body", "accept", {"rows": "0", "columns": "3", "cells": []}),
    "quieted": (
        matrix(1, 1, F64) + at(0, 0, 1, 1) + dense(F64, "010000000000f07f"),
        "signalling-nan",
        "quiet",
        {"cells": [["0", "0", "0x7ff8000000000001"]]},
    ),
}


@pytest.mark.parametrize(("data", "policy", "choice", "expected"), KEPT.values(), ids=KEPT.keys())
def test_a_policy_admits_what_it_says(data: bytes, policy: str, choice: str, expected: dict[str, Any]) -> None:
    value = decode(data, {f"daphne.{policy}": choice})
    assert {key: value[key] for key in expected} == expected


def test_a_policy_refuses_a_repeated_label() -> None:
    refusal = reject(TWINS, duplicate_label="reject", label_encoding="opaque")
    assert (refusal.code, refusal.offset) == ("LABEL", 25)


@pytest.mark.parametrize(("data", "code"), [(matrix(0, 2**32), "INCOMPLETE"), (b"", "TRUNCATED")])
def test_an_empty_body_excuses_nothing_else(data: bytes, code: str) -> None:
    assert reject(data, empty_body="accept").code == code


def test_the_description_cites_requirements_that_exist() -> None:
    identifier = re.compile(r"DAPHNE-[A-Z]+-\d\d")
    specified = set(identifier.findall(Path(DESCRIPTION.with_name("spec.md")).read_text("utf-8")))
    assert set(identifier.findall(DESCRIPTION.read_text("utf-8"))) - specified == set()
