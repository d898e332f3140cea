"""Rows with one fault each: too short for an item, something left over, Pascal strings, sizes that no row can hold."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature, Reject
from goldenwire_reference.dspack.catalogue.rows import DRAFT, DRAFT_ROW
from goldenwire_reference.dspack.catalogue.words import bad_row, cases, ids, row_of

# Name, base, its schema, the octets (hex), summary, further requirements.
_SHORT = [
    ("empty", "rows/one-octet", "!B", "", "no octets at all", "SCOPE-03"),
    ("scalar", "types/pad-between", "!BxH", "010002", "one octet of an H", "TYPE-07 ERR-01"),
    ("scalar-missing", "types/pad-between", "!BxH", "0100", "no octet of an H", ""),
    ("pad-missing", "types/pad-between", "!BxH", "01", "no octet for a pad", "TYPE-01"),
    ("pad-last", "types/pad-last", "!Hx", "0203", "a pad at the end has its octet", "TYPE-01"),
    ("pad-alone", "types/pad-alone", "!x", "", "also if it is all there is", "TYPE-01"),
    ("float", "types/float-nan", "!f", "3fc000", "three octets of an f", "TYPE-14"),
    ("double", "types/double-nan", "<d", "000000000000f8", "seven octets of a d", "TYPE-15"),
    ("char", "types/char-among-numbers", "<HcH", "0201", "no octet for a c", "TYPE-02"),
    ("bool", "types/bool", "!??", "00", "no octet for a ?", "TYPE-05"),
    ("long-native", "types/long-native", "@llllllll", "00000000" * 8, "four octets for each l under @", "FLAG-05"),
    ("pointer", "flags/aligned-pointer", "@BP", "01" + "00" * 7 + "02000000", "four octets of a P", "TYPE-20"),
    ("draft", "rows/draft", DRAFT, DRAFT_ROW[:-2], "the draft's row without its last octet", "UNPACK-02 DEC-02"),
    ("draft-prefix", "rows/draft", DRAFT, DRAFT_ROW[:-12], "the draft's row without its last list", ""),
    ("fixed-string", "strings/fixed-12", "!12s", "6162", "a fixed string is not ended early", "STR-02 TYPE-17"),
    ("fixed-string-by-one", "strings/fixed-12", "!12s", "61" * 11, "one octet less than the width", "STR-02"),
    ("fixed-trimmed", "strings/trimmed-short", "!3S", "434e", "S has its zeros in the row", "TYPE-18 TYPE-25"),
    ("fixed-pascal", "strings/pascal", "!5p", "0161", "p has its slack in the row", "TYPE-19"),
    ("prefix", "strings/dynamic", "!~s", "", "no prefix", "STR-03"),
    ("prefix-2", "strings/dynamic-2", "!2~s", "00", "one octet of a prefix of two", "STR-04"),
    ("prefix-8", "strings/dynamic-8", "!8~s", "00000000000003", "seven octets of a prefix of eight", "STR-04"),
    ("content", "strings/dynamic", "!~s", "0568656c6c", "four octets of five", "STR-03"),
    ("content-missing", "strings/dynamic", "!~s", "05", "no octets of five", "STR-03"),
    ("content-into-next", "strings/dynamic-between", "!B~sB", "01036162", "nothing would be left", "UNPACK-02"),
    ("prefix-of-two-bytes", "strings/dynamic-2", "!2~s", "056865", "one byte of prefix, where two are due", "STR-04"),
    ("prefix-little", "flags/string-prefix-2-network", "!2~s", "02006162", "little-endian under !", "FLAG-08 FLAG-01"),
    ("prefix-big", "flags/string-prefix-2-little", "<2~s", "00026162", "big-endian under <", "FLAG-08 FLAG-02"),
    ("prefix-standard", "flags/string-prefix-2-standard", "=2~s", "00026162", "big-endian under =", "FLAG-08 FLAG-03"),
    ("count", "lists/bytes", "!:B", "", "no count", "LIST-01"),
    ("count-2", "lists/bytes-width-2", "!2~:B", "00", "one octet of a count of two", "LIST-04"),
    ("count-little", "flags/list-prefix-2-network", "!2~:H", "0300000100020003", "little-endian under !", "FLAG-08"),
    ("items", "lists/bytes", "!:B", "030102", "two items of three", "LIST-01"),
    ("items-tilde", "lists/bytes-tilde", "!~:B", "030102", "two items of three", "LIST-02"),
    ("items-wide", "lists/items-not-bytes", "!:H", "02000100", "three octets of two items of two", "LIST-05"),
    ("items-counted-in-bytes", "lists/items-not-bytes", "!:H", "0400010002", "4 for two items", "LIST-11"),
    ("items-counted-in-bytes-8", "lists/draft-app-ids", "!2~:Q", "0010" + "00" * 16, "16 for two items", "LIST-11"),
    ("items-fixed", "lists/bytes-fixed-10", "!10:B", "00" * 9, "nine items of ten", "LIST-03"),
    ("items-of-strings", "lists/strings-of-3s", "!:3s", "026162636465", "five octets of two 3s", "LIST-07 LIST-06"),
    ("strings-as-a-whole", "lists/strings-of-vs", "!:~s", "0300" + "00", "two prefixes of three", "LIST-07"),
    ("strings-one-by-one", "lists/strings-between", "!H:~sH", "0001020461620002", "the first one reaches the end",
     "LIST-06"),
    ("strings-with-a-size", "lists/strings-empty-list", "!:~s", "020401610162", "a prefix for their size", "LIST-11"),
    ("strings-fixed-with-a-count", "lists/strings-2-of-vs", "!2:~s", "0203616263", "a count before them", "LIST-08"),
    ("aligned-run", "flags/aligned-uint", "@BI", "010000", "the row ends within the gap", "FLAG-06"),
    ("aligned-not", "flags/aligned-uint", "@BI", "0102010000", "an I without its gap", "FLAG-06"),
    ("aligned-list", "flags/aligned-list", "@:I", "01" + "01000000", "an item without its gap", "FLAG-06"),
    ("aligned-list-run", "flags/aligned-list", "@:I", "010000000100", "room for an item, but not after a gap",
     "FLAG-06"),
    ("aligned-prefix", "flags/aligned-prefix-unaligned", "@B2~s", "010002006162", "a gap before a prefix", "FLAG-06"),
    ("aligned-after-string", "flags/aligned-dynamic-1-then-uint", "@~sI", "01610201" + "0000", "no gap after a string",
     "FLAG-06"),
]  # fmt: skip

_LEFT = [
    ("one", "rows/one-octet", "!B", "0000", "one octet too many", "SCOPE-03"),
    ("many", "rows/one-octet", "!B", "07" * 300, "299 octets too many", ""),
    ("standard-long", "types/long-network", "!llllllll", "00" * 64, "eight octets for each l under !", "TYPE-10"),
    ("after-fixed", "types/pad-between", "!BxH", "010002030a", "an octet after an H", ""),
    ("after-pad", "types/pad-last", "!Hx", "02030000", "a second pad", "TYPE-01"),
    ("after-string", "strings/dynamic", "!~s", "0161" + "62", "an octet after a string", "STR-03"),
    ("terminator", "strings/fixed-12", "!12s", "61" * 12 + "00", "a zero after a fixed string", "STR-02"),
    ("prefix-of-two-bytes", "strings/dynamic", "!~s", "00026162", "two bytes of prefix, where one is due", "STR-03"),
    ("string-with-prefix", "strings/one", "!s", "0161", "a prefix in front of s", "STR-01"),
    ("fixed-with-prefix", "strings/fixed-12", "!12s", "0c" + "61" * 12, "a prefix in front of 12s", "STR-02"),
    ("after-list", "lists/bytes", "!:B", "0101" + "02", "an item more than counted", "LIST-01"),
    ("after-empty-list", "lists/empty", "!:B", "0000", "an octet after an empty list", "LIST-12"),
    ("fixed-list-with-count", "lists/bytes-fixed-10", "!10:B", "0a" + "00" * 10, "a count in front of 10:B", "LIST-03"),
    ("single-with-count", "lists/one-single", "!B", "0107", "a count in front of a single", "LIST-10"),
    ("count-of-two-bytes", "lists/bytes", "!:B", "000102", "two bytes of count, where one is due", "LIST-01"),
    ("alignment", "flags/unaligned-uint-network", "!BI", "0700000000000102", "a gap under !", "FLAG-04"),
    ("alignment-little", "flags/unaligned-ushort-little", "<BH", "07000201", "a gap under <", "FLAG-04"),
    ("tail", "flags/aligned-no-tail", "@QB", "00" * 16, "the row filled up to a multiple of eight", "FLAG-06"),
    ("list-empty-aligned", "flags/aligned-list-empty", "@:I", "00000000", "a gap, but no item", "FLAG-06"),
    ("pascal", "strings/pascal", "!5p", "026162000000", "an octet after a p", "TYPE-19"),
    ("draft", "rows/draft", DRAFT, DRAFT_ROW + "00", "the draft's row and an octet", ""),
]  # fmt: skip

_PASCAL = [
    ("buffer-empty", "strings/pascal-dynamic", "!~p", "00", "field.pascal.empty", "a buffer without a length octet"),
    ("buffer-empty-2", "strings/pascal-dynamic-little", "<2~p", "0000", "field.pascal.empty", "the same with 2~p"),
    ("buffer-empty-in-list", "strings/pascal-list-dynamic", "!:~p", "020100" + "00", "field.pascal.empty",
     "the second of a list"),
    ("length-over", "strings/pascal-dynamic", "!~p", "040461" + "6263", "field.pascal.over", "as long as the buffer"),
    ("length-over-by-much", "strings/pascal-dynamic", "!~p", "04ff616263", "field.pascal.over", "longer"),
    ("length-over-empty", "strings/pascal-dynamic", "!~p", "0101", "field.pascal.over", "a buffer of one octet"),
    ("length-over-2", "strings/pascal-dynamic-little", "<2~p", "03000361" + "62", "field.pascal.over", "2~p"),
    ("length-over-in-list", "strings/pascal-list-dynamic", "!:~p", "0201000202" + "61", "field.pascal.over",
     "the second of a list"),
]  # fmt: skip


def _partial() -> Iterator[Case]:
    table = [
        ("short", "draft", DRAFT, DRAFT_ROW[:20], "row.short", "the first part itself is too short"),
        ("short-empty", "tail-missing", "!B~s", "", "row.short", "no octet for the first field"),
        ("short-aligned", "aligned", "@BI~s", "01000000020000", "row.short", "an I of the first part"),
        ("short-list", "list-of-fixed", "!B2:HB~s", "01020304", "row.short", "a fixed list of the first part"),
        (
            "left",
            "all-fixed",
            "!HBI",
            "00ea010000000708",
            "row.left",
            "an octet left over, as there is no dynamic field",
        ),
    ]
    for name, base, schema, octets, check, summary in table:
        context = row_of(schema, True)
        yield bad_row(
            f"partial-{name}", f"rows/partial-{base}", context, octets, check, summary=f"unpacked partially: {summary}",
            requirements="UNPACK-01 UNPACK-03 UNPACK-04 SCOPE-04",
        )  # fmt: skip


# Under these schemas: octets (hex) that announce more than there is.
_HOSTILE = [
    ("string-8", "strings/dynamic-8", "!8~s", "ffffffffffffffff61", "2^64-1 octets"),
    ("string-8-signed", "strings/dynamic-8", "!8~s", "800000000000000061", "2^63 octets"),
    ("string-4", "strings/dynamic-4", "<4~s", "ffffffff61", "2^32-1 octets"),
    ("string-3", "strings/dynamic-3-65536", "!3~s", "ffffff61", "2^24-1 octets"),
    ("list-8", "lists/width-8", "!8~:B", "ffffffffffffffff07", "2^64-1 items"),
    ("list-of-octuples", "flags/list-prefix-8-network", "!8~:H", "80000000000000000001",
     "2^63 items of two octets: their size is 0 in 64 bits"),
    ("list-wraps-to-some", "flags/list-prefix-8-network", "!8~:H", "80000000000000010001",
     "2^63+1 items of two octets: their size is 2 in 64 bits"),
    ("list-of-4-bytes", "flags/list-prefix-4-little", "<4~:H", "00000080" + "0001",
     "2^31 items of two octets: their size is 0 in 32 bits"),
    ("list-of-strings", "lists/strings-width-8", "!8~:~s", "ffffffffffffffff0161", "2^64-1 strings"),
    ("list-aligned", "flags/aligned-list-prefix-2", "@B2~:Q", "01ffff" + "00" * 13, "65535 items after a gap"),
]  # fmt: skip

# Schemas that no row is long enough for, over the octet 00.
_UNSATISFIABLE = {
    "string": ("!2147483647s", "a string of 2^31-1 octets"),
    "list": ("!2147483647:Q", "a list of 2^31-1 items"),
    "list-of-strings": ("!2147483647:2147483647s", "2^31-1 strings of 2^31-1 octets"),
    "lists-of-strings": ("!" + "2147483647:2147483647s" * 3, "three such lists: more than 2^63 octets"),
    "list-of-dynamic-strings": ("!2147483647:8~s", "2^31-1 dynamic strings"),
    "list-native": ("@2147483647:d", "a list of 2^31-1 items under @"),
}


def _hostile() -> Iterator[Case]:
    for name, base, schema, octets, summary in _HOSTILE:
        yield bad_row(
            f"huge-{name}", base, row_of(schema), octets, "row.short", summary=f"{summary} announced, few there",
            requirements="LIM-01 LIM-02 DEC-02", then=None if name == "list-aligned" else "LIMIT",
        )  # fmt: skip
    for name, (schema, summary) in _UNSATISFIABLE.items():
        yield Reject(
            name=f"unsatisfiable-{name}", summary=f"a schema that no row satisfies: {summary}", context=row_of(schema),
            requirements=ids("LIM-02 LIM-04 SCHEMA-09"), base="dspack/rows/one-octet", edits=[],
            checks={"row.short": None}, then="LIMIT",
        )  # fmt: skip


def rejects() -> Iterator[Feature]:
    """What is refused."""
    short = [
        bad_row(f"short-{name}", base, row_of(schema), octets, "row.short", summary=summary, requirements=rules)
        for name, base, schema, octets, summary, rules in _SHORT
    ]
    left = [
        bad_row(f"left-{name}", base, row_of(schema), octets, "row.left", summary=summary, requirements=rules)
        for name, base, schema, octets, summary, rules in _LEFT
    ]
    pascal = [
        bad_row(f"pascal-{name}", base, row_of(schema), octets, check, summary=f"a Pascal string: {summary}")
        for name, base, schema, octets, check, summary in _PASCAL
    ]
    yield Feature("row-rejects", "Rows that do not fit their schema", cases(short, left, pascal, _partial()))
    yield Feature("hostile-sizes", "Sizes that no row can hold", list(_hostile()))
