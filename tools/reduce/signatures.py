"""Reductions of signatures: arguments and results of functions, operands, results and iteration arguments of ops."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar, TypeVar

from dlc.ir import ArrayAttr, Block, DenseArrayAttr, Operation, SymbolRefAttr, TypeAttr
from dlc.ir.builtin_types import FunctionType
from dlc.ir.definition import ONE, SEGMENT_PROPERTIES, Op
from dlc.ir.interfaces import Branch, Call
from dlc.ir.symbol_table import symbol_name
from dlc.passes.generic.remove_dead_values import without

from .editing import (
    ARGUMENTS,
    CONSTANTS,
    ModuleReduction,
    StandIns,
    hands_out_results,
    leaves_region,
    ops_below,
    rebuilt,
)

_T = TypeVar("_T")
_STAND_INS = (ARGUMENTS, CONSTANTS)
_ARGUMENT_ATTRS, _RESULT_ATTRS = "arg_attrs", "res_attrs"

Site = tuple[Operation, int]
"""An op, and the index of an operand, argument or result."""


def _by_op(sites: Sequence[Site]) -> dict[Operation, list[int]]:
    indices: dict[Operation, list[int]] = {}
    for op, index in sites:
        indices.setdefault(op, []).append(index)
    return indices


def _trim(op: Operation, name: str, gone: Collection[int]) -> None:
    """Remove the entries for some arguments or results from a list of their attributes."""
    attributes = op.properties.get(name)
    if isinstance(attributes, ArrayAttr):
        op.properties[name] = ArrayAttr(tuple(without(attributes.elements, gone)))


# -- Functions -------------------------------------------------------------------------------------------------------


def _signature(op: Operation) -> tuple[str, FunctionType] | None:
    """Return the name of the property that contains a function's type."""
    if symbol_name(op) is None:
        return None
    for name, value in op.properties.items():
        if isinstance(value, TypeAttr) and isinstance(value.type, FunctionType):
            return name, value.type
    return None


def _calls(module: Operation) -> dict[str, list[Operation]]:
    """Return the direct calls of each function by its name."""
    calls: dict[str, list[Operation]] = {}
    for op in ops_below(module):
        call = Call.of(op)
        callee = call.callee(op) if call is not None else None
        if isinstance(callee, SymbolRefAttr):
            calls.setdefault(callee.leaf, []).append(op)
    return calls


class DropFunctionArguments(ModuleReduction[Site]):
    """Remove function arguments, with the values that calls pass for them."""

    name = "arguments"
    ways = 2

    def sites(self, module: Operation) -> Sequence[Site]:
        functions = [(op, _signature(op)) for op in ops_below(module)]
        return [
            (op, index)
            for op, signature in functions
            if signature is not None
            for index in range(len(signature[1].inputs))
        ]

    def edit(self, module: Operation, sites: Sequence[Site], way: int) -> None:
        calls = _calls(module)
        stand_ins = StandIns(self.context, _STAND_INS[way])
        for op, indices in _by_op(sites).items():
            removed = set(indices)
            signature = _signature(op)
            assert signature is not None
            name, type = signature
            for region in op.regions:
                if region.first is not None:
                    _drop_entry_arguments(region.first, removed, stand_ins)
            op.properties[name] = TypeAttr(FunctionType(tuple(without(type.inputs, removed)), type.results))
            _trim(op, _ARGUMENT_ATTRS, removed)
            for call in calls.get(symbol_name(op) or "", ()):
                start = len(call.operands) - len(type.inputs)
                call.set_operands(without(call.operands, {start + index for index in removed}))
                _trim(call, _ARGUMENT_ATTRS, removed)


def _drop_entry_arguments(block: Block, gone: Collection[int], stand_ins: StandIns) -> None:
    replacements = {arg.type: arg for arg in reversed(without(block.args, gone))}
    for index in sorted(gone, reverse=True):
        arg = block.args[index]
        other = replacements.get(arg.type)
        place = block.first
        if other is not None and stand_ins.prefers_arguments:
            arg.replace_all_uses_with(other)
        elif place is not None and arg.has_uses:
            replacement = stand_ins.make(arg.type, place)
            if replacement is not None:
                arg.replace_all_uses_with(replacement)
        block.erase_argument(index)


class DropFunctionResults(ModuleReduction[Site]):
    """Remove function results, with the values that returns and calls have for them."""

    name = "results"
    ways = 2

    def sites(self, module: Operation) -> Sequence[Site]:
        functions = [(op, _signature(op)) for op in ops_below(module)]
        return [
            (op, index)
            for op, signature in functions
            if signature is not None
            for index in range(len(signature[1].results))
        ]

    def edit(self, module: Operation, sites: Sequence[Site], way: int) -> None:
        calls = _calls(module)
        stand_ins = StandIns(self.context, _STAND_INS[way])
        for op, indices in _by_op(sites).items():
            removed = set(indices)
            signature = _signature(op)
            assert signature is not None
            name, type = signature
            for region in op.regions:
                for block in region.blocks:
                    if block.last is not None and leaves_region(block.last):
                        block.last.set_operands(without(block.last.operands, removed))
            op.properties[name] = TypeAttr(FunctionType(type.inputs, tuple(without(type.results, removed))))
            _trim(op, _RESULT_ATTRS, removed)
            for call in calls.get(symbol_name(op) or "", ()):
                _trim(call, _RESULT_ATTRS, removed)
                _drop_results(call, removed, stand_ins)


def _drop_results(op: Operation, gone: Collection[int], stand_ins: StandIns) -> Operation:
    for index in gone:
        stand_ins.replace(op.results[index], op, op.operands)
    kept = without(op.results, gone)
    return rebuilt(op, [result.type for result in kept], kept)


# -- Any ops ---------------------------------------------------------------------------------------------------------


def _can_change(op: Operation, kind: str) -> bool:
    """Return whether ops of this kind may have a different number of operands or results."""
    if not isinstance(op, Op):
        return True
    fields = op.definition.operands if kind == "operand" else op.definition.results
    return any(field.count != ONE for field in fields)


def _shrink_segments(op: Operation, kind: str, gone: Collection[int]) -> None:
    """Update the segment sizes for removed operands or results."""
    name = SEGMENT_PROPERTIES[kind]
    sizes = op.properties.get(name)
    if not isinstance(sizes, DenseArrayAttr):
        return
    fresh: list[int] = []
    start = 0
    for size in sizes:
        fresh.append(size - sum(start <= index < start + size for index in gone))
        start += size
    op.properties[name] = DenseArrayAttr(sizes.element_type, tuple(fresh))


class DropOperands(ModuleReduction[Site]):
    """Remove operands of ops that may have any number of them."""

    name = "variadic-operands"

    def sites(self, module: Operation) -> Sequence[Site]:
        return [
            (op, index)
            for op in ops_below(module)
            if _can_change(op, "operand") and Branch.of(op) is None and Call.of(op) is None
            for index in range(len(op.operands))
        ]

    def edit(self, module: Operation, sites: Sequence[Site], way: int) -> None:
        for op, indices in _by_op(sites).items():
            removed = set(indices)
            _shrink_segments(op, "operand", removed)
            op.set_operands(without(op.operands, removed))


class DropResults(ModuleReduction[Site]):
    """Remove results of ops that may have any number of them, with the values that terminators yield for them."""

    name = "variadic-results"
    ways = 6
    _WAYS: ClassVar = [(carried, kind) for carried in ("all", "yields", "nothing") for kind in _STAND_INS]

    def sites(self, module: Operation) -> Sequence[Site]:
        return [
            (op, index)
            for op in ops_below(module)
            if _can_change(op, "result") and Call.of(op) is None
            for index in range(len(op.results))
        ]

    def edit(self, module: Operation, sites: Sequence[Site], way: int) -> None:
        carried, kind = self._WAYS[way]
        stand_ins = StandIns(self.context, kind)
        for op, indices in _by_op(sites).items():
            removed = set(indices)
            if carried != "nothing":
                _drop_yields(op, removed, stand_ins, arguments=carried == "all")
            _shrink_segments(op, "result", removed)
            _drop_results(op, removed, stand_ins)


def _drop_yields(op: Operation, gone: Collection[int], stand_ins: StandIns, *, arguments: bool) -> None:
    """Remove the last operands of the terminators that become a result, and a loop's initial values and arguments."""
    count = len(op.results)
    if arguments:
        first = len(op.operands) - count
        operands = {first + index for index in gone}
        _shrink_segments(op, "operand", operands)
        op.set_operands(without(op.operands, operands))
    for region in op.regions:
        for block in region.blocks:
            last = block.last
            if last is not None and hands_out_results(last):
                first = len(last.operands) - count
                last.set_operands(without(last.operands, {first + index for index in gone}))
            if arguments and block.is_entry:
                first = len(block.args) - count
                _drop_entry_arguments(block, {first + index for index in gone}, stand_ins)
