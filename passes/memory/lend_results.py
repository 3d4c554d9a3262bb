"""The pass `lend-results`: functions write marked results to memory of the caller instead of allocating it.

    func.func @f(%x: memref<4xf32>)                       func.func @f(%x: memref<4xf32>, %r: memref<16xi8>) {
        -> (memref<4xf32> {dlc.lent}) {            =>       %0 = memref.view %r[%c0][] : memref<16xi8> to memref<4xf32>
      %r = memref.alloc() : memref<4xf32>                   …
      …                                                     return
      return %r                                           }
    }

So a caller can give an array for a result, and can allocate small ones in the cheapest way. A mark is a wish: results
that are not allocated in the function, or that share memory with another one, are returned as before. The attribute
`dlc.lent_results` of the module has the numbers of the results that are lent.
"""

from __future__ import annotations

from dlc.dialects.func import CallOp, FuncOp, ReturnOp
from dlc.ir import Operation
from dlc.ir.builtin_attributes import ArrayAttr, DictionaryAttr, int_attr

from ..generic.functions import functions_in
from ..manager import Pass, PassRun, statistic
from .lend_memory import is_own_buffer, move_results, whole_buffer

LENT = "dlc.lent"
LENT_RESULTS = "dlc.lent_results"


class LendResults(Pass):
    """Let the caller of functions provide the memory of results that are marked with `dlc.lent`

    Example: lend-results
        func.func @main(%x: memref<4xf32>) -> (memref<4xf32> {dlc.lent}) {
          %result = memref.alloc() : memref<4xf32>
          memref.copy %x, %result : memref<4xf32> to memref<4xf32>
          return %result : memref<4xf32>
        }
    """

    name = "lend-results"
    anchor = "builtin.module"
    lent = statistic("num-lent", "Number of results that are written to memory of the caller")

    def run(self, op: Operation, run: PassRun) -> None:
        functions = list(functions_in(op))
        called = {call.callee.root for each in functions for call in each.walk() if isinstance(call, CallOp)}
        lent: dict[str, ArrayAttr] = {}
        for function in functions:
            numbers = [] if function.sym_name.value in called else _lendable(function)
            if numbers:
                move_results(function, numbers, len(function.entry.args))
                lent[function.sym_name.value] = ArrayAttr(tuple(map(int_attr, numbers)))
                run.count(self.lent, len(numbers))
        if lent:
            op.attributes[LENT_RESULTS] = DictionaryAttr.of(dict(sorted(lent.items())))


def _lendable(function: FuncOp) -> list[int]:
    """Return the numbers of the marked results that are plain buffers of the function, each its own."""
    marks = function.res_attrs
    if marks is None or function.is_declaration() or len(list(function.body.blocks)) != 1:
        return []
    last = function.entry.last
    assert isinstance(last, ReturnOp), "functions end with a return"
    buffers = [whole_buffer(value) for value in last.operands]
    return [
        number
        for number, buffer in enumerate(buffers)
        if _is_marked(marks, number) and is_own_buffer(buffer, function) and buffers.count(buffer) == 1
    ]


def _is_marked(marks: ArrayAttr, number: int) -> bool:
    mark = marks.elements[number]
    return isinstance(mark, DictionaryAttr) and LENT in mark.as_dict()


__all__ = ["LENT", "LENT_RESULTS", "LendResults"]
