"""The results by which exchanges, and comparisons of two readings, are counted."""

from goldenwire.results import Finding

NOT_ASKED = "not asked"
DECLINED = {"writer": "declined by the writer", "reader": "declined by the reader"}


def word(finding: Finding) -> str:
    """Return the result of an exchange: `read`, a manner of failing, `left open`, `not asked`, or who declined."""
    if finding.finding == "skip" and not finding.observation:
        return NOT_ASKED
    if finding.declined or (finding.finding == "skip"):
        return DECLINED.get(reason(finding).partition(":")[0], "declined")
    if finding.finding in {"pass", "unexpected-pass"}:
        return "read"
    return "left open" if finding.finding == "noted" else finding.observation.partition(" ")[0]


def reason(finding: Finding) -> str:
    """Return the reason for declining an exchange, which begins with the codec's role."""
    return finding.observed if finding.declined else finding.why
