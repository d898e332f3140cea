"""The suite of Track: cases, proofs, mutations, and the strategies of its properties."""

from typing import Any

from goldenwire_suite.suite import Construct, OwnProperty, Suite
from goldenwire_track.notation import render_value
from goldenwire_track.suite.cases import cases
from goldenwire_track.tables import MOST_POINTS


def _strategies() -> Any:
    from goldenwire_track.suite import strategies

    return strategies


def _mutations() -> Any:
    from goldenwire_track.suite.mutations import MUTATIONS

    return MUTATIONS


def _zigzag(count: int) -> Any:
    """Return a track of that many points, no two neighbours of which are equal."""
    return render_value("zigzag", [place % 2 for place in range(count)])


def _ends(*declared: Any) -> Any:
    return _strategies().ends(*declared)


SUITE = Suite(
    cases=cases,
    proven=True,
    mutations=_mutations,
    retired={"track/track/backwards": "steps down are no case of their own"},
    type_names=("int16", "int8"),
    constructs=(Construct("points", "points of a track", ("TRACK-POINT-01",), _zigzag, most=MOST_POINTS),),
    strategies=_strategies,
    properties={
        "decode-reference-encoding": ("TRACK-POINT-02", "TRACK-POINT-03"),
        "decode-other-encoding": ("TRACK-HEAD-02",),
        "reference-decodes-encoding": ("TRACK-ENC-01",),
        "agree-on-edited-values": ("TRACK-ENC-01",),
        "transcode-settles": ("TRACK-ENC-01",),
        "agree-on-broken-bytes": ("TRACK-SUM-01",),
        "refuse-every-prefix": ("TRACK-SUM-02",),
    },
    own_properties=(
        OwnProperty(
            "decode-the-ends",
            "decode",
            "points at both ends of what two bytes hold are read",
            ("TRACK-POINT-05",),
            _ends,
        ),
    ),
)
