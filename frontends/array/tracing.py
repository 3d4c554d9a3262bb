"""Building graphs by running Python functions on arrays.

While a `Trace` is open, array functions insert ops into its block, and arrays have no data. Outside, an array function
opens a trace of its own, and the reference interpreter computes the graph: for looking at values, not for speed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextvars import ContextVar, Token
from dataclasses import fields as dataclass_fields, is_dataclass
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

import numpy as np

from dlc.dialects import graph
from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import FuncOp, ReturnOp
from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from dlc.ir import Block, Builder, Value
from dlc.ir.sizes import Dim

from .arrays import Array, Data
from .errors import call_error, located, tracing_error

_P = ParamSpec("_P")
_R = TypeVar("_R")


class _Constant(NamedTuple):
    """An array of numpy that a traced function uses."""

    array: Data
    """The array, which is kept so that no other one gets its number."""
    elements: Data
    """Its elements when it was used: a function can change them and use it again."""
    value: Value

    def holds(self, array: Data) -> bool:
        """Return whether the array still has these elements, bit by bit."""
        return np.array_equal(_bytes_of(self.elements), _bytes_of(array))


def _bytes_of(array: Data) -> Any:
    flat: Any = np.ascontiguousarray(array)
    return flat.reshape(-1).view(np.uint8)


def _may_change(array: Data) -> bool:
    """Return whether somebody can write to the memory of an array."""
    memory: Any = array
    while isinstance(memory, np.ndarray):
        if memory.flags.writeable:
            return True
        memory = cast("Any", memory.base)
    return False


class Trace:
    """A block that array functions insert ops into, while it is open: `with Trace(block): …`."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.builder = Builder.at_end(block)
        self.parent: Trace | None = None
        self.constants: dict[int, list[_Constant]] = {}
        """The values of arrays of numpy that were used, by the numbers of these objects."""
        self._token: Token[Trace | None] | None = None

    def __enter__(self) -> Trace:
        self.parent = _open.get()
        self._token = _open.set(self)
        self.builder.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.builder.__exit__()
        assert self._token is not None
        _open.reset(self._token)

    def is_visible(self, trace: Trace) -> bool:
        """Return whether values of another trace can be used here: it is this one or around this one."""
        around: Trace | None = self
        while around is not None and around is not trace:
            around = around.parent
        return around is not None

    def constant(self, array: Array) -> Value:
        """Return the value of an array with data, which has the elements that it has now."""
        data = array.data
        around: Trace | None = self
        while around is not None:
            for known in around.constants.get(id(data), ()):
                if known.holds(data):
                    return known.value
            around = around.parent
        elements = np.array(data, order="C") if _may_change(data) else data
        new = _Constant(data, elements, graph.constant(elements))
        self.constants.setdefault(id(data), []).append(new)
        return new.value

    def size(self, dim: Dim) -> Value:
        """Return a size as a scalar of i64."""
        if isinstance(dim, int):
            return graph.constant(np.array(dim, np.int64))
        if dim is None:
            raise tracing_error("a size that depends on values is not known here")
        return graph.dim(graph.broadcast(np.array(False), [], (dim,)), 0)


_open: ContextVar[Trace | None] = ContextVar("dlc_trace", default=None)


def open_trace() -> Trace:
    """Return the innermost open trace."""
    trace = _open.get()
    if trace is None:
        raise tracing_error("no function is being traced")
    return trace


def is_tracing() -> bool:
    """Return whether a trace is open."""
    return _open.get() is not None


# -- Arrays in containers ----------------------------------------------------------------------------------------------


class Structure(NamedTuple):
    """The shape of nested tuples, lists, dictionaries and dataclasses around leaves."""

    kind: type | None
    """`None` of a leaf."""
    children: tuple[Structure, ...] = ()
    keys: tuple[Any, ...] = ()
    static: Any = None
    """The value of a leaf that is not an array."""

    def rebuilt(self, leaves: list[Any]) -> Any:
        """Return the containers around the first leaves of a list, which are removed from it."""
        if self.kind is None:
            return leaves.pop(0) if self.static is None else self.static.value
        parts = [child.rebuilt(leaves) for child in self.children]
        if _is_record(self.kind):
            return _record(self.kind, dict(zip(self.keys, parts, strict=True)))
        if self.keys:
            return self.kind(zip(self.keys, parts, strict=True))
        return self.kind(*parts) if hasattr(self.kind, "_fields") else self.kind(parts)

    def names(self, name: str) -> list[str]:
        """Return the names of the arrays: that of the whole, and numbers, keys and fields behind it."""
        if self.kind is None:
            return [name] if self.static is None else []
        parts = zip(self.keys or range(len(self.children)), self.children, strict=True)
        return [inner for key, child in parts for inner in child.names(f"{name}.{key}")]

    def statics(self) -> list[Any]:
        """Return the leaves that are not arrays."""
        own = [self.static.value] if self.static is not None else []
        return [*own, *(value for child in self.children for value in child.statics())]


class Static(NamedTuple):
    """A leaf that is no array. Values of different types, such as 1 and True, differ."""

    value: Any
    type: type


LEAF = Structure(None)
NUMBERS = (bool, int, float)
"""Types of leaves that do not make a dataclass a container."""


def flattened(
    tree: Any, is_leaf: Callable[[Any], bool], leaves: list[Any], *, opens_records: bool = False
) -> Structure:
    """Append the leaves of nested containers to a list, and return the structure around them.

    A dataclass is a container if it has arrays or cannot be hashed; others, such as options, are leaves, unless
    `opens_records`. Fields with `static=True` in their metadata are leaves, too.
    """

    try:
        return _flattened(tree, is_leaf, leaves, opens_records=opens_records)
    except RecursionError:
        limit = sys.getrecursionlimit()
        raise call_error(
            f"a container contains itself, or is nested too deeply: Python allows {limit} nested calls"
        ) from None


def _flattened(tree: Any, is_leaf: Callable[[Any], bool], leaves: list[Any], *, opens_records: bool) -> Structure:
    def flat(part: Any) -> Structure:
        return _flattened(part, is_leaf, leaves, opens_records=opens_records)

    if is_leaf(tree):
        leaves.append(tree)
        return LEAF
    if isinstance(tree, (tuple, list)):
        parts = cast("Sequence[Any]", tree)
        return Structure(type(parts), tuple(map(flat, parts)))
    if isinstance(tree, dict):
        items = cast("dict[Any, Any]", tree)
        return Structure(dict, tuple(map(flat, items.values())), tuple(items))
    if _is_record(tree.__class__):
        inner: list[Any] = []
        structure = _flattened_record(tree, lambda part: _flattened(part, is_leaf, inner, opens_records=opens_records))
        if opens_records or not is_hashable(tree) or any(type(leaf) not in NUMBERS for leaf in inner):
            leaves += inner
            return structure
    return _static(tree)


def _flattened_record(record: Any, flat: Callable[[Any], Structure]) -> Structure:
    fields = dataclass_fields(record)
    values = [(getattr(record, field.name), bool(field.metadata.get("static"))) for field in fields]
    children = tuple(_static(value) if is_static else flat(value) for value, is_static in values)
    return Structure(type(record), children, tuple(field.name for field in fields))


def _static(value: Any) -> Structure:
    return Structure(None, static=Static(value, type(value)))


def is_hashable(value: Any) -> bool:
    """Return whether a value can be a key."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _is_record(kind: type) -> bool:
    """Return whether a type is that of a dataclass, and not of a list, a tuple or a dictionary."""
    return is_dataclass(kind) and not issubclass(kind, (tuple, list, dict))


def _record(kind: type, values: dict[str, Any]) -> Any:
    """Return a dataclass with these fields. Those that its constructor does not take are set afterwards."""
    fields = dataclass_fields(kind)
    record = kind(**{field.name: values[field.name] for field in fields if field.init})
    for field in fields:
        if not field.init:
            object.__setattr__(record, field.name, values[field.name])
    return record


# -- Array functions ---------------------------------------------------------------------------------------------------


def array_function(body: Callable[_P, _R]) -> Callable[_P, _R]:
    """Make a function that builds a graph one that can be called with arrays that have data, too."""

    @wraps(body)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        try:
            return body(*args, **kwargs) if is_tracing() else cast("_R", _evaluated(body, args, kwargs))
        except (ValueError, OverflowError) as error:
            raise located(error) from None

    return call


def _evaluated(body: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Return what a function of arrays with data computes."""
    arrays: list[Array] = []
    structure = flattened((args, kwargs), is_array, arrays)
    key = body, structure, tuple([(array.type, array.is_weak) for array in arrays])
    program = _programs.get(key) if _is_hashable(structure) else None
    if program is None:
        program = _program(body, structure, arrays)
        if _is_hashable(structure):
            if len(_programs) >= MOST_PROGRAMS:
                _programs.clear()
            _programs[key] = program
    interpreter, returned = program
    try:
        data = interpreter.run("main", *[array.data for array in arrays])
    except InterpreterError as error:
        raise call_error(f"{body.__name__}: {error}") from None
    return returned.rebuilt([Array.of(each) for each in data])


MOST_PROGRAMS = 1024
_programs: dict[Any, tuple[Interpreter, Structure]] = {}
"""Graphs of calls that were computed, by function, options and types."""


def _is_hashable(structure: Structure) -> bool:
    """Return whether calls can be told apart by their options: functions could be others with equal code."""
    if structure.static is not None and (callable(structure.static.value) or structure.static.type is slice):
        return False
    return is_hashable(structure.static) and all(map(_is_hashable, structure.children))


def _program(body: Callable[..., Any], structure: Structure, arrays: Sequence[Array]) -> tuple[Interpreter, Structure]:
    """Return an interpreter of the graph that a function builds, and the containers of its results."""
    function = FuncOp.of("main", [array.type for array in arrays])
    with Trace(function.entry) as trace:
        pairs = zip(function.entry.args, arrays, strict=True)
        traced = [Array.traced(value, trace, array.is_weak) for value, array in pairs]
        positional, named = structure.rebuilt(list(traced))
        results: list[Array] = []
        returned = flattened(body(*positional, **named), is_array, results)
        return_values(function, [value_of(result) for result in results])
    return Interpreter(ModuleOp.containing([function])), returned


def is_array(leaf: Any) -> bool:
    """Return whether a leaf is an array."""
    return isinstance(leaf, Array)


def is_array_or_number(leaf: Any) -> bool:
    """Return whether a leaf is an array, or a number that becomes one."""
    return is_array(leaf) or isinstance(leaf, (bool, int, float, np.ndarray, np.generic))


def return_values(function: FuncOp, values: Sequence[Value]) -> None:
    """End a function with these results, and give it their types."""
    Builder.current().insert(ReturnOp(values))
    function.set_signature(results=[value.type for value in values])


def value_of(array: Array) -> Value:
    """Return the value of an array in the open trace."""
    trace = open_trace()
    if array.value is None:
        return trace.constant(array)
    if array.trace is None or not trace.is_visible(array.trace):
        raise tracing_error(
            "an array of another traced function is used here; return it from that function, or pass it as an argument"
        )
    return array.value
