"""The DataSetPack oracle on hand-written rows."""

from typing import Any

import pytest

from dspack.oracle.asked import reject, row, told, told_in_writing
from dspack.oracle.codec import decode, encode

BAD_ROWS = {
    "no-row": ("!B", "", "ROW", 0, "ROW-04"),
    "no-fields": ("!", "", "ROW", 0, "SCHEMA-19"),
    "no-fields-but-octets": ("@ ", "00", "ROW", 0, "SCHEMA-19"),
    "pad-cut": ("!Bx", "01", "ROW", 1, "ROW-04"),
    "fixed-string-cut": ("!B3s", "016162", "ROW", 1, "ROW-04"),
    "fixed-p-cut-before-its-length-octet": ("!4p", "ff0000", "ROW", 0, "ROW-04"),
    "prefix-cut": ("!B3~s", "010000", "ROW", 1, "ROW-04"),
    "content-cut": ("!2~s", "000261", "ROW", 2, "ROW-04"),
    "content-of-2^64-1": ("<8~s", "ffffffffffffffff61", "ROW", 8, "ROW-04"),
    "content-absent": ("!~s", "01", "ROW", 1, "ROW-04"),
    "prefix-of-a-list-cut": ("!2~:B", "00", "ROW", 0, "ROW-04"),
    "list-cut": ("!2:H", "000100", "ROW", 0, "ROW-04"),
    "list-of-strings-cut-by-least-sizes": ("!2:2~s", "000061", "ROW", 0, "ROW-04"),
    "second-string-of-a-list-cut": ("!2:2~s", "0001610001", "ROW", 5, "ROW-04"),
    "second-prefix-of-a-list-cut": ("!2:2~s", "00016100", "ROW", 3, "ROW-04"),
    "wrapping-product": ("!8~:Q", "2000000000000001" + "00" * 8, "ROW", 8, "ROW-04"),
    "alignment-cut": ("@BQ", "07000000", "ROW", 1, "ROW-04"),
    "aligned-scalar-cut": ("@Bh", "070000", "ROW", 2, "ROW-04"),
    "aligned-list-cut-by-its-items": ("@B2:h", "07000100", "ROW", 1, "ROW-04"),
    "aligned-list-cut-by-its-alignment": ("@B2:h", "0700010002", "ROW", 4, "ROW-04"),
    "aligned-list-cut-at-its-alignment": ("@:h", "01aabb", "ROW", 2, "ROW-04"),
    "left-over": ("<:B", "010203", "ROW", 2, "ROW-04"),
    "left-over-alignment": ("@IB", "0000000001000000", "ROW", 5, "ROW-04"),
    "p-of-1-with-an-octet": ("!1p", "01", "FIELD", 0, "STR-10"),
    "p-in-a-list": ("!2:2p", "01610261", "FIELD", 2, "STR-10"),
    "p-without-a-buffer": (">2~p", "0000", "FIELD", 0, "STR-08"),
    "p-without-a-buffer-in-a-list": ("!:~p", "02010000", "FIELD", 3, "STR-08"),
    "p-beyond-its-buffer": ("!B~p", "07010161", "FIELD", 2, "STR-08"),
    "field-before-left-over": ("!2p", "ff0000", "FIELD", 0, "STR-10"),
    "cut-before-field": ("!2pB", "ff00", "FIELD", 0, "STR-10"),
    "list-cut-before-field": ("!2:2p", "ff0000", "ROW", 0, "ROW-04"),
}


@pytest.mark.parametrize(("schema", "octets", "code", "offset", "requirement"), BAD_ROWS.values(), ids=BAD_ROWS.keys())
def test_a_row_is_refused_where_it_is_at_fault(
    schema: str, octets: str, code: str, offset: int, requirement: str
) -> None:
    assert told(reject(bytes.fromhex(octets), row(schema))) == (code, offset, requirement)


GOOD_ROWS: dict[str, tuple[str, str, list[Any]]] = {
    "big-endian": ("!hI", "0001 00000002", ["1", "2"]),
    "little-endian": ("<hI", "0100 02000000", ["1", "2"]),
    "native-is-little-endian": ("=hI", "0100 02000000", ["1", "2"]),
    "native-has-standard-sizes": ("=lL", "ffffffff ffffffff", ["-1", str(2**32 - 1)]),
    "lp64": ("@lLP", "ff" * 24, ["-1", str(2**64 - 1), str(2**64 - 1)]),
    "aligned-after-a-prefix": ("@:~sd", "00" * 8 + "000000000000f03f", [[], "0x3ff0000000000000"]),
    "list-of-aligned": ("@B:i", "01 02 0000 01000000 ffffffff", ["1", ["1", "-1"]]),
    "aligned-after-a-string": ("@~sH", "02 6162 00 0100", ["6162", "1"]),
    "prefix-of-5-octets": ("<5~s", "0100000000 61", ["61"]),
    "prefix-of-7-octets": (">7~:c", "00000000000002 6162", [["61", "62"]]),
    "booleans": ("!4:?", "00 01 80 ff", [[False, True, True, True]]),
    "trimmed-inside-only": ("!4S ~S", "61006200 03 006100", ["610062", "0061"]),
    "trimmed-to-nothing": ("!2S :2~S", "0000 01 0002 0000", ["", [""]]),
    "p-with-slack": ("!4p ~p", "01 61 ffff 03 01 61 ff", ["61", "61"]),
    "p-of-1": ("!p 2:1p", "00 0000", ["", ["", ""]]),
    "p-of-300": ("!300p", "ff" + "61" * 255 + "00" * 44, ["61" * 255]),
    "list-of-p": ("!:~p", "02 01 00 02 01 61", [["", "61"]]),
    "pad-between": ("!xBx(a)", "ff 01 ff", ["1"]),
    "only-pads": ("!xx", "0000", []),
}


@pytest.mark.parametrize(("schema", "octets", "values"), GOOD_ROWS.values(), ids=GOOD_ROWS.keys())
def test_a_row_has_its_values(schema: str, octets: str, values: list[Any]) -> None:
    assert decode(bytes.fromhex(octets), row(schema)) == values


PARTIAL = {
    "before-the-first-dynamic": ("!B2:hx:BH", "01 0002 0003 00 ff", ["1", ["2", "3"]]),
    "before-a-list-of-dynamic-strings": ("!B2:~s", "01", ["1"]),
    "no-octets-and-no-values": ("!~s", "", []),
    "a-defect-after-it": ("!B~p", "01 00", ["1"]),
}


@pytest.mark.parametrize(("schema", "octets", "values"), PARTIAL.values(), ids=PARTIAL.keys())
def test_a_first_part_has_its_values(schema: str, octets: str, values: list[Any]) -> None:
    assert decode(bytes.fromhex(octets), row(schema, mode="partial")) == values


def test_a_first_part_is_judged_as_ever() -> None:
    assert reject(b"\5\0", row("!2p~s", mode="partial")).code == "FIELD"
    assert reject(b"\1\0", row("!BH~s", mode="partial")).offset == 1
    assert reject(b"", row("!", mode="partial")).requirement == "DSPACK-SCHEMA-19"


# --- writing --------------------------------------------------------------------------------------

NO_VALUES = {
    "too-great": ("!B", ["256"], "VALUE", "TYPE-21"),
    "5000-digits": ("!B", ["9" * 5000], "VALUE", "TYPE-21"),
    "too-small": ("!b", ["-129"], "VALUE", "TYPE-21"),
    "l-of-4-bytes": ("=l", ["2147483648"], "VALUE", "TYPE-21"),
    "null": ("!B", [None], "VALUE", "TYPE-21"),
    "leading-zero": ("!B", ["01"], "VALUE", "TYPE-21"),
    "list-for-a-single": ("!B", [["1"]], "VALUE", "TYPE-21"),
    "single-for-a-list": ("!:B", ["1"], "VALUE", "TYPE-21"),
    "integer-for-a-boolean": ("!?", ["1"], "VALUE", "TYPE-21"),
    "boolean-for-octets": ("!s", [True], "VALUE", "TYPE-21"),
    "f-for-d": ("!d", ["0x3f800000"], "VALUE", "TYPE-21"),
    "boolean-for-a-float": ("!f", [True], "VALUE", "TYPE-21"),
    "half-an-octet": ("!s", ["6"], "VALUE", "TYPE-21"),
    "overflow": ("!f", ["0x47efffffffffffff"], "VALUE", "TYPE-24"),
    "too-long": ("!2s", ["616263"], "LENGTH", "STR-06"),
    "too-long-text": ("!s", [{"text": "ä"}], "LENGTH", "STR-06"),
    "too-long-when-trimmed": ("!2S", ["61006200"], "LENGTH", "STR-06"),
    "too-long-for-its-prefix": ("!~s", ["00" * 256], "LENGTH", "STR-05"),
    "c-of-none": ("!c", [""], "LENGTH", "ENC-04"),
    "c-of-two": ("!2:c", [["61", "6162"]], "LENGTH", "ENC-04"),
    "p-of-4": ("!4p", ["61616161"], "LENGTH", "ENC-04"),
    "p-of-300": ("!300p", ["61" * 256], "LENGTH", "ENC-04"),
    "p-with-a-prefix-of-1": ("!~p", ["61" * 255], "LENGTH", "ENC-04"),
    "p-with-a-prefix-of-2": ("!2~p", ["61" * 256], "LENGTH", "ENC-04"),
    "list-of-too-many": ("!2:B", [["1", "2", "3"]], "LENGTH", "LIST-09"),
    "list-of-too-few": ("!2147483647:Q", [["1"]], "LENGTH", "LIST-09"),
    "list-too-long-for-its-prefix": ("!:B", [["1"] * 256], "LENGTH", "LIST-05"),
    "row-too-long": ("!2147483647s B", ["", "1"], "LENGTH", "ENC-06"),
    "row-too-long-by-alignment": ("@2147483644s I", ["", "1"], "LENGTH", "ENC-06"),
    "too-few": ("!Bx", [], "ARITY", "API-04"),
    "too-many": ("!Bx", ["1", "2"], "ARITY", "API-04"),
    "name-missing": ("!B(a)B(b)", {"a": "1"}, "ARITY", "API-04"),
    "name-unknown": ("!B(a)x(b)", {"a": "1", "b": "1"}, "ARITY", "API-04"),
    "no-fields": ("!", [], "ARITY", "SCHEMA-19"),
    "no-schema": ("!!", [], "SCHEMA", "SCHEMA-18"),
}


@pytest.mark.parametrize(("schema", "value", "code", "requirement"), NO_VALUES.values(), ids=NO_VALUES.keys())
def test_a_row_that_cannot_be_is_not_written(schema: str, value: Any, code: str, requirement: str) -> None:
    assert told_in_writing(value, row(schema)) == (code, requirement)


ROWS_WRITTEN: dict[str, tuple[str, Any, str]] = {
    "by-name": ("!x(p)B(b)H", {"f3": "2", "b": "1"}, "00 01 0002"),
    "text": ("!~s 3S c", [{"text": "ß"}, {"text": "a\0"}, {"text": "c"}], "02c39f 610000 63"),
    "rounded-to-even": ("!2:f", [["0x3ff0000010000000", "0x3ff0000030000000"]], "3f800000 3f800002"),
    "greatest-f": ("!f", ["0x47efffffefffffff"], "7f7fffff"),
    "rounded-to-zero": ("<f", ["0xb690000000000000"], "00000080"),
    "infinity": ("!f", ["0xfff0000000000000"], "ff800000"),
    "nan": ("!fd", ["0x7ff8000000000000", "0x7ff8000000000000"], "7fc00000 7ff8000000000000"),
    "c-is-00": ("!c", ["00"], "00"),
    "p-of-the-greatest-buffer": ("!~p", ["61" * 254], "ff fe" + "61" * 254),
    "s-of-the-greatest-prefix": ("!~S", ["61" * 255 + "00"], "ff" + "61" * 255),
}


@pytest.mark.parametrize(("schema", "value", "octets"), ROWS_WRITTEN.values(), ids=ROWS_WRITTEN.keys())
def test_a_row_is_written(schema: str, value: Any, octets: str) -> None:
    assert encode(value, row(schema)) == bytes.fromhex(octets)
