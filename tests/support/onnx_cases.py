"""The test cases of `onnx.backend.test`: which there are, and whether dlc computes what they expect.

Each case is compiled by the whole compiler, called with the arrays of the case, and compared within its tolerances.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.backend.test import loader

import dlc
from dlc.frontends.onnx import ModelProgram, load_model

BF16_RTOL = 2**-6
"""The tolerance of bfloat16 in the runner of `onnx.backend.test`: two units in the last place."""
KINDS = ("node", "simple", "pytorch-converted", "pytorch-operator", "real")


class Case(NamedTuple):
    """One model with its inputs and expected outputs."""

    kind: str
    name: str
    model: Any
    """A proto, or the path of a file."""
    data: Sequence[tuple[Sequence[Any], Sequence[Any]]]
    rtol: float
    atol: float


class Outcome(NamedTuple):
    """The outcome of one case."""

    name: str
    op: str
    problem: str
    """Empty if the case passed."""


@cache
def cases() -> dict[str, Case]:
    """Return all cases that need no download, by kind and name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tests = [test for kind in KINDS for test in loader.load_model_tests(kind=kind)]
    return {f"{test.kind}/{test.name}": case for test in tests if (case := case_of(test)) is not None}


def case_of(test: Any) -> Case | None:
    if test.model is not None:
        data = [([*inputs], [*outputs]) for inputs, outputs in test.data_sets]
        return Case(test.kind, test.name, test.model, data, test.rtol, test.atol)
    if test.model_dir is not None:
        return Case(test.kind, test.name, Path(test.model_dir) / "model.onnx", (), test.rtol, test.atol)
    path = Path(onnx.__file__).parent.parent / str(test.url)  # a network that is installed, with weights of one number
    return Case(test.kind, test.name, path, (), test.rtol, test.atol) if path.exists() else None


def data_of(case: Case) -> Iterator[tuple[list[Any], list[Any]]]:
    """Iterate over inputs and expected outputs of a case."""
    for inputs, outputs in case.data:
        yield [_plain(each) for each in inputs], [_plain(each) for each in outputs]
    if isinstance(case.model, Path):
        model = onnx.load(case.model)
        expected = case.model.with_name(f"{case.model.stem}_output_0.pb")
        if expected.exists():
            yield [_ramp(model)], [_array(expected, model.graph.output[0])]
        for folder in sorted(case.model.parent.glob("test_data_set_*")):
            yield _arrays(folder, "input", model.graph.input), _arrays(folder, "output", model.graph.output)


def _plain(value: Any) -> Any:
    """Return a tensor as an array."""
    return numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value


def _ramp(model: Any) -> Any:
    """Return the input of an installed network: numbers from 0 to 1 in row-major order."""
    initialized = {each.name for each in model.graph.initializer}
    [info] = [each for each in model.graph.input if each.name not in initialized]
    shape = [dim.dim_value or 1 for dim in info.type.tensor_type.shape.dim]
    count = int(np.prod(shape))
    return (np.arange(count).reshape(shape) / count).astype(np.float32)


def _arrays(folder: Path, kind: str, infos: Any) -> list[Any]:
    paths = [folder / f"{kind}_{number}.pb" for number in range(len(infos))]
    return [_array(path, info) for path, info in zip(paths, infos, strict=True) if path.exists()]


def _array(path: Path, info: Any) -> Any:
    kind = info.type.WhichOneof("value")
    if kind == "sequence_type":
        sequence = onnx.SequenceProto()
        sequence.ParseFromString(path.read_bytes())
        return numpy_helper.to_list(sequence)
    if kind == "optional_type":
        optional = onnx.OptionalProto()
        optional.ParseFromString(path.read_bytes())
        return numpy_helper.to_optional(optional)
    tensor = onnx.TensorProto()
    tensor.ParseFromString(path.read_bytes())
    return numpy_helper.to_array(tensor)


def outcome(key: str, level: int = 0) -> Outcome:
    """Return whether a case passes when it is compiled at a level."""
    case = cases()[key]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Outcome(key, op_of(case), problem_with(case, level))


def compiled(source: Any, level: int = 0) -> Any:
    """Return a model as something that can be called."""
    loaded = load_model(source, lambda module: dlc.compile(module, level=level, threads=1, remarks=False))
    if isinstance(loaded, ModelProgram):
        return loaded
    return dlc.compile(loaded, level=level, threads=1, remarks=False)


def problem_with(case: Case, level: int = 0) -> str:
    """Return why a case fails, or nothing."""
    source = case.model if not isinstance(case.model, Path) else os.fspath(case.model)
    try:
        executable = compiled(source, level)
        for inputs, expected in data_of(case):
            results = executable(*inputs)
            problem = difference(results, expected, case)
            if problem:
                return problem
    except Exception as error:  # noqa: BLE001 (whatever goes wrong is an outcome)
        return f"{type(error).__name__}: {error}"
    return ""


def op_of(case: Case) -> str:
    """Return the op that a case is about: that of its last node or of its function, or the name of a whole model."""
    if case.kind == "real":
        return "whole models"
    model = case.model if not isinstance(case.model, Path) else onnx.load(case.model)
    if "_expanded" in case.name:  # the names of values in a function begin with those of the op and the case
        names = (name for node in model.graph.node for name in node.output)
        return next((name.partition("_test_")[0] for name in names if "_test_" in name), "expanded functions")
    return model.graph.node[-1].op_type if model.graph.node else "nothing"


def difference(results: Any, expected: Sequence[Any], case: Case) -> str:
    """Return what is wrong with results, or nothing."""
    listed = [results] if len(expected) == 1 else list(results)
    if len(listed) != len(expected):
        return f"expected {len(expected)} results, but got {len(listed)}"
    for number, (result, wanted) in enumerate(zip(listed, expected, strict=True)):
        problem = _difference(result, wanted, case)
        if problem:
            return f"result {number}: {problem}"
    return ""


def _difference(result: Any, wanted: Any, case: Case) -> str:
    if wanted is None or result is None:
        return "" if wanted is result else f"expected {wanted}, but got {result}"
    if isinstance(wanted, list):
        if not isinstance(result, (list, tuple)) or len(result) != len(wanted):
            return f"expected {len(wanted)} elements, but got {result!r:.60}"
        return next(filter(None, (_difference(r, w, case) for r, w in zip(result, wanted, strict=True))), "")
    result, wanted = np.asarray(result), np.asarray(wanted)
    if result.shape != wanted.shape:
        return f"expected shape {wanted.shape}, but got {result.shape}"
    if wanted.dtype.kind in "OUS":
        return "" if [*result.reshape(-1)] == [*wanted.reshape(-1)] else "strings differ"
    if result.dtype != wanted.dtype:
        return f"expected elements of {wanted.dtype}, but got {result.dtype}"
    if wanted.dtype.kind in "iub":
        return "" if np.array_equal(result, wanted) else _largest(result, wanted)
    wide = (result.astype(np.float64), wanted.astype(np.float64))
    rtol = max(case.rtol, BF16_RTOL) if wanted.dtype.name == "bfloat16" else case.rtol
    return "" if np.allclose(*wide, rtol=rtol, atol=case.atol, equal_nan=True) else _largest(*wide)


def _largest(result: Any, wanted: Any) -> str:
    with np.errstate(all="ignore"):
        error = np.abs(result.astype(np.float64) - wanted.astype(np.float64))
    at = np.unravel_index(int(np.nanargmax(error)), error.shape) if error.size and not np.isnan(error).all() else ()
    return f"expected {wanted[at]!s:.60}, but got {result[at]!s:.60}"
