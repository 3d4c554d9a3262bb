"""Constants: numbers, zeros, what is undefined or poison, and the addresses of symbols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Location, Operation, Type
from dlc.ir.builtin_attributes import (
    ArrayAttr,
    DenseElementsAttr,
    DenseResourceElementsAttr,
    FloatAttr,
    IntegerAttr,
    SparseElementsAttr,
    StringAttr,
    SymbolRefAttr,
)
from dlc.ir.builtin_constraints import flat_symbol_ref
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType, ShapedType, VectorType, i8
from dlc.ir.constraints import any_attribute
from dlc.ir.definition import Attr, Op, Result, attr, op, result
from dlc.ir.interfaces import FoldResult, SymbolUser
from dlc.ir.traits import ConstantLike, Pure

from .attributes import PoisonAttr, UndefAttr, ZeroAttr
from .constraints import any_llvm, pointer
from .types import ArrayType, PointerType, StructType, is_llvm_float

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

Lookup = Callable[[SymbolRefAttr], "Operation | None"]
"""A function that resolves a symbol reference."""

ELEMENTS = (DenseElementsAttr, DenseResourceElementsAttr, SparseElementsAttr)


@op("llvm.mlir.constant", traits=(Pure, ConstantLike))
class ConstantOp(Op):
    """A number, or many of them: an integer, a float, the elements of a vector or array, the bytes of a string, the
    members of a struct.

    Rules: (constant_c1) the attribute is a number, string, elements, or an array of such. (constant_c2) it fits the
    type.
    Example: %c = llvm.mlir.constant(dense<1.0> : vector<4xf32>) : vector<4xf32>
    """

    value: Attr[Attribute] = attr(any_attribute)
    res: Result = result(any_llvm)
    syntax = "`(` $value `)` attr-dict `:` type($res)"

    @classmethod
    def of(cls, value: int | float, type: Type) -> ConstantOp:
        """A number of a type, or a vector that is full of it."""
        element = type.element_type if isinstance(type, VectorType) else type
        number: IntegerAttr | FloatAttr
        if isinstance(element, FloatType):
            number = FloatAttr.of(value, element)
        else:
            number = IntegerAttr(int(value), element)
        if not isinstance(type, VectorType):
            return cls(number, type)
        bits = number.bits if isinstance(number, FloatAttr) else number.unsigned
        return cls(DenseElementsAttr.from_bits(type, [bits]), type)

    def verify(self, report: Report) -> None:
        problem = mismatch(self.value, self.res.type)
        if problem is not None:
            rule, message = problem
            report.error(f"constant_c{rule}", message)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        return [self.value]


def mismatch(value: Attribute, type: Type) -> tuple[int, str] | None:
    """Return the rule of `llvm.mlir.constant` by which a value is no constant of a type, with the reason."""
    if isinstance(value, IntegerAttr):
        message = f"expected integer type, but got '{type}'"
        return None if isinstance(type, IntegerType) else (2, message)
    if isinstance(value, FloatAttr):
        return _float_mismatch(value.type, type)
    if isinstance(value, StringAttr):
        length = len(value.value.encode(errors="surrogateescape"))
        fits = isinstance(type, ArrayType) and type.element_type is i8 and type.count == length
        return (
            None
            if fits
            else (2, f"expected array type of {length} i8 elements for the string constant, but got '{type}'")
        )
    if isinstance(value, ELEMENTS):
        return _elements_mismatch(value, type)
    if isinstance(value, ArrayAttr):
        return _members_mismatch(value, type)
    return 1, f"only supports integer, float, string or elements attributes, but got '{value}'"


def _float_mismatch(kind: Type, type: Type) -> tuple[int, str] | None:
    if isinstance(kind, FloatType) and isinstance(type, IntegerType):
        return (
            None if type.width == kind.width else (2, f"expected integer type of width {kind.width}, but got '{type}'")
        )
    if not is_llvm_float(type):
        return 2, f"expected floating point type, but got '{type}'"
    return None if kind is type else (2, f"attribute and type have different float semantics: '{kind}' and '{type}'")


def _elements_mismatch(
    value: DenseElementsAttr | DenseResourceElementsAttr | SparseElementsAttr, type: Type
) -> tuple[int, str] | None:
    if not isinstance(type, (VectorType, ArrayType)):
        return 2, f"expected vector or array type, but got '{type}'"
    count, element = flattened(type)
    num_elements = value.type.num_elements if isinstance(value.type, ShapedType) else None
    if num_elements != count:
        return 2, f"type and attribute have a different number of elements: {count} and {num_elements}"
    if isinstance(type, VectorType) and type.scalable and not (isinstance(value, DenseElementsAttr) and value.is_splat):
        return 2, f"scalable vector type requires a splat attribute, but got '{type}'"
    kind = value.type.element_type
    if isinstance(kind, (IntegerType, IndexType)):
        fits = isinstance(element, IntegerType) and (isinstance(kind, IndexType) or kind.width == element.width)
        return None if fits else (2, f"expected integer element type, of '{kind}', but got '{element}'")
    return _float_mismatch(kind, element)


def flattened(type: Type) -> tuple[int, Type]:
    """Return the number of elements of nested arrays or vectors, and their type."""
    count = 1
    while isinstance(type, (ArrayType, VectorType)):
        count *= type.count if isinstance(type, ArrayType) else type.num_elements
        type = type.element_type
    return count, type


def _members_mismatch(value: ArrayAttr, type: Type) -> tuple[int, str] | None:
    if isinstance(type, ArrayType):
        kinds: Sequence[Type] = (type.element_type,) * min(type.count, len(value) + 1)
    elif isinstance(type, StructType):
        kinds = type.body
    else:
        return 2, f"expected array or struct type for array attribute, but got '{type}'"
    if len(kinds) != len(value):
        return 2, f"expected array attribute of size {len(kinds)}, but got {len(value)}"
    for index, (member, kind) in enumerate(zip(value, kinds, strict=True)):
        if not isinstance(member, (IntegerAttr, FloatAttr, *ELEMENTS, ArrayAttr, StringAttr)):
            return 1, f"element at index {index} must be a constant, but got '{member}'"
        problem = mismatch(member, kind)
        if problem is not None:
            return problem[0], f"element at index {index} is of wrong type: {problem[1]}"
    return None


@op("llvm.mlir.zero", traits=(Pure, ConstantLike))
class ZeroOp(Op):
    """Zero of any type: null, where that is a pointer.

    Example: %p = llvm.mlir.zero : !llvm.ptr
    """

    res: Result = result(any_llvm)
    syntax = "attr-dict `:` type($res)"

    def constant_value(self) -> ZeroAttr:
        return ZeroAttr()


@op("llvm.mlir.undef", traits=(Pure, ConstantLike))
class UndefOp(Op):
    """An undefined value, which may differ at each use.

    Example: %u = llvm.mlir.undef : !llvm.struct<(i32, f32)>
    """

    res: Result = result(any_llvm)
    syntax = "attr-dict `:` type($res)"

    def constant_value(self) -> UndefAttr:
        return UndefAttr()


@op("llvm.mlir.poison", traits=(Pure, ConstantLike))
class PoisonOp(Op):
    """A value on which nothing may depend.

    Example: %u = llvm.mlir.poison : !llvm.struct<(i32, f32)>
    """

    res: Result = result(any_llvm)
    syntax = "attr-dict `:` type($res)"

    def constant_value(self) -> PoisonAttr:
        return PoisonAttr()


@op("llvm.mlir.none", traits=(Pure,))
class NoneTokenOp(Op):
    """The token of nothing.

    Rules: (none_c1) the type is the token's.
    Example: %t = llvm.mlir.none : !llvm.token
    """

    res: Result = result(any_llvm)
    syntax = "attr-dict `:` type($res)"

    def verify(self, report: Report) -> None:
        if self.res.type.name != "llvm.token":
            report.error("none_c1", f"result must be LLVM token type, but got '{self.res.type}'")


@op("llvm.mlir.addressof", traits=(Pure,), interfaces=(SymbolUser,))
class AddressOfOp(Op):
    """The address of a global, an alias or a function.

    Rules: (addressof_c1) there is such a symbol. (addressof_c2) the pointer is of its address space.
    Example: %p = llvm.mlir.addressof @g : !llvm.ptr
    """

    global_name: Attr[SymbolRefAttr] = attr(flat_symbol_ref)
    res: Result = result(pointer)
    syntax = "$global_name attr-dict `:` type($res)"

    @classmethod
    def of(cls, symbol: str, address_space: int = 0) -> AddressOfOp:
        return cls(SymbolRefAttr(symbol), PointerType(address_space))

    def verify_symbol_uses(self, lookup: Lookup, report: Report) -> None:
        symbol = lookup(self.global_name)
        if symbol is None or symbol.name not in ADDRESSABLE:
            report.error(
                "addressof_c1",
                "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func'"
                f", but got '@{self.global_name.root}'",
            )
            return
        space = symbol.get_attr("addr_space")
        expected = space.value if isinstance(space, IntegerAttr) else 0
        result_type = self.res.type
        if (
            symbol.name == "llvm.mlir.global"
            and isinstance(result_type, PointerType)
            and result_type.address_space != expected
        ):
            report.error(
                "addressof_c2",
                f"pointer address space must match address space of the referenced global, {expected}"
                f", but got '{result_type}'",
            )


ADDRESSABLE = frozenset({"llvm.mlir.global", "llvm.func", "llvm.mlir.alias"})


WITHOUT_VALUE: dict[type[Attribute], Callable[..., Operation]] = {
    ZeroAttr: ZeroOp,
    UndefAttr: UndefOp,
    PoisonAttr: PoisonOp,
}
"""The ops for constants that their type alone determines."""


def materialize_constant(attribute: Attribute, type: Type, location: Location) -> Operation | None:
    """The op for a folded constant."""
    without_value = WITHOUT_VALUE.get(attribute.__class__)
    if without_value is not None:
        return without_value(type, location=location)
    if mismatch(attribute, type) is not None:
        return None
    return ConstantOp(attribute, type, location=location)
