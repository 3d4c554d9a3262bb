"""Ops of `graph` that combine elements along dimensions: reduce, argmax, argmin, cumulative."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Type, attribute
from dlc.ir.builtin_attributes import DenseArrayAttr, DenseElementsAttr, IntegerAttr, UnitAttr, i64_array
from dlc.ir.builtin_constraints import i64_attr, i64_dense_array, unit_attr
from dlc.ir.builtin_types import FloatType, TensorType, i1, i32, i64
from dlc.ir.definition import Attr, Operand, Result, attr, inferred_result, op, operand, optional_attr, result
from dlc.ir.enums import EnumAttr
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.sizes import Shape
from dlc.ir.traits import Pure

from .bases import GraphOp
from .movement import ReshapeOp, typed_as, unchanged
from .rules import Findings, at_most, dims_in_range, require
from .tensors import computable_tensor, element_of, index_tensor, number_tensor, shape_of

if TYPE_CHECKING:
    from dlc.ir.interfaces import FoldResult


@attribute("graph.reduction")
class ReductionAttr(EnumAttr):
    """The combining operation of a reduction: `#graph.reduction<sum>`."""

    cases = ("sum", "product", "max", "min", "and", "or", "mean", "logsumexp")


@op("graph.reduce", traits=(Pure,))
class ReduceOp(GraphOp):
    """Combine all elements along some dimensions, in no particular order.

    | kind | of | no elements give |
    | --- | --- | --- |
    | `sum`, `product` | floats, integers, which wrap | 0, 1 |
    | `max`, `min` | floats, integers; NaN if there is one | -inf, inf; the smallest, the largest integer |
    | `and`, `or` | integers bit by bit, i1 | all bits 1, all bits 0 |
    | `mean` | floats: the sum divided by the number of elements | NaN |
    | `logsumexp` | floats: log of the sum of e^x, without overflow on the way; x, of a single element | -inf |

    A sum or mean is exact enough if it is computed in the type of the elements, or in a wider one. It starts with 0, so
    it is never -0.0, and neither is a `logsumexp`.

    Rules: (reduce_c1) the result's type follows. (reduce_c2) the dimensions are there, each named once. (reduce_c3) the
    elements are of a type that the kind is for.
    Example: %r = graph.reduce <sum> %x, [1] : tensor<2x3xf32> -> tensor<2xf32>
    """

    kind: Attr[ReductionAttr] = attr(ReductionAttr)
    source: Operand = operand(computable_tensor)
    dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    keep_dims: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    result: Result = inferred_result(computable_tensor)
    syntax = "$kind $source `,` $dims (`keep_dims` $keep_dims^)? attr-dict `:` type($source) `->` type($result)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """The other dimensions; with `keep_dims` also those reduced, of size 1."""
        [shape] = shapes
        reduced = self.dims.elements
        self._check_kind(report)
        if not dims_in_range(report, "reduce_c2", "dimensions", reduced, len(shape)):
            return None
        return [without_dims(shape, reduced, keep=self.keep_dims is not None)]

    def _check_kind(self, report: Findings) -> None:
        kind, element = self.kind.value, element_of(self.source)
        is_float = isinstance(element, FloatType)
        if kind in ("mean", "logsumexp"):
            requirement, fits = "floats", is_float
        elif kind in ("and", "or"):
            requirement, fits = "integers or i1", not is_float
        else:
            requirement, fits = "numbers", element is not i1
        if not fits:
            report.error("reduce_c3", f"elements must be {requirement} for kind '{kind}', but got '{element}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """reduce(x, []) -> x, also along dimensions of size 1 that are kept; not of sums of floats and logsumexp."""
        del operands
        shape = shape_of(self.source)
        if self.starts_with_zero or not all(shape[dim] == 1 for dim in self.dims):
            return None
        return unchanged(self.source, self)

    @property
    def starts_with_zero(self) -> bool:
        """Whether something is added to 0, so that the result of a single -0.0 is 0.0."""
        return self.kind.value in ("sum", "mean", "logsumexp") and isinstance(element_of(self.source), FloatType)


def without_dims(shape: Shape, dims: Sequence[int], *, keep: bool) -> Shape:
    """A shape without some dimensions, or with 1 in their place."""
    if keep:
        return tuple(1 if dim in dims else size for dim, size in enumerate(shape))
    return tuple(size for dim, size in enumerate(shape) if dim not in dims)


_EXACT = ("max", "min", "and", "or")
"""Kinds for which it does not matter when results are rounded."""


@canonicalization(ReduceOp)
def merge_reductions(op: ReduceOp, rw: Rewriter) -> Match:
    """reduce(reduce(x, d), e) -> reduce(x, d and e), where nothing is rounded between.
    Terminates: the chain gets shorter.
    """
    inner = op.source.defined_by(ReduceOp)
    if inner is None or inner.kind is not op.kind:
        return rw.no_match("the source is not a reduction of this kind")
    if op.kind.value not in _EXACT and (
        op.kind.value not in ("sum", "product") or isinstance(element_of(op.source), FloatType)
    ):
        return rw.no_match("the inner result is rounded")
    if inner.keep_dims is not None:
        if op.keep_dims is None and not {*inner.dims} <= {*op.dims}:
            return rw.no_match("some dimensions are kept, others are not")
        dims = {*inner.dims} | {*op.dims}
    else:
        if op.keep_dims is not None:
            return rw.no_match("some dimensions are kept, others are not")
        left = [dim for dim in range(len(shape_of(inner.source))) if dim not in inner.dims.elements]
        dims = {*inner.dims} | {left[dim] for dim in op.dims}
    merged = ReduceOp(op.kind, inner.source, i64_array(sorted(dims)), op.keep_dims)
    return rw.replace(op, typed_as(op, merged))


@canonicalization(ReduceOp)
def reshape_where_single_elements_are_reduced(op: ReduceOp, rw: Rewriter) -> Match:
    """reduce(x, d) -> reshape(x), where all dimensions d have size 1; not of sums of floats and logsumexp.
    Terminates: removes a reduction.
    """
    if op.starts_with_zero:
        return rw.no_match("the sum of a single -0.0 is 0.0")
    shape = shape_of(op.source)
    if not all(shape[dim] == 1 for dim in op.dims):
        return rw.no_match("several elements are combined")
    if shape_of(op.result).count(None) > 1 or 0 in shape:
        return rw.no_match("more than one size of the result is unknown")
    return rw.replace(op, ReshapeOp(op.source, op.result.type))


@canonicalization(ReduceOp)
def reduce_what_has_several_elements(op: ReduceOp, rw: Rewriter) -> Match:
    """reduce(x, [i, j]) keep_dims -> reduce(x, [j]) keep_dims, where dimension i has size 1.
    Terminates: fewer remain.
    """
    shape = shape_of(op.source)
    dims = [dim for dim in op.dims if shape[dim] != 1]
    if op.keep_dims is None or not dims or len(dims) == len(op.dims):
        return rw.no_match("no dimension of size 1 is kept")
    return rw.replace(op, typed_as(op, ReduceOp(op.kind, op.source, i64_array(dims), op.keep_dims)))


# -- Positions of extremes ---------------------------------------------------------------------------------------------


class ArgumentOp(GraphOp):
    """The position of an extreme element along a dimension."""

    source: Operand = operand(number_tensor)
    dim: Attr[IntegerAttr] = attr(i64_attr)
    last: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    keep_dims: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    result: Result = result(index_tensor, parts={"element": i64})
    syntax = (
        "$source `,` $dim (`last` $last^)? (`keep_dims` $keep_dims^)? attr-dict `:` type($source) `->` type($result)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """The other dimensions; with `keep_dims` also that one, of size 1."""
        [shape] = shapes
        rule, dim = self.name.partition(".")[2], self.dim.value
        if not dims_in_range(report, f"{rule}_c2", "dimension", [dim], len(shape)):
            return None
        require(report, f"{rule}_c3", f"dimension {dim} must have an element", [shape], at_most(1, shape[dim]))
        if element_of(self.result) not in (i32, i64):
            report.error(f"{rule}_c4", f"result must have elements 'i32' or 'i64', but got '{element_of(self.result)}'")
        return [without_dims(shape, [dim], keep=self.keep_dims is not None)]

    def infer_elements(self) -> Sequence[Type]:
        """Return the element type that the result's type declares."""
        return [element_of(self.result)]

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold to 0 along a dimension of size 1."""
        del operands
        type = self.result.type
        if shape_of(self.source)[self.dim.value] != 1 or not isinstance(type, TensorType) or not type.has_static_shape:
            return None
        return [DenseElementsAttr.of(type, [0])] if 0 not in type.shape else None


@op("graph.argmax", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class ArgmaxOp(ArgumentOp):
    """Return the position of the largest element along a dimension: the first of them, or the `last`. A NaN counts as
    larger than all others. No elements along the dimension stop the program.

    Rules: (argmax_c1) the result's type follows. (argmax_c2) the dimension is there. (argmax_c3) it has an element.
    (argmax_c4) the result has elements i32 or i64.
    Example: %r = graph.argmax %x, 1 last keep_dims : tensor<2x3xf32> -> tensor<2x1xi64>
    """


@op("graph.argmin", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class ArgminOp(ArgumentOp):
    """Return the position of the smallest element along a dimension: the first of them, or the `last`. A NaN counts as
    smaller than all others. No elements along the dimension stop the program.

    Rules: (argmin_c1) the result's type follows. (argmin_c2) the dimension is there. (argmin_c3) it has an element.
    (argmin_c4) the result has elements i32 or i64.
    Example: %r = graph.argmin %x, 1 : tensor<2x3xf32> -> tensor<2xi32>
    """


# -- Running results ---------------------------------------------------------------------------------------------------


@attribute("graph.accumulation")
class AccumulationAttr(EnumAttr):
    """The combining operation of running results: `#graph.accumulation<sum>`."""

    cases = ("sum", "product", "max", "min")


@op("graph.cumulative", traits=(Pure,))
class CumulativeOp(GraphOp):
    """Combine each element with all before it along a dimension, in order; with `reverse`, with all behind it. With
    `exclusive` the element itself is left out, so that the first result is that of no elements.

    Kinds are those of `graph.reduce`: integers wrap, no elements give 0, 1, the smallest and the largest number, and
    `max` and `min` give NaN once there was one.

    Rules: (cumulative_c1) the result's type follows. (cumulative_c2) the dimension is there.
    Example: %r = graph.cumulative <sum> %x, 1 exclusive reverse : tensor<2x3xf32> -> tensor<2x3xf32>
    """

    kind: Attr[AccumulationAttr] = attr(AccumulationAttr)
    source: Operand = operand(number_tensor)
    dim: Attr[IntegerAttr] = attr(i64_attr)
    exclusive: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    reverse: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    result: Result = inferred_result(number_tensor)
    syntax = (
        "$kind $source `,` $dim (`exclusive` $exclusive^)? (`reverse` $reverse^)? attr-dict "
        "`:` type($source) `->` type($result)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of the source."""
        [shape] = shapes
        dims_in_range(report, "cumulative_c2", "dimension", [self.dim.value], len(shape))
        return [shape]

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """cumulative(x) -> x, where there is one element along the dimension, which is not left out."""
        del operands
        single = self.exclusive is None and shape_of(self.source)[self.dim.value] in (0, 1)
        return unchanged(self.source, self) if single else None
