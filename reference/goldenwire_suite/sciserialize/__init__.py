"""The suite of SciSerialize: cases, proofs, mutations, and the strategies of its properties."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from goldenwire_reference.sciserialize import tables
from goldenwire_suite.sciserialize import exempt
from goldenwire_suite.sciserialize.constructs import CONSTRUCTS
from goldenwire_suite.sciserialize.retired import RETIRED
from goldenwire_suite.suite import Enumeration, Suite

if TYPE_CHECKING:
    from goldenwire_suite.cases import Feature
    from goldenwire_suite.guides import Guide
    from goldenwire_suite.mutations import Mutation


def _cases() -> Iterable["Feature"]:
    from goldenwire_suite.sciserialize.cases import catalogue

    return catalogue()


def _mutations() -> Sequence["Mutation"]:
    from goldenwire_suite.sciserialize.mutations import mutations

    return mutations()


def _guide() -> "Guide":
    from goldenwire_suite.sciserialize.guide import GUIDE

    return GUIDE


def _strategies() -> Any:
    from goldenwire_suite.sciserialize import strategies

    return strategies


# Of arrays, of data frames, of masked arrays.
_DTYPES = (*tables.DTYPES, tables.OBJECT, *tables.DTYPES, tables.OBJECT, *tables.DTYPES)


SUITE = Suite(
    cases=_cases,
    without_vector=exempt.WITHOUT_VECTOR,
    strategies=_strategies,
    guide=_guide,
    properties={
        "decode-reference-encoding": ("SCISERIALIZE-GEN-16",),
        "decode-other-encoding": ("SCISERIALIZE-GEN-16",),
        "decode-reordered": ("SCISERIALIZE-GEN-11",),
        "reference-decodes-encoding": (
            "SCISERIALIZE-GEN-14",
            "SCISERIALIZE-GEN-12",
        ),
        "agree-on-edited-values": ("SCISERIALIZE-ENC-01",),
        "transcode-settles": ("SCISERIALIZE-GEN-14",),
        "agree-on-broken-bytes": ("SCISERIALIZE-GEN-17",),
        "refuse-every-prefix": ("SCISERIALIZE-GEN-17",),
    },
    mutations=_mutations,
    constructs=CONSTRUCTS,
    without_mutation=exempt.WITHOUT_MUTATION,
    retired=RETIRED,
    type_names=tables.TYPE_NAMES,
    proven=True,
    enumerations=(Enumeration("notation.schema.json", "the dtypes", r'"dtype": \{\s+"enum": \[([^]]*)\]', _DTYPES),),
)
