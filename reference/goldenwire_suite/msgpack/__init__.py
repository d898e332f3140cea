"""The suite of MessagePack: cases, proofs, mutations, and the strategies of its properties."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from goldenwire_suite.msgpack import exempt
from goldenwire_suite.msgpack.constructs import CONSTRUCTS
from goldenwire_suite.suite import Suite

if TYPE_CHECKING:
    from goldenwire_suite.cases import Feature
    from goldenwire_suite.guides import Guide
    from goldenwire_suite.mutations import Mutation


def _cases() -> Iterable["Feature"]:
    from goldenwire_suite.msgpack.cases import catalogue

    return catalogue()


def _mutations() -> Sequence["Mutation"]:
    from goldenwire_suite.msgpack.mutations import mutations

    return mutations()


def _guide() -> "Guide":
    from goldenwire_suite.msgpack.guide import GUIDE

    return GUIDE


def _strategies() -> Any:
    from goldenwire_suite.msgpack import strategies

    return strategies


SUITE = Suite(
    cases=_cases,
    strategies=_strategies,
    guide=_guide,
    properties={
        "decode-reference-encoding": ("MSGPACK-GEN-01",),
        "decode-other-encoding": ("MSGPACK-GEN-03",),
        "decode-reordered": ("MSGPACK-MAP-03",),
        "reference-decodes-encoding": ("MSGPACK-GEN-01", "MSGPACK-CANON-01"),
        "agree-on-edited-values": (
            "MSGPACK-INT-06",
            "MSGPACK-EXT-06",
        ),
        "transcode-settles": ("MSGPACK-ENC-02",),
        "agree-on-broken-bytes": ("MSGPACK-GEN-04", "MSGPACK-GEN-06"),
        "refuse-every-prefix": ("MSGPACK-GEN-05",),
    },
    constructs=CONSTRUCTS,
    proven=True,
    mutations=_mutations,
    without_vector=exempt.WITHOUT_VECTOR,
    without_mutation=exempt.WITHOUT_MUTATION,
)
