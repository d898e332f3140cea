"""Definitions shared by the modules of the MessagePack oracle: choices, and the refusal."""

from collections.abc import Mapping
from typing import Any

Json = Any
Policies = Mapping[str, str]

# The default choices: those of the reference.
POLICIES: Policies = {
    "msgpack.invalid-utf8": "reject",
    "msgpack.duplicate-keys": "reject",
    "msgpack.reserved-ext": "ext",
    "msgpack.timestamp": "value",
    "msgpack.timestamp-range": "reject",
    "msgpack.timestamp-length": "reject",
    "msgpack.depth": "limit",
}

# The choices under which a codec also writes what it reads; under all others it writes only what all codecs read.
WRITES = {
    "msgpack.invalid-utf8": "keep", "msgpack.duplicate-keys": "keep", "msgpack.timestamp": "ext",
    "msgpack.timestamp-range": "ext", "msgpack.timestamp-length": "ext", "msgpack.depth": "accept",
}  # fmt: skip

LEVELS = {"limit": 24, "accept": 96}
SECOND = 1_000_000_000  # ns


class OracleReject(Exception):  # noqa: N818 - a verdict, not an error of the oracle's
    """A refusal: the error class, and the byte at which the defect begins (None if a value is refused)."""

    def __init__(self, code: str, offset: int | None = None) -> None:
        super().__init__(code, offset)
        self.code = code
        self.offset = offset


def chosen(policies: Policies) -> Policies:
    """Return the choices of all policies by their short names."""
    return {name.partition(".")[2]: choice for name, choice in {**POLICIES, **policies}.items()}
