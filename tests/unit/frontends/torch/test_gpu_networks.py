"""The networks of `make bench-gpu` compile for GPUs, without one."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from dlc.codegen.target import Target
from support.run_lines import ROOT

pytest.importorskip("torch")


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["sm_80", "sm_90a"])
@pytest.mark.parametrize("number", range(4))
def test_networks_compile(number: int, arch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    networks: Any = import_module("gpu_networks")
    module, argument = networks.module_of(networks.NETWORKS[number], "cpu")
    program = networks.compiled(module, argument, Target.of("nvptx64-nvidia-cuda", arch))
    assert ("wgmma.mma_async" if arch == "sm_90a" else "mma.sync") in program.ptx


@pytest.mark.parametrize("arch", ["sm_80", "sm_90a"])
def test_an_encoder_compiles(arch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A layer of BERT-base, whose tokens are looked up and whose attention is by tiles."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    models: Any = import_module("torch_models")
    networks: Any = import_module("gpu_networks")
    module = models.Bert(width=64, heads=2, layers=1, vocabulary=100).eval().to(models.torch.bfloat16)
    program = networks.compiled(module, models.torch.zeros((1, 64), dtype=int), Target.of("nvptx64-nvidia-cuda", arch))
    assert "mma.sync" in program.ptx
    assert "ex2.approx" in program.ptx
