"""Canonicalizations of control flow: what is decided already, carried around in vain, or not used."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dlc.ir import Operation, Region, Value
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.values import constant_of

from .carried import same_types, truth_of
from .control import ConditionOp, IfOp, WhileOp, YieldOp
from .scan import ScanOp, common_length


def _end_of(region: Region) -> Operation:
    last = region.single_block.last
    assert last is not None
    return last


# -- if ----------------------------------------------------------------------------------------------------------------


@canonicalization(IfOp)
def take_known_branch(op: IfOp, rw: Rewriter) -> Match:
    """if true { x } else { y } -> x, and if false … -> y.  Terminates: removes an `if`."""
    truth = truth_of(constant_of(op.condition))
    if truth is None:
        return rw.no_match("the condition is not known")
    block = (op.then if truth else op.otherwise).single_block
    last = _end_of(op.then if truth else op.otherwise)
    yielded = list(last.operands)
    if not same_types(yielded, op.results):
        return rw.no_match("the results' types are less precise")
    rw.erase(last)
    rw.inline_block_before(block, op, ())
    return rw.replace(op, yielded)


@canonicalization(IfOp)
def forward_common_results(op: IfOp, rw: Rewriter) -> Match:
    """if c { x } else { x } -> x, for each result.  Terminates: removes all uses of the result."""
    columns = zip(op.outputs, _end_of(op.then).operands, _end_of(op.otherwise).operands, strict=True)
    same = [(r, a) for r, a, b in columns if a is b and r.has_uses and r.type is a.type]
    if not same:
        return rw.no_match("no result is the same in any case")
    for result, value in same:
        rw.replace_all_uses(result, value)
    return rw.modify(op)


@canonicalization(IfOp)
def drop_unused_if_results(op: IfOp, rw: Rewriter) -> Match:
    """if … -> (a, unused) is if … -> a.  Terminates: removes a result."""
    kept = [result for result in op.outputs if result.has_uses]
    if len(kept) == len(op.outputs):
        return rw.no_match("all results are used")
    new_op = rw.insert_before(op, IfOp(op.condition, [result.type for result in kept], attributes=op.attributes))
    for old, new in zip(op.regions, new_op.regions, strict=True):
        _keep_operands(rw, _end_of(old), [result.index for result in kept])
        rw.take_blocks(old, new)
    return _replace_results(rw, op, kept, new_op.results)


# -- while -------------------------------------------------------------------------------------------------------------


@canonicalization(WhileOp)
def inline_loop_that_never_runs(op: WhileOp, rw: Rewriter) -> Match:
    """while (a = x) { condition false, f(a) } do … -> f(x).  Terminates: removes a loop."""
    condition = _end_of(op.before)
    if not isinstance(condition, ConditionOp) or truth_of(constant_of(condition.condition)) is not False:
        return rw.no_match("the loop may run")
    if not same_types(op.inits, op.before.entry.args) or not same_types(condition.values, op.results):
        return rw.no_match("types of carried values are less precise")
    rw.inline_block_before(op.before.single_block, op, op.inits)
    values = list(condition.values)  # arguments of the block are initial values now
    rw.erase(condition)
    return rw.replace(op, values)


@canonicalization(WhileOp)
def forward_values_a_loop_keeps(op: WhileOp, rw: Rewriter) -> Match:
    """while (a = x) { condition c, a } do (b) { yield b } -> uses of a and b are uses of x.

    Terminates: removes all uses of the arguments."""
    condition, last = _end_of(op.before), _end_of(op.after)
    assert isinstance(condition, ConditionOp)
    changed = False
    for argument, start, next in zip(op.before.entry.args, op.inits, last.operands, strict=True):
        kept = [n for n, value in enumerate(condition.values) if value is argument or value is start]
        goes_around = next is start or any(next is op.after.entry.args[n] for n in kept)
        if not goes_around or argument.type is not start.type:
            continue
        same = [argument, *(op.after.entry.args[n] for n in kept), *(op.outputs[n] for n in kept)]
        for value in same:
            if value.has_uses and value.type is start.type:
                rw.replace_all_uses(value, start)
                changed = True
    return rw.modify(op) if changed else rw.no_match("nothing that is carried stays the same")


# -- scan --------------------------------------------------------------------------------------------------------------


@canonicalization(ScanOp)
def forward_values_a_scan_keeps(op: ScanOp, rw: Rewriter) -> Match:
    """scan (a = x) { yield a } -> uses of a and of the result are uses of x.  Terminates: removes all uses of both."""
    last, changed = _end_of(op.body), False
    for number, (argument, start) in enumerate(zip(op.carried_args, op.inits, strict=True)):
        next, result = last.operands[number], op.outputs[number]
        if (next is not argument and next is not start) or argument.type is not start.type:
            continue
        if result.has_uses or argument.has_uses:
            rw.replace_all_uses(argument, start)
            rw.replace_all_uses(result, start)
            changed = True
    return rw.modify(op) if changed else rw.no_match("nothing that is carried stays the same")


@canonicalization(ScanOp)
def drop_unused_scan_values(op: ScanOp, rw: Rewriter) -> Match:
    """scan (a = x) over (b = y) { yield a, z } -> (unused, unused) is scan over ….

    Dropped are carried values that nothing but the scan itself uses and that stay the same, stacked results without
    uses, and slices without uses, as long as another one is left.

    Terminates: removes an operand or a result."""
    carried = [n for n in range(len(op.inits)) if not _is_carried_in_vain(op, n)]
    stacked = [n for n, value in enumerate(op.stacked) if value.has_uses]
    sources = [n for n, argument in enumerate(op.slice_args) if argument.has_uses] or [0]
    if len(carried) + len(stacked) + len(sources) == len(op.operands) + len(op.stacked):
        return rw.no_match("everything is used")
    if common_length([op.sources[n] for n in sources]) != op.length:
        return rw.no_match("the remaining sources would make the length less precise")
    new_scan = ScanOp(
        [op.inits[n] for n in carried],
        [op.sources[n] for n in sources],
        [op.outputs[n].type for n in carried],
        [op.stacked[n].type for n in stacked],
        op.reverse,
        attributes=op.attributes,
    )
    count = len(op.inits)
    _keep_operands(rw, _end_of(op.body), [*carried, *(count + n for n in stacked)])
    _keep_arguments(op.body, [*carried, *(count + n for n in sources)])
    rw.insert_before(op, new_scan)
    rw.take_blocks(op.body, new_scan.body)
    kept = [*(op.outputs[n] for n in carried), *(op.stacked[n] for n in stacked)]
    return _replace_results(rw, op, kept, new_scan.results)


def _is_carried_in_vain(op: ScanOp, number: int) -> bool:
    argument, next = op.carried_args[number], _end_of(op.body).operands[number]
    unused = not argument.has_uses or all(user is _end_of(op.body) for user in argument.users)
    stays = next is argument or next is op.inits[number]
    return stays and unused and _uses_in_place(argument, number) and not op.outputs[number].has_uses


def _uses_in_place(argument: Value, number: int) -> bool:
    """Return whether an argument is yielded as nothing but itself."""
    return all(index == number for _, index in argument.uses)


@canonicalization(ScanOp)
def skip_scan_of_nothing(op: ScanOp, rw: Rewriter) -> Match:
    """scan (a = x) over no places, without stacked results -> x.  Terminates: removes a loop."""
    if op.length != 0 or op.stacked or not same_types(op.inits, op.outputs):
        return rw.no_match("there are places, or results to be made")
    return rw.replace(op, list(op.inits))


# -- Parts -------------------------------------------------------------------------------------------------------------


def _keep_operands(rw: Rewriter, terminator: Operation, kept: Sequence[int]) -> None:
    """Replace a `graph.yield` by one of fewer values."""
    rw.insert_before(terminator, YieldOp([terminator.operands[index] for index in kept]))
    rw.erase(terminator)


def _keep_arguments(region: Region, kept: Collection[int]) -> None:
    block = region.entry
    for argument in reversed(list(block.args)):
        if argument.index not in kept:
            block.erase_argument(argument.index)


def _replace_results(rw: Rewriter, op: Operation, kept: Sequence[Value], new_values: Sequence[Value]) -> Match:
    for old, new in zip(kept, new_values, strict=True):
        rw.replace_all_uses(old, new)
    return rw.erase(op)
