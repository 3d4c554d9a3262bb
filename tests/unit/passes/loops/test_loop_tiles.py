"""Sinking, packing, privatizing and padding leave programs what they were, whatever is not refused."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.dialects import loop
from dlc.dialects.func import FuncOp
from dlc.interp.errors import InterpreterError
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.operations import Operation
from dlc.passes.loops.analysis.dependences import LoopDependences
from dlc.passes.loops.analysis.nests import loops_in, perfect_nest
from dlc.passes.loops.transforms import pack as packing, pad as padding, sink as sinking
from dlc.passes.loops.transforms.accumulate_in_memory import accumulate_in_memory
from dlc.passes.loops.transforms.distribute import distribute_nest_fully
from dlc.passes.loops.transforms.interchange import interchange
from dlc.passes.loops.transforms.pack import pack
from dlc.passes.loops.transforms.pad import pad_to_full
from dlc.passes.loops.transforms.privatize import privatize
from dlc.passes.loops.transforms.refusals import Refusal
from dlc.passes.loops.transforms.separate import separate
from dlc.passes.loops.transforms.sink import sink
from dlc.passes.loops.transforms.specialize import specialize
from dlc.passes.loops.transforms.tile import strip_mine, tile
from dlc.passes.loops.transforms.unswitch import unswitch
from support.loop_programs import random_contraction, random_nest
from support.programs import assert_refines, assert_valid, module_of
from support.properties import examples

module_of("")  # the parser raises the recursion limit when first used, which hypothesis does not want inside a test

Step = Callable[[Operation, Random], object]


def _any_loop(module: Operation, random: Random) -> loop.ForOp:
    return random.choice(loops_in(module))


def _accumulate(module: Operation, random: Random) -> object:
    carrying = [each for each in loops_in(module) if each.results]
    return accumulate_in_memory(random.choice(carrying or loops_in(module)))


def _sink(module: Operation, random: Random) -> object:
    inner = [each for each in loops_in(module) if isinstance(each.parent_op, loop.ForOp)]
    return sink(random.choice(inner or loops_in(module)))


def _unswitch(module: Operation, random: Random) -> object:
    inner = [each for each in loops_in(module) if isinstance(each.body.first, loop.IfOp)]
    return unswitch(random.choice(inner or loops_in(module)))


def _separate(module: Operation, random: Random) -> object:
    return separate(perfect_nest(_any_loop(module, random)))


def _loops_around(op: Operation) -> list[loop.ForOp]:
    loops: list[loop.ForOp] = []
    parent = op.parent_op
    while parent is not None:
        if isinstance(parent, loop.ForOp):
            loops.insert(0, parent)
        parent = parent.parent_op
    return loops


def _dimensions(op: Operation, random: Random) -> tuple[loop.ForOp, list[loop.ForOp], dict[loop.ForOp, int]]:
    """A loop around an op, some of those between the two in any order, and sizes for some of these."""
    around = _loops_around(op)
    number = random.randrange(len(around))
    order = [each for each in around[number + 1 :] if random.random() < 0.9]
    if random.random() < 0.5:
        random.shuffle(order)
    padded = {each: random.choice([2, 3, 4, 8]) for each in order if random.random() < 0.4}
    return around[number], order, padded


def _pack(module: Operation, random: Random) -> object:
    loads = [op for op in module.walk() if isinstance(op, loop.LoadOp) and _loops_around(op)]
    if not loads:
        raise Refusal(module, "there is nothing to pack")
    load = random.choice(loads)
    at, order, padded = _dimensions(load, random)
    return pack(at, load, order, padded)


def _privatize(module: Operation, random: Random) -> object:
    store = random.choice([op for op in module.walk() if isinstance(op, loop.StoreOp) and _loops_around(op)])
    at, order, padded = _dimensions(store, random)
    return privatize(at, store, order, padded)


def _pad(module: Operation, random: Random) -> object:
    return pad_to_full(_any_loop(module, random), random.choice([2, 3, 4, 8]))


def _specialize(module: Operation, random: Random) -> object:
    band = perfect_nest(_any_loop(module, random))
    band = band[: random.randint(1, len(band))]
    return specialize(band, [random.choice([2, 3, 4]) for _ in band])


STEPS: dict[str, Step] = {
    "accumulate": _accumulate,
    "sink": _sink,
    "unswitch": _unswitch,
    "separate": _separate,
    "pack": _pack,
    "privatize": _privatize,
    "pad": _pad,
    "specialize": _specialize,
}
"""The steps that are tried on a program."""

BEFORE: dict[str, list[str]] = {
    "sink": ["accumulate"],
    "separate": ["accumulate", "sink", "tile", "privatize"],
    "pack": ["accumulate", "tile", "tile"],
    "privatize": ["accumulate", "tile", "tile", "sink"],
    "specialize": ["tile", "tile"],
    "pad": ["tile", "privatize", "pack", "separate", "privatize"],
}
"""Steps that may come first, so that the tested one has something to do."""


def _tile(module: Operation, random: Random) -> object:
    op = _any_loop(module, random)
    if random.random() < 0.5:
        return strip_mine(op, random.choice([2, 3, 4]))
    band = perfect_nest(op)
    return tile(band, [random.choice([2, 3, 4]) for _ in band])


def _guarded(module: Operation, random: Random) -> object:
    """Loops that contain a condition on a loop around."""
    carrying = next((each for each in loops_in(module) if each.results), None)
    if carrying is None or carrying.parent_op is None:
        raise Refusal(module, "there is no sum")
    sums = accumulate_in_memory(carrying)
    sink(sums)
    outermost = _loops_around(sums)[:1]
    band = perfect_nest(outermost[0]) if outermost else [sums]
    if len(band) < 2:
        raise Refusal(sums, "there is no loop around")
    order = [len(band) - 1, *range(len(band) - 1)]
    return distribute_nest_fully(interchange(band, order)[random.randrange(1, len(band)) :])


PREPARATIONS: dict[str, Step] = STEPS | {"tile": _tile}


def attempt(name: str, module: Operation, random: Random) -> bool:
    """Return whether a step was applied; a refused step leaves the program as it was."""
    if not loops_in(module):
        return False
    before = str(module)
    try:
        PREPARATIONS[name](module, random)
    except Refusal:
        assert str(module) == before, "a refusal leaves the loops as they were"
        return False
    assert_valid(module)
    return True


def transformed(text: str, name: str, random: Random) -> tuple[Operation, bool]:
    """A program through some steps that lead to one, and whether that was done."""
    module = module_of(text)
    if name == "unswitch":
        with suppress(Refusal):
            _guarded(module, random)
    for each in BEFORE.get(name, []):
        for _ in range(random.randint(0, 2)):
            attempt(each, module, random)
    done = [attempt(name, module, random) for _ in range(3)]
    return module, any(done)


def _array(type: MemRefType, generator: np.random.Generator) -> object:
    shape = tuple(24 if size == DYNAMIC else size for size in type.shape)
    return generator.integers(0, 1000, shape, dtype=np.int32)


def assert_same(before: Operation, after: Operation) -> None:
    [function] = (op for op in before.walk() if isinstance(op, FuncOp))
    for size in (0, 1, 3, 6):
        generator = np.random.default_rng(size)
        types = [each.type for each in function.body.entry.args]
        arguments = [_array(each, generator) if isinstance(each, MemRefType) else size for each in types]
        assert_refines(before, after, "main", *arguments, reads_unwritten=True)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", STEPS)
@examples(20)
@given(seed=st.integers(0, 2**32))
def test_programs_give_the_same(name: str, seed: int) -> None:
    random = Random(seed)
    text = random.choice([random_nest, random_contraction])(random)
    after, _ = transformed(text, name, random)
    assert_same(module_of(text), after)


@pytest.mark.parametrize("name", STEPS)
def test_each_is_done_often_enough_to_be_tested(name: str) -> None:
    randoms = map(Random, range(40))
    done = (random for random in randoms if transformed(random_contraction(random), name, random)[1])
    assert len(list(islice(done, 5))) == 5


FORGOTTEN: dict[str, tuple[object, str, Callable[..., object]]] = {
    "accumulate": (LoopDependences, "within", lambda *_: []),
    "sink": (sinking, "always_runs", lambda *_: True),
    "separate": (LoopDependences, "carried_between", lambda *_: []),
    "pack": (packing, "dependence_on_write", lambda *_: None),
    "privatize": (LoopDependences, "within", lambda *_: []),
    "pad": (padding.Beyond, "check", lambda *_: None),
}
"""For each step, a dependence check whose omission would make it wrong."""


@pytest.mark.parametrize("name", FORGOTTEN)
def test_without_legality_programs_would_change(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs are such that a transformation that takes something for granted is found out."""
    owner, attribute, careless = FORGOTTEN[name]
    monkeypatch.setattr(owner, attribute, careless)
    assert any(_is_changed(name, seed) for seed in range(300))


def _is_changed(name: str, seed: int) -> bool:
    random = Random(seed)
    text = random.choice([random_nest, random_contraction])(random)
    after, done = transformed(text, name, random)
    try:
        if done:
            assert_same(module_of(text), after)
    except (AssertionError, InterpreterError):
        return True
    return False
