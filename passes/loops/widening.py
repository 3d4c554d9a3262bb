"""The body of a loop over vectors: each op once for the lanes of a vector, instead of once for each iteration.

What is the same in all iterations stays a scalar; it is repeated in a vector where vectors are computed with it. Inner
loops stay loops, and carry vectors. With several *copies*, each op is there so many times, for vectors one behind the
other. Under a mask, memory is touched only for the lanes that are set.

The code is built apart from the program: a refusal on the way leaves the program as it was. Whether iterations may be
run side by side is asked before (`vectorization`); how memory is accessed is in `lane_memory`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from dlc.dialects import arith, loop, vector
from dlc.dialects.arith.attributes import NO_OVERFLOW_FLAGS
from dlc.dialects.vector import CombiningKindAttr
from dlc.ir.affine.expr import AffineDimExpr, AffineExpr
from dlc.ir.affine.map import AffineMap
from dlc.ir.attributes import Type, TypedAttribute
from dlc.ir.blocks import Block
from dlc.ir.builder import Builder, InsertionPoint
from dlc.ir.builtin_attributes import AffineMapAttr, DenseElementsAttr, IntegerAttr, int_attr
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType, VectorType, i1, index
from dlc.ir.effects import is_memory_effect_free, is_speculatable
from dlc.ir.operations import IRMapping, Operation
from dlc.ir.traits import Elementwise, Pure
from dlc.ir.values import Value, constant_of

from .accesses import forms_of
from .lane_memory import LaneMemory
from .lanes import composed, increment_of
from .nests import keep_attributes, lower_bound, substituted, upper_bound
from .reductions import Reduction
from .refusals import Refusal

WHAT = "cannot be vectorized"


class Widening:
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
        self.op = op
        self.width = width
        self.copies = copies
        self.varying = varying
        self.reductions = reductions
        self.is_masked = is_masked
        self.step = op.step_value
        self.code = Block()
        """What takes the place of the loop."""
        self.builder = Builder.at_end(self.code)
        self.builder.location = op.location
        self.results: list[Value] = []
        """What takes the place of its results."""
        self.masks: list[Value] | None = None
        """The lanes of each copy that are there at all; `None`: all."""
        self.is_conditional = False
        """Whether it may be that none of them is."""
        self._memory = LaneMemory(self)
        self._scalars: dict[Value, Value] = {}
        self._vectors: dict[Value, list[Value]] = {}
        self._splats: dict[Value, Value] = {}
        self._constants: dict[TypedAttribute, Value] = {}
        self._made: loop.ForOp | None = None
        self._parts = {each: number for found in reductions for each, number in found.combiners.items()}

    def discard(self) -> None:
        """Remove what was built so far."""
        for op in reversed(list(self.code.ops)):
            op.erase()

    @property
    def main(self) -> loop.ForOp:
        """The loop over vectors."""
        assert self._made is not None
        return self._made

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

    # -- Values --------------------------------------------------------------------------------------------------------

    def scalar(self, value: Value) -> Value:
        """A value that is the same in all lanes; of the induction variable, that of the first."""
        return self._scalars.get(value, value)

    def vectors(self, value: Value) -> list[Value]:
        """The lanes of a value, copy by copy."""
        found = self._vectors.get(value)
        if found is None and value is self.op.induction_variable:
            found = self._vectors[value] = self._counted()
        return found if found is not None else [self.splat(value)] * self.copies

    def lane(self, value: Value, number: int) -> Value:
        """One lane, counted from the first of the first copy."""
        if value is self.op.induction_variable:
            return self.index_value(AffineDimExpr(0), [value], 1, number)
        if value not in self.varying:
            return self.scalar(value)
        copy, place = divmod(number, self.width)
        return self.builder.insert(vector.ExtractOp.of(self.vectors(value)[copy], [place])).result

    def vector_type(self, type: Type, user: Operation) -> VectorType:
        """The vector of lanes of a type."""
        if not isinstance(type, (FloatType, IndexType, IntegerType)):
            raise self.refused(user, f"gives values of type '{type}', of which there are no vectors")
        return VectorType((self.width,), type)

    def splat(self, value: Value) -> Value:
        """A value that is the same in all lanes, as a vector."""
        constant = constant_of(value)
        if isinstance(constant, TypedAttribute) and not isinstance(value.type, VectorType):
            return self.constant(DenseElementsAttr.splat(VectorType((self.width,), value.type), constant))
        scalar = self.scalar(value)
        found = self._splats.get(scalar)
        if found is None:
            repeated = vector.BroadcastOp(scalar, VectorType((self.width,), value.type))
            found = self._splats[scalar] = self._put_behind(scalar, repeated).results[0]
        return found

    def _put_behind(self, value: Value, op: Operation) -> Operation:
        """Insert an op where a value is known: in front of the loop, or behind its definition."""
        op.location = self.builder.location
        owner = value.parent_block
        while owner is not None and owner is not self.code:
            owner = owner.parent_op.parent if owner.parent_op is not None else None
        if owner is None:
            return self.code.insert_before(op, self._made)
        point = InsertionPoint.after_value(value)
        return point.block.insert_before(op, point.before)

    def constant(self, attr: TypedAttribute) -> Value:
        """A constant in front of the loop."""
        found = self._constants.get(attr)
        if found is None:
            made = arith.ConstantOp(attr)
            made.location = self.op.location
            self.code.insert_before(made, self._made)
            found = self._constants[attr] = made.result
        return found

    def offsets(self, increment: int) -> Value:
        """0, increment, 2 * increment, …"""
        numbers = [lane * increment for lane in range(self.width)]
        return self.constant(DenseElementsAttr.of(VectorType((self.width,), index), numbers))

    def _counted(self) -> list[Value]:
        """The induction variable."""
        with self.builder.at(InsertionPoint.at_start(self.main.body)):
            return self.affine_lanes(AffineMap.identity(1), [self.op.induction_variable], self.op)

    # -- Indices -------------------------------------------------------------------------------------------------------

    def affine_lanes(self, affine_map: AffineMap, operands: Sequence[Value], user: Operation) -> list[Value]:
        """The lanes of the result of a map."""
        given = composed(affine_map, operands, user)
        self.check_indices(given.operands, user)
        type = VectorType((self.width,), index)
        forms = forms_of(given.map, given.operands, user)
        growth = increment_of(forms[0], self.op.induction_variable, self.step) if forms is not None else None
        found: list[Value] = []
        for copy in range(self.copies):
            lanes = range(copy * self.width, (copy + 1) * self.width) if growth is None else [copy * self.width]
            scalars = [self.index_value(given.exprs[0], given.operands, given.num_dims, lane) for lane in lanes]
            if growth is None:
                found.append(self.gathered(scalars, type))
                continue
            start = self.builder.insert(vector.BroadcastOp(scalars[0], type)).vector
            both = (start, self.offsets(growth))
            found.append(self.builder.insert(arith.AddIOp(*both)).result if growth else start)
        return found

    def check_indices(self, operands: Iterable[Value], user: Operation) -> None:
        """Refuse maps of what is computed from the induction variable by more than maps."""
        for each in operands:
            if each in self.varying and each is not self.op.induction_variable:
                raise self.refused(user, "has a map of what is not an affine function of the induction variable")
            if self.is_conditional and not self._is_index_anywhere(each):
                raise self.refused(user, "has a map of what is computed under a condition")

    def _is_index_anywhere(self, value: Value) -> bool:
        definer = value.defining_op
        return definer is None or not self.op.is_ancestor_of(definer)

    def at_lane(self, affine_map: AffineMap, operands: Sequence[Value], number: int) -> tuple[AffineMap, list[Value]]:
        """A map with its operands as they are in one lane."""
        counter = self.op.induction_variable
        point = (AffineDimExpr(0) + number * self.step, [counter], 1)
        moved, values = substituted(affine_map, operands, counter, point) if number else (affine_map, operands)
        return moved, [self.scalar(each) for each in values]

    def index_value(self, expr: AffineExpr, operands: Sequence[Value], num_dims: int, number: int) -> Value:
        """An index as it is in one lane, as a value."""
        affine_map, values = self.at_lane(
            AffineMap(num_dims, len(operands) - num_dims, [expr]), operands, number
        )
        [result] = affine_map.results
        if isinstance(result, AffineDimExpr):
            return values[result.position]
        known = result.constant_value
        if known is not None:
            return self.constant(int_attr(known, index))
        return self.builder.insert(loop.ApplyOp(AffineMapAttr(affine_map), values)).results[0]

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
        found: list[Value] | None = None
        for expr, is_equality in points:
            affine_map = AffineMap(points.num_dims, points.num_symbols, [expr])
            lanes = self.affine_lanes(affine_map, op.operands, op)
            predicate = arith.cmpi_attr("eq" if is_equality else "sge")
            holds = [self.builder.insert(arith.CmpIOp(predicate, each, zeros)).result for each in lanes]
            if found is not None:
                pairs = zip(found, holds, strict=True)
                holds = [self.builder.insert(arith.AndIOp(a, b)).result for a, b in pairs]
            found = holds
        assert found is not None
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
        if self.masks is not None and Pure not in op.traits and not is_speculatable(op):
            raise self.refused(op, "must not be done where its iteration is not")
        if not any(each in self.varying for each in op.operands):
            self.keep_scalar(op)
        elif isinstance(op, loop.ApplyOp):
            self.set_vectors(op, [self.affine_lanes(op.affine_map, op.operands, op)])
        elif Elementwise in op.traits:
            self._elementwise(op)
        else:
            self._lane_by_lane(op)

    def keep_scalar(self, op: Operation) -> None:
        """The op itself, once."""
        mapping = IRMapping()
        mapping.map(op.operands, [self.scalar(each) for each in op.operands])
        copy = self.builder.insert(op.clone(mapping))
        self._scalars.update(zip(op.results, copy.results, strict=True))

    def set_vectors(self, op: Operation, vectors: Sequence[list[Value]]) -> None:
        """The lanes of the results of an op."""
        for result, lanes in zip(op.results, vectors, strict=True):
            self._vectors[result] = lanes
            if lanes and lanes[0].name_hint is None:
                lanes[0].name_hint = result.name_hint

    def _elementwise(self, op: Operation) -> None:
        types = [self.vector_type(each.type, op) for each in op.results]
        operands = [self.vectors(each) for each in op.operands]
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

    def gathered(self, scalars: Sequence[Value], type: VectorType) -> Value:
        """A vector of scalars."""
        return self.builder.insert(vector.FromElementsOp(scalars, type)).dest

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
                self.set_vectors_of(result, self._selected(holds, chosen[part], others[part]))
        self.masks, self.is_conditional = outer, was_conditional

    def set_vectors_of(self, value: Value, lanes: list[Value]) -> None:
        """The lanes of one value."""
        self._vectors[value] = lanes

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
        flags = reduction.flags

        def combine(first: Value, second: Value) -> Value:
            return self.builder.insert(reduction.combination.maker(first, second, **flags)).results[0]

        kind = CombiningKindAttr(reduction.combination.kind)
        acc = init if reduction.neutral(init.type) is not None else None
        made = vector.ReductionOp(kind, reduce(combine, parts), init.type, acc=acc, **flags)
        return self.builder.insert(made).dest

    def refused(self, at: Operation, fact: str) -> Refusal:
        """Why there are no vectors for an op."""
        return Refusal(self.op, f"{WHAT}: '{at.name}' {fact}", [(at.location, "here")])


def _remove_unused(block: Block, kept: Sequence[Value]) -> None:
    """Remove what was built and is not needed, as the scalar of which there is a vector."""
    built = [inner for op in block.ops for inner in op.walk()]
    for op in reversed(built):
        if Pure in op.traits and op.results and not op.has_uses and op.results[0] not in kept:
            op.erase()
