"""`tensor.kernel`: structured ops that become one piece of code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Location, Operation, Type
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import spelled
from dlc.ir.builtin_attributes import IntegerAttr, i32_array
from dlc.ir.builtin_constraints import i64_attr
from dlc.ir.builtin_types import MemRefType, TensorType
from dlc.ir.constraints import TypeConstraint
from dlc.ir.definition import (
    Attr,
    Op,
    Region,
    VariadicOperand,
    VariadicResult,
    op,
    optional_attr,
    region,
    variadic_operand,
    variadic_result,
)
from dlc.ir.interfaces import Effect, MemoryEffects
from dlc.ir.locations import PendingLocation
from dlc.ir.traits import RecursiveMemoryEffects, SingleBlock

from .creation import YieldOp
from .structured import ShapeOfOutput, StructuredOp, structured_output

if TYPE_CHECKING:
    from dlc.ir.assembly import Argument
    from dlc.ir.verifier import Report

SHARED = "shared"
ranked_tensor = TypeConstraint("ranked tensor", lambda type: isinstance(type, TensorType))


def is_open(op: Operation) -> bool:
    """Return whether what is inside an op stands for itself, and is no part of a structured op or a kernel."""
    return _is_open_kind(type(op))


@cache
def _is_open_kind(kind: type[Operation]) -> bool:
    return not issubclass(kind, (StructuredOp, KernelOp))


def as_tensor(type: Type) -> Type:
    """The tensor that a memref holds; a tensor type itself."""
    return TensorType(type.shape, type.element_type) if isinstance(type, MemRefType) else type


@op("tensor.kernel", traits=(SingleBlock, RecursiveMemoryEffects), interfaces=(MemoryEffects, ShapeOfOutput))
class KernelOp(Op):
    """Structured ops that are computed together, in loops that they share, without tensors between them in memory.

    The region gets the inputs, then the outputs, as tensors; what it yields are the results, or, on memrefs, what is
    written to the outputs when all is computed. Which ops form a kernel changes nothing but speed, and neither does
    `shared`, the largest number of loops that the ops share: the first parallel ones of the op that makes the first
    result. Without it, they share as many as they can.

    Rules: (kernel_c1) operands are all tensors or all memrefs, with an output, and results have the types of output
    tensors. (kernel_c2) the region takes a tensor for each operand, and yields one for each output.
    (kernel_c3) the number of shared loops is not negative.
    Example:
        %r = tensor.kernel ins(%a = %x : tensor<4xf32>) outs(%o = %init : tensor<4xf32>) {
          %f = tensor.fill ins(%y : f32) outs(%o : tensor<4xf32>) -> tensor<4xf32>
          tensor.yield %f : tensor<4xf32>
        } -> tensor<4xf32>
    """

    inputs: VariadicOperand = variadic_operand(structured_output)
    outputs: VariadicOperand = variadic_operand(structured_output)
    shared: Attr[IntegerAttr | None] = optional_attr(i64_attr, default=None, kw_only=True)
    result_tensors: VariadicResult = variadic_result(ranked_tensor, default=())
    body: Region = region(default=None)
    syntax = HAND_WRITTEN

    @property
    def is_on_tensors(self) -> bool:
        """Whether the outputs are tensors."""
        return isinstance(self.outputs[0].type, TensorType)

    @property
    def yielded(self) -> YieldOp:
        """The end of the region."""
        last = self.body.entry.last
        assert isinstance(last, YieldOp)
        return last

    def effects(self) -> Sequence[Effect]:
        """Return the effects on memrefs: the inputs are read, the outputs read and written."""
        if self.is_on_tensors:
            return ()
        reads = [Effect("read", value) for value in self.operands]
        return [*reads, *(Effect("write", value) for value in self.outputs)]

    def verify(self, report: Report) -> None:
        kinds = {type(value.type) for value in self.operands}
        wanted = [value.type for value in self.outputs] if len(kinds) == 1 and TensorType in kinds else []
        if len(kinds) > 1 or not self.outputs or self.result_types != wanted:
            got = spelled([value.type for value in (*self.operands, *self.results)])
            report.error(
                "kernel_c1",
                "operands must be all tensors or all memrefs, with an output, and results have the output's types"
                f", but got {got or 'none'}",
            )
            return
        if self.shared is not None and self.shared.value < 0:
            report.error("kernel_c3", f"the number of shared loops must not be negative, but got {self.shared.value}")
        entry, tensors = self.body.first, [as_tensor(value.type) for value in self.operands]
        taken = entry.arg_types if entry is not None else []
        if entry is None or taken != tensors:
            report.error("kernel_c2", f"the region must take {spelled(tensors)}, but got {spelled(taken) or 'none'}")
            return
        last, outputs = entry.last, tensors[len(self.inputs) :]
        if not isinstance(last, YieldOp) or last.operand_types != outputs:
            got = spelled(last.operand_types) if isinstance(last, YieldOp) else "no yield"
            report.error("kernel_c2", f"the region must yield {spelled(outputs)}, but got {got}")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> KernelOp:
        groups = [_read_bindings(p) if p.accept(word) else [] for word in ("ins", "outs")]
        arguments = [argument for group in groups for argument, _, _, _ in group]
        operands = [p.resolve(name, at, type) for group in groups for _, name, at, type in group]
        attributes = p.attr_dict_with_keyword()
        body = p.region(arguments)
        types: list[Type] = []
        if p.accept("->"):
            if p.accept("("):
                types = p.types()
                p.expect(")")
            else:
                types = [p.type()]
        properties: dict[str, Attribute] = {"operandSegmentSizes": i32_array((len(groups[0]), len(groups[1])))}
        if SHARED in attributes:
            properties[SHARED] = attributes.pop(SHARED)
        return cls.create(operands, types, properties, attributes, [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        names = iter(self.body.entry.args)
        for word, values in (("ins", self.inputs), ("outs", self.outputs)):
            if values:
                bindings = ", ".join(f"{p.name(next(names))} = {p.name(value)}" for value in values)
                p.write(f" {word}({bindings} : {p.types_of([value.type for value in values])})")
        p.attr_dict(self, ("operandSegmentSizes",), keyword=True)
        p.write(" ")
        p.region(self.body, entry_args=False)
        if self.results:
            text = p.types_of(self.result_types)
            p.write(f" -> {text}" if len(self.results) == 1 else f" -> ({text})")


def _read_bindings(p: AsmReader) -> list[tuple[Argument, str, int, Type]]:
    """`(%a = %x, %b = %y : type, type)`: the region's arguments and the operands that they stand for."""
    p.expect("(")
    names: list[tuple[str, int, str, int]] = []
    while not names or p.accept(","):
        start = p.pos
        name = p.value_name()
        p.expect("=")
        offset = p.pos
        names.append((name, start, p.value_name(), offset))
    p.expect(":")
    types = p.types()
    p.expect(")")
    if len(names) != len(types):
        p.fail(f"expected as many types as values, but got {len(names)} values and {len(types)} types")
    return [
        ((inner, as_tensor(type), None, at), outer, where, type)
        for (inner, at, outer, where), type in zip(names, types, strict=True)
    ]
