"""Ops that PyTorch computes by kernels of their own, and for which it has no decompositions, as ops with importers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .installed import torch

Decomposition = Callable[..., Any]

# -- Rows and segments -------------------------------------------------------------------------------------------------


def embedding_renorm(table: Any, places: Any, longest: float, order: float) -> Any:
    """Return a table of which the rows at some places are at most so long; equal places have equal rows."""
    places = places.flatten()
    rows = table.index_select(0, places)
    lengths = torch.linalg.vector_norm(rows, order, 1, keepdim=True)
    return table.index_put((places,), torch.where(lengths > longest, rows * (longest / (lengths + 1e-7)), rows))


REDUCTIONS = {"sum": "sum", "mean": "sum", "max": "amax", "min": "amin", "prod": "prod"}
STARTS = {"sum": 0.0, "mean": 0.0, "max": -math.inf, "min": math.inf, "prod": 1.0}


def segment_reduce(
    x: Any,
    kind: str,
    *,
    lengths: Any = None,
    indices: Any = None,
    offsets: Any = None,
    axis: int = 0,
    unsafe: bool = False,
    initial: float | None = None,
) -> Any:
    """Return segments of a tensor, each reduced along the first dimension; the mean of an empty one is NaN."""
    if indices is not None or axis != 0 or (lengths if offsets is None else offsets).dim() != 1:
        return NotImplemented
    ends, sizes = _ends_and_sizes(lengths, offsets)
    count = ends.shape[0]
    start = STARTS[kind] if initial is None else initial
    room = x.new_full([count + unsafe, *x.shape[1:]], start)  # for rows behind the last segment, if there may be some
    total = room.scatter_reduce(0, _segments(ends, x), x, REDUCTIONS[kind], include_self=True)[:count]
    if kind != "mean":
        return total
    sizes = sizes.reshape(-1, *[1] * (x.dim() - 1))
    mean = total / sizes.to(x.dtype)
    return torch.where(sizes == 0, start if initial is not None else math.nan, mean)


def segment_reduce_backward(
    gradient: Any,
    result: Any,
    x: Any,
    kind: str,
    *,
    lengths: Any = None,
    offsets: Any = None,
    axis: int = 0,
    **_: Any,
) -> Any:
    """Return the gradient of the elements of segments; of several extremes of a segment, each has an equal share."""
    if axis != 0 or (lengths if offsets is None else offsets).dim() != 1 or kind == "prod":
        return NotImplemented
    ends, sizes = _ends_and_sizes(lengths, offsets)
    numbers = _segments(ends, x)
    if kind == "mean":
        gradient = gradient / sizes.clamp(min=1).reshape(-1, *[1] * (x.dim() - 1)).to(x.dtype)
    gradient, result = (torch.cat([each, torch.zeros_like(x[:1])]) for each in (gradient, result))
    shares = gradient.gather(0, numbers)
    if kind in ("sum", "mean"):
        return shares
    is_extreme = (x == result.gather(0, numbers)) | x.isnan()
    count = torch.zeros_like(result).scatter_add(0, numbers, is_extreme.to(x.dtype))
    return torch.where(is_extreme, shares / count.gather(0, numbers), 0)


def _ends_and_sizes(lengths: Any, offsets: Any) -> tuple[Any, Any]:
    """Return where segments end, and how many rows they have."""
    if offsets is None:
        return lengths.cumsum(0), lengths
    return offsets[1:], offsets.diff()


def _segments(ends: Any, x: Any) -> Any:
    """Return for each element the number of its segment."""
    numbers = torch.searchsorted(ends, torch.arange(x.shape[0], dtype=ends.dtype), right=True)
    return numbers.reshape(-1, *[1] * (x.dim() - 1)).expand(x.shape)


def nonzero_static(x: Any, *, size: int, fill_value: int = -1) -> Any:
    """Return the positions of the first elements that are not 0, one a row, and rows of a number behind the last."""
    is_counted = (x != 0).flatten()
    numbers = is_counted.to(torch.int64).cumsum(0) - 1
    rows = torch.where(is_counted & (numbers < size), numbers, size)  # the others go behind the end
    count = rows.shape[0]
    places = rows.new_full([size + 1], -1).scatter(0, rows, torch.arange(count, dtype=torch.int64))[:size]
    columns: list[Any] = []
    below = count
    for length in x.shape:
        below = below // length if count else 1
        columns.append(torch.where(places < 0, fill_value, places // below % (length if count else 1)))
    return torch.stack(columns, 1) if columns else rows.new_empty([size, 0])


# -- Frequent elements -------------------------------------------------------------------------------------------------


def mode(x: Any, dim: int = -1, keepdim: bool = False) -> tuple[Any, Any]:
    """Return the most frequent element along a dimension, of several the smallest, and where it is for the last time.

    Equal elements are a run of the sorted ones; each NaN is a run of its own.
    """
    if not x.dim():
        return x.clone(), torch.zeros_like(x, dtype=torch.int64)
    count = x.shape[dim]
    if type(count) is not int or count == 0 or x.is_complex():
        return NotImplemented
    values, places = x.movedim(dim, -1).sort(stable=True, dim=-1)
    numbers = torch.arange(count)
    border = values.new_ones([*values.shape[:-1], 1], dtype=torch.bool)
    differs = values[..., 1:] != values[..., :-1]
    begins, ends = torch.cat([border, differs], -1), torch.cat([differs, border], -1)
    first = torch.where(begins, numbers, 0).cummax(-1).values
    longest = torch.where(ends, numbers - first + 1, 0).argmax(-1, keepdim=True)
    chosen = [each.gather(-1, longest).movedim(-1, dim) for each in (values, places)]
    value, place = chosen if keepdim else [each.squeeze(dim) for each in chosen]
    return value, place


# -- Triangular equations ----------------------------------------------------------------------------------------------


def triangular_solve(
    b: Any, a: Any, upper: bool = True, transpose: bool = False, unitriangular: bool = False
) -> tuple[Any, Any]:
    """Return the x in a x = b, or in a^T x = b, and the matrix."""
    batch = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = a.expand(*batch, *a.shape[-2:]), b.expand(*batch, *b.shape[-2:])
    matrix = a.mT if transpose else a
    solved = torch.linalg.solve_triangular(matrix, b, upper=upper != transpose, unitriangular=unitriangular)
    return solved, a.clone()


# -- Windows of signals ------------------------------------------------------------------------------------------------


def kaiser_window(size: int, periodic: bool = True, beta: float = 12.0, *, dtype: Any = None, **_: Any) -> Any:
    """Return Kaiser's window: Bessel functions over an arc."""
    dtype = dtype or torch.get_default_dtype()
    if size < 2:
        return torch.ones(size, dtype=dtype)
    length = size if periodic else size - 1
    places = torch.arange(size, dtype=dtype) * (2 / length) - 1
    arc = (1 - places * places).clamp(min=0).sqrt()
    return torch.special.i0(arc * beta) / torch.special.i0(torch.full((), beta, dtype=dtype))


# -- Functions of complex numbers --------------------------------------------------------------------------------------


def complex_product(z: Any, dim: int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Any:
    """Return the product along a dimension, whose halves are multiplied until one element is left."""
    z = z if dtype is None else z.to(dtype)
    if dim is None:
        z, dim, keepdim = z.flatten(), 0, False
    if not z.dim():
        return z.clone()
    count = z.shape[dim]
    if type(count) is not int:
        return NotImplemented
    if count == 0:
        z, count = torch.ones_like(z.sum(dim, keepdim=True)), 1
    while count > 1:
        half = count // 2
        pairs = z.narrow(dim, 0, half) * z.narrow(dim, half, half)
        z = torch.cat([pairs, z.narrow(dim, 2 * half, count % 2)], dim) if count % 2 else pairs
        count = z.shape[dim]
    return z if keepdim else z.squeeze(dim)


def complex_products_so_far(z: Any, dim: int, *, dtype: Any = None) -> Any:
    """Return the product of all elements up to each one: of one element, then of two, four and so on."""
    z = z if dtype is None else z.to(dtype)
    if not z.dim() or type(z.shape[dim]) is not int:
        return z.clone() if not z.dim() else NotImplemented
    count, covered = z.shape[dim], 1
    while covered < count:
        rest = count - covered
        longer = z.narrow(dim, covered, rest) * z.narrow(dim, 0, rest)
        z, covered = torch.cat([z.narrow(dim, 0, covered), longer], dim), 2 * covered
    return z.clone()


def complex_exp2(z: Any) -> Any:
    """Return the power of 2."""
    return torch.exp(z * math.log(2))


def complex_log2(z: Any) -> Any:
    """Return the logarithm to the base 2."""
    return torch.log(z) / math.log(2)


def complex_log10(z: Any) -> Any:
    """Return the logarithm to the base 10."""
    return torch.log(z) / math.log(10)


def complex_silu(z: Any) -> Any:
    """Return z * sigmoid(z)."""
    return z * torch.sigmoid(z)


OF_COMPLEX: dict[Any, Decomposition] = {
    torch.ops.aten.cumprod.default: complex_products_so_far,
    torch.ops.aten.exp2.default: complex_exp2,
    torch.ops.aten.log10.default: complex_log10,
    torch.ops.aten.log2.default: complex_log2,
    torch.ops.aten.prod.default: complex_product,
    torch.ops.aten.prod.dim_int: complex_product,
    torch.ops.aten.silu.default: complex_silu,
}
"""Decompositions by op, where the operand is complex."""
COMPOSED: dict[Any, Decomposition] = {
    torch.ops.aten._segment_reduce_backward.default: segment_reduce_backward,
    torch.ops.aten.embedding_renorm.default: embedding_renorm,
    torch.ops.aten.kaiser_window.default: kaiser_window,
    torch.ops.aten.kaiser_window.beta: kaiser_window,
    torch.ops.aten.kaiser_window.periodic: kaiser_window,
    torch.ops.aten.mode.default: mode,
    torch.ops.aten.nonzero_static.default: nonzero_static,
    torch.ops.aten.segment_reduce.default: segment_reduce,
    torch.ops.aten.triangular_solve.default: triangular_solve,
}
"""Decompositions by op."""
