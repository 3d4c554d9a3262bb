"""Calls of functions, whose names of sizes are their own: `graph.call`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dlc.dialects.func import DirectCall, FuncOp
from dlc.ir import Operation, Region, SymbolRefAttr, Type, UnitAttr, Value
from dlc.ir.attributes import spelled
from dlc.ir.builtin_constraints import flat_symbol_ref, unit_attr
from dlc.ir.builtin_types import FunctionType, TensorType
from dlc.ir.definition import (
    Attr,
    Op,
    VariadicOperand,
    VariadicResult,
    attr,
    op,
    optional_attr,
    variadic_operand,
    variadic_result,
)
from dlc.ir.interfaces import SymbolUser
from dlc.ir.sizes import Dim, Size, bind, may_equal, substitute

from .carried import says_no_more
from .size_lists import SizesAttr
from .tensors import any_tensor, shape_of, shape_of_type, tensor_of

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

Lookup = Callable[[SymbolRefAttr], "Operation | None"]


class CallOfNamedSizes(DirectCall):
    """A call of a function whose names of sizes are its own."""

    def fit_inlined(self, op: Operation, body: Region) -> bool:  # type: ignore[override]
        """Replace the callee's names by what they stand for. Names that it makes itself might be taken here."""
        values: dict[str, Dim] = {}
        for argument, given in zip(body.entry.args, op.operands, strict=True):
            if not bind_type(argument.type, given.type, values):
                return False
        arguments = zip(body.entry.args, op.operands, strict=True)
        if not all(says_no_more(substituted(argument.type, values), given.type) for argument, given in arguments):
            return False  # sizes that are compared when the callee begins
        ops = [inner for block in body.blocks for top in block.ops for inner in top.walk()]
        regions = [body, *(region for inner in ops for region in inner.regions)]
        defined: list[Value] = [result for inner in ops for result in inner.results]
        defined += [argument for region in regions for block in region.blocks for argument in block.args]
        known = {name for name, size in values.items() if size is not None}
        if not known.issuperset(_names_in(defined, ops)):
            return False
        for value in defined:
            value.type = substituted(value.type, values)
        for inner, name, sizes in _size_lists(ops):
            inner.properties[name] = SizesAttr.of(substitute(size, values) for size in sizes.entries)
        return True


def _size_lists(ops: Sequence[Operation]) -> list[tuple[Operation, str, SizesAttr]]:
    """The properties that are lists of sizes."""
    entries = [(inner, name, entry) for inner in ops for name, entry in inner.properties.items()]
    return [(inner, name, entry) for inner, name, entry in entries if isinstance(entry, SizesAttr)]


def _names_in(values: Sequence[Value], ops: Sequence[Operation]) -> set[str]:
    """Every name of a size in types and lists."""
    sizes: list[Dim] = [size for value in values if isinstance(value.type, TensorType) for size in shape_of(value)]
    sizes += [size for _, _, entry in _size_lists(ops) for size in entry.entries]
    return {name for size in sizes if isinstance(size, Size) for name in size.names}


@op("graph.call", interfaces=(CallOfNamedSizes, SymbolUser))
class CallOp(Op):
    """Calls a function, which may call itself. Names of sizes in its signature are its own: they stand for what the
    arguments have in their place, and so they do in the types of the results. A name of which the arguments say nothing
    is an unknown size here; where arguments are less precise than the signature asks for, that is checked when running.

    Rules: (call_c1) the callee is a function in the enclosing symbol tables. (call_c2) there are as many arguments and
    results as its signature has. (call_c3) arguments have the element types and ranks of the signature, sizes that it
    gives as numbers, and sizes that do not contradict its names. (call_c4) the types of results follow.
    Example: %r = graph.call @f(%a, %b) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
    """

    callee: Attr[SymbolRefAttr] = attr(flat_symbol_ref)
    arguments: VariadicOperand = variadic_operand(any_tensor)
    outputs: VariadicResult = variadic_result(any_tensor, default=())
    no_inline: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    syntax = "(`no_inline` $no_inline^)? $callee `(` $arguments `)` attr-dict `:` functional-type($arguments, $outputs)"

    @classmethod
    def of(cls, function: FuncOp, arguments: Sequence[Value]) -> CallOp:
        """A call of a function, with the most precise results."""
        values: dict[str, Dim] = {}
        for declared, argument in zip(function.type.inputs, arguments, strict=True):
            bind_type(declared, argument.type, values)
        outputs = [substituted(type, values) for type in function.type.results]
        return cls(SymbolRefAttr(function.sym_name.value), arguments, outputs)

    def verify_symbol_uses(self, lookup: Lookup, report: Report) -> None:
        function = lookup(self.callee)
        if not isinstance(function, FuncOp):
            report.error("call_c1", f"callee must be a function, but got '@{self.callee.root}', which is none")
            return
        if not function.has_signature:
            return
        type = function.type
        for role, own_values, wanted in (
            ("arguments", self.operands, type.inputs),
            ("results", self.results, type.results),
        ):
            if len(own_values) != len(wanted):
                report.error(
                    "call_c2",
                    f"there must be {len(wanted)} {role} as '@{self.callee.root}' has, but got {len(own_values)}",
                )
                return
        values = self._bound(type, report)
        if values is not None:
            self._check_results(type.results, values, report)

    def _bound(self, type: FunctionType, report: Report) -> dict[str, Dim] | None:
        """Return the values of the signature's size names, if the arguments agree on them."""
        values: dict[str, Dim] = {}
        for number, (declared, argument) in enumerate(zip(type.inputs, self.operands, strict=True)):
            if not bind_type(declared, argument.type, values):
                report.error("call_c3", f"argument #{number} must fit '{declared}', but got '{argument.type}'")
                return None
        for number, (declared, argument) in enumerate(zip(type.inputs, self.operands, strict=True)):
            expected = substituted(declared, values)
            if not _may_be(expected, argument.type):
                report.error(
                    "call_c3",
                    f"argument #{number} must fit '{expected}', as follows from the arguments for '{declared}'"
                    f", but got '{argument.type}'",
                )
                return None
        return values

    def _check_results(self, declared: Sequence[Type], values: dict[str, Dim], report: Report) -> None:
        expected = [substituted(type, values) for type in declared]
        if not all(says_no_more(result.type, type) for result, type in zip(self.results, expected, strict=True)):
            report.error(
                "call_c4", f"results must have types {spelled(expected)}, but got {spelled(self.result_types)}"
            )


def bind_type(declared: Type, given: Type, values: dict[str, Dim]) -> bool:
    """Let the names of sizes in a parameter's type stand for an argument's sizes; return whether the argument fits."""
    if declared is given and not isinstance(declared, TensorType):
        return True
    if not isinstance(declared, TensorType) or not isinstance(given, TensorType):
        return False
    wanted, sizes = shape_of_type(declared), shape_of_type(given)
    if len(wanted) != len(sizes) or declared.element_type is not given.element_type:
        return False
    numbers_hold = all(size == dim for size, dim in zip(sizes, wanted, strict=True) if isinstance(dim, int))
    return numbers_hold and all(
        bind(dim, size, values) for dim, size in zip(wanted, sizes, strict=True) if isinstance(dim, Size)
    )


def substituted(type: Type, values: dict[str, Dim]) -> Type:
    """A type with what names of sizes stand for."""
    if not isinstance(type, TensorType):
        return type
    return tensor_of(tuple(substitute(dim, values) for dim in shape_of_type(type)), type.element_type)


def _may_be(expected: Type, given: Type) -> bool:
    """Return whether tensors of one rank may have the same sizes, as far as is known."""
    if not isinstance(expected, TensorType) or not isinstance(given, TensorType):
        return True
    return all(may_equal(a, b) for a, b in zip(shape_of_type(expected), shape_of_type(given), strict=True))
