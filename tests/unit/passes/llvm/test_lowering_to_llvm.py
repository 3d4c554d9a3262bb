"""Programs as machine code give what the interpreter says that they mean: loops, indices, memory, functions."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dlc.interp.interpreter import Interpreter
from support.compiled_programs import compiled
from support.loop_programs import random_nest
from support.lowering_checks import check, numbers
from support.programs import module_of

# -- Loops -------------------------------------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(24))
def test_random_nests(seed: int) -> None:
    text = random_nest(Random(seed))
    for size in (0, 1, 5):
        check(text, numbers(24, 24, kind=np.int32), numbers(24, kind=np.int32), size)


ITERATIONS = """
func.func @main(%m: memref<32xindex>, %low: index, %high: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %count:2 = loop.for %i = max affine_map<(d0) -> (d0, 2)>(%low) to min affine_map<(d0) -> (d0, 30)>(%high) step 3
      iter_args(%n = %c0, %last = %low) -> (index, index) {
    loop.store %i, %m[%i] : memref<32xindex>
    %next = arith.addi %n, %c1 : index
    loop.yield %next, %i : index, index
  }
  return %count#0, %count#1 : index, index
}
"""


@pytest.mark.parametrize(("low", "high"), [(0, 30), (4, 5), (5, 5), (9, 4), (-8, 7), (0, 40), (-5, -2)])
def test_bounds_are_the_extremes_of_several(low: int, high: int) -> None:
    check(ITERATIONS, numbers(32, kind=np.int64), low, high)


PARALLEL = """
func.func @main(%m: memref<8x9xi32>, %n: index) -> (i32, i32, f32) {
  %r:3 = loop.parallel (%i, %j) = (0, max(1, %n - 6)) to (min(8, symbol(%n)), 9) step (2, 3)
      reduce ("addi", "maxs", "addf") -> (i32, i32, f32) {
    %x = loop.load %m[%i, %j] : memref<8x9xi32>
    %f = arith.sitofp %x : i32 to f32
    %one = arith.constant 1 : i32
    %y = arith.addi %x, %one : i32
    loop.store %y, %m[%i, %j] : memref<8x9xi32>
    loop.yield %x, %y, %f : i32, i32, f32
  }
  return %r#0, %r#1, %r#2 : i32, i32, f32
}
"""


@pytest.mark.parametrize("size", [0, 1, 7, 8])
def test_parallel_loops_reduce(size: int) -> None:
    check(PARALLEL, numbers(8, 9, kind=np.int32), size)


FLOAT_KINDS = ("addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf")
INTEGER_KINDS = ("addi", "muli", "andi", "ori", "xori", "maxs", "maxu", "mins", "minu", "assign")


def test_reductions_of_each_kind() -> None:
    """The results are written to memory, as all are of one type each; without iterations `assign` gives nothing."""
    for type, array, kinds in (("f32", np.float32, FLOAT_KINDS), ("i16", np.int16, INTEGER_KINDS)):
        kind_list = ", ".join(f'"{kind}"' for kind in kinds)
        types = ", ".join([type] * len(kinds))
        values = ", ".join(["%x"] * len(kinds))
        stores = "\n".join(
            f"loop.store %r#{place}, %out[{place}] : memref<{len(kinds)}x{type}>" for place in range(len(kinds))
        )
        text = f"""
        func.func @main(%m: memref<9x{type}>, %n: index, %out: memref<{len(kinds)}x{type}>) {{
          %r:{len(kinds)} = loop.parallel (%i) = (0) to (symbol(%n)) reduce ({kind_list}) -> ({types}) {{
            %x = loop.load %m[%i] : memref<9x{type}>
            loop.yield {values} : {types}
          }}
          {stores}
          return
        }}"""
        for size in (1, 2, 9) if "assign" in kinds else (0, 1, 9):
            check(text, numbers(9, kind=array), size, np.zeros(len(kinds), array))


def test_no_dimensions_are_one_iteration() -> None:
    text = """
    func.func @main(%m: memref<i32>) -> i32 {
      %r = loop.parallel () = () to () reduce ("addi") -> (i32) {
        %x = loop.load %m[] : memref<i32>
        loop.yield %x : i32
      }
      return %r : i32
    }
    """
    assert check(text, np.array(7, np.int32)) == [7]


COLLATZ = """
func.func @main(%start: i64) -> (i64, i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %r:2 = loop.while (%x = %start, %n = %c0) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi sgt, %x, %c1 : i64
    loop.condition(%more) %n, %x : i64, i64
  } do {
  ^bb0(%n: i64, %x: i64):
    %rest = arith.remsi %x, %c2 : i64
    %odd = arith.cmpi eq, %rest, %c1 : i64
    %y = loop.when %odd -> (i64) {
      %a = arith.muli %x, %c3 : i64
      %b = arith.addi %a, %c1 : i64
      loop.yield %b : i64
    } else {
      %a = arith.divsi %x, %c2 : i64
      loop.yield %a : i64
    }
    %m = arith.addi %n, %c1 : i64
    loop.yield %y, %m : i64, i64
  }
  return %r#0, %r#1 : i64, i64
}
"""


@pytest.mark.parametrize("start", [1, 6, 27])
def test_while_passes_other_values_on_than_it_takes(start: int) -> None:
    check(COLLATZ, start)


CONDITIONS = """
func.func @main(%m: memref<6x6xi32>, %n: index) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  loop.for %i = 0 to 6 {
    loop.for %j = 0 to 6 {
      %x = loop.if affine_set<(d0, d1)[s0] : (d0 - d1 + 1 >= 0, s0 - d0 * 2 - d1 >= 0, (d0 + d1) mod 2 == 0)>
          (%i, %j)[%n] -> i32 {
        loop.yield %c1 : i32
      } else {
        loop.yield %c2 : i32
      }
      loop.store %x, %m[%i, %j] : memref<6x6xi32>
      loop.if affine_set<(d0, d1) : (d0 - 3 == 0, 2 - d1 >= 0)>(%i, %j) {
        loop.store %c2, %m[%i, %j + 1] : memref<6x6xi32>
      }
    }
  }
  return
}
"""


@pytest.mark.parametrize("size", [-1, 4, 9])
def test_sets_choose(size: int) -> None:
    check(CONDITIONS, numbers(6, 6, kind=np.int32), size)


def test_stack_memory_of_a_known_size_is_taken_once() -> None:
    text = """
    func.func @main(%m: memref<8xf32>, %n: index) {
      loop.for %i = 0 to %n {
        %t = memref.alloca() : memref<65536xf32>
        %x = loop.load %m[%i mod 8] : memref<8xf32>
        loop.store %x, %t[%i mod 65536] : memref<65536xf32>
        %y = loop.load %t[%i mod 65536] : memref<65536xf32>
        %z = arith.addf %y, %y : f32
        loop.store %z, %m[%i mod 8] : memref<8xf32>
      }
      return
    }
    """
    check(text, numbers(8), 20)
    compiled(text, level=0)("main", np.zeros(8, np.float32), 100_000)  # 26 GB if nothing were freed


def test_stack_memory_of_an_unknown_size_is_freed_in_each_iteration() -> None:
    text = """
    func.func @main(%m: memref<8xf32>, %n: index, %size: index) {
      loop.for %i = 0 to %n {
        %t = memref.alloca(%size) : memref<?xf32>
        %x = loop.load %m[%i mod 8] : memref<8xf32>
        loop.store %x, %t[7] : memref<?xf32>
        %y = loop.load %t[7] : memref<?xf32>
        %z = arith.negf %y : f32
        loop.store %z, %m[%i mod 8] : memref<8xf32>
      }
      memref.alloca_scope {
        %t = memref.alloca(%size) : memref<?xf32>
        memref.alloca_scope.return
      }
      return
    }
    """
    check(text, numbers(8), 21, 60_000)
    compiled(text, level=0)("main", np.zeros(8, np.float32), 100_000, 60_000)


# -- Indices -----------------------------------------------------------------------------------------------------------

EXPRESSIONS = (
    *("d0 + d1", "d0 - d1", "-d0", "d0 * 3 - d1 * 5 + 7", "-d0 - d1", "d0 * s0", "4 - d0"),
    *("d0 mod 3", "d0 mod 4", "(d0 + d1) mod 7", "d0 mod s0", "(d0 * -1) mod 5", "d0 mod 1"),
    *("d0 floordiv 3", "d0 floordiv 8", "(d0 - d1) floordiv 5", "d0 floordiv s0", "d0 floordiv 1"),
    *("d0 ceildiv 3", "d0 ceildiv 8", "(d0 - d1) ceildiv 5", "d0 ceildiv s0", "(-d0) ceildiv 2"),
    *("(d0 mod 6) floordiv 2 + (d0 ceildiv 4) * 2 - d1", "((d0 + 3) floordiv 4) mod 3"),
)
POINTS = [(a, b) for a in (-13, -8, -5, -4, -3, -1, 0, 1, 3, 4, 5, 8, 14, 2**40 + 3) for b in (-6, 0, 9)]


def test_affine_expressions_of_any_sign() -> None:
    functions = [
        f"""
        func.func @f{number}(%a: index, %b: index, %s: index) -> index {{
          %r = loop.apply affine_map<(d0, d1)[s0] -> ({text})>(%a, %b)[%s]
          return %r : index
        }}"""
        for number, text in enumerate(EXPRESSIONS)
    ]
    module = module_of("\n".join(functions))
    interpreter = Interpreter(module_of("\n".join(functions)))
    library = compiled(module)
    for number, text in enumerate(EXPRESSIONS):
        for a, b in POINTS:
            expected = interpreter.run(f"f{number}", a, b, 6)
            assert library(f"f{number}", a, b, 6) == expected, (text, a, b)


def test_known_ranges_give_the_same_indices() -> None:
    """The same divisions of what loops count, of which more is known."""
    texts = [text for text in EXPRESSIONS if "s0" not in text]
    stores = "\n".join(
        f"%v{number} = loop.apply affine_map<(d0, d1) -> ({text})>(%i, %j)\n"
        f"loop.store %v{number}, %m[%i + 9, %j + 3, {number}] : memref<20x12x{len(texts)}xindex>"
        for number, text in enumerate(texts)
    )
    for low in (-9, 0):
        text = f"""
        func.func @main(%m: memref<20x12x{len(texts)}xindex>) {{
          loop.for %i = {low} to 11 {{
            loop.for %j = {low // 3} to 9 {{
              {stores}
            }}
          }}
          return
        }}"""
        check(text, np.zeros((20, 12, len(texts)), np.int64))


@pytest.mark.parametrize("number", [-(2**63), -(2**63) + 7, 2**63 - 1, 2**63 - 8, -1])
def test_divisions_of_the_largest_numbers(number: int) -> None:
    texts = [f"d0 {kind} {divisor}" for kind in ("floordiv", "ceildiv", "mod") for divisor in (3, 8, "s0")]
    functions = [
        f"""
        func.func @f{place}(%a: index, %s: index) -> index {{
          %r = loop.apply affine_map<(d0)[s0] -> ({text})>(%a)[%s]
          return %r : index
        }}"""
        for place, text in enumerate(texts)
    ]
    run = compiled("\n".join(functions))
    for place, text in enumerate(texts):
        _, kind, divisor = text.replace("s0", "6").split()
        by = int(divisor)
        expected = {"floordiv": number // by, "ceildiv": -(-number // by), "mod": number % by}[kind]
        assert run(f"f{place}", number, 6) == [expected], text


def test_extremes_and_linear_indices() -> None:
    text = """
    func.func @main(%a: index, %b: index, %n: index) -> (index, index, index, index, index, index) {
      %least = loop.min affine_map<(d0, d1) -> (d0, d1 + 1, 7)>(%a, %b)
      %greatest = loop.max affine_map<(d0, d1) -> (d0 * 2, d1, -7)>(%a, %b)
      %linear = loop.linearize_index [%a, %b] by (%n, 4) : index
      %point:3 = loop.delinearize_index %a into (%n, 4) : index, index, index
      return %least, %greatest, %linear, %point#0, %point#1, %point#2 : index, index, index, index, index, index
    }
    """
    for a, b in ((0, 0), (5, 3), (-9, 2), (103, -4)):
        check(text, a, b, 5)
