"""Queries of constants by passes on graphs, and the few ops that they often create.

Asking changes nothing; what is found is made into ops once a pattern knows that it applies.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from dlc.dialects import graph
from dlc.dialects.graph.convolution import BATCH, CHANNELS
from dlc.dialects.graph.splats import element_type, known_splat, number_of, splat, splat_of
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import i64_array
from dlc.ir.builtin_types import FloatType
from dlc.ir.patterns import Pattern, Rewriter
from dlc.ir.sizes import Dim, Shape
from dlc.ir.traits import Elementwise, Pure

from ..manager import PassRun
from ..rewriting.greedy import GreedyConfig, GreedyResult, rewrite_greedily

LARGEST_CONSTANT = 64
"""The maximum number of ops that may compute a value from constants for it to count as one."""

USUAL_SIZE = 16
"""The size that a dimension of an image is taken to have if it is unknown."""
LARGEST_WINDOW = 7
"""The largest size of a kernel along a dimension that is taken for weights; the gradient of weights is a convolution
with a whole image as its kernel."""
MANY_PRODUCTS = 64
"""The number of products for each element of a kernel beside which it takes no time to rearrange it."""

_MOVES = (
    *(graph.ReshapeOp, graph.TransposeOp, graph.BroadcastOp, graph.ReverseOp, graph.WithShapeOp),
    *(graph.ReduceOp, graph.ContractOp),
)


def rewrite_with(patterns: Sequence[Pattern[Any]], op: Operation, run: PassRun) -> GreedyResult:
    """Apply the patterns of a pass, which does nothing else."""
    result = apply_patterns(patterns, op, run)
    if not result.changed:
        run.mark_unchanged()
    return result


def apply_patterns(patterns: Sequence[Pattern[Any]], op: Operation, run: PassRun) -> GreedyResult:
    """Apply patterns, without folding and without simplifying regions, and count what they do."""
    config = GreedyConfig(
        fold=False,
        region_simplification="disabled",
        provenance=run.pass_name,
    )
    result = rewrite_greedily(op, patterns, run.context, config)
    for pattern, hits in result.hits.items():
        run.pattern_hits[pattern] = run.pattern_hits.get(pattern, 0) + hits
    return result


# -- Asking ------------------------------------------------------------------------------------------------------------


def is_made_of_constants(value: Value) -> bool:
    """Return whether a value is a constant, or will be one when constants are folded: a few ops are followed back."""
    pending, seen = [value], {value}
    while pending:
        maker = pending.pop().defining_op
        if isinstance(maker, graph.ConstantOp):
            continue
        if maker is None or not maker.operands or len(seen) > LARGEST_CONSTANT:
            return False
        if not _computes_constants(type(maker)):
            return False
        fresh = [operand for operand in maker.operands if operand not in seen]
        seen.update(fresh)
        pending += fresh
    return True


@cache
def repays_rearranging(op: graph.ConvolutionOp | graph.TransposedConvolutionOp) -> bool:
    """Return whether rearranging the kernel takes little time beside the convolution: that is done when the program is
    loaded, or each element of the kernel is multiplied with many others.
    """
    if is_made_of_constants(op.kernel):
        return True
    result = op.layout.result.replace(CHANNELS, "")
    sizes = dict(zip(op.layout.result, shape_of(op.result), strict=True))
    products = 1
    for letter in result:
        size = sizes[letter]
        products *= size if isinstance(size, int) else 1 if letter == BATCH else USUAL_SIZE
    window = [shape_of(op.kernel)[op.layout.kernel.index(letter)] for letter in op.layout.spatial]
    is_small = all(isinstance(size, int) and size <= LARGEST_WINDOW for size in window)
    return is_small and products >= MANY_PRODUCTS


def _computes_constants(kind: type[Operation]) -> bool:
    """Return whether ops of a kind compute constants from constants."""
    return issubclass(kind, _MOVES) or (Elementwise in kind.traits and Pure in kind.traits)


def number_in(value: Value) -> float | None:
    """The number that all elements are, if that is known."""
    bits, type = known_splat(value), element_type(value)
    return float(number_of(bits, type)) if bits is not None and type is not None else None


def is_float(value: Value) -> bool:
    """Return whether the elements are floats."""
    return isinstance(element_type(value), FloatType)


def sizes_are_numbers(value: Value) -> bool:
    """Return whether all sizes are numbers."""
    return all(isinstance(size, int) for size in shape_of(value))


# -- What is the same at each place but along one dimension ------------------------------------------------------------


class Channels(NamedTuple):
    """A tensor that only changes along one dimension, or not at all."""

    source: Value
    """The values by channel: one for each, or a single one."""
    size: int

    def vector(self, op: Operation, rw: Rewriter) -> Value:
        """The numbers as a tensor of one dimension, made before `op`."""
        element = element_of(self.source)
        wanted = tensor_of((self.size,), element)
        bits = known_splat(self.source)
        if bits is not None:
            attr = splat(bits, wanted)
            assert attr is not None
            return rw.insert_before(op, graph.ConstantOp(attr)).result
        if shape_of(self.source) == (self.size,):
            return self.source
        if self.size != 1 and all(size == 1 for size in shape_of(self.source)):
            single = rw.insert_before(op, graph.ReshapeOp(self.source, tensor_of((), element))).result
            return rw.insert_before(op, graph.BroadcastOp(single, i64_array([]), wanted)).result
        return rw.insert_before(op, graph.ReshapeOp(self.source, wanted)).result


def channels_of(value: Value, dim: int) -> Channels | None:
    """The numbers of a constant tensor that only changes along `dim`."""
    size = shape_of(value)[dim]
    broadcast = value.defined_by(graph.BroadcastOp)
    source, dims = (broadcast.source, broadcast.dims.elements) if broadcast is not None else (value, None)
    if not isinstance(size, int) or not is_made_of_constants(source):
        return None
    if known_splat(source) is not None:
        return Channels(source, size)
    for number, extent in enumerate(shape_of(source)):
        if extent != 1 and (dims[number] if dims is not None else number) != dim:
            return None
    return Channels(source, size)


# -- Making ------------------------------------------------------------------------------------------------------------


def insert(op: Operation, new_op: Operation, rw: Rewriter) -> Value:
    """Put an op before another; its only result."""
    return rw.insert_before(op, new_op).results[0]


def broadcast_like(value: Value, dims: Sequence[int], like: Value, op: Operation, rw: Rewriter) -> Value:
    """A value repeated to the sizes of another one."""
    shape = shape_of(like)
    sizes = insert(op, graph.ShapeOp(like), rw) if None in shape else None
    type = tensor_of(shape, element_of(value))
    return insert(op, graph.BroadcastOp(value, i64_array(dims), type, sizes=sizes), rw)


def number_like(number: float, like: Value, op: Operation, rw: Rewriter) -> Value:
    """A number everywhere, in the type of another value."""
    attr = splat_of(number, like.type)
    if attr is not None:
        return insert(op, graph.ConstantOp(attr), rw)
    scalar = splat_of(number, tensor_of((), element_of(like)))
    assert scalar is not None
    return broadcast_like(insert(op, graph.ConstantOp(scalar), rw), [], like, op, rw)


def transposed(value: Value, order: Sequence[int], op: Operation, rw: Rewriter) -> Value:
    """A value with its dimensions in another order; itself, if that is the one it has."""
    if list(order) == sorted(order):
        return value
    return insert(op, graph.TransposeOp(value, i64_array(order)), rw)


def elements_in(shape: Shape) -> Dim:
    """Return the number of elements, if the sizes are numbers."""
    count = 1
    for size in shape:
        if not isinstance(size, int):
            return None
        count *= size
    return count
