"""MLIR's calling conventions: the conversion of values at function boundaries.

A memref argument becomes one argument for each member of its descriptor, sizes and strides one by one; a memref result
is its descriptor. Several results become one structure. All other values are passed as they are.

A *bare* memref argument, of a function with the attribute `llvm.bareptr`, is the pointer to its buffer, followed by the
offset, sizes and strides that are dynamic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress

from dlc.dialects import llvm
from dlc.dialects.llvm.types import member_type
from dlc.ir import Operation, Type, Value
from dlc.ir.builtin_types import DYNAMIC, FunctionType, MemRefType, UnrankedMemRefType
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.conversion import ConversionRewriter

from .index_math import IndexMath
from .memref_parts import MemRefParts, layout_of, member_positions, pack, packed
from .type_converter import LLVMTypeConverter, descriptor_type


def argument_types(converter: LLVMTypeConverter, type: Type, *, bare: bool = False) -> list[Type]:
    """Return the types of the arguments for a parameter of this type."""
    kind = descriptor_type(type)
    if kind is None:
        return [single_type(converter, type)]
    members = [member_of(kind, position) for position in member_positions(kind)]
    return list(compress(members, is_passed(type))) if bare and isinstance(type, MemRefType) else members


def single_type(converter: LLVMTypeConverter, type: Type) -> Type:
    """Return the type of a value of this type as a single value."""
    converted = converter.in_memory(type)
    if converted is None:
        raise CannotLower(f"type '{type}' cannot be converted")
    return converted


def member_of(kind: Type, position: Sequence[int]) -> Type:
    """Return the type at a position inside a structure."""
    for index in position:
        member = member_type(kind, index)
        assert member is not None, "a position inside the structure"
        kind = member
    return kind


def result_type(converter: LLVMTypeConverter, types: Sequence[Type]) -> Type:
    """Return the single result type of a function with these results."""
    if not types:
        return llvm.VOID
    converted = [single_type(converter, type) for type in types]
    return converted[0] if len(converted) == 1 else llvm.StructType(tuple(converted))


def signature(converter: LLVMTypeConverter, type: FunctionType, *, bare: bool = False) -> llvm.LLVMFunctionType:
    """Return the converted type of a function."""
    inputs = [inner for each in type.inputs for inner in argument_types(converter, each, bare=bare)]
    return llvm.LLVMFunctionType(result_type(converter, type.results), tuple(inputs))


# -- Values ------------------------------------------------------------------------------------------------------------


def as_arguments(rw: ConversionRewriter, op: Operation, values: Iterable[Value], *, bare: bool = False) -> list[Value]:
    """Return the arguments that are passed for these operands of `op`."""
    math = IndexMath(rw, op)
    passed: list[Value] = []
    for value in values:
        if not isinstance(value.type, MemRefType):
            passed += rw.converted(value)
        elif bare:
            passed += MemRefParts.of(rw, value).values(math)[1:]
        else:
            passed += MemRefParts.of(rw, value).all_values(math)
    return passed


def from_arguments(type: Type, values: Sequence[Value], *, bare: bool = False) -> list[Value]:
    """Return the values of a parameter from its arguments, without those that are static in its type."""
    if not isinstance(type, MemRefType):
        return list(values)
    return [values[0], *values] if bare else list(compress(values, _is_part(type)))


def is_passed(type: MemRefType) -> list[bool]:
    """Return which members of the descriptor are passed for a bare memref."""
    return [False, *_is_part(type)[1:]]


def _is_part(type: MemRefType) -> list[bool]:
    """Return which members of the descriptor a memref of this type consists of."""
    offset, strides = layout_of(type)
    return [True, True, *(number == DYNAMIC for number in (offset, *type.shape, *strides))]


def as_one(rw: ConversionRewriter, op: Operation, value: Value) -> Value:
    """Return an operand of `op` as it is in memory or as a result: a memref as its descriptor."""
    if isinstance(value.type, MemRefType):
        return packed(IndexMath(rw, op), MemRefParts.of(rw, value))
    if isinstance(value.type, UnrankedMemRefType):
        kind = descriptor_type(value.type)
        assert kind is not None, "what can be converted has a descriptor"
        return pack(IndexMath(rw, op), kind, rw.converted(value))
    return rw.converted_to_one(value)


def from_one(rw: ConversionRewriter, op: Operation, type: Type, value: Value) -> list[Value]:
    """Return the values of a type, extracted from its form as a single value."""
    kind = descriptor_type(type)
    if kind is None:
        return [value]
    positions = member_positions(kind)
    wanted = compress(positions, _is_part(type)) if isinstance(type, MemRefType) else positions
    return [rw.insert_before(op, llvm.ExtractValueOp.of(value, *position)).res for position in wanted]
