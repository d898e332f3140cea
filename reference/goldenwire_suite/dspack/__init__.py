"""The suite of DataSetPack: cases, proofs, mutations, and the strategies of its properties."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from goldenwire_reference.dspack import tables
from goldenwire_suite.dspack import exempt
from goldenwire_suite.dspack.constructs import CONSTRUCTS
from goldenwire_suite.dspack.retired import RETIRED
from goldenwire_suite.suite import Enumeration, Suite

if TYPE_CHECKING:
    from goldenwire_suite.cases import Feature
    from goldenwire_suite.guides import Guide
    from goldenwire_suite.mutations import Mutation


def _cases() -> Iterable["Feature"]:
    from goldenwire_suite.dspack.cases import catalogue

    return catalogue()


def _mutations() -> Sequence["Mutation"]:
    from goldenwire_suite.dspack.mutations import mutations

    return mutations()


def _guide() -> "Guide":
    from goldenwire_suite.dspack.guide import GUIDE

    return GUIDE


def _strategies() -> Any:
    from goldenwire_suite.dspack import strategies

    return strategies


_LETTERS = (tables.PAD, *tables.SCALARS, *tables.STRINGS)


SUITE = Suite(
    cases=_cases,
    strategies=_strategies,
    guide=_guide,
    properties={
        "decode-reference-encoding": ("DSPACK-DEC-01",),
        "decode-other-encoding": (
            "DSPACK-DEC-01",
            "DSPACK-META-07",
        ),
        "decode-reordered": ("DSPACK-META-07",),
        "reference-decodes-encoding": (
            "DSPACK-ENC-01",
            "DSPACK-ENC-03",
        ),
        "agree-on-edited-values": ("DSPACK-ENC-01",),
        "transcode-settles": (
            "DSPACK-DEC-01",
            "DSPACK-ENC-01",
        ),
        "agree-on-broken-bytes": ("DSPACK-DEC-02",),
        "refuse-every-prefix": ("DSPACK-DEC-02",),
    },
    without_vector=exempt.WITHOUT_VECTOR,
    mutations=_mutations,
    constructs=CONSTRUCTS,
    without_mutation=exempt.WITHOUT_MUTATION,
    retired=RETIRED,
    type_names=tables.LETTERS,
    proven=True,
    enumerations=(
        Enumeration("notation.schema.json", "the letters", r'"type": \{"enum": \[("x".*?)\]', _LETTERS),
        Enumeration("notation.schema.json", "the flags", r'"flag": \{"enum": \[(.*?)\]', tuple(tables.FLAGS)),
    ),
)
