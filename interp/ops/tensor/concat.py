"""The meaning of `tensor.concat`."""

from __future__ import annotations

import numpy as np

from dlc.dialects import tensor as dialect
from dlc.interp.errors import Fault
from dlc.interp.semantics import Kernel, Machine
from dlc.interp.values import (
    Elements,
    checked_sizes,
    joined,
    scalar_width,
)

from .values import checked_tensor, tensor_semantics


@tensor_semantics(dialect.ConcatOp)
def concat(op: dialect.ConcatOp, machine: Machine) -> Kernel:
    """Concatenate the inputs."""
    del machine
    dim, type = op.dim.value, op.result.type

    def run(*inputs: Elements) -> Elements:
        others = {(*part.shape[:dim], *part.shape[dim + 1 :]) for part in inputs}
        if len(others) > 1:
            raise Fault(f"puts sizes {' and '.join(str(list(part.shape)) for part in inputs)} together along {dim}")
        sizes = [sum(part.shape[dim] for part in inputs), *next(iter(others))]
        checked_sizes(sizes, scalar_width(type))
        return checked_tensor(joined(inputs, lambda arrays: np.concatenate(arrays, dim)), type)

    return run
