"""Runs a graph step by step: a step is a compiled part of it, or a node that runs in Python.

A part is imported and compiled when it is first run, for the types that its inputs have then. Where a node needs the
elements of a small input (the axes of a reduction, the bounds of a slice), the part is compiled for these elements, and
again when they change. Where a node needs elements that are computed, the part ends before it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, MutableMapping, Sequence, Set as AbstractSet
from typing import Any, NamedTuple

import numpy as np
from onnx import FunctionProto, GraphProto, NodeProto, TensorProto, ValueInfoProto

from ....dialects import graph as graph_ops
from ....dialects.builtin import ModuleOp
from ....dialects.func import FuncOp
from ....dialects.graph.tensors import tensor_of
from ....ir import BlockArgument, Operation, Value
from ....ir.builtin_types import TensorType
from ...emitter import NdArray
from ...problems import MALFORMED, CannotImport
from ..function_calls import nodes_of_call
from ..importer import DEEPEST_FUNCTION, NESTED_TOO_DEEPLY, Failure, FunctionImporter, element_of_array, schema_of
from ..model_files import Model, canonical_domain
from ..node_order import in_order, names_used
from ..problems import ConditionNeeded, Problem, UnsupportedModel, ValueNeeded
from ..registry import AI_ONNX_ML
from ..tensors import array_of
from . import ops as _ops  # noqa: F401  # pyright: ignore[reportUnusedImport] (registers the host ops)
from .coded_strings import MOVING_OPS, graph_of, interpreted, is_strings, on_codes
from .registry import HostNode, HostOp, HostValue, host_op_of
from .string_labels import with_labels_looked_up

Environment = MutableMapping[str, HostValue]
Compile = Callable[[ModuleOp], Callable[..., Any]]
Step = Callable[[Environment], int]
"""Runs nodes and returns the index of the node after them."""

MOST_STEPS = 4096
"""The maximum number of steps that a graph keeps; the ones that were not used for longest are dropped."""
MOST_STATIC = 1 << 20
"""The maximum number of elements of an input that a part is compiled for."""
MOST_DECIDING = 16
"""The maximum number of elements that a condition depends on, if a part is compiled for one of its branches."""


class Part(NamedTuple):
    """Nodes up to an end, and the names that they use and others define."""

    end: int
    names: AbstractSet[str]


class GraphRunner:
    """Runs a graph or a subgraph with values by name."""

    def __init__(
        self, graph: GraphProto, model: Model, compile: Compile, outer: GraphRunner | None = None, *, depth: int = 0
    ) -> None:
        self.graph = graph
        self.model = model
        self.compile = compile
        self.nodes = with_labels_looked_up(in_order(graph.node))
        self._used = [names_used(node) for node in self.nodes]
        inherited: Mapping[str, TensorProto] = outer._initializers if outer is not None else {}
        self._initializers: dict[str, TensorProto] = {**inherited, **{each.name: each for each in graph.initializer}}
        self._strings = {
            name: array_of(tensor, model)
            for name, tensor in self._initializers.items()
            if tensor.data_type == TensorProto.STRING
        }
        self._outputs = [each.name for each in graph.output]
        self._parts: dict[tuple[int, frozenset[str]], Part | None] = {}
        """The part that begins at a node, by the names of values that are not tensors; `None` if it runs in Python."""
        self._steps: OrderedDict[object, Step] = OrderedDict()
        self._static: dict[object, frozenset[str]] = {}
        """The inputs whose elements a part is compiled for, by its first node and the types of its inputs."""
        self._bodies: dict[int, GraphRunner] = {}
        self._called: dict[int, HostOp] = {}
        """The functions that run nodes which call functions of the model, or which move strings."""
        self.depth = depth
        """The number of calls of functions around the graph."""

    def run(self, inputs: Mapping[str, HostValue], outer: Environment | None = None) -> list[HostValue]:
        """Return the outputs of the graph."""
        values: Environment = {**(outer or {}), **self._strings, **inputs}
        index = 0
        while index < len(self.nodes):
            index = self._step(index, values)(values)
        return [self._output(name, values) for name in self._outputs]

    def _output(self, name: str, values: Environment) -> HostValue:
        if name not in values and name in self._initializers:
            return array_of(self._initializers[name], self.model)
        if name not in values:
            raise CannotImport(f"there is no value '{name}'")
        return values[name]

    def body(self, graph: GraphProto) -> GraphRunner:
        """Return the runner of a subgraph of a node."""
        if id(graph) not in self._bodies:
            self._bodies[id(graph)] = GraphRunner(graph, self.model, self.compile, self, depth=self.depth)
        return self._bodies[id(graph)]

    # -- Steps ---------------------------------------------------------------------------------------------------------

    def _step(self, index: int, values: Environment) -> Step:
        """Return the step that begins at a node, for these values."""
        host = frozenset(name for name, value in values.items() if not is_tensor(value))
        if (index, host) not in self._parts:
            self._parts[index, host] = self._part_from(index, host)
        part = self._parts[index, host]
        if part is None:
            return self._host_step(index)
        needed = sorted(part.names & values.keys())
        types = (index, part.end, tuple((name, values[name].dtype, values[name].shape) for name in needed))
        static = self._static.get(types, frozenset())
        key = (types, tuple((name, values[name].tobytes()) for name in sorted(static)))
        step = self._steps.get(key)
        if step is None:
            step, static = self._new_part(index, part.end, {name: values[name] for name in needed}, static)
            self._static[types] = static
            key = (types, tuple((name, values[name].tobytes()) for name in sorted(static)))
            self._steps[key] = step
            if len(self._steps) > MOST_STEPS:
                self._steps.popitem(last=False)
        self._steps.move_to_end(key)
        return step

    def _part_from(self, index: int, host: frozenset[str]) -> Part | None:
        """Return the longest part that begins at a node; `None` if the node works on something that is not a tensor."""
        if self._runs_on_host(index, host):
            return None
        ends = (each for each in range(index + 1, len(self.nodes)) if self._runs_on_host(each, host))
        end = next(ends, len(self.nodes))
        return Part(end, self._names_needed(index, end) - host)

    def _runs_on_host(self, index: int, host: frozenset[str]) -> bool:
        """Return whether a node works on something that is not a tensor."""
        node = self.nodes[index]
        is_host_op = self.model.function_called(node) is None and host_op_of(node) is not None
        host_only = is_host_op and node.op_type not in ALSO_COMPILED
        return host_only or not host.isdisjoint(self._used[index])

    def _names_needed(self, start: int, end: int) -> set[str]:
        """Return the names that nodes use and that others define."""
        defined = {name for node in self.nodes[start:end] for name in node.output}
        return {name for used in self._used[start:end] for name in used if name not in defined}

    def _names_kept(self, start: int, end: int) -> list[str]:
        """Return the names that nodes define and that others use, or the graph returns."""
        later = {name for used in self._used[end:] for name in used}.union(self._outputs)
        return [name for node in self.nodes[start:end] for name in node.output if name in later]

    # -- Compiled parts ------------------------------------------------------------------------------------------------

    def _new_part(
        self, start: int, end: int, given: Mapping[str, NdArray], static: frozenset[str]
    ) -> tuple[Step, frozenset[str]]:
        """Return a step that computes nodes from `start` on, and the inputs that it was compiled for."""
        while True:
            importer = FunctionImporter(self.model)
            arguments = {name: array_type(array) for name, array in given.items() if name not in static}
            constants = {name: array for name, array in given.items() if name in static}
            outputs = self._names_kept(start, end)
            module = importer.run(self.nodes[start:end], arguments, outputs, self._initializers.values(), constants)
            if module is not None:
                return CompiledPart(self.compile(module), list(arguments), outputs, end), static
            more = self._static_for(importer.failures, given, static)
            if more is not None:
                static = more
                continue
            first = start + min(failure.place for failure in importer.failures)
            if first == start:
                return self._host_fallback(start, importer.failures), static
            end = first

    def _static_for(
        self, failures: Sequence[Failure], given: Mapping[str, NdArray], static: frozenset[str]
    ) -> frozenset[str] | None:
        """Return more inputs to compile for, if the first node that failed needs nothing that is computed."""
        first = min(failures, key=lambda failure: (failure.place, not isinstance(failure.error, ValueNeeded)))
        if not isinstance(first.error, ValueNeeded) or first.error.value is None:
            return None
        behind = arguments_behind(first.error.value)
        names = [name for name in given if name not in static]
        chosen = {name for number, name in enumerate(names) if number in behind}
        most = MOST_DECIDING if isinstance(first.error, ConditionNeeded) else MOST_STATIC if first.place == 0 else 4096
        is_small = sum(given[name].size for name in chosen) <= most
        return static | chosen if chosen and is_small else None

    # -- Nodes that run in Python --------------------------------------------------------------------------------------

    def _host_fallback(self, index: int, failures: Sequence[Failure]) -> Step:
        """Return the step of a node that cannot be compiled; raise an error if it cannot run in Python either."""
        if self._host_op(index) is None:
            problems = list(dict.fromkeys(failure.problem for failure in failures if failure.place == 0))
            raise UnsupportedModel(self.model.name, problems)
        return self._host_step(index)

    def _host_step(self, index: int) -> Step:
        host_op = self._host_op(index) or self._coded_op(index)
        if host_op is None:
            node = self.nodes[index]
            opset = self.model.opsets.get(canonical_domain(node.domain), 1)
            reason = "the op is not supported for strings, sequences and optional values"
            raise UnsupportedModel(self.model.name, [Problem(node.name or node.output[0], node.op_type, opset, reason)])
        return lambda values: self._run_on_host(index, host_op, values)

    def _host_op(self, index: int) -> HostOp | None:
        """Return what computes a node in Python; a function of the model runs step by step as well."""
        node = self.nodes[index]
        function = self.model.function_called(node)
        if function is None:
            return host_op_of(node)
        if index not in self._called:
            self._called[index] = self._function_runner(function, node)
        return self._called[index]

    def _coded_op(self, index: int) -> HostOp | None:
        """Return what computes a node that moves strings, if it is one."""
        node = self.nodes[index]
        if node.op_type not in MOVING_OPS or canonical_domain(node.domain) not in ("", AI_ONNX_ML):
            return None
        if index not in self._called:
            runner = GraphRunner(graph_of(node), self.model, interpreted)
            self._called[index] = lambda host_node: on_codes(host_node, runner)
        return self._called[index]

    def _function_runner(self, function: FunctionProto, call: NodeProto) -> HostOp:
        """Return what runs a call of a function of the model."""
        body = GraphProto(
            name=function.name,
            node=nodes_of_call(function, call, None),
            output=[ValueInfoProto(name=name) for name in function.output],
        )
        runner = GraphRunner(body, self.model.within(function), self.compile, depth=self.depth + 1)

        def run(node: HostNode) -> list[HostValue]:
            if runner.depth > DEEPEST_FUNCTION:
                raise CannotImport(NESTED_TOO_DEEPLY)
            given = zip(function.input, node.proto.input, node.inputs, strict=False)
            return runner.run({name: value for name, passed, value in given if passed})

        return run

    def _run_on_host(self, index: int, host_op: HostOp, values: Environment) -> int:
        node = self.nodes[index]
        opset = self.model.opsets.get(canonical_domain(node.domain), 1)
        inputs = [self._output(name, values) if name else None for name in node.input]
        schema = schema_of(node.domain, node.op_type, opset)
        host_node = HostNode(node, schema, inputs, self, values)
        try:
            results = host_op(host_node)
        except (CannotImport, *MALFORMED) as error:
            problem = Problem(node.name or node.output[0], node.op_type, opset, str(error))
            raise UnsupportedModel(self.model.name, [problem]) from None
        values.update((name, value) for name, value in zip(node.output, results, strict=False) if name)
        return index + 1


class CompiledPart:
    """A step that calls a compiled function."""

    def __init__(
        self, function: Callable[..., Any], arguments: Sequence[str], outputs: Sequence[str], end: int
    ) -> None:
        self.function = function
        self.arguments = arguments
        self.outputs = outputs
        self.end = end

    def __call__(self, values: Environment) -> int:
        if self.outputs:
            results = self.function(*(values[name] for name in self.arguments))
            listed = [results] if len(self.outputs) == 1 else results
            values.update(zip(self.outputs, listed, strict=True))
        return self.end


# -- Values ------------------------------------------------------------------------------------------------------------


def is_tensor(value: HostValue) -> bool:
    """Return whether a value can be an argument of a compiled part: an array without strings."""
    return isinstance(value, np.ndarray) and not is_strings(value)


def array_type(array: NdArray) -> TensorType:
    """Return the type of an array."""
    return tensor_of(tuple(array.shape), element_of_array(array))


def arguments_behind(value: Value) -> set[int]:
    """Return the numbers of the function's arguments that a value is computed from."""
    numbers: set[int] = set()
    seen: set[Value] = set()
    pending = [value]
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        op = current.defining_op
        if op is not None:
            pending += op.operands if not is_size(op) else ()
        elif isinstance(current, BlockArgument) and isinstance(current.owner.parent_op, FuncOp):
            numbers.add(current.index)
        else:  # it changes from iteration to iteration of a loop
            return set()
    return numbers


def is_size(op: Operation) -> bool:
    """Return whether an op depends on nothing but sizes."""
    return isinstance(op, (graph_ops.ShapeOp, graph_ops.DimOp, graph_ops.SizeOp, graph_ops.RankOp))


ALSO_COMPILED = frozenset(
    {
        "Cast",
        "Constant",
        "Identity",
        "If",
        "Loop",
        "OneHotEncoder",
        "Scan",
    }
)
"""Ops that run in Python only where their inputs are not tensors, or where they cannot be compiled."""
