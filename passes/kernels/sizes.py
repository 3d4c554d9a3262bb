"""Equality of sizes in a kernel: the dimensions that provably have the same, unknown, size.

Loops say so: dimensions that one loop runs along are equally long. Two tensors of type `tensor<?xf32>` need not be.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import tensor
from dlc.ir import Value
from dlc.ir.affine import AffineDimExpr
from dlc.ir.builtin_types import DYNAMIC, ShapedType

Size = tuple[object, int] | Value
"""A dimension of a tensor, a loop of a structured op, or an index that is a size."""


class KernelSizes:
    """Classes of sizes that are the same, in one kernel."""

    def __init__(self, kernel: tensor.KernelOp) -> None:
        self._parents: dict[Size, Size] = {}
        entry = kernel.body.entry
        for argument, value in zip(entry.args, kernel.operands, strict=True):
            self._join_all(argument, value)
            self._note_empty(value)
        for op in entry.ops:
            if isinstance(op, tensor.StructuredOp):
                self._note_loops(op)
            elif isinstance(op, tensor.CastOp):
                self._join_all(op.results[0], op.source)

    def are_alike(self, first: Value, second: Value) -> bool:
        """Return whether two tensors provably have the same sizes."""
        return all(
            a == b if DYNAMIC not in (a, b) else self._root((first, dim)) == self._root((second, dim))
            for dim, (a, b) in enumerate(zip(first.shape, second.shape, strict=True))
        )

    def _note_loops(self, op: tensor.StructuredOp) -> None:
        for value, map in zip(op.operands, op.maps, strict=True):
            self._note_empty(value)
            for dim, expr in enumerate(map.results):
                if isinstance(expr, AffineDimExpr):
                    self._join((value, dim), (op, expr.position))
        for result, output in zip(op.results, op.outputs, strict=False):
            self._join_all(result, output)

    def _note_empty(self, value: Value) -> None:
        empty = value.defined_by(tensor.EmptyOp)
        sizes: Sequence[int | Value] = empty.mixed_sizes if empty is not None else ()
        for dim, size in enumerate(sizes):
            if isinstance(size, Value):
                self._join((value, dim), size)

    def _join_all(self, first: Value, second: Value) -> None:
        for dim in range(len(first.shape) if isinstance(first.type, ShapedType) else 0):
            self._join((first, dim), (second, dim))

    def _join(self, first: Size, second: Size) -> None:
        self._parents[self._root(first)] = self._root(second)

    def _root(self, size: Size) -> Size:
        while (parent := self._parents.get(size, size)) != size:
            self._parents[size] = self._parents.get(parent, parent)
            size = parent
        return size
