"""Tags that are no strings or in forms of other formats, and tagged objects with missing or extra members."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.sciserialize.cases.builders import FeatureBuilder
from goldenwire_suite.sciserialize.cases.times import span
from goldenwire_suite.sciserialize.cases.values import HOST_NAMES, Stored, tagged

_WORDS = FeatureBuilder("tags")
_MOMENT = Stored("datetime/whole", tagged("datetime", isostr="2015-02-18T21:40:23"))
_PAIR = Stored("ndarray/int8-pair", tagged("ndarray", shape=[2], dtype="int8", bytes=b"\1\2"))
_SPAN = Stored("timedelta/draft", span(0, 11, 626512))

# Replacements of the tag, with a description.
_TAGS = {
    "null": (None, "null as the tag"), "number": (1, "a number as the tag"), "boolean": (True, "a boolean as the tag"),
    "binary": (b"datetime", "binary as the tag"), "map": ({"a": "datetime"}, "a map as the tag"),
    "array": (["datetime"], "an array as the tag"), "fraction": (1.5, "a number with a fraction as the tag"),
    "list-form": (["ndarray", [3]], "an array as the tag, in the form of another format"),
}  # fmt: skip


def _cases() -> Iterator[Case]:
    reject = _WORDS.reject
    for name, (tag, summary) in _TAGS.items():
        requirements = "TAG-07" if isinstance(tag, list) else ""
        yield from reject(f"tag-{name}", _MOMENT, _MOMENT.but(__type__=tag), "tag.string", summary, requirements)
    yield from reject("tag-alone-null", _MOMENT, [{"__type__": None}], "tag.string",
                      "null as the tag of an object without other members", "GEN-05")  # fmt: skip
    nested = _MOMENT.but(isostr=_MOMENT.tree)
    yield from reject("nested-datetime", _MOMENT, nested, "tag.kind", "a date-time as the member isostr of another")
    yield from reject("ndarray-alone", _PAIR, {"a": tagged("ndarray")}, "tag.missing",
                      "an ndarray with its tag and no other member", "GEN-05")  # fmt: skip
    swapped = _MOMENT.but(__type__="timedelta")
    for name, (key, called) in HOST_NAMES.items():
        for kind, base, what in (("datetime", _MOMENT, "a date-time"), ("timedelta", _SPAN, "a duration"),
                                 ("ndarray", _PAIR, "an array")):  # fmt: skip
            yield from reject(f"extra-{name}-{kind}", base, base.but(**{key: 1}), "tag.extra",
                              f"{what} with a further member: {called}")  # fmt: skip
    for kind, base, what, key in (("datetime", _MOMENT, "a date-time", "tz"), ("ndarray", _PAIR, "an array", "")):
        yield from reject(f"extra-null-{kind}", base, base.but(**{key: None}), "tag.extra",
                          f"{what} with a further member that is null, whose key is {key or 'empty'}",
                          "TAG-10", catches="null-members-ignored")  # fmt: skip
    yield from reject("tag-other", _MOMENT, swapped, "tag.missing", "a date-time with the tag of a duration", "TAG-02")


def _order() -> Iterator[Case]:
    """Pairs of objects with the same defect: the one that is checked first determines the offset."""
    alone, null = tagged("timedelta"), {"__type__": None}
    trees: dict[str, tuple[Any, str, str]] = {
        "inner-first": (tagged("datetime", x=alone), "tag.missing",
                        "a date-time without isostr, and in it a duration without its members, which is judged first"),
        "items": ([alone, tagged("datetime")], "tag.missing",
                  "a duration without its members, and after it a date-time without isostr"),
        "members": ({"a": [null], "b": null}, "tag.string",
                    "an object with null as its tag in the first member of a map, and another in the second"),
        "deep-last": ([[], {"a": [1, null]}, null], "tag.string",
                      "an object with null as its tag deep in an array, and another after it"),
    }  # fmt: skip
    for name, (tree, check, summary) in trees.items():
        yield from _WORDS.reject(f"order-{name}", _MOMENT, tree, check, summary, "ERR-02", needs=["order"])


def features() -> Iterator[Feature]:
    """Features of rejected cases."""
    yield Feature("tags", "Tags that are refused", [*_cases(), *_order()])
