"""Attention computed for blocks of queries: one kernel that keeps the scores of a block, and no others.

The scores of a block of queries with all keys of a head are small. A kernel that shares its loops over heads and blocks
computes them, their softmax and the sums of values, one after the other, while they are in the first caches. Its
operands are laid out for that: keys are transposed, multiplied by the scale, and filled up to whole vectors, with an
additional score of minus infinity; queries are filled up to whole blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from dlc.dialects import arith, tensor
from dlc.dialects.tensor.structured import element_of, selection
from dlc.ir.affine.expr import AffineExpr, affine_dims
from dlc.ir.affine.map import AffineMap
from dlc.ir.attributes import Type
from dlc.ir.blocks import Block, Region
from dlc.ir.builder import InsertionPoint
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import DYNAMIC, i1, i64, index
from dlc.ir.values import Value

from .accumulating import Factor, computed, converted, kept_map, reduced, sum_of_products
from .convolution import padded
from .scalars import Scalars

if TYPE_CHECKING:
    from .attention import Attention

COLUMNS = 16
"""The number of keys, and of features of a value, that are filled up to: whole vectors on every processor."""
ROWS = (12, 60, 6)
"""The least and the greatest number of queries in a block, and what it is a multiple of, for tiles of registers."""
MOST_SCORES = 8192
"""The largest number of scores of a block: they are on the stack."""
INFINITY = float("inf")


def queries_in_block(queries: int, keys: int) -> int | None:
    """Return the size of blocks with the fewest queries in all; `None` if there are too few queries or too many keys.

    Larger blocks read keys and values less often."""
    least, most, multiple = ROWS
    most = min(most, MOST_SCORES // _filled(keys, COLUMNS))
    sizes = range(least, most + 1, multiple)
    return min(reversed(sizes), key=lambda size: _filled(queries, size), default=None) if queries >= least else None


def _filled(size: int, multiple: int) -> int:
    return -(-size // multiple) * multiple


def has_blocks(attention: Attention) -> bool:
    """Return whether all sizes are known, and attention can be computed by blocks of queries."""
    op = attention.op
    shapes = [value.shape for value in op.operands]
    if any(size == DYNAMIC or size == 0 for shape in shapes for size in shape):
        return False
    return queries_in_block(op.query.shape[-2], op.key.shape[-2]) is not None


class Mask(NamedTuple):
    """A tensor that is added to scores, or says which keys are seen, and which of its elements belongs to a score."""

    value: Value
    map: AffineMap


def _sum(s: Scalars, x: Value, total: Value) -> Value:
    return s.total(total, x)


class AttentionBlocks:
    """Loops: what runs along, shared heads, heads that share one, blocks; then queries, keys or features of values."""

    def __init__(self, attention: Attention) -> None:
        self.attention, self.to, self.type = attention, attention.to, attention.type
        query, key, value = attention.op.query, attention.op.key, attention.op.value
        self.queries, self.keys = query.shape[-2], key.shape[-2]
        self.features = value.shape[-1]
        rows = queries_in_block(self.queries, self.keys)
        assert rows is not None
        self.rows, self.blocks = rows, -(-self.queries // rows)
        self.head = attention.head
        """The number of dimensions that run along."""
        self.shared = self.head + 3
        """The number of loops that the ops of the kernel share."""
        outer = [size for size in attention.outer[:-1] if isinstance(size, int)]
        self.outer = [*outer, self.blocks]
        self.loops = affine_dims(self.shared + 3)

    def result(self) -> Value:
        """The sums of values of all queries, by shared heads and heads that share one."""
        operands, masks = [self._queries(), self._keys(), self._values()], self._masks()
        inputs: list[Value] = [*operands, *(mask.value for mask in masks)]
        size = [*self.outer, self.rows, _filled(self.features, COLUMNS)]
        init = self.to.empty(size, self.attention.element)
        block = Block([value.type for value in (*inputs, init)])
        op = tensor.KernelOp(inputs, [init], [init.type], Region([block]), shared=int_attr(self.shared, i64))
        self.to.insert(op)
        inside = [Mask(value, mask.map) for value, mask in zip(block.args[3:], masks, strict=False)]
        with self.to.builder.at(InsertionPoint(block)):
            query, key, value = block.args[:3]
            self.to.insert(tensor.YieldOp([self._block(query, key, value, inside)]))
        return self._without_filling(op.results[0])

    # -- Layouts -----------------------------------------------------------------------------------------------------

    def _queries(self) -> Value:
        """Queries by blocks, the last of which is filled up."""
        return self._in_blocks(self._filled_rows(self.attention.query, self.blocks * self.rows))

    def _in_blocks(self, value: Value) -> Value:
        """Return a value with the dimension before the last one divided into blocks of queries."""
        rank, shape = len(value.shape), value.shape
        split = [*([dim] for dim in range(rank - 2)), [rank - 2, rank - 1], [rank]]
        sizes = [*shape[:-2], self.blocks, self.rows, shape[-1]]
        return self.to.insert(tensor.ExpandShapeOp.of(value, split, sizes)).results[0]

    def _keys(self) -> Value:
        """Keys with their features first, multiplied by the scale."""
        key, scale = self._filled_rows(self.attention.op.key, _filled(self.keys, COLUMNS)), self.attention.scale()
        rank = len(key.shape)
        loops = affine_dims(rank)
        map = AffineMap(rank, 0, [*loops[:-2], loops[-1], loops[-2]])
        init = self.to.empty([*key.shape[:-2], key.shape[-1], key.shape[-2]], self.type)

        def scaled(s: Scalars, x: Value) -> Value:
            return s.mul(converted(s, x, self.type), scale)

        return self.to.each([key], [map], init, scaled)

    def _values(self) -> Value:
        """Values, filled up to whole vectors of features."""
        value = self.attention.op.value
        high = [0] * (len(value.shape) - 2)
        more = [_filled(self.keys, COLUMNS) - self.keys, _filled(self.features, COLUMNS) - self.features]
        return padded(self.to, value, [0] * len(value.shape), [*high, *more], self._zero(value))

    def _filled_rows(self, value: Value, rows: int) -> Value:
        high = [*([0] * (len(value.shape) - 2)), rows - value.shape[-2], 0]
        return padded(self.to, value, [0] * len(high), high, self._zero(value))

    def _zero(self, value: Value) -> Value:
        return self.to.constant(0, element_of(value.type))

    def _masks(self) -> list[Mask]:
        """Return the masks of scores, one of which hides the keys that were filled up."""
        mask, filled = self.attention.op.mask, _filled(self.keys, COLUMNS)
        masks = [self._mask()] if mask is not None else []
        if filled == self.keys or self._sees_no_more_keys() or (mask is not None and mask.shape[-1:] == (self.keys,)):
            return masks
        ends = padded(self.to, self.to.filled(0, [self.keys], self.type), [0], [filled - self.keys], self._nothing())
        return [*masks, Mask(ends, selection(self.shared + 2, (self.shared + 1,)))]

    def _sees_no_more_keys(self) -> bool:
        """Return whether a causal mask hides the keys that were filled up from all queries."""
        causal = self.attention.op.causal
        return causal is not None and (causal.value == "last" or self.queries <= self.keys)

    def _mask(self) -> Mask:
        """The mask, filled up like queries and keys, and divided like queries."""
        mask, map = self.attention.mask()
        exprs, rank, loops = list(map.results), len(mask.shape), affine_dims(self.shared + 2)
        high = [0] * rank
        for dim, size in ((rank - 2, self.blocks * self.rows), (rank - 1, _filled(self.keys, COLUMNS))):
            if dim >= 0 and mask.shape[dim] != 1:
                high[dim] = size - mask.shape[dim]
        nothing = self.to.constant(0, i1) if element_of(mask.type) is i1 else self._nothing(element_of(mask.type))
        mask = padded(self.to, mask, [0] * rank, high, nothing)
        if rank and mask.shape[-1] != 1:
            exprs[-1] = loops[-1]
        if rank < 2 or mask.shape[-2] == 1:
            return Mask(mask, AffineMap(self.shared + 2, 0, exprs))
        exprs[-2:-1] = loops[-3:-1]
        return Mask(self._in_blocks(mask), AffineMap(self.shared + 2, 0, exprs))

    def _nothing(self, type: Type | None = None) -> Value:
        return self.to.constant(-INFINITY, type or self.type)

    def _without_filling(self, value: Value) -> Value:
        """Blocks as queries again, without those that were filled up."""
        rank = len(value.shape)
        groups = [*([dim] for dim in range(rank - 3)), [rank - 3, rank - 2], [rank - 1]]
        joined = self.to.insert(tensor.CollapseShapeOp.of(value, groups)).results[0]
        sizes = [*self.outer[:-1], self.queries, self.features]
        if list(joined.shape) == sizes:
            return joined
        zeros, ones = [0] * len(sizes), [1] * len(sizes)
        return self.to.insert(tensor.ExtractSliceOp.of(joined, zeros, sizes, ones)).results[0]

    # -- The kernel --------------------------------------------------------------------------------------------------

    def _block(self, query: Value, key: Value, value: Value, masks: Sequence[Mask]) -> Value:
        """The sums of values of a block of queries."""
        to, type, rank = self.to, self.type, self.shared + 2
        scores, last = self._scores(query, key), [rank - 1]
        identity, kept = tensor.identity(rank), kept_map(rank, last)
        inputs, maps = [scores, *(mask.value for mask in masks)], [identity, *(mask.map for mask in masks)]

        def larger(s: Scalars, *elements: Value) -> Value:
            return s.maximum(elements[-1], self._seen(s, *elements[:-1]))

        most = reduced(to, inputs, maps, last, -INFINITY, type, larger)

        def exponential(s: Scalars, *elements: Value) -> Value:
            m = elements[-1]
            is_nothing = s.compare("eq", m, s.number(-INFINITY, m))
            return s.exp(s.sub(self._seen(s, *elements[:-1]), s.select(is_nothing, s.number(0, m), m)))

        weights = computed(to, [*inputs, most], [*maps, kept], type, exponential)
        total = reduced(to, [weights], [identity], last, 0, type, _sum)
        return self._divided(self._sums(weights, value), total)

    def _scores(self, query: Value, key: Value) -> Value:
        """Products of queries and keys."""
        *outer, a, b, c = self.loops
        kinds = [tensor.PARALLEL] * (self.shared + 2) + [tensor.REDUCTION]
        factors = (
            Factor(query, self._map([*outer, b, c]), unsigned=False),
            Factor(key, self._map([*outer[: self.head + 1], c, a]), unsigned=False),
        )
        sizes = [*self.outer, self.rows, _filled(self.keys, COLUMNS)]
        return sum_of_products(self.to, factors, self._map([*outer, b, a]), kinds, sizes, self.type)

    def _seen(self, s: Scalars, score: Value, *masks: Value) -> Value:
        """A score with its masks, and minus infinity where the key is not seen."""
        for mask in masks:
            if mask.type is i1:
                score = s.select(mask, score, s.number(-INFINITY, score))
            else:
                score = s.add(score, converted(s, mask, self.type))
        if self.attention.op.causal is None:
            return score
        block, row, key = (s.insert(tensor.IndexOp.of(self.shared - 1 + number)) for number in range(3))
        first = s.insert(arith.MulIOp(block, self.to.constant(self.rows, index)))
        more = self.keys - self.queries if self.attention.op.causal.value == "last" else 0
        seen = s.insert(arith.AddIOp(s.insert(arith.AddIOp(first, row)), self.to.constant(more, index)))
        return s.select(s.insert(arith.CmpIOp.of("sle", key, seen)), score, s.number(-INFINITY, score))

    def _sums(self, weights: Value, value: Value) -> Value:
        """Sums of values by their weights."""
        *outer, a, b, c = self.loops
        kinds = [tensor.PARALLEL] * (self.shared + 2) + [tensor.REDUCTION]
        factors = (
            Factor(weights, self._map([*outer, b, c]), unsigned=False),
            Factor(value, self._map([*outer[: self.head + 1], c, a]), unsigned=False),
        )
        sizes = [*self.outer, self.rows, _filled(self.features, COLUMNS)]
        return sum_of_products(self.to, factors, self._map([*outer, b, a]), kinds, sizes, self.type)

    def _divided(self, sums: Value, total: Value) -> Value:
        """Divided by the sums of weights; nothing, where those are 0."""
        to, type, rank = self.to, self.type, self.shared + 2

        def inverse(s: Scalars, t: Value) -> Value:
            zero = s.number(0, t)
            return s.select(s.compare("eq", t, zero), zero, s.div(s.number(1, t), t))

        factors = to.elementwise([total], inverse, element=type)

        def product(s: Scalars, x: Value, factor: Value) -> Value:
            return converted(s, s.mul(x, factor), self.attention.element)

        maps = [tensor.identity(rank), kept_map(rank, [rank - 1])]
        return computed(to, [sums, factors], maps, self.attention.element, product)

    def _map(self, exprs: Sequence[AffineExpr]) -> AffineMap:
        return AffineMap(self.shared + 3, 0, exprs)
