"""Ops of quantized graphs are compiled, and give what eager PyTorch gives."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

import dlc

torch: Any = pytest.importorskip("torch", reason="the extra 'torch' is not installed")

importlib.import_module("torch.ao.quantization.fx._decomposed")  # adds the ops
OPS: Any = torch.ops.quantized_decomposed
BYTE, SMALL = (0, 255, torch.uint8), (-128, 127, torch.int8)

pytestmark = pytest.mark.filterwarnings("error::dlc.torch_backend.FallbackWarning")


@pytest.fixture(autouse=True)
def _nothing_of_other_tests() -> None:
    torch._dynamo.reset()
    torch.manual_seed(0)


def check(function: Any, *given: Any) -> None:
    fast = torch.compile(function, backend="dlc", options={"threads": 1, "level": 0}, fullgraph=True)
    torch.testing.assert_close(fast(*given), function(*given), rtol=0, atol=0)


@pytest.mark.parametrize("limits", [BYTE, SMALL, (-3000, 3000, torch.int16)])
def test_one_scale(limits: Any) -> None:
    x, scale, zero = torch.randn(4, 6) * 9, torch.tensor([0.037]), torch.tensor([3])
    *ends, dtype = limits
    tensors = [torch.tensor(each) for each in ends]

    def quantized(x: Any, scale: Any, zero: Any) -> list[Any]:
        halves = OPS.quantize_per_tensor(x.half(), 0.037, 3, *limits)
        by_tensors = OPS.quantize_per_tensor.tensor2(x, scale, zero, *tensors, dtype)
        numbers = OPS.quantize_per_tensor(x, 0.037, 3, *limits)
        return [halves, by_tensors, numbers, OPS.quantize_per_tensor.tensor(x, scale, zero, *limits)]

    def restored(q: Any, scale: Any, zero: Any) -> list[Any]:
        wanted = (None, torch.float16, torch.float64)
        numbers = [OPS.dequantize_per_tensor(q, 0.037, 3, *limits, out_dtype=each) for each in wanted]
        by_tensors = [OPS.dequantize_per_tensor.tensor(q, scale, zero, *limits, out_dtype=each) for each in wanted]
        return [*numbers, *by_tensors, OPS.dequantize_per_tensor.tensor2(q, scale, zero, *tensors, dtype)]

    check(quantized, x, scale, zero)
    check(restored, OPS.quantize_per_tensor(x, 0.037, 3, *limits), scale, zero)


def test_a_scale_for_each_channel_token_or_group() -> None:
    x, scales, zeros = torch.randn(4, 6, 8), torch.rand(6) + 0.01, torch.randint(-5, 5, (6,))
    check(lambda *given: OPS.quantize_per_channel(*given, 1, *SMALL), x, scales, zeros)
    channels = OPS.quantize_per_channel(x, scales, zeros, 1, *SMALL)
    check(lambda *given: OPS.dequantize_per_channel(*given, 1, *SMALL), channels, scales, zeros)
    check(lambda x: OPS.choose_qparams_per_token_asymmetric(x, torch.int8), x)
    chosen = OPS.choose_qparams_per_token_asymmetric(x, torch.int8)
    check(lambda *given: OPS.quantize_per_token(*given, *SMALL), x, *chosen)
    scales, zeros = torch.rand(6, 4) + 0.1, torch.randint(-3, 3, (6, 4)).int()
    check(lambda *given: OPS.quantize_per_channel_group(*given, *SMALL, 4), torch.randn(6, 16), scales, zeros)
    groups = OPS.quantize_per_channel_group(torch.randn(6, 16), scales, zeros, *SMALL, 4)
    check(lambda *given: OPS.dequantize_per_channel_group(*given, *SMALL, 4, torch.float32), groups, scales, zeros)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_scales_that_are_chosen_for_a_tensor(dtype: Any) -> None:
    def chosen(x: Any) -> list[Any]:
        symmetric = OPS.choose_qparams_symmetric.tensor
        return [OPS.choose_qparams.tensor(x, 0, 255, 1e-5, torch.uint8), symmetric(x, -128, 127, 1e-5, torch.int8)]

    check(chosen, torch.randn(4, 6).to(dtype))


def test_a_file_of_a_quantized_program(tmp_path: Path) -> None:
    class Quantized(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return OPS.dequantize_per_tensor(OPS.quantize_per_tensor(x, 0.1, 3, *SMALL), 0.1, 3, *SMALL)

    x = torch.randn(4, 6) * 9
    torch.export.save(torch.export.export(Quantized(), (x,)), tmp_path / "model.pt2")
    exe = dlc.compile(tmp_path / "model.pt2", level=0, threads=1, cache=False)
    torch.testing.assert_close(exe(x), Quantized()(x))
