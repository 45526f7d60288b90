"""Arithmetic over named whole numbers in exercise files: `BM % WM == 0 and BM * BN <= 16384`.

The language is that of the expressions in quizzes, Jinja's, but nothing of it is left beside names, whole numbers,
`+ - * / // %`, comparisons and `and`, `or`, `not`: an expression can neither loop nor grow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from jinja2 import TemplateSyntaxError, nodes
from jinja2.parser import Parser
from jinja2.sandbox import SandboxedEnvironment

_LONGEST = 200  # characters
_DEEPEST = 40  # what Jinja makes of it must be within Python's limit of nested parentheses
_ALLOWED = (
    nodes.Name, nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.Neg, nodes.Pos,
    nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod,
)  # fmt: skip
_REMEMBERED = 1024  # expressions
_COMPARISONS = {"eq", "ne", "lt", "lteq", "gt", "gteq"}

_ENVIRONMENT = SandboxedEnvironment()
_ENVIRONMENT.globals.clear()


class NotArithmetic(Exception):
    """The text is no such expression. The message, in English, says what does not belong there."""


@lru_cache(_REMEMBERED)
def names_in(text: str) -> frozenset[str]:
    """The names that an expression uses. Raises NotArithmetic."""
    if len(text) > _LONGEST:
        raise NotArithmetic(f"more than {_LONGEST} characters")
    if sum(map(text.count, "([{")) > _DEEPEST:
        raise NotArithmetic("nested too deeply")
    try:
        parser = Parser(_ENVIRONMENT, text, state="variable")
        found = parser.parse_expression()
        if not parser.stream.eos:
            raise NotArithmetic(f"'{parser.stream.current.value}' after the end of the expression")
    except TemplateSyntaxError as error:
        raise NotArithmetic(error.message) from None
    if _depth(found) > _DEEPEST:
        raise NotArithmetic("nested too deeply")
    every = (found, *found.find_all(nodes.Node))
    for node in every:
        if not _belongs(node):
            raise NotArithmetic(f"{type(node).__name__.lower()} does not belong to whole numbers")
    return frozenset(node.name for node in every if isinstance(node, nodes.Name))


def value_of(text: str, values: Mapping[str, int]) -> bool | int | float:
    """The value of an expression. Raises NotArithmetic, also for a name without a value, and ArithmeticError."""
    if strangers := names_in(text) - values.keys():
        raise NotArithmetic(f"'{min(strangers)}' has no value")
    found = _compiled(text)(**values)
    assert isinstance(found, bool | int | float)
    return found


def _depth(node: nodes.Node) -> int:
    return 1 + max(map(_depth, node.iter_child_nodes()), default=0)


def _belongs(node: nodes.Node) -> bool:
    if isinstance(node, nodes.Const):
        return type(node.value) is int
    if isinstance(node, nodes.Operand):
        return node.op in _COMPARISONS
    return isinstance(node, _ALLOWED)


@lru_cache(_REMEMBERED)
def _compiled(text: str) -> Callable[..., object]:
    return _ENVIRONMENT.compile_expression(text, undefined_to_none=False)
