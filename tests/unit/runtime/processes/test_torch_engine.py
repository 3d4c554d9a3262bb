"""Data parallel steps in two processes of `torch.distributed`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra 'torch' is not installed")
import dlc
from support.run_lines import ROOT

WORKER = """
import sys
import numpy as np
import torch.distributed
import dlc
from support.data_parallel_steps import train

rank, store, kind = int(sys.argv[1]), sys.argv[2], sys.argv[3]
torch.distributed.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=2)
engine = dlc.distributed.torch_engine(timeout=60)
try:
    params, value = train(engine, is_killed=kind == "killed")
except dlc.DlcError as error:
    print(error, flush=True)
    import os
    os._exit(3)
expected = train()
np.testing.assert_allclose(params, expected[0], atol=1e-5)
np.testing.assert_allclose(value, expected[1], atol=1e-5)
torch.distributed.destroy_process_group()
"""


MODULE = """
import sys
import torch

def trained(module, x, y):
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1, momentum=0.9)
    for _ in range(3):
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(module(x), y).backward()
        optimizer.step()
    return list(module.parameters())

def make():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))

rank, store = int(sys.argv[1]), sys.argv[2]
torch.distributed.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=2)
x, y = torch.randn(8, 4, generator=torch.manual_seed(1)), torch.randn(8, 1, generator=torch.manual_seed(2))
module = torch.nn.parallel.DistributedDataParallel(make())
own = slice(4 * rank, 4 * rank + 4)
result = trained(torch.compile(module, backend="dlc", options={"threads": 1, "level": 0}), x[own], y[own])
torch.testing.assert_close(result, trained(make(), x, y), atol=1e-5, rtol=0)
torch.distributed.destroy_process_group()
"""


def run(tmp_path: Path, kind: str, script: str = WORKER) -> list[tuple[int, str]]:
    """Return the status and the output of each process."""
    command = [sys.executable, "-W", "ignore", "-c", script]
    workers = [
        subprocess.Popen(
            [*command, str(rank), str(tmp_path / "store"), kind],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT / "tests",
        )
        for rank in range(2)
    ]
    try:
        outputs = [process.communicate(timeout=120)[0] for process in workers]
    finally:
        for process in workers:
            process.kill()
    return [(process.returncode, output) for process, output in zip(workers, outputs, strict=True)]


def test_two_processes_compute_what_one_does_with_the_double_batch(tmp_path: Path) -> None:
    results = run(tmp_path, "whole")
    assert [status for status, _ in results] == [0, 0], results


def test_distributed_data_parallel_of_torch_is_compiled(tmp_path: Path) -> None:
    results = run(tmp_path, "module", MODULE)
    assert [status for status, _ in results] == [0, 0], results


def test_a_killed_process_is_named(tmp_path: Path) -> None:
    (status, output), (killed, _) = run(tmp_path, "killed")
    assert (status, killed) == (3, -9), output
    assert "sum 3 of rank 0: rank 1 (process " in output
    assert "has ended or does not run" in output


def test_processes_must_have_been_initialized() -> None:
    with pytest.raises(dlc.DlcError, match=r"torch\.distributed is not initialized"):
        dlc.distributed.torch_engine()
