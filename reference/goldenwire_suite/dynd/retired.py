"""Retired ids of cases: no other case may reuse one, since other people may have recorded it."""

_RISING = ("int16", "int32", "int64", "int128", "uint16", "uint32", "uint64", "uint128")

RETIRED = {
    f"dynd/{name}": why
    for name, why in {
        "array/any-written": "it was array-type/any once more",
        "trailing/tag-string-missing": "it was tag/empty-after-missing once more",
        "char/encode-number": "what was given was null",
        "tuple/encode-swapped": "no fields were swapped, one was out of range",
        "dimension/of-int24-pairs": "the pairs were of int8 and int32",
        "dimension/encode-deep": "the count of the outer rows was wrong as well",
        "declared-size/bytes-4": "the size was 2",
        "declared-size/bytes-2-to-the-64": "the size was 2^64 - 1",
        "declared-size/string-2-to-the-64": "the size was 2^64 - 1",
        "declared-size/var-2-to-the-64": "the count was 2^64 - 1",
        "cbor/integer-2-to-the-64": "the integer was 2^64 - 1",
        "cbor/text-2-to-the-64": "the length was 2^64 - 1",
        "string/edges": "U+0000, U+FFFF and U+10FFFF were not in it",
        "field-name/escape": "the name was U+001F, which is another control character",
        **{f"integer/{type}-rising": "the bytes fell" for type in _RISING},
    }.items()
}
