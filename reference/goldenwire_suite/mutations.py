"""Mutations: mistakes that a hurried implementer makes with a requirement, as runnable changes of the reference.

A vector that should catch a mistake is only useful if the mistake changes its outcome. So a mutation names a text in a
function of the reference and its replacement, and the build runs the changed reference on the cases that should catch
it.
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence, Set
from contextlib import ExitStack, contextmanager
from cProfile import Profile
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import import_module
from importlib.util import resolve_name
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

PACKAGE = "goldenwire_reference"

Result = TypeVar("Result")


class MutationError(Exception):
    """A mutation that does not fit the current reference."""


@dataclass(frozen=True)
class Rewrite:
    """Replaces the text `old` in the source of a function, where it occurs once, by `new`.

    Another rewrite of the same function applies to the result of this one.

    `function` is a dotted path: module, perhaps class, name; the module is one of the format or one that all share.
    """

    function: str
    old: str
    new: str


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


Change = Rewrite | Entry | Constant


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


@contextmanager
def mutated(package: str, wrong: Mutation) -> Iterator[None]:
    """Apply the mutation to the codec in that package for the time of the block.

    Raises MutationError if it does not fit. Not for use with threads: the change is visible to all of them.
    """
    rewrites: dict[str, list[Rewrite]] = {}
    for change in wrong.changes:
        if isinstance(change, Rewrite):
            rewrites.setdefault(change.function, []).append(change)
    with ExitStack() as undo:
        try:
            for function, texts in rewrites.items():
                undo.enter_context(_rewritten(package, function, texts))
            for change in wrong.changes:
                if isinstance(change, Entry):
                    undo.enter_context(_with_entry(package, change))
                elif isinstance(change, Constant):
                    undo.enter_context(_with_constant(package, change))
        except MutationError as error:
            raise MutationError(f"the mutation {wrong.name}: {error}") from error.__cause__
        changed = _changed(package, wrong)
        _clear_caches(package, changed)
        try:
            yield
        finally:
            undo.close()
            _clear_caches(package, changed)


@contextmanager
def _rewritten(package: str, path: str, changes: Sequence[Rewrite]) -> Iterator[None]:
    found = _found(package, path)
    function = _function(found, path)
    wrong = _compiled(function, path, changes)
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
def _with_entry(package: str, change: Entry) -> Iterator[None]:
    table = _found(package, change.table)
    if not isinstance(table, MutableMapping | list):
        raise MutationError(f"{change.table} is no table that can be changed")
    try:
        before = table[change.key]
    except LookupError:
        raise MutationError(f"{change.table} has no {change.key!r}") from None
    table[change.key] = change.value(before) if isinstance(change.value, FunctionType) else change.value
    try:
        yield
    finally:
        table[change.key] = before


@contextmanager
def _with_constant(package: str, change: Constant) -> Iterator[None]:
    tables = import_module(f"{package}.tables")
    if not hasattr(tables, change.name):
        raise MutationError(f"the tables have no {change.name}")
    before = getattr(tables, change.name)
    holders = [module for module in _modules(package) if vars(module).get(change.name) is before]
    for module in holders:
        setattr(module, change.name, change.value)
    try:
        yield
    finally:
        for module in holders:
            setattr(module, change.name, before)


def _compiled(function: FunctionType, path: str, changes: Sequence[Rewrite]) -> FunctionType:
    """Return the function that the changed source defines, compiled in its own module."""
    source = textwrap.dedent(inspect.getsource(function))
    for change in changes:
        if (count := source.count(change.old)) != 1:
            raise MutationError(f"{path} has the text {change.old!r} {count} times, and should have it once")
        if change.old == change.new:
            raise MutationError(f"{path}: {change.old!r} stays as it is")
        source = source.replace(change.old, change.new)
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise MutationError(f"{path}: with {changes[-1].new!r} it is no Python: {error}") from None
    [definition] = tree.body
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    if function.__closure__:
        raise MutationError(f"{path} is a closure; change the function that makes it")
    namespace: dict[str, Any] = {}
    exec(compile(tree, f"<mutation of {path}>", "exec"), function.__globals__, namespace)
    made = namespace[definition.name]
    assert isinstance(made, FunctionType)
    return made


def _function(found: Any, path: str) -> FunctionType:
    """Return the plain function that a path names, without its wrappers."""
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, cached_property):
        found = found.func
    if isinstance(found, staticmethod | classmethod):
        found = found.__func__
    found = inspect.unwrap(found)
    found = getattr(found, "__func__", found)
    if not isinstance(found, FunctionType):
        raise MutationError(f"{path} is no function")
    return found


def _found(package: str, path: str) -> Any:
    """Return the object that a dotted path names: in a module of the format, else in one that all formats share."""
    module_name, *names = path.split(".")
    for name in (f"{package}.{module_name}", f"{PACKAGE}.{module_name}"):
        try:
            found: Any = import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            continue
        for attribute in names:
            found = inspect.getattr_static(found, attribute, None)
            if found is None:
                raise MutationError(f"there is no {path}")
        return found
    raise MutationError(f"there is no module {module_name} in {package}")


def _clear_caches(package: str, changed: Set[str] | None = None) -> None:
    """Clear the caches of the format's functions, whose results were computed without, or with, the mutation.

    If only the modules `changed` differ, caches of modules that do not import them, directly or indirectly, stay valid.
    Unbounded caches (`functools.cache`) hold results that depend on constants only, such as parsers, and stay.
    """
    for forget, home in _caches(package, len(sys.modules)):
        if changed is None or not changed.isdisjoint(_imports(home, len(sys.modules))):
            forget()


@lru_cache(maxsize=1)
def _caches(package: str, modules: int) -> Sequence[tuple[Callable[[], None], str]]:
    """Return the clearing function of each cache of the format, with its module.

    `modules`, the number of imported modules, is the key under which the result is remembered.
    """
    things = (thing for module in _modules(package) for thing in vars(module).values())
    return [
        (thing.cache_clear, thing.__module__)
        for thing in things
        if hasattr(thing, "cache_clear") and thing.cache_parameters()["maxsize"] is not None
    ]


def _changed(package: str, wrong: Mutation) -> set[str]:
    """Return the modules that a mutation changes: those of its functions, and those with its tables and constants."""
    changed: set[str] = set()
    for change in wrong.changes:
        match change:
            case Rewrite():
                changed.add(_function(_found(package, change.function), change.function).__module__)
            case Entry():
                table = _found(package, change.table)
                holders = [
                    module.__name__
                    for module in _modules(package)
                    if any(one is table for one in vars(module).values())
                ]
                changed.update((f"{package}.tables", *holders))
            case Constant():
                changed.update(module.__name__ for module in _modules(package) if hasattr(module, change.name))
    return changed


@cache
def _imports(name: str, modules: int) -> Set[str]:
    """Return the module and all that it imports, directly or indirectly and anywhere in its text.

    `modules`, the number of imported modules, is the key under which the result is remembered.
    """
    found, waiting = set[str](), [name]
    while waiting:
        if (module := waiting.pop()) not in found and module in sys.modules:
            found.add(module)
            waiting += _imported(module)
    return found


@cache
def _imported(name: str) -> Set[str]:
    """Return the names that a module's text imports: modules, and names that may be modules, of our packages only."""
    module = sys.modules[name]
    home = (module.__package__ or "").partition(".")[0]
    named = set[str]()
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Import):
            named.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            lead = resolve_name("." * node.level + (node.module or ""), module.__package__)
            named.update((lead, *(f"{lead}.{alias.name}" for alias in node.names)))
    return {one for one in named if one.partition(".")[0] in (PACKAGE, home)}


def _modules(package: str) -> list[ModuleType]:
    """Return the format's imported modules."""
    lead = f"{package}."
    return [module for name, module in list(sys.modules.items()) if name.startswith(lead)]


def touched(package: str, wrong: Mutation) -> tuple[set[CodeType], set[str]]:
    """Return the code that the mutation changes, and the names of the constants and tables that it changes.

    A call that runs none of that code, and no code that uses one of these names, is not affected.
    """
    codes: set[CodeType] = set()
    names: set[str] = set()
    for change in wrong.changes:
        match change:
            case Rewrite():
                codes.add(_function(_found(package, change.function), change.function).__code__)
            case Constant():
                names.add(change.name)
            case Entry():
                table = _found(package, change.table)
                names.add(change.table.rpartition(".")[2])
                names |= {name for module in _modules(package) for name, one in vars(module).items() if one is table}
    return codes, names


def run_through(package: str, do: Callable[[], Result]) -> tuple[Result, set[CodeType]]:
    """Return the result of a call with cleared caches, and the code that it runs.

    The profiler in C collects the code at a tenth of the cost of a function for sys.settrace.
    """
    _clear_caches(package)
    profile = Profile(builtins=False, subcalls=False)
    profile.enable()
    try:
        result = do()
    finally:
        profile.disable()
    return result, {entry.code for entry in profile.getstats() if isinstance(entry.code, CodeType)}


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
