"""The suite of DyND serialization: cases, proofs, mutations, and the strategies of its properties."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, get_args

from goldenwire_reference.dynd import tables
from goldenwire_suite.dynd import exempt
from goldenwire_suite.dynd.constructs import CONSTRUCTS
from goldenwire_suite.dynd.retired import RETIRED
from goldenwire_suite.suite import Enumeration, Suite

if TYPE_CHECKING:
    from goldenwire_suite.cases import Feature
    from goldenwire_suite.guides import Guide
    from goldenwire_suite.mutations import Mutation


def _cases() -> Iterable["Feature"]:
    from goldenwire_suite.dynd.cases import catalogue

    return catalogue()


def _mutations() -> Sequence["Mutation"]:
    from goldenwire_suite.dynd.mutations import mutations

    return mutations()


def _guide() -> "Guide":
    from goldenwire_suite.dynd.guide import GUIDE

    return GUIDE


def _strategies() -> Any:
    from goldenwire_suite.dynd import strategies

    return strategies


_PROFILES = get_args(tables.Profile)

SUITE = Suite(
    cases=_cases,
    without_vector=exempt.WITHOUT_VECTOR,
    strategies=_strategies,
    guide=_guide,
    properties={
        "decode-reference-encoding": ("DYND-DEC-01",),
        "reference-decodes-encoding": (
            "DYND-ENC-01",
            "DYND-UNIQ-01",
        ),
        "agree-on-edited-values": ("DYND-ENC-01",),
        "transcode-settles": (
            "DYND-UNIQ-02",
            "DYND-DEC-01",
        ),
        "agree-on-broken-bytes": ("DYND-DEC-02",),
        "refuse-every-prefix": ("DYND-DEC-02",),
    },
    mutations=_mutations,
    constructs=CONSTRUCTS,
    without_mutation=exempt.WITHOUT_MUTATION,
    retired=RETIRED,
    proven=True,
    enumerations=(Enumeration("notation.schema.json", "the profiles", r'"profile": \{"enum": \[(.*?)\]', _PROFILES),),
    type_names=tables.TYPE_NAMES,
)
