"""Attention computed for blocks of queries and of keys: one kernel, which keeps the scores of a block and no others.

The scores of a block of queries with a block of keys are small. A kernel that shares its loops over heads and blocks of
queries computes them, their softmax and the sums of values, one after the other, while they are in the first caches. If
there are several blocks of keys, the kernel runs for one after the other; the largest score, the sum of weights and the
average of values so far are kept for each query, and brought to the scale of the new largest score (online softmax).
Under a causal mask, queries are computed in groups of blocks, which skip the blocks of keys that none of them sees.

Any number of queries and keys has blocks of a fixed size, as many as there are when the program runs.

Operands are laid out for that: keys are transposed, multiplied by the scale, and filled up to whole vectors, with
scores of minus infinity; queries are filled up to whole blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from dlc.dialects import arith, graph, tensor
from dlc.dialects.tensor.structured import element_of, selection
from dlc.ir import Block, InsertionPoint, Region, Type, Value
from dlc.ir.affine import AffineExpr, AffineMap, affine_dims
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import DYNAMIC, i1, i64, index

from .accumulating import Factor, computed, converted, kept_map, reduced, sum_of_products, with_elements
from .convolution import padded
from .lowering import SizeValue
from .positions import Positions, nest, when
from .scalars import Scalars

if TYPE_CHECKING:
    from .attention import Attention

COLUMNS = 16
"""The number of keys, and of features of a value, that are filled up to: whole vectors on every processor."""
LEAST_QUERIES = 12
"""The number of queries from which there are blocks of them."""
ROWS = (LEAST_QUERIES, 60, 6)
"""The least and the greatest number of queries in a block, and what it is a multiple of, for tiles of registers."""
MOST_KEYS = 256
"""The largest number of keys in a block."""
MOST_SCORES = 8192
"""The largest number of scores of a block: they are on the stack."""
GROUPS_OF_PIECE = 4
"""The largest number of groups of queries for each block of keys, under a causal mask."""
OPEN_KEYS, OPEN_ROWS = 128, 30
"""The numbers of keys and of queries in a block where there are any number of them."""
LEAST_IN_GROUP = 3
"""The least number of blocks of queries in a group: threads share them, and heads."""
INFINITY = float("inf")


def queries_in_block(queries: int, keys: int) -> int:
    """Return the size of blocks of queries that computes the fewest in all: the largest one, if there are several."""
    least, most, multiple = ROWS
    sizes = range(least, min(most, MOST_SCORES // keys) + 1, multiple)
    return min(reversed(sizes), key=lambda size: _filled(queries, size))


def keys_in_block(keys: int) -> int:
    """Return the size of the fewest blocks of keys of equal size that are not too large."""
    count = -(-keys // MOST_KEYS)
    return _filled(-(-keys // count), COLUMNS)


def _filled(size: int, multiple: int) -> int:
    return -(-size // multiple) * multiple


def _row(size: int) -> int:
    """Return the length of a row with that many elements in memory: an odd number of vectors, because rows that are a
    power of two apart would take each other's place in the first cache."""
    return _filled(size, COLUMNS) | COLUMNS


def _count(at: Positions, size: SizeValue, of: int) -> SizeValue:
    """Return the number of parts of a size."""
    return at.quotient(at.add(size, of - 1), of)


def has_blocks(attention: Attention) -> bool:
    """Return whether attention can be computed by blocks of queries: heads and features are known, and queries enough,
    if their number is known.
    """
    op = attention.op
    known = [size for value in (op.query, op.key, op.value) for size in (value.shape[-3], value.shape[-1])]
    if DYNAMIC in known or any(size == 0 for value in op.operands for size in value.shape):
        return False
    queries = op.query.shape[-2]
    return queries == DYNAMIC or queries >= LEAST_QUERIES


class Mask(NamedTuple):
    """A tensor that is added to scores, or says which keys are seen, and which of its elements belongs to a score."""

    value: Value
    map: AffineMap


def added(s: Scalars, x: Value, total: Value) -> Value:
    """total + x"""
    return s.total(total, x)


def seen_where(s: Scalars, condition: Value, score: Value) -> Value:
    """A score, and minus infinity where its key is not seen."""
    return s.select(condition, score, s.number(-INFINITY, score))


def with_masks(s: Scalars, score: Value, masks: Sequence[Value], unit: float = 1.0) -> Value:
    """A score with elements of masks: bits say whether its key is seen, and numbers are added, times `unit`."""
    for mask in masks:
        if mask.type is i1:
            score = seen_where(s, mask, score)
        else:
            number = converted(s, mask, score.type)
            score = s.add(score, number if unit == 1 else s.mul(number, s.number(unit, number)))
    return score


def hides_added_keys(op: graph.AttentionOp) -> bool:
    """Return whether a causal mask, or the mask when it is filled up, hides keys that are added behind the last one."""
    queries, keys = op.query.shape[-2], op.key.shape[-2]
    sees_no_more = DYNAMIC not in (queries, keys) and queries <= keys
    is_hidden = op.causal is not None and (op.causal.value == "last" or sees_no_more)
    return is_hidden or (op.mask is not None and op.mask.shape[-1:] not in ((), (1,)))


def below(s: Scalars, score: Value, most: Value) -> Value:
    """score - most, and minus infinity where all scores are that."""
    is_nothing = s.compare("eq", most, s.number(-INFINITY, most))
    return s.sub(score, s.select(is_nothing, s.number(0, most), most))


def power(s: Scalars, score: Value, most: Value) -> Value:
    """exp(score - most), and 0 where all scores are minus infinity."""
    return s.exp(below(s, score, most))


def quotient(s: Scalars, x: Value, total: Value) -> Value:
    """x / total, and 0 where that is 0"""
    zero = s.number(0, total)
    return s.select(s.compare("eq", total, zero), zero, s.div(x, total))


class Parts(NamedTuple):
    """The operands of a kernel, and the number of the first key where there are several blocks of keys."""

    query: Value
    key: Value
    value: Value
    masks: Sequence[Mask]
    first: Value | None = None
    first_block: Value | None = None
    """The number of the first block of queries, where some of them are computed."""


class Softmax(NamedTuple):
    """The sums of values of a block by their weights, the largest scores, and the sums of weights."""

    sums: Value
    most: Value
    total: Value
    blocks: AttentionBlocks

    @property
    def normalized(self) -> Value:
        """The sums of values divided by those of weights; nothing, where those are 0."""
        to, type, element = self.blocks.to, self.blocks.type, self.blocks.attention.element
        rank = len(self.sums.shape)

        def inverse(s: Scalars, t: Value) -> Value:
            return quotient(s, s.number(1, t), t)

        factors = to.elementwise([self.total], inverse, element=type)

        def product(s: Scalars, x: Value, factor: Value) -> Value:
            return converted(s, s.mul(x, factor), element)

        return computed(to, [self.sums, factors], [tensor.identity(rank), kept_map(rank, [rank - 1])], element, product)


KernelBody = Callable[[Parts, Sequence[Value]], Sequence[Value]]
"""Writes the ops of a kernel, for its operands and what was computed before, and returns what it yields."""


class AttentionBlocks:
    """Loops: what runs along, shared heads, heads that share one, blocks; then queries, keys or features of values."""

    def __init__(self, attention: Attention) -> None:
        self.attention, self.to, self.type = attention, attention.to, attention.type
        at = Positions(self.to)
        self.queries, self.keys = attention.queries, attention.keys
        self.features = attention.op.value.shape[-1]
        self.piece = keys_in_block(self.keys) if isinstance(self.keys, int) else OPEN_KEYS
        """The number of keys in a block."""
        self.pieces = _count(at, self.keys, self.piece)
        self.filled = at.mul(self.pieces, self.piece)
        """The number of keys with those that fill up the last block."""
        self.rows = queries_in_block(self.queries, self.piece) if isinstance(self.queries, int) else OPEN_ROWS
        self.more_keys: SizeValue = 0
        """The number of keys that the first query sees behind the first one."""
        causal = attention.op.causal
        if causal is not None and causal.value == "last":
            self.more_keys = at.sub(self.keys, self.queries)
        blocks = _count(at, self.queries, self.rows)
        self.groups: SizeValue = 1
        """The number of groups of blocks of queries, each of which skips the blocks of keys that none of it sees."""
        self.in_group = blocks
        """The number of blocks of queries in a group."""
        if causal is not None and isinstance(blocks, int) and isinstance(self.keys, int):
            self.groups = self._groups(blocks, self.keys)
            self.in_group = -(-blocks // self.groups)
        elif causal is not None:
            self.in_group = LEAST_IN_GROUP
            self.groups = _count(at, blocks, LEAST_IN_GROUP)
        self.blocks = at.mul(self.in_group, self.groups)
        self.head = attention.head
        """The number of dimensions that run along."""
        self.shared = self.head + 3
        """The number of loops that the ops of the kernel share."""
        self.outer = [*attention.outer[:-1], self.blocks]
        self.loops = affine_dims(self.shared + 3)

    def _groups(self, blocks: int, keys: int) -> int:
        """Return the number of groups with which the fewest scores are computed, and the least such number."""
        pieces, more = -(-keys // self.piece), self.more_keys if isinstance(self.more_keys, int) else 0

        def computed_blocks(groups: int) -> int:
            in_group = -(-blocks // groups)
            ends = [self.rows * in_group * (group + 1) + more for group in range(groups)]
            return in_group * sum(piece * self.piece < end for piece in range(pieces) for end in ends)

        most = min(GROUPS_OF_PIECE * pieces, max(1, blocks // LEAST_IN_GROUP)) if pieces > 1 else 1
        return min(range(1, most + 1), key=computed_blocks)

    def result(self) -> Value:
        """The sums of values of all queries, by shared heads and heads that share one."""
        parts = Parts(self._queries(), self._keys(), self._values(), self._masks())
        size = [*self.outer, self.rows, _filled(self.features, COLUMNS)]
        if self.pieces == 1:
            init = self.to.empty(size, self.attention.element)
            [sums] = self._kernel(parts, [], [init], lambda inside, _: [self._block(inside).normalized])
            return self._without_filling(sums)
        return self._without_filling(self._by_pieces(parts, size))

    def _by_pieces(self, parts: Parts, size: Sequence[SizeValue]) -> Value:
        """The sums of values for one block of keys after the other, of which the largest score and the sum of weights
        so far are kept for each query."""
        to, type = self.to, self.type
        starts = [to.filled(0, size, type), to.filled(-INFINITY, size[:-1], type), to.filled(0, size[:-1], type)]

        def following(inner: Positions, indices: list[Value], before: list[Value]) -> Sequence[Value]:
            first = inner.value(inner.mul(indices[0], self.piece))
            if self.groups == 1:
                return step(inner, lambda: self._piece_of(parts, first), before)
            first_block = inner.value(inner.mul(indices[1], self.in_group))
            end = inner.mul(inner.add(first_block, self.in_group), self.rows)
            last = inner.sub(inner.add(end, self.more_keys), 1)
            sees_any = inner.compare("sle", first, last)
            return when(inner, sees_any, before, lambda there, _, values: of_group(there, first, first_block, values))

        def of_group(at: Positions, first: Value, first_block: Value, before: list[Value]) -> Sequence[Value]:
            with to.builder.at(at.builder.here):
                some = self._group_of(self._piece_of(parts, first), first_block)
                new = step(at, lambda: some, [self._blocks_of(value, first_block) for value in before])
                return [self._with_blocks(*both, first_block) for both in zip(new, before, strict=True)]

        def step(at: Positions, some: Callable[[], Parts], before: Sequence[Value]) -> Sequence[Value]:
            with to.builder.at(at.builder.here):
                new = [to.empty_like(value, type) for value in before]
                return self._kernel(some(), before, new, self._following_block)

        counts = [self.pieces] if self.groups == 1 else [self.pieces, self.groups]
        sums = nest(Positions(to), counts, starts, following)[0]
        return with_elements(to, sums, self.attention.element)

    def _kernel(
        self, parts: Parts, before: Sequence[Value], inits: Sequence[Value], body: KernelBody
    ) -> Sequence[Value]:
        """A kernel that shares the loops over heads and blocks."""
        inputs: list[Value] = [parts.query, parts.key, parts.value, *(mask.value for mask in parts.masks), *before]
        block = Block([value.type for value in (*inputs, *inits)])
        types = [value.type for value in inits]
        op = tensor.KernelOp(inputs, inits, types, Region([block]), shared=int_attr(self.shared, i64))
        self.to.insert(op)
        query, key, value, *rest = block.args[: len(inputs)]
        masks = [Mask(given, mask.map) for given, mask in zip(rest, parts.masks, strict=False)]
        with self.to.builder.at(InsertionPoint(block)):
            inside = Parts(query, key, value, masks, parts.first, parts.first_block)
            self.to.insert(tensor.YieldOp(body(inside, rest[len(masks) :])))
        return list(op.results)

    def _piece_of(self, parts: Parts, first: Value) -> Parts:
        """Return the operands for a block of keys."""
        masks = [
            mask if mask.value.shape[-1:] == (1,) else Mask(self._piece(mask.value, 1, first), mask.map)
            for mask in parts.masks
        ]
        return Parts(parts.query, self._piece(parts.key, 1, first), self._piece(parts.value, 2, first), masks, first)

    def _group_of(self, parts: Parts, first: Value) -> Parts:
        """Return the operands for a group of blocks of queries."""
        dim = AffineMap.select(self.shared + 2, (self.shared - 1,)).results[0]
        masks: list[Mask] = []
        for value, map in parts.masks:
            places = [number for number, expr in enumerate(map.results) if expr == dim]
            masks.append(Mask(self._cut(value, places[0], first, self.in_group) if places else value, map))
        query = self._blocks_of(parts.query, first)
        return Parts(query, parts.key, parts.value, masks, parts.first, first)

    def _blocks_of(self, value: Value, first: Value) -> Value:
        """Return a value for a group of blocks of queries."""
        return self._cut(value, len(self.outer) - 1, first, self.in_group)

    def _with_blocks(self, new: Value, whole: Value, first: Value) -> Value:
        """Return a value with other elements for a group of blocks of queries."""
        rank = len(whole.shape)
        offsets: list[SizeValue] = [0] * rank
        offsets[len(self.outer) - 1] = first
        return self.to.insert(tensor.InsertSliceOp.of(new, whole, offsets, self.to.sizes(new), [1] * rank)).results[0]

    def _piece(self, value: Value, dim: int, first: Value) -> Value:
        """Return the part for a block of keys of a value, whose dimension of keys is counted from the end."""
        return self._cut(value, len(value.shape) - dim, first, self.piece)

    # -- Layouts -----------------------------------------------------------------------------------------------------

    def _queries(self) -> Value:
        """Queries by blocks, the last of which is filled up."""
        return self._in_blocks(self._filled_rows(self.attention.query, self._filled_queries()))

    def _filled_queries(self) -> SizeValue:
        """Return the number of queries with those that fill up the last block."""
        return Positions(self.to).mul(self.blocks, self.rows)

    def _in_blocks(self, value: Value) -> Value:
        """Return a value with the dimension before the last one divided into blocks of queries."""
        rank, shape = len(value.shape), self.to.sizes(value)
        split = [*([dim] for dim in range(rank - 2)), [rank - 2, rank - 1], [rank]]
        sizes = [*shape[:-2], self.blocks, self.rows, shape[-1]]
        return self.to.insert(tensor.ExpandShapeOp.of(value, split, sizes)).results[0]

    def _keys(self) -> Value:
        """Keys with their features first, multiplied by the scale."""
        rows = _row(self.filled) if isinstance(self.filled, int) else Positions(self.to).add(self.filled, COLUMNS)
        key, scale = self._filled_rows(self.attention.op.key, rows), self.attention.scale()
        rank = len(key.shape)
        loops = affine_dims(rank)
        map = AffineMap(rank, 0, [*loops[:-2], loops[-1], loops[-2]])
        *outer, count, features = self.to.sizes(key)
        init = self.to.empty([*outer, features, count], self.type)

        def scaled(s: Scalars, x: Value) -> Value:
            return s.mul(converted(s, x, self.type), scale)

        return self._cut(self.to.each([key], [map], init, scaled), rank - 1, 0, self.filled)

    def _values(self) -> Value:
        """Values, filled up to whole vectors of features."""
        value = self.attention.op.value
        rank, features = len(value.shape), _filled(self.features, COLUMNS)
        more = [Positions(self.to).sub(self.filled, self.keys), _row(self.features) - self.features]
        wide = padded(self.to, value, [0] * rank, [*([0] * (rank - 2)), *more], self._zero(value))
        return self._cut(wide, rank - 1, 0, features)

    def _cut(self, value: Value, dim: int, first: SizeValue, size: SizeValue) -> Value:
        """Return a part of a value along a dimension."""
        rank, sizes = len(value.shape), self.to.sizes(value)
        if sizes[dim] == size:
            return value
        offsets: list[SizeValue] = [0] * rank
        offsets[dim], sizes[dim] = first, size
        return self.to.insert(tensor.ExtractSliceOp.of(value, offsets, sizes, [1] * rank)).results[0]

    def _filled_rows(self, value: Value, rows: SizeValue) -> Value:
        rank = len(value.shape)
        high = [*([0] * (rank - 2)), Positions(self.to).sub(rows, self.to.size(value, rank - 2)), 0]
        return padded(self.to, value, [0] * len(high), high, self._zero(value))

    def _zero(self, value: Value) -> Value:
        return self.to.constant(0, element_of(value.type))

    def _masks(self) -> list[Mask]:
        """Return the masks of scores, one of which hides the keys that were filled up."""
        op, filled = self.attention.op, self.filled
        masks = [self._mask()] if op.mask is not None else []
        if filled == self.keys or hides_added_keys(op):
            return masks
        more = Positions(self.to).sub(filled, self.keys)
        ends = padded(self.to, self.to.filled(0, [self.keys], self.type), [0], [more], self._nothing())
        return [*masks, Mask(ends, selection(self.shared + 2, (self.shared + 1,)))]

    def _mask(self) -> Mask:
        """The mask, filled up like queries and keys, and divided like queries."""
        mask, map = self.attention.mask()
        exprs, rank, loops = list(map.results), len(mask.shape), affine_dims(self.shared + 2)
        high: list[SizeValue] = [0] * rank
        for dim, size in ((rank - 2, self._filled_queries()), (rank - 1, self.filled)):
            if dim >= 0 and mask.shape[dim] != 1:
                high[dim] = Positions(self.to).sub(size, self.to.size(mask, dim))
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
        if self.to.sizes(joined) == sizes:
            return joined
        zeros, ones = [0] * len(sizes), [1] * len(sizes)
        return self.to.insert(tensor.ExtractSliceOp.of(joined, zeros, sizes, ones)).results[0]

    # -- The kernel --------------------------------------------------------------------------------------------------

    def _block(self, parts: Parts, before: Sequence[Value] = ()) -> Softmax:
        """The sums of values of a block of queries and one of keys."""
        to, type, rank = self.to, self.type, self.shared + 2
        scores, last = self._scores(parts.query, parts.key), [rank - 1]
        identity, kept = tensor.identity(rank), kept_map(rank, last)
        masks = parts.masks
        inputs, maps = [scores, *(mask.value for mask in masks)], [identity, *(mask.map for mask in masks)]

        def larger(s: Scalars, *elements: Value) -> Value:
            return s.maximum(elements[-1], self._seen(s, parts, *elements[:-1]))

        most = reduced(to, inputs, maps, last, -INFINITY, type, larger)
        if before:
            most = to.elementwise([most, before[0]], Scalars.maximum, element=type)

        def exponential(s: Scalars, *elements: Value) -> Value:
            return power(s, self._seen(s, parts, *elements[:-1]), elements[-1])

        weights = computed(to, [*inputs, most], [*maps, kept], type, exponential)
        total = reduced(to, [weights], [identity], last, 0, type, added)
        return Softmax(self._sums(weights, parts.value), most, total, self)

    def _following_block(self, parts: Parts, before: Sequence[Value]) -> Sequence[Value]:
        """The sums of values of all keys so far, divided by the sums of weights; the largest scores; these sums."""
        to, type, rank = self.to, self.type, self.shared + 2
        sums, most, total = before
        block = self._block(parts, [most])

        def rescaled(s: Scalars, old: Value, old_most: Value, new_most: Value) -> Value:
            return s.mul(old, power(s, old_most, new_most))

        left = to.elementwise([total, most, block.most], rescaled, element=type)
        new_total = to.elementwise([left, block.total], Scalars.add, element=type)

        def average(s: Scalars, x: Value, old: Value, share: Value, t: Value) -> Value:
            return quotient(s, s.add(s.mul(old, share), x), t)

        kept = kept_map(rank, [rank - 1])
        maps = [tensor.identity(rank), tensor.identity(rank), kept, kept]
        return [computed(to, [block.sums, sums, left, new_total], maps, type, average), block.most, new_total]

    def _scores(self, query: Value, key: Value) -> Value:
        """Products of queries and keys."""
        *outer, a, b, c = self.loops
        kinds = [tensor.PARALLEL] * (self.shared + 2) + [tensor.REDUCTION]
        factors = (
            Factor(query, self._map([*outer, b, c])),
            Factor(key, self._map([*outer[: self.head + 1], c, a])),
        )
        sizes = [*self.outer[:-1], self.in_group, self.rows, self.piece]
        return sum_of_products(self.to, factors, self._map([*outer, b, a]), kinds, sizes, self.type)

    def _seen(self, s: Scalars, parts: Parts, score: Value, *masks: Value) -> Value:
        """A score with its masks, and minus infinity where the key is not seen."""
        score = with_masks(s, score, masks)
        if self.attention.op.causal is None:
            return score
        block, row, key = (s.insert(tensor.IndexOp.of(self.shared - 1 + number)) for number in range(3))
        first, first_block = parts.first, parts.first_block
        key = key if first is None else s.insert(arith.AddIOp(key, first))
        block = block if first_block is None else s.insert(arith.AddIOp(block, first_block))
        above = s.insert(arith.MulIOp(block, self.to.constant(self.rows, index)))
        seen = s.insert(arith.AddIOp(s.insert(arith.AddIOp(above, row)), self.to.as_value(self.more_keys)))
        return seen_where(s, s.insert(arith.CmpIOp.of("sle", key, seen)), score)

    def _sums(self, weights: Value, value: Value) -> Value:
        """Sums of values by their weights."""
        *outer, a, b, c = self.loops
        kinds = [tensor.PARALLEL] * (self.shared + 2) + [tensor.REDUCTION]
        factors = (
            Factor(weights, self._map([*outer, b, c])),
            Factor(value, self._map([*outer[: self.head + 1], c, a])),
        )
        sizes = [*self.outer[:-1], self.in_group, self.rows, _filled(self.features, COLUMNS)]
        return sum_of_products(self.to, factors, self._map([*outer, b, a]), kinds, sizes, self.type)

    def _map(self, exprs: Sequence[AffineExpr]) -> AffineMap:
        return AffineMap(self.shared + 3, 0, exprs)
