"""Two ways to see the elements of a tensor, in another order of dimensions or with other sizes, and which graph ops
compute the same through them: what `sink-transposes` turns over.

A view says how an op's operands and result would look, what it costs to see a value so, and makes the ops for that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.size_lists import Factors, SizesAttr, surely_as_many
from dlc.dialects.graph.sizes import Shape
from dlc.dialects.graph.splats import known_splat, splat
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir.attributes import Attribute, Type
from dlc.ir.builder import Builder
from dlc.ir.builtin_attributes import DenseArrayAttr, IntegerAttr, i64_array, int_attr
from dlc.ir.builtin_types import TensorType
from dlc.ir.operations import Operation
from dlc.ir.traits import Elementwise
from dlc.ir.values import Value

from .matching import is_made_of_constants
from .simplification.contractions import swaps_sides

Cost = Counter[Any]
"""Numbers of elements: by the names in their sizes, so that sums of them can be compared whatever the names mean."""


def elements_of(value: Value) -> Cost | None:
    """The number of elements; `None` where a size is unknown."""
    factors = Factors(shape_of(value))
    if factors.unknown:
        return None
    return Counter({frozenset(factors.named.items()): factors.number})


def is_less(a: Cost, b: Cost) -> bool:
    """Return whether `a` is less than `b`, whatever names of sizes stand for, as long as they are positive."""
    keys = {*a, *b}
    return all(a[key] <= b[key] for key in keys) and any(a[key] < b[key] for key in keys)


# -- Transposing -------------------------------------------------------------------------------------------------------

Rewrite = Callable[[Any, Sequence[int]], "dict[str, Attribute]"]
"""The properties of an op on transposed tensors, where dimension i is what was dimension order[i]."""


def _dim(name: str) -> Rewrite:
    def rewrite(op: Operation, order: Sequence[int]) -> dict[str, Attribute]:
        number = op.properties[name]
        assert isinstance(number, IntegerAttr)
        return {name: int_attr(list(order).index(number.value))}

    return rewrite


def _dims(name: str) -> Rewrite:
    def rewrite(op: Operation, order: Sequence[int]) -> dict[str, Attribute]:
        dims = op.properties[name]
        assert isinstance(dims, DenseArrayAttr)
        return {name: i64_array(list(order).index(dim) for dim in dims.elements)}

    return rewrite


def _lists(*names: str) -> Rewrite:
    def rewrite(op: Operation, order: Sequence[int]) -> dict[str, Attribute]:
        return {name: _reordered(op.properties[name], order) for name in names}

    return rewrite


def _reordered(entries: Attribute, order: Sequence[int]) -> Attribute:
    if isinstance(entries, SizesAttr):
        return SizesAttr.of(entries.entries[dim] for dim in order)
    assert isinstance(entries, DenseArrayAttr)
    return i64_array(entries.elements[dim] for dim in order)


_TRANSPOSABLE: dict[type[Operation], Rewrite] = {
    graph.ConcatOp: _dim("dim"),
    graph.CumulativeOp: _dim("dim"),
    graph.BatchNormOp: _dim("dim"),
    graph.SoftmaxOp: _dims("dims"),
    graph.LogSoftmaxOp: _dims("dims"),
    graph.ReverseOp: _dims("dims"),
    graph.PoolOp: _dims("dims"),
    graph.ReduceOp: _dims("dims"),
    graph.LpNormalizeOp: _dims("dims"),
    graph.SliceOp: _lists("starts", "limits", "strides"),
    graph.PadOp: _lists("low", "high", "interior"),
}


def transposable_operands(op: Operation) -> Sequence[Value] | None:
    """The operands that an op takes in any order of dimensions, as long as all have the same; `None` for other ops."""
    if len(op.results) != 1:
        return None
    if Elementwise in op.traits:
        return op.operands
    if type(op) not in _TRANSPOSABLE or (isinstance(op, graph.ReduceOp) and op.keep_dims is None):
        return None
    return op.operands if isinstance(op, graph.ConcatOp) else op.operands[:1]


class Transposition:
    """Tensors with their dimensions in another order: dimension i is what was dimension order[i]."""

    def __init__(self, order: Sequence[int]) -> None:
        self.order = tuple(order)

    @property
    def inverse(self) -> tuple[int, ...]:
        return tuple(sorted(range(len(self.order)), key=self.order.__getitem__))

    def fits(self, value: Value) -> bool:
        """Return whether a value can be seen so at all."""
        return len(shape_of(value)) == len(self.order)

    def type_of(self, value: Value) -> Type:
        shape = shape_of(value)
        return tensor_of(tuple(shape[dim] for dim in self.order), element_of(value))

    def properties(self, op: Operation) -> dict[str, Attribute]:
        """Return the properties of an op under the view."""
        rewrite = _TRANSPOSABLE.get(type(op))
        return {**op.properties, **(rewrite(op, self.order) if rewrite is not None else {})}

    def removed(self, op: Operation | None) -> bool:
        """Return whether an op only makes what it takes from this view, and so is not needed for it."""
        return isinstance(op, graph.TransposeOp) and tuple(op.order.elements) == self.inverse

    def undone_by(self, op: Operation) -> bool:
        """Return whether an op gives this view of its operand."""
        return isinstance(op, graph.TransposeOp) and tuple(op.order.elements) == self.order

    def is_free(self, value: Value) -> bool:
        """Return whether a value that somebody else makes can be seen so without moving elements."""
        maker = value.defining_op
        if is_made_of_constants(value) or known_splat(value) is not None:
            return True
        if isinstance(maker, graph.BroadcastOp) and maker.sizes is None:
            places = [self.order.index(dim) for dim in maker.dims]
            return places == sorted(places)
        if isinstance(maker, graph.TransposeOp):
            return value.has_one_use
        if isinstance(maker, graph.ContractOp):
            return value.has_one_use and swaps_sides(maker, self.order)
        return isinstance(maker, graph.ConvolutionOp) and value.has_one_use

    def is_free_for(self, user: Operation, index: int) -> bool:
        """Return whether a user can do with this view of its operand as well."""
        if isinstance(user, graph.ConvolutionOp):
            return index == 0
        if isinstance(user, graph.ReduceOp):
            left = [dim for dim in self.order if dim not in user.dims.elements]
            return left == sorted(left)
        if isinstance(user, graph.ContractOp) and len(user.operands) == 2:
            dims = (user.lhs_batch, user.lhs_contracting) if index == 0 else (user.rhs_batch, user.rhs_contracting)
            left = [dim for dim in self.order if dim not in (*dims[0].elements, *dims[1].elements)]
            return left == sorted(left)
        return isinstance(user, graph.TransposeOp)

    def see(self, value: Value, builder: Builder) -> Value:
        """The view of a value."""
        maker = value.defining_op
        if isinstance(maker, graph.TransposeOp):
            return transpose(maker.source, [maker.order[dim] for dim in self.order], builder)
        if isinstance(maker, graph.BroadcastOp) and maker.sizes is None:
            places = [self.order.index(dim) for dim in maker.dims]
            ascending = sorted(range(len(places)), key=places.__getitem__)
            source = transpose(maker.source, ascending, builder)
            return builder.insert(graph.BroadcastOp(source, i64_array(sorted(places)), self.type_of(value))).result
        return transpose(value, self.order, builder)

    def back(self, value: Value, type: Type, builder: Builder) -> Value:
        """Return the source of a view."""
        del type
        return transpose(value, self.inverse, builder)


def transpose(value: Value, order: Sequence[int], builder: Builder) -> Value:
    """A value with its dimensions in another order; itself, if that is the one it has."""
    if list(order) == sorted(order):
        return value
    return builder.insert(graph.TransposeOp(value, i64_array(order))).result


# -- Reshaping ---------------------------------------------------------------------------------------------------------


class Reshaping:
    """Tensors of one shape with the same elements in another one."""

    def __init__(self, before: Shape, after: Shape) -> None:
        self.before = before
        self.after = after

    def fits(self, value: Value) -> bool:
        """Return whether a value can be seen so at all."""
        return shape_of(value) == self.before and surely_as_many(self.before, self.after)

    def type_of(self, value: Value) -> Type:
        return tensor_of(self.after, element_of(value))

    def properties(self, op: Operation) -> dict[str, Attribute]:
        """Return the properties of an op under the view."""
        return dict(op.properties)

    def removed(self, op: Operation | None) -> bool:
        """Return whether an op only makes what it takes from this view, and so is not needed for it."""
        return isinstance(op, graph.ReshapeOp) and op.sizes is None and shape_of(op.source) == self.after

    def undone_by(self, op: Operation) -> bool:
        """Return whether an op gives this view of its operand."""
        return isinstance(op, graph.ReshapeOp) and op.sizes is None and shape_of(op.result) == self.after

    def is_free(self, value: Value) -> bool:
        """Return whether a value that somebody else makes can be seen so without moving elements."""
        return is_made_of_constants(value) or known_splat(value) is not None

    def is_free_for(self, user: Operation, index: int) -> bool:
        """Return whether a user can do with this view of its operand as well."""
        del index
        return isinstance(user, graph.ReshapeOp)

    def see(self, value: Value, builder: Builder) -> Value:
        """The view of a value."""
        maker = value.defining_op
        if isinstance(maker, graph.ReshapeOp) and self.removed(maker):
            return maker.source
        bits, type = known_splat(value), self.type_of(value)
        attr = splat(bits, type) if bits is not None else None
        if attr is not None:
            return builder.insert(graph.ConstantOp(attr)).result
        return builder.insert(graph.ReshapeOp(value, type)).result

    def back(self, value: Value, type: Type, builder: Builder) -> Value:
        """Return the source of a view."""
        return builder.insert(graph.ReshapeOp(value, type)).result


View = Transposition | Reshaping


def reshapable_operands(op: Operation) -> Sequence[Value] | None:
    """The operands that an op takes in any shape, as long as all have the same; `None` for other ops."""
    fits = Elementwise in op.traits and len(op.results) == 1 and isinstance(op.results[0].type, TensorType)
    return op.operands if fits else None
