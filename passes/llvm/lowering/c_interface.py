"""Wrappers for C: `_mlir_ciface_<name>` has a pointer to the descriptor of each memref instead of its members, and
stores the result to a pointer that is its first argument, if the result is a memref or there are several.

A function with a body gets a wrapper that calls it. For a declaration, the wrapper is defined elsewhere, and the
function gets a body that calls it.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import llvm
from dlc.dialects.func import FuncOp
from dlc.ir import Block, InsertionPoint, Type, Value
from dlc.passes.rewriting.conversion import ConversionRewriter

from .calling_convention import argument_types, result_type
from .index_math import INDEX
from .memref_parts import member_positions
from .type_converter import LLVMTypeConverter, converter_of, descriptor_type

C_INTERFACE = "llvm.emit_c_interface"
PREFIX = "_mlir_ciface_"


def add_c_interface(rw: ConversionRewriter, op: FuncOp, function: llvm.FuncOp, names: Sequence[str | None]) -> None:
    """Insert the wrapper of a function before `op`, which was converted to `made`; `names` are argument names."""
    converter = converter_of(rw)
    by_pointer = _returns_by_pointer(op)
    inputs = [_parameter(converter, type) for type in op.type.inputs]
    kind = result_type(converter, op.type.results)
    name = PREFIX + op.sym_name.value
    if by_pointer:
        inputs, result = [llvm.PTR, *inputs], llvm.VOID
    else:
        result = kind
    if function.is_declaration():
        wrapper = llvm.FuncOp.declaration(name, inputs, result)
        function.body.append(Block(function.type.inputs))
    else:
        wrapper = llvm.FuncOp.of(name, inputs, result)
        for argument, known in zip(wrapper.entry.args, ["result", *names] if by_pointer else names, strict=True):
            argument.name_hint = known
    rw.insert_before(op, wrapper)
    caller, called = (wrapper, function) if not wrapper.is_declaration() else (function, wrapper)
    with rw.at(InsertionPoint.at_end(caller.entry), op.location):
        if caller is wrapper:
            _call_with_members(rw, op, wrapper, called, by_pointer)
        else:
            _call_with_pointers(rw, op, function, called, kind if by_pointer else None)


def _returns_by_pointer(op: FuncOp) -> bool:
    results = op.type.results
    return len(results) > 1 or any(descriptor_type(type) is not None for type in results)


def _parameter(converter: LLVMTypeConverter, type: Type) -> Type:
    return llvm.PTR if descriptor_type(type) is not None else argument_types(converter, type)[0]


def _call_with_members(
    rw: ConversionRewriter, op: FuncOp, wrapper: llvm.FuncOp, called: llvm.FuncOp, by_pointer: bool
) -> None:
    """Build the body of a wrapper: load descriptors, call, store the result."""
    given: Sequence[Value] = wrapper.entry.args
    passed: list[Value] = []
    for value, type in zip(given[1:] if by_pointer else given, op.type.inputs, strict=True):
        kind = descriptor_type(type)
        if kind is None:
            passed.append(value)
            continue
        held = rw.insert(llvm.LoadOp(value, kind)).res
        passed += [rw.insert(llvm.ExtractValueOp.of(held, *at)).res for at in member_positions(kind)]
    result = rw.insert(llvm.CallOp.of(called, passed)).result
    if by_pointer and result is not None:
        rw.insert(llvm.StoreOp(result, given[0]))
    rw.insert(llvm.ReturnOp(None if by_pointer else result))


def _call_with_pointers(
    rw: ConversionRewriter, op: FuncOp, function: llvm.FuncOp, called: llvm.FuncOp, kind: Type | None
) -> None:
    """Build the body of a function that is defined elsewhere: store descriptors, call its wrapper, load the result."""
    remaining: list[Value] = list(function.entry.args)
    passed: list[Value] = []
    place = None if kind is None else _place_for(rw, kind)
    for type in op.type.inputs:
        struct = descriptor_type(type)
        if struct is None:
            passed.append(remaining.pop(0))
            continue
        positions = member_positions(struct)
        held = rw.insert(llvm.PoisonOp(struct)).res
        for position in positions:
            held = rw.insert(llvm.InsertValueOp.of(remaining.pop(0), held, *position)).res
        pointer = _place_for(rw, struct)
        rw.insert(llvm.StoreOp(held, pointer))
        passed.append(pointer)
    result = rw.insert(llvm.CallOp.of(called, passed if place is None else [place, *passed])).result
    if place is not None and kind is not None:
        result = rw.insert(llvm.LoadOp(place, kind)).res
    rw.insert(llvm.ReturnOp(result))


def _place_for(rw: ConversionRewriter, kind: Type) -> Value:
    one = rw.insert(llvm.ConstantOp.of(1, INDEX)).res
    return rw.insert(llvm.AllocaOp.of(kind, one)).res
