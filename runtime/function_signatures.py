"""The signatures of a module's entries, determined from its functions before they are lowered.

An entry is a public function with a body. Its tensors and memrefs are arrays, its scalars are numbers. The dialect
`llvm` has pointers instead of arrays, and the memory that they point to is unknown. A function with types that Python
cannot pass (vectors, unranked memrefs, elements without a numpy type) is not an entry; `Unsupported` contains the
reason.

The attributes `dlc.name` and `dlc.doc` of arguments and results are their names and descriptions. An argument without
`dlc.name` has the name that it has in the text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from dlc.dialects import func, llvm
from dlc.ir import Attribute, Operation, Type, Value
from dlc.ir.builtin_attributes import UNIT, ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr
from dlc.ir.builtin_types import DYNAMIC, ComplexType, FloatType, IndexType, IntegerType, MemRefType, TensorType
from dlc.ir.sizes import Dim, DimsAttr
from dlc.ir.strided_layout import strides_of

from .lent_results import is_lendable
from .signature import Array, Number, Output, Parameter, Signature, dtype_of
from .uses_of_memory import FREES, READS, use_of

Function = func.FuncOp | llvm.FuncOp
_Port = TypeVar("_Port", Parameter, Output)
DIMS = "graph.dims"
"""The attribute of arguments and results with the names of sizes that are not in their types."""
DOC = "dlc.doc"
"""The attribute of an argument or a result with its description."""
DONATED, NO_ALIAS = "dlc.donated", "llvm.noalias"
"""The attributes of arguments whose memory results may have, and of those that share memory with no other."""


class Unsupported(Exception):
    """The reason why a function cannot be called from Python."""


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
    if func.BARE_POINTERS in function.attributes:
        raise Unsupported(f"takes memrefs as bare pointers ('{func.BARE_POINTERS}')")
    results = _llvm_results(function) if is_llvm else _results(function)
    parameters = tuple(_parameter(function, number) for number in range(len(function.entry.args)))
    types = () if is_llvm else function.type.results
    has_memrefs = any(isinstance(type, MemRefType) for type in types)
    outputs = tuple(_output(function, number, kind, len(results)) for number, kind in enumerate(results))
    is_fresh = not has_memrefs and not any(each.is_donated for each in parameters)
    return Signature(function.sym_name.value, _with_own_names(parameters), _with_own_names(outputs), is_fresh)


def _results(function: func.FuncOp) -> list[Number | Array]:
    given = [_attributes_of(function.res_attrs, number) for number in range(len(function.type.results))]
    return [_kind(type, each.get(DIMS), "returns") for type, each in zip(function.type.results, given, strict=True)]


def _llvm_results(function: llvm.FuncOp) -> list[Number | Array]:
    result = function.type.result
    if isinstance(result, llvm.VoidType):
        return []
    parts = result.body if isinstance(result, llvm.StructType) else (result,)
    return [_number(type, "returns") for type in parts]


# -- Results in memory of the caller -----------------------------------------------------------------------------------

LENT, LENT_RESULTS = "dlc.lent", "dlc.lent_results"
"""The mark of results that the pass `lend-results` moves, and the attribute of the module with those that it has moved.
"""
WORKSPACE, WORKSPACES = "dlc.workspace", "dlc.workspaces"
"""The mark of functions that the pass `lend-workspace` changes, and the attribute of the module with their sizes."""


def mark_memory_of_callers(module: Operation, signatures: Mapping[str, Signature | str]) -> None:
    """Mark the results of functions on tensors whose sizes a caller knows, and arguments that share no memory."""
    for op in (op for block in module.regions[0].blocks for op in block.ops):
        signature = signatures.get(op.sym_name.value) if isinstance(op, func.FuncOp) else None
        if not isinstance(op, func.FuncOp) or not isinstance(signature, Signature):
            continue
        given = [_attributes_of(op.res_attrs, number) for number in range(len(signature.outputs))]
        for attributes, output, type in zip(given, signature.outputs, op.type.results, strict=True):
            if isinstance(type, TensorType) and is_lendable(output.kind, signature.parameters):
                attributes[LENT] = UNIT
        op.res_attrs = ArrayAttr(tuple(map(DictionaryAttr.of, given)))
        op.attributes[WORKSPACE] = UNIT
        if any(each.is_donated for each in signature.parameters):
            given = [_attributes_of(op.arg_attrs, number) for number in range(len(signature.parameters))]
            for attributes, parameter in zip(given, signature.parameters, strict=True):
                attributes.update({NO_ALIAS: UNIT} if parameter.is_donated else {})
            op.arg_attrs = ArrayAttr(tuple(map(DictionaryAttr.of, given)))


def with_lent_memory(signatures: Mapping[str, Signature | str], module: Operation) -> dict[str, Signature | str]:
    """Return signatures that say which results and buffers of a lowered module are memory of the caller."""
    lent, workspaces = (
        each.as_dict() if isinstance(each, DictionaryAttr) else {}
        for each in (module.attributes.get(LENT_RESULTS), module.attributes.get(WORKSPACES))
    )
    return {
        name: each if isinstance(each, str) else _with_lent(each, lent.get(name), workspaces.get(name))
        for name, each in signatures.items()
    }


def _with_lent(signature: Signature, numbers: Attribute | None, workspace: Attribute | None) -> Signature:
    listed = numbers if isinstance(numbers, ArrayAttr) else ()
    lent = {each.value for each in listed if isinstance(each, IntegerAttr)}
    outputs = tuple(replace(each, is_lent=number in lent) for number, each in enumerate(signature.outputs))
    size = workspace.value if isinstance(workspace, IntegerAttr) else 0
    return replace(signature, outputs=outputs, workspace_bytes=size)


# -- Parameters --------------------------------------------------------------------------------------------------------


def argument_name(function: Function, number: int) -> str:
    """Return the name by which people know an argument."""
    named = _text_in(_attributes_of(function.arg_attrs, number), func.NAME)
    return named or function.entry.args[number].name_hint or f"arg{number}"


def _parameter(function: Function, number: int) -> Parameter:
    argument = function.entry.args[number]
    attributes = _attributes_of(function.arg_attrs, number)
    name, doc = argument_name(function, number), _text_in(attributes, DOC)
    if isinstance(function, llvm.FuncOp):
        return Parameter(name, _number(argument.type, "takes"), doc=doc)
    kind = _kind(argument.type, attributes.get(DIMS), "takes")
    align = attributes.get("llvm.align")
    is_donated = DONATED in attributes and isinstance(argument.type, TensorType)
    return Parameter(
        name,
        kind,
        is_donated or (isinstance(argument.type, MemRefType) and _may_write(argument)),
        is_donated or NO_ALIAS in attributes,
        align.value if isinstance(align, IntegerAttr) else 1,
        doc,
        is_donated,
    )


def _output(function: Function, number: int, kind: Number | Array, count: int) -> Output:
    attributes = _attributes_of(function.res_attrs, number)
    name = _text_in(attributes, func.NAME) or unnamed_output(number, count)
    return Output(name, kind, _text_in(attributes, DOC))


def _text_in(attributes: Mapping[str, Attribute], name: str) -> str:
    text = attributes.get(name)
    return text.value if isinstance(text, StringAttr) else ""


def _may_write(argument: Value) -> bool:
    use = use_of(argument)
    if use == FREES:
        raise Unsupported(f"frees its argument '{argument.name_hint}', which the caller owns")
    return use != READS


def _attributes_of(given: ArrayAttr | None, number: int) -> dict[str, Attribute]:
    entry = given[number] if given is not None and number < len(given) else None
    return entry.as_dict() if isinstance(entry, DictionaryAttr) else {}


def _with_own_names(ports: Sequence[_Port]) -> tuple[_Port, ...]:
    """Return inputs or outputs with unique names; IR that was merged from several functions may have duplicates."""
    seen: set[str] = set()
    renamed: list[_Port] = []
    for number, each in enumerate(ports):
        name = each.name
        while name in seen:
            name = f"{name}_{number}"
        seen.add(name)
        renamed.append(replace(each, name=name))
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
    dtype = dtype_of(type.element_type)
    if dtype is None:
        raise Unsupported(f"{verb} a '{type}', whose elements have no numpy type of the same representation")
    return dtype


def _number(type: Type, verb: str) -> Number:
    if isinstance(type, llvm.PointerType):
        if type.address_space == 0:
            return Number(None, None)
    elif isinstance(type, IndexType):
        return Number(type, np.dtype(np.int64))
    elif isinstance(type, (IntegerType, FloatType)):
        dtype = dtype_of(type)
        if dtype is not None:
            return Number(type, dtype)
    elif isinstance(type, ComplexType):
        raise Unsupported(f"{verb} a '{type}': complex numbers can be passed only in arrays")
    raise Unsupported(f"{verb} a '{type}', which cannot be passed from Python")


def unnamed_output(number: int, count: int) -> str:
    """Return the name of one of several outputs to which the program gives none."""
    return "output" if count == 1 else f"output{number}"
