"""Attention computed by tiles of queries and keys in one nest, for GPUs: no score is ever in memory of the device.

    for each head, each tile of queries, and each part of the keys {
      sums, most, total = 0, -inf, 0
      for each tile of keys of the part {
        scores = queries * keys, scaled and masked, times log2(e)
        largest = max(most, scores)
        share, total = 2^(most - largest), total * share
        weights = 2^(scores - largest)
        total, sums = total + weights, sums * share + weights * values
        most = largest
      }
      result = sums / total
    }

Each iteration of the outer loops is a block, whose threads keep all tiles of this text in registers, except those of
keys and values, which they share. Weights are rounded to the type of the values, for tensor cores, and summed in f32
before that. Tiles that are not full are filled up with the last query and the last key, and keys that fill up are not
seen. Causal attention leaves out tiles of keys that no query of the tile sees.

Where there are few queries, those of all heads that share keys are rows of one tile, so that keys and values are read
once for them. Where there are fewer tiles of queries than multiprocessors can run, the keys are divided into parts,
each of which has every nth tile. Then a second kernel brings the sums of all parts to one scale, and adds them up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import e, log2, prod
from typing import TYPE_CHECKING

from dlc.dialects import loop, math, tensor
from dlc.dialects.arith import FastMathAttr
from dlc.dialects.tensor.structured import element_of
from dlc.ir import Block, InsertionPoint, Region, Type, Value
from dlc.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap, affine_dims
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import DYNAMIC, bf16, bit_width, f16, f32, i64

from .accumulating import Operand, computed, kept_map, reduced, with_elements
from .attention_blocks import INFINITY, added, below, quotient, seen_where, with_masks
from .convolution import padded
from .lowering import AttentionForm, SizeValue, ToTensor
from .positions import Positions, generate, nest
from .scalars import Scalars

if TYPE_CHECKING:
    from .attention import Attention

ELEMENTS: Mapping[AttentionForm, Sequence[Type]] = {
    "f16-tiles": (f16,),
    "tiles": (f16, bf16),
    "all-tiles": (f16, bf16, f32),
}
"""The elements of which attention is computed by tiles."""
ROWS = 64
"""The largest number of queries of a tile: 16 for each of the warps of a block."""
LEAST_QUERIES = 16
"""The number of queries from which those of one head fill a tile: the rows of a product by tensor cores."""
KEYS = (64, 32, 16)
"""The numbers of keys of a tile to choose from."""
KEYS_OF_PART = 256
"""The least number of keys that a part is worth a block for."""
FEATURES = 16
"""The number whose multiples features are filled up to: the length of sums of a product by tensor cores."""
MOST_FEATURES = 256
"""The largest number of features of 16 bits, of which a thread keeps an eighth for each of 16 queries."""
TILE_BYTES = {2: 18 << 10, 4: 16 << 10}
"""The largest number of bytes of keys and values of a tile, by the size of an element: two tiles of them are in the
memory of a block, and threads have registers for the products of f32.
"""
SKEW_BYTES = 16
"""The number of bytes by which rows of them are lengthened there."""


def has_tiles(attention: Attention) -> bool:
    """Return whether threads can compute attention by tiles: the GPU holds such elements, and all features of a row."""
    op = attention.op
    element, features = element_of(op.value.type), (op.query.shape[-1], op.value.shape[-1])
    has_none = any(size == 0 for value in op.operands for size in value.shape)
    is_narrow = DYNAMIC not in features and max(features) * (bit_width(element) or 0) <= MOST_FEATURES * 16
    return is_narrow and not has_none and element in ELEMENTS.get(attention.to.attention, ())


def queries_of_tile(queries: int) -> int:
    """Return the number of queries of a tile: one of which there are whole ones, if that is not much smaller."""
    whole = (size for size in range(ROWS, ROWS // 2 - 1, -LEAST_QUERIES) if queries % size == 0)
    return next(whole, min(ROWS, _multiple(queries, LEAST_QUERIES)))


def _multiple(size: int, of: int) -> int:
    """Return the least multiple that is no less than a size."""
    return -(-size // of) * of


def keys_of_tile(keys: int | None, features: int, element_bytes: int) -> int:
    """Return the number of keys of a tile, for the number of features that a key and its value have together."""
    key_bytes = features * element_bytes + 2 * SKEW_BYTES
    fitting = [size for size in KEYS if size * key_bytes <= TILE_BYTES[element_bytes]] or KEYS[-1:]
    return next((size for size in fitting if keys is None or size <= keys), KEYS[-1])


def parts_of_keys(blocks: int, rows: int, keys: int | None, multiprocessors: int) -> int:
    """Return the number of parts of keys with which a number of tiles of queries fills all multiprocessors, each with
    as many queries as the largest tile has; fewer, if parts would have few keys.
    """
    wanted = multiprocessors * ROWS // rows // blocks
    return max(1, wanted if keys is None else min(wanted, keys // KEYS_OF_PART))


class AttentionTiles:
    """Loops: what runs along, shared heads, heads that share one, tiles of queries, parts; then tiles of keys."""

    def __init__(self, attention: Attention) -> None:
        self.attention, self.to, self.type = attention, attention.to, attention.type
        op, at = attention.op, Positions(self.to)
        self.queries, self.keys = attention.queries, attention.keys
        *outer, group, _ = attention.outer
        self.heads_joined = 1
        """The number of heads whose queries are rows of the same tiles."""
        few = self.queries if isinstance(self.queries, int) and self.queries < LEAST_QUERIES else 0
        if few and isinstance(group, int):
            self.heads_joined, group = group, 1
        self.heads = [*outer, group]
        self.ones = [1] * len(self.heads)
        self.count = at.mul(self.queries, self.heads_joined)
        """The number of rows that are queries."""
        features, self.features = (_multiple(each.shape[-1], FEATURES) for each in (op.query, op.value))
        """The number of features of values, filled up."""
        self.rows = queries_of_tile(self.count) if isinstance(self.count, int) else ROWS
        known_keys = self.keys if isinstance(self.keys, int) else None
        element_bytes = (bit_width(element_of(op.value.type)) or 0) // 8
        self.columns = keys_of_tile(known_keys, features + self.features, element_bytes)
        self.row_tiles, self.column_tiles = self._tiles(self.count, self.rows), self._tiles(self.keys, self.columns)
        self.parts = 1
        if isinstance(self.row_tiles, int):
            blocks = prod(size for size in (*self.heads, self.row_tiles) if isinstance(size, int))
            self.parts = parts_of_keys(blocks, self.rows, known_keys, self.to.multiprocessors)
        self.query = _with_features(self.to, _in_place(op.query), features)
        self.key = _with_features(self.to, _in_place(op.key), features)
        self.value = _with_features(self.to, _in_place(op.value), self.features)
        self.last_row, self.last_key = at.sub(self.count, 1), at.sub(self.keys, 1)
        self.rank = attention.rank + 1
        """The number of dimensions of scores."""
        self.by_row = kept_map(self.rank, [self.rank - 1])

    def result(self) -> Value:
        """The sums of values of all queries, by shared heads and heads that share one."""
        to, at = self.to, Positions(self.to)
        filled = at.mul(self.row_tiles, self.rows)
        if self.parts == 1:
            init = to.empty([*self.heads, filled, self.features], self.attention.element)
            [result] = nest(at, [*self.heads, self.row_tiles], [init], self._tile)
            return self._of_queries(result)
        size = [*self.heads, self.parts, filled]
        inits = [to.empty([*size, self.features], self.type), to.empty(size, self.type)]
        return self._combined(*nest(at, [*self.heads, self.parts, self.row_tiles], inits, self._tile_of_part))

    def _tiles(self, size: SizeValue, of: int) -> SizeValue:
        if isinstance(size, int):
            return -(-size // of)
        return self._applied(AffineDimExpr(0).ceildiv(of), [size])

    def _applied(self, expr: AffineExpr, operands: Sequence[Value]) -> Value:
        return self.to.insert(loop.ApplyOp.of(AffineMap(len(operands), 0, [expr]), operands)).result

    # -- Rows and keys -----------------------------------------------------------------------------------------------

    def _rows_are_full(self) -> bool:
        return isinstance(self.count, int) and self.count % self.rows == 0

    def _keys_are_full(self) -> bool:
        return isinstance(self.keys, int) and self.keys % self.columns == 0

    def _head_and_query(self, at: Positions, heads: Sequence[Value], row: Value) -> tuple[SizeValue, SizeValue]:
        """Return which of the heads that share one a row belongs to, and the number of its query: the last ones, if the
        row fills up a tile.
        """
        place = row if self._rows_are_full() else at.value(at.minimum(row, self.last_row))
        if self.heads_joined == 1 or not isinstance(self.queries, int):
            return heads[-1], place
        if self.queries == 1:
            return place, 0
        exprs = AffineDimExpr(0) // self.queries, AffineDimExpr(0) % self.queries
        head, query = (at.insert(loop.ApplyOp.of(AffineMap(1, 0, [each]), [place])) for each in exprs)
        return head, query

    def _heads_of_queries(self, at: Positions, heads: Sequence[Value], head: SizeValue) -> list[SizeValue]:
        """Return the indices of a head of the query, which is one of those that share one."""
        group = self.attention.heads[1]
        return [*heads[:-2], heads[-2] if group == 1 else at.add(at.mul(heads[-2], group), head)]

    def _key_or_last(self, at: Positions, key: Value) -> SizeValue:
        """Return the number of a key, or the last one, if it fills up a tile."""
        return key if self._keys_are_full() else at.minimum(key, self.last_key)

    def _row(self, at: Positions, tile: Value, row: Value) -> Value:
        """Return a row of a tile of queries."""
        map = AffineMap(2, 0, [AffineDimExpr(0) * self.rows + AffineDimExpr(1)])
        return at.insert(loop.ApplyOp.of(map, [tile, row]))

    def _number_of_key(self, at: Positions, tile: Sequence[Value], column: Value) -> Value:
        """Return the number of a key of a tile, which is one of a part if there are parts."""
        first = self._among_all(*affine_dims(len(tile))) * self.columns
        map = AffineMap(len(tile) + 1, 0, [first + AffineDimExpr(len(tile))])
        return at.insert(loop.ApplyOp.of(map, [*tile, column]))

    def _among_all(self, number: AffineExpr, part: AffineExpr | None = None) -> AffineExpr:
        """Return the number of a tile of keys among all."""
        return number if part is None else number * self.parts + part

    # -- Operands ----------------------------------------------------------------------------------------------------

    def _query_tile(self, heads: Sequence[Value], tile: Value) -> Operand:
        """The queries of a tile."""
        value, order = self.query

        def query(at: Positions, places: list[Value]) -> Value:
            *_, row, feature = places
            head, query = self._head_and_query(at, heads, self._row(at, tile, row))
            return at.at(value, _in_order([*self._heads_of_queries(at, heads, head), query, feature], order))

        size = [*self.ones, self.rows, value.shape[-1]]
        return Operand.of(generate(self.to, size, query, element=element_of(value.type)))

    def _key_tile(self, operand: Operand, heads: Sequence[Value], tile: Sequence[Value]) -> Operand:
        """The keys or values of a tile, which the threads of a block share."""
        value, order = operand

        def key(at: Positions, places: list[Value]) -> Value:
            *_, column, feature = places
            number = self._key_or_last(at, self._number_of_key(at, tile, column))
            return at.at(value, _in_order([*heads[:-1], number, feature], order))

        size = [*self.ones[:-1], self.columns, value.shape[-1]]
        return Operand.of(generate(self.to, size, key, element=element_of(value.type)))

    # -- Tiles -------------------------------------------------------------------------------------------------------

    def _tile(self, at: Positions, indices: Sequence[Value], carried: Sequence[Value]) -> Sequence[Value]:
        """The results with those of a tile of queries."""
        *heads, number = indices
        with self.to.builder.at(at.builder.here):
            sums, _, total = self._over_keys(heads, number)
            tile = self.attention.divided(sums, total)
            return [self._inserted(tile, carried[0], heads, number)]

    def _tile_of_part(self, at: Positions, indices: Sequence[Value], carried: Sequence[Value]) -> Sequence[Value]:
        """The results and scales of a part of keys with those of a tile of queries.

        A scale is the binary logarithm of the sum of all powers of two of scores.
        """
        *heads, part, number = indices
        with self.to.builder.at(at.builder.here):
            sums, most, total = self._over_keys(heads, number, part)
            maps = [tensor.identity(self.rank), self.by_row]
            average = computed(self.to, [sums, total], maps, self.type, quotient)

            def scale(s: Scalars, most: Value, total: Value) -> Value:
                return s.add(most, s.insert(math.Log2Op(total)))

            scales = self.to.elementwise([most, total], scale, element=self.type)
            pairs = zip((average, scales), carried, strict=True)
            return [self._inserted(tile, whole, [*heads, part], number) for tile, whole in pairs]

    def _inserted(self, tile: Value, whole: Value, before: Sequence[Value], number: Value) -> Value:
        """Return what belongs to all rows with what belongs to a tile."""
        row = self._applied(AffineDimExpr(0) * self.rows, [number])
        features = list(tile.shape[len(self.heads) + 1 :])
        offsets = [*before, row, *[0] * len(features)]
        sizes = [*[1] * len(before), self.rows, *features]
        return self.to.insert(tensor.InsertSliceOp.of(tile, whole, offsets, sizes)).results[0]

    def _over_keys(self, heads: Sequence[Value], number: Value, part: Value | None = None) -> Sequence[Value]:
        """The sums of values, the largest scores, and the sums of weights of a tile of queries, for the tiles of keys
        that they see, or for those of a part.
        """
        to, size = self.to, [*self.ones, self.rows]
        query = self._query_tile(heads, number)
        starts = [
            to.filled(0, [*size, self.features], self.type),
            to.filled(-INFINITY, size, self.type),
            to.filled(0, size, self.type),
        ]
        over = loop.ForOp.over(0, self._end(number, part), 1, starts, location=to.builder.location)
        to.insert(over)
        with to.builder.at(InsertionPoint(over.body)):
            tile = [over.induction_variable, *([] if part is None else [part])]
            results = self._following(query, heads, number, tile, over.carried)
        over.close(results)
        return over.results

    def _end(self, number: Value, part: Value | None) -> tuple[AffineMap, Sequence[Value]]:
        """Return the number of tiles of keys, in a part if there are parts, that the queries of a tile see."""
        operands = [number]

        def term(size: SizeValue) -> AffineExpr:
            if isinstance(size, int):
                return AffineConstantExpr(size)
            operands.append(size)
            return AffineDimExpr(len(operands) - 1)

        ends, causal = [term(self.column_tiles)], self.attention.op.causal
        if causal is not None:
            last = term(self.queries) - 1 if self.heads_joined > 1 else AffineDimExpr(0) * self.rows + (self.rows - 1)
            if causal.value == "last":
                last = last + term(self.keys) - term(self.queries)
            ends.append(last // self.columns + 1)
        if part is not None:
            own = term(part)
            ends = [(end - own).ceildiv(self.parts) for end in ends]
        return AffineMap(len(operands), 0, ends), operands

    def _following(
        self,
        query: Operand,
        heads: Sequence[Value],
        number: Value,
        tile: Sequence[Value],
        before: Sequence[Value],
    ) -> Sequence[Value]:
        """The sums of values, the largest scores and the sums of weights with those of one more tile of keys."""
        to, type, by_row = self.to, self.type, self.by_row
        sums, most, total = before
        key, value = (self._key_tile(each, heads, tile) for each in (self.key, self.value))
        scores = self._scores(query, key, heads, number, tile)
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

    def _scores(
        self, query: Operand, key: Operand, heads: Sequence[Value], number: Value, tile: Sequence[Value]
    ) -> Value:
        """Scores, scaled and masked; those of keys that fill up a tile are minus infinity."""
        to, attention = self.to, self.attention
        scores = attention.products(query, key, [*self.ones, self.rows, self.columns])
        scale = to.constant(self._scale() * log2(e), self.type)
        is_last = attention.op.causal is not None and attention.op.causal.value == "last"

        def seen(s: Scalars, score: Value) -> Value:
            at = Positions(to, s.builder)
            row, column = (s.insert(tensor.IndexOp.of(self.rank - 2 + each)) for each in range(2))
            place = self._number_of_key(at, tile, column)
            head, query = self._head_and_query(at, heads, self._row(at, number, row))
            masks = self._mask_at(at, [*self._heads_of_queries(at, heads, head), query, self._key_or_last(at, place)])
            score = with_masks(s, s.mul(score, scale), masks, unit=log2(e))
            if not self._keys_are_full() and not is_last:
                score = seen_where(s, at.compare("slt", place, self.keys), score)
            if attention.op.causal is None:
                return score
            more = at.sub(self.keys, self.queries) if is_last else 0
            return seen_where(s, at.compare("sle", place, at.add(query, more)), score)

        identity, kinds = tensor.identity(self.rank), [tensor.PARALLEL] * self.rank
        return to.generic([], [identity], [scores], kinds, seen)[0]

    def _mask_at(self, at: Positions, places: Sequence[SizeValue]) -> list[Value]:
        """Return the element of the mask for a score, if there is a mask; sizes that are unknown may be 1."""
        mask = self.attention.op.mask
        if mask is None:
            return []
        sizes = self.to.sizes(mask)
        own = zip(places[len(places) - len(sizes) :], sizes, strict=True)
        return [at.at(mask, [_within(at, place, size) for place, size in own])]

    def _scale(self) -> float:
        scale = self.attention.op.scale
        return scale.value if scale is not None else self.attention.op.query.shape[-1] ** -0.5

    # -- Results -----------------------------------------------------------------------------------------------------

    def _without_filling(self, value: Value, dim: int) -> Value:
        """Return a tensor without the rows, along a dimension, and the features that fill up tiles."""
        sizes = self.to.sizes(value)
        sizes[dim : dim + 2] = [self.count, self.attention.op.value.shape[-1]][: len(sizes) - dim]
        if sizes == self.to.sizes(value):
            return value
        zeros, ones = [0] * len(sizes), [1] * len(sizes)
        return self.to.insert(tensor.ExtractSliceOp.of(value, zeros, sizes, ones)).results[0]

    def _map_of_rows(self, rank: int, *, part: int | None = None, features: Sequence[int] = ()) -> AffineMap:
        """Return the map from loops, of which the first ones are over queries, to rows, with a part or features."""
        loops = affine_dims(rank)
        *outer, head, query = loops[: self.rank - 1]
        if self.heads_joined > 1 and isinstance(self.queries, int):
            head, query = AffineConstantExpr(0), head * self.queries + query
        parts = [] if part is None else [loops[part]]
        return AffineMap(rank, 0, [*outer, head, *parts, query, *(loops[each] for each in features)])

    def _of_queries(self, rows: Value) -> Value:
        """Return the results of queries among those of all rows."""
        result = self._without_filling(rows, self.rank - 2)
        if self.heads_joined == 1:
            return result
        init = self.to.empty([*self.attention.outer, result.shape[-1]])
        return self.to.each([result], [self._map_of_rows(self.rank, features=[self.rank - 1])], init, _same)

    def _combined(self, averages: Value, scales: Value) -> Value:
        """Return the averages of the results of all parts, weighted by powers of two of their scales: in one kernel."""
        to, rows, attention = self.to, self.rank - 1, self.attention
        given = [self._without_filling(each, rows) for each in (averages, scales)]
        init = to.empty([*attention.outer, given[0].shape[-1]])
        block = Block([each.type for each in (*given, init)])
        op = tensor.KernelOp(given, [init], [init.type], Region([block]), shared=int_attr(rows, i64))
        to.insert(op)
        with to.builder.at(InsertionPoint(block)):
            to.insert(tensor.YieldOp([self._average(*block.args[:2])]))
        return op.results[0]

    def _average(self, averages: Value, scales: Value) -> Value:
        to, type, rows, outer = self.to, self.type, self.rank - 1, self.attention.outer
        kinds = [*[tensor.PARALLEL] * rows, tensor.REDUCTION]
        of_row, kept = self._map_of_rows(rows + 1, part=rows), kept_map(rows + 1, [rows])
        [largest] = to.generic([scales], [of_row, kept], [to.filled(-INFINITY, outer, type)], kinds, _larger)

        def more(s: Scalars, scale: Value, largest: Value, so_far: Value) -> Value:
            return s.total(so_far, _power_of_two(s, scale, largest))

        [total] = to.generic([scales, largest], [of_row, kept, kept], [to.filled(0, outer, type)], kinds, more)

        def weighted(s: Scalars, average: Value, scale: Value, largest: Value, so_far: Value) -> Value:
            return s.total(so_far, s.mul(average, _power_of_two(s, scale, largest)))

        rank = rows + 2
        maps = [
            self._map_of_rows(rank, part=rows + 1, features=[rows]),
            self._map_of_rows(rank, part=rows + 1),
            kept_map(rank, [rows, rows + 1]),
            kept_map(rank, [rows + 1]),
        ]
        start = to.filled(0, [*outer, averages.shape[-1]], type)
        [sums] = to.generic([averages, scales, largest], maps, [start], [tensor.PARALLEL, *kinds], weighted)
        return self.attention.divided(sums, total)


def _with_features(to: ToTensor, operand: Operand, features: int) -> Operand:
    """Return an operand with its features filled up with zeros."""
    value, order = operand
    high = [*[0] * (len(order) - 1), features - value.shape[-1]]
    return operand._replace(value=padded(to, value, [0] * len(high), high, to.constant(0, element_of(value.type))))


def _within(at: Positions, place: SizeValue, size: SizeValue) -> SizeValue:
    """Return an index of a dimension of a mask, whose only element belongs to all indices if its size is 1."""
    if isinstance(size, int):
        return 0 if size == 1 else place
    return at.minimum(place, at.sub(size, 1))


def _in_order(places: Sequence[SizeValue], order: Sequence[int]) -> list[SizeValue]:
    """Return the indices of an element, where each dimension lies."""
    lying: list[SizeValue] = [0] * len(order)
    for dim, place in zip(order, places, strict=True):
        lying[dim] = place
    return lying


def _in_place(value: Value) -> Operand:
    """Return an operand as it was before a transposition that leaves features last: rows are read where they lie."""
    op = value.defined_by(tensor.TransposeOp)
    if op is None or op.permutation.elements[-1:] != (len(value.shape) - 1,):
        return Operand.of(value)
    return Operand(op.inputs[0], op.permutation.elements)


def _power_of_two(s: Scalars, score: Value, most: Value) -> Value:
    """2^(score - most), and 0 where all scores are minus infinity; weights are rounded to 16 bits afterwards."""
    return s.insert(math.Exp2Op(below(s, score, most), fastmath=FastMathAttr.of("afn")))


def _same(_: Scalars, x: Value) -> Value:
    return x


def _larger(s: Scalars, score: Value, most: Value) -> Value:
    return s.maximum(most, score)
