"""The meaning of `tensor`'s structured ops: one point of the grid after the other, in row-major order.

A named op means what its `tensor.generic` form does. On memrefs elements are read and written one by one; a kernel on
memrefs works on copies of their contents and writes its results at the end.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np

from dlc.dialects import tensor as dialect
from dlc.interp.errors import Fault
from dlc.interp.memory import MemRef
from dlc.interp.semantics import Enter, Kernel, Machine, Nullary, RegionRun, as_results, semantics
from dlc.interp.values import POISON, Array, Elements
from dlc.ir import Block, Region, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr, AffineMap
from dlc.ir.builtin_types import ShapedType

AT_ONCE = 1 << 14
"""The maximum number of points whose places are computed at a time."""


@semantics(dialect.IndexOp)
def index(op: dialect.IndexOp, machine: Machine) -> Nullary:
    """Return the current index along a dimension of the iteration space."""
    dim = op.dim.value
    return lambda: machine.grid_point[dim]


@semantics(dialect.GenericOp)
def generic(op: dialect.GenericOp, machine: Machine) -> Kernel:
    """The body at each point."""
    return run_points(op, op.body, len(op.inputs), machine)


def run_points(op: Gridded, body: Region, count: int, machine: Machine) -> Kernel:
    """Return the kernel that runs a body at each point; the first `count` operands are inputs."""
    grid = _Grid(op)
    steps = sum(1 for _ in body.first.ops) if body.first is not None else 0

    def run(*operands: Any) -> RegionRun:
        grid.measure(operands)
        machine.expect_steps(steps * grid.count)
        columns = grid.places(operands)
        inputs = [_input(value, places) for value, places in zip(operands[:count], columns[:count], strict=True)]
        outputs = [_Output(value) for value in operands[count:]]
        saved = machine.grid_point
        rows = zip(grid.points(), _rows(inputs, grid.count), _rows(columns[count:], grid.count))  # noqa: B905 (as below)
        for point, elements, places in rows:
            machine.grid_point = point
            old = [output.read(place) for output, place in zip(outputs, places, strict=True)]
            leave = yield Enter(body, [*elements, *old])
            for output, place, item in zip(outputs, places, leave.values, strict=True):
                output.write(place, item)
        machine.grid_point = saved
        return as_results([output.result for output in outputs if output.memref is None])

    return run


@semantics(dialect.FillOp, dialect.TransposeOp, dialect.BroadcastOp, dialect.ReduceOp, dialect.ContractOp)
def named(op: dialect.StructuredOp, machine: Machine) -> Kernel:
    """Run the generic form."""
    return generic(dialect.generic_form(op, Block(op.operand_types).args), machine)


class Gridded(Protocol):
    """An op with loops, and a map from their indices to the elements of each operand."""

    @property
    def operands(self) -> Sequence[Value]: ...
    @property
    def maps(self) -> Sequence[AffineMap]: ...
    def loop_sources(self) -> Sequence[tuple[Value, int] | None]: ...


def read_if_written(source: MemRef, position: Sequence[int]) -> Any:
    try:
        return source.load(position)
    except Fault:
        if not source.is_inside(position) or source.buffer.is_freed:
            raise
        return POISON


class _Grid:
    """The loops of one op: how large they are, and which elements each point touches."""

    def __init__(self, op: Gridded) -> None:
        self.maps: Sequence[AffineMap] = op.maps
        self.shaped = [isinstance(value.type, ShapedType) for value in op.operands]
        operands: list[Value] = list(op.operands)
        sources = [source for source in op.loop_sources() if source is not None]
        self.sources = [(operands.index(value), dim) for value, dim in sources]
        self.sizes: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """The number of points."""
        return int(np.prod(self.sizes, dtype=object)) if self.sizes else 1

    def points(self) -> Any:
        """The indices of the loops, the last one fastest."""
        return itertools.product(*map(range, self.sizes))

    def measure(self, operands: Sequence[Any]) -> None:
        """Set the sizes of the loops."""
        shapes = [_shape(value) for value in operands]
        self.sizes = tuple(shapes[operand][dim] for operand, dim in self.sources)

    def places(self, operands: Sequence[Any]) -> list[Iterator[tuple[int, ...]] | None]:
        """Return the element that each point touches, for each operand that has elements; all of them exist."""
        rows = zip(self.maps, operands, self.shaped, strict=True)
        columns = [self._columns(map, _shape(value)) if shaped else None for map, value, shaped in rows]
        return [self._walk(each) if each is not None else None for each in columns]

    def _columns(self, map: AffineMap, shape: Sequence[int]) -> list[Array]:
        """Return the index along each dimension of an operand."""
        for expr, size in zip(map.results, shape, strict=True):
            if isinstance(expr, AffineDimExpr) and self.sizes[expr.position] != size:
                raise Fault(f"has operands whose sizes disagree: {self.sizes[expr.position]} and {size}")
        columns = [self._column(expr) for expr in map.results]
        if all(self.sizes) and not all(
            column.min() >= 0 and column.max() < size for column, size in zip(columns, shape, strict=True)
        ):
            raise Fault(f"reaches {_first_outside(self._walk(columns), shape)} in sizes {list(shape)}")
        return columns

    def _column(self, expr: AffineExpr) -> Array:
        """The values of an expression at all points, kept once for those that differ in other dimensions only."""
        used = set(expr.used_dims())
        if isinstance(expr, AffineDimExpr):
            column: Any = np.arange(self.sizes[expr.position])
        else:
            points = itertools.product(*(range(size if dim in used else 1) for dim, size in enumerate(self.sizes)))
            column = np.array([expr.evaluate(point) for point in points], object)
        return column.reshape([size if dim in used else 1 for dim, size in enumerate(self.sizes)])

    def _walk(self, columns: Sequence[Array]) -> Iterator[tuple[int, ...]]:
        """Go through the points, the last index fastest, a part at a time: there may be more than memory holds."""
        count = self.count
        if not columns:
            return itertools.repeat((), count)
        whole = [np.broadcast_to(column, self.sizes) for column in columns]
        if count <= AT_ONCE:
            return zip(*(column.ravel().tolist() for column in whole), strict=True)
        return itertools.chain.from_iterable(self._part(whole, start) for start in range(0, count, AT_ONCE))

    def _part(self, columns: Sequence[Array], start: int) -> Iterator[tuple[int, ...]]:
        points = np.unravel_index(np.arange(start, min(start + AT_ONCE, self.count)), self.sizes)
        return zip(*(column[points].tolist() for column in columns), strict=True)


def _first_outside(places: Iterable[Sequence[int]], shape: Sequence[int]) -> list[int]:
    """The first place that a shape does not have."""
    are_inside = ((place, all(0 <= at < size for at, size in zip(place, shape, strict=True))) for place in places)
    return list(next(place for place, is_inside in are_inside if not is_inside))


def _shape(value: Any) -> tuple[int, ...]:
    if isinstance(value, Elements):
        return value.shape
    return tuple(value.sizes) if isinstance(value, MemRef) else ()


def _rows(columns: Sequence[Any], count: int) -> Any:
    """Return the rows as tuples; empty tuples if there are none."""
    return zip(*columns) if columns else itertools.repeat((), count)  # noqa: B905 (a scalar has no end)


def _input(value: Any, places: Iterator[tuple[int, ...]] | None) -> Any:
    """The elements that the points see, in order."""
    if places is None:
        return itertools.repeat(value)
    return map(value.item if isinstance(value, Elements) else value.load, places)


class _Output:
    """An output that is being computed: a copy of a tensor, or a memref itself."""

    def __init__(self, value: Any) -> None:
        self.memref: MemRef | None = value if isinstance(value, MemRef) else None
        start: Elements | None = None if isinstance(value, MemRef) else value
        self.bits: Array = start.bits.copy() if start is not None else np.zeros(0)
        self.poison: Array | None = start.mask() if start is not None and start.poison is not None else None

    @property
    def result(self) -> Elements:
        """The tensor that has been computed."""
        return Elements(self.bits, self.poison)

    def read(self, place: tuple[int, ...]) -> Any:
        if self.memref is not None:
            return read_if_written(self.memref, place)
        is_poison = self.poison is not None and self.poison[place]
        return POISON if is_poison else self.bits.item(place)

    def write(self, place: tuple[int, ...], item: Any) -> None:
        if self.memref is not None:
            self.memref.store(place, item)
            return
        is_poison = item is POISON
        if is_poison and self.poison is None:
            self.poison = np.zeros(self.bits.shape, bool)
        if self.poison is not None:
            self.poison[place] = is_poison
        self.bits[place] = 0 if is_poison else item
