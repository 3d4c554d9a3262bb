"""Lowerings of graph ops that ask for sizes, state them, or count."""

from __future__ import annotations

from dlc.dialects import arith, graph, tensor
from dlc.dialects.graph.tensors import shape_of_type
from dlc.ir import DenseElementsAttr, Value
from dlc.ir.builtin_types import FloatType, TensorType, i64
from dlc.ir.sizes import Size

from .lowering import SizeValue, ToTensor, lowers
from .positions import Positions, generate
from .size_checks import check_rule


@lowers(graph.WithShapeOp)
def lower_with_shape(op: graph.WithShapeOp, to: ToTensor) -> Value:
    """with_shape -> comparisons of sizes, which may stop the program; names get their values"""
    source, type, given = to.operands[0], to.result_types[0], to.operand_types[0]
    assert isinstance(type, TensorType)
    assert isinstance(given, TensorType)
    for number, dim in enumerate(shape_of_type(type)):
        if isinstance(dim, Size) and dim.single_name is not None:
            to.bind(dim.single_name, to.as_value(to.size(source, number)))
    for rule in op.rules_for(to.symbolic(0)):
        check_rule(to, rule)
    return source


@lowers(graph.RankOp)
def lower_rank(op: graph.RankOp, to: ToTensor) -> Value:
    """rank -> constant"""
    del op
    return as_integers(to, [len(to.operands[0].shape)], TensorType((), i64))


@lowers(graph.ShapeOp)
def lower_shape(op: graph.ShapeOp, to: ToTensor) -> Value:
    """shape -> tensor.from_elements"""
    del op
    sizes = to.sizes(to.operands[0])
    return as_integers(to, sizes, TensorType((len(sizes),), i64))


@lowers(graph.DimOp)
def lower_dim(op: graph.DimOp, to: ToTensor) -> Value:
    """dim -> tensor.from_elements of the size"""
    return as_integers(to, [to.size(to.operands[0], op.dim.value)], TensorType((), i64))


@lowers(graph.SizeOp)
def lower_size(op: graph.SizeOp, to: ToTensor) -> Value:
    """size -> tensor.from_elements of a product"""
    del op
    return as_integers(to, [Positions(to).product(to.sizes(to.operands[0]))], TensorType((), i64))


def as_integers(to: ToTensor, sizes: list[SizeValue], type: TensorType) -> Value:
    """Sizes as elements of a tensor of i64: a constant, where all are known."""
    known = [size for size in sizes if isinstance(size, int)]
    if len(known) == len(sizes):
        return to.insert(arith.ConstantOp(DenseElementsAttr.of(type, known))).results[0]
    elements = [to.constant(size, i64) if isinstance(size, int) else _integer(to, size) for size in sizes]
    return to.insert(tensor.FromElementsOp(elements, type)).results[0]


def _integer(to: ToTensor, size: Value) -> Value:
    return Positions(to).as_integer(size, i64)


@lowers(graph.IotaOp)
def lower_iota(op: graph.IotaOp, to: ToTensor) -> Value:
    """iota -> generic that gives its own index"""
    element, dim, unsigned = to.element(), op.dim.value, False

    def number(at: Positions, places: list[Value]) -> Value:
        if not isinstance(element, FloatType):
            return at.as_integer(places[dim], element)
        return at.scalars().to_float(at.as_integer(places[dim], i64), element, unsigned=unsigned)

    return generate(to, to.result_sizes(), number)
