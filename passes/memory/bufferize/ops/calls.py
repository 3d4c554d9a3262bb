"""Bufferization of calls, returns and references to functions."""

from __future__ import annotations

from dlc.dialects import func
from dlc.ir import Type, Value
from dlc.ir.builtin_types import FunctionType, TensorType, UnrankedMemRefType, UnrankedTensorType

from ..bufferization import Bufferization, bufferizes
from ..buffers import buffer_type
from .reshapes import in_rows


def on_memory(type: FunctionType) -> FunctionType:
    """The type of a function whose tensors are in memory."""
    return type.mapped(_on_memory)


def _on_memory(type: Type) -> Type:
    if isinstance(type, UnrankedTensorType):
        return UnrankedMemRefType(type.element_type, None)
    return buffer_type(type) if isinstance(type, TensorType) else type


@bufferizes(func.ReturnOp)
def rewrite_return(op: func.ReturnOp, state: Bufferization) -> None:
    """return tensors -> return memory that the caller owns"""
    given = [state.owned_copy(value, op) if state.is_tensor(value) else value for value in op.operands]
    state.insert(func.ReturnOp(given))
    state.finish(op)


@bufferizes(func.CallOp, func.CallIndirectOp)
def rewrite_call(op: func.CallOp | func.CallIndirectOp, state: Bufferization) -> None:
    """call with tensors -> call with memrefs, whose results are owned here"""
    operands = [_passed(value, state) for value in op.operands]
    types = [buffer_type(v.type) if state.is_tensor(v) else v.type for v in op.results]
    call = type(op).create(operands, types, op.properties, op.attributes, location=op.location)
    state.insert(call)
    for old, new in zip(op.results, call.results, strict=True):
        if state.is_tensor(old):
            state.own(new)
            state.define(old, new)
        else:
            old.replace_all_uses_with(new)
    state.finish(op)


def _passed(value: Value, state: Bufferization) -> Value:
    """Return what a call passes for a value: memory without a rank is in rows since its rank was hidden."""
    if not state.is_tensor(value):
        return value
    memory = state.memref_of(value)
    return memory if isinstance(value.type, UnrankedTensorType) else in_rows(memory, state)


@bufferizes(func.ConstantOp)
def rewrite_function_constant(op: func.ConstantOp, state: Bufferization) -> None:
    """The type of a function that is named is that of the function on memory."""
    if isinstance(op.result.type, FunctionType):
        op.result.type = on_memory(op.result.type)
