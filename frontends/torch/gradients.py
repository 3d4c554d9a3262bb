"""Gradients that PyTorch computes by one op each, as the ops that they stand for."""

from __future__ import annotations

import importlib
import itertools
import operator
from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from math import inf, prod
from typing import Any, NamedTuple

from .installed import torch
from .symbolic import are_known

_decompositions: Any = importlib.import_module("torch._decomp")

Decomposition = Callable[..., Any]

# -- Distances ---------------------------------------------------------------------------------------------------------


def cdist_backward(gradient: Any, x: Any, y: Any, order: float, distances: Any) -> Any:
    """Return the gradient of the first points, for that of their distances from others."""
    return _of_differences(gradient, x.unsqueeze(-2) - y.unsqueeze(-3), order, distances).sum(-2)


def pdist_backward(gradient: Any, x: Any, order: float, distances: Any) -> Any:
    """Return the gradient of points, for that of the distances of each two."""
    one, other = torch.triu_indices(x.shape[0], x.shape[0], 1).unbind(0)
    along = _of_differences(gradient, x[one] - x[other], order, distances)
    return torch.zeros_like(x).index_add(0, one, along).index_add(0, other, -along)


def _of_differences(gradient: Any, difference: Any, order: float, distances: Any) -> Any:
    """Return the gradients of differences, for those of their norms; where a norm is 0, they are 0."""
    gradient, distances = gradient.unsqueeze(-1), distances.unsqueeze(-1)
    if order == 0:
        return torch.zeros_like(difference)
    if order == 1:
        return gradient * difference.sign()
    if order == inf:
        return gradient * difference.sign() * (difference.abs() == distances)
    if order == 2:
        return torch.where(distances == 0, 0, gradient * difference / distances)
    power = torch.where(difference == 0, 0, difference.sign() * difference.abs() ** (order - 1))
    return torch.where(distances == 0, 0, gradient * power / distances ** (order - 1))


# -- Samples of images -------------------------------------------------------------------------------------------------

BILINEAR, NEAREST = 0, 1
ZEROS, BORDER, REFLECTION = 0, 1, 2


def grid_sampler_backward(
    gradient: Any, image: Any, grid: Any, mode: int, padding: int, align_corners: bool, wanted: Sequence[bool]
) -> Any:
    """Return the gradients of images and of the points at which they were sampled."""
    if mode not in (BILINEAR, NEAREST):
        return NotImplemented
    rank = image.dim() - 2
    places = [_places(grid[..., rank - 1 - k], size, padding, align_corners) for k, size in enumerate(image.shape[2:])]
    of_image, of_places = samples_backward(gradient, image, [place for place, _ in places], mode)
    slopes = [each * slope for each, (_, slope) in zip(of_places, places, strict=True)]
    return of_image if wanted[0] else None, torch.stack(slopes[::-1], -1) if wanted[1] else None


class Corner(NamedTuple):
    """One of the elements around each sample of images, whose weight is 0 outside of them."""

    at: Any
    """The number of the element in its channel, by image, channel and sample."""
    is_inside: Any
    weights: list[Any]
    """The weights along the dimensions, of which the product is that of the element."""
    slopes: list[float]

    def elements(self, image: Any) -> Any:
        """Return the elements, by image, channel and then as the samples lie."""
        taken = image.flatten(2).gather(2, self.at)
        return taken.reshape(*image.shape[:2], *self.is_inside.shape[1:])

    def weighted(self, x: Any) -> Any:
        """Return a tensor with channels, multiplied by the weights."""
        return x * (reduce(operator.mul, self.weights) * self.is_inside).unsqueeze(1)


def corners_around(image: Any, places: Sequence[Any], mode: int = BILINEAR) -> Iterator[Corner]:
    """Yield the elements around samples at places, which are given by image for each dimension."""
    batch, channels, *sizes = image.shape
    for corner in itertools.product(*(_corners(place, mode) for place in places)):
        at = torch.zeros_like(places[0], dtype=torch.int64)
        is_inside = at == 0
        for (place, _, _), size in zip(corner, sizes, strict=True):
            is_inside = is_inside & (place >= 0) & (place < size)
            at = at * size + place.clamp(0, size - 1).to(torch.int64)
        at = at.reshape(batch, 1, -1).expand(-1, channels, -1)
        yield Corner(at, is_inside, [weight for _, weight, _ in corner], [slope for _, _, slope in corner])


def samples_backward(gradient: Any, image: Any, places: Sequence[Any], mode: int = BILINEAR) -> tuple[Any, list[Any]]:
    """Return the gradients of images, and of the places of samples along each dimension, for those of samples."""
    of_image = torch.zeros_like(image).flatten(2)
    along = [torch.zeros_like(place) for place in places]
    for corner in corners_around(image, places, mode):
        of_image = of_image.scatter_add(2, corner.at, corner.weighted(gradient).flatten(2))
        product = (gradient * corner.elements(image)).sum(1) * corner.is_inside
        for k, slope in enumerate(corner.slopes):
            others = reduce(operator.mul, corner.weights[:k] + corner.weights[k + 1 :])
            along[k] = along[k] + product * others * slope
    return of_image.reshape(image.shape), along


def _places(points: Any, size: int, padding: int, align_corners: bool) -> tuple[Any, Any]:
    """Return positions of elements for points from -1 to 1, and their slope."""
    slope = (size - 1) / 2 if align_corners else size / 2
    places = (points + 1) * slope - (0 if align_corners else 0.5)
    if padding == ZEROS:
        return places, slope
    if padding == REFLECTION:
        low, length = (0.0, size - 1.0) if align_corners else (-0.5, float(size))
        if length == 0:
            return torch.zeros_like(places), 0.0
        distance = places - low
        turns = (distance.abs() / length).floor()
        rest = distance.abs() - turns * length
        is_back = turns % 2 == 1
        slope = slope * torch.where(distance < 0, -1.0, 1.0) * torch.where(is_back, -1.0, 1.0)
        places = torch.where(is_back, length - rest, rest) + low
    return places.clamp(0, size - 1), slope * ((places > 0) & (places < size - 1))


def _corners(places: Any, mode: int) -> list[tuple[Any, Any, float]]:
    """Return the elements that are sampled along a dimension, their weights, and the slope of these."""
    if mode == NEAREST:
        return [(places.round(), torch.ones_like(places), 0.0)]
    first = places.floor()
    return [(first, first + 1 - places, -1.0), (first + 1, places - first, 1.0)]


def new_zeros_for(x: Any, other: Any, *, self_num_batch_dims: int = 0) -> Any:
    """Return zeros for the tangents of a tensor, with the batch dimensions of another."""
    return x.new_zeros([*x.shape[:self_num_batch_dims], *other.shape])


# -- Windows -----------------------------------------------------------------------------------------------------------

MOST_SHIFTS = 16
"""The maximum number of shifted windows that are added up; more are added element by element."""


def unfold_backward(gradient: Any, sizes: Sequence[Any], dim: int, size: int, step: int) -> Any:
    """Return the sum of windows, each at its place, where PyTorch's own decomposition has an op for each element."""
    if not sizes:
        return NotImplemented
    dim %= len(sizes)
    windows = gradient.movedim(-1, dim + 1)
    shifts = -(-size // step)
    if shifts > MOST_SHIFTS or (size % step and not are_known((*gradient.shape, *sizes))):
        places = torch.arange(windows.shape[dim])[:, None] * step + torch.arange(size)
        return gradient.new_zeros(sizes).index_add(dim, places.flatten(), windows.flatten(dim, dim + 1))
    others = [0, 0] * (len(sizes) - 1 - dim)
    whole = torch.constant_pad_nd(windows, [*others, 0, shifts * step - size])
    chunks = whole.unflatten(dim + 1, (shifts, step))
    result = None
    for number in range(shifts):
        chunk = chunks.select(dim + 1, number).flatten(dim, dim + 1)
        ends = [number * step, sizes[dim] - number * step - chunk.shape[dim]]
        shifted = torch.constant_pad_nd(chunk, [*others, *ends])
        result = shifted if result is None else result + shifted
    return result


def fold(
    x: Any,
    size: Sequence[int],
    window: Sequence[int],
    apart: Sequence[int],
    padding: Sequence[int],
    step: Sequence[int],
) -> Any:
    """Return the sum of windows of images, each at its place: along one dimension after the other."""
    if not are_known((*x.shape, *size)):
        return _decompositions.decomposition_table[torch.ops.aten.col2im.default](x, size, window, apart, padding, step)
    extents = [(each - 1) * by + 1 for each, by in zip(window, apart, strict=True)]
    height, width = (whole + 2 * around for whole, around in zip(size, padding, strict=True))
    counts = [(whole - each) // by + 1 for whole, each, by in zip((height, width), extents, step, strict=True)]
    windows = x.unflatten(-2, (-1, *window)).unflatten(-1, counts)
    shape = windows.shape[:-4]
    columns = _spread(windows.movedim(-4, -1), apart[0])[..., : extents[0]]
    rows = unfold_backward(columns, [*shape, window[1], height, counts[1]], -2, extents[0], step[0])
    lines = _spread(rows.movedim(-3, -1), apart[1])[..., : extents[1]]
    image = unfold_backward(lines, [*shape, height, width], -1, extents[1], step[1])
    return image[..., padding[0] : height - padding[0], padding[1] : width - padding[1]]


def _spread(x: Any, apart: int) -> Any:
    """Return elements along the last dimension with zeros between them."""
    return x if apart == 1 else torch.constant_pad_nd(x.unsqueeze(-1), [0, apart - 1]).flatten(-2)


def replication_pad_backward(gradient: Any, x: Any, padding: Sequence[int]) -> Any:
    """Return the gradient of images, for that of images around which the outermost elements are repeated."""
    for number, (before, after) in enumerate(zip(padding[::2], padding[1::2], strict=True)):
        dim = x.dim() - 1 - number
        others, size = [0, 0] * number, x.shape[dim]
        gradient = torch.constant_pad_nd(gradient, [*others, max(-before, 0), max(-after, 0)])  # what was cut off
        before, after = max(before, 0), max(after, 0)
        inner = gradient.narrow(dim, before, size)
        for start, count, ends in ((0, before, (0, size - 1)), (before + size, after, (size - 1, 0))):
            if count:
                repeated = gradient.narrow(dim, start, count).sum(dim, keepdim=True)
                inner = inner + torch.constant_pad_nd(repeated, [*others, *ends])
        gradient = inner
    return gradient


def adaptive_max_pool(x: Any, sizes: Sequence[int]) -> Any:
    """Return the largest elements of windows that divide images as evenly as possible, and their places."""
    rank = len(sizes)
    shape = x.shape[-rank:]
    if not are_known(shape) or any(size == 0 for size in (*x.shape, *sizes)):
        return NotImplemented
    if all(size % count == 0 for size, count in zip(shape, sizes, strict=True)):
        window = [size // count for size, count in zip(shape, sizes, strict=True)]
        return getattr(torch.ops.aten, f"max_pool{rank}d_with_indices")(x, window, window)
    windows, places = x, torch.zeros((), dtype=torch.int64)
    for number, (size, count) in enumerate(zip(shape, sizes, strict=True)):
        each = _windows(size, count)
        dim = x.dim() - rank + number
        windows = windows.index_select(dim, each.flatten()).unflatten(dim, each.shape).movedim(dim + 1, -1)
        others = each.reshape(*[1] * number, count, *[1] * (rank - 1 - number), *[1] * number, each.shape[1])
        places = places.reshape(*places.shape, 1) * size + others
    places = places.flatten(rank).expand(*windows.shape[: x.dim()], -1)
    windows = windows.flatten(x.dim())
    largest = windows.argmax(-1, keepdim=True)
    return windows.amax(-1), places.gather(-1, largest).squeeze(-1)


def _windows(size: int, count: int) -> Any:
    """Return the places in each window along a dimension; the last place of short ones is repeated."""
    numbers = torch.arange(count)
    starts, ends = numbers * size // count, (numbers * size + size + count - 1) // count
    longest = max(-(-(each + 1) * size // count) - each * size // count for each in range(count))
    return torch.minimum(starts[:, None] + torch.arange(longest), ends[:, None] - 1)


def adaptive_max_pool_backward(gradient: Any, x: Any, places: Any, rank: int = 2) -> Any:
    """Return the gradient of images, for that of their largest elements."""
    flat = torch.zeros_like(x).flatten(-rank)
    return flat.scatter_add(-1, places.flatten(-rank), gradient.flatten(-rank)).reshape(x.shape)


def adaptive_average_pool(x: Any, sizes: Sequence[int]) -> Any:
    """Return the means of windows that divide images of open sizes as evenly as possible."""
    if are_known(x.shape) or all(type(count) is int and count == 1 for count in sizes):
        return NotImplemented
    for dim, count in enumerate(sizes, x.dim() - len(sizes)):
        inside, lengths = _shares(x.shape[dim], count)
        sums = torch.where(inside, x.movedim(dim, -1).unsqueeze(-2), 0).sum(-1)
        x = (sums / lengths).movedim(-1, dim)
    return x


def adaptive_average_pool_backward(gradient: Any, x: Any, rank: int = 2) -> Any:
    """Return the gradient of images of open sizes, for that of the means of their windows."""
    if are_known((*x.shape, *gradient.shape)):
        return NotImplemented
    for dim in range(x.dim() - rank, x.dim()):
        inside, lengths = _shares(x.shape[dim], gradient.shape[dim])
        shares = (gradient.movedim(dim, -1) / lengths).unsqueeze(-1)
        gradient = torch.where(inside, shares, 0).sum(-2).movedim(-1, dim)
    return gradient


def _shares(size: Any, count: Any) -> tuple[Any, Any]:
    """Return which places along a dimension are in each window, and the lengths of windows."""
    numbers, places = torch.arange(count), torch.arange(size)
    starts, ends = numbers * size // count, (numbers * size + size + count - 1) // count
    return (places >= starts[:, None]) & (places < ends[:, None]), ends - starts


def trilinear(x: Any, y: Any, z: Any, of_x: Any, of_y: Any, of_z: Any, summed: Any, unrolled: int = 1) -> Any:
    """Return sums of products of three tensors, each of which lacks some dimensions."""
    del unrolled
    factors: list[Any] = []
    for tensor, missing in ((x, of_x), (y, of_y), (z, of_z)):
        for dim in sorted(missing):
            tensor = tensor.unsqueeze(dim)
        factors.append(tensor)
    products = factors[0] * factors[1] * factors[2]
    return products.sum(list(summed), dtype=x.dtype) if summed else products


def masked_scatter_backward(gradient: Any, mask: Any, sizes: Sequence[int]) -> Any:
    """Return the gradient of the elements that are put where a mask holds, one after the other."""
    count = prod(sizes)
    mask = mask.expand(gradient.shape).flatten()
    place = torch.where(mask, mask.to(torch.int64).cumsum(0) - 1, count)  # those beside the mask go behind the end
    return gradient.new_zeros(count + 1).scatter(0, place, gradient.flatten())[:count].reshape(sizes)


# -- Bags of rows ------------------------------------------------------------------------------------------------------

SUM_OF_BAG, MEAN_OF_BAG, MAX_OF_BAG = range(3)


def embedding_bag_backward(
    gradient: Any,
    places: Any,
    offsets: Any,
    bags: Any,
    sizes: Any,
    at_largest: Any,
    count: int,
    scales_by_frequency: bool,
    mode: int,
    sparse: bool,
    weights: Any,
    padding: int = -1,
) -> Any:
    """Return the gradient of a table whose rows were combined bag by bag."""
    if sparse:
        return NotImplemented
    zeros = gradient.new_zeros(count, gradient.shape[1])
    if mode == MAX_OF_BAG:
        return zeros.scatter_add(0, at_largest, torch.where(sizes.unsqueeze(1) > 0, gradient, 0))
    if mode == MEAN_OF_BAG:
        gradient = gradient / sizes.clamp(min=1).unsqueeze(1)
    rows = gradient.index_select(0, _bags_of(places, offsets, bags))
    if weights is not None:
        rows = rows * weights.unsqueeze(1)
    if scales_by_frequency:
        ones = torch.ones_like(places, dtype=gradient.dtype)
        rows = rows / ones.new_zeros(count).index_add(0, places, ones).index_select(0, places).unsqueeze(1)
    if padding >= 0:
        rows = torch.where(places.unsqueeze(1) == padding, 0, rows)
    return zeros.index_add(0, places, rows)


def embedding_bag_weights_backward(
    gradient: Any, table: Any, places: Any, offsets: Any, bags: Any, mode: int, padding: int = -1
) -> Any:
    """Return the gradient of the weights of rows that were added up bag by bag."""
    del mode
    rows = gradient.index_select(0, _bags_of(places, offsets, bags))
    products = (rows * table.index_select(0, places)).sum(1)
    return products if padding < 0 else torch.where(places == padding, 0, products)


def _bags_of(places: Any, offsets: Any, bags: Any) -> Any:
    """Return the bag of each place; PyTorch does not keep those of plain sums."""
    if bags.numel() or not places.numel():
        return bags
    begins = torch.zeros(places.shape[0] + 1, dtype=torch.int64, device=places.device)
    return begins.index_add(0, offsets, torch.ones_like(offsets, dtype=torch.int64))[:-1].cumsum(0) - 1


# -- Slopes that are drawn ---------------------------------------------------------------------------------------------


def rrelu_backward(gradient: Any, x: Any, noise: Any, lower: float, upper: float, trains: bool, is_result: bool) -> Any:
    """Return the gradient of a function whose slopes are drawn in training, and their mean otherwise."""
    if trains and upper - lower > 1e-6:
        return gradient * noise
    return torch.ops.aten.leaky_relu_backward(gradient, x, (lower + upper) / 2, is_result)


# -- Numbers rounded as if they were quantized -------------------------------------------------------------------------


def fake_quantize(x: Any, scale: Any, zero: Any, least: int, most: int) -> tuple[Any, Any]:
    """Return rounded numbers, and which are within the limits."""
    rounded = torch.round(x * (1.0 / scale)) + zero
    return (rounded.clamp(least, most) - zero) * scale, (rounded >= least) & (rounded <= most)


def fake_quantize_by_channel(x: Any, scale: Any, zero: Any, axis: int, least: int, most: int) -> tuple[Any, Any]:
    """Return numbers rounded by the scale of their channel, and which are within the limits."""
    shape = [-1 if dim == axis else 1 for dim in range(x.dim())]
    return fake_quantize(x, scale.reshape(shape), zero.reshape(shape), least, most)


GRADIENTS: dict[Any, Decomposition] = {
    torch.ops.aten._cdist_backward.default: cdist_backward,
    torch.ops.aten._embedding_bag_backward.default: embedding_bag_backward,
    torch.ops.aten._embedding_bag_per_sample_weights_backward.default: embedding_bag_weights_backward,
    torch.ops.aten._new_zeros_with_same_feature_meta.default: new_zeros_for,
    torch.ops.aten._trilinear.default: trilinear,
    torch.ops.aten._adaptive_avg_pool2d.default: adaptive_average_pool,
    torch.ops.aten._adaptive_avg_pool2d_backward.default: adaptive_average_pool_backward,
    torch.ops.aten._adaptive_avg_pool3d.default: adaptive_average_pool,
    torch.ops.aten._adaptive_avg_pool3d_backward.default: partial(adaptive_average_pool_backward, rank=3),
    torch.ops.aten.adaptive_max_pool2d.default: adaptive_max_pool,
    torch.ops.aten.adaptive_max_pool3d.default: adaptive_max_pool,
    torch.ops.aten.col2im.default: fold,
    torch.ops.aten.adaptive_max_pool2d_backward.default: adaptive_max_pool_backward,
    torch.ops.aten.adaptive_max_pool3d_backward.default: partial(adaptive_max_pool_backward, rank=3),
    torch.ops.aten._pdist_backward.default: pdist_backward,
    torch.ops.aten.fake_quantize_per_channel_affine_cachemask.default: fake_quantize_by_channel,
    torch.ops.aten.fake_quantize_per_tensor_affine_cachemask.default: fake_quantize,
    torch.ops.aten.grid_sampler_2d_backward.default: grid_sampler_backward,
    torch.ops.aten.grid_sampler_3d_backward.default: grid_sampler_backward,
    torch.ops.aten.masked_scatter_backward.default: masked_scatter_backward,
    torch.ops.aten.replication_pad1d_backward.default: replication_pad_backward,
    torch.ops.aten.replication_pad2d_backward.default: replication_pad_backward,
    torch.ops.aten.replication_pad3d_backward.default: replication_pad_backward,
    torch.ops.aten.rrelu_with_noise_backward.default: rrelu_backward,
    torch.ops.aten.unfold_backward.default: unfold_backward,
}
"""Decompositions of ops that training calls, by op."""
