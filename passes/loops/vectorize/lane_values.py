"""Counterparts of the values of a loop in the loop over vectors that is built from it.

A uniform value stays a scalar, which is broadcast once if a vector is needed. A varying value has a vector for each
*copy*. For an affine function of the induction variable, the first lane is computed, and the others are found by adding
constants.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dlc.dialects import arith, loop, vector
from dlc.ir import Block, Builder, InsertionPoint, IRMapping, Operation, Type, TypedAttribute, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr, AffineMap
from dlc.ir.builtin_attributes import AffineMapAttr, DenseElementsAttr, i64_array, int_attr
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType, VectorType, index
from dlc.ir.values import constant_of

from ..analysis.accesses import forms_of
from ..analysis.nests import substituted
from ..transforms.refusals import Refusal
from .lanes import composed, increment_of

WHAT = "cannot be vectorized"


class LaneValues:
    """The counterparts of the values of a loop, and the code that computes them."""

    def __init__(self, op: loop.ForOp, width: int, copies: int, varying: set[Value]) -> None:
        self.op = op
        self.width = width
        self.copies = copies
        self.varying = varying
        self.step = op.step_value
        self.counters = [op.induction_variable]
        """The induction variables of which lanes are affine functions."""
        self.code = Block()
        """The code that replaces the loop."""
        self.builder = Builder.at_end(self.code)
        self.builder.location = op.location
        self.masks: list[Value] | None = None
        """The masks of the active lanes of each copy, or `None` if all are active."""
        self.is_conditional = False
        """Whether no lane may be active."""
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
        """Return the scalar counterpart of a uniform value; for the induction variable, its first lane."""
        return self._scalars.get(value, value)

    def vectors(self, value: Value) -> list[Value]:
        """Return the vectors of a value, one for each copy."""
        lanes = self._vectors.get(value)
        if lanes is None and value in self.counters:
            lanes = self._vectors[value] = self._induction_vectors(value)
        return lanes if lanes is not None else [self.splat(value)] * self.copies

    def lane(self, value: Value, number: int) -> Value:
        """Return one lane of a value, counted from the first lane of the first copy."""
        if value in self.counters:
            return self.index_value(AffineDimExpr(0), [value], 1, number)
        if value not in self.varying:
            return self.scalar(value)
        copy, position = divmod(number, self.width)
        return self.builder.insert(vector.ExtractOp.of(self.vectors(value)[copy], [position])).result

    def wide_type(self, type: Type, user: Operation) -> VectorType:
        """Return the vector type with a scalar of this type for each lane, or with all elements of a short vector."""
        if isinstance(type, VectorType) and len(type.shape) == 1 and not type.is_scalable and self.masks is None:
            return VectorType((self.width * type.shape[0],), type.element_type)
        return self.vector_type(type, user)

    def vector_type(self, type: Type, user: Operation) -> VectorType:
        """Return the vector type with this element type."""
        if not isinstance(type, (FloatType, IndexType, IntegerType)):
            raise self.refused(user, f"has values of type '{type}', which cannot be elements of vectors")
        return VectorType((self.width,), type)

    def splat(self, value: Value) -> Value:
        """Return a uniform value as a vector."""
        constant = constant_of(value)
        if isinstance(constant, TypedAttribute) and not isinstance(value.type, VectorType):
            return self.constant(DenseElementsAttr.splat(VectorType((self.width,), value.type), constant))
        element = constant.splat_value() if isinstance(constant, DenseElementsAttr) else None
        if element is not None:
            return self.constant(DenseElementsAttr.splat(self.wide_type(value.type, self.op), element))
        scalar = self.scalar(value)
        vector_value = self._splats.get(scalar)
        if vector_value is None:
            broadcast = self._repeated(scalar)
            vector_value = self._splats[scalar] = self._insert_after(scalar, broadcast).results[0]
        return vector_value

    def _repeated(self, value: Value) -> Operation:
        """Return an op that gives each lane a value: a scalar, or all elements of a short vector."""
        if isinstance(value.type, VectorType):
            return vector.ShuffleOp(value, value, i64_array([*range(value.type.shape[0])] * self.width))
        return vector.BroadcastOp(value, VectorType((self.width,), value.type))

    def _insert_after(self, value: Value, op: Operation) -> Operation:
        """Insert an op where a value is available: before the loop, or after the definition of the value."""
        op.location = self.builder.location
        owner = value.parent_block
        while owner is not None and owner is not self.code:
            owner = owner.parent_op.parent if owner.parent_op is not None else None
        if owner is None:
            return self.code.insert_before(op, self._made)
        point = InsertionPoint.after_value(value)
        return point.block.insert_before(op, point.before)

    def constant(self, attr: TypedAttribute) -> Value:
        """Return a constant, created before the loop."""
        value = self._constants.get(attr)
        if value is None:
            constant_op = arith.ConstantOp(attr)
            constant_op.location = self.op.location
            self.code.insert_before(constant_op, self._made)
            value = self._constants[attr] = constant_op.result
        return value

    def offsets(self, increment: int) -> Value:
        """Return the vector of 0, increment, 2 * increment, …."""
        elements = [lane * increment for lane in range(self.width)]
        return self.constant(DenseElementsAttr.of(VectorType((self.width,), index), elements))

    def _induction_vectors(self, counter: Value) -> list[Value]:
        """Return the vectors of an induction variable."""
        with self.builder.at(InsertionPoint.at_start(self.main.body)):
            return self.affine_lanes(AffineMap.identity(1), [counter], self.op)

    # -- Indices -------------------------------------------------------------------------------------------------------

    def affine_lanes(self, affine_map: AffineMap, operands: Sequence[Value], user: Operation) -> list[Value]:
        """Return the vectors of the result of a map."""
        exprs = composed(affine_map, operands, user, self.op)
        self.check_indices(exprs.operands, user)
        type = VectorType((self.width,), index)
        forms = forms_of(exprs.map, exprs.operands, user)
        growth = increment_of(forms[0], self.op.induction_variable, self.step) if forms is not None else None
        vectors: list[Value] = []
        for copy in range(self.copies):
            lanes = range(copy * self.width, (copy + 1) * self.width) if growth is None else [copy * self.width]
            scalars = [self.index_value(exprs.exprs[0], exprs.operands, exprs.num_dims, lane) for lane in lanes]
            if growth is None:
                vectors.append(self.gathered(scalars, type))
                continue
            start = self.builder.insert(vector.BroadcastOp(scalars[0], type)).vector
            both = (start, self.offsets(growth))
            vectors.append(self.builder.insert(arith.AddIOp(*both)).result if growth else start)
        return vectors

    def check_indices(self, operands: Iterable[Value], user: Operation) -> None:
        """Refuse maps of varying values that are not affine functions of the induction variable."""
        for each in operands:
            if each in self.varying and each not in self.counters:
                raise self.refused(user, "has an index that is not an affine function of the induction variable")
            if self.is_conditional and not self._is_index_anywhere(each):
                raise self.refused(user, "has an index that is computed under a condition")

    def _is_index_anywhere(self, value: Value) -> bool:
        definer = value.defining_op
        return definer is None or not self.op.is_ancestor_of(definer)

    def at_lane(self, affine_map: AffineMap, operands: Sequence[Value], lane: int) -> tuple[AffineMap, list[Value]]:
        """Return a map and its operands for one lane."""
        counter = self.op.induction_variable
        point = (AffineDimExpr(0) + lane * self.step, [counter], 1)
        lane_map, values = substituted(affine_map, operands, counter, point) if lane else (affine_map, operands)
        return lane_map, [self.scalar(each) for each in values]

    def index_value(self, expr: AffineExpr, operands: Sequence[Value], num_dims: int, lane: int) -> Value:
        """Return an index in one lane, as a value."""
        affine_map, values = self.at_lane(AffineMap(num_dims, len(operands) - num_dims, [expr]), operands, lane)
        [result] = affine_map.results
        if isinstance(result, AffineDimExpr):
            return values[result.position]
        constant = result.constant_value
        if constant is not None:
            return self.constant(int_attr(constant, index))
        return self.builder.insert(loop.ApplyOp(AffineMapAttr(affine_map), values)).results[0]

    def gathered(self, scalars: Sequence[Value], type: VectorType) -> Value:
        """Return a vector of scalars."""
        return self.builder.insert(vector.FromElementsOp(scalars, type)).dest

    # -- Results -------------------------------------------------------------------------------------------------------

    def keep_scalar(self, op: Operation) -> None:
        """Copy an op with uniform operands as it is."""
        mapping = IRMapping()
        mapping.map(op.operands, [self.scalar(each) for each in op.operands])
        copy = self.builder.insert(op.clone(mapping))
        self._scalars.update(zip(op.results, copy.results, strict=True))

    def set_vectors(self, op: Operation, vectors: Sequence[list[Value]]) -> None:
        """Set the vectors of the results of an op."""
        for result, lanes in zip(op.results, vectors, strict=True):
            self._vectors[result] = lanes
            if lanes and lanes[0].name_hint is None:
                lanes[0].name_hint = result.name_hint

    def refused(self, at: Operation, fact: str) -> Refusal:
        """Return the refusal to vectorize an op."""
        return Refusal(self.op, f"{WHAT}: '{at.name}' {fact}", [(at.location, "here")])
