"""`tensor.concat`: the concatenation of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Builder, Value
from dlc.ir.builtin_attributes import IntegerAttr, int_attr
from dlc.ir.builtin_constraints import any_ranked_tensor
from dlc.ir.builtin_types import DYNAMIC, TensorType, i64
from dlc.ir.constraints import AttributeConstraint
from dlc.ir.definition import Attr, Op, Result, VariadicOperand, attr, op, result, variadic_operand
from dlc.ir.index_lists import Index
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.strided_layout import add_sizes

from .casts import CastOp, source_if_more_static
from .constraints import tensor_type
from .dims import size_of
from .shapes import ResultShape, add_indices

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

dimension_number = AttributeConstraint(
    "64-bit signless integer attribute whose value is non-negative",
    lambda attr: isinstance(attr, IntegerAttr) and attr.type is i64 and attr.value >= 0,
    IntegerAttr,
    form="untyped",
    type=i64,
)


def concatenated_type(types: Sequence[TensorType], dim: int) -> TensorType:
    """The type of tensors of one rank put behind one another, as far as it is known."""
    shape = [_agreed([type.shape[position] for type in types]) for position in range(len(types[0].shape))]
    total = 0
    for type in types:
        total = add_sizes(total, type.shape[dim])
    shape[dim] = total
    return TensorType(tuple(shape), types[0].element_type)


def _agreed(sizes: Sequence[int]) -> int:
    """The size that all of these are, if any of them is known."""
    return next((size for size in sizes if size != DYNAMIC), DYNAMIC)


@op("tensor.concat", interfaces=(NO_EFFECTS, ConditionallySpeculatable, ResultShape))
class ConcatOp(Op):
    """Concatenate tensors along dimension `dim`; their other sizes agree.

    Rules: (concat_c1) there is an input. (concat_c2) inputs and result have the same rank, and such a dimension.
    (concat_c3) the element type stays. (concat_c4) the other sizes agree where they are known. (concat_c5) so do the
    sizes of the result.
    Example: %c = tensor.concat dim(1) %a, %b : (tensor<4x2xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    """

    dim: Attr[IntegerAttr] = attr(dimension_number)
    inputs: VariadicOperand = variadic_operand(any_ranked_tensor)
    result: Result = result(any_ranked_tensor)
    syntax = "`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)"

    @classmethod
    def of(cls, dim: int, inputs: Sequence[Value]) -> ConcatOp:
        """Return the op with the inferred type."""
        type = concatenated_type([tensor_type(value) for value in inputs], dim)
        return cls(int_attr(dim, i64), inputs, type)  # type: ignore[arg-type]

    def result_names(self) -> Sequence[str | None]:
        return ("concat",)

    def computed_size(self, result: int, dim: int, b: Builder) -> Index | None:
        """The sum of the inputs' sizes, or the size that they agree on."""
        if dim != self.dim.value:
            return size_of(b, self.inputs[0], dim)
        total: Index = 0
        for value in self.inputs:
            total = add_indices(b, total, size_of(b, value, dim))
        return total

    def is_speculatable(self) -> bool:
        """Return whether the sizes provably agree."""
        types = [tensor_type(value) for value in self.inputs]
        return all(type.has_static_shape for type in types)

    def verify(self, report: Report) -> None:
        type, inputs = tensor_type(self.result), [tensor_type(value) for value in self.inputs]
        if not inputs:
            report.error("concat_c1", "requires at least one input")
            return
        ranks, dim = [len(each.shape) for each in inputs], self.dim.value
        if any(rank != len(type.shape) for rank in ranks):
            report.error(
                "concat_c2",
                f"rank of concatenated inputs must match result rank, {len(type.shape)}"
                f", but got {next(rank for rank in ranks if rank != len(type.shape))}",
            )
        elif dim >= len(type.shape):
            report.error(
                "concat_c2", f"concatenation dim must be less than the tensor rank, {len(type.shape)}, but got {dim}"
            )
        elif any(each.element_type is not type.element_type for each in inputs):
            types_text = ", ".join(f"'{each.element_type}'" for each in (*inputs, type))
            report.error("concat_c3", f"inputs and result element type must match, but got {types_text}")
        else:
            self._verify_sizes(inputs, type, report)

    def _verify_sizes(self, inputs: Sequence[TensorType], type: TensorType, report: Report) -> None:
        for position in range(len(type.shape)):
            known = {each.shape[position] for each in inputs if each.shape[position] != DYNAMIC}
            if position != self.dim.value and len(known) > 1:
                report.error(
                    "concat_c4",
                    f"static concatenation size mismatch along non-concatenated dimension {position}, got "
                    f"{' and '.join(map(str, sorted(known)))}",
                )
                return
        follows = concatenated_type(inputs, self.dim.value)
        pairs = zip(type.shape, follows.shape, strict=True)
        if any(size != expected and DYNAMIC not in (size, expected) for size, expected in pairs):
            report.error("concat_c5", f"result type '{type}' does not match inferred shape '{follows}' static sizes")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold a concatenation of one input of the result's type."""
        same = len(self.inputs) == 1 and self.inputs[0].type is self.result.type
        return [self.inputs[0]] if same else None


@canonicalization(ConcatOp)
def concat_of_one(op: ConcatOp, rw: Rewriter) -> Match:
    """concat(t) -> cast(t).  Terminates: replaces it by a cast."""
    if len(op.inputs) != 1:
        return rw.no_match("there are several inputs")
    return rw.replace(op, CastOp(op.inputs[0], op.result.type))


@canonicalization(ConcatOp)
def concat_before_casts(op: ConcatOp, rw: Rewriter) -> Match:
    """concat(cast(t), u) -> concat(t, u).  Terminates: removes a cast."""
    for position, value in enumerate(op.inputs):
        source = source_if_more_static(value)
        if source is not None and _fit([*op.inputs[:position], source, *op.inputs[position + 1 :]], op):
            return rw.set_operand(op, position, source)
    return rw.no_match("no input is a cast to a less precise type")


def _fit(inputs: Sequence[Value], op: ConcatOp) -> bool:
    """Return whether these inputs say nothing that contradicts one another or the result."""
    types, result, dim = [tensor_type(value) for value in inputs], tensor_type(op.result), op.dim.value
    for position in range(len(result.shape)):
        known = {type.shape[position] for type in types} - {DYNAMIC}
        if position != dim and len(known) > 1:
            return False
    pairs = zip(result.shape, concatenated_type(types, dim).shape, strict=True)
    return all(x == y or DYNAMIC in (x, y) for x, y in pairs)


@canonicalization(ConcatOp)
def say_what_concat_knows(op: ConcatOp, rw: Rewriter) -> Match:
    """concat : tensor<?xT> -> cast(concat : tensor<6xT>), where the inputs tell.
    Terminates: the type is as precise as possible.
    """
    old = tensor_type(op.result)
    follows = concatenated_type([tensor_type(value) for value in op.inputs], op.dim.value)
    pairs = zip(old.shape, follows.shape, strict=True)
    type = old.with_shape(tuple(known if size == DYNAMIC else size for size, known in pairs))
    if type is old:
        return rw.no_match("nothing more is known")
    new_concat = rw.insert_before(op, ConcatOp(op.dim, op.inputs, type))
    return rw.replace(op, CastOp(new_concat.result, old))


@canonicalization(ConcatOp)
def concat_with_nothing(op: ConcatOp, rw: Rewriter) -> Match:
    """concat(t, u : tensor<0xT>) -> concat(t).  Terminates: removes an input."""
    some = [value for value in op.inputs if value.shape[op.dim.value] != 0]
    if not some or len(some) == len(op.inputs):
        return rw.no_match("no input, or each, is known to be empty")
    return rw.replace(op, ConcatOp(op.dim, some, op.result.type))  # type: ignore[arg-type]
