"""Images of other sizes without aliasing, as encoders of images resize positions and masks."""

from __future__ import annotations

import functools
import importlib
from typing import Any

import pytest

from dlc.api import default_context
from dlc.sources import source_of

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")
functional: Any = torch.nn.functional
make_fx: Any = importlib.import_module("torch.fx.experimental.proxy_tensor").make_fx
python_dispatch: Any = importlib.import_module("torch._dispatch.python")
tracing: Any = importlib.import_module("dlc.frontends.torch.tracing")

SIZES = ((3, 4), (7, 9), (10, 4), (25, 20), (1, 1))
"""Smaller, equal and larger sizes than those of the source, 7 by 9."""


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
@pytest.mark.parametrize("align_corners", [False, True])
def test_images_are_resized_without_aliasing(mode: str, align_corners: bool) -> None:
    torch._dynamo.reset()
    how = {"mode": mode, "antialias": True}

    def resized(x: Any) -> Any:
        by_size = [functional.interpolate(x, size, align_corners=align_corners, **how) for size in SIZES]
        by_scale = functional.interpolate(x, scale_factor=(0.4, 1.7), align_corners=align_corners, **how)
        return [*by_size, by_scale]

    fast = torch.compile(resized, backend="dlc", options={"threads": 1, "level": 0}, fullgraph=True)
    x = torch.randn(2, 3, 7, 9)
    torch.testing.assert_close(fast(x), resized(x))


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
@pytest.mark.parametrize("align_corners", [False, True])
def test_cubic_interpolation_reads_neighbours_along_one_dimension_after_the_other(
    align_corners: bool, dtype: Any
) -> None:
    torch._dynamo.reset()

    def resized(x: Any) -> Any:
        by_size = [functional.interpolate(x, size, mode="bicubic", align_corners=align_corners) for size in SIZES]
        how = {"mode": "bicubic", "align_corners": align_corners}
        return [*by_size, functional.interpolate(x, scale_factor=(0.4, 1.7), **how)]

    fast = torch.compile(resized, backend="dlc", options={"threads": 1, "level": 0}, fullgraph=True, dynamic=False)
    x = torch.randn(2, 3, 7, 9).to(dtype)
    tolerance = {"rtol": 0.02, "atol": 0.02} if dtype is torch.bfloat16 else {}
    torch.testing.assert_close(fast(x), resized(x), **tolerance)
    assert "gather" not in graph_of(lambda x: functional.interpolate(x, (10, 4), mode="bicubic"), x)


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_few_elements_with_weights_are_read_alone(dtype: Any) -> None:
    """Sizes are around those from which on a matrix of weights is mostly zeros; infinity stays where it is read."""
    torch._dynamo.reset()

    def resized(x: Any) -> Any:
        sizes = [(6, 7), (15, 16), (31, 40), (60, 90), (64, 100)]
        how = {"mode": "bicubic", "antialias": True}
        return [functional.interpolate(x, size, **how) for size in sizes]

    fast = torch.compile(resized, backend="dlc", options={"threads": 1, "level": 0}, fullgraph=True, dynamic=False)
    x = torch.randn(2, 3, 60, 90).to(dtype)
    tolerance = {"rtol": 0.02, "atol": 0.02} if dtype is torch.bfloat16 else {"rtol": 1e-4, "atol": 1e-4}
    torch.testing.assert_close([image.float() for image in fast(x)], resized(x.float()), **tolerance)
    x[..., 0, 0] = torch.inf
    assert all(bool(torch.isfinite(image[..., -1, -1]).all()) for image in fast(x)[2:])


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize(
    ("mode", "shape"),
    [
        ("linear", (5,)),
        ("nearest", (5,)),
        ("trilinear", (3, 4, 5)),
        ("nearest", (3, 4, 5)),
        ("nearest-exact", (3, 4, 5)),
    ],
)
def test_lines_and_volumes_are_resized_like_images(mode: str, shape: tuple[int, ...]) -> None:
    torch._dynamo.reset()

    def resized(x: Any) -> Any:
        by_size = [functional.interpolate(x, [size + more for size in shape], mode=mode) for more in (-1, 0, 4)]
        return [*by_size, functional.interpolate(x, scale_factor=2, mode=mode)]

    fast = torch.compile(resized, backend="dlc", options={"threads": 1, "level": 0}, fullgraph=True, dynamic=False)
    x = torch.randn(2, 3, *shape)
    torch.testing.assert_close(fast(x), resized(x))
    assert "gather" not in graph_of(lambda x: functional.interpolate(x, scale_factor=2, mode=mode), x)


@pytest.mark.parametrize("mode", ["nearest", "bilinear", "bicubic"])
def test_interpolation_stays_one_op_unless_it_needs_a_gradient(mode: str) -> None:
    x = torch.randn(1, 2, 4, 6)
    for how in ({"size": (5, 9)}, {"scale_factor": 2}):
        resized = functools.partial(functional.interpolate, mode=mode, **how)
        assert f"aten.upsample_{mode}2d.default" in _ops_traced_of(resized, x)
        decomposed = _ops_traced_of(resized, x.clone().requires_grad_())
        assert not any("upsample" in op for op in decomposed)
    x = x.to(memory_format=torch.channels_last)
    fast = torch.compile(resized, backend="dlc", options={"threads": 1, "level": 0}, fullgraph=True, dynamic=False)
    torch.testing.assert_close(fast(x), resized(x))


def test_images_get_sizes_that_are_known_when_running() -> None:
    def resized(x: Any, size: int) -> Any:
        return functional.interpolate(x, (size, size + 2), mode="bilinear")

    torch._dynamo.reset()
    x = torch.randn(1, 2, 4, 6)
    fast = torch.compile(resized, backend="dlc", options={"threads": 1, "level": 0}, fullgraph=True, dynamic=True)
    for size in (5, 9, 3):
        torch.testing.assert_close(fast(x, size), resized(x, size))


def _ops_traced_of(function: Any, x: Any) -> set[str]:
    """Return the names of the ops that PyTorch traces while dlc compiles."""
    with tracing.traced_as_other_ops(), python_dispatch.enable_python_dispatcher():
        return {str(node.target) for node in make_fx(function, tracing_mode="fake")(x).graph.nodes}


def test_slices_of_padding_around_are_slices_of_the_image() -> None:
    def padded(x: Any) -> Any:
        return functional.pad(x, (3, 2, 1, 4), mode="circular")

    torch._dynamo.reset()
    x = torch.randn(2, 3, 7, 9)
    fast = torch.compile(padded, backend="dlc", options={"threads": 1, "level": 0}, fullgraph=True, dynamic=False)
    assert torch.equal(fast(x), padded(x))


def graph_of(function: Any, *args: Any) -> str:
    """Return the graph that a function is imported as."""

    class Module(torch.nn.Module):  # type: ignore[misc]
        def forward(self, *given: Any) -> Any:
            return function(*given)

    return str(source_of(Module(), args).module(default_context()))
