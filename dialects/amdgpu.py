"""The dialect `amdgpu`: products of matrices by the matrix units of AMD's GPUs, as in MLIR 22.

RDNA's WMMA (`amdgpu.wmma`, subgroups of 32 threads) and CDNA's MFMA (`amdgpu.mfma`, subgroups of 64) multiply what all
threads of a subgroup hold together. `Fragment` says which elements of a matrix a thread has, as AMD's manuals of the
instruction sets do: RDNA 3 and 4, CDNA 1 to 3. Only products of one block of 16 by 16 sums are here: of f16, bf16 and
i8, and by MFMA also of f32 and f64.
"""

from __future__ import annotations

from typing import NamedTuple

from dlc.ir import IntegerAttr, Operation, Type, UnitAttr, attribute
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_constraints import typed_int, unit_attr
from dlc.ir.builtin_types import FloatType, VectorType, bf16, bit_width, element_type, f16, f32, f64, i8, i32
from dlc.ir.constraints import TypeVariable, instance_of
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand, optional_attr
from dlc.ir.dialect import Dialect
from dlc.ir.enums import WordAttr
from dlc.ir.interfaces import NO_EFFECTS
from dlc.ir.verifier import Report

SIDE = 16
"""The number of rows and columns of a product."""
SUMS: dict[Type, Type] = {f16: f32, bf16: f32, i8: i32, f32: f32, f64: f64}
"""The types of elements that are multiplied, and that of the sums of their products."""
WMMA_COUNTS: dict[Type, tuple[int, ...]] = dict.fromkeys((f16, bf16, i8), (8, 16))
"""The numbers of elements that a thread has of an operand of `amdgpu.wmma`."""
MFMA_COUNTS: dict[Type, tuple[int, ...]] = {f16: (4,), bf16: (4,), i8: (4, 8), f32: (1, 2), f64: (1,)}
"""The same of an operand of `amdgpu.mfma`."""
ROUNDED: tuple[Type, int] = (f32, 2)
"""The elements of an operand that are rounded, and their number in a thread."""

any_vector = instance_of(VectorType, "vector of any type values")
any_operand = any_vector | instance_of(FloatType, "floating-point")
C = TypeVariable("C", any_vector)


class Fragment(NamedTuple):
    """The elements that a thread holds of a matrix: of one row of an operand, or of one column of sums.

    Threads `16 * g + s` have row (or column) s. Of that, group g has `run` adjacent elements, the next group those
    after them, and when all groups have had theirs, group 0 has the next ones. Rows of a second operand are columns of
    the matrix.
    """

    groups: int
    """The number of groups of threads that divide a row; with 1, all groups hold all of it."""
    run: int
    elements: int
    is_by_columns: bool = False

    def along(self, group: int, element: int) -> int:
        """Return the place in its row of an element that threads of a group hold."""
        return group * self.run + element // self.run * self.run * self.groups + element % self.run

    def position(self, lane: int, place: tuple[int, ...]) -> tuple[int, int]:
        """Return the row and column of an element that a thread of the subgroup holds."""
        side, along = lane % SIDE, self.along(lane // SIDE % self.groups, place[0])
        return (along, side) if self.is_by_columns else (side, along)

    def places(self) -> list[tuple[int]]:
        """Return all elements."""
        return [(element,) for element in range(self.elements)]


class Layout(NamedTuple):
    """How the threads of a subgroup hold the matrices of a product."""

    subgroup: int
    operand: Fragment
    sums: Fragment
    k: int
    """The number of products in each sum."""


def wmma_layout(element: Type, count: int) -> Layout | None:
    """Return the layout of `amdgpu.wmma` with `count` elements in each operand of a thread, or `None` if there is none.

    RDNA 3 has 16, all of a row, in both groups of 16 threads, and the sums of alternating rows; RDNA 4 has 8, of which
    8 bytes are adjacent, and the sums of 8 rows.
    """
    if count not in WMMA_COUNTS.get(element, ()):
        return None
    if count == SIDE:
        return Layout(32, Fragment(1, 16, 16), Fragment(2, 1, 8, is_by_columns=True), 16)
    return Layout(32, Fragment(2, 64 // _width(element), 8), Fragment(2, 8, 8, is_by_columns=True), 16)


def mfma_layout(element: Type, count: int) -> Layout | None:
    """Return the layout of `amdgpu.mfma` with `count` elements in each operand of a thread, or `None` if there is none.

    CDNA has 4 elements of 8 and 16 bits, and one that is wider; CDNA 3 also 8 of i8, and 2 of f32 that it rounds. Sums
    are those of 4 adjacent rows, of f64 of every fourth row.
    """
    if count not in MFMA_COUNTS.get(element, ()):
        return None
    sums = Fragment(4, 1 if element is f64 else 4, 4, is_by_columns=True)
    return Layout(64, Fragment(4, count, count), sums, 4 * count)


def _width(element: Type) -> int:
    width = bit_width(element)
    assert width is not None, "elements that are multiplied have a width"
    return width


# -- Ops ---------------------------------------------------------------------------------------------------------------


def _read_shape(p: AsmReader) -> tuple[IntegerAttr, ...]:
    """`16x16x16`"""
    sizes = [p.accept_dimension(), p.accept_dimension()]
    if None in sizes:
        p.fail("expected the sizes of a product, such as '16x16x16'", p.pos)
    return tuple(int_attr(size or 0, i32) for size in (*sizes, p.integer()))


def _write_shape(p: AsmPrinter, op: Operation, *sizes: IntegerAttr) -> None:
    del op
    p.write("x".join(str(size.value) for size in sizes))


_SHAPE = {"Shape": (_read_shape, _write_shape)}
size = typed_int(i32)


class ProductOp(Op):
    """A product of matrices that the threads of a subgroup hold, added to sums."""

    sourceA: Operand  # noqa: N815 (MLIR's names)
    sourceB: Operand  # noqa: N815
    destC: Operand  # noqa: N815
    m: Attr[IntegerAttr]
    n: Attr[IntegerAttr]
    k: Attr[IntegerAttr]

    @property
    def element(self) -> Type:
        """The type of the elements that are multiplied."""
        return element_type(self.sourceA.type)

    @property
    def count(self) -> int:
        """The number of elements that a thread has of an operand; 0 if what it has is a matrix, or a vector of one."""
        type = self.sourceA.type
        if not isinstance(type, VectorType):
            return 1
        return type.num_elements if type.rank == 1 and type.num_elements > 1 else 0

    @property
    def layout(self) -> Layout | None:
        """How threads hold the matrices, or `None` if there is no such product."""
        raise NotImplementedError

    def verify(self, report: Report) -> None:
        rule, layout = self.name.partition(".")[2], self.layout
        if layout is None:
            report.error(f"{rule}_c1", f"cannot multiply operands of type '{self.sourceA.type}'")
            return
        if self.sourceB.type is not self.sourceA.type:
            report.error(f"{rule}_c2", f"expected operands of one type, but got '{self.sourceB.type}'")
        sums = VectorType((layout.sums.elements,), SUMS[self.element])
        if self.destC.type is not sums:
            report.error(f"{rule}_c3", f"expected sums of type '{sums}', but got '{self.destC.type}'")
        sizes = [each.value for each in (self.m, self.n, self.k)]
        if sizes != [SIDE, SIDE, layout.k]:
            got = "x".join(map(str, sizes))
            report.error(f"{rule}_c4", f"expected the sizes {SIDE}x{SIDE}x{layout.k}, but got {got}")


@op("amdgpu.wmma", interfaces=(NO_EFFECTS,))
class WmmaOp(ProductOp):
    """Multiply two matrices that a subgroup of 32 threads holds, and add a third: the first by rows, the second by
    columns.

    All threads of the subgroup execute it together. The order of the additions and their roundings are not specified.
    With 16 elements, both halves of the subgroup must hold the same (RDNA 3).

    Rules: (wmma_c1) a thread has 16 or 8 elements of f16, bf16 or i8. (wmma_c2) both operands have one type.
    (wmma_c3) there are 8 sums of f32, or of i32 for i8. (wmma_c4) the product has 16x16x16.
    Example:
        %d = amdgpu.wmma 16x16x16 %a * %b + %c : vector<16xf16>, vector<16xf16>, vector<8xf32>
    """

    sourceA: Operand = operand(any_vector)  # noqa: N815 (MLIR's names)
    sourceB: Operand = operand(any_vector)  # noqa: N815
    destC: Operand = operand(C)  # noqa: N815
    m: Attr[IntegerAttr] = attr(size, kw_only=True)
    n: Attr[IntegerAttr] = attr(size, kw_only=True)
    k: Attr[IntegerAttr] = attr(size, kw_only=True)
    destD: Result = inferred_result(C)  # noqa: N815
    directives = _SHAPE
    syntax = (
        "custom<Shape>($m, $n, $k) $sourceA `*` $sourceB `+` $destC attr-dict "
        "`:` type($sourceA) `,` type($sourceB) `,` type($destC)"
    )

    @property
    def layout(self) -> Layout | None:
        return wmma_layout(self.element, self.count)


@attribute("amdgpu.mfma_perm_b")
class PermutationAttr(WordAttr):
    """A permutation of the second operand of a product by the matrix unit: `#amdgpu<mfma_perm_b none>`."""

    cases = (
        *("none", "bcast_first_32", "bcast_second_32", "rotate_16_right"),
        *("bcast_first_16", "bcast_second_16", "bcast_third_16", "bcast_fourth_16"),
    )


@op("amdgpu.mfma", interfaces=(NO_EFFECTS,))
class MfmaOp(ProductOp):
    """Multiply two matrices that a subgroup of 64 threads holds, and add a third: the first by rows, the second by
    columns.

    All threads of the subgroup execute it together. The order of the additions and their roundings are not specified.
    On CDNA 2, subnormal numbers of f16 and bf16 count as zeros. With `reducePrecision`, elements of f32 lose all but 10
    bits of their fractions (CDNA 3).

    Rules: (mfma_c1) a thread has 4 elements of f16, bf16 or i8, 8 of i8, 1 of f32 or f64, or 2 of f32. (mfma_c2) both
    operands have one type. (mfma_c3) there are 4 sums of f32, of i32 for i8, or of f64 for f64. (mfma_c4) the product
    has 16 by 16 sums, of 4 times as many products as a thread has elements. (mfma_c5) there is one block. (mfma_c6)
    `reducePrecision` is for 2 elements of f32, which need it. (mfma_c7) elements are neither broadcast nor permuted:
    `cbsz` and `abid` are 0, and `blgp` is `none`.
    Example:
        %d = amdgpu.mfma 16x16x16 %a * %b + %c blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
    """

    sourceA: Operand = operand(any_operand)  # noqa: N815 (MLIR's names)
    sourceB: Operand = operand(any_operand)  # noqa: N815
    destC: Operand = operand(C)  # noqa: N815
    m: Attr[IntegerAttr] = attr(size, kw_only=True)
    n: Attr[IntegerAttr] = attr(size, kw_only=True)
    k: Attr[IntegerAttr] = attr(size, kw_only=True)
    block_count: Attr[IntegerAttr] = attr(size, default=int_attr(1, i32), kw_only=True, property_name="blocks")
    cbsz: Attr[IntegerAttr] = attr(size, default=int_attr(0, i32), kw_only=True)
    abid: Attr[IntegerAttr] = attr(size, default=int_attr(0, i32), kw_only=True)
    blgp: Attr[PermutationAttr] = attr(PermutationAttr, default=PermutationAttr("none"), kw_only=True)
    reducePrecision: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)  # noqa: N815
    destD: Result = inferred_result(C)  # noqa: N815
    directives = _SHAPE
    syntax = (
        "custom<Shape>($m, $n, $k) $sourceA `*` $sourceB `+` $destC attr-dict `blgp` `=` `` $blgp "
        "`:` type($sourceA) `,` type($sourceB) `,` type($destC)"
    )

    @property
    def layout(self) -> Layout | None:
        return mfma_layout(self.element, self.count)

    def verify(self, report: Report) -> None:
        super().verify(report)
        if self.block_count.value != 1:
            report.error("mfma_c5", f"expected one block, but got {self.block_count.value}")
        if self.cbsz.value or self.abid.value or self.blgp.value != "none":
            got = f"cbsz = {self.cbsz.value}, abid = {self.abid.value}, blgp = {self.blgp.value}"
            report.error("mfma_c7", f"expected cbsz = 0, abid = 0, blgp = none, but got {got}")
        type, is_rounded = self.sourceA.type, (self.element, self.count) == ROUNDED
        if is_rounded and self.reducePrecision is None:
            report.error("mfma_c6", f"expected 'reducePrecision' for operands of type '{type}'")
        if not is_rounded and self.reducePrecision is not None:
            report.error("mfma_c6", f"expected no 'reducePrecision' for operands of type '{type}'")


DIALECT = Dialect.collect(
    "amdgpu",
    globals(),
    foreign_ops=(
        *("amdgpu.dpp", "amdgpu.ext_packed_fp8", "amdgpu.fat_raw_buffer_cast", "amdgpu.gather_to_lds"),
        *("amdgpu.lds_barrier", "amdgpu.memory_counter_wait", "amdgpu.packed_scaled_trunc"),
        *("amdgpu.packed_stoch_round_fp8", "amdgpu.packed_trunc_2xfp8"),
        *("amdgpu.permlane_swap", "amdgpu.raw_buffer_load", "amdgpu.raw_buffer_store"),
        *("amdgpu.scaled_ext_packed", "amdgpu.scaled_mfma", "amdgpu.sched_barrier", "amdgpu.swizzle_bitmode"),
        "amdgpu.transpose_load",
    ),
)
