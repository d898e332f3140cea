"""The suite of each format: cases, proofs, mutations, and the strategies of its properties."""
