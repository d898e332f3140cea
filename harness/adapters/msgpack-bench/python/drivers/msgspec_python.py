"""msgspec: `msgpack.decode` and `msgpack.encode`, untyped."""

import importlib
from typing import Any

from values import Driver, moment, show_extension

msgspec: Any = importlib.import_module("msgspec")


def drive(*, careful: bool) -> Driver:
    """There are no options that would keep more of untyped data."""
    assert not careful
    return Driver(
        read=msgspec.msgpack.decode,
        write=msgspec.msgpack.encode,
        refusals=(msgspec.MsgspecError, ValueError, OverflowError),
        shown={msgspec.msgpack.Ext: lambda ext: show_extension(ext.code, bytes(ext.data))},
        extension=msgspec.msgpack.Ext,
        timestamp=moment,
    )
