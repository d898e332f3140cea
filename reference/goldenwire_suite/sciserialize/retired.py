"""Retired cases, with the reason; their ids are never reused."""

_TWICE = "it said the same as {}"
_DIGITS = "it told of two carriers and asked one: no octets were asked in both"

RETIRED = {
    f"sciserialize/{case}": why
    for case, why in {
        "msgpack-rejects/key-bin-python-2": "it had two defects: a key that is a bin, and a length that swallowed the "
        "value",
        "policies/minus-zero-days-json": "two policies decide: a codec with doubles alone reads -0 as -0.0 and takes "
        "that for the integer",
        "scalars/digit-json": _DIGITS,
        "scalars/digit-msgpack": _DIGITS,
        "tags/bytes-integers-json": _TWICE.format("ndarray/bytes-array-json"),
        "tags/bytes-integers-msgpack": _TWICE.format("ndarray/bytes-array-msgpack"),
        "tags/datetime-alone-json": _TWICE.format("datetime/missing-isostr-json"),
        "tags/datetime-alone-msgpack": _TWICE.format("datetime/missing-isostr-msgpack"),
    }.items()
}
