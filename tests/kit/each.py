"""Tests over many cases: a test is one item, which lists the cases that fail."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import pytest

SHOWN = 20  # failures; there may be thousands

PARAM = type(pytest.param())
Test = Callable[..., None]
Row = tuple[str, dict[str, Any], str | None]  # id, arguments, reason of an expected failure


def each(
    names: str | tuple[str, ...],
    cases: Iterable[Any] | Callable[[], Iterable[Any]],
    ids: Callable[[Any], str] | Iterable[str] = str,
    groups: Iterable[str] = (),
) -> Callable[[Test], Test]:
    """Parametrize a test as `pytest.mark.parametrize` does, but in one item; `--case GLOB` selects among its cases.

    An item for each case would cost more than most cases do. A case marked xfail must fail. Cases marked slow are an
    item of their own, `[slow]`, which has the mark. With `groups`, prefixes of the ids of the cases, there is such an
    item, or two, for each group. Cases that are expensive to make are given as a function, which is called when the
    test runs; none of them may be slow.
    """
    keys = (names,) if isinstance(names, str) else names

    @cache
    def rows() -> dict[str, list[Row]]:
        found: dict[str, list[Row]] = {}
        for case in _params(keys, cases() if callable(cases) else cases, ids):
            is_slow = any(mark.name == "slow" for mark in case.marks)
            assert not (callable(cases) and is_slow), "a slow case, where none is expected"
            share = _share(case.id, groups, is_slow)
            found.setdefault(share, []).append((case.id, dict(zip(keys, case.values, strict=True)), _reason(case)))
        assert found, "no case"
        return dict(sorted(found.items(), key=lambda one: one[0].endswith("slow")))

    shares = ["quick"] if callable(cases) else list(rows())

    def decorate(test: Test) -> Test:
        def passes_over(request: pytest.FixtureRequest, share: str = shares[0], **fixtures: Any) -> None:
            globs = request.config.getoption("--case")
            selected = [row for row in rows()[share] if not globs or any(fnmatchcase(row[0], glob) for glob in globs)]
            if not selected:
                pytest.skip(f"no case of it is {' or '.join(globs)}")
            faults = {id: fault for id, row, reason in selected if (fault := _fault(test, reason, fixtures | row))}
            if faults:
                first = next(iter(faults.values()))
                lines = [f"{id}: {type(fault).__name__}: {fault!s:.500}" for id, fault in faults.items()]
                more = [f"and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
                raise AssertionError("\n".join([f"{len(lines)} of {len(selected)}", *lines[:SHOWN], *more])) from first

        own = [parameter for name, parameter in inspect.signature(test).parameters.items() if name not in keys]
        request = inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        passes_over.__name__, passes_over.__doc__, passes_over.__module__ = test.__name__, test.__doc__, test.__module__
        passes_over.__dict__.update(test.__dict__)  # marks
        given = [inspect.Parameter("share", inspect.Parameter.POSITIONAL_OR_KEYWORD)] if shares != ["quick"] else []
        passes_over.__signature__ = inspect.Signature([request, *given, *own])  # type: ignore[attr-defined]
        return _in_shares(shares)(passes_over) if given else passes_over

    return decorate


def _share(id: str, groups: Iterable[str], is_slow: bool) -> str:
    """Return the id of the item to which a case belongs."""
    group = [next(group for group in groups if id.startswith(group))] if groups else []
    return "-".join([*group, "slow"] if is_slow else group or ["quick"])


def _in_shares(shares: Iterable[str]) -> Callable[[Test], Test]:
    params = [pytest.param(share, id=share, marks=[pytest.mark.slow] * share.endswith("slow")) for share in shares]
    return pytest.mark.parametrize("share", params)


def _params(keys: tuple[str, ...], cases: Iterable[Any], ids: Callable[[Any], str] | Iterable[str]) -> Iterator[Any]:
    """Yield the cases with ids: their own, the given ones, or ids made from their values."""
    given = None if callable(ids) else iter(ids)
    for case in cases:
        param = case if isinstance(case, PARAM) else pytest.param(*(case if len(keys) > 1 else (case,)))
        id = param.id or (next(given) if given else "-".join(map(ids, param.values)))  # type: ignore[arg-type]
        yield param._replace(id=id)


def _reason(case: Any) -> str | None:
    """Return the reason why a case is expected to fail, if it is."""
    return next((mark.kwargs["reason"] for mark in case.marks if mark.name == "xfail"), None)


def _fault(test: Test, expected: str | None, arguments: dict[str, Any]) -> BaseException | None:
    try:
        test(**arguments)
    except (Exception, pytest.fail.Exception) as error:
        return None if expected else error
    return AssertionError(f"it passes, and was expected to fail: {expected}") if expected else None
