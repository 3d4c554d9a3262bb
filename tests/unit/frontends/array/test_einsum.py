"""`einsum` gives the results of numpy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import dlc
from dlc import array as xp
from support.properties import examples

CASES = (
    "ij,jk->ik", "ij,kj->ik", "bij,bjk->bik", "bhqd,bhkd->bhqk", "ij,ij->ij", "ij,ij->", "i,j->ij", "ij->ji", "ij->i",
    "ii->i", "ii", "ij,jk", "ba", "iji->j", "iii->i", "...i,ij->...j", "b...,b...->...b", "...ij->...ji",
    "ij,jk,kl->il",    "ij,ij,ij->j", "ij,k->i", "i,i,i->i", "...,...", "bij,bj->bi", "->", "i->", "aab,bcc->ac",
)  # fmt: skip
SIZES = dict(zip("abcdehijklq", (2, 3, 4, 5, 3, 2, 3, 4, 3, 2, 5), strict=True))


def operands_for(subscripts: str, hidden: tuple[int, ...] = (2, 3)) -> list[np.ndarray]:
    random = np.random.default_rng(len(subscripts))
    arrays: list[np.ndarray] = []
    for part in subscripts.partition("->")[0].split(","):
        before, dots, after = part.partition("...")
        shape = [SIZES[name] for name in before] + list(hidden if dots else ()) + [SIZES[name] for name in after]
        arrays.append(random.integers(-4, 5, shape).astype(np.float32))
    return arrays


@pytest.mark.parametrize("subscripts", CASES)
def test_results_are_those_of_numpy(subscripts: str) -> None:
    arrays = operands_for(subscripts)
    expected = np.einsum(subscripts, *arrays)
    result = np.asarray(xp.einsum(subscripts, *map(xp.asarray, arrays)))
    assert result.shape == expected.shape
    np.testing.assert_array_equal(result, expected)


@examples(60)
@given(data=st.data())
def test_any_letters_give_the_results_of_numpy(data: st.DataObject) -> None:
    parts = data.draw(st.lists(st.text("abcde", max_size=3), min_size=1, max_size=3))
    letters = sorted(set("".join(parts)))
    result = "".join(data.draw(st.permutations(letters)))[: data.draw(st.integers(0, len(letters)))]
    subscripts = f"{','.join(parts)}->{result}"
    arrays = operands_for(subscripts)
    expected = np.einsum(subscripts, *arrays)
    np.testing.assert_array_equal(np.asarray(xp.einsum(subscripts, *map(xp.asarray, arrays))), expected)


def test_dimensions_without_letters_are_broadcast() -> None:
    x, y = np.ones((1, 3, 4), np.float32), np.ones((5, 1, 4), np.float32)
    expected = np.einsum("...i,...i->...", x, y)
    np.testing.assert_array_equal(np.asarray(xp.einsum("...i,...i->...", xp.asarray(x), xp.asarray(y))), expected)


def test_integers_keep_their_dtype() -> None:
    x = np.arange(6, dtype=np.int32).reshape(2, 3)
    result = xp.einsum("ij->i", xp.asarray(x))
    assert result.dtype == xp.int32
    np.testing.assert_array_equal(np.asarray(result), x.sum(1))


def test_named_sizes_and_infinities_off_the_diagonal() -> None:
    @dlc.jit(specs=[dlc.spec("n", 4, dtype="float32"), dlc.spec("m", 4, dtype="float32")])
    def attention(q: Any, k: Any) -> Any:
        return xp.einsum("qd,kd->qk", q, k)

    q, k = np.ones((3, 4), np.float32), np.full((5, 4), 2, np.float32)
    np.testing.assert_array_equal(attention(q, k), q @ k.T)
    x = np.full((3, 3), np.inf, np.float32)
    np.fill_diagonal(x, [1, 2, 3])
    np.testing.assert_array_equal(np.asarray(xp.einsum("ii->i", xp.asarray(x))), [1, 2, 3])


@pytest.mark.parametrize(
    ("subscripts", "shapes", "message"),
    [
        ("ij,jk->ik", [(2, 3)], "is for 2 arrays, but got 1"),
        ("ij->ij", [(2, 3, 4)], "'ij' does not fit an array of rank 3"),
        ("ijk->i", [(2, 3)], "'ijk' does not fit an array of rank 2"),
        ("ij,jk->ik", [(2, 3), (4, 5)], "sizes 3 and 4 have one letter"),
        ("ij->ik", [(2, 3)], "letters of the result must be in the operands"),
        ("ij->ii", [(2, 3)], "letters of the result must be in the operands, each once"),
        ("i1->i", [(2, 3)], "subscripts are letters"),
        ("i.j->i", [(2, 3)], "subscripts are letters"),
        ("ii->i", [(2, 3)], "sizes 2 and 3 have one letter"),
    ],
)
def test_mistakes_are_named(subscripts: str, shapes: list[tuple[int, ...]], message: str) -> None:
    with pytest.raises(dlc.DlcError, match=message):
        xp.einsum(subscripts, *[xp.ones(shape) for shape in shapes])
