"""`tensor.expand_shape`, `tensor.collapse_shape` and `tensor.reshape`: the same elements, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import ArrayAttr, Attribute, Builder, DenseArrayAttr, DenseElementsAttr, Value
from dlc.ir.builtin_constraints import any_ranked_tensor, any_tensor, i64_dense_array, index_type
from dlc.ir.builtin_types import DYNAMIC, TensorType, UnrankedTensorType
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
from dlc.ir.dense_folds import reshape_constant
from dlc.ir.index_lists import INDEX_LIST, Index, mixed_indices, split_indices
from dlc.ir.interfaces import NO_EFFECTS, ConditionallySpeculatable, FoldResult
from dlc.ir.reassociation import (
    Groups,
    group_order_problem,
    group_size_problem,
    groups_attr,
    groups_of,
    reassociation_attr,
)
from dlc.ir.strided_layout import multiply_sizes
from dlc.ir.traits import Pure

from .constraints import shape_1d, tensor_type
from .dims import size_of
from .shapes import ResultShape, multiply_indices

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


def collapsed_type(source: TensorType, groups: Groups) -> TensorType:
    """The type of a tensor whose dimensions are joined."""
    shape: list[int] = []
    for group in groups:
        size = 1
        for dim in group:
            size = DYNAMIC if source.shape[dim] == DYNAMIC else multiply_sizes(size, source.shape[dim])
            if size == DYNAMIC:
                break
        shape.append(size)
    return source.with_shape(tuple(shape))


@op("tensor.expand_shape", interfaces=(NO_EFFECTS, ConditionallySpeculatable, ResultShape))
class ExpandShapeOp(Op):
    """Split dimensions into several each, row by row. `output_shape` lists the sizes of the result.

    Rules: (expand_shape_c1) the result has no fewer dimensions. (expand_shape_c2) the groups name its dimensions in
    order, one group for each dimension of the source. (expand_shape_c3) sizes multiply up, and are dynamic where a
    part is. (expand_shape_c4) the element type stays. (expand_shape_c5) the output shape says the same.
    Example: %e = tensor.expand_shape %t [[0], [1, 2]] output_shape [4, %n, 2] : tensor<4x?xf32> into tensor<4x?x2xf32>
    """

    src: Operand = operand(any_ranked_tensor)
    reassociation: Attr[ArrayAttr] = attr(reassociation_attr)
    output_shape: VariadicOperand = variadic_operand(index_type)
    static_output_shape: Attr[DenseArrayAttr] = attr(i64_dense_array)
    result: Result = result(any_ranked_tensor)
    directives = INDEX_LIST
    syntax = (
        "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict "
        "`:` type($src) `into` type($result)"
    )

    @classmethod
    def of(cls, src: Value, groups: Groups, shape: Sequence[Index], result: TensorType | None = None) -> ExpandShapeOp:
        """Return the op for a mixed list of sizes; the type is inferred if it is not given."""
        static, dynamic = split_indices(shape)
        if result is None:
            result = tensor_type(src).with_shape(static.elements)
        return cls(src, groups_attr(groups), dynamic, static, result)  # type: ignore[arg-type]

    @property
    def groups(self) -> list[list[int]]:
        return groups_of(self.reassociation)

    @property
    def mixed_output_shape(self) -> list[Index]:
        return mixed_indices(self.static_output_shape, self.output_shape)

    def result_names(self) -> Sequence[str | None]:
        return ("expanded",)

    def result_size(self, result: int, dim: int) -> Index | None:
        """Return the size from the list."""
        return self.mixed_output_shape[dim]

    def is_speculatable(self) -> bool:
        """Return whether the sizes provably have the same product."""
        return tensor_type(self.result).has_static_shape and DYNAMIC not in self.static_output_shape.elements

    def verify(self, report: Report) -> None:
        source, type = tensor_type(self.src), tensor_type(self.result)
        r0, r1 = len(source.shape), len(type.shape)
        if r0 > r1:
            report.error(
                "expand_shape_c1", f"has source rank {r0} and result rank {r1}. This is not an expansion ({r0} > {r1})"
            )
        elif not _verify_groups(source.shape, type.shape, self.groups, report, "expand_shape"):
            return
        elif source.element_type is not type.element_type:
            report.error(
                "expand_shape_c4",
                f"expected expanded type to have element type '{source.element_type}', but got '{type}'",
            )
        else:
            self._verify_output_shape(type, report)

    def _verify_output_shape(self, type: TensorType, report: Report) -> None:
        static, rank = self.static_output_shape.elements, len(type.shape)
        dynamic, given = static.count(DYNAMIC), len(self.output_shape)
        if len(static) != rank:
            report.error(
                "expand_shape_c5",
                f"expected number of static shape dims to be equal to the output rank ({rank}) but found "
                f"{len(static)} inputs instead",
            )
        elif dynamic != given:
            report.error(
                "expand_shape_c5",
                "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has "
                f"{dynamic} dynamic dims while output_shape has {given} values",
            )
        else:
            pairs = enumerate(zip(type.shape, static, strict=True))
            wrong = next(((at, size, listed) for at, (size, listed) in pairs if size not in (DYNAMIC, listed)), None)
            if wrong is not None:
                at, size, listed = wrong
                report.error(
                    "expand_shape_c5",
                    f"invalid output shape provided at pos {at}, expected {size}, but got {_spelled(listed)}",
                )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """An expansion of nothing is its source; of what a collapse joined the same way, what that had."""
        inner = self.src.defined_by(CollapseShapeOp)
        return _fold_reshape(self, operands[0], inner.src if inner is not None and _undoes(self, inner) else None)


def _spelled(size: int) -> str:
    return "a dynamic size" if size == DYNAMIC else str(size)


@op("tensor.collapse_shape", traits=(Pure,), interfaces=(ResultShape,))
class CollapseShapeOp(Op):
    """Join groups of dimensions into one dimension each, row by row.

    Rules: (collapse_shape_c1) the result has no more dimensions. (collapse_shape_c2) the groups name the source's
    dimensions in order, one group for each dimension of the result. (collapse_shape_c3) sizes multiply up, and are
    dynamic where a part is. (collapse_shape_c4) the element type stays.
    Example: %c = tensor.collapse_shape %t [[0, 1]] : tensor<4x?xf32> into tensor<?xf32>
    """

    src: Operand = operand(any_ranked_tensor)
    reassociation: Attr[ArrayAttr] = attr(reassociation_attr)
    result: Result = result(any_ranked_tensor)
    syntax = "$src $reassociation attr-dict `:` type($src) `into` type($result)"

    @classmethod
    def of(cls, src: Value, groups: Groups) -> CollapseShapeOp:
        """Return the op with the inferred type."""
        return cls(src, groups_attr(groups), collapsed_type(tensor_type(src), groups))

    @property
    def groups(self) -> list[list[int]]:
        return groups_of(self.reassociation)

    def result_names(self) -> Sequence[str | None]:
        return ("collapsed",)

    def computed_size(self, result: int, dim: int, b: Builder) -> Index | None:
        """The product of what was joined."""
        size: Index = 1
        for part in self.groups[dim]:
            size = multiply_indices(b, size, size_of(b, self.src, part))
        return size

    def verify(self, report: Report) -> None:
        source, type = tensor_type(self.src), tensor_type(self.result)
        r0, r1 = len(source.shape), len(type.shape)
        if r0 < r1:
            report.error(
                "collapse_shape_c1", f"has source rank {r0} and result rank {r1}. This is not a collapse ({r0} < {r1})"
            )
        elif not _verify_groups(type.shape, source.shape, self.groups, report, "collapse_shape"):
            return
        elif source.element_type is not type.element_type:
            report.error(
                "collapse_shape_c4",
                f"expected collapsed type to be '{collapsed_type(source, self.groups)}', but got '{type}'",
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """A collapse of nothing is its source; of what an expansion split the same way, what that had."""
        inner = self.src.defined_by(ExpandShapeOp)
        return _fold_reshape(self, operands[0], inner.src if inner is not None and _undoes(self, inner) else None)


def _fold_reshape(
    op: ExpandShapeOp | CollapseShapeOp, constant: Attribute | None, undone: Value | None
) -> FoldResult | None:
    type = tensor_type(op.result)
    if op.src.type is type:
        return [op.src]
    if undone is not None:
        return [undone]
    if isinstance(constant, DenseElementsAttr) and type.has_static_shape:
        return [reshape_constant(constant, type)]
    return None


def _undoes(outer: ExpandShapeOp | CollapseShapeOp, inner: ExpandShapeOp | CollapseShapeOp) -> bool:
    """Return whether `outer` gives back what `inner` had: the same type by the same groups, no dynamic sizes to mix
    up.
    """
    original = tensor_type(inner.src)
    if original is not outer.result.type:
        return False
    if isinstance(outer, CollapseShapeOp) and outer.reassociation is inner.reassociation:
        return True
    if outer.reassociation is inner.reassociation:
        return all(sum(original.shape[dim] == DYNAMIC for dim in group) <= 1 for group in outer.groups)
    return original.has_static_shape


def _verify_groups(small: Sequence[int], large: Sequence[int], groups: Groups, report: Report, rule: str) -> bool:
    """Return whether the groups fit both shapes; reports where they do not."""
    sizes = large if small else [1 if size == DYNAMIC else size for size in large]  # what is dynamic may well be 1
    problem = group_order_problem(small, sizes, groups, "tensor")
    if problem is not None:
        report.error(f"{rule}_c2", problem)
        return False
    problem = group_size_problem(small, large, groups)
    if problem is not None:
        report.error(f"{rule}_c3", problem)
    return problem is None


@op("tensor.reshape", interfaces=(NO_EFFECTS, ResultShape))
class ReshapeOp(Op):
    """Reshape a tensor, row by row, to the shape that another tensor holds.

    Rules: (reshape_c1) the element type stays. (reshape_c2) so does the number of elements, where both are known.
    (reshape_c3) a ranked result needs a shape of static length. (reshape_c4) and that is its rank.
    Example: %r = tensor.reshape %t(%shape) : (tensor<4x?xf32>, tensor<1xi32>) -> tensor<?xf32>
    """

    source: Operand = operand(any_tensor)
    shape: Operand = operand(shape_1d)
    result: Result = result(any_tensor)
    syntax = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"

    def result_names(self) -> Sequence[str | None]:
        return ("reshape",)

    def verify(self, report: Report) -> None:
        source, type = self.source.type, self.result.type
        assert isinstance(source, (TensorType, UnrankedTensorType))
        assert isinstance(type, (TensorType, UnrankedTensorType))
        if source.element_type is not type.element_type:
            report.error(
                "reshape_c1",
                "element types of source and destination tensor types should be the same"
                f", but got '{source}' and '{type}'",
            )
        elif isinstance(type, TensorType):
            self._verify_ranked(type, tensor_type(self.shape).shape[0], report)

    def _verify_ranked(self, type: TensorType, length: int, report: Report) -> None:
        source = self.source.type
        both_static = isinstance(source, TensorType) and source.has_static_shape and type.has_static_shape
        if both_static and source.num_elements != type.num_elements:  # type: ignore[attr-defined]
            report.error(
                "reshape_c2",
                "source and destination tensor should have the same number of elements"
                f", but got '{source}' and '{type}'",
            )
        elif length == DYNAMIC:
            report.error(
                "reshape_c3",
                f"cannot use shape operand with dynamic length to reshape to statically-ranked tensor type '{type}'",
            )
        elif length != len(type.shape):
            report.error(
                "reshape_c4",
                f"length of shape operand differs from the result's tensor rank, {len(type.shape)}, but got {length}",
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold a constant, merge a reshape of a reshape, and drop a reshape to the static shape of its source."""
        type = self.result.type
        if isinstance(type, TensorType) and type.has_static_shape and isinstance(operands[0], DenseElementsAttr):
            return [reshape_constant(operands[0], type)]
        inner = self.source.defined_by(ReshapeOp)
        if inner is not None:
            self.source = inner.source
            return self.results
        if not isinstance(type, TensorType) or self.source.type is not type:
            return None
        return [self.source] if type.has_static_shape or len(type.shape) == 1 else None
