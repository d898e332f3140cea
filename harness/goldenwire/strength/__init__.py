"""Measure the strength of the suite: single-change mutants of a codec, and which of them the vectors miss."""
