"""Ops of TOSA give what MLIR's lowering of them to `linalg` gives, or a reason stands beside the case why not."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import dlc
from conformance.corpus import MLIR_OPT, run_mlir_opt
from dlc.interp.interpreter import Interpreter
from support.tosa_case import differences, function_name, text_of
from support.tosa_cases import CASES
from support.tosa_networks import classifier, encoder

PIPELINE = (
    "builtin.module(func.func(tosa-optional-decompositions,canonicalize,tosa-infer-shapes,tosa-make-broadcastable,"
    "tosa-to-linalg-named,canonicalize,tosa-layerwise-constant-fold,tosa-make-broadcastable,tosa-to-linalg,"
    "tosa-to-tensor,tosa-to-scf,tosa-to-arith{include-apply-rescale=true},canonicalize))"
)
COMPARED = {name: case for name, case in CASES.items() if not case.mlir}
pytestmark = pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-22 is not installed")


def lowered(text: str) -> Interpreter:
    """Return what runs a program that mlir-opt has lowered."""
    printed = run_mlir_opt(text, f"--pass-pipeline={PIPELINE}")
    assert printed.status == 0, printed.errors
    return Interpreter(dlc.parse(printed.output))


@cache
def cases_by_mlir() -> Interpreter:
    return lowered(text_of(COMPARED))


@pytest.mark.parametrize("name", COMPARED)
@np.errstate(all="ignore")
def test_results_are_those_of_mlir(name: str) -> None:
    case = COMPARED[name]
    arrays = case.arrays(0)
    [theirs] = cases_by_mlir().run(function_name(name), *arrays)
    assert differences(case, theirs, case.wanted(*arrays)) == ""


def test_networks_are_those_of_mlir() -> None:
    [integers] = lowered(classifier().text).run("main", classifier().source)
    assert np.array_equal(integers, classifier().wanted)
    [floats] = lowered(encoder().text).run("main", encoder().source)
    assert np.allclose(floats, encoder().wanted, atol=1e-5)
