"""What Hypothesis strategies for values, plans and encodings in neutral notation are made of, whatever the format.

A format's strategies are a module or an object with `examples`, what a codec that declares these features and policies
can be asked without anything being left open; `delivered`; and `exercised`, the requirements that an example is about.
They may have `boundaries` as well, edited values that only just have an encoding, or just have none; `beyond`, broken
bytes in the same way; `small`, examples for a decoder whose fields are few; and, of a format that promises no refusal
of what is not in its notation, `occurs`, whether a value may stand in a request to encode.

All draws are integers from 0 to less than 100. Hypothesis mixes constants that it finds in the loaded modules into
wider draws (and into text, bytes and floats), so that a seed would mean other examples in another process.

What makes an example of such integers does not care who picks them. Hypothesis takes about 40 us for each, as it keeps
what it needs to shrink a failure, and an example has 16 to 75; so those who try many let `sampled` pick, and hand the
picks of what fails to Hypothesis.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from hypothesis import reject
from hypothesis import strategies as st

if TYPE_CHECKING:
    from goldenwire_reference.format import Format
    from goldenwire_reference.reader import Field

Json = Any
S = TypeVar("S")
T = TypeVar("T")
# The encodings of a value: the canonical one; the others; those of them whose parts have the canonical order; those
# that have another order of parts, where order does not matter; what is read and never written, such as a row of which
# only a part is wanted; any.
Encodings = Literal["canonical", "other", "respelled", "reordered", "unwritten", "any"]
Pick = Callable[[int], int]  # pick(n): one of 0..n-1, the simplest first; n is at most 100

Build = Callable[[Pick], T]  # what makes an example of what it picks

WIDEST = 100
PLAIN = (0.0, 0.0, 0.2, 0.5)  # shares of the picks of an example; bugs often show in one that is plain but for little
IN_VAIN = 1000  # draws in a row that bring nothing new, after which there is nothing more
_BELOW = [st.integers(0, max(0, n - 1)) for n in range(WIDEST + 1)]


class Example(NamedTuple):
    """A value and a way to write it.

    `plan`: None stands for the canonical encoding. `delivered`: the value that a decoder delivers; it says where
    any NaN will do, and is otherwise `value` itself. `needs`: features of the bytes that a profile may leave out.
    `data`: the bytes, where the format has no plans and they are not the canonical ones. `stand_in`: a value
    with the same content whose canonical encoding is short, where that of `value` is too long to be asked for.
    `twin`: an example that is plainer in one respect, the one that this example is about; a codec that fails on both
    has another trouble.
    """

    value: Json
    plan: Json
    context: Json
    delivered: Json
    needs: tuple[str, ...]
    data: bytes | None = None
    stand_in: Json = None
    twin: "Example | None" = None

    def encoded(self, reference: "Format") -> bytes:
        """The bytes, of which the reference writes those that are canonical or a plan's."""
        return self.data if self.data is not None else reference.encode(self.value, self.context, self.plan)


class LeftOpen(Exception):  # noqa: N818 - no error: there is more than one right outcome
    """What is due hangs on a policy of which the codec says nothing."""


class Unfit(Exception):  # noqa: N818 - no error: another one is drawn
    """What was picked makes no example."""


class Strategies(Protocol):
    """What a format's module has at least."""

    def examples(
        self,
        operation: str = "decode",
        features: Collection[str] = (),
        policies: Mapping[str, str] | None = None,
        encodings: Encodings = "any",
    ) -> st.SearchStrategy[Example]:
        """Examples whose outcome is settled for a codec that declares these features and policies; none where the
        format has no such encodings."""
        ...

    def delivered(self, value: Json, plan: Json, policies: Mapping[str, str]) -> Json:
        """What a decoder that declares these policies delivers, where the reference read this value and this plan.

        Raises LeftOpen where policies that it did not declare decide.
        """
        ...

    def exercised(self, example: Example, fields: "Sequence[Field]") -> Collection[str]:
        """The ids of the requirements that reading or writing the example rests on; `fields` are those of its bytes."""
        ...


def built(build: Build[T]) -> st.SearchStrategy[T]:
    """The strategy whose examples `build` makes, given a function that picks."""

    @st.composite
    def example(draw: st.DrawFn) -> T:
        try:
            return build(lambda n: draw(_BELOW[n]) if n > 1 else 0)  # not picker: Hypothesis wants to see it draw
        except Unfit:
            reject()

    strategy = example()
    vars(strategy)[_BUILD] = build
    return strategy


_BUILD = "goldenwire_build"  # the attribute of a strategy that keeps what it was built of


def build_of(strategy: st.SearchStrategy[T]) -> Build[T] | None:
    """What makes the examples of a strategy; None where it was not `built`."""
    return vars(strategy).get(_BUILD)


def one_of(strategies: Sequence[st.SearchStrategy[T]]) -> st.SearchStrategy[T]:
    """The strategy whose examples are those of any of these, which are built where all of them are."""
    builds = [build for build in map(build_of, strategies) if build]
    if len(builds) < len(strategies):
        return st.one_of(strategies)
    return built(lambda pick: builds[pick(len(builds))](pick)) if builds else st.nothing()


def where(strategy: st.SearchStrategy[T], fits: Callable[[T], bool]) -> st.SearchStrategy[T]:
    """The strategy whose examples are those that fit."""
    build = build_of(strategy)
    if not build:
        return strategy.filter(fits)

    def fitting(pick: Pick) -> T:
        example = build(pick)
        if not fits(example):
            raise Unfit
        return example

    return built(fitting)


def mapped(strategy: st.SearchStrategy[S], change: Callable[[S], T]) -> st.SearchStrategy[T]:
    """The strategy whose examples are made of another one's."""
    build = build_of(strategy)
    return built(lambda pick: change(build(pick))) if build else strategy.map(change)


def sampled(build: Build[T], seed: str, plain: Sequence[float] = PLAIN) -> Iterator[tuple[T, tuple[int, ...]]]:
    """Examples, each with its picks: the simplest one, then those that the seed decides, none of them twice.

    In each example one of the shares `plain` of all picks is the simplest, whatever the others are. They end where
    IN_VAIN draws in a row bring nothing new.
    """
    chance = Random(seed).random
    known: set[int] = set()  # the hashes of picks
    picks: list[int] = []
    share, vain = 1.0, 0

    def pick(n: int) -> int:
        if n < 2:
            return 0
        if n > WIDEST:
            raise IndexError(f"pick({n}): there are {WIDEST} choices at most")
        beyond = chance() - share
        picks.append(int(beyond / (1 - share) * n) if beyond > 0 else 0)
        return picks[-1]

    while vain < IN_VAIN:
        picks.clear()
        vain += 1
        with suppress(Unfit):
            example = build(pick)
            drawn = tuple(picks)
            if hash(drawn) not in known:
                known.add(hash(drawn))
                vain = 0
                yield example, drawn
        share = plain[int(chance() * len(plain))]


def picker(draw: st.DrawFn) -> Pick:
    """What picks by drawing, for strategies that draw other things as well."""
    return lambda n: draw(_BELOW[n]) if n > 1 else 0


def shuffled(pick: Pick, items: list[T], most: int = 8) -> list[T]:
    """The items in some order; of many, those behind the first `most` stay where they are."""
    items = list(items)
    for last in range(min(len(items), most) - 1, 0, -1):
        other = last - pick(last + 1)
        items[last], items[other] = items[other], items[last]
    return items
