"""Structural equivalence and hashing of IR: the same ops in the same order, whatever the values are called."""

from __future__ import annotations

from .blocks import Block, Region
from .operations import Operation
from .values import Value


def are_equivalent(a: Operation, b: Operation, *, locations: bool = False) -> bool:
    """Whether two ops, with all that they contain, differ at most in identity (and, unless asked, in locations).

    Values defined outside must be the same ones.
    """
    return _Comparison(locations).ops(a, b)


def fingerprint(op: Operation) -> int:
    """A hash that equivalent ops share, for comparing a module with itself before and after."""
    numbers: dict[Value, int] = {}
    blocks: dict[Block, int] = {}
    parts: list[object] = []
    for current in op.walk():
        for region in current._regions:
            for block in region.blocks:
                blocks[block] = len(blocks)
                for arg in block._args:
                    numbers[arg] = len(numbers)
        for result in current._results:
            numbers[result] = len(numbers)
    for current in op.walk():
        parts.append((current.name, tuple(sorted(current._properties.items())), tuple(sorted(current._attributes.items()))))
        parts.append(tuple(numbers.get(value, value) for value in current._operands))
        parts.append(tuple(result.type for result in current._results))
        parts.append(tuple(blocks.get(block, -1) for block in current._successors))
        for region in current._regions:
            parts.append(tuple(tuple(block.arg_types) for block in region.blocks))
    return hash(tuple(parts))


class _Comparison:
    def __init__(self, locations: bool) -> None:
        self.locations = locations
        self.values: dict[Value, Value] = {}
        self.blocks: dict[Block, Block] = {}

    def ops(self, a: Operation, b: Operation) -> bool:
        """Pair everything up first, so that references forward compare like those backward."""
        return self._pair_op(a, b) and all(self._same_references(x, y) for x, y in zip(a.walk(), b.walk(), strict=True))

    def _pair_op(self, root_a: Operation, root_b: Operation) -> bool:
        pending = [(root_a, root_b)]
        while pending:
            a, b = pending.pop()
            if not self._same_node(a, b):
                return False
            self.values.update(zip(a._results, b._results, strict=True))
            for region_a, region_b in zip(a._regions, b._regions, strict=True):
                if not self._pair_region(region_a, region_b, pending):
                    return False
        return True

    def _same_node(self, a: Operation, b: Operation) -> bool:
        return (
            a.name == b.name
            and a._properties == b._properties
            and a._attributes == b._attributes
            and len(a._operands) == len(b._operands)
            and len(a._regions) == len(b._regions)
            and len(a._successors) == len(b._successors)
            and [r.type for r in a._results] == [r.type for r in b._results]
            and (not self.locations or a.location is b.location)
        )

    def _pair_region(self, a: Region, b: Region, pending: list[tuple[Operation, Operation]]) -> bool:
        blocks_a, blocks_b = list(a.blocks), list(b.blocks)
        if len(blocks_a) != len(blocks_b):
            return False
        for block_a, block_b in zip(blocks_a, blocks_b, strict=True):
            ops_a, ops_b = list(block_a.ops), list(block_b.ops)
            if block_a.arg_types != block_b.arg_types or len(ops_a) != len(ops_b):
                return False
            self.blocks[block_a] = block_b
            self.values.update(zip(block_a._args, block_b._args, strict=True))
            pending += zip(ops_a, ops_b, strict=True)
        return True

    def _same_references(self, a: Operation, b: Operation) -> bool:
        values, blocks = self.values, self.blocks
        return all(values.get(x, x) is y for x, y in zip(a._operands, b._operands, strict=True)) and all(
            blocks.get(x, x) is y for x, y in zip(a._successors, b._successors, strict=True)
        )
