"""amsgpack: `unpackb` and `packb`, and for the careful an `Unpacker` with a hook."""

import importlib
from typing import Any

from values import Driver, moment, show_extension

amsgpack: Any = importlib.import_module("amsgpack")


def drive(*, careful: bool) -> Driver:
    """The careful user has arrays as tuples, so that they can be keys, and timestamps whole instead of as times."""
    read = amsgpack.Unpacker(readonly=True, ext_hook=keep).unpackb if careful else amsgpack.unpackb
    return Driver(
        read=read,
        write=amsgpack.packb,
        refusals=(ValueError, OverflowError),
        shown={
            amsgpack.Ext: lambda ext: show_extension(ext.code, ext.data),
            amsgpack.Timestamp: lambda time: {"timestamp": [str(time.seconds), str(time.nanoseconds)]},
        },
        extension=amsgpack.Ext,
        timestamp=amsgpack.Timestamp if careful else moment,
    )


def keep(ext: Any) -> object:
    return ext.to_timestamp() if ext.is_timestamp() else ext
