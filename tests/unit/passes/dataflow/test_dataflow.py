"""Dataflow: constants, ranges, reachability and liveness, on examples and against random programs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, strategies as st

from dlc.dialects import arith
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.interp.values import POISON, Elements
from dlc.ir.attributes import Attribute
from dlc.ir.blocks import Block
from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.integer_range import IntegerRange
from dlc.ir.operations import Operation
from dlc.ir.values import BlockArgument, Value
from dlc.passes.dataflow.constant_propagation import ConstantPropagation
from dlc.passes.dataflow.dead_code import DeadCodeAnalysis
from dlc.passes.dataflow.dense import DenseForwardAnalysis
from dlc.passes.dataflow.integer_ranges import IntegerRangeAnalysis
from dlc.passes.dataflow.liveness import Liveness, useful_values
from dlc.passes.dataflow.solver import Solver
from support.drawn_programs import ProgramMaker, draw_arguments
from support.programs import module_of, new_context
from support.properties import examples
from support.test_dialect import DIALECT

KINDS = list(arith.DIALECT.ops.values())


def constants_in(module: Operation) -> ConstantPropagation:
    solver = Solver()
    constants = solver.load(ConstantPropagation(solver.load(DeadCodeAnalysis())))
    solver.run(module)
    return constants


def ranges_in(module: Operation) -> IntegerRangeAnalysis:
    solver = Solver()
    ranges = solver.load(IntegerRangeAnalysis(solver.load(DeadCodeAnalysis())))
    solver.run(module)
    return ranges


def named(module: Operation, name: str) -> Value:
    """The value that the source calls `%name`."""
    for op in module.walk():
        for value in (*op.results, *(arg for region in op.regions for block in region.blocks for arg in block.args)):
            if value.name_hint == name:
                return value
    raise AssertionError(f"there is no %{name}")


def labelled(module: Operation, label: str) -> Block:
    for op in module.walk():
        for region in op.regions:
            for block in region.blocks:
                if block.label_hint == label:
                    return block
    raise AssertionError(f"there is no ^{label}")


def number(attr: Attribute | None) -> int | None:
    return attr.value if isinstance(attr, IntegerAttr) else None


# -- Constants and reachability --------------------------------------------------------------------------------------

CONDITIONAL = """
func.func @main(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %never = arith.cmpi sgt, %c1, %c2 : i32
  cf.cond_br %never, ^dead, ^live
^dead:
  cf.br ^join(%x : i32)
^live:
  cf.br ^join(%c2 : i32)
^join(%p: i32):
  %sum = arith.addi %p, %c1 : i32
  return %sum : i32
}"""


def test_branches_that_are_never_taken_bring_nothing() -> None:
    module = module_of(CONDITIONAL)
    constants = constants_in(module)
    assert number(constants.constant_of(named(module, "sum"))) == 3
    assert not constants.dead_code.is_live(labelled(module, "dead"))
    assert constants.dead_code.is_live(labelled(module, "live"))


def test_constants_around_a_loop_are_found_optimistically() -> None:
    module = module_of("""
    func.func @main(%go: i1) -> i32 {
      %c5 = arith.constant 5 : i32
      %c0 = arith.constant 0 : i32
      cf.br ^loop(%c5 : i32)
    ^loop(%i: i32):
      %same = arith.addi %i, %c0 : i32
      cf.cond_br %go, ^loop(%same : i32), ^end
    ^end:
      return %same : i32
    }""")
    assert number(constants_in(module).constant_of(named(module, "same"))) == 5


def test_what_differs_is_no_constant() -> None:
    module = module_of(CONDITIONAL.replace("sgt, %c1, %c2", "sgt, %x, %c2"))
    assert constants_in(module).constant_of(named(module, "sum")) is None


CALLS = """
func.func private @add(%a: i32, %b: i32) -> i32 {
  %sum = arith.addi %a, %b : i32
  return %sum : i32
}
func.func @main(%x: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = call @add(%c1, %c2) : (i32, i32) -> i32
  %s = call @add(%c1, %c2) : (i32, i32) -> i32
  return %r, %s : i32, i32
}"""


def test_constants_pass_through_calls_of_private_functions() -> None:
    module = module_of(CALLS)
    constants = constants_in(module)
    assert [number(constants.constant_of(named(module, name))) for name in ("sum", "r", "s")] == [3, 3, 3]


@pytest.mark.parametrize(
    "text",
    [
        CALLS.replace("func.func private @add", "func.func @add"),
        CALLS.replace("%s = call @add(%c1, %c2)", "%s = call @add(%c1, %x)"),
        CALLS.replace(
            "%c1 = arith.constant 1 : i32", "%c1 = arith.constant 1 : i32\n%f = constant @add : (i32, i32) -> i32"
        ),
    ],
)
def test_a_function_that_others_may_call_differently_has_no_constants(text: str) -> None:
    module = module_of(text)
    assert constants_in(module).constant_of(named(module, "sum")) is None


def test_private_functions_that_nobody_calls_are_dead() -> None:
    module = module_of("func.func private @f() { return }")
    body = next(iter(module.regions[0].entry.ops)).regions[0].entry
    assert not constants_in(module).dead_code.is_live(body)


def test_folding_in_place_is_undone() -> None:
    module = module_of("""
    func.func @main(%x: i32) -> i1 {
      %c1 = arith.constant 1 : i32
      %c2 = arith.constant 2 : i32
      %y = arith.addi %c1, %c2 : i32
      %r = arith.cmpi slt, %y, %x : i32
      return %r : i1
    }""")
    before = str(module)
    constants_in(module)
    assert str(module) == before


@pytest.mark.parametrize("count", [500, 1000])
def test_the_work_is_proportional_to_the_program(count: int) -> None:
    lines = "\n".join(f"%{i + 1} = arith.addi %{i}, %{i} : i32" for i in range(count))
    module = module_of(
        f"func.func @main(%x: i32) -> i32 {{\n%0 = arith.constant 1 : i32\n{lines}\nreturn %{count} : i32\n}}"
    )
    constants = constants_in(module)
    assert constants.solver.visits < 2 * count + 20


# -- Ranges ----------------------------------------------------------------------------------------------------------


def test_ranges_of_remainders_and_comparisons() -> None:
    module = module_of("""
    func.func @main(%x: i32, %y: i8) -> (i1, i32, i32) {
      %c10 = arith.constant 10 : i32
      %rem = arith.remui %x, %c10 : i32
      %less = arith.cmpi ult, %rem, %c10 : i32
      %wide = arith.extui %y : i8 to i32
      %sum = arith.addi %rem, %wide : i32
      %either = arith.select %less, %sum, %x : i32
      return %less, %sum, %either : i1, i32, i32
    }""")
    ranges = ranges_in(module)
    assert ranges.range_of(named(module, "rem")) == IntegerRange.unsigned(32, 0, 9)
    assert ranges.range_of(named(module, "less")) == IntegerRange.exactly(1, 1)
    assert ranges.range_of(named(module, "sum")) == IntegerRange.unsigned(32, 0, 264)
    assert ranges.range_of(named(module, "either")) == IntegerRange.unsigned(32, 0, 264)


def test_ranges_of_loops_are_widened() -> None:
    module = module_of("""
    func.func @main(%n: index) -> index {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      cf.br ^loop(%c0 : index)
    ^loop(%i: index):
      %next = arith.addi %i, %c1 overflow<nsw> : index
      %go = arith.cmpi slt, %next, %n : index
      cf.cond_br %go, ^loop(%next : index), ^end
    ^end:
      return %i : index
    }""")
    ranges = ranges_in(module)
    counter = ranges.range_of(named(module, "i"))
    assert counter is not None
    assert counter.smin == 0
    assert ranges.solver.visits < 200


def test_floats_have_no_range() -> None:
    module = module_of("func.func @main(%x: f32) -> f32 {\n%y = arith.negf %x : f32\nreturn %y : f32\n}")
    assert ranges_in(module).range_of(named(module, "y")) is None


def final_values(module: Operation, random: Random) -> dict[Value, object] | None:
    """Return the final values of a program's variables, or `None` if it is undefined."""
    interpreter = Interpreter(module, max_steps=10_000)
    try:
        interpreter.evaluate("main", *draw_arguments(random, module))  # type: ignore[arg-type]
    except InterpreterError:
        return None
    return interpreter._frame.values


def drawn(check: Callable[[Operation, dict[Value, object]], None]) -> None:
    """Run a check on random programs and what they compute."""

    @examples(75)
    @given(st.integers(0, 10**9), st.integers(1, 24))
    def run(seed: int, length: int) -> None:
        random = Random(seed)
        module = ProgramMaker(random, KINDS).make(length)
        values = final_values(module, random)
        if values is not None:
            check(module, values)

    run()


def test_values_lie_in_their_ranges() -> None:
    def check(module: Operation, values: dict[Value, object]) -> None:
        ranges = ranges_in(module)
        for value, computed in values.items():
            bounds = ranges.range_of(value)
            items = computed.items() if isinstance(computed, Elements) else [computed]
            for item in items if bounds is not None else ():
                assert item is POISON or item in bounds, f"{value} is {item}, not in {bounds}\n{module}"

    drawn(check)


def test_what_is_computed_is_reached() -> None:
    def check(module: Operation, values: dict[Value, object]) -> None:
        constants = constants_in(module)
        for value in values:
            assert constants.dead_code.is_live(value.parent_block)
            assert value in constants.elements

    drawn(check)


# -- Liveness --------------------------------------------------------------------------------------------------------


def test_liveness_of_a_loop() -> None:
    module = module_of("""
    func.func @main(%n: i32, %x: i32, %unused: i32) -> i32 {
      %c0 = arith.constant 0 : i32
      cf.br ^loop(%c0 : i32)
    ^loop(%i: i32):
      %next = arith.addi %i, %x : i32
      %go = arith.cmpi slt, %next, %n : i32
      cf.cond_br %go, ^loop(%next : i32), ^end
    ^end:
      %r = arith.muli %next, %next : i32
      return %r : i32
    }""")
    liveness = Liveness(module)
    loop, end = labelled(module, "loop"), labelled(module, "end")
    n, x, following = (named(module, name) for name in ("n", "x", "next"))
    assert set(liveness.live_in(loop)) == {n, x}
    assert set(liveness.live_out(loop)) == {n, x, following}
    assert set(liveness.live_in(end)) == {following}
    assert liveness.live_out(end) == []
    multiply = named(module, "r").defining_op
    assert multiply is not None
    assert liveness.is_dead_after(following, multiply)
    compare = named(module, "go").defining_op
    assert compare is not None
    assert not liveness.is_dead_after(n, compare)
    assert [op.name for op in liveness.live_ops(following)] == ["arith.addi", "arith.cmpi", "cf.cond_br", "arith.muli"]


def test_values_used_in_regions_live_around_them() -> None:
    module = module_of("""
    func.func @main(%x: f32, %y: f32) -> f32 {
      %r = memref.alloca_scope -> (f32) {
        %s = arith.addf %x, %y : f32
        memref.alloca_scope.return %s : f32
      }
      %t = arith.mulf %r, %y : f32
      return %t : f32
    }""")
    liveness = Liveness(module)
    inner = named(module, "s").parent_block
    assert inner is not None
    assert set(liveness.live_in(inner)) == {named(module, "x"), named(module, "y")}
    assert named(module, "y") in liveness.live_out(inner)
    assert named(module, "x") not in liveness.live_out(inner)


def naive_live_in(value: Value) -> set[Block]:
    """The blocks where a value lives at the start, by walking back from each use."""
    home = value.parent_block
    pending = []
    for user, _ in value.uses:
        block = user.parent
        is_behind = block is home
        if block is not None and not is_behind:
            pending.append(block)
    blocks: set[Block] = set()
    while pending:
        block = pending.pop()
        if block in blocks:
            continue
        blocks.add(block)
        pending += [previous for previous in block.predecessors if previous is not home]
    return blocks


@examples(50)
@given(st.integers(0, 10**9), st.integers(1, 30))
def test_liveness_is_what_walking_back_from_uses_finds(seed: int, length: int) -> None:
    module = ProgramMaker(Random(seed), KINDS).make(length)
    liveness = Liveness(module)
    [function] = module.block.ops
    blocks = list(function.regions[0].blocks)
    values = [value for block in blocks for value in (*block.args, *(r for op in block.ops for r in op.results))]
    for value in values:
        expected = naive_live_in(value)
        for block in blocks:
            assert (value in liveness.live_in(block)) == (block in expected)


# -- What is useful --------------------------------------------------------------------------------------------------


def test_values_are_useful_if_something_seen_depends_on_them() -> None:
    module = module_of("""
    func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
      return %a, %b : i32, i32
    }
    func.func @main(%m: memref<i32>, %x: i32, %y: i32, %z: i32) -> i32 {
      %stored = arith.addi %x, %x : i32
      %lost = arith.addi %y, %y : i32
      memref.store %stored, %m[] : memref<i32>
      %r, %s = call @f(%z, %lost) : (i32, i32) -> (i32, i32)
      return %r : i32
    }""")
    useful = useful_values(module)
    flags = {name: useful.is_useful(named(module, name)) for name in ("stored", "lost", "x", "y", "z", "a", "b")}
    assert flags == {"stored": True, "lost": False, "x": True, "y": False, "z": True, "a": True, "b": False}


# -- Dense, forward --------------------------------------------------------------------------------------------------


class Writes:
    """The stores that may have come last."""

    def __init__(self, ops: frozenset[Operation] = frozenset()) -> None:
        self.ops = ops

    def copy(self) -> Writes:
        return Writes(self.ops)

    def join(self, other: Writes) -> bool:
        before = self.ops
        self.ops |= other.ops
        return self.ops != before


class LastWrites(DenseForwardAnalysis[Writes]):
    def initial(self) -> Writes:
        return Writes()

    def unknown(self) -> Writes:
        return Writes()

    def transfer(self, op: Operation, state: Writes) -> None:
        if op.name == "memref.store":
            state.ops = frozenset([op])


def test_a_dense_analysis_follows_branches_regions_and_calls() -> None:
    module = module_of("""
    func.func private @write(%m: memref<i32>) {
      %c3 = arith.constant 3 : i32
      memref.store %c3, %m[] : memref<i32>
      return
    }
    func.func @main(%m: memref<i32>, %c: i1) -> i32 {
      %c1 = arith.constant 1 : i32
      %c2 = arith.constant 2 : i32
      %w = memref.load %m[] : memref<i32>
      cf.cond_br %c, ^a, ^b
    ^a:
      memref.store %c1, %m[] : memref<i32>
      cf.br ^join
    ^b:
      memref.alloca_scope {
        memref.store %c2, %m[] : memref<i32>
      }
      cf.br ^join
    ^join:
      %x = memref.load %m[] : memref<i32>
      call @write(%m) : (memref<i32>) -> ()
      %y = memref.load %m[] : memref<i32>
      return %y : i32
    }""")
    solver = Solver()
    analysis = solver.load(LastWrites(solver.load(DeadCodeAnalysis())))
    solver.run(module)

    def seen_by(name: str) -> set[int | None]:
        op = named(module, name).defining_op
        assert op is not None
        state = analysis.before(op)
        assert state is not None
        return {number(store.operands[0].defining_op.constant_value()) for store in state.ops}  # type: ignore[union-attr]

    assert seen_by("w") == set()
    assert seen_by("x") == {1, 2}
    assert seen_by("y") == {3}


def test_block_arguments_have_the_range_of_all_that_comes_in() -> None:
    module = module_of(
        CONDITIONAL.replace("sgt, %c1, %c2", "sgt, %x, %c2").replace("^join(%x : i32)", "^join(%c1 : i32)")
    )
    argument = named(module, "p")
    assert isinstance(argument, BlockArgument)
    assert ranges_in(module).range_of(argument) == IntegerRange.unsigned(32, 1, 2)


# -- Ops with regions ------------------------------------------------------------------------------------------------


def regions_module(text: str) -> Operation:
    context = new_context()
    context.load(DIALECT)
    return module_of(text, context)


CHOSEN = """
func.func @main(%m: memref<i32>, %x: i32) -> i32 {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = test.if %true -> i32 {
    memref.store %c1, %m[] : memref<i32>
    test.yield %c1 : i32
  } else {
    %never = arith.addi %x, %x : i32
    memref.store %c2, %m[] : memref<i32>
    test.yield %c2 : i32
  }
  %l = memref.load %m[] : memref<i32>
  return %r : i32
}"""


def test_only_the_region_that_constants_choose_is_reached() -> None:
    module = regions_module(CHOSEN)
    constants = constants_in(module)
    assert number(constants.constant_of(named(module, "r"))) == 1
    assert not constants.dead_code.is_live(named(module, "never").parent_block)


def test_without_constants_all_regions_are_reached() -> None:
    module = regions_module(CHOSEN)
    assert ranges_in(module).dead_code.is_live(named(module, "never").parent_block)


@pytest.mark.parametrize(("condition", "expected"), [("%true", {1}), ("%open", {1, 2})])
def test_dense_analyses_follow_the_regions_that_are_reached(condition: str, expected: set[int]) -> None:
    module = regions_module(
        CHOSEN.replace("test.if %true", f"test.if {condition}").replace("%x: i32", "%x: i32, %open: i1")
    )
    solver = Solver()
    dead_code = solver.load(DeadCodeAnalysis())
    solver.load(ConstantPropagation(dead_code))
    writes = solver.load(LastWrites(dead_code))
    solver.run(module)
    load = named(module, "l").defining_op
    assert load is not None
    state = writes.before(load)
    assert state is not None
    assert {number(store.operands[0].defining_op.constant_value()) for store in state.ops} == expected  # type: ignore[union-attr]


def test_what_a_loop_needs_again_lives_at_its_end() -> None:
    module = regions_module("""
    func.func @main(%n: index, %x: i32, %y: i32) -> i32 {
      %r = test.for %n iter(%y : i32) -> i32 {
      ^bb0(%i: index, %a: i32):
        %b = arith.addi %a, %x : i32
        test.yield %b : i32
      }
      return %r : i32
    }""")
    body = named(module, "b").parent_block
    assert body is not None
    liveness = Liveness(module)
    assert named(module, "x") in liveness.live_out(body)
    assert named(module, "y") not in liveness.live_in(body)


def test_ranges_of_counters_wait_for_the_count() -> None:
    module = regions_module("""
    func.func @main(%n: index) -> index {
      %c4 = arith.constant 4 : index
      %c0 = arith.constant 0 : index
      %r = test.for %c4 iter(%c0 : index) -> index {
      ^bb0(%i: index, %a: index):
        %inner = test.for %i iter(%a : index) -> index {
        ^bb0(%j: index, %b: index):
          test.yield %j : index
        }
        test.yield %inner : index
      }
      return %r : index
    }""")
    ranges = ranges_in(module)
    assert ranges.range_of(named(module, "i")) == IntegerRange.signed(64, 0, 3)
    assert ranges.range_of(named(module, "j")) == IntegerRange.signed(64, 0, 2)
    assert ranges.range_of(named(module, "r")) == IntegerRange.signed(64, 0, 2)


def test_what_decides_in_a_loop_that_does_nothing_is_not_useful() -> None:
    module = regions_module("""
    func.func @main(%x: i32) {
      %bound = arith.muli %x, %x : i32
      test.while (%x : i32) attributes {must_progress} {
      ^bb0(%a: i32):
        %c = arith.cmpi slt, %a, %bound : i32
        test.condition %c
      } do {
        test.yield %x : i32
      }
      return
    }""")
    assert not useful_values(module).is_useful(named(module, "bound"))
