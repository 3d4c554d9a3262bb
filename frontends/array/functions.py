"""Python functions as modules: the arguments of a traced function, and its module."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import NAME, FuncOp
from dlc.dialects.graph.tensors import tensor_of
from dlc.ir import UNKNOWN_LOC, FileLineColLoc, Location, Type
from dlc.ir.builtin_attributes import UNIT, ArrayAttr, DictionaryAttr, StringAttr
from dlc.ir.elements import numpy_type_named

from .arrays import Array
from .creation import asarray
from .dtypes import DEFAULT_FLOAT, DType, checked_dtype, default_dtype, element_of_dtype
from .errors import call_error, tracing_error
from .objects import array_within, is_traced_array
from .operands import shape_text
from .symbolic import SymbolicSize, dim_of
from .tracing import Structure, Trace, flattened, is_array, is_tracing, return_values, value_of

SIZE_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
"""Names of sizes that can be read in the text of a module."""
DONATED = "dlc.donated"


class ArraySpec:
    """The shape and dtype of an argument of a traced function. Sizes are numbers or names."""

    __slots__ = ("dtype", "is_weak", "shape")

    def __init__(self, shape: Sequence[Any], dtype: DType, is_weak: bool = False) -> None:
        self.shape = tuple(dim_of(entry) for entry in shape)
        self.dtype = dtype
        self.is_weak = is_weak

    def __repr__(self) -> str:
        return f"spec{shape_text(self.shape)[:-1].rstrip(',')}, dtype={self.dtype})"

    @property
    def type(self) -> Type:
        """The type of the argument in the graph."""
        return tensor_of(self.shape, element_of_dtype(self.dtype))


def spec(*shape: int | str | SymbolicSize | None, dtype: Any = DEFAULT_FLOAT) -> ArraySpec:
    """Return the shape and dtype of an argument: `spec("n", 8)` has any number n of rows, and 8 columns.

    Equal names are equal sizes, in all arguments; `None` is a size of which nothing is known.
    """
    for size in shape:
        if isinstance(size, str) and not SIZE_NAME.fullmatch(size):
            raise call_error(f"spec: a name of a size must have letters, digits and '_' only, but got {size!r:.60}")
        if isinstance(size, int) and size < 0:
            raise call_error(f"spec: a size must not be negative, but got {size}")
    return ArraySpec(shape, checked_dtype(dtype))


def spec_of(argument: Any) -> ArraySpec:
    """Return the spec of an argument that is an array or a number; a spec is returned as it is."""
    if isinstance(argument, ArraySpec):
        return argument
    if isinstance(argument, (int, float)) and not isinstance(argument, np.generic):
        return ArraySpec((), default_dtype(type(argument)), is_weak=True)
    array = cast("Any", argument)
    if not isinstance(argument, (Array, np.ndarray, np.generic)):
        name = str(getattr(array, "dtype", "")).rpartition(".")[2]
        if name == "bfloat16":  # which numpy does not import
            return ArraySpec(tuple(array.shape), checked_dtype(numpy_type_named(name)))
        array = np.from_dlpack(array)
    return ArraySpec(array.shape, checked_dtype(array.dtype))


def is_argument(leaf: Any) -> bool:
    """Return whether an argument is passed to the compiled function: arrays, integers and floats are."""
    if isinstance(leaf, bool):
        return False
    return isinstance(leaf, (ArraySpec, Array, np.ndarray, np.generic, int, float)) or hasattr(leaf, "__dlpack__")


class Traced(NamedTuple):
    """A module made from a Python function, and the containers that the function returned."""

    module: ModuleOp
    results: Structure


def trace(function: Callable[..., Any], *specs: Any, **named: Any) -> ModuleOp:
    """Return the module whose function `@main` computes what a Python function of arrays computes.

    An argument is a `spec`, an array or number whose shape and dtype count, or anything else, which is passed as it is.
    """
    return traced(function, specs, named).module


def traced(
    function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any], donate: Sequence[int] = ()
) -> Traced:
    """Return the module and the structure of the results of a Python function for arguments like these.

    Arrays in the positional arguments `donate` may give their memory to results.
    """
    if is_tracing():
        raise tracing_error("a function is being traced already; call the inner one directly")
    check_function(function)
    leaves: list[Any] = []
    structure = flattened((tuple(args), dict(kwargs)), is_argument, leaves)
    specs = [spec_of(leaf) for leaf in leaves]
    main = FuncOp.of("main", [each.type for each in specs])
    main.location = _location_of(function)
    with Trace(main.entry) as opened:
        arrays = [Array.traced(value, opened, each.is_weak) for value, each in zip(main.entry.args, specs, strict=True)]
        positional, named = structure.rebuilt(list(arrays))
        results: list[Any] = []
        try:
            returned = flattened(function(*positional, **named), _is_result, results)
        except RecursionError:
            name = getattr(function, "__name__", "a function")
            raise tracing_error(
                f"calls in {name} are nested deeper than Python allows; recursion whose end depends on values does not "
                "end while it is traced: use `dlc.while_loop` or `dlc.scan`"
            ) from None
        _refuse_objects(returned)
        return_values(main, [value_of(asarray(result)) for result in results])
    _name_arguments(main, function, args, kwargs)
    _donate_arguments(main, args, donate)
    return Traced(ModuleOp.containing([main]), returned)


def check_function(function: Any) -> None:
    """Raise an error if something is not a function that returns when it is called."""
    if not callable(function):
        raise call_error(f"a function of arrays is required, but got {function!r:.60}")
    if any(kind(function) for kind in (inspect.iscoroutinefunction, inspect.isasyncgenfunction)):
        raise tracing_error("an `async def` cannot be traced; call a compiled function in it instead")
    if inspect.isgeneratorfunction(function):
        raise tracing_error("a generator cannot be traced; return arrays in a list or a tuple")


def _is_result(leaf: Any) -> bool:
    if inspect.isawaitable(leaf) or inspect.isgenerator(leaf) or inspect.isasyncgen(leaf):
        raise tracing_error(
            f"a traced function cannot return a {type(leaf).__name__}; return arrays in a list or a tuple"
        )
    return is_array(leaf) or isinstance(leaf, (bool, int, float, np.ndarray, np.generic, SymbolicSize))


def _refuse_objects(returned: Structure) -> None:
    """Raise an error if a function returns arrays in an object that is not a container."""
    for value in returned.statics():
        place = array_within(value, is_traced_array)
        if place is not None:
            raise tracing_error(
                f"a traced function cannot return an array in '{place}' of an object of "
                f"'{type(value).__name__}'; return arrays in tuples, lists, dictionaries or dataclasses"
            )


def _location_of(function: Callable[..., Any]) -> Location:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return FileLineColLoc.at(code.co_filename, code.co_firstlineno, 1) if code is not None else UNKNOWN_LOC


def _name_arguments(main: FuncOp, function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> None:
    """Give the arguments the names of the parameters; parts of containers get numbers or keys behind it."""
    try:
        bound = inspect.signature(function).bind(*args, **kwargs).arguments
    except (TypeError, ValueError):  # of a builtin, or of a wrong call that the function itself refused
        return
    structures = {name: flattened(argument, is_argument, []) for name, argument in bound.items()}
    names = [name for parameter, structure in structures.items() for name in structure.names(parameter)]
    if len(names) != len(main.entry.args) or len(set(names)) != len(names):
        return
    for argument, name in zip(main.entry.args, names, strict=True):
        argument.name_hint = name if name.isidentifier() else None
    main.arg_attrs = ArrayAttr(tuple(DictionaryAttr.of({NAME: StringAttr(name)}) for name in names))


def _donate_arguments(main: FuncOp, args: Sequence[Any], donate: Sequence[int]) -> None:
    """Mark the arrays in positional arguments as given away."""
    marks = [attributes.as_dict() for attributes in attributes_of_arguments(main)]
    leaves = [len(flattened(argument, is_argument, []).names("")) for argument in args]
    for number in donate:
        if not 0 <= number < len(args):
            raise call_error(
                f"'donate' must be numbers of positional arguments, less than {len(args)}, but got '{number}'"
            )
        start = sum(leaves[:number])
        for mark in marks[start : start + leaves[number]]:
            mark[DONATED] = UNIT
    if donate:
        main.arg_attrs = ArrayAttr(tuple(map(DictionaryAttr.of, marks)))


def attributes_of_arguments(main: FuncOp) -> list[DictionaryAttr]:
    """Return the attributes of each argument."""
    given = main.arg_attrs.elements if main.arg_attrs is not None else [DictionaryAttr.of({})] * len(main.entry.args)
    return [each for each in given if isinstance(each, DictionaryAttr)]
