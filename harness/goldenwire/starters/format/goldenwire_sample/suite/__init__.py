"""The suite of Sample: cases, proofs, mutations, and the strategies of its properties."""

from typing import Any

from goldenwire_suite.suite import Construct, Suite

from goldenwire_sample.suite.cases import cases
from goldenwire_sample.suite.exempt import WITHOUT_MUTATION
from goldenwire_sample.tables import MOST


def _strategies() -> Any:
    from goldenwire_sample.suite import strategies

    return strategies


def _mutations() -> Any:
    from goldenwire_sample.suite.mutations import MUTATIONS

    return MUTATIONS


SUITE = Suite(
    cases=cases,
    proven=True,
    mutations=_mutations,
    without_mutation=WITHOUT_MUTATION,
    constructs=(Construct("list", "integers of a list", ("SAMPLE-LIST-01",), lambda n: ["300"] * n, most=MOST),),
    strategies=_strategies,
    properties={
        "decode-reference-encoding": ("SAMPLE-INT-01",),
        "reference-decodes-encoding": ("SAMPLE-INT-01",),
        "agree-on-edited-values": ("SAMPLE-INT-03",),
        "transcode-settles": ("SAMPLE-INT-02",),
        "agree-on-broken-bytes": ("SAMPLE-INT-02",),
        "refuse-every-prefix": ("SAMPLE-LIST-02",),
    },
)
