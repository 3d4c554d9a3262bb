"""Loops, conditionals and affine accesses in the interpreter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dlc.dialects import arith, loop
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.passes.rewriting.greedy import rewrite_greedily
from support.programs import assert_valid, module_of, new_context, run, run_one

F32 = np.float32


def body(signature: str, lines: str) -> str:
    return f"func.func @main{signature} {{\n{lines}\n}}"


def test_nests_and_affine_indices() -> None:
    text = body(
        "(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>, %n: index)",
        """loop.for %i = 0 to %n {
          loop.for %j = 0 to %n {
            loop.for %k = 0 to %n {
              %x = loop.load %a[%i, %k] : memref<?x?xf32>
              %y = loop.load %b[%k, %j] : memref<?x?xf32>
              %z = loop.load %c[%i, %j] : memref<?x?xf32>
              %p = arith.mulf %x, %y : f32
              %s = arith.addf %z, %p : f32
              loop.store %s, %c[%i, %j] : memref<?x?xf32>
            }
          }
        }
        return""",
    )
    rng = np.random.default_rng(0)
    a, b = rng.integers(-9, 9, (2, 5, 5)).astype(F32)
    c = np.zeros((5, 5), F32)
    run(text, a, b, c, 5)
    assert (c == a @ b).all()


@pytest.mark.parametrize(("n", "expected"), [(5, 0 + 1 + 2 + 3 + 4), (0, 0), (-3, 0)])
def test_carried_values(n: int, expected: int) -> None:
    text = body(
        "(%n: index) -> index",
        """%z = arith.constant 0 : index
        %r = loop.for %i = 0 to %n iter_args(%s = %z) -> (index) {
          %t = arith.addi %s, %i : index
          loop.yield %t : index
        }
        return %r : index""",
    )
    assert run_one(text, n) == expected


def test_bounds_are_extremes_and_steps_count() -> None:
    text = body(
        "(%n: index, %m: memref<16xi32>)",
        """%c = arith.constant 1 : i32
        loop.for %i = max affine_map<()[s0] -> (s0 - 8, 2)>()[%n] to min affine_map<()[s0] -> (s0, 12)>()[%n] step 3 {
          loop.store %c, %m[%i] : memref<16xi32>
        }
        return""",
    )
    for n in (5, 11, 16):
        memory = np.zeros(16, np.int32)
        run(text, n, memory)
        assert list(np.nonzero(memory)[0]) == list(range(max(n - 8, 2), min(n, 12), 3))


def test_while_halves() -> None:
    text = body(
        "(%n: index) -> (index, index)",
        """%z = arith.constant 0 : index
        %w:2 = loop.while (%x = %n, %y = %z) : (index, index) -> (index, index) {
          %c = arith.cmpi sgt, %x, %z : index
          loop.condition(%c) %x, %y : index, index
        } do {
        ^bb0(%x: index, %y: index):
          %h = loop.apply affine_map<(d0) -> (d0 floordiv 2)>(%x)
          %k = loop.apply affine_map<(d0) -> (d0 + 1)>(%y)
          loop.yield %h, %k : index, index
        }
        return %w#0, %w#1 : index, index""",
    )
    assert run(text, 37) == [0, 6]


@pytest.mark.parametrize(("condition", "expected"), [(True, 1), (False, 2)])
def test_when(condition: bool, expected: int) -> None:
    text = body(
        "(%c: i1, %m: memref<1xi32>) -> i32",
        """%one = arith.constant 1 : i32
        %two = arith.constant 2 : i32
        %r = loop.when %c -> (i32) {
          loop.yield %one : i32
        } else {
          loop.yield %two : i32
        }
        loop.when %c {
          loop.store %two, %m[0] : memref<1xi32>
        }
        return %r : i32""",
    )
    memory = np.zeros(1, np.int32)
    assert run_one(text, condition, memory) == expected
    assert memory[0] == (2 if condition else 0)


@pytest.mark.parametrize(("n", "expected"), [(0, 0), (3, 1), (4, 1), (-1, 0)])
def test_if(n: int, expected: int) -> None:
    text = body(
        "(%n: index) -> i32",
        """%one = arith.constant 1 : i32
        %zero = arith.constant 0 : i32
        %r = loop.if affine_set<()[s0] : (s0 - 3 >= 0, (s0 + 4) floordiv 4 - 1 >= 0)>()[%n] -> i32 {
          loop.yield %one : i32
        } else {
          loop.yield %zero : i32
        }
        return %r : i32""",
    )
    assert run_one(text, n) == expected


@pytest.mark.parametrize(("word", "expected"), [("addi", 66), ("maxs", 21), ("mins", 1), ("muli", 0)])
def test_reductions(word: str, expected: int) -> None:
    text = body(
        "(%n: index) -> i64",
        f"""%r = loop.parallel (%i, %j) = (1, 2) to (%n, min(symbol(%n), 9)) step (2, 1) reduce ("{word}") -> (i64) {{
          %k = loop.apply affine_map<(d0, d1) -> (d0 * 10 + d1 - 11)>(%i, %j)
          %v = arith.index_cast %k : index to i64
          loop.yield %v : i64
        }}
        return %r : i64""",
    )
    values = [i * 10 + j - 11 for i in range(1, 4, 2) for j in range(2, 4)]
    if word == "muli":
        expected = int(np.prod(values))
    if word == "addi":
        expected = sum(values)
    if word == "maxs":
        expected = max(values)
    assert run_one(text, 4) == expected


def test_an_empty_reduction_is_the_identity() -> None:
    text = body(
        "(%n: index, %x: f32) -> (f32, f32)",
        """%r:2 = loop.parallel (%i) = (0) to (%n) reduce ("addf", "minimumf") -> (f32, f32) {
          loop.yield %x, %x : f32, f32
        }
        return %r#0, %r#1 : f32, f32""",
    )
    zero, least = run(text, 0, 3.0)
    assert (zero, np.signbit(F32(zero)), least) == (0.0, True, np.inf)
    assert run(text, 2, 3.0) == [6.0, 3.0]


@pytest.mark.parametrize("linear", [0, 7, 59, -1, 200])
def test_linear_indices(linear: int) -> None:
    text = body(
        "(%x: index, %n: index) -> (index, index, index, index)",
        """%a:3 = loop.delinearize_index %x into (%n, 4) : index, index, index
        %b = loop.linearize_index disjoint [%a#0, %a#1, %a#2] by (%n, 4) : index
        return %a#0, %a#1, %a#2, %b : index, index, index, index""",
    )
    rest, last = divmod(linear, 4)
    first, middle = divmod(rest, 5)
    assert run(text, linear, 5) == [first, middle, last, linear]


def test_vectors() -> None:
    text = body(
        "(%m: memref<4x8xf32>, %n: index)",
        """loop.for %i = 0 to %n {
          %v = loop.vector_load %m[%i, 0] : memref<4x8xf32>, vector<4xf32>
          loop.vector_store %v, %m[%i, 4] : memref<4x8xf32>, vector<4xf32>
          loop.prefetch %m[%i, 4], read, locality<3>, data : memref<4x8xf32>
        }
        return""",
    )
    memory = np.arange(32, dtype=F32).reshape(4, 8)
    expected = np.concatenate([memory[:, :4], memory[:, :4]], 1)
    run(text, memory, 4)
    assert (memory == expected).all()


LOOP_FOREVER = """%t = arith.constant true
loop.while : () -> () {
  loop.condition(%t)
} do {
  loop.yield
}
return"""


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("%x = loop.load %m[%n] : memref<4xf32>\nreturn", "'loop.load' op is out of bounds"),
        ("%x = loop.load %m[-%n - 1] : memref<4xf32>\nreturn", "'loop.load' op is out of bounds"),
        ("%x = loop.apply affine_map<()[s0] -> (4 floordiv (s0 - 4))>()[%n]\nreturn", "needs a positive divisor"),
        ("%x = loop.apply affine_map<()[s0] -> (4 mod 0 + s0)>()[%n]\nreturn", "divides by 0"),
        ("%x = loop.apply affine_map<()[s0] -> (s0 * 4611686018427387904)>()[%n]\nreturn", "does not fit in 64 bits"),
        (
            "%x = loop.apply affine_map<()[s0] -> ((s0 * 4611686018427387905) floordiv 8)>()[%n]\nreturn",
            "does not fit in 64 bits",
        ),
        ("%a:2 = loop.delinearize_index %n into (%z) : index, index\nreturn", "they must be positive"),
        ("%a = loop.linearize_index disjoint [%z, %n] by (3) : index\nreturn", "promises disjoint indices"),
        ("loop.for %i = 0 to 1000000000 {\n}\nreturn", "takes more than 5000 steps"),
        (LOOP_FOREVER, "takes more than 5000 steps"),
        (
            "%p = ub.poison : index\nloop.for %i = 0 to %p {\n}\nreturn",
            "depends on poison",
        ),
        ("%p = ub.poison : i1\nloop.when %p {\n}\nreturn", "depends on poison: the condition of a branch"),
    ],
)
def test_what_is_undefined_ends_the_run(lines: str, message: str) -> None:
    text = body("(%m: memref<4xf32>, %n: index, %z: index)", lines)
    with pytest.raises(InterpreterError, match=message):
        run(text, np.zeros(4, F32), 4, 0, max_steps=5000)


def test_what_a_body_has_on_the_stack_is_freed_behind_each_iteration() -> None:
    text = body(
        "(%n: index) -> f32",
        """%first = memref.alloca() : memref<1xf32>
        %x = arith.constant 1.0 : f32
        loop.store %x, %first[0] : memref<1xf32>
        %last = loop.for %i = 0 to %n iter_args(%m = %first) -> (memref<1xf32>) {
          %fresh = memref.alloca() : memref<1xf32>
          loop.store %x, %fresh[0] : memref<1xf32>
          loop.yield %fresh : memref<1xf32>
        }
        %r = loop.load %last[0] : memref<1xf32>
        return %r : f32""",
    )
    assert run_one(text, 0) == 1.0
    with pytest.raises(InterpreterError, match="after it was freed"):
        run(text, 1)


def test_canonical_programs_do_the_same() -> None:
    text = body(
        "(%m: memref<?xi64>, %n: index) -> (i64, i64)",
        """%c0 = arith.constant 0 : index
        %zero = arith.constant 0 : i64
        %true = arith.constant true
        %sum:2 = loop.for %i = %c0 to %n iter_args(%s = %zero, %same = %zero) -> (i64, i64) {
          %a = loop.apply affine_map<(d0)[s0] -> (d0 * 2 - s0 + s0)>(%i)[%n]
          %k = loop.apply affine_map<(d0, d1) -> (d0 - d1)>(%a, %i)
          %x = loop.load %m[%k] : memref<?xi64>
          %one = loop.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 1)>(%i)
            iter_args(%t = %x) -> (i64) {
            %v = arith.index_cast %j : index to i64
            %u = arith.addi %t, %v : i64
            loop.yield %u : i64
          }
          %w = loop.when %true -> (i64) {
            loop.yield %one : i64
          } else {
            loop.yield %x : i64
          }
          %y = arith.addi %s, %w : i64
          loop.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] {
            loop.store %y, %m[%i] : memref<?xi64>
          }
          loop.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
            loop.store %y, %m[%i] : memref<?xi64>
          }
          loop.yield %y, %same : i64, i64
        }
        return %sum#0, %sum#1 : i64, i64""",
    )
    outcomes: list[Any] = []
    module = module_of(text)
    for _ in range(2):
        memory = np.arange(6)
        outcomes.append((Interpreter(module).run("main", memory, 6), memory.tolist()))
        rewrite_greedily(module, [*arith.DIALECT.patterns, *loop.DIALECT.patterns], new_context())
        assert_valid(module)
    assert outcomes[0] == outcomes[1]
    assert "loop.when" not in str(module)
    assert str(module).count("loop.for") == 1
