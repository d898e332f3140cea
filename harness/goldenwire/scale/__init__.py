"""Scale: every construct of a format at N, 2N and 4N, judged by the answer and by how the time grows.

A format declares its constructs, the parts that repeat or nest, in its suite (goldenwire_suite.suite.Construct).
"""

from goldenwire.scale.constructs import cases, chosen
from goldenwire.scale.trial import Measurement, Trial

__all__ = ["Measurement", "Trial", "cases", "chosen"]
