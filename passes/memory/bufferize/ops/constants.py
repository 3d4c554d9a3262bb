"""Constant tensors become globals: one for each value, which nothing writes to."""

from __future__ import annotations

from dlc.dialects import arith, memref
from dlc.ir import Attribute, Builder, Location, Operation
from dlc.ir.builtin_attributes import UNIT, StringAttr, SymbolRefAttr, TypeAttr
from dlc.ir.builtin_types import TensorType
from dlc.ir.locations import PendingLocation
from dlc.ir.symbol_table import symbol_name

from ..bufferization import Bufferization, bufferizes
from ..buffers import ALIGNMENT, Buffer, buffer_type


class Globals:
    """The globals of a module."""

    def __init__(self, module: Operation) -> None:
        self.block = module.regions[0].entry
        self._names: dict[Attribute, str] = {}
        self._taken = {name for name in map(symbol_name, self.block.ops) if name is not None}
        self._count = 0

    def name_of(self, value: Attribute, type: TensorType, location: Location | PendingLocation) -> str:
        """The global with this value, made now if there is none, for the constant at a place."""
        name = self._names.get(value)
        if name is None:
            name = self._names[value] = self._fresh(type)
            constant = memref.GlobalOp(
                StringAttr(name),
                TypeAttr(buffer_type(type)),
                value,
                sym_visibility=StringAttr("private"),
                constant=UNIT,
                alignment=ALIGNMENT,
            )
            builder = Builder.at_start(self.block)
            builder.location = location
            builder.insert(constant)
        return name

    def _fresh(self, type: TensorType) -> str:
        stem = "_".join(("constant", *("x".join(map(str, type.shape)) or "scalar",), str(type.element_type)))
        name = stem
        while name in self._taken:
            name = f"{stem}_{self._count}"
            self._count += 1
        self._taken.add(name)
        return name


@bufferizes(arith.ConstantOp)
def rewrite_constant(op: arith.ConstantOp, state: Bufferization) -> None:
    """constant tensor -> get_global"""
    if not op.result.has_uses:
        state.finish(op)
        return
    type = op.result.type_as(TensorType)
    name = state.globals.name_of(op.value, type, op.kept_location)
    buffer = state.insert(memref.GetGlobalOp(SymbolRefAttr(name), buffer_type(type))).result
    state.define(op.result, buffer, Buffer(buffer, state.block, is_writable=False, owned=False))
    state.finish(op)
