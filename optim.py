"""Optimizers: steps of gradient descent as functions of arrays, to be traced into one compiled train step.

    optimizer = dlc.optim.Adam(lr=1e-3)
    state = optimizer.init(params)

    @dlc.jit
    def train_step(params, state, x, y):
        loss, gradients = dlc.value_and_grad(loss_of)(params, x, y)
        params, state = optimizer.step(params, gradients, state)
        return params, state, loss

Parameters are a tree of float arrays: arrays in dictionaries, lists, tuples and dataclasses. The state is a
dictionary of such trees and of the number of steps. Options have the names, defaults and meanings of torch's
optimizers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from .frontends import array as xp
from .frontends.array.arrays import Array
from .frontends.array.creation import asarray
from .frontends.array.errors import call_error
from .frontends.array.tracing import Structure, array_function, flattened

Tree = Any
"""Arrays in dictionaries, lists, tuples and dataclasses."""
State = Mapping[str, Tree]
Slots = dict[str, Array]
"""The values that an optimizer keeps of one parameter, by name."""


@dataclass(frozen=True, kw_only=True)
class Optimizer:
    """A rule for the next parameters. A subclass has a `rule` for one parameter, and names what it keeps of each."""

    lr: float
    weight_decay: float = 0.0
    kept: ClassVar[Sequence[str]] = ()

    @property
    def slots(self) -> Sequence[str]:
        """The names of what is kept of each parameter."""
        return self.kept

    def __post_init__(self) -> None:
        for name in ("lr", "weight_decay", "eps", "momentum", "lr_decay", "initial_accumulator_value"):
            number = getattr(self, name, 0.0)
            if not 0.0 <= number < math.inf:
                raise ValueError(f"{type(self).__name__}: {name} must be finite and not negative, but got {number}")
        shares = [*getattr(self, "betas", ()), getattr(self, "rho", 0.0), getattr(self, "alpha", 0.0)]
        for number in shares:
            if not 0.0 <= number <= 1.0:
                raise ValueError(f"{type(self).__name__}: shares of averages must be in 0..1, but got {number}")

    def initial(self, name: str) -> float:
        """Return the number that a slot starts with."""
        del name
        return 0.0

    def init(self, params: Tree) -> dict[str, Tree]:
        """Return the state before the first step."""
        leaves, structure = _leaves("parameters", params)
        state: dict[str, Tree] = {"step": np.zeros((), np.int32)}
        for name in self.slots:
            state[name] = structure.rebuilt([np.full(leaf.shape, self.initial(name), leaf.dtype) for leaf in leaves])
        return state

    def step(self, params: Tree, gradients: Tree, state: State, *, lr: Any = None) -> tuple[Tree, dict[str, Tree]]:
        """Return the next parameters and the next state; `lr` replaces the learning rate, for a schedule."""
        return _step(self, params, gradients, state, self.lr if lr is None else lr)

    def rule(self, x: Array, g: Array, slots: Slots, lr: Any, t: Array) -> tuple[Array, Slots]:
        """Return the next value of a parameter x with the gradient g in step t = 1, 2, …, and the next slots."""
        raise NotImplementedError


@array_function
def _step(optimizer: Optimizer, params: Tree, gradients: Tree, state: State, lr: Any) -> tuple[Tree, dict[str, Tree]]:
    leaves, structure = _leaves("parameters", params)
    slopes = _leaves_like("gradients", gradients, structure)
    missing = [name for name in ("step", *optimizer.slots) if name not in state]
    if missing:
        raise call_error(f"{type(optimizer).__name__}: the state has no '{missing[0]}'; make it by `init`")
    slots = {name: _leaves_like(name, state[name], structure) for name in optimizer.slots}
    step = asarray(state["step"]) + 1
    new_leaves: list[Array] = []
    new_slots: dict[str, list[Array]] = {name: [] for name in optimizer.slots}
    for number, (x, g) in enumerate(zip(leaves, slopes, strict=True)):
        own = {name: slots[name][number] for name in optimizer.slots}
        x, own = optimizer.rule(x, g, own, lr, xp.astype(step, x.dtype))
        new_leaves.append(x)
        for name in optimizer.slots:
            new_slots[name].append(own[name])
    next_state = {"step": step, **{name: structure.rebuilt(new_slots[name]) for name in optimizer.slots}}
    return structure.rebuilt(new_leaves), next_state


def _is_leaf(leaf: Any) -> bool:
    return isinstance(leaf, (Array, np.ndarray, np.generic, float)) or hasattr(leaf, "__dlpack__")


def _leaves(name: str, tree: Tree) -> tuple[list[Array], Structure]:
    leaves: list[Any] = []
    structure = flattened(tree, _is_leaf, leaves)
    arrays = [asarray(leaf) for leaf in leaves]
    for array in arrays:
        if array.dtype.kind not in "fV":
            raise call_error(f"{name} must be arrays of floats, but got {array.dtype}")
    return arrays, structure


def _leaves_like(name: str, tree: Tree, wanted: Structure) -> list[Array]:
    leaves, structure = _leaves(name, tree)
    if structure != wanted:
        raise call_error(f"{name} must be in the same containers as the parameters")
    return leaves


def _decayed(x: Array, g: Array, weight_decay: float) -> Array:
    """Return the gradient with that of weight_decay / 2 * x^2."""
    return g + weight_decay * x if weight_decay else g


def _average(before: Array, new: Array, share: float) -> Array:
    return share * before + (1 - share) * new


def _bias_correction(beta: float, t: Array) -> Any:
    """1 - beta^t, without cancellation"""
    return -xp.expm1(t * math.log(beta)) if beta > 0 else 1.0


@dataclass(frozen=True, kw_only=True)
class SGD(Optimizer):
    """Stochastic gradient descent, with momentum, and Nesterov's form of it."""

    lr: float = 1e-3
    momentum: float = 0.0
    dampening: float = 0.0
    nesterov: bool = False

    @property
    def slots(self) -> Sequence[str]:
        return ("velocity",) if self.momentum else ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.nesterov and (self.momentum == 0.0 or self.dampening != 0.0):
            raise ValueError("SGD: nesterov needs a momentum, and no dampening")

    def rule(self, x: Array, g: Array, slots: Slots, lr: Any, t: Array) -> tuple[Array, Slots]:
        g = _decayed(x, g, self.weight_decay)
        if not self.momentum:
            return x - lr * g, {}
        velocity = xp.where(t == 1, g, self.momentum * slots["velocity"] + (1 - self.dampening) * g)
        return x - lr * (g + self.momentum * velocity if self.nesterov else velocity), {"velocity": velocity}


@dataclass(frozen=True, kw_only=True)
class Adam(Optimizer):
    """Adam: averages of gradients, divided by the root of averages of their squares."""

    lr: float = 1e-3
    betas: tuple[float, float] = (0.9, 0.999)
    eps: float = 1e-8
    kept: ClassVar[Sequence[str]] = ("mean", "square")

    def rule(self, x: Array, g: Array, slots: Slots, lr: Any, t: Array) -> tuple[Array, Slots]:
        direction, slots = _adam_direction(_decayed(x, g, self.weight_decay), slots, self.betas, self.eps, t)
        return x - lr * direction, slots


def _adam_direction(g: Array, slots: Slots, betas: tuple[float, float], eps: float, t: Array) -> tuple[Array, Slots]:
    mean, square = _average(slots["mean"], g, betas[0]), _average(slots["square"], g * g, betas[1])
    root = xp.sqrt(square) / xp.sqrt(_bias_correction(betas[1], t)) + eps
    return mean / _bias_correction(betas[0], t) / root, {"mean": mean, "square": square}


@dataclass(frozen=True, kw_only=True)
class AdamW(Adam):
    """Adam, with a weight decay that is no part of the gradient."""

    weight_decay: float = 1e-2

    def rule(self, x: Array, g: Array, slots: Slots, lr: Any, t: Array) -> tuple[Array, Slots]:
        direction, slots = _adam_direction(g, slots, self.betas, self.eps, t)
        return x - lr * self.weight_decay * x - lr * direction, slots


@dataclass(frozen=True, kw_only=True)
class Adamax(Optimizer):
    """Adam with the largest gradient of late in the place of the root."""

    lr: float = 2e-3
    betas: tuple[float, float] = (0.9, 0.999)
    eps: float = 1e-8
    kept: ClassVar[Sequence[str]] = ("mean", "largest")

    def rule(self, x: Array, g: Array, slots: Slots, lr: Any, t: Array) -> tuple[Array, Slots]:
        g = _decayed(x, g, self.weight_decay)
        mean = _average(slots["mean"], g, self.betas[0])
        largest = xp.maximum(self.betas[1] * slots["largest"], xp.abs(g) + self.eps)
        return x - lr / _bias_correction(self.betas[0], t) * mean / largest, {"mean": mean, "largest": largest}


@dataclass(frozen=True, kw_only=True)
class LAMB(Optimizer):
    """Adam's direction with weight decay, in steps whose length is that of the parameter."""

    lr: float = 1e-3
    betas: tuple[float, float] = (0.9, 0.999)
    eps: float = 1e-6
    kept: ClassVar[Sequence[str]] = ("mean", "square")

    def rule(self, x: Array, g: Array, slots: Slots, lr: Any, t: Array) -> tuple[Array, Slots]:
        direction, slots = _adam_direction(g, slots, self.betas, self.eps, t)
        direction = direction + self.weight_decay * x
        length, step = xp.sqrt(xp.sum(x * x)), xp.sqrt(xp.sum(direction * direction))
        is_scaled = xp.logical_and(length > 0, step > 0)
        return x - lr * xp.where(is_scaled, length / step, xp.ones_like(length)) * direction, slots


@dataclass(frozen=True, kw_only=True)
class Adagrad(Optimizer):
    """Steps divided by the root of the sum of all squares of gradients."""

    lr: float = 1e-2
    lr_decay: float = 0.0
    initial_accumulator_value: float = 0.0
    eps: float = 1e-10
    kept: ClassVar[Sequence[str]] = ("sum",)

    def initial(self, name: str) -> float:
        del name
        return self.initial_accumulator_value

    def rule(self, x: Array, g: Array, slots: Slots, lr: Any, t: Array) -> tuple[Array, Slots]:
        g = _decayed(x, g, self.weight_decay)
        total = slots["sum"] + g * g
        rate = lr / (1 + (t - 1) * self.lr_decay)
        return x - rate * g / (xp.sqrt(total) + self.eps), {"sum": total}


@dataclass(frozen=True, kw_only=True)
class RMSprop(Optimizer):
    """Steps divided by the root of an average of squares of gradients, or of their variance."""

    lr: float = 1e-2
    alpha: float = 0.99
    eps: float = 1e-8
    momentum: float = 0.0
    centered: bool = False

    @property
    def slots(self) -> Sequence[str]:
        return ("square", *(("velocity",) if self.momentum else ()), *(("mean",) if self.centered else ()))

    def rule(self, x: Array, g: Array, slots: Slots, lr: Any, t: Array) -> tuple[Array, Slots]:
        del t
        g = _decayed(x, g, self.weight_decay)
        square = variance = _average(slots["square"], g * g, self.alpha)
        own = {"square": square}
        if self.centered:
            own["mean"] = _average(slots["mean"], g, self.alpha)
            variance = square - own["mean"] * own["mean"]
        direction = g / (xp.sqrt(variance) + self.eps)
        if self.momentum:
            direction = own["velocity"] = self.momentum * slots["velocity"] + direction
        return x - lr * direction, own


@dataclass(frozen=True, kw_only=True)
class Adadelta(Optimizer):
    """Steps whose unit is that of the parameter: the root of averages of squares of steps, over that of gradients."""

    lr: float = 1.0
    rho: float = 0.9
    eps: float = 1e-6
    kept: ClassVar[Sequence[str]] = ("square", "delta")

    def rule(self, x: Array, g: Array, slots: Slots, lr: Any, t: Array) -> tuple[Array, Slots]:
        del t
        g = _decayed(x, g, self.weight_decay)
        square = _average(slots["square"], g * g, self.rho)
        step = xp.sqrt(slots["delta"] + self.eps) / xp.sqrt(square + self.eps) * g
        delta = _average(slots["delta"], step * step, self.rho)
        return x - lr * step, {"square": square, "delta": delta}
