"""Functions, calls and assertions as machine code: what goes through their borders, and what a failure does."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from dlc.codegen.emission import Compilation
from dlc.codegen.jit import link
from dlc.codegen.libraries import exported
from dlc.ir.builtin_attributes import StringAttr
from dlc.ir.locations import FileLineColLoc, FusedLoc, Location
from support.compiled_programs import FROM_LOOPS, compiled, descriptor, run_pipeline
from support.lowering_checks import check, numbers
from support.pass_testing import messages, read, run_with
from support.programs import module_of, new_context
from support.run_lines import ROOT


def test_calls_of_each_kind() -> None:
    text = """
    func.func private @twice(%f: (i32, index) -> (i32, index), %x: i32, %n: index) -> (i32, index) {
      %a, %i = call_indirect %f(%x, %n) : (i32, index) -> (i32, index)
      %b, %j = call_indirect %f(%a, %i) : (i32, index) -> (i32, index)
      return %b, %j : i32, index
    }
    func.func private @step(%x: i32, %n: index) -> (i32, index) {
      %y = arith.muli %x, %x : i32
      %m = arith.addi %n, %n : index
      return %y, %m : i32, index
    }
    func.func private @nothing() {
      return
    }
    func.func private @factorial(%n: index) -> index {
      %c1 = arith.constant 1 : index
      %done = arith.cmpi sle, %n, %c1 : index
      %r = loop.when %done -> (index) {
        loop.yield %c1 : index
      } else {
        %m = arith.subi %n, %c1 : index
        %inner = func.call @factorial(%m) : (index) -> index
        %product = arith.muli %n, %inner : index
        loop.yield %product : index
      }
      return %r : index
    }
    func.func @main(%x: i32, %n: index) -> (i32, index, index) {
      call @nothing() : () -> ()
      %f = constant @step : (i32, index) -> (i32, index)
      %y, %m = call @twice(%f, %x, %n) : ((i32, index) -> (i32, index), i32, index) -> (i32, index)
      %k = call @factorial(%n) : (index) -> index
      return %y, %m, %k : i32, index, index
    }
    """
    assert check(text, 3, 5) == [81, 20, 120]


def test_memrefs_of_any_rank_come_back_from_calls() -> None:
    text = """
    func.func private @same(%u: memref<*xf32>) -> memref<*xf32> {
      return %u : memref<*xf32>
    }
    func.func private @part(%m: memref<4x?xf32>, %i: index)
        -> (memref<2x?xf32, strided<[?, 1], offset: ?>>, memref<*xf32>) {
      %c1 = arith.constant 1 : index
      %n = memref.dim %m, %c1 : memref<4x?xf32>
      %s = memref.subview %m[%i, 0] [2, %n] [1, 1] : memref<4x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
      %u = memref.cast %m : memref<4x?xf32> to memref<*xf32>
      %v = call @same(%u) : (memref<*xf32>) -> memref<*xf32>
      return %s, %v : memref<2x?xf32, strided<[?, 1], offset: ?>>, memref<*xf32>
    }
    func.func @main(%m: memref<4x?xf32>, %i: index) -> (f32, f32, index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %s, %u = call @part(%m, %i)
        : (memref<4x?xf32>, index) -> (memref<2x?xf32, strided<[?, 1], offset: ?>>, memref<*xf32>)
      %x = memref.load %s[%c1, %c0] : memref<2x?xf32, strided<[?, 1], offset: ?>>
      %back = memref.cast %u : memref<*xf32> to memref<4x?xf32>
      %y = memref.load %back[%c1, %i] : memref<4x?xf32>
      %d = memref.dim %back, %c1 : memref<4x?xf32>
      return %x, %y, %d : f32, f32, index
    }
    """
    check(text, numbers(4, 5), 2)


def test_functions_of_others_are_called_by_their_c_interface() -> None:
    text = """
    func.func private @fill(memref<?x2xf32>, f32) attributes {llvm.emit_c_interface}
    func.func private @shifted(memref<?xi32>, index) -> memref<?xi32, strided<[1], offset: ?>>
        attributes {llvm.emit_c_interface}
    func.func @main(%m: memref<?x2xf32>, %x: f32, %n: memref<?xi32>) -> i32 {
      call @fill(%m, %x) : (memref<?x2xf32>, f32) -> ()
      %c1 = arith.constant 1 : index
      %r = call @shifted(%n, %c1) : (memref<?xi32>, index) -> memref<?xi32, strided<[1], offset: ?>>
      %y = memref.load %r[%c1] : memref<?xi32, strided<[1], offset: ?>>
      return %y : i32
    }
    """
    rank_2, rank_1 = ctypes.POINTER(descriptor(2)), ctypes.POINTER(descriptor(1))

    @ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_float)
    def fill(m: Any, x: float) -> None:
        held = ctypes.cast(m, rank_2).contents
        count = held.sizes[0] * held.sizes[1]
        (ctypes.c_float * count).from_address(held.aligned)[:] = [x] * count

    @ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    def shifted(result: Any, m: Any, by: int) -> None:
        given, returned = ctypes.cast(m, rank_1).contents, ctypes.cast(result, rank_1).contents
        returned.allocated, returned.aligned, returned.offset = given.allocated, given.aligned, given.offset + by
        returned.sizes[0], returned.strides[0] = given.sizes[0] - by, given.strides[0]

    context = new_context()
    module = module_of(text, context)
    run_pipeline(module, FROM_LOOPS, context)
    compilation = Compilation.of(module, context.diagnostics)
    assert compilation is not None
    addresses = {"_mlir_ciface_fill": fill, "_mlir_ciface_shifted": shifted}
    symbols = {name: ctypes.cast(each, ctypes.c_void_p).value or 0 for name, each in addresses.items()}
    library = link([compilation.object_code()], exported(module), symbols)
    m, n = np.zeros((3, 2), np.float32), np.arange(5, dtype=np.int32)
    held = [descriptor(2)(m.ctypes.data, m.ctypes.data, 0, (3, 2), (2, 1))]
    held.append(descriptor(1)(n.ctypes.data, n.ctypes.data, 0, (5,), (1,)))
    main = library.function("_mlir_ciface_main", ctypes.c_int32, ctypes.c_void_p, ctypes.c_float, ctypes.c_void_p)
    assert main(ctypes.addressof(held[0]), 2.5, ctypes.addressof(held[1])) == 2
    np.testing.assert_array_equal(m, np.full((3, 2), 2.5))


def test_arguments_are_passed_by_their_members() -> None:
    """The function itself, without the wrapper: pointers, offset, sizes and strides one by one."""
    text = """
    func.func @main(%x: f32, %m: memref<?x3xf32>, %n: index) {
      loop.for %i = 0 to %n {
        loop.store %x, %m[%i, 1] : memref<?x3xf32>
      }
      return
    }
    """
    array = np.zeros((4, 3), np.float32)
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    main = compiled(text).library.function("main", None, ctypes.c_float, pointer, pointer, *[number] * 5, number)
    main(1.5, array.ctypes.data, array.ctypes.data, 0, 4, 3, 3, 1, 2)
    np.testing.assert_array_equal(array, [[0, 1.5, 0], [0, 1.5, 0], [0, 0, 0], [0, 0, 0]])


# -- Assertions --------------------------------------------------------------------------------------------------------

ASSERTS = """
func.func @main(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %ok = arith.cmpi sgt, %x, %zero : i32
  cf.assert %ok, "the number is not positive: \\22gr\\C3\\BC\\C3\\9F\\22"
  cf.assert %ok, "never said"
  return %x : i32
}
"""
RUN = f"""
import sys
sys.path.insert(0, {str(ROOT / "tests")!r})
from support.compiled_programs import compiled
print(compiled(sys.argv[1], options=sys.argv[2])("main", int(sys.argv[3])))
"""


def run_alone(number: int, options: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", RUN, ASSERTS, options, str(number)]
    return subprocess.run(command, capture_output=True, timeout=60, check=False)


@pytest.mark.parametrize("options", ["", " asserts=trap", " asserts=ignore"])
def test_assertions_that_hold_do_nothing(options: str) -> None:
    assert compiled(ASSERTS, options=options)("main", 7) == [7]


def test_a_failed_assertion_says_so_and_aborts() -> None:
    done = run_alone(-1, "")
    assert done.returncode == -6
    assert done.stdout == b""
    assert done.stderr.splitlines()[0].decode() == 'the number is not positive: "grüß", at -:5:3'


def test_a_failed_assertion_can_trap() -> None:
    done = run_alone(-1, " asserts=trap")
    assert done.returncode < 0
    assert b"positive" not in done.stderr


# -- Errors ------------------------------------------------------------------------------------------------------------


def test_each_op_that_cannot_be_lowered_is_named() -> None:
    ok, _, context = run_with(
        "builtin.module(to-llvm)",
        """
        func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
          %y = "unknown.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
          %z = "unknown.other"(%y) : (tensor<4xf32>) -> tensor<4xf32>
          return %z : tensor<4xf32>
        }
        """,
    )
    assert not ok
    failed = [text for text in messages(context) if text.startswith("error")]
    assert failed == [
        f"error: failed to legalize operation '{kind}'"
        for kind in ("func.func", "unknown.op", "unknown.other", "func.return")
    ]


def test_what_cannot_be_several_blocks_is_refused() -> None:
    ok, _, context = run_with(
        "builtin.module(loop-to-cf)",
        """
        "test.single_block"() ({
          loop.for %i = 0 to 4 {
          }
        }) : () -> ()
        """.replace("test.single_block", "builtin.module"),
    )
    assert not ok
    assert any("lowers to several blocks" in text for text in messages(context))


def test_the_way_to_llvm_starts_anywhere() -> None:
    """A module that is at the end of the way stays what it is."""
    module, context = read(ASSERTS)
    run_pipeline(module, "lower-all-to-llvm", context)
    before = str(module)
    run_pipeline(module, "lower-all-to-llvm", context)
    assert str(module) == before


# -- Where things come from --------------------------------------------------------------------------------------------


def test_everything_knows_the_line_that_it_comes_from() -> None:
    lines = [
        "func.func @f(%m: memref<?x4xf32>, %n: index) -> memref<?x4xf32> {",
        "  loop.for %i = 0 to %n {",
        "    %x = loop.load %m[%i, 3] : memref<?x4xf32>",
        "    loop.store %x, %m[%i mod 4, 0] : memref<?x4xf32>",
        "  }",
        "  return %m : memref<?x4xf32>",
        "}",
    ]
    module, context = read("\n".join(lines))
    run_pipeline(module, "loop-to-cf,to-llvm", context)
    expected = {
        "llvm.func": {1},
        "llvm.icmp": {2},
        "llvm.br": {2},
        "llvm.cond_br": {2},
        "llvm.add": {2},
        "llvm.load": {3},
        "llvm.store": {4},
        "llvm.and": {4},
        "llvm.getelementptr": {3, 4},
        "llvm.return": {6},
        "llvm.insertvalue": {6},
        "llvm.mlir.poison": {6},
    }
    lines_by_op: dict[str, set[int]] = {}
    for op in module.walk():
        if op.name not in ("builtin.module", "llvm.mlir.constant"):
            lines_by_op.setdefault(op.name, set()).update(lines_of(op.location))
    assert lines_by_op == expected
    patterns = {op.name: pattern_of(op.location) for op in module.walk()}
    assert patterns["llvm.load"] == "lower_load"
    assert patterns["llvm.getelementptr"] in ("lower_load", "lower_store")


def lines_of(location: Location) -> set[int]:
    """The lines that a location names."""
    if isinstance(location, FusedLoc):
        return {line for part in location.locations for line in lines_of(part)}
    return {location.line} if isinstance(location, FileLineColLoc) else {0}


def pattern_of(location: Location) -> str | None:
    """The pattern that made what has this location."""
    metadata = location.metadata if isinstance(location, FusedLoc) else None
    return metadata.value if isinstance(metadata, StringAttr) else None


def test_forgetting_a_rank_in_a_loop_takes_no_more_stack() -> None:
    text = """
    func.func private @first_size(%u: memref<*xf32>) -> index attributes {no_inline} {
      %c0 = arith.constant 0 : index
      %d = memref.dim %u, %c0 : memref<*xf32>
      return %d : index
    }
    func.func @main(%m: memref<?xf32>, %n: index) -> index {
      %c0 = arith.constant 0 : index
      %r = loop.for %i = 0 to %n iter_args(%sum = %c0) -> (index) {
        %u = memref.cast %m : memref<?xf32> to memref<*xf32>
        %d = func.call @first_size(%u) : (memref<*xf32>) -> index
        %next = arith.addi %sum, %d : index
        loop.yield %next : index
      }
      return %r : index
    }
    """
    assert compiled(text, level=0)("main", numbers(3), 1_000_000) == [3_000_000]
