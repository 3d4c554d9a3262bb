"""Rows of every kind of element are sorted as numpy's stable sort does: by ranks, by digits, and in part."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc
from dlc.passes.graph_to_tensor.first_elements import BLOCK, LEAST_PART, MOST_INSERTED
from dlc.passes.graph_to_tensor.ranks import MOST_BY_RANKS
from dlc.passes.loops.schedules.machine import Machine
from support.scheduled_nests import scheduled

Array = Any
KINDS = ["i1", "i8", "ui8", "i16", "i32", "ui32", "i64", "ui64", "f16", "f32", "f64"]
DTYPES = {"i1": "bool", "f16": "float16", "f32": "float32", "f64": "float64"}


def numbers(kind: str, shape: tuple[int, ...], seed: int) -> Array:
    """Return numbers of a kind: many are equal, some are the largest and the smallest, NaN, or zeros of both signs."""
    random = np.random.default_rng(seed)
    dtype = np.dtype(DTYPES.get(kind, kind.replace("i", "int")))
    if kind == "i1":
        return random.integers(0, 2, shape).astype(bool)
    if dtype.kind == "f":
        some = np.array([np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 5e-324, -6e-8, 1.5, -1.5], dtype)
        numbers = random.standard_normal(shape).astype(dtype)
    else:
        about = np.iinfo(dtype)
        some = np.array([about.min, about.max, about.min + 1, about.max - 1, 0, 1], dtype)
        numbers = random.integers(about.min, about.max, shape, dtype, endpoint=True)
    return np.where(random.random(shape) < 0.5, random.choice(some, shape), numbers)


def stable_order(x: Array, *, descending: bool) -> Array:
    """Return where the elements of rows are in their order, by comparing all of them."""
    smaller = x[:, None, :] > x[:, :, None] if descending else x[:, None, :] < x[:, :, None]
    if x.dtype.kind == "f":
        nan = np.isnan(x)
        more = (nan[:, None, :] & ~nan[:, :, None]) if descending else (~nan[:, None, :] & nan[:, :, None])
        smaller = smaller | more
    before = np.swapaxes(smaller, 1, 2)
    ties = ~smaller & ~before & np.tri(x.shape[1], k=-1, dtype=bool)
    return np.argsort((smaller | ties).sum(2), axis=1)


def same_bits(actual: Array, expected: Array) -> None:
    """Numbers are equal, and so are the signs of zeros."""
    np.testing.assert_array_equal(actual, expected)
    if expected.dtype.kind == "f":
        is_number = ~np.isnan(expected)
        np.testing.assert_array_equal(np.signbit(actual)[is_number], np.signbit(expected)[is_number])


LENGTHS = [("f32", 1), ("f32", 2), ("f32", MOST_BY_RANKS), ("f32", MOST_BY_RANKS + 1)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("kind", "length"), [*LENGTHS, *((kind, length) for kind in KINDS for length in (33, 300))])
def test_sorted_rows(kind: str, length: int) -> None:
    descending = (length + len(kind)) % 2 == 0
    x = numbers(kind, (3, length), length)
    text = f"""func.func @main(%x: tensor<3x?x{kind}>, %p: tensor<3x?xi32>) -> (tensor<3x?x{kind}>, tensor<3x?xi32>) {{
      %0:2 = graph.sort %x, %p along 1{" descending" if descending else ""}
        : tensor<3x?x{kind}>, tensor<3x?xi32> -> tensor<3x?x{kind}>, tensor<3x?xi32>
      return %0#0, %0#1 : tensor<3x?x{kind}>, tensor<3x?xi32>
    }}"""
    positions = np.tile(np.arange(length, dtype=np.int32), (3, 1))
    order = stable_order(x, descending=descending)
    is_open = length > 2 * MOST_BY_RANKS
    elements, places = dlc.compile(text if is_open else text.replace("?", str(length)), threads=1)(x, positions)
    np.testing.assert_array_equal(places, order)
    same_bits(elements, np.take_along_axis(x, order, 1))


PARTS = [
    *[(9, 4), (70, 1), (70, 69), (BLOCK * 10, BLOCK * 2), (203, 17), (100, 65)],
    *[(1000, MOST_INSERTED), (1000, MOST_INSERTED + 1)],
    *[(LEAST_PART * 72 - 1, 72), (LEAST_PART * 72, 72), (LEAST_PART * 72 + BLOCK - 1, 72), (2003, 100), (1600, 200)],
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("length", "k"), PARTS)
@pytest.mark.parametrize(("kind", "is_open"), [("f32", False), ("i64", True)])
def test_first_of_rows(kind: str, is_open: bool, length: int, k: int) -> None:
    smallest = (length + k) % 2 == 0
    x = numbers(kind, (3, length), k)
    text = f"""func.func @main(%x: tensor<3x?x{kind}>) -> (tensor<3x{k}x{kind}>, tensor<3x{k}xi64>) {{
      %0:2 = graph.top_k %x, 1, k = {k}{" smallest" if smallest else ""}
        : tensor<3x?x{kind}> -> tensor<3x{k}x{kind}>, tensor<3x{k}xi64>
      return %0#0, %0#1 : tensor<3x{k}x{kind}>, tensor<3x{k}xi64>
    }}"""
    order = stable_order(x, descending=not smallest)[:, :k]
    elements, places = dlc.compile(text if is_open else text.replace("?", str(length)), threads=1)(x)
    np.testing.assert_array_equal(places, order)
    same_bits(elements, np.take_along_axis(x, order, 1))


@pytest.mark.parametrize("k", [MOST_INSERTED, MOST_INSERTED + 1, 100])
def test_each_element_may_come_before_all_that_were_read(k: int) -> None:
    text = f"""func.func @main(%x: tensor<3x1000xf32>) -> tensor<3x{k}xi64> {{
      %0:2 = graph.top_k %x, 1, k = {k} : tensor<3x1000xf32> -> tensor<3x{k}xf32>, tensor<3x{k}xi64>
      return %0#1 : tensor<3x{k}xi64>
    }}"""
    rising = np.arange(1000, dtype=np.float32)
    x = np.stack([rising, -rising, np.zeros(1000, np.float32)])
    places = np.arange(k)
    np.testing.assert_array_equal(dlc.compile(text, threads=1)(x), [999 - places, places, places])


@pytest.mark.parametrize("bits", [128, 256, 512])
@pytest.mark.parametrize("k", [2, 4, 7])
def test_no_schedule_of_the_first_of_rows_is_refused(bits: int, k: int) -> None:
    """Elements are inserted one after another, also where there are fewer of them than lanes in a vector."""
    text = f"""func.func @main(%x: tensor<3x?xi64>) -> tensor<3x{k}xi64> {{
      %0:2 = graph.top_k %x, 1, k = {k} : tensor<3x?xi64> -> tensor<3x{k}xi64>, tensor<3x{k}xi64>
      return %0#0 : tensor<3x{k}xi64>
    }}"""
    scheduled(text, Machine(bits, 32))


@pytest.mark.parametrize("dim", [0, 1])
def test_columns_and_no_columns(dim: int) -> None:
    text = f"""func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {{
      %y = graph.sort %x along {dim} : tensor<?x?xf32> -> tensor<?x?xf32>
      return %y : tensor<?x?xf32>
    }}"""
    sort = dlc.compile(text, threads=1)
    for shape in [(5, 80), (80, 5), (0, 80), (80, 0), (1, 1)]:
        x = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
        np.testing.assert_array_equal(sort(x), np.sort(x, dim))
