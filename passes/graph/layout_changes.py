"""Changes of layout: transpositions and reshapes of tensors that graph ops can be moved through by `sink-transposes`.

A change gives the types and properties of an op on changed tensors, tells which values and users it costs nothing for,
and builds the ops that apply or undo it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dlc.dialects import graph
from dlc.dialects.graph.size_lists import Factors, SizesAttr, surely_as_many
from dlc.dialects.graph.splats import known_splat, splat
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import Attribute, Builder, Operation, Type, Value
from dlc.ir.builtin_attributes import DenseArrayAttr, IntegerAttr, i64_array, int_attr
from dlc.ir.builtin_types import TensorType
from dlc.ir.sizes import Shape
from dlc.ir.traits import Elementwise

from .matching import is_made_of_constants
from .simplification.contractions import swaps_sides

if TYPE_CHECKING:
    from typing_extensions import TypeIs

Cost = Counter[Any]
"""Numbers of elements, by the names in their sizes, so that sums can be compared whatever values the names have."""


def elements_of(value: Value) -> Cost | None:
    """Return the number of elements, or `None` if a size is unknown."""
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
"""Returns the properties of an op on transposed tensors, of which dimension i was dimension order[i]."""


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
    graph.ResizeOp: _dims("dims"),
    graph.PoolOp: _dims("dims"),
    graph.ReduceOp: _dims("dims"),
    graph.LpNormalizeOp: _dims("dims"),
    graph.SliceOp: _lists("starts", "limits", "strides"),
    graph.PadOp: _lists("low", "high", "interior"),
}


def transposable_operands(op: Operation) -> Sequence[Value] | None:
    """Return the operands that may have any order of dimensions, the same for all; `None` for other ops."""
    if len(op.results) != 1:
        return None
    if Elementwise in op.traits:
        return op.operands
    if type(op) not in _TRANSPOSABLE or (isinstance(op, graph.ReduceOp) and op.keep_dims is None):
        return None
    return op.operands if isinstance(op, graph.ConcatOp) else op.operands[:1]


def has_any_layout(op: Operation | None) -> TypeIs[graph.ConvolutionOp]:
    """Return whether an op is a convolution whose layout may change: channels that come last stay there."""
    if not isinstance(op, graph.ConvolutionOp):
        return False
    return not (op.layout.has_channels_last or op.layout.sums_over_pixels)


class Transposition:
    """A change of the order of dimensions: dimension i is what was dimension order[i]."""

    def __init__(self, order: Sequence[int]) -> None:
        self.order = tuple(order)

    @property
    def inverse(self) -> tuple[int, ...]:
        return tuple(sorted(range(len(self.order)), key=self.order.__getitem__))

    def fits(self, value: Value) -> bool:
        """Return whether a value can be changed at all."""
        return len(shape_of(value)) == len(self.order)

    def type_of(self, value: Value) -> Type:
        shape = shape_of(value)
        return tensor_of(tuple(shape[dim] for dim in self.order), element_of(value))

    def properties(self, op: Operation) -> dict[str, Attribute]:
        """Return the properties of an op on changed tensors."""
        rewrite = _TRANSPOSABLE.get(type(op))
        return {**op.properties, **(rewrite(op, self.order) if rewrite is not None else {})}

    def is_undone_by(self, op: Operation | None) -> bool:
        """Return whether an op undoes the change, so that its operand is the changed value."""
        return isinstance(op, graph.TransposeOp) and tuple(op.order.elements) == self.inverse

    def is_applied_by(self, op: Operation) -> bool:
        """Return whether an op applies the change to its operand."""
        return isinstance(op, graph.TransposeOp) and tuple(op.order.elements) == self.order

    def is_free(self, value: Value) -> bool:
        """Return whether a value from outside can be changed without moving elements."""
        definer = value.defining_op
        if is_made_of_constants(value) or known_splat(value) is not None:
            return True
        if isinstance(definer, graph.BroadcastOp) and definer.sizes is None:
            places = [self.order.index(dim) for dim in definer.dims]
            return places == sorted(places)
        if isinstance(definer, graph.TransposeOp):
            return value.has_one_use
        if isinstance(definer, graph.ContractOp):
            return value.has_one_use and swaps_sides(definer, self.order)
        return has_any_layout(definer) and value.has_one_use

    def is_free_for(self, user: Operation, index: int) -> bool:
        """Return whether a user accepts the changed operand as well."""
        if has_any_layout(user):
            return index == 0
        if isinstance(user, graph.ReduceOp):
            left = [dim for dim in self.order if dim not in user.dims.elements]
            return left == sorted(left)
        if isinstance(user, graph.ContractOp) and len(user.operands) == 2:
            dims = (user.lhs_batch, user.lhs_contracting) if index == 0 else (user.rhs_batch, user.rhs_contracting)
            left = [dim for dim in self.order if dim not in (*dims[0].elements, *dims[1].elements)]
            return left == sorted(left)
        return isinstance(user, graph.TransposeOp)

    def apply(self, value: Value, builder: Builder) -> Value:
        """Return the changed value."""
        definer = value.defining_op
        if isinstance(definer, graph.TransposeOp):
            return transpose(definer.source, [definer.order[dim] for dim in self.order], builder)
        if isinstance(definer, graph.BroadcastOp) and definer.sizes is None:
            places = [self.order.index(dim) for dim in definer.dims]
            ascending = sorted(range(len(places)), key=places.__getitem__)
            source = transpose(definer.source, ascending, builder)
            return builder.insert(graph.BroadcastOp(source, i64_array(sorted(places)), self.type_of(value))).result
        return transpose(value, self.order, builder)

    def undo(self, value: Value, type: Type, builder: Builder) -> Value:
        """Return the value before the change."""
        del type
        return transpose(value, self.inverse, builder)


def transpose(value: Value, order: Sequence[int], builder: Builder) -> Value:
    """Return a value with its dimensions in another order; the value itself if the order stays."""
    if list(order) == sorted(order):
        return value
    return builder.insert(graph.TransposeOp(value, i64_array(order))).result


# -- Reshaping ---------------------------------------------------------------------------------------------------------


class Reshaping:
    """A change of shape, with the same elements in row-major order."""

    def __init__(self, before: Shape, after: Shape) -> None:
        self.before = before
        self.after = after

    def fits(self, value: Value) -> bool:
        """Return whether a value can be changed at all."""
        return shape_of(value) == self.before and surely_as_many(self.before, self.after)

    def type_of(self, value: Value) -> Type:
        return tensor_of(self.after, element_of(value))

    def properties(self, op: Operation) -> dict[str, Attribute]:
        """Return the properties of an op on changed tensors."""
        return dict(op.properties)

    def is_undone_by(self, op: Operation | None) -> bool:
        """Return whether an op undoes the change, so that its operand is the changed value."""
        return isinstance(op, graph.ReshapeOp) and op.sizes is None and shape_of(op.source) == self.after

    def is_applied_by(self, op: Operation) -> bool:
        """Return whether an op applies the change to its operand."""
        return isinstance(op, graph.ReshapeOp) and op.sizes is None and shape_of(op.result) == self.after

    def is_free(self, value: Value) -> bool:
        """Return whether a value from outside can be changed without moving elements."""
        return is_made_of_constants(value) or known_splat(value) is not None

    def is_free_for(self, user: Operation, index: int) -> bool:
        """Return whether a user accepts the changed operand as well."""
        del index
        return isinstance(user, graph.ReshapeOp)

    def apply(self, value: Value, builder: Builder) -> Value:
        """Return the changed value."""
        definer = value.defining_op
        if isinstance(definer, graph.ReshapeOp) and self.is_undone_by(definer):
            return definer.source
        bits, type = known_splat(value), self.type_of(value)
        attr = splat(bits, type) if bits is not None else None
        if attr is not None:
            return builder.insert(graph.ConstantOp(attr)).result
        return builder.insert(graph.ReshapeOp(value, type)).result

    def undo(self, value: Value, type: Type, builder: Builder) -> Value:
        """Return the value before the change."""
        return builder.insert(graph.ReshapeOp(value, type)).result


LayoutChange = Transposition | Reshaping


def reshapable_operands(op: Operation) -> Sequence[Value] | None:
    """Return the operands that may have any shape, the same for all; `None` for other ops."""
    fits = Elementwise in op.traits and len(op.results) == 1 and isinstance(op.results[0].type, TensorType)
    return op.operands if fits else None
