"""The pass `remove-dead-values`: removes what nothing that can be observed depends on.

Other than dead code elimination, it follows values through branches, regions and calls: arguments that a private
function never needs go, with what callers compute for them, and so do results that no caller needs, arguments of
blocks, and what ops with regions take, carry around and give. Where something of those has to stay, what is handed to
it becomes poison, so that it need not be computed.

Loops that do nothing but run go as well, unless they might run for ever (the effect `diverge`): control would never
come behind those, and removing them would let it.

Code that control never reaches is left alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from dlc.dialects import func
from dlc.ir import ArrayAttr, Block, DictionaryAttr, Operation, Value
from dlc.ir.interfaces import Branch, Call, RegionBranch
from dlc.ir.poison import PoisonOp
from dlc.ir.traits import ReturnLike

from ..dataflow.control_flow import flows_from, region_branch_ended_by
from ..dataflow.liveness import UsefulValues, useful_values
from ..manager import Pass, PassRun, statistic
from .passed_values import drop_passed_values

_T = TypeVar("_T")


def remove_dead_values(root: Operation) -> int:
    """Remove dead values inside `root`; returns how many ops, arguments and results went."""
    useful = useful_values(root)
    removed = _clean_functions(root, useful)
    for op in list(root.walk()):
        if RegionBranch.of(op) is not None and useful.dead_code.is_live(op.parent):
            removed += len(drop_passed_values(op, lambda value: not useful.is_useful(value), _replace_by_poison))
    for op in list(root.walk()):
        if useful.dead_code.is_live(op.parent):
            _forget_dead_flows(op, useful)
    removed += _erase_dead_arguments(root, useful) + _erase_dead_ops(root, useful)
    for op in list(root.walk()):
        if isinstance(op, PoisonOp) and not op.has_uses:
            op.erase()
    return removed


# -- Functions -------------------------------------------------------------------------------------------------------


def _clean_functions(root: Operation, useful: UsefulValues) -> int:
    """Remove dead arguments and results of functions all of whose calls are known."""
    calls: dict[Operation, list[func.CallOp]] = {}
    called_otherwise: set[Operation] = set()
    for op in root.walk():
        callee = useful.dead_code.callee_of(op) if Call in op.interfaces else None
        if callee is not None and isinstance(op, func.CallOp):
            calls.setdefault(callee, []).append(op)
        elif callee is not None:  # by an op of another dialect, which has rules of its own
            called_otherwise.add(callee)
    removed = 0
    for op in list(root.walk()):
        if not isinstance(op, func.FuncOp) or op.body.is_empty or op in called_otherwise:
            continue
        if op not in useful.dead_code.open_callables:
            removed += _clean_function(op, calls.get(op, []), useful)
    return removed


def _clean_function(function: func.FuncOp, calls: Sequence[func.CallOp], useful: UsefulValues) -> int:
    dead_args = {arg.index for arg in function.entry.args if not useful.is_useful(arg)}
    dead_results = {
        index
        for index in range(len(function.type.results))
        if not any(useful.is_useful(call.results[index]) for call in calls)
    }
    if not dead_args and not dead_results:
        return 0
    for index in sorted(dead_args, reverse=True):
        _replace_by_poison(function.entry.args[index])
        function.entry.erase_argument(index)
    for block in function.body.blocks:
        last = block.last
        if last is not None and ReturnLike in last.traits:
            last.set_operands(without(last.operands, dead_results))
    type = function.type
    function.set_signature(without(type.inputs, dead_args), without(type.results, dead_results))
    function.arg_attrs = _trimmed(function.arg_attrs, dead_args)
    function.res_attrs = _trimmed(function.res_attrs, dead_results)
    for call in calls:
        _clean_call(call, dead_args, dead_results, useful)
    return len(dead_args) + len(dead_results)


def _clean_call(call: func.CallOp, dead_args: set[int], dead_results: set[int], useful: UsefulValues) -> None:
    kept = [result for result in call.results if result.index not in dead_results]
    new_call = call.create(
        without(call.operands, dead_args),
        [result.type for result in kept],
        call.properties,
        call.attributes,
        location=call.location,
    )
    new_call.arg_attrs = _trimmed(call.arg_attrs, dead_args)
    new_call.res_attrs = _trimmed(call.res_attrs, dead_results)
    call.block.insert_before(new_call, call)
    for old, new in zip(kept, new_call.results, strict=True):
        old.hand_over_to(new)
        if useful.is_useful(old):
            useful.elements[new] = useful.elements[old]
    for index in dead_results:
        _replace_by_poison(call.results[index])
    call.erase()


def without(items: Sequence[_T], dead: Collection[int]) -> list[_T]:
    """Return the items but those at some positions."""
    return [item for index, item in enumerate(items) if index not in dead]


def _trimmed(attrs: ArrayAttr | None, dead: Collection[int]) -> ArrayAttr | None:
    """Return the attributes of those that stay, or `None` if they have none."""
    kept = without(attrs.elements, dead) if attrs is not None else []
    return (
        ArrayAttr(tuple(kept)) if any(not isinstance(each, DictionaryAttr) or each.as_dict() for each in kept) else None
    )


# -- Blocks and regions ----------------------------------------------------------------------------------------------


def _forget_dead_flows(op: Operation, useful: UsefulValues) -> None:
    """Replace the values that an op forwards only to dead results and dead region arguments by poison."""
    if RegionBranch.of(op) is None and region_branch_ended_by(op) is None:
        return
    needed: dict[int, bool] = {}
    for flow in flows_from(op):
        for offset, (_, target) in enumerate(flow.passed if flow.start is not None else ()):
            position = (flow.start or 0) + offset
            needed[position] = needed.get(position, False) or useful.is_useful(target)
    for position, is_needed in needed.items():
        value = op.operands[position]
        if not is_needed and value.defined_by(PoisonOp) is None:
            op.set_operand(position, _poison_before(op, value))


def _poison_before(op: Operation, like: Value) -> Value:
    assert op.parent is not None
    poison = PoisonOp(like.type)
    poison.location = op.location
    op.parent.insert_before(poison, op)
    return poison.result


def _replace_by_poison(value: Value) -> None:
    """Make what still uses a dead value, such as code that is never reached, use poison."""
    if not value.has_uses:
        return
    poison = PoisonOp(value.type)
    poison.location = value.location
    block, op = value.parent_block, value.defining_op
    assert block is not None
    block.insert_before(poison, op.next if op is not None else block.first)
    value.replace_all_uses_with(poison.result)


def _erase_dead_arguments(root: Operation, useful: UsefulValues) -> int:
    """Remove dead arguments of blocks that only branches lead to."""
    removed = 0
    for op in list(root.walk()):
        for block in op.blocks:
            if not block.is_entry and useful.dead_code.is_live(block):
                removed += _erase_dead_arguments_of(block, useful)
    return removed


def _erase_dead_arguments_of(block: Block, useful: UsefulValues) -> int:
    dead = [arg for arg in block.args if not useful.is_useful(arg)]
    branches = [(user, index, Branch.of(user)) for user, index in block.uses]
    if any(branch is None for _, _, branch in branches):
        return 0
    passed = [branch.successor_operands(user, index) for user, index, branch in branches if branch is not None]
    if any(len(operands) != len(block.args) for operands in passed):
        return 0
    indices = {arg.index for arg in dead}
    for (user, index, branch), operands in zip(branches, passed, strict=True):
        if branch is not None and indices:
            branch.set_successor_operands(user, index, without(operands, indices))
    for arg in reversed(dead):
        _replace_by_poison(arg)
        block.erase_argument(arg.index)
    return len(dead)


# -- Ops -------------------------------------------------------------------------------------------------------------


def _erase_dead_ops(root: Operation, useful: UsefulValues) -> int:
    """Erase ops that have no effect and whose results nothing depends on, whatever still uses them."""
    dead: list[Operation] = []
    inside: set[Operation] = set()
    for op in root.walk():
        if op is root or op.parent_op in inside:
            inside.add(op)
            if op is root:
                inside.discard(op)
            continue
        if useful.dead_code.is_live(op.parent) and _is_dead(op, useful):
            dead.append(op)
            inside.add(op)
    for op in dead:
        op.drop_all_references()
    for op in dead:
        for result in op.results:
            _replace_by_poison(result)
        op.erase()
    return len(dead)


def _is_dead(op: Operation, useful: UsefulValues) -> bool:
    if not op.is_registered or op.may_be_terminator or op.successors or "sym_name" in op.properties:
        return False
    return (
        not isinstance(op, PoisonOp)
        and not any(useful.is_useful(result) for result in op.results)
        and not useful.acts(op)
    )


class RemoveDeadValues(Pass):
    """Remove dead values

    Follows values through branches, regions and calls of private functions, unlike `dce`.

    Example: remove-dead-values
        func.func private @f(%x: i32, %unused: i32) -> i32 {
          return %x : i32
        }
        func.func @g(%x: i32) -> i32 {
          %y = call @f(%x, %x) : (i32, i32) -> i32
          return %y : i32
        }
    """

    name = "remove-dead-values"
    removed = statistic("num-removed", "Number of ops, arguments and results removed")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count_changes(self.removed, remove_dead_values(op))
