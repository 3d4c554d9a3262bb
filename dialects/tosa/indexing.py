"""Ops of `tosa` that take or put elements at places: gather, scatter, resizing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Value
from dlc.ir.builtin_types import DYNAMIC
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    attr,
    op,
    operand,
    result,
)
from dlc.ir.traits import Pure

from .attributes import ResizeModeAttr
from .bases import (
    FORM,
    WordsOp,
    agree,
    check_same_elements,
    check_shapes_are_computed,
    index_tensor_2d,
    known_sizes,
    shape_of_rank,
    sizes_of,
    tensor_3d,
    tensor_4d,
)

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


def _check_sizes(report: Report, rule: str, names: str, values: Sequence[tuple[str, Value]]) -> None:
    """Report tensors whose dimensions of one name have different sizes."""
    for name in names:
        sizes_there = {
            sizes[letters.index(name)]
            for letters, value in values
            if name in letters and (sizes := sizes_of(value)) is not None
        }
        if not agree(*sizes_there):
            got = " and ".join(map(str, sorted(size for size in sizes_there if size != DYNAMIC)))
            report.error(rule, f"tensors must have one size {name}, but got {got}")


@op("tosa.gather", traits=(Pure,))
class GatherOp(Op):
    """Rows of values (N, K, C) at indices (N, W), which are in 0..K-1.

    Rules: (tosa_gather_c1) elements have one type. (tosa_gather_c2) sizes N, W and C agree; the result is (N, W, C).
    Example: %r = tosa.gather %x, %i : (tensor<1x4x3xf32>, tensor<1x2xi32>) -> tensor<1x2x3xf32>
    """

    values: Operand = operand(tensor_3d)
    indices: Operand = operand(index_tensor_2d)
    output: Result = result(tensor_3d)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_same_elements(report, "tosa_gather_c1", self.values, self.output)
        values = [("NKC", self.values), ("NW", self.indices), ("NWC", self.output)]
        _check_sizes(report, "tosa_gather_c2", "NWC", values)


@op("tosa.scatter", traits=(Pure,))
class ScatterOp(Op):
    """Values (N, K, C), in which rows at indices (N, W) are replaced by those of the input (N, W, C). No index is
    there twice.

    Rules: (tosa_scatter_c1) elements have one type. (tosa_scatter_c2) sizes N, K, W and C agree; the result is
    (N, K, C). (tosa_scatter_c3) W is not more than K.
    Example:
        %r = tosa.scatter %x, %i, %y
          : (tensor<1x4x3xf32>, tensor<1x2xi32>, tensor<1x2x3xf32>) -> tensor<1x4x3xf32>
    """

    values_in: Operand = operand(tensor_3d)
    indices: Operand = operand(index_tensor_2d)
    input: Operand = operand(tensor_3d)
    values_out: Result = result(tensor_3d)
    syntax = FORM

    def verify(self, report: Report) -> None:
        check_same_elements(report, "tosa_scatter_c1", self.values_in, self.input, self.values_out)
        values = [("NKC", self.values_in), ("NW", self.indices), ("NWC", self.input), ("NKC", self.values_out)]
        _check_sizes(report, "tosa_scatter_c2", "NKWC", values)
        places, rows = sizes_of(self.indices), sizes_of(self.values_in)
        if places is not None and rows is not None and DYNAMIC not in (places[1], rows[1]) and places[1] > rows[1]:
            report.error("tosa_scatter_c3", f"indices must be at most {rows[1]}, but got {places[1]}")


@op("tosa.resize", traits=(Pure,))
class ResizeOp(WordsOp):
    """A tensor (N, H, W, C) with another height and width. Element y of the result lies at (y * d + offset) / n of the
    operand, where scale = [n, d, …]: the nearest element, the later one of two, or the two around it weighted.
    Places beyond the border are those of the border. Weighted integers stay multiplied by both n; floats are divided.

    MLIR's lowering rounds negative places of integers towards 0, and so takes other elements there.

    Rules: (tosa_resize_c1) numbers of the scale are positive. (tosa_resize_c2) the result has ((size - 1) * n -
    offset + border) / d + 1 elements, without a rest, unless the size is 1. (tosa_shape_operand_c1) shapes are
    computed by ops of `tosa`.
    Example:
        %r = tosa.resize %x, %s, %o, %b {mode = BILINEAR}
          : (tensor<1x2x2x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x3xf32>
    """

    input: Operand = operand(tensor_4d)
    scale: Operand = operand(shape_of_rank(4))
    offset: Operand = operand(shape_of_rank(2))
    border: Operand = operand(shape_of_rank(2))
    output: Result = result(tensor_4d)
    mode: Attr[ResizeModeAttr] = attr(ResizeModeAttr)
    bare: ClassVar = {"mode": ResizeModeAttr}

    def verify(self, report: Report) -> None:
        check_shapes_are_computed(report, self)
        scale, offset, border = (known_sizes(each) for each in (self.scale, self.offset, self.border))
        if scale is None or offset is None or border is None:
            return
        if min(scale) < 1:
            report.error("tosa_resize_c1", f"scales must be positive, but got {scale}")
            return
        source, output = sizes_of(self.input), sizes_of(self.output)
        if source is None or output is None:
            return
        for number in range(2):
            size, (n, d) = source[number + 1], scale[2 * number : 2 * number + 2]
            span = (size - 1) * n - offset[number] + border[number]
            is_whole = span % d == 0 and agree(output[number + 1], span // d + 1)
            if size not in (1, DYNAMIC) and not is_whole:
                report.error(
                    "tosa_resize_c2",
                    f"result must have {span} / {d} + 1 elements along {number + 1}, but got {output[number + 1]}",
                )
