"""Outputs of structured ops without their dimensions of one element, whose maps have a constant there.

    outs(%t : tensor<4x1xf32>), (i, k) -> (i, 0)    becomes    outs(%c : tensor<4xf32>), (i, k) -> (i)

Front ends of MLIR write reductions that keep their dimensions so. A tensor that is only filled is made anew; any other
one is collapsed. The results are expanded again.
"""

from __future__ import annotations

from itertools import pairwise

from dlc.dialects import tensor
from dlc.ir import Builder, Operation, Value
from dlc.ir.affine import AffineConstantExpr, AffineMap
from dlc.ir.builtin_types import DYNAMIC, TensorType
from dlc.ir.index_lists import Index


class SmallerOutput:
    """An output without the dimensions of one element at which its map is a constant."""

    def __init__(self, builder: Builder, output: Value, map: AffineMap) -> None:
        self.output = output
        self.map = map
        self.value = output
        self._made: list[Operation] = []
        if isinstance(output.type, TensorType):
            pairs = list(zip(output.type.shape, map.results, strict=True))
            is_unit = [size == 1 and isinstance(expr, AffineConstantExpr) for size, expr in pairs]
            kept = [at for at, unit in enumerate(is_unit) if not unit]
            if len(kept) < len(pairs):
                self.map = map.sub_map(kept)
                starts = [0, *kept[1:], len(pairs)] if kept else []
                self._groups = [list(range(start, end)) for start, end in pairwise(starts)]
                shape = tuple(output.type.shape[at] for at in kept)
                self.value = self._smaller(builder, TensorType(shape, output.type.element_type))

    def _smaller(self, builder: Builder, type: TensorType) -> Value:
        fill = self.output.defined_by(tensor.FillOp)
        start = self.output if fill is None else fill.outputs[0]
        empty = start.defined_by(tensor.EmptyOp)
        if empty is not None:
            self._made.append(tensor.EmptyOp(empty.dynamicSizes, type))
        else:
            self._made.append(tensor.CollapseShapeOp.of(start, self._groups))
        if fill is not None:
            self._made.append(tensor.FillOp(fill.inputs, self._made[0].results, [type]))
        for op in self._made:
            builder.insert(op)
        return self._made[-1].results[0]

    def whole(self, builder: Builder, result: Value) -> Value:
        """Return a result with all dimensions."""
        type = self.output.type
        if self.value is self.output or not isinstance(type, TensorType):
            return result
        sizes: list[Index] = [
            tensor.DimOp.of(builder, self.output, at).result if size == DYNAMIC else size
            for at, size in enumerate(type.shape)
        ]
        return builder.insert(tensor.ExpandShapeOp.of(result, self._groups, sizes, type)).results[0]

    def discard(self) -> None:
        """Erase what was made for it."""
        for op in reversed(self._made):
            op.erase()
