"""Loads and stores for the lanes of vectors.

What lies one behind the other is loaded and stored as a vector, and loaded so as well where it lies backwards or with
small gaps; what is the same for all lanes is loaded once and repeated; everything else is loaded and stored lane by
lane, in the order of the lanes. Under a mask, vectors are loaded and stored under that mask, what grows along the last
dimension is gathered and scattered, and of the rest each lane asks by itself whether it is set.
"""

from __future__ import annotations

from collections.abc import Callable

from dlc.dialects import loop, memref, vector
from dlc.ir.affine.map import AffineMap
from dlc.ir.attributes import Type, TypedAttribute
from dlc.ir.builder import InsertionPoint
from dlc.ir.builtin_attributes import DenseElementsAttr, FloatAttr, IntegerAttr, i64_array
from dlc.ir.builtin_types import FloatType, MemRefType, VectorType
from dlc.ir.operations import Operation
from dlc.ir.values import Value

from ..analysis.accesses import Accesses
from ..transforms.scalar_replacement import is_within_shape
from .lane_values import LaneValues
from .lanes import composed, increments_of


class LaneMemory:
    """What a widening does with the ops that touch memory."""

    def __init__(self, lanes: LaneValues) -> None:
        self.lanes = lanes

    def take(self, op: Operation) -> bool:
        """Build what stands for an op, if it is one of those."""
        if isinstance(op, loop.LoadOp):
            self._load(op)
        elif isinstance(op, loop.StoreOp):
            self._store(op)
        elif isinstance(op, loop.PrefetchOp):
            self._prefetch(op)
        elif isinstance(op, memref.LoadOp):
            self._load_anywhere(op)
        elif isinstance(op, (loop.VectorLoadOp, vector.LoadOp)):
            self._load_uniform(op)
        else:
            return False
        return True

    def _check_memref(self, value: Value, op: Operation) -> None:
        if value in self.lanes.varying:
            raise self.lanes.refused(op, "touches another memref in each iteration")

    # -- Loads ---------------------------------------------------------------------------------------------------------

    def _load(self, op: loop.LoadOp) -> None:
        lanes = self.lanes
        if not any(each in lanes.varying for each in op.operands):
            self._load_uniform(op)
            return
        self._check_memref(op.memref, op)
        increments = increments_of(op, lanes.op.induction_variable, lanes.step)
        type = lanes.vector_type(op.result.type, op)
        given = composed(op.affine_map, op.indices, op, lanes.op)
        lanes.check_indices(given.operands, op)
        found: list[Value] = []
        for copy in range(lanes.copies):
            start = copy * lanes.width
            if increments is not None and increments.are_zero and self._may_read_once(op):
                scalar = self._load_at(op, given.map, given.operands, start)
                found.append(lanes.builder.insert(vector.BroadcastOp(scalar, type)).vector)
            elif increments is not None and increments.is_contiguous(_memref_type(op.memref)):
                found.append(self._load_vector(op, given, start, type))
            elif lanes.masks is not None and increments is not None and increments.is_along_last:
                found.append(self._gather(op, given, increments.steps[-1], copy, type))
            elif increments is not None and increments.is_dense(_memref_type(op.memref)):
                found.append(self._load_dense(op, given, increments.steps[-1], start, type))
            else:
                found.append(self._load_lanes(op, given, start, type))
        lanes.set_vectors(op, [found])

    def _load_uniform(self, op: Operation) -> None:
        """Read once what is the same for all lanes."""
        if any(each in self.lanes.varying for each in op.operands):
            raise self.lanes.refused(op, "reads vectors that differ between iterations")
        if not self._may_read_once(op):
            raise self.lanes.refused(op, "reads the same for all lanes, where it may be that none is to read it")
        self.lanes.keep_scalar(op)

    def _may_read_once(self, op: Operation) -> bool:
        """Whether what is the same for all lanes may be read if none is to read it."""
        if not self.lanes.is_conditional:
            return True
        [access] = Accesses([op]).found
        return access.forms is not None and is_within_shape(access)

    def _load_at(self, op: loop.LoadOp, affine_map: AffineMap, operands: list[Value], number: int) -> Value:
        lanes = self.lanes
        moved, values = lanes.at_lane(affine_map, operands, number)
        return lanes.builder.insert(loop.LoadOp.mapped(lanes.scalar(op.memref), moved, values)).result

    def _load_vector(self, op: loop.LoadOp, given: loop.Expressions, number: int, type: VectorType) -> Value:
        lanes = self.lanes
        moved, values = lanes.at_lane(given.map, given.operands, number)
        if lanes.masks is None:
            made = loop.VectorLoadOp.mapped(lanes.scalar(op.memref), moved, values, type)
            return lanes.builder.insert(made).result
        indices = self._indices(given, number)
        mask = lanes.masks[number // lanes.width]
        other = lanes.constant(DenseElementsAttr.splat(type, zero_of(type.element_type)))
        masked = vector.MaskedLoadOp(lanes.scalar(op.memref), indices, mask, other, type)
        return lanes.builder.insert(masked).result

    def _load_dense(
        self, op: loop.LoadOp, given: loop.Expressions, increment: int, start: int, type: VectorType
    ) -> Value:
        """Every second element, or the like: vectors of all from the first to the last, of which some are taken."""
        lanes, width, stride = self.lanes, self.lanes.width, abs(increment)
        first = start if increment > 0 else start + width - 1
        affine_map, values = lanes.at_lane(given.map, given.operands, first)
        extent = (width - 1) * stride + 1
        starts = [*range(0, extent - width, width), extent - width]
        numbers = [lane * stride for lane in (range(width) if increment > 0 else reversed(range(width)))]
        sources = [min(number // width, len(starts) - 1) for number in numbers]
        found: Value | None = None
        kept: list[int] = []
        for place, offset in enumerate(starts):
            moved = affine_map.with_results([*affine_map.results[:-1], affine_map.results[-1] + offset])
            made = loop.VectorLoadOp.mapped(lanes.scalar(op.memref), moved, values, type)
            loaded = lanes.builder.insert(made).result
            own = [number - offset if source == place else -1 for number, source in zip(numbers, sources, strict=True)]
            if found is None:
                found, kept = loaded, own
                continue
            mask = [width + new if new >= 0 else old for new, old in zip(own, kept, strict=True)]
            found = lanes.builder.insert(vector.ShuffleOp(found, loaded, i64_array(mask))).vector
            kept = [lane if each >= 0 else -1 for lane, each in enumerate(mask)]
        assert found is not None
        if len(starts) > 1:
            return found
        return lanes.builder.insert(vector.ShuffleOp(found, found, i64_array(kept))).vector

    def _load_lanes(self, op: loop.LoadOp, given: loop.Expressions, start: int, type: VectorType) -> Value:
        """A vector of elements whose places follow from the induction variable."""
        return self._gathered(op, start, type, lambda number: self._load_at(op, given.map, given.operands, number))

    def _gathered(self, op: Operation, start: int, type: VectorType, load: Callable[[int], Value]) -> Value:
        """A vector of elements that are loaded one by one, those under the mask if there is one."""
        lanes = self.lanes
        numbers = range(start, start + lanes.width)
        if lanes.masks is None:
            return lanes.gathered([load(each) for each in numbers], type)
        zero = lanes.constant(zero_of(type.element_type))
        scalars: list[Value] = []
        for number in numbers:
            made = lanes.builder.insert(loop.WhenOp.on(self._bit(number), [type.element_type], location=op.location))
            with lanes.builder.at(InsertionPoint.at_end(made.then_block)):
                loaded = load(number)
                lanes.builder.insert(loop.YieldOp.of([loaded]))
            assert made.else_block is not None
            made.else_block.append(loop.YieldOp.of([zero], location=op.location))
            scalars.append(made.results[0])
        return lanes.gathered(scalars, type)

    def _bit(self, number: int) -> Value:
        """Whether a lane is there."""
        assert self.lanes.masks is not None
        copy, place = divmod(number, self.lanes.width)
        return self.lanes.builder.insert(vector.ExtractOp.of(self.lanes.masks[copy], [place])).result

    def _gather(self, op: loop.LoadOp, given: loop.Expressions, increment: int, copy: int, type: VectorType) -> Value:
        lanes = self.lanes
        assert lanes.masks is not None
        indices, offsets = self._indices(given, copy * lanes.width), lanes.offsets(increment)
        zeros = lanes.constant(DenseElementsAttr.splat(type, zero_of(type.element_type)))
        made = vector.GatherOp(lanes.scalar(op.memref), indices, offsets, lanes.masks[copy], zeros, type)
        return lanes.builder.insert(made).result

    def _load_anywhere(self, op: memref.LoadOp) -> None:
        """Indices that are loaded or computed themselves."""
        lanes = self.lanes
        if not any(each in lanes.varying for each in op.operands):
            self._load_uniform(op)
            return
        self._check_memref(op.memref, op)
        type = lanes.vector_type(op.result.type, op)

        def load(number: int) -> Value:
            indices = [lanes.lane(each, number) for each in op.indices]
            return lanes.builder.insert(memref.LoadOp(lanes.scalar(op.memref), indices)).result

        starts = range(0, lanes.copies * lanes.width, lanes.width)
        lanes.set_vectors(op, [[self._gathered(op, start, type, load) for start in starts]])

    # -- Stores --------------------------------------------------------------------------------------------------------

    def _store(self, op: loop.StoreOp) -> None:
        lanes = self.lanes
        self._check_memref(op.memref, op)
        increments = increments_of(op, lanes.op.induction_variable, lanes.step)
        given = composed(op.affine_map, op.indices, op, lanes.op)
        lanes.check_indices(given.operands, op)
        is_contiguous = increments is not None and increments.is_contiguous(_memref_type(op.memref))
        along_last = increments is not None and increments.is_along_last
        values = lanes.vectors(op.value) if is_contiguous or (along_last and lanes.masks is not None) else []
        for copy in range(lanes.copies):
            start = copy * lanes.width
            if is_contiguous:
                self._store_vector(op, given, start, values[copy])
            elif lanes.masks is not None and increments is not None and increments.is_along_last:
                self._scatter(op, given, increments.steps[-1], copy, values[copy])
            else:
                self._store_lanes(op, given, start)

    def _store_lanes(self, op: loop.StoreOp, given: loop.Expressions, start: int) -> None:
        """Store the elements of a vector one by one, in their order."""
        lanes = self.lanes
        for number in range(start, start + lanes.width):
            value = lanes.lane(op.value, number)
            moved, indices = lanes.at_lane(given.map, given.operands, number)
            store = loop.StoreOp.mapped(value, lanes.scalar(op.memref), moved, indices)
            if lanes.masks is None:
                lanes.builder.insert(store)
                continue
            made = lanes.builder.insert(loop.WhenOp.on(self._bit(number), location=op.location))
            made.then_block.append(store)
            made.then_block.append(loop.YieldOp.of([], location=op.location))

    def _store_vector(self, op: loop.StoreOp, given: loop.Expressions, number: int, value: Value) -> None:
        lanes = self.lanes
        base = lanes.scalar(op.memref)
        if lanes.masks is None:
            moved, indices = lanes.at_lane(given.map, given.operands, number)
            lanes.builder.insert(loop.VectorStoreOp.mapped(value, base, moved, indices))
            return
        mask = lanes.masks[number // lanes.width]
        lanes.builder.insert(vector.MaskedStoreOp(base, self._indices(given, number), mask, value))

    def _scatter(self, op: loop.StoreOp, given: loop.Expressions, increment: int, copy: int, value: Value) -> None:
        lanes = self.lanes
        assert lanes.masks is not None
        indices, offsets = self._indices(given, copy * lanes.width), lanes.offsets(increment)
        made = vector.ScatterOp(lanes.scalar(op.memref), indices, offsets, lanes.masks[copy], value)
        lanes.builder.insert(made)

    # -- Parts ---------------------------------------------------------------------------------------------------------

    def _prefetch(self, op: loop.PrefetchOp) -> None:
        """What the first lane asks for: the others are beside it, or a cache line further on."""
        lanes = self.lanes
        self._check_memref(op.memref, op)
        given = composed(op.affine_map, op.indices, op, lanes.op)
        lanes.check_indices(given.operands, op)
        moved, values = lanes.at_lane(given.map, given.operands, 0)
        made = lanes.builder.insert(op.clone())
        made.memref = lanes.scalar(op.memref)
        made.replace_access(moved, values)

    def _indices(self, given: loop.Expressions, number: int) -> list[Value]:
        """The indices of an access, as values."""
        return [self.lanes.index_value(expr, given.operands, given.num_dims, number) for expr in given.exprs]


def zero_of(type: Type) -> TypedAttribute:
    """What lanes hold that are not read."""
    return FloatAttr.of(0.0, type) if isinstance(type, FloatType) else IntegerAttr(0, type)


def _memref_type(value: Value) -> MemRefType:
    type = value.type
    assert isinstance(type, MemRefType)
    return type
