"""Ops that PyTorch computes by kernels of their own are compiled as other ops, with the gradients of eager PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

import dlc  # noqa: E402

F = torch.nn.functional
pytestmark = pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
OPTIONS = {"threads": 1, "level": 0}


@pytest.fixture(autouse=True)
def _nothing_of_other_tests() -> None:
    torch._dynamo.reset()
    torch.manual_seed(0)


def _check(function: Callable[..., Any], *arguments: Any, rtol: float = 1e-5, atol: float = 1e-5) -> None:
    """Compare results, and the gradients of all floats, with those of eager PyTorch."""
    compiled = torch.compile(function, backend="dlc", options=OPTIONS, fullgraph=True)
    compared: list[Any] = []
    for each in (compiled, function):
        given = [x.clone().requires_grad_(x.is_floating_point()) for x in arguments]
        results = each(*given)
        flat = [torch.view_as_real(x) if x.is_complex() else x for x in results]
        smooth = [x for x in flat if x.requires_grad]
        if smooth:
            total: Any = sum((x * torch.linspace(0.5, 1.5, x.numel()).reshape(x.shape)).sum() for x in smooth)
            total.backward()
        compared.append((flat, [x.grad for x in given]))
    torch.testing.assert_close(*compared, rtol=rtol, atol=atol, equal_nan=True)


def test_logarithms_of_sums_so_far() -> None:
    x = torch.randn(3, 7, 2) * 20
    _check(lambda x: [x.logcumsumexp(1), x.logcumsumexp(-1), x[0, 0, 0].logcumsumexp(0)], x, atol=1e-4)
    x = torch.tensor([-inf, -inf, 3.0, inf, 2.0, nan, 1.0])
    compiled = torch.compile(lambda x: x.logcumsumexp(0), backend="dlc", options=OPTIONS)
    torch.testing.assert_close(compiled(x), x.logcumsumexp(0), equal_nan=True)


def test_adaptive_pools_of_volumes() -> None:
    x = torch.randn(2, 3, 5, 7, 4)
    _check(lambda x: F.adaptive_max_pool3d(x, (2, 3, 2), return_indices=True), x)
    _check(lambda x: [F.adaptive_max_pool3d(x, (5, 1, 2))], x)


@pytest.mark.filterwarnings("ignore:.*torch.triangular_solve:UserWarning")
@pytest.mark.parametrize(("upper", "transpose"), [(True, False), (False, True)])
def test_triangular_equations(upper: bool, transpose: bool) -> None:
    a, b = torch.randn(4, 4) + 4 * torch.eye(4), torch.randn(2, 4, 3)
    _check(lambda a, b: list(torch.triangular_solve(b, a, upper, transpose)), a, b)


def test_medians_of_numbers() -> None:
    x = torch.where(torch.rand(5, 9) > 0.6, nan, torch.randn(5, 9))
    x[2] = nan
    _check(lambda x: [x[:2].nanmedian(), *x[:2].nanmedian(1), *x[3:].nanmedian(-1, keepdim=True)], x)
    compiled = torch.compile(lambda x: x.nanmedian(1).values, backend="dlc", options=OPTIONS)
    torch.testing.assert_close(compiled(x), x.nanmedian(1).values, equal_nan=True)


def test_the_most_frequent_elements() -> None:
    x = torch.randint(0, 4, (5, 9)).to(torch.float32)
    _check(lambda x: [*x.mode(1), *x.mode(0, keepdim=True), *x[0, 0].mode()], x)
    x = torch.tensor([[nan, nan, 2.0, 1.0, 2.0]])
    _check(lambda x, y: [*x.mode(1), *y.mode(-1)], x, torch.randint(0, 2, (4, 7)) > 0)


def test_derivatives_of_digamma() -> None:
    """Below 0, PyTorch adds up terms; where even derivatives are 0, a few digits of them are left in f32."""
    x = torch.tensor([0.1, 0.5, 1, 2.5, 1e3, -0.3, -0.5, -1.49, -20.25, 0, -0.0, -3, inf, nan], dtype=torch.float64)
    for order in (2, 3, 8):
        compiled = torch.compile(lambda x, n=order: torch.special.polygamma(n, x), backend="dlc", options=OPTIONS)
        expected = torch.special.polygamma(order, x)
        torch.testing.assert_close(compiled(x), expected, rtol=1e-12, atol=0, equal_nan=True)
        torch.testing.assert_close(compiled(x.float()).double(), expected, rtol=2e-5, atol=0, equal_nan=True)
        torch._dynamo.reset()
    _check(lambda x: [torch.special.polygamma(1, x)], torch.tensor([0.5, 3.0, -0.7]))


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32, torch.uint8])
def test_common_divisors(dtype: Any) -> None:
    x, y = (torch.randint(0 if dtype is torch.uint8 else -15, 16, (50,), dtype=dtype) for _ in range(2))
    _check(lambda x, y: [torch.gcd(x, y), torch.lcm(x, y), torch.gcd(x, torch.zeros_like(x))], x, y)


@pytest.mark.parametrize("kind", ["sum", "mean", "max", "min"])
def test_reduced_segments(kind: str) -> None:
    lengths, offsets = torch.tensor([2, 0, 3, 1]), torch.tensor([0, 2, 2, 5, 6])
    x = torch.randn(7, 3)  # with a row behind the last segment
    x[1] = x[0]
    _check(lambda x: [torch.segment_reduce(x, kind, lengths=lengths, unsafe=True, initial=0.0)], x)
    _check(lambda x: [torch.segment_reduce(x[:6, 0], kind, offsets=offsets)], x)


def test_first_positions_of_elements_that_are_not_0() -> None:
    x = torch.tensor([[0, 3, 0], [5, 0, 7]])

    def positions(x: Any) -> list[Any]:
        return [torch.nonzero_static(each, size=n, fill_value=9) for each in (x, x > 3, x[0, 1]) for n in (0, 2, 5)]

    _check(positions, x)
    _check(lambda x: [torch.nonzero_static(x, size=2)], x[:0])


def test_results_of_as_many_elements_as_differ_or_are_counted() -> None:
    class Counted(torch.nn.Module):
        def forward(self, x: Any, counts: Any, y: Any) -> Any:
            unique = torch.unique(x, return_inverse=True, return_counts=True)
            runs = torch.unique_consecutive(x, return_inverse=True, return_counts=True)
            numbers = [torch.bincount(counts), torch.bincount(counts, y.flatten()[:6], 12)]
            return *unique, torch.unique(y), *runs, *numbers, y[:, 0].repeat_interleave(counts), unique[0].sum()

    torch.manual_seed(0)
    draws = [(torch.randint(0, n, (5, 4)), torch.randint(0, n, (6,)), torch.randn(6, 3).round()) for n in (3, 9)]
    program = dlc.compile(torch.export.export(Counted(), draws[0]), threads=1, level=0)
    for given in draws:
        torch.testing.assert_close(tuple(program(*given)), Counted()(*given))
    with pytest.raises(dlc.ProgramFailed, match=r"bincount.* has a number that is negative"):
        program(draws[0][0], -draws[1][1], draws[0][2])


def test_exponentials_of_matrices() -> None:
    x = torch.randn(3, 4, 4)
    x[0] *= 10
    x[1] = 0
    _check(lambda x: [torch.linalg.matrix_exp(x - x.mT)], x, rtol=1e-4, atol=1e-4)
    _check(lambda x: [torch.linalg.matrix_exp(x[1:])], x.double(), rtol=1e-12, atol=1e-12)
    layer = torch.nn.utils.parametrizations.orthogonal(torch.nn.Linear(4, 4))
    compiled = torch.compile(layer, backend="dlc", options=OPTIONS)
    torch.testing.assert_close(compiled(x), layer(x), rtol=1e-4, atol=1e-5)


def test_rows_of_embeddings_have_a_largest_length() -> None:
    tables = [torch.nn.Embedding(10, 4, max_norm=1.0) for _ in range(2)]
    tables[1].load_state_dict(tables[0].state_dict())
    functions = [torch.compile(tables[0], backend="dlc", options=OPTIONS), tables[1]]
    places = torch.tensor([[1, 2], [3, 1]])
    results = [function(places) for function in functions]
    for each in results:
        each.sin().sum().backward()
    torch.testing.assert_close(*results)
    torch.testing.assert_close(tables[0].weight, tables[1].weight)
    torch.testing.assert_close(tables[0].weight.grad, tables[1].weight.grad)


def test_functions_of_complex_numbers() -> None:
    def functions(x: Any, y: Any) -> list[Any]:
        z = torch.complex(x, y)
        arcs = [z.acos(), z.asin(), z.atan(), z.acosh(), z.asinh(), z.atanh()]
        return [
            *arcs,
            z.cosh(),
            z.sinh(),
            z.log2(),
            z.log10(),
            z.exp2(),
            z.prod(),
            z[:, :3].prod(1, True),
            z.cumprod(1),
        ]

    _check(functions, torch.randn(2, 4), torch.randn(2, 4), atol=1e-4)
    z = torch.complex(torch.tensor([1e-6, 1e6, 2.0, -0.5]), torch.tensor([1e-7, -1e6, 1e-7, 3.0]))
    for function in (torch.acos, torch.asin, torch.atan, torch.acosh, torch.asinh, torch.atanh):
        compiled = torch.compile(function, backend="dlc", options=OPTIONS)
        torch.testing.assert_close(compiled(z), function(z), rtol=1e-5, atol=0)
        torch._dynamo.reset()


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_tails_and_bessel_functions(dtype: Any) -> None:
    x = torch.cat([torch.linspace(-12, 12, 97), torch.tensor([0, 1e-9, 0.46875, 4, 8, 30, -30, inf, -inf, nan])])
    x = x.to(dtype)

    def functions(x: Any) -> list[Any]:
        return [torch.erfc(x), torch.special.erfcx(x), torch.i0(x), torch.special.i0e(x), torch.special.i1e(x)]

    compiled = torch.compile(functions, backend="dlc", options=OPTIONS)
    wanted = functions(x.double())
    for result, each in zip(compiled(x), wanted, strict=True):
        exact = each.to(dtype)
        kept = exact.isnan() | (exact == 0) | exact.isinf() | (exact.abs() > torch.finfo(dtype).tiny)
        rtol = 1e-6 if dtype is torch.float32 else 3e-15
        torch.testing.assert_close(result[kept], exact[kept], rtol=rtol, atol=0, equal_nan=True)


def test_gradients_of_functions_of_distributions() -> None:
    _check(lambda x: [torch.digamma(x), torch.special.log_ndtr(x), torch.special.i1(x)], torch.randn(30) * 2, rtol=1e-4)
    windows = torch.compile(
        lambda x: [torch.kaiser_window(n, periodic, dtype=x.dtype) * x for n in (1, 9) for periodic in (False, True)],
        backend="dlc",
        options=OPTIONS,
    )
    expected = [torch.kaiser_window(n, periodic) for n in (1, 9) for periodic in (False, True)]
    torch.testing.assert_close(windows(torch.ones(())), expected)


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
def test_gradients_of_antialiased_images(mode: str) -> None:
    _check(lambda x: [F.interpolate(x, size=(5, 13), mode=mode, antialias=True)], torch.randn(1, 2, 9, 7))


@pytest.mark.parametrize(("mode", "padding"), [("bilinear", "reflection"), ("nearest", "border")])
def test_gradients_of_samples_of_volumes(mode: str, padding: str) -> None:
    def sampled(x: Any, grid: Any) -> list[Any]:
        return [F.grid_sample(x, grid, mode, padding, align_corners=each) for each in (False, True)]

    _check(sampled, torch.randn(1, 2, 4, 5, 3), torch.randn(1, 2, 3, 4, 3), atol=1e-4)


def test_gradients_of_samples_that_are_reflected() -> None:
    def sampled(x: Any, grid: Any) -> list[Any]:
        return [F.grid_sample(x, grid, "bilinear", "reflection", align_corners=each) for each in (False, True)]

    _check(sampled, torch.randn(1, 2, 4, 5), torch.randn(1, 6, 7, 2) * 3, atol=1e-4)
