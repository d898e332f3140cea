"""ormsgpack: `unpackb` and `packb`."""

import importlib
from typing import Any

from values import Driver, moment, show_extension

ormsgpack: Any = importlib.import_module("ormsgpack")


class Kept(tuple[int, bytes]):
    """An extension's type and data, as a careful user's hook keeps them."""

    __slots__ = ()


def drive(*, careful: bool) -> Driver:
    """The careful user allows keys of all kinds, keeps extensions, and has timestamps as times."""
    both = ormsgpack.OPT_NON_STR_KEYS | ormsgpack.OPT_DATETIME_AS_TIMESTAMP_EXT if careful else None
    hook = (lambda kind, data: Kept((kind, bytes(data)))) if careful else None
    return Driver(
        read=lambda data: ormsgpack.unpackb(data, ext_hook=hook, option=both),
        write=lambda value: ormsgpack.packb(value, default=pack_kept if careful else None, option=both),
        refusals=(ValueError, ormsgpack.MsgpackEncodeError),
        shown={Kept: lambda ext: show_extension(*ext)},
        extension=ormsgpack.Ext,
        timestamp=moment,
    )


def pack_kept(value: object) -> object:
    if isinstance(value, Kept):
        return ormsgpack.Ext(*value)
    raise TypeError
