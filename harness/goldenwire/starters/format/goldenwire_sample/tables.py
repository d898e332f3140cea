"""Every code, limit and check of Sample, once; decoder, encoder and cases look them up here.

Put here what the specification fixes. A check is a condition of the decoder: its error class and its requirement.
"""

from goldenwire_reference.reader import Check

LIMIT = 2**32  # integers are below it (SAMPLE-INT-03)
MOST = 255  # integers of a list (SAMPLE-LIST-01)

CODES = ("TRUNCATED", "TRAILING", "OVERLONG", "RANGE", "LIMIT")

CHECKS = {
    "truncated": Check("TRUNCATED", "SAMPLE-LIST-02"),
    "trailing": Check("TRAILING", "SAMPLE-LIST-02"),
    "overlong": Check("OVERLONG", "SAMPLE-INT-02"),
    "range": Check("RANGE", "SAMPLE-INT-03"),
}

# What a codec may declare beyond the operations.
FEATURES = {
    "codes": "a rejection names its error class",
    "offsets": "a rejection names its byte offset",
}
