"""The worker of `training.py`: each engine's train step of the networks of `examples/train_digits.py`."""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np

os.environ["OMP_NUM_THREADS"] = "1"

from measure import median_call, serve

Work = Callable[[], object]
EXAMPLE = Path(__file__).parents[1] / "examples" / "train_digits.py"


def batch_of(count: int) -> tuple[Any, Any]:
    """Return images and labels."""
    random = np.random.default_rng(0)
    return random.random((count, 1, 8, 8), np.float32), random.integers(0, 10, count)


def run_dlc(name: str, batch: int) -> Work:
    import dlc  # noqa: PLC0415 (the other engine's Python may lack it)

    make_params, network = runpy.run_path(str(EXAMPLE))["NETWORKS"][name]
    optimizer = dlc.optim.AdamW(lr=2e-3)

    def loss_of(params: Any, images: Any, labels: Any) -> Any:
        return dlc.nn.cross_entropy(network(params, images), labels)

    @dlc.jit(threads=1)
    def step(params: Any, state: Any, images: Any, labels: Any) -> Any:
        loss, gradients = dlc.value_and_grad(loss_of)(params, images, labels)
        return (*optimizer.step(params, gradients, state), loss)

    params = make_params(np.random.default_rng(0))
    return partial(step, params, optimizer.init(params), *batch_of(batch))


def run_torch(name: str, batch: int) -> Work:
    torch = cast("Any", import_module("torch"))
    torch.set_num_threads(1)
    nn = torch.nn
    layers: dict[str, Callable[[], list[Any]]] = {
        "mlp": lambda: [
            *(nn.Flatten(), nn.Linear(64, 128), nn.ReLU()),
            *(nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, 10)),
        ],
        "cnn": lambda: [
            *(nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
            *(nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
            *(nn.Flatten(), nn.Linear(128, 10)),
        ],
    }
    model = nn.Sequential(*layers[name]())
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    images, labels = map(torch.tensor, batch_of(batch))

    def step() -> object:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
        return loss

    return step


RUNS: dict[str, Callable[[str, int], Work]] = {"dlc": run_dlc, "torch": run_torch}


if __name__ == "__main__":
    run = RUNS[sys.argv[1]]
    serve({name: partial(run, name) for name in ("mlp", "cnn")}, median_call)
