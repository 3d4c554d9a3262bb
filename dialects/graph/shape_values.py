"""Sizes that a program computes as values, and what is known about them when compiling.

Models ask for sizes, compute with them, and reshape by what comes out. `sizes_in` follows such values back; the
canonicalizations here put what it finds into types, where everything else looks for sizes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence

from dlc.ir import Value
from dlc.ir.builtin_attributes import DenseElementsAttr, int_attr
from dlc.ir.builtin_types import TensorType, i32, i64
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.sizes import Dim, Shape, add, are_equal, floor_divide, multiply, product, subtract
from dlc.ir.values import constant_of

from .activations import ReluOp
from .arithmetic import AddOp, DivOp, MaximumOp, MinimumOp, MulOp, NegOp, SubOp
from .bases import NumberBinaryOp
from .casts import CastOp
from .comparison import CompareOp, PredicateAttr, SelectOp
from .movement import BroadcastOp, ReshapeOp, ReverseOp, TransposeOp
from .reduction import ReduceOp
from .shapes import DimOp, IotaOp, ShapeOp, SizeOp, WithShapeOp
from .size_lists import may_be_as_many, quotient, surely_at_most, surely_more
from .slicing import ConcatOp, DynamicSliceOp, SliceOp
from .tensors import element_of, shape_of, tensor_of

DEEPEST_SEARCH = 16
"""The maximum number of ops through which a value is traced."""

LONGEST_LIST = 64
"""Lists with more entries are not shapes of anything."""


def sizes_in(value: Value) -> list[Dim] | None:
    """Return the known elements of a tensor of i64 or i32, or `None` if their number is unknown or too large.

    TensorFlow's exporters compute with sizes in i32. Sizes that do not fit it are of tensors that fit no memory.
    """
    return _Search().sizes(value)


class _Search:
    """A search for the elements of values, each of which is looked at once."""

    def __init__(self) -> None:
        self._depth = 0
        self._known: dict[Value, list[Dim] | None] = {}

    def sizes(self, value: Value) -> list[Dim] | None:
        """Return the known elements of a tensor, as `sizes_in` does."""
        if value not in self._known:
            self._depth += 1
            self._known[value] = self._sizes(value)
            self._depth -= 1
        return self._known[value]

    def _sizes(self, value: Value) -> list[Dim] | None:
        count = product(shape_of(value))
        if element_of(value) not in (i64, i32) or not isinstance(count, int) or count > LONGEST_LIST:
            return None
        constant = constant_of(value)
        if isinstance(constant, DenseElementsAttr):
            return list(constant.ints())
        unknown: list[Dim] = [None] * count
        maker = value.defining_op
        if self._depth > DEEPEST_SEARCH or maker is None:
            return unknown
        if isinstance(maker, ShapeOp):
            return list(shape_of(maker.source))
        if isinstance(maker, DimOp):
            return [shape_of(maker.source)[maker.dim.value]]
        if isinstance(maker, SizeOp):
            return [product(shape_of(maker.source))]
        return self._moved(maker) or self._computed(maker) or unknown

    def _moved(self, maker: object) -> list[Dim] | None:
        """Return the known elements of the result of an op that moves elements."""
        if isinstance(maker, CastOp):
            return self.sizes(maker.operand)
        if isinstance(maker, (ReshapeOp, WithShapeOp)):
            return self.sizes(maker.source)
        if isinstance(maker, ConcatOp):
            return self._joined(maker)
        if not isinstance(maker, (BroadcastOp, ReverseOp, SliceOp, TransposeOp)):
            return None
        sizes, place = self.sizes(maker.source), _place_in_source(maker)
        if sizes is None or place is None:
            return None
        shape = _numbers(shape_of(maker.source))
        return [sizes[_row_major(place(at), shape)] for at in _places(shape_of(maker.result))]

    def _joined(self, op: ConcatOp) -> list[Dim] | None:
        """Return the known elements of parts that are joined."""
        parts = [self.sizes(part) for part in op.parts]
        if any(part is None for part in parts):
            return None
        dim = op.dim.value
        elements: dict[tuple[int, ...], Dim] = {}
        start = 0
        for part, sizes in zip(op.parts, parts, strict=True):
            shape = _numbers(shape_of(part))
            places = _places(shape_of(part))
            moved = ((*at[:dim], at[dim] + start, *at[dim + 1 :]) for at in places)
            elements.update(zip(moved, sizes or (), strict=True))
            start += shape[dim]
        return [elements[at] for at in _places(shape_of(op.result))]

    def _computed(self, maker: object) -> list[Dim] | None:
        """Return the known elements of the result of an op that computes with sizes."""
        if isinstance(maker, ReduceOp) and maker.kind.value == "product" and product(shape_of(maker.result)) == 1:
            factors = self.sizes(maker.source)
            return [product(factors)] if factors is not None else None
        if isinstance(maker, SelectOp):
            return self._selected(maker)
        if isinstance(maker, NegOp):
            return [subtract(0, size) for size in self.sizes(maker.operand) or []]
        if isinstance(maker, ReluOp):
            return [_larger(size, 0) for size in self.sizes(maker.operand) or []]
        compute = _COMPUTATIONS.get(type(maker))
        if compute is None or not isinstance(maker, NumberBinaryOp):
            return None
        lhs, rhs = self.sizes(maker.lhs), self.sizes(maker.rhs)
        if lhs is None or rhs is None:
            return None
        return [compute(a, b) for a, b in zip(lhs, rhs, strict=True)]

    def _selected(self, op: SelectOp) -> list[Dim] | None:
        """Return the known elements of a choice, where it follows from comparing sizes, or does not matter."""
        on_true, on_false = self.sizes(op.on_true), self.sizes(op.on_false)
        if on_true is None or on_false is None:
            return None
        choices = zip(self._truths(op.condition, len(on_true)), on_true, on_false, strict=True)
        return [(a if a == b else None) if truth is None else a if truth else b for truth, a, b in choices]

    def _truths(self, condition: Value, count: int) -> list[bool | None]:
        """Return which elements of a condition hold, as far as that is known."""
        constant, maker = constant_of(condition), condition.defining_op
        if isinstance(constant, DenseElementsAttr):
            return [bool(each) for each in constant.ints()]
        if isinstance(maker, CompareOp):
            lhs, rhs = self.sizes(maker.lhs), self.sizes(maker.rhs)
            if lhs is not None and rhs is not None:
                return [_holds(maker.predicate, a, b) for a, b in zip(lhs, rhs, strict=True)]
        return [None] * count


Place = Callable[[tuple[int, ...]], Sequence[int]]
"""The place in the source of an op of the element at a place of its result."""


def _place_in_source(op: BroadcastOp | ReverseOp | SliceOp | TransposeOp) -> Place | None:
    """Return where elements of the result are in the source; `None` where that is not known."""
    shape = _numbers(shape_of(op.source))
    if isinstance(op, BroadcastOp):
        return lambda at: [at[dim] if size != 1 else 0 for dim, size in zip(op.dims.elements, shape, strict=True)]
    if isinstance(op, ReverseOp):
        reversed_dims = set(op.dims.elements)
        return lambda at: [shape[dim] - 1 - n if dim in reversed_dims else n for dim, n in enumerate(at)]
    if isinstance(op, TransposeOp):
        return lambda at: [at[op.order.elements.index(dim)] for dim in range(len(shape))]
    starts, strides = op.starts.entries, op.strides.elements
    if not all(isinstance(start, int) for start in starts):
        return None
    first = _numbers(starts)
    return lambda at: [start + n * step for start, n, step in zip(first, at, strides, strict=True)]


def _numbers(sizes: Sequence[Dim]) -> list[int]:
    """Return the numbers among sizes, which are all of them where it is called."""
    return [size for size in sizes if isinstance(size, int)]


def _places(shape: Shape) -> Iterable[tuple[int, ...]]:
    """Iterate over the places of a tensor, in the order of its elements."""
    return itertools.product(*map(range, _numbers(shape)))


def _row_major(place: Sequence[int], shape: Sequence[int]) -> int:
    """Return the number of an element in the order of all."""
    number = 0
    for index, size in zip(place, shape, strict=True):
        number = number * size + index
    return number


def _holds(predicate: PredicateAttr, a: Dim, b: Dim) -> bool | None:
    """Return whether a predicate holds of two sizes, whatever the names stand for; `None` if that is not known."""
    if are_equal(a, b):
        return predicate.holds_of_equals
    if surely_more(a, b):
        return predicate.value in ("ne", "gt", "ge")
    if surely_more(b, a):
        return predicate.value in ("ne", "lt", "le")
    if surely_at_most(a, b) and predicate.value in ("le", "gt"):
        return predicate.value == "le"
    if surely_at_most(b, a) and predicate.value in ("ge", "lt"):
        return predicate.value == "ge"
    return None


def _divided(a: Dim, b: Dim) -> Dim:
    """The quotient, where rounding towards zero is rounding down."""
    return floor_divide(a, b) if isinstance(b, int) and surely_at_most(0, a) else None


def _smaller(a: Dim, b: Dim) -> Dim:
    return a if surely_at_most(a, b) else b if surely_at_most(b, a) else None


def _larger(a: Dim, b: Dim) -> Dim:
    return b if surely_at_most(a, b) else a if surely_at_most(b, a) else None


_COMPUTATIONS: dict[type, Callable[[Dim, Dim], Dim]] = {
    AddOp: add,
    SubOp: subtract,
    MulOp: multiply,
    DivOp: _divided,
    MinimumOp: _smaller,
    MaximumOp: _larger,
}


@canonicalization(SliceOp)
def ask_for_one_size(op: SliceOp, rw: Rewriter) -> Match:
    """slice(shape(x), [i] to [i + 1]) -> reshape(dim(x, i)).  Terminates: removes a slice."""
    asked, start = op.source.defined_by(ShapeOp), op.starts.entries[0] if op.starts.entries else None
    if asked is None or not isinstance(start, int) or not are_equal(1, shape_of(op.result)[0]):
        return rw.no_match("not one entry of a shape")
    size = rw.insert_before(op, DimOp(asked.source, int_attr(start)))
    return rw.replace(op, ReshapeOp(size.result, op.result.type))


# -- Sizes that types do not need --------------------------------------------------------------------------------------

SizedOp = BroadcastOp | DynamicSliceOp | IotaOp | ReshapeOp


@canonicalization(BroadcastOp, DynamicSliceOp, IotaOp, ReshapeOp)
def sizes_from_the_type(op: SizedOp, rw: Rewriter) -> Match:
    """f(x) sizes(s) : T -> f(x) : T, where the type T says all sizes.  Terminates: removes an operand."""
    if op.sizes is None:
        return rw.no_match("there is no operand for sizes")
    if None in shape_of(op.result):
        return rw.no_match("the type does not say all sizes")
    assert isinstance(op.result.type, TensorType)
    return rw.replace(op, _with_type(op, op.result.type, None))


@canonicalization(BroadcastOp, DynamicSliceOp, IotaOp, ReshapeOp)
def sizes_that_are_known(op: SizedOp, rw: Rewriter) -> Match:
    """f(x) sizes(s) : T -> with_shape(f(x) sizes(s) : U) : T, where U says more, as what s is made of tells.

    Terminates: U has fewer unknown sizes."""
    wanted = shape_of(op.result)
    if op.sizes is None or None not in wanted:
        return rw.no_match("there are no sizes to be found out")
    sizes = sizes_in(op.sizes)
    if sizes is None or len(sizes) != len(wanted):
        return rw.no_match("nothing is known about the sizes")
    if isinstance(op, ReshapeOp):
        sizes = _without_minus_one(sizes, shape_of(op.source))
    better = tuple(new if old is None else old for old, new in zip(wanted, sizes, strict=True))
    if better == wanted or not _fits(op, better):
        return rw.no_match("nothing more is known about the sizes, or they do not fit")
    new_op = rw.insert_before(op, _with_type(op, tensor_of(better, element_of(op.result)), op.sizes))
    return rw.replace(op, WithShapeOp(new_op.result, op.result.type))


def _without_minus_one(sizes: Sequence[Dim], source: Shape) -> list[Dim]:
    """Sizes for a reshape, with what -1 stands for, if that can be told."""
    if -1 not in sizes:
        return [None if isinstance(size, int) and size < 0 else size for size in sizes]
    place = list(sizes).index(-1)
    others = [*sizes[:place], *sizes[place + 1 :]]
    return [*sizes[:place], quotient(source, others), *sizes[place + 1 :]]


def _fits(op: SizedOp, sizes: Shape) -> bool:
    """Return whether the op's rules allow these sizes: what breaks them stops the program, and is left to do so."""
    if any(surely_more(0, size) for size in sizes):
        return False
    if isinstance(op, BroadcastOp):
        source = zip(shape_of(op.source), op.dims, strict=True)
        return all(size in (1, None) or sizes[dim] in (None, size) for size, dim in source)
    if isinstance(op, DynamicSliceOp):
        return not any(surely_more(a, b) for a, b in zip(sizes, shape_of(op.source), strict=True))
    return not isinstance(op, ReshapeOp) or None in sizes or may_be_as_many(shape_of(op.source), sizes)


def _with_type(op: SizedOp, type: TensorType, sizes: Value | None) -> SizedOp:
    """Return the same op with another result type and other sizes."""
    if isinstance(op, BroadcastOp):
        return BroadcastOp(op.source, op.dims, type, sizes=sizes)
    if isinstance(op, DynamicSliceOp):
        return DynamicSliceOp(op.source, op.starts, type, sizes=sizes)
    if isinstance(op, IotaOp):
        return IotaOp(op.dim, type, sizes=sizes)
    return ReshapeOp(op.source, type, sizes=sizes)
