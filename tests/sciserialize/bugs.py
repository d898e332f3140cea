"""Bugs of SciSerialize codecs."""

import json
import re

from kit.planting import (
    Bug,
    Case,
    Healthy,
    Json,
    mends,
    misdelivers,
    misreads,
    miswrites,
    passes_over,
    refuses,
    transcodes,
    truncates,
    walked,
)


def innermost(value: Json) -> Json:
    """Return the value inside nested lists of one item."""
    while list(value) == ["array"] and len(value["array"]) == 1:
        [value] = value["array"]
    return value


def is_json(context: Json) -> bool:
    """Return True if the carrier is JSON."""
    return not context or context["carrier"] == "json"


# Decoding


def rounded(value: Json, _: Json) -> Json:
    """Convert integers to doubles and back."""

    def change(part: Json) -> Json:
        if not isinstance(part, dict) or set(part) != {"number"} or part["number"].startswith("0x"):
            return part
        return {"number": str(int(float(int(part["number"]))))}

    return walked(change, value)


def halves_of_pairs(_: Healthy, data: bytes, context: Json) -> bytes:
    """Replace both halves of a surrogate pair separately."""
    pair = rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    return re.sub(pair, rb"\\ufffd\\ufffd", data) if is_json(context) else data


def has_escaped_keys(_: Healthy, data: bytes, context: Json) -> bool:
    return is_json(context) and bool(re.search(rb'"[^"]*\\u[^"]*"\s*:', data))


def has_wide_texts(_: Healthy, data: bytes, context: Json) -> bool:
    """Return True if the length of a text has two bytes where one is enough."""
    return not is_json(context) and b"\xda\x00" in data


def has_member_before(data: bytes, context: Json, early: str, late: str) -> bool:
    """Return True if an object in JSON has the member `early` before the member `late`."""
    found = False

    def look(pairs: list[tuple[str, Json]]) -> None:
        nonlocal found
        keys = [key for key, _ in pairs]
        found = found or (early in keys and late in keys and keys.index(early) < keys.index(late))

    if is_json(context):
        json.loads(data, object_pairs_hook=look)
    return found


def tag_comes_later(_: Healthy, data: bytes, context: Json) -> bool:
    """Return True if a duration has its days before its tag."""
    return has_member_before(data, context, "days", "__type__")


def seconds_come_first(_: Healthy, data: bytes, context: Json) -> bool:
    """Return True if a duration has its seconds before its days."""
    return has_member_before(data, context, "seconds", "days")


# Encoding


def three_digits(_: Healthy, data: bytes, __: Json) -> bytes:
    """Write date-times to the millisecond."""
    return re.sub(rb"(T\d\d:\d\d:\d\d\.\d{3})\d{3}(?=[-+Z\"\x00-\xff])", rb"\1", data)


def escapes_text(_: Healthy, data: bytes, context: Json) -> bytes:
    """Escape all non-ASCII characters in JSON."""
    return re.sub("[^\0-\x7f]", _escaped, data.decode()).encode() if is_json(context) else data


def _escaped(found: "re.Match[str]") -> str:
    return json.dumps(found[0]).strip('"')


# Transcoding


def turns_round(healthy: Healthy, data: bytes, context: Json) -> bytes:
    """Write the members of maps from the last to the first read."""
    if not is_json(context):
        return healthy.transcode(data, context)
    return json.dumps(json.loads(data, object_pairs_hook=lambda pairs: dict(reversed(pairs)))).encode()


def indents(healthy: Healthy, data: bytes, context: Json) -> bytes:
    """Put a space before the JSON."""
    healthy.decode(data, context)
    return b" " + data if is_json(context) else healthy.transcode(data, context)


# Broken bytes and prefixes


def repaired(_: Healthy, data: bytes, context: Json) -> bytes | None:
    """Replace invalid UTF-8 and control characters."""
    text = re.sub("[\0-\x08\x0b\x0c\x0e-\x1f]", "\ufffd", data.decode(errors="replace"))
    return text.encode() if is_json(context) and text.encode() != data else None


def nothing_is_null(_: Healthy, data: bytes, context: Json) -> bytes | None:
    """Read empty input as null."""
    return (b"null" if is_json(context) else b"\xc0") if not data else None


def closed(_: Healthy, data: bytes, context: Json) -> bytes | None:
    """Close the arrays and objects that are open at the end of JSON."""
    text = re.sub(rb'"(\\.|[^"\\])*"', b"", data)
    opened: list[bytes] = []
    for octet in re.findall(rb"[][{}]", text):
        if octet in b"[{":
            opened.append(octet)
        elif opened:
            opened.pop()
    ends = b"".join({b"[": b"]", b"{": b"}"}[octet] for octet in reversed(opened))
    return data + ends if is_json(context) and ends else None


# Minimal cases

NO_TIME = {"timedelta": ["0", "0", "0"]}


def beyond(last: int, case: Case) -> list[str]:
    """Return the characters of a value beyond a code point."""
    return [char for char in json.dumps(case.value, ensure_ascii=False) if ord(char) > last]


BUGS = (
    Bug(
        "integers-as-doubles",
        "decode-reference-encoding",
        misdelivers(rounded),
        "value",
        "the integer 2^53 + 1, by itself or as a label",
        lambda case: len(case.data) <= 200 and str(2**53 + 1) in str(case.value),
    ),
    Bug(
        "surrogates-not-joined",
        "decode-other-encoding",
        misreads(halves_of_pairs),
        "value",
        "one character beyond the BMP, escaped, be it among the keys of a map without values",
        lambda case: len(beyond(0xFFFF, case)) == 1,
    ),
    Bug(
        "str16-refused",
        "decode-other-encoding",
        refuses(has_wide_texts),
        "rejected",
        "one short text with a length of two bytes",
        lambda case: case.data.count(b"\xda\0") == 1 and len(case.data) < 60,
    ),
    Bug(
        "tag-first",
        "decode-reordered",
        refuses(tag_comes_later),
        "rejected",
        "a duration of nothing",
        lambda case: case.value == NO_TIME,
    ),
    Bug(
        "days-first",
        "decode-reordered",
        refuses(seconds_come_first),
        "rejected",
        "a duration of nothing",
        lambda case: case.value == NO_TIME,
    ),
    Bug(
        "milliseconds",
        "reference-decodes-encoding",
        miswrites(three_digits),
        "bytes",
        "a date-time with microseconds and nothing else, but for lists of one item around it",
        lambda case: list(innermost(case.value)) == ["datetime"] and "." in innermost(case.value)["datetime"],
    ),
    Bug(
        "text-escaped",
        "reference-decodes-encoding",
        miswrites(escapes_text),
        "bytes",
        "one character that is not ASCII",
        lambda case: len(beyond(0x7F, case)) == 1 and len(case.data) <= 12,
    ),
    Bug(
        "elements-truncated",
        "agree-on-edited-values",
        truncates(7),
        "bytes",
        "one element beyond its dtype",
        lambda case: len(str(case.value)) < 120,
    ),
    Bug(
        "turns-members-round",
        "transcode-settles",
        transcodes(turns_round),
        "bytes",
        "a duration of nothing, or a map of two members",
        lambda case: len(case.data) <= 60,
    ),
    Bug(
        "indents-once-more",
        "transcode-settles",
        transcodes(indents),
        "bytes",
        "null",
        lambda case: case.data == b"null",
    ),
    Bug(
        "rest-passed-over",
        "agree-on-broken-bytes",
        passes_over("json.rest", "mp.rest"),
        "value",
        "null, a boolean or an empty text, and a byte more",
        lambda case: len(case.data) <= 7,
    ),
    Bug(
        "bad-characters-replaced",
        "agree-on-broken-bytes",
        mends(repaired),
        "value",
        "one character that is not allowed",
        lambda case: len(case.data) <= 60,
    ),
    Bug(
        "nothing-is-null",
        "refuse-every-prefix",
        mends(nothing_is_null),
        "value",
        "no bytes",
        lambda case: not case.data,
    ),
    Bug(
        "brackets-closed",
        "refuse-every-prefix",
        mends(closed),
        "value",
        "one bracket",
        lambda case: case.data in {b"[", b"{"},
    ),
)
