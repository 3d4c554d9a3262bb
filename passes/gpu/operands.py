"""The operands of a nest of products, as matrix units take them: in workgroup memory, or in registers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlc.dialects import gpu, loop, memref, nvgpu
from dlc.ir import Block, Value
from dlc.ir.builtin_types import MemRefType, VectorType, bit_width
from dlc.passes.loops.analysis.accesses import Form, forms_of
from dlc.passes.loops.analysis.nests import Point, lower_bound, substitute_point
from dlc.passes.loops.transforms.refusals import Refusal

if TYPE_CHECKING:
    from .matrix_units.unit import MatrixUnit

WHAT = "cannot be computed by tensor cores"


def index_forms(op: loop.LoadOp | loop.StoreOp) -> list[Form]:
    """Return the indices of an access; refuse it unless all are affine."""
    forms = forms_of(op.affine_map, op.indices, op)
    if forms is None:
        raise Refusal(op, f"{WHAT}: it has indices that are not affine")
    return forms


class Matrix:
    """An operand: its elements move by 1 along its rows or columns, and along the sums."""

    def __init__(self, load: loop.LoadOp, side: loop.ForOp, inner: loop.ForOp, unit: MatrixUnit) -> None:
        self.load, self.side, self.inner = load, side, inner
        self.type = load.memref.type
        assert isinstance(self.type, MemRefType)
        self.element = self.type.element_type
        shape = unit.shape_of(self.element)
        if shape is None:
            raise Refusal(load, f"{WHAT}: they do not multiply elements of type '{self.element}'")
        self.shape = shape
        self.per_row = nvgpu.ROW_BYTES * 8 // (bit_width(self.element) or 1)
        """The number of elements of 16 bytes."""
        self.forms = index_forms(load)
        self.factors = [[form.terms.get(each.induction_variable, 0) for form in self.forms] for each in (side, inner)]
        if any(sorted(each) != [*[0] * (len(self.forms) - 1), 1] for each in self.factors):
            raise Refusal(load, f"{WHAT}: the index of an operand must move by 1")

    def access(self, block: Block, side: Point, inner: Point) -> loop.LoadOp:
        """Append the load of an element, at these indices of the loops, to a block."""
        access = self.load.clone()
        block.append(access)
        for op, point in ((self.side, side), (self.inner, inner)):
            substitute_point([access], op.induction_variable, point, block, access)
        assert isinstance(access, loop.LoadOp)
        return access


class MatrixInRegisters(Matrix):
    """A first operand in private memory: threads hold it as sums of another product."""

    def __init__(self, load: loop.LoadOp, side: loop.ForOp, inner: loop.ForOp, unit: MatrixUnit) -> None:
        super().__init__(load, side, inner, unit)
        if not unit.takes_sums(self.element):
            taken = f"they take no sums of '{self.element}' as an operand"
            raise Refusal(load, f"{WHAT}: {taken}, so it must be in workgroup memory")


class MatrixInWorkgroup(Matrix):
    """An operand in workgroup memory, whose rows begin at multiples of 16 bytes."""

    def __init__(self, load: loop.LoadOp, side: loop.ForOp, inner: loop.ForOp, unit: MatrixUnit) -> None:
        super().__init__(load, side, inner, unit)
        type = self.type
        assert isinstance(type, MemRefType)
        if type.memory_space is not gpu.WORKGROUP or type.layout is not None:
            raise Refusal(load, f"{WHAT}: an operand must be in workgroup memory, row by row, but got '{type}'")
        self.is_transposed = self.factors[0][-1] == 1
        """Whether adjacent elements belong to different sums."""
        if not self.is_transposed and self.factors[1][-1] != 1:
            raise Refusal(load, f"{WHAT}: an operand must have its rows or columns in its last dimension")
        if self.is_transposed and not unit.loads_transposed(self.element):
            raise Refusal(load, f"{WHAT}: they transpose no elements of type '{self.element}'")
        self._check_rows(type, self.forms[-1], side if self.is_transposed else inner)

    def _check_rows(self, type: MemRefType, form: Form, along: loop.ForOp) -> None:
        """Refuse rows that do not begin at multiples of 16 bytes."""
        lower, operands = lower_bound(along)
        [start] = forms_of(lower, operands, along) or [None]
        begins = dict(form.terms)
        del begins[along.induction_variable]
        constant = form.constant
        for term, factor in start.terms.items() if start is not None else ():
            begins[term] = begins.get(term, 0) + factor
        constant += start.constant if start is not None else 1
        if type.shape[-1] % self.per_row or any(begins.values()) or constant % self.per_row:
            raise Refusal(self.load, f"{WHAT}: the rows of an operand must begin at multiples of 16 bytes")

    def adjacent(self, block: Block, side: Point, inner: Point, count: int) -> Value:
        """Append the load of elements that are adjacent in memory, from these indices of the loops on."""
        access = self.access(block, side, inner)
        type = VectorType((count,), self.element)
        load = loop.VectorLoadOp.mapped(access.memref, access.affine_map, access.indices, type)
        access.erase()
        block.append(load)
        return load.result

    def check_skew(self, elements: int) -> None:
        """Refuse to lengthen the rows of a buffer by what would move them from multiples of 16 bytes."""
        if elements % self.per_row:
            raise Refusal(self.load, f"{WHAT}: rows must be skewed by multiples of {self.per_row}, but got {elements}")
        if elements and not isinstance(self.load.memref.defining_op, memref.AllocOp):
            raise Refusal(self.load, f"{WHAT}: the buffer whose rows are skewed is not allocated")

    def skew(self, elements: int) -> None:
        """Lengthen the rows of the buffer, so that rows of a matrix are in different banks."""
        type = self.load.memref.type_as(MemRefType)
        shape = (*type.shape[:-1], type.shape[-1] + elements)
        self.load.memref.type = MemRefType(shape, type.element_type, None, type.memory_space)


def first_operand(load: loop.LoadOp, rows: loop.ForOp, inner: loop.ForOp, unit: MatrixUnit) -> Matrix:
    """Return the first operand of a product."""
    type = load.memref.type
    is_private = isinstance(type, MemRefType) and type.memory_space is gpu.PRIVATE
    return (MatrixInRegisters if is_private else MatrixInWorkgroup)(load, rows, inner, unit)
