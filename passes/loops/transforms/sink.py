"""Sinking: ops before and after a loop in the body of another one move into it.

    for %i {                        for %i {
      f(%i)                           for %k = 0 to %n {
      for %k = 0 to %n { … }            if %k == 0 { f(%i) }
      g(%i)                    =>       …
    }                                   if %k + 1 >= %n { g(%i) }
                                      }
                                    }

So the nest becomes perfect, and can be tiled and interchanged. The order of operations stays, so that this is always
legal; but the inner loop must run, for there to be a first and a last iteration. If that is unknown, a copy of the nest
without the inner loop is inserted before it, for the case that the inner loop does not run.

Pure ops are copied to where they are needed. The values of other ops cannot be used in another part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dlc.dialects import loop
from dlc.ir import Block, IRMapping, Operation, StringAttr
from dlc.ir.effects import is_speculatable
from dlc.ir.traits import Pure
from dlc.passes.manager import option, statistic

from ..analysis.facts import always_runs
from ..analysis.nests import NAME, lower_bound, name_of, only_loop_in, upper_bound
from ..analysis.terms import Terms, put_guard_unless
from .buffers import is_available_before
from .loop_names import EMPTY, Names
from .loop_pass import SingleLoopPass
from .refusals import Refusal

WHAT = "cannot take in the ops beside it"


def sink(inner: loop.ForOp) -> loop.ForOp | None:
    """Move all ops beside a loop into it; return the nest for the case that the loop does not run, or `None`."""
    outer = inner.parent_op
    if not isinstance(outer, loop.ForOp) or outer.results or inner.results:
        if not isinstance(outer, loop.ForOp):
            raise Refusal(inner, f"{WHAT}: it is not inside another loop")
        raise Refusal(inner, f"{WHAT}: it or the outer loop has iteration arguments")
    parts = _Parts(inner, outer)
    if not parts.front and not parts.behind:
        raise Refusal(inner, f"{WHAT}: there are none")
    parts.check_values()
    _check_bounds(inner, outer)
    empty_nest: loop.ForOp | None = None
    if not always_runs(inner):
        empty_nest = _copy_without(inner, _band_around(inner, outer), parts)
    _move(inner, parts)
    return empty_nest


class _Parts:
    """The ops before a loop, and those after it."""

    def __init__(self, inner: loop.ForOp, outer: loop.ForOp) -> None:
        ops = [op for op in outer.body.ops if op is not outer.terminator]
        position = ops.index(inner)
        self.inner = inner
        free = _free_ops(ops)
        self.pure = [op for op in ops if op in free]
        """The pure ops, which can be copied to wherever they are needed, in their order."""
        self.front = [op for op in ops[:position] if op not in free]
        self.behind = [op for op in ops[position + 1 :] if op not in free]

    def needed(self, users: Iterable[Operation]) -> list[Operation]:
        """Return the pure ops that these ops use, in their order."""
        pure, needed_ops = set(self.pure), set[Operation]()
        pending = list(users)
        while pending:
            user = pending.pop()
            for value in (value for op in user.walk() for value in op.operands):
                definer = value.defining_op
                if definer in pure and definer not in needed_ops:
                    needed_ops.add(definer)
                    pending.append(definer)
        return [op for op in self.pure if op in needed_ops]

    def check_values(self) -> None:
        """Refuse ops that are not pure and compute a value for another part."""
        front, behind = set(self.front), set(self.behind)
        for part, others in (([self.inner], front | behind), (self.behind, front)):
            for value in (value for user in part for op in user.walk() for value in op.operands):
                if value.defining_op in others:
                    note = (value.location, "this computes it")
                    raise Refusal(self.inner, f"{WHAT}: one of them computes a value that is used elsewhere", [note])


def _free_ops(ops: Sequence[Operation]) -> set[Operation]:
    """Return the pure ops that use only each other and values from outside."""
    block = ops[0].parent
    free: set[Operation] = set()
    for op in ops:
        if (Pure in op.traits or isinstance(op, loop.ApplyOp)) and is_speculatable(op):
            definers = [value.defining_op for inner in op.walk() for value in inner.operands]
            if all(each is None or each.parent is not block or each in free for each in definers):
                free.add(op)
    return free


# -- Where the inner loop does not run ---------------------------------------------------------------------------------


def _band_around(inner: loop.ForOp, outer: loop.ForOp) -> list[loop.ForOp]:
    """Return the enclosing loops that form a perfect nest and that the inner loop's bounds do not depend on."""
    if not _bounds_are_known_before(inner, outer):
        note = (outer.location, "this is the loop")
        raise Refusal(inner, f"{WHAT}: whether it runs at all depends on the enclosing loop", [note])
    band = [outer]
    while True:
        parent = band[0].parent_op
        if not isinstance(parent, loop.ForOp) or only_loop_in(parent) is not band[0]:
            return band
        if not _bounds_are_known_before(inner, parent):
            return band
        band.insert(0, parent)


def _bounds_are_known_before(inner: loop.ForOp, op: Operation) -> bool:
    return all(is_available_before(value, op) for bound in _bounds(inner) for value in bound.operands)


def _bounds(inner: loop.ForOp) -> tuple[loop.Expressions, loop.Expressions]:
    lower, upper = (loop.Expressions.of(*bound(inner)) for bound in (lower_bound, upper_bound))
    return loop.simplified(lower, inner), loop.simplified(upper, inner)


def _copy_without(inner: loop.ForOp, band: Sequence[loop.ForOp], parts: _Parts) -> loop.ForOp:
    """Insert a nest before the band with the ops beside the inner loop, which runs if that loop does not; return it."""
    lower, upper = _bounds(inner)
    terms = Terms()
    starts, ends = terms.of(lower), terms.of(upper)
    target = put_guard_unless(band[0].block, band[0], [end - start - 1 for end in ends for start in starts], terms)
    mapping, copies = IRMapping(), list[loop.ForOp]()
    for each in band:
        copy = _copied_loop(each, mapping)
        target.insert_before(copy, target.last)
        copy.close()
        copies.append(copy)
        target = copy.body
    moved = {*parts.front, *parts.behind}
    cloned = moved | {*parts.needed(moved)}
    for op in (each for each in band[-1].body.ops if each in cloned):
        target.insert_before(op.clone(mapping), target.last)
    return copies[0]


def _copied_loop(op: loop.ForOp, mapping: IRMapping) -> loop.ForOp:
    """Return a loop without terminator with the same bounds and step."""
    lower, upper = (
        [mapping.values.get(value, value) for value in bound(op)[1]] for bound in (lower_bound, upper_bound)
    )
    copy = loop.ForOp.over((op.lower_map, lower), (op.upper_map, upper), op.step_value, location=op.location)
    name, hint = name_of(op), op.induction_variable.name_hint
    if name is not None:
        copy.attributes[NAME] = StringAttr(name + EMPTY)
    copy.induction_variable.name_hint = hint + EMPTY if hint is not None else None
    mapping.values[op.induction_variable] = copy.induction_variable
    return copy


# -- Moving ------------------------------------------------------------------------------------------------------------


def _check_bounds(inner: loop.ForOp, outer: loop.ForOp) -> None:
    """Refuse bounds that ops beside the loop compute, other than affine maps."""
    for value in (value for bound in _bounds(inner) for value in bound.operands):
        definer = value.defining_op
        if definer is not None and definer.parent is outer.body:
            raise Refusal(inner, f"{WHAT}: one of them computes a bound", [(definer.location, "this computes it")])


def _move(inner: loop.ForOp, parts: _Parts) -> None:
    lower, upper = _bounds(inner)
    inner.set_lower_bound((lower.map, lower.operands))
    inner.set_upper_bound((upper.map, upper.operands))
    first, terminator = inner.body.first, inner.terminator
    runs_once = inner.constant_trip_count() == 1
    for part, is_front in ((parts.front, True), (parts.behind, False)):
        if not part:
            continue
        before = first if is_front else terminator
        if runs_once:
            _put(part, parts, inner.body, before)
        else:
            guarded = _put_guard_of_end(inner, before, is_front=is_front)
            _put(part, parts, guarded, guarded.last)
    _copy_needed([op for op in inner.body.ops if op is not terminator], parts, inner.body, inner.body.first)
    for op in reversed(parts.pure):
        op.erase()


def _put(ops: Sequence[Operation], parts: _Parts, block: Block, before: Operation | None) -> None:
    for op in ops:
        op.detach()
        block.insert_before(op, before)
    _copy_needed(ops, parts, block, ops[0])


def _copy_needed(users: Sequence[Operation], parts: _Parts, block: Block, before: Operation | None) -> None:
    """Copy the pure ops that these users need, before an op."""
    mapping = IRMapping()
    for op in parts.needed(users):
        block.insert_before(op.clone(mapping), before)
    for op in (op for user in users for op in user.walk()):
        for index, value in enumerate(op.operands):
            if value in mapping.values:
                op.set_operand(index, mapping.values[value])


def _put_guard_of_end(inner: loop.ForOp, before: Operation | None, *, is_front: bool) -> Block:
    """Insert a conditional on the first or the last iteration; return its block."""
    lower, upper = _bounds(inner)
    terms = Terms()
    counter, step = terms.dim(inner.induction_variable), inner.step_value
    if is_front:
        starts = terms.of(lower)
        equal = counter - starts[0] if len(starts) == 1 else None
        return put_guard_unless(inner.body, before, [counter - step - start for start in starts], terms, equal)
    ends = terms.of(upper)
    return put_guard_unless(inner.body, before, [end - 1 - step - counter for end in ends], terms)


class LoopSink(SingleLoopPass):
    """Sink ops beside loops into their first and last iterations

    So nests become perfect. If a loop may not run, a nest of the sunk ops is inserted for that case; its loops are
    named `i_empty` after the loop `i`.

    Example: loop-sink{loops=k}
        func.func @zero_then_fill(%a: memref<8x9xf32>, %c: memref<8xf32>, %x: f32) {
          loop.for %i = 0 to 8 {
            loop.store %x, %c[%i] : memref<8xf32>
            loop.for %k = 0 to 9 {
              loop.store %x, %a[%i, %k] : memref<8x9xf32>
            } {loop.name = "k"}
          }
          return
        }
    """

    name = "loop-sink"
    loops: tuple[str, ...] = option("The names of the inner loops; all if empty", default=())
    done = statistic("num-filled", "Number of loops that took in the ops beside them")
    refused = statistic("num-refused", "Number of loops that could not")

    def names_after(self, names: Names) -> Names:
        return names.with_suffixes(EMPTY)

    def transform(self, op: loop.ForOp) -> object:
        return sink(op)
