"""A check of argument sizes: do they fit together, as far as the ops of `graph` in a function tell?

Sizes that have names fit if equal names are equal sizes; that is checked without looking into the function. Of sizes
that a type writes as `?` nothing is known when compiling: a sum of two such tensors is compiled for operands of one
shape, and would read beyond the end of one that is smaller. So those who call such a function ask here first.

Not here: sizes that depend on the elements of tensors, which the program checks itself where it is told to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from dlc.dialects.func import FuncOp
from dlc.dialects.graph import WithShapeOp
from dlc.dialects.graph.tensors import shape_of, shape_of_type, tensor_of
from dlc.ir import Operation, Type, Value
from dlc.ir.builtin_types import MemRefType, TensorType
from dlc.ir.sizes import Dim, Size, bind, substitute

from .infer_shapes import infer_all_shapes
from .shape_analysis import has_sizes


def has_nameless_sizes(function: Operation) -> bool:
    """Return whether a function takes tensors with sizes of which nothing is known."""
    if not isinstance(function, FuncOp):
        return False
    types = [type for type in function.type.inputs if isinstance(type, TensorType)]
    return any(size is None for type in types for size in shape_of_type(type))


def contradiction_with(module: Operation, name: str, shapes: Sequence[Sequence[int]]) -> str | None:
    """Return why a function does not accept tensors and memrefs of these shapes, or `None` if it does."""
    copy = module.clone()
    function = next(op for op in copy.walk() if isinstance(op, FuncOp) and op.sym_name.value == name)
    arrays = [argument for argument in function.entry.args if isinstance(argument.type, (TensorType, MemRefType))]
    tensors = [pair for pair in zip(arrays, shapes, strict=True) if isinstance(pair[0].type, TensorType)]
    names = _names_in(tensors)
    for argument, shape in tensors:
        argument.type = tensor_of(tuple(shape), argument.type.element_type)  # type: ignore[attr-defined]
    while True:
        replace_names(function, names)
        contradictions = infer_all_shapes(copy).contradictions
        if contradictions:
            return f"'{contradictions[0].op.name}' op {contradictions[0].message}"
        bound = names_bound_in(function)
        if bound.keys() <= names.keys():
            return None
        names |= bound


def replace_names(function: FuncOp, names: Mapping[str, Dim], kept: Collection[Value] = ()) -> None:
    """Write numbers for names in all types of a function, but not in those of the values that are `kept`."""
    for value in _values_in(function):
        if has_sizes(value.type) and value not in kept:
            value.type = with_numbers(value.type, names)
    results = [with_numbers(type, names) if has_sizes(type) else type for type in function.type.results]
    function.set_signature(function.entry.arg_types, results)


def names_bound_in(function: FuncOp) -> dict[str, Dim]:
    """Return the values of the names that ops in a function give to sizes of which the numbers are known by now."""
    names: dict[str, Dim] = {}
    for op in function.walk():
        if isinstance(op, WithShapeOp):
            for declared, size in zip(shape_of(op.result), shape_of(op.source), strict=True):
                if isinstance(size, int) and isinstance(declared, Size):
                    bind(declared, size, names)
    return names


def _names_in(tensors: Sequence[tuple[Value, Sequence[int]]]) -> dict[str, Dim]:
    """Return the values of size names, for arguments of these shapes."""
    names: dict[str, Dim] = {}
    for argument, shape in tensors:
        for declared, size in zip(shape_of(argument), shape, strict=True):
            bind(declared, size, names)
    return names


def with_numbers(type: TensorType, names: Mapping[str, Dim]) -> Type:
    """A type with numbers for the names in it. Other names stay: some ops need a name or a number in their type."""
    return tensor_of(tuple(_with_number(size, names) for size in shape_of_type(type)), type.element_type)


def _with_number(size: Dim, names: Mapping[str, Dim]) -> Dim:
    others = size.names if isinstance(size, Size) else ()
    return substitute(size, {**{name: Size.named(name) for name in others}, **names})


def _values_in(function: FuncOp) -> Iterator[Value]:
    for op in function.walk():
        yield from op.results
        for block in op.blocks:
            yield from block.args
