"""Sums of products: dot products and convolutions."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import chlo, graph, stablehlo
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.dialects.stablehlo.attributes import ConvDimensionNumbersAttr, numbers_of
from dlc.dialects.stablehlo.forms import padding_of
from dlc.ir import Type, Value
from dlc.ir.builtin_types import FloatType, IntegerType, i1, i32, i64

from ..graph.complex_parts import Pair, contract
from ..graph.translated_values import filled, scalar, static_shape
from ..rewriting.cannot_lower import CannotLower
from .elementwise import convert
from .movement import known_numbers, pad
from .translation import Translated, Translation, parts_of_type, translates


@translates(stablehlo.DotGeneralOp)
def translate_dot_general(op: stablehlo.DotGeneralOp, t: Translation) -> Translated:
    """Sums of products along dimensions."""
    dims = op.dot_dimension_numbers
    contracting = dims.lhs_contracting_dimensions, dims.rhs_contracting_dimensions
    batch = dims.lhs_batching_dimensions, dims.rhs_batching_dimensions
    return _product(t, op.lhs, op.rhs, op.result, contracting, batch)


@translates(stablehlo.DotOp)
def translate_dot(op: stablehlo.DotOp, t: Translation) -> Translated:
    """Sums of products along the last and the first dimension."""
    rank = len(shape_of(t.parts(op.lhs)[0]))
    return _product(t, op.lhs, op.rhs, op.result, ([rank - 1], [0]), ((), ()))


def _product(t: Translation, lhs: Value, rhs: Value, result: Value, contracting: Pair, batch: Pair) -> Translated:
    """Return sums of products; of truth values, whether any product is true."""
    element = parts_of_type(result.type)[0].element_type
    summed = i32 if element is i1 else element
    left, right = (tuple(_numbers(part, summed) for part in t.parts(each)) for each in (lhs, rhs))
    sums = contract(left, right, contracting, batch, summed)
    return [tuple(convert(part, element) for part in sums)]


def _numbers(value: Value, summed: Type) -> Value:
    """Return a value whose truth values are numbers, and whose integers are floats if sums are floats."""
    is_converted = isinstance(element_of(value), IntegerType) and isinstance(summed, FloatType)
    return convert(value, summed) if is_converted or element_of(value) is i1 else value


# -- Products by groups ------------------------------------------------------------------------------------------------


@translates(chlo.RaggedDotOp)
def translate_ragged_dot(op: chlo.RaggedDotOp, t: Translation) -> Translated:
    """Sums of products in which each group of consecutive places along one dimension has a matrix or a result of its
    own: the first operand is repeated for each group, with zeros outside of it. Groups of a batch change nothing.
    """
    dims = op.ragged_dot_dimension_numbers
    lhs, rhs, sizes = t.get(op.lhs), t.get(op.rhs), t.get(op.group_sizes)
    if len(dims.lhs_ragged_dimensions) != 1:
        raise CannotLower(f"must have one ragged dimension, but got {len(dims.lhs_ragged_dimensions)}")
    [ragged], groups = dims.lhs_ragged_dimensions, list(dims.rhs_group_dimensions)
    element = parts_of_type(op.result.type)[0].element_type
    if ragged in dims.lhs_batching_dimensions:
        contracting = dims.lhs_contracting_dimensions, dims.rhs_contracting_dimensions
        return graph.contract(
            lhs, rhs, contracting, (dims.lhs_batching_dimensions, dims.rhs_batching_dimensions), element
        )
    by_group = _by_group(lhs, sizes, ragged, dims.lhs_batching_dimensions)
    contracting = [each + 1 for each in dims.lhs_contracting_dimensions], list(dims.rhs_contracting_dimensions)
    batch = [each + 1 for each in dims.lhs_batching_dimensions], list(dims.rhs_batching_dimensions)
    if groups:
        return graph.contract(by_group, rhs, ([0, *contracting[0]], [*groups, *contracting[1]]), batch, element)
    products = graph.contract(by_group, rhs, contracting, batch, element)
    place, rank = len(batch[0]), len(shape_of(products))
    return graph.transpose(products, [place, *(each for each in range(rank) if each != place)])


def _by_group(value: Value, sizes: Value, ragged: int, batch: Sequence[int]) -> Value:
    """Return a value once for each group, along a new leading dimension, with zeros at places of other groups.

    The sizes of groups are along their last dimension, and may differ within a batch.
    """
    *batches, count = static_shape(sizes)
    shape = (count, *static_shape(value))
    if len(batches) not in (0, len(batch)):
        raise CannotLower(f"must have sizes of groups for all dimensions of a batch or for none, but got {batches}")
    sizes = graph.cast(sizes, i64)
    ends = graph.cumulative("sum", sizes, len(batches))
    dims = [*(each + 1 for each in batch[: len(batches)]), 0]
    begin, end = (graph.broadcast(each, dims, shape) for each in (graph.sub(ends, sizes), ends))
    place = graph.iota(ragged + 1, shape, i64)
    is_inside = graph.and_(graph.compare("ge", place, begin), graph.compare("lt", place, end))
    repeated = graph.broadcast(value, range(1, len(shape)), shape)
    return graph.select(is_inside, repeated, filled(0, repeated))


# -- Einstein's notation -----------------------------------------------------------------------------------------------


@translates(stablehlo.EinsumOp)
def translate_einsum(op: stablehlo.EinsumOp, t: Translation) -> Translated:
    """Sums of products in Einstein's notation."""
    inputs, arrow, output = op.einsum_config.value.replace(" ", "").partition("->")
    lhs, comma, rhs = inputs.partition(",")
    if not arrow or not comma or "..." in inputs:
        raise CannotLower(f"needs a notation with letters alone, but got '{op.einsum_config.value}'")
    left, right = t.get(op.lhs), t.get(op.rhs)
    left, lhs = _summed(left, lhs, {*rhs, *output})
    right, rhs = _summed(right, rhs, {*lhs, *output})
    batch = [letter for letter in lhs if letter in rhs and letter in output]
    summed = [letter for letter in lhs if letter in rhs and letter not in output]
    product = graph.contract(
        left,
        right,
        ([lhs.index(each) for each in summed], [rhs.index(each) for each in summed]),
        ([lhs.index(each) for each in batch], [rhs.index(each) for each in batch]),
        element_of(left),
    )
    letters = [*batch, *(each for each in lhs + rhs if each not in (*batch, *summed))]
    return graph.transpose(product, [letters.index(each) for each in output])


@translates(stablehlo.UnaryEinsumOp)
def translate_unary_einsum(op: stablehlo.UnaryEinsumOp, t: Translation) -> Translated:
    """Dimensions reordered and summed in Einstein's notation."""
    letters, _, output = op.einsum_config.value.replace(" ", "").partition("->")
    value, letters = _summed(t.get(op.operand), letters, set(output))
    return graph.transpose(value, [letters.index(each) for each in output])


def _summed(value: Value, letters: str, kept: set[str]) -> tuple[Value, str]:
    """Return a value summed along the dimensions that nothing else has, and the letters that are left."""
    if len(set(letters)) != len(letters):
        raise CannotLower(f"needs each letter once in an operand, but got '{letters}'")
    dims = [dim for dim, letter in enumerate(letters) if letter not in kept]
    if not dims:
        return value, letters
    return graph.reduce("sum", value, dims), "".join(each for each in letters if each in kept)


# -- Convolutions ------------------------------------------------------------------------------------------------------


@translates(stablehlo.ConvolutionOp)
def translate_convolution(op: stablehlo.ConvolutionOp, t: Translation) -> Translated:
    """Sums of products of a kernel and windows."""
    rank = len(op.dimension_numbers.input) - 2
    return _convolution(op, t, padding_of(op.padding, rank))


@translates(stablehlo.DynamicConvOp)
def translate_dynamic_conv(op: stablehlo.DynamicConvOp, t: Translation) -> Translated:
    """Sums of products of a kernel and windows, with constant padding."""
    numbers = known_numbers(t.get(op.padding), "padding")
    return _convolution(op, t, list(zip(numbers[::2], numbers[1::2], strict=True)))


def _convolution(
    op: stablehlo.ConvolutionOp | stablehlo.DynamicConvOp, t: Translation, padding: Sequence[tuple[int, int]]
) -> Translated:
    dims = op.dimension_numbers
    rank = len(padding)
    element = parts_of_type(op.result.type)[0].element_type
    summed = i32 if element is i1 else element
    strides, given_dilation, dilation = (
        numbers_of(each, rank, 1) for each in (op.window_strides, op.lhs_dilation, op.rhs_dilation)
    )
    reversal = numbers_of(op.window_reversal, rank, 0)
    groups, batches = op.feature_group_count.value, op.batch_group_count.value

    def real(source: Value, kernel: Value) -> Value:
        turned = [dims.kernel.index(str(each)) for each in range(rank) if reversal[each]]
        kernel = graph.reverse(kernel, turned) if turned else kernel
        low, high = [pair[0] for pair in padding], [pair[1] for pair in padding]
        if any(each > 1 for each in given_dilation) or min((0, *low, *high)) < 0:
            source = _padded(source, dims, low, high, given_dilation)
            low, high = [0] * rank, [0] * rank
        if batches > 1:
            source = _batches_as_channels(source, dims, batches)
        order = sorted(range(rank), key=lambda each: dims.input.index(str(each)))
        lists = [[each[dim] for dim in order] for each in (strides, dilation, low, high)]
        return graph.convolution(
            source,
            kernel,
            layout_of(dims),
            summed,
            strides=lists[0],
            dilations=lists[1],
            pad_low=lists[2],
            pad_high=lists[3],
            groups=groups * batches,
        )

    lhs, rhs = (tuple(_numbers(part, summed) for part in t.parts(each)) for each in (op.lhs, op.rhs))
    if len(lhs) == 1:
        return convert(real(lhs[0], rhs[0]), element)
    (a, b), (c, d) = lhs, rhs
    return [(graph.sub(real(a, c), real(b, d)), graph.add(real(a, d), real(b, c)))]


LETTERS = "DHWABEFGJKLMPQRSTUVXYZ"
"""Letters of spatial dimensions: the last ones of the first three where there are so few."""


def layout_of(dims: ConvDimensionNumbersAttr) -> str:
    """Return the numbers of dimensions as a layout of graph ops."""
    rank = len(dims.input) - 2
    if rank > len(LETTERS):
        raise CannotLower(f"must have at most {len(LETTERS)} spatial dimensions, but got {rank}")
    spatial = LETTERS[max(3 - rank, 0) :]
    data = {"b": "N", "f": "C", **{str(each): spatial[each] for each in range(rank)}}
    kernel = {"i": "I", "o": "O", **{str(each): spatial[each] for each in range(rank)}}
    source, weights, result = (
        "".join(letters[each] for each in given)
        for letters, given in ((data, dims.input), (kernel, dims.kernel), (data, dims.output))
    )
    return f"{source} x {weights} -> {result}"


def _padded(
    source: Value, dims: ConvDimensionNumbersAttr, low: Sequence[int], high: Sequence[int], dilation: Sequence[int]
) -> Value:
    """Return the input of a convolution with zeros around it and between its elements."""
    lists = [[0] * len(dims.input) for _ in range(3)]
    for number, entries in enumerate(zip(low, high, (each - 1 for each in dilation), strict=True)):
        for target, entry in zip(lists, entries, strict=True):
            target[dims.input.index(str(number))] = entry
    return pad(source, scalar(0, source), *lists)


def _batches_as_channels(source: Value, dims: ConvDimensionNumbersAttr, groups: int) -> Value:
    """Return the groups of a batch as groups of channels."""
    shape = list(static_shape(source))
    batch, channels = dims.input.index("b"), dims.input.index("f")
    divided = [*shape[:batch], groups, shape[batch] // groups, *shape[batch + 1 :]]
    order = [dim for dim in range(len(divided)) if dim != batch]
    order.insert(order.index(channels + (channels > batch)), batch)
    shape[batch] //= groups
    shape[channels] *= groups
    return graph.reshape(graph.transpose(graph.reshape(source, divided), order), shape)
