"""Lowering of global memrefs. Their values are forwarded as they are, without copying elements."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import llvm
from dlc.dialects.llvm.constants import mismatch
from dlc.dialects.memref import GetGlobalOp, GlobalOp
from dlc.ir import Attribute, Block, DenseElementsAttr, IntegerAttr, Type, TypeAttr
from dlc.ir.builtin_types import ComplexType, MemRefType, TensorType, i32
from dlc.ir.patterns import Match
from dlc.ir.strided_layout import has_identity_layout
from dlc.ir.symbol_table import PRIVATE, visibility
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..lowering.type_converter import element_in_memory, pointer_to


@conversion(GlobalOp)
def lower_global(op: GlobalOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.global @g  ->  llvm.mlir.global @g, of nested arrays"""
    type = op.type.type
    assert isinstance(type, MemRefType), "a global is a memref"
    element, pointer = element_in_memory(type.element_type), pointer_to(type)
    if element is None or pointer is None or not has_identity_layout(type):
        return rw.no_match(f"type '{type}' cannot be converted")
    kind = nested_array(type.shape, element)
    if isinstance(type.element_type, ComplexType) and isinstance(element, llvm.StructType):
        kind = nested_array((*type.shape, 2), element.body[0])
    value = None if op.is_uninitialized else _as_scalar(_by_parts(op.initial_value), kind)
    problem = mismatch(value, kind) if value is not None else None
    if problem is not None:
        return rw.no_match(f"its value does not fit '{kind}': {problem[1]}")
    global_op = llvm.GlobalOp(op.sym_name, TypeAttr(kind), _linkage(op), value, op.constant)
    global_op.alignment = op.alignment
    if pointer.address_space:
        global_op.addr_space = IntegerAttr(pointer.address_space, i32)
    if op.is_uninitialized:
        global_op.regions[0].append(_returning_undef(kind))
    return rw.replace(op, global_op)


def nested_array(shape: Sequence[int], element: Type) -> Type:
    """Return the type of nested arrays, with the last dimension innermost."""
    kind = element
    for size in reversed(shape):
        kind = llvm.ArrayType(size, kind)
    return kind


def _linkage(op: GlobalOp) -> llvm.LinkageAttr:
    is_declared_here = op.initial_value is not None
    return llvm.LinkageAttr("private" if visibility(op) == PRIVATE and is_declared_here else "external")


def _as_scalar(value: Attribute | None, kind: Type) -> Attribute | None:
    """Return a value of rank 0 as a scalar."""
    if isinstance(value, DenseElementsAttr) and not isinstance(kind, llvm.ArrayType) and value.type.num_elements == 1:
        return value.splat_value()
    return value


def _by_parts(value: Attribute | None) -> Attribute | None:
    """Return complex elements as their parts, with a dimension for both, as they lie in memory."""
    if not isinstance(value, DenseElementsAttr) or not isinstance(value.type.element_type, ComplexType):
        return value
    type = TensorType((*value.type.shape, 2), value.type.element_type.element_type)
    raw = value.data.raw
    return DenseElementsAttr.from_bytes(type, bytes(raw) * value.type.num_elements if value.is_splat else raw)


def _returning_undef(kind: Type) -> Block:
    nothing = llvm.UndefOp(kind)
    return Block(ops=[nothing, llvm.ReturnOp(nothing.res)])


@conversion(GetGlobalOp)
def lower_get_global(op: GetGlobalOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.get_global @g  ->  llvm.mlir.addressof @g, which is never freed"""
    type = op.result.type_as(MemRefType)
    pointer = pointer_to(type)
    if pointer is None:
        return rw.no_match(f"type '{type}' cannot be converted")
    place = rw.insert_before(op, llvm.AddressOfOp(op.name_, pointer)).res
    return rw.replace_with_many(op, [[place, place]])


PATTERNS = (lower_global, lower_get_global)
