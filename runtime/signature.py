"""The parameters and results of an entry, determined from its function before the function is lowered.

An entry is a public function with a body. Its tensors and memrefs are arrays, its scalars are numbers. The dialect
`llvm` has pointers instead of arrays, and the memory that they point to is unknown. A function with types that Python
cannot pass (vectors, unranked memrefs, elements without a numpy type) is not an entry; `Unsupported` contains the
reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dlc.dialects import func, llvm
from dlc.dialects.graph.sizes import Dim, DimsAttr, Size
from dlc.ir.attributes import Attribute, Type
from dlc.ir.builtin_attributes import ArrayAttr, DictionaryAttr, IntegerAttr, layout_of
from dlc.ir.builtin_types import DYNAMIC, ComplexType, FloatType, IndexType, IntegerType, MemRefType, TensorType
from dlc.ir.elements import numpy_type
from dlc.ir.operations import Operation
from dlc.ir.strided_layout import strides_of
from dlc.ir.values import Value

from .uses_of_memory import FREES, READS, use_of

Function = func.FuncOp | llvm.FuncOp


class Unsupported(Exception):
    """The reason why a function cannot be called from Python."""


@dataclass(frozen=True)
class Number:
    """A scalar. It uses the low bytes of a slot of eight."""

    type: Type
    dtype: Any
    """The numpy type with the same number of bytes; `None` for a pointer."""

    def __str__(self) -> str:
        return str(self.type)


@dataclass(frozen=True)
class Array:
    """A tensor or a memref."""

    dtype: Any
    sizes: tuple[Dim, ...]
    """Integers, expressions over names, or `None` for any size."""
    strides: tuple[int, ...] | None = None
    """The strides in elements, with `DYNAMIC` for any; `None` for row-major."""
    offset: int = 0
    """The distance of the first element from the address of the buffer, in elements; `DYNAMIC` for any."""

    @property
    def shape(self) -> tuple[int | str | None, ...]:
        """The sizes as text."""
        return tuple(str(size) if isinstance(size, Size) else size for size in self.sizes)

    def __str__(self) -> str:
        return f"{self.dtype.name}[{', '.join('?' if size is None else str(size) for size in self.shape)}]"


@dataclass(frozen=True)
class Parameter:
    """One parameter."""

    name: str
    kind: Number | Array
    is_written: bool = False
    """Whether the function may write to it, so that it must not be copied."""
    is_alone: bool = False
    """Whether the function assumes that it shares no memory with other arguments."""
    alignment: int = 1
    """The required alignment of its address in bytes, if it is larger than that of its elements."""

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}"


@dataclass(frozen=True)
class Signature:
    """The parameters and results of an entry."""

    name: str
    parameters: tuple[Parameter, ...]
    results: tuple[Number | Array, ...]
    results_are_fresh: bool
    """Whether each result is known to be newly allocated memory, which the caller must free."""

    def __str__(self) -> str:
        results = ", ".join(map(str, self.results))
        result_text = results if len(self.results) == 1 else f"({results})"
        return f"{self.name}({', '.join(map(str, self.parameters))}) -> {result_text}"


def entries_of(module: Operation) -> dict[str, Signature | str]:
    """Return the signatures of public functions with a body, or the reason why there is none."""
    signatures: dict[str, Signature | str] = {}
    for op in (op for block in module.regions[0].blocks for op in block.ops):
        if not isinstance(op, (func.FuncOp, llvm.FuncOp)) or op.is_declaration() or _is_private(op):
            continue
        try:
            signatures[op.sym_name.value] = signature_of(op)
        except Unsupported as reason:
            signatures[op.sym_name.value] = str(reason)
    return signatures


def _is_private(function: Function) -> bool:
    """Return whether a function is private."""
    if isinstance(function, llvm.FuncOp):
        return function.can_discard()
    if func.GLOBAL_CTOR in function.attributes:
        return True
    return function.sym_visibility is not None and function.sym_visibility.value != "public"


def signature_of(function: Function) -> Signature:
    """Return the signature of a function with a body; raise `Unsupported` if there is none."""
    is_llvm = isinstance(function, llvm.FuncOp)
    if is_llvm and function.type.varargs:
        raise Unsupported("takes any number of arguments")
    results = _llvm_results(function) if is_llvm else [_kind(type, None, "returns") for type in function.type.results]
    parameters = tuple(_parameter(function, number) for number in range(len(function.entry.args)))
    types = () if is_llvm else function.type.results
    has_memrefs = any(isinstance(type, MemRefType) for type in types)
    return Signature(function.sym_name.value, _with_own_names(parameters), tuple(results), not has_memrefs)


def _llvm_results(function: llvm.FuncOp) -> list[Number | Array]:
    result = function.type.result
    if isinstance(result, llvm.VoidType):
        return []
    parts = result.body if isinstance(result, llvm.StructType) else (result,)
    return [_number(type, "returns") for type in parts]


# -- Parameters --------------------------------------------------------------------------------------------------------


def _parameter(function: Function, number: int) -> Parameter:
    argument = function.entry.args[number]
    attributes = _attributes_of(function.arg_attrs, number)
    name = argument.name_hint or f"arg{number}"
    if isinstance(function, llvm.FuncOp):
        return Parameter(name, _number(argument.type, "takes"))
    kind = _kind(argument.type, attributes.get("graph.dims"), "takes")
    align = attributes.get("llvm.align")
    return Parameter(
        name,
        kind,
        isinstance(argument.type, MemRefType) and _may_write(argument),
        "llvm.noalias" in attributes,
        align.value if isinstance(align, IntegerAttr) else 1,
    )


def _may_write(argument: Value) -> bool:
    use = use_of(argument)
    if use == FREES:
        raise Unsupported(f"frees its argument '{argument.name_hint}', which the caller owns")
    return use != READS


def _attributes_of(given: ArrayAttr | None, number: int) -> dict[str, Attribute]:
    entry = given[number] if given is not None else None
    return entry.as_dict() if isinstance(entry, DictionaryAttr) else {}


def _with_own_names(parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
    """Return the parameters with unique names; IR that was merged from several functions may have duplicates."""
    seen: set[str] = set()
    renamed: list[Parameter] = []
    for number, each in enumerate(parameters):
        name = each.name if each.name not in seen else f"{each.name}_{number}"
        seen.add(name)
        renamed.append(Parameter(name, each.kind, each.is_written, each.is_alone, each.alignment))
    return tuple(renamed)


# -- Types -------------------------------------------------------------------------------------------------------------


def _kind(type: Type, dims: Attribute | None, verb: str) -> Number | Array:
    if isinstance(type, TensorType):
        return Array(_element_dtype(type, verb), _sizes(type.shape, type.encoding or dims))
    if not isinstance(type, MemRefType):
        return _number(type, verb)
    layout = strides_of(type)
    if layout is None or type.memory_space is not None:
        raise Unsupported(f"{verb} a '{type}', whose layout or memory space numpy does not support")
    if type.layout is None:
        return Array(_element_dtype(type, verb), _sizes(type.shape, dims))
    return Array(_element_dtype(type, verb), _sizes(type.shape, dims), layout.strides, layout.offset)


def _sizes(shape: Sequence[int], dims: Attribute | None) -> tuple[Dim, ...]:
    if not isinstance(dims, DimsAttr) or not dims.fits(shape):
        return tuple(None if size == DYNAMIC else size for size in shape)
    named = iter(dims.sizes)
    return tuple(next(named) if size == DYNAMIC else size for size in shape)


def _element_dtype(type: TensorType | MemRefType, verb: str) -> Any:
    dtype = _dtype_of(type.element_type)
    if dtype is None:
        raise Unsupported(f"{verb} a '{type}', whose elements have no numpy type of the same representation")
    return dtype


def _dtype_of(type: Type) -> Any:
    """Return the numpy type of elements with the same representation, or `None` if there is none."""
    if isinstance(type, IntegerType) and type.width not in (1, 8, 16, 32, 64):
        return None
    if isinstance(type, FloatType) and type.width < 8:
        return None
    layout = layout_of(type)
    try:
        return np.dtype(numpy_type(layout).type) if layout is not None else None
    except ValueError:
        return None


def _number(type: Type, verb: str) -> Number:
    if isinstance(type, llvm.PointerType):
        if type.address_space == 0:
            return Number(type, None)
    elif isinstance(type, IndexType):
        return Number(type, np.dtype(np.int64))
    elif isinstance(type, (IntegerType, FloatType)):
        dtype = _dtype_of(type)
        if dtype is not None:
            return Number(type, dtype)
    elif isinstance(type, ComplexType):
        raise Unsupported(f"{verb} a '{type}': complex numbers can be passed only in arrays")
    raise Unsupported(f"{verb} a '{type}', which cannot be passed from Python")
