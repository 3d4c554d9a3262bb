"""Attention computed by tiles of queries and keys in one nest, for GPUs: no score is ever in memory of the device.

    for each head, and each tile of queries {
      sums, most, total = 0, -inf, 0
      for each tile of keys {
        scores = queries * keys, scaled and masked, times log2(e)
        largest = max(most, scores)
        share, total = 2^(most - largest), total * share
        weights = 2^(scores - largest)
        total, sums = total + weights, sums * share + weights * values
        most = largest
      }
      result = sums / total
    }

Each iteration of the outer loops is a block, whose threads keep all tiles of this text in registers and copy those of
keys and values. Weights are rounded to the type of the values, for tensor cores, and summed in f32 before that. Queries
and features are filled up to whole tiles; the last tile of keys begins with keys of the one before, which it hides.
Causal attention leaves out tiles of keys that no query of the tile sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import e, log2
from typing import TYPE_CHECKING

from dlc.dialects import arith, loop, math, tensor
from dlc.dialects.arith import FastMathAttr
from dlc.dialects.tensor.structured import element_of
from dlc.ir import InsertionPoint, Type, Value
from dlc.ir.affine import AffineDimExpr, AffineMap
from dlc.ir.builtin_types import DYNAMIC, bf16, f16, i1, index

from .accumulating import Operand, computed, kept_map, reduced, with_elements
from .attention_blocks import INFINITY, Mask, added, below, hides_added_keys, seen_where, with_masks
from .convolution import padded
from .lowering import AttentionForm
from .positions import Positions, nest
from .scalars import Scalars

if TYPE_CHECKING:
    from .attention import Attention

ELEMENTS: Mapping[AttentionForm, Sequence[Type]] = {"f16-tiles": (f16,), "tiles": (f16, bf16)}
"""The elements of which attention is computed by tiles."""
ROWS = 64
"""The largest number of queries of a tile: 16 for each of the warps of a block."""
LEAST_QUERIES = 16
"""The number of queries from which tiles pay: the rows of a product by tensor cores."""
KEYS = (64, 32, 16)
"""The numbers of keys of a tile to choose from."""
FEATURES = 16
"""The number whose multiples features are filled up to: the length of sums of a product by tensor cores."""
MOST_FEATURES = 256
"""The largest number of features, of which a thread keeps an eighth for each of 16 queries."""
TILE_BYTES = 18 << 10
"""The largest number of bytes of keys and values of a tile: there are two tiles of them in the memory of a block."""
SKEW = 8
"""The number of elements by which rows of them are lengthened there."""


def has_tiles(attention: Attention) -> bool:
    """Return whether tensor cores compute attention by tiles: elements have 16 bits, and sizes are known."""
    op = attention.op
    shapes = [value.shape for value in op.operands]
    is_known = all(size not in (DYNAMIC, 0) for shape in shapes for size in shape)
    features, value_features = op.query.shape[-1], op.value.shape[-1]
    return (
        is_known
        and element_of(op.value.type) in ELEMENTS.get(attention.to.attention, ())
        and op.query.shape[-2] >= LEAST_QUERIES
        and max(features, value_features) <= MOST_FEATURES
    )


def queries_of_tile(queries: int) -> int:
    """Return the number of queries of a tile: one of which there are whole ones, if that is not much smaller."""
    whole = (size for size in range(ROWS, ROWS // 2 - 1, -LEAST_QUERIES) if queries % size == 0)
    return next(whole, min(ROWS, _multiple(queries, LEAST_QUERIES)))


def _multiple(size: int, of: int) -> int:
    """Return the least multiple that is no less than a size."""
    return -(-size // of) * of


def keys_of_tile(keys: int, features: int) -> int:
    """Return the number of keys of a tile, for a number of features that keys and values have together."""
    fitting = [size for size in KEYS if size * (features + 2 * SKEW) * 2 <= TILE_BYTES] or KEYS[-1:]
    return next((size for size in fitting if size <= keys), KEYS[-1])


class AttentionTiles:
    """Loops: what runs along, shared heads, heads that share one, tiles of queries; then tiles of keys."""

    def __init__(self, attention: Attention) -> None:
        self.attention, self.to, self.type = attention, attention.to, attention.type
        op = attention.op
        self.queries, self.keys = op.query.shape[-2], op.key.shape[-2]
        features, self.features = (_multiple(each.shape[-1], FEATURES) for each in (op.query, op.value))
        """The number of features of values, filled up."""
        self.rows = queries_of_tile(self.queries)
        self.columns = keys_of_tile(self.keys, features + self.features)
        self.row_tiles, self.column_tiles = -(-self.queries // self.rows), -(-self.keys // self.columns)
        self.repeated = self.column_tiles * self.columns - self.keys if self.column_tiles > 1 else 0
        """The number of keys of the last tile that the one before has, too: it ends with the last key."""
        self.filled_keys = max(self.keys, self.columns)
        self.outer = [size for size in attention.outer[:-1] if isinstance(size, int)]
        self.ones = [1] * len(self.outer)
        query, key, value = map(_in_place, (op.query, op.key, op.value))
        self.query = self._filled(attention.with_split_heads(query), self.row_tiles * self.rows, features)
        self.key = self._filled(key, self.filled_keys, features)
        self.value = self._filled(value, self.filled_keys, self.features)
        self.mask = self._mask()
        self.rank = attention.rank + 1
        """The number of dimensions of scores."""
        self.by_row = kept_map(self.rank, [self.rank - 1])

    def result(self) -> Value:
        """The sums of values of all queries, by shared heads and heads that share one."""
        to, filled = self.to, self.row_tiles * self.rows
        init = to.empty([*self.outer, filled, self.features], self.attention.element)
        [result] = nest(Positions(to), [*self.outer, self.row_tiles], [init], self._tile)
        wanted = self.queries, self.attention.op.value.shape[-1]
        if (filled, self.features) == wanted:
            return result
        return self._slice(result, {}, dict(zip((self.rank - 2, self.rank - 1), wanted, strict=True)))

    # -- Operands ----------------------------------------------------------------------------------------------------

    def _filled(self, operand: Operand, rows: int, features: int) -> Operand:
        """Return an operand with its last two dimensions filled up with zeros."""
        value, order = operand
        high = [0] * len(order)
        for dim, size in zip(order[-2:], (rows, features), strict=True):
            high[dim] = size - value.shape[dim]
        zero = self.to.constant(0, element_of(value.type))
        return operand._replace(value=padded(self.to, value, [0] * len(high), high, zero))

    def _mask(self) -> Mask | None:
        """The mask, filled up like queries and keys, so that keys that were added are not seen."""
        if self.attention.op.mask is None:
            return None
        mask, map = self.attention.mask()
        element, high = element_of(mask.type), [0] * len(mask.shape)
        sizes = (self.row_tiles * self.rows, self.filled_keys)
        for dim, size in zip((-2, -1), sizes, strict=True):
            if len(high) >= -dim and mask.shape[dim] != 1:
                high[dim] = size - mask.shape[dim]
        nothing = self.to.constant(0 if element is i1 else -INFINITY, element)
        return Mask(padded(self.to, mask, [0] * len(high), high, nothing), map)

    def _slice(self, value: Value, offsets: dict[int, Value], sizes: dict[int, int]) -> Value:
        """Return the part of a value with these offsets and sizes along some dimensions."""
        starts: list[int | Value] = [offsets.get(dim, 0) for dim in range(len(value.shape))]
        lengths = [sizes.get(dim, size) for dim, size in enumerate(value.shape)]
        slice_op = tensor.ExtractSliceOp.of(value, starts, lengths, [1] * len(starts))
        return self.to.insert(slice_op).results[0]

    def _part(self, operand: Operand, heads: Sequence[Value], first: Value, rows: int) -> Operand:
        """Return some rows of one head of an operand."""
        value, order = operand
        offsets = dict(zip(order, (*heads, first), strict=False))
        sizes = dict(zip(order, (*[1] * len(heads), rows), strict=False))
        return operand._replace(value=self._slice(value, offsets, sizes))

    def _part_of_mask(self, mask: Mask, starts: Sequence[Value]) -> Mask:
        """Return the part of a mask for scores that begin at these indices."""
        offsets: dict[int, Value] = {}
        sizes: dict[int, int] = {}
        for dim, expr in enumerate(mask.map.results):
            if isinstance(expr, AffineDimExpr):
                offsets[dim] = starts[expr.position]
                sizes[dim] = [*self.ones, self.rows, self.columns][expr.position]
        return Mask(self._slice(mask.value, offsets, sizes), mask.map)

    # -- Tiles -------------------------------------------------------------------------------------------------------

    def _first(self, number: Value, size: int, repeated: int = 0) -> Value:
        """Return where a tile begins; the last tile of keys begins with some of the one before."""
        first = AffineDimExpr(0) * size
        if repeated:
            first = first - AffineDimExpr(0) // (self.column_tiles - 1) * repeated
        return self.to.insert(loop.ApplyOp.of(AffineMap(1, 0, [first]), [number])).result

    def _tile(self, at: Positions, indices: Sequence[Value], carried: Sequence[Value]) -> Sequence[Value]:
        """The results with those of a tile of queries."""
        to, type, [results] = self.to, self.type, carried
        *heads, number = indices
        with to.builder.at(at.builder.here):
            row = self._first(number, self.rows)
            query = self._part(self.query, heads, row, self.rows)
            size = [*self.ones, self.rows]
            starts = [
                to.filled(0, [*size, self.features], type),
                to.filled(-INFINITY, size, type),
                to.filled(0, size, type),
            ]

            def following(tile: Value, before: Sequence[Value]) -> Sequence[Value]:
                column = self._first(tile, self.columns, self.repeated)
                return self._following(query, [*heads, row, column], tile, before)

            sums, _, total = self._over_keys(number, starts, following)
            tile = self.attention.divided(sums, total)
            offsets = [*heads, row, 0]
            return to.insert(tensor.InsertSliceOp.of(tile, results, offsets, [*size, self.features])).results

    def _over_keys(
        self, number: Value, starts: Sequence[Value], following: Callable[[Value, Sequence[Value]], Sequence[Value]]
    ) -> Sequence[Value]:
        """Carry values along the tiles of keys that the queries of a tile see."""
        to, causal = self.to, self.attention.op.causal
        ends = [AffineMap(1, 0, [self.column_tiles]).results[0]]
        if causal is not None:
            last = AffineDimExpr(0) * self.rows + (self.rows - 1 + self._more_keys())
            ends.append(last // self.columns + 1)
        over = loop.ForOp.over(0, (AffineMap(1, 0, ends), [number]), 1, starts, location=to.builder.location)
        to.insert(over)
        with to.builder.at(InsertionPoint(over.body)):
            results = following(over.induction_variable, over.carried)
        over.close(results)
        return over.results

    def _more_keys(self) -> int:
        """Return the number of keys beyond its own index that a query sees."""
        causal = self.attention.op.causal
        return self.keys - self.queries if causal is not None and causal.value == "last" else 0

    def _following(
        self, query: Operand, starts: Sequence[Value], number: Value, before: Sequence[Value]
    ) -> Sequence[Value]:
        """The sums of values, the largest scores and the sums of weights with those of one more tile of keys."""
        to, type, by_row = self.to, self.type, self.by_row
        *heads, _, _, column = starts
        sums, most, total = before
        key, value = (self._part(each, heads, column, self.columns) for each in (self.key, self.value))
        scores = self._scores(query, key, starts, number)
        identity, last = tensor.identity(self.rank), [self.rank - 1]
        of_tile = reduced(to, [scores], [identity], last, -INFINITY, type, _larger)
        largest = to.elementwise([of_tile, most], Scalars.maximum, element=type)

        def left(s: Scalars, new: Value, old: Value, sum: Value) -> Sequence[Value]:
            share = _power_of_two(s, old, new)
            return share, s.mul(sum, share)

        rows = tensor.identity(self.rank - 1)
        kinds = [tensor.PARALLEL] * (self.rank - 1)
        share, total = to.generic([largest], [rows, rows, rows], [most, total], kinds, left)
        weights = computed(to, [scores, largest], [identity, by_row], type, _power_of_two)
        kinds = [*kinds, tensor.REDUCTION]
        [total] = to.generic([weights], [identity, by_row], [total], kinds, added)
        weights = with_elements(to, weights, element_of(value.value.type))
        kinds = [*kinds[:-1], tensor.PARALLEL]
        [sums] = to.generic([share], [by_row, identity], [sums], kinds, Scalars.mul)
        return [self.attention.values(weights, value, sums), largest, total]

    def _scores(self, query: Operand, key: Operand, starts: Sequence[Value], number: Value) -> Value:
        """Scores, scaled and masked; those of keys that the tile before has are minus infinity."""
        to, attention, [*_, row, column] = self.to, self.attention, starts
        fresh = self._first(number, self.columns) if self.repeated else None
        scores = attention.products(query, key, [*self.ones, self.rows, self.columns])
        scale = to.constant(self._scale() * log2(e), self.type)
        mask = self._part_of_mask(self.mask, starts) if self.mask is not None else None
        inputs = [] if mask is None else [mask.value]
        identity, kinds = tensor.identity(self.rank), [tensor.PARALLEL] * self.rank

        def seen(s: Scalars, *elements: Value) -> Value:
            *masks, score = elements
            score = with_masks(s, s.mul(score, scale), masks, unit=log2(e))
            query, key = (s.insert(tensor.IndexOp.of(self.rank - 2 + number)) for number in range(2))
            key = s.insert(arith.AddIOp(key, column))
            if fresh is not None:
                score = seen_where(s, s.insert(arith.CmpIOp.of("sge", key, fresh)), score)
            if self.filled_keys != self.keys and not hides_added_keys(attention.op):
                score = seen_where(s, s.insert(arith.CmpIOp.of("slt", key, to.constant(self.keys, index))), score)
            if attention.op.causal is None:
                return score
            last = s.insert(arith.AddIOp(query, row))
            last = s.insert(arith.AddIOp(last, to.constant(self._more_keys(), index)))
            return seen_where(s, s.insert(arith.CmpIOp.of("sle", key, last)), score)

        return to.generic(inputs, [*([] if mask is None else [mask.map]), identity], [scores], kinds, seen)[0]

    def _scale(self) -> float:
        scale = self.attention.op.scale
        return scale.value if scale is not None else self.attention.op.query.shape[-1] ** -0.5


def _in_place(value: Value) -> Operand:
    """Return an operand as it was before a transposition that leaves features last: rows are read where they lie."""
    op = value.defined_by(tensor.TransposeOp)
    if op is None or op.permutation.elements[-1:] != (len(value.shape) - 1,):
        return Operand.of(value)
    return Operand(op.inputs[0], op.permutation.elements)


def _power_of_two(s: Scalars, score: Value, most: Value) -> Value:
    """2^(score - most), and 0 where all scores are minus infinity; weights are rounded to 16 bits afterwards."""
    return s.insert(math.Exp2Op(below(s, score, most), fastmath=FastMathAttr.of("afn")))


def _larger(s: Scalars, score: Value, most: Value) -> Value:
    return s.maximum(most, score)
