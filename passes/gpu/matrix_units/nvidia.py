"""The tensor cores of NVIDIA's GPUs from sm_75 on: `nvgpu.mma.sync`, with operands loaded by `nvgpu.ldmatrix`.

Elements of f32 that belong to different sums and are adjacent are loaded one by one: `nvgpu.ldmatrix` transposes only
those of 16 bits.

The sums of a product are 16 by 8. Of these, thread 4 * r + p of the warp has elements 2 * p and 2 * p + 1 of rows r and
r + 8.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from dlc.dialects import arith, loop, nvgpu, vector
from dlc.ir import Block, Builder, Type, Value
from dlc.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr
from dlc.ir.builtin_attributes import UNIT, ArrayAttr, int_attr
from dlc.ir.builtin_types import VectorType, bit_width, f16, f32, i1, i8, i32, i64
from dlc.passes.loops.analysis.nests import Point

from ...loops.schedules.gpu_architecture import latest_of
from ..operands import Matrix, MatrixInWorkgroup
from .quad_pairs import QuadPairs
from .unit import GROUP, MEMBER, MatrixUnit, Place

if TYPE_CHECKING:
    from ..warp_tiles import WarpTiles

PAIRS = nvgpu.WARP // nvgpu.ROWS
"""The number of threads that share a row of a fragment."""
SUMS = nvgpu.sum_fragment(nvgpu.Shape(16, 8, 16))
"""The sums of one `mma.sync` that a thread holds."""
LANE = GROUP * PAIRS + MEMBER
"""The number of a thread in its warp, by its row and the position in that."""
INNER, OUTER = LANE % 16, LANE // 16
"""Where a thread's row begins of four matrices that `ldmatrix` loads: two below one another, then two beside these."""
LOW, HIGH = LANE % 8 + LANE // 16 * 8, LANE // 8 % 2
"""The same for two matrices beside one another, then two below these."""


class MmaSync(MatrixUnit):
    """Tensor cores that multiply fragments of warps."""

    rows, columns = 16, 8
    lanes = (nvgpu.ROWS, PAIRS)
    lane_names = ("row", "pair")
    rounds_f32 = True

    def __init__(
        self, sums: Mapping[Type, Sequence[Type]], parts: Mapping[Type, nvgpu.Shape] = MappingProxyType({})
    ) -> None:
        """Take the types of elements that are multiplied, and those of the sums of their products.

        Elements whose products are parts of that of whole fragments have the sizes of these parts.
        """
        self.sums, self._parts = sums, parts

    def takes_sums(self, element: Type) -> bool:
        return element in self.sums and bit_width(element) == 16

    def shape_of(self, element: Type) -> nvgpu.Shape | None:
        return nvgpu.shape_of(element) if element in self.sums else None

    def sum_places(self) -> Sequence[Place]:
        places = (SUMS.position(0, place) for place in SUMS.places())
        return [(GROUP + down, MEMBER * SUMS.elements + along) for down, along in places]

    def sums_of(self, element: Type) -> VectorType:
        return SUMS.type(element)

    def loads_transposed(self, element: Type) -> bool:
        return bit_width(element) in (16, 32)

    def skews(self, element: Type, *, is_transposed: bool) -> int:
        return 2 if is_transposed and bit_width(element) == 32 else 1

    def first(self, matrix: Matrix, tiles: WarpTiles, steps: loop.ForOp, start: int) -> Value:
        """Load a fragment of the first operand: two matrices down, two along the sum."""
        if not isinstance(matrix, MatrixInWorkgroup) or _is_by_element(matrix):
            return _by_element(matrix, tiles.row, tiles, steps, start, self.rows)
        lanes, per_row = tiles.threads.induction_variables[2:], matrix.per_row
        side, inner = (HIGH * 8, LOW) if matrix.is_transposed else (INNER, OUTER * per_row)
        return _loaded(matrix, steps.body, tiles.row(side + start, lanes), _inner_point(tiles, steps, inner), 4)

    def second(self, matrix: MatrixInWorkgroup, tiles: WarpTiles, steps: loop.ForOp) -> list[Value]:
        """Load the fragments of the second operand: two matrices along the sum, for two products at a time."""
        lanes, per_row = tiles.threads.induction_variables[2:], matrix.per_row
        fragments: list[Value] = []
        if _is_by_element(matrix):
            starts = range(0, tiles.tile[1], self.columns)
            return [_by_element(matrix, tiles.column, tiles, steps, start, self.columns) for start in starts]
        for start in range(0, tiles.tile[1], 16):
            count = min(2, (tiles.tile[1] - start) // self.columns)
            side, inner = (OUTER * 8, INNER) if matrix.is_transposed else (LOW, HIGH * per_row)
            if count == 1:
                side = AffineConstantExpr(0) + (0 if matrix.is_transposed else LANE % 8)
            column, along = tiles.column(side + start, lanes), _inner_point(tiles, steps, inner)
            loaded = _loaded(matrix, steps.body, column, along, 2 * count)
            builder = Builder.at_end(steps.body)
            fragments += [_registers(builder, loaded, at, 2) for at in range(0, 2 * count, 2)]
        return fragments

    def sums_of_products(self, first: Type, second: Type) -> Sequence[Type]:
        return self.sums.get(first, ()) if nvgpu.can_be_multiplied(first, second) else ()

    def product(self, block: Block, a: Value, b: Value, c: Value, element: Type) -> Value:
        whole, builder = self.shape_of(element), Builder.at_end(block)
        assert whole is not None, "tensor cores multiply such elements"
        if has_short_sums(element):
            zero = builder.insert(arith.ConstantOp.floating(0.0, c.type)).result
            return builder.insert(arith.AddFOp(c, _multiplied(builder, a, b, zero, whole))).result
        part = self._parts.get(element, whole)
        if part == whole:
            return _multiplied(builder, a, b, c, whole)
        return _multiplied_by_parts(builder, a, b, c, whole, part)


def _multiplied(builder: Builder, a: Value, b: Value, c: Value, sizes: nvgpu.Shape) -> Value:
    """Return `c` plus a product of these sizes by one op."""
    shape = ArrayAttr(tuple(int_attr(size, i64) for size in sizes))
    is_tf32 = a.type_as(VectorType).element_type is f32
    op = nvgpu.MmaSyncOp(a, b, c, c.type, mmaShape=shape, tf32Enabled=UNIT if is_tf32 else None)
    return builder.insert(op).res


def _multiplied_by_parts(
    builder: Builder, a: Value, b: Value, c: Value, whole: nvgpu.Shape, part: nvgpu.Shape
) -> Value:
    """Return `c` plus the product of whole fragments, by ops that multiply some rows and 16 bytes of each.

    Registers of the first operand go down its rows first, 8 at a time, then along the sums.
    """
    down, along = part.m // nvgpu.ROWS, whole.k // part.k
    for place in range(0, whole.m // nvgpu.ROWS, down):
        sums = _registers(builder, c, place, down)
        for step in range(along):
            first = _registers(builder, a, step * whole.m // nvgpu.ROWS + place, down)
            sums = _multiplied(builder, first, _registers(builder, b, step, 1), sums, part)
        c = sums if sums.type is c.type else builder.insert(vector.InsertStridedSliceOp.of(sums, c, [place, 0])).res
    return c


def has_short_sums(element: Type) -> bool:
    """Return whether tensor cores keep fewer bits of sums of products than these have, so that products are summed
    apart before they are added to others.
    """
    return nvgpu.can_be_multiplied(element, nvgpu.f8E4M3FN)


def _inner_point(tiles: WarpTiles, steps: loop.ForOp, place: AffineExpr) -> Point:
    """Return the index in a sum at which a thread's row begins."""
    row, pair = tiles.threads.induction_variables[2:]
    return AffineDimExpr(2) + place, (row, pair, steps.induction_variable), 3


def _is_by_element(matrix: MatrixInWorkgroup) -> bool:
    """Return whether threads load the elements of a fragment one by one."""
    return matrix.is_transposed and bit_width(matrix.element) == 32


def _by_element(
    matrix: Matrix,
    side_of: Callable[[AffineExpr, Sequence[Value]], Point],
    tiles: WarpTiles,
    steps: loop.ForOp,
    start: int,
    count: int,
) -> Value:
    """Return the fragment of `count` rows or columns from `start` on, of which a thread reads elements one by one: it
    holds them as sums of another product, or they are in workgroup memory.
    """
    shape = nvgpu.shape_of(matrix.element)
    assert shape is not None, "tensor cores multiply such elements"
    places = nvgpu.operand_fragment(count, shape.k, bit_width(matrix.element) or 1)
    row, pair = tiles.threads.induction_variables[2:]
    elements: list[Value] = []
    for place in places.places():
        down, along = places.position(0, place)
        inner = AffineDimExpr(1) + AffineDimExpr(0) * places.elements + along
        side = side_of(AffineDimExpr(0) + (start + down), [row])
        elements.append(matrix.access(steps.body, side, (inner, (pair, steps.induction_variable), 2)).result)
    whole = vector.FromElementsOp(elements, places.type(matrix.element))
    steps.body.append(whole)
    return whole.dest


def _loaded(matrix: MatrixInWorkgroup, block: Block, side: Point, inner: Point, count: int) -> Value:
    """Load fragments of `count` matrices, whose rows begin at these indices of the loops."""
    access = matrix.access(block, side, inner)
    maps = [access.affine_map.with_results([each]) for each in access.affine_map.results]
    builder = Builder.before(access)
    indices = [builder.insert(loop.ApplyOp.of(each, access.indices)).result for each in maps]
    access.erase()
    load = nvgpu.LdMatrixOp(
        matrix.load.memref,
        indices,
        VectorType((count, matrix.per_row // 4), matrix.element),
        transpose=int_attr(int(matrix.is_transposed), i1),
        numTiles=int_attr(count, i32),
    )
    block.append(load)
    return load.res


def _registers(builder: Builder, fragment: Value, start: int, count: int) -> Value:
    """Return some of the registers of a fragment."""
    if fragment.type_as(VectorType).shape[0] == count:
        return fragment
    return builder.insert(vector.ExtractStridedSliceOp.of(fragment, [start], [count])).result


class Warpgroups(MmaSync):
    """Tensor cores of sm_90a, whose warps hold the sums of 16 rows as `mma.sync` leaves them, 8 columns at a time.

    They read operands from workgroup memory themselves, so that no thread loads any.
    """

    def takes_sums(self, element: Type) -> bool:
        return False

    def loads_transposed(self, element: Type) -> bool:
        return bit_width(element) == 16


WARPGROUPS = Warpgroups({element: (total,) for element, total in nvgpu.WARPGROUP_SUMS.items()})
LATEST = MmaSync(nvgpu.SUMS)
"""The tensor cores of the latest architectures, without warpgroups."""
_WITHOUT_F8 = {element: sums for element, sums in nvgpu.SUMS.items() if not has_short_sums(element)}
_TURING = MmaSync({f16: (f32,), i8: (i32,)}, parts={f16: nvgpu.Shape(16, 8, 8), i8: nvgpu.Shape(8, 8, 16)})
_UNITS: Mapping[int, MatrixUnit] = {70: QuadPairs(), 75: _TURING, 80: MmaSync(_WITHOUT_F8), 89: LATEST}
"""The tensor cores by the number of the first architecture that has them."""


def unit_of(arch: str) -> MatrixUnit | None:
    """Return the tensor cores of an architecture, or `None` if it has none."""
    return latest_of(arch, _UNITS, None)
