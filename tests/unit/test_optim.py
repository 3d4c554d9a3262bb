"""Optimizers against the formulas of their papers, written with numpy, and against torch where it is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.optim import LAMB, SGD, Adadelta, Adagrad, Adam, Adamax, AdamW, Optimizer, RMSprop

Arrays = Any
Steps = Callable[[Arrays, list[Arrays]], Iterator[Arrays]]
"""The parameters after each step, for gradients."""
STEPS = 3
SHAPE = (2, 3)


def sgd(momentum: float, dampening: float, decay: float, *, nesterov: bool) -> Steps:
    def steps(x: Arrays, gradients: list[Arrays]) -> Iterator[Arrays]:
        velocity: Arrays = None
        for gradient in gradients:
            g = gradient + decay * x
            velocity = g if velocity is None else momentum * velocity + (1 - dampening) * g
            x = x - 0.1 * (g + momentum * velocity if nesterov else velocity)
            yield x

    return steps


def adam(decay: float, decoupled: float, lr: float = 1e-3) -> Steps:
    def steps(x: Arrays, gradients: list[Arrays]) -> Iterator[Arrays]:
        m = v = np.zeros(SHAPE)
        for t, gradient in enumerate(gradients, 1):
            g = gradient + decay * x
            m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
            step = m / (1 - 0.9**t) / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
            x = x - lr * decoupled * x - lr * step
            yield x

    return steps


def adamax(x: Arrays, gradients: list[Arrays]) -> Iterator[Arrays]:
    m = u = np.zeros(SHAPE)
    for t, g in enumerate(gradients, 1):
        m, u = 0.9 * m + 0.1 * g, np.maximum(0.999 * u, np.abs(g) + 1e-8)
        x = x - 2e-3 / (1 - 0.9**t) * m / u
        yield x


def adagrad(x: Arrays, gradients: list[Arrays]) -> Iterator[Arrays]:
    total = np.full(SHAPE, 0.5)
    for t, g in enumerate(gradients):
        total = total + g**2
        x = x - 0.01 / (1 + 0.1 * t) * g / (np.sqrt(total) + 1e-10)
        yield x


def rmsprop(x: Arrays, gradients: list[Arrays]) -> Iterator[Arrays]:
    v = mean = velocity = np.zeros(SHAPE)
    for g in gradients:
        v, mean = 0.99 * v + 0.01 * g**2, 0.99 * mean + 0.01 * g
        velocity = 0.9 * velocity + g / (np.sqrt(v - mean**2) + 1e-8)
        x = x - 0.01 * velocity
        yield x


def adadelta(x: Arrays, gradients: list[Arrays]) -> Iterator[Arrays]:
    v = delta = np.zeros(SHAPE)
    for g in gradients:
        v = 0.9 * v + 0.1 * g**2
        step = np.sqrt(delta + 1e-6) / np.sqrt(v + 1e-6) * g
        delta = 0.9 * delta + 0.1 * step**2
        x = x - step
        yield x


def lamb(x: Arrays, gradients: list[Arrays]) -> Iterator[Arrays]:
    m = v = np.zeros(SHAPE)
    for t, g in enumerate(gradients, 1):
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
        step = m / (1 - 0.9**t) / (np.sqrt(v / (1 - 0.999**t)) + 1e-6) + 0.1 * x
        x = x - 1e-3 * np.linalg.norm(x) / np.linalg.norm(step) * step
        yield x


CASES: list[tuple[Optimizer, Steps]] = [
    (SGD(lr=0.1), sgd(0.0, 0.0, 0.0, nesterov=False)),
    (SGD(lr=0.1, momentum=0.9, dampening=0.2, weight_decay=0.01), sgd(0.9, 0.2, 0.01, nesterov=False)),
    (SGD(lr=0.1, momentum=0.9, nesterov=True), sgd(0.9, 0.0, 0.0, nesterov=True)),
    (Adam(weight_decay=0.1), adam(0.1, 0.0)),
    (AdamW(weight_decay=0.1), adam(0.0, 0.1)),
    (Adamax(), adamax),
    (Adagrad(lr_decay=0.1, initial_accumulator_value=0.5), adagrad),
    (RMSprop(momentum=0.9, centered=True), rmsprop),
    (Adadelta(), adadelta),
    (LAMB(weight_decay=0.1), lamb),
]


def gradients_of(dtype: Any) -> tuple[Arrays, list[Arrays]]:
    random = np.random.default_rng(0)
    return random.normal(size=SHAPE).astype(dtype), [random.normal(size=SHAPE).astype(dtype) for _ in range(STEPS)]


def steps_of(optimizer: Optimizer, x: Arrays, gradients: list[Arrays]) -> Iterator[Arrays]:
    """The parameters after each step, by the interpreter."""
    params: Any = {"layer": [dlc.array.asarray(x)]}
    state: Any = optimizer.init(params)
    for gradient in gradients:
        params, state = optimizer.step(params, {"layer": [gradient]}, state)
        yield params["layer"][0].data


@pytest.mark.parametrize(("optimizer", "expected"), CASES, ids=[type(optimizer).__name__ for optimizer, _ in CASES])
def test_steps(optimizer: Optimizer, expected: Steps) -> None:
    x, gradients = gradients_of(np.float64)
    for actual, wanted in zip(steps_of(optimizer, x, gradients), expected(x, gradients), strict=True):
        assert np.allclose(actual, wanted, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("optimizer", [case[0] for case in CASES[:-1]], ids=lambda each: type(each).__name__)
def test_steps_are_those_of_torch(optimizer: Optimizer) -> None:
    torch: Any = pytest.importorskip("torch")
    x, gradients = gradients_of(np.float32)
    parameter = torch.nn.Parameter(torch.tensor(x))
    options = {name: value for name, value in vars(optimizer).items() if name != "kept"}
    theirs = getattr(torch.optim, type(optimizer).__name__)([parameter], **options)
    for actual, gradient in zip(steps_of(optimizer, x, gradients), gradients, strict=True):
        parameter.grad = torch.tensor(gradient)
        theirs.step()
        assert actual.dtype == np.float32
        assert np.abs(actual - parameter.detach().numpy()).max() < 1e-6


def test_learning_rates_may_follow_a_schedule() -> None:
    x = np.ones(2)
    params, state = SGD().step([x], [x], SGD().init([x]), lr=0.5)
    assert params[0].data.tolist() == [0.5, 0.5]
    assert int(state["step"]) == 1


def test_options_and_trees_are_checked() -> None:
    x, optimizer = np.ones(2), Adam()
    with pytest.raises(ValueError, match="Adam: lr must be finite and not negative, but got -1"):
        Adam(lr=-1.0)
    with pytest.raises(ValueError, match=r"shares of averages must be in 0\.\.1, but got 2"):
        Adam(betas=(0.9, 2.0))
    with pytest.raises(ValueError, match="nesterov needs a momentum"):
        SGD(nesterov=True)
    with pytest.raises(TypeError, match="gradients must be in the same containers as the parameters"):
        optimizer.step({"w": x}, [x], optimizer.init({"w": x}))
    with pytest.raises(TypeError, match="the state has no 'step'; make it by `init`"):
        optimizer.step([x], [x], {})
    with pytest.raises(TypeError, match="parameters must be arrays of floats, but got int64"):
        optimizer.init([np.arange(2)])
