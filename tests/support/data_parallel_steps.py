"""A training loop for the tests of engines, run by each of the processes."""

from __future__ import annotations

import os
import signal
from typing import Any

import numpy as np

import dlc
from dlc.distributed import Engine

xp = dlc.array
BATCH = 8
VICTIM = 1


def train(engine: Engine | None = None, *, is_killed: bool = False) -> Any:
    """Return the parameters and the loss after three steps; if wanted, one process is killed before the last."""
    optimizer = dlc.optim.Adam(lr=0.05)

    def step(params: Any, state: Any, x: Any, y: Any) -> Any:
        value, gradients = dlc.value_and_grad(lambda w: xp.mean((xp.tanh(x @ w) - y) ** 2))(params)
        value, gradients = dlc.distributed.average((value, gradients))
        params, state = optimizer.step(params, gradients, state)
        return params, state, value

    rank, size = (engine.rank, engine.size) if engine is not None else (0, 1)
    random = np.random.default_rng(0)
    x, y = random.random((BATCH, 3), np.float32), random.random((BATCH, 2), np.float32)
    own = slice(rank * BATCH // size, (rank + 1) * BATCH // size)
    compiled = dlc.distributed.data_parallel(step, engine=engine, donate=(0, 1), level=0)
    params = np.ones((3, 2), np.float32)
    state, value = optimizer.init(params), 0.0
    for number in range(3):
        if is_killed and number == 2 and rank == VICTIM:
            os.kill(os.getpid(), signal.SIGKILL)
        params, state, value = compiled(params, state, x[own], y[own])
    return params, float(value)
