"""Values as the lanes of vectors: what stands for a value of a loop in the loop over vectors that is built of it.

A value that is the same in all iterations stays a scalar, of which there is a vector, made once, where one is needed.
Of what varies there is a vector for each *copy*; of an affine function of the induction variable, the first lane is
computed and the others are counted from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dlc.dialects import arith, loop, vector
from dlc.ir.affine.expr import AffineDimExpr, AffineExpr
from dlc.ir.affine.map import AffineMap
from dlc.ir.attributes import Type, TypedAttribute
from dlc.ir.blocks import Block
from dlc.ir.builder import Builder, InsertionPoint
from dlc.ir.builtin_attributes import AffineMapAttr, DenseElementsAttr, int_attr
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType, VectorType, index
from dlc.ir.operations import IRMapping, Operation
from dlc.ir.values import Value, constant_of

from ..analysis.accesses import forms_of
from ..analysis.nests import substituted
from ..transforms.refusals import Refusal
from .lanes import composed, increment_of

WHAT = "cannot be vectorized"


class LaneValues:
    """What stands for the values of a loop, and the code that computes it."""

    def __init__(self, op: loop.ForOp, width: int, copies: int, varying: set[Value]) -> None:
        self.op = op
        self.width = width
        self.copies = copies
        self.varying = varying
        self.step = op.step_value
        self.code = Block()
        """What takes the place of the loop."""
        self.builder = Builder.at_end(self.code)
        self.builder.location = op.location
        self.masks: list[Value] | None = None
        """The lanes of each copy that are there at all; `None`: all."""
        self.is_conditional = False
        """Whether it may be that none of them is."""
        self._made: loop.ForOp | None = None
        self._scalars: dict[Value, Value] = {}
        self._vectors: dict[Value, list[Value]] = {}
        self._splats: dict[Value, Value] = {}
        self._constants: dict[TypedAttribute, Value] = {}

    @property
    def main(self) -> loop.ForOp:
        """The loop over vectors."""
        assert self._made is not None
        return self._made

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
        given = composed(affine_map, operands, user, self.op)
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
        affine_map, values = self.at_lane(AffineMap(num_dims, len(operands) - num_dims, [expr]), operands, number)
        [result] = affine_map.results
        if isinstance(result, AffineDimExpr):
            return values[result.position]
        known = result.constant_value
        if known is not None:
            return self.constant(int_attr(known, index))
        return self.builder.insert(loop.ApplyOp(AffineMapAttr(affine_map), values)).results[0]

    def gathered(self, scalars: Sequence[Value], type: VectorType) -> Value:
        """A vector of scalars."""
        return self.builder.insert(vector.FromElementsOp(scalars, type)).dest

    # -- Results -------------------------------------------------------------------------------------------------------

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

    def refused(self, at: Operation, fact: str) -> Refusal:
        """Why there are no vectors for an op."""
        return Refusal(self.op, f"{WHAT}: '{at.name}' {fact}", [(at.location, "here")])
