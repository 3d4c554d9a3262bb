"""The dialect `nvgpu`: tensor cores, matrices that a warp loads together, and copies in the background.

The 32 threads of a warp hold a matrix together: each has a *fragment* of it, a vector of 32-bit registers. `Fragment`
says which elements these are, as the PTX ISA defines it for `mma.sync`.

On sm_90a, the 128 threads of a warpgroup multiply matrices in workgroup memory in the background (`wgmma`). The sums
are then an accumulator, which no other op can read: `nvgpu.warpgroup.fence` makes it from fragments, and
`nvgpu.warpgroup.wait` gives the fragments back, so that a wait cannot be forgotten. There, one thread also begins to
copy whole tiles (`nvgpu.tile_copy`), and all others wait at a barrier in workgroup memory that counts their bytes.
MLIR's own ops for this have types for descriptors of tiles and for barriers, which are not here: a tile is described by
the memref that it is copied from, and a barrier is an element of a memref.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from dlc.ir import ArrayAttr, IntegerAttr, Operation, Type, UnitAttr, Value, type_
from dlc.ir.attributes import spelled
from dlc.ir.builtin_constraints import array_of, bool_attr_constraint, index_type, typed_int, unit_attr
from dlc.ir.builtin_types import (
    FloatType,
    MemRefType,
    VectorType,
    bf16,
    bit_width,
    element_type,
    f16,
    f32,
    i8,
    i32,
    i64,
    index,
)
from dlc.ir.constraints import ExactType, TypeVariable, instance_of
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalOperand,
    Result,
    VariadicOperand,
    VariadicResult,
    attr,
    inferred_result,
    op,
    operand,
    optional_attr,
    optional_operand,
    result,
    variadic_operand,
    variadic_result,
)
from dlc.ir.dialect import Dialect
from dlc.ir.interfaces import NO_EFFECTS, Effect, Touches
from dlc.ir.strided_layout import strides_of

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.assembly import AsmReader
    from dlc.ir.attributes import AttributeReport
    from dlc.ir.verifier import Report

f8E4M3FN, f8E5M2 = FloatType("f8E4M3FN"), FloatType("f8E5M2")  # noqa: N816 (MLIR's names)
WARP = 32
"""The number of threads of a warp."""
ROWS = 8
"""The number of rows of a matrix that one instruction loads, each of 16 bytes."""
ROW_BYTES = 16
COPY_BYTES = (4, 8, 16)
"""The numbers of bytes that a thread copies in the background."""
SUMS: dict[Type, tuple[Type, ...]] = {f16: (f32, f16), bf16: (f32,), f32: (f32,), i8: (i32,)}
"""The types of elements that tensor cores multiply, and those of the sums of their products."""

any_vector = instance_of(VectorType, "vector of any type values")
memref = instance_of(MemRefType, "memref of any type values")
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
    """Return the largest product by one instruction of sm_80 of elements of a type, or `None` if there is none."""
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

    All threads of a warp execute it together. The order of the additions and their roundings are not specified.
    Operands of f32 lose all but 10 bits of their fractions, so that they need `tf32Enabled`.

    Rules: (mma_sync_c1) the shape has three positive sizes: m is 8 or 16, n is 8, and k fills whole registers.
    (mma_sync_c2) the operands are fragments of this shape. (mma_sync_c3) tensor cores multiply elements of this type,
    and sum them in that of the third operand. (mma_sync_c4) `tf32Enabled` is for f32.
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
    def element_type(self) -> Type:
        """The type of the elements that are multiplied."""
        type = self.matrixA.type
        assert isinstance(type, VectorType)
        return type.element_type

    def verify(self, report: Report) -> None:
        sizes = [each.value for each in self.mmaShape if isinstance(each, IntegerAttr)]
        element, sums = (element_type(value.type) for value in (self.matrixA, self.matrixC))
        if sums not in SUMS.get(element, ()):
            report.error("mma_sync_c3", f"cannot sum products of '{element}' as '{sums}'")
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
            operand_fragment(shape.n, shape.k, width).type(element),
            sum_fragment(shape).type(sums),
        ]
        if self.operand_types != expected:
            shown = spelled(expected)
            report.error("mma_sync_c2", f"expected operands of types {shown}, but got {spelled(self.operand_types)}")


# -- Copies in the background ------------------------------------------------------------------------------------------


@type_("nvgpu.device.async.token")
class DeviceAsyncTokenType(Type):
    """The type of tokens of copies in the background, and of groups of them: `!nvgpu.device.async.token`."""


TOKEN = DeviceAsyncTokenType()
token = ExactType(TOKEN, "device async token type")


class OrdersCopies(Touches):
    """The effects of an op that must stay between the same copies, and those on its operands."""

    def effects(self, op: Operation) -> Sequence[Effect]:
        return [*super().effects(op), Effect("write", resource="copies")]


@op("nvgpu.device_async_copy", interfaces=(Touches(read="src", write="dst"),))
class DeviceAsyncCopyOp(Op):
    """Begin to copy adjacent elements to workgroup memory; until the thread has waited, they may be there or not.

    With `srcElements`, only that many are read, and zeros are written for the others. `bypassL1` leaves them out of the
    first cache.

    Rules: (device_async_copy_c1) there are as many indices as dimensions. (device_async_copy_c2) both memrefs have
    elements of one type. (device_async_copy_c3) 4, 8 or 16 bytes are copied, and 16 with `bypassL1`.
    Example:
        %t = nvgpu.device_async_copy %from[%i, %j], %to[%k, %l], 8 {bypassL1}
            : memref<128x64xf16> to memref<64x72xf16, #gpu.address_space<workgroup>>
    """

    dst: Operand = operand(memref)
    dstIndices: VariadicOperand = variadic_operand(index_type)  # noqa: N815 (MLIR's names)
    src: Operand = operand(memref)
    srcIndices: VariadicOperand = variadic_operand(index_type)  # noqa: N815
    srcElements: OptionalOperand = optional_operand(index_type, default=None)  # noqa: N815
    dstElements: Attr[IntegerAttr] = attr(typed_int(index), kw_only=True)  # noqa: N815
    bypassL1: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)  # noqa: N815
    asyncToken: Result = inferred_result(token)  # noqa: N815
    syntax = (
        "$src `[` $srcIndices `]` `,` $dst `[` $dstIndices `]` `,` $dstElements (`,` $srcElements^)? attr-dict "
        "`:` type($src) `to` type($dst)"
    )

    def verify(self, report: Report) -> None:
        types = self.src.type, self.dst.type
        for type, indices in zip(types, (self.srcIndices, self.dstIndices), strict=True):
            assert isinstance(type, MemRefType)
            if len(indices) != type.rank:
                report.error("device_async_copy_c1", f"expected {type.rank} indices, but got {len(indices)}")
        source, target = (type.element_type for type in types if isinstance(type, MemRefType))
        if source is not target:
            report.error("device_async_copy_c2", f"expected elements of type '{source}', but got '{target}'")
        size = self.dstElements.value * (bit_width(source) or 0)
        if size not in [8 * each for each in COPY_BYTES[-1 if self.bypassL1 is not None else 0 :]]:
            allowed = "16 bytes" if self.bypassL1 is not None else "4, 8 or 16 bytes"
            got = f"{self.dstElements.value} elements of type '{source}'"
            report.error("device_async_copy_c3", f"expected to copy {allowed}, but got {got}")


@op("nvgpu.device_async_create_group", interfaces=(OrdersCopies(),))
class DeviceAsyncCreateGroupOp(Op):
    """Make a group of all copies that the thread has begun since its last group; there may be none.

    Example: %g = nvgpu.device_async_create_group %t
    """

    inputTokens: VariadicOperand = variadic_operand(token, default=())  # noqa: N815 (MLIR's names)
    asyncToken: Result = inferred_result(token)  # noqa: N815
    syntax = "$inputTokens attr-dict"


@op("nvgpu.device_async_wait", interfaces=(OrdersCopies(),))
class DeviceAsyncWaitOp(Op):
    """Wait until no more than `numGroups` of the thread's last groups of copies are unfinished; until none is, if it is
    not given. Other threads see what was copied after the next barrier.

    Rules: (device_async_wait_c1) the number of groups is not negative.
    Example: nvgpu.device_async_wait %g {numGroups = 1 : i32}
    """

    asyncDependencies: Operand = operand(token)  # noqa: N815 (MLIR's names)
    numGroups: Attr[IntegerAttr | None] = optional_attr(typed_int(i32), default=None, kw_only=True)  # noqa: N815
    syntax = "$asyncDependencies attr-dict"

    @property
    def unfinished(self) -> int:
        """The number of groups that may be unfinished."""
        return self.numGroups.value if self.numGroups is not None else 0

    def verify(self, report: Report) -> None:
        if self.unfinished < 0:
            report.error("device_async_wait_c1", f"expected a number of groups, but got '{self.unfinished}'")


# -- Warpgroups --------------------------------------------------------------------------------------------------------

WARPGROUP = 128
"""The number of threads of a warpgroup, which begins at a multiple of it."""
TRANSPOSED_CHUNK = 8
"""The number of elements of 16 bytes, of those that a warpgroup transposes."""
WARPGROUP_ROWS = 64
"""The number of rows of one `wgmma`."""
MOST_COLUMNS = 256
WARPGROUP_SUMS: dict[Type, Type] = {f16: f32, bf16: f32, f32: f32, i8: i32, f8E4M3FN: f32, f8E5M2: f32}
"""The types of elements that warpgroups multiply, and that of the sums of their products."""


def chunk_of(element: Type) -> int:
    """Return the number of elements of 16 bytes, which are adjacent in workgroup memory."""
    width = bit_width(element)
    assert width is not None, "elements that are multiplied have a width"
    return ROW_BYTES * 8 // width


def depth_of(element: Type) -> int:
    """Return the number of products in each sum of one `wgmma`, whose operands have rows of 32 bytes."""
    return 2 * chunk_of(element)


def has_integer_columns(columns: int) -> bool:
    """Return whether one `wgmma` with sums of i32 has this number of columns."""
    return columns in (8, 24) or columns % 16 == 0


@type_("nvgpu.warpgroup.accumulator")
class WarpgroupAccumulatorType(Type):
    """Sums in the registers of a warpgroup, of which products may be under way:
    `!nvgpu.warpgroup.accumulator<fragmented = vector<64x128xf32>>`.
    """

    fragmented: Type

    def verify(self, report: AttributeReport) -> None:
        type = self.fragmented
        shape = type.shape if isinstance(type, VectorType) and type.element_type in (f32, i32) else ()
        if len(shape) != 2 or shape[0] != WARPGROUP_ROWS or shape[1] % 8 or not 0 < shape[1] <= MOST_COLUMNS:
            report.error(f"expected 64 rows of 'f32' or 'i32', and a multiple of 8 columns up to 256, but got '{type}'")
        elif element_type(type) is i32 and not has_integer_columns(shape[1]):
            report.error(f"expected 8, 24 or a multiple of 16 columns of 'i32', but got '{type}'")

    @classmethod
    def of(cls, columns: int, sums: Type) -> WarpgroupAccumulatorType:
        """Return the type of sums of a type with this number of columns."""
        return cls(VectorType((WARPGROUP_ROWS, columns), sums))

    @property
    def vector(self) -> VectorType:
        """All sums as a vector."""
        assert isinstance(self.fragmented, VectorType)
        return self.fragmented

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.vector.shape[1]

    @property
    def fragments(self) -> Sequence[Type]:
        """The types of the fragments that a thread holds, each of 16 rows by 8 columns of its warp."""
        return [VectorType((2, 2), self.vector.element_type)] * (self.columns // 8)

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        p.keyword("fragmented")
        p.expect("=")
        type = p.type()
        p.expect(">")
        return cls(type)

    def print_parameters(self) -> str:
        return f"<fragmented = {self.fragmented}>"


accumulator = instance_of(WarpgroupAccumulatorType, "warpgroup accumulator type")
A = TypeVariable("A", accumulator)


def _check_fragments(types: Sequence[Type], whole: Type, rule: str, report: Report) -> None:
    assert isinstance(whole, WarpgroupAccumulatorType)
    expected = whole.fragments
    if list(types) != expected:
        report.error(rule, f"expected {len(expected)} fragments of type '{expected[0]}', but got {spelled(types)}")


@op("nvgpu.fence.proxy", interfaces=(OrdersCopies(),))
class FenceProxyOp(Op):
    """Let products of a warpgroup read what the thread has written to workgroup memory, or waited for.

    Threads write it, or wait for their copies, then come to this op, then to a barrier; then a warpgroup may multiply.

    Example: nvgpu.fence.proxy
    """

    syntax = "attr-dict"


@op("nvgpu.warpgroup.fence", interfaces=(NO_EFFECTS,))
class WarpgroupFenceOp(Op):
    """Hand fragments of sums to the tensor cores of a warpgroup: each warp has those of 16 rows, 8 columns at a time.

    Rules: (warpgroup_fence_c1) there is a fragment of 2 by 2 elements for each 8 columns.
    Example:
        %acc = nvgpu.warpgroup.fence %x, %y : vector<2x2xf32>, vector<2x2xf32>
            -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x16xf32>>
    """

    fragments: VariadicOperand = variadic_operand(any_vector)
    res: Result = result(accumulator)
    syntax = "$fragments attr-dict `:` type($fragments) `->` type($res)"

    def verify(self, report: Report) -> None:
        _check_fragments([each.type for each in self.fragments], self.res.type, "warpgroup_fence_c1", report)


@op("nvgpu.warpgroup.mma_async", interfaces=(Touches(read=("matrixA", "matrixB")),))
class WarpgroupMmaAsyncOp(Op):
    """Begin to add a product of two matrices in workgroup memory to sums: 64 rows by 32 bytes, and as many products by
    all columns.

    All threads of a warpgroup execute it together, with the same operands. Nobody may write the matrices until one has
    waited for the sums. The order of the additions and their roundings are not specified: sums of f8 keep fewer bits
    than f32 has. Elements of f32 lose all but 10 bits of their fractions.

    A matrix lies in chunks of 16 bytes, such as 8 elements of f16. Of these, element (i, k) of the first one is at
    chunk k / 8 of row i, `[first + k / 8, row + i, k mod 8]`, where the indices are those of its first element; with
    `transposeA`, at chunk i / 8 of row k. The second matrix has columns instead of rows. All 8 rows of a chunk of
    tensor cores are then 128 adjacent bytes, and any rows may be between one chunk and the next, so that copies of
    different chunks go to different banks.

    Rules: (warpgroup_mma_c1) there are as many indices as dimensions, at least three. (warpgroup_mma_c2) the matrices
    have elements of one type, f16, bf16, f32, i8, f8E4M3FN or f8E5M2, row by row in chunks of 16 bytes.
    (warpgroup_mma_c3) sums are of f32, or of i32 for i8. (warpgroup_mma_c4) only elements of 16 bits are transposed.
    Example:
        %more = nvgpu.warpgroup.mma_async %acc, %a[%k, %i, %c0], %b[%k, %j, %c0]
            : !nvgpu.warpgroup.accumulator<fragmented = vector<64x128xf32>>,
              memref<4x65x8xf16, #gpu.address_space<workgroup>>, memref<4x129x8xf16, #gpu.address_space<workgroup>>
    """

    matrixC: Operand = operand(A)  # noqa: N815 (MLIR's names)
    matrixA: Operand = operand(memref)  # noqa: N815
    indicesA: VariadicOperand = variadic_operand(index_type)  # noqa: N815
    matrixB: Operand = operand(memref)  # noqa: N815
    indicesB: VariadicOperand = variadic_operand(index_type)  # noqa: N815
    transposeA: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)  # noqa: N815
    transposeB: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)  # noqa: N815
    res: Result = result(A)
    syntax = (
        "$matrixC `,` $matrixA `[` $indicesA `]` `,` $matrixB `[` $indicesB `]` attr-dict "
        "`:` type($matrixC) `,` type($matrixA) `,` type($matrixB)"
    )

    def verify(self, report: Report) -> None:
        types = [value.type for value in (self.matrixA, self.matrixB)]
        elements = [element_type(type) for type in types]
        if elements[0] not in WARPGROUP_SUMS or elements[0] is not elements[1]:
            report.error("warpgroup_mma_c2", f"cannot multiply elements of types {spelled(elements)}")
            return
        chunk, sums = chunk_of(elements[0]), WARPGROUP_SUMS[elements[0]]
        assert isinstance(self.res.type, WarpgroupAccumulatorType)
        if self.res.type.vector.element_type is not sums:
            got = self.res.type.vector.element_type
            report.error("warpgroup_mma_c3", f"expected sums of '{elements[0]}' in '{sums}', but got '{got}'")
        if chunk != TRANSPOSED_CHUNK and (self.transposeA is not None or self.transposeB is not None):
            report.error("warpgroup_mma_c4", f"expected elements of 16 bits to transpose, but got '{elements[0]}'")
        for type, indices in zip(types, (self.indicesA, self.indicesB), strict=True):
            assert isinstance(type, MemRefType)
            if len(indices) != type.rank or type.rank < 3:
                report.error("warpgroup_mma_c1", f"expected 3 indices or more for '{type}', but got {len(indices)}")
            elif type.shape[-1] != chunk or type.layout is not None or not type.has_static_shape:
                report.error("warpgroup_mma_c2", f"expected static rows of chunks of {chunk}, but got '{type}'")


@op("nvgpu.warpgroup.wait", interfaces=(NO_EFFECTS,))
class WarpgroupWaitOp(Op):
    """Wait until no product of the warpgroup is under way, and get the fragments of the sums.

    Rules: (warpgroup_wait_c1) there is a fragment of 2 by 2 elements for each 8 columns.
    Example:
        %x, %y = nvgpu.warpgroup.wait %acc : !nvgpu.warpgroup.accumulator<fragmented = vector<64x16xf32>>
            -> vector<2x2xf32>, vector<2x2xf32>
    """

    matrixC: Operand = operand(accumulator)  # noqa: N815 (MLIR's name)
    fragments: VariadicResult = variadic_result(any_vector)
    syntax = "$matrixC attr-dict `:` type($matrixC) `->` type($fragments)"

    def verify(self, report: Report) -> None:
        _check_fragments(self.result_types, self.matrixC.type, "warpgroup_wait_c1", report)


# -- Copies of tiles ---------------------------------------------------------------------------------------------------

BARRIER = i64
"""The type of the elements of workgroup memory that are barriers."""
MOST_EXPECTED = (1 << 20) - 1
"""The largest number of bytes that a barrier counts in a phase."""
TILE_ALIGNMENT = 128
"""The bytes of which the place of a tile in workgroup memory is a multiple."""
MOST_ALONG = 256
"""The largest number of rows and of chunks of a tile."""
MOST_DIMENSIONS = 5
"""The largest number of dimensions of memory that tiles are copied from."""

barriers = instance_of(MemRefType, "memref of any type values")


def _check_barrier(memory: Value, indices: Sequence[Value], rule: str, report: Report) -> None:
    type = memory.type
    assert isinstance(type, MemRefType)
    if type.element_type is not BARRIER or type.layout is not None or len(indices) != type.rank:
        report.error(
            rule, f"expected {type.rank} indices of barriers of type 'i64', but got {len(indices)} of '{type}'"
        )


@op("nvgpu.barrier.init", interfaces=(Touches(write="barriers"),))
class BarrierInitOp(Op):
    """Make an element of workgroup memory a barrier, in whose phases a number of threads arrive.

    A phase ends when all of these have arrived and all bytes that they expect have been copied; then the next one
    begins. The thread comes to `nvgpu.fence.proxy` before it begins copies for the barrier, and to a `gpu.barrier`
    before other threads use it.

    Rules: (barrier_init_c1) barriers are of type i64, with an index for each dimension. (barrier_init_c2) at least one
    thread arrives.
    Example: nvgpu.barrier.init %full[%stage] {arrivals = 1 : i32} : memref<4xi64, #gpu.address_space<workgroup>>
    """

    barriers: Operand = operand(barriers)
    indices: VariadicOperand = variadic_operand(index_type)
    arrivals: Attr[IntegerAttr] = attr(typed_int(i32), kw_only=True)
    syntax = "$barriers `[` $indices `]` attr-dict `:` type($barriers)"

    def verify(self, report: Report) -> None:
        _check_barrier(self.barriers, self.indices, "barrier_init_c1", report)
        if not 0 < self.arrivals.value <= MOST_EXPECTED:
            report.error("barrier_init_c2", f"expected a number of threads, but got '{self.arrivals.value}'")


@op("nvgpu.barrier.arrive_expect", interfaces=(OrdersCopies(read="barriers"),))
class BarrierArriveExpectOp(Op):
    """Arrive at a barrier, whose phase then ends only after this number of bytes more has been copied.

    Rules: (barrier_arrive_expect_c1) barriers are of type i64, with an index for each dimension.
    (barrier_arrive_expect_c2) there are 1 to 1048575 bytes.
    Example:
        nvgpu.barrier.arrive_expect %full[%stage] {bytes = 8192 : i32} : memref<4xi64, #gpu.address_space<workgroup>>
    """

    barriers: Operand = operand(barriers)
    indices: VariadicOperand = variadic_operand(index_type)
    bytes: Attr[IntegerAttr] = attr(typed_int(i32), kw_only=True)
    syntax = "$barriers `[` $indices `]` attr-dict `:` type($barriers)"

    def verify(self, report: Report) -> None:
        _check_barrier(self.barriers, self.indices, "barrier_arrive_expect_c1", report)
        if not 0 < self.bytes.value <= MOST_EXPECTED:
            shown = f"expected 1 to {MOST_EXPECTED} bytes, but got '{self.bytes.value}'"
            report.error("barrier_arrive_expect_c2", shown)


@op("nvgpu.barrier.wait", interfaces=(OrdersCopies(read="barriers"),))
class BarrierWaitOp(Op):
    """Wait until the phase of a parity has ended: 0 for the first phase, 1 for the second one, 0 for the third one.

    It is for the running phase or the one before: the barrier has no more than one bit. The thread then sees what was
    copied in the phase, and so do products that it takes part in.

    Rules: (barrier_wait_c1) barriers are of type i64, with an index for each dimension.
    Example: nvgpu.barrier.wait %full[%stage], %parity : memref<4xi64, #gpu.address_space<workgroup>>
    """

    barriers: Operand = operand(barriers)
    indices: VariadicOperand = variadic_operand(index_type)
    parity: Operand = operand(index_type)
    syntax = "$barriers `[` $indices `]` `,` $parity attr-dict `:` type($barriers)"

    def verify(self, report: Report) -> None:
        _check_barrier(self.barriers, self.indices, "barrier_wait_c1", report)


class Tile(NamedTuple):
    """A tile of a memref as it lies in workgroup memory: chunks of 16 bytes of adjacent elements, one below another."""

    chunks: int
    rows: int
    row_dimension: int
    """The dimension of the memref that the rows are along."""


@op("nvgpu.tile_copy", interfaces=(OrdersCopies(read=("src", "barriers"), write="dst"),))
class TileCopyOp(Op):
    """Begin to copy a tile to workgroup memory, as one thread; its bytes count for the running phase of a barrier.

    Element (r, c) of the tile, which lies `r` further along dimension `rows` of the source and `c` along the last one,
    goes to `[…, c / n, r, c mod n]`, where n elements have 16 bytes: the layout of `nvgpu.warpgroup.mma_async`. Zeros
    stand for elements outside of the source. Until a thread has waited for the phase, it must not touch the tile.

    Rules: (tile_copy_c1) there are as many indices as dimensions. (tile_copy_c2) both memrefs have elements of one
    type, of 8, 16 or 32 bits. (tile_copy_c3) the target has no layout and ends with up to 256 chunks of up to 256
    rows, a multiple of 8, of 16 bytes. (tile_copy_c4) the source has two to five dimensions of known sizes, of which
    `rows` is not the last one, adjacent elements in the last one, no offset, and strides of multiples of 16 bytes, each
    a multiple of the next one. (tile_copy_c5) barriers are of type i64, with an index for each dimension.
    Example:
        nvgpu.tile_copy %a[%i, %k], %to[%stage, %c0, %c0, %c0], %full[%stage] {rows = 0 : index}
            : memref<1024x512xf16> to memref<4x4x128x8xf16, #gpu.address_space<workgroup>>,
              memref<4xi64, #gpu.address_space<workgroup>>
    """

    dst: Operand = operand(memref)
    dstIndices: VariadicOperand = variadic_operand(index_type)  # noqa: N815 (as in `nvgpu.device_async_copy`)
    src: Operand = operand(memref)
    srcIndices: VariadicOperand = variadic_operand(index_type)  # noqa: N815
    barriers: Operand = operand(barriers)
    indices: VariadicOperand = variadic_operand(index_type)
    rows: Attr[IntegerAttr] = attr(typed_int(index), kw_only=True)
    syntax = (
        "$src `[` $srcIndices `]` `,` $dst `[` $dstIndices `]` `,` $barriers `[` $indices `]` attr-dict "
        "`:` type($src) `to` type($dst) `,` type($barriers)"
    )

    @property
    def tile(self) -> Tile:
        """The sizes of the tile."""
        type = self.dst.type
        assert isinstance(type, MemRefType)
        chunks, rows, _ = type.shape[-3:]
        return Tile(chunks, rows, self.rows.value)

    @property
    def bytes(self) -> int:
        """The number of bytes that are copied."""
        return self.tile.chunks * self.tile.rows * ROW_BYTES

    def verify(self, report: Report) -> None:
        source, target = self.src.type, self.dst.type
        assert isinstance(source, MemRefType)
        assert isinstance(target, MemRefType)
        for type, indices in ((source, self.srcIndices), (target, self.dstIndices)):
            if len(indices) != type.rank:
                report.error("tile_copy_c1", f"expected {type.rank} indices, but got {len(indices)}")
        element = source.element_type
        if element is not target.element_type or bit_width(element) not in (8, 16, 32):
            got = f"'{element}' and '{target.element_type}'"
            report.error("tile_copy_c2", f"expected elements of one type of 8, 16 or 32 bits, but got {got}")
            return
        _check_barrier(self.barriers, self.indices, "tile_copy_c5", report)
        if not is_tile(target):
            report.error("tile_copy_c3", f"expected chunks of a multiple of 8 rows of 16 bytes, but got '{target}'")
        if not has_tiles(source) or not 0 <= self.rows.value < source.rank - 1:
            got = f"dimension {self.rows.value} of '{source}'"
            report.error("tile_copy_c4", f"expected rows in multiples of 16 bytes, but got {got}")


def is_tile(type: MemRefType) -> bool:
    """Return whether tiles of workgroup memory of a type can be copied to."""
    if type.rank < 3 or type.layout is not None or not type.has_static_shape:
        return False
    chunks, rows, size = type.shape[-3:]
    return (
        size == chunk_of(type.element_type)
        and all(0 < each <= MOST_ALONG for each in (chunks, rows))
        and rows * ROW_BYTES % TILE_ALIGNMENT == 0
    )


def has_tiles(type: MemRefType) -> bool:
    """Return whether tiles of memory of a type can be copied: a map of the hardware describes it."""
    layout = strides_of(type)
    if layout is None or not 2 <= type.rank <= MOST_DIMENSIONS or not type.has_static_shape:
        return False
    strides = layout.strides[:-1]
    return (
        layout.offset == 0
        and layout.strides[-1] == 1
        and all(0 < each < 1 << 32 for each in type.shape)
        and all(0 < stride < 1 << 36 and stride % chunk_of(type.element_type) == 0 for stride in strides)
        and all(outer % inner == 0 for outer, inner in itertools.pairwise(strides))
    )


DIALECT = Dialect.collect(
    "nvgpu",
    globals(),
    foreign_ops=(
        *[
            f"nvgpu.mbarrier.{name}"
            for name in (
                "arrive",
                "arrive.expect_tx",
                "arrive.nocomplete",
                "create",
                "get",
                "init",
                "test.wait",
                "try_wait.parity",
            )
        ],
        "nvgpu.mma.sp.sync",
        "nvgpu.rcp",
        *[
            f"nvgpu.tma.{name}"
            for name in ("async.load", "async.store", "create.descriptor", "fence.descriptor", "prefetch.descriptor")
        ],
        *[f"nvgpu.warpgroup.{name}" for name in ("generate.descriptor", "mma", "mma.init.accumulator", "mma.store")],
    ),
)
