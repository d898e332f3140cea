"""A codec of DAPHNE for dense matrices alone, which reads 255 in a matrix of uint8 as a missing value."""

import sys
from typing import Any

from goldenwire.protocol import Unsupported
from goldenwire.protocol.serve import Reference, serve

Json = Any


class DenseOnly(Reference):
    """The reference with fewer features and one bug."""

    def __init__(self) -> None:
        super().__init__(["daphne"])

    def decode(self, format: str, data: bytes, context: Json) -> Json:
        value = super().decode(format, data, context)
        _have(value)
        kept = [cell for cell in value["cells"] if (value["type"], cell[2]) != ("uint8", "255")]
        return {**value, "cells": kept}

    def encode(self, format: str, value: Json, context: Json, plan: Json) -> bytes:
        _have(value)
        return super().encode(format, value, context, plan)

    def transcode(self, format: str, data: bytes, context: Json) -> bytes:
        _have(super().decode(format, data, context))
        return super().transcode(format, data, context)


def _have(value: Json) -> None:
    if value["kind"] != "DenseMatrix":
        raise Unsupported(f"{value['kind']} is not written yet")


if __name__ == "__main__":
    sys.exit(serve(DenseOnly, sys.argv[1:]))
