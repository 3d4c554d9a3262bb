"""FX graphs divided into parts that are compiled and nodes that run in eager PyTorch.

What cannot be imported, random numbers among it, stays as it is; the nodes between are put into as few parts as there
can be without a part waiting for its own results.
"""

from __future__ import annotations

import importlib
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from .importer import ASSERTIONS, GraphImporter, Imported, sizes_of
from .installed import torch
from .problems import Problem
from .registry import name_parts
from .symbolic import opaque_parts
from .views import bases_of, is_view, stride_bases

_partitioner: Any = importlib.import_module("torch.fx.passes.infra.partitioner")
_lazy_modules: Any = importlib.import_module("torch.fx._lazy_graph_module")
_guards: Any = importlib.import_module("torch._guards")
_random: Any = importlib.import_module("torch._prims.rng_prims")
_support: Any = importlib.import_module("torch.fx.passes.operator_support")


class Part(NamedTuple):
    """A part of a graph."""

    imported: Imported
    placeholders: list[Any]
    """The placeholders of the part, in the order of its arguments."""
    returns_one: bool
    """Whether its result is a tensor and not a tuple."""
    first: Any
    """The node that it begins with."""
    free: Set[int]
    """The positions of the results whose layout is free."""


Compile = Callable[[Part], "Callable[..., Any] | Problem"]
"""Returns a part as a compiled function, or why it must run in eager PyTorch."""


ORDER = "_behind"
"""The name under which a node uses the one before it, while a graph is divided."""


class Divided(NamedTuple):
    """A graph whose parts are compiled."""

    graph_module: Any
    problems: list[Problem]
    """The nodes that run in eager PyTorch, and why."""


def divided(
    graph_module: Any, compile: Compile, constants: Mapping[str, Any] | None = None, kept: Set[int] = frozenset()
) -> Divided:
    """Compile all parts of a graph that can be; `constants` are tensors for placeholders by name.

    The results at the positions `kept` are tensors that may have any layout.
    """
    _note_numbers_drawn_again(graph_module.graph)
    stride_bases(graph_module.graph)
    importer = GraphImporter(constants)
    importer.run(graph_module.graph, graph_module)
    failures = importer.failures.items()
    problems = {node: problem for node, problem in failures if _is_called(node) and not _is_size(node)}
    shown = _views_of_results(graph_module.graph)
    computed = {node for node in graph_module.graph.nodes if node not in shown and _is_computed(node, problems)}
    computed -= {base for node in problems if name_parts(node.target)[1] == "as_strided" for base in _views_seen(node)}
    computed -= {node for node in computed if _is_made_for_others(node, computed)}
    # Constants are inputs of parts under their own names, so a part finds them by name as the whole graph does.
    support = _Support(computed)
    partitioner = _partitioner.CapabilityBasedPartitioner(graph_module, support, allows_single_node_partition=True)
    _put_in_order([node for node in graph_module.graph.nodes if node not in computed and _has_effect(node)])
    fused = partitioner.fuse_partitions(partitioner.propose_partitions())
    _forget_order(fused.graph)
    _move_writes_to_the_end(fused.graph)
    in_eager = [problem for node, problem in problems.items() if not _only_checks(node)]
    for node in list(fused.graph.nodes):
        if node.op == "call_module" and node.target.startswith("fused_"):
            in_eager += _replace(fused, node, compile, constants or {}, kept)
    for node in fused.graph.find_nodes(op="get_attr"):
        if not node.users:  # a graph that is in a part now
            fused.graph.erase_node(node)
    fused.delete_all_unused_submodules()
    fused.graph.lint()
    fused.recompile()
    _lazy_modules._LazyGraphModule.force_recompile(fused)  # now, and not in each call
    return Divided(fused, in_eager)


def _only_checks(node: Any) -> bool:
    """Return whether a node computes nothing, and raises an error where it must."""
    with_effects = getattr(torch.ops.higher_order, "with_effects", None)
    return node.target is with_effects and name_parts(node.args[1])[1] in ASSERTIONS


def _traced(node: Any) -> Any:
    """Return what a node computes, as torch has traced it."""
    return node.meta["val"]


def _is_called(node: Any) -> bool:
    """Return whether a node calls an op; one that picks a result of another has the problems of that."""
    return node.op == "call_function" and node.target is not operator.getitem


def _note_numbers_drawn_again(graph: Any) -> None:
    """Note what nodes compute that draw random numbers a second time, for a checkpoint.

    PyTorch adds such nodes when it divides a graph for gradients, and does not say which tensors they give.
    """
    nodes = graph.find_nodes(op="call_function", target=_random.run_with_rng_state)
    if not nodes:
        return
    with _guards.detect_fake_mode([each.meta.get("val") for each in graph.nodes]):
        for node in nodes:
            draw, *given = torch.fx.node.map_arg(node.args[1:], _traced)
            node.meta.setdefault("val", draw(*given, **node.kwargs))


def _is_size(node: Any) -> bool:
    """Return whether a node computes a size or a number from sizes, which is always done in Python."""
    return isinstance(node.meta.get("val"), (torch.SymInt, torch.SymFloat, torch.SymBool, int, float))


def _is_computed(node: Any, problems: Mapping[Any, Problem]) -> bool:
    """Return whether a node is part of what is compiled."""
    if node.op != "call_function" or node in problems:
        return False
    if node.target is operator.getitem:
        return _is_computed(node.args[0], problems)
    value = node.meta.get("val")
    return isinstance(value, (torch.Tensor, tuple, list))


def _is_made_for_others(node: Any, computed: set[Any]) -> bool:
    """Return whether a node makes a tensor from sizes alone, and only what runs in eager PyTorch uses it."""
    is_used = any(user in computed or user.op == "output" for user in node.users)
    return not is_used and all(map(_is_size, node.all_input_nodes))


def _views_of_results(graph: Any) -> set[Any]:
    """Return the nodes that only show a result in another way; in eager PyTorch they share its memory, as they must."""
    views: set[Any] = set()
    for node in reversed(graph.nodes):
        is_last = bool(node.users) and all(user.op == "output" or user in views for user in node.users)
        if is_last and (is_view(node) or (node.target is operator.getitem and is_view(node.args[0]))):
            views.add(node)
    return views


def _views_seen(node: Any) -> Iterator[Any]:
    """Yield the views through which an op in eager PyTorch looks at memory; computed elsewhere, they have their own."""
    return (
        each for each in (node.args[0], *bases_of(node.args[0])) if is_view(each) or each.target is operator.getitem
    )


def _has_effect(node: Any) -> bool:
    """Return whether a node must stay in its place among others of the kind: it draws random numbers, or prints."""
    draws = node.target is _random.run_and_save_rng_state  # which PyTorch itself does not count among them
    return node.op == "call_function" and not _writes(node) and (draws or node.is_impure())


def _put_in_order(nodes: Sequence[Any]) -> None:
    """Let each of some nodes use the one before it, so that dividing and sorting the graph keeps their order."""
    for before, node in pairwise(nodes):
        node.kwargs = {**node.kwargs, ORDER: before}


def _forget_order(graph: Any) -> None:
    for node in graph.nodes:
        if ORDER in node.kwargs:
            node.kwargs = {key: each for key, each in node.kwargs.items() if key != ORDER}


def _writes(node: Any) -> bool:
    """Return whether a node writes to a tensor that it is given."""
    schema = getattr(node.target, "_schema", None) if node.op == "call_function" else None
    return schema is not None and schema.is_mutable


def _move_writes_to_the_end(graph: Any) -> None:
    """Let what writes to arguments come last, as in the graph that was given: no value is read behind it."""
    output = next(iter(reversed(graph.nodes)))
    for node in [each for each in graph.nodes if _writes(each)]:
        output.prepend(node)


class _Support(_support.OperatorSupportBase):
    def __init__(self, computed: set[Any]) -> None:
        self._names = {node.name for node in computed}

    def is_node_supported(self, _submodules: Any, node: Any) -> bool:
        return node.name in self._names


def _replace(
    graph_module: Any, node: Any, compile: Compile, constants: Mapping[str, Any], kept: Set[int]
) -> Iterable[Problem]:
    """Replace the call of a submodule by a call of the compiled part; return what prevents it."""
    inner = graph_module.get_submodule(node.target)
    _pass_opaque_sizes(node, inner.graph)
    own = [each for each in inner.graph.nodes if each.op == "placeholder"]
    outside = dict(zip(own, node.args, strict=True))
    known = {each.name: constants[given.name] for each, given in outside.items() if given.name in constants}
    known |= {each.name: called for each, given in outside.items() if (called := _graph_at(graph_module, given))}
    importer = GraphImporter(known)
    output = next(each for each in inner.graph.nodes if each.op == "output")
    returns_one = not isinstance(output.args[0], (tuple, list))
    free = _free_results(node, kept, returns_one=returns_one)
    imported = importer.run(inner.graph, inner, free)
    if imported is None:
        return importer.failures.values()
    given = [each for each in own if each.name not in known]
    first = next(each for each in inner.graph.nodes if each.op == "call_function")
    part = compile(Part(imported, given, returns_one, first, free))
    if isinstance(part, Problem):
        return [part]
    node.op, node.target = "call_function", part
    node.args = tuple(outside[each] for each in given)
    return []


def _free_results(node: Any, kept: Set[int], *, returns_one: bool) -> Set[int]:
    """Return the positions of the results of a part that are nothing but kept results of the graph."""
    picks = {0: node} if returns_one else {each.args[1]: each for each in node.users if each.target is operator.getitem}
    *_, output = node.graph.nodes
    places: dict[Any, list[int]] = {}
    for place, each in enumerate(output.args[0]):
        places.setdefault(each, []).append(place)
    return {
        number
        for number, pick in picks.items()
        if list(pick.users) == [output] and kept >= set(places[pick]) and _has_known_sizes(pick.meta.get("val"))
    }


def _has_known_sizes(traced: Any) -> bool:
    """Return whether a traced tensor is real and has elements, and numbers as sizes."""
    is_real = isinstance(traced, torch.Tensor) and not traced.is_complex()
    return is_real and all(isinstance(size, int) and size > 0 for size in traced.shape)


def _pass_opaque_sizes(node: Any, inner: Any) -> None:
    """Let a part take sizes that only Python can compute, where no argument of it has them as they are.

    Placeholders are anywhere in its graph. The new ones are the last of them, as what they take is among the arguments.
    """
    placeholders = inner.find_nodes(op="placeholder")
    known = {_expression(size) for each in placeholders for size in sizes_of(each)}
    needed = [part for each in inner.nodes for size in sizes_of(each) for part in opaque_parts(size)]
    missing = [part for part in dict.fromkeys(needed) if part not in known]
    if not missing:
        return
    before = takewhile(lambda each: each is not node, node.graph.nodes)
    computed = {_expression(each.meta.get("val")): each for each in before if _is_size(each)}
    with inner.inserting_after(placeholders[-1]) if placeholders else inner.inserting_before(next(iter(inner.nodes))):
        for outside in (computed[part] for part in missing if part in computed):
            inner.placeholder(outside.name).meta["val"] = outside.meta["val"]
            node.args = (*node.args, outside)


def _expression(size: Any) -> Any:
    """Return the expression of a symbolic size, `None` of anything else."""
    return size.node.expr if isinstance(size, torch.SymInt) else None


def _graph_at(owner: Any, node: Any) -> Any:
    """Return the graph that a node stands for, as argument of an op that calls it, or `None`."""
    called = getattr(owner, node.target, None) if node.op == "get_attr" else None
    return called if isinstance(called, torch.fx.GraphModule) else None


def failures_by_op(problems: list[Problem]) -> Iterator[Problem]:
    """Yield the first problem of each op."""
    named: set[str] = set()
    for problem in problems:
        if problem.op not in named:
            named.add(problem.op)
            yield problem
