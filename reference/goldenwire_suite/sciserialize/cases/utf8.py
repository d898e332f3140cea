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


def features() -> Iterator[Feature]:
    """Features of accepted and of rejected cases."""
    yield Feature("utf8", "UTF-8, row by row", [*_rows(), *_bad(), *_completed()])
