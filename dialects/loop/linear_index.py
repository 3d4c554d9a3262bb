"""Linear indices of points in a box: `loop.linearize_index` and `loop.delinearize_index`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from dlc.ir import Attribute, Operation, Value
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import FALSE, TRUE, UNIT, DenseArrayAttr, IntegerAttr, UnitAttr, i64_array, int_attr
from dlc.ir.builtin_constraints import index_type
from dlc.ir.builtin_types import DYNAMIC, index
from dlc.ir.constraints import AttributeConstraint
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    VariadicOperand,
    VariadicResult,
    attr,
    inferred_result,
    op,
    operand,
    variadic_operand,
    variadic_result,
)
from dlc.ir.index_lists import Index, mixed_indices, split_indices
from dlc.ir.interfaces import ConditionallySpeculatable, Effect, FoldResult, MemoryEffects

from .constraints import i64_dense_array

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

flag_attr = AttributeConstraint("unit attribute or boolean", lambda attr: attr in (UNIT, TRUE, FALSE), form="unit")

Basis = Sequence[Index]
"""The basis: the size of each place, of which the outermost may be left out."""


def _read_basis(p: AsmReader) -> tuple[list[str], DenseArrayAttr]:
    """`(%n, 4)`"""
    names: list[str] = []
    sizes: list[int] = []
    p.expect("(")
    while not p.at(")"):
        if sizes:
            p.expect(",")
        name = p.accept_value_name()
        if name is not None:
            names.append(name)
        sizes.append(DYNAMIC if name is not None else p.integer())
    p.expect(")")
    return names, i64_array(sizes)


def _write_basis(p: AsmPrinter, op: Operation, dynamic: Sequence[Value], static: DenseArrayAttr) -> None:
    """Write the basis. If there are fewer values than placeholders, which is a mistake, the placeholders are shown."""
    names = [p.name(value) for value in reversed(dynamic)]
    sizes = [names.pop() if size == DYNAMIC and names else str(size) for size in static]
    p.write(f"({', '.join(sizes)})")


def with_constants(basis: Basis, constants: Sequence[Attribute | None]) -> list[Index] | None:
    """The basis with known positive sizes as numbers; `None` where nothing more is known."""
    known = iter(constants)
    sizes: list[Index] = []
    for size in basis:
        constant = next(known) if isinstance(size, Value) else None
        sizes.append(constant.value if isinstance(constant, IntegerAttr) and constant.value > 0 else size)
    return None if sizes == list(basis) else sizes


def numbers_of(basis: Basis) -> list[int] | None:
    """The sizes, if all are numbers."""
    numbers = [size for size in basis if isinstance(size, int)]
    return numbers if len(numbers) == len(basis) else None


def _verify_basis(dynamic: Sequence[Value], static: DenseArrayAttr, rules: tuple[str, str], report: Report) -> None:
    marks = sum(size == DYNAMIC for size in static)
    if marks != len(dynamic):
        report.error(
            rules[0],
            f"mismatch between dynamic and static basis: {marks} sizes are marked as dynamic"
            f", but got {len(dynamic)} operands",
        )
    wrong = [size for size in static if size != DYNAMIC and size <= 0]
    if wrong:
        report.error(rules[1], f"no basis element may be statically non-positive, but got {wrong[0]}")


class BasisOp(Op):
    """An op between the linear index of a point of a box and its indices. The basis gives the sizes of the box, perhaps
    without the outermost."""

    directives: ClassVar = {"Basis": (_read_basis, _write_basis)}

    @property
    def basis(self: Any) -> list[Index]:
        """The sizes in order."""
        return mixed_indices(self.static_basis, self.dynamic_basis)

    @property
    def inner_basis(self: Any) -> list[Index]:
        """The basis without the outermost size."""
        basis: list[Index] = self.basis
        return basis[1:] if len(basis) == len(self.multi_index) else basis

    def effects(self) -> Sequence[Effect]:
        """Return no effects."""
        return ()


@op("loop.delinearize_index", interfaces=(MemoryEffects, ConditionallySpeculatable))
class DelinearizeIndexOp(BasisOp):
    """Split a number into the indices of a point of a box whose sizes the basis gives, the last index fastest.

    The first index takes what is left; a size for it may be given, and says that the number lies in the box. Sizes are
    positive, and so is their product.

    Rules: (delinearize_index_c1) there are as many dynamic sizes as are marked. (delinearize_index_c2) static sizes are
    positive. (delinearize_index_c3) there is a result for each size, or one more.
    Example: %r:3 = loop.delinearize_index %i into (%n, 4) : index, index, index
    """

    linear_index: Operand = operand(index_type)
    dynamic_basis: VariadicOperand = variadic_operand(index_type)
    multi_index: VariadicResult = variadic_result(index_type)
    static_basis: Attr[DenseArrayAttr] = attr(i64_dense_array)
    syntax = "$linear_index `into` custom<Basis>($dynamic_basis, $static_basis) attr-dict `:` type($multi_index)"

    @classmethod
    def of(cls, linear: Value, basis: Basis, *, has_outer_size: bool = True) -> DelinearizeIndexOp:
        """Split by a basis, which has the size of the outermost place or not."""
        static, dynamic = split_indices(basis)
        return cls(linear, dynamic, [index] * (len(basis) + (not has_outer_size)), static)

    def is_speculatable(self) -> bool:
        """Sizes that are not positive are undefined."""
        return numbers_of(self.inner_basis) is not None

    def verify(self, report: Report) -> None:
        rules = ("delinearize_index_c1", "delinearize_index_c2")
        _verify_basis(self.dynamic_basis, self.static_basis, rules, report)
        sizes = len(self.static_basis)
        if not self.results or len(self.results) not in (sizes, sizes + 1):
            report.error(
                "delinearize_index_c3",
                f"should return an index for each of {sizes} basis elements and up to one extra"
                f", but got {len(self.results)}",
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Known sizes become static; a number of one place is its own index; a constant is split at once."""
        basis = with_constants(self.basis, operands[1:])
        if basis is not None:
            self.static_basis, self.dynamic_basis = split_indices(basis)
            return self.results
        if len(self.results) == 1:
            return [self.linear_index]
        sizes, linear = numbers_of(self.inner_basis), operands[0]
        if sizes is None or not isinstance(linear, IntegerAttr):
            return None
        return [int_attr(part, index) for part in delinearized(linear.value, sizes)]


def delinearized(linear: int, inner_sizes: Sequence[int]) -> list[int]:
    """The indices: the last sizes are split off, and the first takes the rest."""
    parts: list[int] = []
    for size in reversed(inner_sizes):
        linear, part = divmod(linear, size)
        parts.append(part)
    return [linear, *reversed(parts)]


@op("loop.linearize_index", interfaces=(MemoryEffects, ConditionallySpeculatable))
class LinearizeIndexOp(BasisOp):
    """The number of a point of a box whose sizes the basis gives, the last index fastest.

    The size of the first place may be left out. `disjoint` promises that each index but the first is not negative and
    less than its size, and that the first is less than its size, if that is given.

    Rules: (linearize_index_c1) there are as many dynamic sizes as are marked. (linearize_index_c2) static sizes are
    positive. (linearize_index_c3) there is a size for each index, except possibly for the first.
    Example: %r = loop.linearize_index disjoint [%i, %j] by (%n, 4) : index
    """

    multi_index: VariadicOperand = variadic_operand(index_type)
    dynamic_basis: VariadicOperand = variadic_operand(index_type)
    static_basis: Attr[DenseArrayAttr] = attr(i64_dense_array)
    disjoint: Attr[UnitAttr | IntegerAttr] = attr(flag_attr, default=FALSE)
    linear_index: Result = inferred_result(index_type)
    syntax = (
        "(`disjoint` $disjoint^)? ` ` `[` $multi_index `]` `by` custom<Basis>($dynamic_basis, $static_basis) attr-dict "
        "`:` type($linear_index)"
    )

    @classmethod
    def of(cls, indices: Sequence[Value], basis: Basis, *, is_disjoint: bool = False) -> LinearizeIndexOp:
        """The number of a point, by a basis that has a size for each index, or for each but the first."""
        static, dynamic = split_indices(basis)
        return cls(indices, dynamic, static, UNIT if is_disjoint else FALSE)

    @property
    def is_disjoint(self) -> bool:
        """Whether the promise is given."""
        return self.disjoint is not FALSE

    def is_speculatable(self) -> bool:
        """Indices that are not disjoint, though it is promised, are undefined."""
        return not self.is_disjoint

    def verify(self, report: Report) -> None:
        rules = ("linearize_index_c1", "linearize_index_c2")
        _verify_basis(self.dynamic_basis, self.static_basis, rules, report)
        indices, sizes = len(self.multi_index), len(self.static_basis)
        if sizes not in (indices, indices - 1):
            report.error(
                "linearize_index_c3",
                f"should be passed a basis element for each of {indices} indices except possibly the first"
                f", but got {sizes}",
            )

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Known sizes become static; no index is zero, and one is itself; the number of constants is known."""
        count = len(self.multi_index)
        basis = with_constants(self.basis, operands[count:])
        if basis is not None:
            self.static_basis, self.dynamic_basis = split_indices(basis)
            return [self.linear_index]
        if count <= 1:
            return [self.multi_index[0] if count else int_attr(0, index)]
        sizes = numbers_of(self.inner_basis)
        indices = [each.value for each in operands[:count] if isinstance(each, IntegerAttr)]
        if sizes is None or len(indices) < count:
            return None
        linear = linearized(indices, sizes)
        return [int_attr(linear, index)] if -(2**63) <= linear < 2**63 else None


def linearized(indices: Sequence[int], inner_sizes: Sequence[int]) -> int:
    """The number of a point."""
    linear = indices[0]
    for part, size in zip(indices[1:], inner_sizes, strict=True):
        linear = linear * size + part
    return linear
