"""The meaning of `memref.get_global`."""

from __future__ import annotations

from dlc.dialects import memref as dialect
from dlc.interp.errors import Fault
from dlc.interp.memory import Buffer, ElementCodec, MemRef, row_major
from dlc.interp.semantics import Kernel, Machine, semantics
from dlc.interp.values import constant
from dlc.ir.builtin_attributes import DenseElementsAttr
from dlc.ir.builtin_types import MemRefType


@semantics(dialect.GetGlobalOp)
def get_global(op: dialect.GetGlobalOp, machine: Machine) -> Kernel:
    """The memory of a global."""
    symbol, type = machine.symbol(op, op.name_), op.result.type
    assert isinstance(type, MemRefType)
    if not isinstance(symbol, dialect.GlobalOp):
        raise Fault(f"refers to '{symbol.name}', which is not a global")
    codec = ElementCodec(type.element_type, machine.vscale)

    def run() -> MemRef:
        buffer = machine.global_memory(symbol, lambda: _make_global(symbol, type, codec, machine))
        return MemRef(buffer, codec, type.shape, row_major(type.shape))

    return run


def _make_global(op: dialect.GlobalOp, type: MemRefType, codec: ElementCodec, machine: Machine) -> Buffer:
    name, value = f"global @{op.sym_name.value}", op.initial_value
    buffer = machine.allocate(type.num_elements * codec.size, name)
    if value is None:
        raise Fault(f"uses {name}, which is defined elsewhere")
    if not op.is_uninitialized:
        if not isinstance(value, DenseElementsAttr):
            value = getattr(value, "as_dense", lambda: value)()
        whole = MemRef(buffer, codec, [type.num_elements], [1])
        items = constant(value, value.type, machine.vscale).items()  # type: ignore[attr-defined]
        for place, item in enumerate(items):
            whole.store([place], item)
    buffer.is_constant = op.constant is not None
    return buffer
