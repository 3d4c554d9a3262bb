"""Taking a region's body out of the op around it, if what is a dimension or symbol inside stays one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlc.dialects import arith
from dlc.ir import Block, Operation, Region, Value
from dlc.ir.affine import AffineMap
from dlc.ir.builtin_attributes import AffineMapAttr, IntegerAttr, int_attr
from dlc.ir.builtin_types import index
from dlc.ir.definition import counterpart, is_like
from dlc.ir.patterns import Match, Rewriter
from dlc.ir.values import constant_of

from .affine_if import IfOp
from .apply import ApplyOp
from .for_loop import ForOp
from .memory import AccessOp
from .parallel import ParallelOp
from .scopes import affine_scope, is_scope, is_valid_dim, is_valid_symbol

AffineUse = tuple[int, Sequence[Value]]
"""The number of dimensions, and the operands: dimensions first."""


def affine_uses(op: Operation) -> list[AffineUse]:
    """The operands of `op` that must be dimensions and symbols."""
    if is_like(op, ForOp):
        return [(op.lower_map.num_dims, op.lower_operands), (op.upper_map.num_dims, op.upper_operands)]
    if is_like(op, ParallelOp):
        return [(op.lower_map.num_dims, op.lower_operands), (op.upper_map.num_dims, op.upper_operands)]
    if isinstance(op, AccessOp):
        return [(op.affine_map.num_dims, op.indices)]
    if is_like(op, IfOp):
        return [(op.integer_set.num_dims, op.operands)]
    return []


def can_inline(block: Block, op: Operation, replacements: Mapping[Value, Value]) -> bool:
    """Return whether `block`, which is inside `op`, may stand where `op` stands, with values for some of its arguments.

    Where the parent of `op` is a scope itself, values at the top of the block are symbols as before.
    """
    parent = op.parent_op
    if parent is None:
        return False
    if is_scope(parent):
        return True
    scope = affine_scope(op)
    return all(uses_stay_valid(inner, scope, replacements) for inner in _ops_of_scope(block))


def uses_stay_valid(op: Operation, scope: Region | None, replacements: Mapping[Value, Value]) -> bool:
    """Return whether the dimensions and symbols of `op` are some in a scope after values have been replaced."""
    for num_dims, operands in affine_uses(op):
        for place, operand in enumerate(operands):
            value = replacements.get(operand, operand)
            if not (is_valid_dim(value, scope) if place < num_dims else is_valid_symbol(value, scope)):
                return False
    if is_like(op, ApplyOp):
        symbols = [replacements.get(each, each) for each in op.operands[op.affine_map.num_dims :]]
        return all(is_valid_symbol(each, scope) for each in symbols)
    return True


def _ops_of_scope(block: Block) -> list[Operation]:
    """The ops in a block and inside them, but not those in scopes of their own."""
    ops: list[Operation] = []
    pending = list(block.ops)
    while pending:
        op = pending.pop()
        ops.append(op)
        if not is_scope(op):
            pending += [inner for region in op.regions for nested in region.blocks for inner in nested.ops]
    return ops


def inline_and_replace(op: Operation, block: Block, arguments: Sequence[Value], rw: Rewriter) -> Match:
    """Put the body where `op` stands; what its terminator yields are the results."""
    terminator = block.last
    assert terminator is not None
    replaced: dict[Value, Value] = dict(zip(block.args, arguments, strict=True))
    yielded = [replaced.get(value, value) for value in terminator.operands]
    rw.erase(terminator)
    rw.inline_block_before(block, op, arguments)
    return rw.replace(op, yielded)


# -- Constants ---------------------------------------------------------------------------------------------------------


def constant_index(value: int) -> arith.ConstantOp:
    """An index as an op."""
    return arith.ConstantOp(int_attr(value, index))


def is_constant_index(value: Value, number: int) -> bool:
    """Return whether a value is known to be a number."""
    known = constant_of(value)
    return isinstance(known, IntegerAttr) and known.value == number


def bound_value(op: Operation, affine_map: AffineMap, operands: Sequence[Value], rw: Rewriter) -> Value:
    """The value of a map of one result before `op`."""
    if affine_map.is_constant:
        return rw.insert_before(op, constant_index(affine_map.single_constant_result)).results[0]
    return rw.insert_before(op, counterpart(op, ApplyOp)(AffineMapAttr(affine_map), operands)).result
