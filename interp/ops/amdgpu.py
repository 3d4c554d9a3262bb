"""The meaning of `amdgpu`: products of matrices that the threads of a subgroup hold.

A product is the sum of all its terms, rounded once. Hardware rounds sums of several terms, in an order that is not
specified.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import amdgpu as dialect
from dlc.ir import Type
from dlc.ir.builtin_types import VectorType

from ..errors import Fault
from ..gpu_threads import Block, Thread
from ..matrices import cut_to_tf32, divided, whole
from ..semantics import Kernel, Machine, Meeting, semantics
from ..values import Elements, scalar_width
from .gpu import AGREEMENTS, Asked


@semantics(dialect.WmmaOp, dialect.MfmaOp)
def meet_subgroup(op: dialect.ProductOp, machine: Machine) -> Kernel:
    """Meet the subgroup with all operands, and get this thread's sums."""
    del machine

    def run(*operands: Any) -> Asked:
        return (yield Meeting(op, operands))

    return run


def _multiplied(block: Block, group: Sequence[Thread]) -> Sequence[Any]:
    """Return the fragments of a product plus the third operand."""
    del block
    waiting = [thread.waits for thread in group if thread.waits is not None]
    op: dialect.ProductOp = waiting[0].op  # type: ignore[assignment]
    layout, type = op.layout, op.results[0].type
    assert layout is not None, "the verifier has found one"
    assert isinstance(type, VectorType)
    if len(group) != layout.subgroup:
        raise Fault(f"is executed by {len(group)} threads of a subgroup, but expects {layout.subgroup}")
    element, rows = op.element, (dialect.SIDE, layout.k)
    fragments = list(zip(*(each.value for each in waiting), strict=True))
    a, b = (
        whole([_as_vector(each, element) for each in operand], layout.operand, rows, element)
        for operand in fragments[:2]
    )
    if isinstance(op, dialect.MfmaOp) and op.reducePrecision is not None:
        a, b = cut_to_tf32(a), cut_to_tf32(b)
    c = whole(fragments[2], layout.sums, (dialect.SIDE, dialect.SIDE), type.element_type)
    return divided(a @ b.T + c, layout.sums, layout.subgroup, type)


def _as_vector(value: Any, element: Type) -> Elements:
    """Return what a thread holds of an operand; a single element as a vector of it."""
    return value if isinstance(value, Elements) else Elements.of([value], (1,), scalar_width(element))


AGREEMENTS.update({"amdgpu.wmma": _multiplied, "amdgpu.mfma": _multiplied})
