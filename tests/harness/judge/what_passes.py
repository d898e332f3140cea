"""The rules in vectors/README.md on what passes, as a table of answers in the toy format.

For each question and clause there is an answer that breaks it and one that keeps it.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Raw

from goldenwire.protocol import KINDS, Observation
from harness import trees
from harness.toy import ALL, octets, raw, rejected, value
from harness.trees import (
    BAD_PLAN,
    CHOICE,
    EMPTY,
    ONE,
    PLANNED,
    TOO_LONG,
    TWO,
    VERSION,
    ZERO,
    Tree,
    accept,
    either,
    reject,
)

POLICY = {"choices": ["reject", "read"], "reference": "reject", "meaning": "a cell is refused, or read"}
FACTS: Tree = {
    **trees.FACTS,
    "features": {**trees.FACTS["features"], "order": "reports the first of several defects"},
    "policies": {**trees.FACTS["policies"], "toy.alias": POLICY, "toy.big": POLICY},
    "comparison": ["number", "unique_set"],
    "integers_for_doubles": {"carrier": "json"},
    "no_encoder_offset": "TOY-ENC-01",
}


def document(id: str, value: Any, text: str, **more: Any) -> Tree:
    """Return a case of a JSON object, which has many spellings; this one has a space."""
    return accept(f"toy/document/{id}", value, text.replace("{", "{ ", 1).encode(), canonical=False, layout="", **more)


def read_alone(id: str, value: Any, text: str) -> Tree:
    """Return such a case for decoders alone."""
    return document(id, value, text, operations=["decode", "transcode"])


def open_question(id: str, policy: str, data: bytes, **outcomes: Tree) -> Tree:
    return {**either(id, data, outcomes), "policy": policy}


# A double and an integer beyond 2^53: 1e20 and 2^53 + 1. The double has a neighbour 16,384 away.
DOUBLE, AS_INTEGER, ROUNDS_TO_IT, ROUNDS_AWAY = "0x4415af1d78b58c40", f"1{0:020}", f"1{1:020}", f"1{10**4:020}"
INTEGER, NEIGHBOUR = "9007199254740993", "9007199254740992"
NAN, OTHER_NAN, THIRD_NAN = "0x7ff8000000000000", "0x7ff8000000000001", "0xfff0000000000001"


def numbers(*atoms: Any, tag: str = "array") -> Any:
    return {tag: [{"number": atom} for atom in atoms]}


def text(json: Any) -> str:
    return bytes(raw(json)).decode()


CASES = [
    *(ONE, TWO, VERSION, EMPTY, PLANNED, TOO_LONG, BAD_PLAN, ZERO, CHOICE),
    reject(
        "toy/rejects/two-defects", ["VERSION", "ZERO"], 0, b"\2\0", first="VERSION", offsets={"VERSION": 0, "ZERO": 1}
    ),
    reject("toy/rejects/two-ways", ["VERSION", "ZERO", "LIMIT"], 0, b"\3\0", offsets={"VERSION": 0, "ZERO": 1}),
    accept("toy/plan/canonical", ["6"], b"\1\6", plan=[{"block": "x"}]),
    accept("toy/plan/feature", ["7"], b"\1\7", needs=["plans"]),
    open_question(
        "toy/policy/alias", "toy.alias", b"\1\x09", reject={"code": ["VALUE"], "offset": 1}, read={"value": ["8"]}
    ),
    open_question(
        "toy/policy/big",
        "toy.big",
        b"\1\xff",
        reject={"code": ["LIMIT"], "offset": 1},
        read={"value": ["255"], "transcode": ["LIMIT"]},
    ),
    {
        **CHOICE,
        "id": "toy/policy/written",
        "policy": "toy.big",
        "outcomes": {"reject": {"code": ["LIMIT"]}, "read": {"value": ["255"]}},
        "value": ["255"],
    },
    open_question(
        "toy/policy/two-ways",
        "toy.big",
        b"\1\xff\0",
        reject={"code": ["LIMIT", "ZERO"], "offset": 1, "offsets": {"LIMIT": 1, "ZERO": 2}},
        read={"code": ["ZERO"], "offset": 2},
    ),
    document("two", {"a": "1", "b": "2"}, '{"a":"1","b":"2"}'),
    document("number", {"number": "5"}, '{"number":"5"}'),
    document("zero", {"number": "0x8000000000000000"}, '{"number":"0x8000000000000000"}'),
    document("set", {"unique_set": ["1", "2"]}, '{"unique_set":["1","2"]}'),
    document("list", {"list": ["1", "2"]}, '{"list":["1","2"]}'),
    document(
        "json", numbers(DOUBLE, INTEGER), text(numbers(DOUBLE, INTEGER)), context={"carrier": "json", "extensions": []}
    ),
    document("msgpack", numbers(DOUBLE, INTEGER), text(numbers(DOUBLE, INTEGER)), context={"carrier": "msgpack"}),
    read_alone("nan", {"f": {"nan": "16"}}, '{"f":"0x7ff8000000000000"}'),
    read_alone("nan-8", {"f": {"nan": "8"}}, '{"f":"0x7fc00000"}'),
    read_alone(
        "nans", numbers({"nan": "16"}, OTHER_NAN, tag="unique_set"), text(numbers(OTHER_NAN, NAN, tag="unique_set"))
    ),
    read_alone("key", {"nan": {"str": "16"}}, '{"nan":{"str":"16"}}'),
]


class Row(NamedTuple):
    """An answer that breaks a clause and one that keeps it, the codec's declarations, and the finding on the latter."""

    breaks: Observation
    keeps: Observation
    features: tuple[str, ...] = ALL
    policies: Mapping[str, str] = {}
    kept: str = "pass"


def spelled(json: str) -> Observation:
    """Return a codec's value in this spelling."""
    return Observation("value", Raw(json.encode()))


def wrote(json: Any) -> Observation:
    """Return a codec's bytes, a document."""
    return octets(json.encode() if isinstance(json, str) else bytes(raw(json)))


def without(feature: str) -> tuple[str, ...]:
    return tuple(other for other in ALL if other != feature)


BREAKDOWNS = [kind for kind in KINDS if kind not in {"value", "bytes", "rejected", "unsupported"}]
PROFILE, IN_ORDER = (*ALL, "single-block"), (*ALL, "order")
REJECT, KEEP, ALIAS, BIG = {"toy.zero": "reject"}, {"toy.zero": "keep"}, {"toy.alias": "read"}, {"toy.big": "read"}

ROWS: dict[str, dict[str, Row]] = {
    # accept, decode: the codec's value is `value`. Neither the order of keys nor JSON's spelling matters
    "basic/one decode": {
        "the value": Row(value(["2"]), value(["1"])),
        "a value, not bytes": Row(octets(b"\1\1"), value(["1"])),
        "a value, not a refusal": Row(rejected("VERSION"), value(["1"])),
        "any spelling of JSON": Row(spelled("[1]"), spelled(' [ "\\u0031" ] ')),
        "nothing else is JSON": Row(spelled("["), value(["1"])),
        "whatever is logged": Row(Observation("garbled", stderr="x"), Observation("value", raw(["1"]), stderr="x")),
        "what is unsupported is skipped": Row(value([]), Observation("unsupported"), kept="declined"),
        "a profile leaves out what needs it": Row(rejected("LIMIT"), value(["1"]), PROFILE),
        **{f"{kind} is no answer": Row(Observation(kind), value(["1"])) for kind in BREAKDOWNS},
    },
    "document/two decode": {
        "keys in any order": Row(spelled('{"b":"1","a":"2"}'), spelled('{"b":"2","a":"1"}')),
        "each key once": Row(spelled('{"a":"2","a":"1","b":"2"}'), spelled('{"b":"2","a":"1"}')),
        "no key less": Row(value({"a": "1"}), value({"a": "1", "b": "2"})),
        "no key more": Row(value({"a": "1", "b": "2", "c": "3"}), value({"a": "1", "b": "2"})),
    },
    "document/list decode": {"lists in their order": Row(value({"list": ["2", "1"]}), value({"list": ["1", "2"]}))},
    # `{"nan":"16"}` in the place of a float's bits is any NaN of 16 hex digits
    "document/nan decode": {
        "any NaN": Row(value({"f": "0x7ff0000000000000"}), value({"f": THIRD_NAN})),
        "of its width": Row(value({"f": "0x7fc00000"}), value({"f": OTHER_NAN})),
        "as bits": Row(value({"f": {"nan": "16"}}), value({"f": NAN})),
    },
    "document/nan-8 decode": {"of its width": Row(value({"f": NAN}), value({"f": "0xff800001"}))},
    "document/key decode": {"a key is no NaN": Row(value({"nan": NAN}), value({"nan": {"str": "16"}}))},
    # `comparison`: under `number` by value (-0.0 is not 0), under `unique_set` order means nothing
    "document/number decode": {
        "numbers by value": Row(value({"number": "6"}), value({"number": "0x4014000000000000"})),
        "a number is a text": Row(value({"number": 5}), value({"number": "5"})),
    },
    "document/zero decode": {
        "with their sign": Row(value({"number": "0"}), value({"number": "0x8000000000000000"})),
        "and there is no -0": Row(value({"number": "-0"}), value({"number": "0x8000000000000000"})),
    },
    "document/set decode": {
        "in any order": Row(value({"unique_set": ["1", "1"]}), value({"unique_set": ["2", "1"]})),
        "no element less": Row(value({"unique_set": ["1"]}), value({"unique_set": ["2", "1"]})),
        "no element more": Row(value({"unique_set": ["2", "1", "3"]}), value({"unique_set": ["2", "1"]})),
    },
    "document/nans decode": {
        "each its partner": Row(
            value(numbers(NAN, THIRD_NAN, tag="unique_set")), value(numbers(OTHER_NAN, NAN, tag="unique_set"))
        ),
    },
    "document/json decode": {
        "a value is not rounded": Row(value(numbers(ROUNDS_TO_IT, INTEGER)), value(numbers(AS_INTEGER, INTEGER))),
    },
    # accept, encode with a plan: if the codec declares `plans`, its bytes; if not, and `canonical`, it is asked without
    "plan/planned encode": {
        "the plan's bytes": Row(octets(b"\1\6"), octets(b"\1\5")),
        "a plan's bytes, not a value": Row(value(["5"]), octets(b"\1\5")),
    },
    "plan/canonical encode": {
        "the plan's, though canonical": Row(octets(b"\1\5"), octets(b"\1\6"), without("canonical")),
        "canonical, without plans": Row(octets(b"\1\5"), octets(b"\1\6"), without("plans")),
        "any, with neither": Row(octets(b"\1\5"), octets(b"\1\6"), ("codes", "offsets")),
    },
    # accept, encode without a plan: the canonical bytes if `canonical` is true and declared, else what they decode to
    "basic/one encode": {
        "the canonical bytes": Row(octets(b"\1\2"), octets(b"\1\1")),
        "or what means the same": Row(octets(b"\1\2"), octets(b"\1\1"), without("canonical")),
        "bytes, not a refusal": Row(rejected("LIMIT"), octets(b"\1\1")),
    },
    "document/two encode": {
        "any bytes of the value": Row(wrote('{"a":"2","b":"1"}'), wrote('{"b":"2", "a":"1"}')),
        "legal ones": Row(octets(b"\2"), wrote('{"b":"2", "a":"1"}')),
    },
    # an integer that an encoder wrote where a double is due counts as the double nearest to it, in some contexts
    "document/json encode": {
        "an integer is itself": Row(wrote(numbers(AS_INTEGER, NEIGHBOUR)), wrote(numbers(AS_INTEGER, INTEGER))),
        "a double is the nearest": Row(wrote(numbers(ROUNDS_AWAY, INTEGER)), wrote(numbers(ROUNDS_TO_IT, INTEGER))),
    },
    "document/json transcode": {
        "an integer is itself": Row(wrote(numbers(AS_INTEGER, NEIGHBOUR)), wrote(numbers(AS_INTEGER, INTEGER))),
        "a double is the nearest": Row(wrote(numbers(ROUNDS_AWAY, INTEGER)), wrote(numbers(ROUNDS_TO_IT, INTEGER))),
    },
    "document/msgpack encode": {
        "in no other": Row(wrote(numbers(AS_INTEGER, INTEGER)), wrote(numbers(DOUBLE, INTEGER))),
    },
    # accept, transcode: the codec's bytes decode to `value`
    "document/two transcode": {
        "bytes that mean the same": Row(wrote('{"a":"1","b":"3"}'), wrote('{"b":"2","a":"1"}')),
        "legal ones": Row(octets(b""), wrote('{"b":"2","a":"1"}')),
        "bytes, not a value": Row(value({"a": "1", "b": "2"}), wrote('{"b":"2","a":"1"}')),
    },
    # reject, decode: the codec rejects; its code is one of `code`, and if that is one, its offset is `offset`
    "basic/version decode": {
        "a refusal": Row(value(["1"]), rejected("VERSION", 0)),
        "its code": Row(rejected("LIMIT", 0), rejected("VERSION", 0)),
        "a code": Row(rejected("", 0), rejected("VERSION", 0)),
        "a code, if declared": Row(octets(b""), rejected("LIMIT", 0), without("codes")),
        "its offset": Row(rejected("VERSION", 1), rejected("VERSION", 0)),
        "an offset": Row(rejected("VERSION"), rejected("VERSION", 0)),
        "an offset, if declared": Row(value([]), rejected("VERSION", 1), without("offsets")),
        "neither, if not declared": Row(value([]), rejected(), ("plans", "canonical")),
        **{f"{kind} is no refusal": Row(Observation(kind), rejected("VERSION", 0)) for kind in BREAKDOWNS},
    },
    # with `first`: its code is `first` if it declares `order`; if not, any of `code` is good, and another is noted
    "rejects/two-defects decode": {
        "a refusal": Row(value([]), rejected("VERSION", 0)),
        "the first": Row(rejected("ZERO", 1), rejected("VERSION", 0), IN_ORDER),
        "the first, if order is declared": Row(rejected("LIMIT", 1), rejected("ZERO", 1), kept="unspecified"),
        "at its place": Row(rejected("VERSION", 1), rejected("VERSION", 0)),
        "at its place, in order": Row(rejected("VERSION", 1), rejected("VERSION", 0), IN_ORDER),
        "the other one at its place": Row(rejected("ZERO", 0), rejected("ZERO", 1), kept="unspecified"),
        "a code, if declared": Row(value([]), rejected(), ("plans", "canonical")),
    },
    # with several classes: its offset is that of the class in `offsets`, if there is one
    "rejects/two-ways decode": {
        "the place of the class it names": Row(rejected("ZERO", 0), rejected("ZERO", 1)),
        "a place": Row(rejected("VERSION"), rejected("VERSION", 0)),
        "anywhere, for a class without one": Row(rejected("VALUE", 0), rejected("LIMIT", 7)),
        "anywhere, if not declared": Row(value([]), rejected("ZERO", 9), without("offsets")),
    },
    "basic/empty decode": {
        "one of its codes": Row(rejected("LIMIT", 0), rejected("VERSION", 0)),
        "anywhere": Row(rejected("", 0), rejected("TRUNCATED", 5)),
    },
    # reject, transcode: as its decoding
    "basic/version transcode": {
        "a refusal": Row(octets(b"\1\1"), rejected("VERSION", 0)),
        "the decoding's code": Row(rejected("LIMIT", 0), rejected("VERSION", 0)),
        "the decoding's offset": Row(rejected("VERSION"), rejected("VERSION", 0)),
        "an offset, if declared": Row(octets(b"\1\1"), rejected("VERSION", 1), without("offsets")),
    },
    # refusal, encode: the codec rejects; codes as for decode
    "plan/too-long encode": {
        "a refusal": Row(octets(b"\1\1"), rejected("LIMIT")),
        "its code": Row(rejected("VALUE"), rejected("LIMIT")),
        "no offset": Row(rejected("LIMIT", 0), rejected("LIMIT")),
        "no offset, whatever is declared": Row(rejected("LIMIT", 0), rejected("LIMIT"), ()),
        "a code, if declared": Row(octets(b"\1\1"), rejected("VALUE"), without("codes")),
        **{f"{kind} is no refusal": Row(Observation(kind), rejected("LIMIT")) for kind in BREAKDOWNS},
    },
    "plan/bad-plan encode": {"a refusal": Row(octets(b"\1\1"), rejected("PLAN"))},
    # either, decode: the outcome of the declared choice, judged like an accept or a reject; else any, which is noted
    "zero/stored decode": {
        "the declared value": Row(value(["1"]), value(["0"]), ALL, KEEP),
        "not the other choice": Row(rejected("ZERO", 1), value(["0"]), ALL, KEEP),
        "the declared refusal": Row(value(["0"]), rejected("ZERO", 1), ALL, REJECT),
        "its code": Row(rejected("VALUE", 1), rejected("ZERO", 1), ALL, REJECT),
        "its offset": Row(rejected("ZERO", 0), rejected("ZERO", 1), ALL, REJECT),
        "any value": Row(value(["1"]), value(["0"]), kept="unspecified"),
        "any refusal": Row(rejected("VALUE", 1), rejected("ZERO", 1), kept="unspecified"),
    },
    "policy/two-ways decode": {
        "the place of the class it names": Row(rejected("ZERO", 1), rejected("ZERO", 2), ALL, {"toy.big": "reject"}),
    },
    # either, transcode: rejected where the outcome says so, else bytes that decode to its value
    "zero/stored transcode": {
        "under the choice, if it is written": Row(octets(b"\1\1"), octets(b"\1\0"), ALL, KEEP),
        "the declared refusal": Row(octets(b"\1\0"), rejected("ZERO", 1), ALL, REJECT),
        "its code": Row(rejected("VALUE", 1), rejected("ZERO", 1), ALL, REJECT),
        "its offset": Row(rejected("ZERO", 0), rejected("ZERO", 1), ALL, REJECT),
        "any outcome": Row(octets(b"\1\1"), octets(b"\1\0"), kept="unspecified"),
    },
    "policy/alias transcode": {
        "read by the choice, written as usual": Row(octets(b"\1\x09"), octets(b"\1\x08"), ALL, ALIAS)
    },
    "policy/big transcode": {
        "read and not written": Row(octets(b"\1\xff"), rejected("LIMIT"), ALL, BIG),
        "with the encoding's code": Row(rejected("VALUE"), rejected("LIMIT"), ALL, BIG),
        "and no offset": Row(rejected("LIMIT", 1), rejected("LIMIT"), ALL, BIG),
    },
    # choice, encode: the same; bytes decode to the value under that choice
    "zero/written encode": {
        "the declared value": Row(octets(b"\1\1"), octets(b"\1\0"), ALL, KEEP),
        "not the other choice": Row(rejected("ZERO"), octets(b"\1\0"), ALL, KEEP),
        "the declared refusal": Row(octets(b"\1\0"), rejected("ZERO"), ALL, REJECT),
        "its code": Row(rejected("VALUE"), rejected("ZERO"), ALL, REJECT),
        "no offset": Row(rejected("ZERO", 1), rejected("ZERO"), ALL, REJECT),
        "any outcome": Row(octets(b"\1\1"), octets(b"\1\0"), kept="unspecified"),
    },
    "policy/written encode": {"under its choice": Row(octets(b"\1\1"), octets(b"\1\xff"), ALL, BIG)},
    # what a profile leaves out may be answered with its code, which is a skip
    "basic/two decode": {
        "a profile's code": Row(rejected("VALUE"), rejected("LIMIT"), PROFILE, kept="declined"),
        "a profile may have it": Row(rejected("TRUNCATED"), value(["1", "2"]), PROFILE),
        "a profile that is declared": Row(rejected("LIMIT"), value(["1", "2"])),
    },
    "basic/two encode": {"a profile's code": Row(rejected("VALUE"), rejected("LIMIT"), PROFILE, kept="declined")},
    "basic/two transcode": {"a profile's code": Row(rejected("VALUE"), rejected("LIMIT"), PROFILE, kept="declined")},
}
