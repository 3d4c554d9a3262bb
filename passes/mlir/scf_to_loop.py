"""The pass `scf-to-loop`: loops and conditionals of MLIR's `scf` become those of `loop`.

A loop whose bounds are affine and whose step is a positive constant becomes `loop.for` or `loop.parallel`, and accesses
inside at affine indices become those of `loop`, so that it can be analyzed and scheduled. Other loops become
`loop.while`. Parallel loops that combine values in a way that `loop.parallel` does not have run in order. So do those
that share tensors: each iteration gets them as those before have left them. Regions of several blocks become
conditionals and loops as `cf-to-loop` makes them; others stay, and a remark says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from dlc.dialects import arith, loop, scf
from dlc.ir import Block, Builder, InsertionPoint, IntegerAttr, IRMapping, Operation, Region, Type, Value
from dlc.ir.builtin_types import IntegerType, index
from dlc.ir.index_lists import Index
from dlc.ir.values import constant_of

from ..loops.transforms.affine_accesses import raise_accesses
from ..manager import Pass, PassRun, statistic
from .affine_raising import bound_of, constant_index, settle_symbols
from .cf_to_loop import take_together
from .renaming import rename_op, replace_op

RENAMED = {
    "scf.if": "loop.when",
    "scf.while": "loop.while",
    "scf.condition": "loop.condition",
    "scf.yield": "loop.yield",
}
"""Ops that differ in nothing but the name."""
Bounds = tuple[list[loop.Bound], list[loop.Bound], list[int]]
"""Lower bounds, upper bounds and steps of an affine loop."""


class ScfToLoop(Pass):
    """Convert ops of MLIR's `scf` to `loop`

    Example: scf-to-loop
        func.func @f(%m: memref<8xf32>, %x: f32) {
          %c0 = arith.constant 0 : index
          %c8 = arith.constant 8 : index
          %c1 = arith.constant 1 : index
          scf.for %i = %c0 to %c8 step %c1 {
            memref.store %x, %m[%i] : memref<8xf32>
          }
          return
        }
    """

    name = "scf-to-loop"
    converted = statistic("num-converted", "Number of ops converted")
    raised = statistic("num-raised", "Number of accesses made affine")

    def run(self, op: Operation, run: PassRun) -> None:
        pending = [each for each in op.walk() if type(each) in CONVERSIONS][::-1]
        converted = 0
        while pending:
            each = pending.pop()
            if each.parent is None:
                continue  # it was in a block that nothing leads to
            answer = CONVERSIONS[type(each)](each)
            if isinstance(answer, str):
                run.remark(each, f"stays as it is: {answer}")
                continue
            pending += reversed(answer)
            converted += 1
        run.count(self.converted, converted)
        if converted:
            settle_symbols(op)
            run.count(self.raised, raise_accesses(op))


Answer = str | list[Operation]
"""The reason why an op stays, or ops to be converted that have taken its place."""


# -- Counting loops ----------------------------------------------------------------------------------------------------


def _affine_bounds(
    op: Operation, lower: Sequence[Value], upper: Sequence[Value], steps: Sequence[Value]
) -> Bounds | None:
    """Return the bounds of an affine loop, if all are affine and steps are known."""
    numbers = [constant_of(step) for step in steps]
    known = [number.value for number in numbers if isinstance(number, IntegerAttr) and number.value > 0]
    lowers = [bound_of(value, op, arith.MaxSIOp) for value in lower]
    uppers = [bound_of(value, op, arith.MinSIOp) for value in upper]
    if len(known) < len(numbers) or None in lowers or None in uppers:
        return None
    return [bound for bound in lowers if bound], [bound for bound in uppers if bound], known


def _convert_for(op: scf.ForOp) -> Answer:
    if op.unsignedCmp is None and isinstance(constant_of(op.step), IntegerAttr):
        _count_in_indices(op)
        bounds = _affine_bounds(op, [op.lowerBound], [op.upperBound], [op.step])
    else:
        bounds = None
    if bounds is None:
        return _convert_to_while(op)
    [lower], [upper], [step] = bounds
    new_loop = loop.ForOp.over(lower, upper, step, op.initArgs, location=op.location)
    new_loop.body.erase()
    new_loop.body_region.take_blocks(op.body_region)
    _end_with_yield(new_loop.body)
    new_loop.attributes.update(op.attributes)
    replace_op(op, new_loop)
    return []


def _count_in_indices(op: scf.ForOp) -> None:
    """Let a loop that counts in integers count in indices, which hold all of them: none is beyond the upper bound."""
    counter = op.induction_variable
    type = counter.type
    if not isinstance(type, IntegerType) or type.width > loop.INDEX_WIDTH:
        return
    for place, bound in enumerate(op.operands[:3]):
        op.set_operand(place, _as_index(bound))
    counter.type = index
    uses = counter.uses
    number = Builder.at_start(op.body).insert(arith.IndexCastOp(counter, type, location=op.location))
    for user, place in uses:
        if isinstance(user, arith.IndexCastOp):
            user.target.replace_all_uses_with(counter)
            user.erase()
        else:
            user.set_operand(place, number.target)
    if not number.target.has_uses:
        number.erase()


def _as_index(value: Value) -> Value:
    """Return an integer as an index, at its definition, where it is a symbol if the integer is one."""
    constant = constant_of(value)
    builder = Builder(InsertionPoint.after_value(value))
    builder.location = value.location
    if isinstance(constant, IntegerAttr):
        return constant_index(builder, constant.value)
    return builder.insert(arith.IndexCastOp(value, index)).target


def _end_with_yield(block: Block) -> None:
    last = block.end
    replace_op(last, loop.YieldOp.of(last.operands, location=last.location))


def _convert_to_while(op: scf.ForOp) -> Answer:
    """for(i, a) -> while(i, a) that compares i with the bound, and adds the step behind the body.

    Where the sum may be beyond all numbers of the type, the bound ends the loop: the distance to it, which is never
    negative, is compared with the step.
    """
    new_loop = loop.WhileOp.over([op.lowerBound, *op.initArgs], location=op.location)
    builder = Builder.at_end(new_loop.before_block, op.location)
    predicate = "ult" if op.unsignedCmp is not None else "slt"
    counter, *carried = new_loop.before_block.args
    goes_on = builder.insert(arith.CmpIOp.of(predicate, counter, op.upperBound)).results[0]
    builder.insert(loop.ConditionOp(goes_on, [counter, *carried]))
    new_loop.after_block.erase()
    new_loop.after.take_blocks(op.body_region)
    body = new_loop.after_block
    last = body.end
    counter, builder = body.args[0], Builder(InsertionPoint.before_op(last), op.location)
    distance = builder.insert(arith.SubIOp(op.upperBound, counter)).results[0]
    goes_on = builder.insert(arith.CmpIOp.of("ult", op.step, distance)).results[0]
    sum = builder.insert(arith.AddIOp(counter, op.step)).results[0]
    following = builder.insert(arith.SelectOp(goes_on, sum, op.upperBound)).results[0]
    replace_op(last, loop.YieldOp.of([following, *last.operands], location=last.location))
    new_loop.attributes.update(op.attributes)
    Builder.before(op).insert(new_loop)
    for old, new in zip(op.results, new_loop.results[1:], strict=True):
        old.hand_over_to(new)
    op.erase()
    return []


# -- Parallel loops ----------------------------------------------------------------------------------------------------


def _convert_parallel(op: scf.ParallelOp) -> Answer:
    bounds = _affine_bounds(op, op.lowerBound, op.upperBound, op.step)
    reduce = op.body.last
    assert isinstance(reduce, scf.ReduceOp), "checked by the verifier"
    combiners = [_combiner_of(body, value.type) for body, value in zip(reduce.regions, reduce.operands, strict=True)]
    if bounds is None or None in combiners:
        return _convert_to_nest(op, reduce)
    lower, upper, steps = bounds
    known = [combiner for combiner in combiners if combiner is not None]
    reductions = [combiner.name for combiner in known]
    new_loop = loop.ParallelOp.over(lower, upper, steps, op.result_types, reductions, location=op.location)
    new_loop.body.erase()
    new_loop.body_region.take_blocks(op.body_region)
    replace_op(reduce, loop.YieldOp.of(reduce.operands, location=reduce.location))
    new_loop.attributes.update(op.attributes)
    builder = Builder.before(op)
    builder.insert(new_loop)
    for combiner, old, new, init in zip(known, op.results, new_loop.results, op.initVals, strict=True):
        old.replace_all_uses_with(builder.insert(combiner.combine(init, new)).results[0])
    op.erase()
    return []


def _combiner_of(body: Region, type: Type) -> arith.Combiner | None:
    """Return the combining operation that a reduction consists of, if it is one that does not depend on the order."""
    entry = body.entry
    combine = entry.first
    if combine is None or combine.next is not entry.last or set(combine.operands) != set(entry.args):
        return None
    combiner = arith.COMBINER_OF_OP.get(combine.__class__)
    last = entry.last
    is_returned = last is not None and list(last.operands) == list(combine.results)
    return combiner if is_returned and combiner is not None and combiner.accepts(type) else None


def _convert_to_nest(op: scf.ParallelOp, reduce: scf.ReduceOp) -> Answer:
    """parallel(i, j) -> for(i) of for(j), in order; the reductions are computed on carried values."""
    loops = _nest(op, zip(op.lowerBound, op.upperBound, op.step, strict=True), op.initVals)
    builder, carried = Builder.at_end(loops[-1].body), loops[-1].carried
    _move_body(op.body, reduce, [each.induction_variable for each in loops], builder)
    results = [
        _inlined(builder, body, pair) for body, *pair in zip(reduce.regions, carried, reduce.operands, strict=True)
    ]
    return _closed(op, loops, results)


def _nest(op: Operation, box: Iterable[tuple[Value, Value, Value]], carried: Sequence[Value]) -> list[scf.ForOp]:
    """Return a nest of loops without bodies before an op, which hand values on from one iteration to the next."""
    builder = Builder.before(op)
    loops: list[scf.ForOp] = []
    for lower, upper, step in box:
        types = [value.type for value in carried]
        body = Region([Block([index, *types])])
        each = builder.insert(scf.ForOp(lower, upper, step, carried, types, body, location=op.location))
        loops.append(each)
        builder, carried = Builder.at_end(each.body), each.carried
    return loops


def _move_body(body: Block, last: Operation, arguments: Sequence[Value], builder: Builder) -> None:
    """Move the ops of a block before the last one, for other arguments."""
    for argument, value in zip(body.args, arguments, strict=True):
        argument.replace_all_uses_with(value)
    for each in list(body.ops):
        if each is not last:
            each.detach()
            builder.insert(each)


def _closed(op: Operation, loops: Sequence[scf.ForOp], results: Sequence[Value]) -> list[Operation]:
    """Let loops yield what the innermost one computes, and put them in the place of an op."""
    for each in reversed(loops):
        each.body.append(scf.YieldOp.of(results, location=op.location))
        results = list(each.results)
    for old, new in zip(op.results, results, strict=True):
        old.replace_all_uses_with(new)
    op.erase()
    return list(loops)


def _inlined(builder: Builder, body: Region, arguments: Sequence[Value]) -> Value:
    """Insert the ops of a reduction on two values, and return the combined one."""
    mapping = IRMapping()
    mapping.values.update(zip(body.entry.args, arguments, strict=True))
    for op in body.entry.ops:
        if isinstance(op, scf.ReduceReturnOp):
            return mapping.values.get(op.result, op.result)
        builder.insert(op.clone(mapping))
    raise AssertionError("a reduction has a terminator")


def _as_value(builder: Builder, given: Index) -> Value:
    return given if isinstance(given, Value) else constant_index(builder, given)


def _convert_forall(op: scf.ForallOp) -> Answer:
    last = op.body.last
    assert isinstance(last, scf.InParallelOp), "checked by the verifier"
    builder = Builder.before(op)
    lower, upper, steps = ([_as_value(builder, each) for each in group] for group in op.bounds)
    if op.outputs:
        return _share_in_order(op, last, _nest(op, zip(lower, upper, steps, strict=True), op.outputs))
    new_loop = scf.ParallelOp(lower, upper, steps, (), (), location=op.location)
    new_loop.body_region.take_blocks(op.body_region)
    replace_op(last, scf.ReduceOp((), ()))
    new_loop.attributes.update(op.attributes)
    replace_op(op, new_loop)
    return [new_loop]


def _share_in_order(op: scf.ForallOp, last: scf.InParallelOp, loops: Sequence[scf.ForOp]) -> Answer:
    """forall(i) shared(o) -> for(i, o), which puts parts into o at the end of the body"""
    builder, shared = Builder.at_end(loops[-1].body), loops[-1].carried
    _move_body(op.body, last, [*(each.induction_variable for each in loops), *shared], builder)
    latest: dict[Value, Value] = {value: value for value in shared}
    for part in last.insertions:
        latest[part.dest] = builder.insert(part.in_order(latest[part.dest])).result
    return _closed(op, loops, [latest[value] for value in shared])


# -- Conditionals ------------------------------------------------------------------------------------------------------


def _convert_renamed(op: Operation) -> Answer:
    """Convert a conditional with its terminators."""
    terminators = [block.last for block in op.blocks]
    for each in [*terminators, op]:
        if each is not None:
            rename_op(each, loop.DIALECT.ops[RENAMED[each.name]])
    return []


def _convert_execute_region(op: scf.ExecuteRegionOp) -> Answer:
    take_together(op.regions[0])
    if not op.regions[0].has_one_block:
        return "its region has branches that are neither nested conditionals nor loops"
    entry = op.regions[0].entry
    last = entry.end
    for old, new in zip(op.results, last.operands, strict=True):
        old.replace_all_uses_with(new)
    for each in list(entry.ops):
        if each is not last:
            each.move_before(op)
    op.erase()
    return []


def _convert_switch(op: scf.IndexSwitchOp) -> Answer:
    """switch(i) -> if(i == a) …, else if(i == b) …, else the default."""
    if op.takes_arguments:
        return "its regions take arguments, which nothing gives them"
    otherwise, *regions = list(op.regions)
    conditionals: list[Operation] = []
    for case, body in zip(reversed(op.cases.elements), reversed(regions), strict=True):
        block = Block()
        builder = Builder.at_end(block, op.location)
        equal = builder.insert(arith.CmpIOp.of("eq", op.arg, constant_index(builder, case))).results[0]
        chosen = builder.insert(scf.IfOp(equal, op.result_types))
        chosen.then_region.take_blocks(body)
        chosen.else_region.take_blocks(otherwise)
        builder.insert(scf.YieldOp.of(chosen.results))
        conditionals.append(chosen)
        otherwise = Region([block])
    execute = scf.ExecuteRegionOp(op.result_types, location=op.location)
    execute.regions[0].take_blocks(otherwise)
    replace_op(op, execute)
    return [execute, *reversed(conditionals)]


CONVERSIONS: dict[type[Operation], Callable[..., Answer]] = {
    scf.IfOp: _convert_renamed,
    scf.WhileOp: _convert_renamed,
    scf.ForOp: _convert_for,
    scf.ParallelOp: _convert_parallel,
    scf.ForallOp: _convert_forall,
    scf.ExecuteRegionOp: _convert_execute_region,
    scf.IndexSwitchOp: _convert_switch,
}
"""How each op is converted, with its terminators."""
