"""The pass `lower-pico`: arrays become tensors, and ops of `pico` ops of `graph`."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.dialects.graph.tensors import tensor_of
from dlc.ir import InsertionPoint, Operation, Type, Value
from dlc.ir.builtin_attributes import DenseElementsAttr
from dlc.ir.builtin_types import TensorType, f32
from dlc.ir.patterns import Match
from dlc.passes.manager import Pass, PassRun
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, apply_full_conversion, conversion
from dlc.passes.rewriting.conversion_target import ConversionTarget
from dlc.passes.rewriting.function_conversion import FUNCTION_PATTERNS, allow_converted_functions
from dlc.passes.rewriting.type_conversion import TypeConverter

from ch02 import dialect as pico


@conversion(pico.ConstantOp)
def lower_constant(op: pico.ConstantOp, new: Converted, rw: ConversionRewriter) -> Match:
    """pico.constant c -> graph.constant dense<c>"""
    return rw.replace(op, graph.ConstantOp(DenseElementsAttr.of(tensor_of((), f32), [op.value.value])))


@conversion(pico.AddOp, pico.MulOp)
def lower_elementwise(op: pico.AddOp | pico.MulOp, new: Converted, rw: ConversionRewriter) -> Match:
    """pico.add a, b -> graph.add a, b, after the shorter one was repeated"""
    shape, function = pico.shape_of(op.out), graph.add if isinstance(op, pico.AddOp) else graph.mul
    if shape is None:
        return rw.no_match("the shape is not known")
    lhs, rhs = new.lhs, new.rhs
    with rw.at(InsertionPoint.before_op(op)), rw:
        return rw.replace(op, function(repeated(lhs, shape), repeated(rhs, shape)))


def repeated(value: Value, shape: pico.Shape) -> Value:
    """Return an array of a shape that ends with the shape of a value."""
    assert isinstance(value.type, TensorType)
    rank = len(value.type.shape)
    return value if rank == len(shape) else graph.broadcast(value, range(len(shape) - rank, len(shape)), shape)


@conversion(pico.MatmulOp)
def lower_matmul(op: pico.MatmulOp, new: Converted, rw: ConversionRewriter) -> Match:
    """pico.matmul a, b -> graph.contract a, b over the inner dimension"""
    lhs, rhs = new.lhs, new.rhs
    with rw.at(InsertionPoint.before_op(op)), rw:
        return rw.replace(op, graph.contract(lhs, rhs, contracting=([1], [0])))


@conversion(pico.ReluOp, pico.ExpOp, pico.TransposeOp, pico.CastOp)
def lower_unary(op: pico.UnaryOp, new: Converted, rw: ConversionRewriter) -> Match:
    """pico.relu a -> graph.relu a, and so on; casts between equal types disappear"""
    source = new.source
    with rw.at(InsertionPoint.before_op(op)), rw:
        if isinstance(op, pico.ReluOp):
            return rw.replace(op, graph.relu(source))
        if isinstance(op, pico.ExpOp):
            return rw.replace(op, graph.exp(source))
        if isinstance(op, pico.TransposeOp):
            return rw.replace(op, graph.transpose(source, range(len(source.type.shape))[::-1]))
        return rw.replace(op, source)


def tensor_type(type: Type) -> Type | None:
    """Return the type that a type becomes; `None` for arrays of unknown shape, which cannot be lowered."""
    if not isinstance(type, pico.ArrayType):
        return type
    return tensor_of(type.shape, f32) if type.shape is not None else None


class LowerPico(Pass):
    """Lower Pico to graphs of tensors"""

    name = "lower-pico"

    def run(self, op: Operation, run: PassRun) -> None:
        converter = TypeConverter()
        converter.add(tensor_type)
        target = ConversionTarget()
        target.add_legal_dialect("graph")
        target.add_illegal_dialect("pico")
        allow_converted_functions(target, converter)
        patterns = [lower_constant, lower_elementwise, lower_matmul, lower_unary, *FUNCTION_PATTERNS]
        if not apply_full_conversion(op, target, patterns, run.context, converter):
            run.fail()
