"""The suite of a format: its cases, the proof that they hold, and what its properties draw."""

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from goldenwire_reference.format import Format
from goldenwire_reference.renamed import accept_old_names

if TYPE_CHECKING:
    from goldenwire_suite.cases import Feature
    from goldenwire_suite.guides import Guide
    from goldenwire_suite.mutations import Mutation


@dataclass(frozen=True)
class OwnProperty:
    """A property of this format only: in one operation, every example of its own strategy has the expected outcome.

    `examples` takes the features and policies that a codec declares, and returns a strategy of strategies.Example.
    """

    name: str
    operation: Literal["decode", "encode", "transcode"]
    summary: str
    requirements: tuple[str, ...]
    examples: Callable[..., Any]


@dataclass(frozen=True)
class Enumeration:
    """A text beside spec.md that enumerates a table of the format: `what`, for messages, in `file`.

    The groups that `pattern` matches, each of which may have several words, must be the words `expected`, in order.
    """

    file: str
    what: str
    pattern: str
    expected: tuple[str, ...]


MANY = (1 << 16) + 464  # more than 16 bits count; for `Construct.checked`


def _none(_: int) -> None:
    """Return no context, and no plan, at any size."""


@dataclass(frozen=True)
class Construct:
    """A part of the format that repeats or nests. `value` returns the value, in notation, that has N of it.

    Its bytes are the reference's encoding, with the plan if there is one; or those that `data` returns, which encoders
    are asked for only if they are canonical. Without a value, the bytes of `data` must be refused with one of the
    classes `codes`, under any choice of policies. `needs`: features without which a codec is not asked; `most`: the
    largest N; `checked`: the N for which `check` asks, as for half of it, if not a hundredth of the largest; `is_text`:
    what repeats is a character or an octet of one text, so that `check` asks for long ones; `limit`: the class with
    which a codec may refuse more than `floor`.
    """

    name: str
    summary: str
    requirements: tuple[str, ...]
    value: Callable[[int], Any] | None = None
    _: KW_ONLY
    context: Callable[[int], Any] = _none
    plan: Callable[[int], Any] = _none
    data: Callable[[int], bytes] | None = None
    is_canonical: bool = False
    codes: tuple[str, ...] = ()
    operations: tuple[str, ...] = ("decode", "encode", "transcode")
    needs: tuple[str, ...] = ()
    most: int = 100_000
    checked: int = 0
    is_text: bool = False
    floor: int = 0
    limit: str = ""

    def __post_init__(self) -> None:
        if self.value is None and not (self.data and self.codes):
            raise ValueError(
                f"the construct {self.name} has neither a value, nor data and the classes that refuse them"
            )


@accept_old_names(misreadings="mutations", without_misreading="without_mutation")
@dataclass(frozen=True, kw_only=True)
class Suite:
    """The cases of a format, their proof, and the strategies of its properties. Only the cases are required.

    Cases, mutations and strategies are functions, since a check of a codec needs none of them before its properties.
    """

    cases: Callable[[], Iterable["Feature"]]

    # The proof of the cases: True if there is one; the mutations that the vectors must catch; requirements that have
    # no mutation, or that no vector can target, with the reason; retired ids of cases, which no other case may have,
    # with the reason; names of types, which a summary may contain only if the case does.
    proven: bool = False
    mutations: Callable[[], Sequence["Mutation"]] = tuple
    without_mutation: Mapping[str, str] = field(default_factory=dict)
    without_vector: Mapping[str, str] = field(default_factory=dict)
    retired: Mapping[str, str] = field(default_factory=dict)
    type_names: Collection[str] = ()

    # Texts that enumerate tables of the codec.
    enumerations: Sequence[Enumeration] = ()

    # The strategies of properties (strategies.Strategies, which import Hypothesis), and the requirements that each
    # property tests, by its name.
    strategies: Callable[[], Any] = lambda: None
    properties: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own_properties: tuple[OwnProperty, ...] = ()

    # What repeats or nests, for `goldenwire scale`.
    constructs: tuple[Construct, ...] = ()

    # What helps to explain a file of unknown origin (guides.Guide); without it the file is shown in notation.
    guide: Callable[[], "Guide | None"] = lambda: None


def suite_of(fmt: Format) -> Suite:
    """Return the suite of a format. Raises TypeError if what the format gives is none."""
    match fmt.suite:
        case Suite():
            return fmt.suite
        case Mapping():  # the members, as a format gave them when it was one table
            return Suite(**{"cases" if name == "catalogue" else name: member for name, member in fmt.suite.items()})
        case str():
            name = _module(fmt)
            found = (sys.modules.get(name) or import_module(name)).SUITE  # which is asked for at every case
            assert isinstance(found, Suite)
            return found
    raise TypeError(f"the suite of {fmt.name} is of type {type(fmt.suite).__name__}")


def suite_folder(fmt: Format) -> Path:
    """Return the folder of a format's suite, in which its equivalent.yaml is; the package's own if it has none."""
    spec = find_spec(_module(fmt) if isinstance(fmt.suite, str) else fmt.home)
    assert spec
    assert spec.origin
    return Path(spec.origin).parent


def codec_folder(fmt: Format) -> Path:
    """Return the folder of the format's codec, in which its spec.md is."""
    spec = find_spec(fmt.home)
    assert spec
    assert spec.origin
    return Path(spec.origin).parent


def _module(fmt: Format) -> str:
    """Return the name of the module that has the format's suite."""
    assert isinstance(fmt.suite, str)
    return fmt.suite or (f"{fmt.package}.suite" if fmt.package else f"goldenwire_suite.{fmt.name}")
