"""Lowering of convolutions by the method of Winograd: tiles of the result from fewer products.

A tile of m results along a dimension needs m + 2 products instead of 3 * m, for a kernel of 3 elements: the elements
under it, and the kernel, are transformed by small matrices, and the products are transformed back. For several
dimensions this is done along one after the other. Products with the same number in their tiles are a matrix product
over channels, and a batch of these takes nearly all of the time.

    source    N H W C    -> pad, transform along H, then W  ->  a b N h w C     (a, b: numbers of products of a tile)
    kernel    O I H W    -> transform along H, then W       ->  a b I O
    products  a b N h w O    -> transform back along W, then H  ->  N h i w j O  (i, j: places in a tile)

Each transformation is an op like any other: for each row of a matrix, a sum of elements with small factors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from dlc.dialects import arith, graph, tensor
from dlc.dialects.graph.convolution import BATCH, CHANNELS, INPUTS, OUTPUTS
from dlc.ir import Value
from dlc.ir.affine import AffineConstantExpr, AffineExpr, AffineMap, affine_dims
from dlc.ir.builtin_attributes import i64_array
from dlc.ir.builtin_types import DYNAMIC, index

from .accumulating import Factor, element_type_of, sum_of_products
from .lowering import SizeValue, ToTensor
from .scalars import Scalars

Matrix = Sequence[Sequence[float]]
KERNEL = 3
"""The size of the kernel along each dimension."""


class Matrices(NamedTuple):
    """The transformations for tiles of one size."""

    source: Matrix
    kernel: Matrix
    result: Matrix


MATRICES = {
    2: Matrices(
        source=((1, 0, -1, 0), (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, 0, -1)),
        kernel=((1, 0, 0), (1 / 2, 1 / 2, 1 / 2), (1 / 2, -1 / 2, 1 / 2), (0, 0, 1)),
        result=((1, 1, 1, 0), (0, 1, -1, -1)),
    ),
    4: Matrices(
        source=(
            (4, 0, -5, 0, 1, 0),
            (0, -4, -4, 1, 1, 0),
            (0, 4, -4, -1, 1, 0),
            (0, -2, -1, 2, 1, 0),
            (0, 2, -1, -2, 1, 0),
            (0, 4, 0, -5, 0, 1),
        ),
        kernel=(
            (1 / 4, 0, 0),
            (-1 / 6, -1 / 6, -1 / 6),
            (-1 / 6, 1 / 6, -1 / 6),
            (1 / 24, 1 / 12, 1 / 6),
            (1 / 24, -1 / 12, 1 / 6),
            (0, 0, 1),
        ),
        result=((1, 1, 1, 1, 1, 0), (0, 1, -1, 2, -2, 0), (0, 1, 1, 4, 4, 0), (0, 1, -1, 8, -8, 1)),
    ),
}
"""The matrices of Lavin and Gray for each number of results of a tile, from the points 0, 1, -1, 2, -2 and infinity."""


class Labelled(NamedTuple):
    """A tensor with a letter for each dimension.

    An upper-case letter is a dimension of the convolution, or the number of a tile along it. The lower-case letter is
    the number of a product in a tile, or of a result.
    """

    value: Value
    letters: str

    def sizes(self, to: ToTensor) -> dict[str, SizeValue]:
        """Return the size of each dimension: that of the batch may be open."""
        return dict(zip(self.letters, to.sizes(self.value), strict=True))


def lower_winograd(op: graph.ConvolutionOp, to: ToTensor, tile: int, source: Value) -> Value:
    """convolution -> transform the padded source and the kernel, products over channels, transform back"""
    layout, matrices = op.layout, MATRICES[tile]
    spatial = layout.spatial
    parts, factors = Labelled(source, layout.source), Labelled(to.operands[1], layout.kernel)
    for letter in spatial:
        parts = _source_along(to, parts, letter, spatial, matrices.source, tile)
        factors = _kernel_along(to, factors, letter, spatial, matrices.kernel)
    results = _products(to, parts, factors, spatial)
    for letter in reversed(spatial):
        results = _result_along(to, results, letter, matrices.result)
    return _joined(to, results, layout)


def padding_behind(size: int, low: int, results: int, tile: int) -> int:
    """Return how many elements behind a dimension are covered by its tiles of results."""
    return -(-results // tile) * tile + KERNEL - 1 - size - low


def _source_along(to: ToTensor, source: Labelled, letter: str, spatial: str, matrix: Matrix, tile: int) -> Labelled:
    """Return the elements under each tile along a dimension, transformed."""
    numbers = "".join(each.lower() for each in spatial if each.lower() in source.letters) + letter.lower()
    sizes = source.sizes(to)
    sizes[letter] = (source.value.shape[source.letters.index(letter)] - KERNEL + 1) // tile

    def read(loops: Mapping[str, AffineExpr], column: int) -> Mapping[str, AffineExpr]:
        return {**loops, letter: loops[letter] * tile + column}

    return _transformed(to, source, matrix, letter.lower(), f"{numbers}{BATCH}{spatial}{CHANNELS}", sizes, read)


def _kernel_along(to: ToTensor, kernel: Labelled, letter: str, spatial: str, matrix: Matrix) -> Labelled:
    """Return the elements of the kernel along a dimension, transformed."""
    left = "".join(each for each in kernel.letters if each not in (letter, INPUTS, OUTPUTS))
    numbers = "".join(each for each in left if each not in spatial) + letter.lower()
    rest = "".join(each for each in left if each in spatial)

    def read(loops: Mapping[str, AffineExpr], column: int) -> Mapping[str, AffineExpr]:
        return {**loops, letter: AffineConstantExpr(column)}

    written = f"{numbers}{rest}{INPUTS}{OUTPUTS}"
    return _transformed(to, kernel, matrix, letter.lower(), written, kernel.sizes(to), read)


def _result_along(to: ToTensor, results: Labelled, letter: str, matrix: Matrix) -> Labelled:
    """Return the results of each tile along a dimension, from their products."""
    row = letter.lower()

    def read(loops: Mapping[str, AffineExpr], column: int) -> Mapping[str, AffineExpr]:
        return {**loops, row: AffineConstantExpr(column)}

    written = results.letters.replace(row, "").replace(letter, letter + row)
    return _transformed(to, results, matrix, row, written, results.sizes(to), read)


def _products(to: ToTensor, parts: Labelled, factors: Labelled, spatial: str) -> Labelled:
    """Return the sums over channels of the products with the same number: a batch of matrix products."""
    count, parallel = len(spatial), [tensor.PARALLEL]
    dims = affine_dims(count + 3)
    numbers, (row, column, total) = dims[:count], dims[count:]
    groups = _groups(*(1 for _ in spatial), count + 1, 1)
    rows = to.insert(tensor.CollapseShapeOp.of(parts.value, groups)).results[0]
    maps = [AffineMap(len(dims), 0, [*numbers, *pair]) for pair in ((row, total), (total, column), (row, column))]
    sides = Factor(rows, maps[0]), Factor(factors.value, maps[1])
    shape = [*to.sizes(rows)[:-1], factors.value.shape[-1]]
    sums = sum_of_products(to, sides, maps[2], [*parallel * (count + 2), tensor.REDUCTION], shape)
    expanded = tensor.ExpandShapeOp.of(sums, groups, [*to.sizes(parts.value)[:-1], shape[-1]])
    return Labelled(to.insert(expanded).results[0], parts.letters.replace(CHANNELS, OUTPUTS))


def _groups(*counts: int) -> list[list[int]]:
    """Return groups of adjacent dimensions of these sizes."""
    starts = [sum(counts[:number]) for number in range(len(counts))]
    return [list(range(start, start + count)) for start, count in zip(starts, counts, strict=True)]


def _joined(to: ToTensor, results: Labelled, layout: graph.ConvolutionLayoutAttr) -> Value:
    """Return the results of all tiles in the layout of the convolution, without those beyond its sizes."""
    spatial, value = layout.spatial, results.value
    sizes = dict(zip(layout.result, to.result_sizes(), strict=True))
    value = to.insert(tensor.CollapseShapeOp.of(value, _groups(1, *(2 for _ in spatial), 1))).results[0]
    letters = f"{BATCH}{spatial}{CHANNELS}"
    shape = [sizes[letter] for letter in letters]
    if any(size not in (DYNAMIC, wanted) for size, wanted in zip(value.shape, shape, strict=True)):
        value = to.insert(tensor.ExtractSliceOp.of(value, [0] * len(shape), shape)).results[0]
    if letters == layout.result:
        return value
    order = i64_array(letters.index(letter) for letter in layout.result)
    init = to.empty()
    return to.insert(tensor.TransposeOp([value], [init], [init.type], order)).results[0]


# -- Products with small matrices --------------------------------------------------------------------------------------


def _transformed(
    to: ToTensor,
    source: Labelled,
    matrix: Matrix,
    row: str,
    written: str,
    sizes: Mapping[str, SizeValue],
    read: Callable[[Mapping[str, AffineExpr], int], Mapping[str, AffineExpr]],
) -> Labelled:
    """Return a tensor with the dimensions `written`: products of a matrix, whose rows have the letter `row`.

    `read` returns the element of the source for each column. The loop over rows is around the innermost one, so that
    unrolling it leaves only the factors that are not zero.
    """
    others = written.replace(row, "")
    order = f"{others[:-1]}{row}{others[-1]}"
    dims = affine_dims(len(order))
    loops: dict[str, AffineExpr] = dict(zip(order, dims, strict=True))
    maps = [
        AffineMap(len(order), 0, [place[letter] for letter in source.letters])
        for place in (read(loops, column) for column in range(len(matrix[0])))
    ]
    shape = [len(matrix) if letter == row else sizes[letter] for letter in written]
    element = element_type_of(source.value)
    output = AffineMap(len(order), 0, [loops[letter] for letter in written])

    def body(s: Scalars, *elements: Value) -> Value:
        number = s.insert(tensor.IndexOp.of(len(order) - 2))
        sums = _rows(s, matrix, elements[: len(matrix[0])])
        value = sums[-1]
        for position in reversed(range(len(sums) - 1)):
            is_row = s.insert(arith.CmpIOp.of("eq", number, to.constant(position, index)))
            value = s.select(is_row, sums[position], value)
        return value

    inputs, kinds = [source.value] * len(maps), [tensor.PARALLEL] * len(order)
    return Labelled(to.generic(inputs, [*maps, output], [to.empty(shape, element)], kinds, body)[0], written)


def _rows(s: Scalars, matrix: Matrix, elements: Sequence[Value]) -> list[Value]:
    """Return the product of a matrix and a vector; two rows that differ in signs share the sums of equal parts."""
    results: list[Value | None] = [None] * len(matrix)
    for first, row in enumerate(matrix):
        if results[first] is not None:
            continue
        second = next((other for other in range(first + 1, len(matrix)) if _mirrors(row, matrix[other])), None)
        if second is None:
            results[first] = _sum(s, row, elements)
            continue
        same = [a if a == b else 0 for a, b in zip(row, matrix[second], strict=True)]
        opposite = [a if a != b else 0 for a, b in zip(row, matrix[second], strict=True)]
        parts = _sum(s, same, elements), _sum(s, opposite, elements)
        results[first], results[second] = s.total(*parts), s.difference(*parts)
    return [each for each in results if each is not None]


def _mirrors(a: Sequence[float], b: Sequence[float]) -> bool:
    """Return whether rows have the same factors but for some signs, not all or none."""
    pairs = [(x, y) for x, y in zip(a, b, strict=True) if x or y]
    return all(abs(x) == abs(y) for x, y in pairs) and len({x == y for x, y in pairs}) == 2


def _sum(s: Scalars, factors: Sequence[float], elements: Sequence[Value]) -> Value:
    """Return a sum of products with constants, none of which is zero."""
    total: Value | None = None
    for factor, element in zip(factors, elements, strict=True):
        if not factor:
            continue
        if total is None:
            total = element if factor == 1 else s.product(element, s.number(factor, element))
        elif abs(factor) == 1:
            total = s.total(total, element) if factor > 0 else s.difference(total, element)
        else:
            total = s.total(total, s.product(element, s.number(factor, element)))
    assert total is not None, "a row of a matrix has a factor"
    return total
