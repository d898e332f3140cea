"""Tags that are no strings or in forms of other formats, and tagged objects that hold less or more than theirs."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.sciserialize.catalogue.times import span
from goldenwire_reference.sciserialize.catalogue.values import HOST_NAMES, Stored, tagged
from goldenwire_reference.sciserialize.catalogue.words import Words

_WORDS = Words("tags")
_MOMENT = Stored("datetime/whole", tagged("datetime", isostr="2015-02-18T21:40:23"))
_PAIR = Stored("ndarray/int8-pair", tagged("ndarray", shape=[2], dtype="int8", bytes=b"\1\2"))
_SPAN = Stored("timedelta/draft", span(0, 11, 626512))

# What stands in place of the tag, and what it is.
_TAGS = {
    "null": (None, "null as tag"), "number": (1, "a number as tag"), "boolean": (True, "a boolean as tag"),
    "binary": (b"datetime", "the octets of a tag as tag"), "map": ({"a": "datetime"}, "a map as tag"),
    "array": (["datetime"], "a tag in an array as tag"), "fraction": (1.5, "a fraction as tag"),
    "list-form": (["ndarray", [3]], "the list form of another format as tag"),
}  # fmt: skip


def _cases() -> Iterator[Case]:
    reject = _WORDS.reject
    for name, (tag, summary) in _TAGS.items():
        requirements = "TAG-07" if isinstance(tag, list) else ""
        yield from reject(f"tag-{name}", _MOMENT, _MOMENT.but(__type__=tag), "tag.string", summary, requirements)
    yield from reject("tag-alone-null", _MOMENT, [{"__type__": None}], "tag.string", "null as tag, and no other member",
                      "GEN-05")  # fmt: skip
    nested = _MOMENT.but(isostr=_MOMENT.tree)
    yield from reject("nested-datetime", _MOMENT, nested, "tag.kind", "a date-time as isostr")
    yield from reject(
        "ndarray-alone", _PAIR, {"a": tagged("ndarray")}, "tag.missing", "an array that is a tag alone", "GEN-05"
    )
    swapped = _MOMENT.but(__type__="timedelta")
    for name, (key, called) in HOST_NAMES.items():
        for kind, base, what in (("datetime", _MOMENT, "a date-time"), ("timedelta", _SPAN, "a duration"),
                                 ("ndarray", _PAIR, "an array")):  # fmt: skip
            yield from reject(f"extra-{name}-{kind}", base, base.but(**{key: 1}), "tag.extra",
                              f"{called} as a member of {what} as well")  # fmt: skip
    yield from reject("tag-other", _MOMENT, swapped, "tag.missing", "the tag of a duration on a date-time", "TAG-02")


def _order() -> Iterator[Case]:
    """Objects of which two are wrong in one way: the one that is judged first tells the offset."""
    alone, null = tagged("timedelta"), {"__type__": None}
    trees: dict[str, tuple[Any, str, str]] = {
        "inner-first": (tagged("datetime", x=alone), "tag.missing", "a date-time and the duration in it"),
        "items": ([alone, tagged("datetime")], "tag.missing", "the first and the second item of an array"),
        "members": ({"a": [null], "b": null}, "tag.string", "an object in the first member of a map, and the second"),
        "deep-last": ([[], {"a": [1, null]}, null], "tag.string", "an object deep in an array, and one after it"),
    }  # fmt: skip
    for name, (tree, check, summary) in trees.items():
        yield from _WORDS.reject(f"order-{name}", _MOMENT, tree, check,
                                 f"two at fault, of which the inner or first counts: {summary}",
                                 "ERR-02")  # fmt: skip


def features() -> Iterator[Feature]:
    """What is refused."""
    yield Feature("tags", "Tags that are refused", [*_cases(), *_order()])
