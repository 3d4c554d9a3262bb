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

import dlc
import numpy as np
from dlc.dialects.func import FuncOp
from dlc.dialects.graph.sizes import Size
from dlc.dialects.graph.tensors import element_of, tensor_of
from dlc.interp.interpreter import Interpreter
from dlc.ir.builtin_types import FloatType, f64
from dlc.ir.errors import DlcError
from dlc.ir.operations import Operation
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
    interpreter, random = Interpreter(module), np.random.default_rng(seed)
    function = next(op for op in module.block.ops if isinstance(op, FuncOp) and op.sym_name.value == name)
    moves = [is_float(argument) for argument in function.entry.args]
    results = [np.asarray(each) for each in interpreter.run(name, *arguments)]
    last = function.entry.last
    assert last is not None
    weights = [
        random.normal(size=each.shape) for each, value in zip(results, last.operands, strict=True) if is_float(value)
    ]
    directions = [
        random.normal(size=array.shape) if moved else None for array, moved in zip(arguments, moves, strict=True)
    ]

    def weighted(step: float) -> float:
        moved = [a if d is None else a + step * d for a, d in zip(arguments, directions, strict=True)]
        values = [np.asarray(each) for each in interpreter.run(name, *moved)]
        floats = [each for each, value in zip(values, last.operands, strict=True) if is_float(value)]
        return float(sum((w * each).sum() for w, each in zip(weights, floats, strict=True)))

    differences = [(weighted(STEP * k) - weighted(-STEP * k)) / (2 * STEP * k) for k in (1, 2)]
    sides = [(weighted(STEP * k) - weighted(0)) / (STEP * k) for k in (1, -1)]
    if not np.isfinite(differences).all() or not np.allclose(*differences, rtol=1e-4, atol=1e-5):
        return False
    if not np.allclose(*sides, rtol=1e-2, atol=1e-2):
        return False
    gradients = [np.asarray(each) for each in interpreter.run(f"{name}_grad", *arguments, *weights)]
    along = sum(float((g * d).sum()) for g, d in zip(gradients, [d for d in directions if d is not None], strict=True))
    assert np.isclose(along, differences[0], rtol=1e-4, atol=1e-4), f"{along} != {differences}\n{text}\n{arguments}"
    return True
