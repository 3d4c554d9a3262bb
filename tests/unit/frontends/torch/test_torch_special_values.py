"""Functions of numbers where their formulas break down: infinities, NaN, zeros, ties and limits of types."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="the extra 'torch' is not installed")
F = torch.nn.functional

FLOATS = [
    *(0.0, -0.0, math.inf, -math.inf, math.nan, 0.5, -0.5, 1.5, -1.5, 2.5, 1.0, -1.0, 3.0, -3.0, 1e-40, -1e-40),
    *(3.4e38, -3.4e38, 1e-30, 88.9, -104.0, 0.1, -0.7, 8.0, 1e6, -1e6, 127.5, 2.0**24 + 1, -(2.0**31), 20.0, -20.0),
]
INTEGERS = [0, 1, -1, 2, -2, 3, -3, 5, -7, 100, 127, -128, -127, 64]
BOUNDARIES = torch.tensor([-1.0, 0.0, 2.0, math.inf])
MANY_BOUNDARIES = torch.linspace(-4, 4, 100)

UNARY: list[Callable[..., Any]] = [
    *(torch.abs, torch.ceil, torch.floor, torch.round, torch.trunc, torch.frac, torch.sign, torch.neg, torch.sqrt),
    *(torch.rsqrt, torch.reciprocal, torch.exp, torch.exp2, torch.expm1, torch.log, torch.log2, torch.log10),
    *(torch.log1p, torch.sin, torch.cos, torch.tan, torch.asin, torch.acos, torch.atan, torch.sinh, torch.cosh),
    *(torch.tanh, torch.asinh, torch.acosh, torch.atanh, torch.erf, torch.erfinv, torch.digamma, torch.sigmoid),
    *(torch.isnan, torch.isinf, torch.isfinite, torch.signbit, torch.nan_to_num, torch.logit, torch.sinc),
    *(F.relu, F.silu, F.mish, F.softplus, F.elu, F.selu, F.hardtanh, F.hardsigmoid, F.logsigmoid, F.softsign),
    *(torch.argmax, torch.argmin, torch.amax, torch.amin, torch.nansum, torch.median),
    partial(torch.logsumexp, dim=0),
    partial(torch.bucketize, boundaries=BOUNDARIES),
    partial(torch.bucketize, boundaries=BOUNDARIES, right=True),
    partial(torch.bucketize, boundaries=MANY_BOUNDARIES),
    partial(torch.bucketize, boundaries=MANY_BOUNDARIES, right=True),
    lambda x: torch.sort(x)[0],
    lambda x: torch.fake_quantize_per_tensor_affine(x.nan_to_num().clamp(-9, 9), 0.1, 3, 0, 255),
    lambda x: torch.fake_quantize_per_channel_affine(
        x.nan_to_num().clamp(-9, 9)[:, None],
        torch.full((len(FLOATS),), 0.1),
        torch.full((len(FLOATS),), 5, dtype=torch.int32),
        0,
        -128,
        127,
    ),
    *(lambda x: x**2, lambda x: x**-1, lambda x: 2.0**x, lambda x: (-2.0) ** x, lambda x: x % 3, lambda x: x // 2),
]
BINARY: list[Callable[..., Any]] = [
    *(torch.add, torch.sub, torch.mul, torch.div, torch.floor_divide, torch.atan2, torch.maximum, torch.fmax),
    *(torch.hypot, torch.copysign, torch.pow, torch.xlogy, torch.heaviside, torch.logaddexp),
    *(torch.eq, torch.ne, torch.lt, torch.le, torch.isclose, torch.special.xlog1py),
    partial(torch.div, rounding_mode="floor"),
    partial(torch.div, rounding_mode="trunc"),
    partial(F.smooth_l1_loss, reduction="none"),
]
OF_INTEGERS: list[Callable[..., Any]] = [
    *(torch.floor_divide, torch.remainder, torch.fmod, torch.maximum, torch.bitwise_xor),
    partial(torch.div, rounding_mode="floor"),
    partial(torch.div, rounding_mode="trunc"),
    torch.div,
]


def check_all(functions: Sequence[Callable[..., Any]], *args: Any) -> None:
    """Compare what one compiled program returns for all functions with eager PyTorch."""

    def results(*given: Any) -> list[Any]:
        return [function(*given) for function in functions]

    for function, expected, got in zip(
        functions, results(*args), torch.compile(results, backend="dlc")(*args), strict=True
    ):
        torch.testing.assert_close(got, expected, rtol=2e-5, atol=1e-37, equal_nan=True, msg=partial(_named, function))


def _named(function: object, message: str) -> str:
    return f"{function}: {message}"


def pairs(numbers: Any) -> tuple[Any, Any]:
    """Return all pairs of some numbers as two matrices."""
    count = len(numbers)
    return numbers[:, None].expand(count, count).contiguous(), numbers[None].expand(count, count).contiguous()


def test_functions_of_one_number() -> None:
    check_all(UNARY, torch.tensor(FLOATS))


def test_functions_of_two_numbers() -> None:
    check_all(BINARY, *pairs(torch.tensor(FLOATS)))


@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8, torch.int64])
def test_functions_of_two_integers(dtype: Any) -> None:
    x, y = pairs(torch.tensor(INTEGERS).to(dtype))
    check_all(OF_INTEGERS, x, torch.where(y == 0, 1, y).to(dtype))
