"""The dialect `bits`: two ops, an attribute, their folds and a canonicalization."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects.arith import materialize_constant
from dlc.ir import Attribute, attribute
from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.builtin_constraints import i64_attr, signless_integer
from dlc.ir.builtin_types import IntegerType, i64
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.dialect import Dialect
from dlc.ir.enums import EnumAttr
from dlc.ir.interfaces import FoldResult
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.traits import Involution, Pure
from dlc.ir.verifier import Report

T = TypeVariable("T", signless_integer)


@attribute("bits.direction")
class DirectionAttr(EnumAttr):
    """Where bits go: `#bits.direction<left>` is towards the most significant one."""

    cases = ("left", "right")


LEFT, RIGHT = DirectionAttr("left"), DirectionAttr("right")


@op("bits.rotate", traits=(Pure,))
class RotateOp(Op):
    """Shift bits in a circle: those that leave the integer at one end come in at the other.

    Rules: (rotate_c1) the amount is at least 0 and less than the width.
    Example: %r = bits.rotate<left> %x, 3 : i8
    """

    source: Operand = operand(T)
    amount: Attr[IntegerAttr] = attr(i64_attr)
    direction: Attr[DirectionAttr] = attr(DirectionAttr)
    out: Result = inferred_result(T)
    syntax = "`` $direction $source `,` $amount attr-dict `:` type($out)"

    @property
    def width(self) -> int:
        return width_of(self.out.type)

    @property
    def left(self) -> int:
        """Number of places by which bits move to the left."""
        by = self.amount.value
        return by if self.direction is LEFT else -by % self.width

    def verify(self, report: Report) -> None:
        if not 0 <= self.amount.value < self.width:
            report.error("rotate_c1", f"amount must be between 0 and {self.width - 1}, but got '{self.amount.value}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """rotate(x, 0) -> x; constants."""
        if self.amount.value == 0:
            return [self.source]
        constant = operands[0]
        if not isinstance(constant, IntegerAttr):
            return None
        twice = constant.unsigned << self.width | constant.unsigned
        return [integer(twice >> (self.width - self.left), self.width)]


@op("bits.reverse", traits=(Pure, Involution))
class ReverseOp(Op):
    """Put the bits in the opposite order. Reversing twice changes nothing, as the trait `Involution` says.

    Example: %r = bits.reverse %x : i8
    """

    source: Operand = operand(T)
    out: Result = inferred_result(T)
    syntax = "$source attr-dict `:` type($out)"

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Fold constants."""
        constant = operands[0]
        if not isinstance(constant, IntegerAttr):
            return None
        width = width_of(self.out.type)
        return [integer(int(f"{constant.unsigned:0{width}b}"[::-1], 2), width)]


@canonicalization(RotateOp)
def merge_rotates(op: RotateOp, rw: Rewriter) -> Match:
    """rotate(rotate(x, a), b) -> rotate(x, a + b).  Terminates: the chain gets shorter."""
    inner = op.source.defined_by(RotateOp)
    if inner is None:
        return rw.no_match("source is not a rotate")
    amount = (inner.left + op.left) % op.width
    return rw.replace(op, RotateOp(inner.source, IntegerAttr(amount, i64), LEFT))


def width_of(type: Attribute) -> int:
    """The number of bits of an integer type; the ops' constraints admit no other."""
    assert isinstance(type, IntegerType)
    return type.width


def integer(bits: int, width: int) -> IntegerAttr:
    """The constant with these bits, of which those beyond the width are dropped."""
    type = IntegerType(width)
    return IntegerAttr(type.wrap(bits), type)


DIALECT = Dialect.collect("bits", globals(), materialize_constant=materialize_constant, dependencies=("arith",))
