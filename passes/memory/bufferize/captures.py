"""Tensors from outside that kernels use without taking them as inputs: seldom, so they are looked for from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dlc.dialects import tensor
from dlc.ir import Block, Operation, Value

from .buffers import is_tensor

Capture = tuple[int, Operation, int]
"""The depth inside a kernel of an op that uses a tensor from outside, the op, and the operand's index."""


def captures_in(ops: Iterable[Operation]) -> dict[Operation, list[Capture]]:
    """Return the captures of each kernel, for the ops of a function around its kernels."""
    captures: dict[Operation, list[Capture]] = {}
    for op in ops:
        for result in op.results:
            if is_tensor(result):
                _add_captures(result, op.parent, captures)
        if op.regions and tensor.is_open(op):
            for block, argument in _arguments_in(op):
                if is_tensor(argument):
                    _add_captures(argument, block, captures)
    return captures


def _arguments_in(op: Operation) -> Iterator[tuple[Block, Value]]:
    return ((block, argument) for block in op.blocks for argument in block.args)


def _add_captures(value: Value, home: Block | None, captures: dict[Operation, list[Capture]]) -> None:
    for user, position in value.uses:
        block, depth = user.parent, 0
        while block is not home and block is not None:
            owner = block.parent_op
            depth += 1
            if type(owner) is tensor.KernelOp:
                captures.setdefault(owner, []).append((depth, user, position))
            block = owner.parent if owner is not None else None
