"""The examples and tables of the DataSetPack specification, read from its text."""

from functools import partial

from kit import spec_text

text = partial(spec_text.text, "dspack")
examples = partial(spec_text.examples, "dspack")
origins = partial(spec_text.origins, "dspack")
level = partial(spec_text.level, "dspack")
