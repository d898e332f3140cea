"""Proofs over all cases of a format: each kind of false claim, planted alone, is refused."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from goldenwire_reference import requirements
from goldenwire_reference.daphne import tables
from goldenwire_reference.errors import DecodeError, EncodeError
from goldenwire_reference.formats import FORMATS, load
from goldenwire_suite.cases import Accept, Case, Feature, Refusal, Reject, put, remove_at, replace_at
from goldenwire_suite.daphne.cases.builders import block, dense
from goldenwire_suite.generation import GenerationError, generate_format
from goldenwire_suite.mutations import (
    Change,
    Constant,
    Disabled,
    Edit,
    Entry,
    Mutation,
    MutationError,
    Replaced,
    Rewrite,
    mutated,
    mutation,
)
from goldenwire_suite.suite import Suite, suite_of

DAPHNE = load("daphne")
VALUE = dense("uint8", [7, 8])
HALVES = [block((0, 0, 1, 1), "dense", "uint8"), block((0, 1, 1, 1), "dense", "uint8")]

# The mutations that the good cases need, each caught by one of them.
ANY_VERSION = mutation(
    "any-version",
    "DAPHNE-HDR-02",
    "it takes any version",
    Disabled("header.version"),
)
BIG_ENDIAN = mutation(
    "rows-big-endian",
    "DAPHNE-GEN-02",
    "it reads the number of rows big-endian",
    Edit("decode._read_header", "reader.uint(8, 'rows') -> reader.uint(8, 'rows', order='big')"),
)
GAPS = mutation(
    "gaps",
    "DAPHNE-PART-04",
    "it writes a plan with gaps",
    Edit("plan.check", "covered != obj.rows * obj.columns -> False"),
)
TABLE = (ANY_VERSION, BIG_ENDIAN, GAPS)


def good(**changes: Any) -> Accept:
    usual: dict[str, Any] = {
        "name": "good", "summary": "a row of 2 cells", "requirements": ["DAPHNE-GEN-02"],
        "value": VALUE, "plan": HALVES,
    }  # fmt: skip
    return Accept(**usual | changes)


def bad(**changes: Any) -> Reject:
    usual: dict[str, Any] = {
        "name": "bad", "summary": "the version is 2", "requirements": [], "base": "daphne/trial/good",
        "edits": [put("version", 2)], "checks": {"header.version": None}, "catches": ["any-version"],
    }  # fmt: skip
    return Reject(**usual | changes)


def refused(**changes: Any) -> Refusal:
    usual: dict[str, Any] = {
        "name": "refused", "summary": "the last block is missing", "requirements": [], "base": "daphne/trial/good",
        "edits": [remove_at("/plan/1")], "code": "PLAN",
    }  # fmt: skip
    return Refusal(**usual | changes)


CITED = {id_ for wrong in TABLE for id_ in wrong.requirements}
REASONS = dict.fromkeys(requirements.load("daphne").keys() - CITED, "it is not on trial")


def generate(cases: Sequence[Case], table: Sequence[Any] = TABLE, **facts: Any) -> None:
    trial = [Feature("trial", "T", cases)]
    suite = Suite(proven=True, mutations=lambda: table, cases=lambda: trial, without_vector=REASONS)
    generate_format(replace(DAPHNE, suite=replace(suite, **facts)))


def test_true_claims_are_generated() -> None:
    generate([good(), bad(), refused()])


FALSE: dict[str, tuple[list[Case], dict[str, Any], str]] = {
    # coverage
    "a requirement without a case": (
        [good(), bad(), refused()], {"without_vector": dict.fromkeys(REASONS.keys() - {"DAPHNE-GEN-03"}, "")},
        "no case cites DAPHNE-GEN-03",
    ),
    "a reason for a requirement that has a case": (
        [good(), bad(), refused()], {"without_vector": REASONS | {"DAPHNE-GEN-02": ""}},
        "DAPHNE-GEN-02 is to have no case, and is cited by some",
    ),
    "a reason for no requirement": (
        [good(), bad(), refused()], {"without_vector": REASONS | {"DAPHNE-XX-01": ""}},
        "DAPHNE-XX-01 is to have no case, and is not in spec.md",
    ),
    # summaries
    "a code point that is not there": ([good(summary="U+00E9 in a row"), bad(), refused()], {}, "says U+00E9"),
    "a byte at another place": (
        [good(summary="the second byte of a character that begins with 07 is 09"), bad(), refused()], {},
        "says that the second byte of a character that begins with 07 is 09, which is not so",
    ),
    "a summary that two cases share": (
        [good(), bad(summary="a row of 2 cells"), refused()],
        {}, "2 cases have the summary 'a row of 2 cells': good, bad",
    ),
    "a number that is not there": ([good(summary="a row of 7,000 cells"), bad(), refused()], {}, "says 7,000"),
    "a power that is not there": ([good(summary="2^40 - 1 cells"), bad(), refused()], {}, "says 2^40 - 1"),
    "a number as a word": ([good(summary="a row of eleven cells"), bad(), refused()], {}, "says eleven"),
    "octets that are not there": ([good(summary="01 02 03"), bad(), refused()], {}, "says"),
    "a word of Python": ([good(summary="the cell is None"), bad(), refused()], {}, "has 'None', which is Python"),
    "an octet as Python spells it": ([good(summary=r"the label b\xe9"), bad(), refused()], {}, "xe9', which is Python"),
    "a class that no cited requirement gives": (
        [good(), bad(also=["LABEL"]), refused()], {}, "it admits LABEL, and cites none of those that give it",
    ),
    "a type that is not there": (
        [good(summary="a row of int64"), bad(), refused()], {"type_names": {"int64"}}, "names the type int64"
    ),
    "a letter that is a type": (
        [good(summary="a row of q"), bad(), refused()], {"type_names": {"q"}}, "names the type q"
    ),
    # edits
    "an edit that changes nothing": (
        [good(), bad(edits=[put("version", 2), put("rows", 1)]), refused()], {}, "an edit changes nothing"
    ),
    "a request with nothing edited": ([good(), bad(), refused(edits=[])], {}, "nothing tells it from its base"),
    "a request whose edit changes nothing": (
        [good(), bad(), refused(edits=[replace_at("/plan/0/rx", "0")])], {}, "an edit changes nothing"
    ),
    "an edit of what is not there": ([good(), bad(), refused(edits=[remove_at("/plan/7")])], {}, "/plan/7"),
    "a request with two defects": (
        [good(), bad(), refused(edits=[remove_at("/plan/1"), replace_at("/plan/0/columns", "9")], code="PLAN")],
        {}, "it may have two defects",
    ),
    # mutations
    "a case that is blind to the mistake it names": (
        [good(), bad(catches=["any-version", "rows-big-endian"]), refused()], {}, "it is blind to rows-big-endian"
    ),
    "a mutation that there is not": ([good(catches=["odd"]), bad(), refused()], {}, "there is no mutation odd"),
    "a mutation that nothing catches": ([good(), refused()], {}, "no case catches the mutation any-version"),
    # citations and levels
    "a requirement that the case does not meet": (
        [good(requirements=["DAPHNE-GEN-02", "DAPHNE-HDR-02"]), bad(), refused()],
        {}, "daphne/trial/good: it cites DAPHNE-HDR-02, and nothing shows that it meets it: the outcome is the same",
    ),
    "a requirement without mutation": (
        [good(requirements=["DAPHNE-GEN-02", "DAPHNE-GEN-03"]), bad(), refused()], {}, "which has no mutation"
    ),
    "a draft case that hangs on a resolution": (
        [good(), bad(), refused()],
        {"table": (*TABLE, mutation("one-only", "DAPHNE-ENC-05", "it refuses plans",
            Edit("encode.encode", "canonical(obj) if plan is None else plan -> canonical(obj)")))},
        "daphne/trial/good: it is of level draft, and hangs on DAPHNE-ENC-05, and cites none: with one-only",
    ),
    # the table and ids
    "a mutation that does not fit any more": (
        [good(), bad(), refused()],
        {"table": (replace(ANY_VERSION, changes=(Edit("decode._read_header", "gone -> here"),)), *TABLE[1:])},
        "the mutation any-version: decode._read_header has the code 'gone' 0 times",
    ),
    "a mutation of no requirement": (
        [good(), bad(), refused()],
        {"table": (*TABLE, replace(GAPS, name="other", requirements=("DAPHNE-GEN-99",)))},
        "is of no requirement: DAPHNE-GEN-99",
    ),
    "two mutations of one name": (
        [good(), bad(), refused()], {"table": (*TABLE, GAPS)}, "two mutations are called gaps"
    ),
    "a requirement that has a mutation after all": (
        [good(), bad(), refused()],
        {"without_mutation": {"DAPHNE-HDR-02": "none"}}, "is to have no mutation, and has one",
    ),
    "an id that was given up": (
        [good(), bad(), refused()],
        {"retired": {"daphne/trial/bad": "it was false"}}, "daphne/trial/bad: this id is retired",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("cases", "facts", "sentence"), FALSE.values(), ids=FALSE)
def test_a_false_claim_is_not_generated(cases: list[Case], facts: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GenerationError) as caught:
        generate(cases, **facts)
    assert sentence in str(caught.value)


# Running mutations

DATA = DAPHNE.encode(VALUE)


def test_a_mutation_ends_where_it_began() -> None:
    with mutated(DAPHNE.home, BIG_ENDIAN), pytest.raises(DecodeError):
        DAPHNE.decode(DATA)
    assert DAPHNE.decode(DATA) == VALUE


def wrong(*changes: Change) -> Mutation:
    return mutation("wrong", "DAPHNE-GEN-01", "", *changes)


OTHER = b"\2" + DATA[1:]


def not_of_version_2(original: Callable[..., Any], *args: Any) -> Any:
    """Refuse what the function accepts in version 2."""
    found = original(*args)
    if args[0].data[0] == 2:
        raise DecodeError("VERSION", "DAPHNE-HDR-02", 0, "not this one")
    return found


MADE: dict[str, tuple[Sequence[Change], Sequence[bytes]]] = {
    # changes, and the inputs that are accepted with them
    "a check that is off": ([Disabled("header.version")], [DATA, OTHER]),
    "another expression": ([Edit("decode._read_header", "version != VERSION -> version < VERSION")], [DATA, OTHER]),
    "another spelling": ([Edit("decode._read_header", "version   !=  (VERSION) -> False")], [DATA, OTHER]),
    "two edits, one of the other's result": (
        [
            Edit("decode._read_header", "version != VERSION -> version != 2"),
            Edit("decode._read_header", "version != 2 -> version < 2"),
        ],
        [OTHER],
    ),
    "a function in its place": (
        [Disabled("header.version"), Replaced("decode._read_header", not_of_version_2)], [DATA],
    ),
    "a function in place of an edited one": (
        [
            Edit("decode._read_header", "version != VERSION -> False"),
            Replaced("decode._read_header", lambda original, *args: original(*args)),
        ],
        [DATA, OTHER],
    ),
    "a text, as formats from outside may have": (
        [Rewrite("decode._read_header", "version != VERSION", "version < VERSION")], [DATA, OTHER],
    ),
    "a text, and an edit of the result": (
        [
            Rewrite("decode._read_header", "version != VERSION", "version != 2"),
            Edit("decode._read_header", "version != 2 -> version < 2"),
        ],
        [OTHER],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "accepted"), MADE.values(), ids=MADE)
def test_a_change_is_made_within_and_undone_behind(changes: Sequence[Change], accepted: Sequence[bytes]) -> None:
    with mutated(DAPHNE.home, wrong(*changes)):
        assert [data for data in (DATA, OTHER) if accepts(data)] == accepted
    assert [accepts(DATA), accepts(OTHER)] == [True, False]


def accepts(data: bytes) -> bool:
    try:
        return bool(DAPHNE.decode(data) == VALUE)
    except DecodeError:
        return False


def test_a_statement_is_dropped_with_pass() -> None:
    with mutated(DAPHNE.home, wrong(Edit("encode._write_header", "writer.uint(obj.rows, 8) -> pass"))):
        assert DAPHNE.encode(VALUE) == DATA[:2] + DATA[10:]
    assert DAPHNE.encode(VALUE) == DATA


def test_a_disabled_check_may_name_the_value_to_go_on_with() -> None:
    with mutated(DAPHNE.home, wrong(Disabled("matrix.value-type.unassigned", 5))):
        assert DAPHNE.decode(DATA[:18] + b"\x63" + DATA[19:]) == {**VALUE, "type": "int8"}


UNFIT = {
    "code that occurs often": (Edit("decode._read_header", "reader -> writer"), "times, and should have it once"),
    "the same code": (Edit("decode._read_header", "version != VERSION -> version!=VERSION"), "stays as it is"),
    "no Python": (Edit("decode._read_header", "version != VERSION -> version !="), "'version !=' is no Python"),
    "no arrow": (Edit("decode._read_header", "version != VERSION"), "is no `old -> new` on one line"),
    "two lines": (Edit("decode._read_header", "version -> 1\n2"), "is no `old -> new` on one line"),
    "two statements": (Edit("decode._read_header", "version -> a; b"), "is not one expression or one simple statement"),
    "a compound statement": (Edit("decode._read_header", "version -> if a: b"), "is not one expression or one simple"),
    "a statement for an expression": (
        Edit("decode._read_header", "version != VERSION -> pass"), "has the code 'version != VERSION' 0 times",
    ),
    "no such function": (Edit("decode.nowhere", "a -> b"), "there is no decode.nowhere"),
    "no such module": (Edit("nowhere.decode", "a -> b"), "there is no module nowhere in goldenwire_reference.daphne"),
    "no function": (Replaced("tables.VERSION", lambda original: original()), "tables.VERSION is no function"),
    "no such check": (Disabled("header.colour"), "the decoder has no check header.colour"),
    "no such key": (Entry("tables.VALUE_TYPES", 99, None), "tables.VALUE_TYPES has no 99"),
    "no table": (Entry("tables.VERSION", 1, None), "tables.VERSION is no table"),
    "no such constant": (Constant("NOWHERE", 1), "the tables have no NOWHERE"),
    "text that is not there": (Rewrite("decode._read_header", "gone", ""), "has the text 'gone' 0 times"),
    "the same text": (Rewrite("decode._read_header", "version != VERSION", "version != VERSION"), "stays as it is"),
    "text that is no Python": (Rewrite("decode._read_header", "version != VERSION", "version !="), "it is no Python"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "sentence"), UNFIT.values(), ids=UNFIT)
def test_a_change_that_does_not_fit_says_so(change: Change, sentence: str) -> None:
    with pytest.raises(MutationError) as caught, mutated(DAPHNE.home, wrong(change)):
        pass
    assert sentence in str(caught.value)
    assert DAPHNE.decode(DATA) == VALUE


@pytest.mark.parametrize("name", FORMATS)
def test_no_mutation_of_the_kits_own_formats_has_a_program_in_a_text(name: str) -> None:
    changes = [change for one in suite_of(load(name)).mutations() for change in one.changes]
    assert len(changes) > 100
    assert not [change for change in changes if isinstance(change, Rewrite)]
    edits = [change.change for change in changes if isinstance(change, Edit)]
    assert [text for text in edits if any(word in text for word in ("__import__", "exec(", "eval("))] == []


def test_an_entry_of_a_table_is_another_one_within() -> None:
    swapped = Entry("tables.VALUE_TYPES", 1, lambda old: tables.VALUE_TYPES[2])
    with (
        mutated(DAPHNE.home, mutation("swapped", "DAPHNE-VT-01", "", swapped)),
        pytest.raises(ValueError, match="TRUNCATED"),
    ):
        DAPHNE.decode(DATA)
    assert DAPHNE.decode(DATA) == VALUE


def test_a_constant_is_another_one_in_every_module_that_has_it() -> None:
    with mutated(DAPHNE.home, mutation("second", "DAPHNE-HDR-01", "", Constant("VERSION", 2))):
        assert DAPHNE.encode(VALUE)[0] == 2
        assert DAPHNE.decode(DAPHNE.encode(VALUE)) == VALUE
    assert DAPHNE.encode(VALUE) == DATA


@pytest.mark.parametrize(("function", "stays"), [("types._parse", False), ("encode._write_tuple", True)])
def test_what_is_remembered_stays_where_a_mutation_cannot_touch_it(function: str, stays: bool) -> None:
    from goldenwire_reference.dynd import types

    types.parse("int8")
    with mutated("goldenwire_reference.dynd", wrong(Replaced(function, lambda original, *args: original(*args)))):
        assert bool(types._parse.cache_info().currsize) == stays


def test_the_mutation_that_fills_up_bytes_of_dynd_leaves_out_those_of_gibibytes() -> None:
    dynd = load("dynd")
    filled = next(one for one in suite_of(dynd).mutations() if one.name == "short-bytes-filled-up")
    with mutated(dynd.home, filled):
        assert dynd.encode("7f", {"type": "bytes[3]"}) == b"\x7f\0\0"
        with pytest.raises(EncodeError):
            dynd.encode("7f", {"type": f"bytes[{1 << 32}]"})
