"""Affine maps: text, composition, selection and permutation."""

from __future__ import annotations

import copy
import pickle
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from dlc.ir.affine import (
    AffineError,
    AffineExpr,
    AffineMap,
    affine_dims,
    affine_symbols,
    broadcast_results,
    concat_affine_maps,
    inverse_and_broadcast_projected_permutation,
    inverse_permutation,
    is_minor_identity,
    is_minor_identity_with_broadcast,
    is_permutation,
    is_projected_permutation,
)

d0, d1, d2 = affine_dims(3)
s0, s1 = affine_symbols(2)

MLIR_OPT = shutil.which("mlir-opt-22")


def mapping(num_dims: int, *results: AffineExpr | int, symbols: int = 0) -> AffineMap:
    return AffineMap(num_dims, symbols, results)


MAPS = [
    (AffineMap(0), "() -> ()"),
    (AffineMap(2), "(d0, d1) -> ()"),
    (AffineMap.constant(3, -1), "() -> (3, -1)"),
    (AffineMap.identity(2), "(d0, d1) -> (d0, d1)"),
    (AffineMap.symbol_identity(2), "()[s0, s1] -> (s0, s1)"),
    (AffineMap.minor_identity(3, 2), "(d0, d1, d2) -> (d1, d2)"),
    (AffineMap.permutation([2, 0, 1]), "(d0, d1, d2) -> (d2, d0, d1)"),
    (AffineMap.select(3, [0, 2]), "(d0, d1, d2) -> (d0, d2)"),
    (mapping(2, d0 + 2 * s0, d1 % 4, symbols=1), "(d0, d1)[s0] -> (d0 + s0 * 2, d1 mod 4)"),
]


@pytest.mark.parametrize(("affine_map", "text"), MAPS)
def test_text(affine_map: AffineMap, text: str) -> None:
    assert str(affine_map) == text


@pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-22 is not installed")
def test_text_is_that_of_mlir_opt(tmp_path: Path) -> None:
    path = tmp_path / "maps.mlir"
    path.write_text("\n".join(f'"t.op"() {{m = affine_map<{text}>}} : () -> ()' for _, text in MAPS))
    assert MLIR_OPT is not None
    command = [MLIR_OPT, "--allow-unregistered-dialect", str(path)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for _, text in MAPS:
        assert f"affine_map<{text}>" in output


def test_equal_means_identical() -> None:
    assert AffineMap(2, 0, [d0, 1]) is mapping(2, d0, 1)
    assert AffineMap.identity(2) is not AffineMap.identity(3)
    assert copy.deepcopy(AffineMap.identity(2)) is AffineMap.identity(2)
    assert pickle.loads(pickle.dumps(mapping(1, d0 // 4))) is mapping(1, d0 // 4)
    with pytest.raises(AttributeError, match="immutable"):
        AffineMap.identity(2).num_dims = 3


def test_results_use_what_is_declared() -> None:
    with pytest.raises(AffineError, match="1 dimensions and 0 symbols cannot give 'd0 \\+ d1'"):
        mapping(1, d0 + d1)
    with pytest.raises(AffineError, match="cannot give 's1'"):
        mapping(1, s1, symbols=1)
    with pytest.raises(AffineError, match="-1 dimensions"):
        AffineMap(-1)


def test_evaluate() -> None:
    assert mapping(2, d0 + s0, d1 // 2, 7, symbols=1).evaluate([1, -3], [10]) == (11, -2, 7)
    with pytest.raises(AffineError, match="got 1 and 0 values"):
        AffineMap.identity(2).evaluate([1])


def test_predicates() -> None:
    assert AffineMap(0).is_empty
    assert not AffineMap(1).is_empty
    assert AffineMap.identity(3).is_identity
    assert not AffineMap.minor_identity(3, 2).is_identity
    assert AffineMap.symbol_identity(2).is_symbol_identity
    assert AffineMap.constant(1, 2).is_constant
    assert AffineMap.constant(1, 2).constant_results == [1, 2]
    assert not AffineMap.constant(1, 2).is_single_constant
    assert AffineMap.constant(5).single_constant_result == 5
    assert mapping(1, d0 // 2).is_pure_affine
    assert not mapping(1, d0 // s0, symbols=1).is_pure_affine
    assert mapping(2, d0 * 4, d1 * 6).largest_known_divisor == 2
    with pytest.raises(AffineError, match="not all results"):
        _ = AffineMap.identity(1).constant_results


def test_positions() -> None:
    affine_map = mapping(3, d2, d0 + s1, symbols=2)
    assert affine_map.dim_position(0) == 2
    assert affine_map.result_position(d0 + s1) == 1
    assert affine_map.result_position(d1) is None
    assert (affine_map.used_dims(), affine_map.used_symbols()) == ([0, 2], [1])
    assert affine_map.is_function_of_dim(2)
    assert not affine_map.is_function_of_dim(1)
    assert affine_map.is_function_of_symbol(1)
    assert [str(part) for part in affine_map.walk()] == ["d2", "d0", "s1", "d0 + s1"]
    with pytest.raises(AffineError, match=r"result 1 of .* is not a dimension"):
        affine_map.dim_position(1)


def test_compose_puts_the_outer_symbols_first() -> None:
    outer = mapping(2, d0 + 1 + s1, d1 - 1 - s0, symbols=2)
    inner = mapping(1, d0 + s0, d0 - s0, symbols=1)
    assert str(outer.compose(inner)) == "(d0)[s0, s1, s2] -> (d0 + s2 + s1 + 1, d0 - s2 - s0 - 1)"
    with pytest.raises(AffineError, match=r"cannot compose .* with the 1 results"):
        outer.compose(mapping(1, d0))


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=2), st.integers(1, 9), st.integers(1, 9))
def test_compose_evaluates_in_two_steps(dims: list[int], outer_symbol: int, inner_symbol: int) -> None:
    outer = mapping(2, (d0 + d1 * s0) % 5, d1 // s0, symbols=1)
    inner = mapping(2, d1 * 2 - s0, d0.ceildiv(3), symbols=1)
    expected = outer.evaluate(inner.evaluate(dims, [inner_symbol]), [outer_symbol])
    assert outer.compose(inner).evaluate(dims, [outer_symbol, inner_symbol]) == expected
    assert outer.compose(inner).simplify().evaluate(dims, [outer_symbol, inner_symbol]) == expected


def test_replacing() -> None:
    affine_map = mapping(2, d0 + d1, d1 * s0, symbols=1)
    assert str(affine_map.replace_dims_and_symbols([d1, 2], [s1], 2, 2)) == "(d0, d1)[s0, s1] -> (d1 + 2, s1 * 2)"
    assert str(affine_map.replace({d0 + d1: d0})) == "(d0, d1)[s0] -> (d0, d1 * s0)"
    assert str(affine_map.shift_dims(1, offset=1)) == "(d0, d1, d2)[s0] -> (d0 + d2, d2 * s0)"
    assert str(affine_map.shift_symbols(2)) == "(d0, d1)[s0, s1, s2] -> (d0 + d1, d1 * s2)"
    assert str(mapping(2, d1 + d0 * 2 + d1).simplify()) == "(d0, d1) -> (d0 * 2 + d1 * 2)"


def test_choosing_results() -> None:
    affine_map = mapping(3, d0, d1, d2, d0)
    assert affine_map.sub_map([2, 0]) is mapping(3, d2, d0)
    assert affine_map.slice(1, 2) is mapping(3, d1, d2)
    assert affine_map.major_sub_map(2) is mapping(3, d0, d1)
    assert affine_map.minor_sub_map(2) is mapping(3, d2, d0)
    assert affine_map.minor_sub_map(9) is affine_map
    assert affine_map.minor_sub_map(0) is AffineMap(3)
    assert affine_map.drop_results([0, 3]) is mapping(3, d1, d2)
    assert affine_map.insert_result(d0 + 1, 1) is mapping(3, d0, d0 + 1, d1, d2, d0)
    assert affine_map.remove_duplicates() is AffineMap.identity(3)


def test_removing_inputs() -> None:
    affine_map = mapping(3, d0 + d2 + s1, d2, symbols=2)
    assert str(affine_map.project_dims([0])) == "(d0, d1)[s0, s1] -> (d1 + s1, d1)"
    assert str(affine_map.project_symbols([1])) == "(d0, d1, d2)[s0] -> (d0 + d2, d2)"
    assert str(affine_map.compress_unused_dims()) == "(d0, d1)[s0, s1] -> (d0 + d1 + s1, d1)"
    assert str(affine_map.compress_unused_symbols()) == "(d0, d1, d2)[s0] -> (d0 + d2 + s0, d2)"


def test_permutations() -> None:
    assert is_permutation(AffineMap.permutation([1, 2, 0]))
    assert not is_permutation(mapping(2, d0, d0))
    assert not is_permutation(mapping(2, d0))
    assert is_projected_permutation(mapping(3, d2, d0))
    assert not is_projected_permutation(mapping(3, d2, 0))
    assert is_projected_permutation(mapping(3, d2, 0), allow_zero=True)
    assert not is_projected_permutation(mapping(2, d0, symbols=1))
    assert not is_projected_permutation(mapping(2, d0 + 1))
    with pytest.raises(AffineError, match="not a permutation"):
        AffineMap.permutation([1, 1])
    with pytest.raises(AffineError, match="cannot have 3 results"):
        AffineMap.minor_identity(2, 3)


def test_minor_identities() -> None:
    assert is_minor_identity(AffineMap.minor_identity(3, 2))
    assert not is_minor_identity(mapping(3, d0, d1))
    assert not is_minor_identity(mapping(1, d0, d0))
    assert is_minor_identity_with_broadcast(mapping(3, 0, d2))
    assert broadcast_results(mapping(3, 0, d2)) == [0]
    assert broadcast_results(mapping(3, d1, d2)) == []
    assert broadcast_results(mapping(3, d2, 0)) is None
    assert broadcast_results(mapping(0, 0)) is None


def test_inverse_permutation() -> None:
    assert inverse_permutation(mapping(2, d1, d0, d0 + d1)) is mapping(3, d1, d0)
    assert inverse_permutation(mapping(2, d0, d0)) is None
    assert inverse_permutation(AffineMap(0)) is AffineMap(0)
    with pytest.raises(AffineError, match="it has symbols"):
        inverse_permutation(mapping(1, d0, symbols=1))


@given(st.permutations(range(5)))
def test_inverse_undoes_the_permutation(order: list[int]) -> None:
    permutation = AffineMap.permutation(order)
    inverse = inverse_permutation(permutation)
    assert inverse is not None
    assert inverse.compose(permutation).is_identity


def test_inverse_and_broadcast() -> None:
    assert str(inverse_and_broadcast_projected_permutation(mapping(3, d2, d0))) == "(d0, d1) -> (d1, 0, d0)"
    assert str(inverse_and_broadcast_projected_permutation(mapping(2, 0, d1))) == "(d0, d1) -> (0, d1)"
    with pytest.raises(AffineError, match="not a projected permutation"):
        inverse_and_broadcast_projected_permutation(mapping(1, d0 + 1))


def test_concat_keeps_symbols_apart() -> None:
    joined = concat_affine_maps([mapping(1, d0 + s0, symbols=1), mapping(2, d1 - s0, d0, symbols=1)])
    assert str(joined) == "(d0, d1)[s0, s1] -> (d0 + s0, d1 - s1, d0)"
    assert concat_affine_maps([]) is AffineMap(0)


def test_many_dimensions() -> None:
    identity = AffineMap.identity(10_000)
    assert identity.compose(identity) is identity
    assert inverse_permutation(identity) is identity
    assert identity.simplify() is identity
    assert identity.compress_unused_dims() is identity
