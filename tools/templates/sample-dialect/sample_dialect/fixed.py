"""The type `!sample.fixed`: numbers with digits behind the point, kept as integers; ops that make and read them."""

from __future__ import annotations

from collections.abc import Callable

from dlc.interp.semantics import Machine, semantics
from dlc.ir import IntegerType, Match, Rewriter, Type, canonicalization
from dlc.ir.attributes import AttributeReport, type_
from dlc.ir.builtin_constraints import signless_integer
from dlc.ir.definition import Op, Operand, Result, inferred_result, op, operand, result
from dlc.ir.traits import Pure


@type_("sample.fixed")
class FixedType(Type):
    """Numbers that are integers divided by 2^digits: `!sample.fixed<8, i32>` has 8 binary digits behind the point."""

    digits: int
    storage: IntegerType

    def verify(self, report: AttributeReport) -> None:
        if not 0 <= self.digits <= self.storage.width:
            report.error(f"digits must be in 0..{self.storage.width}, but got {self.digits}")


def storage_of(type: Type) -> Type:
    """Return the type of the integers that numbers of a type are kept as."""
    assert isinstance(type, FixedType)
    return type.storage


@op("sample.pack", traits=(Pure,))
class PackOp(Op):
    """The number that an integer stands for.

    Example: %f = sample.pack %x : !sample.fixed<8, i32>
    """

    source: Operand = operand(signless_integer, type_from=("out", storage_of))
    out: Result = result(FixedType)
    syntax = "$source attr-dict `:` type($out)"


@op("sample.unpack", traits=(Pure,))
class UnpackOp(Op):
    """The integer that a number is kept as.

    Example: %x = sample.unpack %f : !sample.fixed<8, i32>
    """

    source: Operand = operand(FixedType)
    out: Result = inferred_result(signless_integer, type_from=("source", storage_of))
    syntax = "$source attr-dict `:` type($source)"


@canonicalization(UnpackOp)
def unpack_packed(op: UnpackOp, rw: Rewriter) -> Match:
    """unpack(pack(x)) -> x.  Terminates: removes an op."""
    packed = op.source.defined_by(PackOp)
    if packed is None:
        return rw.no_match("source is not packed")
    return rw.replace(op, packed.source)


@semantics(PackOp, UnpackOp)
def keep_integer(op: PackOp | UnpackOp, machine: Machine) -> Callable[[int], int]:
    """Return what the interpreter computes: its values of this type are the integers."""
    del op, machine
    return lambda value: value
