"""Functions that lowered code calls: functions of the C library, and helpers of the lowering itself.

A function is inserted into the module at its first use. An existing function of the name is used if its type agrees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b

from dlc.dialects import func, llvm
from dlc.ir import InsertionPoint, Operation, StringAttr, SymbolRefAttr, Type, TypeAttr, Value
from dlc.ir.builtin_types import i32, i64
from dlc.ir.symbol_table import nearest_symbol_table, symbol_name, symbols_of
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.conversion import ConversionRewriter

from .calling_convention import signature
from .type_converter import converter_of

SIGNATURES: dict[str, llvm.LLVMFunctionType] = {
    "abort": llvm.LLVMFunctionType(llvm.VOID, ()),
    "aligned_alloc": llvm.LLVMFunctionType(llvm.PTR, (i64, i64)),
    "dprintf": llvm.LLVMFunctionType(i32, (i32, llvm.PTR), varargs=True),
    "free": llvm.LLVMFunctionType(llvm.VOID, (llvm.PTR,)),
    "malloc": llvm.LLVMFunctionType(llvm.PTR, (i64,)),
    "write": llvm.LLVMFunctionType(i64, (i32, llvm.PTR, i64)),
}
"""Types of the functions of the C library, on 64-bit machines."""
RESERVED = "__dlc_"
"""The beginning of the names of other symbols that a lowering adds."""


def declare_c(rw: ConversionRewriter, op: Operation, *names: str) -> None:
    """Declare functions of the C library: all of them, or none if one cannot be. Call it before other changes."""
    missing = [name for name in names if not _is_there(rw, op, name, SIGNATURES[name])]
    for name in missing:
        type = SIGNATURES[name]
        _define(rw, op, llvm.FuncOp.declaration(name, type.inputs, type.result, varargs=type.varargs))


def call_c(rw: ConversionRewriter, op: Operation, name: str, arguments: Sequence[Value]) -> llvm.CallOp:
    """Call a declared function of the C library before `op`."""
    type = SIGNATURES[name]
    call = llvm.CallOp.named(name, arguments, type.results[0] if type.results else None)
    if type.varargs:
        call.var_callee_type = TypeAttr(type)
    return rw.insert_before(op, call)


def ensure_function(
    rw: ConversionRewriter, op: Operation, name: str, type: llvm.LLVMFunctionType, make: Callable[[], llvm.FuncOp]
) -> None:
    """Insert the function that `make` returns at the beginning of the enclosing module, unless it exists."""
    if not _is_there(rw, op, name, type):
        _define(rw, op, make())


def _is_there(rw: ConversionRewriter, op: Operation, name: str, type: llvm.LLVMFunctionType) -> bool:
    module, table = _module_of(rw, op)
    symbol = table.get(name)
    if symbol is not None and symbol.parent is None:  # it has been lowered in the meantime
        table.update(_symbols_by_name(module))
        symbol = table[name]
    if symbol is not None and _final_type(symbol, rw) is not type:
        raise CannotLower(f"it calls '{name}', which is something else in this module than '{type}'")
    return symbol is not None


def takes_bare_pointers(rw: ConversionRewriter, op: Operation, function: SymbolRefAttr) -> bool:
    """Return whether a function, which `op` names, takes memrefs as pointers to their buffers."""
    module = nearest_symbol_table(op)
    if module is None:
        return False
    known = converter_of(rw).bare
    names = known.get(module)
    if names is None:  # lowered functions keep the attribute
        symbols = _symbols_by_name(module).items()
        names = known[module] = frozenset(name for name, each in symbols if func.BARE_POINTERS in each.attributes)
    return function.root in names


def _define(rw: ConversionRewriter, op: Operation, function: llvm.FuncOp) -> None:
    module, table = _module_of(rw, op)
    table[function.sym_name.value] = _put_first(rw, module, function, op)


def text_global(rw: ConversionRewriter, op: Operation, text: StringAttr, type: llvm.ArrayType) -> str:
    """Return the name of a constant with the bytes of a text, which is that of equal texts in any module."""
    module, table = _module_of(rw, op)
    name = f"{RESERVED}text_{blake2b(text.value.encode(errors='backslashreplace'), digest_size=8).hexdigest()}"
    known = table.get(name)
    if known is not None and not (isinstance(known, llvm.GlobalOp) and known.value is text):
        raise CannotLower(f"it needs a text called '{name}', which is something else in this module")
    if known is None:
        new_global = llvm.GlobalOp.of(name, type, text, "private", constant=True)
        table[name] = _put_first(rw, module, new_global, op)
    return name


def _module_of(rw: ConversionRewriter, op: Operation) -> tuple[Operation, dict[str, Operation]]:
    """Return the module around an op, and its symbols by name."""
    module = nearest_symbol_table(op)
    if module is None:
        raise CannotLower(f"it needs a declaration in a module, but there is none around '{op.name}'")
    known = converter_of(rw).symbols
    table = known.get(module)
    if table is None:
        table = known[module] = _symbols_by_name(module)
    return module, table


def _symbols_by_name(module: Operation) -> dict[str, Operation]:
    named = ((symbol_name(symbol), symbol) for symbol in symbols_of(module))
    return {name: symbol for name, symbol in named if name is not None}


def _put_first(rw: ConversionRewriter, module: Operation, symbol: Operation, op: Operation) -> Operation:
    """Insert an op at the beginning of a module, with the location of the op that needs it."""
    with rw.at(InsertionPoint.at_start(module.regions[0].entry), op.location):
        return rw.insert(symbol)


def _final_type(symbol: Operation, rw: ConversionRewriter) -> Type | None:
    """Return the type of a function after the lowering."""
    if isinstance(symbol, llvm.FuncOp):
        return symbol.type
    if not isinstance(symbol, func.FuncOp):
        return None
    return signature(converter_of(rw), symbol.type, bare=func.BARE_POINTERS in symbol.attributes)
