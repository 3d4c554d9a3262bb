"""The body of two loops over tiles: lanes of vectors are iterations of the inner loop, copies those of the outer one.

Elements that follow one another along the inner loop are loaded and stored as a vector for each copy. Where they follow
one another along the outer loop instead, the tile is loaded or stored in this direction, and transposed in registers.
All other accesses are those of `lane_memory`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop, vector
from dlc.dialects.loop.memory import AccessOp
from dlc.ir import InsertionPoint, Value
from dlc.ir.affine import AffineDimExpr, AffineMap
from dlc.ir.builtin_attributes import DenseElementsAttr, i64_array
from dlc.ir.builtin_types import MemRefType, VectorType

from ..analysis.nests import keep_attributes, lower_bound, substituted, upper_bound
from .lane_memory import LaneMemory, zero_of
from .lanes import increments_of
from .widening import Widening, remove_unused


class TileWidening(Widening):
    """The construction of two loops over tiles of `height` iterations of the outer and `width` of the inner loop."""

    def __init__(self, outer: loop.ForOp, inner: loop.ForOp, height: int, width: int, varying: set[Value]) -> None:
        super().__init__(inner, width, height, varying, [], is_masked=False)
        self.outer = outer
        self.counters.append(outer.induction_variable)
        self._memory = _TileMemory(self)

    @property
    def main(self) -> loop.ForOp:
        """The loop over vectors, which is the inner one."""
        [lanes] = (each for each in super().main.body.ops if isinstance(each, loop.ForOp))
        return lanes

    def build(self) -> None:
        """Build both loops and the code before them."""
        rows = self._made = self.builder.insert(self._over(self.outer, self.copies))
        with self.builder.at(InsertionPoint.at_end(rows.body)):
            lanes = self.builder.insert(self._over(self.op, self.width))
            rows.close([])
        with self.builder.at(InsertionPoint.at_end(lanes.body)):
            lanes.close(self._block(self.op.body))
        remove_unused(self.code, ())

    def _over(self, old: loop.ForOp, factor: int) -> loop.ForOp:
        """Return a loop over groups of iterations of a loop, without a body."""
        new = loop.ForOp.over(lower_bound(old), upper_bound(old), old.step_value * factor, location=old.location)
        self._scalars[old.induction_variable] = new.induction_variable
        return keep_attributes(old, new)

    def at_lane(self, affine_map: AffineMap, operands: Sequence[Value], lane: int) -> tuple[AffineMap, list[Value]]:
        """Return a map and its operands for one lane, counted from the first lane of the first copy."""
        moved = affine_map, list(operands)
        for op, by in zip((self.outer, self.op), divmod(lane, self.width), strict=True):
            counter = op.induction_variable
            if by:
                moved = substituted(*moved, counter, (AffineDimExpr(0) + by * op.step_value, [counter], 1))
        return moved[0], [self.scalar(each) for each in moved[1]]


class _TileMemory(LaneMemory):
    """The widening of accesses, of which some are contiguous along the outer loop."""

    def __init__(self, lanes: TileWidening) -> None:
        super().__init__(lanes)
        self._outer = lanes.outer

    def _load(self, op: loop.LoadOp) -> None:
        lanes = self.lanes
        if not self._is_turned(op):
            super()._load(op)
            return
        self._check_memref(op.memref, op)
        subscripts = self._subscripts(op)
        type = VectorType((lanes.copies,), lanes.vector_type(op.result.type, op).element_type)
        columns = [self._load_vector(op, subscripts, lane, type) for lane in range(lanes.width)]
        lanes.set_vectors(op, [self._transposed(columns)])

    def _store(self, op: loop.StoreOp) -> None:
        lanes = self.lanes
        if not self._is_turned(op):
            super()._store(op)
            return
        self._check_memref(op.memref, op)
        subscripts = self._subscripts(op)
        for lane, column in enumerate(self._transposed(lanes.vectors(op.value))):
            self._store_vector(op, subscripts, lane, column)

    def _is_turned(self, op: AccessOp) -> bool:
        """Return whether elements follow one another along the outer loop, and not along the inner one."""
        lanes, type = self.lanes, op.memref.type_as(MemRefType)
        along = increments_of(op, lanes.op.induction_variable, lanes.step)
        across = increments_of(op, self._outer.induction_variable, self._outer.step_value)
        if lanes.masks is not None or lanes.copies == 1 or along is None or across is None or along.are_zero:
            return False
        return across.is_contiguous(type) and not along.is_contiguous(type)

    def _transposed(self, rows: Sequence[Value]) -> list[Value]:
        """Return the columns of a tile whose rows are vectors."""
        builder, height, row = self.lanes.builder, len(rows), rows[0].type_as(VectorType)
        [width] = row.shape
        tile = self.lanes.constant(_zeros(VectorType((height, width), row.element_type)))
        for number, each in enumerate(rows):
            tile = builder.insert(vector.InsertOp.of(each, tile, [number])).result
        turned = VectorType((width, height), row.element_type)
        columns = builder.insert(vector.TransposeOp(tile, i64_array([1, 0]), turned)).result
        return [builder.insert(vector.ExtractOp.of(columns, [number])).result for number in range(width)]


def _zeros(type: VectorType) -> DenseElementsAttr:
    return DenseElementsAttr.splat(type, zero_of(type.element_type))
