"""What tells one failure from another, and which of two that are the same is the smaller.

Two failures are the same if these are: the property; the requirements; what was observed, without the values and bytes
that it depends on; why it is a failure, without numbers and quoted text; and the place. The place is the field of the
bytes, or the path in the value, where expected and observed part, without indices. Where that is in a value, or
nowhere, the parts that the bytes of the shrunk example have are taken too: a decoder that misreads the values of one
kind of block, and one that misreads those of another, deliver wrong values at the same path. Broken bytes, and what was
not shrunk to the end, have too many parts to be told by them.
"""

import re
from collections.abc import Iterable

from goldenwire.results import Finding

Key = tuple[str, ...]  # case, requirements, observation, why, place, parts
COARSE = 3  # members of a key that tell failures apart where there are very many

TOLD = re.compile(r"; (example [\d,]+ of|it failed in an earlier run|it is the example that is kept).*", re.DOTALL)
UNSHRUNK = "shrinking was given up"
VARYING = re.compile(r"'[^']*'|\"[^\"]*\"|0x[0-9a-fA-F]+|[0-9][0-9,.]*")
INDEX = re.compile(r"\[[^\]]*\]")
IN_BYTES = re.compile(r"at byte \d+(?:, in (.+) \(byte )?")
IN_VALUE = re.compile(r"(\S.*?): (?:expected |missing, |unexpected, )")
SHOWN = re.compile(r"(?:context|value|plan|edit|bytes) {2,}")
ROW = re.compile(r" *\d+ +\d+  (\S.*?)(?:  |$)")
WORDS = 120  # characters of what is told


def key(finding: Finding) -> Key:
    """What the failure is told from others by."""
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
    """The key of those that are told apart by property, requirements and observation alone."""
    return key[:COARSE]


def size(finding: Finding) -> tuple[int, int]:
    """How large its example is: bytes, then the text of value, plan and context."""
    sample = finding.sample
    if sample is None:
        return (0, 0)
    return len(sample.bytes) // 2, sum(len(bytes(raw)) for raw in (sample.value, sample.plan, sample.context))


def _observation(finding: Finding) -> str:
    """`value` and `bytes` come with a digest, which every example has another of; `failed` with what the codec says."""
    kind = finding.observation.partition(" ")[0]
    if kind in {"value", "bytes"}:
        return kind
    if kind == "failed":
        return VARYING.sub("N", finding.observed)[:WORDS]
    return finding.observation


def _place(difference: Iterable[str]) -> tuple[str, str]:
    """Where the two part, and the parts of the bytes unless it is in one of them."""
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
