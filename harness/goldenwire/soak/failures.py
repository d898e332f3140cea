"""Identify distinct failures, and compare the sizes of two that are the same.

Two failures are the same if they agree in these: the property; the requirements; the observation, without values and
bytes that vary; the reason, without numbers and quoted text; and the place. The place is the field of the bytes, or the
path in the value, at which expected and observed differ, without indices. If it is a path in a value, or there is none,
the parts of the shrunk example's bytes are included: a decoder that misreads the values of one kind of block, and
another that misreads those of a second kind, return wrong values at the same path. Corrupted bytes and examples not
fully shrunk have too many parts for this.
"""

import re
from collections.abc import Iterable

from goldenwire.results import Finding

Key = tuple[str, ...]  # case, requirements, observation, reason, place, parts
COARSE = 3  # members of a key that distinguish failures once there are very many

TOLD = re.compile(r"; (example [\d,]+ of|it failed in an earlier run|it is the example that is kept).*", re.DOTALL)
UNSHRUNK = "shrinking was given up"
VARYING = re.compile(r"'[^']*'|\"[^\"]*\"|0x[0-9a-fA-F]+|[0-9][0-9,.]*")
INDEX = re.compile(r"\[[^\]]*\]")
IN_BYTES = re.compile(r"at byte \d+(?:, in (.+) \(byte )?")
IN_VALUE = re.compile(r"(\S.*?): (?:expected |missing, |unexpected, )")
SHOWN = re.compile(r"(?:context|value|plan|edit|bytes) {2,}")
ROW = re.compile(r" *\d+ +\d+  (\S.*?)(?:  |$)")
WORDS = 120  # maximum characters of a text in the key


def key(finding: Finding) -> Key:
    """Return the key that distinguishes the failure from others."""
    place, parts = _place(finding.difference)
    broken = finding.sample is not None and finding.sample.edit
    return (
        finding.case,
        " ".join(finding.requirements),
        _observation(finding),
        VARYING.sub("N", TOLD.sub("", finding.why))[:WORDS],
        place,
        "" if broken or UNSHRUNK in finding.why else parts,
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
    kind = finding.observation.partition(" ")[0]
    if kind in {"value", "bytes"}:
        return kind
    if kind == "failed":
        return VARYING.sub("N", finding.observed)[:WORDS]
    return finding.observation


def _place(difference: Iterable[str]) -> tuple[str, str]:
    """Return the place where the two differ, and the parts of the bytes unless the place is one of them."""
    parts: dict[str, None] = {}
    for line in difference:
        row = ROW.match(line)
        if row:
            parts[INDEX.sub("[]", row[1])] = None
        elif SHOWN.match(line):
            continue
        elif at := IN_BYTES.match(line):
            return INDEX.sub("[]", at[1] or "behind the end"), ""
        elif within := IN_VALUE.match(line):
            return VARYING.sub("N", INDEX.sub("[]", within[1])), " ".join(parts)
    return "", " ".join(parts)
