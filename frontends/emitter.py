"""Emits graph ops with inferred result types, and the few combinations of them that importers of all
frameworks share.

Sizes that only the running program knows get names (`graph.with_shape`), so that equal unknown sizes stay provably
equal in everything that follows.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, TypeAlias

import numpy as np

from dlc.ir.sizes import Dim, Shape, Size, more_precise

from ..dialects import graph
from ..dialects.func import FuncOp
from ..dialects.graph.shape_values import sizes_in
from ..dialects.graph.size_lists import SizesAttr, may_be_as_many
from ..dialects.graph.tensors import element_of, shape_of, tensor_of
from ..ir import Block, Builder, InsertionPoint, IRMapping, Operation, Type, Value
from ..ir.builtin_attributes import UNIT, DenseElementsAttr, FloatAttr, float_attr, i64_array, int_attr, layout_of
from ..ir.builtin_types import FloatType, IntegerType, TensorType, f64, i1, i64
from ..ir.elements import numpy_type
from ..ir.errors import InvalidAttributeError
from ..ir.values import constant_of
from ..passes.graph.fold_constants import known_elements
from .problems import CannotImport

NdArray: TypeAlias = Any
"""An array of numpy, whose element type only the model knows."""
Maker = Callable[..., Operation]
"""A constructor of ops."""
LARGEST_KNOWN = 1 << 12
"""The maximum number of elements that are computed while importing."""
LONGEST_SLICE = 256
"""The maximum number of ops that are evaluated for the elements of one value."""


class Emitter:
    """Inserts graph ops at the end of a block."""

    def __init__(self, builder: Builder, names: Iterable[str] = (), *, names_sizes: bool = True) -> None:
        self.builder = builder
        self.names_sizes = names_sizes
        """Whether unknown sizes get names; not in regions, which run several times."""
        self.names_computed_sizes = True
        """Whether sizes that are computed get names, such as the smaller one of a number and a named size."""
        self._taken = set(names)
        self._numbers = itertools.count()
        self._known: dict[Value, NdArray | None] = {}

    def nested(self, block: Block) -> Emitter:
        """Return an emitter at the end of a block of a region, where unknown sizes get no names."""
        inner = Emitter(Builder(InsertionPoint.at_end(block), self.builder.location), names_sizes=False)
        inner._taken, inner._numbers = self._taken, self._numbers
        inner.names_computed_sizes = self.names_computed_sizes
        return inner

    @property
    def may_name_computed_sizes(self) -> bool:
        """Whether sizes that are computed get names here."""
        return self.names_sizes and self.names_computed_sizes

    # -- Ops -----------------------------------------------------------------------------------------------------------

    def add(self, op: Operation) -> Value:
        """Insert an op and return its result."""
        [result] = self.add_all(op)
        return result

    def add_all(self, op: Operation) -> list[Value]:
        """Insert an op and return its results, whose unknown sizes have names."""
        self.builder.insert(op)
        return [self.with_names(result) for result in op.results]

    def infer(self, op: Operation) -> Value:
        """Insert an op with the result type that follows; it was made with one that may say less, or has no shape."""
        [type] = op.infer_types()  # type: ignore[attr-defined]
        op.results[0].type = type
        return self.add(op)

    def with_names(self, value: Value) -> Value:
        """Return a value with names for its unknown sizes."""
        if not self.names_sizes or not isinstance(value.type, TensorType) or None not in shape_of(value):
            return value
        sizes = [Size.named(self.new_name()) if size is None else size for size in shape_of(value)]
        named = graph.WithShapeOp(value, tensor_of(tuple(sizes), element_of(value)))
        return self.builder.insert(named).result

    def without_names(self, value: Value) -> Value:
        """Return a value whose sizes that are not numbers are unknown, so that they are compared when running."""
        shape = tuple(size if isinstance(size, int) else None for size in shape_of(value))
        if shape == shape_of(value):
            return value
        return self.builder.insert(graph.WithShapeOp(value, tensor_of(shape, element_of(value)))).result

    def with_sizes(self, value: Value, sizes: Mapping[int, Dim]) -> Value:
        """Return a value whose sizes along some dimensions are compared with others when running, and are these then.

        Sizes that are unknown, or numbers on both sides, stay as they are.
        """
        own = shape_of(value)
        changed = {
            dim: size
            for dim, size in sizes.items()
            if size is not None
            and own[dim] not in (None, size)
            and not (isinstance(size, int) and isinstance(own[dim], int))
        }
        if not changed:
            return value
        forgotten = tuple(None if dim in changed else size for dim, size in enumerate(own))
        stated = tuple(changed.get(dim, size) for dim, size in enumerate(own))
        for shape in (forgotten, stated):
            value = self.builder.insert(graph.WithShapeOp(value, tensor_of(shape, element_of(value)))).result
        return value

    def agreeing(self, a: Value, b: Value, dims: Iterable[tuple[int, int]]) -> tuple[Value, Value]:
        """Return two values with the same sizes along pairs of dimensions, which is checked when running if need be."""
        pairs = [*dims]
        for one, other in pairs:
            if isinstance(shape_of(b)[other], int):
                a = self.with_sizes(a, {one: shape_of(b)[other]})
        return a, self.with_sizes(b, {other: shape_of(a)[one] for one, other in pairs})

    def new_name(self) -> str:
        """Return a name for a size that nothing else has."""
        name = next(name for number in self._numbers if (name := f"u{number}") not in self._taken)
        self._taken.add(name)
        return name

    # -- Constants -----------------------------------------------------------------------------------------------------

    def constant(self, array: NdArray | Sequence[Any] | float, element: Type) -> Value:
        """Return a constant with these elements, converted to a type."""
        return self.builder.insert(
            graph.ConstantOp(dense_from_array(np.asarray(array, dtype_of(element)), element))
        ).result

    def ints_value(self, numbers: Sequence[int]) -> Value:
        """Return a vector of i64."""
        return self.constant(np.asarray(numbers, np.int64), i64)

    def full(self, number: float, like: Value) -> Value:
        """Return a number with the type of another value."""
        return self.spread(self.constant(number, element_of(like)), shape_of(like), like)

    def zeros(self, shape: Shape, element: Type) -> Value:
        """Return zeros of known sizes."""
        return self.broadcast(self.constant(0, element), (), shape)

    # -- What is known -------------------------------------------------------------------------------------------------

    def known(self, value: Value) -> NdArray | None:
        """Return the elements of a value if they follow from constants and known sizes."""
        if value not in self._known:
            self._known[value] = _known(value)
        return self._known[value]

    def sizes(self, value: Value) -> list[Dim] | None:
        """Return a vector of sizes as numbers and expressions over names; `None` if its length is unknown."""
        array = self.known(value)
        if array is not None:
            return [int(size) for size in array.reshape(-1)]
        return sizes_in(value)

    # -- Sizes as values -----------------------------------------------------------------------------------------------

    def size_vector(self, sizes: Sequence[Dim | Value]) -> Value:
        """Return numbers, expressions over names and scalars as one vector of i64."""
        parts = [self.vector_of(self.size_value(size)) for size in sizes]
        return self.concat(parts, 0) if len(parts) != 1 else parts[0]

    def size_value(self, size: Dim | Value) -> Value:
        """Return a size as a scalar of i64."""
        if isinstance(size, Value):
            return size
        if isinstance(size, int):
            return self.constant(size, i64)
        if size is None:
            raise CannotImport("a size must be an expression of named sizes, but it is unknown")
        repeated = self.broadcast(
            self.constant(0, i64), (), (size,)
        )  # an op whose type has the size; lowers to nothing
        return self.dim(repeated, 0)

    def dim(self, value: Value, dim: int) -> Value:
        """Return the size of a dimension as a scalar of i64."""
        return self.add(graph.DimOp(value, int_attr(dim)))

    def size_from(self, count: Value) -> Dim:
        """Return a name for a size that is computed, the only element of a vector."""
        return shape_of(self.add(graph.IotaOp(int_attr(0), tensor_of((None,), i64), sizes=count)))[0]

    def vector_of(self, scalar: Value) -> Value:
        """Return a scalar as a vector of one element."""
        return self.reshape(scalar, (1,))

    # -- Movement ------------------------------------------------------------------------------------------------------

    def cast(self, value: Value, element: Type) -> Value:
        """Return a value with other elements."""
        if element_of(value) is element:
            return value
        return self.add(graph.CastOp(value, tensor_of(shape_of(value), element)))

    def reshape(self, value: Value, shape: Sequence[Dim], sizes: Value | None = None) -> Value:
        """Return a value in another shape; unknown sizes follow, or are elements of `sizes`."""
        shape = tuple(shape)
        if shape == shape_of(value) and None not in shape:
            return value
        if None not in shape and not may_be_as_many(shape_of(value), shape):
            value = self.without_names(value)
        return self.infer(graph.ReshapeOp(value, tensor_of(shape, element_of(value)), sizes=sizes))

    def transpose(self, value: Value, order: Sequence[int]) -> Value:
        """Return a value with its dimensions in another order."""
        if list(order) == list(range(len(shape_of(value)))):
            return value
        return self.add(graph.TransposeOp(value, i64_array(order)))

    def move_dim(self, value: Value, source: int, target: int) -> Value:
        """Return a value with one dimension at another position."""
        order = [dim for dim in range(len(shape_of(value))) if dim != source]
        order.insert(target, source)
        return self.transpose(value, order)

    def broadcast(self, value: Value, dims: Sequence[int], shape: Sequence[Dim], sizes: Value | None = None) -> Value:
        """Return a value repeated along the dimensions of a shape that are not in `dims`, or are 1 in the value."""
        shape = tuple(shape)
        if shape == shape_of(value) and None not in shape and sizes is None:
            return value
        return self.infer(graph.BroadcastOp(value, i64_array(dims), tensor_of(shape, element_of(value)), sizes=sizes))

    def spread(self, value: Value, shape: Sequence[Dim], like: Value | None = None) -> Value:
        """Return a value broadcast as numpy does it: its dimensions are the last ones of the shape.

        `like` is a value with the shape, for shapes whose sizes are not all known.
        """
        rank, given = len(shape), len(shape_of(value))
        if given == rank and shape_of(value) == tuple(shape) and None not in shape:
            return value
        sizes = self.add(graph.ShapeOp(like)) if None in shape and like is not None else None
        return self.broadcast(value, range(rank - given, rank), shape, sizes)

    def expand(self, value: Value, dims: Sequence[int]) -> Value:
        """Return a value with dimensions of size 1 at these positions of the result."""
        own = iter(range(len(shape_of(value))))
        rank = len(shape_of(value)) + len(dims)
        return self._with_dims(value, [None if dim in dims else next(own) for dim in range(rank)])

    def squeeze(self, value: Value, dims: Sequence[int]) -> Value:
        """Return a value without some dimensions of size 1."""
        return self._with_dims(value, [dim for dim in range(len(shape_of(value))) if dim not in dims])

    def _with_dims(self, value: Value, dims: Sequence[int | None]) -> Value:
        """Return a value with some of its dimensions, in their order, and others of size 1 for `None`."""
        shape = [1 if dim is None else shape_of(value)[dim] for dim in dims]
        if shape.count(None) <= 1:
            return self.reshape(value, shape)
        sizes = [1 if dim is None else self.dim(value, dim) for dim in dims]
        return self.reshape(value, shape, self.size_vector(sizes))

    def concat(self, parts: Sequence[Value], dim: int) -> Value:
        """Return values joined along a dimension; their other sizes are compared when running if need be."""
        if len(parts) == 1:
            return parts[0]
        along = enumerate(zip(*map(shape_of, parts), strict=False))
        others = {each: reduce(more_precise, sizes) for each, sizes in along if each != dim}
        return self.add(graph.ConcatOp([self.with_sizes(part, others) for part in parts], int_attr(dim)))

    def slice(self, value: Value, dim: int, start: Dim, limit: Dim, step: int = 1) -> Value:
        """Return the elements from `start` to `limit` along one dimension."""
        rank = len(shape_of(value))
        starts: list[Dim] = [0] * rank
        limits: list[Dim] = [None] * rank
        steps = [1] * rank
        starts[dim], limits[dim], steps[dim] = start, limit, step
        return self.add(graph.SliceOp(value, SizesAttr.of(starts), SizesAttr.of(limits), i64_array(steps)))

    def pick(self, value: Value, dim: int, place: int) -> Value:
        """Return the elements at one place of a dimension, without that dimension."""
        return self.squeeze(self.slice(value, dim, place, place + 1), [dim])

    def pad(self, value: Value, low: Sequence[int], high: Sequence[int], fill: float = 0) -> Value:
        """Return a value with elements around it."""
        if not any((*low, *high)):
            return value
        number = self.constant(fill, element_of(value))
        inner = i64_array([0] * len(low))
        mode = graph.PaddingAttr("constant")
        return self.add(graph.PadOp(mode, value, SizesAttr.of(low), SizesAttr.of(high), inner, value=number))

    # -- Computation ---------------------------------------------------------------------------------------------------

    def reduce(self, kind: str, value: Value, dims: Sequence[int], *, keep: bool = False) -> Value:
        """Return a value reduced along some dimensions."""
        flag = UNIT if keep else None
        return self.add(graph.ReduceOp(graph.ReductionAttr(kind), value, i64_array(dims), flag))

    def arg(self, kind: str, value: Value, dim: int, *, keep: bool = False, last: bool = False) -> Value:
        """Return the position of the largest or the smallest element along a dimension."""
        make = graph.argmax if kind == "max" else graph.argmin
        with self.builder:
            return self.with_names(make(value, dim, i64, keep_dims=keep or None, last=last or None))

    def compare(self, predicate: str, lhs: Value, rhs: Value) -> Value:
        """Return whether a predicate holds, element by element."""
        return self.add(graph.CompareOp(graph.PredicateAttr(predicate), lhs, rhs))

    def contract(
        self,
        lhs: Value,
        rhs: Value,
        batch: tuple[Sequence[int], Sequence[int]],
        contracting: tuple[Sequence[int], Sequence[int]],
        element: Type | None = None,
    ) -> Value:
        """Return the sums of products along the contracting dimensions."""
        pairs = [*zip(*batch, strict=True), *zip(*contracting, strict=True)]
        lhs, rhs = self.agreeing(lhs, rhs, pairs)
        with self.builder:
            return self.with_names(graph.contract(lhs, rhs, contracting, batch, element))

    def iota(self, shape: Sequence[Dim], dim: int, element: Type = i64) -> Value:
        """Return positions along a dimension."""
        return self.add(graph.IotaOp(int_attr(dim), tensor_of(tuple(shape), element)))

    # -- Broadcasting --------------------------------------------------------------------------------------------------

    def together(self, values: Sequence[Value], kept: int = 0) -> list[Value]:
        """Return values broadcast to a common shape, as numpy does it; the last `kept` dimensions stay as they are."""
        leading = [shape_of(value)[: len(shape_of(value)) - kept] for value in values]
        rank = max(map(len, leading))
        shape: list[Dim] = [1] * rank
        unknown: set[int] = set()
        for sizes in leading:
            for dim, size in enumerate(sizes, rank - len(sizes)):
                shape[dim] = _common(shape[dim], size, dim, unknown)
        like = next((value for value in values if not kept and shape_of(value) == tuple(shape)), None)
        if not unknown and (like is not None or None not in shape):
            wanted = [(*shape, *shape_of(value)[len(own) :]) for value, own in zip(values, leading, strict=True)]
            return [
                value if shape_of(value) == each else self.spread(value, each, like)
                for value, each in zip(values, wanted, strict=True)
            ]
        unknown.update(dim for dim, size in enumerate(shape) if size is None)
        return self._together_when_running(values, shape, unknown, kept)

    def _together_when_running(
        self, values: Sequence[Value], shape: Sequence[Dim], unknown: set[int], kept: int
    ) -> list[Value]:
        """Broadcast values whose sizes are compared when the program runs: a size is 1, or the common one."""
        rank = len(shape)
        sizes = [self._common_size(values, dim - rank - kept) if dim in unknown else shape[dim] for dim in range(rank)]
        wanted: list[Dim] = [None if dim in unknown else size for dim, size in enumerate(shape)]
        if self.names_sizes:
            wanted = [Size.named(self.new_name()) if size is None else size for size in wanted]
        vector = self.size_vector(sizes) if not kept else None
        results: list[Value] = []
        for value in values:
            own = [*range(len(shape_of(value)) - kept, len(shape_of(value)))]
            last = [shape_of(value)[dim] for dim in own]
            each = [self.dim(value, dim) if size is None else size for dim, size in zip(own, last, strict=True)]
            given = vector if vector is not None else self.size_vector([*sizes, *each])
            results.append(self._spread_when_running(value, [*wanted, *last], unknown, given))
        return results

    def _spread_when_running(self, value: Value, shape: Sequence[Dim], unknown: set[int], sizes: Value) -> Value:
        rank, given = len(shape), len(shape_of(value))
        own = [None if dim in unknown and size != 1 else size for dim, size in enumerate(shape_of(value), rank - given)]
        element = element_of(value)
        if tuple(own) != shape_of(value):
            value = self.builder.insert(graph.WithShapeOp(value, tensor_of(tuple(own), element))).result
        open_shape = tuple(None if dim in unknown else size for dim, size in enumerate(shape))
        dims = i64_array(range(rank - given, rank))
        spread = graph.BroadcastOp(value, dims, tensor_of(open_shape, element), sizes=sizes)
        self.builder.insert(spread)
        named = tensor_of(tuple(shape), element)
        if named is spread.result.type:
            return spread.result
        return self.builder.insert(graph.WithShapeOp(spread.result, named)).result

    def _common_size(self, values: Sequence[Value], dim: int) -> Value:
        """Return the size that is not 1 among those of a dimension, counted from the end, as a scalar."""
        common: Value | None = None
        one = self.constant(1, i64)
        for value in values:
            own = dim + len(shape_of(value))
            if own < 0 or shape_of(value)[own] == 1:
                continue
            size = self.dim(value, own)
            common = size if common is None else self.add(graph.SelectOp(self.compare("eq", common, one), size, common))
        assert common is not None
        return common


def _common(a: Dim, b: Dim, dim: int, unknown: set[int]) -> Dim:
    """Return the common size of a dimension; note it as unknown if it must be found out when running."""
    if a == 1 or (a == b and a is not None):
        return b
    if b == 1:
        return a
    if not (isinstance(a, int) and isinstance(b, int)):
        unknown.add(dim)
        return None
    raise ValueError(f"sizes {a} and {b} cannot be broadcast together")


# -- Evaluation of what is known ---------------------------------------------------------------------------------------


def _known(value: Value) -> NdArray | None:
    """Return the elements of a value that follows from constants and known sizes, by constant folding."""
    attribute = constant_of(value)
    if isinstance(attribute, DenseElementsAttr):
        return attribute.to_numpy() if attribute.type.num_elements <= LARGEST_KNOWN or attribute.is_splat else None
    ops = _ops_behind(value)
    if ops is None:
        return None
    function = FuncOp.of("known", (), [value.type])
    mapping = IRMapping()
    for op in ops:
        function.entry.append(_leaf_of(op) or op.clone(mapping))
        copy = function.entry.last
        assert copy is not None
        mapping.map(op.results, copy.results)
    elements = known_elements(function, mapping.values[value])
    return elements.to_numpy() if elements is not None else None


def _ops_behind(value: Value) -> list[Operation] | None:
    """Return the small ops without regions that a value is computed by, in order; `None` if it depends on arguments."""
    needed: dict[Operation, None] = {}
    pending: list[tuple[Value, bool]] = [(value, False)]
    while pending:
        current, is_done = pending.pop()
        op = current.defining_op
        if op is None or len(needed) > LONGEST_SLICE:
            return None
        if is_done:
            needed[op] = None
        elif op not in needed:
            if op.regions or not all(_is_small(result.type) for result in op.results):
                return None
            pending.append((current, True))
            pending += [(operand, False) for operand in op.operands if _leaf_of(op) is None]
    return list(needed)


def _leaf_of(op: Operation) -> Operation | None:
    """Return the constant that an op on sizes folds to, whatever its operand is."""
    if not isinstance(op, (graph.ShapeOp, graph.DimOp, graph.SizeOp, graph.RankOp)):
        return None
    folded = op.fold([None])
    constant = folded[0] if folded else None
    return graph.ConstantOp(constant) if isinstance(constant, DenseElementsAttr) else None


def _is_small(type: Type) -> bool:
    return isinstance(type, TensorType) and type.has_static_shape and type.num_elements <= LARGEST_KNOWN


# -- Attributes --------------------------------------------------------------------------------------------------------


def dense_from_array(array: NdArray, element: Type) -> DenseElementsAttr:
    """Return an array as an attribute with elements of a type of the same width."""
    return DenseElementsAttr.from_numpy(array, TensorType(array.shape, element))


def dtype_of(element: Type) -> Any:
    """Return the numpy type of elements."""
    layout = layout_of(element)
    if layout is None:
        raise InvalidAttributeError(f"elements of '{element}' cannot be stored")
    return numpy_type(layout)


def number(value: float) -> FloatAttr:
    """Return a parameter of an op."""
    return float_attr(value, f64)


def is_float(value: Value) -> bool:
    """Return whether elements are floats."""
    return isinstance(element_of(value), FloatType)


def is_unsigned(value: Value) -> bool:
    """Return whether elements are unsigned integers or truth values."""
    element = element_of(value)
    return isinstance(element, IntegerType) and (element.is_unsigned or element is i1)
