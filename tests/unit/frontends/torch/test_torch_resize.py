"""Images of other sizes without aliasing, as encoders of images resize positions and masks."""

from __future__ import annotations

from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

SIZES = ((3, 4), (7, 9), (10, 4), (25, 20), (1, 1))
"""Smaller, equal and larger sizes than those of the source, 7 by 9."""


@pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")
@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
@pytest.mark.parametrize("align_corners", [False, True])
def test_images_are_resized_without_aliasing(mode: str, align_corners: bool) -> None:
    torch._dynamo.reset()
    how = {"mode": mode, "antialias": True}

    def resized(x: Any) -> Any:
        by_size = [torch.nn.functional.interpolate(x, size, align_corners=align_corners, **how) for size in SIZES]
        by_scale = torch.nn.functional.interpolate(x, scale_factor=(0.4, 1.7), align_corners=align_corners, **how)
        return [*by_size, by_scale]

    fast = torch.compile(resized, backend="dlc", options={"threads": 1, "level": 0}, fullgraph=True)
    x = torch.randn(2, 3, 7, 9)
    torch.testing.assert_close(fast(x), resized(x))
