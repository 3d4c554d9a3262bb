"""The meanings of `linalg`: structured ops run like those of `tensor`, by their maps and bodies."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlc.dialects import linalg
from dlc.interp.ops.graph.arrays import from_array, to_array
from dlc.interp.ops.graph.normalization import softmax_along
from dlc.interp.ops.memref.checks import used_memref
from dlc.interp.ops.tensor.structured import run_points
from dlc.interp.semantics import Kernel, Leave, Machine, Nullary, semantics
from dlc.ir.builtin_types import MemRefType, TensorType

STRUCTURED = [kind for kind in linalg.DIALECT.ops.values() if issubclass(kind, linalg.LinalgOp)]


@semantics(*STRUCTURED)
def structured(op: linalg.LinalgOp, machine: Machine) -> Kernel:
    """The body at each point."""
    return run_points(op, op.scalar_body, len(op.ins), machine)


@semantics(linalg.SoftmaxOp)
def softmax(op: linalg.SoftmaxOp, machine: Machine) -> Kernel:
    """Parts of a whole along one dimension."""
    dims, given = (op.dimension.value,), op.input.type
    is_memory = isinstance(given, MemRefType)
    type = TensorType(given.shape, given.element_type) if isinstance(given, MemRefType) else given

    def run(source: Any, target: Any) -> Any:
        elements = used_memref(source).contents() if is_memory else source
        with np.errstate(all="ignore"):
            computed = from_array(softmax_along(dims, to_array(elements, type)), type, machine.sizes)
        if not is_memory:
            return computed  # what the target holds does not matter: it may be poison
        used_memref(target).fill(computed)
        return None

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
