"""The kinds of changes of which mutations are made.

A function is named by a dotted path: module, perhaps class, name; the module is one of the format or a shared one.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any


class MutationError(Exception):
    """A mutation that does not fit the current reference."""


@dataclass(frozen=True)
class Disabled:
    """Switches a check of the decoder off: where it would refuse, it goes on with `instead`."""

    check: str
    instead: Any = None


@dataclass(frozen=True)
class Edit:
    """Puts another expression, or another simple statement, in the place of one that occurs once in a function.

    `change` is `old -> new` on one line, in which `pass` stands for no statement. Spaces, quotes and line breaks of the
    source do not matter. Another edit of the same function applies to the result of this one.
    """

    function: str
    change: str

    def parsed(self) -> tuple[ast.expr | ast.stmt, ast.expr | ast.stmt]:
        """Return what is replaced and what by: two expressions or two simple statements. Raises MutationError."""
        old, arrow, new = self.change.partition(" -> ")
        if not arrow or "\n" in self.change:
            raise MutationError(f"{self.function}: {self.change!r} is no `old -> new` on one line")
        before, after = self._parsed(old), self._parsed(new)
        if isinstance(before, ast.Expr) and isinstance(after, ast.Expr):
            return before.value, after.value
        return before, after

    def _parsed(self, text: str) -> ast.stmt:
        try:
            statements = ast.parse(text).body
        except (SyntaxError, ValueError) as error:
            raise MutationError(f"{self.function}: {text!r} is no Python: {error}") from None
        if len(statements) != 1 or hasattr(statements[0], "body"):
            raise MutationError(f"{self.function}: {text!r} is not one expression or one simple statement")
        return statements[0]


@dataclass(frozen=True)
class Replaced:
    """Calls `by(original, ...)` in place of a function, with the function itself before its arguments."""

    function: str
    by: Callable[..., Any]


@dataclass(frozen=True)
class Entry:
    """Gives a key of a table another value; if `value` is a function, it maps the old value to the new one."""

    table: str
    key: Any
    value: Any


@dataclass(frozen=True)
class Constant:
    """Gives a constant of the format's tables another value, in every module that imports it by this name.

    Values that were computed from it at import do not change.
    """

    name: str
    value: Any


@dataclass(frozen=True)
class Rewrite:
    """Replaces the text `old` in the source of a function, where it occurs once, by `new`.

    Formats from outside may still use it; `Edit` and `Replaced` do the same without programs in texts.
    """

    function: str
    old: str
    new: str


Change = Disabled | Edit | Replaced | Entry | Constant | Rewrite


@dataclass(frozen=True)
class Mutation:
    """A mistake: the requirements it breaks, the behaviour of a codec that makes it, the changes to the reference."""

    name: str
    requirements: tuple[str, ...]
    sentence: str
    changes: tuple[Change, ...]


def mutation(name: str, requirements: str, sentence: str, *changes: Change) -> Mutation:
    """Return a mutation of these requirements, whose ids are separated by blanks."""
    return Mutation(name, tuple(requirements.split()), sentence, changes)


def of_format(prefix: str) -> Callable[..., Mutation]:
    """Return `mutation` for a format, whose requirements are given without this prefix and its hyphen."""

    def of(name: str, requirements: str, sentence: str, *changes: Change) -> Mutation:
        return mutation(name, " ".join(f"{prefix}-{one}" for one in requirements.split()), sentence, *changes)

    return of


def collected(package: str, modules: Sequence[str]) -> tuple[Mutation, ...]:
    """Return the `MUTATIONS` of these modules of a package."""
    return tuple(wrong for module in modules for wrong in import_module(f"{package}.{module}").MUTATIONS)


def before(function: str, act: Callable[..., Any]) -> Replaced:
    """Return the change with which `act` is called first, with the function's arguments."""
    return Replaced(function, lambda original, *arguments: (act(*arguments), original(*arguments))[1])


def after(function: str, act: Callable[..., Any]) -> Replaced:
    """Return the change with which `act` is called afterwards, with the function's arguments."""
    return Replaced(function, lambda original, *arguments: (original(*arguments), act(*arguments))[0])


def given(function: str, change: Callable[[Any], Any]) -> Replaced:
    """Return the change with which a function is given another first argument."""
    return Replaced(function, lambda original, first, *others, **named: original(change(first), *others, **named))


def returned(function: str, change: Callable[[Any], Any], kind: type = object) -> Replaced:
    """Return the change of what a function returns, if that is of the kind."""

    def by(original: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        found = original(*arguments, **named)
        return change(found) if isinstance(found, kind) else found

    return Replaced(function, by)


def check_names(mutations: Sequence[Mutation], known: Mapping[str, object]) -> list[str]:
    """Return the faults of a format's table of mutations, as sentences: repeated names, unknown requirements."""
    names = [wrong.name for wrong in mutations]
    faults = [f"two mutations are called {name}" for name in sorted({name for name in names if names.count(name) > 1})]
    for wrong in mutations:
        unknown = [id_ for id_ in wrong.requirements if id_ not in known]
        if unknown or not wrong.requirements:
            faults.append(f"the mutation {wrong.name} is of no requirement: {', '.join(unknown) or 'it names none'}")
        if not wrong.changes:
            faults.append(f"the mutation {wrong.name} changes nothing")
    return faults
