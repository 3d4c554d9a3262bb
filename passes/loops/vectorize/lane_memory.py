"""Loads and stores for the lanes of vectors.

Contiguous elements are loaded and stored as a vector, and also loaded as a vector if they are reversed or have small
gaps. Uniform elements are loaded once and broadcast. All others are loaded and stored lane by lane, in the order of the
lanes. Under a mask, vectors are loaded and stored under that mask, elements along the last dimension are gathered and
scattered, and all others are accessed lane by lane, each under a conditional on its bit of the mask.
"""

from __future__ import annotations

from collections.abc import Callable

from dlc.dialects import loop, memref, vector
from dlc.dialects.loop.memory import AccessOp
from dlc.ir import InsertionPoint, Operation, Type, TypedAttribute, Value
from dlc.ir.affine import AffineMap
from dlc.ir.builtin_attributes import DenseElementsAttr, FloatAttr, IntegerAttr, i64_array
from dlc.ir.builtin_types import FloatType, MemRefType, VectorType
from dlc.ir.strided_layout import strides_of

from ..analysis.accesses import Accesses
from ..analysis.workloads import stride_of
from ..transforms.scalar_replacement import is_within_shape
from .lane_values import LaneValues
from .lanes import composed, increments_of


class LaneMemory:
    """The widening of the ops that access memory."""

    def __init__(self, lanes: LaneValues) -> None:
        self.lanes = lanes

    def widen(self, op: Operation) -> bool:
        """Build the counterpart of an op for vectors; return False if the op is not a supported memory access."""
        if isinstance(op, loop.LoadOp):
            self._load(op)
        elif isinstance(op, loop.StoreOp):
            self._store(op)
        elif isinstance(op, loop.PrefetchOp):
            self._prefetch(op)
        elif isinstance(op, memref.LoadOp):
            self._load_anywhere(op)
        elif isinstance(op, loop.VectorLoadOp) and any(each in self.lanes.varying for each in op.operands):
            self._load_short_vectors(op)
        elif isinstance(op, loop.VectorStoreOp) and any(each in self.lanes.varying for each in op.operands):
            self._store_short_vectors(op)
        elif isinstance(op, (loop.VectorLoadOp, vector.LoadOp)):
            self._load_uniform(op)
        else:
            return False
        return True

    def _check_memref(self, value: Value, op: Operation) -> None:
        if value in self.lanes.varying:
            raise self.lanes.refused(op, "accesses a different memref in each iteration")

    def _subscripts(self, op: AccessOp) -> loop.Expressions:
        """Return the indices of an access at the loop; refuse those that are no affine functions of its counter."""
        subscripts = composed(op.affine_map, op.indices, op, self.lanes.op)
        self.lanes.check_indices(subscripts.operands, op)
        return subscripts

    # -- Loads ---------------------------------------------------------------------------------------------------------

    def _load(self, op: loop.LoadOp) -> None:
        lanes = self.lanes
        if not any(each in lanes.varying for each in op.operands):
            self._load_uniform(op)
            return
        self._check_memref(op.memref, op)
        increments = increments_of(op, lanes.op.induction_variable, lanes.step)
        type = lanes.vector_type(op.result.type, op)
        subscripts = self._subscripts(op)
        vectors: list[Value] = []
        for copy in range(lanes.copies):
            start = copy * lanes.width
            if increments is not None and increments.are_zero and self._may_read_once(op):
                scalar = self._load_at(op, subscripts.map, subscripts.operands, start)
                vectors.append(lanes.builder.insert(vector.BroadcastOp(scalar, type)).vector)
            elif increments is not None and increments.is_contiguous(_memref_type(op.memref)):
                vectors.append(self._load_vector(op, subscripts, start, type))
            elif lanes.masks is not None and increments is not None and increments.is_along_last:
                vectors.append(self._gather(op, subscripts, increments.steps[-1], copy, type))
            elif increments is not None and increments.is_dense(_memref_type(op.memref)):
                vectors.append(self._load_dense(op, subscripts, increments.steps[-1], start, type))
            else:
                vectors.append(self._load_lanes(op, subscripts, start, type))
        lanes.set_vectors(op, [vectors])

    def _load_uniform(self, op: Operation) -> None:
        """Load a uniform element once."""
        if any(each in self.lanes.varying for each in op.operands):
            raise self.lanes.refused(op, "reads vectors that differ between iterations")
        if not self._may_read_once(op):
            raise self.lanes.refused(op, "reads an element that is the same for all lanes, but no lane may be active")
        self.lanes.keep_scalar(op)

    def _load_short_vectors(self, op: loop.VectorLoadOp) -> None:
        """Load the short vectors of all lanes as one vector, if they follow one another."""
        lanes = self.lanes
        type = self._joined(op, op.result.type, "reads vectors that do not follow one another")
        subscripts = self._subscripts(op)
        starts = range(0, lanes.copies * lanes.width, lanes.width)
        lanes.set_vectors(op, [[self._load_vector(op, subscripts, start, type) for start in starts]])

    def _joined(self, op: loop.VectorLoadOp | loop.VectorStoreOp, type: Type, problem: str) -> VectorType:
        """Return the type of the short vectors of all lanes as one vector; refuse those that have others in between."""
        lanes = self.lanes
        self._check_memref(op.memref, op)
        increments = increments_of(op, lanes.op.induction_variable, lanes.step)
        joined = lanes.wide_type(type, op)
        moves = increments.steps[-1] if increments is not None and increments.is_along_last else None
        if moves is None or moves * lanes.width != joined.shape[0] or lanes.masks is not None:
            raise lanes.refused(op, problem)
        return joined

    def _may_read_once(self, op: Operation) -> bool:
        """Return whether a uniform element may be read even if no lane is active."""
        if not self.lanes.is_conditional:
            return True
        [access] = Accesses([op]).all
        return access.forms is not None and is_within_shape(access)

    def _load_at(self, op: loop.LoadOp, affine_map: AffineMap, operands: list[Value], lane: int) -> Value:
        lanes = self.lanes
        lane_map, values = lanes.at_lane(affine_map, operands, lane)
        return lanes.builder.insert(loop.LoadOp.mapped(lanes.scalar(op.memref), lane_map, values)).result

    def _load_vector(
        self, op: loop.LoadOp | loop.VectorLoadOp, subscripts: loop.Expressions, start: int, type: VectorType
    ) -> Value:
        lanes = self.lanes
        lane_map, values = lanes.at_lane(subscripts.map, subscripts.operands, start)
        if lanes.masks is None:
            load = loop.VectorLoadOp.mapped(lanes.scalar(op.memref), lane_map, values, type)
            return lanes.builder.insert(load).result
        indices = self._indices(subscripts, start)
        mask = lanes.masks[start // lanes.width]
        passthru = lanes.constant(DenseElementsAttr.splat(type, zero_of(type.element_type)))
        masked_load = vector.MaskedLoadOp(lanes.scalar(op.memref), indices, mask, passthru, type)
        return lanes.builder.insert(masked_load).result

    def _load_dense(
        self, op: loop.LoadOp, subscripts: loop.Expressions, increment: int, start: int, type: VectorType
    ) -> Value:
        """Return every n-th element: load whole vectors from the first to the last one, and shuffle them."""
        lanes, width, stride = self.lanes, self.lanes.width, abs(increment)
        first = start if increment > 0 else start + width - 1
        affine_map, values = lanes.at_lane(subscripts.map, subscripts.operands, first)
        extent = (width - 1) * stride + 1
        starts = [*range(0, extent - width, width), extent - width]
        positions = [lane * stride for lane in (range(width) if increment > 0 else reversed(range(width)))]
        sources = [min(position // width, len(starts) - 1) for position in positions]
        result: Value | None = None
        selected: list[int] = []
        for index, offset in enumerate(starts):
            moved_map = affine_map.with_results([*affine_map.results[:-1], affine_map.results[-1] + offset])
            load = loop.VectorLoadOp.mapped(lanes.scalar(op.memref), moved_map, values, type)
            loaded = lanes.builder.insert(load).result
            from_this = [
                position - offset if source == index else -1
                for position, source in zip(positions, sources, strict=True)
            ]
            if result is None:
                result, selected = loaded, from_this
                continue
            mask = [width + new if new >= 0 else old for new, old in zip(from_this, selected, strict=True)]
            result = lanes.builder.insert(vector.ShuffleOp(result, loaded, i64_array(mask))).vector
            selected = [lane if each >= 0 else -1 for lane, each in enumerate(mask)]
        assert result is not None
        if len(starts) > 1:
            return result
        return lanes.builder.insert(vector.ShuffleOp(result, result, i64_array(selected))).vector

    def _load_lanes(self, op: loop.LoadOp, subscripts: loop.Expressions, start: int, type: VectorType) -> Value:
        """Return a vector of elements that are loaded lane by lane at affine indices."""
        return self._gathered(
            op, start, type, lambda lane: self._load_at(op, subscripts.map, subscripts.operands, lane)
        )

    def _gathered(self, op: Operation, start: int, type: VectorType, load: Callable[[int], Value]) -> Value:
        """Return a vector of elements that are loaded one by one, each under its bit of the mask if there is one."""
        lanes = self.lanes
        lane_range = range(start, start + lanes.width)
        if lanes.masks is None:
            return lanes.gathered([load(lane) for lane in lane_range], type)
        zero = lanes.constant(zero_of(type.element_type))
        scalars: list[Value] = []
        for lane in lane_range:
            conditional = lanes.builder.insert(
                loop.WhenOp.on(self._bit(lane), [type.element_type], location=op.location)
            )
            with lanes.builder.at(InsertionPoint.at_end(conditional.then_block)):
                loaded = load(lane)
                lanes.builder.insert(loop.YieldOp.of([loaded]))
            assert conditional.else_block is not None
            conditional.else_block.append(loop.YieldOp.of([zero], location=op.location))
            scalars.append(conditional.results[0])
        return lanes.gathered(scalars, type)

    def _bit(self, lane: int) -> Value:
        """Return the bit of the mask of a lane."""
        assert self.lanes.masks is not None
        copy, position = divmod(lane, self.lanes.width)
        return self.lanes.builder.insert(vector.ExtractOp.of(self.lanes.masks[copy], [position])).result

    def _gather(
        self, op: loop.LoadOp, subscripts: loop.Expressions, increment: int, copy: int, type: VectorType
    ) -> Value:
        lanes = self.lanes
        assert lanes.masks is not None
        indices, offsets = self._indices(subscripts, copy * lanes.width), lanes.offsets(increment)
        zeros = lanes.constant(DenseElementsAttr.splat(type, zero_of(type.element_type)))
        gather = vector.GatherOp(lanes.scalar(op.memref), indices, offsets, lanes.masks[copy], zeros, type)
        return lanes.builder.insert(gather).result

    def _load_anywhere(self, op: memref.LoadOp) -> None:
        """Load elements with indices that are not affine: lane by lane, unless they are the same for all lanes but the
        last index, along which elements are contiguous.
        """
        lanes = self.lanes
        if not any(each in lanes.varying for each in op.operands):
            self._load_uniform(op)
            return
        self._check_memref(op.memref, op)
        type = lanes.vector_type(op.result.type, op)
        starts = range(0, lanes.copies * lanes.width, lanes.width)
        if self._is_contiguous_anywhere(op):
            lanes.set_vectors(op, [[self._load_vector_anywhere(op, start, type) for start in starts]])
            return

        def load(lane: int) -> Value:
            indices = [lanes.lane(each, lane) for each in op.indices]
            return lanes.builder.insert(memref.LoadOp(lanes.scalar(op.memref), indices)).result

        lanes.set_vectors(op, [[self._gathered(op, start, type, load) for start in starts]])

    def _is_contiguous_anywhere(self, op: memref.LoadOp) -> bool:
        lanes, (*others, last) = self.lanes, op.indices
        strided = strides_of(_memref_type(op.memref))
        if strided is None or strided.strides[-1] != 1 or any(each in lanes.varying for each in others):
            return False
        stride = stride_of(op, lanes.op.induction_variable)
        return last in lanes.varying and stride is not None and stride * lanes.step == 1

    def _load_vector_anywhere(self, op: memref.LoadOp, start: int, type: VectorType) -> Value:
        lanes = self.lanes
        memory, indices = lanes.scalar(op.memref), [lanes.lane(each, start) for each in op.indices]
        if lanes.masks is None:
            return lanes.builder.insert(vector.LoadOp(memory, indices, type)).result
        passthru = lanes.constant(DenseElementsAttr.splat(type, zero_of(type.element_type)))
        mask = lanes.masks[start // lanes.width]
        return lanes.builder.insert(vector.MaskedLoadOp(memory, indices, mask, passthru, type)).result

    # -- Stores --------------------------------------------------------------------------------------------------------

    def _store(self, op: loop.StoreOp) -> None:
        lanes = self.lanes
        self._check_memref(op.memref, op)
        increments = increments_of(op, lanes.op.induction_variable, lanes.step)
        subscripts = self._subscripts(op)
        is_contiguous = increments is not None and increments.is_contiguous(_memref_type(op.memref))
        along_last = increments is not None and increments.is_along_last
        values = lanes.vectors(op.value) if is_contiguous or (along_last and lanes.masks is not None) else []
        for copy in range(lanes.copies):
            start = copy * lanes.width
            if is_contiguous:
                self._store_vector(op, subscripts, start, values[copy])
            elif lanes.masks is not None and increments is not None and increments.is_along_last:
                self._scatter(op, subscripts, increments.steps[-1], copy, values[copy])
            else:
                self._store_lanes(op, subscripts, start)

    def _store_short_vectors(self, op: loop.VectorStoreOp) -> None:
        """Store the short vectors of all lanes as one vector, if they follow one another."""
        self._joined(op, op.value.type, "writes vectors that do not follow one another")
        subscripts = self._subscripts(op)
        for copy, value in enumerate(self.lanes.vectors(op.value)):
            self._store_vector(op, subscripts, copy * self.lanes.width, value)

    def _store_lanes(self, op: loop.StoreOp, subscripts: loop.Expressions, start: int) -> None:
        """Store the elements of a vector one by one, in the order of the lanes."""
        lanes = self.lanes
        for lane in range(start, start + lanes.width):
            value = lanes.lane(op.value, lane)
            lane_map, indices = lanes.at_lane(subscripts.map, subscripts.operands, lane)
            store = loop.StoreOp.mapped(value, lanes.scalar(op.memref), lane_map, indices)
            if lanes.masks is None:
                lanes.builder.insert(store)
                continue
            conditional = lanes.builder.insert(loop.WhenOp.on(self._bit(lane), location=op.location))
            conditional.then_block.append(store)
            conditional.then_block.append(loop.YieldOp.of([], location=op.location))

    def _store_vector(
        self, op: loop.StoreOp | loop.VectorStoreOp, subscripts: loop.Expressions, start: int, value: Value
    ) -> None:
        lanes = self.lanes
        base = lanes.scalar(op.memref)
        if lanes.masks is None:
            lane_map, indices = lanes.at_lane(subscripts.map, subscripts.operands, start)
            lanes.builder.insert(loop.VectorStoreOp.mapped(value, base, lane_map, indices))
            return
        mask = lanes.masks[start // lanes.width]
        lanes.builder.insert(vector.MaskedStoreOp(base, self._indices(subscripts, start), mask, value))

    def _scatter(self, op: loop.StoreOp, subscripts: loop.Expressions, increment: int, copy: int, value: Value) -> None:
        lanes = self.lanes
        assert lanes.masks is not None
        indices, offsets = self._indices(subscripts, copy * lanes.width), lanes.offsets(increment)
        scatter = vector.ScatterOp(lanes.scalar(op.memref), indices, offsets, lanes.masks[copy], value)
        lanes.builder.insert(scatter)

    # -- Parts ---------------------------------------------------------------------------------------------------------

    def _prefetch(self, op: loop.PrefetchOp) -> None:
        """Prefetch for the first lane: the others are in the same cache line or will be prefetched with another one."""
        lanes = self.lanes
        self._check_memref(op.memref, op)
        subscripts = self._subscripts(op)
        lane_map, values = lanes.at_lane(subscripts.map, subscripts.operands, 0)
        copy = lanes.builder.insert(op.clone())
        copy.memref = lanes.scalar(op.memref)
        copy.replace_access(lane_map, values)

    def _indices(self, subscripts: loop.Expressions, lane: int) -> list[Value]:
        """Return the indices of an access in one lane, as values."""
        return [
            self.lanes.index_value(expr, subscripts.operands, subscripts.num_dims, lane) for expr in subscripts.exprs
        ]


def zero_of(type: Type) -> TypedAttribute:
    """Return the zero of a type, the value of lanes that are not loaded."""
    return FloatAttr.of(0.0, type) if isinstance(type, FloatType) else IntegerAttr(0, type)


def _memref_type(value: Value) -> MemRefType:
    return value.type_as(MemRefType)
