"""Programs that `torch.export.save` has written, traced anew from their JSON.

    program = read_program(content, "model.pt2")  # a graph, and the tensors of its placeholders

`torch.export.load` unpickles parts of such a file, and evaluates others as Python. So it is not used here, nor anything
else of PyTorch that reads files. Instead the nodes are executed one after the other while PyTorch traces:
`_execute_nodes` is an interpreter of the JSON, and the trace of it is the program. Files from anyone can be read:

- no text of the file is evaluated, imported, or looked up as an attribute path. A node calls an entry of `SYMBOLIC` or
  `CONTROL`, or an op `torch.ops.aten.<name>.<overload>` (or of `prims`) of PyTorch's dispatcher, as `_op_of` checks;
  functions of TorchScript, such as `aten::save`, are not in the dispatcher.
- arguments of ops are plain numbers, text, and what nodes before have computed. There is no way to make another object.
- all tensors are fake while nodes are executed, weights among them: an op computes shapes, and reads and writes no
  memory. Ops that work on something else than tensors, such as `from_file`, take text and no tensor, and are refused.
- sizes of arguments are read by `_Symbols`, which knows numbers, symbols, and the operations in `_OPERATIONS`. Those
  that nodes compute cannot grow beyond what `_check_sizes` allows.
- what the file says of values in the program, of Python types that contain arguments, of guards and of modules
  is not read: PyTorch finds it out again when it traces.

How long PyTorch takes to trace is not limited: a program may have as many nodes as the file has room for.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import math
import operator
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple, cast

from ..onnx_weights import Bytes
from ..problems import MALFORMED
from .archive import Archive, dtype_of
from .decompositions import decompositions
from .guards import Guards
from .importer import ASSERTIONS
from .installed import torch
from .problems import InvalidTorchProgram
from .quantization import LIBRARY, NAMESPACE
from .registry import name_parts
from .symbolic import several

_aot: Any = importlib.import_module("torch._functorch.aot_autograd")
_fake: Any = importlib.import_module("torch._subclasses.fake_tensor")
_shapes: Any = importlib.import_module("torch.fx.experimental.symbolic_shapes")
_sources: Any = importlib.import_module("torch._dynamo.source")
_traceback: Any = importlib.import_module("torch.fx.traceback")
_ranges: Any = importlib.import_module("torch.utils._sympy.value_ranges")
_functions: Any = importlib.import_module("torch.utils._sympy.numbers")

MAJOR_VERSION = 8
"""The version of the format that is read; others differ in what names mean."""
CPU = "cpu"
MEMORY_FORMATS: dict[Any, Any] = {
    1: torch.contiguous_format,
    2: torch.channels_last,
    3: torch.channels_last_3d,
    4: torch.preserve_format,
}
"""Memory formats by their numbers in the format."""
LAYOUTS: dict[Any, Any] = {7: torch.strided}
"""Layouts by their numbers in the format; others are of sparse tensors."""
SYMBOLIC: dict[str, Callable[..., Any]] = {
    **{
        f"_operator.{name}": getattr(operator, name)
        for name in ("eq", "ne", "le", "ge", "lt", "gt", "neg", "pos", "mul", "add", "sub", "floordiv", "mod")
    },
    **{f"_operator.{name}": getattr(operator, name) for name in ("truediv", "and_", "or_", "pow", "lshift", "rshift")},
    **{f"torch.{name}": getattr(torch, name) for name in ("sym_not", "sym_int", "sym_float", "sym_max", "sym_min")},
    **{f"torch.{name}": getattr(torch, name) for name in ("sym_ite", "sym_sqrt", "_sym_sqrt")},
    "math.trunc": math.trunc,
}
"""Functions of symbolic numbers, by their names in the format."""
LARGE_RESULTS = {"_operator.pow", "_operator.lshift", "_operator.rshift"}
"""Functions of symbolic numbers whose second argument must be small."""
CONTROL: dict[str, Any] = {
    f"torch.ops.higher_order.{name}": getattr(torch.ops.higher_order, name)
    for name in ("cond", "while_loop", "wrap_with_set_grad_enabled", "wrap_with_autocast")
}
"""Ops that take graphs, by their names in the format."""
MOST_OPERATIONS = 2000
"""The maximum number of operations in a size that a node computes."""
LONGEST_SIZE = 2000
"""The maximum number of characters of a size."""


class TracedProgram(NamedTuple):
    """A program as ATen ops, and the tensors that belong to it."""

    graph_module: Any
    targets: dict[str, str]
    """The names of the tensors that placeholders stand for, by the names of the placeholders."""
    state_dict: dict[str, Any]
    constants: dict[str, Any]
    changed: list[str]
    """The names of the tensors that the program changes; a compiled program has results and no effects."""
    guards: Guards


def read_program(content: Bytes, name: str) -> TracedProgram:
    """Return the program in the content of a file; raise an error if it is none, or cannot be traced."""
    archive = Archive(content, name)
    document, state_dict, constants = archive.program(), archive.weights(), archive.constants()
    try:
        version = document["schema_version"]["major"]
        if version != MAJOR_VERSION:
            raise InvalidTorchProgram(
                f"version {version!r:.20} of the format is not {MAJOR_VERSION}: save it again with PyTorch 2.8 or newer"
            )
        return _traced(document, state_dict, constants)
    except InvalidTorchProgram as error:
        raise archive.error(f"cannot be read: {error}") from error.__cause__
    except (AttributeError, RuntimeError, *MALFORMED) as error:
        raise archive.error(f"has a malformed program: {type(error).__name__}: {error!s:.200}") from None


def _traced(document: Any, state_dict: dict[str, Any], constants: dict[str, Any]) -> TracedProgram:
    program = document["graph_module"]
    graph, signature = program["graph"], program["signature"]
    mode = _fake.FakeTensorMode(shape_env=_shapes.ShapeEnv())
    inputs = list(_inputs(graph, signature["input_specs"]))
    symbols = _Symbols(mode, graph, document["range_constraints"])
    tensors = {**state_dict, **constants}
    given = [
        symbols.input(each.name) if each.target is None else symbols.like(_tensor_at(tensors, each.target))
        for each in inputs
    ]
    module, traced = _aten(_execution(graph, [each.name for each in inputs]), given)
    placeholders = [node for node in module.graph.nodes if node.op == "placeholder"]
    targets = {
        node.name: each.target for node, each in zip(placeholders, inputs, strict=True) if each.target is not None
    }
    originals = dict(zip((node.name for node in placeholders), inputs, strict=True))
    changed = [originals[name].target or originals[name].name for name in traced.user_inputs_to_mutate.values()]
    _name_inputs(module.graph, {node: each.name for node, each in zip(placeholders, inputs, strict=True)}, targets)
    effects = [*_effects(signature["output_specs"]), *changed]
    return TracedProgram(module, targets, state_dict, constants, effects, _guards(document, signature))


def _aten(execution: Any, given: Sequence[Any]) -> tuple[Any, Any]:
    """Return an execution for fake tensors as a graph of ATen ops without effects, and the signature of the graph."""
    try:
        with torch.no_grad(), _traceback.preserve_node_meta(), _without_onednn():
            traced: tuple[Any, Any] = _aot.aot_export_module(
                execution, given, trace_joint=False, decompositions=decompositions()
            )
            return _without_checks(*traced)
    except InvalidTorchProgram:
        raise
    except Exception as error:
        raise InvalidTorchProgram(f"PyTorch cannot trace it: {error!s:.500}") from error


def _without_checks(module: Any, signature: Any) -> tuple[Any, Any]:
    """Return a graph without ops that only raise errors, and without the tokens that keep these in order."""
    graph = module.graph
    *_, output = graph.nodes
    tokens = [node for node in graph.nodes if node.op == "placeholder" and node.name in signature.input_tokens]
    output.args = (tuple(output.args[0][len(tokens) :]),)
    for node in reversed(graph.find_nodes(op="call_function", target=torch.ops.higher_order.with_effects)):
        if name_parts(node.args[1])[1] not in ASSERTIONS:
            continue
        for pick in list(node.users):
            pick.replace_all_uses_with(node.args[0])
            graph.erase_node(pick)
        graph.erase_node(node)
    for token in tokens:
        if not token.users:
            graph.erase_node(token)
    return module, signature


@contextlib.contextmanager
def _without_onednn() -> Generator[None]:
    """Let ops be decomposed into ones of ATen rather than into calls of oneDNN, as `torch.export` does."""
    was_enabled = torch._C._get_mkldnn_enabled()
    torch._C._set_mkldnn_enabled(False)
    try:
        yield
    finally:
        torch._C._set_mkldnn_enabled(was_enabled)


class _Input(NamedTuple):
    """An input of a graph: an argument of the program, or a tensor that was saved with it."""

    name: str
    target: str | None
    """The name of the tensor."""


_SAVED = {"parameter": "parameter_name", "buffer": "buffer_name", "tensor_constant": "tensor_constant_name"}
"""Kinds of inputs that are saved with a program, and the fields with their names."""


def _inputs(graph: Any, specs: Any) -> Iterator[_Input]:
    """Yield the inputs of a graph, in which constants among the arguments are not used."""
    for given, spec in zip(graph["inputs"], specs, strict=True):
        [(kind, described)] = spec.items()
        if kind in _SAVED:
            yield _Input(_name_in(given), _text(described[_SAVED[kind]]))
        elif kind == "user_input" and not given.keys() <= _CONSTANTS:
            yield _Input(_name_in(given), None)
        elif kind not in ("user_input", "constant_input"):
            raise InvalidTorchProgram(f"an argument is a '{kind:.50}', but tensors and numbers can be compiled")


_CONSTANTS = {"as_int", "as_float", "as_bool", "as_none", "as_string"}
"""Kinds of arguments and results that are constants."""


def _name_in(given: Any) -> str:
    """Return the name of a tensor or of a symbolic number."""
    [(kind, described)] = given.items()
    name = described.get("name", described.get("as_name")) if kind in ("as_tensor", "as_sym_int") else None
    if name is None:
        raise InvalidTorchProgram(f"an argument is '{kind:.50}', but tensors and sizes can be compiled")
    return _text(name)


def _guards(document: Any, signature: Any) -> Guards:
    """Return the conditions on arguments; files of PyTorch 2.8 have none."""
    inputs = [each["user_input"]["arg"] for each in signature["input_specs"] if "user_input" in each]
    names = [None if each.keys() <= _CONSTANTS else _name_in(each) for each in inputs]
    return Guards([_text(each) for each in document.get("guards_code") or ()], names)


def _text(given: Any) -> str:
    if not isinstance(given, str):
        raise TypeError(f"expected text, but got {given!r:.50}")
    return given


def _tensor_at(tensors: Mapping[str, Any], name: str) -> Any:
    if name not in tensors:
        raise InvalidTorchProgram(f"there is no tensor '{name:.200}'")
    return tensors[name]


def _effects(specs: Any) -> list[str]:
    """Return the names of what results of a graph are for, other than being returned."""
    effects = [described for spec in specs for kind, described in spec.items() if kind != "user_output"]
    return [str(next((each for each in fields.values() if isinstance(each, str)), "")) for fields in effects]


def _name_inputs(graph: Any, names: Mapping[Any, str], saved: Mapping[str, str]) -> None:
    """Give the arguments of a program their names; those that something else has get a number."""
    taken = {node.name for node in graph.nodes}
    for node, name in names.items():
        if node.name not in saved:
            if not re.fullmatch(r"[A-Za-z_]\w{0,200}", name, re.ASCII):
                raise InvalidTorchProgram(f"'{name!r:.50}' is not the name of an argument")
            node.name = next(
                each for each in (name, *(f"{name}_{n}" for n in range(1, len(taken) + 2))) if each not in taken
            )
            taken.add(node.name)


# -- Execution ---------------------------------------------------------------------------------------------------------


def _execution(graph: Any, names: Sequence[str]) -> Any:
    """Return a module that executes the nodes of a graph, and returns its results that are not constants."""

    def forward(*given: Any) -> Any:
        values = dict(zip(names, given, strict=True))
        _execute_nodes(graph, values)
        return tuple(_value(each, values) for each in graph["outputs"] if not each.keys() <= _CONSTANTS)

    module = torch.nn.Module()
    module.forward = forward
    return module


def _subgraph(graph: Any) -> Callable[..., Any]:
    """Return a graph that a node has as argument as a function."""

    def call(*given: Any) -> Any:
        values = dict(zip(map(_name_in, graph["inputs"]), given, strict=True))
        _execute_nodes(graph, values)
        results = tuple(_value(each, values) for each in graph["outputs"])
        return results[0] if graph.get("is_single_tensor_return") else results

    return call


def _execute_nodes(graph: Any, values: dict[str, Any]) -> None:
    for node in graph["nodes"]:
        target, trace = node["target"], node["metadata"].get("stack_trace")
        _traceback.set_stack_trace([trace] if isinstance(trace, str) else [])
        try:
            result = _result(target, node["inputs"], values)
            _check_sizes(result)
            _bind(node["outputs"], result, values)
        except InvalidTorchProgram:
            raise
        except Exception as error:  # whatever an op says
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise InvalidTorchProgram(f"node '{node.get('name')!s:.100}' ({target!s:.100}): {reason:.500}") from error


def _result(target: Any, inputs: Any, values: Mapping[str, Any]) -> Any:
    """Return what a node computes."""
    if target in CONTROL:
        return CONTROL[target](*[_value(each["arg"], values) for each in inputs])
    if target in SYMBOLIC:
        return _symbolic(target, [_value(each["arg"], values) for each in inputs])
    op = _op_of(target)
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    given = {each["name"]: each["arg"] for each in inputs}
    for position, parameter in enumerate(op._schema.arguments):
        if parameter.name in given:
            value = _value(given.pop(parameter.name), values)
            if position == len(args) and not parameter.kwarg_only:
                args.append(value)
            else:
                kwargs[parameter.name] = value
    if given:
        raise TypeError(f"the op has no parameters {', '.join(map(str, given)):.100}")
    return op(*args, **kwargs)


def _op_of(target: Any) -> Any:
    """Return the op with a name, if it is one that computes tensors, or sizes of tensors."""
    parts = re.fullmatch(rf"torch\.ops\.(aten|prims|{NAMESPACE})\.(\w+)\.(\w+)", _text(target), re.ASCII)
    if parts is not None:
        namespace, name, overload = parts.groups()
        if namespace == NAMESPACE:
            importlib.import_module(LIBRARY)
        if torch._C._dispatch_has_kernel(f"{namespace}::{name}" + (f".{overload}" if overload != "default" else "")):
            op = getattr(getattr(getattr(torch.ops, namespace), name), overload)
            if _takes_tensor(op) or not _takes_text(op):
                return op
    raise InvalidTorchProgram(f"'{target:.100}' is not an op of ATen that PyTorch {torch.__version__} has")


def _takes_tensor(op: Any) -> bool:
    return any("Tensor" in str(each.type) and not each.is_out for each in op._schema.arguments)


def _takes_text(op: Any) -> bool:
    return any("str" in str(each.type) for each in op._schema.arguments)


def _symbolic(name: str, args: Sequence[Any]) -> Any:
    """Return the result of a function of symbolic numbers."""
    if name in LARGE_RESULTS and not (isinstance(args[1], int) and 0 <= args[1] < 64):
        raise OverflowError(f"its second operand must be a number below 64, but got {args[1]!s:.50}")
    return SYMBOLIC[name](*args)


def _check_sizes(result: Any) -> None:
    """Raise an error if sizes are so large, as numbers or as expressions, that PyTorch would not come to an end."""
    for each in several(result):
        for size in each.shape if isinstance(each, torch.Tensor) else (each,):
            number = size
            if isinstance(size, torch.SymInt):
                number = size.node.hint
                if size.node.expr.count_ops() > MOST_OPERATIONS:
                    raise OverflowError(f"a size has more than {MOST_OPERATIONS} operations")
            if isinstance(number, int) and not -(1 << 63) <= number < 1 << 63:
                raise OverflowError("a size does not fit in 64 bits")


def _bind(output: Any, result: Any, values: dict[str, Any]) -> None:
    """Note the results of a node by the names in the description of its outputs."""
    if isinstance(output, dict):
        fields = cast("dict[str, Any]", output)
        name = fields.get("name", fields.get("as_name"))
        if isinstance(name, str):
            values[name] = result
        for inner in fields.values():
            _bind(inner, result, values)
    elif isinstance(output, list) and output:
        parts = several(result)
        is_whole = len(cast("list[Any]", output)) == 1 and len(parts) != 1
        for each, part in zip(cast("list[Any]", output), [result] if is_whole else parts, strict=True):
            _bind(each, part, values)


# -- Arguments ---------------------------------------------------------------------------------------------------------


def _value(given: Any, values: Mapping[str, Any]) -> Any:
    """Return an argument of a node, or a result of a graph."""
    [(kind, described)] = given.items()
    if kind in _READERS:
        return _READERS[kind](described)
    if kind == "as_tensor":
        return values[described["name"]]
    if kind == "as_name":
        return values[described]
    if kind in ("as_sym_int", "as_sym_float", "as_sym_bool", "as_optional_tensor"):
        return _value(described, values)
    if kind in ("as_sym_ints", "as_sym_floats", "as_sym_bools", "as_optional_tensors"):
        return [_value(each, values) for each in described]
    if kind == "as_tensors":
        return [values[each["name"]] for each in described]
    if kind == "as_nested_tensors":
        return [[values[each["name"]] for each in part] for part in described]
    raise InvalidTorchProgram(f"arguments of the kind '{kind:.50}' are not supported")


def _plain(given: Any) -> Any:
    """Return a number, text or truth value, or a list of them."""
    if isinstance(given, list):
        return [_plain(each) for each in cast("list[Any]", given)]
    if not isinstance(given, (int, float, str)):
        raise TypeError(f"expected a number or text, but got {given!r:.50}")
    return given


def _device(given: Any) -> Any:
    if given["type"] != CPU:
        raise InvalidTorchProgram(f"it is for the device '{given['type']!s:.50}': export the model on the CPU")
    return torch.device(CPU)


_READERS: dict[str, Callable[[Any], Any]] = {
    "as_none": lambda _: None,
    **dict.fromkeys(("as_int", "as_ints", "as_bool", "as_bools", "as_string", "as_strings", "as_int_lists"), _plain),
    "as_float": float,
    "as_floats": lambda given: [*map(float, given)],
    "as_float_lists": lambda given: [[*map(float, each)] for each in given],
    "as_complex": lambda given: complex(float(given["real"]), float(given["imag"])),
    "as_scalar_type": dtype_of,
    "as_memory_format": MEMORY_FORMATS.__getitem__,
    "as_layout": LAYOUTS.__getitem__,
    "as_device": _device,
    "as_graph": lambda given: _subgraph(given["graph"]),
}
"""Kinds of arguments that no node computes."""


# -- Sizes -------------------------------------------------------------------------------------------------------------


class _Symbols:
    """The symbols of a graph, and fake tensors whose sizes are made of them."""

    def __init__(self, mode: Any, graph: Any, ranges: Any) -> None:
        self._mode = mode
        self._graph = graph
        self._ranges = ranges
        self._symbols: dict[str, Any] = {}
        self._hints: dict[str, Any] = {}
        for form in graph["tensor_values"].values():
            self._note_hints(form["sizes"])
        self._note_hints(graph["sym_int_values"].values())

    def _note_hints(self, sizes: Iterable[Any]) -> None:
        """Note the sizes that the program was traced with."""
        for size in sizes:
            if "as_expr" in size:
                parts = _LONE_SYMBOL.match(_text(size["as_expr"]["expr_str"]))
                hint = size["as_expr"].get("hint")
                if parts is not None and hint is not None:
                    self._hints.setdefault(parts[1], _plain(hint["as_int"]))

    def input(self, name: str) -> Any:
        """Return what an argument of the program is while it is traced: a fake tensor or a symbolic number."""
        form = self._graph["tensor_values"].get(name)
        if form is None:
            return self._size(self._graph["sym_int_values"][name])
        if form["layout"] not in LAYOUTS:
            raise InvalidTorchProgram(f"argument '{name:.100}' is a sparse tensor")
        sizes, strides = ([self._size(each) for each in form[key]] for key in ("sizes", "strides"))
        with self._mode:
            return torch.empty_strided(sizes, strides, dtype=dtype_of(form["dtype"]), device=_device(form["device"]))

    def like(self, tensor: Any) -> Any:
        """Return a fake tensor in the place of one that was saved."""
        with self._mode:
            return torch.empty_strided(tensor.shape, tensor.stride(), dtype=tensor.dtype)

    def _size(self, given: Any) -> Any:
        if "as_int" in given:
            return _plain(given["as_int"])
        text = _text(given["as_expr"]["expr_str"])
        try:
            if len(text) > LONGEST_SIZE:
                raise ValueError("it is too long")
            return self._computed(ast.parse(text, mode="eval").body)
        except (
            ArithmeticError,
            LookupError,
            RecursionError,
            RuntimeError,
            SyntaxError,
            TypeError,
            ValueError,
        ) as error:
            raise InvalidTorchProgram(f"size '{text:.100}' cannot be read: {error}") from None

    def _computed(self, node: ast.expr) -> Any:
        """Return the value of an expression as sympy's `srepr` prints it."""
        match node:
            case ast.Call(func=ast.Name(id="Symbol"), args=[ast.Constant(value=str(name))]):
                return self._symbol(name)
            case ast.Call(func=ast.Name(id="Integer"), args=[number], keywords=[]):
                value = ast.literal_eval(number)
                return _plain(value)
            case ast.Call(func=ast.Name(id=name), args=[_, _, *_] as parts, keywords=[]) if name in _OPERATIONS:
                return reduce(_OPERATIONS[name], map(self._computed, parts))
            case _:
                raise ValueError(f"'{ast.unparse(node):.50}' is not a sum, product, quotient or remainder of sizes")

    def _symbol(self, name: str) -> Any:
        if name not in self._symbols:
            self._symbols[name] = self._new_symbol(name)
        return self._symbols[name]

    def _new_symbol(self, name: str) -> Any:
        """Return a symbol; PyTorch decides what sizes decide by its hint, for which 0 and 1 are special."""
        least, most = (self._ranges.get(name, {}).get(key) for key in ("min_val", "max_val"))
        hint = max(self._hints.get(name, 4 + len(self._symbols)), least or 0, 2)
        hint = hint if most is None else min(hint, most)
        sizes = _ranges.ValueRanges(max(least or 0, 2), _functions.int_oo if most is None else most)
        context = _shapes.StatelessSymbolicContext(
            dynamic_sizes=[_shapes.DimDynamic.DYNAMIC],
            constraint_sizes=[_shapes.StrictMinMaxConstraint(vr=sizes, warn_only=False)],
        )
        example = torch.empty(hint, dtype=torch.bool, device="meta")  # has no elements
        source = _sources.ConstantSource(f"symbol{len(self._symbols)}")
        return self._mode.from_tensor(example, source=source, symbolic_context=context).shape[0]


_LONE_SYMBOL = re.compile(r"Symbol\('(\w+)'[^()]*\)$")


def _power(base: Any, exponent: Any) -> Any:
    if not (isinstance(exponent, int) and 0 < exponent <= 8):
        raise ValueError(f"a power must be from 1 to 8, but got {exponent!s:.50}")
    return base**exponent


_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "Add": operator.add,
    "Mul": operator.mul,
    "Pow": _power,
    "FloorDiv": lambda lhs, rhs: lhs // rhs,
    "CleanDiv": lambda lhs, rhs: lhs // rhs,
    "Mod": operator.mod,
    "PythonMod": operator.mod,
    "Max": torch.sym_max,
    "Min": torch.sym_min,
}
"""Operations in sizes."""
