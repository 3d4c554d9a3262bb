"""Conversions between integers, floats and pointers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from dlc.ir import IntegerAttr, Type, UnitAttr
from dlc.ir.builtin_constraints import unit_attr
from dlc.ir.builtin_types import FloatType, IntegerType, VectorType
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, optional_attr, result
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Pure

from .attributes import NO_FLAGS, DereferenceableAttr, overflow_flags
from .bases import OVERFLOW
from .constraints import element_of, float_like, integer_like, non_aggregate, pointer_like, vector_shape
from .folding import Operands, fold_integers
from .types import PointerType

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


class Conversion(Op):
    """A conversion to another type, element by element."""

    syntax = "$arg attr-dict `:` type($arg) `to` type($res)"

    if TYPE_CHECKING:
        arg: Operand
        res: Result

    grows: ClassVar[bool | None] = None
    """Whether the result must be wider (narrower) than the argument; `None` allows any width."""

    def verify(self, report: Report) -> None:
        """Report a result of another shape, or one that is not wider (narrower)."""
        rule, source, result_type = self.name.partition(".")[2], self.arg.type, self.res.type
        if vector_shape(source) != vector_shape(result_type):
            report.error(f"{rule}_c1", f"result must have the shape of '{source}', but got '{result_type}'")
            return
        before, after = _width(source), _width(result_type)
        if self.grows is None or before is None or after is None:
            return
        if after <= before if self.grows else after >= before:
            relation = "wider" if self.grows else "narrower"
            report.error(f"{rule}_c2", f"result must be {relation} than '{source}', but got '{result_type}'")


def fold_cast(op: Conversion) -> FoldResult | None:
    """cast(x : T to T) -> x; cast(cast(x : T to U) : U to V) -> cast(x : T to V)"""
    if op.arg.type is op.res.type:
        return [op.arg]
    inner = op.arg.defined_by(op.__class__)
    if inner is None:
        return None
    op.set_operand(0, inner.arg)
    return [op.res]


def _width(type: Type) -> int | None:
    element = element_of(type)
    return element.width if isinstance(element, (IntegerType, FloatType)) else None


# -- Integers ----------------------------------------------------------------------------------------------------------


@op("llvm.trunc", traits=(Pure, Elementwise))
class TruncOp(Conversion):
    """The lower bits of an integer. With `nsw` (`nuw`), poison where the signed (unsigned) number changes.

    Rules: (trunc_c1) the shape stays. (trunc_c2) the result is narrower.
    Example: %r = llvm.trunc %a overflow<nsw> : i64 to i32
    """

    arg: Operand = operand(integer_like)
    res: Result = result(integer_like)
    overflowFlags: Attr[IntegerAttr] = attr(overflow_flags, default=NO_FLAGS)  # noqa: N815 (MLIR's name)
    syntax = "$arg (`overflow` `` custom<Overflow>($overflowFlags)^)? attr-dict `:` type($arg) `to` type($res)"
    directives: ClassVar = OVERFLOW
    grows = False

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_integers(operands, self.arg.type, self.res.type, lambda a: a)


@op("llvm.sext", traits=(Pure, Elementwise))
class SExtOp(Conversion):
    """Sign-extend a signed integer to more bits.

    Rules: (sext_c1) the shape stays. (sext_c2) the result is wider.
    Example: %r = llvm.sext %a : i32 to i64
    """

    arg: Operand = operand(integer_like)
    res: Result = result(integer_like)
    grows = True

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_integers(operands, self.arg.type, self.res.type, lambda a: a, signed=True)


@op("llvm.zext", traits=(Pure, Elementwise))
class ZExtOp(Conversion):
    """Zero-extend an unsigned integer to more bits. With `nneg`, poison where the sign bit is set.

    Rules: (zext_c1) the shape stays. (zext_c2) the result is wider.
    Example: %r = llvm.zext nneg %a : vector<4xi8> to vector<4xi32>
    """

    arg: Operand = operand(integer_like)
    res: Result = result(integer_like)
    nonNeg: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)  # noqa: N815 (MLIR's name)
    syntax = "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)"
    grows = True

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_integers(operands, self.arg.type, self.res.type, lambda a: a)


# -- Floats ------------------------------------------------------------------------------------------------------------


@op("llvm.fptrunc", traits=(Pure, Elementwise))
class FPTruncOp(Conversion):
    """The nearest float of a narrower format.

    Rules: (fptrunc_c1) the shape stays. (fptrunc_c2) the result is narrower.
    Example: %r = llvm.fptrunc %a : f64 to f32
    """

    arg: Operand = operand(float_like)
    res: Result = result(float_like)
    grows = False


@op("llvm.fpext", traits=(Pure, Elementwise))
class FPExtOp(Conversion):
    """Extend a float to a wider format.

    Rules: (fpext_c1) the shape stays. (fpext_c2) the result is wider.
    Example: %r = llvm.fpext %a : f32 to f64
    """

    arg: Operand = operand(float_like)
    res: Result = result(float_like)
    grows = True


@op("llvm.sitofp", traits=(Pure, Elementwise))
class SIToFPOp(Conversion):
    """The nearest float to a signed integer.

    Rules: (sitofp_c1) the shape stays.
    Example: %r = llvm.sitofp %a : i32 to f32
    """

    arg: Operand = operand(integer_like)
    res: Result = result(float_like)


@op("llvm.uitofp", traits=(Pure, Elementwise))
class UIToFPOp(Conversion):
    """The nearest float to an unsigned integer. With `nneg`, poison where the sign bit is set.

    Rules: (uitofp_c1) the shape stays.
    Example: %r = llvm.uitofp nneg %a : i32 to f32
    """

    arg: Operand = operand(integer_like)
    res: Result = result(float_like)
    nonNeg: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)  # noqa: N815 (MLIR's name)
    syntax = "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)"


@op("llvm.fptosi", traits=(Pure, Elementwise))
class FPToSIOp(Conversion):
    """A float as a signed integer, rounded to zero; poison where it does not fit.

    Rules: (fptosi_c1) the shape stays.
    Example: %r = llvm.fptosi %a : f32 to i32
    """

    arg: Operand = operand(float_like)
    res: Result = result(integer_like)


@op("llvm.fptoui", traits=(Pure, Elementwise))
class FPToUIOp(Conversion):
    """A float as an unsigned integer, rounded to zero; poison where it does not fit.

    Rules: (fptoui_c1) the shape stays.
    Example: %r = llvm.fptoui %a : f32 to i32
    """

    arg: Operand = operand(float_like)
    res: Result = result(integer_like)


# -- Pointers and bits -------------------------------------------------------------------------------------------------


@op("llvm.ptrtoint", traits=(Pure, Elementwise))
class PtrToIntOp(Conversion):
    """A pointer as a number.

    Rules: (ptrtoint_c1) the shape stays.
    Example: %r = llvm.ptrtoint %p : !llvm.ptr to i64
    """

    arg: Operand = operand(pointer_like)
    res: Result = result(integer_like)


@op("llvm.inttoptr", traits=(Pure, Elementwise))
class IntToPtrOp(Conversion):
    """A number as a pointer.

    Rules: (inttoptr_c1) the shape stays.
    Example: %p = llvm.inttoptr %a : i64 to !llvm.ptr
    """

    arg: Operand = operand(integer_like)
    res: Result = result(pointer_like)
    dereferenceable: Attr[DereferenceableAttr | None] = optional_attr(DereferenceableAttr, default=None)
    syntax = "$arg (`dereferenceable` `` $dereferenceable^)? attr-dict `:` type($arg) `to` type($res)"


@op("llvm.addrspacecast", traits=(Pure, Elementwise))
class AddrSpaceCastOp(Conversion):
    """Convert a pointer to another address space.

    Rules: (addrspacecast_c1) the shape stays.
    Example: %q = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr
    """

    arg: Operand = operand(pointer_like)
    res: Result = result(pointer_like)

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_cast(self)


@op("llvm.bitcast", traits=(Pure,))
class BitcastOp(Conversion):
    """Reinterpret the bits as a value of another type.

    Rules: (bitcast_c1) pointers become pointers, of the same address space. (bitcast_c2) there are as many bits.
    Example: %r = llvm.bitcast %a : vector<4xi32> to vector<2xi64>
    """

    arg: Operand = operand(non_aggregate)
    res: Result = result(non_aggregate)

    def verify(self, report: Report) -> None:
        source, result_type = self.arg.type, self.res.type
        spaces = [element_of(type) for type in (source, result_type)]
        if any(isinstance(type, PointerType) for type in spaces):
            if spaces[0] is not spaces[1]:
                report.error(
                    "bitcast_c1",
                    "can only cast pointers from and to pointers of the same address space"
                    f", but got '{source}' and '{result_type}'",
                )
            return
        if _bits(source) != _bits(result_type):
            report.error("bitcast_c2", f"expected as many bits as '{source}' has, but got '{result_type}'")

    def fold(self, operands: Operands) -> FoldResult | None:
        return fold_cast(self)


def _bits(type: Type) -> object:
    width = _width(type)
    if width is None or not isinstance(type, VectorType):
        return width, False
    return width * type.num_elements, bool(type.scalable)
