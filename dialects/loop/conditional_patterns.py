"""Canonicalization of `loop.when`, `loop.while` and `loop.if`."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith
from dlc.ir.affine.integer_set import IntegerSet
from dlc.ir.blocks import Block, Region as IRRegion
from dlc.ir.builtin_attributes import IntegerAttr, IntegerSetAttr, bool_attr
from dlc.ir.operations import Operation
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.values import Value, constant_of

from .affine_if import IfOp
from .composition import Expressions, simplified
from .conditional_loops import WhenOp, WhileOp
from .inlining import can_inline, inline_and_replace
from .terminators import YieldOp


def known_truth(value: Value) -> bool | None:
    """Return whether a condition is true, if that is known."""
    known = constant_of(value)
    return bool(known.value) if isinstance(known, IntegerAttr) else None


def _take(op: WhenOp | IfOp, region: IRRegion, rw: Rewriter) -> Match:
    """Inline one region in place of the op, or nothing if there is no such region."""
    if region.is_empty:
        return rw.erase(op)
    if not can_inline(region.entry, op, {}):
        return rw.no_match("values inside would be symbols no more")
    return inline_and_replace(op, region.entry, (), rw)


def _yielded(region: IRRegion) -> Sequence[Value]:
    last = region.entry.last
    return last.operands if last is not None else ()


def _does_nothing(region: IRRegion) -> bool:
    """Return whether a region that is there only yields."""
    return region.has_one_block and region.entry.first is region.entry.last


# -- when --------------------------------------------------------------------------------------------------------------


@canonicalization(WhenOp)
def take_known_branch(op: WhenOp, rw: Rewriter) -> Match:
    """when true { body } else { other } -> body.  Terminates: removes an op."""
    truth = known_truth(op.condition)
    if truth is None:
        return rw.no_match("the condition is not known")
    return _take(op, op.then_region if truth else op.else_region, rw)


@canonicalization(WhenOp)
def condition_is_known_inside(op: WhenOp, rw: Rewriter) -> Match:
    """when c { f(c) } else { g(c) } -> when c { f(true) } else { g(false) }.  Terminates: removes uses of c."""
    condition = op.condition
    if condition.has_one_use or known_truth(condition) is not None:
        return rw.no_match("nothing else depends on the condition")
    inside: list[tuple[Operation, int, bool]] = []
    for user, place in condition.uses:
        region = _region_of(user, op)
        if region is not None:
            inside.append((user, place, region is op.then_region))
    if not inside:
        return rw.no_match("nothing inside depends on the condition")
    constants: dict[bool, Value] = {}
    for user, place, truth in inside:
        if truth not in constants:
            constants[truth] = rw.insert_before(op, arith.ConstantOp(bool_attr(truth))).results[0]
        rw.set_operand(user, place, constants[truth])
    return rw.modify(op)


def _region_of(inner: Operation, op: Operation) -> IRRegion | None:
    """The region of `op` that `inner` is in."""
    region = inner.parent_region
    while region is not None and region.parent is not op:
        region = region.parent.parent_region if region.parent is not None else None
    return region


@canonicalization(WhenOp)
def erase_empty_else(op: WhenOp, rw: Rewriter) -> Match:
    """when c { body } else { } -> when c { body }.  Terminates: removes a region."""
    if op.results or not _does_nothing(op.else_region):
        return rw.no_match("there is no else region that does nothing")
    rw.erase_block(op.else_region.entry)
    return rw.modify(op)


@canonicalization(WhenOp)
def negate_for_empty_then(op: WhenOp, rw: Rewriter) -> Match:
    """when c { } else { body } -> when not c { body }.  Terminates: removes a region."""
    if op.results or not _does_nothing(op.then_region) or op.else_region.is_empty or _does_nothing(op.else_region):
        return rw.no_match("it is not only the else region that does something")
    true = rw.insert_before(op, arith.ConstantOp(bool_attr(True))).results[0]
    negated = rw.insert_before(op, arith.XOrIOp(op.condition, true)).results[0]
    new_when = WhenOp.on(negated, location=op.location)
    new_when.attributes.update(op.attributes)
    rw.insert_before(op, new_when)
    rw.merge_blocks(op.else_region.entry, new_when.then_block, ())
    return rw.erase(op)


@canonicalization(WhenOp)
def select_between_values(op: WhenOp, rw: Rewriter) -> Match:
    """when c { yield x } else { yield y } -> select c, x, y.  Terminates: removes results of conditionals."""
    if not op.results or op.else_region.is_empty:
        return rw.no_match("it has no results")
    if not _does_nothing(op.then_region) or not _does_nothing(op.else_region):
        return rw.no_match("a region does something")
    pairs = list(zip(_yielded(op.then_region), _yielded(op.else_region), strict=True))
    return rw.replace(op, [a if a is b else arith.SelectOp(op.condition, a, b) for a, b in pairs])


@canonicalization(WhenOp, IfOp)
def drop_decided_results(op: WhenOp | IfOp, rw: Rewriter) -> Match:
    """x, y = when c { yield a, b } else { yield a, d }, y unused -> a for x, and when c { … }.
    Terminates: removes results.
    """
    if not op.results or op.else_region.is_empty:
        return rw.no_match("it has no results")
    pairs = list(zip(_yielded(op.then_region), _yielded(op.else_region), strict=True))
    kept = [place for place, (a, b) in enumerate(pairs) if a is not b and op.results[place].has_uses]
    if len(kept) == len(pairs):
        return rw.no_match("all results are used, and depend on the condition")
    new_op = _with_results(op, kept)
    rw.insert_before(op, new_op)
    for source, target in zip(op.regions, new_op.regions, strict=True):
        terminator = source.entry.last
        assert isinstance(terminator, YieldOp)
        terminator.set_operands([terminator.operands[place] for place in kept])
        rw.modify(terminator)
        rw.merge_blocks(source.entry, target.entry, ())
    results = dict(zip(kept, new_op.results, strict=True))
    for place, (value, other) in enumerate(pairs):
        if place in results or value is other:
            rw.replace_all_uses(op.results[place], results.get(place, value))
    return rw.erase(op)


def _with_results(op: WhenOp | IfOp, kept: Sequence[int]) -> WhenOp | IfOp:
    """Return the same conditional with open blocks and some of the results."""
    types = [op.results[place].type for place in kept]
    if isinstance(op, WhenOp):
        new_op: WhenOp | IfOp = WhenOp.on(op.condition, types, has_else=True, location=op.location)
    else:
        new_op = IfOp.on(op.integer_set, op.operands, types, has_else=True, location=op.location)
    new_op.attributes.update(op.attributes)
    return new_op


# -- while -------------------------------------------------------------------------------------------------------------


@canonicalization(WhileOp)
def inline_loop_that_never_repeats(op: WhileOp, rw: Rewriter) -> Match:
    """while (a = x) { body; condition(false) y } do { … } -> body, y, with x for a.  Terminates: removes a loop."""
    condition, before = op.condition, op.before_block
    if known_truth(condition.condition) is not False:
        return rw.no_match("it may repeat")
    inits = list(op.operands)
    if not can_inline(before, op, dict(zip(before.args, inits, strict=True))):
        return rw.no_match("values inside would be symbols no more")
    replaced: dict[Value, Value] = dict(zip(before.args, inits, strict=True))
    values = [replaced.get(value, value) for value in condition.values]
    rw.erase(condition)
    rw.inline_block_before(before, op, inits)
    return rw.replace(op, values)


@canonicalization(WhileOp)
def condition_holds_inside(op: WhileOp, rw: Rewriter) -> Match:
    """while { condition(c) c } do (d) { f(d) } -> do (d) { f(true) }.  Terminates: removes uses of d."""
    condition = op.condition.condition
    if known_truth(condition) is not None:
        return rw.no_match("the condition is known")
    passed = zip(op.condition.values, op.after_block.args, strict=True)
    known = [argument for value, argument in passed if value is condition and argument.has_uses]
    if not known:
        return rw.no_match("nothing inside depends on the condition")
    true = rw.insert_before(op, arith.ConstantOp(bool_attr(True))).results[0]
    for argument in known:
        rw.replace_all_uses(argument, true)
    return rw.modify(op)


@canonicalization(WhileOp)
def replace_invariant_of_while(op: WhileOp, rw: Rewriter) -> Match:
    """while (a = x) { … } do { …; yield x } -> while { … }, with x for a.  Terminates: the op has fewer operands."""
    last = op.after_block.last
    assert last is not None
    before, inits = op.before_block, list(op.operands)
    invariant = [
        place
        for place, init in enumerate(inits)
        if last.operands[place] in (init, before.args[place]) or _comes_back(op, last.operands[place], place)
    ]
    if not invariant:
        return rw.no_match("each carried value changes")
    kept = [place for place in range(len(inits)) if place not in set(invariant)]
    new_while = WhileOp.over([inits[place] for place in kept], op.result_types, location=op.location)
    new_while.attributes.update(op.attributes)
    rw.insert_before(op, new_while)
    arguments = dict(zip(kept, new_while.before_block.args, strict=True))
    for place, argument in arguments.items():
        argument.name_hint = before.args[place].name_hint
    _keep_names(op.after_block, new_while.after_block)
    last.set_operands([last.operands[place] for place in kept])
    rw.modify(last)
    rw.merge_blocks(before, new_while.before_block, [arguments.get(place, init) for place, init in enumerate(inits)])
    rw.merge_blocks(op.after_block, new_while.after_block, new_while.after_block.args)
    return rw.replace(op, list(new_while.results))


def _keep_names(source: Block, target: Block) -> None:
    """Arguments are called what those of the block are called that is to be merged here."""
    for old, new in zip(source.args, target.args, strict=True):
        new.name_hint = old.name_hint


def _comes_back(op: WhileOp, yielded: Value, place: int) -> bool:
    """Return whether the second region yields what the first one handed it, and that is what the first one got."""
    after = op.after_block.args
    at = next((position for position, argument in enumerate(after) if argument is yielded), None)
    return at is not None and op.condition.values[at] is op.before_block.args[place]


@canonicalization(WhileOp)
def drop_unused_results_of_while(op: WhileOp, rw: Rewriter) -> Match:
    """r = while { condition(c) x } do (y) { f } -> while { condition(c) } do { f }, r and y unused.
    Terminates: fewer remain.
    """
    after = op.after_block
    pairs = zip(op.results, after.args, strict=True)
    kept = [place for place, (result, argument) in enumerate(pairs) if result.has_uses or argument.has_uses]
    if len(kept) == len(op.results):
        return rw.no_match("all values are used")
    new_while = WhileOp.over(op.operands, [op.results[place].type for place in kept], location=op.location)
    new_while.attributes.update(op.attributes)
    rw.insert_before(op, new_while)
    condition = op.condition
    condition.set_operands([condition.operands[0], *(condition.values[place] for place in kept)])
    rw.modify(condition)
    for place in reversed(range(len(op.results))):
        if place not in kept:
            after.erase_argument(place)
    _keep_names(op.before_block, new_while.before_block)
    _keep_names(after, new_while.after_block)
    rw.merge_blocks(op.before_block, new_while.before_block, new_while.before_block.args)
    rw.merge_blocks(after, new_while.after_block, new_while.after_block.args)
    for place, result in zip(kept, new_while.results, strict=True):
        rw.replace_all_uses(op.results[place], result)
    return rw.erase(op)


# -- if ----------------------------------------------------------------------------------------------------------------


@canonicalization(IfOp)
def simplify_condition(op: IfOp, rw: Rewriter) -> Match:
    """if set(apply(g, x)) -> if set'(x).  Terminates: the simplified form is final."""
    given = op.integer_set
    before = Expressions(given.constraints, given.num_dims, op.operands)
    after = simplified(before, op)
    num_symbols = len(after.operands) - after.num_dims
    simplified_set = IntegerSet(after.num_dims, num_symbols, after.exprs, given.eq_flags).simplify()
    if simplified_set is given and list(op.operands) == after.operands:
        return rw.no_match("set and operands are as simple as can be")
    op.set_operands(after.operands)
    return rw.set_property(op, "condition", IntegerSetAttr(simplified_set))


@canonicalization(IfOp)
def take_known_side(op: IfOp, rw: Rewriter) -> Match:
    """if a set that has all points { body } else { other } -> body.  Terminates: removes an op."""
    outcome = op.known_outcome()
    if outcome is None:
        return rw.no_match("it depends on the point")
    return _take(op, op.then_region if outcome else op.else_region, rw)


@canonicalization(IfOp)
def erase_empty_outside(op: IfOp, rw: Rewriter) -> Match:
    """if set { body } else { } -> if set { body }.  Terminates: removes a region."""
    if op.results or not _does_nothing(op.else_region):
        return rw.no_match("there is no else region that does nothing")
    rw.erase_block(op.else_region.entry)
    return rw.modify(op)
