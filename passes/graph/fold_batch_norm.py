"""The pass `fold-batch-norm`: what is done by channel beside a linear op goes into its weights.

Linear ops are convolutions, their transposes and contractions, of floats, whose weights are constants. A factor by
channel behind one is a factor of its weights, and so is one in front; what is added behind is one bias, and so becomes
what is added in front, where no padding keeps it apart. A normalization after training is both. What the weights
become is written as ops on constants, which `fold-constants` evaluates.

Products and sums are formed in another order than the program says, so that results may differ by roundings: whoever
runs this pass agrees to that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dlc.dialects import graph
from dlc.dialects.graph.convolution import CHANNELS, INPUTS, OUTPUTS, ConvolutionBaseOp
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.dialects.graph.windows import listed
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import i64_array
from dlc.ir.patterns import Match, Rewriter, pattern

from ..manager import Pass, PassRun, statistic
from .matching import (
    Channels,
    broadcast_like,
    channels_of,
    insert,
    is_float,
    is_made_of_constants,
    number_like,
    rewrite_with,
    sizes_are_numbers,
    transposed,
)

LinearOp = graph.ConvolutionOp | graph.TransposedConvolutionOp | graph.ContractOp
_LINEAR = (graph.ConvolutionOp, graph.TransposedConvolutionOp, graph.ContractOp)


class Weights(NamedTuple):
    """A position of a channel of the source or result in the weights."""

    operand: int
    """The operand number of the weights."""
    dim: int
    outputs: int | None = None
    """For channels that are counted in all groups: the dimension of outputs, which are divided among the groups."""
    groups: int = 1

    def spread(self, vector: Value, linear: LinearOp, op: Operation, rw: Rewriter) -> Value:
        """A number for each channel as one for each weight."""
        weights = linear.operands[self.operand]
        if self.outputs is None or self.groups == 1:
            return broadcast_like(vector, [self.dim], weights, op, rw)
        element, shape = element_of(vector), shape_of(weights)
        inputs, outputs = shape[self.dim], shape[self.outputs]
        assert isinstance(inputs, int)
        assert isinstance(outputs, int)
        by_group = insert(op, graph.ReshapeOp(vector, tensor_of((self.groups, inputs), element)), rw)
        wide = tensor_of((self.groups, outputs // self.groups, inputs), element)
        repeated = insert(op, graph.BroadcastOp(by_group, i64_array([0, 2]), wide), rw)
        table = insert(op, graph.ReshapeOp(repeated, tensor_of((outputs, inputs), element)), rw)
        if self.dim < self.outputs:
            return broadcast_like(transposed(table, [1, 0], op, rw), [self.dim, self.outputs], weights, op, rw)
        return broadcast_like(table, [self.outputs, self.dim], weights, op, rw)


def linear_op_of(value: Value) -> LinearOp | None:
    """The linear op that makes a value for one user only, if its elements are the same floats everywhere."""
    maker = value.defining_op
    return maker if isinstance(maker, _LINEAR) and value.has_one_use and _can_be_scaled(maker) else None


def _can_be_scaled(op: LinearOp) -> bool:
    return is_float(op.results[0]) and all(element_of(v) is element_of(op.results[0]) for v in op.operands)


def weights_behind(op: LinearOp, dim: int) -> Weights | None:
    """The constant weights that a factor along a dimension of the result is one of."""
    if isinstance(op, graph.ContractOp):
        candidates = _sides_of(op)[dim]
    elif op.layout.result[dim] != CHANNELS:
        return None
    elif isinstance(op, graph.TransposedConvolutionOp):
        candidates = [_inputs_of(op)]
    else:
        candidates = [Weights(1, op.layout.kernel.index(OUTPUTS))]
    return _constant_among(op, candidates)


def weights_before(op: LinearOp, dim: int) -> Weights | None:
    """The constant weights that a factor along a dimension of the first operand is one of."""
    if isinstance(op, graph.ContractOp):
        pairs = zip((*op.lhs_batch, *op.lhs_contracting), (*op.rhs_batch, *op.rhs_contracting), strict=True)
        candidates = [Weights(1, right) for left, right in pairs if left == dim]
    elif op.layout.source[dim] != CHANNELS:
        return None
    elif isinstance(op, graph.TransposedConvolutionOp):
        candidates = [Weights(1, op.layout.kernel.index(OUTPUTS))]
    else:
        candidates = [_inputs_of(op)]
    return _constant_among(op, candidates)


def _inputs_of(op: ConvolutionBaseOp) -> Weights:
    kernel = op.layout.kernel
    return Weights(1, kernel.index(INPUTS), kernel.index(OUTPUTS), op.group_count)


def _constant_among(op: LinearOp, candidates: Sequence[Weights]) -> Weights | None:
    for weights in candidates:
        value = op.operands[weights.operand]
        if sizes_are_numbers(value) and is_made_of_constants(value):
            return weights
    return None


def _sides_of(op: graph.ContractOp) -> list[list[Weights]]:
    """Return for each dimension of the result where it comes from."""
    lhs, rhs = op.lhs_batch.elements, op.rhs_batch.elements
    used, used_right = (*lhs, *op.lhs_contracting), (*rhs, *op.rhs_contracting)
    batch = [[Weights(0, left), Weights(1, right)] for left, right in zip(lhs, rhs, strict=True)]
    left = [[Weights(0, dim)] for dim in range(len(shape_of(op.lhs))) if dim not in used]
    return [*batch, *left, *([Weights(1, dim)] for dim in range(len(shape_of(op.rhs))) if dim not in used_right)]


class _Behind(NamedTuple):
    """A linear op, and what is done by channel to its result."""

    linear: LinearOp
    weights: Weights
    dim: int
    channels: Channels


def _behind(linear: LinearOp | None, other: Value) -> _Behind | None:
    """Return `other` by channel of a linear op's result, if that concerns constant weights."""
    if linear is None:
        return None
    for dim in range(len(shape_of(linear.results[0]))):
        channels = channels_of(other, dim)
        weights = weights_behind(linear, dim) if channels is not None else None
        if channels is not None and weights is not None:
            return _Behind(linear, weights, dim, channels)
    return None


def _either_way(op: graph.AddOp | graph.MulOp) -> tuple[tuple[Value, Value], tuple[Value, Value]]:
    return (op.lhs, op.rhs), (op.rhs, op.lhs)


def _with_weights(linear: LinearOp, weights: Weights, factor: Value, op: Operation, rw: Rewriter) -> Operation:
    """The linear op with its weights multiplied."""
    product = insert(op, graph.MulOp(linear.operands[weights.operand], factor), rw)
    new_linear = linear.clone()
    new_linear.set_operand(weights.operand, product)
    return new_linear


# -- Behind ------------------------------------------------------------------------------------------------------------


@pattern(graph.MulOp, exactness="finite")
def scale_weights(op: graph.MulOp, rw: Rewriter) -> Match:
    """f(x, w) * c -> f(x, w * c), c by channel.  Terminates: removes a product of non-constants."""
    for value, other in _either_way(op):
        behind = _behind(linear_op_of(value), other)
        if behind is not None:
            vector = behind.channels.vector(op, rw)
            factor = behind.weights.spread(vector, behind.linear, op, rw)
            return rw.replace(op, _with_weights(behind.linear, behind.weights, factor, op, rw))
    return rw.no_match("no factor by channel of a linear op with constant weights")


@pattern(graph.MulOp, exactness="finite")
def scale_bias(op: graph.MulOp, rw: Rewriter) -> Match:
    """(f(x, w) + b) * c -> f(x, w) * c + b * c, b and c by channel.
    Terminates: moves the product towards the weights.
    """
    for inner, bias, other, behind in _behind_bias(op):
        scaled = insert(op, graph.MulOp(inner, other), rw)
        product = insert(op, graph.MulOp(bias.vector(op, rw), behind.channels.vector(op, rw)), rw)
        return rw.replace(op, graph.AddOp(scaled, broadcast_like(product, [behind.dim], inner, op, rw)))
    return rw.no_match("no factor by channel of a linear op with a bias")


def _behind_bias(op: graph.MulOp | graph.AddOp) -> Iterator[tuple[Value, Channels, Value, _Behind]]:
    """Iterate over a linear op's result, the bias that is added to it, the other operand of `op`, and the linear op
    with that operand, where bias and operand are by channel.
    """
    for value, other in _either_way(op):
        biased = value.defined_by(graph.AddOp)
        for inner, bias in _either_way(biased) if biased is not None and value.has_one_use else ():
            behind = _behind(linear_op_of(inner), other)
            channels = channels_of(bias, behind.dim) if behind is not None else None
            if behind is not None and channels is not None:
                yield inner, channels, other, behind


def _perhaps_biased(value: Value) -> list[Value]:
    """A value, or what is added up in it for one user only."""
    biased = value.defined_by(graph.AddOp)
    return [value] if biased is None or not value.has_one_use else [biased.lhs, biased.rhs]


def _with_inverse(
    op: graph.DivOp | graph.SubOp,
    inverse: type[graph.FloatFunctionOp | graph.NegOp],
    inverted: type[graph.MulOp | graph.AddOp],
    rw: Rewriter,
) -> Match:
    """Replace `op` by `inverted` of the left side and the inverse of the right one, which is by channel."""
    for value in _perhaps_biased(op.lhs):
        behind = _behind(linear_op_of(value), op.rhs)
        if behind is not None:
            vector = insert(op, inverse(behind.channels.vector(op, rw)), rw)
            return rw.replace(op, inverted(op.lhs, broadcast_like(vector, [behind.dim], op.lhs, op, rw)))
    return rw.no_match("not the result of a linear op with constant weights, and constants by channel")


@pattern(graph.DivOp, exactness="finite")
def multiply_instead_of_dividing(op: graph.DivOp, rw: Rewriter) -> Match:
    """f(x, w) / c -> f(x, w) * (1 / c), also of f(x, w) + b, c by channel.
    Terminates: removes a division of non-constants.
    """
    return _with_inverse(op, graph.ReciprocalOp, graph.MulOp, rw)


@pattern(graph.SubOp, exactness="finite")
def add_instead_of_subtracting(op: graph.SubOp, rw: Rewriter) -> Match:
    """f(x, w) - b -> f(x, w) + -b, also of f(x, w) + c, b and c by channel.
    Terminates: removes a subtraction of non-constants.
    """
    return _with_inverse(op, graph.NegOp, graph.AddOp, rw)


@pattern(graph.AddOp, exactness="finite")
def merge_biases(op: graph.AddOp, rw: Rewriter) -> Match:
    """(f(x, w) + b) + c -> f(x, w) + (b + c), b and c by channel.  Terminates: removes a sum of non-constants."""
    for inner, bias, _, behind in _behind_bias(op):
        total = insert(op, graph.AddOp(bias.vector(op, rw), behind.channels.vector(op, rw)), rw)
        return rw.replace(op, graph.AddOp(inner, broadcast_like(total, [behind.dim], inner, op, rw)))
    return rw.no_match("not two sums by channel behind a linear op")


# -- Normalizations ----------------------------------------------------------------------------------------------------


@pattern(graph.BatchNormOp, exactness="finite")
def split_normalization_behind(op: graph.BatchNormOp, rw: Rewriter) -> Match:
    """batch_norm(y) -> y * f + (offset - mean * f), f = scale / sqrt(variance + epsilon), for y = f(x, w) or
    f(x, w) + b.  Terminates: removes a normalization."""
    if not _has_constant_parameters(op):
        return rw.no_match("not all parameters are constants")
    biased = op.source.defined_by(graph.AddOp)
    candidates = [(op.source, None)] if biased is None or not op.source.has_one_use else list(_either_way(biased))
    for value, bias in candidates:
        linear = linear_op_of(value)
        if linear is None or weights_behind(linear, op.dim.value) is None:
            continue
        if bias is None or channels_of(bias, op.dim.value) is not None:
            return _split(op, rw)
    return rw.no_match("not behind a linear op with constant weights")


@pattern(graph.BatchNormOp, exactness="finite")
def split_normalization_before(op: graph.BatchNormOp, rw: Rewriter) -> Match:
    """f(batch_norm(x), w) -> f(x * g + (offset - mean * g), w), g = scale / sqrt(variance + epsilon).

    Terminates: removes a normalization."""
    if not _has_constant_parameters(op) or not op.result.has_one_use:
        return rw.no_match("not all parameters are constants, or the result has several users")
    user, number = op.result.uses[0]
    if number != 0 or not isinstance(user, _LINEAR) or not _can_be_scaled(user) or not _may_be_shifted(user):
        return rw.no_match("not before a linear op without padding")
    if weights_before(user, op.dim.value) is None:
        return rw.no_match("the weights are not constant, or the dimension stays")
    return _split(op, rw)


def _has_constant_parameters(op: graph.BatchNormOp) -> bool:
    return all(sizes_are_numbers(value) and is_made_of_constants(value) for value in op.operands[1:])


def _split(op: graph.BatchNormOp, rw: Rewriter) -> Match:
    """A normalization as a product and a sum by channel."""
    epsilon = number_like(op.epsilon.value, op.variance, op, rw)
    root = insert(op, graph.RsqrtOp(insert(op, graph.AddOp(op.variance, epsilon), rw)), rw)
    factor = insert(op, graph.MulOp(op.scale, root), rw)
    shift = insert(op, graph.SubOp(op.offset, insert(op, graph.MulOp(op.mean, factor), rw)), rw)
    dims = [op.dim.value]
    scaled = insert(op, graph.MulOp(op.source, broadcast_like(factor, dims, op.source, op, rw)), rw)
    return rw.replace(op, graph.AddOp(scaled, broadcast_like(shift, dims, op.source, op, rw)))


# -- In front ----------------------------------------------------------------------------------------------------------


def _before(op: LinearOp, other: Value) -> tuple[Weights, Channels] | None:
    """Return `other` by channel of a linear op's first operand."""
    for dim in range(len(shape_of(op.operands[0]))):
        channels = channels_of(other, dim)
        weights = weights_before(op, dim) if channels is not None else None
        if channels is not None and weights is not None:
            return weights, channels
    return None


@pattern(*_LINEAR, exactness="finite")
def scale_weights_in_front(op: LinearOp, rw: Rewriter) -> Match:
    """f(x * c, w) -> f(x, w * c), c by channel.  Terminates: removes a product of non-constants."""
    product = op.operands[0].defined_by(graph.MulOp)
    if product is None or not op.operands[0].has_one_use or not _can_be_scaled(op):
        return rw.no_match("the first operand is not a product whose only use is this op")
    for value, other in _either_way(product):
        before = _before(op, other)
        if before is not None:
            weights, channels = before
            factor = weights.spread(channels.vector(op, rw), op, op, rw)
            new_linear = _with_weights(op, weights, factor, op, rw)
            new_linear.set_operand(0, value)
            return rw.replace(op, new_linear)
    return rw.no_match("there is no factor by channel, or the weights are not constant")


@pattern(graph.ConvolutionOp, graph.ContractOp, exactness="finite")
def shift_behind(op: graph.ConvolutionOp | graph.ContractOp, rw: Rewriter) -> Match:
    """f(x + b, w) -> f(x, w) + f(b, w), b by channel, where there is no padding.
    Terminates: moves the sum towards the end without making it larger.
    """
    added = op.operands[0].defined_by(graph.AddOp)
    if added is None or not op.operands[0].has_one_use or not _can_be_scaled(op) or not _may_be_shifted(op):
        return rw.no_match("the first operand is not a sum whose only use is this op, or there is padding")
    for value, other in _either_way(added):
        before = _before(op, other)
        if before is not None:
            weights, channels = before
            product = insert(op, graph.MulOp(op.operands[1], weights.spread(channels.vector(op, rw), op, op, rw)), rw)
            shift = _summed(op, product, rw)
            unshifted = op.clone()
            unshifted.set_operand(0, value)
            linear = rw.insert_before(op, unshifted)
            return rw.replace(op, graph.AddOp(linear.results[0], shift))
    return rw.no_match("there is no number by channel, or the weights are not constant")


def _may_be_shifted(op: LinearOp) -> bool:
    """Return whether each element of the result sees all weights."""
    if isinstance(op, graph.ContractOp):
        return True
    rank = len(op.layout.spatial)
    padding = (*listed(op.pad_low, 0, rank), *listed(op.pad_high, 0, rank))
    return isinstance(op, graph.ConvolutionOp) and not any(padding)


def _summed(op: graph.ConvolutionOp | graph.ContractOp, product: Value, rw: Rewriter) -> Value:
    """The sum of weights for each element of the result."""
    rank = len(shape_of(product))
    if isinstance(op, graph.ConvolutionOp):
        places = {op.layout.kernel.index(OUTPUTS): op.layout.result.index(CHANNELS)}
    else:
        sides = _sides_of(op)
        places = {w.dim: dim for dim, weights in enumerate(sides) for w in weights if w.operand == 1}
    kept = [dim for dim in range(rank) if dim in places]
    summed = i64_array(dim for dim in range(rank) if dim not in places)
    total = insert(op, graph.ReduceOp(graph.ReductionAttr("sum"), product, summed), rw)
    order = sorted(range(len(kept)), key=lambda number: places[kept[number]])
    result = op.results[0]
    return broadcast_like(transposed(total, order, op, rw), sorted(places.values()), result, op, rw)


PATTERNS = [
    scale_weights,
    scale_bias,
    multiply_instead_of_dividing,
    add_instead_of_subtracting,
    merge_biases,
    split_normalization_behind,
    split_normalization_before,
    scale_weights_in_front,
    shift_behind,
]


class FoldBatchNorm(Pass):
    """Fold normalizations and factors by channel into the weights beside them

    Products and sums are formed in another order: results may differ by roundings.

    Example: fold-batch-norm
        func.func @f(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
          %w = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
          %factor = graph.constant dense<[2.0, 3.0]> : tensor<2xf32>
          %y = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0]
            : tensor<3x2xf32>, tensor<2x2xf32> -> tensor<3x2xf32>
          %factors = graph.broadcast %factor, [1] : tensor<2xf32> -> tensor<3x2xf32>
          %z = graph.mul %y, %factors : tensor<3x2xf32>
          return %z : tensor<3x2xf32>
        }
    """

    name = "fold-batch-norm"
    rewrites = statistic("num-rewrites", "Number of patterns applied")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count(self.rewrites, rewrite_with(PATTERNS, op, run).rewrites)
