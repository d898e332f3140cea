"""Values without an encoding."""

from collections.abc import Iterator

from goldenwire_suite.cases import Case, Feature, replace_at
from goldenwire_suite.msgpack.cases.builders import refusal

_INTEGERS = {
    "above": (2**64, "2^64"),
    "above-next": (2**64 + 1, "2^64 + 1"),
    "above-double": (2**65, "2^65"),
    "above-far": (10**30, "10^30"),
    "above-128": (2**128 + 1, "2^128 + 1"),
    "below": (-(2**63) - 1, "-2^63 - 1"),
    "below-double": (-(2**64), "-2^64"),
    "below-far": (-(10**30), "-10^30"),
}
_PLACES = {
    "item": ("arrays/one", "/value/array/0", "as an item of an array"),
    "value": ("maps/one", "/value/map/0/1", "as a value of a map"),
    "key": ("maps/one", "/value/map/0/0", "as a key of a map"),
    "inner": ("scalars/nested", "/value/array/0/array/0", "in an array in an array"),
}
_FAR_TYPES = (2**16 + 5, 2**32 + 5, 5 - 2**32, 2**64 + 5)
_TYPES = (128, 129, 255, 256, 261, 1000, -129, -130, -200, -251, -256, -1000, *_FAR_TYPES)


def _refusals() -> Iterator[Case]:
    for name, (value, what) in _INTEGERS.items():
        yield refusal(
            f"integer-{name}",
            "integers/1",
            replace_at("/value/int", str(value)),
            "RANGE",
            f"the integer {what}",
            "INT-06" + (" ENC-03" if name == "above" else ""),
            numbers=(abs(value), -(2**63), -(10**30), 10**30, value),
        )
    for name, (base, path, place) in _PLACES.items():
        yield refusal(
            f"integer-{name}", base, replace_at(path, {"int": str(2**64)}), "RANGE", f"2^64 {place}", "INT-06"
        )
        yield refusal(
            f"type-{name}",
            base,
            replace_at(path, {"ext": {"type": "128", "data": "00"}}),
            "RANGE",
            f"an extension of type 128 {place}",
            "EXT-06",
        )
    for type_ in _TYPES:
        yield refusal(
            f"type-{type_}".replace("--", "-minus-"),
            "extensions/type-5",
            replace_at("/value/ext/type", str(type_)),
            "RANGE",
            f"an extension of type {type_}",
            "EXT-06" + (" ENC-03" if type_ == _TYPES[0] else ""),
        )


def features() -> Iterator[Feature]:
    """Features of requests that encoders refuse."""
    yield Feature("refusals", "Values that have no encoding", list(_refusals()))
