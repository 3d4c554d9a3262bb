"""FX graphs divided into parts that are compiled and nodes that run in eager PyTorch.

What cannot be imported, random numbers among it, stays as it is; the nodes between are put into as few parts as there
can be without a part waiting for its own results.
"""

from __future__ import annotations

import importlib
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from .importer import GraphImporter, Imported
from .installed import torch
from .problems import Problem

_partitioner: Any = importlib.import_module("torch.fx.passes.infra.partitioner")
_lazy_modules: Any = importlib.import_module("torch.fx._lazy_graph_module")
_support: Any = importlib.import_module("torch.fx.passes.operator_support")


class Part(NamedTuple):
    """A part of a graph."""

    imported: Imported
    placeholders: list[Any]
    """The placeholders of the part, in the order of its arguments."""
    returns_one: bool
    """Whether its result is a tensor and not a tuple."""


Compile = Callable[[Part], Callable[..., Any]]


class Divided(NamedTuple):
    """A graph whose parts are compiled."""

    graph_module: Any
    problems: list[Problem]
    """The nodes that run in eager PyTorch, and why."""


def divided(graph_module: Any, compile: Compile, constants: Mapping[str, Any] | None = None) -> Divided:
    """Compile all parts of a graph that can be; `constants` are tensors for placeholders by name."""
    importer = GraphImporter(constants)
    importer.run(graph_module.graph, graph_module)
    problems = {node: problem for node, problem in importer.failures.items() if node.op == "call_function"}
    shown = _views_of_results(graph_module.graph)
    computed = {node for node in graph_module.graph.nodes if node not in shown and _is_computed(node, problems)}
    # Constants are inputs of parts under their own names, so a part finds them by name as the whole graph does.
    support = _Support(computed)
    partitioner = _partitioner.CapabilityBasedPartitioner(graph_module, support, allows_single_node_partition=True)
    fused = partitioner.fuse_partitions(partitioner.propose_partitions())
    for node in list(fused.graph.nodes):
        if node.op == "call_module" and node.target.startswith("fused_"):
            _replace(fused, node, compile, constants or {})
    fused.delete_all_unused_submodules()
    fused.graph.lint()
    fused.recompile()
    _lazy_modules._LazyGraphModule.force_recompile(fused)  # now, and not in each call
    return Divided(fused, list(problems.values()))


def _is_computed(node: Any, problems: Mapping[Any, Problem]) -> bool:
    """Return whether a node is part of what is compiled."""
    if node.op != "call_function" or node in problems:
        return False
    if node.target is operator.getitem:
        return _is_computed(node.args[0], problems)
    value = node.meta.get("val")
    return isinstance(value, (torch.Tensor, tuple, list))


def _views_of_results(graph: Any) -> set[Any]:
    """Return the nodes that only show a result in another way; in eager PyTorch they share its memory, as they must."""
    views: set[Any] = set()
    for node in reversed(graph.nodes):
        is_last = bool(node.users) and all(user.op == "output" or user in views for user in node.users)
        if is_last and (_is_view(node) or (node.target is operator.getitem and _is_view(node.args[0]))):
            views.add(node)
    return views


def _is_view(node: Any) -> bool:
    """Return whether the results of a node share the memory of an argument."""
    schema = getattr(node.target, "_schema", None) if node.op == "call_function" else None
    return schema is not None and any(each.alias_info is not None for each in schema.returns)


class _Support(_support.OperatorSupportBase):
    def __init__(self, computed: set[Any]) -> None:
        self._names = {node.name for node in computed}

    def is_node_supported(self, _submodules: Any, node: Any) -> bool:
        return node.name in self._names


def _replace(graph_module: Any, node: Any, compile: Compile, constants: Mapping[str, Any]) -> None:
    """Replace the call of a submodule by a call of the compiled part."""
    inner = graph_module.get_submodule(node.target)
    own = [each for each in inner.graph.nodes if each.op == "placeholder"]
    outside = dict(zip(own, node.args, strict=True))
    known = {each.name: constants[given.name] for each, given in outside.items() if given.name in constants}
    imported = GraphImporter(known).run(inner.graph, inner)
    if imported is None:
        return
    output = next(each for each in inner.graph.nodes if each.op == "output")
    kept = [each for each in own if each.name not in known]
    part = compile(Part(imported, kept, not isinstance(output.args[0], (tuple, list))))
    node.op, node.target = "call_function", part
    node.args = tuple(outside[each] for each in kept)


def failures_by_op(problems: list[Problem]) -> Iterator[Problem]:
    """Yield the first problem of each op."""
    named: set[str] = set()
    for problem in problems:
        if problem.op not in named:
            named.add(problem.op)
            yield problem
