"""Scopes for loops whose bounds are computed where they could not be bounds.

The bound of a `loop.for` must be a dimension or symbol (`dialects.loop.scopes`), and the size of a memref that another
loop carries is neither. Inside a `loop.when` it is a symbol, since such a region is a scope and the size is defined
outside of it. So loops over such sizes are put into a `loop.when` that always runs.
"""

from __future__ import annotations

from collections.abc import Iterable

from dlc.dialects import arith, loop, tensor
from dlc.dialects.loop.scopes import is_top_level
from dlc.ir import Block, Builder, InsertionPoint, Operation, Value
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, i1


def can_be_bounds(sizes: Iterable[int | Value], block: Block) -> bool:
    """Return whether all indices can be bounds of loops in a block."""
    values = [size for size in sizes if isinstance(size, Value)]
    if not values:
        return True
    scope = loop.scope_of_region(block.parent)
    return all(loop.is_valid_dim(value, scope) for value in values)


def open_scope(b: Builder) -> None:
    """Go into a new scope, at its end; it stands where `b` was."""
    true = b.insert(arith.ConstantOp(int_attr(1, i1))).results[0]
    scope = b.insert(loop.WhenOp.on(true, location=b.location))
    scope.then_block.append(loop.YieldOp.of())
    b.point = InsertionPoint(scope.then_block, scope.then_block.last)


def give_scope(op: tensor.KernelOp | tensor.StructuredOp | Operation) -> None:
    """Put an op on memrefs into a scope of its own, if its loops could not have the bounds that they need."""
    block = op.parent
    if block is None or loop.affine_scope(op) is block.parent or not _has_unclear_sizes(op, block):
        return
    builder = Builder.before(op)
    open_scope(builder)
    op.detach()
    builder.insert(op)


def _has_unclear_sizes(op: Operation, block: Block) -> bool:
    for value in op.operands:
        if isinstance(value.type, MemRefType) and DYNAMIC in value.type.shape and not is_top_level(value):
            definer = value.defining_op
            sizes = getattr(definer, "dynamicSizes", None)
            if sizes is None or not can_be_bounds(sizes, block):
                return True
    empties = [each for each in op.walk() if isinstance(each, tensor.EmptyOp)] if op.regions else []
    return not all(can_be_bounds(empty.dynamicSizes, block) for empty in empties)
