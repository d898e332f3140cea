"""Floats of every kind in every object and block: their bits must not depend on where they are stored."""

from collections.abc import Iterator

from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.daphne.cases.builders import accept, cells_of, frame, matrix, whole

# -0.0, a NaN with a sign and a payload, infinity; the least number, zero, the least finite one.
BITS = {
    "float": [["0x80000000", "0xffc12345", "0x7f800000"], ["0x00000001", "0x00000000", "0xff7fffff"]],
    "double": [
        ["0x8000000000000000", "0xfff8000123456789", "0x7ff0000000000000"],
        ["0x0000000000000001", "0x0000000000000000", "0xffefffffffffffff"],
    ],
}
NATURAL = {"DenseMatrix": "dense", "CSRMatrix": "csr"}
TOLD = {"dense": "a dense block", "csr": "a CSR block", "coo": "a COO block"}


def _cases() -> Iterator[Case]:
    for type_name, rows in BITS.items():
        for kind in ("DenseMatrix", "CSRMatrix", "Frame"):
            if kind == "Frame":
                value = frame([(label, type_name) for label in "abc"], *rows)
            else:
                value = matrix(kind, 2, 3, type_name, cells_of(rows))
            for layout, told in TOLD.items():
                is_natural = NATURAL.get(kind) == layout
                yield accept(
                    f"{kind.removesuffix('Matrix').lower()}-{type_name}-{layout}",
                    f"-0.0, a NaN with a payload, an infinity, the least number above 0 and the least finite one "
                    f"of {type_name} in {told} of a {kind}",
                    "VT-13 VT-14 VTX-08" + (" CAN-05" if is_natural else ""),
                    value,
                    None if is_natural else whole(value, layout, type_name),
                )


def features() -> Iterator[Feature]:
    yield Feature("floats", "Floats of every kind in every object and block", list(_cases()))
