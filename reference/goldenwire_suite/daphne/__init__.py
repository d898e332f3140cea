"""How the vectors of DAPHNE binary are made and proven, and what its properties draw."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from goldenwire_reference.daphne import tables
from goldenwire_suite.daphne import exempt
from goldenwire_suite.daphne.retired import RETIRED
from goldenwire_suite.suite import Suite

if TYPE_CHECKING:
    from goldenwire_suite.cases import Feature
    from goldenwire_suite.mutations import Mutation


def _cases() -> Iterable["Feature"]:
    from goldenwire_suite.daphne.cases import catalogue

    return catalogue()


def _mutations() -> Sequence["Mutation"]:
    from goldenwire_suite.daphne.mutations import mutations

    return mutations()


def _strategies() -> Any:
    from goldenwire_suite.daphne import strategies

    return strategies


SUITE = Suite(
    cases=_cases,
    without_vector=exempt.WITHOUT_VECTOR,
    strategies=_strategies,
    properties={
        "decode-reference-encoding": ("DAPHNE-DEC-01",),
        "decode-other-encoding": (
            "DAPHNE-DEC-01",
            "DAPHNE-BLK-06",
        ),
        "decode-reordered": (
            "DAPHNE-PART-06",
            "DAPHNE-CSR-09",
            "DAPHNE-COO-08",
        ),
        "reference-decodes-encoding": (
            "DAPHNE-ENC-01",
            "DAPHNE-ENC-03",
            "DAPHNE-ENC-06",
        ),
        "agree-on-edited-values": ("DAPHNE-ENC-02",),
        "transcode-settles": (
            "DAPHNE-DEC-01",
            "DAPHNE-ENC-01",
        ),
        "agree-on-broken-bytes": ("DAPHNE-DEC-02",),
        "refuse-every-prefix": ("DAPHNE-DEC-04",),
    },
    mutations=_mutations,
    without_mutation=exempt.WITHOUT_MUTATION,
    retired=RETIRED,
    type_names=tuple(tables.BY_NAME),
    proven=True,
)
