"""Requirements of dspack that no vector can target, or that have no mutation, each with the reason."""

# Requirements that no behaviour on a single input can break, and why.
WITHOUT_MUTATION = {
    "DSPACK-SCOPE-01": "a scope that a codec has not got is answered `unsupported`, which is no outcome of a case",
    "DSPACK-DEC-03": "a MAY: rows that are delivered before an error are no part of the outcome",
    "DSPACK-ENC-07": "what a transcode owes is a decoding and an encoding, each of which has mutations of its own",
    "DSPACK-ERR-02": "the generator finds for each case with two defects which of them is met first",
    "DSPACK-LIM-02": "memory that is reserved too early shows in no outcome, but in a codec that runs out of it",
}

WITHOUT_VECTOR = {id_: WITHOUT_MUTATION[id_] for id_ in ("DSPACK-SCOPE-01", "DSPACK-DEC-03")}
