"""Ops of `memref` as machine code give what the interpreter says that they mean."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from dlc.dialects.builtin import ModuleOp
from support.compiled_programs import compiled
from support.drawn_views import ViewChain
from support.lowering_checks import check, numbers

# -- Views -------------------------------------------------------------------------------------------------------------

STRIDED = "memref.reinterpret_cast %m to offset: [%i], sizes: [2, 3, %j], strides: [12, 4, 1] : memref<40xf32> to"

VIEWS = {
    "cast-forgets": ("memref.cast %m : memref<4x6xf32> to memref<?x6xf32>", (4, 6), (4, 6), (0, 0)),
    "cast-to-strides": (
        "memref.cast %m : memref<4x6xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>",
        *((4, 6), (4, 6), (0, 0)),
    ),
    "subview-static": (
        "memref.subview %m[1, 2] [2, 3] [1, 1] : memref<4x6xf32> to memref<2x3xf32, strided<[6, 1], offset: 8>>",
        *((4, 6), (2, 3), (0, 0)),
    ),
    "subview-steps": (
        "memref.subview %m[%i, 0] [%j, 3] [1, 2] : memref<4x6xf32> to memref<?x3xf32, strided<[6, 2], offset: ?>>",
        *((4, 6), (2, 3), (1, 2)),
    ),
    "subview-drops-dimensions": (
        "memref.subview %m[%i, %j] [1, 3] [1, 1] : memref<?x?xf32> to memref<3xf32, strided<[1], offset: ?>>",
        *((4, 6), (3,), (2, 3)),
    ),
    "subview-of-nothing": (
        "memref.subview %m[%i, %j] [0, 3] [1, 1] : memref<4x6xf32> to memref<0x3xf32, strided<[6, 1], offset: ?>>",
        *((4, 6), (0, 3), (2, 3)),
    ),
    "transpose": (
        "memref.transpose %m (d0, d1, d2) -> (d2, d0, d1) : memref<2x?x4xf32> to memref<4x2x?xf32, strided<[1, ?, 4]>>",
        *((2, 3, 4), (4, 2, 3), (0, 0)),
    ),
    "expand": (
        "memref.expand_shape %m [[0, 1], [2, 3]] output_shape [2, %i, 3, 2] : memref<?x6xf32> into memref<2x?x3x2xf32>",
        *((4, 6), (2, 2, 3, 2), (2, 0)),
    ),
    "collapse": (
        "memref.collapse_shape %m [[0, 1], [2]] : memref<?x3x4xf32> into memref<?x4xf32>",
        *((2, 3, 4), (6, 4), (0, 0)),
    ),
    "reinterpret-backwards": (
        (
            "memref.reinterpret_cast %m to offset: [%i], sizes: [3, 2], strides: [%j, -1] : memref<24xf32> to "
            "memref<3x2xf32, strided<[?, -1], offset: ?>>"
        ),
        *((24,), (3, 2), (4, 7)),
    ),
}


def type_of(shape: tuple[int, ...]) -> str:
    return "x".join(["?"] * len(shape) + ["f32"])


@pytest.mark.parametrize("name", VIEWS)
def test_views(name: str) -> None:
    op, shape, out, indices = VIEWS[name]
    type = op.partition(" : ")[2].partition(" to " if " to " in op.partition(" : ")[2] else " into ")
    text = f"""
    func.func @main(%m: {type[0]}, %out: memref<{type_of(out)}>, %i: index, %j: index) {{
      %v = {op}
      memref.copy %v, %out : {type[2]} to memref<{type_of(out)}>
      return
    }}
    """
    check(text, numbers(*shape), np.zeros(out, np.float32), *indices)


@pytest.mark.parametrize("size", [1, 2])
def test_shapes_of_what_is_strided(size: int) -> None:
    """The stride of joined dimensions is that of the last one that is not 1, which may be known only later."""
    text = f"""
    func.func @main(%m: memref<40xf32>, %a: memref<2x?xf32>, %b: memref<2x3x?x1xf32>, %i: index, %j: index) {{
      %s = {STRIDED} memref<2x3x?xf32, strided<[12, 4, 1], offset: ?>>
      %e = memref.expand_shape %s [[0], [1], [2, 3]] output_shape [2, 3, %j, 1]
        : memref<2x3x?xf32, strided<[12, 4, 1], offset: ?>> into memref<2x3x?x1xf32, strided<[12, 4, 1, 1], offset: ?>>
      memref.copy %e, %b : memref<2x3x?x1xf32, strided<[12, 4, 1, 1], offset: ?>> to memref<2x3x?x1xf32>
      %t = memref.subview %s[0, 0, 0] [2, 1, %j] [1, 1, 1]
        : memref<2x3x?xf32, strided<[12, 4, 1], offset: ?>> to memref<2x1x?xf32, strided<[12, 4, 1], offset: ?>>
      %c = memref.collapse_shape %t [[0], [1, 2]]
        : memref<2x1x?xf32, strided<[12, 4, 1], offset: ?>> into memref<2x?xf32, strided<[12, ?], offset: ?>>
      memref.copy %c, %a : memref<2x?xf32, strided<[12, ?], offset: ?>> to memref<2x?xf32>
      return
    }}
    """
    arrays = np.zeros((2, size), np.float32), np.zeros((2, 3, size, 1), np.float32)
    check(text, numbers(40), *arrays, 5, size)


def test_views_of_bytes() -> None:
    text = """
    func.func @main(%bytes: memref<256xi8>, %shift: index, %n: index) {
      %c8 = arith.constant 8 : index
      %one = arith.constant 1.0 : f32
      %two = arith.constant 2 : i16
      %v = memref.view %bytes[%shift][%n] : memref<256xi8> to memref<?x3xf32>
      %w = memref.view %bytes[%c8][] : memref<256xi8> to memref<4xi16>
      loop.for %i = 0 to %n {
        loop.store %one, %v[%i, %i] : memref<?x3xf32>
      }
      loop.for %i = 0 to 4 {
        loop.store %two, %w[%i] : memref<4xi16>
      }
      return
    }
    """
    check(text, np.zeros(256, np.int8), 64, 3)


def test_reshapes_read_their_sizes() -> None:
    text = """
    func.func @main(%m: memref<?xf32>, %shape: memref<2xi32>, %out: memref<?x?xf32>) -> index {
      %r = memref.reshape %m(%shape) : (memref<?xf32>, memref<2xi32>) -> memref<?x?xf32>
      memref.copy %r, %out : memref<?x?xf32> to memref<?x?xf32>
      %u = memref.reshape %m(%shape) : (memref<?xf32>, memref<2xi32>) -> memref<*xf32>
      %c1 = arith.constant 1 : index
      %d = memref.dim %u, %c1 : memref<*xf32>
      return %d : index
    }
    """
    check(text, numbers(12), np.array([3, 4], np.int32), np.zeros((3, 4), np.float32))


def test_metadata() -> None:
    text = """
    func.func @main(%m: memref<4x?xf32>, %i: index) -> (f32, index, index, index, index, index) {
      %s = memref.subview %m[1, %i] [2, 3] [1, 2] : memref<4x?xf32> to memref<2x3xf32, strided<[?, 2], offset: ?>>
      %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %s
        : memref<2x3xf32, strided<[?, 2], offset: ?>> -> memref<f32>, index, index, index, index, index
      %again = memref.reinterpret_cast %base to offset: [%offset], sizes: [%sizes#0, %sizes#1],
          strides: [%strides#0, %strides#1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
      %c1 = arith.constant 1 : index
      %x = memref.load %again[%c1, %c1] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      return %x, %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : f32, index, index, index, index, index
    }
    """
    check(text, numbers(4, 9), 2)


def test_sizes_by_an_index_that_is_not_known() -> None:
    text = """
    func.func @main(%m: memref<4x?x6xf32>, %i: index) -> (index, index, index, index) {
      %d = memref.dim %m, %i : memref<4x?x6xf32>
      %u = memref.cast %m : memref<4x?x6xf32> to memref<*xf32>
      %e = memref.dim %u, %i : memref<*xf32>
      %r = memref.rank %u : memref<*xf32>
      %back = memref.cast %u : memref<*xf32> to memref<?x?x6xf32>
      %c0 = arith.constant 0 : index
      %f = memref.dim %back, %c0 : memref<?x?x6xf32>
      return %d, %e, %r, %f : index, index, index, index
    }
    """
    for dim in range(3):
        check(text, numbers(4, 5, 6), dim)


# -- Copies ------------------------------------------------------------------------------------------------------------

DENSE, ROWS, COLUMNS = (
    "memref<4x6xf32>",
    "memref<4x6xf32, strided<[9, 1], offset: ?>>",
    "memref<4x6xf32, strided<[1, 4]>>",
)
SPREAD = "memref<4x6xf32, strided<[?, ?], offset: ?>>"
BACKINGS = {
    DENSE: "offset: [0], sizes: [4, 6], strides: [6, 1]",
    ROWS: "offset: [%i], sizes: [4, 6], strides: [9, 1]",
    COLUMNS: "offset: [0], sizes: [4, 6], strides: [1, 4]",
    SPREAD: "offset: [%i], sizes: [4, 6], strides: [%j, 2]",
}


@pytest.mark.parametrize("source", BACKINGS)
@pytest.mark.parametrize("target", BACKINGS)
def test_copies_between_layouts(source: str, target: str) -> None:
    text = f"""
    func.func @main(%a: memref<80xf32>, %b: memref<80xf32>, %i: index, %j: index) {{
      %s = memref.reinterpret_cast %a to {BACKINGS[source]} : memref<80xf32> to {source}
      %t = memref.reinterpret_cast %b to {BACKINGS[target]} : memref<80xf32> to {target}
      memref.copy %s, %t : {source} to {target}
      return
    }}
    """
    check(text, numbers(80), np.zeros(80, np.float32), 3, 13)


def test_copies_of_nothing_and_of_one() -> None:
    text = """
    func.func @main(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<f32>, %d: memref<f32>) {
      %s = memref.transpose %a (d0, d1) -> (d1, d0) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
      memref.copy %s, %b : memref<?x?xf32, strided<[1, ?]>> to memref<?x?xf32>
      memref.copy %c, %d : memref<f32> to memref<f32>
      return
    }
    """
    for shape in ((0, 3), (3, 0), (2, 3)):
        check(
            text, numbers(*shape), np.zeros(shape[::-1], np.float32), numbers(1).reshape(()), np.zeros((), np.float32)
        )


# -- Memory ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["", " aligned-alloc=true"])
@pytest.mark.parametrize("alignment", [1, 16, 32, 4096])
def test_allocations_are_aligned(alignment: int, options: str) -> None:
    text = f"""
    func.func @main(%n: index) -> (index, index) {{
      %m = memref.alloc(%n) {{alignment = {alignment} : i64}} : memref<?x3xf32>
      %p = memref.extract_aligned_pointer_as_index %m : memref<?x3xf32> -> index
      %x = arith.constant 1.0 : f32
      loop.for %i = 0 to %n {{
        loop.store %x, %m[%i, 2] : memref<?x3xf32>
      }}
      %a = memref.alloca() {{alignment = {alignment} : i64}} : memref<3xf32>
      %q = memref.extract_aligned_pointer_as_index %a : memref<3xf32> -> index
      memref.dealloc %m : memref<?x3xf32>
      return %p, %q : index, index
    }}
    """
    run = compiled(text, options=options)
    for size in (0, 1, 5, 1000):
        assert [address % alignment for address in run("main", size)] == [0, 0]


def test_reallocation_keeps_what_fits() -> None:
    text = """
    func.func @main(%n: index, %k: index, %out: memref<?xf32>) {
      %m = memref.alloc(%n) : memref<?xf32>
      loop.for %i = 0 to %n {
        %number = arith.index_cast %i : index to i32
        %x = arith.sitofp %number : i32 to f32
        loop.store %x, %m[%i] : memref<?xf32>
      }
      %r = memref.realloc %m(%k) {alignment = 64 : i64} : memref<?xf32> to memref<?xf32>
      loop.for %i = 0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %k] {
        %x = loop.load %r[%i] : memref<?xf32>
        loop.store %x, %out[%i] : memref<?xf32>
      }
      memref.dealloc %r : memref<?xf32>
      return
    }
    """
    for before, after in ((5, 9), (9, 5), (4, 4)):
        check(text, before, after, np.zeros(9, np.float32))


GLOBALS = """
memref.global "private" constant @table : memref<2x3xf32> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>
memref.global "private" constant @same : memref<4xi16> = dense<-7> {alignment = 64 : i64}
memref.global "private" constant @flags : memref<9xi1> = dense<[1, 0, 0, 1, 1, 0, 1, 0, 1]>
memref.global "private" constant @places : memref<2xindex> = dense<[5, -6]>
memref.global "private" constant @one : memref<f64> = dense<2.5>
memref.global "private" constant @far : memref<2xf32> = dense_resource<two>
memref.global @state : memref<3xi32> = dense<[10, 20, 30]>
memref.global "private" @room : memref<2xf32> = uninitialized
func.func @main(%i: index, %j: index, %x: f32) -> (f32, i16, i1, index, f64, f32, i32, f32) {
  %table = memref.get_global @table : memref<2x3xf32>
  %a = memref.load %table[%i, %j] : memref<2x3xf32>
  %same = memref.get_global @same : memref<4xi16>
  %b = memref.load %same[%i] : memref<4xi16>
  %flags = memref.get_global @flags : memref<9xi1>
  %c = memref.load %flags[%j] : memref<9xi1>
  %places = memref.get_global @places : memref<2xindex>
  %d = memref.load %places[%i] : memref<2xindex>
  %one = memref.get_global @one : memref<f64>
  %e = memref.load %one[] : memref<f64>
  %far = memref.get_global @far : memref<2xf32>
  %f = memref.load %far[%i] : memref<2xf32>
  %state = memref.get_global @state : memref<3xi32>
  %g = memref.load %state[%j] : memref<3xi32>
  %h = arith.addi %g, %g : i32
  memref.store %h, %state[%j] : memref<3xi32>
  %room = memref.get_global @room : memref<2xf32>
  memref.store %x, %room[%i] : memref<2xf32>
  %k = memref.load %room[%i] : memref<2xf32>
  return %a, %b, %c, %d, %e, %f, %g, %k : f32, i16, i1, index, f64, f32, i32, f32
}
{-#
  dialect_resources: { builtin: { two: "0x040000000000C03F000020C0" } }
#-}
"""


@pytest.mark.parametrize("level", [0, 2])
def test_globals(level: int) -> None:
    for i, j in ((0, 0), (1, 2), (0, 1)):
        check(GLOBALS, i, j, 1.5, level=level)
    run = compiled(GLOBALS, level=level)
    assert [run("main", 0, 1, 0.0)[6] for _ in range(3)] == [20, 40, 80]


# -- Elements ----------------------------------------------------------------------------------------------------------

ATOMIC_KINDS: dict[str, tuple[str, Any]] = {
    **dict.fromkeys(("addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf"), ("f32", np.float32)),
    **dict.fromkeys(("addi", "muli", "andi", "ori", "xori", "assign"), ("i32", np.int32)),
    **dict.fromkeys(("maxs", "maxu", "mins", "minu"), ("i32", np.int32)),
}


@pytest.mark.parametrize("kind", ATOMIC_KINDS)
def test_atomic_changes(kind: str) -> None:
    type, array = ATOMIC_KINDS[kind]
    text = f"""
    func.func @main(%m: memref<4x5x{type}>, %x: {type}, %i: index) -> {type} {{
      %c1 = arith.constant 1 : index
      %old = memref.atomic_rmw {kind} %x, %m[%c1, %i] : ({type}, memref<4x5x{type}>) -> {type}
      return %old : {type}
    }}
    """
    for value in (-3, 5):
        check(text, numbers(4, 5, kind=array), value, 3)


@pytest.mark.parametrize(("type", "array"), [("f32", np.float32), ("i64", np.int64)])
def test_atomic_regions(type: str, array: Any) -> None:
    letter = type[0]
    text = f"""
    func.func @main(%m: memref<?x{type}>, %x: {type}, %n: index) -> {type} {{
      %r = loop.for %i = 0 to %n iter_args(%last = %x) -> ({type}) {{
        %new = memref.generic_atomic_rmw %m[%i] : memref<?x{type}> {{
        ^bb0(%old: {type}):
          %y = arith.mul{letter} %old, %x : {type}
          %z = arith.add{letter} %y, %x : {type}
          memref.atomic_yield %z : {type}
        }}
        loop.yield %new : {type}
      }}
      return %r : {type}
    }}
    """
    check(text, numbers(6, kind=array), 3, 6)


def test_elements_that_are_memrefs_and_vectors() -> None:
    """A memref lies in memory as its descriptor."""
    text = """
    func.func @main(%a: memref<4x?xf32>, %b: memref<4x?xf32>, %i: index) -> f32 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %both = memref.alloca() : memref<2xmemref<4x?xf32>>
      memref.store %a, %both[%c0] : memref<2xmemref<4x?xf32>>
      memref.store %b, %both[%c1] : memref<2xmemref<4x?xf32>>
      %m = memref.load %both[%i] : memref<2xmemref<4x?xf32>>
      %x = memref.load %m[%c1, %i] : memref<4x?xf32>
      return %x : f32
    }
    """
    run = compiled(text)
    a, b = numbers(4, 3), numbers(4, 5)
    assert run("main", a, b, 0) == [a[1, 0]]
    assert run("main", a, b, 1) == [b[1, 1]]


def test_hints_change_nothing() -> None:
    text = """
    func.func @main(%m: memref<8xf32>, %i: index) -> f32 {
      %a = memref.assume_alignment %m, 4 : memref<8xf32>
      memref.prefetch %a[%i], read, locality<3>, data : memref<8xf32>
      memref.prefetch %a[%i], write, locality<0>, instr : memref<8xf32>
      %x = memref.load %a[%i] {nontemporal = true, alignment = 4 : i64} : memref<8xf32>
      memref.store %x, %a[%i] {nontemporal = true} : memref<8xf32>
      return %x : f32
    }
    """
    check(text, numbers(8), 5)


def test_memrefs_pass_through_blocks_and_choices() -> None:
    text = """
    func.func @main(%a: memref<?xf32>, %b: memref<?xf32>, %c: i1, %n: index) -> f32 {
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      cf.cond_br %c, ^go(%a, %b, %c0, %zero : memref<?xf32>, memref<?xf32>, index, f32),
                     ^go(%b, %a, %c0, %zero : memref<?xf32>, memref<?xf32>, index, f32)
    ^go(%p: memref<?xf32>, %q: memref<?xf32>, %i: index, %sum: f32):
      %s = arith.select %c, %p, %q : memref<?xf32>
      %x = memref.load %s[%i] : memref<?xf32>
      %y = memref.load %q[%i] : memref<?xf32>
      %t = arith.addf %sum, %x : f32
      %u = arith.mulf %t, %y : f32
      %j = arith.addi %i, %c1 : index
      %more = arith.cmpi slt, %j, %n : index
      cf.cond_br %more, ^go(%q, %p, %j, %u : memref<?xf32>, memref<?xf32>, index, f32), ^end
    ^end:
      return %u : f32
    }
    """
    for choice in (0, 1):
        check(text, numbers(6), numbers(6)[::-1].copy(), choice, 5)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(60))
def test_chains_of_views(seed: int) -> None:
    chain = ViewChain(Random(seed))
    module = ModuleOp.containing([chain.function])
    check(str(module), numbers(*chain.argument_shape), 1, np.zeros(chain.shape, np.float32))
