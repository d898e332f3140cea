"""The shortest case of everything that the draft determines, to be read and shared.

The draft does not define how to write a value, canonically or by a plan, so these cases do not test it. Nor does it
define the bits of a float, so the cases of floats other than zero are of level strict.
"""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.daphne.encode import encode
from goldenwire_reference.daphne.notation import request_from_json
from goldenwire_suite.cases import Accept, Case, Feature
from goldenwire_suite.daphne.cases.builders import FLOATS, TYPES, csr, defining, dense, frame, ids, matrix, whole

Json = Any


def _read(name: str, summary: str, cited: str, value: Json, plan: Json = None) -> Case:
    return Accept(
        name=name,
        summary=summary,
        requirements=ids(cited),
        value=value,
        data=encode(*request_from_json(value, plan)),
        transcode=True,
    )


def _types() -> Iterator[Case]:
    for name in TYPES:
        numbers = [1, 100, 0, 3] if name not in FLOATS else [1.0, 100.5, 0.0, 0.25]
        value = dense(name, numbers[:2], numbers[2:])
        cited = f"{defining(name)} DEN-02" + " VT-13" * (name in FLOATS)
        yield _read(f"dense-{name}", f"a dense block of {name}", cited, value)
    for name in FLOATS:
        zeros = dense(name, [0.0, 0.0], [0.0, 0.0])
        yield _read(f"dense-{name}-zeros", f"a dense block of {name}, with zeros alone", defining(name), zeros)


def _sparse() -> Iterator[Case]:
    wide = csr("uint16", [0, 600, 0], [0, 0, 0], [7, 0, 8])
    narrow = csr("uint16", [0], [600], [7])
    none = csr("uint16", [0, 0], [0, 0])
    yield _read("csr", "a CSR block: rows of one, no and two entries", "CSR-01 CSR-02 CSR-04 CSR-11", wide)
    yield _read("csr-without-entries", "a CSR block without entries, and a count for each of two rows", "CSR-05", none)
    yield _read("coo", "a COO block: a row index, a column index and a value for each entry", "COO-01 COO-03", wide,
                whole(wide, "coo"))  # fmt: skip
    yield _read("coo-narrow", "a COO block of one column: a row index and a value for each entry", "COO-02", narrow,
                whole(narrow, "coo"))  # fmt: skip
    yield _read("coo-without-entries", "a COO block without entries", "COO-10", none, whole(none, "coo"))
    full = csr("uint8", [1, 2], [3, 4])
    yield _read("coo-full", "a COO block with an entry for each of four cells", "COO-13", full, whole(full, "coo"))
    yield _read("empty", "an empty block", "EMP-01 EMP-02", none, whole(none, "empty"))


def _mixtures() -> Iterator[Case]:
    for kind, value in (
        ("dense", dense("uint16", [0, 300], [1, 0])),
        ("csr", csr("uint16", [0, 300], [1, 0])),
        ("frame", frame([("x", "uint16")], [0], [300])),
    ):
        for stored in ("dense", "csr", "coo"):
            if stored != ("csr" if kind == "csr" else "dense"):
                yield _read(
                    f"{kind}-as-{stored}",
                    f"a {value['kind']} in one {stored.upper() if stored != 'dense' else stored} block",
                    "DT-06 BLK-06 BLK-03" + (f" DT-07{' COO-03' * (stored == 'coo')}" if kind != "frame" else ""),
                    value,
                    whole(value, stored),
                )


def _shapes() -> Iterator[Case]:
    for rows, columns in ((258, 2), (2, 258)):
        value = matrix("DenseMatrix", rows, columns, "uint8", {(rows - 1, columns - 1): 9})
        yield _read(
            f"dense-{rows}x{columns}",
            f"{rows} x {columns} values: one of the dimensions takes two bytes",
            "HDR-04 HDR-05 BLK-01 BLK-02 GEN-02",
            value,
        )
    yield _read(
        "frame-label",
        "a frame of one column whose label has five letters",
        "FRM-02 FRM-04 FRM-07 LBL-01 LBL-02",
        frame([("label", "uint32")], [70000], [5]),
    )


def rejects() -> Iterator[Feature]:
    yield Feature("basics", "The shortest case of each thing", [*_types(), *_sparse(), *_mixtures(), *_shapes()])
