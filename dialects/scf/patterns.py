"""Canonicalization of the ops of `scf` that `loop` does not have."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import cf
from dlc.dialects.loop.inlining import can_inline, constant_index, inline_and_replace
from dlc.ir import Block, InsertionPoint, Value
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import i32_array
from dlc.ir.index_lists import Index, known_index, split_indices, with_known_indices
from dlc.ir.interfaces import Callable
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .conditionals import YieldOp
from .for_loop import ForOp, trip_count
from .forall import ForallOp, InParallelOp
from .parallel import ParallelOp
from .regions import ExecuteRegionOp, IndexSwitchOp


@canonicalization(ForOp)
def inline_only_number(op: ForOp, rw: Rewriter) -> Match:
    """for i = 4 to 5 { body } -> body, with 4 for i.  Terminates: removes a loop."""
    if op.constant_trip_count() != 1 or not can_inline(op.body, op, {}):
        return rw.no_match("it is not known to run once")
    return inline_and_replace(op, op.body, [op.lowerBound, *op.initArgs], rw)


@canonicalization(ExecuteRegionOp)
def inline_executed_block(op: ExecuteRegionOp, rw: Rewriter) -> Match:
    """execute_region { body; yield x } -> body, x.  Terminates: removes an op."""
    if op.no_inline is not None or not op.region_.has_one_block or not can_inline(op.region_.entry, op, {}):
        return rw.no_match("it has several blocks, or is to stay")
    return inline_and_replace(op, op.region_.entry, (), rw)


@canonicalization(ExecuteRegionOp)
def inline_executed_blocks(op: ExecuteRegionOp, rw: Rewriter) -> Match:
    """execute_region { ^a; ^b: yield x } in a function -> br ^a; ^a; ^b: br ^rest(x); ^rest(r).  Terminates: removes an
    op.
    """
    parent = op.parent_op
    takes_blocks = parent is not None and (Callable in parent.interfaces or isinstance(parent, ExecuteRegionOp))
    if op.no_inline is not None or op.region_.has_one_block or not takes_blocks:
        return rw.no_match("it has one block, or is to stay, or only one block may be around it")
    before, region, entry = op.block, op.block.parent, op.region_.entry
    rest = rw.split_block(op)
    results = [rest.add_argument(result.type, op.location) for result in op.results]
    for last in [block.last for block in op.region_.blocks]:
        if isinstance(last, YieldOp):
            rw.replace(last, cf.BranchOp(rest, last.operands))
    assert region is not None
    rw.take_blocks(op.region_, region, rest)
    with rw.at(InsertionPoint.at_end(before), op.location):
        rw.insert(cf.BranchOp(entry))
    return rw.replace(op, results)


@canonicalization(IndexSwitchOp)
def take_known_case(op: IndexSwitchOp, rw: Rewriter) -> Match:
    """index_switch 2 case 2 { body } … -> body.  Terminates: removes an op."""
    number = known_index(op.arg)
    if number is None:
        return rw.no_match("the index is not known")
    cases = list(op.cases.elements)
    taken = op.regions[1 + cases.index(number) if number in cases else 0]
    if not can_inline(taken.entry, op, {}):
        return rw.no_match("values inside would be symbols no more")
    return inline_and_replace(op, taken.entry, (), rw)


# -- Boxes -------------------------------------------------------------------------------------------------------------


@canonicalization(ParallelOp)
def simplify_dimensions(op: ParallelOp, rw: Rewriter) -> Match:
    """parallel (i, j) = (0, 4) to (8, 5) step (1, 1) { body } -> parallel (i) = (0) to (8) { body with 4 for j }.
    Terminates: fewer remain.
    """
    bounds = list(zip(op.lowerBound, op.upperBound, op.step, strict=True))
    trips = [trip_count(*each) for each in bounds]
    if 0 in trips:
        return rw.replace(op, list(op.initVals))
    kept = [place for place, count in enumerate(trips) if count != 1]
    if len(kept) == len(bounds):
        return rw.no_match("each dimension has several numbers")
    if not kept and not can_inline(op.body, op, {}):
        return rw.no_match("values inside would be symbols no more")
    return _only_point(op, rw) if not kept else _without_dimensions(op, [bounds[place] for place in kept], kept, rw)


def _only_point(op: ParallelOp, rw: Rewriter) -> Match:
    """Put the body where the loop stands, and behind it the reductions of its values with the initial ones."""
    last, results = op.body.last, list[Value]()
    assert last is not None
    reductions = [region.entry for region in last.regions]
    rw.inline_block_before(op.body, op, op.lowerBound)
    values = list(last.operands)  # arguments of the body are bounds now
    for init, value, reduction in zip(op.initVals, values, reductions, strict=True):
        end = reduction.last
        assert end is not None
        arguments: dict[Value, Value] = {reduction.args[0]: init, reduction.args[1]: value}
        combined = end.operands[0]
        results.append(arguments.get(combined, combined))
        rw.erase(end)
        rw.inline_block_before(reduction, op, [init, value])
    rw.erase(last)
    return rw.replace(op, results)


def _without_dimensions(
    op: ParallelOp, bounds: Sequence[tuple[Value, Value, Value]], kept: Sequence[int], rw: Rewriter
) -> Match:
    new_op = _over(op, bounds)
    rw.insert_before(op, new_op)
    new = dict(zip(kept, new_op.induction_variables, strict=True))
    for place, counter in new.items():
        counter.name_hint = op.induction_variables[place].name_hint
    values = [new.get(place, low) for place, low in enumerate(op.lowerBound)]
    rw.merge_blocks(op.body, new_op.body, values)
    return rw.replace(op, list(new_op.results))


def _over(op: ParallelOp, bounds: Sequence[tuple[Value, Value, Value]]) -> ParallelOp:
    """Return a loop like another one over some bounds, with an open body."""
    count = len(bounds)
    operands = [each[part] for part in range(3) for each in bounds]
    properties = {"operandSegmentSizes": i32_array([count, count, count, len(op.initVals)])}
    body = IRRegion([Block([bounds[0][0].type] * count)])
    operands += op.initVals
    return ParallelOp.create(operands, op.result_types, properties, op.attributes, [body], location=op.location)


@canonicalization(ParallelOp)
def merge_nested_parallel(op: ParallelOp, rw: Rewriter) -> Match:
    """parallel (i) { parallel (j) { body } } -> parallel (i, j) { body }.  Terminates: removes a loop."""
    inner = op.body.first
    if not isinstance(inner, ParallelOp) or inner.next is not op.body.last or op.initVals or inner.initVals:
        return rw.no_match("its body is not a single parallel loop")
    own = list(zip(inner.lowerBound, inner.upperBound, inner.step, strict=True))
    if any(value.parent_block is op.body for each in own for value in each):
        return rw.no_match("the inner bounds depend on the outer point")
    new_op = _over(op, [*zip(op.lowerBound, op.upperBound, op.step, strict=True), *own])
    rw.insert_before(op, new_op)
    count = len(op.body.args)
    for new, old in zip(new_op.body.args, [*op.body.args, *inner.body.args], strict=True):
        new.name_hint = old.name_hint
    for old, new in zip(op.body.args, new_op.body.args[:count], strict=True):
        rw.replace_all_uses(old, new)
    rw.merge_blocks(inner.body, new_op.body, new_op.body.args[count:])
    return rw.erase(op)


@canonicalization(ForallOp)
def simplify_forall(op: ForallOp, rw: Rewriter) -> Match:
    """forall (i, j) in (1, %c4) { body } -> forall (j) in (4) { body with 0 for i }.
    Terminates: fewer dimensions and operands remain.
    """
    known = [with_known_indices(part) for part in op.bounds]
    trips = [trip_count(*each) for each in zip(*known, strict=True)]
    if 0 in trips:
        return rw.replace(op, list(op.outputs))
    kept = [place for place, count in enumerate(trips) if count != 1]
    if op.mapping is not None:
        kept = list(range(op.rank))
    elif not kept and can_inline(op.body, op, {}):
        return _only_iteration(op, known[0], rw)
    elif not kept:
        return rw.no_match("values inside would be symbols no more")
    if len(kept) == op.rank and known == [list(part) for part in op.bounds]:
        return rw.no_match("each dimension has several numbers")
    parts = [split_indices([part[place] for place in kept]) for part in known]
    groups = [*(values for _, values in parts), list(op.outputs)]
    body = IRRegion([Block([*[each.type for each in op.induction_variables[: len(kept)]], *op.result_types])])
    properties = dict(op.properties)
    properties |= dict(zip(("staticLowerBound", "staticUpperBound", "staticStep"), (s for s, _ in parts), strict=True))
    properties["operandSegmentSizes"] = i32_array([*map(len, groups)])
    operands = [value for group in groups for value in group]
    new_op = ForallOp.create(operands, op.result_types, properties, op.attributes, [body], location=op.location)
    rw.insert_before(op, new_op)
    new = dict(zip(kept, new_op.induction_variables, strict=True))
    single = [place for place in range(op.rank) if place not in new]
    counters = {place: _as_value(op, known[0][place], rw) for place in single}
    for place, counter in new.items():
        counter.name_hint = op.induction_variables[place].name_hint
    values = [new.get(place, counters.get(place)) for place in range(op.rank)]
    rw.merge_blocks(op.body, new_op.body, [*(each for each in values if each is not None), *new_op.shared])
    return rw.replace(op, list(new_op.results))


@canonicalization(ForallOp)
def drop_outputs_of_forall(op: ForallOp, rw: Rewriter) -> Match:
    """r, s = forall shared_outs(a = x, b = y), s unused or b as it was -> r = forall shared_outs(a = x), with y for b.
    Terminates: the op has fewer operands.
    """
    last = op.body.last
    assert isinstance(last, InParallelOp)
    inserted = {part.dest for part in last.insertions}
    pairs = zip(op.results, op.shared, strict=True)
    kept = [place for place, (result, shared) in enumerate(pairs) if result.has_uses and shared in inserted]
    if len(kept) == len(op.outputs):
        return rw.no_match("all outputs are used")
    dropped = [shared for place, shared in enumerate(op.shared) if place not in kept]
    for part in [part for part in last.insertions if part.dest in dropped]:
        rw.erase(part)
    return _with_outputs(op, kept, rw)


def _with_outputs(op: ForallOp, kept: Sequence[int], rw: Rewriter) -> Match:
    lists = (op.dynamicLowerBound, op.dynamicUpperBound, op.dynamicStep)
    outputs = [op.outputs[place] for place in kept]
    types = [value.type for value in outputs]
    operands = [*(value for each in lists for value in each), *outputs]
    properties = op.properties | {"operandSegmentSizes": i32_array([*map(len, lists), len(outputs)])}
    body = IRRegion([Block([*(each.type for each in op.induction_variables), *types])])
    new_op = ForallOp.create(operands, types, properties, op.attributes, [body], location=op.location)
    rw.insert_before(op, new_op)
    inside, behind = list(op.outputs), list(op.outputs)
    for place, shared, result in zip(kept, new_op.shared, new_op.results, strict=True):
        shared.name_hint = op.shared[place].name_hint
        inside[place], behind[place] = shared, result
    for old, new in zip(op.induction_variables, new_op.induction_variables, strict=True):
        new.name_hint = old.name_hint
    rw.merge_blocks(op.body, new_op.body, [*new_op.induction_variables, *inside])
    return rw.replace(op, behind)


def _only_iteration(op: ForallOp, point: Sequence[Index], rw: Rewriter) -> Match:
    """Put the body where the loop stands, and behind it what puts parts into the outputs, one after the other."""
    last = op.body.last
    assert isinstance(last, InParallelOp)
    counters = [_as_value(op, each, rw) for each in point]
    shared = list(op.shared)
    latest: dict[Value, Value] = dict(zip(shared, op.outputs, strict=True))
    parts = [(part, part.dest) for part in last.insertions]
    inserted = [(dest, rw.insert_before(last, part.in_order(dest))) for part, dest in parts]
    for dest, each in inserted:
        each.set_operand(1, latest[dest])
        latest[dest] = each.result
    results = [latest[argument] for argument in shared]
    rw.erase(last)
    rw.inline_block_before(op.body, op, [*counters, *op.outputs])
    return rw.replace(op, results)


def _as_value(op: ForallOp, known: Index, rw: Rewriter) -> Value:
    return known if isinstance(known, Value) else rw.insert_before(op, constant_index(known)).results[0]
