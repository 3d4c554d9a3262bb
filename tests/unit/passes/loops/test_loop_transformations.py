"""Nests of loops give what they gave, whatever is done to them that is not refused; and much is not refused."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st

import dlc
from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.loops.analysis.dependences import Dependence, LoopDependences
from dlc.passes.loops.analysis.nests import perfect_nest
from dlc.passes.loops.transforms.coalesce import coalesce
from dlc.passes.loops.transforms.distribute import distribute, distribute_fully
from dlc.passes.loops.transforms.fuse import fuse
from dlc.passes.loops.transforms.interchange import interchange
from dlc.passes.loops.transforms.parallelize import parallelize
from dlc.passes.loops.transforms.peel import peel_back, peel_front, peel_partial, split_at
from dlc.passes.loops.transforms.prefetch import lines_touched, prefetch
from dlc.passes.loops.transforms.refusals import Refusal
from dlc.passes.loops.transforms.scalar_replacement import replace_by_scalars
from dlc.passes.loops.transforms.simplify_bounds import simplify_all
from dlc.passes.loops.transforms.tile import strip_mine, tile
from dlc.passes.loops.transforms.unroll import unroll, unroll_fully
from dlc.passes.loops.transforms.unroll_and_jam import unroll_and_jam
from dlc.passes.loops.vectorize.vectorize import Remainder, vectorize
from support.cost import assert_linear, cost_of
from support.loop_programs import random_nest
from support.programs import assert_refines, assert_valid, module_of
from support.properties import examples

module_of("")  # the parser raises the recursion limit when first used, which hypothesis does not want inside a test

Step = Callable[[loop.ForOp, Random], object]


def _tile(op: loop.ForOp, random: Random) -> object:
    band = perfect_nest(op)
    band = band if random.random() < 0.7 else band[: random.randint(1, len(band))]
    return tile(band, [random.choice([1, 2, 2, 3]) for _ in band])


def _interchange(op: loop.ForOp, random: Random) -> object:
    band = perfect_nest(op)
    order = list(range(len(band)))
    return interchange(band, random.choice([order[::-1], [*order[1:], 0]]))


def _parallelize(op: loop.ForOp, random: Random) -> object:
    band = perfect_nest(op)
    return parallelize(band[: random.randint(1, len(band))])


def _fuse(op: loop.ForOp, random: Random) -> object:
    with_next = [each for each in _siblings(op) if isinstance(each.next, loop.ForOp)]
    if not with_next:
        raise Refusal(op, "there is no loop behind it")
    first = random.choice(with_next)
    assert isinstance(first.next, loop.ForOp)
    return fuse(first, first.next)


def _root_of(op: loop.ForOp) -> Operation:
    root = op.parent_op
    while root is not None and root.parent_op is not None:
        root = root.parent_op
    assert root is not None
    return root


def _siblings(op: loop.ForOp) -> list[loop.ForOp]:
    return [each for each in _root_of(op).walk() if isinstance(each, loop.ForOp)]


def _replace_by_scalars(op: loop.ForOp, _: Random) -> object:
    count = sum(replace_by_scalars(each)[1] for each in reversed(_siblings(op)))
    if not count:
        raise Refusal(op, "there is no element to carry")
    return count


def _vectorize(op: loop.ForOp, random: Random) -> object:
    remainder = random.choice(REMAINDERS)
    return vectorize(op, random.choice([1, 2, 2, 3, 4]), interleave=random.choice([1, 1, 2, 3]), remainder=remainder)


def _prefetch(op: loop.ForOp, random: Random) -> object:
    lines = lines_touched(op, writes=random.random() < 0.5)
    if not lines:
        raise Refusal(op, "it touches the same in all iterations")
    return prefetch(op, random.choice(lines), random.choice([1, 2, 8]))


def _peel_partial(op: loop.ForOp, random: Random) -> object:
    strips, _ = strip_mine(op, random.choice([2, 3, 4]))
    with suppress(Refusal):  # all of them may be whole
        peel_partial(strips)
    return strips


def _simplify_bounds(op: loop.ForOp, random: Random) -> object:
    root = _root_of(op)
    strips, points = strip_mine(op, random.choice([1, 2, 3, 8]))
    peel_front(points, 1)
    peel_front(strips, 1)
    return simplify_all(root)


REMAINDERS: list[Remainder] = ["peel", "mask", "exact"]
STEPS: dict[str, Step] = {
    "tile": _tile,
    "strip-mine": lambda op, random: strip_mine(op, random.choice([1, 2, 3])),
    "interchange": _interchange,
    "unroll": lambda op, random: unroll(op, random.choice([1, 2, 3, 4])),
    "unroll-fully": lambda op, _: unroll_fully(op),
    "unroll-and-jam": lambda op, random: unroll_and_jam(op, random.choice([2, 3])),
    "parallelize": _parallelize,
    "coalesce": lambda op, _: coalesce(perfect_nest(op)),
    "prefetch": _prefetch,
    "vectorize": _vectorize,
    "peel-front": lambda op, random: peel_front(op, random.choice([1, 2, 9])),
    "peel-back": lambda op, random: peel_back(op, random.choice([1, 2, 9])),
    "peel-partial": _peel_partial,
    "split": lambda op, random: split_at(op, random.choice([0, 2, 3, 9])),
    "simplify-bounds": _simplify_bounds,
    "scalar-replacement": _replace_by_scalars,
    "fuse": _fuse,
    "distribute": lambda op, random: distribute(op, random.choice(list(op.body.ops))),
    "distribute-fully": lambda op, _: distribute_fully(op),
}
"""The steps that each test applies to one loop of a nest."""


def transformed(text: str, step: Step, random: Random) -> tuple[Operation, bool]:
    """The program with something done to one of its loops, and whether it was done."""
    module = module_of(text)
    loops = [op for op in module.walk() if isinstance(op, loop.ForOp)]
    before = str(module)
    chosen = loops[0] if random.random() < 0.7 else random.choice(loops)
    try:
        step(chosen, random)
    except Refusal:
        assert str(module) == before, "a refusal leaves the loops as they were"
        return module, False
    assert_valid(module)
    return module, True


def assert_same(before: Operation, after: Operation) -> None:
    for size in (0, 1, 3, 6):
        generator = np.random.default_rng(size)
        matrix = generator.integers(0, 1000, (24, 24), dtype=np.int32)
        assert_refines(before, after, "main", matrix, generator.integers(0, 1000, 24, dtype=np.int32), size)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", STEPS)
@examples(30)
@given(seed=st.integers(0, 2**32))
def test_programs_give_the_same(name: str, seed: int) -> None:
    random = Random(seed)
    text = random_nest(random)
    after, done = transformed(text, STEPS[name], random)
    if done:
        assert_same(module_of(text), after)


@examples(30)
@given(seed=st.integers(0, 2**32))
def test_programs_give_the_same_after_several_steps(seed: int) -> None:
    random = Random(seed)
    text = random_nest(random)
    module = module_of(text)
    for _ in range(3):
        loops = [op for op in module.walk() if isinstance(op, loop.ForOp)]
        if not loops:
            break
        name = random.choice(list(STEPS))
        try:
            STEPS[name](random.choice(loops), random)
        except Refusal:
            continue
        assert_valid(module)
    assert_same(module_of(text), module)


@pytest.mark.parametrize("name", ["interchange", "unroll-and-jam", "vectorize", "fuse", "distribute-fully"])
def test_without_legality_programs_would_change(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs are such that a transformation that forgets about dependences is found out."""
    monkeypatch.setattr(LoopDependences, "carried_between", _nothing)
    assert any(_is_changed(name, seed) for seed in range(100))


def _is_changed(name: str, seed: int) -> bool:
    random = Random(seed)
    text = random_nest(random)
    after, done = transformed(text, STEPS[name], random)
    return done and not _is_same(module_of(text), after)


def _nothing(*_: object) -> list[Dependence]:
    return []


def _is_same(before: Operation, after: Operation) -> bool:
    try:
        assert_same(before, after)
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize("name", STEPS)
def test_each_is_done_often_enough_to_be_tested(name: str) -> None:
    randoms = map(Random, range(40))
    done = (random for random in randoms if transformed(random_nest(random), STEPS[name], random)[1])
    assert len(list(islice(done, 5))) == 5


SUM = """
func.func @main(%a: memref<8xi32>{}, %c: memref<8xi32>) {{
  loop.for %k = 0 to 8 {{
    %0 = loop.load %a[%k] : memref<8xi32>
    %1 = loop.load %c[2] : memref<8xi32>
    %2 = arith.addi %0, %1 : i32
    loop.store %2, %c[2] : memref<8xi32>
  }}
  return
}}"""


def test_one_element_is_carried_if_nothing_else_may_touch_it() -> None:
    module = module_of(SUM.format(" {llvm.noalias}"))
    [nest] = (op for op in module.walk() if isinstance(op, loop.ForOp))
    carried, count = replace_by_scalars(nest)
    assert count == len(carried.results) == 1
    assert_valid(module)
    arrays = np.arange(8, dtype=np.int32), np.ones(8, dtype=np.int32)
    assert_refines(module_of(SUM.format(" {llvm.noalias}")), module, "main", *arrays)


def test_one_element_stays_if_something_else_may_touch_it() -> None:
    module = module_of(SUM.format(""))
    [nest] = (op for op in module.walk() if isinstance(op, loop.ForOp))
    assert replace_by_scalars(nest) == (nest, 0)


def test_a_refusal_names_the_dependence() -> None:
    text = "loop.for %i = 0 to 8 { %0 = loop.load %m[%i] : memref<9xi32> loop.store %0, %m[%i + 1] : memref<9xi32> }"
    module = module_of(f"func.func @main(%m: memref<9xi32>) {{ {text} return }}")
    [nest] = (op for op in module.walk() if isinstance(op, loop.ForOp))
    with pytest.raises(Refusal) as caught:
        parallelize([nest])
    dependence = caught.value.dependence
    assert dependence is not None
    assert (dependence.kind, dependence.vector, dependence.level) == ("flow", "(1)", 0)


@pytest.mark.growth
@pytest.mark.parametrize("inner", [False, True])
def test_cost_of_fusing_grows_with_the_number_of_loops(inner: bool) -> None:
    place = "%i, %j" if inner else "%i, 0"
    body = f"%y = loop.load %a[{place}] : memref<64x8xf32>\nloop.store %y, %a[{place}] : memref<64x8xf32>"
    body = f"loop.for %j = 0 to 8 {{\n{body}\n}}" if inner else body

    def cost(count: int) -> float:
        loops = f"loop.for %i = 0 to 64 {{\n{body}\n}}\n" * count
        module = module_of(f"func.func @f(%a: memref<64x8xf32>) {{\n{loops}return\n}}")
        cost = cost_of(lambda: dlc.run_pipeline(module, "loop-fuse"))
        assert sum(isinstance(op, loop.ForOp) for op in module.walk()) == 1 + inner
        return cost

    assert_linear(cost, 16, 4)
