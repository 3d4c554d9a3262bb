"""Some cases of `onnx.backend.test` for many ops; `make conformance-onnx` runs all of them."""

from __future__ import annotations

import importlib
import warnings
from typing import Any

import pytest

pytest.importorskip("onnx", reason="the extra 'onnx' is not installed")

from onnx.backend.test.case import node as onnx_nodes

from support.onnx_cases import case_of, problem_with

FILES = (
    *("add", "argmax", "bitshift", "cast", "celu", "clip", "compress", "concat"),
    *("conv", "convtranspose", "cumsum", "depthtospace", "dequantizelinear", "einsum", "expand", "gather"),
    *("gathernd", "gemm", "gridsample", "gru", "hardmax", "layernormalization", "loop", "lstm", "matmul"),
    *("nonmaxsuppression", "onehot", "optionalhaselement", "pad", "qlinearmatmul", "quantizelinear"),
    *("reducemean", "reshape", "resize", "reversesequence", "rnn", "roialign", "scatternd", "sequenceinsert"),
    *("slice", "softmax", "split", "tile", "topk", "trilu", "unique", "unsqueeze", "where"),
)
MOST_CASES = 2
"""The maximum number of cases of one op that run here."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", FILES)
def test_first_cases_of(name: str) -> None:
    cases = _cases_of(name)
    assert cases, name
    for test in cases[:MOST_CASES]:
        case = case_of(test)
        assert case is not None
        assert problem_with(case) == "", test.name


def _cases_of(name: str) -> list[Any]:
    """Return the cases that a file of the package makes, but for those of expanded functions."""
    before = len(onnx_nodes._NodeTestCases)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        importlib.import_module(f"onnx.backend.test.case.node.{name}")
    return [test for test in onnx_nodes._NodeTestCases[before:] if not test.name.endswith("_expanded")]
