"""Requirements of Sample that have no mutation, each with the reason: no mistake in reading or writing breaks them."""

WITHOUT_MUTATION: dict[str, str] = {}
