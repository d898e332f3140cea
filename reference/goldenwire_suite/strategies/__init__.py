"""Building blocks of Hypothesis strategies for values, plans and encodings in neutral notation, for any format.

A format's strategies are a module or an object with `examples`, questions whose outcome is determined for a codec that
declares these features and policies; `delivered`; and `exercised`, the requirements that an example is about. They may
also have `boundaries`, edited values at the limits of what can be encoded; `beyond`, bytes broken in the same way;
`small`, examples with few fields for a decoder; for a format that does not promise to refuse values outside its
notation, `occurs`, which tells if a value may appear in a request to encode; and `opening`, which takes what `examples`
takes and returns what a property asks first: groups of examples with the least and the greatest values of every type,
the simplest of a group first, and that of all its values last.

For the sweeps they may have `is_within_limits` of a value and `are_within_limits` of bytes, which tell if no codec may
refuse them for their size, and `admits_others`, which tells of a class and the bytes that are refused with it if the
specification admits other classes as well; and `occurs_as_context`, which tells if a context may occur in a request.

All draws are integers from 0 to 99. Into wider draws (and into text, bytes and floats) Hypothesis mixes constants that
it finds in the loaded modules, so that a seed would mean other examples in another process.

The code that builds an example from such integers does not depend on their source. Hypothesis takes about 40 us for
each, as it keeps what it needs to shrink a failure, and an example takes 16 to 75. So callers that try many examples
use `sampled`, and replay the choices of a failing one through Hypothesis.
"""

from collections import deque
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
# The encodings of a value: the canonical one; the others; those of the others whose parts have the canonical order;
# those with another order of parts, where order does not matter; encodings that are read and never written, such as a
# row of which only a part is wanted; any.
Encodings = Literal["canonical", "other", "respelled", "reordered", "unwritten", "any"]
Choose = Callable[[int], int]  # choose(n): one of 0..n-1, the simplest first; n is at most 100

Build = Callable[[Choose], T]  # builds an example from choices

WIDEST = 100
PLAIN = (0.0, 0.0, 0.2, 0.5)  # shares of simplest choices; bugs often show in an example that is mostly plain
IN_VAIN = 1000  # attempts in a row without a new example, after which there are no more
_BELOW = [st.integers(0, max(0, n - 1)) for n in range(WIDEST + 1)]


class Example(NamedTuple):
    """A value and a way to write it.

    `plan`: None stands for the canonical encoding. `delivered`: the value that a decoder delivers; it marks where any
    NaN is allowed, and is otherwise `value` itself. `needs`: features of the bytes that a profile may exclude. `data`:
    the bytes, if the format has no plans and they are not canonical. `stand_in`: a value with the same content and a
    short canonical encoding, if that of `value` is too long to ask for. `twin`: an example without the one aspect that
    this example is about; a codec that fails on both fails for another reason.
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
        """Return the bytes; the reference writes those that are canonical or a plan's."""
        return self.data if self.data is not None else reference.encode(self.value, self.context, self.plan)


class LeftOpen(Exception):  # noqa: N818 - no error: there is more than one right outcome
    """The outcome depends on a policy that the codec did not declare."""


class Unfit(Exception):  # noqa: N818 - no error: another example is generated
    """The choices do not make an example."""


class Strategies(Protocol):
    """The required interface of a format's strategies."""

    def examples(
        self,
        operation: str = "decode",
        features: Collection[str] = (),
        policies: Mapping[str, str] | None = None,
        encodings: Encodings = "any",
    ) -> st.SearchStrategy[Example]:
        """Examples whose outcome is determined for a codec that declares these features and policies.

        There are none if the format has no such encodings.
        """
        ...

    def delivered(self, value: Json, plan: Json, policies: Mapping[str, str]) -> Json:
        """Return the value that a decoder with these policies delivers, if the reference read this value and this plan.

        Raises LeftOpen if the outcome depends on undeclared policies.
        """
        ...

    def exercised(self, example: Example, fields: "Sequence[Field]") -> Collection[str]:
        """Return the ids of the requirements that reading or writing the example depends on.

        `fields` are the fields of its bytes.
        """
        ...


def built(build: Build[T]) -> st.SearchStrategy[T]:
    """Return the strategy whose examples `build` makes from a function that chooses."""

    @st.composite
    def example(draw: st.DrawFn) -> T:
        try:
            return build(lambda n: draw(_BELOW[n]) if n > 1 else 0)  # not chooser: Hypothesis wants to see it draw
        except Unfit:
            reject()

    strategy = example()
    vars(strategy)[_BUILD] = build
    return strategy


# Attributes of a strategy: its build function, and the choices of its opening.
_BUILD, _OPENING = "goldenwire_build", "goldenwire_opening"


def build_of(strategy: st.SearchStrategy[T]) -> Build[T] | None:
    """Return the function that builds the examples of a strategy; None if it was not `built`."""
    return vars(strategy).get(_BUILD)


def one_of(strategies: Sequence[st.SearchStrategy[T]]) -> st.SearchStrategy[T]:
    """Return the strategy of all these strategies' examples; it is `built` if all of them are."""
    builds = [build for build in map(build_of, strategies) if build]
    if len(builds) < len(strategies):
        return st.one_of(strategies)
    return built(lambda choose: builds[choose(len(builds))](choose)) if builds else st.nothing()


def where(strategy: st.SearchStrategy[T], fits: Callable[[T], bool]) -> st.SearchStrategy[T]:
    """Return the strategy of those examples that meet a condition."""
    build = build_of(strategy)
    if not build:
        return strategy.filter(fits)

    def fitting(choose: Choose) -> T:
        example = build(choose)
        if not fits(example):
            raise Unfit
        return example

    return built(fitting)


def mapped(strategy: st.SearchStrategy[S], change: Callable[[S], T]) -> st.SearchStrategy[T]:
    """Return the strategy of another strategy's examples after a change."""
    build = build_of(strategy)
    return built(lambda choose: change(build(choose))) if build else strategy.map(change)


def opening_with(strategy: st.SearchStrategy[T], groups: Sequence[Sequence[T]]) -> st.SearchStrategy[T]:
    """Return the strategy that also has these examples, the last one of each group among the first that are sampled.

    If that example fails, it shrinks to one of its group.
    """
    build = build_of(strategy)
    if not build or not groups:
        return strategy

    def example(choose: Choose) -> T:
        if not choose(2):
            return build(choose)
        group = groups[choose(len(groups))]
        return group[choose(len(group))]

    opened = built(example)
    # Where there is one example or group to choose from, no choice is drawn.
    vars(opened)[_OPENING] = [
        (1, *[at] * (len(groups) > 1), *[len(group) - 1] * (len(group) > 1)) for at, group in enumerate(groups)
    ]
    return opened


def opening_of(strategy: st.SearchStrategy[Any]) -> Sequence[tuple[int, ...]]:
    """Return the choices of the examples that a strategy opens with; none if there are no such examples."""
    found: Sequence[tuple[int, ...]] = vars(strategy).get(_OPENING, ())
    return found


def sampled(
    build: Build[T], seed: str, plain: Sequence[float] = PLAIN, opening: Sequence[tuple[int, ...]] = ()
) -> Iterator[tuple[T, tuple[int, ...]]]:
    """Yield examples, each with its choices: the simplest one, then those that the seed determines, none of them twice.

    In each example a share of the choices, one of `plain`, is the simplest, independently of the others. After each of
    the first examples comes one of `opening`, and no other of those groups. The examples end when IN_VAIN attempts in a
    row bring nothing new.
    """
    chance = Random(seed).random
    waiting = deque(opening)
    known = set(map(hash, opening))  # the hashes of choices
    choices: list[int] = []
    share, vain = 1.0, 0

    def choose(n: int) -> int:
        if n < 2:
            return 0
        if n > WIDEST:
            raise IndexError(f"choose({n}): there are {WIDEST} choices at most")
        if opening and not choices:
            choices.append(0)  # the first one decides on an example of the opening
            return 0
        beyond = chance() - share
        choices.append(int(beyond / (1 - share) * n) if beyond > 0 else 0)
        return choices[-1]

    while vain < IN_VAIN:
        choices.clear()
        vain += 1
        with suppress(Unfit):
            example = build(choose)
            drawn = tuple(choices)
            if hash(drawn) not in known:
                known.add(hash(drawn))
                vain = 0
                yield example, drawn
                if waiting:
                    yield _replayed(build, waiting[0]), waiting.popleft()
        share = plain[int(chance() * len(plain))]


def _replayed(build: Build[T], choices: tuple[int, ...]) -> T:
    """Return the example that is built from these choices."""
    left = iter(choices)
    return build(lambda n: next(left) if n > 1 else 0)


def chooser(draw: st.DrawFn) -> Choose:
    """Return a function that chooses by drawing, for strategies that also draw other things."""
    return lambda n: draw(_BELOW[n]) if n > 1 else 0


def shuffled(choose: Choose, items: list[T], most: int = 8) -> list[T]:
    """Return the items in some order; items beyond the first `most` keep their places."""
    items = list(items)
    for last in range(min(len(items), most) - 1, 0, -1):
        other = last - choose(last + 1)
        items[last], items[other] = items[other], items[last]
    return items
