"""Scale: every construct of a format at N, 2N and 4N, judged by the answer and by how the time grows.

A format declares its constructs, the parts that repeat or nest, in its suite (goldenwire_suite.suite.Construct). The
command `scale` asks for each at three sizes; `check` asks for each at one small size, and at three if that takes long.
"""

from goldenwire.scale.constructs import case_id, cases, chosen, operations
from goldenwire.scale.trial import DecisiveAnswer, Measurement, Trial

__all__ = ["DecisiveAnswer", "Measurement", "Trial", "case_id", "cases", "chosen", "operations"]
