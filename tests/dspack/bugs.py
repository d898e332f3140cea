"""Bugs of DataSetPack codecs."""

from kit.planting import (
    Bug,
    Case,
    Healthy,
    Json,
    Mistake,
    mends,
    misdelivers,
    miswrites,
    passes_over,
    refuses,
    transcodes,
    truncates,
)

END = bytes(4)


def int_is_large(healthy: Healthy, data: bytes, context: Json) -> bytes | None:
    """Accept 2^31 as a number in a schema."""
    return data.replace(b"2147483648", b"2147483647") if context["scope"] == "schema" else None


def is_file(context: Json) -> bool:
    """Return True if the request is for a whole file with all rows unpacked in full."""
    return not context or context == {"scope": "file"}


# Decoding


def big_endian(healthy: Healthy, data: bytes, context: Json) -> Json:
    """Ignore the byte order of rows that are decoded by themselves."""
    value = healthy.decode(data, context)
    if not context or "<" not in context.get("schema", ""):
        return value
    return healthy.careless(data, {**context, "schema": context["schema"].replace("<", ">", 1)}, ())


def stripped(value: Json, context: Json) -> Json:
    """Strip the white space at both ends of descriptions."""
    if not context or context["scope"] == "file":
        return [{**part, "description": part["description"].strip()} for part in value]
    return value


def meta_fields(healthy: Healthy, data: bytes, context: Json, name: str) -> list[bytes]:
    """Return the bytes of the fields of this name in the meta maps."""
    return [
        data[field.offset : field.offset + field.size]
        for field in healthy.fields(data, context)
        if field.name.endswith("].meta." + name)
    ]


def has_long_keys(healthy: Healthy, data: bytes, context: Json) -> bool:
    """Return True if the key of a version is longer than necessary."""
    return any(len(found) > 8 for found in meta_fields(healthy, data, context, "version.key"))


def has_long_version(healthy: Healthy, data: bytes, context: Json) -> bool:
    """Return True if a version is longer than necessary."""
    return any(len(found) > 1 for found in meta_fields(healthy, data, context, "version"))


def comes_before(healthy: Healthy, data: bytes, context: Json, early: str, late: str) -> bool:
    """Return True if a meta map has the key `early` before the key `late`."""
    places: dict[str, dict[str, int]] = {}
    for field in healthy.fields(data, context):
        owner, _, name = field.name.partition("].meta.")
        places.setdefault(owner, {})[name] = field.offset
    return any(found.get(early + ".key", 1 << 40) < found.get(late + ".key", 0) for found in places.values())


def version_comes_later(healthy: Healthy, data: bytes, context: Json) -> bool:
    return comes_before(healthy, data, context, "schema", "version")


def description_comes_last(healthy: Healthy, data: bytes, context: Json) -> bool:
    return comes_before(healthy, data, context, "meta", "description")


# Encoding


def marked(_: Healthy, data: bytes, context: Json) -> bytes:
    """Write an end mark after the last data set too."""
    return data + END if is_file(context) else data


def one_based(_: Healthy, data: bytes, context: Json) -> bytes:
    """Count the length itself in the length of the first meta block."""
    if not is_file(context):
        return data
    return (int.from_bytes(data[:2], "big") + 2 & 0xFFFF).to_bytes(2, "big") + data[2:]


# Transcoding


def mark_toggled(healthy: Healthy, data: bytes, context: Json) -> bytes:
    """Drop an end mark at the end, or add one if there is none."""
    found = healthy.transcode(data, context)
    return found if data != found or not is_file(context) else data + END


def rows_turned(healthy: Healthy, data: bytes, context: Json) -> bytes:
    """Write the rows of a data set from the last to the first."""
    value = healthy.decode(data, context)
    if is_file(context):
        value = [{**part, "rows": part["rows"][::-1]} for part in value]
    return healthy.encode(value, context)


# Prefixes


def empty_file(healthy: Healthy, data: bytes, context: Json) -> Json:
    """Read an empty file as no data sets."""
    return [] if not data and context and context["scope"] == "file" else healthy.decode(data, context)


def empty_schema(healthy: Healthy, data: bytes, context: Json) -> Json:
    """Read no bytes as a schema without fields."""
    is_schema = context and context["scope"] == "schema"
    return healthy.decode(data or b"!" if is_schema else data, context)


# Minimal cases

SHORTEST = 46  # bytes of a file of at most one row of one byte


def rows(case: Case) -> int:
    """Return the rows of a file of one plain data set with at most one field; a large number for other files."""
    [found] = case.value[:1]
    simple = (
        len(case.value) == 1 and len(found["fields"]) <= 1 and not found["description"] and not found["meta"]["map"]
    )
    return len(found["rows"]) if simple else 1 << 10


BUGS = (
    Bug(
        "byte-order-ignored",
        "decode-reference-encoding",
        Mistake(big_endian),
        "",
        "a row of one field, of three bytes at most",
        lambda case: len(case.data) <= 3,
    ),
    Bug(
        "description-stripped",
        "decode-reference-encoding",
        misdelivers(stripped),
        "value",
        "a description that is one blank, over one row",
        lambda case: case.value[0]["description"] == " " and len(case.value[0]["rows"]) <= 1 and len(case.data) <= 60,
    ),
    Bug(
        "long-key-refused",
        "decode-other-encoding",
        refuses(has_long_keys),
        "rejected",
        "a file of at most one row of one byte, with `version` as a str 8",
        lambda case: rows(case) <= 1 and b"\xd9\x07version" in case.data,
    ),
    Bug(
        "long-version-refused",
        "decode-other-encoding",
        refuses(has_long_version),
        "rejected",
        "a file of two data sets at most, one row and a few bytes, with a version of two bytes",
        lambda case: len(case.value) <= 2 and len(case.data) < 110 and b"\xcc\x01" in case.data,
    ),
    Bug(
        "version-first",
        "decode-reordered",
        refuses(version_comes_later),
        "rejected",
        "a file of at most one row of one byte, in which `schema` is the first key",
        lambda case: rows(case) <= 1 and len(case.data) <= SHORTEST,
    ),
    Bug(
        "description-before-meta",
        "decode-reordered",
        refuses(description_comes_last),
        "rejected",
        "a file of at most one row of one byte, in which `description` is the last key",
        lambda case: rows(case) <= 1 and len(case.data) <= SHORTEST,
    ),
    Bug(
        "last-mark-written",
        "reference-decodes-encoding",
        miswrites(marked),
        "bytes",
        "a file of at most one row of one byte",
        lambda case: rows(case) <= 1 and len(case.data) <= SHORTEST,
    ),
    Bug(
        "length-counts-itself",
        "reference-decodes-encoding",
        miswrites(one_based),
        "bytes",
        "a file of at most one row of one byte",
        lambda case: rows(case) <= 1 and len(case.data) <= SHORTEST,
    ),
    Bug(
        "integers-truncated",
        "agree-on-edited-values",
        truncates(7),
        "bytes",
        "an integer beyond its type",
        lambda case: len(str(case.value)) < 120,
    ),
    Bug(
        "mark-comes-and-goes",
        "transcode-settles",
        transcodes(mark_toggled),
        "bytes",
        "a file of at most one row of one byte",
        lambda case: rows(case) <= 1 and len(case.data) <= SHORTEST,
    ),
    Bug(
        "rows-turned-round",
        "transcode-settles",
        transcodes(rows_turned),
        "bytes",
        "a file of two rows of one byte, that differ",
        lambda case: rows(case) == 2 and len(case.data) == SHORTEST + 5,
    ),
    Bug(
        "rest-of-row-ignored",
        "agree-on-broken-bytes",
        passes_over("row.left"),
        "value",
        "a row of one byte at most, and one byte more",
        lambda case: len(case.data) <= 2,
    ),
    Bug(
        "no-bytes-no-data-sets",
        "refuse-every-prefix",
        Mistake(empty_file),
        "value",
        "no bytes",
        lambda case: not case.data,
    ),
    Bug(
        "no-bytes-no-fields",
        "refuse-every-prefix",
        Mistake(empty_schema),
        "value",
        "no bytes",
        lambda case: not case.data,
    ),
    Bug(
        "2^31-items",
        "agree-on-broken-bytes",
        mends(int_is_large),
        "value",
        "a schema with the number 2147483648",
        lambda case: b"2147483648" in case.data and len(case.data) <= 14,
    ),
)
