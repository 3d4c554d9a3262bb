"""The pass `cse`: an op that computes what another one above it has computed is replaced by that one.

One walk over the dominator tree, with a table of what is known that is undone on the way back, and one look-up an op:
linear in the module. Reads of memory are equal as long as nothing is written in between, which a counter of the block's
writes tells without looking at what lies in between.

Not done: ops with regions of several blocks, reads across blocks, and values that only another block could provide.
"""

# The lists of ops and values are read directly: this runs for each op, and an accessor costs as much as the work.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from operator import itemgetter
from typing import Any

from dlc.ir import Block, Location, Operation, OpResult, Region, StringAttr, Value
from dlc.ir.dominance import Dominance
from dlc.ir.effects import fixed_effects, memory_effects, would_be_trivially_dead
from dlc.ir.equivalence import are_equivalent
from dlc.ir.interfaces import Effect, MemoryEffects
from dlc.ir.locations import PendingLocation, fuse, resolve
from dlc.ir.traits import Commutative, IsolatedFromAbove, Pure, RecursiveMemoryEffects
from dlc.ir.values import used_from_outside

from ..manager import Pass, PassRun, statistic
from ..manager.analyses import dominance_of
from .dce import erase_if_dead

MOST_FUSED = 8
"""The maximum number of locations of replaced ops that are fused into the remaining op."""

HASHED_OPS = 32
"""The maximum number of ops in a region that its hash covers; without it, deep nests would be quadratic."""

FREE, READS, WRITES, OTHER = range(4)
"""The effect of an op on memory: none, reads only, may write, or anything else (its regions decide, say)."""

Entry = tuple[Operation, Block, int]
"""A known op, its block, and how many writes there had been in that block."""


Step = tuple[Callable[[Any], None], Any]
"""A pending step: a function and its argument."""
Before = tuple[int, int]
"""The counts of ops that touched memory, and that wrote, before the regions of an op were visited."""


class CSEResult:
    """The result of a CSE run."""

    __slots__ = ("dead", "replaced")

    def __init__(self) -> None:
        self.replaced = 0
        self.dead = 0


def eliminate_common_subexpressions(root: Operation, dominance: Dominance | None = None) -> CSEResult:
    """Replace ops inside `root` by equal ones that dominate them, and erase those that nothing uses."""
    driver = _CSE(dominance or Dominance())
    driver.run(root)
    return driver.result


class _Kind:
    """Facts about ops of one kind, looked up once."""

    __slots__ = (
        *("commutative", "effects", "is_isolated", "is_recursive", "is_terminator", "may_be_dead"),
        *("memory", "own_values", "properties", "written"),
    )

    def __init__(self, op: Operation) -> None:
        is_pure = Pure in op.traits
        self.is_terminator = op.is_registered and op.may_be_terminator
        self.is_isolated = IsolatedFromAbove in op.traits or not op.is_registered
        self.commutative = Commutative in op.traits
        self.effects = MemoryEffects.of(op)
        self.is_recursive = RecursiveMemoryEffects in op.traits
        fixed = () if is_pure else fixed_effects(op)
        self.memory = None if fixed is None else _summary([kind for kind, _ in fixed])
        """The effect of all ops of the kind on memory, if it is the same for all."""
        self.written = next((name for kind, name in fixed or () if kind == "write"), "")
        """The operand that they write to first."""
        is_unknown = fixed is None and self.effects is None and not self.is_recursive
        self.may_be_dead = not (is_unknown or op.may_be_terminator or (fixed and _must_happen(fixed)))
        """False if an op of the kind is never dead, so that the question need not be asked."""
        self.properties = frozenset(op._properties)
        """The properties of the first op: most others have the same, and the values alone tell them apart."""
        self.own_values: Callable[[Any], Any] = itemgetter(*self.properties) if self.properties else tuple


def _summary(kinds: Sequence[str]) -> int:
    """Summarize effects of these kinds."""
    if not kinds:
        return FREE
    if "write" in kinds:
        return WRITES
    return READS if kinds.count("read") == len(kinds) else OTHER


def _must_happen(fixed: Sequence[tuple[str, str]]) -> bool:
    """Return whether ops with these effects are never dead: they do more than read memory, and make none of their
    own.
    """
    kinds = {kind for kind, _ in fixed}
    return "alloc" not in kinds and kinds != {"read"}


class _CSE:
    def __init__(self, dominance: Dominance) -> None:
        self.dominance = dominance
        self.result = CSEResult()
        self.kinds: dict[str, _Kind] = {}
        self.known: dict[Any, Entry] = {}
        self.undo: list[tuple[Any, Entry | None]] = []
        """Entries of `known` to restore when a scope is left, newest last."""
        self.writes = 0
        """The number of ops so far that may have written."""
        self.last_written: Value | None = None
        """The memory that the last of them wrote to, if it is known."""
        self.touches = 0
        """The number of ops so far with any effect at all."""
        self.merged: dict[Operation, list[Location | PendingLocation]] = {}
        """Locations of the ops that others have replaced."""
        self.maybe_dead: dict[Operation, None] = {}
        """Ops whose results dead ops used: they are not erased at once, because they are in `known`."""
        self.gone: set[Operation] = set()
        self.steps: list[Step] = []

    # -- Walking -----------------------------------------------------------------------------------------------------

    def run(self, root: Operation) -> None:
        """Visit everything in `root`, with a stack of steps in place of recursion; the last pushed is the next done."""
        self._enter_op(root)
        steps = self.steps
        while steps:
            step, argument = steps.pop()
            step(argument)
        self.result.dead += erase_if_dead(op for op in self.maybe_dead if op.parent is not None and op not in self.gone)
        self._fuse_locations()

    def _enter_op(self, op: Operation) -> None:
        """Plan the visits of an op's regions; what is isolated from above begins with nothing known."""
        steps = self.steps
        if self._kind(op).is_isolated:
            steps.append((self._restore, (self.known, self.undo)))
            self.known, self.undo = {}, []
        for region in reversed(op._regions):
            entry = region._first
            if entry is not None:
                children = None if entry is region._last else self.dominance.tree(region).children()
                steps.append((self._enter_block, (entry, children)))

    def _restore(self, saved: tuple[dict[Any, Entry], list[tuple[Any, Entry | None]]]) -> None:
        self.known, self.undo = saved

    def _enter_block(self, block_of_tree: tuple[Block, dict[Block, list[Block]] | None]) -> None:
        """Open a scope for a block and all that it dominates."""
        block, children = block_of_tree
        steps = self.steps
        steps.append((self._leave_scope, len(self.undo)))
        if children is not None:
            steps += [(self._enter_block, (child, children)) for child in reversed(children[block])]
        self._visit_ops(block._first)

    def _leave_scope(self, mark: int) -> None:
        known = self.known
        ended = self.undo[mark:]
        del self.undo[mark:]
        ended.reverse()
        for key, previous in ended:
            if previous is None:
                del known[key]
            else:
                known[key] = previous

    def _visit_ops(self, op: Operation | None) -> None:
        """Simplify ops up to the end of the block; what is inside an op comes before it and what follows it."""
        kinds = self.kinds
        while op is not None:
            kind = kinds.get(op.name) or self._kind(op)
            regions = op._regions
            if regions:
                self.steps.append((self._leave_op, (op, kind, (self.touches, self.writes), len(self.undo))))
                block = regions[0]._first
                if len(regions) > 1 or kind.is_isolated or block is None or block is not regions[0]._last:
                    self._enter_op(op)
                    return
                op = block._first  # the scope of an only block ends when the op is left
                continue
            following = op._next
            if not kind.is_terminator:
                self._simplify(op, kind, None)
            op = following

    def _leave_op(self, left: tuple[Operation, _Kind, Before, int]) -> None:
        """Go on with an op whose regions are done."""
        op, kind, before, mark = left
        if len(self.undo) > mark:
            self._leave_scope(mark)
        following = op._next
        if not kind.is_terminator:
            self._simplify(op, kind, before)
        self._visit_ops(following)

    def _kind(self, op: Operation) -> _Kind:
        kind = self.kinds.get(op.name)
        if kind is None:
            kind = self.kinds[op.name] = _Kind(op)
        return kind

    # -- One op ------------------------------------------------------------------------------------------------------

    def _simplify(self, op: Operation, kind: _Kind, before: Before | None) -> None:
        """Erase `op` if it is dead, or replace it by what is known already; else it is known from now on."""
        if kind.may_be_dead:
            for result in op._results:
                if result._uses:
                    break
            else:
                if not self._surely_writes(op, before) and would_be_trivially_dead(op):
                    self._erase_dead(op)
                    return
        effects = FREE if kind.memory == FREE else self._effects(op, kind, before)
        if effects >= WRITES or (op._regions and not all(map(_has_one_block, op._regions))):
            return
        block = op._parent
        assert block is not None
        key, entry = _key(op, kind), (op, block, self.writes)
        known = self.known.setdefault(key, entry)
        if op._regions and known is not entry and not are_equivalent(known[0], op):
            key = (key, _Body(op))
            known = self.known.setdefault(key, entry)
        if known is entry:
            self.undo.append((key, None))
        elif effects == FREE or (known[1] is block and known[2] == self.writes):
            self._replace(op, known[0])
        else:
            self.undo.append((key, known))
            self.known[key] = entry

    def _erase_dead(self, op: Operation) -> None:
        for value in op._operands:
            if type(value) is OpResult:
                self.maybe_dead[value.owner] = None
        self.gone.update(op.walk())
        op.erase()
        self.result.dead += 1

    def _surely_writes(self, op: Operation, before: Before | None) -> bool:
        """Return whether the last write was inside `op`, to memory from outside: all that it contains need not be
        asked.
        """
        if before is None or self.writes == before[1]:
            return False
        definer = self.last_written.defining_op if self.last_written is not None else None
        return definer is None or not op.is_ancestor_of(definer)

    def _effects(self, op: Operation, kind: _Kind, before: Before | None) -> int:
        """Summarize the effects of `op` on memory; a possible write is counted."""
        memory, own = kind.memory, kind.effects
        if memory is not None:
            self.last_written = getattr(op, kind.written) if memory == WRITES else self.last_written
        elif own is None and kind.is_recursive and before is not None:
            return FREE if self.touches == before[0] else OTHER
        else:
            nothing_inside = not kind.is_recursive or (before is not None and self.touches == before[0])
            effects = own.effects(op) if own is not None and nothing_inside else memory_effects(op)
            if effects is not None and not effects:
                return FREE
            memory = self._look_at(effects)
        self.touches += 1
        self.writes += memory == WRITES
        return memory

    def _look_at(self, effects: Sequence[Effect] | None) -> int:
        """Summarize the effects of an op; unknown effects may write anywhere."""
        kinds = [effect.kind for effect in effects] if effects is not None else []
        summary = _summary(kinds) if effects is not None else WRITES
        if summary == WRITES:
            self.last_written = effects[kinds.index("write")].value if effects is not None else None
        return summary

    def _replace(self, op: Operation, known: Operation) -> None:
        for old, new in zip(op._results, known._results, strict=True):
            if new.name_hint is None:
                new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
        origins = self.merged.setdefault(known, [])
        if len(origins) < MOST_FUSED:
            origins.append(op._location)
        op.erase()
        self.result.replaced += 1

    def _fuse_locations(self) -> None:
        """Once, at the end: a location that grew with each op that was replaced would cost a square."""
        origin = StringAttr("cse")
        for op, locations in self.merged.items():
            if op in self.gone or op.parent is None:
                continue
            parts = dict.fromkeys([op.location, *map(resolve, locations)])
            if len(parts) > 1:
                op.location = fuse(parts, origin)


def _key(op: Operation, kind: _Kind) -> tuple[Any, ...]:
    """Equal for ops that compute the same, as far as can be seen from outside of their regions."""
    properties, attributes, results = op._properties, op._attributes, op._results
    own: object = None
    if properties:
        own = kind.own_values(properties) if properties.keys() == kind.properties else tuple(sorted(properties.items()))
    return (
        kind,
        *(sorted(op._operands, key=id) if kind.commutative else op._operands),
        results[0].type if len(results) == 1 else tuple([result.type for result in results]),
        own,
        tuple(sorted(attributes.items())) if attributes else None,
    )


def _has_one_block(region: Region) -> bool:
    return region._first is region._last


class _Body:
    """The regions of an op as part of a key: hashed by how they begin, compared structurally."""

    __slots__ = ("_hash", "op")

    def __init__(self, op: Operation) -> None:
        self.op = op
        first = list(islice(op.walk(), HASHED_OPS))
        self._hash = hash((tuple(map(_outline, first)), frozenset(used_from_outside(first))))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Body) and self._hash == other._hash and are_equivalent(self.op, other.op)


def _outline(op: Operation) -> object:
    """Return what ops in equal regions must have in common."""
    properties = tuple(sorted(op._properties.items())) if op._properties else None
    return op.name, properties, len(op._operands), tuple(result.type for result in op._results)


class CSE(Pass):
    """Eliminate common sub-expressions

    Replaces ops that compute what another op above them has computed, and erases ops that nothing uses.

    Example: cse
        func.func @f(%x: i32) -> i32 {
          %a = arith.addi %x, %x : i32
          %b = arith.addi %x, %x : i32
          %y = arith.muli %a, %b : i32
          return %y : i32
        }
    """

    name = "cse"
    num_cse = statistic("num-cse'd", "Number of operations CSE'd")
    num_dce = statistic("num-dce'd", "Number of operations DCE'd")

    def run(self, op: Operation, run: PassRun) -> None:
        result = eliminate_common_subexpressions(op, run.analysis(dominance_of))
        run.count(self.num_cse, result.replaced)
        run.count(self.num_dce, result.dead)
        run.preserve(dominance_of)
        if not result.replaced and not result.dead:
            run.mark_unchanged()
