"""Plain nests become blocked ones by general steps, and give what numpy gives for sizes that fit no block."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

from dlc.dialects import loop, memref
from dlc.interp.interpreter import Interpreter
from dlc.ir.operations import Operation
from support.blocked_nests import (
    Blocking,
    Convolution,
    block_convolution,
    block_flat_convolution,
    block_matmul,
    matmul,
    named,
)
from support.programs import assert_valid, module_of

SIZES = [(13, 35, 9), (6, 16, 4), (12, 32, 8), (1, 1, 1), (5, 33, 3), (25, 7, 1), (0, 5, 3), (5, 0, 3), (5, 17, 0)]
"""Rows, columns and depths: with remainders, without, with nothing to sum up, and with nothing to do."""


def _numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).integers(-9, 9, shape, dtype=np.int32)


def _check_matmul(module: Operation, m: int, n: int, p: int) -> None:
    a, b, bias, c = _numbers(m, p), _numbers(p, n), _numbers(n), _numbers(m, n)
    Interpreter(module).run("main", a, b, bias, c)
    np.testing.assert_array_equal(c, np.maximum(a @ b + bias, 0))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("sizes", [Blocking(), Blocking(6, 16, 1), Blocking(8, 12, 5, 4, 4), Blocking(12, 4, 2, 1, 4)])
def test_product_of_matrices_of_any_size(sizes: Blocking) -> None:
    module = module_of(matmul(None, None, None))
    block_matmul(module, sizes)
    assert_valid(module)
    for m, n, p in SIZES:
        _check_matmul(module, m, n, p)


@pytest.mark.parametrize(("m", "n", "p"), SIZES)
def test_product_of_matrices_of_static_sizes(m: int, n: int, p: int) -> None:
    module = module_of(matmul(m, n, p))
    block_matmul(module, Blocking())
    assert_valid(module)
    _check_matmul(module, m, n, p)


def test_sum_that_fits_one_block_is_never_read_back() -> None:
    module = module_of(matmul(13, 35, 9))
    block_matmul(module, Blocking(depth=64))
    assert not any(op.memref.name_hint == "c" for op in module.walk() if isinstance(op, loop.LoadOp))
    _check_matmul(module, 13, 35, 9)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "shape",
    [
        Convolution(1, 3, 10, 5, 19, 1),
        Convolution(2, 4, 12, 3, 16, 2),
        Convolution(2, 5, 7, 4, 7, 2),
        Convolution(1, 1, 1, 1, 1, 1),
        Convolution(1, 0, 3, 2, 5, 1),
    ],
)
@pytest.mark.parametrize(
    ("block", "columns"), [(block_convolution, 2), (block_flat_convolution, 48)], ids=["lines", "flat"]
)
def test_convolution(block: Callable[[Operation, Blocking], None], columns: int, shape: Convolution) -> None:
    module = module_of(shape.text)
    block(module, Blocking(columns=columns, depth=2))
    assert_valid(module)
    x, w, bias, y = (_numbers(*sizes) for sizes in shape.shapes.values())
    Interpreter(module).run("main", x, w, bias, y)
    windows = sliding_window_view(x, (3, 3), axis=(2, 3))[:, :, :: shape.stride, :: shape.stride]
    expected = np.einsum("nchwij,ocij->nohw", windows, w) + bias[:, None, None]
    np.testing.assert_array_equal(y, np.maximum(expected, 0))


def test_the_micro_kernel_is_a_nest_of_constant_sizes_on_buffers() -> None:
    module = module_of(matmul(None, None, None))
    block_matmul(module, Blocking())
    kernel = named(module, "ii")
    assert (kernel.constant_trip_count(), named(kernel, "jj").constant_trip_count()) == (6, 16)
    touched = {op.memref for op in kernel.walk() if isinstance(op, (loop.LoadOp, loop.StoreOp))}
    assert all(isinstance(each.defining_op, (memref.AllocOp, memref.AllocaOp)) for each in touched)
    types = {str(each.type) for each in touched}
    assert types == {"memref<2x4x6xi32>", "memref<2x4x16xi32>", "memref<6x16xi32>"}
    assert not any(isinstance(op, loop.IfOp) for op in kernel.walk())
