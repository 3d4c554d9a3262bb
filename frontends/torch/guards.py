"""Conditions on arguments under which a program was exported, as assertions at its start.

`torch.export` follows the branches of a model for the arguments that it is given, and notes what it compared:
`L['x'].size()[0] > 5`. PyTorch raises an error for other arguments before it runs what was traced; a program stops with
a message. Conditions are parsed and never evaluated as Python: they may come from a file.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from ...dialects import arith, cf, math
from ...ir import Builder, Type, Value
from ...ir.builtin_attributes import StringAttr
from ...ir.builtin_types import FloatType, f64, i1, i64
from .installed import torch
from .problems import InvalidTorchProgram
from .symbolic import MOST_FACTORS

SMALLEST = 2
"""The smallest size that export assumes where a size may change; PyTorch does not check it."""
LARGEST = (1 << 63) - 2
"""A bound that is this large is none."""
LONGEST = 10_000
"""The maximum number of characters of a condition."""
MOST = 10_000
"""The maximum number of conditions."""

Number = int | float | Value
"""A number that is known, or a value of i64 or f64."""
Condition = bool | Value
"""A condition that is known, or a value of i1."""
SizeOf = Callable[[str, int | None], int | Value]
"""Returns a size of an argument, by the name of its placeholder, as a number or a value of `index`. With `None` as
dimension, it returns the number that the argument is.
"""

_COMPARISONS: Mapping[type[ast.cmpop], tuple[Callable[[Any, Any], bool], str, str]] = {
    ast.Eq: (operator.eq, "eq", "oeq"),
    ast.NotEq: (operator.ne, "ne", "une"),
    ast.Lt: (operator.lt, "slt", "olt"),
    ast.LtE: (operator.le, "sle", "ole"),
    ast.Gt: (operator.gt, "sgt", "ogt"),
    ast.GtE: (operator.ge, "sge", "oge"),
}
"""How numbers are compared, and the predicates for integers and floats."""
Way = tuple[Callable[[Any, Any], Any], Any, Any]
"""How two numbers are combined, and the ops for integers and floats."""
_ARITHMETIC: Mapping[type[ast.operator], Way] = {
    ast.Add: (operator.add, arith.AddIOp, arith.AddFOp),
    ast.Sub: (operator.sub, arith.SubIOp, arith.SubFOp),
    ast.Mult: (operator.mul, arith.MulIOp, arith.MulFOp),
    ast.Div: (lambda one, other: one / other, None, arith.DivFOp),
    ast.FloorDiv: (lambda one, other: one // other, arith.FloorDivSIOp, None),
}
_EXTREMES: Mapping[str, Way] = {
    "max": (max, arith.MaxSIOp, arith.MaximumFOp),
    "min": (min, arith.MinSIOp, arith.MinimumFOp),
}
_ROUNDED = {"floor": math.FloorOp, "ceil": math.CeilOp, "trunc": math.TruncOp, "round": math.RoundEvenOp}


def ranges_of(placeholders: Sequence[Any]) -> list[str]:
    """Return the conditions that the sizes of placeholders are in the ranges for which a program was traced."""
    return [
        f"L['{node.name}'].size()[{dim}] {relation} {bound}"
        for node in placeholders
        if isinstance(node.meta.get("val"), torch.Tensor)
        for dim, size in enumerate(node.meta["val"].shape)
        for relation, bound in _bounds(size)
    ]


def _bounds(size: Any) -> Iterator[tuple[str, int]]:
    if isinstance(size, torch.SymInt) and size.node.expr.is_Symbol:
        bounds = size.node.shape_env.bound_sympy(size.node.expr)
        if bounds.lower > SMALLEST:
            yield ">=", int(bounds.lower)
        if bounds.upper < LARGEST:
            yield "<=", int(bounds.upper)


class Guards(NamedTuple):
    """The conditions of a program."""

    conditions: Sequence[str]
    names: Sequence[str | None]
    """The placeholders for the arguments of the program, in order, with `None` for constants."""

    def check(self, size_of: SizeOf, builder: Builder) -> None:
        """Let a program stop where a condition does not hold."""
        if len(self.conditions) > MOST:
            raise InvalidTorchProgram(
                f"the program must have at most {MOST} conditions, but has {len(self.conditions)}"
            )
        checks = _Checks(builder, size_of, self.names)
        for each in dict.fromkeys(self.conditions):
            checks.add(each)


class _Checks:
    """Emits assertions of conditions."""

    def __init__(self, builder: Builder, size_of: SizeOf, names: Sequence[str | None]) -> None:
        self._builder = builder
        self._size_of = size_of
        self._names = names

    def add(self, text: str) -> None:
        """Let the program stop where a condition does not hold."""
        try:
            if len(text) > LONGEST:
                raise _NotUnderstood
            condition = self._condition(ast.parse(text.strip(), mode="eval").body)
        except (_NotUnderstood, ArithmeticError, LookupError, MemoryError, RecursionError, SyntaxError, ValueError):
            raise InvalidTorchProgram(
                f"the program was exported for calls where {self._readable(text):.200}, which a compiled program "
                "cannot check: use torch.compile(model, backend='dlc')"
            ) from None
        message = StringAttr(f"the program was exported for calls where {self._readable(text)}")
        if condition is not True:
            self._builder.insert(cf.AssertOp(self._flag(condition), message))

    def _readable(self, text: str) -> str:
        """Return a condition as people write it: `x.shape[0] > 5`."""
        for number, name in enumerate(self._names):
            text = text.replace(f"L['flat_args'][{number}]", str(name))
        return re.sub(r"L\['(\w+)'\]", r"\1", text).replace(".size()[", ".shape[")

    # -- Conditions ----------------------------------------------------------------------------------------------------

    def _condition(self, node: ast.expr) -> Condition:
        if isinstance(node, ast.Constant) and isinstance(node.value, bool):
            return node.value
        if isinstance(node, ast.BoolOp):
            is_all = isinstance(node.op, ast.And)
            return self._joined([self._condition(each) for each in node.values], is_all=is_all)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            condition = self._condition(node.operand)
            if isinstance(condition, bool):
                return not condition
            return self._inserted(arith.XOrIOp(condition, self._flag(True)))
        if isinstance(node, ast.Compare):
            numbers = [self._number(each) for each in (node.left, *node.comparators)]
            pairs = zip(numbers, node.ops, numbers[1:], strict=False)
            return self._joined([self._compared(*each) for each in pairs], is_all=True)
        raise _NotUnderstood

    def _compared(self, left: Number, relation: ast.cmpop, right: Number) -> Condition:
        if type(relation) not in _COMPARISONS:
            raise _NotUnderstood
        compare, of_integers, of_floats = _COMPARISONS[type(relation)]
        if not isinstance(left, Value) and not isinstance(right, Value):
            return compare(left, right)
        one, other = self._of_one_type(left, right)
        is_float = isinstance(one.type, FloatType)
        return self._inserted(
            arith.CmpFOp.of(of_floats, one, other) if is_float else arith.CmpIOp.of(of_integers, one, other)
        )

    def _joined(self, conditions: Sequence[Condition], *, is_all: bool) -> Condition:
        """Return whether all conditions hold, or whether any does."""
        if (not is_all) in conditions:
            return not is_all
        values = [each for each in conditions if isinstance(each, Value)]
        join = arith.AndIOp if is_all else arith.OrIOp
        return reduce(lambda one, other: self._inserted(join(one, other)), values) if values else is_all

    def _flag(self, condition: Condition) -> Value:
        if isinstance(condition, Value):
            return condition
        return self._inserted(arith.ConstantOp.integer(int(condition), i1))

    # -- Numbers -------------------------------------------------------------------------------------------------------

    def _number(self, node: ast.expr) -> Number:
        number = self._number_of(node)
        if isinstance(number, int) and abs(number) > LARGEST:
            raise _NotUnderstood
        return number

    def _number_of(self, node: ast.expr) -> Number:
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            return node.value
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            number = self._number(node.operand)
            return self._combined(ast.Sub, 0, number) if isinstance(node.op, ast.USub) else number
        if isinstance(node, ast.BinOp):
            return self._computed(node)
        if isinstance(node, ast.Call) and not node.keywords and node.args:
            return self._called(_function_name(node.func), [self._number(each) for each in node.args])
        return self._size(node)

    def _computed(self, node: ast.BinOp) -> Number:
        left, right = self._number(node.left), self._number(node.right)
        kind = type(node.op)
        if kind is ast.Mod:
            whole = self._combined(ast.Mult, self._combined(ast.FloorDiv, left, right), right)
            return self._combined(ast.Sub, left, whole)
        if kind is ast.Pow:
            if not isinstance(right, int) or not 0 < right <= MOST_FACTORS:
                raise _NotUnderstood
            return reduce(lambda one, other: self._combined(ast.Mult, one, other), [left] * right)
        return self._combined(kind, left, right)

    def _combined(self, kind: type[ast.operator], left: Number, right: Number) -> Number:
        if kind not in _ARITHMETIC:
            raise _NotUnderstood
        return self._applied(_ARITHMETIC[kind], left, right)

    def _applied(self, way: Way, left: Number, right: Number) -> Number:
        """Return what a function of two numbers returns, or what the op for their type computes."""
        known, of_integers, of_floats = way
        if not isinstance(left, Value) and not isinstance(right, Value):
            result: Number = known(left, right)
            return result
        one, other = self._of_one_type(left, right, *([f64] if of_integers is None else []))
        maker = of_floats if isinstance(one.type, FloatType) else of_integers
        if maker is None:
            raise _NotUnderstood
        return self._inserted(maker(one, other))

    def _called(self, name: str, numbers: Sequence[Number]) -> Number:
        if name in _EXTREMES:
            return reduce(lambda one, other: self._applied(_EXTREMES[name], one, other), numbers)
        [number] = numbers
        if name in _ROUNDED or name == "int":
            value = self._value(number)
            if not isinstance(value.type, FloatType):
                return value
            rounded = self._inserted(_ROUNDED.get(name, math.TruncOp)(value))
            return self._inserted(arith.FPToSIOp(rounded, i64))
        if name == "float":
            return self._as(f64, number)
        raise _NotUnderstood

    def _of_one_type(self, left: Number, right: Number, *types: Type) -> tuple[Value, Value]:
        """Return two numbers as values of i64, or of f64 where one is a float or floats are asked for."""
        one, other = self._value(left), self._value(right)
        type = f64 if f64 in (one.type, other.type, *types) else i64
        return self._as(type, one), self._as(type, other)

    def _value(self, number: Number) -> Value:
        if isinstance(number, Value):
            return number
        if isinstance(number, int):
            return self._inserted(arith.ConstantOp.integer(number, i64))
        return self._inserted(arith.ConstantOp.floating(number, f64))

    def _as(self, type: Type, number: Number) -> Value:
        value = self._value(number)
        return value if value.type is type else self._inserted(arith.SIToFPOp(value, f64))

    # -- Arguments -----------------------------------------------------------------------------------------------------

    def _size(self, node: ast.expr) -> Number:
        """Return what `L['x'].size()[0]` stands for, or `L['n']` for an argument that is a number."""
        match node:
            case ast.Subscript(
                value=ast.Call(func=ast.Attribute(value=argument, attr="size"), args=[]),
                slice=ast.Constant(value=int(dim)),
            ):
                size = self._size_of(self._name_of(argument), dim)
            case _:
                size = self._size_of(self._name_of(node), None)
        return size if isinstance(size, int) else self._inserted(arith.IndexCastOp(size, i64))

    def _name_of(self, argument: ast.expr) -> str:
        """Return the name of the placeholder of an argument, which export makes of the keys."""
        match [*_keys(argument)]:
            case ["flat_args", int(number)]:
                name = self._names[number]
                if name is None:
                    raise _NotUnderstood
                return name
            case keys:
                return "_".join(re.sub("[^a-zA-Z0-9]", "_", str(each)) for each in keys).lower()

    def _inserted(self, op: Any) -> Value:
        value: Value = self._builder.insert(op).results[0]
        return value


class _NotUnderstood(Exception):
    """A condition is written in another way than those that are known."""


def _function_name(node: ast.expr) -> str:
    """Return the name of a function, which may be one of Python, `math` or `torch`; empty for any other."""
    match node:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="math" | "torch"), attr=name):
            return name.removeprefix("sym_")
        case _:
            return ""


def _keys(node: ast.expr) -> Iterator[object]:
    """Yield the keys in `L['x'][0].field`."""
    match node:
        case ast.Subscript(value=ast.Name(id="L"), slice=ast.Constant(value=key)):
            yield key
        case ast.Subscript(value=owner, slice=ast.Constant(value=key)) | ast.Attribute(value=owner, attr=key):
            yield from _keys(owner)
            yield key
        case _:
            raise _NotUnderstood
