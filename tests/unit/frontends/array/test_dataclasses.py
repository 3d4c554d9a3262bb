"""Dataclasses are containers of arrays, as dictionaries are; arrays in other objects are refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.frontends.array.errors import InvalidArrayCall, NotTraceable

xp: Any = dlc.array


@dataclass
class Layer:
    """A model with an option."""

    w: Any
    b: Any
    power: int = field(default=1, metadata={"static": True})

    @dlc.jit
    def of(self, x: Any) -> Any:
        """Return the result."""
        return (x * self.w + self.b) ** self.power


@dataclass(frozen=True)
class Carry:
    """A number and an array that loops pass on."""

    count: Any
    total: Any
    doubled: Any = field(init=False, default=0.0)


@dataclass(frozen=True)
class Options:
    """Numbers that choose a program."""

    steps: int
    rate: float = 0.5


class Model:
    """An object with arrays, and with one in a list of others."""

    def __init__(self, w: Any, *layers: Any) -> None:
        self.w = w
        self.layers = list(layers)

    @dlc.jit
    def of(self, x: Any) -> Any:
        """Return the result."""
        return x * self.w


def test_arguments_and_results() -> None:
    layer, x = Layer(np.ones(2), np.zeros(2), 2), np.array([1.0, 3.0])
    assert layer.of(x).tolist() == [1, 9]
    layer.w = np.array([2.0, 1.0])
    assert layer.of(x).tolist() == [4, 9]
    layer.power = 1
    assert layer.of(x).tolist() == [2, 3]
    result = dlc.jit(lambda x: [Layer(x, 2 * x, 3)])(x)[0]
    assert (result.w.tolist(), result.b.tolist(), result.power) == ([1, 3], [2, 6], 3)
    assert [argument.name for argument in dlc.compile(dlc.trace(lambda p: p.w + p.b, layer)).inputs] == ["p.w", "p.b"]


def test_gradients_and_optimizers() -> None:
    layer = Layer(np.ones(2), np.zeros(2))
    slopes, extra = dlc.grad(lambda p: (xp.sum(p.w * p.w), Layer(p.b, p.w)), has_aux=True)(layer)
    assert [slopes.w.tolist(), slopes.b.tolist(), extra.b.tolist()] == [[2, 2], [0, 0], [1, 1]]
    optimizer = dlc.optim.SGD(lr=0.5, momentum=0.9)
    state = optimizer.init(layer)
    assert state["velocity"].w.tolist() == [0, 0]
    stepped, state = dlc.jit(optimizer.step)(layer, slopes, state)
    assert [stepped.w.tolist(), state["velocity"].w.tolist()] == [[0, 0], [2, 2]]


def test_memory_that_is_given_away_behind_a_dataclass() -> None:
    module = dlc.jit(lambda p, x: p.w + x, donate=1).trace(Layer(np.ones(2), np.ones(2)), np.ones(2))
    assert str(module).count("dlc.donated") == 1
    assert 'dlc.donated, dlc.name = "x"' in str(module)


def test_control_flow() -> None:
    def looped(x: Any) -> Any:
        carry = dlc.while_loop(lambda c: c.count < 3, lambda c: Carry(c.count + 1, c.total + x), Carry(0, 0.0))
        chosen = dlc.cond(x > 0, lambda: Layer(x, x), lambda: Layer(-x, x))
        last, parts = dlc.scan(lambda c, y: (Carry(c.count + 1, c.total + y), Carry(y, y)), Carry(0, 0.0), xp.ones(2))
        return carry, chosen.w, last, parts

    carry, chosen, last, parts = dlc.jit(looped)(-2.0)
    assert [carry.count, carry.total, chosen, last.total, parts.total.tolist()] == [3, -6, 2, 2, [1, 1]]


def test_options_choose_a_program() -> None:
    compiled = dlc.jit(lambda options, x: x * options.rate * len(range(options.steps)))
    assert compiled(Options(3), np.ones(1)) == [1.5]
    assert compiled(Options(4), np.ones(1)) == [2]


def test_objects_with_arrays_are_refused() -> None:
    x = np.ones(2)
    with pytest.raises(InvalidArrayCall, match=r"of: an argument of 'Model' has an array in 'w', .* a dataclass"):
        Model(x).of(x)
    with pytest.raises(InvalidArrayCall, match=r"an argument of 'Model' has an array in 'layers\[1\]\.w'"):
        dlc.jit(lambda models, x: x * len(models))({"m": Model(1.0, "", Model(x))}, x)
    with pytest.raises(NotTraceable, match=r"cannot return an array in 'w' of an object of 'Model'; .* dataclasses"):
        dlc.jit(lambda x: (x, Model(x)))(x)
    with pytest.raises(NotTraceable, match=r"cannot return an array in 'layers\[0\]'"):
        dlc.grad(lambda x: (xp.sum(x), Model(None, x)), has_aux=True)(x)


def test_objects_without_traced_arrays_are_passed() -> None:
    x, model = np.ones(2), Model(2.0)
    assert model.of(x).tolist() == [2, 2]
    model.layers.append(model)
    assert dlc.jit(lambda model, x: (model, x + 1))(model, x)[0] is model
    doubled = dlc.jit(lambda x: 2 * x)
    doubled(x)
    assert dlc.jit(lambda function, x: function(x))(doubled, x).tolist() == [2, 2]
