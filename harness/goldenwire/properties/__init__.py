"""Property tests: statements about every value of a format, tried on examples that Hypothesis draws.

A property makes a question of an example, which is asked and judged like a vector's. Each property is an entry in
PROPERTIES; a format takes part by naming its requirements for it, and with a module of strategies.
"""

from goldenwire.properties.table import PREFIX, PROPERTIES, Property, cases, for_format
from goldenwire.properties.trial import Watch, not_asked, run, template

__all__ = ["PREFIX", "PROPERTIES", "Property", "Watch", "cases", "for_format", "not_asked", "run", "template"]
