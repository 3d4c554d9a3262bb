"""Lowerings of casts between element types."""

from __future__ import annotations

from dlc.dialects import arith, graph
from dlc.dialects.graph.tensors import is_unsigned
from dlc.ir import Value
from dlc.ir.builtin_types import FloatType, IntegerType, i1

from .elementwise import element_is, graph_element
from .lowering import ToTensor, lowers
from .scalars import Scalars, is_float


@lowers(graph.CastOp)
def lower_cast(op: graph.CastOp, to: ToTensor) -> Value:
    """cast(x) -> generic { casts of arith }"""
    target, from_unsigned, into_unsigned = to.element(), to.is_unsigned(), is_unsigned(graph_element(to))
    [source] = to.operands
    if element_is(source, target):
        return source

    def body(s: Scalars, x: Value) -> Value:
        if isinstance(target, FloatType):
            return s.rounded(x, target) if is_float(x) else s.to_float(x, target, unsigned=from_unsigned)
        assert isinstance(target, IntegerType)
        if target is i1:
            return s.compare("ne", x, s.number(0, x))
        if is_float(x):
            return s.to_integer(x, target, unsigned=into_unsigned)
        return s.to_width(x, target, unsigned=from_unsigned)

    return to.elementwise(to.operands, body)


@lowers(graph.BitcastOp)
def lower_bitcast(op: graph.BitcastOp, to: ToTensor) -> Value:
    """bitcast(x) -> generic { arith.bitcast }"""
    [source], target = to.operands, to.element()
    if element_is(source, target):
        return source

    def body(s: Scalars, x: Value) -> Value:
        return s.insert(arith.BitcastOp(x, target))

    return to.elementwise([source], body)
