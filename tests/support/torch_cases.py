"""Samples of `torch.testing._internal`'s OpInfos, traced to ATen, compiled whole and compared with eager PyTorch."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import dlc
from dlc.frontends.torch.decompositions import decompositions
from dlc.frontends.torch.importer import Argument, GraphImporter
from dlc.frontends.torch.installed import torch

DTYPES = {"float32": 4, "int64": 2, "int32": 1, "uint8": 1, "complex64": 2}
"""The number of samples of each op by element type."""
MOST_SAMPLES = 64
"""The maximum number of samples that some are chosen from."""
TOLERANCES = {"rtol": 1e-4, "atol": 2e-5}
RANDOM = (
    "empty",
    "bernoulli",
    "rand",
    "normal",
    "dropout",
    "multinomial",
    "uniform",
    "exponential",
    "cauchy",
    "geometric",
)

OPEN = {"topk": 1, "sort": 1, "argsort": 0, "kthvalue": 1, "median": 1, "mode": 1}
"""The number of results that are determined; which one of equal elements is found is open."""
WITHOUT_SIGNS = ("linalg.eigh", "linalg.svd", "svd")
"""OpInfos of vectors whose signs are open. Each sample has a function of the results that does not depend on them."""

SKIPPED, FALLBACK, FAILED, PASSED = "skipped", "fallback", "failed", "passed"


class Outcome(NamedTuple):
    """The result of one sample."""

    name: str
    dtype: str
    kind: str
    """One of the four words above: a skipped sample has no graph of tensors, one of fallbacks no compiled graph."""
    reason: str = ""
    ops: tuple[str, ...] = ()
    """The ops that were compiled."""


@cache
def op_infos() -> dict[str, Any]:
    """Return the OpInfos by name."""
    database = importlib.import_module("torch.testing._internal.common_methods_invocations")
    return {".".join(filter(None, (each.name, each.variant_test_name))): each for each in database.op_db}


def outcomes_of(name: str, level: int = 0) -> list[Outcome]:
    """Return what became of the chosen samples of an OpInfo."""
    info = op_infos()[name]
    outcomes: list[Outcome] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for dtype, count in DTYPES.items():
            if getattr(torch, dtype) in info.supported_dtypes("cpu"):
                outcomes += [_outcome(info, name, dtype, sample, level) for sample in _samples(info, dtype, count)]
    return outcomes


def _samples(info: Any, dtype: str, count: int) -> Iterator[Any]:
    """Yield some samples, spread over all that there are."""
    torch.manual_seed(0)
    try:
        every = list(islice(info.sample_inputs("cpu", getattr(torch, dtype)), MOST_SAMPLES))
    except Exception:  # noqa: BLE001 (samples of other devices, or that need other packages)
        return
    step = max(1, len(every) // count)
    yield from every[::step][:count]


def _outcome(info: Any, name: str, dtype: str, sample: Any, level: int) -> Outcome:
    tree = (sample.input, sample.args, sample.kwargs)
    leaves, spec = torch.utils._pytree.tree_flatten(tree)
    places = [number for number, each in enumerate(leaves) if isinstance(each, torch.Tensor)]
    tensors = [leaves[place].detach().clone() for place in places]

    def function(*given: Any) -> Any:
        filled = list(leaves)
        for place, tensor in zip(places, given, strict=True):
            filled[place] = tensor
        first, args, kwargs = torch.utils._pytree.tree_unflatten(filled, spec)
        result = info.op(first, *args, **kwargs)
        if name in WITHOUT_SIGNS:
            result = sample.output_process_fn_grad(result)
        return [each for each in torch.utils._pytree.tree_leaves(result) if isinstance(each, torch.Tensor)]

    try:
        expected = function(*[each.clone() for each in tensors])
        traced = _traced(function, tensors)
    except Exception as error:  # noqa: BLE001 (whatever tracing says)
        return Outcome(name, dtype, SKIPPED, f"{type(error).__name__}: {error}".split("\n")[0][:200])
    return _compared(name, dtype, traced, tensors, expected, level)


def _traced(function: Any, tensors: list[Any]) -> Any:
    make_fx = importlib.import_module("torch.fx.experimental.proxy_tensor").make_fx
    graph_module = function
    for _ in range(2):  # decompositions may write in place as well
        functional = torch.func.functionalize(graph_module, remove="mutations")
        graph_module = make_fx(functional, decompositions(), tracing_mode="fake")(*tensors)
    graph_module.graph.eliminate_dead_code()
    output = next(node for node in graph_module.graph.nodes if node.op == "output")
    if not any(node.op == "call_function" for node in graph_module.graph.nodes) or not output.args[0]:
        raise ValueError("the graph has no ops")
    names = [str(node.target) for node in graph_module.graph.nodes if node.op == "call_function"]
    if any(word in each for each in names for word in RANDOM):
        raise ValueError("the graph has numbers that differ from run to run")
    return graph_module


def _compared(name: str, dtype: str, traced: Any, tensors: list[Any], expected: list[Any], level: int) -> Outcome:
    importer = GraphImporter()
    imported = importer.run(traced.graph, traced)
    if imported is None:
        problem = next(iter(importer.failures.values()))
        return Outcome(name, dtype, FALLBACK, f"{problem.op}: {problem.reason}"[:200])
    computed = next((each.placeholder for each in imported.arguments if not isinstance(each, Argument)), None)
    if computed is not None:
        return Outcome(name, dtype, FALLBACK, f"{computed.target}: Python computes a size with it")
    ops = tuple({str(node.target) for node in traced.graph.nodes if node.op == "call_function"})
    placeholders = [node for node in traced.graph.nodes if node.op == "placeholder"]
    given = dict(zip(placeholders, tensors, strict=True))
    try:
        executable = dlc.compile(imported.module, level=level, threads=1, cache=False, remarks=False)
        passed = (each for each in imported.arguments if isinstance(each, Argument))
        results = executable(*[each.layout.passed(given[each.placeholder]) for each in passed])
        results = list(results) if isinstance(results, (list, tuple)) else [results]
        for number, layout in enumerate(imported.results[: OPEN.get(name)]):
            given = torch.as_tensor(results[number])
            shown = layout.shown(given if given.numel() else given.new_empty(given.shape))
            torch.testing.assert_close(shown, expected[number], equal_nan=True, check_stride=False, **TOLERANCES)
    except Exception as error:  # noqa: BLE001 (every failure is an outcome)
        return Outcome(name, dtype, FAILED, f"{type(error).__name__}: {error}"[:300], ops)
    return Outcome(name, dtype, PASSED, ops=ops)


def core_ops() -> list[Any]:
    """Return the ops of ATen that PyTorch calls its core."""
    packets = (getattr(torch.ops.aten, name) for name in dir(torch.ops.aten))
    overloads = (getattr(each, name) for each in packets if hasattr(each, "overloads") for name in each.overloads())
    return [each for each in overloads if torch.Tag.core in each.tags]
