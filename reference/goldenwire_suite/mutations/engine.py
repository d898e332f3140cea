"""All single edits of Python source that are typical slips of a codec's author: mutants, for `goldenwire strength`.

A mutant replaces a piece of text in one module. Text with no observable effect is left alone: types, messages,
docstrings, the trace of an explanation, the list of the error classes, assertions.
"""

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from goldenwire_suite.mutations.changes import MutationError


@dataclass(frozen=True)
class Mutant:
    """One change: at an offset of a module's source (in characters), the text `old` is replaced by `new`.

    `file` is the name of the module's file, `function` the qualified name of the enclosing function or class; `line`
    counts from 1. `before` and `after` are the whole lines that it touches. The id stays the same while the text keeps
    its position among equal texts of the function.
    """

    id: str
    module: str
    file: str
    function: str
    kind: str
    line: int
    start: int
    old: str
    new: str
    before: str = ""
    after: str = ""

    @property
    def change(self) -> str:
        """The lines before and after on one line, `if a < b: -> if a <= b:`: a name for the change."""
        return f"{one_line(self.before)} -> {one_line(self.after)}"

    def applied(self, source: str) -> str:
        """Return the source with the change made."""
        assert source[self.start : self.start + len(self.old)] == self.old, "the source is another one"
        return source[: self.start] + self.new + source[self.start + len(self.old) :]


def of_modules(modules: Sequence[str], codes: Sequence[str]) -> list[Mutant]:
    """Return the mutants of these modules, in the order of their text; `codes` are the error classes of the format."""
    return [mutant for module in modules for mutant in of_source(source_of(module), module, codes)]


def source_of(module: str) -> str:
    """Return the source of a module. Raises MutationError if there is none."""
    spec = find_spec(module)
    if spec is None or not spec.origin:
        raise MutationError(f"there is no source of the module {module}")
    return Path(spec.origin).read_text(encoding="utf-8")


def of_source(source: str, module: str, codes: Sequence[str]) -> list[Mutant]:
    """Return the mutants of one module."""
    found: list[Mutant] = []
    file = f"{module.rpartition('.')[2]}.py"
    seen: Counter[tuple[str, ...]] = Counter()
    for change in sorted(
        set(_Visitor(source, codes).changes()), key=lambda change: (change.start, change.kind, change.new)
    ):
        text = source[change.start : change.end]
        key = (module, change.function, change.kind, text, change.new)
        seen[key] += 1
        digest = "m" + hashlib.sha256("\0".join((*key, str(seen[key]))).encode()).hexdigest()[:9]  # no YAML number
        line = source.count("\n", 0, change.start) + 1
        lines = changed_lines(source, change.start, text, change.new)
        found.append(
            Mutant(digest, module, file, change.function, change.kind, line, change.start, text, change.new, *lines)
        )
    return found


def one_line(text: str) -> str:
    """Return the text with each run of white space replaced by one space."""
    return " ".join(text.split())


def changed_lines(source: str, start: int, old: str, new: str) -> tuple[str, str]:
    """Return the whole lines that a change touches, before and after it."""
    first = source.rfind("\n", 0, start) + 1
    end = source.find("\n", start + len(old))
    before = source[first : end if end >= 0 else len(source)]
    at = start - first
    return before, before[:at] + new + before[at + len(old) :]


@dataclass(frozen=True)
class _Change:
    start: int
    end: int
    new: str
    kind: str
    function: str


COMPARISONS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
SPELLED = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip
ARITHMETIC = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"),
}  # fmt: skip
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
ORDERS = {"big": "little", "little": "big"}
MESSAGES = {"refuse", "need", "note", "fail", "uint"}  # functions whose arguments after two are words for people
ERRORS = {
    "EncodeError", "DecodeError", "NotationError", "WireError", "SchemaError", "TypeStringError", "AssertionError",
}  # fmt: skip
TRACES = re.compile(r"_?traced?s?(_\w+)?", re.IGNORECASE)  # names of what only an explanation shows
NOTES = {"TYPE_CHECKING", "note", "note_rest"}


class _Visitor:
    """A walk over a module that finds the possible changes."""

    def __init__(self, source: str, codes: Sequence[str]) -> None:
        self._source, self._codes = source, tuple(codes)
        self._lines = [0]
        for line in source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self._bytes = [line.encode() for line in source.splitlines(keepends=True)]
        self._function: list[str] = []

    def changes(self) -> Iterator[_Change]:
        yield from self._body(ast.parse(self._source).body)

    # The walk

    def _body(self, statements: Sequence[ast.stmt]) -> Iterator[_Change]:
        for number, statement in enumerate(statements):
            is_docstring = number == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            is_idle = isinstance(statement, ast.Import | ast.ImportFrom | ast.Assert | ast.Pass)
            if not is_docstring and not is_idle and not _only_traces(statement):
                yield from self._statement(statement)

    def _statement(self, statement: ast.stmt) -> Iterator[_Change]:
        match statement:
            case ast.FunctionDef() | ast.ClassDef():
                yield from self._definition(statement)
            case ast.AnnAssign():
                if statement.value:
                    yield from self._expression(statement.value)
            case ast.If() | ast.While():
                yield from self._branches(statement)
            case ast.Raise():
                yield from self._dropped(statement)
                if statement.exc:
                    yield from self._expression(statement.exc)
            case ast.Match():
                yield from self._expression(statement.subject)
                for case in statement.cases:
                    if case.guard:
                        yield from self._guard(case.guard)
                        yield from self._expression(case.guard)
                    yield from self._body(case.body)
            case _:
                if isinstance(statement, ast.Expr | ast.AugAssign | ast.Delete | ast.Continue | ast.Break):
                    yield from self._dropped(statement)
                yield from self._parts(statement)

    def _definition(self, statement: ast.FunctionDef | ast.ClassDef) -> Iterator[_Change]:
        self._function.append(statement.name)
        if isinstance(statement, ast.FunctionDef):
            for default in (*statement.args.defaults, *filter(None, statement.args.kw_defaults)):
                yield from self._expression(default)
        yield from self._body(statement.body)
        self._function.pop()

    def _branches(self, statement: ast.If | ast.While) -> Iterator[_Change]:
        yield from self._guard(statement.test)
        yield from self._expression(statement.test)
        yield from self._body(statement.body)
        yield from self._body(statement.orelse)

    def _parts(self, node: ast.AST) -> Iterator[_Change]:
        for name, member in ast.iter_fields(node):
            if name in {"annotation", "returns", "type_comment", "decorator_list"}:
                continue
            for child in member if isinstance(member, list) else [member]:
                if isinstance(child, ast.stmt):
                    yield from self._body([child])
                elif isinstance(child, ast.expr):
                    yield from self._expression(child)
                elif isinstance(child, ast.AST) and not isinstance(child, ast.operator | ast.cmpop | ast.boolop):
                    yield from self._parts(child)

    def _expression(self, node: ast.expr) -> Iterator[_Change]:
        if isinstance(node, ast.JoinedStr) or self._lists_codes(node):
            return
        for kind, change in CHANGES.get(type(node), ()):
            yield from change(self, node, kind)
        if isinstance(node, ast.Call):
            yield from self._call(node)
        else:
            yield from self._parts(node)

    def _call(self, node: ast.Call) -> Iterator[_Change]:
        """Yield the changes in the parts of a call, except in messages."""
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        yield from self._expression(node.func)
        spoken = 2 if name in MESSAGES else 1 if name in ERRORS or name.endswith("refusal") else len(node.args)
        for argument in node.args[:spoken]:
            yield from self._expression(argument)
        for keyword in node.keywords:
            if (name, keyword.arg) != ("zip", "strict"):  # an assertion
                yield from self._expression(keyword.value)

    def _lists_codes(self, node: ast.expr) -> bool:
        """Return whether the node is the list of the error classes, which no refusal looks at."""
        return isinstance(node, ast.Tuple) and [getattr(one, "value", None) for one in node.elts] == list(self._codes)

    # What is changed

    def _guard(self, test: ast.expr) -> Iterator[_Change]:
        yield self._change(test, "False", "guard")
        yield self._change(test, f"not ({self._text(test)})", "negation")

    def _dropped(self, statement: ast.stmt) -> Iterator[_Change]:
        yield self._change(statement, "pass", "statement")

    def compare(self, node: Any, kind: str) -> Iterator[_Change]:
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            yield from self._operator(left, right, SPELLED[type(operator)], COMPARISONS[type(operator)], kind)
            left = right

    def arithmetic(self, node: Any, kind: str) -> Iterator[_Change]:
        if type(node.op) in ARITHMETIC:
            old, new = ARITHMETIC[type(node.op)]
            yield from self._operator(node.left, node.right, old, new, kind)

    def _operator(self, left: ast.expr, right: ast.expr, old: str, new: str, kind: str) -> Iterator[_Change]:
        between = self._source[self._end(left) : self._start(right)]
        at = between.find(old)
        if at >= 0:
            start = self._end(left) + at
            yield _Change(start, start + len(old), new, kind, self._where)

    def connective(self, node: Any, kind: str) -> Iterator[_Change]:
        for value in node.values:  # one of several conditions is dropped
            yield self._change(value, "True" if isinstance(node.op, ast.And) else "False", "condition")
        other = " or " if isinstance(node.op, ast.And) else " and "
        yield self._change(node, other.join(f"({self._text(value)})" for value in node.values), kind)

    def conditional(self, node: Any, kind: str) -> Iterator[_Change]:
        yield self._change(node.test, f"not ({self._text(node.test)})", kind)

    def negated(self, node: Any, kind: str) -> Iterator[_Change]:
        if isinstance(node.op, ast.Not | ast.USub):
            yield self._change(node, f"({self._text(node.operand)})", kind)

    def constant(self, node: Any, kind: str) -> Iterator[_Change]:
        value = node.value
        if isinstance(value, bool):
            yield self._change(node, str(not value), "boolean")
        elif isinstance(value, int):
            yield self._change(node, str(value + 1), kind)
            yield self._change(node, f"({value - 1})" if value < 1 else str(value - 1), kind)
        elif isinstance(value, str):
            yield from self._string(node, value)

    def _string(self, node: ast.expr, value: str) -> Iterator[_Change]:
        if value in ORDERS:
            yield self._change(node, repr(ORDERS[value]), "byte order")
        elif value[:1] in "<>" and 1 <= len(value) <= 4 and value[1:].isalnum():
            yield self._change(node, repr({"<": ">", ">": "<"}[value[0]] + value[1:]), "byte order")
        if value[1:2] in ("i", "u") and value[:1] in "<>|" and value[2:].isdigit():
            yield self._change(node, repr(value[0] + {"i": "u", "u": "i"}[value[1]] + value[2:]), "signedness")
        if value in self._codes and len(self._codes) > 1:
            other = self._codes[(self._codes.index(value) + 1) % len(self._codes)]
            yield self._change(node, repr(other), "error class")

    def table(self, node: Any, kind: str) -> Iterator[_Change]:
        for one, other in zip(node.values, node.values[1:], strict=False):
            if self._effect(one) != self._effect(other):
                between = self._source[self._end(one) : self._start(other)]
                new = self._text(other) + between + self._text(one)
                yield _Change(self._start(one), self._end(other), new, kind, self._where)

    def _effect(self, node: ast.expr) -> str:
        """Return what an answer can show of a table's value.

        Of a refusal that is its class, without the requirement. Sentences are for people, and policies are for the
        manifest: whichever has which name, the same checks are off.
        """
        match node:
            case ast.Call(func=ast.Name("Check"), args=[ast.Constant(code), _]) if code in self._codes:
                return str(code)
            case ast.Tuple([ast.Constant(code), ast.Constant()]) if code in self._codes:
                return str(code)
            case ast.Call(func=ast.Name("Policy")):
                return "Policy"
            case ast.Constant(str(text)) if " " in text:
                return "a sentence"
            case _:
                return self._text(node)

    def called(self, node: Any, kind: str) -> Iterator[_Change]:
        name = getattr(node.func, "id", "")
        if name in CALLS:
            yield self._change(node.func, CALLS[name], kind)
        is_wide = any(isinstance(argument, ast.Constant) and argument.value == 8 for argument in node.args[:1])
        if isinstance(node.func, ast.Attribute) and node.func.attr == "uint" and is_wide:
            yield self._change(node, f"({self._text(node)} & 0xFFFFFFFF)", "cut to 32 bits")

    # Places

    @property
    def _where(self) -> str:
        return ".".join(self._function)

    def _change(self, node: ast.AST, new: str, kind: str) -> _Change:
        return _Change(self._start(node), self._end(node), new, kind, self._where)

    def _start(self, node: Any) -> int:
        return self._offset(node.lineno, node.col_offset)

    def _end(self, node: Any) -> int:
        return self._offset(node.end_lineno, node.end_col_offset)

    def _offset(self, line: int, column: int) -> int:
        """Convert a place in UTF-8 bytes, as given by ast, to an offset in characters."""
        return self._lines[line - 1] + len(self._bytes[line - 1][:column].decode())

    def _text(self, node: ast.AST) -> str:
        return self._source[self._start(node) : self._end(node)]


CHANGES: dict[type[ast.expr], Sequence[tuple[str, Callable[[_Visitor, Any, str], Iterator[_Change]]]]] = {
    ast.Compare: [("comparison", _Visitor.compare)],
    ast.BinOp: [("arithmetic", _Visitor.arithmetic)],
    ast.BoolOp: [("connective", _Visitor.connective)],
    ast.IfExp: [("negation", _Visitor.conditional)],
    ast.UnaryOp: [("negation", _Visitor.negated)],
    ast.Constant: [("constant", _Visitor.constant)],
    ast.Dict: [("table entry", _Visitor.table)],
    ast.Call: [("call", _Visitor.called)],
}


def _is_about_traces(node: ast.AST) -> bool:
    """Return whether the node concerns types or the trace of an explanation, which no codec's answer shows."""
    return not _names(node).isdisjoint(NOTES) or _has_trace(node)


def _has_trace(node: ast.AST) -> bool:
    return any(map(TRACES.fullmatch, _names(node)))


def _names(node: ast.AST) -> set[str]:
    return {part.attr if isinstance(part, ast.Attribute) else getattr(part, "id", "") for part in ast.walk(node)}


def _only_traces(statement: ast.stmt) -> bool:
    """Return whether the statement does nothing but add to a trace, or say how long it may be."""
    match statement:
        case ast.FunctionDef(name=name):
            return TRACES.fullmatch(name) is not None
        case ast.If(test=test, body=body, orelse=orelse):
            return _is_about_traces(test) or (not orelse and all(map(_only_traces, body)))
        case ast.Expr():
            return _is_about_traces(statement)
        case ast.Assign(targets=[target]):
            return _has_trace(target)
        case _:
            return False
