"""Elements of images at computed places are those of eager PyTorch, far outside the image as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

import dlc  # noqa: E402

FORMS = (("zeros", False), ("border", True), ("reflection", False))
OTHER_FORMS = (("zeros", True), ("border", False), ("reflection", True))
"""Paddings, and whether corners are aligned."""
EDGES = (-1.0, 1.0, 1e6, -1e6, 0.0, -1.0001, 3.25, -5.5)
"""Coordinates on the border of the image, outside, and far outside."""


class Sampled(torch.nn.Module):
    """Samples in several forms."""

    def __init__(self, mode: str, forms: Sequence[tuple[str, bool]]) -> None:
        super().__init__()
        self.mode, self.forms = mode, forms

    def forward(self, x: Any, grid: Any) -> Any:
        return [
            torch.nn.functional.grid_sample(x, grid, mode=self.mode, padding_mode=padding, align_corners=aligned)
            for padding, aligned in self.forms
        ]


def arguments(sizes: tuple[int, ...], places: tuple[int, ...]) -> tuple[Any, Any]:
    """Return an image and a grid, whose first coordinates are edges."""
    torch.manual_seed(0)
    grid = torch.randn(2, *places, len(sizes)) * 1.3
    grid.view(-1)[: len(EDGES)] = torch.tensor(EDGES)
    return torch.randn(2, 3, *sizes), grid


def check(module: Any, x: Any, grid: Any) -> None:
    got = dlc.compile(module, (x, grid), remarks=False)(x, grid)
    for result, expected in zip(got, module(x, grid), strict=True):
        torch.testing.assert_close(result, expected, rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
def test_samples_of_images_are_those_of_eager_torch(mode: str) -> None:
    check(Sampled(mode, FORMS), *arguments((5, 7), (4, 9)))


@pytest.mark.parametrize("mode", ["bilinear", "nearest"])
def test_samples_of_volumes_are_those_of_eager_torch(mode: str) -> None:
    check(Sampled(mode, OTHER_FORMS), *arguments((3, 1, 5), (2, 3, 4)))


def test_images_of_any_size_are_sampled() -> None:
    x, grid = arguments((5, 7), (4, 9))
    sizes = {2: torch.export.Dim("h", min=2, max=99), 3: torch.export.Dim("w", min=2, max=99)}

    class Bilinear(torch.nn.Module):
        def forward(self, x: Any, grid: Any) -> Any:
            return torch.nn.functional.grid_sample(x, grid, align_corners=False)

    program = torch.export.export(Bilinear(), (x, grid), dynamic_shapes=(sizes, None))
    executable = dlc.compile(program, remarks=False)
    for other in (x, torch.randn(2, 3, 8, 3)):
        expected = Bilinear()(other, grid)
        torch.testing.assert_close(torch.as_tensor(executable(other, grid)), expected, rtol=2e-5, atol=2e-5)
