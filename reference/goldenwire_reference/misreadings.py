"""Misreadings: how somebody in a hurry gets a requirement wrong, as a change of the reference that can be run.

A vector that is to catch a mistake is worth something only if the mistake makes a difference to it. So a misreading is
no prose: it says which text of which function of the reference gives way to which other text, and the forge runs the
reference so changed on the cases that are to catch it.
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from types import CodeType, FunctionType, ModuleType
from typing import Any

PACKAGE = "goldenwire_reference"


class MisreadingError(Exception):
    """A misreading that does not fit the reference as it is."""


@dataclass(frozen=True)
class Rewrite:
    """In the source of a function, the text `old`, which stands there once, gives way to `new`.

    `function` is a dotted path: module, perhaps class, name; the module is one of the format or one that all share.
    """

    function: str
    old: str
    new: str


@dataclass(frozen=True)
class Entry:
    """In a table, the key has another value; where `value` is a function, what it makes of the old one."""

    table: str
    key: Any
    value: Any


@dataclass(frozen=True)
class Constant:
    """A constant of the format's tables has another value, in every module of the format that knows it by this name.

    What was computed from it when the modules were imported stays as it is.
    """

    name: str
    value: Any


Change = Rewrite | Entry | Constant


@dataclass(frozen=True)
class Misreading:
    """A mistake: which requirements it breaks, what a codec that makes it does, and how the reference would make it."""

    name: str
    requirements: tuple[str, ...]
    sentence: str
    changes: tuple[Change, ...]


def misreading(name: str, requirements: str, sentence: str, *changes: Change) -> Misreading:
    """A misreading of these requirements, whose ids are separated by blanks."""
    return Misreading(name, tuple(requirements.split()), sentence, changes)


@contextmanager
def misread(format_name: str, wrong: Misreading) -> Iterator[None]:
    """Within, the reference makes the mistake. Raises MisreadingError where it does not fit. Not for threads."""
    with ExitStack() as undo:
        for change in wrong.changes:
            try:
                undo.enter_context(_changed(format_name, change))
            except MisreadingError as error:
                raise MisreadingError(f"the misreading {wrong.name}: {error}") from error.__cause__
        forget(format_name)
        try:
            yield
        finally:
            undo.close()
            forget(format_name)


def functions(format_name: str, wrong: Misreading) -> set[CodeType] | None:
    """The functions that the mistake is made in, by their code; None if it is made in what no call of a function shows.

    An input for which none of them is called has the same outcome with the mistake as without. Raises MisreadingError.
    """
    found: set[CodeType] = set()
    for change in wrong.changes:
        if not isinstance(change, Rewrite):
            return None
        thing = _found(format_name, change.function)
        if hasattr(thing, "cache_clear"):
            return None  # it may be called once for many inputs
        found.add(_function(thing, change.function).__code__)
    return found


def _changed(format_name: str, change: Change) -> AbstractContextManager[None]:
    match change:
        case Rewrite():
            return _rewritten(format_name, change)
        case Entry():
            return _with_entry(format_name, change)
        case Constant():
            return _with_constant(format_name, change)


@contextmanager
def _rewritten(format_name: str, change: Rewrite) -> Iterator[None]:
    found = _found(format_name, change.function)
    function = _function(found, change.function)
    wrong = _compiled(function, change)
    forget = getattr(found, "cache_clear", lambda: None)
    forget()
    before = function.__code__, function.__defaults__, function.__kwdefaults__
    function.__code__, function.__defaults__, function.__kwdefaults__ = (
        wrong.__code__, wrong.__defaults__, wrong.__kwdefaults__,
    )  # fmt: skip
    try:
        yield
    finally:
        function.__code__, function.__defaults__, function.__kwdefaults__ = before
        forget()


@contextmanager
def _with_entry(format_name: str, change: Entry) -> Iterator[None]:
    table = _found(format_name, change.table)
    if not isinstance(table, MutableMapping | list):
        raise MisreadingError(f"{change.table} is no table that can be changed")
    try:
        before = table[change.key]
    except LookupError:
        raise MisreadingError(f"{change.table} has no {change.key!r}") from None
    table[change.key] = change.value(before) if isinstance(change.value, FunctionType) else change.value
    try:
        yield
    finally:
        table[change.key] = before


@contextmanager
def _with_constant(format_name: str, change: Constant) -> Iterator[None]:
    tables = import_module(f"{PACKAGE}.{format_name}.tables")
    if not hasattr(tables, change.name):
        raise MisreadingError(f"the tables have no {change.name}")
    before = getattr(tables, change.name)
    holders = [module for module in _modules(format_name) if vars(module).get(change.name) is before]
    for module in holders:
        setattr(module, change.name, change.value)
    try:
        yield
    finally:
        for module in holders:
            setattr(module, change.name, before)


def _compiled(function: FunctionType, change: Rewrite) -> FunctionType:
    """The function as its changed source defines it, in its own module."""
    source = _source(function.__code__)
    if (count := source.count(change.old)) != 1:
        raise MisreadingError(f"{change.function} has the text {change.old!r} {count} times, and should have it once")
    if change.old == change.new:
        raise MisreadingError(f"{change.function}: {change.old!r} stays as it is")
    try:
        tree = ast.parse(source.replace(change.old, change.new))
    except SyntaxError as error:
        raise MisreadingError(f"{change.function}: with {change.new!r} it is no Python: {error}") from None
    [definition] = tree.body
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    if function.__closure__:
        raise MisreadingError(f"{change.function} is a closure; change the function that makes it")
    namespace: dict[str, Any] = {}
    exec(compile(tree, f"<misreading of {change.function}>", "exec"), function.__globals__, namespace)
    made = namespace[definition.name]
    assert isinstance(made, FunctionType)
    return made


@cache
def _source(code: CodeType) -> str:
    return textwrap.dedent(inspect.getsource(code))


def _function(found: Any, path: str) -> FunctionType:
    """The plain function behind what a path names, whatever wraps it."""
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, cached_property):
        found = found.func
    if isinstance(found, staticmethod | classmethod):
        found = found.__func__
    found = inspect.unwrap(found)
    found = getattr(found, "__func__", found)
    if not isinstance(found, FunctionType):
        raise MisreadingError(f"{path} is no function")
    return found


def _found(format_name: str, path: str) -> Any:
    """What a dotted path names: in a module of the format, else in one that all formats share."""
    module_name, *names = path.split(".")
    for name in (f"{PACKAGE}.{format_name}.{module_name}", f"{PACKAGE}.{module_name}"):
        try:
            found: Any = import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            continue
        for attribute in names:
            found = inspect.getattr_static(found, attribute, None)
            if found is None:
                raise MisreadingError(f"there is no {path}")
        return found
    raise MisreadingError(f"there is no module {module_name} in {format_name}")


def forget(format_name: str) -> None:
    """Forget what functions of the format remember of their inputs: it was found without, or with, the mistake.

    What has no bound (`functools.cache`) is made of constants, such as parsers, and stays.
    """
    for cached in _cached(format_name, len(sys.modules)):
        cached.cache_clear()


@cache
def _cached(format_name: str, modules: int) -> list[Any]:
    """The functions of a format that remember a number of their inputs, as long as no further module is imported."""
    things = [thing for module in _modules(format_name) for thing in vars(module).values()]
    return [
        thing for thing in things if hasattr(thing, "cache_clear") and thing.cache_parameters()["maxsize"] is not None
    ]


def _modules(format_name: str) -> list[ModuleType]:
    """The format's modules, as far as they are imported."""
    lead = f"{PACKAGE}.{format_name}."
    return [module for name, module in list(sys.modules.items()) if name.startswith(lead)]


def check_names(misreadings: Sequence[Misreading], known: Mapping[str, object]) -> list[str]:
    """What is wrong with a format's table of misreadings, as sentences: repeated names, unknown requirements."""
    names = [wrong.name for wrong in misreadings]
    faults = [
        f"two misreadings are called {name}" for name in sorted({name for name in names if names.count(name) > 1})
    ]
    for wrong in misreadings:
        unknown = [id_ for id_ in wrong.requirements if id_ not in known]
        if unknown or not wrong.requirements:
            faults.append(f"the misreading {wrong.name} is of no requirement: {', '.join(unknown) or 'it names none'}")
        if not wrong.changes:
            faults.append(f"the misreading {wrong.name} changes nothing")
    return faults
