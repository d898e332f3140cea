"""A run: canaries, vectors, sequences, sweeps, properties, constructs, and their results, as a stream of records.

Each stage is a module; what they share is in `context`.
"""

from goldenwire.run.context import Subject
from goldenwire.run.negotiation import negotiate
from goldenwire.run.options import SEED, Options
from goldenwire.run.stream import Run

__all__ = ["SEED", "Options", "Run", "Subject", "negotiate"]
