"""The examples and tables of the SciSerialize specification, read from its text."""

import re
from collections.abc import Mapping
from functools import cache, partial

from kit import spec_text

# A row of the tables of errors: class, defect, perhaps an offset, requirements.
_ERROR = re.compile(r"^\| ([A-Z0-9]+(?:_[A-Z]+)?) \| .* \| ([^|]*) \|$", re.M)
_NAME = re.compile(r"([A-Z]+)-(\d\d)(?: to [A-Z]+-(\d\d))?")

text = partial(spec_text.text, "sciserialize")
examples = partial(spec_text.examples, "sciserialize")
origins = partial(spec_text.origins, "sciserialize")
level = partial(spec_text.level, "sciserialize")


@cache
def requirements_of_classes() -> Mapping[str, set[str]]:
    """Return the requirements that the tables of errors give for each class."""
    found: dict[str, set[str]] = {}
    for code, requirements in _ERROR.findall(text()):
        for name, first, last in _NAME.findall(requirements):
            numbers = range(int(first), int(last or first) + 1)
            found.setdefault(code, set()).update(f"SCISERIALIZE-{name}-{number:02}" for number in numbers)
    return found
