"""The two sizes of the benchmarks: full, and small for CI.

`bench.py` names the size in the environment of each part, and the part takes its constants from here. What takes long
and yields no ratio, with which runs on two machines are compared, is left out at the small size.
"""

import os
from typing import TypeVar

T = TypeVar("T")

FULL = "full"
SIZES = (FULL, "small")
VARIABLE = "GOLDENWIRE_BENCH_SIZE"
IS_SMALL = os.environ.get(VARIABLE, FULL) != FULL


def sized(full: T, small: T) -> T:
    """Return the value for the size of this run."""
    return small if IS_SMALL else full
