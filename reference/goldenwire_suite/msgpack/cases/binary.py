"""Binary: octets of all kinds, lengths at the ends of each form, and longer forms."""

from collections.abc import Iterator

from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.msgpack.cases.builders import read, shown, write

_OCTETS = {
    "zero": (b"\0", "the octet 00"),
    "ff": (b"\xff", "the octet ff, which occurs in no UTF-8"),
    "text": (b"hello", "octets that are a word in UTF-8"),
    "utf8": ("é".encode(), "octets that are one character in UTF-8"),
    "zeros": (bytes(4), "four times the octet 00"),
    "all": (bytes(range(256)), "every octet from 00 to ff"),
    "item": (b"\xc0", "the octet c0, which by itself is nil"),
    "never-used": (b"\xc1", "the octet c1"),
    "line-end": (b"\r\n", "a line end"),
    "bom": (b"\xef\xbb\xbf", "the octets of a byte order mark"),
}

_LENGTHS = (1, 31, 32, 255, 256, 257, 65535, 65536)

FORMS = {"bin8": (0xC4, 1), "bin16": (0xC5, 2), "bin32": (0xC6, 4)}
_MOST = {"bin16": 255, "bin32": 65535}


def _binary() -> Iterator[Case]:
    yield write("empty", b"", "binary of no octets", "BIN-01 GEN-01", catches="binary-is-a-string")
    for name, (octets, what) in _OCTETS.items():
        yield write(name, octets, f"binary of {what}", "BIN-01 GEN-01", catches="binary-is-a-string")
    for length in _LENGTHS:
        yield write(
            f"length-{length}",
            b"\x7f" * length,
            f"binary of {plural(length, 'octet')}",
            "BIN-01" + (" CANON-03" if length < 2**16 else ""),
        )


def _large() -> Iterator[Case]:
    length = 2**20 + 1
    yield write(f"length-{length}", bytes(length), f"binary of {length:,} octets", "BIN-01 LIM-03",
                catches="binary-of-a-mebibyte-at-most")  # fmt: skip


def _forms() -> Iterator[Case]:
    for form, most in _MOST.items():
        first, size = FORMS[form]
        for length in (0, 1, 5, most):
            octets = bytes([first]) + length.to_bytes(size, "big") + b"\x80" * length
            yield read(
                f"{form}-{length}",
                octets.hex(),
                b"\x80" * length,
                f"binary of {plural(length, 'octet')} as {shown(octets)}",
                "GEN-03 BIN-01" + (" GEN-02" if length in {1, 5} else ""),
            )


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, and of cases that are only read."""
    yield Feature("binary", "Binary", [*_binary(), *_large()])
    yield Feature("binary-forms", "Binary in longer forms", list(_forms()))
