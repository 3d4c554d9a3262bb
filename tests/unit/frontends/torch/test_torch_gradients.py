"""Ops that PyTorch calls for gradients and for lists of tensors are compiled, and give what eager PyTorch gives."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from math import inf
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

from dlc.frontends.torch.decompositions import decompositions  # noqa: E402

F = torch.nn.functional
make_fx: Any = importlib.import_module("torch.fx.experimental.proxy_tensor").make_fx
OPTIONS = {"threads": 1, "level": 0}


@pytest.fixture(autouse=True)
def _nothing_of_other_tests() -> None:
    torch._dynamo.reset()
    torch.manual_seed(0)


def _gradients(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return the results of a function and the gradients of its arguments, for other gradients at each element."""
    given = [each.clone().requires_grad_() for each in arguments]
    results = function(*given)
    flat: Sequence[Any] = results if isinstance(results, (list, tuple)) else [results]
    weighted: Any = sum((each * torch.arange(1.0, each.numel() + 1).reshape(each.shape)).sum() for each in flat)
    weighted.backward()
    return flat, [each.grad for each in given]


def _check(function: Callable[..., Any], *arguments: Any) -> None:
    compiled = torch.compile(function, backend="dlc", options=OPTIONS, fullgraph=True)
    results, expected = _gradients(compiled, *arguments), _gradients(function, *arguments)
    torch.testing.assert_close(results, expected, rtol=1e-5, atol=1e-4)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("order", [0.0, 0.5, 1.0, 2.0, 3.0, inf])
def test_gradients_of_distances(order: float) -> None:
    x, y = torch.randn(2, 5, 3), torch.randn(2, 4, 3)
    y[0, 0] = x[0, 0]
    _check(lambda x, y: (torch.cdist(x, y, p=order), F.pdist(x[0], p=order)), x, y)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_gradients_of_mean_slopes() -> None:
    _check(lambda x: F.rrelu(x, 0.1, 0.5), torch.randn(3, 4))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("mode", ["bilinear", "nearest"])
@pytest.mark.parametrize("padding", ["zeros", "border"])
def test_gradients_of_samples_of_images(mode: str, padding: str) -> None:
    def sampled(image: Any, grid: Any) -> list[Any]:
        return [F.grid_sample(image, grid, mode, padding, align_corners=each) for each in (False, True)]

    _check(sampled, torch.randn(2, 3, 5, 6), torch.randn(2, 4, 7, 2))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize(("size", "step"), [(4, 2), (4, 4), (3, 2), (1, 3), (20, 1)])
def test_gradients_of_windows(size: int, step: int) -> None:
    _check(lambda x: [x.unfold(1, size, step), x.unfold(-1, 2, 1)], torch.randn(2, 23, 3))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize(
    ("window", "step", "apart", "padding"), [(3, 1, 1, 1), (3, 2, 1, 0), ((2, 4), 3, 1, 1), (3, (1, 2), 2, 1)]
)
def test_windows_of_images_are_put_back(window: Any, step: Any, apart: Any, padding: int) -> None:
    def there_and_back(x: Any) -> Any:
        windows = F.unfold(x, window, apart, padding, step)
        return F.fold(windows.sin(), (13, 14), window, apart, padding, step)

    _check(there_and_back, torch.randn(2, 3, 13, 14))
    _check(there_and_back, torch.randn(3, 13, 14))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize(
    ("shape", "padding"), [((2, 3, 5, 6), (1, 2, 3, 4)), ((3, 1, 6), (-1, 2, 0, 3)), ((2, 7), (2, 0))]
)
def test_gradients_of_repeated_edges(shape: tuple[int, ...], padding: tuple[int, ...]) -> None:
    _check(lambda x: F.pad(x, padding, mode="replicate"), torch.randn(shape))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("summed", [[], [0], [0, 2]])
def test_gradients_of_products_of_three_tensors(summed: list[int]) -> None:
    x, y, z = (torch.randn(2, 3, 4) for _ in range(3))
    _check(lambda x, y, z: torch._trilinear(x, y, z, [], [], [], summed), x, y, z)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_means_of_windows_of_any_size() -> None:
    def pooled(x: Any) -> list[Any]:
        return [F.adaptive_avg_pool2d(x, (4, 3)), F.adaptive_avg_pool1d(x[0], 5), F.adaptive_avg_pool3d(x, (2, 1, 3))]

    fast = torch.compile(pooled, backend="dlc", options=OPTIONS, dynamic=True, fullgraph=True)
    for sizes in ((9, 8), (7, 21)):
        x = torch.randn(2, 3, *sizes)
        torch.testing.assert_close(_gradients(fast, x), _gradients(pooled, x), rtol=1e-5, atol=1e-4)


def test_windows_are_put_back_by_few_ops() -> None:
    def put_back(windows: Any) -> Any:
        return torch.ops.aten.unfold_backward(windows, [2, 4224], 1, 256, 64)

    traced = make_fx(put_back, decomposition_table=decompositions())(torch.randn(2, 63, 256))
    assert len(traced.graph.nodes) < 50


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_gradients_of_numbers_rounded_as_if_they_were_quantized() -> None:
    def rounded(x: Any) -> list[Any]:
        scales = torch.tensor([0.02, 0.03, 0.01])
        of_channels = torch.fake_quantize_per_channel_affine(x, scales, torch.arange(3, dtype=torch.int32), 1, -100, 90)
        return [of_channels, torch.fake_quantize_per_tensor_affine(x, 0.01, 3, -128, 127)]

    _check(rounded, torch.randn(4, 3))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_products_of_bytes_are_in_32_bits() -> None:
    x, y = (torch.randint(-128, 128, (32, 32), dtype=torch.int8) for _ in range(2))
    compiled = torch.compile(torch._int_mm, backend="dlc", options=OPTIONS, fullgraph=True)
    torch.testing.assert_close(compiled(x, y), torch._int_mm(x, y))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_ops_on_lists_of_tensors() -> None:
    def function(one: list[Any], other: list[Any]) -> list[list[Any]]:
        return [
            torch._foreach_add(one, other, alpha=2),
            torch._foreach_mul(one, [2.0, 3.0]),
            torch._foreach_mul(one, torch.tensor(2.0)),
            torch._foreach_norm(one, 1),
            torch._foreach_addcmul(one, other, one, value=0.5),
            torch._foreach_addcdiv(one, one, other, [1.0, 2.0]),
            torch._foreach_lerp(one, other, 0.3),
            torch._foreach_clamp_min(one, 0.0),
            torch._foreach_pow(2.0, one),
            torch._foreach_sqrt(torch._foreach_abs(one)),
        ]

    lists = [[torch.randn(3), torch.randn(2, 2)] for _ in range(2)]
    compiled = torch.compile(function, backend="dlc", options=OPTIONS, fullgraph=True)
    torch.testing.assert_close(compiled(*lists), function(*lists))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_gradients_of_products_up_to_each_element() -> None:
    x = torch.randn(4, 5)
    x[1, 2] = 0
    _check(lambda x: torch.cumprod(x, -1), x)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_functions_of_distributions() -> None:
    _check(lambda x: [torch.lgamma(x * 3), torch.erfinv(torch.tanh(x))], torch.randn(4, 5))
    x = torch.tensor([0.3, 4.0, -1.5, 0.0, -0.0, -1.0, 20.0])
    compiled = torch.compile(torch.digamma, backend="dlc", options=OPTIONS)
    torch.testing.assert_close(compiled(x), torch.digamma(x), equal_nan=True, rtol=1e-5, atol=1e-5)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("function", [torch.cummax, torch.cummin])
def test_extremes_so_far_and_their_places(function: Any) -> None:
    x = torch.randint(0, 4, (3, 9))
    floats = torch.where(x == 2, torch.nan, x)
    compiled = torch.compile(function, backend="dlc", options=OPTIONS)
    for each in (x, x > 1, floats, floats[0, 0]):
        torch.testing.assert_close(compiled(each, -1), function(each, -1), equal_nan=True)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_gradients_of_adaptive_pools_and_bilinear_layers() -> None:
    _check(lambda x: F.adaptive_max_pool2d(x, (2, 3)), torch.randn(2, 3, 4, 6))
    _check(lambda x: F.adaptive_max_pool2d(x, (3, 7)), torch.randn(2, 3, 4, 5))
    _check(lambda x, w: F.bilinear(x, x[:, 1:], w), torch.randn(4, 5), torch.randn(2, 5, 4))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_gradients_of_second_derivatives() -> None:
    def curvature(x: Any, weight: Any, out: Any) -> Any:
        def network(point: Any) -> Any:
            return F.linear(torch.tanh(F.linear(point.unsqueeze(0), weight)), out)[0, 0]

        return torch.func.vmap(torch.func.hessian(network))(x).diagonal(dim1=1, dim2=2).sum(1)

    _check(curvature, torch.randn(4, 2), torch.randn(5, 2), torch.randn(1, 5))


def test_zeros_without_memory_are_arguments() -> None:
    compiled = torch.compile(lambda x, y: x + y, backend="dlc", options=OPTIONS)
    assert torch.equal(compiled(torch.ones(3, 2), torch._efficientzerotensor(3, 2)), torch.ones(3, 2))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
def test_gradients_of_elements_that_are_put_where_a_mask_holds() -> None:
    rows = torch.tensor([False, True, True, False])
    odd = torch.arange(12).reshape(4, 3) % 2 == 1

    def put(x: Any, source: Any) -> list[Any]:
        return [x.masked_scatter(rows.unsqueeze(1), source), x.masked_scatter(odd, source.t())]

    _check(put, torch.randn(4, 3), torch.randn(3, 3))
