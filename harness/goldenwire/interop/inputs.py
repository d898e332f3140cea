"""Generation of inputs for codecs that should interoperate: values, and valid and corrupted bytes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from goldenwire.corpus.vector import ABSENT, FormatFacts, LoadedVector
from goldenwire.interop.codecs import RunningCodec
from goldenwire.properties.playing import Choices, play
from goldenwire_suite.suite import suite_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

ABILITIES = frozenset({"plans", "canonical", "codes", "offsets", "order"})  # features that say nothing about values
SMALL = 1000  # bytes of a vector that is edited
CUT = 10  # vectors that are cut at every offset

Members = Mapping[str, Any]  # of a context


class CommonTerms(NamedTuple):
    """The basis of generation: features that all codecs have or that exclude inputs, and choices that all share."""

    features: tuple[str, ...]
    policies: dict[str, str]


class GeneratedInputs(NamedTuple):
    """Generated inputs as vectors, with the strategy, which can shrink them, and the choices of the first of them."""

    strategy: "SearchStrategy[Any]"
    examples: int
    vectors: list[LoadedVector]
    choices: list[Choices]  # empty if Hypothesis generated them


def draw(
    strategy: "SearchStrategy[Any]", build_question: Callable[[Any], LoadedVector], *, examples: int, seed: str
) -> GeneratedInputs:
    """Return `examples` generated vectors, which are the same in every run with the same seed."""
    from hypothesis import Phase

    from goldenwire_suite.strategies import build_of, sampled

    build = build_of(strategy)
    if build:
        drawn = list(islice(sampled(build, seed), examples))
        return GeneratedInputs(
            strategy, examples, [build_question(one) for one, _ in drawn], [choices for _, choices in drawn]
        )
    vectors: list[LoadedVector] = []
    play(
        strategy,
        lambda one: vectors.append(build_question(one)),
        examples=examples,
        seed=seed,
        phases=(Phase.generate,),
    )
    return GeneratedInputs(strategy, examples, vectors, [])


def common_terms(codecs: Sequence[RunningCodec], writers: Sequence[RunningCodec], facts: FormatFacts) -> CommonTerms:
    """Return the basis that leaves nothing open between these codecs, of which `writers` write."""
    declared = [set(codec.terms.features) for codec in codecs]
    common = set.intersection(*declared) - ABILITIES
    profiles = set.union(*declared) & facts.profiles.keys()
    abilities = set.intersection(*(set(codec.terms.features) for codec in writers)) & ABILITIES if writers else set()
    first, *others = (codec.terms.policies for codec in codecs)
    shared = {key: choice for key, choice in first.items() if all(other.get(key) == choice for other in others)}
    return CommonTerms(tuple(sorted(common | profiles | abilities)), shared)


def fits(context: Any, members: Members) -> bool:
    """Return whether a context has these members."""
    return not members or (isinstance(context, dict) and members.items() <= context.items())


def opened(vector: LoadedVector) -> Any:
    """Return the context of a vector."""
    return msgspec.json.decode(vector.context) if vector.context != ABSENT else None


def values(format: Any, common: CommonTerms, members: Members) -> "SearchStrategy[Any] | None":
    """Return a strategy for values with the ways to write them; None if the format generates none."""
    strategies = suite_of(format).strategies()
    if strategies is None:
        return None
    from goldenwire_suite.strategies import where

    found = strategies.examples("encode", common.features, common.policies, "any")
    return None if found.is_empty else where(found, lambda example: fits(example.context, members))


def octets(
    format: Any, common: CommonTerms, members: Members, vectors: Iterable[LoadedVector]
) -> "SearchStrategy[Any] | None":
    """Return a strategy for bytes: valid ones, and edited ones, also of vectors; None if there are none."""
    from goldenwire_suite.strategies import broken, mapped, one_of, where

    def layout(data: bytes, context: Any) -> Any:
        return format.explain(data, context).fields

    def encode(example: Any) -> bytes:
        return bytes(example.encoded(format))

    parts = []
    strategies = suite_of(format).strategies()
    legal = strategies.examples("decode", common.features, common.policies, "any") if strategies else None
    if legal is not None and not legal.is_empty:
        legal = where(legal, lambda example: fits(example.context, members))
        parts += [mapped(legal, lambda one: _whole(one, encode)), broken.edits(legal, encode, layout)]
    if stored := _stored(vectors):
        parts.append(broken.edits(_one_of(stored), encode, layout))
    return one_of(parts) if parts else None


def prefixes(vectors: Iterable[LoadedVector]) -> Iterator[Any]:
    """Yield every proper prefix of the smallest accepted vectors."""
    from goldenwire_suite.strategies.broken import Broken

    for one in _stored(vectors)[:CUT]:
        for end in range(len(one.data)):
            yield Broken(one.data[:end], one.context, f"cut after {end} of {len(one.data)} bytes", one.data)


def short(vectors: Iterable[LoadedVector], length: int) -> Iterator[Any]:
    """Yield all bytes up to a length, the shortest first, in the context of the smallest accepted vector."""
    from goldenwire_suite.strategies.broken import Broken

    for one in _stored(vectors)[:1]:
        for size in range(length + 1):
            for octets in product(range(256), repeat=size):
                yield Broken(bytes(octets), one.context, f"one of all inputs of {size} bytes", one.data)


def _whole(example: Any, encode: Callable[[Any], bytes]) -> Any:
    from goldenwire_suite.strategies.broken import Broken

    data = encode(example)
    return Broken(data, example.context, "", data)


def _stored(vectors: Iterable[LoadedVector]) -> list[Any]:
    """Return the small accepted vectors as examples, the smallest first, as it is the simplest."""
    from goldenwire_suite.strategies import Example

    small = [one for one in vectors if one.verdict == "accept" and one.data is not None and len(one.data) <= SMALL]
    return [Example(None, None, opened(one), None, one.needs, one.data) for one in sorted(small, key=_size)]


def _size(vector: LoadedVector) -> tuple[int, bytes]:
    return len(vector.octets), vector.octets


def _one_of(examples: list[Any]) -> "SearchStrategy[Any]":
    from goldenwire_suite.strategies import built
    from goldenwire_suite.strategies.broken import below

    return built(lambda choose: examples[below(choose, len(examples))])
