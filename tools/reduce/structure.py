"""Reductions that remove ops: symbols with their references, bodies, ops around regions, single ops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from dlc.ir import Block, IRMapping, Operation, Region, StringAttr, Value
from dlc.ir.context import Context
from dlc.ir.definition import Op
from dlc.ir.symbol_table import PRIVATE, symbol_name, symbol_uses_of
from dlc.ir.traits import SymbolTableTrait

from .editing import (
    ARGUMENTS,
    CONSTANTS,
    ModuleReduction,
    StandIns,
    drop_ops,
    ends_block,
    erase_blocks,
    hands_out_results,
    leaves_region,
    ops_below,
)


class DropSymbols(ModuleReduction[Operation]):
    """Remove functions, globals and other symbols, with the ops that refer to them."""

    name = "symbols"
    ways = 2
    _STAND_INS: ClassVar = (ARGUMENTS, CONSTANTS)

    def sites(self, module: Operation) -> Sequence[Operation]:
        return [op for op in ops_below(module) if symbol_name(op) is not None]

    def edit(self, module: Operation, sites: Sequence[Operation], way: int) -> None:
        names = {symbol_name(op) for op in sites}
        removed = {inner for op in sites for inner in op.walk()}
        users = [
            op
            for op in ops_below(module)
            if op not in removed
            and symbol_name(op) is None
            and not ends_block(op)
            and any(names.intersection(reference.path) for _, reference in symbol_uses_of(op))
        ]
        drop_ops(users, self.context, self._STAND_INS[way])
        drop_ops(sites, self.context, self._STAND_INS[way])


class EmptyBodies(ModuleReduction[Operation]):
    """Turn functions into declarations, or remove everything but the return."""

    name = "bodies"
    ways = 3

    def sites(self, module: Operation) -> Sequence[Operation]:
        return [
            op
            for op in ops_below(module)
            if symbol_name(op) is not None
            and SymbolTableTrait not in op.traits
            and any(not region.is_empty for region in op.regions)
        ]

    def edit(self, module: Operation, sites: Sequence[Operation], way: int) -> None:
        for op in sites:
            if way == 0:
                _declare(op)
            else:
                for region in op.regions:
                    keep_terminator(region, self.context, ARGUMENTS if way == 1 else CONSTANTS)


def _declare(op: Operation) -> None:
    """Remove the body of a function and make it private, as declarations are."""
    for region in op.regions:
        erase_blocks(list(region.blocks))
    if isinstance(op, Op) and "sym_visibility" in op.definition.attrs:
        op.properties["sym_visibility"] = StringAttr(PRIVATE)


def keep_terminator(region: Region, context: Context, stand_in: int) -> None:
    """Keep only one block with the terminator in a region; values from outside replace its operands."""
    entry = region.first
    if entry is None:
        return
    before = list(entry.ops)
    ends = [block.last for block in region.blocks if block.last is not None and leaves_region(block.last)]
    if ends:
        inside = list(region.walk())
        stand_ins = StandIns(context, stand_in, inside)
        end = entry.append(ends[-1].clone())
        homes = {block for op in inside for nested in op.regions for block in nested.blocks} | set(region.blocks)
        for index, operand in enumerate(end.operands):
            if operand.parent_block in homes and (operand.parent_block is not entry or operand.defining_op is not None):
                replacement = stand_ins.find(operand.type, end)
                end.set_operand(index, replacement if replacement is not None else operand)
    others = [block for block in region.blocks if block is not entry]
    for op in before:
        op.drop_all_references()
    erase_blocks(others)
    for op in reversed(before):
        op.erase()


class InlineRegions(ModuleReduction[Operation]):
    """Replace ops with regions by the contents of a region, or empty their regions."""

    name = "regions"
    ways = 6
    _KEPT_REGIONS: ClassVar = ((0, ARGUMENTS), (0, CONSTANTS), (1, ARGUMENTS), (1, CONSTANTS))

    def sites(self, module: Operation) -> Sequence[Operation]:
        return [
            op
            for op in ops_below(module)
            if any(not region.is_empty for region in op.regions)
            and (symbol_name(op) is None or SymbolTableTrait in op.traits)
        ]

    def edit(self, module: Operation, sites: Sequence[Operation], way: int) -> None:
        for op in sites:
            if op.parent is None or not module.is_ancestor_of(op):
                continue
            if way < len(self._KEPT_REGIONS):
                index, stand_ins = self._KEPT_REGIONS[way]
                inline_region(op, index, StandIns(self.context, stand_ins, [op]))
            else:
                for region in op.regions:
                    keep_terminator(region, self.context, ARGUMENTS if way == 4 else CONSTANTS)


def inline_region(op: Operation, index: int, stand_ins: StandIns) -> None:
    """Inline the ops of one region before `op`, and replace its arguments and the results of `op`."""
    region = op.regions[index]
    block, home = region.single_block, op.parent
    assert home is not None
    for arg, passed in zip(block.args, _passed(block, op), strict=True):
        if passed is not None:
            arg.replace_all_uses_with(passed)
        elif not stand_ins.replace(arg, op):
            return
    last = block.last
    values: Sequence[Value] = ()
    if last is not None and hands_out_results(last):
        values = list(last.operands)
        last.erase()
    home.take_all_ops(block, op)
    for at, result in enumerate(op.results):
        same_place = values[at] if at < len(values) and values[at].type is result.type else None
        replacement = same_place or next((value for value in values if value.type is result.type), None)
        if replacement is not None:
            result.replace_all_uses_with(replacement)
        elif not stand_ins.replace(result, op, op.operands):
            return
    op.erase()


def _passed(block: Block, op: Operation) -> list[Value | None]:
    """Return the operand that each argument of a region probably starts with: the last ones correspond."""
    operands: Sequence[Value] = op.operands
    first = len(operands) - len(block.args)
    initial_values: list[Value | None] = []
    for index, arg in enumerate(block.args):
        at = first + index
        initial_values.append(operands[at] if at >= 0 and operands[at].type is arg.type else None)
    return initial_values


class DropOps(ModuleReduction[Operation]):
    """Remove ops; an argument, an operand or a constant replaces each result."""

    name = "ops"
    ways = 3

    def sites(self, module: Operation) -> Sequence[Operation]:
        return [op for op in ops_below(module) if symbol_name(op) is None and not ends_block(op)]

    def edit(self, module: Operation, sites: Sequence[Operation], way: int) -> None:
        drop_ops(sites, self.context, way)


class DetachOperands(ModuleReduction[tuple[Operation, int]]):
    """Replace the operands of ops by arguments or constants, so that their producers are not needed."""

    name = "operands"
    ways = 2
    _STAND_INS: ClassVar = (ARGUMENTS, CONSTANTS)

    def sites(self, module: Operation) -> Sequence[tuple[Operation, int]]:
        return [
            (op, index)
            for op in ops_below(module)
            for index, operand in enumerate(op.operands)
            if operand.defining_op is not None and operand.defining_op.operands
        ]

    def edit(self, module: Operation, sites: Sequence[tuple[Operation, int]], way: int) -> None:
        stand_ins = StandIns(self.context, self._STAND_INS[way])
        for op, index in sites:
            replacement = stand_ins.find(op.operands[index].type, op)
            if replacement is not None and not _depends(replacement):
                op.set_operand(index, replacement)


def _depends(value: Value) -> bool:
    """Return whether a value is computed from others, so that using it as their replacement would be cyclic."""
    return value.defining_op is not None and bool(value.defining_op.operands)


class InlineCalls(ModuleReduction[Operation]):
    """Replace calls of single-block functions by their bodies."""

    name = "calls"

    def sites(self, module: Operation) -> Sequence[Operation]:
        bodies = _straight_bodies(module)
        return [op for op in ops_below(module) if _callee(op) in bodies and not op.regions]

    def edit(self, module: Operation, sites: Sequence[Operation], way: int) -> None:
        bodies = _straight_bodies(module)
        for op in sites:
            body = bodies[_callee(op)]
            mapping = IRMapping()
            mapping.map(body.args, list(op.operands)[len(op.operands) - len(body.args) :])
            copies = [inner.clone(mapping) for inner in body.ops]
            assert op.parent is not None
            for copy in copies[:-1]:
                op.parent.insert_before(copy, op)
            op.replace_all_uses_with(list(copies[-1].operands))
            copies[-1].drop_all_references()
            op.erase()


def _callee(op: Operation) -> str | None:
    references = [reference for _, reference in symbol_uses_of(op)]
    return references[0].root if len(references) == 1 and symbol_name(op) is None and not references[0].nested else None


def _straight_bodies(module: Operation) -> dict[str | None, Block]:
    """Return the bodies of single-block functions without calls. Terminates: inlining them adds no calls."""
    bodies: dict[str | None, Block] = {}
    for op in ops_below(module):
        name = symbol_name(op)
        if name is None or SymbolTableTrait in op.traits or len(op.regions) != 1 or not op.regions[0].has_one_block:
            continue
        body = op.regions[0].entry
        if not any(_callee(inner) for inner in op.walk() if inner is not op):
            bodies[name] = body
    return bodies
