"""Matrices that the threads of a warp hold together: loads of their fragments, and products by `mma.sync`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dlc.ir import ArrayAttr, IntegerAttr, Type, UnitAttr
from dlc.ir.attributes import spelled
from dlc.ir.builtin_constraints import array_of, bool_attr_constraint, index_type, typed_int, unit_attr
from dlc.ir.builtin_types import MemRefType, VectorType, bf16, bit_width, element_type, f16, f32, i8, i32
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    VariadicOperand,
    attr,
    op,
    operand,
    optional_attr,
    result,
    variadic_operand,
)
from dlc.ir.interfaces import NO_EFFECTS, Touches

from .chunks import ROW_BYTES, ROWS, WARP, any_vector, can_be_multiplied, f8E4M3FN, f8E5M2, memref

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


SUMS: dict[Type, tuple[Type, ...]] = {
    f16: (f32, f16),
    bf16: (f32,),
    f32: (f32,),
    i8: (i32,),
    f8E4M3FN: (f32,),
    f8E5M2: (f32,),
}
"""The types of elements that tensor cores multiply, and those of the sums of their products."""

C = TypeVariable("C", any_vector)


class Shape(NamedTuple):
    """The sizes of a product by one `mma.sync`: rows, columns, and products in each sum."""

    m: int
    n: int
    k: int


class Fragment(NamedTuple):
    """The elements of a matrix that a thread holds: registers of adjacent elements.

    A register is a part of a block of 8 rows by 16 bytes (sums: by 8 columns); blocks of a fragment go down first. Rows
    of a second operand are columns of the matrix, since it is held as its transpose.
    """

    registers: int
    elements: int
    """The number of elements of a register."""
    blocks_down: int

    def position(self, lane: int, place: tuple[int, ...]) -> tuple[int, int]:
        """Return the row and column of an element that a thread of the warp holds."""
        register, element = place
        column, row = divmod(register, self.blocks_down)
        along = (column * WARP // ROWS + lane % (WARP // ROWS)) * self.elements + element
        return row * ROWS + lane // (WARP // ROWS), along

    def places(self) -> list[tuple[int, int]]:
        """Return all registers with each of their elements."""
        return [(register, element) for register in range(self.registers) for element in range(self.elements)]

    def type(self, element: Type) -> VectorType:
        """Return the type of a fragment."""
        return VectorType((self.registers, self.elements), element)


def operand_fragment(rows: int, k: int, width: int) -> Fragment:
    """Return the fragment of an operand with `rows` rows (or columns, if it is the second one) of `k` elements."""
    elements = 32 // width
    return Fragment(rows * k // (WARP * elements), elements, rows // ROWS)


def sum_fragment(shape: Shape) -> Fragment:
    """Return the fragment of the sums."""
    return Fragment(shape.m * shape.n // (WARP * 2), 2, shape.m // ROWS)


def shape_of(element: Type) -> Shape | None:
    """Return the largest product by one instruction of elements of a type, or `None` if there is none."""
    width = bit_width(element)
    return Shape(16, 8, 2 * 8 * ROW_BYTES // width) if element in SUMS and width is not None else None


@op("nvgpu.ldmatrix", interfaces=(Touches(read="srcMemref"),))
class LdMatrixOp(Op):
    """Load one, two or four matrices of 8 rows by 16 bytes from workgroup memory, as fragments of a warp.

    Threads 0 to 7 have the places of the rows of the first matrix, threads 8 to 15 those of the second, and so on.
    Thread t gets 4 bytes of row t / 4 of each matrix; with `transpose`, of column t / 4. All threads of a warp execute
    it together.

    Rules: (ldmatrix_c1) there are as many indices as dimensions. (ldmatrix_c2) there are 1, 2 or 4 matrices.
    (ldmatrix_c3) the result has a row of 32 bits for each. (ldmatrix_c4) only elements of 16 bits are transposed.
    Example:
        %a = nvgpu.ldmatrix %m[%i, %j] {numTiles = 4 : i32, transpose = false}
            : memref<64x72xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
    """

    srcMemref: Operand = operand(memref)  # noqa: N815 (MLIR's names)
    indices: VariadicOperand = variadic_operand(index_type)
    transpose: Attr[IntegerAttr] = attr(bool_attr_constraint, kw_only=True)
    numTiles: Attr[IntegerAttr] = attr(typed_int(i32), kw_only=True)  # noqa: N815
    res: Result = result(any_vector)
    syntax = "$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)"

    def verify(self, report: Report) -> None:
        source, count = self.srcMemref.type, self.numTiles.value
        assert isinstance(source, MemRefType)
        if len(self.indices) != source.rank:
            report.error("ldmatrix_c1", f"expected {source.rank} indices, but got {len(self.indices)}")
        if count not in (1, 2, 4):
            report.error("ldmatrix_c2", f"expected 1, 2 or 4 matrices, but got '{count}'")
        width = bit_width(source.element_type)
        expected = VectorType((count, 32 // width), source.element_type) if width in (8, 16, 32) else None
        if self.res.type is not expected:
            report.error("ldmatrix_c3", f"expected a result of type '{expected}', but got '{self.res.type}'")
        if self.transpose.value and width != 16:
            report.error("ldmatrix_c4", f"expected elements of 16 bits to transpose, but got '{source.element_type}'")


@op("nvgpu.mma.sync", interfaces=(NO_EFFECTS,))
class MmaSyncOp(Op):
    """Multiply two matrices that a warp holds, and add a third: the first by rows, the second by columns.

    All threads of a warp execute it together. The order of the additions and their roundings are not specified: sums
    of f8 keep fewer bits than f32 has. Operands of f32 lose all but 10 bits of their fractions, so that they need
    `tf32Enabled`.

    Rules: (mma_sync_c1) the shape has three positive sizes: m is 8 or 16, n is 8, and k fills whole registers.
    (mma_sync_c2) the operands are fragments of this shape. (mma_sync_c3) tensor cores multiply elements of these types,
    one type or both formats of f8, and sum them in that of the third operand. (mma_sync_c4) `tf32Enabled` is for f32.
    Example:
        %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    """

    matrixA: Operand = operand(any_vector)  # noqa: N815 (MLIR's names)
    matrixB: Operand = operand(any_vector)  # noqa: N815
    matrixC: Operand = operand(C)  # noqa: N815
    mmaShape: Attr[ArrayAttr] = attr(array_of(IntegerAttr, "64-bit integer array attribute"), kw_only=True)  # noqa: N815
    tf32Enabled: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)  # noqa: N815
    res: Result = result(C)
    syntax = (
        "`(` $matrixA `,` $matrixB `,` $matrixC `)` attr-dict "
        "`:` `(` type($matrixA) `,` type($matrixB) `,` type($matrixC) `)` `->` type($res)"
    )

    @property
    def shape(self) -> Shape:
        """The sizes of the product."""
        return Shape(*(each.value for each in self.mmaShape if isinstance(each, IntegerAttr)))

    @property
    def element_types(self) -> tuple[Type, Type]:
        """The types of the elements of both operands."""
        return self.matrixA.type_as(VectorType).element_type, self.matrixB.type_as(VectorType).element_type

    def verify(self, report: Report) -> None:
        sizes = [each.value for each in self.mmaShape if isinstance(each, IntegerAttr)]
        element, other, sums = (element_type(value.type) for value in (self.matrixA, self.matrixB, self.matrixC))
        if not can_be_multiplied(element, other) or sums not in SUMS.get(element, ()):
            elements = f"'{element}'" if element is other else f"'{element}' and '{other}'"
            report.error("mma_sync_c3", f"cannot sum products of {elements} as '{sums}'")
            return
        if (self.tf32Enabled is not None) and element is not f32:
            report.error("mma_sync_c4", f"expected 'tf32Enabled' for elements of type 'f32' only, but got '{element}'")
        row = 4 * 32 // (bit_width(element) or 1)
        if len(sizes) != 3 or sizes[0] not in (8, 16) or sizes[1] != 8 or sizes[2] <= 0 or sizes[2] % row:
            report.error("mma_sync_c1", f"expected m of 8 or 16, n of 8 and k of a multiple of {row}, but got {sizes}")
            return
        shape = Shape(*sizes)
        width = bit_width(element) or 0
        expected = [
            operand_fragment(shape.m, shape.k, width).type(element),
            operand_fragment(shape.n, shape.k, width).type(other),
            sum_fragment(shape).type(sums),
        ]
        if self.operand_types != expected:
            shown = spelled(expected)
            report.error("mma_sync_c2", f"expected operands of types {shown}, but got {spelled(self.operand_types)}")
