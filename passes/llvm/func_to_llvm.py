"""The lowering of `func` to `llvm`: functions, returns and calls, in MLIR's calling conventions.

Arguments and results are converted by `lowering/calling_convention.py`; wrappers for C are in
`lowering/c_interface.py`. Private functions with a body become internal. Functions, arguments and results keep the
attributes that `llvm` defines; others are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress

from dlc.dialects import llvm
from dlc.dialects.func import BARE_POINTERS, GLOBAL_CTOR, CallIndirectOp, CallOp, ConstantOp, FuncOp, ReturnOp
from dlc.ir import Attribute, Block, Operation, Type, Value
from dlc.ir.builtin_attributes import ArrayAttr, DictionaryAttr, IntegerAttr, SymbolRefAttr, TypeAttr
from dlc.ir.builtin_types import MemRefType, UnrankedMemRefType, i32
from dlc.ir.patterns import Match
from dlc.ir.symbol_table import PRIVATE, visibility

from ..rewriting.conversion import ConversionRewriter, Converted, conversion
from .lowering.c_interface import C_INTERFACE, add_c_interface
from .lowering.calling_convention import (
    argument_types,
    as_arguments,
    as_one,
    from_arguments,
    from_one,
    is_passed,
    result_type,
    signature,
)
from .lowering.needed_functions import declare_c, takes_bare_pointers
from .lowering.type_converter import LLVMTypeConverter, converter_of
from .lowering.unranked import copied_to_heap, moved_to_stack

# -- Functions ---------------------------------------------------------------------------------------------------------


@conversion(FuncOp)
def lower_function(op: FuncOp, new: Converted, rw: ConversionRewriter) -> Match:
    """func.func @f(T) -> U  ->  llvm.func @f(T') -> U', with the arguments of all blocks converted."""
    converter = converter_of(rw)
    priority = op.attributes.get(GLOBAL_CTOR)
    if priority is not None and not _can_run_at_load(op, priority):
        return rw.no_match(f"'{GLOBAL_CTOR}' is a 32-bit number, on a function that takes and gives nothing")
    has_wrapper = C_INTERFACE in op.attributes or (converter.options.c_interface and visibility(op) != PRIVATE)
    bare = BARE_POINTERS in op.attributes
    if bare and has_wrapper:
        return rw.no_match(f"'{BARE_POINTERS}' and '{C_INTERFACE}' exclude each other: the wrapper has no descriptors")
    type = signature(converter, op.type, bare=bare)
    groups = [argument_types(converter, each, bare=bare) for each in op.type.inputs]
    blocks = list(op.body.blocks)
    names = [argument.name_hint for argument in blocks[0].args] if blocks else []
    for block in blocks[1:]:
        if converter.convert_all(block.arg_types) is None:
            return rw.no_match("the type of a block argument cannot be converted")
    linkage = "internal" if visibility(op) == PRIVATE and blocks else "external"
    function = llvm.FuncOp(op.sym_name, TypeAttr(type), llvm.LinkageAttr(linkage))
    _keep_attributes(op, function, groups, bare=bare)
    rw.insert_before(op, function)
    function.body.take_blocks(op.body)
    if blocks:
        _convert_entry(rw, blocks[0], op.type.inputs, groups, bare=bare)
    for block in blocks[1:]:
        rw.convert_arguments(block)
    if priority is not None:
        function.linkage = llvm.LinkageAttr("internal")
        listed = [SymbolRefAttr(op.sym_name.value)], [priority], [llvm.ZeroAttr()]
        rw.insert_before(op, llvm.GlobalCtorsOp(*(ArrayAttr(tuple(each)) for each in listed)))
    elif has_wrapper:
        add_c_interface(rw, op, function, names)
        if visibility(op) == PRIVATE and not blocks:  # it has a body now, which calls the wrapper
            function.linkage = llvm.LinkageAttr("internal")
    return rw.erase(op)


def _can_run_at_load(op: FuncOp, priority: Attribute) -> bool:
    is_number = isinstance(priority, IntegerAttr) and priority.type is i32
    return is_number and not op.type.inputs and not op.type.results and not op.is_declaration()


def _convert_entry(
    rw: ConversionRewriter, entry: Block, types: Sequence[Type], groups: Sequence[Sequence[Type]], *, bare: bool
) -> None:
    """Replace the entry block's arguments by those that are passed, several for a memref."""
    for old, type, group in zip(list(entry.args), types, groups, strict=True):
        if list(group) == [type]:
            continue
        fresh = [entry.insert_argument(old.index + 1 + at, each, old.location) for at, each in enumerate(group)]
        if old.name_hint is not None:
            _name_parts(old.name_hint, type, fresh, bare=bare)
        rw.replace_argument(old, from_arguments(type, fresh, bare=bare))


def _name_parts(name: str, type: Type, values: Sequence[Value], *, bare: bool) -> None:
    """Name the pointer to a memref's buffer as the memref was named, and the other members after it."""
    endings: Iterable[str] = ("",)
    if isinstance(type, MemRefType):
        numbers = (f"_{kind}{dim}" for kind in ("size", "stride") for dim in range(len(type.shape)))
        endings = ("_allocated", "", "_offset", *numbers)
        endings = compress(endings, is_passed(type)) if bare else endings
    elif isinstance(type, UnrankedMemRefType):
        endings = ("_rank", "")
    for value, ending in zip(values, endings, strict=True):
        value.name_hint = f"{name}{ending}"


# -- Attributes --------------------------------------------------------------------------------------------------------

_FOR_POINTERS = frozenset(
    f"llvm.{word}"
    for word in (
        *("align", "dereferenceable", "dereferenceable_or_null", "noalias", "nocapture", "nofree", "nonnull"),
        *("noundef", "readnone", "readonly", "writeonly"),
    )
)
"""Attributes of a memref argument that also hold for the pointer to its buffer."""


_OF_SIGNATURE = frozenset({"sym_name", "function_type", "linkage", "arg_attrs", "res_attrs", "visibility_"})


def _keep_attributes(op: FuncOp, function: llvm.FuncOp, groups: Sequence[Sequence[Type]], *, bare: bool) -> None:
    """Copy the attributes that LLVM supports: those that `llvm.func` declares, and those of the dialect `llvm`."""
    known = llvm.FuncOp.definition.attrs
    for name, value in op.attributes.items():
        if name == "llvm.linkage" and isinstance(value, llvm.LinkageAttr):
            function.linkage = value
        elif name in known and name not in _OF_SIGNATURE:
            function.properties[name] = value
        elif name.startswith("llvm.") and name != GLOBAL_CTOR:
            function.attributes[name] = value
    if op.no_inline is not None:
        function.no_inline = op.no_inline
    if op.arg_attrs is not None:
        function.arg_attrs = _argument_attributes(op.arg_attrs, op.type.inputs, groups, bare=bare)
    function.res_attrs = _result_attributes(op.res_attrs, op.type.results)


def _is_memref(type: Type) -> bool:
    return isinstance(type, (MemRefType, UnrankedMemRefType))


def _argument_attributes(
    given: ArrayAttr, types: Sequence[Type], groups: Sequence[Sequence[Type]], *, bare: bool
) -> ArrayAttr | None:
    kept: list[DictionaryAttr] = []
    for attrs, type, group in zip(given, types, groups, strict=True):
        own = _of_llvm(attrs)
        if _is_memref(type):
            spread = [DictionaryAttr(())] * len(group)
            pointer = 0 if bare and isinstance(type, MemRefType) else 1
            spread[pointer] = DictionaryAttr.of({name: value for name, value in own.entries if name in _FOR_POINTERS})
            kept += spread
        else:
            kept.append(own)
    return _all_or_none(kept)


def _result_attributes(given: ArrayAttr | None, types: Sequence[Type]) -> ArrayAttr | None:
    """Return the attributes of the only result, or `None` if the result is a structure."""
    if given is None or len(types) != 1 or _is_memref(types[0]):
        return None
    return _all_or_none([_of_llvm(given[0])])


def _of_llvm(attrs: Attribute) -> DictionaryAttr:
    """Return the entries of a dictionary that belong to the dialect `llvm`."""
    assert isinstance(attrs, DictionaryAttr)
    return DictionaryAttr.of({name: value for name, value in attrs.entries if name.startswith("llvm.")})


def _all_or_none(attrs: Sequence[DictionaryAttr]) -> ArrayAttr | None:
    return ArrayAttr(tuple(attrs)) if any(each.entries for each in attrs) else None


# -- Returns -----------------------------------------------------------------------------------------------------------


@conversion(ReturnOp)
def lower_return(op: ReturnOp, new: Converted, rw: ConversionRewriter) -> Match:
    """return %a, %b  ->  llvm.return {%a, %b}"""
    if any(isinstance(value.type, UnrankedMemRefType) for value in op.operands):
        declare_c(rw, op, "malloc")
    values = [_returned(rw, op, value) for value in op.operands]
    if len(values) < 2:
        return rw.replace(op, llvm.ReturnOp(values[0] if values else None))
    kind = result_type(converter_of(rw), [value.type for value in op.operands])
    structure = rw.insert_before(op, llvm.PoisonOp(kind)).res
    for index, value in enumerate(values):
        structure = rw.insert_before(op, llvm.InsertValueOp.of(value, structure, index)).res
    return rw.replace(op, llvm.ReturnOp(structure))


def _returned(rw: ConversionRewriter, op: ReturnOp, value: Value) -> Value:
    """Return a result as one value; the descriptor of an unranked memref is moved to the heap, so that it outlives the
    call.
    """
    one = as_one(rw, op, value)
    return copied_to_heap(rw, op, one) if isinstance(value.type, UnrankedMemRefType) else one


# -- Calls -------------------------------------------------------------------------------------------------------------


@conversion(CallOp)
def lower_call(op: CallOp, new: Converted, rw: ConversionRewriter) -> Match:
    """call @f(%a)  ->  llvm.call @f(%a'), with its result split into values."""
    bare = takes_bare_pointers(rw, op, op.callee)
    return _replace_by_call(op, rw, op.operands, lambda passed, result: llvm.CallOp(op.callee, passed, result), bare)


@conversion(CallIndirectOp)
def lower_indirect_call(op: CallIndirectOp, new: Converted, rw: ConversionRewriter) -> Match:
    """call_indirect %f(%a)  ->  llvm.call %f(%a')"""
    callee = rw.converted_to_one(op.callee)
    return _replace_by_call(op, rw, op.arguments, lambda passed, result: llvm.CallOp.indirect(callee, passed, result))


def _replace_by_call(
    op: CallOp | CallIndirectOp,
    rw: ConversionRewriter,
    arguments: Sequence[Value],
    make: Callable[[Sequence[Value], Type | None], llvm.CallOp],
    bare: bool = False,
) -> Match:
    types = op.result_types
    kind = result_type(converter_of(rw), types)
    if any(isinstance(type, UnrankedMemRefType) for type in types):
        declare_c(rw, op, "free")
    passed = as_arguments(rw, op, arguments, bare=bare)
    call = rw.insert_before(op, make(passed, None if kind is llvm.VOID else kind))
    _keep_call_attributes(op, call, [value.type for value in arguments], converter_of(rw), bare=bare)
    if call.result is None:
        return rw.erase(op)
    single = len(types) == 1
    parts = [
        call.result if single else rw.insert_before(op, llvm.ExtractValueOp.of(call.result, index)).res
        for index in range(len(types))
    ]
    return rw.replace_with_many(op, [_received(rw, op, t, value) for t, value in zip(types, parts, strict=True)])


def _keep_call_attributes(
    op: CallOp | CallIndirectOp, call: llvm.CallOp, types: Sequence[Type], converter: LLVMTypeConverter, *, bare: bool
) -> None:
    """Copy the attributes of a call's arguments and result, as for a function."""
    if isinstance(op, CallOp) and op.no_inline is not None:
        call.no_inline = op.no_inline
    if op.arg_attrs is not None:
        groups = [argument_types(converter, type, bare=bare) for type in types]
        call.arg_attrs = _argument_attributes(op.arg_attrs, types, groups, bare=bare)
    call.res_attrs = _result_attributes(op.res_attrs, op.result_types)


def _received(rw: ConversionRewriter, op: Operation, type: Type, value: Value) -> list[Value]:
    """Return the values that a result consists of; the descriptor of an unranked memref is moved from the heap."""
    if isinstance(type, UnrankedMemRefType):
        value = moved_to_stack(rw, op, value)
    return from_one(rw, op, type, value)


@conversion(ConstantOp)
def lower_constant(op: ConstantOp, new: Converted, rw: ConversionRewriter) -> Match:
    """constant @f  ->  llvm.mlir.addressof @f"""
    if takes_bare_pointers(rw, op, op.value):
        return rw.no_match(f"a function with '{BARE_POINTERS}' is called by its name only")
    return rw.replace(op, llvm.AddressOfOp(op.value, llvm.PTR))


PATTERNS = (lower_function, lower_return, lower_call, lower_indirect_call, lower_constant)
