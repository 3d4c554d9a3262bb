"""Values that are put back in place: which dimension of a tensor each dimension of what it is made from runs along.

A recognizer of softmax or of a normalization meets `broadcast(reduce(x))` beside `x`, with reshapes, transposes and
functions of each element in between. It may replace them only if each dimension that the reduction leaves runs along
its own dimension of `x` again; sizes alone do not tell, because dimensions may have the same size.
"""

from __future__ import annotations

from typing import NamedTuple

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Operation, Value
from dlc.ir.sizes import Dim, Shape


class Placed(NamedTuple):
    """A value from which a tensor is made by repeating, reshaping, transposing, and functions of each element."""

    value: Value
    dims: tuple[int | None, ...]
    """By dimension of the value, the dimension of the tensor that it runs along; `None` if it has one element."""

    @classmethod
    def of(cls, tensor: Value) -> Placed:
        """Return what a tensor is made from by repeating, reshaping and transposing."""
        return cls(tensor, tuple(range(len(shape_of(tensor)))))._unplaced()

    def before(self, *kinds: type[Operation]) -> Placed | None:
        """Return what the operand of a function of each element is made from; `None` if the value is no such result."""
        maker = self.value.defining_op
        return self.made_from(maker.operands[0]) if isinstance(maker, kinds) else None

    def made_from(self, operand: Value) -> Placed:
        """Return what an operand is made from that has the sizes of the value."""
        return Placed(operand, self.dims)._unplaced()

    def reduction(self, kind: str, shape: Shape) -> graph.ReduceOp | None:
        """Return the reduction of a tensor of a shape that the value is, if it comes back to its own place there."""
        op = self.value.defined_by(graph.ReduceOp)
        if op is None or op.kind.value != kind or shape_of(op.source) != shape:
            return None
        all_dims = range(len(shape))
        left = all_dims if op.keep_dims is not None else [dim for dim in all_dims if dim not in op.dims.elements]
        own = zip(left, self.dims, strict=True)
        in_place = all(dim == place or shape[dim] == 1 or dim in op.dims.elements for dim, place in own)
        return op if in_place else None

    def _unplaced(self) -> Placed:
        current = self
        while (source := current._origin()) is not None:
            current = source
        return current

    def _origin(self) -> Placed | None:
        op = self.value.defining_op
        if isinstance(op, graph.BroadcastOp):
            wide, narrow = shape_of(op.result), shape_of(op.source)
            pairs = zip(op.dims, narrow, strict=True)
            return Placed(op.source, tuple(self.dims[dim] if _same(wide[dim], size) else None for dim, size in pairs))
        if isinstance(op, graph.TransposeOp):
            places = dict(zip(op.order, self.dims, strict=True))
            return Placed(op.source, tuple(places[dim] for dim in range(len(places))))
        if isinstance(op, graph.ReshapeOp) and _differ_in_ones(shape_of(op.source), shape_of(op.result)):
            places = iter([place for place, size in zip(self.dims, shape_of(op.result), strict=True) if size != 1])
            return Placed(op.source, tuple(None if size == 1 else next(places) for size in shape_of(op.source)))
        return None


def _same(wide: Dim, narrow: Dim) -> bool:
    """Return whether a dimension is not repeated; one of unknown size is not, if it ends up beside its own source."""
    return narrow != 1 or wide == 1


def _differ_in_ones(source: Shape, result: Shape) -> bool:
    """Return whether a reshape only adds and removes dimensions of size 1."""
    sizes = [size for size in source if size != 1]
    return sizes == [size for size in result if size != 1] and sizes.count(None) <= 1
