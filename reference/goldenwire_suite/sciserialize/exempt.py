"""Requirements of SciSerialize that no vector can target, or that have no mutation, each with the reason."""

# Requirements that no change to a codec's treatment of a single input or request can break.
_UNOBSERVED = {
    "GEN-04": "what the operations are called is not observed",
    "GEN-06": "a codec's own types do not occur in a request",
    "GEN-08": "it frees what no vector observes",
    "GEN-15": "a refusal has no bytes beside it in the protocol",
    "GEN-18": "it frees what no vector observes",
    "GEN-19": "it speaks of what a codec declares",
    "CTX-04": "options of an interface do not occur in a request",
    "ND-11": "a value in the notation has no order in memory",
}

# Requirements without a vector, and without a mutation.
WITHOUT_VECTOR = {f"SCISERIALIZE-{requirement}": reason for requirement, reason in _UNOBSERVED.items()}

WITHOUT_MUTATION = WITHOUT_VECTOR | {
    "SCISERIALIZE-ENC-05": "a transcode is a decoding and an encoding; the generator computes from both what it owes",
}
