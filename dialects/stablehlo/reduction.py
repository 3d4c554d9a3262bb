"""Ops of `stablehlo` that apply a function in a region to elements: reductions, windows, sorting, maps."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Block, Location, Type, Value
from dlc.ir.assembly import HAND_WRITTEN, Argument, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import DenseArrayAttr, DenseElementsAttr, IntegerAttr, i64_array
from dlc.ir.builtin_constraints import bool_attr_constraint, i64_attr, i64_dense_array, integer_elements
from dlc.ir.builtin_types import FunctionType, ShapedType, TensorType
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Region,
    Result,
    VariadicOperand,
    VariadicResult,
    attr,
    op,
    operand,
    optional_attr,
    region,
    result,
    variadic_operand,
    variadic_result,
)
from dlc.ir.field_attributes import read_numbers
from dlc.ir.locations import PendingLocation

from .bases import BinaryOp, tensor
from .control import ReturnOp
from .elementwise import AddOp, AndOp, MaximumOp, MinimumOp, MultiplyOp, OrOp, XorOp
from .forms import written_types


class InitializedOp(Op):
    """An op whose operands are tensors and, behind them, as many initial values."""

    parts: VariadicOperand = variadic_operand(tensor)
    outputs: VariadicResult = variadic_result(tensor)

    @property
    def inputs(self) -> Sequence[Value]:
        """The tensors."""
        return self.operands[: len(self.operands) // 2]

    @property
    def init_values(self) -> Sequence[Value]:
        """The initial values, scalars."""
        return self.operands[len(self.operands) // 2 :]


COMBINING: dict[str, type[BinaryOp]] = {
    kind.name: kind for kind in (AddOp, AndOp, MaximumOp, MinimumOp, MultiplyOp, OrOp, XorOp)
}
"""The ops that a reduction may name instead of a region."""


@op("stablehlo.reduce")
class ReduceOp(InitializedOp):
    """Elements along some dimensions combined by the function in the region, in any order.

    Example:
        %r = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1]
          : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    """

    dimensions: Attr[DenseArrayAttr] = attr(i64_dense_array)
    body: Region = region(default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> ReduceOp:
        offset = p.pos
        names, inits = _read_pairs(p)
        kind = None
        if p.accept("applies"):
            place = p.pos
            p.expect("stablehlo")
            p.expect(".")
            name = f"stablehlo.{p.keyword()}"
            kind = COMBINING.get(name)
            if kind is None:
                p.fail(f"expected one of {', '.join(COMBINING)}, but got '{name}'", place)
        p.expect("across")
        p.expect("dimensions")
        p.expect("=")
        dimensions = i64_array(read_numbers(p))
        attributes = p.attr_dict()
        p.expect(":")
        place = p.pos
        type = p.type()
        if not isinstance(type, FunctionType) or len(type.inputs) != len(names) + len(inits):
            p.fail(f"expected the type of a function of {len(names) + len(inits)} operands", place)
        values = p.resolve_all([*names, *inits], offset, type.inputs)
        body = _combining(kind, type.inputs[0], location) if kind else _read_reducer(p, len(names))
        return cls.create(values, list(type.results), {"dimensions": dimensions}, attributes, [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        pairs = zip(self.inputs, self.init_values, strict=True)
        p.write(", ".join(f"({p.name(value)} init: {p.name(init)})" for value, init in pairs))
        kind = self._named_kind()
        p.write(f" applies {kind}" if kind else "")
        p.write(f" across dimensions = {list(self.dimensions)}")
        p.attr_dict(self, ("dimensions",))
        p.write(f" : {written_types(p, self.operand_types, self.result_types)}")
        if kind is None:
            self._write_reducer(p)

    def _write_reducer(self, p: AsmPrinter) -> None:
        p.newline()
        args = self.body.entry.args
        half = len(args) // 2
        pairs = zip(args[:half], args[half:], strict=True)
        p.write(" reducer" + "".join(f"({p.argument(a)}, {p.argument(b)}) " for a, b in pairs) + " ")
        p.region(self.body, entry_args=False)

    def _named_kind(self) -> str | None:
        """Return the name of the only op of the region, if it can be written in its place."""
        block = self.body.entry
        inner, last = block.first, block.last
        if inner is None or last is None or inner.next is not last or inner.name not in COMBINING or not self.parts:
            return None
        type = self.operands[0].type
        if not isinstance(type, TensorType) or inner.attributes or inner.properties:
            return None
        scalar = TensorType((), type.element_type)
        fits = list(inner.operands) == list(block.args) and list(last.operands) == list(inner.results)
        same = all(each is scalar for each in (*inner.operand_types, *inner.result_types))
        return inner.name if fits and same else None


def _read_pairs(p: AsmReader) -> tuple[list[str], list[str]]:
    names: list[str] = []
    inits: list[str] = []
    while p.accept("("):
        names.append(p.value_name())
        p.expect("init")
        p.expect(":")
        inits.append(p.value_name())
        p.expect(")")
        if not p.accept(","):
            break
    return names, inits


def _combining(kind: type[BinaryOp], type: Type, location: Location | PendingLocation) -> IRRegion:
    """Return a region of one op on scalars."""
    scalar = TensorType((), type.element_type) if isinstance(type, ShapedType) else type
    block = Block([scalar, scalar])
    inner = kind(block.args[0], block.args[1], scalar)
    last = ReturnOp(inner.results)
    inner.location = last.location = location
    block.append(inner)
    block.append(last)
    return IRRegion([block])


def _read_reducer(p: AsmReader, count: int) -> IRRegion:
    p.expect("reducer")
    elements: list[Argument] = []
    sums: list[Argument] = []
    for _ in range(count):
        p.expect("(")
        elements.append(p.argument())
        p.expect(",")
        sums.append(p.argument())
        p.expect(")")
    return p.region([*elements, *sums])


@op("stablehlo.reduce_window")
class ReduceWindowOp(InitializedOp):
    """The elements under each position of a window combined by the function in the region.

    Example:
        %r = "stablehlo.reduce_window"(%x, %v) <{window_dimensions = array<i64: 2>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
    """

    window_dimensions: Attr[DenseArrayAttr] = attr(i64_dense_array)
    window_strides: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    base_dilations: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    window_dilations: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    padding: Attr[DenseElementsAttr | None] = optional_attr(integer_elements, default=None)
    body: Region = region(default=None)


@op("stablehlo.select_and_scatter")
class SelectAndScatterOp(Op):
    """Values of the source added, by the second region, to the element that the first region chooses of each window.

    Example:
        %r = "stablehlo.select_and_scatter"(%x, %s, %v) <{
          window_dimensions = array<i64: 2>, window_strides = array<i64: 2>
        }> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        }, {
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %c = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %c : tensor<f32>
        }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
    """

    operand_: Operand = operand(tensor)
    source: Operand = operand(tensor)
    init_value: Operand = operand(tensor)
    result: Result = result(tensor)
    window_dimensions: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    window_strides: Attr[DenseArrayAttr | None] = optional_attr(i64_dense_array, default=None)
    padding: Attr[DenseElementsAttr | None] = optional_attr(integer_elements, default=None)
    select: Region = region(default=None)
    scatter: Region = region(default=None)


@op("stablehlo.sort")
class SortOp(Op):
    """Tensors sorted along a dimension by the function in the region, which says whether an element is first.

    Example:
        %r = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        }) : (tensor<4xf32>) -> tensor<4xf32>
    """

    inputs: VariadicOperand = variadic_operand(tensor)
    outputs: VariadicResult = variadic_result(tensor)
    dimension: Attr[IntegerAttr | None] = optional_attr(i64_attr, default=None)
    is_stable: Attr[IntegerAttr | None] = optional_attr(bool_attr_constraint, default=None)
    comparator: Region = region(default=None)


@op("stablehlo.map")
class MapOp(Op):
    """The function in the region, applied to the elements of tensors.

    Example:
        %r = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    """

    inputs: VariadicOperand = variadic_operand(tensor)
    result: Result = result(tensor)
    dimensions: Attr[DenseArrayAttr] = attr(i64_dense_array)
    computation: Region = region(default=None)
