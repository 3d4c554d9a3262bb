"""The ops of a kernel that are not structured ops: they leave it before it becomes loops.

Scalars that depend on no element of the kernel are computed before it, and so are sizes of its tensors. Casts of
tensors are looked through. Any other op on tensors cannot be a part of loops, and is refused.
"""

from __future__ import annotations

from collections.abc import Iterable

from dlc.dialects import memref, tensor
from dlc.ir import BlockArgument, Builder, IntegerAttr, Operation, Value
from dlc.ir.builtin_types import TensorType, UnrankedTensorType
from dlc.ir.values import constant_of

from ..rewriting.cannot_lower import CannotLower
from ..rewriting.entry_constants import EntryConstants
from .plan import uncast

UNKNOWN_DIM = -1
"""Stands for a dimension that is only known at run time."""


def clear(kernel: tensor.KernelOp, constants: EntryConstants) -> None:
    """Leave only structured ops and empty tensors in a kernel on memrefs; raises `CannotLower`."""
    for op in list(kernel.body.entry.ops):
        if tensor.is_structured(op):
            _check_operands(op, kernel)
            if op.regions:
                _clear_body(op, kernel, constants)
        elif isinstance(op, tensor.DimOp):
            _compute_size_before(op, kernel, constants)
        elif isinstance(op, tensor.CastOp):
            _look_through(op)
        elif type(op) is not tensor.YieldOp and type(op) is not tensor.EmptyOp:
            _move_in_front(op, kernel)


def _clear_body(op: tensor.StructuredOp, kernel: tensor.KernelOp, constants: EntryConstants) -> None:
    for each in dict.fromkeys([user for user, _ in tensor.tensors_in_body(op)]):
        if isinstance(each, tensor.DimOp):
            _compute_size_before(each, kernel, constants)
        elif isinstance(each, tensor.CastOp):
            _look_through(each)
        elif not isinstance(each, tensor.ExtractOp):
            raise CannotLower("is on tensors, but stands in a body that becomes a part of loops", each)


def _has_tensors(values: Iterable[Value]) -> bool:
    return any(isinstance(value.type, (TensorType, UnrankedTensorType)) for value in values)


def _check_operands(op: tensor.StructuredOp, kernel: tensor.KernelOp) -> None:
    inside = kernel.body.entry
    for value in op.operands:
        if value.parent_block is inside or type(value.type) is not TensorType:  # casts inside are gone by now
            continue
        source = uncast(value)
        if type(source.defining_op) is not tensor.EmptyOp and type(source.defining_op) is not tensor.FillOp:
            raise CannotLower(
                f"uses a tensor of type '{source.type}' that is not one of its kernel's: "
                f"it needs a buffer before it can become loops (bufferize)",
                op,
            )


def _look_through(op: tensor.CastOp) -> None:
    op.results[0].replace_all_uses_with(op.source)
    op.erase()


def _move_in_front(op: Operation, kernel: tensor.KernelOp) -> None:
    """Let a scalar be computed before the loops."""
    if any(_has_tensors((*each.operands, *each.results)) for each in op.walk()):
        raise CannotLower("is on tensors, but is not a structured op, and stands in a kernel that becomes loops", op)
    op.detach()
    Builder.before(kernel).insert(op)


def _compute_size_before(op: tensor.DimOp, kernel: tensor.KernelOp, constants: EntryConstants) -> None:
    """Replace an op by the size that the tensor was created with, or by that of the memref that holds it."""
    attr = constant_of(op.index)
    dim = attr.value if isinstance(attr, IntegerAttr) else UNKNOWN_DIM
    size, source = tensor.known_size(op.source, dim)
    if size is None:
        number = op.index if dim == UNKNOWN_DIM else constants.index(dim)
        if (
            not isinstance(source, BlockArgument)
            or source.owner is not kernel.body.entry
            or not _is_outside(number, kernel)
        ):
            raise CannotLower("queries a size that is not known before the kernel", op)
        size = Builder.before(kernel).insert(memref.DimOp(kernel.operands[source.index], number)).results[0]
    op.results[0].replace_all_uses_with(size if isinstance(size, Value) else constants.index(size))
    op.erase()


def _is_outside(value: Value, kernel: tensor.KernelOp) -> bool:
    """Return whether a value is defined outside a kernel."""
    region = value.parent_block.parent if value.parent_block is not None else None
    return region is not None and region is not kernel.body and not kernel.body.is_proper_ancestor_of(region)
