"""Applies the changes of a mutation to the reference, for the time of a block, and says what they affect."""

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator, MutableMapping, Sequence, Set
from contextlib import ExitStack, contextmanager
from cProfile import Profile
from functools import cache, cached_property, lru_cache
from importlib import import_module
from importlib.util import resolve_name
from itertools import count
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

from goldenwire_reference.reader import Reader
from goldenwire_suite.mutations.changes import (
    Change,
    Constant,
    Disabled,
    Edit,
    Entry,
    Mutation,
    MutationError,
    Replaced,
    Rewrite,
)

PACKAGE = "goldenwire_reference"

Result = TypeVar("Result")


@contextmanager
def mutated(package: str, wrong: Mutation) -> Iterator[None]:
    """Apply the mutation to the codec in that package for the time of the block.

    Raises MutationError if it does not fit. Not for use with threads: the change is visible to all of them.
    """
    texts: dict[str, list[Edit | Rewrite]] = {}
    for change in wrong.changes:
        if isinstance(change, Edit | Rewrite):
            texts.setdefault(change.function, []).append(change)
    with ExitStack() as undo:
        try:
            for function, edits in texts.items():
                undo.enter_context(_edited(package, function, edits))
            for change in wrong.changes:
                undo.enter_context(_applied(package, change))
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
def _applied(package: str, change: Change) -> Iterator[None]:
    match change:
        case Disabled(check, instead):
            tables = import_module(f"{package}.tables")
            if not {check, check.partition(".")[0]}.intersection(getattr(tables, "CHECKS", ())):
                raise MutationError(f"the decoder has no check {check}")
            with _with_code(vars(Reader)["__init__"], _without_check, check, instead):
                yield
        case Replaced(path, by):
            found = _found(package, path)
            with _uncached(found), _with_code(_function(found, path), by):
                yield
        case Entry():
            with _with_entry(package, change):
                yield
        case Constant():
            with _with_constant(package, change):
                yield
        case _:  # edits, which are applied for each function at once
            yield


def _without_check(original: Callable[..., None], check: str, instead: Any, *args: Any, **named: Any) -> None:
    """Take the place of Reader.__init__, with a check off."""
    original(*args, **named)
    args[0].off = {**args[0].off, check: instead}


@contextmanager
def _edited(package: str, path: str, changes: Sequence[Edit | Rewrite]) -> Iterator[None]:
    found = _found(package, path)
    function = _function(found, path)
    wrong = _compiled(function, path, tuple(changes))
    with _uncached(found):
        before = _swap(function, wrong)
        try:
            yield
        finally:
            _swap(function, before)


_numbers = count()


@contextmanager
def _with_code(function: FunctionType, by: Callable[..., Any], *leading: Any) -> Iterator[None]:
    """Let all calls of the function call `by`, with the leading arguments and a copy of the function in front."""
    if function.__closure__:
        raise MutationError(f"{function.__qualname__} is a closure; change the function that makes it")
    original = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    original.__kwdefaults__ = function.__kwdefaults__
    name = f"_replacement_{next(_numbers)}"
    namespace: dict[str, Any] = {}
    exec(f"def stand_in(*args, **named): return {name}(*args, **named)", namespace)
    function.__globals__[name] = lambda *args, **named: by(original, *leading, *args, **named)
    before = _swap(function, namespace["stand_in"])
    try:
        yield
    finally:
        _swap(function, before)
        del function.__globals__[name]


def _swap(function: FunctionType, by: FunctionType) -> FunctionType:
    """Give the function the code and the defaults of another one; return a function with those that it had."""
    before = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    before.__kwdefaults__ = function.__kwdefaults__
    function.__code__, function.__defaults__, function.__kwdefaults__ = by.__code__, by.__defaults__, by.__kwdefaults__
    return before


@contextmanager
def _uncached(found: Any) -> Iterator[None]:
    forget = getattr(found, "cache_clear", lambda: None)
    forget()
    try:
        yield
    finally:
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


@lru_cache(maxsize=256)
def _compiled(function: FunctionType, path: str, changes: tuple[Edit | Rewrite, ...]) -> FunctionType:
    """Return the function that the changed source defines, compiled in its own module."""
    source = _source(function)
    for change in changes:
        if isinstance(change, Rewrite):
            source = _rewritten(source, path, change)
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise MutationError(f"{path}: changed, it is no Python: {error}") from None
    for change in changes:
        if isinstance(change, Edit):
            _exchange(tree, path, change)
    [definition] = tree.body
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    if function.__closure__:
        raise MutationError(f"{path} is a closure; change the function that makes it")
    namespace: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(tree), f"<mutation of {path}>", "exec"), function.__globals__, namespace)
    made = namespace[definition.name]
    assert isinstance(made, FunctionType)
    return made


@cache
def _source(function: FunctionType) -> str:
    return textwrap.dedent(inspect.getsource(function))


def _rewritten(source: str, path: str, change: Rewrite) -> str:
    if (times := source.count(change.old)) != 1:
        raise MutationError(f"{path} has the text {change.old!r} {times} times, and should have it once")
    if change.old == change.new:
        raise MutationError(f"{path}: {change.old!r} stays as it is")
    return source.replace(change.old, change.new)


def _exchange(tree: ast.Module, path: str, change: Edit) -> None:
    """Make the change in the tree of the function. Raises MutationError."""
    old, new = change.parsed()
    wanted = ast.dump(old)
    if wanted == ast.dump(new):
        raise MutationError(f"{path}: {ast.unparse(old)!r} stays as it is")
    found = [
        (node, name, place)
        for node in ast.walk(tree)
        for name, member in ast.iter_fields(node)
        for place, child in enumerate(member if isinstance(member, list) else [member])
        if isinstance(child, type(old)) and ast.dump(child) == wanted
    ]
    if len(found) != 1:
        text = ast.unparse(old)
        raise MutationError(f"{path} has the code {text!r} {len(found)} times, and should have it once")
    [(node, name, place)] = found
    if isinstance(old, ast.expr) != isinstance(new, ast.expr):
        raise MutationError(f"{path}: {change.change!r} makes an expression of a statement")
    member = getattr(node, name)
    if isinstance(member, list):
        member[place] = new
    else:
        setattr(node, name, new)


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
            case Edit() | Replaced() | Rewrite():
                changed.add(_function(_found(package, change.function), change.function).__module__)
            case Disabled():
                changed.add(Reader.__module__)
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
            case Edit() | Replaced() | Rewrite():
                codes.add(_function(_found(package, change.function), change.function).__code__)
            case Disabled():
                codes |= {Reader.refuse.__code__, Reader.need.__code__}
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
