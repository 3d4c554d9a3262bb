"""The op that runs a region on lane 0 for all lanes of a subgroup. It can be read and printed, but not run."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from dlc.ir import Location, Type
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import IntegerAttr, int_attr
from dlc.ir.builtin_constraints import i64_attr, index_type
from dlc.ir.builtin_types import VectorType, i64, index
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Region,
    VariadicOperand,
    VariadicResult,
    attr,
    op,
    operand,
    region,
    variadic_operand,
    variadic_result,
)
from dlc.ir.locations import PendingLocation
from dlc.ir.traits import RecursiveMemoryEffects, SingleBlock

from .collectives import YieldOp

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op("gpu.warp_execute_on_lane_0", traits=(SingleBlock, RecursiveMemoryEffects))
class WarpExecuteOnLane0Op(Op):
    """Run the region on lane 0 only. Each lane holds a part of the vectors that the region takes and gives; other
    values are the same on both sides.

    Rules: (warp_execute_on_lane_0_c1) the region takes as many values as the op. (warp_execute_on_lane_0_c2) it ends
    with `gpu.yield` of as many values as the op gives. (warp_execute_on_lane_0_c3) a vector inside has as many
    elements as all lanes together, divided along its dimensions.
    Example:
        %r = gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<4xf32>) -> (vector<4xf32>) {
        ^bb0(%all: vector<128xf32>):
          gpu.yield %all : vector<128xf32>
        }
    """

    laneid: Operand = operand(index_type)
    warp_size: Attr[IntegerAttr] = attr(i64_attr)
    args: VariadicOperand = variadic_operand(any_type, default=())
    outputs: VariadicResult = variadic_result(any_type, default=())
    warpRegion: Region = region(default=None)  # noqa: N815 (MLIR's name)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> WarpExecuteOnLane0Op:
        p.expect("(")
        offset, name = p.pos, p.value_name()
        operands = [p.resolve(name, offset, index)]
        p.expect(")")
        p.expect("[")
        properties = {"warp_size": int_attr(p.integer(), i64)}
        p.expect("]")
        if p.accept("args"):
            p.expect("(")
            offset, names = p.pos, p.value_names()
            p.expect(":")
            inputs = p.types()
            if len(inputs) != len(names):
                p.fail(f"expected {len(names)} types, but got {len(inputs)}", offset)
            operands += p.resolve_all(names, offset, inputs)
            p.expect(")")
        types: list[Type] = []
        if p.accept("->"):
            p.expect("(")
            types = p.types()
            p.expect(")")
        body = p.region().ensure_terminator(YieldOp, location)
        return cls.create(operands, types, properties, p.attr_dict(), [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f"({p.name(self.laneid)})[{self.warp_size.value}]")
        if self.args:
            p.write(f" args({p.names_of(self.args)} : {p.types_of(value.type for value in self.args)})")
        if self.results:
            p.write(f" -> ({p.types_of(self.result_types)})")
        p.write(" ")
        p.region(self.warpRegion, terminator=bool(self.results))
        p.attr_dict(self, ["warp_size"])

    def verify(self, report: Report) -> None:
        types, body = [value.type for value in self.args], self.warpRegion
        inside = body.entry.arg_types if not body.is_empty else []
        if len(inside) != len(types):
            report.error(
                "warp_execute_on_lane_0_c1",
                f"expected as many region arguments ({len(inside)}) as the op has operands beside the lane "
                f"({len(types)})",
            )
            return
        last = body.entry.last if not body.is_empty else None
        if not isinstance(last, YieldOp) or len(last.operands) != len(self.results):
            got = "nothing" if last is None else f"'{last.name}' of {len(last.operands)}"
            report.error(
                "warp_execute_on_lane_0_c2",
                f"expected the region to end with 'gpu.yield' of {len(self.results)} values, but got {got}",
            )
            return
        pairs = zip([*inside, *last.operand_types], [*types, *self.result_types], strict=True)
        for whole, part in pairs:
            if not _is_divided(whole, part, self.warp_size.value):
                lanes = f"one of {self.warp_size.value} lanes"
                report.error("warp_execute_on_lane_0_c3", f"'{part}' is not what {lanes} holds of '{whole}'")


def _is_divided(whole: Type, part: Type, lanes: int) -> bool:
    """Return whether a type is that of each lane's part of a value, or of the value itself."""
    if whole is part:
        return True
    if not isinstance(whole, VectorType) or not isinstance(part, VectorType):
        return False
    if whole.element_type is not part.element_type or len(whole.shape) != len(part.shape):
        return False
    sizes = list(zip(whole.shape, part.shape, strict=True))
    return all(size % own == 0 for size, own in sizes) and math.prod(size // own for size, own in sizes) == lanes
