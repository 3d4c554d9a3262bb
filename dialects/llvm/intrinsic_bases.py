"""Shared parts of intrinsics: how their calls are written, and common forms.

An intrinsic is called by the op's name without `intr.`. LLVM derives the rest of the name from the types.
"""

from __future__ import annotations

from typing import ClassVar

from dlc.ir.builtin_attributes import ArrayAttr
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, operand, optional_attr

from .alias_attributes import access_group_list, alias_scope_list, tbaa_tag_list
from .attributes import NO_FASTMATH, FastMathAttr
from .constraints import F, I, dictionary_list

CALL_FORM = "`(` operands `)` attr-dict `:` functional-type(operands, results)"


class IntrinsicOp(Op):
    """An op that is a call of the intrinsic of its name.

    `call_arguments` are the fields that make the call's arguments, in order: properties become constants. `None` is all
    operands. `align_argument` is the argument that a property `alignment` is about.
    """

    call_arguments: ClassVar[tuple[str, ...] | None] = None
    align_argument: ClassVar[int | None] = None

    @classmethod
    def intrinsic_name(cls) -> str:
        """The name in LLVM IR, without what the types add to it."""
        return f"llvm.{cls.name.removeprefix('llvm.intr.')}"


class UnaryFloatIntrinsic(IntrinsicOp):
    """An intrinsic from a float, or a vector of floats, to the same type."""

    arg: Operand = operand(F)
    res: Result = inferred_result(F)
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)
    syntax = CALL_FORM


class BinaryFloatIntrinsic(IntrinsicOp):
    """Two floats, or vectors of them, to one of the same type."""

    a: Operand = operand(F)
    b: Operand = operand(F)
    res: Result = inferred_result(F)
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)
    syntax = CALL_FORM


class TernaryFloatIntrinsic(IntrinsicOp):
    """Three floats, or vectors of them, to one of the same type."""

    a: Operand = operand(F)
    b: Operand = operand(F)
    c: Operand = operand(F)
    res: Result = inferred_result(F)
    fastmathFlags: Attr[FastMathAttr] = attr(FastMathAttr, default=NO_FASTMATH)  # noqa: N815 (MLIR's name)
    syntax = CALL_FORM


class UnaryIntegerIntrinsic(IntrinsicOp):
    """An intrinsic from an integer, or a vector of integers, to the same type."""

    arg: Operand = operand(I)
    res: Result = inferred_result(I)
    syntax = CALL_FORM


class BinaryIntegerIntrinsic(IntrinsicOp):
    """Two integers, or vectors of them, to one of the same type."""

    a: Operand = operand(I)
    b: Operand = operand(I)
    res: Result = inferred_result(I)
    syntax = CALL_FORM


class TernaryIntegerIntrinsic(IntrinsicOp):
    """Three integers, or vectors of them, to one of the same type."""

    a: Operand = operand(I)
    b: Operand = operand(I)
    c: Operand = operand(I)
    res: Result = inferred_result(I)
    syntax = CALL_FORM


class MemoryIntrinsic(IntrinsicOp):
    """An intrinsic that goes to memory, and can say what else it does not touch."""

    access_groups: Attr[ArrayAttr | None] = optional_attr(access_group_list, default=None, kw_only=True)
    alias_scopes: Attr[ArrayAttr | None] = optional_attr(alias_scope_list, default=None, kw_only=True)
    noalias_scopes: Attr[ArrayAttr | None] = optional_attr(alias_scope_list, default=None, kw_only=True)
    tbaa: Attr[ArrayAttr | None] = optional_attr(tbaa_tag_list, default=None, kw_only=True)
    arg_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None, kw_only=True)
    res_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None, kw_only=True)
