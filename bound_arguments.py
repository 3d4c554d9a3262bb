"""Programs some of whose arguments have been replaced by constants: `Executable.bind`.

What depends on these arguments alone, such as the packing of weights, is then computed when the program is loaded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any, cast

import numpy as np

from .dialects import arith, graph
from .dialects.func import CallOp, FuncOp
from .ir import ArrayAttr, Builder, DenseElementsAttr, FloatAttr, Operation, Value
from .ir.builtin_types import FloatType, IndexType, IntegerType, TensorType
from .ir.context import Context
from .runtime.entry import Entry
from .runtime.number_arguments import InvalidArgument
from .runtime.signature import Array
from .sources import ModuleSource, Piece

Values = Mapping[int, Any]
"""Arrays and numbers by the numbers of the arguments that they replace."""


class BoundSource(ModuleSource):
    """A source with constants for arguments of a function."""

    def __init__(self, source: ModuleSource, function: str, values: Values) -> None:
        self._source = source
        self._function = function
        self._values = values

    def fingerprint(self) -> Iterator[Piece]:
        yield from self._source.fingerprint()
        yield f"bound {self._function}"
        for number, value in sorted(self._values.items()):
            array: Any = np.ascontiguousarray(value)
            digest = hashlib.sha256(array.reshape(-1).view(np.uint8)).hexdigest()
            yield f"{number} {array.dtype} {array.shape} {digest}"

    def module(self, context: Context) -> Operation:
        module = self._source.module(context)
        ops = [op for op in module.walk() if isinstance(op, (FuncOp, CallOp))]
        if any(isinstance(op, CallOp) and op.callee.root == self._function for op in ops):
            raise InvalidArgument(f"cannot bind arguments of @{self._function}, which the program calls itself")
        [function] = [op for op in ops if isinstance(op, FuncOp) and op.sym_name.value == self._function]
        replace_arguments(function, self._values)
        return module


def bound_source(source: ModuleSource, entry: Entry, given: Mapping[str, Any]) -> BoundSource:
    """Return a source with constants for the arguments of an entry that have these names."""
    return BoundSource(source, entry.name, _values_to_bind(entry, given))


def _values_to_bind(entry: Entry, given: Mapping[str, Any]) -> dict[int, Any]:
    """Return checked copies of arrays, and numbers, by the numbers of the arguments with these names."""
    values: dict[int, Any] = {}
    for name, value in given.items():
        number, checked = entry.checked_argument(name, value)
        kind = entry.inputs[number].kind
        if isinstance(kind, Array) and not all(isinstance(size, int) for size in kind.sizes):
            raise InvalidArgument(f"argument '{name}' of @{entry.name} cannot be bound: its sizes are unknown")
        if isinstance(kind, Array) and not isinstance(checked, np.ndarray):
            raise InvalidArgument(f"argument '{name}' of @{entry.name} cannot be bound: copy it to the host first")
        values[number] = np.array(cast("Any", checked)) if isinstance(kind, Array) else value
    return values


def replace_arguments(function: FuncOp, values: Values) -> None:
    """Replace arguments of a function by constants."""
    builder = Builder.at_start(function.entry)
    for number, value in values.items():
        argument = function.entry.args[number]
        constant = builder.insert(_constant(function, argument, value)).result
        if constant.type is not argument.type:  # its sizes are open, and only fixed when the program is compiled
            constant = builder.insert(graph.WithShapeOp(constant, argument.type)).result
        argument.replace_all_uses_with(constant)
    kept = [number for number in range(len(function.entry.args)) if number not in values]
    if function.arg_attrs is not None:
        function.arg_attrs = ArrayAttr(tuple(function.arg_attrs.elements[number] for number in kept))
    function.set_signature([function.type.inputs[number] for number in kept])
    for number in sorted(values, reverse=True):
        function.entry.erase_argument(number)


def _constant(function: FuncOp, argument: Value, value: Any) -> arith.ConstantOp:
    type = argument.type
    if isinstance(type, TensorType):
        return arith.ConstantOp(DenseElementsAttr.from_numpy(value, TensorType(value.shape, type.element_type)))
    if isinstance(type, FloatType):
        return arith.ConstantOp(FloatAttr.of(float(value), type))
    if isinstance(type, IndexType) or (isinstance(type, IntegerType) and type.is_signless):
        return arith.ConstantOp.integer(int(value), type)
    name = function.sym_name.value
    raise InvalidArgument(f"argument '{argument.name_hint}' of @{name} is a '{type}', which cannot be bound")
