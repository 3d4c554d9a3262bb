"""The meaning of `builtin`'s one op that computes: a cast between types for which conversion has no better word yet."""

from __future__ import annotations

from typing import Any

from dlc.dialects.builtin import UnrealizedConversionCastOp

from ..errors import Fault
from ..semantics import Kernel, Machine, semantics
from ..values import is_number, is_vector_like, scalar_width


@semantics(UnrealizedConversionCastOp)
def unrealized_cast(op: UnrealizedConversionCastOp, machine: Machine) -> Kernel:
    """The same bits, where both types are numbers of one width; there is no meaning otherwise."""
    del machine
    if len(op.operands) != 1 or len(op.results) != 1:
        raise Fault("casts between different numbers of values, which has no meaning")
    source, target = op.operands[0].type, op.results[0].type
    if source is not target:
        known = all(is_number(type) or is_vector_like(type) for type in (source, target))
        if not known or is_number(source) != is_number(target) or scalar_width(source) != scalar_width(target):
            raise Fault(f"casts '{source}' to '{target}', which has no meaning")

    def run(value: Any) -> Any:
        return value

    return run
