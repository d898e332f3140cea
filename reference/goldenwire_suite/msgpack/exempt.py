"""Requirements of MessagePack that no vector can target, or that have no mutation, each with the reason."""

# Requirements that no change to a codec's treatment of a single input or request can break.
WITHOUT_VECTOR = {
    "MSGPACK-ENC-01": "it is a SHOULD, which the feature `canonical` turns into CANON-02 to CANON-06",
    "MSGPACK-ENC-02": "a transcode is a decoding and an encoding; the generator computes from both what it owes",
    "MSGPACK-CANON-01": "it says of the others in its section to whom they apply",
    "MSGPACK-ERR-01": "it speaks of what a codec that names classes has to choose from",
    "MSGPACK-ERR-03": "it says of the offsets in its section to whom they apply",
}

WITHOUT_MUTATION = WITHOUT_VECTOR | {
    "MSGPACK-ERR-02": "the generator finds for each case with two defects which of them is met first",
}
