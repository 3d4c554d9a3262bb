"""`memref.expand_shape` and `memref.collapse_shape`: dimensions split into several, and several made one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Value
from dlc.ir.builtin_attributes import ArrayAttr, DenseArrayAttr, StridedLayoutAttr
from dlc.ir.builtin_constraints import i64_dense_array, index_type
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    VariadicOperand,
    attr,
    op,
    operand,
    result,
    variadic_operand,
)
from dlc.ir.index_lists import INDEX_LIST, Index, mixed_indices, split_indices
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult, ViewOf
from dlc.ir.reassociation import (
    Groups,
    group_order_problem,
    group_size_problem,
    groups_attr,
    groups_of,
    reassociation_attr,
)
from dlc.ir.strided_layout import has_identity_layout, multiply_sizes, strides_of

from .constraints import strided_memref

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

# -- Types -----------------------------------------------------------------------------------------------------------


def expanded_type(source: MemRefType, shape: Sequence[int], groups: Groups) -> MemRefType | None:
    """The type of a memref whose dimensions are split to give `shape`: the last part of each has the whole's stride."""
    if has_identity_layout(source):
        return MemRefType(tuple(shape), source.element_type, None, source.memory_space)
    layout = strides_of(source)
    if layout is None:
        return None
    strides = [1] * len(shape)
    for group, stride in zip(groups, layout.strides, strict=True):
        for dim in reversed(group):
            strides[dim] = stride
            stride = multiply_sizes(stride, shape[dim])
    new = StridedLayoutAttr(tuple(strides), layout.offset)
    return MemRefType(tuple(shape), source.element_type, new, source.memory_space)


def collapsed_type(source: MemRefType, groups: Groups) -> MemRefType | None:
    """The type of a memref whose dimensions are joined; `None` where they provably do not follow one another."""
    shape: list[int] = []
    for group in groups:
        size = 1
        for dim in group:
            size = multiply_sizes(size, source.shape[dim])
        shape.append(size)
    if has_identity_layout(source):
        return MemRefType(tuple(shape), source.element_type, None, source.memory_space)
    layout = strides_of(source)
    if layout is None:
        return None
    strides: list[int] = []
    for group in groups:
        stride = _joined_stride(source.shape, layout.strides, group)
        if not _follow_one_another(source.shape, layout.strides, group, stride):
            return None
        strides.append(stride)
    new = StridedLayoutAttr(tuple(strides), layout.offset)
    return MemRefType(tuple(shape), source.element_type, new, source.memory_space)


def _joined_stride(shape: Sequence[int], strides: Sequence[int], group: Sequence[int]) -> int:
    """The stride of the last dimension that is not 1; one that is dynamic may be 1, then nothing is known."""
    last = len(group) - 1
    while last > 0 and shape[group[last]] == 1:
        last -= 1
    return strides[group[last]] if last == 0 or shape[group[last]] != DYNAMIC else DYNAMIC


def _follow_one_another(shape: Sequence[int], strides: Sequence[int], group: Sequence[int], stride: int) -> bool:
    """Return whether nothing says that stepping through the group is not one walk with `stride`."""
    for dim in reversed(group[1:]):
        stride = multiply_sizes(stride, shape[dim])
        if shape[dim - 1] != 1 and DYNAMIC not in (stride, strides[dim - 1]) and stride != strides[dim - 1]:
            return False
    return True


# -- Ops -------------------------------------------------------------------------------------------------------------


@op("memref.expand_shape", interfaces=(NO_EFFECTS, ConditionallySpeculatable, ViewOf("src", covers=True)))
class ExpandShapeOp(Op):
    """Split dimensions into several each, row by row. `output_shape` lists the sizes of the result.

    Rules: (expand_shape_c1) the result has no fewer dimensions. (expand_shape_c2) the groups name its dimensions in
    order, one group for each dimension of the source. (expand_shape_c3) sizes multiply up, and are dynamic where a
    part is. (expand_shape_c4) the result's layout follows from the source's. (expand_shape_c5) the output shape says
    the same.
    Example: %e = memref.expand_shape %m [[0], [1, 2]] output_shape [4, %n, 2] : memref<4x?xf32> into memref<4x?x2xf32>
    """

    src: Operand = operand(strided_memref)
    reassociation: Attr[ArrayAttr] = attr(reassociation_attr)
    output_shape: VariadicOperand = variadic_operand(index_type)
    static_output_shape: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = result(strided_memref)
    directives = INDEX_LIST
    syntax = (
        "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict "
        "`:` type($src) `into` type($result)"
    )

    @classmethod
    def of(cls, src: Value, groups: Groups, shape: Sequence[Index], result: MemRefType | None = None) -> ExpandShapeOp:
        """Return the op for a mixed list of sizes; the type is inferred if it is not given."""
        static, dynamic = split_indices(shape)
        if result is None:
            assert isinstance(src.type, MemRefType)
            result = expanded_type(src.type, static.elements, groups)
            assert result is not None, "only memrefs with strides can be expanded"
        return cls(src, groups_attr(groups), dynamic, static, result)  # type: ignore[arg-type]

    @property
    def groups(self) -> list[list[int]]:
        return groups_of(self.reassociation)

    @property
    def mixed_output_shape(self) -> list[Index]:
        return mixed_indices(self.static_output_shape, self.output_shape)

    def result_names(self) -> Sequence[str | None]:
        return ("expand_shape",)

    def is_speculatable(self) -> bool:
        """Return whether the sizes provably have the same product."""
        return DYNAMIC not in (*self.src.shape, *self.result.shape, *self.static_output_shape.elements)

    def verify(self, report: Report) -> None:
        source, type = self.src.type, self.result.type
        assert isinstance(source, MemRefType)
        assert isinstance(type, MemRefType)
        r0, r1 = len(source.shape), len(type.shape)
        if r0 > r1:
            report.error(
                "expand_shape_c1", f"has source rank {r0} and result rank {r1}. This is not an expansion ({r0} > {r1})"
            )
        elif _verify_groups(source.shape, type.shape, self.groups, report, "expand_shape"):
            expected = expanded_type(source, type.shape, self.groups)
            if expected is None:
                report.error("expand_shape_c4", f"invalid source layout map, of '{source}'")
            elif expected is not type:
                report.error("expand_shape_c4", f"expected expanded type to be '{expected}' but found '{type}'")
            else:
                self._verify_output_shape(type, report)

    def _verify_output_shape(self, type: MemRefType, report: Report) -> None:
        static, rank = self.static_output_shape.elements, len(type.shape)
        if len(static) != rank:
            report.error(
                "expand_shape_c5",
                f"expected number of static shape bounds to be equal to the output rank ({rank}) but found "
                f"{len(static)} inputs instead",
            )
            return
        dynamic, given = static.count(DYNAMIC), len(self.output_shape)
        if dynamic != given:
            report.error(
                "expand_shape_c5",
                "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has "
                f"{dynamic} dynamic dims while output_shape has {given} values",
            )
            return
        for position, (size, listed) in enumerate(zip(type.shape, static, strict=True)):
            if size not in (DYNAMIC, listed):
                report.error(
                    "expand_shape_c5",
                    f"invalid output shape provided at pos {position}, expected {size}, but got {listed}",
                )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """An expansion of nothing is its source, and so is what a collapse took together and this takes apart again."""
        if self.src.type is self.result.type:
            return [self.src]
        inner = self.src.defined_by(CollapseShapeOp)
        return [inner.src] if inner is not None and _undoes(inner.src.type, self, inner) else None


@op("memref.collapse_shape", interfaces=(NO_EFFECTS, ConditionallySpeculatable, ViewOf("src", covers=True)))
class CollapseShapeOp(Op):
    """Join groups of dimensions, whose elements must follow one another, into one dimension each.

    Rules: (collapse_shape_c1) the result has no more dimensions. (collapse_shape_c2) the groups name the source's
    dimensions in order, one group for each dimension of the result. (collapse_shape_c3) sizes multiply up, and are
    dynamic where a part is. (collapse_shape_c4) the result's layout follows from the source's.
    Example: %c = memref.collapse_shape %m [[0, 1]] : memref<4x?xf32> into memref<?xf32>
    """

    src: Operand = operand(strided_memref)
    reassociation: Attr[ArrayAttr] = attr(reassociation_attr)
    result: Result = result(strided_memref)
    syntax = "$src $reassociation attr-dict `:` type($src) `into` type($result)"

    @classmethod
    def of(cls, src: Value, groups: Groups) -> CollapseShapeOp:
        """Return the op with the inferred type."""
        assert isinstance(src.type, MemRefType)
        type = collapsed_type(src.type, groups)
        assert type is not None, "the dimensions follow one another"
        return cls(src, groups_attr(groups), type)

    @property
    def groups(self) -> list[list[int]]:
        return groups_of(self.reassociation)

    def result_names(self) -> Sequence[str | None]:
        return ("collapse_shape",)

    def is_speculatable(self) -> bool:
        """Return whether the elements are provably contiguous."""
        assert isinstance(self.src.type, MemRefType)
        layout = strides_of(self.src.type)
        return layout is not None and DYNAMIC not in (*self.src.shape, *layout.strides)

    def verify(self, report: Report) -> None:
        source, type = self.src.type, self.result.type
        assert isinstance(source, MemRefType)
        assert isinstance(type, MemRefType)
        r0, r1 = len(source.shape), len(type.shape)
        if r0 < r1:
            report.error(
                "collapse_shape_c1", f"has source rank {r0} and result rank {r1}. This is not a collapse ({r0} < {r1})"
            )
        elif _verify_groups(type.shape, source.shape, self.groups, report, "collapse_shape"):
            expected = collapsed_type(source, self.groups)
            if expected is None:
                report.error(
                    "collapse_shape_c4", f"invalid source layout map or collapsing non-contiguous dims, of '{source}'"
                )
            elif expected is not type:
                report.error("collapse_shape_c4", f"expected collapsed type to be '{expected}' but found '{type}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """A collapse of nothing is its source, and so is what an expansion took apart and this joins again."""
        if self.src.type is self.result.type:
            return [self.src]
        inner = self.src.defined_by(ExpandShapeOp)
        return [inner.src] if inner is not None and _undoes(inner.src.type, self, inner) else None


def _undoes(original: object, outer: ExpandShapeOp | CollapseShapeOp, inner: ExpandShapeOp | CollapseShapeOp) -> bool:
    """Return whether `outer` gives back what `inner` had: the same type by the same groups, no dynamic sizes to mix
    up.
    """
    if original is not outer.result.type or not isinstance(original, MemRefType):
        return False
    if outer.reassociation is inner.reassociation:
        larger = original if isinstance(outer, ExpandShapeOp) else inner.result.type
        assert isinstance(larger, MemRefType)
        return all(sum(larger.shape[dim] == DYNAMIC for dim in group) <= 1 for group in outer.groups)
    return original.has_static_shape


def _verify_groups(small: Sequence[int], large: Sequence[int], groups: Groups, report: Report, rule: str) -> bool:
    """Return whether the groups fit both shapes; reports where they do not."""
    problem = group_order_problem(small, large, groups, "memref")
    if problem is not None:
        report.error(f"{rule}_c2", problem)
        return False
    problem = group_size_problem(small, large, groups)
    if problem is not None:
        report.error(f"{rule}_c3", problem)
    return problem is None
