"""`torch.compile(model, backend="dlc")`: graphs of PyTorch as compiled functions of tensors.

    model = torch.compile(model, backend="dlc", options={"threads": 2})

AOTAutograd makes functional graphs of ATen ops of what was traced, for inference and for training; `frontends.torch`
divides them into parts and imports those; here the parts are compiled and called.
"""

from __future__ import annotations

import importlib
import operator
import warnings
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

from .api import InvalidProgram
from .compile_options import CompileOptionError
from .compiler import compile
from .frontends.torch.checkpoints import keep_statistics_of_checkpoints
from .frontends.torch.decompositions import decompositions
from .frontends.torch.importer import AnyArgument, Argument, NumberArgument, place_of
from .frontends.torch.installed import torch
from .frontends.torch.layouts import Layout
from .frontends.torch.parts import Part, divided, failures_by_op
from .frontends.torch.problems import Problem
from .frontends.torch.registry import name_of
from .frontends.torch.tracing import traced_as_other_ops
from .ir.call_stack import with_room_for_calls
from .ir.diagnostics import did_you_mean
from .kept_layouts import in_computed_layouts, strides_in
from .runtime.dlpack import like
from .runtime.signature import Array
from .runtime.tensor_calls import PreparedCalls, tensor_maker
from .runtime.threads_of_pytorch import use_threads_of

OPTIONS = ("threads", "level", "precision", "passes", "cache", "freeze")
"""The options: those of `dlc.compile`, and `freeze`, which takes parameters as constants."""


class FallbackWarning(UserWarning):
    """An op runs in eager PyTorch, because it cannot be compiled."""


_warned: set[str] = set()


@with_room_for_calls
def compile_graph(
    graph_module: Any, inputs: Sequence[Any], *, options: Mapping[str, Any] | None = None, **_: Any
) -> Callable[..., Any]:
    """Return a traced graph as a compiled function: the backend `dlc` of `torch.compile`."""
    settings = dict(options or {})
    unknown = next((name for name in settings if name not in OPTIONS), None)
    if unknown is not None:
        raise CompileOptionError(f"there is no option '{unknown}' of the backend 'dlc'{did_you_mean(unknown, OPTIONS)}")
    freeze = settings.pop("freeze", False)
    common: Any = importlib.import_module("torch._dynamo.backends.common")
    partitioners: Any = importlib.import_module("torch._functorch.partitioners")

    direct: list[Callable[..., Any]] = []

    def forward(traced: Any, _inputs: Sequence[Any]) -> Callable[..., Any]:
        kept = _kept(traced)
        graph = _compiled(traced, settings, {}, kept)
        _report_strides(graph, kept)
        return _boxed(graph.forward)

    def backward(traced: Any, given: Sequence[Any]) -> Callable[..., Any]:
        moved = _retraced(traced, given)
        graph = _compiled(traced, settings, {})
        _restore_for_eager(graph, moved)
        return _boxed(graph.forward)

    def inference(traced: Any, _inputs: Sequence[Any]) -> Callable[..., Any]:
        graph = _compiled(traced, settings, _parameters(graph_module, inputs, traced) if freeze else {})
        if _has_no_effects(inputs, traced):
            part = _only_part(graph)
            direct.append(part.results if part is not None else _without_gradients(graph.forward))
        return _boxed(graph.forward)

    def partition(joint: Any, *arguments: Any, **named: Any) -> Any:
        keep_statistics_of_checkpoints(joint.graph)
        return partitioners.min_cut_rematerialization_partition(joint, *arguments, **named)

    backend = common.aot_autograd(
        fw_compiler=forward,
        bw_compiler=backward,
        inference_compiler=inference,
        decompositions=decompositions(),
        partition_fn=partition,
    )
    with traced_as_other_ops():
        function = backend(graph_module, inputs)
    return direct[0] if direct else function


def _compiled(
    graph_module: Any, settings: Mapping[str, Any], constants: Mapping[str, Any], kept: Set[int] = frozenset()
) -> Any:
    """Return a functional graph of ATen ops as a graph module that calls compiled parts."""
    result = divided(graph_module, lambda part: _compiled_part(part, settings), constants, kept)
    for problem in failures_by_op(result.problems):
        if problem.op not in _warned and not problem.is_by_design:
            _warned.add(problem.op)
            place = f" (called at {problem.place})" if problem.place else ""
            text = f"'{problem.op}' runs in eager PyTorch{place}: {problem.reason}"
            warnings.warn(text, FallbackWarning, stacklevel=2)
    return result.graph_module


def _kept(traced: Any) -> Set[int]:
    """Return the positions of the results of a forward pass that are tensors for the backward pass alone."""
    saved: slice = torch._guards.TracingContext.get().fw_metadata.tensors_saved_for_backwards_slice
    return set(range(len(_results_of(traced)))[_count_of_tokens() :][saved])


def _count_of_tokens() -> int:
    """Return how many results before all others stand for the order of effects; PyTorch does not count them."""
    return len(torch._guards.TracingContext.get().fw_metadata.tokens)


def _results_of(graph_module: Any) -> Sequence[Any]:
    *_, output = graph_module.graph.nodes
    return output.args[0]


def _report_strides(graph_module: Any, kept: Set[int]) -> None:
    """Tell AOTAutograd in which layouts kept results are, so that it traces the backward pass with them."""
    strides: list[tuple[int, ...] | None] = [None] * len(_results_of(graph_module))
    for number in kept:
        node = _results_of(graph_module)[number]
        part, place = node.args if node.target is operator.getitem else (node, 0)
        if isinstance(part.target, CompiledPart) and place in part.target.free:
            strides[number] = strides_in(part.target.layouts[place], node.meta["val"].shape)
    reported = torch._guards.TracingContext.get().output_strides
    if reported is not None and any(strides):
        reported.extend(strides[_count_of_tokens() :])


def _retraced(traced: Any, given: Sequence[Any]) -> dict[str, Any]:
    """Let arguments of a backward pass have the strides that the forward pass gives them; return what was traced."""
    moved: dict[str, Any] = {}
    for node, tensor in zip(traced.graph.find_nodes(op="placeholder"), given, strict=True):
        before = node.meta.get("val")
        if isinstance(before, torch.Tensor) and isinstance(tensor, torch.Tensor) and before.stride() != tensor.stride():
            moved[node.name] = before
            node.meta["val"] = tensor
    return moved


def _restore_for_eager(graph_module: Any, moved: Mapping[str, Any]) -> None:
    """Let ops that run in eager PyTorch get arguments with the strides with which they were traced."""
    for node in graph_module.graph.find_nodes(op="placeholder") if moved else ():
        users: list[Any] = [each for each in node.users if not isinstance(each.target, CompiledPart)]
        if node.name not in moved or not users:
            continue
        traced = moved[node.name]
        with graph_module.graph.inserting_after(node):
            copy = graph_module.graph.call_function(_with_strides_of, (node, tuple(traced.shape), traced.stride()))
        for user in users:
            user.replace_input_with(node, copy)
    graph_module.recompile()


def _with_strides_of(tensor: Any, shape: Sequence[int], strides: Sequence[int]) -> Any:
    """Return a copy of a tensor with other strides."""
    return torch.empty_strided(shape, strides, dtype=tensor.dtype).copy_(tensor)


def _only_part(graph_module: Any) -> CompiledPart | None:
    """Return the part that takes the arguments of a graph as they are, and gives all its results, if it is one part."""
    *nodes, output = graph_module.graph.nodes
    part = next((node for node in nodes if isinstance(node.target, CompiledPart)), None)
    arguments = [node for node in nodes if node.op == "placeholder"]
    picks = [node for node in nodes if node.target is operator.getitem]
    if part is None or len(nodes) != len(arguments) + 1 + len(picks) or list(part.args) != arguments:
        return None
    in_order = all(node.args == (part, number) for number, node in enumerate(picks))
    given = list(output.args[0]) if isinstance(output.args[0], (list, tuple)) else []
    return part.target if in_order and given == (picks or [part]) else None


def _boxed(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that takes a list of its arguments, as AOTAutograd calls it."""
    return torch._functorch.aot_autograd.make_boxed_func(function)


def _has_no_effects(inputs: Sequence[Any], traced: Any) -> bool:
    """Return whether a graph for inference maps plain tensors to new ones, so that nothing is left to AOTAutograd.

    Its wrappers take longer than a small graph. They update inputs, make views, and hide autocast.
    """
    metadata = torch._guards.TracingContext.get().fw_metadata
    new = torch._functorch._aot_autograd.schemas.OutputType.non_alias
    return (
        len(inputs) == sum(node.op == "placeholder" for node in traced.graph.nodes)
        and all(map(_is_plain, inputs))
        and not any(each.mutates_data or each.mutates_metadata for each in metadata.input_info)
        and all(each.output_type is new and not each.dynamic_dims for each in metadata.output_info)
        and not (metadata.num_intermediate_bases or metadata.tokens or metadata.is_rng_op_functionalized)
        and metadata.grad_enabled_mutation is None
        and not torch._C._is_any_autocast_enabled()
    )


def _is_plain(given: Any) -> bool:
    """Return whether an input of a graph is a tensor or a number, and nothing that AOTAutograd takes apart."""
    is_tree = isinstance(given, (list, tuple, dict))
    return not is_tree and not torch.utils._python_dispatch.is_traceable_wrapper_subclass(given)


def _without_gradients(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that records no gradients: it was traced for tensors that need none."""

    def call(*arguments: Any) -> Any:
        if not torch.is_grad_enabled():
            return function(*arguments)
        torch._C._set_grad_enabled(False)
        try:
            return function(*arguments)
        finally:
            torch._C._set_grad_enabled(True)

    return call


def _compiled_part(part: Part, settings: Mapping[str, Any]) -> CompiledPart | Problem:
    """Return a compiled part; one that a pass refuses runs in eager PyTorch."""
    try:
        return CompiledPart(part, settings)
    except InvalidProgram as error:
        reason = error.diagnostics[0].message if error.diagnostics else str(error)
        if len(error.diagnostics) > 1:
            reason += f" (and {len(error.diagnostics) - 1} more)"
        return Problem(part.first.name, f"the part from {name_of(part.first.target)} on", place_of(part.first), reason)


def _parameters(dynamo_graph: Any, inputs: Sequence[Any], traced: Any) -> dict[str, Any]:
    """Return the parameters and buffers that a graph only reads, of its inputs, by the names of placeholders."""
    outer = [node for node in dynamo_graph.graph.nodes if node.op == "placeholder"]
    inner = [node for node in traced.graph.nodes if node.op == "placeholder"]
    if not len(outer) == len(inner) == len(inputs):
        return {}
    metadata = torch._guards.TracingContext.get().fw_metadata
    return {
        node.name: tensor
        for source, node, tensor, info in zip(outer, inner, inputs, metadata.input_info, strict=True)
        if isinstance(tensor, torch.nn.Parameter) or "_dynamo_static_input_type" in source.meta.get("tensor_dict", {})
        if not info.mutates_data
    }


class CompiledPart:
    """A compiled part of a graph, called with tensors and symbolic integers."""

    def __init__(self, part: Part, settings: Mapping[str, Any]) -> None:
        self.__name__ = self.__qualname__ = "compiled_part"
        positions = {node: number for number, node in enumerate(part.placeholders)}
        self._sources = [(positions[each.placeholder], _reader(each)) for each in part.imported.arguments]
        imported = in_computed_layouts(part.imported, part.free)
        self.free = part.free
        """The positions of results whose layout was chosen here."""
        self.layouts = imported.results
        self._returns_one = part.returns_one
        self.executable = compile(imported.module, remarks=False, **settings)
        use_threads_of(torch)
        self._entry = self.executable.main
        self._can_be_called_at = self._entry.can_be_called_at
        if self._can_be_called_at:
            self._calls = PreparedCalls(self._entry, lambda at, kind: _maker(kind, self.layouts[at]))
            inputs = zip(self._sources, self._calls.shapes, self._entry.inputs, strict=True)
            self._arguments = [(*source, shape, each.alignment) for source, shape, each in inputs]

    def __call__(self, *given: Any) -> Any:
        """Return the result of the part, or several results."""
        results = self.results(*given)
        return results[0] if self._returns_one else results

    def results(self, *given: Any) -> list[Any]:
        """Return the results of the part. Nothing here records gradients.

        The entry is called with the addresses of tensors, whose element types are those that were traced. If they have
        other shapes, checks say what is wrong. A call in Python takes longer under PyTorch than elsewhere, so this is
        one function.
        """
        if not self._can_be_called_at:
            return self._called_with_checks(given)
        addresses: list[int] = []
        shapes: list[Any] = []
        kept: list[Any] = []
        for at, read, shape, alignment in self._arguments:
            tensor = given[at]
            if read is not None:
                tensor = read(tensor)
                if type(tensor) is tuple:
                    shapes.append(tensor)
                    addresses.append(_NOWHERE)
                    continue
                kept.append(tensor)
            if shape is None:
                shapes.append(tensor.shape)
            elif tensor.shape != shape:
                return self._called_with_checks(given)
            address = tensor.data_ptr()  # 0 for zeros that derivatives give without memory
            if not address or address % alignment or not tensor.is_contiguous() or tensor.is_neg():
                tensor = tensor.resolve_neg().clone(memory_format=torch.contiguous_format)
                kept.append(tensor)
                address = tensor.data_ptr()
            addresses.append(address)
        call, makers = self._calls.of(tuple(shapes))
        results: list[Any] = []
        lent: list[int] = []
        for make in makers:
            tensor = None
            if make is not None:
                tensor = make()
                lent.append(tensor.data_ptr())
            results.append(tensor)
        others = call(addresses, lent)
        return self._completed(results, others) if others else results

    def _called_with_checks(self, given: Sequence[Any]) -> list[Any]:
        values = [given[at] if read is None else read(given[at]) for at, read in self._sources]
        results = self._entry(*map(_as_tensor, values))
        each_one = [results] if len(self.layouts) == 1 else results
        return [layout.shown(_with_strides(each)) for each, layout in zip(each_one, self.layouts, strict=True)]

    def _completed(self, results: Sequence[Any], others: Sequence[Any]) -> list[Any]:
        """Return all results, of which the entry itself has allocated others."""
        left = iter(others)
        return [
            layout.shown(_tensor(next(left))) if each is None else each
            for each, layout in zip(results, self.layouts, strict=True)
        ]


_NOTHING = torch.empty(64, dtype=torch.uint8)
_NOWHERE = _NOTHING.data_ptr()
"""The address of arrays without elements."""


def _as_tensor(given: Any) -> Any:
    """Return what an entry is given: the shape of a tensor without elements stands for one."""
    return torch.empty(given, dtype=torch.bool) if type(given) is tuple else given


def _maker(kind: Array, layout: Layout) -> Callable[[], Any]:
    """Return the function that makes a tensor for a lent result of known sizes, whose memory has this layout."""
    make = tensor_maker(torch, kind, layout.inverse)
    return (lambda: torch.view_as_complex(make())) if layout.is_complex else make


def _tensor(array: Any) -> Any:
    """Return an array as a tensor over its memory."""
    return _with_strides(like(torch, array))


def _with_strides(tensor: Any) -> Any:
    """Return a tensor with the strides of PyTorch, which other libraries leave out where there are no elements."""
    return tensor if tensor.numel() else tensor.new_empty(tensor.shape)


def _reader(argument: AnyArgument) -> Callable[[Any], Any] | None:
    """Return the function that makes a tensor for the entry of what is given, or the shape of one without elements;
    `None` if it is that tensor.
    """
    if isinstance(argument, Argument):
        return None if argument.layout == Layout() else argument.layout.passed
    if isinstance(argument, NumberArgument):
        return lambda given: torch.tensor(float(given), dtype=torch.float64)
    dim, factor, rest, is_signed = argument.dim, argument.factor, argument.rest, bool(argument.negative_name)

    def size_of(given: Any) -> Any:
        size = ((int(given) if dim is None else given.shape[dim]) - rest) // factor
        return (max(size, 0), max(-size, 0), 0) if is_signed else (size, 0)

    return size_of
