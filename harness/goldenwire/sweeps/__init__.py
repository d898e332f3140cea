"""Sweeps: the edits in `vectors/<format>.sweeps`, asked of a codec and judged by their golden outcomes.

A case is one sweep over the vectors of one feature, `sweep/FORMAT/SWEEP.FEATURE`. Its finding is that of its smallest
failing request.
"""

from goldenwire.sweeps.asking import run, simplest_failures
from goldenwire.sweeps.reading import PREFIX, Sweeps

__all__ = ["PREFIX", "Sweeps", "run", "simplest_failures"]
