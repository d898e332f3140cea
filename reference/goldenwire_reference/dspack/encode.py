"""Data sets -> bytes. The mirror image of decode.py."""

from collections.abc import Iterator, Sequence

from goldenwire_reference.dspack.encode_meta import encode_block
from goldenwire_reference.dspack.encode_row import encode_row
from goldenwire_reference.dspack.model import DataSet
from goldenwire_reference.dspack.tables import ESCAPE
from goldenwire_reference.errors import EncodeError

# A row_length of 0: between two data sets (DSPACK-SET-01, -02).
END_OF_SET = bytes(4)


def encode(data_sets: Sequence[DataSet]) -> bytes:
    """Return the canonical bytes of the data sets (DSPACK-ENC-03). Raises EncodeError."""
    if not data_sets:
        raise EncodeError("ARITY", "DSPACK-ENC-05", "expected at least one data set, found none")
    return END_OF_SET.join(b"".join(_data_set(data_set)) for data_set in data_sets)


def _data_set(data_set: DataSet) -> Iterator[bytes]:
    yield encode_head(data_set)
    for values in data_set.rows:
        yield encode_framed(data_set, values)


def encode_head(data_set: DataSet) -> bytes:
    """Return meta_length, with its escape, and the meta (DSPACK-META-02, -03, -11)."""
    block = encode_block(data_set)
    size = len(block)
    more = (size - ESCAPE).to_bytes(2, "big") if size >= ESCAPE else b""
    return min(size, ESCAPE).to_bytes(2, "big") + more + block


def encode_framed(data_set: DataSet, values: Sequence[object]) -> bytes:
    """Return row_length and row (DSPACK-ROW-01, -07)."""
    row = encode_row(data_set.schema, values)
    return len(row).to_bytes(4, "big") + row
