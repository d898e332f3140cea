"""The examples and tables of the MessagePack specification, read from its text."""

import re
from collections.abc import Mapping
from functools import cache, partial

from kit import spec_text

# A row of the tables of errors: class, defect, perhaps an offset, requirements.
_ERROR = re.compile(r"^\| ([A-Z0-9]+(?:_[A-Z0-9]+)?) \| .* \| ([^|]*) \|$", re.M)
_NAME = re.compile(r"[A-Z]+-\d\d")

text = partial(spec_text.text, "msgpack")
examples = partial(spec_text.examples, "msgpack")
origins = partial(spec_text.origins, "msgpack")
level = partial(spec_text.level, "msgpack")


@cache
def requirements_of_classes() -> Mapping[str, set[str]]:
    """Return the requirements that the tables of errors give for each class."""
    found: dict[str, set[str]] = {}
    for code, requirements in _ERROR.findall(text()):
        found.setdefault(code, set()).update(f"MSGPACK-{name}" for name in _NAME.findall(requirements))
    return found
