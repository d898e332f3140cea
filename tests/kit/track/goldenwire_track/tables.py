"""Every code, limit and check of Track, defined once, for decoder, encoder and cases."""

from goldenwire_reference.format import Policy
from goldenwire_reference.reader import Check

VERSION = 1
FORMS = {"absolute": 0, "steps": 1}
LONGEST_LABEL = 16  # characters
MOST_POINTS = 1000
POINTS = range(-(2**15), 2**15)
STEPS = range(-(2**7), 2**7)

CODES = ("VERSION", "FORM", "TEXT", "LIMIT", "RANGE", "REPEAT", "SUM", "TRUNCATED", "TRAILING", "PLAN")

CHECKS = {
    "version": Check("VERSION", "TRACK-HEAD-01"),
    "form": Check("FORM", "TRACK-HEAD-02"),
    "label.text": Check("TEXT", "TRACK-HEAD-04"),
    "label.length": Check("LIMIT", "TRACK-HEAD-05"),
    "points.many": Check("LIMIT", "TRACK-POINT-04"),
    "points.range": Check("RANGE", "TRACK-POINT-05"),
    "points.repeat": Check("REPEAT", "TRACK-POINT-06"),
    "sum": Check("SUM", "TRACK-SUM-01"),
    "truncated": Check("TRUNCATED", "TRACK-SUM-02"),
    "trailing": Check("TRAILING", "TRACK-SUM-02"),
}

FEATURES = {
    "plans": "encode takes a plan and writes exactly the bytes that the plan stands for",
    "canonical": "encode without a plan writes the canonical bytes",
    "codes": "a rejection names its error class",
    "offsets": "a rejection names its byte offset",
}

POLICIES = {
    "track.repeat": Policy(
        ("refuse", "keep"), "refuse", "a track with equal neighbours is refused, or kept as it is",
        {"refuse": ("points.repeat",)}, writes=("keep",),
    ),
}  # fmt: skip
