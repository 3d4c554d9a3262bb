"""Imports the nodes of an FX graph of ATen ops one after the other into a function of graph ops.

A node that cannot be imported is noted, and what depends on it is imported all the same, with arguments in the place of
its results: one report lists everything, and a caller learns which nodes something else must compute.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from dlc.ir.sizes import Dim, Size

from ...dialects import arith, graph, tensor
from ...dialects.builtin import ModuleOp
from ...dialects.func import NAME, FuncOp, ReturnOp
from ...dialects.graph.tensors import shape_of, tensor_of
from ...ir import UNKNOWN_LOC, Builder, FileLineColLoc, Location, Value
from ...ir.builtin_attributes import ArrayAttr, DictionaryAttr, StringAttr, int_attr
from ...ir.builtin_types import TensorType, f64, i1, i64
from ...ir.errors import DlcError
from ...ir.locations import NameLoc
from ..emitter import Emitter, dense_from_array
from ..problems import MALFORMED, CannotImport
from . import ops as _ops  # noqa: F401  # pyright: ignore[reportUnusedImport] (registers the importers)
from .complex_values import Complex, from_pairs, is_complex, tensors_of, to_pairs
from .element_types import array_of, element_type, part_type
from .guards import Guards, SizeOf
from .installed import fx, torch
from .layouts import Layout
from .node import Node
from .problems import DRAWS, Problem
from .registry import Importer, Result, complex_importer_of, importer_of, name_of, name_parts
from .symbolic import Sizes, has_negative, may_be_below, parts_of, several, solution

ENTRY = "main"
ASSERTIONS = (
    *("_assert_async", "_assert_scalar", "_assert_tensor_metadata", "_linalg_check_errors"),
    *("sym_constrain_range", "sym_constrain_range_for_size"),
)
"""Ops that compute nothing: a program as a whole leaves them out, and `torch.compile` calls them."""

READS = ("_local_scalar_dense", "item")
"""Ops that give an element of a tensor as a number of Python."""


class Argument(NamedTuple):
    """An argument of a function: a placeholder that is a tensor."""

    placeholder: Any
    layout: Layout


class SizeArgument(NamedTuple):
    """An argument that says what a name stands for by its leading size, and has no elements."""

    name: str
    placeholder: Any
    """A symbolic integer, or a tensor with the dimension `dim`, whose size is factor * name + rest."""
    dim: int | None = None
    factor: int = 1
    rest: int = 0
    negative_name: str = ""
    """The name that its second size has, where the number may be negative: it is the first size minus the second."""


class NumberArgument(NamedTuple):
    """An argument that is a number of Python: a scalar of f64."""

    placeholder: Any


AnyArgument = Argument | SizeArgument | NumberArgument


class Imported(NamedTuple):
    """A function, and how it is called."""

    module: ModuleOp
    arguments: list[AnyArgument]
    results: list[Layout]
    """The layouts of the results."""


class GraphImporter:
    """Imports the nodes of one FX graph into the body of a function.

    With `for_tensors`, a caller passes tensors of PyTorch as layouts say it: in the order in which they lie in memory,
    and complex ones by their parts. Without it, arguments and results have the shapes that the program says, and are
    real.
    """

    def __init__(self, constants: Mapping[str, Any] | None = None, *, for_tensors: bool = True) -> None:
        self.constants = constants or {}
        """Tensors, and graphs that ops take, for placeholders and attributes by name."""
        self._for_tensors = for_tensors
        self._takes_numbers = for_tensors
        """Whether symbolic floats are arguments, and not computed from sizes."""
        self._layout_of: Callable[[Any], Layout] = Layout.of if for_tensors else lambda _: Layout()
        self.failures: dict[Any, Problem] = {}
        self._values: dict[Any, Any] = {}
        self._sizes = Sizes()

    def run(
        self, fx_graph: Any, owner: Any = None, free: Set[int] = frozenset(), guards: Guards | None = None
    ) -> Imported | None:
        """Return a function that computes a graph, or `None` if there are failures; `owner` has its attributes.

        Dimensions of `free` results, by position, are in their usual order, whatever strides were traced. Where
        `guards` do not hold, the function stops.
        """
        nodes = list(fx_graph.nodes)
        given = [each for each in nodes if each.op == "placeholder" and each.name not in self.constants]
        arguments = self._arguments(given, nodes)
        function = FuncOp.of(ENTRY, [self._type_of(each) for each in arguments])
        taken = {self._sizes.name_of(symbol) for symbol in self._symbols_of(nodes)}
        emitter = Emitter(Builder.at_end(function.entry), taken)
        with emitter.builder:
            self._bind(arguments, function, emitter)
            if guards is not None:
                guards.check(_sizes_of_arguments(arguments, function, emitter.builder), emitter.builder)
            for node in nodes[:-1]:
                self._import(node, emitter, owner)
            results, layouts = self._results(nodes[-1], emitter, free)
        if self.failures:
            return None
        outputs = [str(each.name) for each in _leaves(nodes[-1].args[0])]
        return Imported(_finished(function, results, list(map(_label, arguments)), outputs), arguments, layouts)

    # -- Arguments -----------------------------------------------------------------------------------------------------

    def _arguments(self, placeholders: Sequence[Any], nodes: Sequence[Any]) -> list[AnyArgument]:
        """Return the arguments that a function needs: tensors, numbers, and sizes that no tensor has as they are.

        Sizes that nodes of a graph compute are given, too: its parts will get them, which are not known before that.
        """
        arguments = [
            Argument(node, self._layout_of(node.meta["val"]))
            for node in placeholders
            if isinstance(node.meta.get("val"), torch.Tensor) and not self._why_not_passed(node.meta["val"])
        ]
        numbers: list[AnyArgument] = []
        givers = placeholders
        if self._for_tensors:
            numbers += [NumberArgument(node) for node in placeholders if _is_float(node)]
            computed = (node for node in nodes if node.op != "placeholder")
            givers = [*placeholders, *(node for node in computed if isinstance(node.meta.get("val"), torch.SymInt))]
            for size in (size for node in nodes for size in self._sizes_of(node)):
                self._sizes.replace_opaque_parts(size)
        sources, missing = self._sources(givers, nodes, arguments)
        parts = {
            part
            for node in (nodes if missing else ())
            for expression in filter(None, map(self._sizes.expression_of, self._sizes_of(node)))
            for part in parts_of(expression, set(missing))
        }
        if parts:
            for part in sorted(parts, key=str):
                self._sizes.replace(part)
            sources, missing = self._sources(givers, nodes, arguments)
        self._sizes.unknown.update(missing)
        return [*arguments, *numbers, *sources]

    def _sources(
        self, placeholders: Sequence[Any], nodes: Sequence[Any], arguments: Sequence[Argument]
    ) -> tuple[list[AnyArgument], list[Any]]:
        """Return the arguments that say what symbols stand for, where no tensor has them, and the symbols without."""
        shapes = (self._sizes.shape(each.placeholder.meta["val"]) for each in arguments)
        bound = {size.single_name for shape in shapes for size in shape if isinstance(size, Size)}
        sources: list[AnyArgument] = []
        missing: list[Any] = []
        for symbol in dict.fromkeys(self._symbols_of(nodes)):
            if self._sizes.name_of(symbol) not in bound:
                source = self._source_of(symbol, placeholders)
                if source is not None:
                    sources.append(source)
                elif not _is_computed(symbol, nodes):
                    missing.append(symbol)
        return sources, missing

    def _source_of(self, symbol: Any, placeholders: Sequence[Any]) -> SizeArgument | None:
        """Return the argument that says what a symbol stands for, if there is one."""
        for node in placeholders:
            value = node.meta.get("val")
            sizes: dict[int | None, Any] = {None: value}
            if isinstance(value, torch.Tensor):
                sizes = {dim: value.shape[dim] for dim in range(value.dim())}
            for dim, size in sizes.items():
                expression = self._sizes.expression_of(size)
                solved = None if expression is None else solution(expression, symbol)
                if solved is not None:
                    is_signed = self._for_tensors and dim is None and has_negative(size, symbol)
                    if is_signed:
                        self._sizes.signed.add(symbol)
                    negative_name = self._sizes.negative_name_of(symbol) if is_signed else ""
                    return SizeArgument(self._sizes.name_of(symbol), node, dim, *solved, negative_name)
        return None

    def _symbols_of(self, nodes: Sequence[Any]) -> Iterator[Any]:
        return (symbol for node in nodes for symbol in self._sizes.symbols_of(self._sizes_of(node)))

    def _sizes_of(self, node: Any) -> list[Any]:
        """Return all sizes in what a node computes, without numbers that are arguments themselves."""
        return [] if self._takes_numbers and _is_float(node) else sizes_of(node)

    def _type_of(self, argument: AnyArgument) -> TensorType:
        """Return the type of an argument."""
        if isinstance(argument, NumberArgument):
            return tensor_of((), f64)
        if isinstance(argument, SizeArgument):
            names = filter(None, (argument.name, argument.negative_name))
            return tensor_of((*map(Size.named, names), 0), i1)
        value, layout = argument.placeholder.meta["val"], argument.layout
        shape = (*self._sizes.shape(value), *([2] if layout.is_complex else []))
        shape = shape if layout.order is None else tuple(shape[dim] for dim in layout.order)
        return tensor_of(shape, part_type(value.dtype))

    def _bind(self, arguments: Sequence[AnyArgument], function: FuncOp, emitter: Emitter) -> None:
        for each, value in zip(arguments, function.entry.args, strict=True):
            value.name_hint = _identifier(_label(each))
            if isinstance(each, Argument):
                order = each.layout.inverse
                in_order = value if order is None else emitter.transpose(value, order)
                is_pairs = each.layout.is_complex
                self._values[each.placeholder] = from_pairs(emitter, in_order) if is_pairs else in_order
            elif isinstance(each, NumberArgument):
                self._values[each.placeholder] = value

    def _why_not_passed(self, traced: Any) -> str:
        """Return why a traced value cannot be an argument or a result of the function; empty if it can be one."""
        if is_complex(traced) and not self._for_tensors:
            return (
                f"arguments and results of a program must be real, but got one of type {traced.dtype}: pass "
                "torch.view_as_real(x), and use torch.view_as_complex inside"
            )
        return _why_unsupported(traced)

    # -- Nodes ---------------------------------------------------------------------------------------------------------

    def _import(self, node: Any, emitter: Emitter, owner: Any) -> None:
        if node in self._values:
            return
        with emitter.builder.at(location=location_of(node)):
            try:
                self._values[node] = self._value_of(node, emitter, owner)
                return
            except CannotImport as error:
                reason = str(error)
            except (DlcError, AttributeError, NotImplementedError, RuntimeError, *MALFORMED) as error:
                reason = str(error) or type(error).__name__
        self.failures[node] = Problem(node.name, name_of(node.target), place_of(node), reason.split("\n")[0])
        self._values[node] = self._stand_ins(node, emitter)

    def _value_of(self, node: Any, emitter: Emitter, owner: Any) -> Any:
        """Return what a node computes: a value, a list of them, or a symbolic integer."""
        traced = node.meta.get("val")
        if node.op == "get_attr" or node.name in self.constants:
            given = self.constants.get(node.name)
            attribute = _attribute(owner, node.target) if given is None else given
            return attribute if isinstance(attribute, fx.GraphModule) else _constant(attribute, emitter)
        if not self._for_tensors and name_parts(node.target)[1] in READS:
            return self._number_read(node, emitter)
        if isinstance(traced, (torch.SymInt, int)) and not isinstance(traced, bool):
            return self._sizes.dim(traced)
        if isinstance(traced, torch.SymFloat):
            return self._number_of(traced, emitter)
        if isinstance(traced, torch.SymBool) or name_parts(node.target)[1] in ASSERTIONS:
            return None
        if node.op == "placeholder":
            if not node.users:
                return None
            raise CannotImport(self._why_not_passed(traced))
        if node.target is operator.getitem:
            return self._given(node.args[0])[node.args[1]]
        importer = _importer_of(node)
        inner = Node(node, emitter, self._sizes, self._call, is_beside_torch=self._for_tensors)
        args = fx.node.map_aggregate(node.args, self._given)
        kwargs = {key: self._given(each) for key, each in node.kwargs.items() if key not in WITHOUT_MEANING}
        return _finished_results(inner, importer(inner, *args, **kwargs))

    def _number_read(self, node: Any, emitter: Emitter) -> Value | Dim:
        """Return a number that is read from a tensor: a size if it is never negative, and else a scalar."""
        traced = node.meta["val"]
        scalar = emitter.reshape(self._given(node.args[0]), ())
        if not isinstance(traced, torch.SymInt):
            return scalar
        [symbol] = self._sizes.symbols_of([traced])
        if may_be_below(traced, 0):
            self._sizes.unknown.add(symbol)
            return scalar
        count = emitter.vector_of(emitter.cast(scalar, i64))
        size = Size.named(self._sizes.name_of(symbol))
        counted = emitter.builder.insert(graph.IotaOp(int_attr(0), tensor_of((None,), i64), sizes=count)).result
        emitter.builder.insert(graph.WithShapeOp(counted, tensor_of((size,), i64)))
        return size

    def _number_of(self, traced: Any, emitter: Emitter) -> Value | None:
        """Return a symbolic float; one that Python computes for parts is an argument of theirs."""
        point = emitter.builder.point
        if self._takes_numbers and point is not None:
            return point.block.add_argument(tensor_of((), f64))
        return self._sizes.number(traced, emitter)

    def _call(self, called: Any, operands: Sequence[Any], emitter: Emitter) -> list[Value]:
        """Import the nodes of a graph that an op takes, for these values of its placeholders; return its results."""
        nodes = list(called.graph.nodes)
        inner = GraphImporter()
        inner._sizes, inner._takes_numbers = self._sizes, False
        if not all(map(self._sizes.has_name, inner._symbols_of(nodes))):
            raise CannotImport("sizes in its graphs depend on elements of tensors")
        inner._values.update(zip((node for node in nodes if node.op == "placeholder"), operands, strict=True))
        with emitter.builder:
            for node in nodes[:-1]:
                inner._import(node, emitter, called)
        for problem in inner.failures.values():
            raise CannotImport(f"in its graph, {problem}")
        results = [inner._values[node] for node in _leaves(nodes[-1].args[0])]
        if not all(isinstance(each, Value) for each in results):
            raise CannotImport("results of its graphs must be tensors")
        return results

    def _given(self, argument: Any) -> Any:
        """Return an argument of a node as importers see it."""
        if not isinstance(argument, fx.Node):
            return argument
        value = self._values[argument]
        if value is None:
            raise CannotImport(f"it works on '{argument.name}': {_why_unsupported(argument.meta.get('val'))}")
        return value

    def _stand_ins(self, node: Any, emitter: Emitter) -> Any:
        """Return arguments in the place of the results of a node that cannot be imported."""
        point = emitter.builder.point
        assert point is not None
        traced = node.meta.get("val")

        def stand_in(each: Any) -> Any:
            if _why_unsupported(each):
                return None
            type = tensor_of(self._sizes.shape(each), part_type(each.dtype))
            parts = [point.block.add_argument(type) for _ in range(1 + is_complex(each))]
            return Complex(*parts) if is_complex(each) else parts[0]

        values = [*map(stand_in, several(traced))]
        return values if isinstance(traced, (tuple, list)) else values[0]

    # -- Results -------------------------------------------------------------------------------------------------------

    def _results(self, output: Any, emitter: Emitter, free: Set[int]) -> tuple[list[Value], list[Layout]]:
        values: list[Value] = []
        layouts: list[Layout] = []
        for number, node in enumerate(_leaves(output.args[0])):
            value, traced = self._values.get(node), node.meta.get("val")
            if isinstance(value, Complex) and self._for_tensors:
                value = to_pairs(emitter, value)
            if isinstance(value, (Size, int)) and not self._for_tensors:
                values.append(emitter.size_value(value))
                layouts.append(Layout())
                continue
            if not isinstance(value, Value):
                reason = self._why_not_passed(traced) if is_complex(traced) else _NO_RESULT
                self.failures.setdefault(node, Problem(node.name, name_of(node.target), place_of(node), reason))
                continue
            layout = Layout() if number in free else self._layout_of(traced)
            values.append(value if layout.order is None else emitter.transpose(value, layout.order))
            layouts.append(layout)
        return values, layouts


def _sizes_of_arguments(arguments: Sequence[AnyArgument], function: FuncOp, builder: Builder) -> SizeOf:
    """Return a function that computes the size of an argument, or the number that it is, by names of placeholders."""
    pairs = list(zip(arguments, function.entry.args, strict=True))
    tensors = {each.placeholder.name: value for each, value in pairs if isinstance(each, Argument)}
    numbers = {
        each.placeholder.name: (value, bool(each.negative_name))
        for each, value in pairs
        if isinstance(each, SizeArgument) and each.dim is None
    }

    def size_of(name: str, dim: int | None) -> int | Value:
        if dim is not None:
            size = shape_of(tensors[name])[dim]
            return size if isinstance(size, int) else tensor.DimOp.of(builder, tensors[name], dim).result
        value, may_be_negative = numbers[name]
        number = tensor.DimOp.of(builder, value, 0).result
        if not may_be_negative:
            return number
        return builder.insert(arith.SubIOp(number, tensor.DimOp.of(builder, value, 1).result)).result

    return size_of


_NO_RESULT = "a result of a compiled function must be a tensor"
WITHOUT_MEANING = frozenset({"layout", "device", "pin_memory", "memory_format", "non_blocking", "requires_grad"})
"""Parameters that change no element of a result."""


def _leaves(tree: Any) -> list[Any]:
    """Return the nodes in what a graph returns."""
    nodes: list[Any] = []
    fx.node.map_arg(tree, nodes.append)
    return nodes


def _importer_of(node: Any) -> Importer:
    """Return the importer of a node; it depends on whether it has complex tensors to do with."""
    importer = None
    if node.op == "call_function":
        traced = [node.meta.get("val"), *(each.meta.get("val") for each in node.all_input_nodes)]
        has_complex = any(is_complex(part) for value in traced for part in several(value))
        importer = importer_of(node.target)
        if has_complex and not (importer := complex_importer_of(node.target)):
            raise CannotImport("the op has no importer for complex numbers")
    if importer is None and _is_random(node.target):
        raise CannotImport(DRAWS)
    if importer is None:
        raise CannotImport("the op has no importer")
    return importer


def _is_random(target: Any) -> bool:
    """Return whether an op draws random numbers, or calls one that does and keeps or sets the generator's state."""
    is_tagged = torch.Tag.nondeterministic_seeded in getattr(target, "tags", ())
    return is_tagged or name_parts(target)[1] in ("run_and_save_rng_state", "run_with_rng_state")


def _finished_results(node: Node, results: Result | Sequence[Result | None]) -> Any:
    if isinstance(results, (Value, Complex)):
        results = [results]
        value = node.fx_node.meta["val"]
        if not isinstance(value, (tuple, list)):
            return node.finished(results[0], 0)
    return [each if each is None else node.finished(each, number) for number, each in enumerate(results)]


def _constant(tensor: Any, emitter: Emitter) -> Value | Complex:
    constants = [
        emitter.builder.insert(graph.ConstantOp(dense_from_array(array_of(part), element_type(part.dtype)))).result
        for part in tensors_of(tensor)
    ]
    return Complex(*constants) if is_complex(tensor) else constants[0]


def _attribute(owner: Any, path: str) -> Any:
    for name in path.split("."):
        owner = getattr(owner, name)
    if not isinstance(owner, (torch.Tensor, fx.GraphModule)):
        raise CannotImport(f"attribute '{path}' is not a tensor")
    return owner


def _why_unsupported(value: Any) -> str:
    """Return why a traced value cannot be in a graph; empty if it can be."""
    if isinstance(value, torch.SymInt):
        return "a number that sizes do not give"
    if not isinstance(value, torch.Tensor):
        return f"a value of type {type(value).__name__} is not a tensor"
    if value.device.type != "cpu":
        return f"tensors must be on the CPU, but got one on '{value.device}'"
    if value.layout is not torch.strided:
        return f"tensors must be dense, but got one of layout {value.layout}"
    try:
        part_type(value.dtype)
    except CannotImport as error:
        return str(error)
    return ""


# -- Sizes -------------------------------------------------------------------------------------------------------------


def sizes_of(node: Any) -> list[Any]:
    """Return all sizes in what a node computes."""
    sizes: list[Any] = []
    for each in several(node.meta.get("val")):
        sizes += each.shape if isinstance(each, torch.Tensor) else [each]
    return sizes


def _is_float(node: Any) -> bool:
    """Return whether a node gives a symbolic float."""
    return isinstance(node.meta.get("val"), torch.SymFloat)


def _is_computed(symbol: Any, nodes: Sequence[Any]) -> bool:
    """Return whether a graph itself computes what a symbol stands for, such as the number of nonzero elements.

    What AOTAutograd has traced again may bind a new symbol to it, although its sizes have the old one.
    """
    computing = [each for each in nodes if each.meta.get("unbacked_bindings")]
    if any(symbol in each.meta["unbacked_bindings"] for each in computing):
        return True
    sizes = (size.node.expr for each in computing for size in sizes_of(each) if isinstance(size, torch.SymInt))
    return any(symbol in size.free_symbols for size in sizes)


def _label(argument: AnyArgument) -> str:
    """Return the name of an argument."""
    return argument.name if isinstance(argument, SizeArgument) else argument.placeholder.name


# -- Functions ---------------------------------------------------------------------------------------------------------


def _finished(function: FuncOp, results: Sequence[Value], labels: Sequence[str], outputs: Sequence[str]) -> ModuleOp:
    """Return a module of a function that returns these values."""
    function.entry.append(ReturnOp(results))
    function.set_signature(results=[value.type for value in results])
    function.arg_attrs, function.res_attrs = _names(labels), _names(outputs)
    return ModuleOp.containing([function])


def _names(names: Sequence[str]) -> ArrayAttr:
    """Return names as attributes; of equal ones, all but the first get numbers."""
    taken: set[str] = set()
    distinct: list[str] = []
    for name in names:
        candidates: Callable[[int], str] = lambda number, name=name: f"{name}_{number}" if number else name
        number = next(each for each in range(len(names) + 1) if candidates(each) not in taken)
        distinct.append(candidates(number))
        taken.add(distinct[-1])
    return ArrayAttr(tuple(DictionaryAttr.of({NAME: StringAttr(name)}) for name in distinct))


# -- Where a node comes from -------------------------------------------------------------------------------------------

_LINE = re.compile(r'File "((?!<eval_with_key>)[^"]+)", line (\d{1,9})\b')
"""A line in a stack trace, but not of code that PyTorch has generated."""


def _lines(node: Any) -> list[tuple[str, str]]:
    """Return the files and the numbers of the lines that led to a node."""
    return _LINE.findall(node.meta.get("stack_trace") or "")


def location_of(node: Any) -> Location:
    """Return the name of a node, and the line of Python that called its op."""
    lines = _lines(node)
    inner = FileLineColLoc.at(lines[-1][0], int(lines[-1][1]), 1) if lines else UNKNOWN_LOC
    return NameLoc(node.name, inner)


def place_of(node: Any) -> str:
    """Return the line of Python that called the op of a node, as `model.py:12`."""
    lines = _lines(node)
    return f"{lines[-1][0]}:{lines[-1][1]}" if lines else ""


def _identifier(name: str) -> str:
    return re.sub(r"\W", "_", name, flags=re.ASCII)[:80]
