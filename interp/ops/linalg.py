"""The meanings of `linalg`: structured ops run like those of `tensor`, by their maps and bodies."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlc.dialects import linalg
from dlc.interp.errors import Fault
from dlc.interp.ops.graph.arrays import from_array, to_array
from dlc.interp.ops.graph.normalization import softmax_along
from dlc.interp.ops.tensor.structured import run_points
from dlc.interp.semantics import Kernel, Leave, Machine, Nullary, semantics

STRUCTURED = [kind for kind in linalg.DIALECT.ops.values() if issubclass(kind, linalg.LinalgOp)]


@semantics(*STRUCTURED)
def structured(op: linalg.LinalgOp, machine: Machine) -> Kernel:
    """The body at each point."""
    return run_points(op, op.scalar_body, len(op.ins), machine)


@semantics(linalg.SoftmaxOp)
def softmax(op: linalg.SoftmaxOp, machine: Machine) -> Kernel:
    """Parts of a whole along one dimension."""
    dims, input, output = (op.dimension.value,), op.input.type, op.output.type

    def run(source: Any, target: Any) -> Any:
        del target  # it has the shape of the result, and its elements do not matter: they may be poison
        if not op.results:
            raise Fault("has a meaning for tensors only")
        with np.errstate(all="ignore"):
            return from_array(softmax_along(dims, to_array(source, input)), output, machine.sizes)

    return run


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
