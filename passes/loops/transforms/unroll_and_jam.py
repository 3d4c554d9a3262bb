"""Unroll-and-jam: a loop is unrolled, and the copies of its body are interleaved inside its inner loops.

    for %i = 0 to 8 {                     for %i = 0 to 8 step 2 {
      %s = for %k … iter_args(%a = %z)      %s:2 = for %k … iter_args(%a = %z, %b = %z)
        { f(%i, %k, %a) }             =>      { f(%i, %k, %a); f(%i + 1, %k, %b) }
      g(%i, %s)                             g(%i, %s#0); g(%i + 1, %s#1)
    }                                     }

Inner loops have their iteration arguments once for each copy. Legal if the accesses of an iteration may run after those
of a later one, of the same group, in earlier iterations of the inner loops or earlier in the body.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir import Block, IRMapping, Operation, Value
from dlc.passes.manager import option, statistic

from ..analysis.accesses import Access
from ..analysis.dependences import Level, LoopDependences, common
from ..analysis.independence import may_vary_with
from ..analysis.nests import (
    index_before,
    keep_attributes,
    loops_in,
    lower_bound,
    replace_loop,
    shifted,
    substitute_point,
    upper_bound,
)
from .loop_names import REST, Names
from .loop_pass import SingleLoopPass
from .refusals import Refusal, forbidden
from .unroll import Split, set_step, split_off_rest

WHAT = "cannot be unrolled and jammed"


def unroll_and_jam(op: loop.ForOp, factor: int) -> Split:
    """Unroll and jam a loop by a factor; return it, and the remainder loop after it."""
    if op.results:
        raise Refusal(op, f"{WHAT}: it has iteration arguments")
    jammed = _inner_loops(op)
    _check_dependences(op, factor, jammed)
    rest = split_off_rest(op, factor, WHAT)
    if factor > 1:
        _Jam(op, factor).run()
        set_step(op, op.step_value * factor)
    return Split(op, rest)


def _inner_loops(op: loop.ForOp) -> dict[Operation, loop.ForOp]:
    """Return the loops to jam, each mapped to itself; refuse bounds that vary with the unrolled loop."""
    jammed: dict[Operation, loop.ForOp] = {op: op}
    pending = [op]
    while pending:
        for each in pending.pop().body.ops:
            if isinstance(each, loop.ForOp):
                if may_vary_with(each, op):
                    note = (op.location, "this is the loop")
                    raise Refusal(each, "cannot be jammed: its bounds may depend on the loop to be unrolled", [note])
                jammed[each] = each
                pending.append(each)
    return jammed


# -- Legality ----------------------------------------------------------------------------------------------------------


def _check_dependences(op: loop.ForOp, factor: int, jammed: dict[Operation, loop.ForOp]) -> None:
    dependences = LoopDependences(op)
    farthest = (factor - 1) * op.step_value
    order = _Order(op)
    for source, target in dependences.pairs():
        for each in dependences.carried_between(source, target, _levels(source, target, jammed)):
            if each.may_reverse(farthest, source_last=order.is_after(source.op, target.op)):
                raise forbidden(op, WHAT, each)


def _levels(source: Access, target: Access, jammed: dict[Operation, loop.ForOp]) -> list[Level]:
    levels: list[Level] = []
    for level in common(source, target):
        if level[0].owner.parent_op not in jammed:
            break
        levels.append(level)
    return levels


class _Order:
    """The order of the copies of ops: ops between two loops form a group, whose copies follow one another."""

    def __init__(self, op: loop.ForOp) -> None:
        self._groups: dict[Operation, int] = {}
        self._root = op

    def is_after(self, source: Operation, target: Operation) -> bool:
        """Return whether all copies of the source follow all copies of the target in their innermost common loop."""
        return self._path(source) > self._path(target)

    def _path(self, op: Operation) -> list[int]:
        """Return the positions of the groups around an op, outermost first."""
        steps: list[int] = []
        current = op
        while current is not self._root:
            parent = current.parent_op
            assert parent is not None
            if isinstance(parent, loop.ForOp):
                steps.append(self._group_of(current, parent))
            else:
                steps.clear()  # a conditional is copied as a whole
            current = parent
        return steps[::-1]

    def _group_of(self, op: Operation, parent: loop.ForOp) -> int:
        """Return the position of an op's group in its block: each loop is one, and each run of other ops."""
        if op not in self._groups:
            position, was_loop = 0, False
            for each in parent.body.ops:
                is_loop = isinstance(each, loop.ForOp)
                position += is_loop or was_loop
                was_loop = is_loop
                self._groups[each] = position
        return self._groups[op]


# -- Rewriting ---------------------------------------------------------------------------------------------------------


class _Jam:
    """Copies the body of a loop into itself, block by block."""

    def __init__(self, op: loop.ForOp, factor: int) -> None:
        self.op = op
        self.step = op.step_value
        self.counter = op.induction_variable
        self.mappings = [IRMapping() for _ in range(1, factor)]
        for each in self.mappings:
            each.values[self.counter] = self.counter

    def run(self) -> None:
        pending = [self.op.body]
        while pending:
            pending += self._copy_block(pending.pop())

    def _copy_block(self, block: Block) -> list[Block]:
        """Copy each op other than a loop, and widen loops; return the bodies of these."""
        terminator = block.end
        inside: list[Block] = []
        group: list[Operation] = []
        for op in list(block.ops):
            if op is terminator or isinstance(op, loop.ForOp):
                self._copy_group(group, block, op)
                group = []
            else:
                group.append(op)
            if isinstance(op, loop.ForOp):
                inside.append(self._widen(op, block).body)
        if terminator.operands:
            values = list(terminator.operands)
            terminator.set_operands([*values, *self._copies_of(values, terminator)])
        return inside

    def _copy_group(self, group: Sequence[Operation], block: Block, before: Operation) -> None:
        for number, mapping in enumerate(self.mappings, 1):
            copies = [op.clone(mapping) for op in group]
            for each in copies:
                block.insert_before(each, before)
            if copies:
                substitute_point(copies, self.counter, shifted(self.counter, number * self.step), block, copies[0])

    def _widen(self, old: loop.ForOp, block: Block) -> loop.ForOp:
        """Replace a loop by one with the iteration arguments of all copies; return it."""
        inits = [*old.iter_inits, *self._copies_of(old.iter_inits, old)]
        wide_loop = loop.ForOp.over(lower_bound(old), upper_bound(old), old.step_value, inits, location=old.location)
        keep_attributes(old, wide_loop)
        block.insert_before(wide_loop, old)
        wide_loop.body.take_all_ops(old.body)
        count = len(old.results)
        for previous, new in zip(old.body.args, wide_loop.body.args, strict=False):
            previous.hand_over_to(new)
        for number, mapping in enumerate(self.mappings, 1):
            mapping.map(wide_loop.carried[:count], wide_loop.carried[number * count : (number + 1) * count])
            mapping.map(wide_loop.results[:count], wide_loop.results[number * count : (number + 1) * count])
        replace_loop(old, wide_loop.results[:count])
        return wide_loop

    def _copies_of(self, values: Sequence[Value], before: Operation) -> list[Value]:
        """Return the counterparts of values in each of the copies."""
        copies: list[Value] = []
        for number, mapping in enumerate(self.mappings, 1):
            for value in values:
                if value is self.counter:
                    copies.append(index_before(shifted(value, number * self.step), before))
                else:
                    copies.append(mapping.values.get(value, value))
        return copies


class LoopUnrollAndJam(SingleLoopPass):
    """Unroll loops and jam the copies inside their inner loops

    Without names, the parents of innermost loops are transformed.

    Example: loop-unroll-and-jam{loops=i factor=2}
        func.func @f(%a: memref<4x8xf32>) {
          loop.for %i = 0 to 4 {
            loop.for %j = 0 to 8 {
              %x = loop.load %a[%i, %j] : memref<4x8xf32>
              %y = arith.addf %x, %x : f32
              loop.store %y, %a[%i, %j] : memref<4x8xf32>
            } {loop.name = "j"}
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-unroll-and-jam"
    loops: tuple[str, ...] = option("The names of the loops", default=())
    factor: int = option("The number of iterations that become one", default=4, least=1)
    done = statistic("num-jammed", "Number of loops unrolled and jammed")
    refused = statistic("num-refused", "Number of loops that could not be unrolled and jammed")

    def names_after(self, names: Names) -> Names:
        return names.with_suffixes(REST)

    def is_candidate(self, op: loop.ForOp) -> bool:
        return len(loops_in(op)) == 2

    def transform(self, op: loop.ForOp) -> object:
        return unroll_and_jam(op, self.factor)
