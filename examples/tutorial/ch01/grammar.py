"""The text of Pico: its grammar, and the tree of a program."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lark import Lark

GRAMMAR = r"""
    start: function*
    function: "fun" NAME "(" [param ("," param)*] ")" "=" sum
    param: NAME [":" shape]
    shape: "[" [INT ("," INT)*] "]"

    ?sum: product
        | sum "+" product -> add
    ?product: atom
        | product "*" atom -> mul
        | product "@" atom -> matmul
    ?atom: NUMBER -> number
        | NAME -> name
        | NAME "(" [sum ("," sum)*] ")" -> call
        | "(" sum ")"

    %import common.CNAME -> NAME
    %import common (INT, NUMBER, SH_COMMENT, WS)
    %ignore WS
    %ignore SH_COMMENT
"""
PARSER: Any = Lark(GRAMMAR, parser="lalr", propagate_positions=True, maybe_placeholders=False)
Place = tuple[int, int]
"""A line and a column, from 1."""


@dataclass
class Number:
    """A number."""

    place: Place = field(repr=False)
    value: float


@dataclass
class Name:
    """A parameter, used by name."""

    place: Place = field(repr=False)
    name: str


@dataclass
class Call:
    """A call of a function by name; `a + b` is a call of `add`."""

    place: Place = field(repr=False)
    function: str
    arguments: list[Expression]


Expression = Number | Name | Call


@dataclass
class Parameter:
    """A parameter with its shape, `None` where none is written."""

    place: Place = field(repr=False)
    name: str
    shape: tuple[int, ...] | None


@dataclass
class Function:
    """A function: its parameters and its body."""

    place: Place = field(repr=False)
    name: str
    params: list[Parameter]
    body: Expression


def parse(text: str) -> list[Function]:
    """Return the functions of a program; raise `lark.UnexpectedInput` where it is not one."""
    return [_function(node) for node in PARSER.parse(text).children]


def _function(node: Any) -> Function:
    name, *params, body = node.children
    return Function(_place(node), str(name), [_parameter(each) for each in params], _expression(body))


def _parameter(node: Any) -> Parameter:
    name, *shape = node.children
    return Parameter(_place(node), str(name), _shape(shape))


def _shape(nodes: list[Any]) -> tuple[int, ...] | None:
    return tuple(int(size) for size in nodes[0].children) if nodes else None


def _expression(node: Any) -> Expression:
    if node.data == "number":
        return Number(_place(node), float(node.children[0]))
    if node.data == "name":
        return Name(_place(node), str(node.children[0]))
    name, arguments = (node.children[0], node.children[1:]) if node.data == "call" else (node.data, node.children)
    return Call(_place(node), str(name), [_expression(each) for each in arguments])


def _place(node: Any) -> Place:
    return node.meta.line, node.meta.column


if __name__ == "__main__":
    for function in parse(Path(sys.argv[1]).read_text(encoding="utf-8")):
        print(function)
