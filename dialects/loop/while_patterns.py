"""Canonicalization of `loop.while` and `scf.while`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlc.dialects import arith
from dlc.ir import Block, Operation, Value
from dlc.ir.builtin_attributes import bool_attr
from dlc.ir.definition import is_like
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .apply import ApplyOp
from .conditional_loops import WhenOp, WhileOp
from .conditional_patterns import known_truth
from .inlining import affine_uses, can_inline, uses_stay_valid
from .scopes import affine_scope


@canonicalization(WhileOp, "scf.while")
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


@canonicalization(WhileOp, "scf.while")
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


@canonicalization(WhileOp, "scf.while")
def replace_invariant_of_while(op: WhileOp, rw: Rewriter) -> Match:
    """while (a = x) { … } do { …; yield x } -> while { … }, with x for a; no value is carried that is not used.
    Terminates: the op has fewer operands.
    """
    last = op.after_block.last
    assert last is not None
    before, inits = op.before_block, list(op.operands)
    invariant = [
        place
        for place, init in enumerate(inits)
        if last.operands[place] in (init, before.args[place])
        or not before.args[place].has_uses
        or _comes_back(op, last.operands[place], place)
    ]
    if not invariant:
        return rw.no_match("each carried value changes")
    kept = [place for place in range(len(inits)) if place not in set(invariant)]
    new_while = type(op).over([inits[place] for place in kept], op.result_types, location=op.location)
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


@canonicalization(WhileOp, "scf.while")
def drop_unused_results_of_while(op: WhileOp, rw: Rewriter) -> Match:
    """r = while { condition(c) x } do (y) { f } -> while { condition(c) } do { f }, r and y unused.
    Terminates: fewer remain.
    """
    after = op.after_block
    pairs = zip(op.results, after.args, strict=True)
    kept = [place for place, (result, argument) in enumerate(pairs) if result.has_uses or argument.has_uses]
    if len(kept) == len(op.results):
        return rw.no_match("all values are used")
    new_while = type(op).over(op.operands, [op.results[place].type for place in kept], location=op.location)
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


@canonicalization(WhileOp, "scf.while")
def pass_value_once(op: WhileOp, rw: Rewriter) -> Match:
    """r, s = while { condition(c) x, x } do (y, z) { f(y, z) } -> do (y, z) { f(y, y) }, with r for s.
    Terminates: removes uses of z and s.
    """
    first: dict[Value, int] = {}
    changed = False
    for place, value in enumerate(op.condition.values):
        other = first.setdefault(value, place)
        for values in (op.after_block.args, op.results):
            if other != place and values[place].has_uses:
                rw.replace_all_uses(values[place], values[other])
                changed = True
    return rw.modify(op) if changed else rw.no_match("each value is passed once")


@canonicalization(WhileOp, "scf.while")
def move_conditional_into_body(op: WhileOp, rw: Rewriter) -> Match:
    """while { r = if c { f(x); yield t } else { yield e }; condition(c) r } do (b) { g(b) }
    -> while { condition(c) e, x } do (b, a) { f(a); g(t) }.  Terminates: the first region has fewer ops.
    """
    condition, before = op.condition, op.before_block
    choice = condition.prev
    if choice is None or not is_like(choice, WhenOp) or choice.operands[0] is not condition.condition:
        return rw.no_match("there is no conditional on the same condition before it")
    then, otherwise = choice.regions[0].entry, choice.regions[1]
    if not otherwise.is_empty and otherwise.entry.first is not otherwise.entry.last:
        return rw.no_match("it does something else where the loop ends")
    if any(user is not condition for result in choice.results for user in result.users):
        return rw.no_match("its results are used otherwise")
    inner = [each for each in then.ops for each in each.walk()]
    captured = list(dict.fromkeys(v for each in inner for v in each.operands if v.parent_block is before))
    if any(affine_uses(each) or is_like(each, ApplyOp) for each in inner):
        return rw.no_match("values inside could be symbols no more")
    return _move_into_body(op, choice, captured, rw)


def _move_into_body(op: WhileOp, choice: Operation, captured: Sequence[Value], rw: Rewriter) -> Match:
    condition, then, otherwise = op.condition, choice.regions[0].entry, choice.regions[1]
    assert then.last is not None
    places: dict[Value, int] = {value: place for place, value in enumerate(choice.results)}
    passed = list(condition.values)
    ended = list(otherwise.entry.last.operands) if not otherwise.is_empty and otherwise.entry.last is not None else []
    values = [ended[places[value]] if value in places else value for value in passed]
    types = [*op.result_types, *(value.type for value in captured)]
    new_while = type(op).over(op.operands, types, location=op.location)
    new_while.attributes.update(op.attributes)
    rw.insert_before(op, new_while)
    condition.set_operands([condition.operands[0], *values, *captured])
    rw.modify(condition)
    body, count = new_while.after_block, len(passed)
    inside = dict(zip(captured, body.args[count:], strict=True))
    for value, argument in inside.items():
        argument.name_hint = value.name_hint
        for user, number in list(value.uses):
            if then.find_ancestor_op_in(user) is not None:
                user.set_operand(number, argument)
    _keep_names(op.before_block, new_while.before_block)
    results = list(then.last.operands)
    rw.erase(then.last)
    rw.merge_blocks(then, body, [])
    arguments = [results[places[value]] if value in places else body.args[at] for at, value in enumerate(passed)]
    for old, new in zip(op.after_block.args, body.args, strict=False):
        new.name_hint = old.name_hint
    rw.merge_blocks(op.after_block, body, arguments)
    rw.erase(choice)
    rw.merge_blocks(op.before_block, new_while.before_block, new_while.before_block.args)
    return rw.replace(op, list(new_while.results[:count]))


@canonicalization(WhileOp, "scf.while")
def see_through_condition(op: WhileOp, rw: Rewriter) -> Match:
    """r = while { condition(c) x } do (y) { f(y) } -> while { … } do { f(x) }, with x for r, where x is from outside.
    Terminates: removes uses of y and r.
    """
    changed = False
    for place, value in enumerate(op.condition.values):
        block = value.parent_block
        if block is None or block.parent_op is None or op.is_ancestor_of(block.parent_op):
            continue
        for inner in (op.after_block.args[place], op.results[place]):
            if inner.has_uses and _may_replace(inner, value):
                rw.replace_all_uses(inner, value)
                changed = True
    return rw.modify(op) if changed else rw.no_match("no value from outside is passed to the body or the results")


def _may_replace(value: Value, other: Value) -> bool:
    """Return whether all uses of a value as a dimension or symbol may be uses of another one."""
    return all(uses_stay_valid(user, affine_scope(user), {value: other}) for user in value.users)


@canonicalization(WhileOp, "scf.while")
def comparison_holds_inside(op: WhileOp, rw: Rewriter) -> Match:
    """while (a) { condition(a < n) a } do (b) { f(b < n) } -> do (b) { f(true) }.  Terminates: removes comparisons."""
    condition = op.condition.condition.defined_by(arith.CmpIOp)
    if condition is None:
        return rw.no_match("the condition is not a comparison of integers")
    outer: Mapping[Value, Value] = dict(zip(op.after_block.args, op.condition.values, strict=True))
    known = {condition.word: True, arith.inverted(condition.word): False}
    compared = [condition.lhs, condition.rhs]
    users = [user for value in (*op.after_block.args, *compared) for user in value.users]
    repeated = [
        user
        for user in dict.fromkeys(users)
        if isinstance(user, arith.CmpIOp)
        and user.word in known
        and user.result.has_uses
        and [outer.get(value, value) for value in user.operands] == compared
        and op.after_block.find_ancestor_op_in(user) is not None
    ]
    for user in repeated:
        truth = rw.insert_before(op, arith.ConstantOp(bool_attr(known[user.word])))
        rw.replace_all_uses(user.result, truth.results[0])
    return rw.modify(op) if repeated else rw.no_match("the comparison is not repeated inside")
