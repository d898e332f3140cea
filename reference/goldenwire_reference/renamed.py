"""Old names of arguments, which packages of formats may still use."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")


def accept_old_names(**renamed: str) -> Callable[[type[T]], type[T]]:
    """Return a decorator for classes whose constructor also accepts each old name in place of the new one."""

    def decorate(cls: type[T]) -> type[T]:
        construct: Callable[..., None] = cls.__init__

        @wraps(construct)
        def with_old_names(self: T, *args: Any, **members: Any) -> None:
            if both := [old for old, new in renamed.items() if old in members and new in members]:
                raise TypeError(f"{both[0]} is the old name of {renamed[both[0]]}: give one of them")
            construct(self, *args, **{renamed.get(name, name): value for name, value in members.items()})

        cls.__init__ = with_old_names  # type: ignore[method-assign, assignment]
        return cls

    return decorate
