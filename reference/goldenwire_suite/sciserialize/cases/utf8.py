"""UTF-8, row by row of the table of well-formed sequences, in strings of both carriers."""

from collections.abc import Iterator

from goldenwire_reference.sciserialize.tables import CARRIERS, Carrier
from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.sciserialize.cases.builders import CALLED, FeatureBuilder
from goldenwire_suite.utf8_cases import COMPLETED, TABLE, ill_formed, span, well_formed

_WORDS = FeatureBuilder("utf8")
_JUDGED = {"json": "JSON-10", "msgpack": "MP-06"}


def _array(carrier: Carrier, octets: bytes) -> bytes:
    """An array of one string with these octets."""
    return b'["%s"]' % octets if carrier == "json" else bytes([0x91, 0xA0 + len(octets)]) + octets


def _rows() -> Iterator[Case]:
    """The first and the last character that each first byte of a row begins, as an array of strings."""
    characters = [found.octets for found in well_formed()]
    for row in TABLE:
        low, high = row[0]
        texts = [octets.decode() for octets in characters if low <= octets[0] <= high]
        summary = f"characters of {plural(len(row), 'octet')} that begin with {span(row)}"
        yield from _WORDS.write(f"row-{low:02x}", texts, summary, "json:JSON-10 msgpack:MP-06")


def _bad() -> Iterator[Case]:
    for carrier in CARRIERS:
        for one in ill_formed():
            yield _WORDS.reject_bytes(
                f"bad-{one.name}-{carrier}", carrier, f"row-00-{carrier}", _array(carrier, one.octets),
                "json.utf8" if carrier == "json" else "mp.utf8", f"{one.what}, in {CALLED[carrier]}", _JUDGED[carrier],
                numbers=one.numbers,
            )  # fmt: skip


def _completed() -> Iterator[Case]:
    """Strings that end inside a character, before an item whose head would complete it."""
    for cut, rest in COMPLETED:
        octets, behind = bytes.fromhex(cut), bytes.fromhex(rest)
        if 0xA0 <= behind[0] <= 0xBF:  # the head of a str of that many octets
            text = behind[1:].ljust(behind[0] - 0xA0, b"z")
            data = b"\x92" + bytes([0xA0 + len(octets)]) + octets + behind[:1] + text
        elif len(behind) == 1:  # 80 is the head of an empty map
            data = b"\x92" + bytes([0xA0 + len(octets)]) + octets + behind
        else:
            continue
        yield _WORDS.reject_bytes(
            f"completed-{cut}", "msgpack", "row-00-msgpack", data, "mp.utf8",
            f"a str that ends after {cut}, and an item that begins as its character goes on, in MessagePack", "MP-06",
            numbers=[int(cut, 16)],
        )  # fmt: skip


# Forms of a str whose head has several octets, each with a number of octets; and of strings in JSON, the latter.
_HEADED = {"str8": (b"\xd9", 1, 40), "str16": (b"\xda", 2, 300), "str32": (b"\xdb", 4, 300)}

# The octets around a string, by its place: in JSON, and in MessagePack.
_AROUND = {
    "item": (b'[null,%s]', b"\x92\xc0%s", "the second item of an array"),
    "key": (b'{%s:null}', b"\x81%s\xc0", "a key"),
    "value": (b'{"a":%s}', b"\x81\xa1a%s", "the value of a key"),
}  # fmt: skip


def _headed() -> Iterator[Case]:
    """Strings of many octets with one that is wrong in the middle."""
    for place, (json, msgpack, what) in _AROUND.items():
        for form, (first, count, size) in _HEADED.items():
            text = b"x" * (size // 2) + b"\xff" + b"x" * (size - size // 2 - 1)
            octets = first + size.to_bytes(count, "big") + text
            yield _WORDS.reject_bytes(
                f"{form}-{place}", "msgpack", "row-00-msgpack", msgpack.replace(b"%s", octets), "mp.utf8",
                f"{what}, a str {8 * count} of {size} octets, has ff in its middle", "MP-06 ERR-03",
                numbers=(size, 8 * count),
            )  # fmt: skip
        for name, wrong, told in (
            ("octet", b"\xff", "ff"), ("escape", rb"\ud83d", "the escaped first half of a surrogate pair"),
        ):  # fmt: skip
            text = b'"' + b"x" * 150 + wrong + b"x" * 150 + b'"'
            yield _WORDS.reject_bytes(
                f"long-{name}-{place}", "json", "row-00-json", json.replace(b"%s", text), "json.utf8",
                f"{what} has {told} after 150 letters", "JSON-10 ERR-03", numbers=(150,),
            )  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of accepted and of rejected cases."""
    yield Feature("utf8", "UTF-8, row by row", [*_rows(), *_bad(), *_completed(), *_headed()])
