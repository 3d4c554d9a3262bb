"""Lowerings of elementwise ops of `arith` and `math` on tensors: one structured op each, of the op on scalars."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, math, tensor
from dlc.ir import Operation, Value
from dlc.ir.builtin_types import TensorType
from dlc.ir.traits import Elementwise

from .lowering import ToTensor, lowers
from .scalars import Scalars

DIALECTS = (arith.DIALECT, math.DIALECT)
KINDS = [kind for dialect in DIALECTS for kind in dialect.ops.values() if Elementwise in kind.traits]


@lowers(*KINDS)
def lower_on_elements(op: Operation, to: ToTensor) -> Sequence[Value]:
    """f(x, y) on tensors -> generic { f }; an operand that is a scalar, as a condition may be, goes to each element."""
    inputs = [value for value in to.operands if isinstance(value.type, TensorType)]
    elements = [type.element_type for type in to.result_types if isinstance(type, TensorType)]
    sizes, rank = to.sizes(inputs[0]), len(inputs[0].shape)
    inits = [to.empty(sizes, element) for element in elements]

    def body(s: Scalars, *arguments: Value) -> Sequence[Value]:
        given = iter(arguments)
        operands = [next(given) if isinstance(value.type, TensorType) else value for value in to.operands]
        scalar_op = type(op).create(operands, elements, op.properties, op.attributes, location=op.location)
        return s.builder.insert(scalar_op).results

    maps = [tensor.identity(rank)] * (len(inputs) + len(inits))
    return to.generic(inputs, maps, inits, [tensor.PARALLEL] * rank, body)
