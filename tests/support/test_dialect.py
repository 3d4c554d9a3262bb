"""The dialect `test`: small ops for tests of passes, each there to show one trait, interface or kind of pattern.

Ops with regions that pass values around are in `region_ops`.

Patterns marked with `@pattern` (not `@canonicalization`) are used by tests by name: some of them break the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.ir.attributes import Attribute, Type
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import IntegerAttr, StringAttr
from dlc.ir.builtin_constraints import index_type, integer_attr_any, signless_integer, string_attr, symbol_name
from dlc.ir.builtin_types import bit_width
from dlc.ir.constraints import TypeVariable, any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Region,
    Result,
    VariadicOperand,
    VariadicResult,
    attr,
    inferred_result,
    op,
    operand,
    optional_attr,
    region,
    result,
    variadic_operand,
    variadic_result,
)
from dlc.ir.dialect import Dialect
from dlc.ir.interfaces import (
    FoldResult,
    LoopLike,
    PromotableAllocation,
    PromotableMemoryOp,
    Symbol,
    Touches,
)
from dlc.ir.locations import Location
from dlc.ir.operations import Operation
from dlc.ir.patterns import Match, Rewriter, canonicalization, pattern
from dlc.ir.traits import (
    Commutative,
    ConstantLike,
    GraphRegion,
    Idempotent,
    Involution,
    IsolatedFromAbove,
    NoTerminator,
    Pure,
    RecursivelySpeculatable,
    RecursiveMemoryEffects,
    SingleBlock,
    SymbolTableTrait,
)
from dlc.ir.values import Value

from .region_ops import ConditionOp, ForOp, IfOp, RepeatOp, WhileOp, YieldOp

__all__ = ["DIALECT", "ConditionOp", "ForOp", "IfOp", "RepeatOp", "WhileOp", "YieldOp"]

Integer = TypeVariable("Integer", signless_integer)
T = TypeVariable("T", any_type)


# -- Values ----------------------------------------------------------------------------------------------------------


@op("test.const", traits=(Pure, ConstantLike))
class ConstOp(Op):
    """A constant.

    Example: %c = test.const 7 : i32
    """

    value: Attr[IntegerAttr] = attr(integer_attr_any)
    result: Result = inferred_result(any_type)
    syntax = "attr-dict $value"

    def infer_types(self) -> Sequence[Type]:
        return [self.value.type]

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        return [self.value]


@op("test.add", traits=(Pure, Commutative))
class AddOp(Op):
    """An addition that folds constants.

    Example: %c = test.add %a, %b : i32
    """

    lhs: Operand = operand(Integer)
    rhs: Operand = operand(Integer)
    result: Result = inferred_result(Integer)
    syntax = "$lhs `,` $rhs attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        left, right = operands
        if not isinstance(left, IntegerAttr) or not isinstance(right, IntegerAttr):
            return None
        width = bit_width(left.type) or 64
        return [IntegerAttr((left.unsigned + right.unsigned) % (1 << width), left.type)]


@op("test.idempotent", traits=(Pure, Idempotent))
class IdempotentOp(Op):
    """f(f(x)) is f(x)."""

    source: Operand = operand(T)
    result: Result = inferred_result(T)
    syntax = "$source attr-dict `:` type($result)"


@op("test.involution", traits=(Pure, Involution))
class InvolutionOp(Op):
    """f(f(x)) is x."""

    source: Operand = operand(T)
    result: Result = inferred_result(T)
    syntax = "$source attr-dict `:` type($result)"


@op("test.pure", traits=(Pure,))
class PureOp(Op):
    """Anything from anything, without effects."""

    inputs: VariadicOperand = variadic_operand(any_type)
    outputs: VariadicResult = variadic_result(any_type)
    label: Attr[StringAttr | None] = optional_attr(string_attr, default=None, kw_only=True)


@op("test.use")
class UseOp(Op):
    """Use values in an unknown way."""

    inputs: VariadicOperand = variadic_operand(any_type)


# -- Memory ----------------------------------------------------------------------------------------------------------


@op("test.read", interfaces=(Touches(read="cell"),))
class ReadOp(Op):
    """Read a cell.

    Example: %x = test.read %c : index -> i32
    """

    cell: Operand = operand(any_type)
    result: Result = result(any_type)
    syntax = "$cell attr-dict `:` type($cell) `->` type($result)"


@op("test.write", interfaces=(Touches(write="cell"),))
class WriteOp(Op):
    """Write to a cell.

    Example: test.write %x, %c : i32, index
    """

    value: Operand = operand(any_type)
    cell: Operand = operand(any_type)
    syntax = "$value `,` $cell attr-dict `:` type($value) `,` type($cell)"


@op("test.free", interfaces=(Touches(free="cell"),))
class FreeOp(Op):
    """Give a cell back.

    Example: test.free %c : index
    """

    cell: Operand = operand(any_type)
    syntax = "$cell attr-dict `:` type($cell)"


@op("test.slot", interfaces=(Touches(alloc="pointer"), PromotableAllocation))
class SlotOp(Op):
    """A slot for an i32 that mem2reg can promote; its pointer is an index.

    Example: %p = test.slot 0 : i32
    """

    initial: Attr[IntegerAttr] = attr(integer_attr_any)
    pointer: Result = inferred_result(index_type)
    syntax = "$initial attr-dict"

    def promotable_slots(self) -> Sequence[tuple[Value, Type]]:
        return [(self.pointer, self.initial.type)]

    def default_value(self, slot: Value, builder: Any) -> Value:
        constant: ConstOp = builder.insert(ConstOp(self.initial))
        return constant.result


@op("test.get", interfaces=(Touches(read="pointer"), PromotableMemoryOp))
class GetOp(Op):
    """Load from a slot.

    Example: %x = test.get %p : i32
    """

    pointer: Operand = operand(index_type)
    result: Result = result(any_type)
    syntax = "$pointer attr-dict `:` type($result)"

    def loads_from(self, slot: Value) -> bool:
        return self.pointer is slot


@op("test.set", interfaces=(Touches(write="pointer"), PromotableMemoryOp))
class SetOp(Op):
    """Store to a slot.

    Example: test.set %x, %p : i32
    """

    value: Operand = operand(any_type)
    pointer: Operand = operand(index_type)
    syntax = "$value `,` $pointer attr-dict `:` type($value)"

    def stored_value(self, slot: Value) -> Value | None:
        return self.value if self.pointer is slot else None


# -- Regions ---------------------------------------------------------------------------------------------------------


@op(
    "test.loop",
    traits=(SingleBlock, RecursiveMemoryEffects, RecursivelySpeculatable),
    interfaces=(LoopLike,),
)
class LoopOp(Op):
    """A loop of `count` iterations, whose body has the iteration's number.

    Example: test.loop %n { ^bb0(%i: index): test.yield }
    """

    count: Operand = operand(index_type)
    body: Region = region()
    syntax = "$count attr-dict-with-keyword $body"

    def loop_regions(self) -> Sequence[IRRegion]:
        return [self.body]


@op("test.region", traits=(RecursiveMemoryEffects, RecursivelySpeculatable))
class RegionOp(Op):
    """Runs its region once and gives what that yields."""

    inputs: VariadicOperand = variadic_operand(any_type, default=())
    outputs: VariadicResult = variadic_result(any_type, default=())
    body: Region = region(default=None)


@op("test.isolated", traits=(IsolatedFromAbove, SingleBlock, NoTerminator, RecursiveMemoryEffects))
class IsolatedOp(Op):
    """Holds ops that see nothing from outside.

    Example: test.isolated { }
    """

    body: Region = region()
    syntax = "attr-dict-with-keyword $body"


@op("test.graph", traits=(GraphRegion, SingleBlock, NoTerminator))
class GraphOp(Op):
    """Holds ops in no order.

    Example: test.graph { }
    """

    body: Region = region()
    syntax = "attr-dict-with-keyword $body"


@op("test.table", traits=(SymbolTableTrait, SingleBlock, NoTerminator), interfaces=(Symbol,))
class TableOp(Op):
    """A symbol table that is a symbol itself."""

    sym_name: Attr[StringAttr] = attr(symbol_name)
    sym_visibility: Attr[StringAttr | None] = optional_attr(string_attr)
    body: Region = region()


# -- What patterns are tried on --------------------------------------------------------------------------------------


@op("test.swap", traits=(Pure,))
class SwapOp(Op):
    """Two operands in some order.

    Example: %r = test.swap %a, %b : i32
    """

    lhs: Operand = operand(T)
    rhs: Operand = operand(T)
    result: Result = inferred_result(T)
    syntax = "$lhs `,` $rhs attr-dict `:` type($result)"


@op("test.ping", traits=(Pure,))
class PingOp(Op):
    """Becomes a pong.

    Example: %r = test.ping %a : i32
    """

    source: Operand = operand(T)
    result: Result = inferred_result(T)
    syntax = "$source attr-dict `:` type($result)"


@op("test.pong", traits=(Pure,))
class PongOp(Op):
    """Becomes a ping.

    Example: %r = test.pong %a : i32
    """

    source: Operand = operand(T)
    result: Result = inferred_result(T)
    syntax = "$source attr-dict `:` type($result)"


@canonicalization(PureOp)
def drop_label(op: PureOp, rw: Rewriter) -> Match:
    """pure {label} -> pure.  Terminates: removes the label."""
    if op.label is None:
        return rw.no_match("there is no label")
    op.label = None
    return rw.modify(op)


@pattern(SwapOp)
def swap_operands(op: SwapOp, rw: Rewriter) -> Match:
    """swap(a, b) -> swap(b, a), which never ends."""
    left, right = op.operands
    op.set_operands([right, left])
    return rw.modify(op)


@pattern(PingOp)
def ping_to_pong(op: PingOp, rw: Rewriter) -> Match:
    """ping(x) -> pong(x), which never ends together with `pong_to_ping`."""
    return rw.replace(op, PongOp(op.source))


@pattern(PongOp)
def pong_to_ping(op: PongOp, rw: Rewriter) -> Match:
    """pong(x) -> ping(x), which never ends together with `ping_to_pong`."""
    return rw.replace(op, PingOp(op.source))


@pattern(PingOp)
def grow(op: PingOp, rw: Rewriter) -> Match:
    """ping(x) -> ping(pong(x)), which never ends and never repeats."""
    inner = rw.insert_before(op, PongOp(op.source))
    return rw.replace(op, PingOp(inner.result))


@pattern(PingOp)
def lie(op: PingOp, rw: Rewriter) -> Match:
    """Changes the op and says that it did not."""
    op.attributes["changed"] = StringAttr("yes")
    return rw.no_match("nothing to see here")


@pattern(PingOp)
def boast(op: PingOp, rw: Rewriter) -> Match:
    """Says that it changed the op and did not."""
    return rw.modify(op)


@pattern(PingOp)
def stumble(op: PingOp, rw: Rewriter) -> Match:
    """Raises what no pattern should."""
    raise KeyError("lost")


def materialize(value: Attribute, type: Type, location: Location) -> Operation | None:
    """The constant for an integer of any type."""
    if not isinstance(value, IntegerAttr) or value.type is not type:
        return None
    constant = ConstOp(value)
    constant.location = location
    return constant


DIALECT = Dialect.collect("test", globals(), materialize_constant=materialize, allows_unknown_ops=True)
