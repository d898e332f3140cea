"""Requirements of DyND that no vector can target, or that have no mutation, each with the reason."""

# Requirements that no single vector can target.
WITHOUT_VECTOR = {
    "DYND-SCOPE-03": "whether an encoder goes back to bytes it has put out does not show in them",
    "DYND-PTR-04": "neutral notation has neither null pointers nor cycles",
    "DYND-ENC-02": "it speaks of the class of every encoder refusal",
    "DYND-ENC-03": "it speaks of every case that is transcoded",
    "DYND-ERR-01": "it speaks of the class of every rejected case",
    "DYND-ERR-03": "it speaks of the offset of every rejected case",
}

# Requirements without a mutation: no change of this codec that breaks one would show in the outcome of a case.
WITHOUT_MUTATION = {
    **WITHOUT_VECTOR,
    "DYND-VARINT-04": "memory that is reserved in vain does not show in what is decoded",
    "DYND-LIM-08": "a stack that overflows is no answer",
}
