"""Proofs about all cases of a format, made by running the mutations of its requirements on them.

- A mutation that a case names is caught by it: input that must be rejected is accepted, or input that must be accepted
  is rejected or means something else. Otherwise the case is blind to the very mistake it is about.
- A request that must be refused is written by an encoder with a single mistake: so it has one defect.
- A case tests each requirement that it cites: with a check of that requirement off, or under one of its mutations,
  the outcome differs.
- A case of level draft depends on no resolution: no mutation of one changes its outcome.
- Every mutation is caught by a case.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import CodeType
from typing import NamedTuple

from goldenwire_reference import requirements
from goldenwire_reference.errors import NotationError, UnsupportedError, WireError
from goldenwire_reference.format import Format
from goldenwire_suite.builder import BuiltCase
from goldenwire_suite.caching import BuildCache
from goldenwire_suite.cases import Accept, Decline, Either, EitherEncode, Refusal, Reject
from goldenwire_suite.examples import MutationExample, Result, example
from goldenwire_suite.mutations import (
    Mutation,
    MutationError,
    check_names,
    mutated,
    run_through,
    touched,
)
from goldenwire_suite.suite import suite_of

# A codec's answers to all questions of a case.
Outcome = tuple[Result, ...]

# A case's id, and the number of one of its questions.
Place = tuple[str, int]


def faults(fmt: Format, built: Sequence[BuiltCase]) -> list[str]:
    """Return the false claims of the cases, as sentences that begin with the case's id."""
    return proven(fmt, built)[0]


def proven(
    fmt: Format, built: Sequence[BuiltCase], cache: BuildCache | None = None
) -> tuple[list[str], Mapping[str, MutationExample]]:
    """Return the false claims of the cases, and for each mutation, by name, an example: a case that catches it."""
    known = requirements.load(fmt.name)
    table = list(suite_of(fmt).mutations())
    found = check_names(table, known)
    found += [
        f"{id_} is to have no mutation, and has one"
        for w in table
        for id_ in w.requirements
        if id_ in suite_of(fmt).without_mutation
    ]
    if found:
        return found, {}
    try:
        proof = _Proof(fmt, built, table, cache or BuildCache())
        return proof.faults(), proof.caught
    except MutationError as error:
        return [str(error)], {}


class _Weighing(NamedTuple):
    """The effect of a mutation on a case. Not every difference catches it; `right` and `wrong` tell both outcomes."""

    differs: bool
    catches: bool
    right: str = ""
    wrong: str = ""


class _Proof:
    def __init__(self, fmt: Format, built: Sequence[BuiltCase], table: Sequence[Mutation], cache: BuildCache) -> None:
        self.format, self.built, self.table, self.cache = fmt, built, table, cache
        self.known = requirements.load(fmt.name)
        self.about: dict[str, list[BuiltCase]] = defaultdict(
            list
        )  # requirement, name of a mutation, level -> its cases
        for one in built:
            for word in (*one.record["requirements"], *one.case.catches, one.record["level"]):
                self.about[word].append(one)
        self.usual: dict[str, Outcome] = {}
        self.asked: dict[str, str] = {}  # case that was run with a mutation -> the text of its record before
        self.touched = {wrong.name: self._touched(wrong) for wrong in table}  # mutation -> code and names it changes
        self.all_touched = set[str]().union(*self.touched.values())
        self.through: dict[str, set[Place]] = defaultdict(set)  # such code, or a name in code -> questions that run it
        for one in built:
            for number, words in enumerate(self._traces(one)):
                for word in words:
                    self.through[word].add((one.id, number))
        self.caught: dict[str, MutationExample] = {}  # mutation -> the case that catches it first
        self.shown = {one.id: set(_by_checks(fmt, one)) for one in built}  # case -> requirements that it meets
        self.written: set[str] = set()  # requests that an encoder with one mistake writes
        self.found: list[str] = []

    def _traces(self, one: BuiltCase) -> list[list[str]]:
        """Return for each question of a case the code that runs, and the names that it uses: those that are touched."""
        known: list[list[str]] | None = self.cache.recall(one.key, "traces")
        if known is not None:
            return known
        answers, traces = [], []
        for ask in questions(self.format, one):
            answer, codes = run_through(self.format.home, partial(_done, ask))
            answers.append(answer)
            words = {word for code in codes for word in (_named(code), *code.co_names)}
            traces.append(sorted(words & self.all_touched))
        self.usual[one.id] = tuple(answers)
        self.cache.keep(one.key, "traces", traces)
        return traces

    def faults(self) -> list[str]:
        for wrong in self.table:
            affected = self._affected(wrong)
            concerned = self._concerned(wrong, affected)
            if left := self._weigh_known(wrong, concerned):
                for one in left:
                    self._prepare(wrong, one)
                with mutated(self.format.home, wrong):
                    for one in left:
                        if self._is_open(wrong, one):
                            self._weigh(wrong, one, self._recalled(wrong, one) or self._asked(wrong, one, affected))
        changed = [one.id for one in self.built if repr(one.record) != self.asked.get(one.id, repr(one.record))]
        self.found += [f"{id_}: a mutation has changed the case itself" for id_ in changed]
        parts = (
            self._unnamed(),
            self._two_defects(),
            self._uncited(),
            self._uncaught(),
            uncited(self.format, self.built),
        )
        return [*self.found, *(fault for part in parts for fault in part)]

    def _weigh_known(self, wrong: Mutation, concerned: Sequence[BuiltCase]) -> Sequence[BuiltCase]:
        """Weigh the cases whose outcomes are in the cache; return the rest, from the first that has to be run."""
        for number, one in enumerate(concerned):
            if self._is_open(wrong, one):
                known = self._recalled(wrong, one)
                if known is None:
                    return concerned[number:]
                self._weigh(wrong, one, known)
        return ()

    def _prepare(self, wrong: Mutation, one: BuiltCase) -> None:
        """Note the usual outcome and the record of a case that the mutation may be tried on."""
        if not self._is_open(wrong, one) or self._recalled(wrong, one):
            return
        if one.id not in self.asked:
            self.asked[one.id] = repr(one.record)
        if one.id not in self.usual:
            self.usual[one.id] = outcome(self.format, one)

    def _recalled(self, wrong: Mutation, one: BuiltCase) -> _Weighing | None:
        known = self.cache.recall(one.key, f"under {wrong.name}")
        return None if known is None else _Weighing(*known)

    def _touched(self, wrong: Mutation) -> set[str]:
        codes, names = touched(self.format.home, wrong)
        return {*map(_named, codes), *names}

    def _affected(self, wrong: Mutation) -> set[Place]:
        """Return the questions whose answers run code that the mutation changes."""
        return set[Place]().union(*(self.through[word] for word in self.touched[wrong.name] if word in self.through))

    def _concerned(self, wrong: Mutation, affected: set[Place]) -> list[BuiltCase]:
        """Return the cases that the mutation concerns: they name it, cite its requirements, or must not depend on it.

        Cases of the last two kinds are included only if the mutation affects them.
        """
        about = [*wrong.requirements, "draft"] if self._resolves(wrong) else wrong.requirements
        ids = {id_ for id_, _ in affected}
        concerned = {one.id: one for word in about for one in self.about[word] if one.id in ids}
        return list(({one.id: one for one in self.about[wrong.name]} | concerned).values())

    def _outcome(self, wrong: Mutation, one: BuiltCase, affected: set[Place]) -> Outcome:
        """Return the case's outcome with the mutation; only questions whose answer may change are asked again."""
        is_named = wrong.name in one.case.catches
        usual = self.usual[one.id]
        return tuple(
            _done(ask) if is_named or (one.id, number) in affected else usual[number]
            for number, ask in enumerate(questions(self.format, one))
        )

    def _is_open(self, wrong: Mutation, one: BuiltCase) -> bool:
        """Return whether running the case with the mutation can still prove, or refute, anything."""
        return (
            wrong.name in one.case.catches
            or wrong.name not in self.caught
            or (isinstance(one.case, Refusal) and one.id not in self.written)
            or not self.shown[one.id].issuperset(set(wrong.requirements).intersection(one.record["requirements"]))
            or (one.record["level"] == "draft" and self._resolves(wrong))
        )

    def _resolves(self, wrong: Mutation) -> bool:
        return all(self.known[id_].origin == "resolution" for id_ in wrong.requirements)

    def _asked(self, wrong: Mutation, one: BuiltCase, affected: set[Place]) -> _Weighing:
        """Run a case with the mutation, which is in effect, and keep the result unless it is a fault."""
        usual, result = self.usual[one.id], self._outcome(wrong, one, affected)
        differs = any(now != then and now.word != "broken" for now, then in zip(result, usual, strict=True))
        refused = isinstance(one.case, Reject | Refusal)
        catches = any(now.word == "done" for now in result) if refused else differs
        weighing = _Weighing(differs, catches)
        if differs:
            weighing = _Weighing(differs, catches, *example(one.id, usual, result)[1:])
        faults = []
        if wrong.name in one.case.catches and not catches:
            faults.append(f"{one.id}: it is blind to {wrong.name}: {_told(result, usual)}")
        if differs and one.record["level"] == "draft" and self._resolves(wrong):
            hangs_on = f"{one.id}: it is of level draft, and hangs on {' '.join(wrong.requirements)}"
            faults.append(f"{hangs_on}, and cites none: with {wrong.name} it comes to {_told(result, usual)}")
        self.found += faults
        if not faults:
            self.cache.keep(one.key, f"under {wrong.name}", weighing)
        return weighing

    def _weigh(self, wrong: Mutation, one: BuiltCase, weighing: _Weighing) -> None:
        if weighing.differs:
            self.caught.setdefault(wrong.name, MutationExample(one.id, weighing.right, weighing.wrong))
            self.shown[one.id].update(wrong.requirements)
        if weighing.catches and isinstance(one.case, Refusal | EitherEncode):
            self.written.add(one.id)

    def _unnamed(self) -> list[str]:
        names = {wrong.name for wrong in self.table}
        return [
            f"{one.id}: there is no mutation {name}"
            for one in self.built
            for name in one.case.catches
            if name not in names
        ]

    def _two_defects(self) -> list[str]:
        return [
            f"{one.id}: no mutation of {' '.join(one.record['requirements'])} writes it, so it may have two defects"
            for one in self.built
            if isinstance(one.case, Refusal) and one.id not in self.written and not one.case.then
        ]

    def _uncited(self) -> list[str]:
        exempt = suite_of(self.format).without_mutation
        return [
            f"{one.id}: it cites {id_}, and nothing shows that it meets it: "
            + (
                "the outcome is the same under " + ", ".join(names)
                if (names := self._of(id_))
                else "which has no mutation"
            )
            for one in self.built
            for id_ in one.record["requirements"]
            if id_ not in self.shown[one.id] and id_ not in exempt and id_ != getattr(one.case, "in_order", "")
        ]

    def _of(self, id_: str) -> list[str]:
        return [wrong.name for wrong in self.table if id_ in wrong.requirements]

    def _uncaught(self) -> list[str]:
        return [f"no case catches the mutation {wrong.name}" for wrong in self.table if wrong.name not in self.caught]


def uncited(fmt: Format, built: Sequence[BuiltCase]) -> list[str]:
    """Return the requirements that no case cites, and the false reasons for that, as sentences."""
    known = requirements.load(fmt.name)
    cited = {id_ for one in built for id_ in one.record["requirements"]}
    reasons = suite_of(fmt).without_vector
    return [
        *(f"no case cites {id_}" for id_ in known if id_ not in cited and id_ not in reasons),
        *(f"{id_} is to have no case, and is cited by some" for id_ in reasons if id_ in cited),
        *(f"{id_} is to have no case, and is not in spec.md" for id_ in reasons if id_ not in known),
    ]


def questions(fmt: Format, one: BuiltCase) -> Sequence[Callable[[], object]]:
    """Return the calls of the reference that a case makes, without transcodes, which repeat the other two."""
    record, context, data = one.record, one.record.get("context"), one.data or b""
    decode, encode = partial(fmt.decode, data, context), partial(fmt.encode, record.get("value"), context)
    match one.case:
        case Accept() if one.case.given is not None:
            return [encode]
        case Accept() if one.case.data is not None:
            return [decode]
        case Accept() | Decline():
            return decode, partial(encode, record.get("plan"))
        case Reject():
            return [decode]
        case Either(policy=policy):
            return [partial(decode, policies={policy: choice}) for choice in fmt.declaration.policies[policy].choices]
        case _:
            return [partial(encode, record.get("plan"))]


def outcome(fmt: Format, one: BuiltCase) -> Outcome:
    """Return the case's outcome with the reference in its current state."""
    return tuple(map(_done, questions(fmt, one)))


def _named(code: CodeType) -> str:
    """Return the place and name of code, which no name in code looks like."""
    return f"{code.co_filename.rpartition('/')[2]}:{code.co_firstlineno} {code.co_qualname}"


def _done(do: Callable[[], object]) -> Result:
    try:
        return Result("done", do())
    except WireError as error:
        return Result("refused", (error.code, getattr(error, "offset", None)))
    except NotationError:
        return Result("refused", "notation")
    except UnsupportedError:
        return Result("declined", None)
    except Exception as error:  # a mistake that only crashes shows nothing
        return Result("broken", type(error).__name__)


def _by_checks(fmt: Format, one: BuiltCase) -> Iterable[str]:
    """Yield the requirements of the checks that reject the case; without them, it has been shown, it is accepted."""
    if isinstance(one.case, Reject):
        for name in one.case.checks:
            rule = fmt.codec.checks.get(name) or fmt.codec.checks[name.partition(".")[0]]
            yield rule.requirement


def _told(result: Outcome, usual: Outcome) -> str:
    return (
        ", ".join(f"{now.word} {now.what!r:.80}" for now in result)
        + f" (it should be {', '.join(f'{then.word} {then.what!r:.80}' for then in usual)})"
    )


def catching(fmt: Format, built: Sequence[BuiltCase]) -> Mapping[str, list[str]]:
    """Return the cases that catch each mutation, by its name; all cases are tried."""
    usual = {one.id: outcome(fmt, one) for one in built}
    caught: dict[str, list[str]] = defaultdict(list)
    for wrong in suite_of(fmt).mutations():
        with mutated(fmt.home, wrong):
            caught[wrong.name] = [one.id for one in built if outcome(fmt, one) != usual[one.id]]
    return caught
