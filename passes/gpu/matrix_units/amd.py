"""The matrix units of AMD's GPUs: WMMA of RDNA 3 and 4, MFMA of CDNA. Which elements a thread has, `amdgpu` says.

All products have 16 by 16 sums. A thread has elements of one row of the first operand and of one column of the second.
It loads them from workgroup memory: adjacent ones together, where these are of one sum, and otherwise one by one.

The units leave a thread sums of one column. WMMA is used so. MFMA gets the operands in the other order, which
transposes the sums: a thread has adjacent ones of a row, which are also its elements of a first operand of 16 bits.
Products of f64 leave a thread other sums than those of f32: they get the columns of the second operand in another
order, such that a thread has the same sums of all types.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from dlc.dialects import amdgpu, loop, vector
from dlc.dialects.nvgpu import Shape
from dlc.ir import Block, Operation, Type, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr
from dlc.ir.builtin_attributes import UNIT, int_attr
from dlc.ir.builtin_types import VectorType, bf16, f16, f32, f64, i8, i32
from dlc.passes.loops.analysis.nests import Point

from ..operands import Matrix, MatrixInWorkgroup
from .unit import GROUP, MEMBER, MatrixUnit, Place

if TYPE_CHECKING:
    from ..warp_tiles import WarpTiles

LayoutOf = Callable[[Type, int], amdgpu.Layout | None]


class WaveUnit(MatrixUnit):
    """Units that multiply what a wave holds."""

    rows = columns = amdgpu.SIDE
    lane_names = ("group", "member")

    def __init__(
        self, kind: type[amdgpu.ProductOp], layout_of: LayoutOf, counts: Mapping[Type, int], *, is_transposed: bool
    ) -> None:
        """Take the op, its layout, for each type how many elements of an operand a thread has, and whether the op gets
        the operands in the other order.
        """
        layouts = {element: layout_of(element, count) for element, count in counts.items()}
        self._kind, self._is_transposed = kind, is_transposed
        self._layouts = {element: layout for element, layout in layouts.items() if layout is not None}
        self.sums = {element: (amdgpu.SUMS[element],) for element in self._layouts}
        first = next(iter(self._layouts.values()))
        self._sums = first.sums
        """The sums that a thread has of a product."""
        self.lanes = (first.subgroup // amdgpu.SIDE, amdgpu.SIDE)

    @property
    def row_sharers(self) -> tuple[int, int]:
        return self.lanes if self._is_transposed else super().row_sharers

    def holds_sums_as_operand(self, element: Type) -> bool:
        layout = self._layouts.get(element)
        return layout is not None and self._is_transposed and layout.operand[:3] == self._sums[:3]

    def shape_of(self, element: Type) -> Shape | None:
        layout = self._layouts.get(element)
        return Shape(self.rows, self.columns, layout.k) if layout is not None else None

    def sum_places(self) -> Sequence[Place]:
        held = self._sums
        places = [(GROUP * held.run + held.along(0, element), MEMBER + 0) for element in range(held.elements)]
        return [(column, row) for row, column in places] if self._is_transposed else places

    def sums_of(self, element: Type) -> VectorType:
        return VectorType((self._sums.elements,), element)

    def loads_transposed(self, element: Type) -> bool:
        return True

    def first(self, matrix: Matrix, tiles: WarpTiles, steps: loop.ForOp, start: int) -> Value:
        member = tiles.threads.induction_variables[3]
        return self._part(matrix, tiles, steps, tiles.row(AffineDimExpr(0) + start, [member]))

    def second(self, matrix: MatrixInWorkgroup, tiles: WarpTiles, steps: loop.ForOp) -> list[Value]:
        member = tiles.threads.induction_variables[3]
        starts = range(0, tiles.tile[1], self.columns)
        column = self._column(matrix.element)
        return [self._part(matrix, tiles, steps, tiles.column(column + at, [member])) for at in starts]

    def _column(self, element: Type) -> AffineExpr:
        """Return the column of a second operand that a member of a group of threads has.

        The units leave a thread the sums of some columns, which are those that it should have if they get the columns
        in this order.
        """
        member, held, wanted = AffineDimExpr(0), self._layouts[element].sums, self._sums
        if held == wanted:
            return member + 0
        group, at = member // held.run % held.groups, member // (held.run * held.groups) * held.run + member % held.run
        return group * wanted.run + at // wanted.run * (wanted.run * wanted.groups) + at % wanted.run

    def _part(self, matrix: Matrix, tiles: WarpTiles, steps: loop.ForOp, side: Point) -> Value:
        """Return a thread's elements of a row of an operand, in an iteration over the sums."""
        held, block = self._layouts[matrix.element].operand, steps.body
        group = AffineDimExpr(0) * (held.run if held.groups > 1 else 0) + AffineDimExpr(1)
        operands = (tiles.threads.induction_variables[2], steps.induction_variable)
        if held.elements == 1:
            return matrix.access(block, side, (group, operands, 2)).result
        runs = [
            _adjacent(matrix, block, side, (group + held.along(0, at), operands, 2), held.run)
            for at in range(0, held.elements, held.run)
        ]
        return runs[0] if len(runs) == 1 else _joined(block, runs, VectorType((held.elements,), matrix.element))

    def product(self, a: Value, b: Value, c: Value, element: Type) -> Operation:
        shape = self.shape_of(element)
        assert shape is not None, "these units multiply such elements"
        m, n, k = (int_attr(size, i32) for size in shape)
        first, second = (b, a) if self._is_transposed else (a, b)
        product = self._kind(first, second, c, m=m, n=n, k=k)
        if isinstance(product, amdgpu.MfmaOp) and (element, product.count) == amdgpu.ROUNDED:
            product.reducePrecision = UNIT
        return product


def _adjacent(matrix: Matrix, block: Block, side: Point, inner: Point, count: int) -> Value:
    """Return the elements of `count` adjacent terms of a sum, from these indices of the loops on."""
    type = VectorType((count,), matrix.element)
    if isinstance(matrix, MatrixInWorkgroup) and not matrix.is_transposed:
        access = matrix.access(block, side, inner)
        load = loop.VectorLoadOp.mapped(access.memref, access.affine_map, access.indices, type)
        access.erase()
        block.append(load)
        return load.result
    place, operands, dims = inner
    elements = [matrix.access(block, side, (place + at, operands, dims)).result for at in range(count)]
    whole = vector.FromElementsOp(elements, type)
    block.append(whole)
    return whole.dest


def _joined(block: Block, parts: Sequence[Value], type: VectorType) -> Value:
    """Return one vector of the elements of several."""
    elements: list[Value] = []
    for part in parts:
        for at in range(part.type_as(VectorType).num_elements):
            element = vector.ExtractOp.of(part, [at])
            block.append(element)
            elements.append(element.result)
    whole = vector.FromElementsOp(elements, type)
    block.append(whole)
    return whole.dest


def _mfma(counts: Mapping[Type, int]) -> MatrixUnit:
    return WaveUnit(amdgpu.MfmaOp, amdgpu.mfma_layout, counts, is_transposed=True)


def _wmma(count: int) -> MatrixUnit:
    return WaveUnit(amdgpu.WmmaOp, amdgpu.wmma_layout, dict.fromkeys((f16, bf16, i8), count), is_transposed=False)


_CDNA_3: Mapping[Type, int] = {f16: 4, bf16: 4, i8: 8, f32: 1, f64: 1}
UNITS: Mapping[str, MatrixUnit] = {
    "gfx908": _mfma({f16: 4, i8: 4, f32: 1}),
    "gfx90a": _mfma({f16: 4, bf16: 4, i8: 4, f32: 1, f64: 1}),
    "gfx942": _mfma(_CDNA_3),
    "gfx1100": _wmma(16),
    "gfx1201": _wmma(8),
}
"""The units of AMD's architectures that have some, by how many elements of an operand a thread has."""
ROUNDING_UNITS: Mapping[str, MatrixUnit] = {"gfx942": _mfma({**_CDNA_3, f32: 2})}
"""The units of architectures that can also round elements of f32 to tf32."""
