"""Data parallel steps in two workers of Ray."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import dlc
from support.data_parallel_steps import train
from support.run_lines import ROOT

ray: Any = pytest.importorskip("ray", reason="the extra 'ray' is not installed")


@pytest.fixture(scope="module", autouse=True)
def _cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("HOME", str(tmp_path_factory.mktemp("home")))  # Ray writes a token there
        paths = os.pathsep.join([str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
        ray.init(
            num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": paths}}
        )
        yield
        ray.shutdown()


def workers(*, is_killed: bool) -> list[Any]:
    work = ray.remote(max_retries=0)(train)
    return [work.remote(engine, is_killed=is_killed) for engine in dlc.distributed.ray_engines(2, timeout=60)]


def test_two_workers_compute_what_one_does_with_the_double_batch() -> None:
    expected = train()
    for params, value in ray.get(workers(is_killed=False), timeout=120):
        np.testing.assert_allclose(params, expected[0], atol=1e-5)
        np.testing.assert_allclose(value, expected[1], atol=1e-5)


def test_a_killed_worker_is_named() -> None:
    survivor, killed = workers(is_killed=True)
    with pytest.raises(
        dlc.distributed.WorkerLost, match=r"sum 3 of rank 0: rank 1 \(process .*has ended or does not run"
    ):
        ray.get(survivor, timeout=120)
    with pytest.raises(ray.exceptions.WorkerCrashedError):
        ray.get(killed, timeout=120)
