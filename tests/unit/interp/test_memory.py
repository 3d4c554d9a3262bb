"""Memory in the interpreter: views, bounds, lifetimes, what was never written."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from dlc.interp.errors import Fault, InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.interp.memory import Buffer, ElementCodec, MemRef
from dlc.interp.values import Elements
from dlc.ir.builtin_types import f32
from support.programs import module_of, run, run_one

F32 = np.float32


def body(signature: str, lines: str) -> str:
    return f"func.func @main{signature} {{\n{lines}\n}}"


def test_arguments_share_their_memory() -> None:
    text = body(
        "(%m: memref<2x3xf32>, %x: f32)",
        """%c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        memref.store %x, %m[%c1, %c2] : memref<2x3xf32>
        return""",
    )
    array = np.zeros((2, 3), F32)
    run(text, array, 7.0)
    assert array[1, 2] == 7.0


@pytest.mark.parametrize(
    "array", [np.zeros((3, 2), F32).T, np.zeros((2, 3), np.float64), np.zeros((4, 6), F32)[::2, ::2]]
)
def test_arrays_that_cannot_be_shared_are_copied_back(array: Any) -> None:
    text = body(
        "(%m: memref<2x3xf32>, %x: f32)",
        """%c1 = arith.constant 1 : index
        memref.store %x, %m[%c1, %c1] : memref<2x3xf32>
        return""",
    )
    run(text, array, 7.0)
    assert array[1, 1] == 7.0


@pytest.mark.parametrize(
    ("type", "dtype"),
    [
        ("bf16", ml_dtypes.bfloat16),
        ("f8E4M3FN", ml_dtypes.float8_e4m3fn),
        ("i1", bool),
        ("i64", np.int64),
        ("f16", np.float16),
    ],
)
def test_every_element_type_is_stored(type: str, dtype: Any) -> None:
    text = body(
        f"(%m: memref<4x{type}>)",
        f"""%c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %x = memref.load %m[%c1] : memref<4x{type}>
        memref.store %x, %m[%c0] : memref<4x{type}>
        return""",
    )
    array = np.array([0, 1, 0, 0]).astype(dtype)
    run(text, array)
    assert array.astype(int).tolist() == [1, 1, 0, 0]


def test_odd_widths_are_stored() -> None:
    text = body(
        "(%x: i100) -> i100",
        """%m = memref.alloca() : memref<2xi100>
        %c1 = arith.constant 1 : index
        memref.store %x, %m[%c1] : memref<2xi100>
        %y = memref.load %m[%c1] : memref<2xi100>
        return %y : i100""",
    )
    assert run_one(text, -(2**99)) == -(2**99)


LOAD = body("(%m: memref<?xf32>, %i: index) -> f32", "%x = memref.load %m[%i] : memref<?xf32>\nreturn %x : f32")


@pytest.mark.parametrize("index", [-1, 3, 2**62])
def test_indices_out_of_bounds_are_errors(index: int) -> None:
    with pytest.raises(InterpreterError, match=r"'memref.load' op is out of bounds"):
        run(LOAD, np.zeros(3, F32), index)


ALLOC = body(
    "(%write: i1) -> f32",
    """%c0 = arith.constant 0 : index
    %x = arith.constant 1.0 : f32
    %m = memref.alloc() : memref<1xf32>
    cf.cond_br %write, ^write, ^read
  ^write:
    memref.store %x, %m[%c0] : memref<1xf32>
    cf.br ^read
  ^read:
    %y = memref.load %m[%c0] : memref<1xf32>
    memref.dealloc %m : memref<1xf32>
    return %y : f32""",
)


def test_reading_what_was_never_written_is_an_error() -> None:
    assert run_one(ALLOC, 1) == 1.0
    with pytest.raises(InterpreterError, match="reads uninitialized memory: byte 0 of heap memory"):
        run(ALLOC, 0)
    assert repr(run_one(ALLOC, 0, reads_unwritten=True)) == "poison"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("memref.dealloc %m : memref<1xf32>\nmemref.dealloc %m : memref<1xf32>", "frees heap memory a second time"),
        (
            "memref.dealloc %m : memref<1xf32>\nmemref.store %x, %m[%c0] : memref<1xf32>",
            "writes heap memory after it was freed",
        ),
        (
            "%s = memref.alloca() : memref<1xf32>\nmemref.dealloc %s : memref<1xf32>",
            "frees stack memory, which was not",
        ),
    ],
)
def test_lifetimes(lines: str, message: str) -> None:
    text = body(
        "(%x: f32)",
        f"%c0 = arith.constant 0 : index\n%m = memref.alloc() : memref<1xf32>\n{lines}\nreturn",
    )
    with pytest.raises(InterpreterError, match=message):
        run(text, 1.0)


def test_the_stack_is_freed_when_a_function_is_left() -> None:
    text = """
    func.func private @leak() -> memref<1xf32> {
      %m = memref.alloca() : memref<1xf32>
      return %m : memref<1xf32>
    }
    func.func @main(%x: f32) {
      %c0 = arith.constant 0 : index
      %m = call @leak() : () -> memref<1xf32>
      memref.store %x, %m[%c0] : memref<1xf32>
      return
    }"""
    with pytest.raises(InterpreterError, match="writes stack memory after it was freed"):
        run(text, 1.0)


def test_poison_survives_memory() -> None:
    text = body(
        "(%m: memref<2xi32>) -> i32",
        """%p = ub.poison : i32
        %c0 = arith.constant 0 : index
        memref.store %p, %m[%c0] : memref<2xi32>
        %x = memref.load %m[%c0] : memref<2xi32>
        return %x : i32""",
    )
    assert repr(run_one(text, np.zeros(2, np.int32))) == "poison"


SUBVIEW = body(
    "(%m: memref<4x6xi32>, %o: index) -> memref<2x3xi32, strided<[12, 2], offset: ?>>",
    """%s = memref.subview %m[%o, 1] [2, 3] [2, 2]
      : memref<4x6xi32> to memref<2x3xi32, strided<[12, 2], offset: ?>>
    return %s : memref<2x3xi32, strided<[12, 2], offset: ?>>""",
)


def test_subview() -> None:
    array = np.arange(24, dtype=np.int32).reshape(4, 6)
    np.testing.assert_array_equal(run_one(SUBVIEW, array, 1), array[1:4:2, 1:6:2])
    with pytest.raises(InterpreterError, match="takes 2 elements from 2 on, 2 apart, where there are 4"):
        run(SUBVIEW, array, 2)


def test_rank_reducing_subview() -> None:
    text = body(
        "(%m: memref<4x6xi32>, %i: index) -> memref<6xi32, strided<[1], offset: ?>>",
        """%s = memref.subview %m[%i, 0] [1, 6] [1, 1] : memref<4x6xi32> to memref<6xi32, strided<[1], offset: ?>>
        return %s : memref<6xi32, strided<[1], offset: ?>>""",
    )
    array = np.arange(24, dtype=np.int32).reshape(4, 6)
    np.testing.assert_array_equal(run_one(text, array, 2), array[2])


def test_shapes_are_seen_otherwise() -> None:
    text = body(
        "(%m: memref<2x6xi32>) -> (memref<2x2x3xi32>, memref<12xi32>, memref<6x2xi32, strided<[1, 6]>>)",
        """%a = memref.expand_shape %m [[0], [1, 2]] output_shape [2, 2, 3] : memref<2x6xi32> into memref<2x2x3xi32>
        %b = memref.collapse_shape %m [[0, 1]] : memref<2x6xi32> into memref<12xi32>
        %c = memref.transpose %m (d0, d1) -> (d1, d0) : memref<2x6xi32> to memref<6x2xi32, strided<[1, 6]>>
        return %a, %b, %c : memref<2x2x3xi32>, memref<12xi32>, memref<6x2xi32, strided<[1, 6]>>""",
    )
    array = np.arange(12, dtype=np.int32).reshape(2, 6)
    expanded, collapsed, transposed = run(text, array)
    np.testing.assert_array_equal(expanded, array.reshape(2, 2, 3))
    np.testing.assert_array_equal(collapsed, array.reshape(12))
    np.testing.assert_array_equal(transposed, array.T)


def test_reinterpret_cast_and_dim() -> None:
    text = body(
        "(%m: memref<12xi32>, %n: index) -> (memref<?x2xi32, strided<[5, 2], offset: 1>>, index)",
        """%c0 = arith.constant 0 : index
        %r = memref.reinterpret_cast %m to offset: [1], sizes: [%n, 2], strides: [5, 2]
          : memref<12xi32> to memref<?x2xi32, strided<[5, 2], offset: 1>>
        %d = memref.dim %r, %c0 : memref<?x2xi32, strided<[5, 2], offset: 1>>
        return %r, %d : memref<?x2xi32, strided<[5, 2], offset: 1>>, index""",
    )
    view, size = run(text, np.arange(12, dtype=np.int32), 2)
    assert view.tolist() == [[1, 3], [6, 8]]
    assert size == 2
    with pytest.raises(InterpreterError, match="touches bytes 4 to 56"):
        run(text, np.arange(12, dtype=np.int32), 3)


def test_bytes_are_seen_as_elements() -> None:
    text = body(
        "(%x: f32) -> i32",
        """%c0 = arith.constant 0 : index
        %c4 = arith.constant 4 : index
        %bytes = memref.alloc() : memref<16xi8>
        %f = memref.view %bytes[%c4][] : memref<16xi8> to memref<2xf32>
        %i = memref.view %bytes[%c4][] : memref<16xi8> to memref<2xi32>
        memref.store %x, %f[%c0] : memref<2xf32>
        %y = memref.load %i[%c0] : memref<2xi32>
        return %y : i32""",
    )
    assert run_one(text, 1.0) == 0x3F800000


def test_casts_are_checked() -> None:
    text = body("(%m: memref<?xf32>)", "%c = memref.cast %m : memref<?xf32> to memref<4xf32>\nreturn")
    assert run(text, np.zeros(4, F32)) == []
    with pytest.raises(InterpreterError, match=r"a memref of sizes \[3\] is not a 'memref<4xf32>'"):
        run(text, np.zeros(3, F32))


def test_copies_overlap_as_if_through_a_third_place() -> None:
    text = body(
        "(%m: memref<6xi32>)",
        """%a = memref.subview %m[0] [5] [1] : memref<6xi32> to memref<5xi32, strided<[1]>>
        %b = memref.subview %m[1] [5] [1] : memref<6xi32> to memref<5xi32, strided<[1], offset: 1>>
        memref.copy %a, %b : memref<5xi32, strided<[1]>> to memref<5xi32, strided<[1], offset: 1>>
        return""",
    )
    array = np.arange(6, dtype=np.int32)
    run(text, array)
    assert array.tolist() == [0, 0, 1, 2, 3, 4]


GLOBALS = """
memref.global "private" constant @table : memref<3xi32> = dense<[10, 20, 30]>
memref.global "private" @counter : memref<1xi32> = dense<0>
func.func @main(%i: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %t = memref.get_global @table : memref<3xi32>
  %x = memref.load %t[%i] : memref<3xi32>
  %n = memref.get_global @counter : memref<1xi32>
  %a = memref.load %n[%c0] : memref<1xi32>
  %b = arith.addi %a, %c1 : i32
  memref.store %b, %n[%c0] : memref<1xi32>
  return %x, %b : i32, i32
}
func.func @spoil() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %t = memref.get_global @table : memref<3xi32>
  memref.store %c1, %t[%c0] : memref<3xi32>
  return
}"""


def test_globals_keep_what_is_stored() -> None:
    interpreter = Interpreter(module_of(GLOBALS))
    assert interpreter.run("main", 1) == [20, 1]
    assert interpreter.run("main", 2) == [30, 2]
    with pytest.raises(InterpreterError, match="writes to global @table, which is constant"):
        interpreter.run("spoil")


@pytest.mark.parametrize(
    ("kind", "type", "old", "new", "expected"),
    [
        ("addi", "i8", 100, 100, -56),
        ("maxs", "i8", -1, 1, 1),
        ("maxu", "i8", -1, 1, -1),
        ("andi", "i8", 12, 10, 8),
        ("assign", "i8", 12, 10, 10),
        ("addf", "f32", 1.5, 2.0, 3.5),
        ("minimumf", "f32", 1.5, float("nan"), float("nan")),
        ("minnumf", "f32", 1.5, float("nan"), 1.5),
    ],
)
def test_atomic_updates(kind: str, type: str, old: float, new: float, expected: float) -> None:
    text = body(
        f"(%m: memref<1x{type}>, %x: {type}) -> {type}",
        f"""%c0 = arith.constant 0 : index
        %old = memref.atomic_rmw {kind} %x, %m[%c0] : ({type}, memref<1x{type}>) -> {type}
        return %old : {type}""",
    )
    array = np.array([old], np.int8 if type == "i8" else F32)
    assert run_one(text, array, new) == old
    np.testing.assert_array_equal(array[0], expected)


def test_generic_atomic_update() -> None:
    text = body(
        "(%m: memref<1xi32>) -> i32",
        """%c0 = arith.constant 0 : index
        %c3 = arith.constant 3 : i32
        %new = memref.generic_atomic_rmw %m[%c0] : memref<1xi32> {
        ^bb0(%old: i32):
          %y = arith.muli %old, %c3 : i32
          memref.atomic_yield %y : i32
        }
        return %new : i32""",
    )
    array = np.array([5], np.int32)
    assert run_one(text, array) == 15
    assert array[0] == 15


def test_alloca_scope_frees_what_is_inside() -> None:
    text = body(
        "(%x: f32)",
        """%c0 = arith.constant 0 : index
        %m = memref.alloca_scope -> (memref<1xf32>) {
          %a = memref.alloca() : memref<1xf32>
          memref.store %x, %a[%c0] : memref<1xf32>
          memref.alloca_scope.return %a : memref<1xf32>
        }
        memref.store %x, %m[%c0] : memref<1xf32>
        return""",
    )
    with pytest.raises(InterpreterError, match="writes stack memory after it was freed"):
        run(text, 1.0)


def test_huge_allocations_are_refused() -> None:
    text = body("(%n: index)", "%m = memref.alloc(%n) : memref<?x1024xf32>\nreturn")
    with pytest.raises(InterpreterError, match=r"at most .* can be interpreted"):
        run(text, 2**50)
    with pytest.raises(InterpreterError, match="allocates negative sizes"):
        run(text, -1)


@pytest.mark.parametrize("dtype", [F32, np.float64])
def test_memrefs_of_rank_0(dtype: type) -> None:
    text = body(
        "(%m: memref<f32>, %x: f32) -> f32",
        "%y = memref.load %m[] : memref<f32>\nmemref.store %x, %m[] : memref<f32>\nreturn %y : f32",
    )
    array = np.array(3, dtype)
    assert run_one(text, array, 4.0) == 3.0
    assert array == 4.0


@pytest.mark.parametrize(
    ("strides", "column", "poison", "is_plain"),
    [
        ((8, 1), 2, None, True),
        ((8, 1), 5, None, True),
        ((8, 1), 6, None, False),
        ((1, 2), 2, None, False),
        ((8, 1), 2, [False, True, False], False),
    ],
    ids=["inside", "up-to-the-end", "behind-the-end", "apart", "poison"],
)
def test_a_row_is_stored_like_its_elements(
    strides: tuple[int, int], column: int, poison: list[bool] | None, *, is_plain: bool
) -> None:
    """At once where that is possible; nothing is stored where it is not."""
    at_once, one_by_one = (MemRef(Buffer.fresh(64), ElementCodec(f32), (2, 8), strides) for _ in range(2))
    row = Elements(np.array([7, 8, 9], np.uint32), None if poison is None else np.array(poison))
    assert at_once.store_row((1, column), row) is is_plain
    for offset in range(3 if is_plain else 0):
        one_by_one.store((1, column + offset), row.item((offset,)))
    assert at_once.buffer.data == one_by_one.buffer.data
    assert at_once.buffer.state == one_by_one.buffer.state


def test_rows_of_constant_memory_or_none_are_not_stored() -> None:
    memref, row = MemRef(Buffer.fresh(64), ElementCodec(f32), (2, 8), (8, 1)), Elements(np.zeros(3, np.uint32))
    with pytest.raises(Fault, match=r"is out of bounds: \[2, 0\]"):
        memref.store_row((2, 0), row)
    memref.buffer.is_constant = True
    assert not memref.store_row((1, 0), row)
