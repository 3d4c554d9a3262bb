"""Machine code in this process gives what the ops mean, at every level of optimization."""

from __future__ import annotations

import ctypes
import sys

import numpy as np
import pytest

from dlc.codegen.jit import JitError, Library, link
from dlc.codegen.libraries import compile_library
from dlc.codegen.target import OPTIMIZATION_LEVELS, Target
from dlc.dialects import register_all
from dlc.dialects.builtin import ModuleOp
from dlc.dialects.llvm import (
    PTR,
    AddOp,
    BrOp,
    CondBrOp,
    ConstantOp,
    FAddOp,
    FuncOp,
    GetElementPtrOp,
    ICmpOp,
    LoadOp,
    ReturnOp,
    alignment,
)
from dlc.ir.blocks import Block
from dlc.ir.builder import Builder
from dlc.ir.builtin_types import f32, i64
from dlc.ir.context import Context
from dlc.ir.verifier import verify
from dlc.parser import parse
from support.new_process import check_in_new_process

levels = pytest.mark.parametrize("level", OPTIMIZATION_LEVELS)


def compiled(text: str, level: int = 2) -> Library:
    context = Context()
    register_all(context)
    module = parse(text, context)
    assert module is not None, context.diagnostics.diagnostics
    assert verify(module, context.diagnostics), context.diagnostics.diagnostics
    library = compile_library(module, context.diagnostics, level)
    assert library is not None, [d.message for d in context.diagnostics.diagnostics]
    return library


@levels
def test_loop_over_memory(level: int) -> None:
    library = compiled(
        """
        llvm.func internal @twice(%x: f32) -> f32 attributes {no_inline} {
          %two = llvm.mlir.constant(2.0 : f32) : f32
          %r = llvm.fmul %x, %two : f32
          llvm.return %r : f32
        }
        llvm.func @sum(%p: !llvm.ptr, %n: i64) -> f32 {
          %zero = llvm.mlir.constant(0 : i64) : i64
          %one = llvm.mlir.constant(1 : i64) : i64
          %start = llvm.mlir.constant(0.0 : f32) : f32
          llvm.br ^head(%zero, %start : i64, f32)
        ^head(%i: i64, %sum: f32):
          %more = llvm.icmp "slt" %i, %n : i64
          llvm.cond_br %more, ^body, ^exit
        ^body:
          %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
          %v = llvm.load %q {alignment = 4 : i64} : !llvm.ptr -> f32
          %w = llvm.call @twice(%v) : (f32) -> f32
          llvm.store %w, %q {alignment = 4 : i64} : f32, !llvm.ptr
          %next = llvm.fadd %sum, %w : f32
          %j = llvm.add %i, %one overflow<nsw> : i64
          llvm.br ^head(%j, %next : i64, f32)
        ^exit:
          llvm.return %sum : f32
        }
        """,
        level,
    )
    data = np.arange(100, dtype=np.float32)
    total = library.function("sum", ctypes.c_float, ctypes.c_void_p, ctypes.c_int64)
    assert total(data.ctypes.data, len(data)) == 9900
    assert np.array_equal(data, 2 * np.arange(100, dtype=np.float32))
    assert list(library.addresses) == ["sum"]


@levels
def test_switch_and_successors_that_are_the_same(level: int) -> None:
    """Two edges to one block, with different values: a phi cannot tell them apart, so a block stands in between."""
    library = compiled(
        """
        llvm.func @choose(%x: i32, %c: i1) -> i32 {
          %a = llvm.mlir.constant(10 : i32) : i32
          %b = llvm.mlir.constant(20 : i32) : i32
          %d = llvm.mlir.constant(30 : i32) : i32
          llvm.switch %x : i32, ^out(%d : i32) [
            1: ^out(%a : i32),
            -2: ^out(%b : i32),
            3: ^more
          ]
        ^more:
          llvm.cond_br %c, ^out(%a : i32), ^out(%x : i32)
        ^dead(%unused: i32):
          llvm.return %unused : i32
        ^out(%r: i32):
          llvm.return %r : i32
        }
        """,
        level,
    )
    choose = library.function("choose", ctypes.c_int32, ctypes.c_int32, ctypes.c_bool)
    assert [choose(x, True) for x in (1, -2, 3, 4)] == [10, 20, 10, 30]
    assert choose(3, False) == 3


@levels
def test_vectors_and_intrinsics(level: int) -> None:
    library = compiled(
        """
        llvm.func @compute(%p: !llvm.ptr, %q: !llvm.ptr, %out: !llvm.ptr) {
          %a = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
          %b = llvm.load %q {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
          %mask = llvm.mlir.constant(dense<[true, false, true, true]> : vector<4xi1>) : vector<4xi1>
          %m = llvm.fcmp "olt" %a, %b : vector<4xf32>
          %s = llvm.select %m, %a, %b : vector<4xi1>, vector<4xf32>
          %r = llvm.intr.sqrt(%s) : (vector<4xf32>) -> vector<4xf32>
          %f = llvm.intr.fma(%r, %r, %a) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
          %rev = llvm.shufflevector %f, %f [3, 2, 1, 0] : vector<4xf32>
          llvm.intr.masked.store %rev, %out, %mask {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
          llvm.return
        }
        """,
        level,
    )
    a = np.array([1, 4, 9, 16], dtype=np.float32)
    b = np.array([4, 1, 16, 9], dtype=np.float32)
    out = np.full(4, -1, dtype=np.float32)
    compute = library.function("compute", None, *[ctypes.c_void_p] * 3)
    compute(a.ctypes.data, b.ctypes.data, out.ctypes.data)
    expected = (np.minimum(a, b) + a)[::-1].copy()
    expected[1] = -1
    assert np.allclose(out, expected)


@levels
def test_globals_and_atomics(level: int) -> None:
    library = compiled(
        """
        llvm.mlir.global internal @counter(5 : i32) {addr_space = 0 : i32} : i32
        llvm.mlir.global internal constant @table(dense<[1.5, -2.0, 0.1]> : tensor<3xf32>) : !llvm.array<3 x f32>
        llvm.mlir.global internal constant @pair() : !llvm.struct<(ptr, i32)> {
          %u = llvm.mlir.undef : !llvm.struct<(ptr, i32)>
          %a = llvm.mlir.addressof @table : !llvm.ptr
          %e = llvm.getelementptr inbounds %a[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<3 x f32>
          %p = llvm.insertvalue %e, %u[0] : !llvm.struct<(ptr, i32)>
          %seven = llvm.mlir.constant(7 : i32) : i32
          %q = llvm.insertvalue %seven, %p[1] : !llvm.struct<(ptr, i32)>
          llvm.return %q : !llvm.struct<(ptr, i32)>
        }
        llvm.func @count(%by: i32) -> i32 {
          %p = llvm.mlir.addressof @counter : !llvm.ptr
          %old = llvm.atomicrmw add %p, %by seq_cst : !llvm.ptr, i32
          llvm.return %old : i32
        }
        llvm.func @last() -> f32 {
          %p = llvm.mlir.addressof @pair : !llvm.ptr
          %s = llvm.load %p : !llvm.ptr -> !llvm.struct<(ptr, i32)>
          %e = llvm.extractvalue %s[0] : !llvm.struct<(ptr, i32)>
          %v = llvm.load %e : !llvm.ptr -> f32
          llvm.return %v : f32
        }
        """,
        level,
    )
    count = library.function("count", ctypes.c_int32, ctypes.c_int32)
    assert [count(2), count(3), count(0)] == [5, 7, 10]
    assert library.function("last", ctypes.c_float)() == np.float32(0.1)


def test_functions_of_c_are_found() -> None:
    library = compiled(
        """
        llvm.func @strlen(!llvm.ptr) -> i64
        llvm.func @length(%p: !llvm.ptr) -> i64 {
          %n = llvm.call @strlen(%p) : (!llvm.ptr) -> i64
          llvm.return %n : i64
        }
        """
    )
    assert library.function("length", ctypes.c_int64, ctypes.c_char_p)(b"four") == 4


def test_what_nobody_defines_is_an_error() -> None:
    text = """
    llvm.func @no_such_function_anywhere()
    llvm.func @f() {
      llvm.call @no_such_function_anywhere() : () -> ()
      llvm.return
    }
    """
    with pytest.raises(JitError, match="cannot link machine code"):
        compiled(text)


def test_an_object_for_another_machine_is_an_error() -> None:
    with pytest.raises(JitError, match="cannot link machine code"):
        link([b"not an object file"], ["f"])


def test_libraries_with_the_same_names_are_apart() -> None:
    text = "llvm.func @f() -> i32 {{ %c = llvm.mlir.constant({} : i32) : i32 llvm.return %c : i32 }}"
    functions = [compiled(text.format(n)).function("f", ctypes.c_int32) for n in range(3)]
    assert [function() for function in functions] == [0, 1, 2]


def test_libraries_outlive_the_linker_that_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dlc.codegen.jit.MOST_LIBRARIES", 3)
    text = "llvm.func @f() -> i32 {{ %c = llvm.mlir.constant({} : i32) : i32 llvm.return %c : i32 }}"
    libraries = [compiled(text.format(n), level=0) for n in range(8)]
    del libraries[1::2]
    assert [each.function("f", ctypes.c_int32)() for each in libraries] == [0, 2, 4, 6]


@pytest.mark.skipif(sys.platform != "linux", reason="flags of mmap are those of Linux")
def test_code_and_its_constants_are_near_where_memory_has_small_holes() -> None:
    """Libraries of several gigabytes, such as PyTorch's, leave such memory."""
    check_in_new_process(
        """
        import ctypes, mmap
        import dlc
        from dlc.codegen.libraries import compile_library
        module = dlc.parse(
            "llvm.func @f() -> f32 { %c = llvm.mlir.constant(1.25 : f32) : f32 llvm.return %c : f32 }"
        )
        context = dlc.Context()
        compile_library(module, context.diagnostics)
        hole = mmap.mmap(-1, mmap.PAGESIZE)
        flags = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, "prot": mmap.PROT_READ}
        taken = [mmap.mmap(-1, size, **flags) for size in [1 << 26] * 64 + [1 << 20] * 256 + [1 << 12] * 2048]
        hole.close()
        library = compile_library(module, context.diagnostics)
        assert library.function("f", ctypes.c_float)() == 1.25
        """
    )


def test_ops_made_in_python() -> None:
    """The constructors that lowerings use."""
    function = FuncOp.of("sum", [PTR, i64], f32)
    p, n = function.entry.args
    head, body, out = Block([i64, f32]), Block([]), Block([])
    for block in (head, body, out):
        function.body.append(block)
    b = Builder.at_end(function.entry)
    zero = b.insert(ConstantOp.of(0, i64)).res
    one = b.insert(ConstantOp.of(1, i64)).res
    b.insert(BrOp(head, [zero, b.insert(ConstantOp.of(0.0, f32)).res]))
    i, total = head.args
    b = Builder.at_end(head)
    b.insert(CondBrOp(b.insert(ICmpOp.of("slt", i, n)).res, body, out))
    b = Builder.at_end(body)
    address = b.insert(GetElementPtrOp.of(p, [i], f32, "inbounds")).res
    value = b.insert(LoadOp(address, f32, alignment=alignment(4))).res
    b.insert(BrOp(head, [b.insert(AddOp(i, one)).res, b.insert(FAddOp(total, value)).res]))
    Builder.at_end(out).insert(ReturnOp(total))
    module = ModuleOp.containing([function])
    context = Context()
    assert verify(module, context.diagnostics), context.diagnostics.diagnostics
    library = compile_library(module, context.diagnostics)
    assert library is not None
    data = np.arange(10, dtype=np.float32)
    assert library.function("sum", ctypes.c_float, ctypes.c_void_p, ctypes.c_int64)(data.ctypes.data, 10) == 45


def test_the_host_is_described() -> None:
    host = Target.host()
    assert host.cpu
    assert host.features.startswith(("+", "-"))
    assert Target.of() is host
