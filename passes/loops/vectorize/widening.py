"""The body of a loop over vectors: each op runs once for all lanes of a vector, instead of once for each iteration.

Uniform values stay scalars, which are broadcast if ops on vectors use them. Inner loops stay loops, with vectors as
iteration arguments. With several *copies*, each op is repeated for adjacent vectors. Under a mask, memory is accessed
only for active lanes.

The code is built detached from the program: a refusal leaves the program as it was. Whether iterations may run in one
vector is checked before (`vectorize`); memory accesses are in `lane_memory`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from dlc.dialects import arith, loop, vector
from dlc.dialects.arith.attributes import NO_FASTMATH, NO_OVERFLOW_FLAGS
from dlc.dialects.vector import CombiningKindAttr
from dlc.ir import Block, InsertionPoint, IRMapping, Operation, Type, Value
from dlc.ir.affine import AffineDimExpr, AffineMap
from dlc.ir.builtin_attributes import AffineMapAttr, DenseElementsAttr, IntegerAttr, i64_array
from dlc.ir.builtin_types import VectorType, i1
from dlc.ir.effects import is_memory_effect_free, is_speculatable
from dlc.ir.traits import Elementwise, Pure

from ..analysis.nests import keep_attributes, lower_bound, upper_bound
from ..analysis.reductions import Reduction
from .lane_memory import LaneMemory
from .lane_values import LaneValues

DIVISIONS = (
    *(arith.DivSIOp, arith.DivUIOp, arith.RemSIOp, arith.RemUIOp),
    *(arith.CeilDivSIOp, arith.CeilDivUIOp, arith.FloorDivSIOp),
)
"""Ops that are undefined for some operands, but never for a divisor of 1."""
EXTENSIONS = (arith.ExtSIOp, arith.ExtUIOp, arith.ExtFOp)
"""Ops whose operands have fewer bits than their results."""


class Widening(LaneValues):
    """The construction of a loop over vectors, with the code before and after it."""

    def __init__(
        self,
        op: loop.ForOp,
        width: int,
        copies: int,
        varying: set[Value],
        reductions: Sequence[Reduction],
        *,
        is_masked: bool,
    ) -> None:
        super().__init__(op, width, copies, varying)
        self.reductions = reductions
        self.is_masked = is_masked
        self.results: list[Value] = []
        """The replacements of the loop's results."""
        self._memory = LaneMemory(self)
        self._accumulator_operands = {
            op: operand_index for reduction in reductions for op, operand_index in reduction.combiners.items()
        }

    def discard(self) -> None:
        """Erase all ops built so far."""
        for op in reversed(list(self.code.ops)):
            op.erase()

    def build(self) -> None:
        """Build the loop and the code around it."""
        op, step = self.op, self.step * self.width * self.copies
        inits = [init for each in self.reductions for init in self._initial_vectors(each)]
        new_loop = loop.ForOp.over(lower_bound(op), upper_bound(op), step, inits, location=op.location)
        self._made = keep_attributes(op, new_loop)
        self.builder.insert(new_loop)
        self._scalars[op.induction_variable] = new_loop.induction_variable
        self._share(op.carried, new_loop.carried, [self.copies] * len(op.carried))
        with self.builder.at(InsertionPoint.at_end(new_loop.body)):
            if self.is_masked:
                self.masks = self._rest_masks()
            new_loop.close(self._block(op.body))
        self.results = [self._combined(each, new_loop.results) for each in self.reductions]
        remove_unused(self.code, self.results)

    def _share(self, olds: Sequence[Value], news: Sequence[Value], counts: Sequence[int]) -> None:
        """Set the vectors of values, of which each has several copies."""
        start = 0
        for old, count in zip(olds, counts, strict=True):
            self._vectors[old] = list(news[start : start + count])
            for each in self._vectors[old]:
                each.name_hint = old.name_hint
            start += count

    # -- Masks ---------------------------------------------------------------------------------------------------------

    def _rest_masks(self) -> list[Value]:
        """Return the masks of the lanes below the upper bound."""
        op, type = self.op, VectorType((self.width,), i1)
        bound, operands = upper_bound(op)
        counter = AffineDimExpr(bound.num_dims)
        dims, symbols = operands[: bound.num_dims], operands[bound.num_dims :]
        masks: list[Value] = []
        for copy in range(self.copies):
            start = counter + copy * self.width * self.step
            spans = [(end - start).ceildiv(self.step) for end in bound.results]
            affine_map = AffineMap(bound.num_dims + 1, bound.num_symbols, spans).simplify()
            values = [*dims, self.scalar(op.induction_variable), *symbols]
            op_class = loop.ApplyOp if len(spans) == 1 else loop.MinOp
            count = self.builder.insert(op_class(AffineMapAttr(affine_map), values)).results[0]
            masks.append(self.builder.insert(vector.CreateMaskOp([count], type)).result)
        return masks

    def _within(self, masks: Sequence[Value]) -> list[Value]:
        """Return masks restricted to the lanes that are active already."""
        if self.masks is None:
            return list(masks)
        pairs = zip(self.masks, masks, strict=True)
        return [self.builder.insert(arith.AndIOp(outer, inner)).result for outer, inner in pairs]

    def _negated(self, masks: Sequence[Value]) -> list[Value]:
        ones = self.constant(DenseElementsAttr.splat(VectorType((self.width,), i1), IntegerAttr(1, i1)))
        return [self.builder.insert(arith.XOrIOp(each, ones)).result for each in masks]

    def _condition(self, op: loop.IfOp | loop.WhenOp) -> list[Value]:
        """Return the masks of the lanes in which a condition holds."""
        if isinstance(op, loop.WhenOp):
            return self.vectors(op.condition)
        points, zeros = op.integer_set, self.offsets(0)
        masks: list[Value] = []
        for expr, is_equality in points:
            affine_map = AffineMap(points.num_dims, points.num_symbols, [expr])
            lanes = self.affine_lanes(affine_map, op.operands, op)
            predicate = arith.cmpi_attr("eq" if is_equality else "sge")
            holds: list[Value] = [self.builder.insert(arith.CmpIOp(predicate, each, zeros)).result for each in lanes]
            if masks:
                pairs = zip(masks, holds, strict=True)
                holds = [self.builder.insert(arith.AndIOp(a, b)).result for a, b in pairs]
            masks = holds
        return masks

    # -- Ops -----------------------------------------------------------------------------------------------------------

    def _block(self, block: Block) -> list[Value]:
        """Build the ops of a block; return the operands of its terminator, copies of one value next to each other."""
        terminator = block.end
        for op in block.ops:
            if op is not terminator:
                self.builder.location = op.location
                self._op(op)
        parent = terminator.parent_op
        assert parent is not None
        receivers = parent.carried if isinstance(parent, loop.ForOp) else parent.results
        return [
            each
            for value, receiver in zip(terminator.operands, receivers, strict=True)
            for each in self._forwarded(value, receiver)
        ]

    def _forwarded(self, value: Value, receiver: Value) -> list[Value]:
        """Return a value as it is forwarded: as vectors if the receiving value varies, otherwise as a scalar."""
        return self.vectors(value) if receiver in self.varying else [self.scalar(value)]

    def _op(self, op: Operation) -> None:
        if isinstance(op, loop.ForOp):
            self._inner_loop(op)
        elif isinstance(op, (loop.IfOp, loop.WhenOp)):
            if any(each in self.varying for each in op.operands):
                self._under_masks(op)
            else:
                self._branches(op)
        elif op.regions:
            raise self.refused(op, "has regions without a vector form")
        elif not self._memory.widen(op):
            self._compute(op)

    def _compute(self, op: Operation) -> None:
        if not is_memory_effect_free(op):
            raise self.refused(op, "has side effects without a vector form")
        is_varying = any(each in self.varying for each in op.operands)
        if self.masks is not None and Pure not in op.traits and not is_speculatable(op):
            if not is_varying or not isinstance(op, DIVISIONS):
                raise self.refused(op, "is not speculatable, but would run for inactive lanes")
            self._elementwise(op, self._divisors(op.operands[1]))
        elif not is_varying:
            self.keep_scalar(op)
            if isinstance(op, EXTENSIONS) and _lane_shape(op.operands[0]):
                self._elementwise(op)  # narrow elements are repeated, and extended afterwards
        elif isinstance(op, loop.ApplyOp):
            self.set_vectors(op, [self.affine_lanes(op.affine_map, op.operands, op)])
        elif isinstance(op, vector.ReductionOp):
            self._reduce_short_vectors(op)
        elif isinstance(op, vector.FromElementsOp) and len(op.elements).bit_count() == 1:
            self._make_short_vectors(op)
        elif Elementwise in op.traits and len({_lane_shape(each) for each in (*op.operands, *op.results)}) == 1:
            self._elementwise(op)
        elif any(_lane_shape(each) for each in (*op.operands, *op.results)):
            raise self.refused(op, "takes or gives a short vector in each lane")
        else:
            self._lane_by_lane(op)

    def _reduce_short_vectors(self, op: vector.ReductionOp) -> None:
        """Build the reduction of a short vector in each lane: elements at one position of all lanes are a vector."""
        self.vector_type(op.dest.type, op)
        combiner, [count] = arith.combiner_of(op.kind.value, op.dest.type), _lane_shape(op.vector) or (0,)
        if combiner is None or not count:
            raise self.refused(op, "combines no elements, or in a way without an op for vectors")
        results: list[Value] = []
        for copy, elements in enumerate(self.vectors(op.vector)):
            positions = [range(first, self.width * count, count) for first in range(count)]
            parts = [self.builder.insert(vector.ShuffleOp(elements, elements, i64_array(each))) for each in positions]
            values: list[Value] = [each.vector for each in parts]
            if op.acc is not None:
                is_ordered = combiner.needs_reassoc and "reassoc" not in op.fastmath
                values.insert(0 if is_ordered else count, self.vectors(op.acc)[copy])

            def combined(first: Value, second: Value) -> Value:
                return self.builder.insert(combiner.combine(first, second, op.fastmath)).results[0]

            results.append(reduce(combined, values))
        self.set_vectors(op, [results])

    def _make_short_vectors(self, op: vector.FromElementsOp) -> None:
        """Build a short vector in each lane from its elements, which lie next to each other then."""
        self.wide_type(op.dest.type, op)
        elements = [self.vectors(each) for each in op.elements]
        self.set_vectors(op, [[self._by_turns([each[copy] for each in elements]) for copy in range(self.copies)]])

    def _by_turns(self, vectors: Sequence[Value]) -> Value:
        """Return a vector with the first element of each of 2, 4, 8 or more vectors, then with the second ones, ..."""
        if len(vectors) == 1:
            return vectors[0]
        halves = self._by_turns(vectors[::2]), self._by_turns(vectors[1::2])
        return self.builder.insert(vector.InterleaveOp(*halves)).result

    def _divisors(self, value: Value) -> list[Value]:
        """Return divisors in which inactive lanes are 1."""
        assert self.masks is not None
        type = self.vector_type(value.type, self.op)
        ones = self.constant(DenseElementsAttr.splat(type, IntegerAttr(1, type.element_type)))
        return self._selected(self.masks, self.vectors(value), [ones] * self.copies)

    def _elementwise(self, op: Operation, last: list[Value] | None = None) -> None:
        """Build an elementwise op on vectors; `last` replaces its last operand if it is given."""
        types = [self.wide_type(each.type, op) for each in op.results]
        operands = [self.vectors(each) for each in op.operands]
        operands[-1] = operands[-1] if last is None else last
        properties = dict(op.properties)
        if op in self._accumulator_operands and "overflowFlags" in properties:
            properties["overflowFlags"] = NO_OVERFLOW_FLAGS  # partial results may overflow although the total does not
        copies: list[Operation] = []
        for copy in range(self.copies):
            values = [each[copy] for each in operands]
            vector_op = type(op).create(values, types, properties, op.attributes, location=op.location)
            copies.append(self.builder.insert(vector_op))
        lanes: list[list[Value]] = [[each.results[index] for each in copies] for index in range(len(types))]
        if op in self._accumulator_operands and self.masks is not None:
            lanes = [self._selected(self.masks, lanes[0], operands[self._accumulator_operands[op]])]
        self.set_vectors(op, lanes)

    def _selected(self, masks: Sequence[Value], then: Sequence[Value], otherwise: Sequence[Value]) -> list[Value]:
        triples = zip(masks, then, otherwise, strict=True)
        return [self.builder.insert(arith.SelectOp(*each)).result for each in triples]

    def _lane_by_lane(self, op: Operation) -> None:
        """Build an op that has no vector form once for each lane."""
        types = [self.vector_type(each.type, op) for each in op.results]
        vectors: list[list[Value]] = [[] for _ in types]
        for copy in range(self.copies):
            lane_ops: list[Operation] = []
            for lane in range(copy * self.width, (copy + 1) * self.width):
                mapping = IRMapping()
                mapping.map(op.operands, [self.lane(each, lane) for each in op.operands])
                lane_ops.append(self.builder.insert(op.clone(mapping)))
            for index, type in enumerate(types):
                vectors[index].append(self.gathered([each.results[index] for each in lane_ops], type))
        self.set_vectors(op, vectors)

    # -- Ops with regions ----------------------------------------------------------------------------------------------

    def _inner_loop(self, op: loop.ForOp) -> None:
        inits: list[Value] = []
        counts: list[int] = []
        for init, carried in zip(op.iter_inits, op.carried, strict=True):
            if carried in self.varying:
                self.vector_type(carried.type, op)
            forwarded = self._forwarded(init, carried)
            inits += forwarded
            counts.append(len(forwarded) if carried in self.varying else 0)
        lower_map, lower_operands = lower_bound(op)
        upper_map, upper_operands = upper_bound(op)
        lower = lower_map, [self.scalar(each) for each in lower_operands]
        upper = upper_map, [self.scalar(each) for each in upper_operands]
        new_loop = keep_attributes(op, loop.ForOp.over(lower, upper, op.step_value, inits, location=op.location))
        self.builder.insert(new_loop)
        self._scalars[op.induction_variable] = new_loop.induction_variable
        self._map_values(op.carried, new_loop.carried, counts)
        with self.builder.at(InsertionPoint.at_end(new_loop.body)):
            new_loop.close(self._block(op.body))
        self._map_values(op.results, new_loop.results, counts)

    def _map_values(self, olds: Sequence[Value], news: Sequence[Value], counts: Sequence[int]) -> None:
        """Set the counterparts of values: several vectors, or one scalar if the count is 0."""
        start = 0
        for old, count in zip(olds, counts, strict=True):
            if count:
                self._share([old], news[start : start + count], [count])
            else:
                self._scalars[old] = news[start]
                news[start].name_hint = old.name_hint
            start += count or 1

    def _branches(self, op: loop.IfOp | loop.WhenOp) -> None:
        """Build a conditional with a uniform condition."""
        types: list[Type] = []
        counts: list[int] = []
        for result in op.results:
            if result in self.varying:
                types += [self.vector_type(result.type, op)] * self.copies
                counts.append(self.copies)
            else:
                types.append(result.type)
                counts.append(0)
        operands, has_else = [self.scalar(each) for each in op.operands], op.else_block is not None
        if isinstance(op, loop.IfOp):
            conditional: loop.IfOp | loop.WhenOp = loop.IfOp.on(op.integer_set, operands, types, has_else=has_else)
        else:
            conditional = loop.WhenOp.on(operands[0], types, has_else=has_else)
        conditional.location = op.location
        conditional.attributes.update(op.attributes)
        self.builder.insert(conditional)
        for old, new in ((op.then_block, conditional.then_block), (op.else_block, conditional.else_block)):
            if old is not None and new is not None:
                with self.builder.at(InsertionPoint.at_end(new)):
                    new.append(loop.YieldOp.of(self._block(old), location=op.location))
        self._map_values(op.results, conditional.results, counts)

    def _under_masks(self, op: loop.IfOp | loop.WhenOp) -> None:
        """Build a conditional with a varying condition: both branches run, each under the mask of its lanes."""
        for each in op.results:
            self.vector_type(each.type, op)
        holds = self._condition(op)
        outer, was_conditional = self.masks, self.is_conditional
        self.is_conditional = True
        self.masks = self._within(holds)
        then_values = self._block(op.then_block)
        if op.else_block is not None:
            self.masks = outer
            self.masks = self._within(self._negated(holds))
            else_values = self._block(op.else_block)
            for index, result in enumerate(op.results):
                copies = slice(index * self.copies, (index + 1) * self.copies)
                self._vectors[result] = self._selected(holds, then_values[copies], else_values[copies])
        self.masks, self.is_conditional = outer, was_conditional

    # -- Reductions ----------------------------------------------------------------------------------------------------

    def _initial_vectors(self, reduction: Reduction) -> list[Value]:
        """Return the initial partial results of each copy."""
        init = self.op.iter_inits[reduction.position]
        type = self.vector_type(init.type, self.op)
        neutral = reduction.neutral(init.type)
        if neutral is not None:
            return [self.constant(DenseElementsAttr.splat(type, neutral))] * self.copies
        return [self.splat(init)] * self.copies

    def _combined(self, reduction: Reduction, results: Sequence[Value]) -> Value:
        """Combine the partial results of all lanes and copies with the initial value; return the result."""
        start = reduction.position * self.copies
        partial_results = results[start : start + self.copies]
        init = self.op.iter_inits[reduction.position]
        self.builder.location = self.op.location

        def combine(first: Value, second: Value) -> Value:
            return self.builder.insert(reduction.combined(first, second)).results[0]

        kind = CombiningKindAttr(reduction.combiner.kind)
        acc = init if reduction.neutral(init.type) is not None else None
        fastmath = reduction.fastmath or NO_FASTMATH
        reduction_op = vector.ReductionOp(kind, reduce(combine, partial_results), init.type, acc=acc, fastmath=fastmath)
        return self.builder.insert(reduction_op).dest


def _lane_shape(value: Value) -> tuple[int, ...]:
    """Return the shape of what each lane has: of a short vector, or of a scalar."""
    return value.type.shape if isinstance(value.type, VectorType) else ()


def remove_unused(block: Block, kept: Sequence[Value]) -> None:
    """Erase unused ops, such as a scalar op that also has a vector form."""
    built = [inner for op in block.ops for inner in op.walk()]
    for op in reversed(built):
        if Pure in op.traits and op.results and not op.has_uses and op.results[0] not in kept:
            op.erase()
