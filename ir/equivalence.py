"""Structural equivalence and hashing of IR: the same ops in the same order, whatever the values are called."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import starmap
from typing import cast

from .attributes import Attribute, not_an_attribute
from .blocks import Block, Region
from .builtin_attributes import Blob, DistinctAttr, ElementBuffer
from .operations import Operation
from .values import Value


def are_equivalent(a: Operation, b: Operation, *, locations: bool = False) -> bool:
    """Return whether two ops, with all that they contain, differ at most in identity (and, unless asked, in locations).

    Values defined outside must be the same ones.
    """
    return _Comparison(locations).ops(a, b)


def fingerprint(op: Operation, hashes: AttributeHashes | None = None) -> int:
    """Return a hash that equivalent ops share, for comparing a module with itself before and after.

    It is made from what attributes say, not from where they lie in memory: one that was freed and made anew counts as
    the same. It means nothing in another process. `hashes` are shared by the fingerprints of several ops.
    """
    numbers = _numbers(op)
    attributes = AttributeHashes() if hashes is None else hashes
    return hash(tuple(_node(current, numbers, attributes) for current in op.walk()))


def _node(op: Operation, numbers: dict[Value | Block, int], attributes: AttributeHashes) -> tuple[object, ...]:
    """Return the contents of an op, with its references as numbers."""
    return (
        op.name,
        *map(attributes.of_dictionary, op.generic_dictionaries()),
        tuple(numbers.get(value, value) for value in op._operands),
        tuple(attributes.of(result.type) for result in op._results),
        tuple(numbers.get(block, block) for block in op._successors),
        tuple(_region_shape(region, attributes) for region in op._regions),
    )


def _numbers(op: Operation) -> dict[Value | Block, int]:
    """Return every value and block inside, numbered in order."""
    numbers: dict[Value | Block, int] = {}
    for current in op.walk():
        for result in current._results:
            numbers[result] = len(numbers)
        for region in current._regions:
            for block in region.blocks:
                numbers[block] = len(numbers)
                for arg in block._args:
                    numbers[arg] = len(numbers)
    return numbers


def _region_shape(region: Region, attributes: AttributeHashes) -> tuple[object, ...]:
    return tuple(
        (sum(1 for _ in block.ops), tuple(attributes.of(arg.type) for arg in block._args)) for block in region.blocks
    )


class AttributeHashes:
    """Hashes of attributes by content, each made once."""

    def __init__(self) -> None:
        self._known: dict[Attribute, int] = {}

    def of(self, attr: Attribute) -> int:
        number = self._known.get(attr)
        return self._make(attr) if number is None else number

    def of_dictionary(self, entries: Mapping[str, Attribute]) -> object:
        return frozenset((name, self.of(attr)) for name, attr in entries.items()) if entries else None

    def _make(self, root: Attribute) -> int:
        """Return the number of an attribute, with a stack: attributes nest as deep as the text they are read from."""
        known = self._known
        pending = [root]
        while pending:
            attr = pending[-1]
            if not isinstance(attr, Attribute):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise not_an_attribute(attr)
            missing = [part for part in _parts(attr.values()) if isinstance(part, Attribute) and part not in known]
            if missing:
                pending += missing
                continue
            pending.pop()
            parts = [known[part] if isinstance(part, Attribute) else part for part in _parts(attr.values())]
            known[attr] = hash((attr.name, type(attr).__qualname__, *parts))
        return known[root]


def _parts(values: tuple[object, ...]) -> list[object]:
    """Return the parameters, with tuples taken apart and their lengths put in."""
    parts: list[object] = []
    pending: list[object] = list(reversed(values))
    while pending:
        value = pending.pop()
        if isinstance(value, tuple):
            items = cast("tuple[object, ...]", value)
            parts.append(len(items))
            pending.extend(reversed(items))
        else:
            parts.append(value)
    return parts


class _Comparison:
    def __init__(self, locations: bool) -> None:
        self.locations = locations
        self.values: dict[Value, Value] = {}
        self.blocks: dict[Block, Block] = {}
        self.distinct: dict[DistinctAttr, DistinctAttr] = {}

    def ops(self, a: Operation, b: Operation) -> bool:
        """Pair everything up first, so that references forward compare like those backward."""
        pairs = self._pairs(a, b)
        return pairs is not None and all(starmap(self._same_references, pairs))

    def _pairs(self, root_a: Operation, root_b: Operation) -> list[tuple[Operation, Operation]] | None:
        """Return the ops inside both that correspond; `None` if some differ in more than what they refer to."""
        pairs = [(root_a, root_b)]
        for a, b in pairs:  # it grows
            if not self._same_node(a, b):
                return None
            self.values.update(zip(a._results, b._results, strict=True))
            for region_a, region_b in zip(a._regions, b._regions, strict=True):
                if not self._pair_region(region_a, region_b, pairs):
                    return None
        return pairs

    def _same_node(self, a: Operation, b: Operation) -> bool:
        return (
            type(a) is type(b)
            and a.name == b.name
            and all(map(self._same_entries, a.generic_dictionaries(), b.generic_dictionaries()))
            and len(a._operands) == len(b._operands)
            and len(a._regions) == len(b._regions)
            and len(a._successors) == len(b._successors)
            and [r.type for r in a._results] == [r.type for r in b._results]
            and (not self.locations or a.location is b.location)
        )

    def _same_entries(self, a: Mapping[str, Attribute], b: Mapping[str, Attribute]) -> bool:
        """Return whether two dictionaries say the same; most hold identical attributes."""
        return a == b or (
            a.keys() == b.keys() and all(self._same_parameters(attr, b[name]) for name, attr in a.items())
        )

    def _same_parameters(self, a: object, b: object) -> bool:
        """Return whether attributes differ at most in the identity of distinct ones, of equal resources, and of large
        data.
        """
        pending = [(a, b)]
        while pending:
            x, y = pending.pop()
            if x is y:
                continue
            if type(x) is not type(y):
                return False
            if isinstance(x, Blob) and isinstance(y, Blob):
                if (x.dialect, x.key, x.alignment, x.raw) != (y.dialect, y.key, y.alignment, y.raw):
                    return False
            elif isinstance(x, ElementBuffer) and isinstance(y, ElementBuffer):
                if x.raw != y.raw:
                    return False
            elif isinstance(x, DistinctAttr) and isinstance(y, DistinctAttr):
                if self.distinct.setdefault(x, y) is not y:
                    return False
                pending.append((x.referenced, y.referenced))
            elif isinstance(x, tuple) and isinstance(y, tuple):
                items, others = cast("tuple[object, ...]", x), cast("tuple[object, ...]", y)
                if len(items) != len(others):
                    return False
                pending += zip(items, others, strict=True)
            elif isinstance(x, Attribute) and isinstance(y, Attribute):
                pending += zip(x.values(), y.values(), strict=True)
                if not x.parameters:
                    return False
            elif x != y:
                return False
        return True

    def _pair_region(self, a: Region, b: Region, pending: list[tuple[Operation, Operation]]) -> bool:
        blocks_a, blocks_b = list(a.blocks), list(b.blocks)
        if len(blocks_a) != len(blocks_b):
            return False
        for block_a, block_b in zip(blocks_a, blocks_b, strict=True):
            ops_a, ops_b = list(block_a.ops), list(block_b.ops)
            if block_a.arg_types != block_b.arg_types or len(ops_a) != len(ops_b):
                return False
            if self.locations and [x.location for x in block_a._args] != [y.location for y in block_b._args]:
                return False
            self.blocks[block_a] = block_b
            self.values.update(zip(block_a._args, block_b._args, strict=True))
            pending += zip(ops_a, ops_b, strict=True)
        return True

    def _same_references(self, a: Operation, b: Operation) -> bool:
        values, blocks = self.values, self.blocks
        for x, y in zip(a._operands, b._operands, strict=True):
            if values.get(x, x) is not y:
                return False
        for block_a, block_b in zip(a._successors, b._successors, strict=True):
            if blocks.get(block_a, block_a) is not block_b:
                return False
        return True
