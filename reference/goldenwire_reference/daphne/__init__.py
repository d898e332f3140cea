"""DAPHNE binary: dense and sparse matrices and frames in rectangular blocks. The normative text is spec.md."""

import struct
from collections.abc import Mapping
from typing import Any

from goldenwire_reference.daphne import tables
from goldenwire_reference.errors import NotationError
from goldenwire_reference.format import Declaration, Format, Json, ReferenceCodec
from goldenwire_reference.reader import Field


def _read(data: bytes, context: Json, off: Mapping[str, Any], trace: list[Field] | None) -> tuple[Json, Json]:
    from goldenwire_reference.daphne.decode import decode
    from goldenwire_reference.daphne.notation import plan_to_json, value_to_json

    _refuse_any(context)
    obj, plan = decode(data, off=off, trace=trace)
    return value_to_json(obj), plan_to_json(plan)


def _write(value: Json, context: Json, plan: Json) -> bytes:
    from goldenwire_reference.daphne.encode import encode
    from goldenwire_reference.daphne.notation import request_from_json

    _refuse_any(context)
    return encode(*request_from_json(value, plan))


def _refuse_any(context: Json) -> None:
    if context is not None:
        raise NotationError("context: this format has none")


def _canary(nonce: int) -> tuple[Json, Json, bytes]:
    """A value that no adapter can have seen before, and its canonical bytes: a 1 x 2 matrix that holds the nonce."""
    numbers = divmod(nonce % 2**64, 2**32)
    cells = [["0", str(column), str(number)] for column, number in enumerate(numbers) if number]
    value = {"kind": "DenseMatrix", "rows": "1", "columns": "2", "type": "uint64", "cells": cells}
    uint64, dense = tables.BY_NAME["uint64"].code, tables.BlockType.dense
    header = struct.pack("<BBQQB", tables.VERSION, tables.DataType.DenseMatrix, 1, 2, uint64)
    return None, value, header + struct.pack("<QQIIBB2Q", 0, 0, 1, 2, dense, uint64, *numbers)


FORMAT = Format(
    name="daphne",
    title="DAPHNE binary",
    codec=ReferenceCodec(
        codes=tables.CODES,
        checks=tables.CHECKS,
        read=_read,
        write=_write,
    ),
    declaration=Declaration(
        features=tables.FEATURES,
        policies=tables.POLICIES,
        profiles=tables.PROFILES,
        canary=_canary,
        canaries={"accept": "daphne/dense/int32-2x3", "reject": "daphne/truncation/dense-before-version"},
        own_classes=("LIMIT",),
        further_classes={
            "DAPHNE-PART-11": ("INCOMPLETE",),
            "DAPHNE-PART-14": ("BOUNDS", "DEGENERATE", "INCOMPLETE", "TRUNCATED"),
        },
        no_encoder_offset="DAPHNE-ENC-10",
        not_in_notation=("daphne/requests/*",),
    ),
)
