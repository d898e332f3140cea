"""The suite of DAPHNE binary: cases, proofs, mutations, and the strategies of its properties."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from goldenwire_reference.daphne import tables
from goldenwire_suite.daphne import exempt
from goldenwire_suite.daphne.constructs import CONSTRUCTS
from goldenwire_suite.daphne.retired import RETIRED
from goldenwire_suite.suite import Enumeration, Suite

if TYPE_CHECKING:
    from goldenwire_suite.cases import Feature
    from goldenwire_suite.guides import Guide
    from goldenwire_suite.mutations import Mutation


def _cases() -> Iterable["Feature"]:
    from goldenwire_suite.daphne.cases import catalogue

    return catalogue()


def _mutations() -> Sequence["Mutation"]:
    from goldenwire_suite.daphne.mutations import mutations

    return mutations()


def _guide() -> "Guide":
    from goldenwire_suite.daphne.guide import GUIDE

    return GUIDE


def _strategies() -> Any:
    from goldenwire_suite.daphne import strategies

    return strategies


_NAMES = tuple(tables.BY_NAME)
_LAST, _UNKNOWN = (str(max(tables.VALUE_TYPES)),), (str(max(tables.VALUE_TYPES) + 1),)


SUITE = Suite(
    cases=_cases,
    without_vector=exempt.WITHOUT_VECTOR,
    strategies=_strategies,
    guide=_guide,
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
    constructs=CONSTRUCTS,
    without_mutation=exempt.WITHOUT_MUTATION,
    retired=RETIRED,
    type_names=tuple(tables.BY_NAME),
    proven=True,
    enumerations=(
        Enumeration("spec.md", "the table of value types", r"^\| \d+ \| (\w+) \| \d+ \| ", _NAMES),
        Enumeration("spec.md", "the codes without a meaning in VT-12", r"value type codes (\d+) to 255", _UNKNOWN),
        Enumeration("spec.md", "the last code in FRM-06", r"one of 1 to (\d+)\.", _LAST),
        Enumeration("spec.md", "the first code of VALUETYPE", r"value type code 0 or (\d+)\.\.255", _UNKNOWN),
        Enumeration("notation.schema.json", "the value types", r'"enum": \[("uint8".*)\]', _NAMES),
        Enumeration("daphne.ksy", "the value types", r"^ +'value_type_code::(\w+)'", _NAMES),
    ),
)
