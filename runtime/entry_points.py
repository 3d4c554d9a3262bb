"""The functions that Python calls: one entry per function, added to the llvm module before it is compiled.

They all take one address, that of a *frame* (`frames`), and return a status. So a call costs the same for every
signature, and Python's foreign function interface need not know the types of the function. Because Python calls the
entry, the function itself can be internal and be inlined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dlc.dialects import llvm
from dlc.ir import Block, Builder, Operation, Type, Value
from dlc.ir.builtin_types import i32, i64
from dlc.ir.errors import DlcError
from dlc.ir.symbol_table import symbol_name

from .frames import FAILURE_SLOTS, argument_slots, entry_name, result_slots_of, workspace_slot_of
from .signature import Array, Number, Signature
from .thread_pool import CATCH

MEMORY_ARGUMENTS = 5
"""The arguments of a row of bytes: two pointers, the offset, the size, the stride."""


def add_entries(module: Operation, signatures: Iterable[Signature], *, can_fail: bool) -> list[str]:
    """Add an entry for each function, make the functions internal, and return the names of the entries.

    `can_fail`: failures of the program are caught and returned as the status.
    """
    block = module.regions[0].entry
    functions = {symbol_name(op): op for op in block.ops if isinstance(op, llvm.FuncOp)}
    builder = Builder.at_end(block)
    if can_fail and CATCH not in functions:
        builder.insert(llvm.FuncOp.declaration(CATCH, [llvm.PTR] * 3, i32))
    names: list[str] = []
    for signature in signatures:
        function = functions[signature.name]
        assert isinstance(function, llvm.FuncOp), "signatures are those of functions of the module"
        function.linkage = llvm.LinkageAttr("internal")
        body = _unpacking(function, signature)
        builder.insert(body)
        names.append(entry_name(signature.name))
        builder.insert(_entry(names[-1], body.sym_name.value, can_fail=can_fail))
    return names


def _entry(name: str, body: str, *, can_fail: bool) -> llvm.FuncOp:
    entry = llvm.FuncOp.of(name, [llvm.PTR], i32)
    b = Builder.at_end(entry.entry)
    [frame] = entry.entry.args
    if can_fail:
        function = b.insert(llvm.AddressOfOp.of(body)).res
        status = b.insert(llvm.CallOp.named(CATCH, [function, frame, frame], i32)).result
    else:
        b.insert(llvm.CallOp.named(body, [frame]))
        status = b.insert(llvm.ConstantOp.of(0, i32)).res
    b.insert(llvm.ReturnOp(status))
    return entry


def _unpacking(function: llvm.FuncOp, signature: Signature) -> llvm.FuncOp:
    """Return a function that calls another one with the arguments in a frame, and stores its results there."""
    own = sum(argument_slots(parameter.kind) for parameter in signature.parameters)
    starts = result_slots_of(signature)
    lent = [start for start, output in zip(starts, signature.outputs, strict=True) if output.is_lent]
    pieces = len(lent) + (signature.workspace_bytes > 0)
    expected, count = own + MEMORY_ARGUMENTS * pieces, len(function.type.inputs)
    if expected != count:
        raise DlcError(f"'llvm.func' op @{signature.name} must have {expected} arguments when lowered, but got {count}")
    unpacking = llvm.FuncOp.of(f"dlc.unpack.{signature.name}", [llvm.PTR], linkage="internal")
    block = unpacking.entry
    [frame] = block.args
    arguments: list[Value] = [
        block.append(llvm.LoadOp(_slot(block, frame, FAILURE_SLOTS + number), type)).results[0]
        for number, type in enumerate(function.type.inputs[:own])
    ]
    for start in lent:
        arguments += _memory(block, frame, start)
    if signature.workspace_bytes:
        start = workspace_slot_of(signature)
        size = block.append(llvm.LoadOp(_slot(block, frame, start + 1), i64)).results[0]
        arguments += _memory(block, frame, start, size)
    result = function.type.result
    gives = not isinstance(result, llvm.VoidType)
    call = llvm.CallOp.named(signature.name, arguments, result if gives else None)
    block.append(call)
    if call.result is not None:
        returned = [(start, each) for start, each in zip(starts, signature.outputs, strict=True) if not each.is_lent]
        _put_results(block, frame, call.result, [(start, each.kind) for start, each in returned])
    block.append(llvm.ReturnOp())
    return unpacking


def _memory(block: Block, frame: Value, slot: int, size: Value | None = None) -> list[Value]:
    """Return lent memory as arguments: bytes at the address that the caller has put in a slot.

    The size of a lent result does not matter.
    """
    address = block.append(llvm.LoadOp(_slot(block, frame, slot), llvm.PTR)).results[0]
    zero, one = (block.append(llvm.ConstantOp.of(number, i64)).results[0] for number in (0, 1))
    return [address, address, zero, zero if size is None else size, one]


def _put_results(block: Block, frame: Value, result: Value, kinds: Sequence[tuple[int, Array | Number]]) -> None:
    """Store each returned result in its slots."""
    type = result.type
    is_one = len(kinds) == 1 and not (isinstance(type, llvm.StructType) and isinstance(kinds[0][1], Number))
    for number, (slot, _) in enumerate(kinds):
        value = result if is_one else block.append(llvm.ExtractValueOp.of(result, number)).results[0]
        block.append(llvm.StoreOp(value, _slot(block, frame, slot)))


def _slot(block: Block, frame: Value, number: int) -> Value:
    return block.append(llvm.GetElementPtrOp.of(frame, [number], _SLOT_TYPE)).results[0]


_SLOT_TYPE: Type = llvm.PTR
"""A type of eight bytes."""
