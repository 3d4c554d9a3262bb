"""Gradients against finite differences: of programs whose floats are f64, by the interpreter.

A direction is drawn for the arguments, and weights for the results. What the gradients say of the weighted sum of the
results in that direction is compared with a difference of two runs. Where the function has a step or a corner nearby,
differences of two widths disagree, and nothing is compared.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

import dlc
from dlc.dialects.func import FuncOp
from dlc.dialects.graph.tensors import element_of, tensor_of
from dlc.interp.interpreter import Interpreter
from dlc.ir.builtin_types import FloatType, f64
from dlc.ir.errors import DlcError
from dlc.ir.operations import Operation
from dlc.ir.sizes import Size
from dlc.ir.symbol_table import SymbolTable
from dlc.ir.values import Value

from .drawn_graph_ops import draw_kind
from .drawn_graphs import GraphDrawer, GraphOptions, Unfit

STEP = 1e-5
TRIES = 20
Arrays = list[np.ndarray[Any, Any]]


def drawn_program(
    seed: int, kind: type[Operation], others: Sequence[type[Operation]] = ()
) -> tuple[str, Arrays] | None:
    """Return the text of a program with an op of a kind, all of whose floats are f64, and arguments for it."""
    random = Random(seed)
    for _ in range(TRIES):
        drawer = GraphDrawer(random, GraphOptions(kinds=[kind, *others], worlds=1, specials=0, symbolic=0.3, deepest=1))
        try:
            for name in drawer.names:
                drawer.argument(tensor_of((Size.named(name),), f64))
            draw_kind(drawer, kind)
        except (Unfit, DlcError):
            continue
        results = [value for value in drawer.pool if value.defining_op is not None and is_float(value)]
        if not results or not any(is_float(argument) for argument in drawer.function.entry.args):
            continue
        drawer.finish()
        text = re.sub(r"(?<![a-wyz])(f32|f16|bf16)\b", "f64", str(drawer.module))
        arrays = [np.asarray(array) for array in drawer.worlds[0].arguments]
        normal = np.random.default_rng(seed).normal
        floats = [is_float(argument) for argument in drawer.function.entry.args]
        return text, [
            normal(size=array.shape) * 2 if float_ else array for array, float_ in zip(arrays, floats, strict=True)
        ]
    return None


def is_float(value: Value) -> bool:
    """Return whether a tensor's elements are floats."""
    return isinstance(element_of(value), FloatType)


def check_gradients(text: str, arguments: Arrays, seed: int, name: str = "main") -> bool:
    """Compare the gradients of a program with differences. Return whether there was anything to compare."""
    module = dlc.parse(text)
    dlc.run_pipeline(module, f"graph-grad{{function={name} seeded=true}}")
    dlc.verify(module)
    trial = _Trial(module, name, arguments, seed)
    expected = trial.difference()
    if expected is None:
        return False
    along = trial.along_gradients()
    assert np.isclose(along, expected, rtol=1e-4, atol=1e-4), f"{along} != {expected}\n{text}\n{arguments}"
    return True


class _Trial:
    """A program with its gradient function, a direction for the arguments, and weights for the results."""

    def __init__(self, module: Operation, name: str, arguments: Arrays, seed: int) -> None:
        function = SymbolTable(module).lookup(name)
        assert isinstance(function, FuncOp)
        assert function.entry.last is not None
        self.name = name
        self.arguments = arguments
        self.interpreter = Interpreter(module)
        self.is_weighted = list(map(is_float, function.entry.last.operands))
        random = np.random.default_rng(seed)
        self.directions: Arrays = [
            random.normal(size=array.shape) if is_float(argument) else np.zeros(array.shape, array.dtype)
            for array, argument in zip(arguments, function.entry.args, strict=True)
        ]
        self.are_floats = list(map(is_float, function.entry.args))
        self.weights: Arrays = [random.normal(size=each.shape) for each in self._results(0.0)]

    def _results(self, step: float) -> Arrays:
        """Return the float results, for arguments that are moved in the direction."""
        moved: Arrays = [
            array + step * direction if moves else array
            for array, direction, moves in zip(self.arguments, self.directions, self.are_floats, strict=True)
        ]
        results = self.interpreter.run(self.name, *moved)
        return [np.asarray(each) for each, counts in zip(results, self.is_weighted, strict=True) if counts]

    def _weighted(self, step: float) -> float:
        return sum(float((w * each).sum()) for w, each in zip(self.weights, self._results(step), strict=True))

    def difference(self) -> float | None:
        """Return the derivative in the direction by differences, if those of several widths agree."""
        steps = (-2 * STEP, -STEP, 0.0, STEP, 2 * STEP)
        before, left, middle, right, behind = map(self._weighted, steps)
        wide, narrow = (behind - before) / (4 * STEP), (right - left) / (2 * STEP)
        is_smooth = np.isclose(wide, narrow, rtol=1e-4, atol=1e-5)
        has_corner = not np.isclose(right - middle, middle - left, rtol=1e-2, atol=1e-2 * STEP)
        return narrow if np.isfinite(narrow) and is_smooth and not has_corner else None

    def along_gradients(self) -> float:
        """Return the derivative in the direction by the gradients."""
        gradients = self.interpreter.run(f"{self.name}_grad", *self.arguments, *self.weights)
        moved = [each for each, moves in zip(self.directions, self.are_floats, strict=True) if moves]
        pairs = zip(gradients, moved, strict=True)
        return sum(float((np.asarray(gradient) * direction).sum()) for gradient, direction in pairs)
