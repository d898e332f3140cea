"""Identify distinct failures, and compare the sizes of two that are the same.

Two failures are the same if they agree in these: the property; the requirements; the observation, without values and
bytes that vary; the reason, without numbers and quoted text; and the place. The place is the field of the bytes, or the
path in the value, at which expected and observed differ, without indices. If it is a path in a value, or there is none,
the parts of the shrunk example's bytes are included: a decoder that misreads the values of one kind of block, and
another that misreads those of a second kind, return wrong values at the same path. Corrupted bytes and examples not
fully shrunk have too many parts for this.
"""

import re

from goldenwire.judge.reasons import BytesMeanAnotherValue, ShrinkingStopped, ValueDiffers
from goldenwire.results import Finding

Key = tuple[str, ...]  # case, requirements, observation, reason, place, parts
IN_VALUES = (ValueDiffers, BytesMeanAnotherValue)  # reasons whose place is a path in a value
COARSE = 3  # members of a key that distinguish failures once there are very many

VARYING = re.compile(r"'[^']*'|\"[^\"]*\"|0x[0-9a-fA-F]+|[0-9][0-9,.]*")
INDEX = re.compile(r"\[[^\]]*\]")
WORDS = 120  # maximum characters of a text in the key


def key(finding: Finding) -> Key:
    """Return the key that distinguishes the failure from others."""
    return (
        finding.case,
        " ".join(finding.requirements),
        _observation(finding),
        VARYING.sub("N", " ".join(reason.symptom() for reason in finding.reasons[:1]))[:WORDS],
        INDEX.sub("[]", finding.place),
        _parts(finding),
    )


def coarse(key: Key) -> Key:
    """Return a coarse key: property, requirements and observation alone."""
    return key[:COARSE]


def size(finding: Finding) -> tuple[int, int]:
    """Return the size of its example: the number of bytes, then the length of value, plan and context as text."""
    sample = finding.sample
    if sample is None:
        return (0, 0)
    return len(sample.bytes) // 2, sum(len(bytes(raw)) for raw in (sample.value, sample.plan, sample.context))


def _observation(finding: Finding) -> str:
    """Return the observation without what varies, such as the digest of a value or the numbers in a message."""
    key = finding.observation
    if key is None:
        return ""
    if key.kind in {"value", "bytes"}:
        return key.kind
    return VARYING.sub("N", finding.observed)[:WORDS] if key.kind == "failed" else str(key)


def _parts(finding: Finding) -> str:
    """Return the fields of the example's bytes, unless the place is one of them or the example has too many."""
    broken = finding.sample is not None and finding.sample.edit
    in_bytes = finding.place and not any(isinstance(reason, IN_VALUES) for reason in finding.reasons)
    unshrunk = any(isinstance(reason, ShrinkingStopped) for reason in finding.reasons)
    return "" if broken or in_bytes or unshrunk else " ".join(finding.fields)
