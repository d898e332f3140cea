"""Requirements of DAPHNE that no vector can target, or that have no mutation, each with the reason."""

# Requirements that no single vector can target.
WITHOUT_VECTOR = {
    "DAPHNE-COO-12": "a block of 2^32 entries is larger than any vector",
    "DAPHNE-ENC-01": "it speaks of every encode case at once",
    "DAPHNE-DEC-01": "it speaks of every accepted case at once",
    "DAPHNE-DEC-02": "it speaks of every rejected case at once",
    "DAPHNE-LIM-01": "a codec's own limits are not known to the vectors; LIMIT is among the classes of hostile sizes",
    "DAPHNE-LIM-04": "it is a profile: it changes how the cases with several blocks are judged",
    "DAPHNE-ERR-01": "it speaks of the class of every rejected case",
}

# Requirements without a mutation: none would change the outcome of a case.
WITHOUT_MUTATION = {
    "DAPHNE-GEN-08": "what it costs to break it is memory and time, which no value and no refusal shows",
    "DAPHNE-COO-12": "a block of 2^32 entries is larger than any vector",
    "DAPHNE-ENC-01": "it says no more than all requirements on bytes together; each has its own",
    "DAPHNE-ENC-07": "it puts a decoding and an encoding together; the generator runs the mutations of these",
    "DAPHNE-DEC-01": "it says no more than all requirements on bytes together; each has its own",
    "DAPHNE-DEC-02": "it says no more than all requirements on bytes together; each has its own",
    "DAPHNE-LIM-01": "it permits what no case asks: an object beyond a codec's own limits",
    "DAPHNE-LIM-04": "it is a profile, which the reference does not have",
    "DAPHNE-ERR-01": "a class that is none of the vocabulary is wrong in every case, whatever the case is about",
}
