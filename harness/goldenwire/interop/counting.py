"""What an exchange, or a reading of the same bytes by two, counts as."""

from goldenwire.results import Finding

DECLINED = {"writer": "declined by the writer", "reader": "declined by the reader"}


def word(finding: Finding) -> str:
    """What an exchange counts as: `read`, a manner of failing, `left open`, or who declined."""
    if finding.declined or (finding.finding == "skip"):
        return DECLINED.get(reason(finding).partition(":")[0], "declined")
    if finding.finding in {"pass", "unexpected-pass"}:
        return "read"
    return "left open" if finding.finding == "noted" else finding.observation.partition(" ")[0]


def reason(finding: Finding) -> str:
    """Why an exchange was declined, after whose doing it is."""
    return finding.observed if finding.declined else finding.why
