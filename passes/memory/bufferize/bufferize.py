"""`bufferize`: tensors become memory.

Functions take memrefs that they only read, and return memrefs that are fresh memory, which the caller frees. An
argument with the attribute `dlc.donated` is given away by the caller: results may be in its memory. Inside, each op
writes to a destination, in place where nobody needs what was there (`buffers`), and straight to where its result is
wanted (`passing`). Constants become globals and are never copied unless they are written to. Loops and
conditionals work on one buffer from outside; where sizes may change from one iteration to the next, each iteration
gives memory on and frees what it was given (`control`).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache

from dlc.dialects import arith, func, tensor
from dlc.dialects.func import FuncOp
from dlc.ir import Block, Operation, Type, TypeAttr
from dlc.ir.builtin_types import DYNAMIC, FunctionType, TensorType, UnrankedTensorType
from dlc.ir.traits import SymbolTableTrait
from dlc.passes.generic.functions import functions_in
from dlc.passes.manager import Pass, PassRun, option, statistic
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.entry_constants import EntryConstants

from .bufferization import Bufferization, bufferizes
from .buffers import Buffer, Buffers, is_tensor
from .captures import captures_in
from .decompose import expansion_of, write_out
from .in_place_origins import Origins
from .ops import calls, constants, control
from .passing import Passing
from .shared_parts import repeat_shared_parts

DONATED = "dlc.donated"


class Bufferize(Pass):
    """Replace tensors by memory

    Example: bufferize
        func.func @fill(%x: f32) -> tensor<4xf32> {
          %empty = tensor.empty() : tensor<4xf32>
          %filled = tensor.fill ins(%x : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
          return %filled : tensor<4xf32>
        }
    """

    name = "bufferize"
    anchor = "builtin.module"
    slabs: bool = option("Fill only what is around a large padded tensor, in several loop nests", default=True)
    allocations = statistic("num-allocations", "Number of buffers allocated")
    copies = statistic("num-copies", "Number of copies inserted")
    in_place = statistic("num-in-place", "Number of tensors written in place of others")

    def run(self, op: Operation, run: PassRun) -> None:
        functions = [(each, ops) for each in functions_in(op) if (ops := _ops_with_tensors(each))]
        sound = [_check(function, ops, run) for function, ops in functions]
        if not functions:
            run.mark_unchanged()
        elif all(sound):
            tables: dict[Operation, constants.Globals] = {}
            for function, ops in functions:
                if function.body.is_empty:
                    function.function_type = TypeAttr(calls.on_memory(function.type))
                    continue
                table = _symbol_table(function)
                globals = tables[table] = tables.get(table) or constants.Globals(table)
                state = bufferize_function(function, ops, globals, run, slabs=self.slabs)
                if state is None:
                    return
                run.count(self.allocations, state.allocations)
                run.count(self.copies, state.copies)
                run.count(self.in_place, state.in_place)


def bufferize_function(
    function: FuncOp, ops: Sequence[Operation], globals: constants.Globals, run: PassRun, *, slabs: bool
) -> Buffers | None:
    """Bufferize a function with a body; report an error and return `None` if an op cannot be bufferized."""
    write_out(ops, slabs=slabs)
    function.function_type = TypeAttr(calls.on_memory(function.type))
    repeat_shared_parts(list(function.walk(tensor.is_open)))
    open_ops = list(function.walk(tensor.is_open))
    passing = Passing(open_ops, Origins(open_ops))
    entry = function.body.entry
    state = Bufferization(function, EntryConstants(entry), globals, passing, captures_in(open_ops))
    for argument, type in zip(entry.args, function.type.inputs, strict=True):
        if is_tensor(argument):
            argument.type = type
            is_ours = is_donated(function, argument.index)
            state.define(argument, argument, Buffer(argument, entry, is_writable=is_ours, owned=is_ours))
    if not _rewrite_blocks(list(function.body.blocks), state, run):
        return None
    for op in reversed(state.finished):  # what uses a tensor is finished after what makes it
        op.erase()
    state.free_all()
    return state


def is_donated(function: FuncOp, number: int) -> bool:
    """Return whether the caller gives an argument away: its memory may become that of results.

    Callers in the module do not: they may need the argument afterwards.
    """
    if DONATED not in function.argument_attributes(number):
        return False
    name, ops = function.sym_name.value, _symbol_table(function).walk()
    return all(op.callee.root != name for op in ops if isinstance(op, func.CallOp))


def _symbol_table(function: FuncOp) -> Operation:
    """Return the op that holds the globals of a function."""
    table = function.parent_op
    while table is not None and not table.has_trait(SymbolTableTrait):
        table = table.parent_op
    assert table is not None, "the pass is anchored on a module"
    return table


# -- Checking ----------------------------------------------------------------------------------------------------------


def _ops_with_tensors(function: FuncOp) -> list[Operation]:
    """The ops of a function that touch tensors, itself among them if its type does, but none inside kernels."""
    function_if_touched: list[Operation] = [function] if _mentions_tensors(function.type) else []
    return function_if_touched + [op for op in function.walk(_is_no_kernel) if _touches_tensors(op)]


def _is_no_kernel(op: Operation) -> bool:
    return type(op) is not tensor.KernelOp


def _touches_tensors(op: Operation) -> bool:
    for result in op.results:
        if _mentions_tensors(result.type):
            return True
    for operand in op.operands:  # noqa: SIM110 (a generator costs more than what it asks)
        if _mentions_tensors(operand.type):
            return True
    return False


_TENSORS = (TensorType, UnrankedTensorType)


@lru_cache(maxsize=4096)
def _mentions_tensors(type: Type) -> bool:
    """Return whether values of a type are tensors, or functions on tensors."""
    pending = [type]
    for each in pending:
        if isinstance(each, _TENSORS):
            return True
        if isinstance(each, FunctionType):
            pending += [*each.inputs, *each.results]
    return False


def _check(function: FuncOp, ops: Sequence[Operation], run: PassRun) -> bool:
    """Return whether all ops on tensors can be bufferized; report those that cannot."""
    is_sound = _check_blocks(function, run)
    for op in ops:
        reason = _problem_with(op)
        if reason is not None:
            run.error(op, reason)
            is_sound = False
    return is_sound


def _problem_with(op: Operation) -> str | None:
    kind = type(op)
    types = (*op.type.inputs, *op.type.results) if type(op) is FuncOp else (*op.operand_types, *op.result_types)
    unranked, hidden = _types_without_memory(types)
    if unranked is not None and not _may_hide_rank(op):
        return f"has a tensor without a rank, '{unranked}'"
    if hidden is not None and kind is not func.ConstantOp and kind is not func.CallIndirectOp:
        return f"passes on a function on tensors, '{hidden}', whose callers are not known"
    if type(op) is arith.ConstantOp and DYNAMIC in op.result.type.shape:  # type: ignore[attr-defined]
        return f"is a constant of unknown size, '{op.result.type}', for which there can be no global"
    if type(op) is tensor.PadOp and (negative := _negative_padding(op)) is not None:
        return f"must not have a negative padding, but got '{negative}'"
    if kind in bufferizes or kind is FuncOp or expansion_of(op) is not None:
        return None
    if isinstance(op, (tensor.YieldOp, *control.TERMINATORS)):
        return None
    return bufferizes.reason_for_lack(op)


def _may_hide_rank(op: Operation) -> bool:
    """Return whether an op passes on a tensor without a rank, or is the declaration of a function that takes one."""
    if isinstance(op, tensor.CastOp):
        return True
    results = op.type.results if isinstance(op, FuncOp) else op.result_types
    has_result = any(isinstance(type, UnrankedTensorType) for type in results)
    return not has_result and (isinstance(op, func.CallOp) or (isinstance(op, FuncOp) and op.is_declaration()))


@lru_cache(maxsize=4096)
def _types_without_memory(types: tuple[Type, ...]) -> tuple[Type | None, Type | None]:
    """Return the first unranked tensor type, and the first type of functions on tensors."""
    unranked = (each for each in types if type(each) is UnrankedTensorType)
    hidden = (each for each in types if type(each) is FunctionType and _mentions_tensors(each))
    return next(unranked, None), next(hidden, None)


def _negative_padding(op: tensor.PadOp) -> int | None:
    """Return a padding that is known to be negative, which is undefined."""
    known = [size for size in (*op.static_low.elements, *op.static_high.elements) if size != DYNAMIC]
    return next((size for size in known if size < 0), None)


def _check_blocks(function: FuncOp, run: PassRun) -> bool:
    """Return whether only loop ops forward tensors between blocks."""
    if function.body.is_empty or function.body.has_one_block:
        return True
    for block in function.body.blocks:
        passed = list(block.args) if block is not function.body.first else []
        tensors = [result for op in block.ops for result in op.results if is_tensor(result)]
        passed += [each for each in tensors if any(block.find_ancestor_op_in(user) is None for user in each.users)]
        if any(is_tensor(each) for each in passed):
            run.error(function, "forwards tensors between blocks, which only loop ops support during bufferization")
            return False
    return True


# -- Rewriting ---------------------------------------------------------------------------------------------------------


Waiting = Generator[Block, None, None]


def _rewrite_blocks(blocks: Sequence[Block], state: Bufferization, run: PassRun) -> bool:
    """All ops of some blocks, and those inside them; `stack` holds ops that wait for the blocks inside them."""
    stack: list[tuple[Operation | None, Waiting | Iterator[Operation]]] = []
    stack += [(None, iter(list(block.ops))) for block in reversed(blocks)]
    while stack:
        waiting, rest = stack[-1]
        op = waiting
        try:
            for entry in rest:
                if isinstance(entry, Block):
                    stack.append((None, iter(list(entry.ops))))
                    break
                op = entry
                inside = _rewrite(entry, state)
                if inside is not None:
                    stack.append((entry, inside))
                    break
            else:
                stack.pop()
        except CannotLower as refusal:
            assert op is not None
            refusal.report(run, op)
            return False
    return True


def _rewrite(op: Operation, state: Bufferization) -> Waiting | None:
    """Rewrite an op; the result yields the blocks that must be rewritten before it goes on."""
    rewrite = bufferizes.get(type(op))
    if rewrite is None:
        return (block for region in op.regions for block in list(region.blocks)) if op.regions else None
    if not op.regions and type(op) is not func.ConstantOp and not _has_tensors(op, state):
        return None
    state.at(op)
    state.claimed.clear()
    return rewrite(op, state)


def _has_tensors(op: Operation, state: Bufferization) -> bool:
    """Return whether an op has tensors, some of which may be in memory already."""
    for value in op.operands:
        if state.is_tensor(value):
            return True
    for result in op.results:  # noqa: SIM110 (a generator costs more than what it asks)
        if state.is_tensor(result):
            return True
    return False
