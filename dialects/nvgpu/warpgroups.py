"""Products that the 128 threads of a warpgroup begin in the background (`wgmma`), of matrices in workgroup memory.

The sums are an accumulator, which no other op can read: `nvgpu.warpgroup.fence` makes it from fragments, and
`nvgpu.warpgroup.wait` gives the fragments back, so that a wait cannot be forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import IntegerAttr, Type, UnitAttr, type_
from dlc.ir.attributes import spelled
from dlc.ir.builtin_constraints import index_type, typed_int, unit_attr
from dlc.ir.builtin_types import MemRefType, VectorType, bf16, element_type, f16, f32, i8, i32
from dlc.ir.constraints import TypeVariable, instance_of
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    VariadicOperand,
    VariadicResult,
    op,
    operand,
    optional_attr,
    result,
    variadic_operand,
    variadic_result,
)
from dlc.ir.interfaces import NO_EFFECTS, Touches

from .background_copies import OrdersCopies
from .chunks import any_vector, can_be_multiplied, chunk_of, f8E4M3FN, f8E5M2, is_swizzle, memref, swizzle_of

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.assembly import AsmReader
    from dlc.ir.attributes import AttributeReport
    from dlc.ir.verifier import Report


WARPGROUP = 128
"""The number of threads of a warpgroup, which begins at a multiple of it."""
TRANSPOSED_CHUNK = 8
"""The number of elements of 16 bytes, of those that a warpgroup transposes."""
WARPGROUP_ROWS = 64
"""The number of rows of one `wgmma`."""
MOST_COLUMNS = 256
WARPGROUP_SUMS: dict[Type, Type] = {f16: f32, bf16: f32, f32: f32, i8: i32, f8E4M3FN: f32, f8E5M2: f32}
"""The types of elements that warpgroups multiply, and that of the sums of their products."""


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
    different chunks go to different banks. With `swizzleA` or `swizzleB`, this number of chunks of a row of the buffer
    are adjacent instead, and lie as `chunks.swizzled` says; the matrix begins with a row that is a multiple of 8 and,
    if it is transposed, with a chunk that is a multiple of the number.

    Rules: (warpgroup_mma_c1) there are as many indices as dimensions, at least three. (warpgroup_mma_c2) the matrices
    have elements of one type, f16, bf16, f32 or i8, or of f8E4M3FN and f8E5M2, row by row in chunks of 16 bytes.
    (warpgroup_mma_c3) sums are of f32, or of i32 for i8. (warpgroup_mma_c4) only elements of 16 bits are transposed.
    (warpgroup_mma_c5) a swizzle is 2, 4 or 8, divides the number of chunks, and has a multiple of 8 rows.
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
    swizzleA: Attr[IntegerAttr | None] = optional_attr(typed_int(i32), default=None, kw_only=True)  # noqa: N815
    swizzleB: Attr[IntegerAttr | None] = optional_attr(typed_int(i32), default=None, kw_only=True)  # noqa: N815
    res: Result = result(A)
    syntax = (
        "$matrixC `,` $matrixA `[` $indicesA `]` `,` $matrixB `[` $indicesB `]` attr-dict "
        "`:` type($matrixC) `,` type($matrixA) `,` type($matrixB)"
    )

    def verify(self, report: Report) -> None:
        types = [value.type for value in (self.matrixA, self.matrixB)]
        elements = [element_type(type) for type in types]
        if elements[0] not in WARPGROUP_SUMS or not can_be_multiplied(*elements):
            report.error("warpgroup_mma_c2", f"cannot multiply elements of types {spelled(elements)}")
            return
        chunk, sums = chunk_of(elements[0]), WARPGROUP_SUMS[elements[0]]
        assert isinstance(self.res.type, WarpgroupAccumulatorType)
        if self.res.type.vector.element_type is not sums:
            got = self.res.type.vector.element_type
            report.error("warpgroup_mma_c3", f"expected sums of '{elements[0]}' in '{sums}', but got '{got}'")
        if chunk != TRANSPOSED_CHUNK and (self.transposeA is not None or self.transposeB is not None):
            report.error("warpgroup_mma_c4", f"expected elements of 16 bits to transpose, but got '{elements[0]}'")
        operands = (self.indicesA, self.swizzleA), (self.indicesB, self.swizzleB)
        for type, (indices, swizzle) in zip(types, operands, strict=True):
            assert isinstance(type, MemRefType)
            if len(indices) != type.rank or type.rank < 3:
                report.error("warpgroup_mma_c1", f"expected 3 indices or more for '{type}', but got {len(indices)}")
            elif type.shape[-1] != chunk or type.layout is not None or not type.has_static_shape:
                report.error("warpgroup_mma_c2", f"expected static rows of chunks of {chunk}, but got '{type}'")
            elif not is_swizzle(swizzle, *type.shape[-3:-1]):
                got = swizzle_of(swizzle)
                report.error("warpgroup_mma_c5", f"expected a swizzle that fits '{type}', but got '{got}'")


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
