"""Requests in place of data sets that every encoder refuses: another version, and values of another shape."""

from collections.abc import Iterator

from goldenwire_suite.cases import Case, Change, Refusal, add_at, remove_at, replace_at
from goldenwire_suite.dspack.cases.builders import data_set, ids

_FIRST, _SECOND = "/value/0", "/value/1"
_TWO = "same-schema-twice"

# Name, base, edit, summary, mutation that writes it; if none does, the class with which a mutated encoder refuses it.
_SHAPES: list[tuple[str, str, Change, str, str, str | None]] = [
    ("value-null", "no-fields", replace_at("/value", None), "null in place of the list of data sets",
     "null-for-no-data-sets", "ARITY"),
    ("value-data-set", "one-row", replace_at("/value", data_set("!H", [0x0102])),
     "a data set in place of the list of data sets", "data-set-for-a-list", None),
    ("data-set-null", _TWO, replace_at(_SECOND, None), "null in place of the second data set",
     "other-data-sets-skipped", None),
    ("data-set-list", _TWO, replace_at(_SECOND, ["2"]), "a list of one in place of the second data set",
     "other-data-sets-skipped", None),
    ("member-no-schema", "no-fields", remove_at(f"{_FIRST}/schema"), "a data set without the member schema",
     "missing-members-empty", None),
    ("member-no-description", "one-row", remove_at(f"{_FIRST}/description"),
     "a data set without the member description", "missing-members-empty", None),
    ("member-no-meta", "one-row", remove_at(f"{_FIRST}/meta"), "a data set without the member meta",
     "missing-members-empty", None),
    ("member-no-rows", "no-rows", remove_at(f"{_FIRST}/rows"), "a data set without the member rows",
     "missing-members-empty", None),
    ("member-further", "one-row", add_at(f"{_FIRST}/names", []), "a data set with a member that there is not, names",
     "further-members-dropped", None),
    ("schema-null", "no-fields", replace_at(f"{_FIRST}/schema", None), "null for the schema of a data set",
     "schemas-of-any-kind", None),
    ("schema-object", "no-rows", replace_at(f"{_FIRST}/schema", {"str": "!B"}),
     "an object for the schema of a data set", "schemas-of-any-kind", None),
    ("rows-null", "no-rows", replace_at(f"{_FIRST}/rows", None), "null for the rows of a data set",
     "rows-of-any-kind", None),
    ("rows-object", "one-row-of-an-octet", replace_at(f"{_FIRST}/rows", {"0": ["1"]}),
     "an object of rows for the rows of a data set", "rows-of-any-kind", None),
]  # fmt: skip

_VERSIONS = (
    ("2", "2", '"2" for the version of a data set, of which an encoder writes 1 alone', "version-not-looked-at"),
    ("leading-zero", "01", '"01" for the version of a data set', "version-of-any-spelling"),
    ("null", None, "null for the version of a data set, which may be left out", "version-null-is-none"),
)


_NAMES = ("Version", "SCHEMA", "Fields", "dESCRIPTION", "Meta", "RowS")


def _in_another_case() -> Iterator[Case]:
    """Requests whose one data set has a member in another case."""
    value = data_set("!H", [0x0102])
    for name in _NAMES:
        renamed = {name if key == name.lower() else key: member for key, member in value.items()}
        yield Refusal(
            name=f"member-case-{name.lower()}",
            summary=f"a data set with the member {name} in place of {name.lower()}",
            requirements=ids("ENC-11 ENC-02"), code="VALUE", base="dspack/file/one-row",
            edits=[replace_at(_FIRST, renamed)], catches=["members-in-any-case"],
        )  # fmt: skip


def refusals() -> Iterator[Case]:
    """Requests that encoders refuse."""
    for name, version, summary, catches in _VERSIONS:
        yield Refusal(
            name=f"version-{name}", summary=summary, requirements=ids("ENC-10 ENC-02"), code="VALUE",
            base="dspack/file/one-row", edits=[replace_at(f"{_FIRST}/version", version)], catches=[catches],
        )  # fmt: skip
    yield from _in_another_case()
    for name, base, edit, summary, catches, then in _SHAPES:
        yield Refusal(
            name=name, summary=summary, requirements=ids("ENC-11 ENC-02"), code="VALUE", base=f"dspack/file/{base}",
            edits=[edit], catches=[] if then else [catches], then=then,
        )  # fmt: skip
