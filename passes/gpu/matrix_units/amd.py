"""The matrix units of AMD's GPUs: WMMA of RDNA 3 and 4, MFMA of CDNA. Which elements a thread has, `amdgpu` says.

All products have 16 by 16 sums. A thread has elements of one row of the first operand and of one column of the second.
It loads them from workgroup memory: adjacent ones together, where these are of one sum, and otherwise one by one.

The units leave a thread sums of one column. They get the operands in the other order, which transposes the sums, and
the columns of the second one in an order that leaves a thread adjacent sums of a row, whatever the type is.

So sums of 16 bits can be a first operand of another product. The terms of a product may have any order that both
operands have; where a thread has as many elements of an operand as sums, it is that of the sums, and they stay where
they are (CDNA, RDNA 4). On RDNA 3 a thread has all terms of a row, and gets the other half of them from the thread that
has these sums.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING

from dlc.dialects import amdgpu, arith, gpu, loop, vector
from dlc.dialects.nvgpu import Shape
from dlc.ir import Block, Builder, Type, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr
from dlc.ir.builtin_attributes import UNIT, int_attr
from dlc.ir.builtin_types import VectorType, bf16, bit_width, f16, f32, f64, i8, i32, index
from dlc.passes.loops.analysis.nests import Point

from ..operands import Matrix, MatrixInRegisters, MatrixInWorkgroup
from .unit import GROUP, MEMBER, MatrixUnit, Place

if TYPE_CHECKING:
    from ..warp_tiles import WarpTiles

LayoutOf = Callable[[Type, int], amdgpu.Layout | None]


class WaveUnit(MatrixUnit):
    """Units that multiply what a wave holds."""

    rows = columns = amdgpu.SIDE
    lanes: tuple[int, int]
    lane_names = ("group", "member")

    def __init__(self, kind: type[amdgpu.ProductOp], layout_of: LayoutOf, counts: Mapping[Type, int]) -> None:
        """Take the op, its layout, and for each type how many elements of an operand a thread has."""
        layouts = {element: layout_of(element, count) for element, count in counts.items()}
        self._kind = kind
        self._layouts = {element: layout for element, layout in layouts.items() if layout is not None}
        self.sums = {element: (amdgpu.SUMS[element],) for element in self._layouts}
        first = next(iter(self._layouts.values()))
        self._sums = first.sums._replace(run=first.sums.elements)
        """The sums that a thread has of a product: adjacent ones."""
        self.lanes = (first.subgroup // amdgpu.SIDE, amdgpu.SIDE)

    @property
    def row_sharers(self) -> tuple[int, int]:
        return self.lanes

    def takes_sums(self, element: Type) -> bool:
        held = self._operand(element) if element in self._layouts and bit_width(element) == 16 else None
        return held is not None and (held[:3] == self._sums[:3] or self._is_shared(held))

    def _operand(self, element: Type) -> amdgpu.Fragment:
        """Return the elements of a row of an operand that a thread has, in the order in which terms are summed."""
        held = self._layouts[element].operand
        return self._sums if held[::2] == self._sums[:3:2] else held

    def _is_shared(self, held: amdgpu.Fragment) -> bool:
        """Return whether a thread has all elements of a row of an operand, and sums of a half of them."""
        return held.groups == 1 and held.elements == self._sums.groups * self._sums.elements

    def shape_of(self, element: Type) -> Shape | None:
        layout = self._layouts.get(element)
        return Shape(self.rows, self.columns, layout.k) if layout is not None else None

    def sum_places(self) -> Sequence[Place]:
        count = self._sums.elements
        return [(MEMBER + 0, GROUP * count + element) for element in range(count)]

    def sums_of(self, element: Type) -> VectorType:
        return VectorType((self._sums.elements,), element)

    def loads_transposed(self, element: Type) -> bool:
        return True

    def first(self, matrix: Matrix, tiles: WarpTiles, steps: loop.ForOp, start: int) -> Value:
        member = tiles.threads.induction_variables[3]
        row = tiles.row(AffineDimExpr(0) + start, [member])
        if isinstance(matrix, MatrixInRegisters) and self._is_shared(self._layouts[matrix.element].operand):
            return self._whole_row(matrix, tiles, steps, row)
        return self._part(matrix, tiles, steps, row)

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
        member, held = AffineDimExpr(0), self._layouts[element].sums
        if held == self._sums:
            return member + 0
        group, at = member // held.run % held.groups, member // (held.run * held.groups) * held.run + member % held.run
        return group * held.elements + at

    def _part(self, matrix: Matrix, tiles: WarpTiles, steps: loop.ForOp, side: Point) -> Value:
        """Return a thread's elements of a row of an operand, in an iteration over the sums."""
        held, block = self._operand(matrix.element), steps.body
        group = AffineDimExpr(0) * (held.run if held.groups > 1 else 0) + AffineDimExpr(1)
        operands = (tiles.threads.induction_variables[2], steps.induction_variable)
        if held.elements == 1:
            return matrix.access(block, side, (group, operands, 2)).result
        runs = [
            _adjacent(matrix, block, side, (group + held.along(0, at), operands, 2), held.run)
            for at in range(0, held.elements, held.run)
        ]
        return runs[0] if len(runs) == 1 else _joined(block, runs, VectorType((held.elements,), matrix.element))

    def _whole_row(self, matrix: Matrix, tiles: WarpTiles, steps: loop.ForOp, row: Point) -> Value:
        """Return all elements of a row: those that a thread holds as sums, and those of the thread with the others."""
        block, group, held = steps.body, tiles.threads.induction_variables[2], self._sums
        place = AffineDimExpr(0) * held.run + AffineDimExpr(1), (group, steps.induction_variable), 2
        own = _adjacent(matrix, block, row, place, held.elements)
        return _with_other_half(Builder.at_end(block, steps.location), own, group, self.lanes)

    def product(self, block: Block, a: Value, b: Value, c: Value, element: Type) -> Value:
        shape = self.shape_of(element)
        assert shape is not None, "these units multiply such elements"
        m, n, k = (int_attr(size, i32) for size in shape)
        product = self._kind(b, a, c, m=m, n=n, k=k)
        if isinstance(product, amdgpu.MfmaOp) and (element, product.count) == amdgpu.ROUNDED:
            product.reducePrecision = UNIT
        block.append(product)
        return product.results[0]


def _adjacent(matrix: Matrix, block: Block, side: Point, inner: Point, count: int) -> Value:
    """Return the elements of `count` adjacent terms of a sum, from these indices of the loops on."""
    if isinstance(matrix, MatrixInWorkgroup) and not matrix.is_transposed:
        return matrix.adjacent(block, side, inner, count)
    place, operands, dims = inner
    elements = [matrix.access(block, side, (place + at, operands, dims)).result for at in range(count)]
    whole = vector.FromElementsOp(elements, VectorType((count,), matrix.element))
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


def _with_other_half(at: Builder, own: Value, group: Value, lanes: tuple[int, int]) -> Value:
    """Return the elements of 16 bits of a thread and of its like in the other group, those of the first group first."""
    type = own.type_as(VectorType)
    count = type.num_elements // 2
    packed = at.insert(vector.BitCastOp(own, VectorType((count,), i32))).result
    distance, subgroup = (at.insert(arith.ConstantOp.integer(each, i32)).result for each in (lanes[1], prod(lanes)))
    zero = at.insert(arith.ConstantOp.integer(0, index)).result
    is_first = at.insert(arith.CmpIOp.of("eq", group, zero)).result
    first: list[Value] = []
    second: list[Value] = []
    for number in range(count):
        word = at.insert(vector.ExtractOp.of(packed, [number])).result
        other = at.insert(gpu.ShuffleOp(word, distance, subgroup, gpu.ShuffleModeAttr("xor"))).shuffleResult
        first.append(at.insert(arith.SelectOp(is_first, word, other)).result)
        second.append(at.insert(arith.SelectOp(is_first, other, word)).result)
    whole = at.insert(vector.FromElementsOp([*first, *second], VectorType((2 * count,), i32))).dest
    return at.insert(vector.BitCastOp(whole, VectorType((4 * count,), type.element_type))).result


def _mfma(counts: Mapping[Type, int]) -> MatrixUnit:
    return WaveUnit(amdgpu.MfmaOp, amdgpu.mfma_layout, counts)


def _wmma(count: int) -> MatrixUnit:
    return WaveUnit(amdgpu.WmmaOp, amdgpu.wmma_layout, dict.fromkeys((f16, bf16, i8), count))


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
