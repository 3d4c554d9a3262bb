"""Parallel loops as functions on ranges: they give what the loops gave, interpreted and on threads."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.dialects import func, loop
from dlc.dialects.func import FuncOp
from dlc.ir.operations import Operation
from dlc.passes.threads.division import divided_dimensions
from dlc.passes.threads.parallel_to_threads import LAUNCH
from dlc.passes.threads.work import work_of
from support.loop_programs import random_nest


def lowered(text: str | Operation, passes: str = "parallel-to-threads{threads=4 grain=1}") -> Operation:
    module = dlc.parse(str(text))
    dlc.run_pipeline(module, passes)
    dlc.verify(module)
    return module


def launchers(module: Operation) -> list[FuncOp]:
    return [op for op in module.walk() if isinstance(op, FuncOp) and LAUNCH in op.attributes]


def only_parallel(text: str) -> loop.ParallelOp:
    return next(op for op in dlc.parse(text).walk() if isinstance(op, loop.ParallelOp))


# -- Random programs ---------------------------------------------------------------------------------------------------


def draw_box(random: Random) -> str:
    """A parallel loop of up to four dimensions with bounds of all kinds, that counts how often it runs where."""
    rank = random.randint(1, 4)
    lowers, uppers, steps = [], [], []
    for _ in range(rank):
        step = random.choice([1, 1, 2, 3])
        low = random.choice(["0", "1", "%lo", "max(%lo, 1)", "symbol(%lo) + 1"])
        high = random.choice(["2", "3", "5", "%hi", "min(%hi, 4)", "symbol(%hi) - 1"])
        lowers.append(low)
        uppers.append(high)
        steps.append(str(step))
    names = [f"%i{dim}" for dim in range(rank)]
    place = ", ".join([*names, *["0"] * (4 - rank)])
    around = random.random() < 0.3
    body = f"""
      loop.parallel ({", ".join(names)}) = ({", ".join(lowers)}) to ({", ".join(uppers)}) step ({", ".join(steps)}) {{
        %old = loop.load %m[{place}] : memref<6x6x6x6xi32>
        %new = arith.addi %old, %x : i32
        loop.store %new, %m[{place}] : memref<6x6x6x6xi32>
      }}"""
    if around:
        body = f"loop.for %k = 0 to 2 {{ {body} }}"
    return f"""
    func.func @main(%m: memref<6x6x6x6xi32>, %lo: index, %hi: index, %x: i32) {{ {body}
      return
    }}"""


SIZES = [(0, 3), (0, 0), (1, 5), (2, 4), (4, 1)]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(60))
def test_boxes(seed: int) -> None:
    text = draw_box(Random(seed))
    threads = Random(seed).choice([2, 3, 16])
    shared = lowered(text, f"parallel-to-threads{{threads={threads} grain=1}}")
    exe = dlc.compile(text, threads=threads, passes=f"parallel-to-threads{{threads={threads} grain=1}}", level=seed % 2)
    for low, high in SIZES:
        first, second, third = (np.zeros((6, 6, 6, 6), np.int32) for _ in range(3))
        dlc.Interpreter(dlc.parse(text)).run("main", first, low, high, 3)
        dlc.Interpreter(shared).run("main", second, low, high, 3)
        exe(third, low, high, 3)
        np.testing.assert_array_equal(second, first)
        np.testing.assert_array_equal(third, first)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(40))
def test_nests_that_were_made_parallel(seed: int) -> None:
    text = random_nest(Random(seed))
    parallel = lowered(text, "loop-parallelize")
    shared = lowered(parallel)
    exe = dlc.compile(parallel, threads=3, passes="parallel-to-threads{threads=3 grain=1}")
    generator = np.random.default_rng(seed)
    for size in (0, 1, 6):
        arrays = [generator.integers(-9, 9, shape).astype(np.int32) for shape in ((24, 24), (24,))]
        copies = [[each.copy() for each in arrays] for _ in range(3)]
        dlc.Interpreter(parallel).run("main", *copies[0], size)
        dlc.Interpreter(shared).run("main", *copies[1], size)
        exe(*copies[2], size)
        for one, two, three in zip(*copies, strict=True):
            np.testing.assert_array_equal(two, one)
            np.testing.assert_array_equal(three, one)


# -- Reductions --------------------------------------------------------------------------------------------------------

REDUCTION = """
func.func @main(%m: memref<?x3xTYPE>, %n: index) -> (TYPE, TYPE) {
  %a, %b = loop.parallel (%i, %j) = (0, 0) to (symbol(%n), 3) reduce ("FIRST", "SECOND") -> (TYPE, TYPE) {
    %x = loop.load %m[%i, %j] : memref<?x3xTYPE>
    loop.yield %x, %x : TYPE, TYPE
  }
  return %a, %b : TYPE, TYPE
}
"""
PAIRS = [
    ("i32", "addi", "muli"),
    ("i32", "maxs", "mins"),
    ("i32", "maxu", "minu"),
    ("i32", "andi", "ori"),
    ("i32", "xori", "addi"),
    ("f64", "addf", "maximumf"),
    ("f64", "mulf", "minimumf"),
    ("f64", "maxnumf", "minnumf"),
]


@pytest.mark.parametrize(("type", "first", "second"), PAIRS)
def test_reductions(type: str, first: str, second: str) -> None:
    """Integers of floats, so that any order gives the same."""
    text = REDUCTION.replace("TYPE", type).replace("FIRST", first).replace("SECOND", second)
    shared = lowered(text)
    assert len(launchers(shared)) == 1
    exe = dlc.compile(text, threads=4, passes="parallel-to-threads{threads=4 grain=1}")
    generator = np.random.default_rng(0)
    dtype: Any = {"i32": np.int32, "f64": np.float64}[type]
    for size in (0, 1, 2, 63, 64, 65, 200):
        m = generator.integers(-2 if "mul" not in first else 1, 3, (size, 3)).astype(dtype)
        m[m == 0] = 1
        expected = dlc.Interpreter(dlc.parse(text)).run("main", m, size)
        np.testing.assert_array_equal(dlc.Interpreter(shared).run("main", m, size), expected)
        np.testing.assert_array_equal(exe(m, size), expected)


def test_sums_do_not_depend_on_the_number_of_threads() -> None:
    text = REDUCTION.replace("TYPE", "f32").replace("FIRST", "addf").replace("SECOND", "addf")
    m = np.random.default_rng(0).standard_normal((10_007, 3)).astype(np.float32)
    sums = set()
    for threads in (2, 3, 7):
        exe = dlc.compile(text, threads=threads, passes=f"parallel-to-threads{{threads={threads} grain=1}}")
        sums |= {exe(m, len(m)) for _ in range(10)}
    assert len(sums) == 1
    assert np.allclose(sums.pop(), m.sum(dtype=np.float64), rtol=1e-4, atol=1e-2)


@pytest.mark.parametrize(("type", "word"), [("f32", "assign"), ("f8E4M3FN", "maximumf")])
def test_what_has_nothing_to_begin_with_stays(type: str, word: str) -> None:
    text = REDUCTION.replace("TYPE", type).replace("FIRST", word).replace("SECOND", word)
    assert launchers(lowered(text)) == []


# -- What is worth it --------------------------------------------------------------------------------------------------


def parallel(lower: str, upper: str, body: str = "") -> str:
    rank = upper.count(",") + 1
    names = ", ".join(f"%i{dim}" for dim in range(rank))
    return f"""
    func.func @f(%m: memref<?xf32>, %n: index, %x: f32) {{
      loop.parallel ({names}) = ({lower}) to ({upper}) {{ {body} }}
      return
    }}"""


@pytest.mark.parametrize(
    ("upper", "threads", "expected"),
    [
        ("100", 4, [0]),
        ("100, 5", 4, [0]),
        ("16, 5", 4, [0]),
        ("15, 5", 4, [0, 1]),
        ("1, 5", 4, [1]),
        ("1, 1, 7, 3", 4, [2, 3]),
        ("1, 1", 4, []),
        ("%n, 5", 4, [0, 1]),
        ("%n, 100, 3", 4, [0, 1]),
        ("%n, %n", 4, [0]),
        ("2, %n, 3", 4, [0]),
        ("2, 3, 4", 64, [0, 1, 2]),
        ("0, 3", 4, [0, 1]),
        ("3, 0", 4, [0]),
    ],
)
def test_which_dimensions_are_divided(upper: str, threads: int, expected: list[int]) -> None:
    lower = ", ".join("0" * (upper.count(",") + 1))
    op = only_parallel(parallel(lower, upper.replace("%n", "symbol(%n)")))
    assert list(divided_dimensions(op, threads)) == expected


def test_the_work_that_is_guessed() -> None:
    store = "loop.store %x, %m[%i0] : memref<?xf32>"
    for body, work in (
        ("", 0),
        (store, 1),
        (f"loop.for %j = 0 to 10 {{ {store} {store} }}", 20),
        (f"loop.for %j = 0 to 10 {{ loop.for %k = 0 to 3 {{ {store} }} {store} }}", 40),
        (f"loop.for %j = 0 to %n {{ {store} }}", 128),
        ("%y = math.exp %x : f32 %z = arith.divf %x, %y : f32", 24),
        (f"loop.parallel (%j, %k) = (0, 0) to (3, 4) {{ {store} }}", 12),
    ):
        assert work_of(only_parallel(parallel("0", "100", body))) == work


@pytest.mark.parametrize(("upper", "grain", "is_shared"), [("100", 100, False), ("101", 100, True), ("%n", 100, True)])
def test_too_little_work_is_left_alone(upper: str, grain: int, is_shared: bool) -> None:
    text = parallel("0", upper.replace("%n", "symbol(%n)"), "loop.store %x, %m[%i0] : memref<?xf32>")
    module = lowered(text, f"parallel-to-threads{{threads=4 grain={grain}}}")
    assert bool(launchers(module)) is is_shared
    kept = [op for op in module.walk() if isinstance(op, loop.ParallelOp)]
    assert bool(kept) is not is_shared


def test_of_loops_in_one_another_the_outermost_is_taken_that_is_worth_it() -> None:
    inner = "loop.parallel (%j) = (0) to (1000) { loop.store %x, %m[%j] : memref<?xf32> }"
    module = lowered(parallel("0", "50", inner))
    [launcher] = launchers(module)
    assert launcher.sym_name.value == "f_parallel_launch"
    assert sum(isinstance(op, loop.ParallelOp) for op in module.walk()) == 1  # inside the other's function
    module = lowered(parallel("0", "1", inner))
    assert len(launchers(module)) == 1
    assert sum(isinstance(op, loop.ParallelOp) for op in module.walk()) == 1  # around the call


def test_one_thread_changes_nothing() -> None:
    text = parallel("0", "100000", "loop.store %x, %m[%i0] : memref<?xf32>")
    assert str(lowered(text, "parallel-to-threads{threads=1 grain=1}")) == str(dlc.parse(text))


@pytest.mark.parametrize("option", ["threads=0", "grain=0", "threads=-1"])
def test_options_that_make_no_sense(option: str) -> None:
    with pytest.raises(dlc.DlcError, match="must be at least 1, but got"):
        lowered(parallel("0", "1"), f"parallel-to-threads{{{option}}}")


def test_names_that_are_taken() -> None:
    text = parallel("0", "1000", "loop.store %x, %m[%i0] : memref<?xf32>")
    twice = text + "func.func private @f_parallel() { return }\nfunc.func private @f_parallel_launch() { return }"
    [launcher] = launchers(lowered(twice))
    calls = [op for op in lowered(twice).walk() if isinstance(op, func.CallOp)]
    assert {call.callee.root for call in calls} == {"f_parallel_0", launcher.sym_name.value}


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        ("1 : i32", "must have 'body', 'grain' and 'threads' in 'llvm.launch', but got '1 : i32'"),
        ("{body = @g, grain = 1 : i64, threads = 2 : i64}", "must launch a function whose arguments are a range"),
        ("{body = @h, grain = 1 : i64, threads = 2 : i64}", "must launch a function whose arguments are a range"),
    ],
)
def test_launchers_that_are_none(attribute: str, message: str) -> None:
    text = f"""
    llvm.func @f(%n: i64, %x: f32) attributes {{llvm.launch = {attribute}}} {{ llvm.return }}
    llvm.func @h(%a: i64, %b: i64, %x: f64) {{ llvm.return }}
    """
    with pytest.raises(dlc.InvalidProgram) as error:
        lowered(text, "launch-on-threads")
    assert message in str(error.value)


def test_another_function_of_the_pools_name() -> None:
    text = """
    llvm.func @dlc_parallel_for(%x: f32) { llvm.return }
    llvm.func @f(%n: i64) attributes {llvm.launch = {body = @g, grain = 1 : i64, threads = 2 : i64}} { llvm.return }
    llvm.func @g(%a: i64, %b: i64) { llvm.return }
    """
    with pytest.raises(dlc.InvalidProgram, match="must be the thread pool's function of type"):
        lowered(text, "launch-on-threads")


def test_most_boxes_are_shared() -> None:
    passes = "parallel-to-threads{threads=4 grain=1}"
    assert sum(bool(launchers(lowered(draw_box(Random(seed)), passes))) for seed in range(60)) > 40
