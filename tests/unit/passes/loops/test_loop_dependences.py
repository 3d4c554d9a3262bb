"""The dependences of small loop nests are those that running through all pairs of iterations finds."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, strategies as st

from dlc.dialects import loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.passes.loops.analysis.accesses import Access
from dlc.passes.loops.analysis.dependences import Dependence, LoopDependences, common
from support.loop_programs import random_accesses
from support.programs import module_of
from support.properties import examples

module_of("")  # the parser raises the recursion limit when first used, which hypothesis does not want inside a test

Point = dict[Value, int]


def nest_of(text: str) -> loop.ForOp:
    return next(op for op in module_of(text).walk() if isinstance(op, loop.ForOp))


def executed(root: Operation) -> Iterator[tuple[AccessOp, Point]]:
    """The loads and stores of a nest without symbols, one by one, each with its iteration."""
    pending: list[tuple[Operation, Point]] = [(root, {})]
    while pending:
        op, point = pending.pop()
        if isinstance(op, AccessOp):
            yield op, point
        inside: list[tuple[Operation, Point]] = []
        if isinstance(op, loop.ForOp):
            lower = max(op.lower_map.evaluate([point[each] for each in op.lower_operands]))
            upper = min(op.upper_map.evaluate([point[each] for each in op.upper_operands]))
            for value in range(lower, upper, op.step_value):
                inside += [(each, {**point, op.induction_variable: value}) for each in op.body.ops]
        elif isinstance(op, loop.IfOp):
            holds = op.integer_set.contains([point[each] for each in op.operands])
            block = op.then_block if holds else op.else_block
            inside = [(each, point) for each in block.ops] if block is not None else []
        pending += reversed(inside)


def enumerated(root: Operation, accesses: list[Access]) -> dict[tuple[Access, Access], set[tuple[int, ...]]]:
    """Return the distances at which two accesses, one of which writes, touch one element in this order."""
    by_op = {access.op: access for access in accesses}
    distances: dict[tuple[Access, Access], set[tuple[int, ...]]] = {}
    touched: dict[object, list[tuple[Access, Point]]] = {}
    for op, point in executed(root):
        target = by_op[op]
        for element in elements(op, point):
            earlier = touched.setdefault(element, [])
            for source, before in earlier:
                if source.is_write or target.is_write:
                    ivs = [first for first, _ in common(source, target)]
                    distances.setdefault((source, target), set()).add(tuple([point[iv] - before[iv] for iv in ivs]))
            earlier.append((target, point))
    return distances


def elements(op: AccessOp, point: Point) -> Iterator[object]:
    """Return the elements that an op accesses in an iteration."""
    first = op.affine_map.evaluate([point[each] for each in op.indices])
    vector = (
        op.result if isinstance(op, loop.VectorLoadOp) else op.value if isinstance(op, loop.VectorStoreOp) else None
    )
    shape = vector.shape if vector is not None else ()
    extents = (1,) * (len(first) - len(shape)) + shape
    for offsets in itertools.product(*map(range, extents)):
        yield op.memref, tuple([index + offset for index, offset in zip(first, offsets, strict=True)])


def covers(dependence: Dependence, distance: tuple[int, ...]) -> bool:
    pairs = zip(dependence.distances, distance, strict=True)
    return all((low is None or low <= each) and (high is None or each <= high) for (low, high), each in pairs)


def signs(dependence: Dependence) -> Iterator[tuple[int, ...]]:
    """The direction vectors that a dependence stands for."""
    choices = [[sign for sign in (-1, 0, 1) if _may_be(sign, low, high)] for low, high in dependence.distances]
    return itertools.product(*choices)


def _may_be(sign: int, low: int | None, high: int | None) -> bool:
    if sign == 0:
        return (low is None or low <= 0) and (high is None or high >= 0)
    return (high is None or high > 0) if sign > 0 else (low is None or low < 0)


def sign_of(distance: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([(each > 0) - (each < 0) for each in distance])


@examples(100)
@given(seed=st.integers(0, 2**32))
def test_dependences_are_those_of_all_pairs_of_iterations(seed: int) -> None:
    text = random_accesses(Random(seed))
    nest = nest_of(text)
    analysis = LoopDependences(nest)
    claimed: dict[tuple[Access, Access], list[Dependence]] = {}
    for each in analysis.all():
        claimed.setdefault((each.source, each.target), []).append(each)
    real = enumerated(nest, analysis.accesses)
    for pair, distances in real.items():
        for distance in distances:
            assert any(covers(each, distance) for each in claimed.get(pair, ())), f"{distance} is missed in\n{text}"
    for pair, dependences in claimed.items():
        directions = {sign_of(distance) for distance in real.get(pair, ())}
        for each in dependences:
            if each.reason is None:
                wrong = set(signs(each)) - directions
                assert not wrong, f"{each} from {pair[0].op} to {pair[1].op} has no {wrong} in\n{text}"


@pytest.mark.slow
def test_few_answers_are_uncertain() -> None:
    uncertain = total = 0
    for seed in range(300):
        for each in LoopDependences(nest_of(random_accesses(Random(seed)))).all():
            total += 1
            uncertain += each.reason is not None
    assert total > 1000
    assert uncertain < total / 10


def found_in(body: str, arguments: str = "%n: index, %x: f32") -> list[str]:
    """The dependences of the first nest in a function."""
    return [
        str(each) for each in LoopDependences(nest_of(f"func.func @main({arguments}) {{\n{body}\n  return\n}}")).all()
    ]


ACCESS = "loop.store %x, %m[{}] : memref<?xf32>  %0 = loop.load %m[{}] : memref<?xf32>"


def test_symbols_may_have_any_value() -> None:
    arguments = "%m: memref<?xf32>, %n: index, %x: f32"
    apart = ACCESS.format("%i", "%i + symbol(%n)")
    assert found_in(f"loop.for %i = 0 to %n {{ {apart} }}", arguments) == []
    near = ACCESS.format("%i", "%i - 1")
    assert found_in(f"loop.for %i = 0 to %n {{ {near} }}", arguments) == ["flow dependence with distance (1)"]
    far = ACCESS.format("%i", "%i + 8")
    assert found_in(f"loop.for %i = 0 to 8 {{ {far} }}", arguments) == []


def test_what_is_around_the_nest_is_fixed() -> None:
    access = ACCESS.format("%i + %o * 2", "%i + %o * 2")
    nest = f"loop.for %o = 0 to 4 {{ loop.for %i = 0 to 4 {{ {access} }} }}"
    inner = nest_of(f"func.func @main(%m: memref<?xf32>, %x: f32) {{ {nest} return }}").body.first
    assert inner is not None
    assert [str(each) for each in LoopDependences(inner).all()] == ["flow dependence with distance (0)"]


TWO_VIEWS = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant {} : index
  %a = memref.view %s[%c0][] : memref<512xi8> to memref<64xf32>
  %b = memref.view %s[%c1][] : memref<512xi8> to memref<64xf32>"""


@pytest.mark.parametrize(
    ("arguments", "setup", "is_apart"),
    [
        ("%a: memref<64xf32>, %b: memref<64xf32>", "", False),
        ("%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32>", "", True),
        ("%a: memref<64xf32>", "%b = memref.alloc() : memref<64xf32>", True),
        ("", "%a = memref.alloc() : memref<64xf32> %b = memref.alloc() : memref<64xf32>", True),
        ("%a: memref<64xf32>", "%b = memref.cast %a : memref<64xf32> to memref<?xf32>", False),
        ("%c: i1, %a: memref<64xf32>", "%b = arith.select %c, %a, %a : memref<64xf32>", False),
        ("%s: memref<512xi8>", TWO_VIEWS.format(256), True),
        ("%s: memref<512xi8>", TWO_VIEWS.format(128), False),
    ],
)
def test_which_memrefs_may_be_the_same_memory(arguments: str, setup: str, is_apart: bool) -> None:
    type = "memref<?xf32>" if "memref.cast" in setup else "memref<64xf32>"
    body = f"loop.for %i = 0 to 8 {{ %0 = loop.load %a[%i] : memref<64xf32> loop.store %0, %b[%i] : {type} }}"
    dependences = found_in(f"{setup}\n{body}", arguments)
    assert (dependences == []) == is_apart, dependences
    assert all(each.startswith("possible") for each in dependences)
