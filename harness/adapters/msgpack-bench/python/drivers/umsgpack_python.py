"""u-msgpack-python: `unpackb` and `packb`."""

import importlib
from typing import Any

from values import Driver, moment, show_extension

umsgpack: Any = importlib.import_module("umsgpack")


def drive(*, careful: bool) -> Driver:
    """The careful user keeps the octets of strings that are not UTF-8."""
    options = {"allow_invalid_utf8": True} if careful else {}
    return Driver(
        read=lambda data: umsgpack.unpackb(data, **options),
        write=umsgpack.packb,
        refusals=(umsgpack.UnpackException, umsgpack.PackException, ValueError, OverflowError),
        shown={
            umsgpack.Ext: lambda ext: show_extension(ext.type, ext.data),
            umsgpack.InvalidString: lambda octets: {"utf8": octets.hex()},
        },
        extension=umsgpack.Ext,
        timestamp=moment,
    )
