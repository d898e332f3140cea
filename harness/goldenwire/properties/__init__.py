"""Properties: what holds for every value of a format, tried on examples that Hypothesis draws.

A property makes a question of an example, which is asked and judged as if it were a vector's. It is an entry in
PROPERTIES; a format takes part by naming the requirements it rests on there, and with a module of strategies.
"""

from goldenwire.properties.table import PREFIX, PROPERTIES, Property, cases, for_format
from goldenwire.properties.trial import Watch, blank, not_asked, run

__all__ = ["PREFIX", "PROPERTIES", "Property", "Watch", "blank", "cases", "for_format", "not_asked", "run"]
