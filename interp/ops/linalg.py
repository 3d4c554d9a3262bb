"""The meanings of `linalg`: structured ops run like those of `tensor`, by their maps and bodies."""

from __future__ import annotations

from dlc.dialects import linalg
from dlc.interp.errors import Fault
from dlc.interp.ops.graph.arrays import kernel_of
from dlc.interp.ops.graph.normalization import softmax_along
from dlc.interp.ops.tensor.structured import run_points
from dlc.interp.semantics import Kernel, Leave, Machine, Nullary, semantics
from dlc.interp.values import Array

STRUCTURED = [kind for kind in linalg.DIALECT.ops.values() if issubclass(kind, linalg.LinalgOp)]


@semantics(*STRUCTURED)
def structured(op: linalg.LinalgOp, machine: Machine) -> Kernel:
    """The body at each point."""
    return run_points(op, op.scalar_body, len(op.ins), machine)


@semantics(linalg.SoftmaxOp)
def softmax(op: linalg.SoftmaxOp, machine: Machine) -> Kernel:
    """Parts of a whole along one dimension."""
    dims = (op.dimension.value,)

    def run(source: Array, target: Array) -> Array:
        del target  # it has the shape of the result
        if not op.results:
            raise Fault("has a meaning for tensors only")
        return softmax_along(dims, source)

    return kernel_of(op, machine, run)


@semantics(linalg.IndexOp)
def index(op: linalg.IndexOp, machine: Machine) -> Nullary:
    """Return the current index of a loop."""
    dim = op.dim.value
    return lambda: machine.grid_point[dim]


@semantics(linalg.YieldOp)
def leave_body(op: linalg.YieldOp, machine: Machine) -> Kernel:
    """Hand the new elements to the op around the body."""
    del machine
    return lambda *values: Leave(op, values)
