"""Simplifications of graph ops preserve the results: FileCheck tests of canonicalization, and random chains, are run
before and after it.
"""

from __future__ import annotations

import itertools
import math
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import dlc
from dlc.dialects.func import FuncOp
from dlc.dialects.graph.tensors import shape_of_type
from dlc.interp.conversion import dtype_of
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import TensorType
from dlc.ir.operations import Operation
from dlc.ir.sizes import substitute
from support.drawn_graph_chains import chains
from support.programs import assert_valid, module_of, new_context
from support.properties import examples
from support.run_lines import ROOT

FOLDER = ROOT / "tests" / "filecheck" / "dialects" / "graph"
PARTS = [
    pytest.param(part, id=f"{topic}-{number}")
    for topic in ("movement", "slicing", "combining")
    for number, part in enumerate(
        re.split(r"(?m)^// -----", (FOLDER / f"canonicalize_{topic}.mlir").read_text(encoding="utf-8"))
    )
]


STOPPING = (
    "contradiction_is_left",
    "contradictions_are_left",
    "may_be_repeated",
    "the_type_says_the_sizes",
    "what_stops_is_left",
)
"""Functions that stop, whatever the sizes, or need sizes that fit numbers among their arguments."""


def argument(type: Type, names: dict[str, int], unknown: int, seed: int) -> Any:
    """Some elements for an argument, with this size wherever the type says none."""
    assert isinstance(type, TensorType)
    dims = [substitute(dim, names) for dim in shape_of_type(type)]
    shape = [dim if isinstance(dim, int) else unknown for dim in dims]
    numbers = np.random.default_rng(seed).integers(0, 5, shape)
    return numbers.astype(dtype_of(type.element_type))


def outcome(module: Operation, name: str, arguments: list[Any]) -> list[Any] | None:
    """The results of a function; `None` if it stops."""
    try:
        return Interpreter(module).run(name, *arguments)
    except InterpreterError:
        return None


@pytest.mark.parametrize("part", PARTS)
def test_canonicalization_keeps_the_meaning(part: str) -> None:
    context = new_context()
    before, after = module_of(part), module_of(part, context)
    dlc.run_pipeline(after, "canonicalize", context=context)
    assert_valid(after)
    for function in before.walk():
        if isinstance(function, FuncOp) and "dense_resource" not in str(function):
            compare(before, after, function)


def compare(before: Operation, after: Operation, function: FuncOp) -> None:
    """Compare results; after undefined behavior, anything is allowed."""
    name, ran = function.sym_name.value, False
    for size, unknown in itertools.product((6, 4, 24), (4, 1, 6)):
        types = enumerate(function.type.inputs)
        arguments = [argument(type, {"n": size}, unknown, seed) for seed, type in types]
        expected = outcome(before, name, arguments)
        if expected is None:
            continue
        actual = outcome(after, name, arguments)
        assert actual is not None, f"@{name} stops"
        ran = True
        for got, wanted in zip(actual, expected, strict=True):
            np.testing.assert_array_equal(got, wanted, err_msg=name)
    assert ran or name in STOPPING, f"@{name} never runs"


@given(chains())
@examples(200)
def test_chains_mean_the_same(drawn: tuple[str, tuple[int, ...]]) -> None:
    """Chains mean the same before and after canonicalization, and lowered."""
    text, shape = drawn
    x = np.arange(math.prod(shape), dtype=np.int32).reshape(shape)
    expected = Interpreter(module_of(text)).run("main", x)
    for pipeline in ("canonicalize", "graph-to-tensor", "canonicalize,graph-to-tensor"):
        context = new_context()
        module = module_of(text, context)
        dlc.run_pipeline(module, pipeline, context=context)
        assert_valid(module)
        for got, wanted in zip(Interpreter(module).run("main", x), expected, strict=True):
            np.testing.assert_array_equal(got, wanted)
