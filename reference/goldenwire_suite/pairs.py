"""Two rejected cases of one base as one case: it has both defects, and shows which of them a decoder reports first.

`python -m goldenwire_suite.pairs FORMAT` lists pairs of checks that no case has yet, each with two cases that make one.
A format's catalogue has these rows in a table, so that its vectors stay the same when cases are added.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, pairwise

from goldenwire_reference import formats
from goldenwire_reference.errors import DecodeError
from goldenwire_reference.format import Format, Json
from goldenwire_reference.reader import Field
from goldenwire_suite.cases import Accept, Base, Case, Feature, Reject, Splice, apply
from goldenwire_suite.suite import suite_of

# The first defect's case, the second's, and the class with which the bytes are refused without both checks.
Row = tuple[str, str, str]

_TRIES = 12  # pairs of cases that are tried for a pair of checks


def combine(fmt: Format, features: Iterable[Feature], rows: Sequence[Row], requirement: str) -> list[Case]:
    """Return a case with two defects for each row; `requirement` orders the checks.

    If both defects are of one class, or the bytes have a third one, only codecs that promise the order can be asked.
    """
    rejects, cases = dict(rejected(features)), []
    for first, second, then in rows:
        a, b = rejects[first], rejects[second]
        is_for_order = bool(then) or code_of(fmt, a) == code_of(fmt, b)
        needs = {*a.needs, *b.needs, *(["order"] if is_for_order else [])}
        cases.append(_combined(a, b, sorted(needs), then, requirement))
    return cases


def code_of(fmt: Format, case: Reject) -> str:
    """Return the error class of a case of one defect."""
    (check,) = case.checks
    rules = fmt.codec.checks
    return (rules.get(check) or rules[check.partition(".")[0]]).code


def rejected(features: Iterable[Feature]) -> Iterator[tuple[str, Reject]]:
    """Yield the cases of one defect, by feature and name."""
    for feature in features:
        for case in feature.cases:
            if isinstance(case, Reject) and len(case.checks) == 1 and not case.also and not case.also_here:
                yield f"{feature.name}/{case.name}", case


def _combined(first: Reject, second: Reject, needs: Sequence[str], then: str, requirement: str) -> Case:
    checks = {**first.checks, **second.checks}
    return Reject(
        name="-".join(checks).replace(".", "-"),
        summary=f"the first of two defects: {first.summary}; the other: {second.summary}",
        requirements=[], context=first.context, needs=needs, base=first.base, edits=[*first.edits, *second.edits],
        checks=checks, then=then or None, in_order=requirement,
        decode_only=first.decode_only or second.decode_only, numbers=[*first.numbers, *second.numbers],
    )  # fmt: skip


# ---- the search for rows ----


def search(fmt: Format, features: Sequence[Feature]) -> Iterator[Row]:
    """Yield a row for each pair of checks that no case has, if two of the cases make one."""
    return _Search(fmt, features).rows()


class Bases:
    """The bytes of the accepted cases, and of the rejected ones that are made from them."""

    def __init__(self, fmt: Format, features: Iterable[Feature]) -> None:
        self.format = fmt
        self.cases = {
            f"{fmt.name}/{feature.name}/{case.name}": case
            for feature in features
            for case in feature.cases
            if isinstance(case, Accept)
        }
        self.read: dict[str, Base] = {}

    def base(self, name: str) -> Base:
        """Return the bytes of an accepted case with every field named."""
        if name not in self.read:
            case, fields = self.cases[name], list[Field]()
            data = self.format.encode(case.value, case.context, case.plan) if case.data is None else case.data
            self.format.codec.read(data, case.context, self.format.off(), fields)
            self.read[name] = Base(data, fields)
        return self.read[name]

    def edited(self, case: Reject) -> bytes:
        """Return the bytes of a rejected case."""
        base = self.base(case.base)
        return apply(base.data, [edit(base) for edit in case.edits])


class _Search:
    def __init__(self, fmt: Format, features: Sequence[Feature]) -> None:
        self.format = fmt
        self.rejects = list(rejected(features))
        self.bases = Bases(fmt, features)
        self.have = {
            frozenset(case.checks)
            for feature in features
            for case in feature.cases
            if isinstance(case, Reject) and case.in_order
        }

    def rows(self) -> Iterator[Row]:
        tries: dict[frozenset[str], int] = {}
        for (one, a), (other, b) in combinations(self.rejects, 2):
            pair = frozenset({*a.checks, *b.checks})
            if len(pair) < 2 or pair in self.have or a.base != b.base or a.context != b.context:
                continue
            if tries.setdefault(pair, _TRIES) and (row := self.row(one, a, other, b)):
                self.have.add(pair)
                yield row
            tries[pair] -= tries[pair] > 0

    def row(self, one: str, a: Reject, other: str, b: Reject) -> Row | None:
        base = self.bases.base(a.base)
        splices = sorted((edit(base) for edit in (*a.edits, *b.edits)), key=lambda splice: splice.at)
        if not a.edits or not b.edits or _overlap(splices):
            return None
        data, context = apply(base.data, splices), a.context
        both, first, second = (self.refusal(data, context, off) for off in ({}, b.checks, a.checks))
        if None in (both, first, second) or first == second or both not in (first, second):
            return None
        if any(self.refusal(data, context, {}, {key: choice}) != both for key, choice in self.choices()):
            return None
        then = self.refusal(data, context, {**a.checks, **b.checks})
        return (one, other, then[0] if then else "") if both == first else (other, one, then[0] if then else "")

    def choices(self) -> Iterator[tuple[str, str]]:
        for key, policy in self.format.declaration.policies.items():
            yield from ((key, choice) for choice in policy.choices)

    def refusal(
        self, data: bytes, context: Json, off: Mapping[str, Json], policies: Mapping[str, str] | None = None
    ) -> tuple[str, int | None] | None:
        """Return class and offset of the refusal with these checks off; None if the bytes are accepted."""
        try:
            self.format.codec.read(data, context, {**self.format.off(policies), **off}, None)
        except DecodeError as error:
            return error.code, error.offset
        return None


def _overlap(splices: Sequence[Splice]) -> bool:
    """Return whether two edits touch; one that removes all bytes to the end leaves no place behind it."""
    return any(a.at + len(a.remove) >= b.at for a, b in pairwise(splices))


def main(arguments: Sequence[str]) -> None:
    """Write the rows that are found for a format."""
    if len(arguments) != 1:
        sys.exit("usage: python -m goldenwire_suite.pairs FORMAT")
    try:
        fmt = formats.load(arguments[0])
    except formats.FormatError as error:
        sys.exit(f"Error: {error}")
    with suppress(BrokenPipeError):
        for row in search(fmt, list(suite_of(fmt).cases())):
            sys.stdout.write(f"    {row!r},\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
