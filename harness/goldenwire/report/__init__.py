"""Views of a run: pure functions of its records, which can be replayed from a results file."""
