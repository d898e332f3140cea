"""The facts about an example of the DAPHNE binary format that requirements refer to."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from goldenwire_suite.daphne.strategies.encodings import ascends
from goldenwire_suite.daphne.strategies.objects import TYPES, Cell, Object, from_json
from goldenwire_suite.daphne.strategies.plans import PLACE, cells_in
from goldenwire_suite.strategies import Example
from goldenwire_suite.strategies.numbers import float_kind
from goldenwire_suite.strategies.tilings import Rectangle

if TYPE_CHECKING:
    from goldenwire_reference.reader import Field

PARTS = {*PLACE, "type", "value-type", "nzb"}  # the fields of a block that make a fact


class BlockFacts:
    """A block as its bytes describe it.

    `type` is "" in an empty block; a sparse one has a `count` of entries, which may ascend.
    """

    def __init__(self, obj: Object, words: Mapping[str, str], ascends: bool) -> None:
        self.obj, self.ascends = obj, ascends
        self.place = Rectangle(*(int(words[name]) for name in PLACE))
        self.layout, self.type, self.count = words["type"], words.get("value-type", ""), int(words.get("nzb", "0"))

    @cached_property
    def cells(self) -> list[Cell]:
        """The non-zero cells, row by row, with positions relative to the block's corner."""
        row, column = self.place[:2]
        return [Cell(cell.row - row, cell.column - column, cell.atom) for cell in cells_in(self.obj, self.place)]

    @cached_property
    def values(self) -> list["Value"]:
        """The non-zero cells with their types in the object and in the block."""
        targets = [self.obj.type_of(self.place.column + cell.column) for cell in self.cells]
        return [Value(cell.atom, target, self.type) for cell, target in zip(self.cells, targets, strict=True)]

    @property
    def area(self) -> int:
        """The number of its cells, zeros included."""
        return self.place.rows * self.place.columns

    @property
    def is_sparse(self) -> bool:
        """Return whether it has entries with indices."""
        return self.layout in {"csr", "coo"}

    @property
    def is_natural(self) -> bool:
        """Return whether its layout is that of the object in memory."""
        return self.layout == ("csr" if self.obj.kind == "CSRMatrix" else "dense")

    @cached_property
    def row_counts(self) -> Counter[int]:
        """The number of entries of each row that has any."""
        return Counter(cell.row for cell in self.cells)

    @cached_property
    def targets(self) -> set[str]:
        """The types of the columns, or of the matrix, that it covers."""
        start, count = self.place.column, self.place.columns
        return set(self.obj.types[start : start + count] if self.obj.kind == "Frame" else self.obj.types)

    @cached_property
    def read_as(self) -> set[str]:
        """The types that its stored values are converted to."""
        if self.layout == "dense":
            return self.targets if self.area else set()
        return {value.target for value in self.values}

    @property
    def depends_on_row_order(self) -> bool:
        """Return whether reading its values column by column would give different cells."""
        _, _, rows, columns = self.place
        by_row = {cell.row * columns + cell.column: cell.atom for cell in self.cells}
        return by_row != {cell.column * rows + cell.row: cell.atom for cell in self.cells}


class Value(NamedTuple):
    """A non-zero cell: its atom, its type in the object, and the type of the block that stores it."""

    atom: str
    target: str
    stored: str

    @property
    def special(self) -> str:
        """The kind of a special float; "" for other values."""
        number = TYPES[self.target]
        return float_kind(number, self.atom) if number.kind == "f" else ""

    @property
    def converts(self) -> bool:
        """Return whether it is stored in a type other than its own."""
        return self.stored != self.target


class ObjectFacts(NamedTuple):
    """An example, its object and its blocks in stream order."""

    example: Example
    obj: Object
    blocks: list[BlockFacts]

    @property
    def area(self) -> int:
        """The number of cells of the object."""
        return self.obj.rows * self.obj.columns

    @property
    def labels(self) -> list[str]:
        """The labels that are given as text, not by their octets."""
        return [label for label in self.obj.labels if isinstance(label, str)]

    @property
    def is_frame(self) -> bool:
        """Return whether the columns have types and labels."""
        return self.obj.kind == "Frame"

    @property
    def is_canonical(self) -> bool:
        """Return whether no plan is given."""
        return self.example.plan is None

    @property
    def is_given_otherwise(self) -> bool:
        """Return whether the cells passed to an encoder are not in order, or include zeros."""
        given = [(int(row), int(column)) for row, column, _ in self.example.value["cells"]]
        return given != [cell[:2] for cell in self.obj.cells]

    @property
    def types(self) -> set[str]:
        """The value types of the header and of the values that blocks store."""
        return {*self.obj.types, *(block.type for block in self.blocks if block.read_as)}

    @property
    def values(self) -> list[Value]:
        """The non-zero cells, block by block."""
        return [value for block in self.blocks for value in block.values]


def facts(example: Example, fields: Sequence["Field"]) -> ObjectFacts:
    """Return the facts of an example and the fields of its bytes."""
    obj = from_json(example.value)
    described = list(_blocks(fields))
    plan = example.plan or [{}] * len(described)
    blocks = []
    for words, planned in zip(described, plan, strict=True):
        blocks.append(BlockFacts(obj, words, not planned or ascends(obj, planned)))
    return ObjectFacts(example, obj, blocks)


def _blocks(fields: Sequence["Field"]) -> Iterator[dict[str, str]]:
    """Yield, for each block, the last word of the meaning of each of its fields, by the field's name."""
    words: dict[str, str] = {}
    for field in fields:
        scope, _, name = field.name.partition(".")
        if not scope.startswith("block[") or name not in PARTS:
            continue
        if name == PLACE[0] and words:
            yield words
            words = {}
        words[name] = field.meaning.split()[-1]
    if words:
        yield words
