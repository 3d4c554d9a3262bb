"""Imports the nodes of a graph one after the other into a function of graph ops.

Whatever cannot be imported is noted, with the node, and the nodes that do not depend on it are imported all the same,
so that one report lists everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import onnx
from onnx import GraphProto, NodeProto, TensorProto, ValueInfoProto
from onnx.defs import OpSchema

from dlc.ir.sizes import Dim, Size, spell

from ...dialects.builtin import ModuleOp
from ...dialects.func import NAME, FuncOp, ReturnOp
from ...dialects.graph import ConstantOp
from ...dialects.graph.tensors import fits_memory, shape_of_type, tensor_of
from ...ir import UNKNOWN_LOC, Block, Builder, InsertionPoint, Type, Value
from ...ir.builtin_attributes import ArrayAttr, DictionaryAttr, StringAttr
from ...ir.builtin_types import TensorType
from ...ir.errors import DlcError
from ...ir.locations import NameLoc
from ..emitter import Emitter, NdArray, dense_from_array
from ..problems import MALFORMED, CannotImport, Skipped
from . import ops as _ops  # noqa: F401  # pyright: ignore[reportUnusedImport] (registers the importers)
from .element_types import element_type
from .function_calls import nodes_of_call
from .host.registry import host_op_of
from .model_files import Model, canonical_domain
from .node import Node
from .node_order import in_order
from .problems import ConditionNeeded, HostOnly, Problem, UnknownOp, ValueNeeded
from .regions import Regions
from .registry import MICROSOFT, importer_of, known_domains
from .schema_functions import function_of
from .tensors import dense_elements

ENTRY = "main"
DEEPEST_FUNCTION = 16
"""The maximum nesting of calls of functions."""
NESTED_TOO_DEEPLY = f"calls of functions must not be nested deeper than {DEEPEST_FUNCTION}"


class Failure(NamedTuple):
    """A node that could not be imported."""

    place: int
    """The position of the node, or of the node around it, in the graph."""
    problem: Problem
    error: CannotImport


class Scope:
    """The values of a graph by name, and those of the graphs around it."""

    def __init__(self, block: Block, outer: Scope | None = None) -> None:
        self.block = block
        self.outer = outer
        self.values: dict[str, Value | None] = {}
        """`None` for the outputs of nodes that could not be imported."""
        self.initializers: dict[str, TensorProto] = {}

    def find(self, name: str) -> Scope | None:
        """Return the innermost scope that has a name."""
        scope: Scope | None = self
        while scope is not None and name not in scope.values and name not in scope.initializers:
            scope = scope.outer
        return scope


class FunctionImporter:
    """Imports nodes into the body of one function."""

    def __init__(
        self, model: Model, name: str = ENTRY, unknown: Sequence[str] = (), *, names_computed_sizes: bool = True
    ) -> None:
        self.model = model
        self.name = name
        self.unknown = unknown
        """Inputs whose types are not known; nothing that depends on them is imported."""
        self.names_computed_sizes = names_computed_sizes
        """Whether sizes that are computed get names, such as the smaller one of a number and a named size."""
        self.failures: list[Failure] = []
        self._depth = 0
        self._index = 0

    def run(
        self,
        nodes: Sequence[NodeProto],
        inputs: Mapping[str, TensorType],
        outputs: Sequence[str],
        initializers: Iterable[TensorProto] = (),
        constants: Mapping[str, NdArray] | None = None,
    ) -> ModuleOp | None:
        """Return a module with the function, or `None` if there are failures."""
        function = FuncOp.of(self.name, [*inputs.values()])
        scope = Scope(function.entry)
        scope.initializers = {each.name: each for each in initializers}
        scope.values.update(dict.fromkeys(self.unknown))
        emitter = Emitter(Builder.at_end(function.entry), _size_names(inputs.values()))
        emitter.names_computed_sizes = self.names_computed_sizes
        for name, argument in zip(inputs, function.entry.args, strict=True):
            argument.name_hint = _identifier(name)
            scope.values[name] = argument
        for name, array in (constants or {}).items():
            element = element_of_array(array)
            scope.values[name] = emitter.builder.insert(ConstantOp(dense_from_array(array, element))).result
        self._import_nodes(nodes, scope, emitter)
        results = [self._output(name, scope) for name in outputs]
        if self.failures or None in results or self.unknown:
            return None
        return _finished(function, inputs, outputs, [value for value in results if value is not None])

    def _output(self, name: str, scope: Scope) -> Value | None:
        try:
            return self._lookup(name, scope)
        except CannotImport as error:
            problem = Problem(name, "output", self.model.opsets.get("", 0), str(error))
            self.failures.append(Failure(self._index, problem, error))
            return None

    # -- Nodes ---------------------------------------------------------------------------------------------------------

    def _import_nodes(self, nodes: Sequence[NodeProto], scope: Scope, emitter: Emitter) -> None:
        for number, node in enumerate(nodes):
            if scope.outer is None and self._depth == 0:
                self._index = number
            location = NameLoc(node.name or f"{node.op_type}:{next(iter(node.output), '')}", UNKNOWN_LOC)
            with emitter.builder, emitter.builder.at(location=location):
                results = self._import_node(node, scope, emitter)
            for name, value in zip(node.output, results, strict=False):
                if name:
                    scope.values[name] = value
                    if value is not None:
                        value.name_hint = value.name_hint or _identifier(name)

    def _import_node(self, node: NodeProto, scope: Scope, emitter: Emitter) -> Sequence[Value | None]:
        """Return the outputs of a node, which are `None` if it could not be imported."""
        nothing = [None] * len(node.output)
        domain = canonical_domain(node.domain)
        opset = self.model.opsets.get(domain, 1)
        before = len(self.failures)
        inputs: list[Value | None] = []
        try:
            inputs = [self._lookup(name, scope) if name else None for name in node.input]
            if any(name and value is None for name, value in zip(node.input, inputs, strict=True)):
                return nothing
            results = self._converted(node, domain, opset, inputs, scope, emitter)
            return results if len(self.failures) > before else _all_named(node, results)
        except Skipped:
            return nothing
        except CannotImport as error:
            if isinstance(error, ConditionNeeded):  # the other branch may be all that is needed
                self.failures[before:] = [each for each in self.failures[before:] if isinstance(each.error, UnknownOp)]
            self._fail(node, opset, error)
        except DlcError as error:
            self._fail(node, opset, CannotImport(str(error)))
        except MALFORMED as error:
            types = ", ".join("none" if value is None else str(value.type) for value in inputs)
            reason = f"{type(error).__name__}: {error}"
            self._fail(node, opset, CannotImport(f"inputs ({types}) and attributes do not fit the op ({reason})"))
        return nothing

    def _fail(self, node: NodeProto, opset: int, error: CannotImport) -> None:
        name = node.name or next(iter(node.output), "")
        op = f"{node.domain}.{node.op_type}" if node.domain else node.op_type
        self.failures.append(Failure(self._index, Problem(name, op, opset, str(error)), error))

    def _converted(
        self,
        proto: NodeProto,
        domain: str,
        opset: int,
        inputs: Sequence[Value | None],
        scope: Scope,
        emitter: Emitter,
    ) -> Sequence[Value | None]:
        """Return the outputs of a node by its importer, or by the function that defines its op."""
        own = self.model.function_called(proto)
        schema = schema_of(domain, proto.op_type, opset)
        importer = importer_of(domain, proto.op_type, opset)
        if own is None and importer is not None:
            regions = Regions(lambda graph, inner, args: self._import_subgraph(graph, scope, inner, args))
            definition = schema or first_schema_of(domain, proto.op_type)
            node = Node(proto, definition, opset, inputs, emitter, self.model, regions)
            result = importer(node)
            if domain == MICROSOFT and node.unread_inputs:  # whose ops get new inputs without a new version
                raise CannotImport(f"input {node.unread_inputs[0]} is not supported")
            return [result] if isinstance(result, Value) else result
        function = own or (function_of(proto, schema, opset, inputs) if schema is not None else None)
        if function is None:
            if host_op_of(proto) is not None:
                raise HostOnly("the op works on values that are not tensors")
            raise UnknownOp(why_unknown(domain, proto.op_type, schema))
        return self._inline(function, proto, schema, inputs, emitter)

    # -- Functions and subgraphs ---------------------------------------------------------------------------------------

    def _inline(
        self,
        function: onnx.FunctionProto,
        call: NodeProto,
        schema: OpSchema | None,
        inputs: Sequence[Value | None],
        emitter: Emitter,
    ) -> Sequence[Value | None]:
        """Import the nodes of a function in the place of a call."""
        if self._depth >= DEEPEST_FUNCTION:
            raise CannotImport(NESTED_TOO_DEEPLY)
        block = emitter.builder.point.block  # type: ignore[union-attr]
        scope = Scope(block)
        given = [*inputs, *[None] * (len(function.input) - len(inputs))]
        scope.values.update(zip(function.input, given, strict=False))
        saved = self.model
        self.model = saved.within(function)
        self._depth += 1
        before = len(self.failures)
        try:
            self._import_nodes(nodes_of_call(function, call, schema), scope, emitter)
        finally:
            self._depth -= 1
            self.model = saved
        if len(self.failures) > before:
            return [None] * len(call.output)
        wanted = [*call.output, *[""] * (len(function.output) - len(call.output))]
        pairs = zip(function.output, wanted, strict=False)
        return [self._lookup(name, scope) if name and used else None for name, used in pairs]

    def _import_subgraph(
        self, graph: GraphProto, outer: Scope, emitter: Emitter, arguments: Sequence[Value]
    ) -> list[Value]:
        """Import a subgraph where the emitter stands and return its outputs."""
        point = emitter.builder.point
        assert point is not None
        scope = Scope(point.block, outer)
        scope.initializers = {each.name: each for each in graph.initializer}
        if len(graph.input) != len(arguments):
            raise CannotImport(f"a subgraph must have {len(arguments)} inputs, but got {len(graph.input)}")
        scope.values.update(zip((each.name for each in graph.input), arguments, strict=True))
        before = len(self.failures)
        self._import_nodes(in_order(graph.node), scope, emitter)
        if len(self.failures) > before:
            raise self.failures.pop().error
        results = [self._lookup(each.name, scope) for each in graph.output]
        if None in results:
            raise Skipped("the subgraph depends on a node that cannot be imported")
        return [value for value in results if value is not None]

    # -- Names ---------------------------------------------------------------------------------------------------------

    def _lookup(self, name: str, scope: Scope) -> Value | None:
        """Return the value of a name, which is `None` if its node could not be imported."""
        home = scope.find(name)
        if home is None:
            raise CannotImport(f"there is no value '{name}'")
        if name not in home.values:
            home.values[name] = self._constant(home.initializers[name], home)
        return home.values[name]

    def _constant(self, tensor: TensorProto, home: Scope) -> Value:
        """Return an initializer as a constant at the start of the block of its graph."""
        builder = Builder(InsertionPoint.at_start(home.block), NameLoc(tensor.name, UNKNOWN_LOC))
        value = builder.insert(ConstantOp(dense_elements(tensor, self.model))).result
        value.name_hint = _identifier(tensor.name)
        return value


def _all_named(node: NodeProto, results: Sequence[Value | None]) -> Sequence[Value | None]:
    """Return the results of a node, which has one for each output with a name."""
    for number, name in enumerate(node.output):
        if name and (number >= len(results) or results[number] is None):
            raise CannotImport(f"output {number} is not supported")
    return results


SEARCHES = frozenset({"BeamSearch", "GreedySearch", "Sampling", "WhisperBeamSearch"})
"""Ops of ONNX Runtime that call a model once for each token."""


def schema_of(domain: str, op: str, opset: int) -> OpSchema | None:
    """Return the definition of an op that holds at an opset."""
    try:
        return onnx.defs.get_schema(op, opset, domain)
    except onnx.defs.SchemaError:
        return None


NEWEST = 1 << 30
"""An opset that is newer than all."""


def first_schema_of(domain: str, op: str) -> OpSchema | None:
    """Return the first definition of an op, for models that have it before its opset: ONNX Runtime's optimizer puts
    `LayerNormalization` of opset 17 into older ones.
    """
    schema, version = None, onnx.defs.onnx_opset_version() if not domain else NEWEST
    while (older := schema_of(domain, op, version)) is not None:
        schema, version = older, older.since_version - 1
    return schema


def why_unknown(domain: str, op: str, schema: OpSchema | None) -> str:
    """Return why an op that has no importer, and that no function defines, cannot be imported."""
    if domain == MICROSOFT and op in SEARCHES:
        return "the op searches with models that are its attributes: compile these, and search in a program around them"
    if domain == MICROSOFT:
        return "the op of ONNX Runtime has no importer"
    if schema is not None:
        return "the op has no importer, and no function defines it"
    others = [f"'{other}'" for other in sorted(known_domains()) if other and importer_of(other, op, NEWEST)]
    if others:
        return f"the op is not an op of the domain '{domain or 'ai.onnx'}', but of {' and '.join(others)}"
    if domain in known_domains():
        return "the op is not an op of this opset"
    return f"the domain '{domain}' is not known, and the model has no function of this name that would define the op"


def _finished(
    function: FuncOp, inputs: Mapping[str, TensorType], outputs: Sequence[str], results: Sequence[Value]
) -> ModuleOp:
    """Return a module of a function that returns these values."""
    function.entry.append(ReturnOp(results))
    function.set_signature(results=[value.type for value in results])
    function.arg_attrs = _names(inputs)
    function.res_attrs = _names(outputs)
    return ModuleOp.containing([function])


def _names(names: Iterable[str]) -> ArrayAttr:
    return ArrayAttr(tuple(DictionaryAttr.of({NAME: StringAttr(name)}) for name in names))


# -- Types of inputs ---------------------------------------------------------------------------------------------------


def input_type(info: ValueInfoProto) -> TensorType:
    """Return the type of an input; sizes that the model does not know, or gives as -1, have names."""
    if info.type.WhichOneof("value") != "tensor_type":
        raise HostOnly(f"input '{info.name}' is not a tensor")
    declared = info.type.tensor_type
    if declared.elem_type == TensorProto.STRING:
        raise HostOnly(f"input '{info.name}' holds strings")
    if not declared.HasField("shape"):
        raise ValueNeeded("the rank of the input", info.name, None)
    sizes: list[Dim] = []
    for number, dim in enumerate(declared.shape.dim):
        if dim.WhichOneof("value") == "dim_value" and dim.dim_value >= 0:
            sizes.append(dim.dim_value)
        else:
            sizes.append(Size.named(_identifier(dim.dim_param or f"{info.name}_{number}")))
    if not fits_memory(tuple(sizes)):
        raise CannotImport(f"input '{info.name}' must have fewer than 2^63 elements, but got {spell(sizes)}")
    return tensor_of(tuple(sizes), element_type(declared.elem_type))


def element_of_array(array: NdArray) -> Type:
    """Return the element type of an array."""
    return element_type(onnx.helper.np_dtype_to_tensor_dtype(array.dtype))


def _size_names(types: Iterable[Type]) -> set[str]:
    """Return the names of sizes in types."""
    sizes = (size for type in types if isinstance(type, TensorType) for size in shape_of_type(type))
    return {name for size in sizes if isinstance(size, Size) for name in size.names}


def _identifier(name: str) -> str:
    """Return a name with only letters, digits and underscores, as the text of a module has it."""
    text = re.sub(r"\W", "_", name, flags=re.ASCII)[:80]
    return f"_{text}" if not text or text[0].isdigit() else text
