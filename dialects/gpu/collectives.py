"""Collective ops of threads: barriers, exchanges of values, and reductions.

None of these ops is pure: where they stand decides which threads take part, so nothing may move or duplicate them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Attribute, Operation, attribute
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.attributes import spelled
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import IntegerAttr, StringAttr, UnitAttr, int_attr
from dlc.ir.builtin_constraints import bool_type, string_attr, typed_int, unit_attr
from dlc.ir.builtin_types import i32
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
from dlc.ir.enums import WordAttr
from dlc.ir.interfaces import NO_EFFECTS, Effect, FoldResult, MemoryEffects
from dlc.ir.traits import IsolatedFromAbove, Pure, ReturnLike

from .attributes import AllReduceOpAttr, ShuffleModeAttr
from .constraints import combining_mismatch, number, number_or_vector, printable, signless_i32
from .text import word_directive

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

N = TypeVariable("N", number)
V = TypeVariable("V", number_or_vector)
T = TypeVariable("T", any_type)
i32_attr = typed_int(i32)


@op("gpu.barrier")
class BarrierOp(Op):
    """Wait until all threads of the block have come here; what they wrote before is seen by all of them behind.

    Either all threads of a block execute it, or none.

    Example: gpu.barrier
    """

    syntax = "attr-dict"


@op("gpu.shuffle", interfaces=(NO_EFFECTS,))
class ShuffleOp(Op):
    """The value that another thread of the subgroup has: of lane k, that of lane k ^ offset (`xor`), k - offset
    (`up`), k + offset (`down`) or offset (`idx`), among the first `width` lanes.

    The second result says whether there is such a lane; where there is none, the value is the thread's own. The first
    `width` threads of the subgroup execute it together.

    Example: %v, %valid = gpu.shuffle xor %x, %offset, %width : f32
    """

    value: Operand = operand(V)
    offset: Operand = operand(signless_i32)
    width: Operand = operand(signless_i32)
    mode: Attr[ShuffleModeAttr] = attr(ShuffleModeAttr)
    shuffleResult: Result = inferred_result(V)  # noqa: N815 (MLIR's name)
    valid: Result = inferred_result(bool_type)
    directives = word_directive(ShuffleModeAttr)
    syntax = "custom<Word>($mode) $value `,` $offset `,` $width attr-dict `:` type($value)"

    def result_names(self) -> Sequence[str | None]:
        return ("shuffleResult", "valid")


@op("gpu.rotate", traits=(Pure,))
class RotateOp(Op):
    """The value of the lane `offset` further on, among the first `width` lanes, which go around.

    The second result says whether this lane is one of those.

    Example: %v, %valid = gpu.rotate %x, 1, 16 : f32
    """

    value: Operand = operand(V)
    offset: Attr[IntegerAttr] = attr(i32_attr)
    width: Attr[IntegerAttr] = attr(i32_attr)
    rotateResult: Result = inferred_result(V)  # noqa: N815 (MLIR's name)
    valid: Result = inferred_result(bool_type)
    syntax = "$value `,` $offset `,` $width attr-dict `:` type($value)"

    def result_names(self) -> Sequence[str | None]:
        return ("rotateResult", "valid")


@attribute("gpu.broadcast")
class BroadcastAttr(WordAttr):
    """Whose value is broadcast: `#gpu<broadcast first_active_lane>`."""

    cases = ("first_active_lane", "specific_lane")


@op("gpu.subgroup_broadcast")
class SubgroupBroadcastOp(Op):
    """The value of one lane, in all lanes.

    Rules: (subgroup_broadcast_c1) the lane is given where it is a specific one, and only there.
    Example: %y = gpu.subgroup_broadcast %x, specific_lane %lane : f32
    """

    src: Operand = operand(T)
    lane: OptionalOperand = optional_operand(signless_i32)
    broadcast_type: Attr[BroadcastAttr] = attr(BroadcastAttr)
    result: Result = inferred_result(T)
    directives = word_directive(BroadcastAttr)
    syntax = "$src `,` custom<Word>($broadcast_type) ($lane^)? attr-dict `:` type($result)"

    def verify(self, report: Report) -> None:
        kind = self.broadcast_type.value
        if (self.lane is not None) != (kind == "specific_lane"):
            got = "a lane" if self.lane is not None else "none"
            report.error(
                "subgroup_broadcast_c1", f"expected a lane for `specific_lane` only, but got {got} for `{kind}`"
            )


def _read_kind(p: AsmReader) -> AllReduceOpAttr | None:
    """`add`, if a word comes next."""
    return None if p.at("%") else AllReduceOpAttr.read_word(p)


def _write_kind(p: AsmPrinter, _op: Operation, kind: AllReduceOpAttr | None) -> None:
    p.write(kind.print_parameters() if kind is not None else "")


@op("gpu.all_reduce", traits=(IsolatedFromAbove,))
class AllReduceOp(Op):
    """Combine the values of all threads of the block, in any order; each thread gets the result.

    How two values are combined is a word, or a region of two arguments that yields one value. With `uniform`, either
    all threads of the block execute it, or none.

    Rules: (all_reduce_c1) there is either a word or a region. (all_reduce_c2) the word fits the type. (all_reduce_c3)
    the region takes two values of the type, and yields one.
    Example: %s = gpu.all_reduce add %x uniform { } : (f32) -> f32
    """

    value: Operand = operand(N)
    result: Result = inferred_result(N)
    op: Attr[AllReduceOpAttr | None] = optional_attr(AllReduceOpAttr, default=None, kw_only=True)
    uniform: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    body: Region = region(default=None)
    directives: ClassVar = {"Kind": (_read_kind, _write_kind)}
    syntax = "custom<Kind>($op) $value (`uniform` $uniform^)? $body attr-dict `:` functional-type(operands, results)"

    def verify(self, report: Report) -> None:
        if (self.op is None) == self.body.is_empty:
            got = "neither" if self.op is None else f"'{self.op.value}' and a body"
            report.error("all_reduce_c1", f"expected either an op attribute or a non-empty body, but got {got}")
        elif self.op is not None:
            wrong = combining_mismatch(self.op.value, self.value.type)
            if wrong is not None:
                report.error("all_reduce_c2", wrong)
        else:
            self._verify_body(self.body, report)

    def _verify_body(self, body: IRRegion, report: Report) -> None:
        type = self.value.type
        if body.entry.arg_types != [type, type]:
            got = spelled(body.entry.arg_types)
            report.error("all_reduce_c3", f"expected two region arguments of type '{type}', but got {got or 'none'}")
            return
        for block in body.blocks:
            last = block.last
            if isinstance(last, YieldOp) and last.operand_types != [type]:
                got = spelled(last.operand_types)
                report.error(
                    "all_reduce_c3", f"expected one gpu.yield operand of type '{type}', but got {got or 'none'}"
                )


@op("gpu.subgroup_reduce", interfaces=(NO_EFFECTS,))
class SubgroupReduceOp(Op):
    """Combine the values of the threads of a subgroup, in any order; each thread gets the result.

    With a cluster size, the lanes are divided into clusters of so many, each `stride` apart, that are reduced by
    themselves. With `uniform`, either all threads of the subgroup execute it, or none.

    Rules: (subgroup_reduce_c1) the word fits the type. (subgroup_reduce_c2) cluster size and stride are powers of two.
    (subgroup_reduce_c3) a stride other than 1 needs a size.
    Example: %s = gpu.subgroup_reduce add %x uniform cluster(size = 8, stride = 2) : (f32) -> f32
    """

    value: Operand = operand(V)
    result: Result = inferred_result(V)
    op: Attr[AllReduceOpAttr] = attr(AllReduceOpAttr)
    uniform: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    cluster_size: Attr[IntegerAttr | None] = optional_attr(i32_attr, default=None, kw_only=True)
    cluster_stride: Attr[IntegerAttr] = attr(i32_attr, default=int_attr(1, i32), kw_only=True)
    directives = word_directive(AllReduceOpAttr)
    syntax = (
        "custom<Word>($op) $value (`uniform` $uniform^)? "
        "(`cluster` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? `)`)? attr-dict "
        "`:` functional-type(operands, results)"
    )

    def verify(self, report: Report) -> None:
        wrong = combining_mismatch(self.op.value, self.value.type)
        if wrong is not None:
            report.error("subgroup_reduce_c1", wrong)
        size, stride = self.cluster_size, self.cluster_stride.value
        if size is not None and not _is_power_of_two(size.value):
            report.error("subgroup_reduce_c2", f"cluster size must be a power of two, but got '{size.value}'")
        if not _is_power_of_two(stride):
            report.error("subgroup_reduce_c2", f"cluster stride must be a power of two, but got '{stride}'")
        elif size is None and stride != 1:
            report.error("subgroup_reduce_c3", f"cluster stride can only be specified with a size, but got '{stride}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Clusters of one lane have that lane's value."""
        return [self.value] if self.cluster_size is not None and self.cluster_size.value == 1 else None


def _is_power_of_two(value: int) -> bool:
    return value > 0 and value & (value - 1) == 0


@op("gpu.yield", traits=(Pure, ReturnLike))
class YieldOp(Op):
    """Ends the region of `gpu.all_reduce` and gives what two values are combined to; or that of
    `gpu.warp_execute_on_lane_0`, and gives what all lanes hold together.

    Example: gpu.yield %x : f32
    """

    values: VariadicOperand = variadic_operand(any_type, default=())
    syntax = "attr-dict ($values^ `:` type($values))?"


class WritesToOutput(MemoryEffects):
    """Writes where nothing in the program can look."""

    def effects(self, op: Operation) -> Sequence[Effect]:  # type: ignore[override]
        return [Effect("write", resource="output")]


@op("gpu.printf", interfaces=(WritesToOutput,))
class PrintfOp(Op):
    """Print values by a format string as C has it, each thread by itself and in no order.

    Example: gpu.printf "thread %d: %f", %i, %x : i32, f32
    """

    format: Attr[StringAttr] = attr(string_attr)
    args: VariadicOperand = variadic_operand(printable, default=())
    syntax = "$format attr-dict (`,` $args^ `:` type($args))?"
