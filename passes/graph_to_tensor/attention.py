"""The lowering of `graph.attention`: scores, their softmax without the division, sums of values, and the division."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import arith, graph, tensor
from dlc.dialects.tensor.structured import element_of
from dlc.ir import Value
from dlc.ir.affine import AffineConstantExpr, AffineExpr, AffineMap, affine_dims
from dlc.ir.builtin_types import DYNAMIC, FloatType, TensorType, index

from .accumulating import (
    Operand,
    computed,
    converted,
    element,
    float_of_index,
    kept_map,
    square_root,
    sum_of_products,
)
from .attention_blocks import LEAST_QUERIES, AttentionBlocks, has_blocks, power, quotient, seen_where, with_masks
from .attention_tiles import AttentionTiles, has_tiles
from .lowering import SizeValue, ToTensor, lowers
from .normalization import Normalization, largest
from .positions import Positions, generate, one_of_two
from .scalars import Scalars, working_type

LEAST_OPEN_KEYS = 200
"""The number of keys from which scores are computed by blocks, where there may be fewer keys or queries."""
MOST_SCORES = 1 << 29
"""The largest number of scores that are kept in memory, where those of all heads are: 2 GiB."""


@lowers(graph.AttentionOp)
def lower_attention(op: graph.AttentionOp, to: ToTensor) -> Value:
    """attention -> contract, scaled and masked scores, maximum, exponentials, their sum, contract, division

    Heads of the query are seen as groups that share a head of the key. The division comes last, where there are fewer
    numbers to divide.
    """
    attention = Attention(op, to)
    if has_tiles(attention):
        return attention.joined(AttentionTiles(attention).result())
    if not has_blocks(attention) or attention.has_whole_scores():
        return attention.joined(attention.by_whole_scores())
    return attention.joined(attention.by_blocks())


class Attention:
    """Loops: what runs along, shared heads, heads that share one, queries, keys (or features of values), features."""

    def __init__(self, op: graph.AttentionOp, to: ToTensor) -> None:
        self.op, self.to, self.rank = op, to, len(op.query.shape)
        self.element = to.element()
        type = working_type(self.element)
        assert isinstance(type, FloatType)
        self.type = type
        self.head = self.rank - 3
        sizes = to.sizes(op.query)
        shared = to.size(op.key, self.head)
        self.heads = [shared, self._quotient(sizes[self.head], shared)]
        self.split = [[dim] for dim in range(self.head)] + [[self.head, self.head + 1]]
        self.split += [[dim + 1] for dim in range(self.head + 1, self.rank)]
        self.query = self._expanded(op.query, self.split, self.head)
        self.loops = affine_dims(self.rank + 2)
        self.kinds = [tensor.PARALLEL] * (self.rank + 1) + [tensor.REDUCTION]
        self.queries, self.keys = sizes[-2], to.size(op.key, self.rank - 2)
        self.outer = [*sizes[: self.head], *self.heads, self.queries]

    def by_whole_scores(self) -> Value:
        """The sums of values of all queries, from a tensor of all scores."""
        to, op = self.to, self.op
        query, key, value = map(Operand.of, (self.query, op.key, op.value))
        scores = self.masked(self.products(query, key, [*self.outer, self.keys]))
        weights, total = self.weights(scores)
        sums = to.filled(0, [*self.outer, to.size(op.value, self.rank - 1)], self.type)
        return self.divided(self.values(weights, value, sums), total)

    def by_blocks(self) -> Value:
        """The sums of values of all queries, by blocks; from all scores, where there are too few for that."""
        enough = self._enough_for_blocks()
        if enough is None:
            return AttentionBlocks(self).result()
        type = self.to.empty([*self.outer, self.op.value.shape[-1]]).type
        return one_of_two(self.to, enough, type, lambda: AttentionBlocks(self).result(), self.by_whole_scores)

    def _enough_for_blocks(self) -> Value | None:
        """Return whether there are many queries and keys, if their numbers are known only when the program runs."""
        at = Positions(self.to)
        limits = ((self.queries, LEAST_QUERIES), (self.keys, LEAST_OPEN_KEYS))
        if all(isinstance(size, int) for size, _ in limits):
            return None
        return at.both([at.compare("sge", size, least) for size, least in limits])

    def has_whole_scores(self) -> bool:
        """Return whether the scores of all heads are computed before their softmax."""
        if isinstance(self.keys, int) and self.keys < LEAST_OPEN_KEYS and not isinstance(self.queries, int):
            return True
        sizes = [*self.outer, self.keys]
        known = [size for size in sizes if isinstance(size, int)]
        return self.to.attention != "blocks" and (len(known) < len(sizes) or prod(known) <= MOST_SCORES)

    def _quotient(self, heads: SizeValue, shared: SizeValue) -> SizeValue:
        if isinstance(heads, int) and isinstance(shared, int):
            return heads // shared if shared else 0
        to = self.to
        safe = to.insert(arith.MaxUIOp(to.as_value(shared), to.constant(1, index))).results[0]
        return to.insert(arith.DivUIOp(to.as_value(heads), safe)).results[0]

    def _expanded(self, value: Value, split: Sequence[Sequence[int]], head: int) -> Value:
        """Return a value with heads as groups that share a head; their number is hidden where a factor is unknown."""
        sizes = self.to.sizes(value)
        shape = [*sizes[:head], *self.heads, *sizes[head + 1 :]]
        if not all(isinstance(size, int) for size in self.heads):
            type = value.type_as(TensorType)
            hidden = [DYNAMIC if dim == head else size for dim, size in enumerate(type.shape)]
            value = self.to.cast(value, type.with_shape(tuple(hidden)))
        return self.to.insert(tensor.ExpandShapeOp.of(value, [list(group) for group in split], shape)).results[0]

    def _map(self, *exprs: AffineExpr) -> AffineMap:
        """Return the map of a tensor with the batch dimensions and shared heads in front."""
        return AffineMap(self.rank + 2, 0, [*self.loops[: self.head + 1], *exprs])

    def products(self, queries: Operand, keys: Operand, sizes: Sequence[SizeValue]) -> Value:
        """Products of queries and keys, for scores of these sizes."""
        group, query, key, feature = self.loops[self.head + 1 :]
        factors = queries.factor(self._map(group, query, feature)), keys.factor(self._map(key, feature))
        return sum_of_products(self.to, factors, self._map(group, query, key), self.kinds, sizes, self.type)

    def masked(self, scores: Value) -> Value:
        """Scaled, with the mask added, and minus infinity where keys are not seen."""
        op, to = self.op, self.to
        scale, more = self.scale(), self._more_keys()
        inputs, maps = [scores], [tensor.identity(self.rank + 1)]
        if op.mask is not None:
            mask, map = self.mask()
            inputs.append(mask)
            maps.append(map)

        def body(s: Scalars, score: Value, *masks: Value) -> Value:
            scaled = with_masks(s, s.mul(score, scale), masks)
            if more is None:
                return scaled
            query, key = (s.insert(tensor.IndexOp.of(self.rank - 1 + n)) for n in range(2))
            last = s.insert(arith.AddIOp(query, more))
            return seen_where(s, s.insert(arith.CmpIOp.of("sle", key, last)), scaled)

        return computed(to, inputs, maps, self.type, body)

    def scale(self) -> Value:
        if self.op.scale is not None:
            return self.to.constant(self.op.scale.value, self.type)
        features = self.to.size(self.op.query, self.rank - 1)
        if isinstance(features, int):
            return self.to.constant(features**-0.5 if features else 1.0, self.type)
        s = Scalars(self.to.builder, unsigned=False, constant=self.to.constant)
        one_or_more = self.to.as_value(Positions(self.to).maximum(features, 1))
        root = square_root(s, float_of_index(self.to, one_or_more, self.type))
        return s.div(s.number(1, root), root)

    def _more_keys(self) -> Value | None:
        """Return the number of keys beyond its own index that a query sees; `None` if it sees all."""
        causal, to = self.op.causal, self.to
        if causal is None:
            return None
        if causal.value == "first":
            return to.constant(0, index)
        if isinstance(self.keys, int) and isinstance(self.queries, int):
            return to.constant(self.keys - self.queries, index)
        return to.insert(arith.SubIOp(to.as_value(self.keys), to.as_value(self.queries))).results[0]

    def mask(self) -> tuple[Value, AffineMap]:
        """The mask, and which of its elements belongs to a score."""
        assert self.op.mask is not None
        mask = self.op.mask
        loops = [*self.loops[: self.head + 1], *self.loops[self.head + 1 : self.rank + 1]]
        mask, rank = self._with_repeated(mask), len(mask.shape)
        if rank >= 3 and mask.shape[rank - 3] != 1:
            split = [[dim] for dim in range(rank - 3)] + [[rank - 3, rank - 2], [rank - 1], [rank]]
            mask, rank = self._expanded(mask, split, rank - 3), rank + 1
        elif rank >= 3:
            loops = [*loops[: self.head], *loops[self.head + 1 :]]  # one element for all heads
        used = loops[len(loops) - rank :]
        sizes = mask.shape
        exprs = [AffineConstantExpr(0) if size == 1 else loop for size, loop in zip(sizes, used, strict=True)]
        return mask, AffineMap(self.rank + 1, 0, exprs)

    def _with_repeated(self, mask: Value) -> Value:
        """Return the mask with its elements repeated along sizes that may be 1 when the program runs."""
        to, at = self.to, Positions(self.to)
        rank, sizes = len(mask.shape), to.sizes(mask)
        scores = [*to.sizes(self.op.query)[:-1], self.keys][-rank:] if rank else []
        stated = [*to.symbolic(0)[:-1], to.symbolic(1)[-2]]
        pairs = zip(to.symbolic(3), stated[len(stated) - rank :], strict=True)
        doubtful = [dim for dim, (own, score) in enumerate(pairs) if not isinstance(own, int) and own != score]
        last = {dim: at.sub(sizes[dim], 1) for dim in doubtful}
        if not last:
            return mask

        def repeated(inner: Positions, places: list[Value]) -> Value:
            bounds = [last.get(dim) for dim in range(rank)]
            pairs = zip(places, bounds, strict=True)
            return inner.at(mask, [place if end is None else inner.minimum(place, end) for place, end in pairs])

        wanted = [scores[dim] if dim in last else size for dim, size in enumerate(sizes)]
        return generate(to, wanted, repeated, element=element_of(mask.type))

    def weights(self, scores: Value) -> tuple[Value, Value]:
        """Exponentials of scores less the largest one of a query, and their sums.

        Where tensor cores multiply them, they have the type of the values.
        """
        type = element_of(self.op.value.type) if self.to.attention != "blocks" else self.type
        n, last = Normalization(self.to, scores), [self.rank]
        kept = kept_map(self.rank + 1, last)

        def exponential(s: Scalars, x: Value, m: Value) -> Value:
            return converted(s, power(s, x, m), type)

        powers = computed(self.to, [scores, largest(n, last)], [n.identity, kept], type, exponential)
        return powers, Normalization(self.to, powers).sum_of(last, element)

    def values(self, weights: Value, values: Operand, init: Value) -> Value:
        """Sums of values by their weights, added to others."""
        group, query, feature, key = self.loops[self.head + 1 :]
        factor = values.factor(self._map(key, feature))
        maps = [self._map(group, query, key), factor.map, self._map(group, query, feature)]
        kinds = tensor.iterator_array(self.kinds)
        contract = tensor.ContractOp([weights, factor.value], [init], [init.type], tensor.map_array(tuple(maps)), kinds)
        return self.to.insert(contract).results[0]

    def divided(self, values: Value, total: Value) -> Value:
        """Divided by the sums of weights; nothing, where those are 0."""

        def body(s: Scalars, x: Value, t: Value) -> Value:
            return converted(s, quotient(s, x, t), self.element)

        maps = [tensor.identity(self.rank + 1), kept_map(self.rank + 1, [self.rank])]
        return computed(self.to, [values, total], maps, self.element, body)

    def joined(self, value: Value) -> Value:
        """Groups of heads as heads."""
        return self.to.insert(tensor.CollapseShapeOp.of(value, [list(group) for group in self.split])).results[0]
