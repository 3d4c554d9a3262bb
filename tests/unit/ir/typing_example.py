"""What a user writes, for type checkers alone: `test_typing` runs mypy over it. `# error` marks what it must refuse."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.attributes import Attribute, AttributeReport, attribute
from dlc.ir.blocks import Block
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import IntegerAttr, StringAttr, int_attr
from dlc.ir.builtin_constraints import float_like, integer_attr_any, symbol_name
from dlc.ir.builtin_types import f32, i32
from dlc.ir.constraints import TypeVariable, any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalOperand,
    Region,
    Result,
    VariadicOperand,
    attr,
    inferred_result,
    op,
    operand,
    optional_attr,
    optional_operand,
    region,
    variadic_operand,
)
from dlc.ir.patterns import Match, Rewriter, pattern
from dlc.ir.traits import Pure
from dlc.ir.values import OpResult, Value
from dlc.ir.verifier import Report

T = TypeVariable("T", float_like)


@attribute("my.point")
class PointAttr(Attribute):
    x: int
    y: int = 0

    def verify(self, report: AttributeReport) -> None:
        if self.x < 0:
            report.error(f"x must not be negative, but got '{self.x}'")


@op("my.scale", traits=(Pure,))
class ScaleOp(Op):
    """Rules: (scale_c1) by is not zero."""

    source: Operand = operand(T)
    factors: VariadicOperand = variadic_operand(T)
    result: Result = inferred_result(T)
    by: Attr[IntegerAttr] = attr(integer_attr_any, default=int_attr(1))
    note: Attr[StringAttr | None] = optional_attr(symbol_name, default=None, kw_only=True)

    def verify(self, report: Report) -> None:
        if self.by.value == 0:
            report.error("scale_c1", "by must not be zero")


@op("my.loop")
class LoopOp(Op):
    start: OptionalOperand = optional_operand(any_type, default=None)
    body: Region = region(default=None)


@pattern(ScaleOp)
def scale_by_one(op: ScaleOp, rw: Rewriter) -> Match:
    """scale(x, 1) -> x.  Ends: there is one op less."""
    inner = op.source.defined_by(ScaleOp)
    if inner is None:
        return rw.no_match("source is not scaled")
    number: int = inner.by.value
    return rw.replace(op, op.source) if number == 1 else rw.replace(op, ScaleOp(inner.source, [], op.by))


def use(block: Block) -> None:
    x: Value = block.args[0]
    scaled = ScaleOp(x, [x, x])
    again = ScaleOp(scaled.result, (), int_attr(2), note=StringAttr("a"))
    result: OpResult = again.result
    factors: Sequence[Value] = again.factors
    name: StringAttr | None = again.note
    again.source = result
    again.factors = [*factors, x]
    again.by = int_attr(3)
    again.note = name
    loop = LoopOp()
    body: IRRegion = loop.body
    LoopOp(x, body)
    start: Value | None = loop.start
    assert start is None
    point = PointAttr(1)
    coordinate: int = point.x + PointAttr(1, y=2).y
    block.add_argument(i32 if coordinate else f32)


def misuse(block: Block) -> None:
    x = block.args[0]
    ScaleOp(x)  # error
    ScaleOp(ScaleOp(x, []), [])  # error
    ScaleOp(x, [], 3)  # error
    ScaleOp(x, [], int_attr(1), StringAttr("a"))  # error
    ScaleOp(x, []).by = StringAttr("a")  # error
    print(ScaleOp(x, []).result.nothing)  # error
    LoopOp(f32)  # error
    PointAttr("a")  # error
    PointAttr(1).x = 3  # error
    PointAttr(1, 2, 3)  # error
    number: int = ScaleOp(x, []).by  # error
    print(number)
