"""Collects the parts of an output and joins them once: large arrays are neither copied nor converted on the way."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy.typing as npt


class Writer:
    """An output under construction. `size` is its length so far in bytes."""

    def __init__(self) -> None:
        self._parts: list[bytes | memoryview] = []
        self.size = 0

    def put(self, data: bytes | memoryview) -> None:
        """Append bytes."""
        self._parts.append(data)
        self.size += len(data)

    def uint(self, value: int, size: int) -> None:
        """Append an unsigned little-endian integer of `size` bytes."""
        self.put(value.to_bytes(size, "little"))

    def array(self, values: "npt.NDArray[Any]") -> None:
        """Append the items of an array in row-major order, in the byte order of its dtype."""
        contiguous = values if values.flags.c_contiguous else values.copy()
        self.put(contiguous.reshape(-1).view("u1").data)

    def bytes(self) -> bytes:
        """Return everything so far, joined."""
        return b"".join(self._parts)
