"""Ops of `graph` that move elements without looking at them: broadcast, transpose, reshape, reverse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from dlc.ir import Attribute
from dlc.ir.builtin_attributes import DenseArrayAttr, DenseElementsAttr, DenseResourceElementsAttr
from dlc.ir.builtin_constraints import i64_dense_array
from dlc.ir.builtin_types import TensorType
from dlc.ir.definition import (
    REQUIRED,
    Attr,
    Operand,
    OptionalOperand,
    Result,
    attr,
    inferred_result,
    op,
    operand,
    optional_operand,
    result,
)
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable
from dlc.ir.sizes import Dim, Shape, spell
from dlc.ir.traits import Pure

from .bases import GraphOp
from .rules import Findings, as_many, at_most, dims_in_range, equal, require
from .shapes import SIZES_SYNTAX, given_sizes, i64_list, stated_sizes
from .size_lists import cancelled, quotient
from .tensors import any_tensor, shape_of

if TYPE_CHECKING:
    from dlc.ir.interfaces import FoldResult
    from dlc.ir.values import Value

_G = TypeVar("_G", bound=GraphOp)


def moved_splat(op: GraphOp, constant: Attribute | None) -> FoldResult | None:
    """The result of an op that moves, repeats or drops elements which are all the same."""
    type = op.results[0].type
    if not isinstance(constant, DenseElementsAttr) or not constant.is_splat:
        return None
    if not isinstance(type, TensorType) or not type.has_static_shape or 0 in type.shape:
        return None
    return [DenseElementsAttr.from_bytes(type, constant.raw)]


def unchanged(source: Value, op: GraphOp) -> FoldResult | None:
    """The source, for an op that does nothing to it, if no type is lost."""
    return [source] if source.type is op.results[0].type else None


def typed_as(old: GraphOp, new: _G) -> _G:
    """A new op that is to replace another one, with result types that say no more than the old ones did."""
    for value, before in zip(new.results, old.results, strict=True):
        value.type = before.type
    return new


@op("graph.transpose", traits=(Pure,))
class TransposeOp(GraphOp):
    """Permute dimensions: dimension i of the result is dimension order[i] of x.

    Rules: (transpose_c1) the result has the sizes of the source, in that order. (transpose_c2) the order names each
    dimension once.
    Example: %r = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
    """

    source: Operand = operand(any_tensor)
    order: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = inferred_result(any_tensor)
    syntax = "$source `,` $order attr-dict `:` type($source) `->` type($result)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """The sizes, reordered."""
        [shape] = shapes
        order = self.order.elements
        if sorted(order) != list(range(len(shape))):
            report.error(
                "transpose_c2",
                f"order must be a permutation of 0..{len(shape) - 1} for a source of rank {len(shape)}"
                f", but got {list(order)}",
            )
            return None
        return [tuple(shape[dim] for dim in order)]

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """transpose(x, [0, 1, 2]) -> x; equal elements stay equal."""
        if list(self.order.elements) == sorted(self.order.elements):
            return unchanged(self.source, self)
        return moved_splat(self, operands[0])


@op("graph.broadcast", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class BroadcastOp(GraphOp):
    """Repeat elements along new dimensions, and along those of size 1: dimension i of the source is dimension dims[i]
    of the result. Sizes of the result that are not those of the source are numbers, have names, or come from `sizes`.

    A size of `sizes` that is not what the result's type says, or neither that of the source nor put in the place of
    a 1, stops the program.

    Rules: (broadcast_c1) the result has the element type of the source. (broadcast_c2) dims has an entry for each
    dimension of the source, distinct, in ascending order, that the result has. (broadcast_c3) a size of the source is 1
    or that of the result. (broadcast_c4) a size of the result that is not one of the source is known, unless an operand
    gives it. (broadcast_c5) the operand has an entry for each dimension of the result, which is not negative and
    what the result's type says.
    Example: %r = graph.broadcast %x, [1] : tensor<3xf32> -> tensor<2x3xf32>
    """

    source: Operand = operand(any_tensor)
    sizes: OptionalOperand = optional_operand(i64_list, default=None, kw_only=True)
    dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = result(any_tensor, parts={"shape": REQUIRED})
    syntax = f"$source `,` $dims {SIZES_SYNTAX} attr-dict `:` type($source) `->` type($result)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape that the result's type declares, refined by the source's sizes that are not repeated."""
        shape, *given = shapes
        wanted = stated_sizes(self)
        dims = self.dims.elements
        if not self._places_fit(len(shape), len(wanted), report):
            return None
        if given:
            wanted = given_sizes(report, "broadcast_c5", given[0], wanted)
        for size, dim in zip(shape, dims, strict=True):
            if wanted[dim] is None:
                wanted[dim] = self._size_without_type(size, from_operand=bool(given))
            else:
                fact, sizes = f"what becomes size {dim} of the result must be 1 or have that size", (size, wanted[dim])
                require(report, "broadcast_c3", fact, [(each,) for each in sizes], (equal(size, 1), equal(*sizes)))
        new = [dim for dim, size in enumerate(wanted) if size is None and dim not in dims]
        if new and not given:
            report.error("broadcast_c4", f"size {new[0]} of the result must be known, but got '?'")
        return [tuple(wanted)]

    def _places_fit(self, rank: int, new_rank: int, report: Findings) -> bool:
        dims = self.dims.elements
        if len(dims) != rank:
            report.error("broadcast_c2", f"dims must have {rank} entries, but got {list(dims)}")
            return False
        if not dims_in_range(report, "broadcast_c2", "dims", dims, new_rank):
            return False
        if list(dims) != sorted(dims):
            report.error("broadcast_c2", f"dims must be in ascending order, but got {list(dims)}")
            return False
        return True

    @staticmethod
    def _size_without_type(size: Dim, *, from_operand: bool) -> Dim:
        """A size that the result's type leaves open: what is not known to be more than 1 may be repeated."""
        return size if not from_operand or (isinstance(size, int) and size != 1) else None

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """broadcast(x, [0, 1, 2]) -> x, where no size changes; equal elements stay equal."""
        is_known = self.sizes is None or None not in shape_of(self.result)
        return (unchanged(self.source, self) if is_known else None) or moved_splat(self, operands[0])


@op("graph.reshape", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class ReshapeOp(GraphOp):
    """Reshape a tensor, in row-major order of its elements.

    Sizes that the result's type does not say come from `sizes`, where one entry may be -1: it follows from the number
    of elements. Without the operand, one unknown size may follow so. What does not fit the number of elements, or the
    result's type, stops the program; so does a size that follows from nothing, beside one that is 0.

    Rules: (reshape_c1) the result has the element type of the source. (reshape_c2) both have the same number of
    elements. (reshape_c3) one size of the result at most is unknown, unless an operand gives sizes; it is not beside
    a 0. (reshape_c4) the operand has an entry for each dimension of the result, which is what the result's type says,
    and not negative but for -1.
    Example: %r = graph.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
    """

    source: Operand = operand(any_tensor)
    sizes: OptionalOperand = optional_operand(i64_list, default=None, kw_only=True)
    result: Result = result(any_tensor, parts={"shape": REQUIRED})
    syntax = f"$source {SIZES_SYNTAX} attr-dict `:` type($source) `->` type($result)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape that the result's type declares, and the size that follows from the number of elements."""
        shape, *given = shapes
        wanted = stated_sizes(self)
        if given:
            wanted = given_sizes(report, "reshape_c4", given[0], wanted)
        others = [size for size in wanted if size is not None]
        unknown = len(wanted) - len(others)
        if not given and unknown > 1:
            report.error("reshape_c3", f"result must have one unknown size at most, but got {spell(wanted)}")
            return [tuple(wanted)]
        if not given and unknown and 0 in others:
            report.error("reshape_c3", f"result must have no unknown size beside a 0, but got {spell(wanted)}")
            return [tuple(wanted)]
        if unknown == 0:
            fact, shapes = "source and result must have the same number of elements", (shape, tuple(wanted))
            require(report, "reshape_c2", fact, shapes, as_many(*shapes))
        if unknown == 1 and not given:
            wanted[wanted.index(None)] = self._last_size(shape, tuple(others), report)
        return [tuple(wanted)]

    def _last_size(self, shape: Shape, others: Shape, report: Findings) -> Dim:
        """The size that makes the number of elements the same."""
        last, divisors = quotient(shape, others), cancelled(shape, others)[1].named
        if last is None and None in (*shape, *others):
            return None
        if last is not None:
            is_positive = [at_most(1, size) for size in divisors]
            require(report, "reshape_c3", "result must have no unknown size beside a 0", [others], *is_positive)
        fact, fits = "number of elements must be a multiple of the known sizes of the result", last is not None
        require(report, "reshape_c2", fact, (shape, others), as_many(shape, (*others, last)), holds=fits)
        return last

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """reshape(x) -> x, where no size changes; a constant has its bytes as they are."""
        type, constant = self.result.type, operands[0]
        is_known = self.sizes is None or None not in shape_of(self.result)
        folded = unchanged(self.source, self) if is_known else None
        if folded is not None or not isinstance(type, TensorType) or not type.has_static_shape:
            return folded
        if isinstance(constant, DenseElementsAttr):
            return [DenseElementsAttr.from_bytes(type, constant.raw)]
        if isinstance(constant, DenseResourceElementsAttr):
            return [DenseResourceElementsAttr(type, constant.blob)]
        return None


@op("graph.reverse", traits=(Pure,))
class ReverseOp(GraphOp):
    """Reverse the order of elements along some dimensions.

    Rules: (reverse_c1) the result's type follows. (reverse_c2) the dimensions are there, each named once.
    Example: %r = graph.reverse %x, [1] : tensor<2x3xf32> -> tensor<2x3xf32>
    """

    source: Operand = operand(any_tensor)
    dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = inferred_result(any_tensor)
    syntax = "$source `,` $dims attr-dict `:` type($source) `->` type($result)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of the source."""
        [shape] = shapes
        dims_in_range(report, "reverse_c2", "dimensions", self.dims.elements, len(shape))
        return [shape]

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """reverse(x, []) -> x, also along dimensions of size 1 or 0; equal elements stay equal."""
        shape = shape_of(self.source)
        if all(shape[dim] in (0, 1) for dim in self.dims.elements):
            return unchanged(self.source, self)
        return moved_splat(self, operands[0])
