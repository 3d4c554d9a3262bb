"""Kernels in Triton, as a peer on GPUs: products of matrices, softmax of rows, and attention.

They are what Triton's tutorials teach, in words of our own: tiles of a product go along columns in bands of rows, so
that the second cache keeps what neighbours read; a row is in the registers of a program; attention keeps a tile of
queries, and goes over tiles of keys (online softmax). A few sizes are tried when a kernel is called first. Importing
this module takes torch and Triton, running it a device.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

torch: Any = import_module("torch")
triton: Any = import_module("triton")

if TYPE_CHECKING:

    class Functions(type):
        """The functions of a language, of which nothing is known."""

        def __getattr__(cls, name: str) -> Any: ...

    class tl(metaclass=Functions):  # noqa: N801 (the name that its users give to the module)
        """Triton's language: annotations, which Triton looks up by these names, and functions."""

        tensor: TypeAlias = Any
        constexpr: TypeAlias = Any

else:
    tl = import_module("triton.language")

LOG2_E = 1.4426950408889634


def _tried(sizes: list[tuple[int, int, int, int, int]]) -> list[Any]:
    """Return configurations of the rows, columns and terms of tiles, with a number of warps and of stages."""
    return [
        triton.Config({"tall": rows, "wide": columns, "deep": terms}, num_warps=warps, num_stages=stages)
        for rows, columns, terms, warps, stages in sizes
    ]


@triton.autotune(
    configs=_tried([(128, 256, 64, 8, 3), (128, 128, 64, 4, 4), (64, 128, 32, 4, 4), (64, 64, 64, 4, 4)]),
    key=["m", "n", "k"],
)
@triton.jit
def _product(
    a: tl.tensor,
    b: tl.tensor,
    c: tl.tensor,
    m: tl.tensor,
    n: tl.tensor,
    k: tl.tensor,
    tall: tl.constexpr,
    wide: tl.constexpr,
    deep: tl.constexpr,
) -> None:
    band: tl.constexpr = 8
    row_tiles, column_tiles = tl.cdiv(m, tall), tl.cdiv(n, wide)
    number = tl.program_id(0)
    first = number // (band * column_tiles) * band
    height = min(row_tiles - first, band)
    inside = number % (band * column_tiles)
    row_tile, column_tile = first + inside % height, inside // height
    rows = (row_tile * tall + tl.arange(0, tall)) % m
    columns = (column_tile * wide + tl.arange(0, wide)) % n
    terms = tl.arange(0, deep)
    left, right = a + rows[:, None] * k + terms[None, :], b + terms[:, None] * n + columns[None, :]
    sums = tl.zeros((tall, wide), dtype=tl.float32)
    for start in range(0, k, deep):
        rest = k - start
        x = tl.load(left, mask=terms[None, :] < rest, other=0.0)
        y = tl.load(right, mask=terms[:, None] < rest, other=0.0)
        sums = tl.dot(x, y, sums)
        left += deep
        right += deep * n
    rows = row_tile * tall + tl.arange(0, tall)
    columns = column_tile * wide + tl.arange(0, wide)
    is_inside = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * n + columns[None, :], sums.to(c.dtype.element_ty), mask=is_inside)


def product(arrays: Any) -> Any:
    """Return the product of two matrices."""
    a, b = arrays
    (m, k), n = a.shape, b.shape[1]
    c = torch.empty((m, n), device=a.device, dtype=a.dtype)

    def grid(sizes: Any) -> tuple[int]:
        return (triton.cdiv(m, sizes["tall"]) * triton.cdiv(n, sizes["wide"]),)

    _product[grid](a, b, c, m, n, k)
    return c


@triton.jit
def _softmax(x: tl.tensor, y: tl.tensor, n: tl.tensor, wide: tl.constexpr) -> None:
    row, columns = tl.program_id(0), tl.arange(0, wide)
    values = tl.load(x + row * n + columns, mask=columns < n, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(y + row * n + columns, powers / tl.sum(powers, axis=0), mask=columns < n)


def softmax(arrays: Any) -> Any:
    """Return the softmax of the rows of a matrix."""
    [x] = arrays
    y, columns = torch.empty_like(x), triton.next_power_of_2(x.shape[1])
    _softmax[(x.shape[0],)](x, y, x.shape[1], wide=columns, num_warps=min(max(columns // 256, 4), 16))
    return y


@triton.autotune(
    configs=[
        triton.Config({"tall": rows, "key_count": keys}, num_warps=warps, num_stages=stages)
        for rows, keys, warps, stages in ((128, 64, 8, 3), (128, 32, 4, 3), (64, 64, 4, 3), (64, 32, 4, 4))
    ],
    key=["n"],
)
@triton.jit
def _attention(
    q: tl.tensor,
    k: tl.tensor,
    v: tl.tensor,
    out: tl.tensor,
    n: tl.tensor,
    scale: tl.tensor,
    tall: tl.constexpr,
    key_count: tl.constexpr,
    feature_count: tl.constexpr,
) -> None:
    head = tl.program_id(1).to(tl.int64) * n * feature_count
    rows, keys = tl.program_id(0) * tall + tl.arange(0, tall), tl.arange(0, key_count)
    features = tl.arange(0, feature_count)
    places = head + rows[:, None] * feature_count + features[None, :]
    query = tl.load(q + places, mask=rows[:, None] < n, other=0.0)
    most, total = tl.full((tall,), -float("inf"), tl.float32), tl.zeros((tall,), tl.float32)
    sums = tl.zeros((tall, feature_count), tl.float32)
    for start in range(0, n, key_count):
        there = start + keys < n
        across = (start + keys)[None, :] * feature_count + features[:, None]
        key = tl.load(k + head + across, mask=there[None, :], other=0.0)
        scores = tl.where(there[None, :], tl.dot(query, key) * scale, -float("inf"))
        largest = tl.maximum(most, tl.max(scores, axis=1))
        weights, share = tl.exp2(scores - largest[:, None]), tl.exp2(most - largest)
        total = total * share + tl.sum(weights, axis=1)
        value = tl.load(
            v + head + (start + keys)[:, None] * feature_count + features[None, :], mask=there[:, None], other=0.0
        )
        sums = tl.dot(weights.to(value.dtype), value, sums * share[:, None])
        most = largest
    tl.store(out + places, (sums / total[:, None]).to(out.dtype.element_ty), mask=rows[:, None] < n)


def attention(arrays: Any) -> Any:
    """Return attention of as many queries as keys, with a power of two of features."""
    q, k, v = arrays
    batch, heads, n, features = q.shape
    out, scale = torch.empty_like(q), LOG2_E * features**-0.5

    def grid(sizes: Any) -> tuple[int, int]:
        return triton.cdiv(n, sizes["tall"]), batch * heads

    _attention[grid](q, k, v, out, n, scale, feature_count=features)
    return out


KERNELS = {"product": product, "softmax": softmax, "attention": attention}
"""Functions of arrays by the kinds of cases that they compute."""
