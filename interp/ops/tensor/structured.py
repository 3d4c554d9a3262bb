"""The meaning of `tensor`'s structured ops: one point of the grid after the other, in row-major order.

A named op means what its `tensor.generic` form does. On memrefs elements are read and written one by one; a kernel on
memrefs works on copies of their contents and writes its results at the end.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from dlc.dialects import tensor as dialect
from dlc.interp.errors import Fault
from dlc.interp.memory import MemRef
from dlc.interp.semantics import Enter, Kernel, Machine, Nullary, RegionRun, semantics
from dlc.interp.values import POISON, Elements, positions, scalar_width
from dlc.ir import Block, Region, Type, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr, AffineMap
from dlc.ir.builtin_types import ShapedType


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
    types = [value.type for value in op.operands[count:]]

    def run(*operands: Any) -> RegionRun:
        columns = grid.positions(operands)
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
        return _results(types, outputs)

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

    def positions(self, operands: Sequence[Any]) -> list[list[tuple[int, ...]] | None]:
        """Return the element that each point touches, for each operand that has elements; all of them exist."""
        shapes = [_shape(value) for value in operands]
        self.sizes = tuple(shapes[operand][dim] for operand, dim in self.sources)
        rows = zip(self.maps, shapes, self.shaped, strict=True)
        return [self._places(map, shape) if shaped else None for map, shape, shaped in rows]

    def _places(self, map: AffineMap, shape: Sequence[int]) -> list[tuple[int, ...]]:
        for expr, size in zip(map.results, shape, strict=True):
            if isinstance(expr, AffineDimExpr) and self.sizes[expr.position] != size:
                raise Fault(f"has operands whose sizes disagree: {self.sizes[expr.position]} and {size}")
        if not map.results:
            return [()] * self.count
        columns = [self._indices(expr) for expr in map.results]
        places = list(zip(*columns, strict=True))
        for column, size in zip(columns, shape, strict=True):
            if column and not 0 <= min(column) <= max(column) < size:
                raise Fault(f"reaches {_first_outside(places, shape)} in sizes {list(shape)}")
        return places

    def _indices(self, expr: AffineExpr) -> list[int]:
        """The values of an expression at all points, computed once for those that differ in other dimensions only."""
        used = set(expr.used_dims())
        if isinstance(expr, AffineDimExpr):
            column: Any = np.arange(self.sizes[expr.position])
        else:
            points = itertools.product(*(range(size if dim in used else 1) for dim, size in enumerate(self.sizes)))
            column = np.array([expr.evaluate(point) for point in points], object)
        column = column.reshape([size if dim in used else 1 for dim, size in enumerate(self.sizes)])
        return np.broadcast_to(column, self.sizes).ravel().tolist()


def _first_outside(places: Sequence[Sequence[int]], shape: Sequence[int]) -> list[int]:
    """The first place that a shape does not have."""
    are_inside = (all(0 <= at < size for at, size in zip(place, shape, strict=True)) for place in places)
    return list(next(place for place, is_inside in zip(places, are_inside, strict=True) if not is_inside))


def _shape(value: Any) -> tuple[int, ...]:
    if isinstance(value, Elements):
        return value.shape
    return tuple(value.sizes) if isinstance(value, MemRef) else ()


def _rows(columns: Sequence[Any], count: int) -> Any:
    """Return the rows as tuples; empty tuples if there are none."""
    return zip(*columns) if columns else itertools.repeat((), count)  # noqa: B905 (a scalar has no end)


def _input(value: Any, places: list[tuple[int, ...]] | None) -> Any:
    """The elements that the points see, in order."""
    if places is None:
        return itertools.repeat(value)
    read = value.item if isinstance(value, Elements) else value.load
    return (read(place) for place in places)


class _Output:
    """An output that is being computed: a copy of a tensor, or a memref itself."""

    def __init__(self, value: Any) -> None:
        self.memref = value if isinstance(value, MemRef) else None
        self.items: dict[tuple[int, ...], Any] = {}
        self.start: Any = value

    def read(self, place: tuple[int, ...]) -> Any:
        if self.memref is not None:
            return read_if_written(self.memref, place)
        written = self.items.get(place)
        return written if written is not None else self.start.item(place)

    def write(self, place: tuple[int, ...], item: Any) -> None:
        if self.memref is not None:
            self.memref.store(place, item)
        else:
            self.items[place] = item


def _results(types: Sequence[Type], outputs: Sequence[_Output]) -> Any:
    results: list[Elements] = []
    for type, output in zip(types, outputs, strict=True):
        if output.memref is None:
            shape = output.start.shape
            items = [output.read(place) for place in positions(*shape)]
            results.append(Elements.of(items, shape, scalar_width(type)))
    return results[0] if len(results) == 1 else results
