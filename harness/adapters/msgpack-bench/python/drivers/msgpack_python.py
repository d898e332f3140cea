"""msgpack: `unpackb` and `packb`, as C extension or, where MSGPACK_PUREPYTHON is set, as its fallback in Python."""

import importlib
from typing import Any

from values import Driver, show_extension

msgpack: Any = importlib.import_module("msgpack")


class Raw(msgpack.ExtType):  # type: ignore[misc]
    """An extension of any type: an ExtType has those from 0 to 127 alone."""

    def __new__(cls, code: int, data: bytes) -> "Raw":
        made: Raw = tuple.__new__(cls, (code, data))
        return made


def drive(*, careful: bool) -> Driver:
    """The careful user allows keys of all kinds, arrays among them, and keeps extensions of reserved types."""
    options = {"strict_map_key": False, "use_list": False, "ext_hook": Raw} if careful else {}
    return Driver(
        read=lambda data: msgpack.unpackb(data, **options),
        write=msgpack.packb,
        refusals=(msgpack.UnpackException, ValueError, OverflowError),
        shown={
            msgpack.ExtType: lambda ext: show_extension(ext.code, ext.data),
            Raw: lambda ext: show_extension(ext.code, ext.data),
            msgpack.Timestamp: lambda time: {"timestamp": [str(time.seconds), str(time.nanoseconds)]},
        },
        extension=msgpack.ExtType,
        timestamp=msgpack.Timestamp,
    )
