"""`tensor.gather` and `tensor.scatter`: slices of a tensor taken from, and put at, places that a tensor lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import DenseArrayAttr, UnitAttr
from dlc.ir.builtin_constraints import any_ranked_tensor, i64_dense_array, unit_attr
from dlc.ir.builtin_types import TensorType
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand, optional_attr, result
from dlc.ir.interfaces import NO_EFFECTS

from .constraints import tensor_of_indices, tensor_type
from .shapes import SameShapeAs

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

T = TypeVariable("T", any_ranked_tensor)


def gathered_type(source: TensorType, indices: TensorType, dims: Sequence[int], *, reduced: bool) -> TensorType:
    """The type of the slices at all places: sizes of the list of places, then of a slice, with or without its 1s."""
    own = [1 if dim in dims else size for dim, size in enumerate(source.shape) if not (reduced and dim in dims)]
    return TensorType((*indices.shape[:-1], *own), source.element_type)


@op("tensor.gather", interfaces=(NO_EFFECTS,))
class GatherOp(Op):
    """The slices at places that the last dimension of `indices` lists, each by an index for every dimension in
    `gather_dims`. These dimensions have size 1 in the result, or are missing. A place out of bounds is undefined
    behaviour.

    Rules: (gather_c1) there are dimensions to gather along, each in the source, in order. (gather_c2) a place has an
    index for each. (gather_c3) the result has the sizes of the list of places, then those of a slice.
    Example:
        %g = tensor.gather %t[%places] gather_dims([1]) unique
          : (tensor<4x8x2xf32>, tensor<3x1xindex>) -> tensor<3x4x1x2xf32>
    """

    source: Operand = operand(any_ranked_tensor)
    indices: Operand = operand(tensor_of_indices)
    gather_dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    unique: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    result: Result = result(any_ranked_tensor)
    syntax = (
        "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict "
        "`:` functional-type(operands, results)"
    )

    def result_names(self) -> Sequence[str | None]:
        return ("gather",)

    def verify(self, report: Report) -> None:
        source, indices = tensor_type(self.source), tensor_type(self.indices)
        dims = self.gather_dims.elements
        if _verify_dims(dims, source, indices, report, "gather", "gather_dims"):
            _verify_slices(self.result.type, source, indices, dims, report, "gather", "result")


@op("tensor.scatter", interfaces=(NO_EFFECTS, SameShapeAs("dest")))
class ScatterOp(Op):
    """The destination with slices replaced, at places that the last dimension of `indices` lists, each by an index for
    every dimension in `scatter_dims`. No place is listed twice, which `unique` promises.

    Rules: (scatter_c1) there are dimensions to scatter along, each in the destination, in order. (scatter_c2) a place
    has an index for each. (scatter_c3) the source has the sizes of the list of places, then those of a slice.
    (scatter_c4) places are promised to be unique.
    Example:
        %r = tensor.scatter %s into %t[%places] scatter_dims([1]) unique
          : (tensor<3x4x1x2xf32>, tensor<4x8x2xf32>, tensor<3x1xindex>) -> tensor<4x8x2xf32>
    """

    source: Operand = operand(any_ranked_tensor)
    dest: Operand = operand(T)
    indices: Operand = operand(tensor_of_indices)
    scatter_dims: Attr[DenseArrayAttr] = attr(i64_dense_array)
    unique: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    result: Result = inferred_result(T)
    syntax = (
        "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` (`unique` $unique^)? attr-dict "
        "`:` functional-type(operands, results)"
    )

    def result_names(self) -> Sequence[str | None]:
        return ("scatter",)

    def verify(self, report: Report) -> None:
        dest, indices, dims = tensor_type(self.dest), tensor_type(self.indices), self.scatter_dims.elements
        if not _verify_dims(dims, dest, indices, report, "scatter", "scatter_dims"):
            return
        if self.unique is None:
            report.error("scatter_c4", "requires 'unique' attribute to be set, but got none")
        _verify_slices(self.source.type, dest, indices, dims, report, "scatter", "source")


def _verify_dims(
    dims: Sequence[int], type: TensorType, indices: TensorType, report: Report, rule: str, name: str
) -> bool:
    rank, places, before = len(type.shape), indices.shape[-1] if indices.shape else None, report.count
    if not dims:
        report.error(f"{rule}_c1", f"{name} must be non-empty, but got []")
    elif len(dims) > rank:
        report.error(f"{rule}_c1", f"{name} overflow source rank, {rank}, but got {list(dims)}")
    elif min(dims) < 0:
        report.error(f"{rule}_c1", f"{name} value must be non-negative, but got {list(dims)}")
    elif max(dims) >= rank:
        report.error(f"{rule}_c1", f"{name} value must be smaller than source rank, {rank}, but got {list(dims)}")
    elif list(dims) != sorted(set(dims)):
        report.error(f"{rule}_c1", f"{name} values must be strictly increasing, but got {list(dims)}")
    elif places != len(dims):
        report.error(
            f"{rule}_c2",
            f"{name} length must match the size of last dimension of indices, but got {len(dims)} and '{indices}'",
        )
    return report.count == before


def _verify_slices(
    result_type: object,
    whole: TensorType,
    indices: TensorType,
    dims: Sequence[int],
    report: Report,
    rule: str,
    name: str,
) -> None:
    full, reduced = (gathered_type(whole, indices, dims, reduced=reduced) for reduced in (False, True))
    assert isinstance(result_type, TensorType)
    if TensorType(result_type.shape, result_type.element_type) not in (full, reduced):
        report.error(
            f"{rule}_c3",
            f"{name} type mismatch: expected '{full}' or its rank-reduced variant '{reduced}', but got '{result_type}'",
        )
