"""How strong the suite is: single-change mutants of a reference codec, and which of them the vectors let through."""
