"""The results by which exchanges, and comparisons of two readings, are counted."""

import msgspec

from goldenwire.judge.reasons import CodecDeclines
from goldenwire.results import Finding

NOT_ASKED = "not asked"
DECLINED = {"writer": "declined by the writer", "reader": "declined by the reader"}


def word(finding: Finding) -> str:
    """Return the result of an exchange: `read`, a manner of failing, `unspecified`, `not asked`, or who declined."""
    if finding.finding == "not-asked":
        return NOT_ASKED
    if finding.is_declined:
        decline = _decline(finding)
        return DECLINED.get(decline.role, "declined") if decline else "declined"
    if finding.finding in {"pass", "unexpected-pass"}:
        return "read"
    return "unspecified" if finding.finding == "unspecified" else manner(finding)


def reason(finding: Finding) -> str:
    """Return why a codec declined an exchange, in words."""
    decline = _decline(finding)
    return msgspec.structs.replace(decline, role="").sentence() if decline else finding.why


def _decline(finding: Finding) -> CodecDeclines | None:
    return next((reason for reason in finding.reasons if isinstance(reason, CodecDeclines)), None)


def manner(finding: Finding) -> str:
    """Return the manner of a disagreement; empty if there is none."""
    return finding.observation.kind if finding.observation else ""
