"""Old names of arguments and modules, which packages of formats from outside may still use."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import wraps
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, TypeVar

T = TypeVar("T")

PACKAGE = "goldenwire_reference"

# Old modules of this package, and the modules that have what was in them.
MOVED = {
    "builder": "goldenwire_suite.builder",
    "cases": "goldenwire_suite.cases",
    "coverage": "goldenwire_suite.coverage",
    "drawing": "goldenwire_suite.strategies",
    "generation": "goldenwire_suite.generation",
    "misreadings": "goldenwire_suite.mutations",
    "mutations": "goldenwire_suite.mutations",
    "proofs": "goldenwire_suite.proofs",
    "strategy_blocks": "goldenwire_suite.strategies",
    "summaries": "goldenwire_suite.summaries",
    "tree": "goldenwire_suite.tree",
    "utf8_cases": "goldenwire_suite.utf8_cases",
}
# Old names in them.
ALIASES = {
    "drawing": {"Pick": "Choose", "picker": "chooser"},
    "misreadings": {"Misreading": "Mutation", "misreading": "mutation"},
}


def accept_old_names(**renamed: str) -> Callable[[type[T]], type[T]]:
    """Return a decorator for classes whose constructor also accepts each old name in place of the new one."""

    def to_new(members: Mapping[str, Any]) -> Mapping[str, Any]:
        if both := [old for old, new in renamed.items() if old in members and new in members]:
            raise TypeError(f"{both[0]} is the old name of {renamed[both[0]]}: give one of them")
        return {renamed.get(name, name): value for name, value in members.items()}

    return _accept(to_new)


def accept_one_table(**parts: type) -> Callable[[type[T]], type[T]]:
    """Return a decorator for Format, whose constructor also accepts the members of its parts as its own.

    What belongs to no part and is no member of a Format was a member of what is its suite today.
    """
    homes = {one.name: part for part, cls in parts.items() for one in fields(cls)}

    def to_parts(members: Mapping[str, Any]) -> Mapping[str, Any]:
        if "codec" in members:
            return members
        grouped: dict[str, dict[str, Any]] = {"suite": {}, **{part: {} for part in parts}}
        found: dict[str, Any] = {}
        for name, value in members.items():
            if name in ("name", "title", "package", "version"):
                found[name] = value
            else:
                grouped[homes.get(name, "suite")][name] = value
        suite = grouped.pop("suite")
        return found | {part: parts[part](**values) for part, values in grouped.items()} | {"suite": suite}

    return _accept(to_parts)


def _accept(to_new: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> Callable[[type[T]], type[T]]:
    def decorate(cls: type[T]) -> type[T]:
        construct: Callable[..., None] = cls.__init__

        @wraps(construct)
        def with_old_names(self: T, *args: Any, **members: Any) -> None:
            construct(self, *args, **to_new(members))

        cls.__init__ = with_old_names  # type: ignore[method-assign, assignment]
        return cls

    return decorate


class _Moved(MetaPathFinder, Loader):
    """Imports the modules of MOVED, and the modules in them, from where they are now."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, module = name.partition(".")
        if package == PACKAGE and module.partition(".")[0] in MOVED:
            return ModuleSpec(name, self, is_package=True)
        return None

    def exec_module(self, module: ModuleType) -> None:
        old, _, inner = module.__name__.removeprefix(f"{PACKAGE}.").partition(".")
        found = import_module(".".join(filter(None, (MOVED[old], inner))))
        if not inner and old in ALIASES:
            vars(module).update(vars(found) | {alias: getattr(found, name) for alias, name in ALIASES[old].items()})
        else:
            sys.modules[module.__name__] = found


def accept_old_modules() -> None:
    """Let the modules of MOVED be imported by their old names."""
    sys.meta_path.insert(0, _Moved())  # before the one that would find modules by the __path__ of the new ones
