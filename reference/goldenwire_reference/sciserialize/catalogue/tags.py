"""Tags that are no strings, in forms of other formats, or hidden in what is refused for another reason."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.sciserialize.catalogue.words import Words, tagged

_WORDS = Words("tags")


def _cases() -> Iterator[Case]:
    for name, tag in {
        "null": None, "number": 1, "boolean": True, "binary": b"datetime", "map": {"a": "datetime"},
        "array": ["datetime"], "list-form": ["ndarray", [3]],
    }.items():  # fmt: skip
        tree = {"__type__": tag, "isostr": "2015-02-18T21:40:23"}
        requirements = "TAG-03 TAG-07" if isinstance(tag, list) else "TAG-03 GEN-17"
        yield from _WORDS.reject(
            f"tag-{name}", "datetime/whole", tree, "tag.string", f"a {name} as the tag", requirements
        )
    yield from _WORDS.reject(
        "tag-alone-null", "datetime/whole", [{"__type__": None}], "tag.string", "a tag alone", "TAG-03"
    )
    nested = tagged("datetime", isostr=tagged("datetime", isostr="2015-02-18T21:40:23"))
    yield from _WORDS.reject("nested-datetime", "datetime/whole", nested, "tag.kind", "a date-time as isostr", "TAG-11")
    base64 = tagged("ndarray", shape=[1], dtype="int8", bytes=[5])
    yield from _WORDS.reject("bytes-integers", "ndarray/int8", base64, "tag.kind", "octets as integers",
                             "TAG-11 msgpack:MP-01")  # fmt: skip
    yield from _WORDS.reject(
        "datetime-alone", "datetime/whole", [tagged("datetime")], "tag.missing", "a tag alone", "TAG-06"
    )
    yield from _WORDS.reject("ndarray-alone", "ndarray/int8", {"a": tagged("ndarray")}, "tag.missing", "a tag alone",
                             "TAG-06")  # fmt: skip


def features() -> Iterator[Feature]:
    """What is refused."""
    yield Feature("tags", "Tags that are refused", list(_cases()))
