"""Rows with one defect each: too short for an item, with octets left over, Pascal strings, impossible sizes."""

from collections.abc import Iterator

from goldenwire_suite.cases import Case, Feature, Reject
from goldenwire_suite.dspack.cases.builders import bad_row, cases, ids, row_of
from goldenwire_suite.dspack.cases.rows import DRAFT, DRAFT_ROW

# Name, base, its schema, the octets (hex), summary, more requirements, mutations that accept it.
_SHORT = [
    ("empty", "rows/one-octet", "!B", "", "no octets for a B", "SCOPE-03 ERR-01", "lone-row-filled-up"),
    ("scalar", "types/pad-between", "!BxH", "010002", "one octet for an H", "", ""),
    ("scalar-missing", "types/pad-between", "!BxH", "0100", "no octet for an H after a pad", "", ""),
    ("pad-missing", "types/pad-between", "!BxH", "01", "no octet for a pad and an H", "", ""),
    ("pad-last", "types/pad-last", "!Hx", "0203", "no octet for a pad at the end", "TYPE-01", "pads-without-octet"),
    ("pad-alone", "types/pad-alone", "!x", "", "no octet for a pad alone", "TYPE-01", "pads-without-octet"),
    ("float", "types/float-nan", "!f", "3fc000", "three octets for an f", "", ""),
    ("double", "types/double-nan", "<d", "000000000000f8", "seven octets for a d", "", ""),
    ("char", "types/char-among-numbers", "<HcH", "0201", "no octet for a c", "", ""),
    ("bool", "types/bool", "!??", "00", "no octet for the second ?", "", ""),
    ("long-native", "types/long-native", "@llllllll", "00000000" * 8, "four octets for each l under @", "FLAG-05",
     "native-long-of-4"),
    ("pointer", "flags/aligned-pointer", "@BP", "01" + "00" * 7 + "02000000", "four octets for a P", "", ""),
    (
        "pointer-of-4", "flags/aligned-pointer", "@BP", "01" + "00" * 3 + "02000000",
        "a P of four octets after three alignment bytes, as on a machine of 32 bits", "FLAG-05 TYPE-20",
        "native-pointer-of-4",
    ),
    (
        "draft", "rows/draft", DRAFT, DRAFT_ROW[:-2], "the row of the draft without its last octet", "DEC-02",
        "short-row-filled-up",
    ),
    ("draft-prefix", "rows/draft", DRAFT, DRAFT_ROW[:-12], "the row of the draft without its last list", "DEC-02",
     "short-row-filled-up"),
    ("fixed-string", "strings/fixed-12", "!12s", "6162", "two octets for 12s", "", ""),
    ("fixed-string-by-one", "strings/fixed-12", "!12s", "61" * 11, "eleven octets for 12s", "", ""),
    (
        "fixed-trimmed", "strings/trimmed-short", "!3S", "434e", "two octets for 3S, as if zeros could be left out", "",
        "",
    ),
    ("fixed-pascal", "strings/pascal", "!5p", "0161", "two octets for 5p, as if slack could be left out", "", ""),
    ("prefix", "strings/dynamic", "!~s", "", "no octet for the prefix of ~s", "", ""),
    ("prefix-2", "strings/dynamic-2", "!2~s", "00", "one octet for the prefix of 2~s", "", ""),
    ("prefix-8", "strings/dynamic-8", "!8~s", "00000000000003", "seven octets for the prefix of 8~s", "", ""),
    ("content", "strings/dynamic", "!~s", "0568656c6c", "four octets of five in ~s", "", ""),
    ("content-missing", "strings/dynamic", "!~s", "05", "no octets of five in ~s", "", ""),
    (
        "content-into-next", "strings/dynamic-between", "!B~sB", "0103616202",
        "a prefix of ~s that is one too many, so that the string takes the B after it", "", "",
    ),
    ("prefix-of-two-bytes", "strings/dynamic-2", "!2~s", "026865", "a prefix of one byte for 2~s, which has two",
     "STR-04",
     "prefix-of-1-byte"),
    (
        "prefix-little", "flags/string-prefix-2-network", "!2~s", "02006162", "a prefix that is little-endian under !",
        "FLAG-08", "prefixes-little-endian",
    ),
    ("prefix-big", "flags/string-prefix-2-little", "<2~s", "00026162", "a prefix that is big-endian under <", "FLAG-08",
     "prefixes-big-endian"),
    ("prefix-standard", "flags/string-prefix-2-standard", "=2~s", "00026162", "a prefix that is big-endian under =",
     "FLAG-08 FLAG-03", "prefixes-big-endian standard-big-endian"),
    ("count", "lists/bytes", "!:B", "", "no octet for the count of a list", "", ""),
    ("count-2", "lists/bytes-width-2", "!2~:B", "00", "one octet for the count of 2~:B", "", ""),
    (
        "count-little", "flags/list-prefix-2-network", "!2~:H", "0300000100020003",
        "a count that is little-endian under !", "FLAG-08", "prefixes-little-endian",
    ),
    ("items", "lists/bytes", "!:B", "030102", "two items of three in :B", "", ""),
    ("items-tilde", "lists/bytes-tilde", "!~:B", "030102", "two items of three in ~:B", "", ""),
    ("items-wide", "lists/items-not-bytes", "!:H", "02000100", "three octets for two H in a list", "", ""),
    (
        "items-counted-in-bytes", "lists/items-not-bytes", "!:H", "0400010002",
        "a list of two H whose count is 4, the number of its octets",
        "LIST-11", "list-counted-in-bytes",
    ),
    (
        "items-counted-in-bytes-8", "lists/draft-app-ids", "!2~:Q", "0010" + "00" * 16,
        "a list of two Q whose count is 16, the number of its octets", "LIST-11", "list-counted-in-bytes",
    ),
    ("items-fixed", "lists/bytes-fixed-10", "!10:B", "00" * 9, "nine items of ten in 10:B", "", ""),
    ("items-of-strings", "lists/strings-of-3s", "!:3s", "026162636465", "five octets for two 3s in a list", "", ""),
    (
        "strings-as-a-whole", "lists/strings-of-vs", "!:~s", "030000",
        "two of the three prefixes that a list of three ~s has at least",
        "ERR-03", "",
    ),
    (
        "strings-as-a-whole-2", "lists/strings-of-2vs", "!:2~s", "030000000000",
        "five octets for a list of three 2~s, whose prefixes alone take six", "ERR-03", "",
    ),
    ("strings-one-by-one", "lists/strings-between", "!H:~sH", "0001020461620002",
     "the first string in a list of two takes all the rest of the row", "", ""),
    (
        "strings-with-a-size", "lists/strings-empty-list", "!:~s", "020401610162",
        "the number of octets of all strings after the count of a list", "LIST-11", "list-with-size",
    ),
    (
        "strings-fixed-with-a-count", "lists/strings-2-of-vs", "!2:~s", "020361626300",
        "a count in front of the two strings of 2:~s, which has none", "LIST-08", "fixed-list-of-dynamic-with-count",
    ),
    ("list-of-long-native", "types/long-native", "@:l", "02" + "01" * 11,
     "eleven octets for two l in a list under @, which have 64 bits each", "ERR-03 FLAG-05", ""),
    ("list-of-ulong-native", "types/ulong-native", "@:L", "02" + "01" * 11,
     "eleven octets for two L in a list under @, which have 64 bits each", "ERR-03 FLAG-05", ""),
    ("list-of-long-native-fixed", "types/long-native", "@2:l", "01" * 12,
     "12 octets for two l in a list without a prefix under @, which have 64 bits each", "ERR-03 FLAG-05", ""),
    ("list-of-pointer-native", "types/pointer", "@:P", "02" + "01" * 11,
     "eleven octets for two P in a list, which have 64 bits each", "ERR-03 TYPE-20", ""),
    ("list-of-long-network", "types/long-network", "!:l", "02" + "01" * 7,
     "seven octets for two l in a list under !, which have 32 bits each", "ERR-03", ""),
    ("aligned-run", "flags/aligned-uint", "@BI", "010000", "two alignment bytes of three before an I", "", ""),
    (
        "aligned-not", "flags/aligned-uint", "@BI", "0102010000", "an I without its alignment bytes under @", "FLAG-06",
        "native-is-standard",
    ),
    (
        "aligned-list", "flags/aligned-list", "@:I", "01" + "01000000",
        "an I in a list without its alignment bytes under @",
        "FLAG-06", "native-is-standard",
    ),
    (
        "aligned-list-run", "flags/aligned-list", "@:I", "010000000100",
        "two octets for an I in a list after its alignment bytes", "ERR-03", "",
    ),
    (
        "aligned-prefix", "flags/aligned-prefix-unaligned", "@B2~s", "010002006162",
        "an alignment byte in front of the prefix of 2~s under @", "FLAG-06", "aligned-prefixes",
    ),
    (
        "aligned-after-string", "flags/aligned-dynamic-1-then-uint", "@~sI", "016102010000",
        "an I after ~s without its alignment bytes under @", "FLAG-06", "native-is-standard",
    ),
]  # fmt: skip

_LEFT = [
    ("one", "rows/one-octet", "!B", "0000", "an octet after a B", "SCOPE-03", "end-of-lone-row-unchecked"),
    ("many", "rows/one-octet", "!B", "07" * 300, "299 octets after a B", "DEC-02", "rest-of-row-ignored"),
    (
        "standard-long", "types/long-network", "!llllllll", "00" * 64, "eight octets for each l under !",
        "TYPE-10 FLAG-04", "standard-long-of-8",
    ),
    ("after-fixed", "types/pad-between", "!BxH", "010002030a", "an octet after an H", "", "one-octet-left-ignored"),
    ("after-pad", "types/pad-last", "!Hx", "02030000", "an octet after a pad", "", "zeros-left-ignored"),
    ("after-string", "strings/dynamic", "!~s", "016162", "an octet after ~s", "", "one-octet-left-ignored"),
    ("terminator", "strings/fixed-12", "!12s", "61" * 12 + "00", "a zero after 12s", "STR-02", "fixed-with-terminator"),
    ("prefix-of-two-bytes", "strings/dynamic", "!~s", "00026162", "a prefix of two bytes for ~s, which has one",
     "STR-03",
     "tilde-of-2-bytes"),
    ("string-with-prefix", "strings/one", "!s", "0161", "a prefix in front of an s, which has none", "STR-01",
     "single-string-dynamic"),
    (
        "fixed-with-prefix", "strings/fixed-12", "!12s", "0c" + "61" * 12, "a prefix in front of 12s, which has none",
        "STR-02",
        "fixed-with-prefix",
    ),
    ("after-list", "lists/bytes", "!:B", "010102", "an item more than the count of :B", "", "one-octet-left-ignored"),
    ("after-empty-list", "lists/empty", "!:B", "0000", "an octet after a list without items", "", "zeros-left-ignored"),
    ("fixed-list-with-count", "lists/bytes-fixed-10", "!10:B", "0a" + "00" * 10,
     "a count in front of 10:B, which has none", "LIST-03",
     "fixed-list-with-count"),
    (
        "single-with-count", "lists/one-single", "!B", "0107", "a count in front of a B that is no list", "",
        "one-octet-left-ignored",
    ),
    (
        "count-of-two-bytes", "lists/bytes", "!:B", "000102", "a count of two bytes for :B, which has one", "LIST-01",
        "list-count-of-2-bytes",
    ),
    (
        "alignment", "flags/unaligned-uint-network", "!BI", "0700000000000102", "alignment bytes under !", "FLAG-04",
        "always-aligned",
    ),
    (
        "alignment-little", "flags/unaligned-ushort-little", "<BH", "07000201", "an alignment byte under <", "FLAG-04",
        "little-aligned",
    ),
    (
        "tail", "flags/aligned-no-tail", "@QB", "00" * 16,
        "seven octets at the end, which fill the row up to a multiple of 8 under @", "",
        "zeros-left-ignored",
    ),
    (
        "list-empty-aligned", "flags/aligned-list-empty", "@:I", "00000000",
        "alignment bytes in a list without items under @",
        "FLAG-06", "empty-lists-read-aligned",
    ),
    (
        "pascal", "strings/pascal", "!5p", "026162000000",
        "an octet after 5p, as if 5 did not count the length octet", "TYPE-19", "pascal-of-one-more",
    ),
    ("draft", "rows/draft", DRAFT, DRAFT_ROW + "00", "the row of the draft and an octet", "", "zeros-left-ignored"),
]  # fmt: skip

_PASCAL = [
    ("buffer-empty", "strings/pascal-dynamic", "!~p", "00", "field.pascal.empty", "~p with a prefix of 0", "ERR-01",
     "pascal-buffer-empty"),
    (
        "buffer-empty-2", "strings/pascal-dynamic-little", "<2~p", "0000", "field.pascal.empty",
        "2~p with a prefix of 0", "ERR-01", "pascal-buffer-empty",
    ),
    ("buffer-empty-in-list", "strings/pascal-list-dynamic", "!:~p", "020100" + "00", "field.pascal.empty",
     "the second ~p of a list has a prefix of 0", "ERR-01", "pascal-buffer-empty"),
    ("length-over", "strings/pascal-dynamic", "!~p", "04046162" + "63", "field.pascal.over",
     "a length octet of 4 in a buffer of four octets", "", "pascal-buffer-clamped"),
    ("length-over-by-much", "strings/pascal-dynamic", "!~p", "04ff616263", "field.pascal.over",
     "a length octet of 255 in a buffer of four octets", "", "pascal-buffer-clamped"),
    (
        "length-over-empty", "strings/pascal-dynamic", "!~p", "0101", "field.pascal.over",
        "a length octet of 1 in a buffer of one octet", "", "pascal-buffer-clamped",
    ),
    ("length-over-2", "strings/pascal-dynamic-little", "<2~p", "03000361" + "62", "field.pascal.over",
     "a length octet of 3 in the buffer of three octets of 2~p", "", "pascal-buffer-clamped"),
    ("length-over-in-list", "strings/pascal-list-dynamic", "!:~p", "0201000202" + "61", "field.pascal.over",
     "the second ~p of a list has a length octet of 2 in a buffer of two octets", "", "pascal-buffer-clamped"),
    ("length-over-255", "strings/pascal-dynamic-254", "!~p", "ff" + "ff" + "78" * 254, "field.pascal.over",
     "a length octet of 255 in a buffer of 255 octets", "", "pascal-buffer-clamped"),
]  # fmt: skip


def _partial() -> Iterator[Case]:
    short, filled = "row.short", "first-part-filled-up"
    table = [
        (
            "short", "draft", DRAFT, DRAFT_ROW[:20], short, "no octet of the category, the last field before a list",
            filled,
        ),
        ("short-empty", "tail-missing", "!B~s", "", short, "no octet for the first field", filled),
        (
            "short-aligned", "aligned", "@BI~s", "01000000020000", short, "three octets for an I in the first part",
            filled,
        ),
        (
            "short-list", "list-of-fixed", "!B2:HB~s", "01020304", short,
            "three octets for a list of two H in the first part", filled,
        ),
        ("short-pad", "pads", "!xBx~s", "ff07", short, "no octet for a pad before a string", "last-pads-unchecked"),
        ("short-pad-alone", "pad-alone", "!x~s", "", short, "no octet for a pad that is all of the first part",
         "last-pads-unchecked"),
        ("left", "all-fixed", "!HBI", "00ea010000000708", "row.left", "an octet too many where no field is dynamic",
         "end-of-partial-row-unchecked"),
    ]  # fmt: skip
    for name, base, schema, octets, check, summary, catches in table:
        yield bad_row(
            f"partial-{name}", f"rows/partial-{base}", row_of(schema, True), octets, check,
            summary=f"unpacked partially: {summary}", requirements="UNPACK-04", catches=catches,
        )  # fmt: skip


BITS = (32, 64)  # the widths in which sizes and addresses are computed
THIRD = 2**64 // 3 + 1  # of these, items of three octets have 2 octets in 64 bits

# Per schema: octets (hex) that announce more than the row has, and the mutation that reads another number.
_HOSTILE = [
    ("string-8", "strings/dynamic-8", "!8~s", "ffffffffffffffff61",
     "a string of 2^64 - 1 octets, of which one is there", ""),
    ("string-8-signed", "strings/dynamic-8", "!8~s", "8000000000000000",
     "a string of 2^63 octets, of which none is there",
     "counts-of-63-bits"),
    ("string-8-wraps", "strings/dynamic-8", "!8~s", "000000010000000161",
     "a string of 2^32 + 1 octets, of which one is there",
     "counts-of-32-bits"),
    ("string-4", "strings/dynamic-4", "<4~s", "ffffffff61", "a string of 2^32 - 1 octets, of which one is there", ""),
    ("string-4-of-31-bits", "strings/dynamic-4", "<4~s", "ffffff7f61",
     "a string of 2^31 - 1 octets, of which one is there", ""),
    ("string-3", "strings/dynamic-3-65536", "!3~s", "ffffff61", "a string of 2^24 - 1 octets, of which one is there",
     ""),
    ("list-8", "lists/width-8", "!8~:B", "ffffffffffffffff07", "a list of 2^64 - 1 B, of which one is there", ""),
    ("list-8-wraps", "lists/width-8", "!8~:B", "000000010000000107", "a list of 2^32 + 1 B, of which one is there",
     "counts-of-32-bits"),
    ("list-of-pairs", "flags/list-prefix-8-network", "!8~:H", "8000000000000000" + "0001",
     "a list of 2^63 H, whose size is 0 in 64 bits", ""),
    ("list-wraps-to-some", "flags/list-prefix-8-network", "!8~:H", "80000000000000010001",
     "a list of 2^63 + 1 H, whose size is 2 in 64 bits", ""),
    (
        "list-counted-in-4-bytes", "flags/list-prefix-4-little", "<4~:H", "00000080" + "0001",
        "a list of 2^31 H, whose size is 0 in 32 bits", "",
    ),
    ("list-of-strings", "lists/strings-width-8", "!8~:~s", "ffffffffffffffff0161",
     "a list of 2^64 - 1 strings, of which one is there", ""),
    ("list-of-fixed-strings-wraps", "lists/strings-width-8", "!8~:3s", f"{THIRD:016x}6162",
     f"a list of {THIRD} strings of three octets, whose size is 2 in 64 bits", ""),
    ("list-of-fixed-strings-wraps-to-more", "lists/strings-width-8", "!8~:3s", f"{THIRD:016x}6162636465",
     f"a list of {THIRD} strings of three octets, of which one is there", ""),
    ("list-of-dynamic-strings-wraps", "lists/strings-width-8", "<8~:3~s",
     f"{THIRD.to_bytes(8, 'little').hex()}010000610000",
     f"a list of {THIRD} strings with prefixes of three bytes, whose size is 2 in 64 bits", ""),
    ("list-of-trimmed-wraps-in-32-bits", "lists/strings-width-8", "!4~:5S", f"{2**32 // 5 + 1:08x}6162636465",
     f"a list of {2**32 // 5 + 1} strings of five octets, whose size is 4 in 32 bits", ""),
    ("list-aligned", "flags/aligned-list-prefix-2", "@B2~:Q", "01ffff" + "00" * 13,
     "a list of 65535 Q under @, of which one is there", ""),
]  # fmt: skip
_WRAPS = {
    "list-of-pairs": "sizes-of-64-bits",
    "list-wraps-to-some": "sizes-of-64-bits",
    "list-counted-in-4-bytes": "sizes-of-32-bits",
    "string-4-of-31-bits": "positions-of-31-bits",
    "list-of-fixed-strings-wraps-to-more": "sizes-of-64-bits",
    "list-of-dynamic-strings-wraps": "sizes-of-64-bits",
    "list-of-trimmed-wraps-in-32-bits": "sizes-of-32-bits",
}

# Schemas for which no row is long enough, with the octet 00.
_UNSATISFIABLE = {
    "string": ("!2147483647s", "a string of 2^31 - 1 octets"),
    "list": ("!2147483647:Q", "a list of 2^31 - 1 Q"),
    "list-of-strings": ("!2147483647:2147483647s", "a list of 2^31 - 1 strings of 2^31 - 1 octets"),
    "lists-of-strings": ("!" + "2147483647:2147483647s" * 3, "several lists of 2^31 - 1 strings of 2^31 - 1 octets"),
    "list-of-dynamic-strings": ("!2147483647:8~s", "a list of 2^31 - 1 dynamic strings"),
    "string-after-octet": ("!B2147483647s", "a B and a string of 2^31 - 1 octets"),
    "pascal-after-octet": ("!B2147483647p", "a B and a Pascal string of 2^31 - 1 octets"),
    "list-after-octet": ("!B2147483647:B", "a B and a list of 2^31 - 1 B"),
    "list-native": ("@2147483647:d", "a list of 2^31 - 1 d under @"),
}

# Schemas of a list whose size wraps in 32 bits: name -> octets (hex), schema, summary.
_WRAPPED = {
    "to-0": ("0000000000000007", "!536870912:Q", "one Q, whose schema is a list of 2^29: its size is 0 in 32 bits"),
    "to-0-native": ("0700000000000000", "@536870912:l", "one l under @, whose schema is a list of 2^29: its size is 0 "
                    "in 32 bits"),
    "to-2": ("616263", "!1431655766:3s", "a string of three octets, whose schema is a list of 1431655766: its size "
             "is 2 in 32 bits"),
}  # fmt: skip

# The schemas whose last item ends at 2^31, which is negative in 32 bits with a sign.
_POSITIONS = {"string-after-octet": "LIM-01", "pascal-after-octet": "LIM-01"}


def _hostile() -> Iterator[Case]:
    for name, base, schema, octets, summary, catches in _HOSTILE:
        rules = "LIM-01 LIM-02" if catches or name in _WRAPS else "LIM-02"
        yield bad_row(
            f"huge-{name}", base, row_of(schema), octets, "row.short", summary=f"a prefix announces {summary}",
            requirements=rules, then=None if name == "list-aligned" else "LIMIT", catches=catches, numbers=BITS,
        )  # fmt: skip
    for name, (schema, summary) in _UNSATISFIABLE.items():
        yield Reject(
            name=f"unsatisfiable-{name}", summary=f"a row of one octet, whose schema is {summary}",
            context=row_of(schema), requirements=ids(f"{_POSITIONS.get(name, '')} LIM-02 LIM-04"),
            base="dspack/rows/one-octet", edits=[], checks={"row.short": None}, then="LIMIT",
        )  # fmt: skip
    for name, (octets, schema, summary) in _WRAPPED.items():
        yield bad_row(
            f"unsatisfiable-list-wraps-{name}", "rows/one-octet", row_of(schema), octets, "row.short",
            summary=f"a row of {summary}", requirements="LIM-01 LIM-02", then="LIMIT", numbers=BITS,
        )  # fmt: skip


def rejects() -> Iterator[Feature]:
    """Features of rejected cases."""
    short = [
        bad_row(
            f"short-{name}",
            base,
            row_of(schema),
            octets,
            "row.short",
            summary=summary,
            requirements=rules,
            catches=catches,
            numbers=BITS,
        )
        for name, base, schema, octets, summary, rules, catches in _SHORT
    ]
    left = [
        bad_row(
            f"left-{name}",
            base,
            row_of(schema),
            octets,
            "row.left",
            summary=summary,
            requirements=rules,
            catches=catches,
        )
        for name, base, schema, octets, summary, rules, catches in _LEFT
    ]
    pascal = [
        bad_row(
            f"pascal-{name}", base, row_of(schema), octets, check, summary=summary, requirements=rules, catches=catches
        )
        for name, base, schema, octets, check, summary, rules, catches in _PASCAL
    ]
    yield Feature("row-rejects", "Rows that do not fit their schema", cases(short, left, pascal, _partial()))
    yield Feature("hostile-sizes", "Sizes that no row can hold", list(_hostile()))
