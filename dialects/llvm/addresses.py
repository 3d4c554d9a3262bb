"""`llvm.getelementptr`: the address of something inside something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Attribute, Type, Value
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import DenseArrayAttr, IntegerAttr, TypeAttr, i32_array
from dlc.ir.builtin_constraints import i32_dense_array, type_attr
from dlc.ir.builtin_types import VectorType, i32
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    VariadicOperand,
    attr,
    op,
    operand,
    result,
    variadic_operand,
)
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Pure

from .attributes import NO_FLAGS, gep_flags
from .constraints import integer_like, pointer_like
from .types import PTR, ArrayType, StructType, has_size, member_type

if TYPE_CHECKING:
    from dlc.ir.operations import Operation
    from dlc.ir.verifier import Report

Index = int | Value
DYNAMIC_INDEX = -(2**31)
FLAGS = {"inbounds": 3, "nusw": 2, "nuw": 4}
"""`inbounds` is a bit of its own, and means `nusw` too."""


def flags_attr(*flags: str) -> IntegerAttr:
    """`flags_attr("inbounds", "nuw")`"""
    bits = 0
    for word in flags:
        bits |= FLAGS[word]
    return IntegerAttr(bits, i32)


def flag_words(flags: IntegerAttr) -> list[str]:
    """The words for some flags, as few as say all."""
    bits = flags.value
    flag_names = ["inbounds"] if bits & 1 else ["nusw"] if bits & 2 else []
    return [*flag_names, *(("nuw",) if bits & 4 else ())]


def _read_flags(p: AsmReader) -> IntegerAttr:
    """`inbounds|nuw`, or nothing"""
    word = p.accept_keyword("none", *FLAGS)
    if word is None:
        return NO_FLAGS
    flag_names = [word]
    while p.accept("|"):
        flag_names.append(p.keyword("none", *FLAGS))
    return flags_attr(*(word for word in flag_names if word != "none"))


def _write_flags(p: AsmPrinter, op: Operation, flags: IntegerAttr) -> None:
    flag_names = flag_words(flags)
    p.write(f"{'|'.join(flag_names)} " if flag_names else "")


def _read_indices(p: AsmReader) -> tuple[list[str], DenseArrayAttr]:
    """`%i, 1, 0`"""
    names: list[str] = []
    numbers: list[int] = []
    while not numbers or p.accept(","):
        number = p.accept_integer()
        if number is None:
            names.append(p.value_name())
        numbers.append(DYNAMIC_INDEX if number is None else number)
    return names, i32_array(numbers)


def _write_indices(p: AsmPrinter, op: Operation, values: Sequence[Value], numbers: DenseArrayAttr) -> None:
    remaining = iter([p.name(value) for value in values])
    p.write(", ".join([next(remaining, "?") if number == DYNAMIC_INDEX else str(number) for number in numbers]))


@op("llvm.getelementptr", traits=(Pure,))
class GetElementPtrOp(Op):
    """The address of an element: the first index counts elements of the type, the others go into it, structs and
    arrays. `inbounds`: what is pointed to is in the same object; `nusw`, `nuw`: nothing overflows.

    Rules: (getelementptr_c1) there is an operand for each index that is no number. (getelementptr_c2) members of
    structs are chosen by numbers. (getelementptr_c3) there is such a member. (getelementptr_c4) what an index goes into
    has elements. (getelementptr_c5) elements have a size.
    Example: %q = llvm.getelementptr inbounds %p[%i, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>
    """

    base: Operand = operand(pointer_like)
    dynamicIndices: VariadicOperand = variadic_operand(integer_like)  # noqa: N815 (MLIR's name)
    rawConstantIndices: Attr[DenseArrayAttr] = attr(i32_dense_array)  # noqa: N815 (MLIR's name)
    elem_type: Attr[TypeAttr] = attr(type_attr)
    res: Result = result(pointer_like)
    noWrapFlags: Attr[IntegerAttr] = attr(gep_flags, default=NO_FLAGS)  # noqa: N815 (MLIR's name)
    syntax = (
        "custom<Flags>($noWrapFlags) `` $base `` `[` custom<Indices>($dynamicIndices, $rawConstantIndices) `]` "
        "attr-dict `:` functional-type(operands, results) `,` $elem_type"
    )
    directives: ClassVar = {"Flags": (_read_flags, _write_flags), "Indices": (_read_indices, _write_indices)}

    @classmethod
    def of(
        cls, base: Value, indices: Sequence[Index], element: Type, *flags: str, result: Type = PTR
    ) -> GetElementPtrOp:
        """The address that numbers and values lead to: `of(p, [i, 1], struct, "inbounds")`."""
        values = [index for index in indices if not isinstance(index, int)]
        numbers = i32_array(index if isinstance(index, int) else DYNAMIC_INDEX for index in indices)
        return cls(base, values, numbers, TypeAttr(element), result, flags_attr(*flags) if flags else NO_FLAGS)

    @property
    def indices(self) -> list[Index]:
        """Numbers and values in order."""
        values = iter(self.dynamicIndices)
        return [next(values) if number == DYNAMIC_INDEX else number for number in self.rawConstantIndices]

    def verify(self, report: Report) -> None:
        numbers = self.rawConstantIndices.elements
        if numbers.count(DYNAMIC_INDEX) != len(self.dynamicIndices):
            expected = numbers.count(DYNAMIC_INDEX)
            report.error(
                "getelementptr_c1",
                f"expected as many dynamic indices as specified in 'rawConstantIndices', {expected}"
                f", but got {len(self.dynamicIndices)}",
            )
            return
        if not has_size(self.elem_type.type):
            report.error("getelementptr_c5", f"expected a type with size, but got '{self.elem_type.type}'")
        self._verify_path(numbers, report)

    def _verify_path(self, numbers: Sequence[int], report: Report) -> None:
        current = self.elem_type.type
        for position, number in enumerate(numbers[1:], start=1):
            if isinstance(current, StructType):
                if number == DYNAMIC_INDEX:
                    report.error("getelementptr_c2", f"expected index {position} indexing a struct to be constant")
                    return
                member = member_type(current, number)
                if member is None:
                    report.error(
                        "getelementptr_c3",
                        f"index {position} indexing a struct is out of bounds: {number} of '{current}'",
                    )
                    return
                current = member
            elif isinstance(current, (ArrayType, VectorType)):
                current = current.element_type
            else:
                report.error("getelementptr_c4", f"type '{current}' cannot be indexed (index #{position})")
                return

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """getelementptr x[0] -> x; indices that are constants become numbers"""
        if self.rawConstantIndices.elements == (0,) and self.base.type is self.res.type:
            return [self.base]
        indices, changed = self.indices, False
        dynamic = iter(operands[1:])
        for place, index in enumerate(indices):
            known = _as_number(next(dynamic)) if isinstance(index, Value) else None
            if known is not None:
                indices[place], changed = known, True
        if not changed:
            return None
        self.rawConstantIndices = i32_array(index if isinstance(index, int) else DYNAMIC_INDEX for index in indices)
        self.set_operands([self.base, *(index for index in indices if isinstance(index, Value))])
        return [self.res]


def _as_number(index: Attribute | None) -> int | None:
    """Return a constant index as the number that can stand for it."""
    fits = isinstance(index, IntegerAttr) and DYNAMIC_INDEX < index.signed < 2**31
    return index.signed if fits and isinstance(index, IntegerAttr) else None
