"""The body of a loop over vectors: each op once for the lanes of a vector, instead of once for each iteration.

What is the same in all iterations stays a scalar; it is repeated in a vector where vectors are computed with it. Inner
loops stay loops, and carry vectors. With several *copies*, each op is there so many times, for vectors one behind the
other. Under a mask, memory is touched only for the lanes that are set.

The code is built apart from the program: a refusal on the way leaves the program as it was. Whether iterations may be
run side by side is asked before (`vectorization`); how memory is accessed is in `lane_memory`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from dlc.dialects import arith, loop, vector
from dlc.dialects.arith.attributes import NO_FASTMATH, NO_OVERFLOW_FLAGS
from dlc.dialects.vector import CombiningKindAttr
from dlc.ir.affine.expr import AffineDimExpr
from dlc.ir.affine.map import AffineMap
from dlc.ir.attributes import Type
from dlc.ir.blocks import Block
from dlc.ir.builder import InsertionPoint
from dlc.ir.builtin_attributes import AffineMapAttr, DenseElementsAttr, IntegerAttr
from dlc.ir.builtin_types import VectorType, i1
from dlc.ir.effects import is_memory_effect_free, is_speculatable
from dlc.ir.operations import IRMapping, Operation
from dlc.ir.traits import Elementwise, Pure
from dlc.ir.values import Value

from ..analysis.nests import keep_attributes, lower_bound, upper_bound
from ..analysis.reductions import Reduction
from .lane_memory import LaneMemory
from .lane_values import LaneValues

DIVISIONS = (
    *(arith.DivSIOp, arith.DivUIOp, arith.RemSIOp, arith.RemUIOp),
    *(arith.CeilDivSIOp, arith.CeilDivUIOp, arith.FloorDivSIOp),
)
"""Ops that are undefined for some operands, but never for a divisor of 1."""


class Widening(LaneValues):
    """Builds the loop over vectors, and what is in front of it and behind."""

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
        """What takes the place of its results."""
        self._memory = LaneMemory(self)
        self._parts = {each: number for found in reductions for each, number in found.combiners.items()}

    def discard(self) -> None:
        """Remove what was built so far."""
        for op in reversed(list(self.code.ops)):
            op.erase()

    def build(self) -> None:
        """Build everything."""
        op, step = self.op, self.step * self.width * self.copies
        inits = [init for each in self.reductions for init in self._first_parts(each)]
        made = loop.ForOp.over(lower_bound(op), upper_bound(op), step, inits, location=op.location)
        self._made = keep_attributes(op, made)
        self.builder.insert(made)
        self._scalars[op.induction_variable] = made.induction_variable
        self._share(op.carried, made.carried, [self.copies] * len(op.carried))
        with self.builder.at(InsertionPoint.at_end(made.body)):
            if self.is_masked:
                self.masks = self._rest_masks()
            made.close(self._block(op.body))
        self.results = [self._combined(each, made.results) for each in self.reductions]
        _remove_unused(self.code, self.results)

    def _share(self, olds: Sequence[Value], news: Sequence[Value], counts: Sequence[int]) -> None:
        """Let several values stand for the copies of one."""
        start = 0
        for old, count in zip(olds, counts, strict=True):
            self._vectors[old] = list(news[start : start + count])
            for each in self._vectors[old]:
                each.name_hint = old.name_hint
            start += count

    # -- Masks ---------------------------------------------------------------------------------------------------------

    def _rest_masks(self) -> list[Value]:
        """The lanes in front of the upper bound."""
        op, type = self.op, VectorType((self.width,), i1)
        bound, operands = upper_bound(op)
        counter = AffineDimExpr(bound.num_dims)
        dims, symbols = operands[: bound.num_dims], operands[bound.num_dims :]
        masks: list[Value] = []
        for copy in range(self.copies):
            start = counter + copy * self.width * self.step
            left = [(end - start).ceildiv(self.step) for end in bound.results]
            affine_map = AffineMap(bound.num_dims + 1, bound.num_symbols, left).simplify()
            values = [*dims, self.scalar(op.induction_variable), *symbols]
            maker = loop.ApplyOp if len(left) == 1 else loop.MinOp
            count = self.builder.insert(maker(AffineMapAttr(affine_map), values)).results[0]
            masks.append(self.builder.insert(vector.CreateMaskOp([count], type)).result)
        return masks

    def _within(self, masks: Sequence[Value]) -> list[Value]:
        """Masks within those that hold already."""
        if self.masks is None:
            return list(masks)
        pairs = zip(self.masks, masks, strict=True)
        return [self.builder.insert(arith.AndIOp(outer, inner)).result for outer, inner in pairs]

    def _negated(self, masks: Sequence[Value]) -> list[Value]:
        ones = self.constant(DenseElementsAttr.splat(VectorType((self.width,), i1), IntegerAttr(1, i1)))
        return [self.builder.insert(arith.XOrIOp(each, ones)).result for each in masks]

    def _condition(self, op: loop.IfOp | loop.WhenOp) -> list[Value]:
        """The lanes in which a condition holds."""
        if isinstance(op, loop.WhenOp):
            return self.vectors(op.condition)
        points, zeros = op.integer_set, self.offsets(0)
        found: list[Value] = []
        for expr, is_equality in points:
            affine_map = AffineMap(points.num_dims, points.num_symbols, [expr])
            lanes = self.affine_lanes(affine_map, op.operands, op)
            predicate = arith.cmpi_attr("eq" if is_equality else "sge")
            holds: list[Value] = [self.builder.insert(arith.CmpIOp(predicate, each, zeros)).result for each in lanes]
            if found:
                pairs = zip(found, holds, strict=True)
                holds = [self.builder.insert(arith.AndIOp(a, b)).result for a, b in pairs]
            found = holds
        return found

    # -- Ops -----------------------------------------------------------------------------------------------------------

    def _block(self, block: Block) -> list[Value]:
        """Everything in a block; what it yields, copies of one value side by side."""
        terminator = block.last
        assert terminator is not None
        for op in block.ops:
            if op is not terminator:
                self.builder.location = op.location
                self._op(op)
        parent = terminator.parent_op
        assert parent is not None
        own = parent.carried if isinstance(parent, loop.ForOp) else parent.results
        return [each for value, held in zip(terminator.operands, own, strict=True) for each in self._taken(value, held)]

    def _taken(self, value: Value, place: Value) -> list[Value]:
        """A value where it is carried or handed on: as vectors, if what takes it varies."""
        return self.vectors(value) if place in self.varying else [self.scalar(value)]

    def _op(self, op: Operation) -> None:
        if isinstance(op, loop.ForOp):
            self._inner_loop(op)
        elif isinstance(op, (loop.IfOp, loop.WhenOp)):
            if any(each in self.varying for each in op.operands):
                self._under_masks(op)
            else:
                self._branches(op)
        elif op.regions:
            raise self.refused(op, "contains what is not known how to run for several iterations at once")
        elif not self._memory.take(op):
            self._compute(op)

    def _compute(self, op: Operation) -> None:
        if not is_memory_effect_free(op):
            raise self.refused(op, "has effects that are not known for several iterations at once")
        is_varying = any(each in self.varying for each in op.operands)
        if self.masks is not None and Pure not in op.traits and not is_speculatable(op):
            if not is_varying or not isinstance(op, DIVISIONS):
                raise self.refused(op, "must not be done where its iteration is not")
            self._elementwise(op, self._divisors(op.operands[1]))
        elif not is_varying:
            self.keep_scalar(op)
        elif isinstance(op, loop.ApplyOp):
            self.set_vectors(op, [self.affine_lanes(op.affine_map, op.operands, op)])
        elif Elementwise in op.traits:
            self._elementwise(op)
        else:
            self._lane_by_lane(op)

    def _divisors(self, value: Value) -> list[Value]:
        """What lanes divide by: those that are not there by 1."""
        assert self.masks is not None
        type = self.vector_type(value.type, self.op)
        ones = self.constant(DenseElementsAttr.splat(type, IntegerAttr(1, type.element_type)))
        return self._selected(self.masks, self.vectors(value), [ones] * self.copies)

    def _elementwise(self, op: Operation, last: list[Value] | None = None) -> None:
        """The op on vectors; `last` may stand for its last operand."""
        types = [self.vector_type(each.type, op) for each in op.results]
        operands = [self.vectors(each) for each in op.operands]
        operands[-1] = operands[-1] if last is None else last
        properties = dict(op.properties)
        if op in self._parts and "overflowFlags" in properties:
            properties["overflowFlags"] = NO_OVERFLOW_FLAGS  # parts may overflow where the whole does not
        copies: list[Operation] = []
        for copy in range(self.copies):
            values = [each[copy] for each in operands]
            made = type(op).create(values, types, properties, op.attributes, location=op.location)
            copies.append(self.builder.insert(made))
        lanes: list[list[Value]] = [[each.results[number] for each in copies] for number in range(len(types))]
        if op in self._parts and self.masks is not None:
            lanes = [self._selected(self.masks, lanes[0], operands[self._parts[op]])]
        self.set_vectors(op, lanes)

    def _selected(self, masks: Sequence[Value], then: Sequence[Value], otherwise: Sequence[Value]) -> list[Value]:
        triples = zip(masks, then, otherwise, strict=True)
        return [self.builder.insert(arith.SelectOp(*each)).result for each in triples]

    def _lane_by_lane(self, op: Operation) -> None:
        """What has no form for vectors: once for each lane."""
        types = [self.vector_type(each.type, op) for each in op.results]
        found: list[list[Value]] = [[] for _ in types]
        for copy in range(self.copies):
            lanes: list[Operation] = []
            for number in range(copy * self.width, (copy + 1) * self.width):
                mapping = IRMapping()
                mapping.map(op.operands, [self.lane(each, number) for each in op.operands])
                lanes.append(self.builder.insert(op.clone(mapping)))
            for place, type in enumerate(types):
                found[place].append(self.gathered([each.results[place] for each in lanes], type))
        self.set_vectors(op, found)

    # -- Ops with regions ----------------------------------------------------------------------------------------------

    def _inner_loop(self, op: loop.ForOp) -> None:
        inits: list[Value] = []
        counts: list[int] = []
        for init, held in zip(op.iter_inits, op.carried, strict=True):
            if held in self.varying:
                self.vector_type(held.type, op)
            taken = self._taken(init, held)
            inits += taken
            counts.append(len(taken) if held in self.varying else 0)
        lower_map, lower_operands = lower_bound(op)
        upper_map, upper_operands = upper_bound(op)
        lower = lower_map, [self.scalar(each) for each in lower_operands]
        upper = upper_map, [self.scalar(each) for each in upper_operands]
        made = keep_attributes(op, loop.ForOp.over(lower, upper, op.step_value, inits, location=op.location))
        self.builder.insert(made)
        self._scalars[op.induction_variable] = made.induction_variable
        self._hand_on(op.carried, made.carried, counts)
        with self.builder.at(InsertionPoint.at_end(made.body)):
            made.close(self._block(op.body))
        self._hand_on(op.results, made.results, counts)

    def _hand_on(self, olds: Sequence[Value], news: Sequence[Value], counts: Sequence[int]) -> None:
        """Values that stand for others: for vectors several, for scalars (count 0) one."""
        start = 0
        for old, count in zip(olds, counts, strict=True):
            if count:
                self._share([old], news[start : start + count], [count])
            else:
                self._scalars[old] = news[start]
                news[start].name_hint = old.name_hint
            start += count or 1

    def _branches(self, op: loop.IfOp | loop.WhenOp) -> None:
        """A conditional on which all lanes agree."""
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
            made: loop.IfOp | loop.WhenOp = loop.IfOp.on(op.integer_set, operands, types, has_else=has_else)
        else:
            made = loop.WhenOp.on(operands[0], types, has_else=has_else)
        made.location = op.location
        made.attributes.update(op.attributes)
        self.builder.insert(made)
        for old, new in ((op.then_block, made.then_block), (op.else_block, made.else_block)):
            if old is not None and new is not None:
                with self.builder.at(InsertionPoint.at_end(new)):
                    new.append(loop.YieldOp.of(self._block(old), location=op.location))
        self._hand_on(op.results, made.results, counts)

    def _under_masks(self, op: loop.IfOp | loop.WhenOp) -> None:
        """A conditional on which lanes do not agree: both branches, each for its lanes."""
        for each in op.results:
            self.vector_type(each.type, op)
        holds = self._condition(op)
        outer, was_conditional = self.masks, self.is_conditional
        self.is_conditional = True
        self.masks = self._within(holds)
        chosen = self._block(op.then_block)
        if op.else_block is not None:
            self.masks = outer
            self.masks = self._within(self._negated(holds))
            others = self._block(op.else_block)
            for number, result in enumerate(op.results):
                part = slice(number * self.copies, (number + 1) * self.copies)
                self._vectors[result] = self._selected(holds, chosen[part], others[part])
        self.masks, self.is_conditional = outer, was_conditional

    # -- Reductions ----------------------------------------------------------------------------------------------------

    def _first_parts(self, reduction: Reduction) -> list[Value]:
        """What each copy begins with."""
        init = self.op.iter_inits[reduction.position]
        type = self.vector_type(init.type, self.op)
        neutral = reduction.neutral(init.type)
        if neutral is not None:
            return [self.constant(DenseElementsAttr.splat(type, neutral))] * self.copies
        return [self.splat(init)] * self.copies

    def _combined(self, reduction: Reduction, results: Sequence[Value]) -> Value:
        """The parts of all lanes and copies as one value, with the initial one."""
        start = reduction.position * self.copies
        parts = results[start : start + self.copies]
        init = self.op.iter_inits[reduction.position]
        self.builder.location = self.op.location

        def combine(first: Value, second: Value) -> Value:
            return self.builder.insert(reduction.combined(first, second)).results[0]

        kind = CombiningKindAttr(reduction.combiner.kind)
        acc = init if reduction.neutral(init.type) is not None else None
        fastmath = reduction.fastmath or NO_FASTMATH
        made = vector.ReductionOp(kind, reduce(combine, parts), init.type, acc=acc, fastmath=fastmath)
        return self.builder.insert(made).dest


def _remove_unused(block: Block, kept: Sequence[Value]) -> None:
    """Remove what was built and is not needed, as the scalar of which there is a vector."""
    built = [inner for op in block.ops for inner in op.walk()]
    for op in reversed(built):
        if Pure in op.traits and op.results and not op.has_uses and op.results[0] not in kept:
            op.erase()
