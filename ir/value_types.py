"""The types of all values in an op, each once."""

from __future__ import annotations

from .attributes import Type
from .operations import Operation


def ops_by_value_type(root: Operation) -> dict[Type, Operation]:
    """Return the types of results and of arguments of blocks, each with the first op that has such a value."""
    first: dict[Type, Operation] = {}
    for op in root.walk():
        for result in op.results:
            first.setdefault(result.type, op)
        for region in op.regions:
            for block in region.blocks:
                for argument in block.args:
                    first.setdefault(argument.type, op)
    return first
