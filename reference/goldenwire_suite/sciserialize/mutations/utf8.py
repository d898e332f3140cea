"""Mutations of the table of well-formed UTF-8."""

from collections.abc import Iterator

from goldenwire_suite.mutations import Mutation, Rewrite
from goldenwire_suite.sciserialize.mutations.builders import mutation
from goldenwire_suite.utf8_cases import ANY, TABLE, Range

# The row of the table, the place in it, and the range that a codec accepts there.
_WIDER: dict[str, tuple[int, int, Range, str]] = {
    "overlong-of-two": (1, 0, (0xC0, 0xDF), "overlong forms of two octets"),
    "overlong-of-three": (2, 1, ANY, "overlong forms of three octets"),
    "surrogates": (4, 1, ANY, "surrogates"),
    "overlong-of-four": (6, 1, ANY, "overlong forms of four octets"),
    "beyond-the-last": (8, 1, ANY, "what is beyond the last code point"),
    "four-by-their-bits": (8, 0, (0xF4, 0xF7), "every first octet of four that its leading bits make one"),
    "any-second": (1, 1, (0x40, 0xFF), "any octet from 40 on after the first of two"),
    "any-third": (3, 2, (0x80, 0xFF), "any octet from 80 on as the third of three"),
    "any-fourth": (7, 3, (0x00, 0xBF), "any octet up to bf as the fourth of four"),
}


def _expression(row: int, place: int, span: Range, octets: str) -> str:
    """Return an expression that tests whether the octets are UTF-8 by the table with one span replaced."""
    table = [list(spans) for spans in TABLE]
    table[row][place] = span
    rows = ["".join(f"[\\x{low:02x}-\\x{high:02x}]" for low, high in spans) for spans in table]
    return f'__import__("re").fullmatch(rb"(?s:{"|".join(rows)})*", {octets})'


def _slip(name: str, sentence: str, call: str, slip: tuple[int, int, Range]) -> Mutation:
    """A mutation whose decoders call `decode` with the changed table."""
    json, msgpack = (call % _expression(*slip, octets) for octets in ("raw", "octets"))
    return mutation(
        f"utf8-{name}", "JSON-10 MP-06", sentence,
        Rewrite("json_decode.JsonWalk.string", "text = raw.decode()", f"text = raw.decode({json})"),
        Rewrite("msgpack_decode.MsgpackWalk.text", "return octets.decode()", f"return octets.decode({msgpack})"),
    )  # fmt: skip


def _slips() -> Iterator[Mutation]:
    for name, (row, place, span, what) in _WIDER.items():
        yield _slip(name, f"it takes {what}", '"utf-8", "replace" if %s else "strict"', (row, place, span))
    for row, ((lead, _), *others) in enumerate(TABLE[1:], 1):
        low, high = others[0]
        for name, span, which in (("least", (low + 1, high), "least"), ("most", (low, high - 1), "greatest")):
            yield _slip(f"{lead:02x}-{name}", f"it refuses the {which} second octet after {lead:02x} and its like",
                        '"utf-8" if %s else "ascii"', (row, 1, span))  # fmt: skip


MUTATIONS = tuple(_slips())
