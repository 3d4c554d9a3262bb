"""Ops of `graph` that take parts of tensors, and put tensors together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, DenseArrayAttr, IntegerAttr, Type
from dlc.ir.builtin_constraints import i64_attr, i64_dense_array
from dlc.ir.definition import (
    REQUIRED,
    Attr,
    Operand,
    OptionalOperand,
    Result,
    VariadicOperand,
    attr,
    inferred_result,
    op,
    operand,
    optional_operand,
    result,
    variadic_operand,
)
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable
from dlc.ir.sizes import Dim, Shape, ceil_divide, more_precise, subtract, total

from .bases import GraphOp
from .movement import moved_splat, unchanged
from .rules import Findings, at_most, equal, require
from .shapes import SIZES_SYNTAX, given_sizes, i64_list, stated_sizes
from .size_lists import SIZE_LIST, SizesAttr
from .tensors import any_tensor, element_of, index_tensor, shape_of

if TYPE_CHECKING:
    from dlc.ir.interfaces import FoldResult


@op("graph.slice", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class SliceOp(GraphOp):
    """The elements at start, start + stride, start + 2 * stride … below limit, of each dimension.

    Starts and limits are numbers or expressions over names; a limit `?` is the size of the source. What is not within
    0 <= start <= limit <= size stops the program.

    Rules: (slice_c1) the result's type follows. (slice_c2) there is a start, a limit and a stride for each dimension.
    (slice_c3) starts are not negative, and strides are positive. (slice_c4) limits are no smaller than starts, and no
    larger than sizes.
    Example: %r = graph.slice %x, [0, 1] to [4, ?] step [1, 2] : tensor<4x8xf32> -> tensor<4x4xf32>
    """

    source: Operand = operand(any_tensor)
    starts: Attr[SizesAttr] = attr(SizesAttr)
    limits: Attr[SizesAttr] = attr(SizesAttr)
    strides: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = inferred_result(any_tensor)
    syntax = (
        "$source `,` custom<SizeList>($starts) `to` custom<SizeList>($limits) `step` $strides attr-dict "
        "`:` type($source) `->` type($result)"
    )
    directives = SIZE_LIST

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """The numbers of elements that are met."""
        [shape] = shapes
        starts, limits, strides = self.starts.entries, self.limits.entries, self.strides.elements
        for list_name, entries in (("starts", starts), ("limits", limits), ("strides", strides)):
            if len(entries) != len(shape):
                report.error("slice_c2", f"{list_name} must have {len(shape)} entries, but got {list_of(entries)}")
                return None
        for dim, (start, limit, stride) in enumerate(zip(starts, self.limits_within(shape), strides, strict=True)):
            fact = f"dimension {dim} must start at 0 or more, and have a positive stride"
            is_possible = start is not None and stride >= 1
            if not require(report, "slice_c3", fact, ((start,), (stride,)), at_most(0, start), holds=is_possible):
                return None
            fact, bounds = f"dimension {dim} must have start <= limit <= size", (start, limit, shape[dim])
            is_inside = at_most(start, limit), at_most(limit, shape[dim])
            if not require(report, "slice_c4", fact, [(bound,) for bound in bounds], *is_inside):
                return None
        return [sliced_sizes(starts, self.limits_within(shape), strides)]

    def limits_within(self, shape: Shape) -> list[Dim]:
        """The limits in a source of this shape, which are its sizes where nothing else is said."""
        return [size if limit is None else limit for limit, size in zip(self.limits.entries, shape, strict=True)]

    @property
    def takes_all(self) -> bool:
        """Whether every element is taken."""
        return takes_all(shape_of(self.source), self.starts.entries, self.limits.entries, self.strides.elements)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """slice(x) -> x, where all is taken; equal elements stay equal."""
        return unchanged(self.source, self) if self.takes_all else moved_splat(self, operands[0])


def takes_all(shape: Shape, starts: Sequence[Dim], limits: Sequence[Dim], strides: Sequence[int]) -> bool:
    """Return whether a slice takes every element of a tensor of this shape."""
    reaches_ends = all(limit is None or limit == size for limit, size in zip(limits, shape, strict=True))
    return reaches_ends and all(start == 0 for start in starts) and all(stride == 1 for stride in strides)


def sliced_sizes(starts: Sequence[Dim], limits: Sequence[Dim], strides: Sequence[int]) -> Shape:
    """Return the number of elements that a slice takes along each dimension."""
    ends = zip(starts, limits, strides, strict=True)
    return tuple(ceil_divide(subtract(limit, start), stride) for start, limit, stride in ends)


def list_of(entries: Sequence[Dim]) -> str:
    """Entries in a message."""
    return f"[{', '.join('?' if entry is None else str(entry) for entry in entries)}]"


@op("graph.dynamic_slice", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class DynamicSliceOp(GraphOp):
    """The part of a tensor that begins at a position which is computed. It has the sizes that the result's type says;
    those that it does not say come from `sizes`.

    Where a start would let the part reach beyond the source, at either end, it is moved to where the part just fits.
    A size that is larger than that of the source, or negative, or not what the type says, stops the program.

    Rules: (dynamic_slice_c1) the result's type follows. (dynamic_slice_c2) there is a start for each dimension, and the
    result has as many dimensions. (dynamic_slice_c3) no size is larger than that of the source.
    (dynamic_slice_c4) sizes are known, unless an operand gives them. (dynamic_slice_c5) the operand has an entry for
    each dimension, which is not negative and what the result's type says.
    Example: %r = graph.dynamic_slice %x, %starts : tensor<4x8xf32>, tensor<2xi64> -> tensor<2x8xf32>
    """

    source: Operand = operand(any_tensor)
    starts: Operand = operand(index_tensor)
    sizes: OptionalOperand = optional_operand(i64_list, default=None, kw_only=True)
    result: Result = result(any_tensor, parts={"shape": REQUIRED})
    syntax = f"$source `,` $starts {SIZES_SYNTAX} attr-dict `:` type($source) `,` type($starts) `->` type($result)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape that the result's type declares."""
        shape, starts, *given = shapes
        wanted = stated_sizes(self)
        if not starts_fit(report, "dynamic_slice_c2", starts, len(shape)):
            return None
        if len(wanted) != len(shape):
            report.error(
                "dynamic_slice_c2",
                f"result must have {len(shape)} dimensions, as the source has, but got {len(wanted)}",
            )
            return None
        if given:
            wanted = given_sizes(report, "dynamic_slice_c5", given[0], wanted)
        fact = "result must be no larger than the source"
        require(report, "dynamic_slice_c3", fact, (tuple(wanted), shape), *map(at_most, wanted, shape))
        if not given and None in wanted:
            report.error("dynamic_slice_c4", f"size {wanted.index(None)} of the result must be known, but got '?'")
        return [tuple(wanted)]

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """dynamic_slice(x) -> x, where no other position fits; equal elements stay equal."""
        if None not in shape_of(self.result) and shape_of(self.result) == shape_of(self.source):
            return unchanged(self.source, self)
        return moved_splat(self, operands[0])


def starts_fit(report: Findings, rule: str, starts: Shape, rank: int) -> bool:
    """Report starts that are no list with an entry for each dimension."""
    fact = f"starts must have shape {rank}, an entry for each dimension"
    has_rank_1 = len(starts) == 1
    return require(report, rule, fact, [starts], *(equal(size, rank) for size in starts), holds=has_rank_1)


@op("graph.dynamic_update_slice", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class DynamicUpdateSliceOp(GraphOp):
    """A tensor with a part of it replaced by `update`, beginning at a position which is computed.

    Where a start would let the part reach beyond the source, at either end, it is moved to where the part just fits. An
    update that is larger than the source stops the program.

    Rules: (dynamic_update_slice_c1) the result's type is that of the source. (dynamic_update_slice_c2) there is a start
    for each dimension, and the update has as many. (dynamic_update_slice_c3) no size of the update is larger than that
    of the source. (dynamic_update_slice_c4) elements have one type.
    Example: %r = graph.dynamic_update_slice %x, %update, %starts
        : tensor<4x8xf32>, tensor<2x8xf32>, tensor<2xi64> -> tensor<4x8xf32>
    """

    source: Operand = operand(any_tensor)
    update: Operand = operand(any_tensor)
    starts: Operand = operand(index_tensor)
    result: Result = inferred_result(any_tensor)
    syntax = (
        "$source `,` $update `,` $starts attr-dict `:` type($source) `,` type($update) `,` type($starts) "
        "`->` type($result)"
    )

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape of the source."""
        shape, update, starts = shapes
        starts_fit(report, "dynamic_update_slice_c2", starts, len(shape))
        if len(update) != len(shape):
            report.error(
                "dynamic_update_slice_c2",
                f"update must have {len(shape)} dimensions, as the source has, but got {len(update)}",
            )
        else:
            fact = "update must be no larger than the source"
            require(report, "dynamic_update_slice_c3", fact, (update, shape), *map(at_most, update, shape))
        if element_of(self.update) is not element_of(self.source):
            report.error(
                "dynamic_update_slice_c4",
                f"update must have elements '{element_of(self.source)}', as the source has"
                f", but got '{element_of(self.update)}'",
            )
        return [shape]

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """dynamic_update_slice(x, u) -> u, where all is replaced; -> x, where nothing is."""
        del operands
        sizes = shape_of(self.update)
        if 0 in sizes:
            return unchanged(self.source, self)
        if None not in sizes and sizes == shape_of(self.source):
            return unchanged(self.update, self)
        return None


@op("graph.concat", interfaces=(NO_EFFECTS, ConditionallySpeculatable))
class ConcatOp(GraphOp):
    """Tensors behind one another along a dimension. Other sizes that differ stop the program.

    Rules: (concat_c1) the result's type follows. (concat_c2) there is one operand at least. (concat_c3) the dimension
    is there. (concat_c4) operands agree in rank and in all other sizes. (concat_c5) elements have one type.
    Example: %r = graph.concat %x, %y along 1 : tensor<2x3xf32>, tensor<2x4xf32> -> tensor<2x7xf32>
    """

    parts: VariadicOperand = variadic_operand(any_tensor)
    dim: Attr[IntegerAttr] = attr(i64_attr)
    result: Result = inferred_result(any_tensor)
    syntax = "$parts `along` $dim attr-dict `:` type($parts) `->` type($result)"

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """The sum of the sizes along the dimension, and what is known about the others."""
        if not shapes:
            report.error("concat_c2", "must have an operand, but got none")
            return None
        dim = self.dim.value
        if not 0 <= dim < len(shapes[0]):
            report.error("concat_c3", f"dimension must be in 0..{len(shapes[0]) - 1}, but got {dim}")
            return None
        for shape in shapes[1:]:
            fact, both = f"operands must agree in all sizes but that of dimension {dim}", (shapes[0], shape)
            has_rank = len(shape) == len(shapes[0])
            agree = [equal(*sizes) for other, sizes in enumerate(zip(*both, strict=False)) if other != dim]
            require(report, "concat_c4", fact, both, *agree, holds=has_rank)
            if not has_rank:
                return None
        elements = list(dict.fromkeys(element_of(part) for part in self.parts))
        if len(elements) > 1:
            report.error(
                "concat_c5", f"operands must have one element type, but got '{elements[0]}' and '{elements[1]}'"
            )
        return [joined_sizes(shapes, dim)]

    def infer_elements(self) -> Sequence[Type]:
        """Return the element type of the operands."""
        return [element_of(part) for part in self.parts[:1]]

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """concat(x) -> x; equal elements stay equal."""
        if len(self.parts) == 1:
            return unchanged(self.parts[0], self)
        values = {getattr(constant, "data", None) for constant in operands}
        return moved_splat(self, operands[0]) if len(values) == 1 else None


def joined_sizes(shapes: Sequence[Shape], dim: int) -> Shape:
    """The sizes of tensors behind one another along a dimension: what is known about the others from any of them."""
    known = list(shapes[0])
    for shape in shapes[1:]:
        known = [more_precise(a, b) for a, b in zip(known, shape, strict=True)]
    known[dim] = total(shape[dim] for shape in shapes)
    return tuple(known)
