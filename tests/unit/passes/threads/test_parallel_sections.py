"""Loops as sections of a parallel loop: programs give what they gave before, in whichever order the sections run."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import dlc
from dlc.compilation import pipeline_for
from dlc.dialects import arith, loop
from dlc.ir import IntegerAttr, Operation
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import index

PASSES = "describe-machine{{cores={}}},parallel-sections{{grain={}}}"
KERNELS = """
func.func private @step(%m: memref<4xi32>) {
  loop.for %i = 0 to 4 {
    %x = loop.load %m[%i] : memref<4xi32>
    %y = arith.muli %x, %x : i32
    %z = arith.addi %y, %x : i32
    loop.store %z, %m[%i] : memref<4xi32>
  }
  return
}
func.func private @mix(%from: memref<4xi32>, %to: memref<4xi32>) {
  loop.for %i = 0 to 4 {
    %x = loop.load %from[%i] : memref<4xi32>
    %y = loop.load %to[%i] : memref<4xi32>
    %z = arith.muli %y, %x : i32
    %u = arith.addi %z, %y : i32
    loop.store %u, %to[%i] : memref<4xi32>
  }
  return
}
"""
TYPE = "memref<4xi32>"
Array = np.ndarray[tuple[int, ...], np.dtype[np.int32]]


def draw_program(random: Random) -> str:
    """Loops around calls, calls and copies, of arguments and new memory."""
    names = ["%a", "%b", "%c", *(f"%s{number}" for number in range(3))]
    lines = []
    for number in range(3):
        lines.append(f"%s{number} = memref.alloc() : {TYPE}")
        lines.append(f"memref.copy %a, %s{number} : {TYPE} to {TYPE}")
    for _ in range(random.randint(3, 9)):
        lines += _statement(random, names)
    lines += [f"memref.copy %s{number}, %out{number} : {TYPE} to {TYPE}" for number in range(3)]
    lines += [f"memref.dealloc %s{number} : {TYPE}" for number in range(3)]
    noalias = random.choice(["", " {llvm.noalias}"])
    arguments = ", ".join(f"{name}: {TYPE}{noalias}" for name in ("%a", "%b", "%c", "%out0", "%out1", "%out2"))
    return f"func.func @main({arguments}) {{\n" + "\n".join(lines) + "\nreturn\n}" + KERNELS


def _statement(random: Random, names: list[str]) -> list[str]:
    kind = random.choice(["loop", "loop", "loop", "call", "copy"])
    if kind == "loop":
        body = "\n".join(_call(random, names) for _ in range(random.randint(1, 2)))
        return [f"loop.for %t = 0 to {random.randint(1, 4)} {{\n{body}\n}}"]
    first, second = random.sample(names, 2)
    return [_call(random, names)] if kind == "call" else [f"memref.copy {first}, {second} : {TYPE} to {TYPE}"]


def _call(random: Random, names: list[str]) -> str:
    first, second = random.sample(names, 2)
    if random.random() < 0.5:
        return f"func.call @step({first}) : ({TYPE}) -> ()"
    return f"func.call @mix({first}, {second}) : ({TYPE}, {TYPE}) -> ()"


def with_sections(text: str, cores: int = 3, grain: int = 1) -> Operation:
    module = dlc.parse(text)
    dlc.run_pipeline(module, PASSES.format(cores, grain))
    dlc.verify(module)
    return module


def sections_in(module: Operation) -> list[loop.ParallelOp]:
    return [op for op in module.walk() if isinstance(op, loop.ParallelOp) and loop.SECTIONS in op.attributes]


def reverse(sections: loop.ParallelOp) -> None:
    """Let the first iteration run the last section, and so on."""
    [count] = sections.constant_trip_counts()
    assert count is not None
    for op in list(sections.walk()):
        if isinstance(op, arith.CmpIOp):
            definer = op.rhs.defining_op
            assert isinstance(definer, arith.ConstantOp)
            assert isinstance(definer.value, IntegerAttr)
            definer.properties["value"] = int_attr(count - 1 - definer.value.value, index)


def arrays(seed: int, *, same: bool) -> list[Array]:
    """Return arguments, of which two are the same memory if it is said."""
    first, second, *others = [
        np.random.default_rng([seed, each]).integers(-9, 9, 4).astype(np.int32) for each in range(6)
    ]
    return [first, first if same else second, *others]


def results(module: Operation, arguments: list[Array]) -> list[Array]:
    dlc.Interpreter(module).run("main", *arguments)
    return arguments


# -- Random programs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(80))
def test_sections_in_any_order_give_what_loops_gave(seed: int) -> None:
    text = draw_program(Random(seed))
    same = "noalias" not in text and seed % 2 == 0
    expected = results(dlc.parse(text), arrays(seed, same=same))
    module = with_sections(text)
    np.testing.assert_array_equal(results(module, arrays(seed, same=same)), expected)
    for sections in sections_in(module):
        reverse(sections)
    np.testing.assert_array_equal(results(module, arrays(seed, same=same)), expected)


@pytest.mark.parametrize("seed", range(0, 80, 8))
def test_sections_on_threads(seed: int) -> None:
    text = draw_program(Random(seed))
    expected = results(dlc.parse(text), arrays(seed, same=False))
    passes = f"{PASSES.format(3, 1)},parallel-to-threads{{threads=3}}"
    arguments = arrays(seed, same=False)
    dlc.compile(text, threads=3, passes=passes)(*arguments)
    np.testing.assert_array_equal(arguments, expected)


def test_many_programs_have_sections() -> None:
    counts = [len(sections_in(with_sections(draw_program(Random(seed))))) for seed in range(80)]
    assert sum(count > 0 for count in counts) >= 20


# -- When it is worth it -----------------------------------------------------------------------------------------------


def chains(*trips: int) -> str:
    """Loops with these trip counts that do not depend on each other."""
    arguments = ", ".join(f"%m{number}: {TYPE} {{llvm.noalias}}" for number in range(len(trips)))
    loops = "\n".join(
        f"loop.for %t = 0 to {count} {{ func.call @step(%m{number}) : ({TYPE}) -> () }}"
        for number, count in enumerate(trips)
    )
    return f"func.func @main({arguments}) {{\n{loops}\nreturn\n}}{KERNELS}"


@pytest.mark.parametrize(
    ("trips", "cores", "counts"),
    [
        ((50, 50), 2, [2]),
        ((50, 50), 1, []),
        ((50, 50, 50), 3, [3]),
        ((50, 50, 50, 50), 2, [4]),
        ((1000, 50), 2, []),
        ((50, 5), 2, []),  # the second is not worth a thread
    ],
)
def test_how_many_sections_there_are(trips: tuple[int, ...], cores: int, counts: list[int]) -> None:
    module = with_sections(chains(*trips), cores, grain=200)
    assert [sections.constant_trip_counts()[0] for sections in sections_in(module)] == counts


@pytest.mark.parametrize("grain", ["0", "-1"])
def test_a_grain_that_makes_no_sense(grain: str) -> None:
    with pytest.raises(dlc.DlcError, match="option 'grain' must be at least 1"):
        dlc.run_pipeline(dlc.parse(chains(5)), PASSES.format(2, grain))


def test_a_machine_that_is_none() -> None:
    module = dlc.parse('module attributes {loop.machine = {cores = "two"}} {}')
    with pytest.raises(dlc.DlcError, match=r"must have positive numbers in 'loop\.machine'"):
        dlc.run_pipeline(module, "parallel-sections")


# -- Recurrent layers --------------------------------------------------------------------------------------------------


def direction(name: str, source: str, way: str, op: str) -> str:
    """A recurrent layer whose steps combine the state with a part of the source."""
    return f"""
  %last_{name}, %{name} = graph.scan (%h = %zero : tensor<1x96xf32>)
      over (%s = {source} : tensor<24x1x96xf32>) {way} -> tensor<24x1x96xf32> {{
    %p = graph.contract %h, %w, batch = [] x [], contracting = [1] x [0]
      : tensor<1x96xf32>, tensor<96x96xf32> -> tensor<1x96xf32>
    %t = graph.{op} %p, %s : tensor<1x96xf32>
    %n = graph.tanh %t : tensor<1x96xf32>
    graph.yield %n, %n : tensor<1x96xf32>, tensor<1x96xf32>
  }}"""


@pytest.mark.parametrize(("source", "count"), [("%x", 1), ("%forward", 0)])
def test_directions_of_a_layer(source: str, count: int) -> None:
    """Both directions read the same input; the steps of a second layer wait for the first one."""
    text = f"""
func.func @main(%x: tensor<24x1x96xf32>) -> (tensor<24x1x96xf32>, tensor<24x1x96xf32>) {{
  %w = graph.constant dense<0.01> : tensor<96x96xf32>
  %zero = graph.constant dense<0.0> : tensor<1x96xf32>
{direction("forward", "%x", "", "add")}
{direction("back", source, "reverse", "sub")}
  return %forward, %back : tensor<24x1x96xf32>, tensor<24x1x96xf32>
}}"""
    module = dlc.parse(text)
    pipeline = pipeline_for(threads=2)
    dlc.run_pipeline(module, pipeline[: pipeline.index(",apply-schedules")])
    assert len(sections_in(module)) == count
    x = np.random.default_rng(0).standard_normal((24, 1, 96), np.float32)
    alone = dlc.compile(text, threads=1)(x)
    for one, two in zip(alone, dlc.compile(text, threads=2)(x), strict=True):
        np.testing.assert_array_equal(two, one)
