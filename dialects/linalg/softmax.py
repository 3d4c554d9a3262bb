"""`linalg.softmax`: exponentials along a dimension, divided by their sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dlc.dialects.tensor.structured import ShapeOfOutput
from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.builtin_constraints import i64_attr
from dlc.ir.builtin_types import MemRefType
from dlc.ir.definition import Attr, Op, Operand, VariadicResult, attr, op, operand, variadic_result
from dlc.ir.interfaces import ConditionallySpeculatable, Effect, MemoryEffects

from .structured import any_shaped, rank_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dlc.ir.verifier import Report


@op("linalg.softmax", interfaces=(MemoryEffects, ConditionallySpeculatable, ShapeOfOutput))
class SoftmaxOp(Op):
    """Compute exp(x - max(x)) / sum(exp(x - max(x))) along a dimension.

    Rules: (softmax_c1) input and output have one shape. (softmax_c2) the dimension is there. (softmax_c3) there is a
    result of the output's type where that is a tensor.
    Example: %r = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) -> tensor<4x8xf32>
    """

    input: Operand = operand(any_shaped)
    output: Operand = operand(any_shaped)
    result_tensors: VariadicResult = variadic_result(any_shaped)
    dimension: Attr[IntegerAttr] = attr(i64_attr)
    syntax = (
        "attr-dict `dimension` `(` $dimension `)` `ins` `(` $input `:` type($input) `)` "
        "`outs` `(` $output `:` type($output) `)` (`->` type($result_tensors)^)?"
    )

    def effects(self) -> Sequence[Effect]:
        """A memref that is the input is read, one that is the output is written."""
        if not isinstance(self.output.type, MemRefType):
            return ()
        return [Effect("read", self.input), Effect("write", self.output)]

    def is_speculatable(self) -> bool:
        return not isinstance(self.output.type, MemRefType)

    def verify(self, report: Report) -> None:
        source, target = self.input.type, self.output.type
        rank, dim = rank_of(source), self.dimension.value
        if self.input.shape != self.output.shape:
            report.error("softmax_c1", f"incompatible output shape, but got '{source}' and '{target}'")
        elif not 0 <= dim < rank:
            report.error("softmax_c2", f"dimension must be in 0..{rank - 1}, but got {dim}")
        wanted = [] if isinstance(target, MemRefType) else [target]
        if list(self.result_types) != wanted:
            count = len(self.results)
            report.error("softmax_c3", f"expected {len(wanted)} results of the output's type, but got {count}")
