"""Sizes of results that follow from those of arguments, written on public functions for those who call them.

    func.func @f(%x: tensor<?x4xf32>) -> tensor<?xf32> {
      %rows = tensor.dim %x, %c0 : tensor<?x4xf32>
      %r = tensor.empty(%rows) : tensor<?xf32>
      …

gets the attribute `graph.dims = #graph.dims<x_size0>` on the argument and on the result. So a caller knows how much
memory a result needs: a program in C passes the sizes, and Python allocates the arrays.

Sizes are followed through ops that say the shapes of their results, arithmetic with sizes, loops and conditionals, and
calls. Nothing is written for a result of which one size does not follow.

Not here: sizes of graph ops, which `infer-shapes` infers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, count
from typing import TypeGuard

from dlc.dialects import arith, func, loop, memref, tensor
from dlc.dialects.tensor.dims import DimOp, known_size
from dlc.dialects.tensor.shapes import ResultShape
from dlc.ir import Block, BlockArgument, Builder, Operation, OpResult, Value
from dlc.ir.affine import affine_symbols
from dlc.ir.builtin_attributes import ArrayAttr, Attribute, DictionaryAttr, IntegerAttr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, ShapedType, TensorType
from dlc.ir.index_lists import Index
from dlc.ir.sizes import (
    Dim,
    DimsAttr,
    Size,
    add,
    ceil_divide,
    floor_divide,
    multiply,
    remainder,
    size_of,
    size_of_argument,
    substitute,
    subtract,
)
from dlc.ir.symbol_table import SymbolTables
from dlc.ir.values import constant_of

from ..dataflow.control_flow import flows_from

DIMS = "graph.dims"
MOST_STEPS = 2000
"""The most values that are looked at for one size."""
MOST_NESTED = 100
"""The most sizes that are computed from one another."""


def name_result_sizes(module: Operation) -> None:
    """Write the sizes of results that follow from those of arguments on the public functions of a module."""
    for block in module.regions[0].blocks:
        for op in block.ops:
            if isinstance(op, func.FuncOp) and _is_asked(op):
                _name_sizes(op)


def state_result_sizes(function: func.FuncOp) -> None:
    """Let results of a function whose sizes turn out to be numbers have them in their types."""
    ends = [block.end for block in function.body.blocks if isinstance(block.last, func.ReturnOp)]
    if len(ends) != 1:
        return
    sizes, types = _Sizes(function, SymbolTables()), list(function.type.results)
    for number, type in enumerate(types):
        if isinstance(type, TensorType) and _has_nameless_sizes(type):
            known = [sizes.of_result(number, dim) if size == DYNAMIC else size for dim, size in enumerate(type.shape)]
            shape = tuple(size if isinstance(size, int) else DYNAMIC for size in known)
            types[number] = TensorType(shape, type.element_type)
            if types[number] is not type:
                cast = Builder.before(ends[0]).insert(tensor.CastOp(ends[0].operands[number], types[number]))
                ends[0].set_operand(number, cast.dest)
    function.set_signature(results=types)


def _is_asked(function: func.FuncOp) -> bool:
    is_public = function.sym_visibility is None or function.sym_visibility.value == "public"
    return is_public and not function.is_declaration() and any(map(_has_nameless_sizes, function.type.results))


def _has_nameless_sizes(type: Attribute) -> TypeGuard[TensorType | MemRefType]:
    if isinstance(type, TensorType):
        return type.encoding is None and not type.has_static_shape
    return isinstance(type, MemRefType) and type.layout is None and not type.has_static_shape


def _name_sizes(function: func.FuncOp) -> None:
    """Write the sizes of results that follow from those of arguments on a function."""
    sizes = _Sizes(function, SymbolTables())
    results = [_attributes_of(function.res_attrs, number) for number in range(len(function.type.results))]
    used: set[str] = set()
    is_named = False
    for number, (type, attributes) in enumerate(zip(function.type.results, results, strict=True)):
        if not _has_nameless_sizes(type) or DIMS in attributes:
            continue
        dynamic = [dim for dim, size in enumerate(type.shape) if size == DYNAMIC]
        known = [size for dim in dynamic if isinstance(size := sizes.of_result(number, dim), Size)]
        if len(known) == len(dynamic):
            attributes[DIMS] = DimsAttr(tuple(known))
            used.update(name for size in known for name in size.names)
            is_named = True
    if is_named:
        function.res_attrs = ArrayAttr(tuple(map(DictionaryAttr.of, results)))
        _name_arguments(function, sizes.names, used)


def _name_arguments(function: func.FuncOp, names: Mapping[tuple[Value, int], str], used: set[str]) -> None:
    """Write the names of sizes that results have on the arguments whose sizes these are."""
    arguments = [_attributes_of(function.arg_attrs, number) for number in range(len(function.entry.args))]
    for argument, attributes in zip(function.entry.args, arguments, strict=True):
        dynamic = [dim for dim, size in enumerate(_shape(argument)) if size == DYNAMIC]
        own_names = [names.get((argument, dim)) for dim in dynamic]
        if not used.isdisjoint(own_names):
            attributes[DIMS] = DimsAttr(tuple(Size.named(name) if name in used else None for name in own_names))
    function.arg_attrs = ArrayAttr(tuple(map(DictionaryAttr.of, arguments)))


def _attributes_of(given: ArrayAttr | None, number: int) -> dict[str, Attribute]:
    own = given.elements[number] if given is not None else None
    return own.as_dict() if isinstance(own, DictionaryAttr) else {}


def _shape(value: Value) -> Sequence[int]:
    return value.type.shape if isinstance(value.type, (TensorType, MemRefType)) else ()


def _dynamic_before(value: Value, dim: int) -> int:
    """Return the place of a size among those that are not in the type."""
    return list(_shape(value)[:dim]).count(DYNAMIC)


# -- Following sizes ---------------------------------------------------------------------------------------------------


class _Any:
    """A size of which nothing is known yet: a loop is asked what it does to a size, given that it keeps it."""


ANY = _Any()
MaybeAny = Dim | _Any
ARITHMETIC: Mapping[type[Operation], Callable[[Dim, Dim], Dim]] = {
    arith.AddIOp: add,
    arith.SubIOp: subtract,
    arith.MulIOp: multiply,
    arith.DivSIOp: floor_divide,
    arith.DivUIOp: floor_divide,
    arith.FloorDivSIOp: floor_divide,
    arith.CeilDivSIOp: ceil_divide,
    arith.CeilDivUIOp: ceil_divide,
    arith.RemSIOp: remainder,
    arith.RemUIOp: remainder,
}
FOR_COUNTS = (arith.DivSIOp, arith.DivUIOp, arith.CeilDivUIOp, arith.RemSIOp, arith.RemUIOp)
"""Ops that differ from the arithmetic of sizes for negative operands."""


class _Sizes:
    """The sizes in a function by the names of its arguments' sizes."""

    def __init__(self, function: func.FuncOp, tables: SymbolTables, callers: tuple[func.FuncOp, ...] = ()) -> None:
        self.function = function
        self.names: dict[tuple[Value, int], str] = dict(_names_of_arguments(function))
        """The names of the arguments' sizes that have none in the type or in an attribute."""
        self._tables, self._callers = tables, (*callers, function)
        self._sources = _sources_in(function)
        self._known: dict[tuple[Value, int], MaybeAny] = {}
        self._asked: dict[tuple[Value, int], None] = {}
        self._steps = 0

    def of_result(self, number: int, dim: int) -> MaybeAny:
        """Return a size of a result of the function."""
        self._steps = 0
        ends = [block.end for block in self.function.body.blocks if isinstance(block.last, func.ReturnOp)]
        return _joined(self._size(end.operands[number], dim) for end in ends)

    def _size(self, value: Value, dim: int) -> MaybeAny:
        if _shape(value)[dim] != DYNAMIC:
            return _shape(value)[dim]
        place = (value, dim)
        if place in self._known:
            return self._known[place]
        if place in self._asked:
            return ANY
        self._steps += 1
        if self._steps > MOST_STEPS or len(self._asked) > MOST_NESTED:
            return None
        self._asked[place] = None
        size = self._computed(value, dim)
        del self._asked[place]
        if not self._asked:
            self._known[place] = size
        return size

    def _computed(self, value: Value, dim: int) -> MaybeAny:
        if isinstance(value, BlockArgument) and value.owner is self.function.entry:
            return self._size_of_argument(value, dim)
        if value in self._sources:
            return _joined(self._size(source, dim) for source in self._sources[value])
        if isinstance(value.type, MemRefType):
            return self._size_of_memref(value, dim)
        size, source = known_size(value, dim)
        if size is not None:
            return self._index(size)
        if source is not value:
            return self._size(source, dim)
        definer = value.defining_op
        if isinstance(definer, func.CallOp):
            return self._size_of_call(definer, value, dim)
        shape = ResultShape.of(definer) if definer is not None else None
        if definer is None or shape is None or not isinstance(value, OpResult):
            return None
        scratch = Block()
        computed = shape.computed_size(definer, value.index, dim, Builder.at_end(scratch, definer.location))
        answer = None if computed is None else self._index(computed)
        for op in reversed(list(scratch.ops)):
            op.erase()
        return answer

    def _size_of_argument(self, value: BlockArgument, dim: int) -> Dim:
        name = self.names.get((value, dim))
        if name is not None:
            return Size.named(name)
        given = _names_on(self.function, value)
        return given.sizes[_dynamic_before(value, dim)] if given is not None else None

    def _size_of_memref(self, value: Value, dim: int) -> MaybeAny:
        definer = value.defining_op
        if isinstance(definer, (memref.AllocOp, memref.AllocaOp)):
            return self._index(definer.dynamicSizes[_dynamic_before(value, dim)])
        if isinstance(definer, memref.CastOp) and isinstance(definer.source.type, MemRefType):
            return self._size(definer.source, dim)
        return None

    def _size_of_call(self, call: func.CallOp, value: Value, dim: int) -> MaybeAny:
        """Return the size that the callee returns, for the sizes of what it is given."""
        callee = self._tables.lookup_nearest(call, call.callee)
        if not isinstance(callee, func.FuncOp) or callee.is_declaration() or callee in self._callers:
            return None
        assert isinstance(value, OpResult)
        inside = _Sizes(callee, self._tables, self._callers)
        returned = inside.of_result(value.index, dim)
        if not isinstance(returned, Size):
            return returned if isinstance(returned, int) else None
        given: dict[str, Dim] = {}
        for (argument, position), name in inside.names.items():
            assert isinstance(argument, BlockArgument)
            if name in returned.names:
                given[name] = _settled(self._size(call.operands[argument.index], position))
        return substitute(returned, given)

    def _index(self, given: Index) -> MaybeAny:
        """Return a number or a value that is a size."""
        if not isinstance(given, Value):
            return given
        constant = constant_of(given)
        if isinstance(constant, IntegerAttr):
            return constant.value
        definer = given.defining_op
        if isinstance(definer, (DimOp, memref.DimOp)):
            number = constant_of(definer.index)
            source = definer.source
            is_known = isinstance(number, IntegerAttr) and number.value in range(len(_shape(source)))
            return self._size(source, number.value) if is_known and isinstance(number, IntegerAttr) else None
        if isinstance(definer, loop.ApplyOp):
            return self._applied(definer)
        compute = ARITHMETIC.get(type(definer)) if definer is not None else None
        if definer is None or compute is None:
            return None
        place = (given, 0)
        if place in self._asked or len(self._asked) > MOST_NESTED:
            return None
        self._asked[place] = None
        lhs, rhs = (_settled(self._index(operand)) for operand in definer.operands)
        del self._asked[place]
        if isinstance(definer, FOR_COUNTS) and not _is_count(lhs):
            return None
        return compute(lhs, rhs)

    def _applied(self, op: loop.ApplyOp) -> Dim:
        inputs = [_settled(self._index(operand)) for operand in op.operands]
        names = [f"s{number}" for number in range(len(inputs))]
        symbols, num_dims = affine_symbols(len(inputs)), op.affine_map.num_dims
        [expr] = op.affine_map.results
        expr = expr.replace_dims_and_symbols(symbols[:num_dims], symbols[num_dims:])
        return substitute(size_of(names, expr), dict(zip(names, inputs, strict=True)))


def _settled(size: MaybeAny) -> Dim:
    """Return a size that is computed with: what a loop does to it has to be known."""
    return None if isinstance(size, _Any) else size


def _is_count(size: Dim) -> bool:
    """Return whether a size is a number or the size of an argument, neither of which is negative."""
    return size >= 0 if isinstance(size, int) else isinstance(size, Size) and size.single_name is not None


def _joined(sizes: Iterator[MaybeAny]) -> MaybeAny:
    """Return the size that a value has whichever way it came; unknown if ways differ."""
    common: MaybeAny = ANY
    for size in sizes:
        if isinstance(size, _Any):
            continue
        if size is None or common not in (ANY, size):
            return None
        common = size
    return common


def _names_on(function: func.FuncOp, argument: BlockArgument) -> DimsAttr | None:
    """Return the names of the sizes of an argument that are there."""
    encoding = argument.type.encoding if isinstance(argument.type, TensorType) else None
    given = encoding or function.argument_attributes(argument.index).get(DIMS)
    return given if isinstance(given, DimsAttr) and given.fits(_shape(argument)) else None


def _names_of_arguments(function: func.FuncOp) -> Iterator[tuple[tuple[Value, int], str]]:
    arguments = function.entry.args
    named = [dims for each in arguments if (dims := _names_on(function, each)) is not None]
    taken = {name for dims in named for size in dims.sizes if size is not None for name in size.names}
    for argument in arguments:
        is_named = _names_on(function, argument) is not None
        for dim, size in enumerate(_shape(argument)):
            if size == DYNAMIC and not is_named:
                base = size_of_argument(argument.name_hint or f"arg{argument.index}", dim)
                name = next(name for name in chain((base,), (f"{base}_{n}" for n in count(2))) if name not in taken)
                taken.add(name)
                yield (argument, dim), name


def _sources_in(function: func.FuncOp) -> dict[Value, list[Value]]:
    """Return from which values arguments of blocks and results of regions come, where that is all they are."""
    sources: dict[Value, list[Value]] = {}
    unknown: set[Value] = set()
    for op in function.walk():
        for flow in flows_from(op):
            unknown.update(flow.unknown)
            for value, target in flow.passed:
                if isinstance(target.type, ShapedType):
                    sources.setdefault(target, []).append(value)
    return {target: values for target, values in sources.items() if target not in unknown}
