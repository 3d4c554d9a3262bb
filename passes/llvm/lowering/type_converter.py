"""Conversion of types to the dialect `llvm`: as values, and in memory, where a memref is one descriptor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dlc.dialects import llvm
from dlc.ir import Block, IntegerAttr, Operation, Type, TypedAttribute
from dlc.ir.builtin_types import (
    DYNAMIC,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    UnrankedMemRefType,
    VectorType,
    i64,
)
from dlc.ir.strided_layout import strides_of
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.conversion import ConversionRewriter
from dlc.passes.rewriting.entry_constants import EntryConstants
from dlc.passes.rewriting.type_conversion import TypeConverter

INDEX = i64
"""The type of an index: as wide as a pointer."""


@dataclass(frozen=True)
class LoweringOptions:
    """Choices of the lowering."""

    aligned_alloc: bool = False
    """Allocate with `aligned_alloc` of C11 instead of making the result of `malloc` aligned."""
    asserts: str = "abort"
    """Effect of a failed assertion: `abort` prints its message and ends the process, `trap` ends it at once, `ignore`
    assumes that assertions hold.
    """
    c_interface: bool = False
    """Give every public function a wrapper `_mlir_ciface_<name>` whose parameters are pointers to descriptors."""


class LLVMTypeConverter(TypeConverter):
    """Converts types to those of `llvm`."""

    def __init__(self, options: LoweringOptions | None = None) -> None:
        super().__init__()
        self.options = options or LoweringOptions()
        self.symbols: dict[Operation, dict[str, Operation]] = {}
        """Symbols by name, for each symbol table that lowered code calls functions of (`needed_functions.py`)."""
        self.bare: dict[Operation, frozenset[str]] = {}
        """The functions of a symbol table that take memrefs as bare pointers."""
        self._constants: dict[Block, EntryConstants] = {}
        self._stored: dict[Type, Type | None] = {}
        self.add(_as_values)

    def constants_of(self, entry: Block, rw: ConversionRewriter) -> EntryConstants:
        """Return the constants of the function that begins with a block."""
        if entry not in self._constants:
            self._constants[entry] = _LLVMConstants(entry, rw)
        return self._constants[entry]

    def in_memory(self, type: Type) -> Type | None:
        """Return the type of a value in memory, or passed as one value: for a memref, that of its descriptor."""
        if type not in self._stored:
            self._stored[type] = descriptor_type(type) or self.convert_to_one(type)
        return self._stored[type]


class _LLVMConstants(EntryConstants):
    """The constants of one function, as ops of `llvm`."""

    def __init__(self, entry: Block, rw: ConversionRewriter) -> None:
        super().__init__(entry)
        self.rewriter = rw

    def create(self, attr: TypedAttribute) -> Operation:
        assert self.entry.first is not None, "an op of the function is being converted"
        return self.rewriter.insert_before(self.entry.first, llvm.ConstantOp(attr, attr.type))


def converter_of(rw: ConversionRewriter) -> LLVMTypeConverter:
    """Return the type converter of a conversion to `llvm`."""
    converter = rw.converter
    if not isinstance(converter, LLVMTypeConverter):
        raise CannotLower("the conversion is not one to the dialect 'llvm'")
    return converter


# -- Values ------------------------------------------------------------------------------------------------------------


def _as_values(type: Type) -> Type | Sequence[Type] | None:
    if isinstance(type, MemRefType):
        return _memref_parts(type)
    if isinstance(type, UnrankedMemRefType):
        pointer = pointer_to(type)
        return None if pointer is None or element_in_memory(type.element_type) is None else (INDEX, llvm.PTR)
    return _single(type)


def _single(type: Type) -> Type | None:
    """Return the type of a value that is converted to one value."""
    if isinstance(type, IndexType):
        return INDEX
    if isinstance(type, IntegerType):
        return IntegerType(type.width) if type.width else None
    if isinstance(type, FloatType):
        return type if llvm.is_compatible(type) else IntegerType(type.width)
    if isinstance(type, VectorType):
        return _vector(type)
    if isinstance(type, ComplexType):
        part = _single(type.element_type)
        return llvm.StructType((part, part)) if part is not None else None
    if isinstance(type, FunctionType):
        return llvm.PTR
    return type if llvm.is_compatible(type) else None


def _vector(type: VectorType) -> Type | None:
    element = _single(type.element_type)
    if element is None:
        return None
    if not type.shape:
        return VectorType((1,), element)
    if any(type.scalable[:-1]):
        return None
    converted: Type = VectorType(type.shape[-1:], element, type.scalable[-1:])
    for size in reversed(type.shape[:-1]):
        converted = llvm.ArrayType(size, converted)
    return converted


# -- Memrefs -----------------------------------------------------------------------------------------------------------


def pointer_to(type: MemRefType | UnrankedMemRefType) -> llvm.PointerType | None:
    """Return the type of the pointer to a memref's elements, or `None` if its memory space is not an integer."""
    space = type.memory_space
    if space is None:
        return llvm.PTR
    return llvm.PointerType(space.value) if isinstance(space, IntegerAttr) and space.value >= 0 else None


def element_in_memory(type: Type) -> Type | None:
    """Return the type of an element in memory; a memref in a memref is its descriptor."""
    return descriptor_type(type) or _single(type)


def _memref_parts(type: MemRefType) -> Sequence[Type] | None:
    layout, pointer = strides_of(type), pointer_to(type)
    if layout is None or pointer is None or element_in_memory(type.element_type) is None:
        return None
    unknown = (layout.offset, *type.shape, *layout.strides).count(DYNAMIC)
    return (pointer, pointer, *[INDEX] * unknown)


def descriptor_type(type: Type) -> llvm.StructType | None:
    """Return the structure that represents a memref, as in MLIR; `None` for other types."""
    if isinstance(type, UnrankedMemRefType):
        return llvm.StructType((INDEX, llvm.PTR)) if _as_values(type) is not None else None
    if not isinstance(type, MemRefType):
        return None
    pointer, rank = pointer_to(type), len(type.shape)
    if pointer is None or strides_of(type) is None or element_in_memory(type.element_type) is None:
        return None
    numbers = (llvm.ArrayType(rank, INDEX),) * 2 if rank else ()
    return llvm.StructType((pointer, pointer, INDEX, *numbers))
