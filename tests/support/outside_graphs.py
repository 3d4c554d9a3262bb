"""Graphs of a value and its own reductions, put back in any place, judged by numpy in float64.

    program = draw_reductions(Random(7), "f0")

Dimensions have the same size, so that a recognizer that confuses two axes is found out; reductions come back by
reshapes, transposes and broadcasts, to their own axes or others, with functions of each element in between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from .outside_programs import Call, Program

Array = Any
SIZE = 3
LARGEST_EXPONENT = 10.0
BETWEEN: Mapping[str, Callable[[Array], Array]] = {
    "sqrt": lambda x: np.sqrt(np.abs(x)),
    "log": lambda x: np.log(np.abs(x)),
    "neg": np.negative,
    "rsqrt": lambda x: 1 / np.sqrt(np.abs(x)),
    "reciprocal": lambda x: 1 / x,
}
REDUCE: Mapping[str, Callable[..., Array]] = {"sum": np.sum, "mean": np.mean, "max": np.max}
COMBINE: Mapping[str, Callable[[Array, Array], Array]] = {"div": np.divide, "mul": np.multiply, "sub": np.subtract}


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.count = 0

    def type(self, array: Array) -> str:
        return f"tensor<{''.join(f'{size}x' for size in array.shape)}f32>"

    def op(self, text: str, array: Array, written: str = "") -> tuple[str, Array]:
        """Write an op whose result is an array; `written` is its type, if not that of the array alone."""
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"  {name} = graph.{text} : {written or self.type(array)}")
        return name, array

    def splat(self, number: float, like: Array) -> str:
        return self.op(f"constant dense<{number}>", like)[0]

    def moved(self, text: str, value: Array, after: Array) -> tuple[str, Array]:
        return self.op(text, after, f"{self.type(value)} -> {self.type(after)}")


def draw_reductions(random: Random, name: str) -> Program:
    """A function of one tensor, and a call; what rounding changes much, as the log of nearly 0, is not judged."""
    seed = random.getrandbits(32)
    with np.errstate(all="ignore"):
        text, argument, wanted = _drawn(Random(seed), name, np.float64)
        same_text, _, rounded = _drawn(Random(seed), name, np.float32)
        is_judged = (same_text == text) & (np.abs(wanted - rounded) <= 1e-5 * (1 + np.abs(wanted)))
    given = argument.astype(np.float32)
    judge = partial(_difference, np.where(is_judged, wanted, np.nan))
    return Program(name, text, [Call([given], lambda _, results: judge(np.asarray(results[0])))])


def _drawn(random: Random, function: str, dtype: Any) -> tuple[str, Array, Array]:
    writer, rank = _Writer(random), random.choice((2, 2, 3))
    x = np.random.default_rng(random.getrandbits(32)).uniform(0.5, 2, (SIZE,) * rank).astype(np.float32).astype(dtype)
    name, value = "%x", x
    for _ in range(random.randint(1, 2)):
        name, value = _with_own_reduction(writer, name, value)
    head = f"func.func @{function}(%x: {writer.type(x)}) -> {writer.type(value)} {{"
    text = "\n".join([head, *writer.lines, f"  return {name} : {writer.type(value)}", "}"])
    return text, x, value


class Recipe(NamedTuple):
    """The choices of a trial; `None` is random."""

    exp: bool | None = None
    square: bool | None = None
    kind: str | None = None
    epsilon: bool | None = None
    between: Sequence[str] | None = None
    combine: str | None = None


RECIPES = (
    Recipe(exp=True, square=False, kind="sum", epsilon=False, between=(), combine="div"),
    Recipe(exp=False, square=True, kind="mean", epsilon=True, between=("sqrt",), combine="div"),
    Recipe(exp=False, square=True, kind="mean", epsilon=True, between=("rsqrt",), combine="mul"),
    Recipe(exp=False, square=False, kind="mean", epsilon=False, between=(), combine="sub"),
    *[Recipe()] * 2,
)
"""Softmax, norms, what is centred, and anything."""


def _with_own_reduction(writer: _Writer, name: str, value: Array) -> tuple[str, Array]:
    random = writer.random
    recipe: Recipe = random.choice(RECIPES)
    if _chosen(recipe.exp, 0.3, random) and value.max() < LARGEST_EXPONENT:
        name, value = writer.op(f"exp {name}", np.exp(value))
    source, reduced = name, value
    if _chosen(recipe.square, 0.5, random):
        source, reduced = writer.op(f"mul {name}, {name}", value * value)
    axis, kind, keeps = random.randrange(value.ndim), recipe.kind or random.choice([*REDUCE]), random.random() < 0.5
    after = REDUCE[kind](reduced, axis=axis, keepdims=keeps)
    keep = " keep_dims" if keeps else ""
    part, reduced = writer.moved(f"reduce <{kind}> {source}, [{axis}]{keep}", reduced, after)
    part, reduced = _changed(writer, part, reduced, recipe)
    part, reduced = _put_back(writer, part, reduced, value)
    combine = recipe.combine or random.choice([*COMBINE])
    return writer.op(f"{combine} {name}, {part}", COMBINE[combine](value, reduced))


def _chosen(wanted: bool | None, probability: float, random: Random) -> bool:
    return random.random() < probability if wanted is None else wanted


def _changed(writer: _Writer, name: str, value: Array, recipe: Recipe) -> tuple[str, Array]:
    """Functions of each element, such as the root of a sum with a small number."""
    random = writer.random
    if _chosen(recipe.epsilon, 0.5, random):
        epsilon = random.choice((0.125, 1.0))
        name, value = writer.op(f"add {name}, {writer.splat(epsilon, value)}", value + epsilon)
    kinds = random.choices([*BETWEEN], k=random.choice((0, 1, 1, 2))) if recipe.between is None else recipe.between
    for kind in kinds:
        if recipe.between is None and kind in ("sqrt", "rsqrt", "log"):
            name, value = writer.op(f"abs {name}", np.abs(value))
        name, value = writer.op(f"{kind} {name}", BETWEEN[kind](value))
    return name, value


def _put_back(writer: _Writer, name: str, value: Array, like: Array) -> tuple[str, Array]:
    """A value repeated to the sizes of another one, along any of its axes."""
    random = writer.random
    if random.random() < 0.6:
        ones = [1] * random.randint(0, like.ndim - sum(size != 1 for size in value.shape))
        shape = [size for size in value.shape if size != 1] + ones
        shape = shape[: like.ndim]
        random.shuffle(shape)
        name, value = writer.moved(f"reshape {name}", value, value.reshape(shape))
    if value.ndim > 1 and random.random() < 0.3:
        order = random.sample(range(value.ndim), value.ndim)
        name, value = writer.moved(f"transpose {name}, {order}", value, value.transpose(order))
    dims = sorted(random.sample(range(like.ndim), value.ndim))
    wide = [value.shape[dims.index(dim)] if dim in dims else 1 for dim in range(like.ndim)]
    return writer.moved(f"broadcast {name}, {dims}", value, np.broadcast_to(value.reshape(wide), like.shape))


def _difference(wanted: Array, actual: Array) -> str | None:
    """Return how a result differs from the expected one; infinities and NaN match anything of that kind."""
    with np.errstate(all="ignore"):
        near = np.abs(actual.astype(np.float64) - wanted) <= 1e-4 * (1 + np.abs(wanted))
        odd = ~np.isfinite(wanted) | (np.abs(wanted) > 1e6)
    wrong = ~(near | odd)
    if not wrong.any():
        return None
    place = tuple(int(part[0]) for part in np.nonzero(wrong))
    return f"{actual[place]} at {list(place)} is not {wanted[place]}"
