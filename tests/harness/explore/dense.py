"""Inputs of 64 KiB that consist of the smallest items: those that take longest to read."""

from typing import NamedTuple


class DenseInput(NamedTuple):
    """The bytes in hex, the format and context that are chosen (empty if they are to be found), the defect's class."""

    format: str
    hex: str
    context: str = ""
    defect: str = ""
    found: str = ""

    @property
    def read_as(self) -> str:
        """The format in which it is read."""
        return self.format or self.found


DENSE: dict[str, DenseInput] = {
    "MessagePack": DenseInput("msgpack", f"dd0000fff0{'01' * 0xFFF0}"),
    "MessagePack, to be found": DenseInput("", f"dd0000fff0{'01' * 0xFFF0}", found="msgpack"),
    "MessagePack with a defect at its end": DenseInput("msgpack", f"dd0000fff0{'01' * 0xFFEF}c1", defect="NEVER_USED"),
    "JSON": DenseInput("sciserialize", f"[{'1,' * 0x7FFE}1]".encode().hex(), '{"carrier":"json"}'),
    "DyND": DenseInput("dynd", "01" * 0x10000, '{"type":"32768 * {a: uint8, b: uint8}"}'),
    "empty maps of MessagePack": DenseInput("msgpack", f"dd0000fff0{'80' * 0xFFF0}"),
    "empty arrays of SciSerialize": DenseInput("sciserialize", f"dd0000fff0{'90' * 0xFFF0}", '{"carrier":"msgpack"}'),
    "empty rows of DyND": DenseInput("dynd", "00" * 0x10000, '{"type":"65536 * var * uint8"}'),
    "options of DyND": DenseInput("dynd", "00" * 0x10000, '{"type":"65536 * ?bool"}'),
    "fields of a DataSetPack schema": DenseInput("dspack", f"!{'B' * 0xFFFF}".encode().hex(), '{"scope":"schema"}'),
}
