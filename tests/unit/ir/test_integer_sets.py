"""Integer sets: text, membership, simplification and emptiness."""

from __future__ import annotations

import copy
import pickle
import shutil
import subprocess
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from dlc.ir.affine import (
    AffineDivisorError,
    AffineError,
    AffineExpr,
    IntegerSet,
    affine_dims,
    affine_symbols,
)
from support.cost import assert_cheap

d0, d1, d2 = affine_dims(3)
s0, s1 = affine_symbols(2)

MLIR_OPT = shutil.which("mlir-opt-22")
needs_mlir_opt = pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-22 is not installed")


class Zero:
    """Marks an equality in `constraints`."""

    def __init__(self, expr: AffineExpr) -> None:
        self.expr = expr


def constraints(*given_: AffineExpr | Zero, dims: int = 3, symbols: int = 2) -> IntegerSet:
    exprs = [each.expr if isinstance(each, Zero) else each for each in given_]
    return IntegerSet(dims, symbols, exprs, [isinstance(each, Zero) for each in given_])


def mlir_sets(texts: list[str], tmp_path: Path, *flags: str) -> str:
    path = tmp_path / "sets.mlir"
    attributes = ", ".join(f"s{i} = affine_set<{text}>" for i, text in enumerate(texts))
    path.write_text(f'func.func @f() {{ "t.op"() {{{attributes}}} : () -> () return }}')
    assert MLIR_OPT is not None
    command = [MLIR_OPT, "--allow-unregistered-dialect", *flags, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


SETS = [
    (constraints(d0 - 1, Zero(s0), dims=1, symbols=1), "(d0)[s0] : (d0 - 1 >= 0, s0 == 0)"),
    (IntegerSet.empty(1), "(d0) : (1 == 0)"),
    (IntegerSet.universe(1, 1), "(d0)[s0] : (0 == 0)"),
    (constraints(-d0 + s0, Zero(d0 % 4), dims=2, symbols=1), "(d0, d1)[s0] : (-d0 + s0 >= 0, d0 mod 4 == 0)"),
]


@pytest.mark.parametrize(("integer_set", "text"), SETS)
def test_text(integer_set: IntegerSet, text: str) -> None:
    assert str(integer_set) == text


@needs_mlir_opt
def test_text_is_that_of_mlir_opt(tmp_path: Path) -> None:
    output = mlir_sets([text for _, text in SETS], tmp_path)
    for _, text in SETS:
        assert f"affine_set<{text}>" in output


def test_equal_means_identical() -> None:
    first = IntegerSet(1, 0, [d0, d0 - 1], [True, False])
    assert IntegerSet(1, 0, (d0, d0 - 1), (True, False)) is first
    assert IntegerSet(1, 0, [d0, d0 - 1], [False, False]) is not first
    assert copy.deepcopy(first) is first
    assert pickle.loads(pickle.dumps(first)) is first
    with pytest.raises(AttributeError, match="immutable"):
        first.num_dims = 3


def test_constraints_use_what_is_declared() -> None:
    with pytest.raises(AffineError, match="cannot hold 'd1'"):
        IntegerSet(1, 0, [d1], [True])
    with pytest.raises(AffineError, match="1 constraints got 2 flags"):
        IntegerSet(1, 0, [d0], [True, False])


def test_asking() -> None:
    integer_set = constraints(d0 - s1, Zero(d1), d2 % 4)
    assert (integer_set.num_inputs, integer_set.num_constraints) == (5, 3)
    assert (integer_set.num_equalities, integer_set.num_inequalities) == (1, 2)
    assert list(integer_set) == [(d0 - s1, False), (d1, True), (d2 % 4, False)]
    assert integer_set.is_pure_affine
    assert not constraints(d0 // s0).is_pure_affine
    assert d2 in integer_set.walk()


def test_contains() -> None:
    triangle = constraints(d0 - d1, s0 - d0, d1, dims=2, symbols=1)
    assert triangle.contains([3, 2], [5])
    assert not triangle.contains([2, 3], [5])
    assert constraints(Zero(d0 % 4), dims=1, symbols=0).contains([-8])
    with pytest.raises(AffineError, match="got 1 and 1 values"):
        triangle.contains([3], [5])
    with pytest.raises(AffineDivisorError):
        constraints(d0 // s0, dims=1, symbols=1).contains([3], [0])


def test_replace() -> None:
    moved = constraints(d0 - s0, Zero(d1)).replace_dims_and_symbols([d1 + 1, d0], [4], 2, 0)
    assert str(moved) == "(d0, d1) : (d1 - 3 >= 0, d0 == 0)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (constraints(d0 * 2 - 1, d0 + 3, d0 - d0 + 1, dims=1, symbols=0), "(d0) : (d0 - 1 >= 0)"),
        (constraints(d0, Zero(s0), d0, dims=1, symbols=1), "(d0)[s0] : (s0 == 0, d0 >= 0)"),
        (constraints(Zero(d0 - 1), Zero(1 - d0), dims=1, symbols=0), "(d0) : (d0 - 1 == 0)"),
        (constraints(Zero(d0 * 2 - 4), dims=1, symbols=0), "(d0) : (d0 - 2 == 0)"),
        (constraints(Zero(d0 * 2 - 3), dims=1, symbols=0), "(d0) : (1 == 0)"),
        (constraints(d0, -d0 - 1, dims=1, symbols=0), "(d0) : (1 == 0)"),
        (constraints(Zero(d0 % 4), d0, dims=1, symbols=0), "(d0) : (d0 mod 4 == 0, d0 >= 0)"),
        (constraints(d0 - d0, dims=1, symbols=0), "(d0) : (0 == 0)"),
        (constraints(d0 // 0, dims=1, symbols=0), "(d0) : (d0 floordiv 0 >= 0)"),
        (constraints((d0 * s0) // s0 - 1, dims=1, symbols=1), "(d0)[s0] : (d0 - 1 >= 0)"),
    ],
)
def test_simplify(before: IntegerSet, after: str) -> None:
    assert str(before.simplify()) == after


EMPTY = [
    constraints(d0 - 5, 3 - d0),
    constraints(Zero(d0 * 4 + d1 * 6 - 3)),
    constraints(Zero(d0 - d1), d0 - d1 - 1),
    constraints(d0 - d1 - 1, d1 - d2 - 1, d2 - d0),
    constraints(Zero(d0 % 2), Zero(d0 - d1 * 2 - 1)),
    constraints(d0 % 4 - 4),
    constraints(-(d0 % 4) - 1),
    constraints(d0 - 1, 3 - d0, Zero(d0 // 4 - 1)),
    constraints(Zero(d0.ceildiv(4) - 2), 4 - d0),
    constraints(Zero(d0 + d1 - s0), d0 - s0 - 1, d1),
    constraints(d0 * 3 - 1, 2 - d0 * 3),
]

NOT_EMPTY = [
    constraints(d0 - 5, 8 - d0),
    constraints(Zero(d0 * 4 + d1 * 6 - 2)),
    constraints(d0 - d1 - 1, d1 - d2 - 1),
    constraints(Zero(d0 % 4 - 3), d0, 3 - d0),
    constraints(d0 // s0, Zero(d1 % s0)),
    constraints(d0 // 0 - 1, -(d0 // 0)),
    IntegerSet.universe(3, 2),
]


@pytest.mark.parametrize("integer_set", EMPTY)
def test_empty(integer_set: IntegerSet) -> None:
    assert integer_set.is_empty()
    assert integer_set.simplify() is IntegerSet.empty(3, 2)


@pytest.mark.parametrize("integer_set", NOT_EMPTY)
def test_not_empty(integer_set: IntegerSet) -> None:
    assert not integer_set.is_empty()


terms = st.sampled_from([d0, d1, d0 * 2, d1 * -3, d0 % 3, (d0 + d1) // 2, (d1 * 2).ceildiv(3), s0, d0 // s0, d1 % s0])
sums = st.lists(terms, min_size=1, max_size=3).flatmap(lambda some: st.integers(-5, 5).map(lambda c: sum(some, c)))
sets = st.lists(st.tuples(sums, st.booleans()), min_size=1, max_size=5)


@given(sets)
def test_simplification_keeps_the_points(drawn: list[tuple[AffineExpr, bool]]) -> None:
    integer_set = IntegerSet(2, 1, [expr for expr, _ in drawn], [flag for _, flag in drawn])
    simplified = integer_set.simplify()
    empty = integer_set.is_empty()
    for a, b, n in product(range(-4, 5), range(-4, 5), (1, 2, 5)):
        inside = integer_set.contains([a, b], [n])
        assert simplified.contains([a, b], [n]) == inside
        assert not (inside and empty)


@needs_mlir_opt
def test_simplified_text_is_that_of_mlir_opt(tmp_path: Path) -> None:
    # Only some: MLIR keeps more of what is implied, and tests less for emptiness.
    some = [
        constraints(d0 - 1, Zero(s0)),
        constraints(d0 * 2 - 1, Zero(s0), d0 - 1, d0 + 3),
        constraints(d0 - d1 * 2 + 3, d1 * 4 + d0 * 6 - 9, 7 - d0),
        constraints(d0 - 5, 3 - d0),
    ]
    output = mlir_sets([str(each) for each in some], tmp_path, "--affine-simplify-structures")
    for each in some:
        assert f"affine_set<{each.simplify()}>" in output


@pytest.mark.growth
def test_elimination_is_bounded() -> None:
    dims = affine_dims(24)
    dense = [
        sum((dim * ((7 * i * j + 3 * i + 5 * j) % 11 - 5) for j, dim in enumerate(dims)), start=s0 * 0 + i)
        for i in range(60)
    ]
    integer_set = IntegerSet(24, 0, dense, [False] * len(dense))
    assert_cheap(integer_set.is_empty, lines=250_000, seconds=5)
    assert not integer_set.is_empty()


def test_long_chains_are_decided() -> None:
    dims = affine_dims(150)
    chain = [later - earlier - 1 for earlier, later in pairwise(dims)]
    assert not IntegerSet(150, 0, chain, [False] * len(chain)).is_empty()
    assert IntegerSet(150, 0, [*chain, dims[0] - dims[-1]], [False] * (len(chain) + 1)).is_empty()
