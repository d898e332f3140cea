"""A construct is answered rightly and in time, or slowly, wrongly, or not at all."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from goldenwire.errors import UserError
from goldenwire.judge import referee
from goldenwire.judge.reasons import GrowsTooFast, NoAnswerAtSize, RightAtSmallSize
from goldenwire.protocol import Observation, Operation, Rejection, Request
from goldenwire.scale import DecisiveAnswer, Measurement, Trial
from goldenwire.scale.constructs import small
from goldenwire_suite.suite import Construct
from harness.scale.miniature import FORMAT, TERMS, Miniature, linear, quadratic, value

LIST = Construct("array", "nils in an array", ("MSGPACK-ARRAY-01",), lambda n: {"array": [None] * n}, most=400)
DEEP = Construct("deep", "arrays", ("MSGPACK-LIM-01",), data=lambda n: b"\x91" * n, codes=("LIMIT", "TRUNCATED"))


def run(codec: Miniature, construct: Construct = LIST, *only: Operation, most: int = 10_000) -> list[Measurement]:
    trial = Trial(FORMAT, codec, TERMS, referee.decode, limit=codec.limit, clock=codec.clock)
    return list(trial.run(construct, most, only))


def decode(codec: Miniature, construct: Construct = LIST) -> Measurement:
    [result] = run(codec, construct, "decode")
    return result


def test_every_operation_is_asked_at_three_sizes() -> None:
    results = run(Miniature())
    assert [(one.operation, one.sizes, one.verdict) for one in results] == [
        (operation, (100, 200, 400), "ok") for operation in ("decode", "encode", "transcode")
    ]


def test_sizes_end_where_the_caller_and_the_construct_say() -> None:
    assert [run(Miniature(), LIST, "decode", most=most)[0].sizes for most in (41, 4_000, 1)] == [
        (10, 20, 40), (100, 200, 400), (1, 2, 4),
    ]  # fmt: skip


def test_a_quadratic_codec_is_slow_and_the_figures_are_told() -> None:
    result = decode(Miniature(quadratic))
    [reason] = result.finding.reasons
    assert result.verdict == "slow"
    assert reason == GrowsTooFast(400, 100, 0.162, 0.0106, 1.97)
    assert result.finding.case == "msgpack/scale/array"
    assert result.finding.summary == "400 nils in an array"


@pytest.mark.parametrize(
    "cost",
    [
        pytest.param(linear, id="linear"),
        pytest.param(lambda size: size**1.2 / 1000, id="N to the power of 1.2, more than N log N"),
        pytest.param(lambda size: 2.0 + size / 1000, id="a process for each request"),
        pytest.param(lambda size: size / 1000 * (1 if size < 250 else 9), id="a step"),
        pytest.param(lambda size: quadratic(size) / 2, id="quadratic, and over at once"),
    ],
)
def test_what_is_within_n_log_n_or_short_is_right(cost: Callable[[int], float]) -> None:
    assert decode(Miniature(cost)).verdict == "ok"


def test_what_is_short_is_asked_once_at_each_size() -> None:
    codec = Miniature(lambda size: size / 1e6)
    result = decode(codec)
    assert len(codec.asked) == len(result.seconds) == 3
    assert result.exponent is None


def _ends_early(request: Request, seen: Observation) -> Observation:
    """Lose the items of an array beyond the 250th."""
    return value({"array": msgspec.json.decode(seen.value)["array"][:250]}) if seen.value else seen


def test_a_wrong_answer_at_the_largest_size_is_wrong_and_shows_what_differs() -> None:
    result = decode(Miniature(spoil=_ends_early))
    assert result.verdict == "wrong"
    assert result.seconds == pytest.approx((0.103, 0.203))
    assert result.finding.why == "the decoded value differs"
    assert result.finding.difference


def test_a_codec_that_breaks_down_in_a_later_round_is_wrong() -> None:
    codec = Miniature(quadratic)
    codec.spoil = lambda _, seen: Observation("crashed", cause="SIGSEGV") if len(codec.asked) == 12 else seen
    assert decode(codec).verdict == "crashed"


@pytest.mark.parametrize(
    ("cost", "limit", "verdict"),
    [
        pytest.param(lambda size: quadratic(size) * 20, 2.0, "slow", id="quick at N: the time grows"),
        pytest.param(linear, 0.25, "hung", id="linear, and too slow for the limit: nothing is said of growth"),
        pytest.param(linear, 0.01, "hung", id="hung at N"),
    ],
)
def test_no_answer_in_time_is_slow_where_that_shows_growth(
    cost: Callable[[int], float], limit: float, verdict: str
) -> None:
    result = decode(Miniature(cost, limit=limit))
    assert result.verdict == verdict
    assert isinstance(result.finding.reasons[0], NoAnswerAtSize) is (verdict == "slow")


@pytest.mark.parametrize(
    ("spoil", "verdict"),
    [
        pytest.param(lambda _, seen: seen, "ok", id="refused"),
        pytest.param(lambda *_: value(None), "wrong", id="accepted"),
        pytest.param(lambda *_: Observation("crashed", cause="SIGSEGV"), "crashed", id="crashed"),
        pytest.param(lambda *_: Observation("hung"), "hung", id="hung"),
    ],
)
def test_what_nests_beyond_the_limits_has_to_be_refused(spoil: Any, verdict: str) -> None:
    assert [result.verdict for result in run(Miniature(spoil=spoil), DEEP)] == [verdict] * 2  # decode, transcode


def test_what_is_refused_has_to_be_refused_in_time() -> None:
    assert decode(Miniature(quadratic), DEEP).verdict == "slow"


LIMIT = Observation("rejected", rejection=Rejection("LIMIT", None, ""))


def glance(codec: Miniature, construct: Construct = LIST) -> DecisiveAnswer:
    """Return the outcome of decoding at one small size."""
    trial = Trial(FORMAT, codec, TERMS, referee.decode, clock=codec.clock)
    [outcome] = trial.glance(construct, ["decode"], Counter())
    return outcome


def test_a_glance_asks_once_for_what_is_answered_soon() -> None:
    codec = Miniature(lambda size: size / 1e6)
    assert glance(codec).judgement.finding == "pass"
    assert [len(request.data or b"") for request in codec.asked] == [303]


@pytest.mark.parametrize(("cost", "finding"), [(linear, "pass"), (lambda size: size**2 / 1e4, "unspecified")])
def test_a_glance_at_what_takes_long_judges_the_growth_and_leaves_it_unspecified(
    cost: Callable[[int], float], finding: str
) -> None:
    codec = Miniature(cost)
    outcome = glance(codec)
    assert outcome.judgement.finding == finding
    assert len(codec.asked) > 4
    assert outcome.is_slow is (finding == "unspecified")


@pytest.mark.parametrize("seen", [value(None), Observation("hung"), Observation("crashed")], ids=lambda seen: seen.kind)
def test_a_glance_at_a_wrong_answer_fails(seen: Observation) -> None:
    outcome = glance(Miniature(spoil=lambda *_: seen))
    assert (outcome.judgement.finding, outcome.seen) == ("fail", seen)


MANY = replace(LIST, most=100_000, checked=66_000)


@pytest.mark.parametrize(
    ("codec", "finding", "sizes"),
    [
        pytest.param(Miniature(), "pass", [33_000, 66_000], id="right, however long it takes"),
        pytest.param(Miniature(limit=10), "unspecified", [33_000, 1000], id="not in time, and right at a small size"),
        pytest.param(Miniature(limit=0.1), "fail", [33_000, 1000], id="not in time at a small size"),
        pytest.param(Miniature(spoil=lambda *_: LIMIT), "fail", [33_000], id="refused"),
    ],
)
def test_a_glance_at_the_size_for_check_and_at_half_of_it(codec: Miniature, finding: str, sizes: list[int]) -> None:
    judgement = glance(codec, MANY).judgement
    assert judgement.finding == finding
    assert [len(request.data or b"") // 1000 * 1000 for request in codec.asked] == sizes
    assert finding != "unspecified" or judgement.reasons == (RightAtSmallSize(33_000, 1000),)


def test_a_glance_is_at_a_hundredth_of_the_largest_size_and_at_all_levels_of_a_nest() -> None:
    assert [small(replace(LIST, most=most)) for most in (24, 4096, 100_000)] == [300, 300, 1000]


def test_a_glance_at_a_text_is_at_a_long_one() -> None:
    assert [small(replace(LIST, most=most, is_text=True)) for most in (65_532, 1 << 20)] == [65_532, 131_072]


def test_what_the_codec_declines_is_declined() -> None:
    result = decode(Miniature(spoil=lambda *_: Observation("unsupported", detail="no arrays")))
    assert (result.verdict, result.seconds) == ("declined", ())


@pytest.mark.parametrize(
    ("most", "seen", "verdict"),
    [
        pytest.param(400, LIMIT, "declined", id="beyond the floor, with the class"),
        pytest.param(400, Observation("rejected", rejection=Rejection("RANGE", None, "")), "wrong", id="another class"),
        pytest.param(80, LIMIT, "wrong", id="up to the floor"),
    ],
)
def test_a_codec_may_refuse_what_is_beyond_the_floor_of_a_limit(most: int, seen: Observation, verdict: str) -> None:
    limited = replace(LIST, most=most, floor=99, limit="LIMIT")
    assert decode(Miniature(spoil=lambda *_: seen), limited).verdict == verdict


def test_what_the_codec_does_not_declare_is_not_asked() -> None:
    needy = replace(LIST, needs=("timestamps",))
    terms = msgspec.structs.replace(TERMS, operations=("decode",), undeclared=frozenset({"timestamps"}))
    codec = Miniature()
    trial = Trial(FORMAT, codec, terms, referee.decode, limit=1.0, clock=codec.clock)
    assert [result.operation for result in trial.run(LIST, 40)] == ["decode"]
    assert list(trial.run(needy, 40)) == []


def test_a_value_without_an_encoding_is_an_error_of_the_declaration() -> None:
    with pytest.raises(UserError, match=r"^the construct int of msgpack: its value has no encoding at 32: "):
        run(Miniature(), Construct("int", "digits", ("MSGPACK-INT-01",), lambda n: {"int": "9" * n}, most=64))


def test_a_construct_has_a_value_or_data_that_are_refused() -> None:
    with pytest.raises(ValueError, match="neither a value, nor data and the classes that refuse them"):
        Construct("nothing", "of nothing", ())
