"""Sequences, which are lists of arrays, and optional values."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...problems import CannotImport
from .registry import HostNode, HostValue, on_host, only_element


@on_host("SequenceConstruct")
def construct(node: HostNode) -> list[HostValue]:
    """Return a sequence of the inputs."""
    return [list(node.inputs)]


@on_host("SequenceEmpty")
def empty(_node: HostNode) -> list[HostValue]:
    """Return a sequence without elements."""
    return [[]]


@on_host("SequenceInsert")
def insert(node: HostNode) -> list[HostValue]:
    """Return a sequence with one more tensor, at a position or at the end."""
    sequence = list(node[0])
    place = int(only_element(node[2])) if node.has_input(2) else len(sequence)
    if not -len(sequence) <= place <= len(sequence):
        raise CannotImport(f"the position must be in {-len(sequence)}..{len(sequence)}, but got {place}")
    sequence.insert(place, node[1])
    return [sequence]


@on_host("SequenceErase")
def erase(node: HostNode) -> list[HostValue]:
    """Return a sequence without the tensor at a position, or without the last one."""
    sequence = list(node[0])
    del sequence[_place(node.get(1), len(sequence)) if node.has_input(1) else -1]
    return [sequence]


@on_host("SequenceAt")
def at(node: HostNode) -> list[HostValue]:
    """Return the tensor at a position."""
    return [node[0][_place(node[1], len(node[0]))]]


def _place(position: Any, length: int) -> int:
    """Return a position that may be counted from the end."""
    place = int(only_element(position))
    if not -length <= place < length:
        raise CannotImport(f"the position must be in {-length}..{length - 1}, but got {place}")
    return place % length


@on_host("SequenceLength")
def length(node: HostNode) -> list[HostValue]:
    """Return the number of tensors."""
    return [np.asarray(len(node[0]), np.int64)]


@on_host("ConcatFromSequence")
def concat(node: HostNode) -> list[HostValue]:
    """Return the tensors of a sequence joined along a dimension, or stacked along a new one."""
    combine = np.stack if node.int("new_axis", 0) else np.concatenate
    return [combine([*node[0]], axis=node.int("axis"))]


@on_host("SplitToSequence")
def split(node: HostNode) -> list[HostValue]:
    """Return the parts of a tensor along a dimension."""
    x, axis = node[0], node.int("axis", 0)
    size = x.shape[axis]
    if not node.has_input(1):
        parts = np.split(x, size, axis)
        return [[part if node.int("keepdims", 1) else part.squeeze(axis) for part in parts]]
    lengths = node[1]
    if np.ndim(lengths) == 0:
        step = int(lengths)
        if step < 1:
            raise CannotImport(f"the length of parts must be positive, but got {step}")
        return [np.split(x, list(range(step, size, step)), axis)]
    return [np.split(x, np.cumsum(lengths)[:-1], axis)]


@on_host("Optional")
def optional(node: HostNode) -> list[HostValue]:
    """Return the input, or an optional value that is missing."""
    return [node.get(0)]


@on_host("OptionalHasElement")
def has_element(node: HostNode) -> list[HostValue]:
    """Return whether an optional value is there."""
    return [np.asarray(node.get(0) is not None)]


@on_host("OptionalGetElement")
def get_element(node: HostNode) -> list[HostValue]:
    """Return an optional value."""
    if node.get(0) is None:
        raise CannotImport("the optional value is missing")
    return [node[0]]


@on_host("Identity")
def identity(node: HostNode) -> list[HostValue]:
    """Return the input."""
    return [node.get(0)]
