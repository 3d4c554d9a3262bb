"""Views that are said to be apart have no element in common."""

from __future__ import annotations

from itertools import product

import numpy as np

import dlc
from dlc.dialects import loop, memref
from dlc.interp.interpreter import interpret
from dlc.passes.memory.aliases import may_share_memory, origin_of

LENGTH = 12
SLICES = [
    (offset, size, stride)
    for offset, size, stride in product((0, 3, 6, 11), (0, 1, 3), (-3, -1, 0, 1, 2))
    if 0 <= offset + (size - 1) * stride < LENGTH
]


def test_slices_that_are_apart_have_no_index_in_common() -> None:
    text = "\n".join(
        f"  %{number} = memref.subview %m[{offset}][{size}][{stride}] : memref<{LENGTH}xf32>"
        f" to memref<{size}xf32, strided<[{stride}], offset: {offset}>>"
        for number, (offset, size, stride) in enumerate(SLICES)
    )
    module = dlc.parse(f"func.func @main(%m: memref<{LENGTH}xf32>) {{\n{text}\n  return\n}}")
    origins = [origin_of(each.result) for each in module.walk() if isinstance(each, memref.SubViewOp)]
    found_apart = 0
    for (first, own), (second, other) in product(zip(SLICES, origins, strict=True), repeat=2):
        indices = [{offset + number * stride for number in range(size)} for offset, size, stride in (first, second)]
        if not may_share_memory(own, other):
            found_apart += 1
            assert not indices[0] & indices[1], (first, second)
    assert found_apart > len(SLICES)


def test_a_loop_over_slices_in_opposite_directions_is_not_done_in_vectors() -> None:
    module = dlc.parse("""
      func.func @main(%m: memref<64xf32>) {
        %s = memref.subview %m[40][32][-1] : memref<64xf32> to memref<32xf32, strided<[-1], offset: 40>>
        %t = memref.subview %m[30][32][1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 30>>
        loop.for %i = 0 to 32 {
          %x = loop.load %s[%i] : memref<32xf32, strided<[-1], offset: 40>>
          %y = arith.addf %x, %x : f32
          loop.store %y, %t[%i] : memref<32xf32, strided<[1], offset: 30>>
        }
        return
      }""")
    expected, got = np.arange(64, dtype=np.float32), np.arange(64, dtype=np.float32)
    interpret(module, "main", expected)
    dlc.compile(module)(got)
    np.testing.assert_array_equal(got, expected)


def test_what_a_loop_with_a_condition_carries_unchanged_is_its_initial_value() -> None:
    module = dlc.parse("""
      func.func @main(%n: index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %m = memref.alloc() : memref<8xf32>
        %a = memref.alloc() : memref<8xf32>
        %b = memref.alloc() : memref<8xf32>
        %r:4 = loop.while (%i = %c0, %kept = %m, %x = %a, %y = %b) :
            (index, memref<8xf32>, memref<8xf32>, memref<8xf32>)
            -> (index, memref<8xf32>, memref<8xf32>, memref<8xf32>) {
          %less = arith.cmpi slt, %i, %n : index
          loop.condition(%less) %i, %kept, %x, %y : index, memref<8xf32>, memref<8xf32>, memref<8xf32>
        } do {
        ^bb0(%i: index, %kept: memref<8xf32>, %x: memref<8xf32>, %y: memref<8xf32>):
          %next = arith.addi %i, %c1 : index
          loop.yield %next, %kept, %y, %x : index, memref<8xf32>, memref<8xf32>, memref<8xf32>
        }
        return
      }""")
    [op] = [each for each in module.walk() if isinstance(each, loop.WhileOp)]
    allocated = [origin_of(each) for each in op.operands[1:]]
    for block in (op.before_block, op.after_block):
        kept, x, _ = (origin_of(each) for each in block.args[1:])
        assert [may_share_memory(kept, each) for each in allocated] == [True, False, False]
        assert all(may_share_memory(x, each) for each in allocated), "it is exchanged with another one"
