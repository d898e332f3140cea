"""The grammar of schema texts (schema.lark) as a finite automaton.

Its rules repeat, but none contains itself. So the parser that lark makes from them has few stacks, and the successor of
each stack with each terminal can be computed in advance: a schema of one mebibyte takes half a second, where lark's own
parser takes fifteen.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark
from lark.parsers.lalr_analysis import Shift

GRAMMAR = Path(__file__).with_name("schema.lark").read_text(encoding="utf-8")
END = "$END"

Stack = tuple[int, ...]


class Step(NamedTuple):
    """The result of a terminal: the next state, and whether a field begins with the terminal."""

    state: "ParserState"
    begins: bool


class ParserState:
    """A position in a text: the terminals that may follow, how to find them, and the step for each.

    Some terminals that are `allowed` have no step: lark rejects a few of them only after the rules that end there.
    """

    __slots__ = ("allowed", "scan", "steps")

    def __init__(self, allowed: frozenset[str], scan: Callable[[str, int], re.Match[str] | None]) -> None:
        self.allowed = allowed
        self.scan = scan
        self.steps: dict[str | None, Step] = {}

    @property
    def ends(self) -> bool:
        """Return whether the text may end here."""
        return END in self.allowed


@cache
def first_state(grammar: str) -> ParserState:
    """Return the state in which a text begins."""
    lark = Lark(grammar, parser="lalr", start="schema")
    table: Any = lark.parser.parser.parser.parse_table
    states: dict[Stack, ParserState] = {}

    def state_of(stack: Stack) -> ParserState:
        if stack not in states:
            allowed = frozenset(str(name) for name in table.states[stack[-1]] if name.isupper())
            states[stack] = state = ParserState(allowed, _scanner(lark, allowed))
            for terminal in allowed - {END}:
                before = _reduced(table, stack, terminal)
                row = table.states[before[-1]]
                if terminal in row:
                    state.steps[terminal] = Step(state_of((*before, row[terminal][1])), "field" in row)
        return states[stack]

    return state_of((table.start_states["schema"],))


def _reduced(table: Any, stack: Stack, terminal: str) -> Stack:
    """Return the parser's stack after the rules that end in front of the terminal."""
    while (action := table.states[stack[-1]].get(terminal)) and action[0] is not Shift:
        rule = action[1]
        stack = stack[: len(stack) - len(rule.expansion)]
        stack = (*stack, table.states[stack[-1]][rule.origin.name][1])
    return stack


def _scanner(lark: Lark, names: frozenset[str]) -> Callable[[str, int], re.Match[str] | None]:
    """Return a function that finds which of the terminals is at a position of a text, by priority."""
    terminals = [terminal for terminal in lark.terminals if terminal.name in names]
    terminals.sort(key=lambda one: -one.priority)
    return re.compile("|".join(f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in terminals)).match
