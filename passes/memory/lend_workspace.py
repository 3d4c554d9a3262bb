"""The pass `lend-workspace`: the caller of a function may provide the memory for its static buffers.

    func.func @f(%x: memref<4xf32>)               func.func @f(%x: memref<4xf32>, %workspace: memref<?xi8>) {
        attributes {dlc.workspace} {                %lent = arith.cmpi uge, (its size), 64
      %arena = memref.alloc() : memref<64xi8>  =>   %arena = loop.when %lent { … memref.view %workspace }
      …                                                 else { … memref.alloc() : memref<64xi8> }
      memref.dealloc %arena                         …
      return                                        loop.when %not_lent { memref.dealloc %arena }
    }                                               return
                                                  }

Marked functions without such buffers, and those that others in the module call, stay as they are. The attribute
`dlc.workspaces` of the module has the number of bytes that each changed function requires. A caller that provides none
passes no bytes. Buffers of other functions and of dynamic sizes are allocated as before.
"""

from __future__ import annotations

from dlc.dialects import arith, loop, memref
from dlc.dialects.func import CallOp, FuncOp
from dlc.ir import Builder, Operation, Value
from dlc.ir.builtin_attributes import DictionaryAttr, int_attr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, i8, index

from ..generic.functions import functions_in
from ..manager import Pass, PassRun, statistic
from .lend_memory import ALIGNED, WORKSPACES, add_workspace_argument, returned_by, use_workspace

MARK = "dlc.workspace"


class LendWorkspace(Pass):
    """Let callers lend memory for the buffers of functions marked with `dlc.workspace`

    Example: lend-workspace
        func.func @main(%x: memref<4xf32>) attributes {dlc.workspace} {
          %arena = memref.alloc() : memref<4xf32>
          memref.copy %x, %arena : memref<4xf32> to memref<4xf32>
          memref.copy %arena, %x : memref<4xf32> to memref<4xf32>
          memref.dealloc %arena : memref<4xf32>
          return
        }
    """

    name = "lend-workspace"
    anchor = "builtin.module"
    lent = statistic("num-lent", "Number of buffers that the caller may provide")

    def run(self, op: Operation, run: PassRun) -> None:
        functions = list(functions_in(op))
        called = {call.callee.root for each in functions for call in each.walk() if isinstance(call, CallOp)}
        needs: dict[str, int] = {}
        for function in functions:
            is_whole = not function.is_declaration() and len(list(function.body.blocks)) == 1
            if MARK in function.attributes and is_whole and function.sym_name.value not in called:
                run.count(self.lent, use_workspace(function, needs, _lent_or_own))
        sizes = {name: int_attr(size) for name, size in sorted(needs.items()) if size}
        if sizes:
            op.attributes[WORKSPACES] = DictionaryAttr.of(sizes)


def _lent_or_own(function: FuncOp, need: int) -> Value:
    """Return memory of the caller, or, if it provides none, a buffer that the function allocates and frees."""
    lent = add_workspace_argument(function, MemRefType((DYNAMIC,), i8))
    type = MemRefType((need,), i8)
    b = Builder.at_start(function.entry)
    zero, least = (b.insert(arith.ConstantOp.integer(number, index)).result for number in (0, need))
    size = b.insert(memref.DimOp(lent, zero)).result
    is_lent = b.insert(arith.CmpIOp.of("uge", size, least)).result
    choice = b.insert(loop.WhenOp.on(is_lent, [type]))
    b = Builder.at_end(choice.then_block)
    b.insert(loop.YieldOp.of([b.insert(memref.ViewOp(lent, zero, [], type)).result]))
    assert choice.else_block is not None, "an op with results has both blocks"
    b = Builder.at_end(choice.else_block)
    b.insert(loop.YieldOp.of([b.insert(memref.AllocOp(type, alignment=ALIGNED)).memref]))
    b = Builder.before(returned_by(function))
    is_own = b.insert(arith.CmpIOp.of("ult", size, least)).result
    end = b.insert(loop.WhenOp.on(is_own))
    b = Builder.at_end(end.then_block)
    b.insert(memref.DeallocOp(choice.outputs[0]))
    b.insert(loop.YieldOp.of([]))
    return choice.outputs[0]


__all__ = ["MARK", "LendWorkspace"]
