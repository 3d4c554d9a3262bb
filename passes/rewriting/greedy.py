"""The greedy rewrite driver: folds, applies patterns and removes dead code until nothing changes any more.

    result = rewrite_greedily(module, patterns, context)

Ops are visited from a work list: first all of them in program order, afterwards what a rewrite touched. Each is erased
if nothing uses it, folded if it can be, and otherwise offered to the patterns for its kind, those of highest benefit
first. Constants are unique at the top of their isolated region. Then regions are simplified (`region_simplification`),
and all of it is repeated if that changed anything, up to a limit.

A set of patterns that never comes to an end is found out (`cycle_detection`) and stopped with a warning that names the
patterns which undo each other. What runs once an op is kept short here: rewriting nothing costs a few microseconds.
"""

# The lists of ops and values are read directly: this runs for each op, and an accessor costs as much as the work.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dlc.ir import Attribute, Operation, OpResult, Value
from dlc.ir.context import Context
from dlc.ir.effects import would_be_trivially_dead
from dlc.ir.equivalence import fingerprint
from dlc.ir.errors import InvalidDefinitionError
from dlc.ir.interfaces import Foldable
from dlc.ir.mistakes import DefinitionMistake, raised_by
from dlc.ir.patterns import BothListeners, Match, Pattern, RewriteListener, Rewriter
from dlc.ir.traits import Commutative, ConstantLike, Idempotent, Involution, Pure

from ..generic.region_simplification import (
    RegionSimplification,
    erase_unreachable_blocks,
    multi_block_regions,
    simplify_regions,
)
from .cycle_detection import CycleWatch, describe_cycle
from .folding import FOLD, ConstantPool, fold_by_traits, folded_by, is_in_place

_FOLDING_TRAITS = (Idempotent, Involution)


class GreedyConfig:
    """Limits of the greedy driver."""

    def __init__(
        self,
        *,
        top_down: bool = True,
        max_iterations: int = 10,
        max_rewrites: int = -1,
        region_simplification: RegionSimplification = "normal",
        fold: bool = True,
        deduplicate_constants: bool = True,
        expensive_checks: bool = False,
        provenance: str | None = None,
        listener: RewriteListener | None = None,
    ) -> None:
        self.top_down = top_down
        self.max_iterations = max_iterations
        """The maximum number of iterations; -1: until nothing changes."""
        self.max_rewrites = max_rewrites
        """The maximum number of rewrites in one iteration; -1: no limit, but for detected cycles."""
        self.region_simplification: RegionSimplification = region_simplification
        self.fold = fold
        self.deduplicate_constants = deduplicate_constants
        self.expensive_checks = expensive_checks
        """Check that a pattern which says no-match changed nothing, and one that says match changed something."""
        self.provenance = provenance
        """The pass that rewrites: locations of new ops say `pass/pattern`."""
        self.listener = listener
        """Hears of all that patterns, folds and the driver itself do."""


class GreedyResult:
    """The result of a greedy run."""

    __slots__ = ("changed", "converged", "cycle", "hits", "kinds", "rewrites")

    def __init__(self) -> None:
        self.changed = False
        self.converged = False
        """True if the driver stopped because nothing was left to do."""
        self.rewrites = 0
        """Patterns applied and ops folded."""
        self.hits: dict[Pattern[Any], int] = {}
        """The number of applications of each pattern."""
        self.kinds: set[str] = set()
        """The names of the ops that were met."""
        self.cycle: tuple[str, ...] = ()
        """The patterns that undo each other, where that is why the driver stopped."""


def rewrite_greedily(
    root: Operation, patterns: Iterable[Pattern[Any]], context: Context, config: GreedyConfig | None = None
) -> GreedyResult:
    """Rewrite everything inside `root`, which stays itself, until nothing changes or a limit is reached."""
    driver = _Driver(root, PatternSet(patterns), context, config or GreedyConfig())
    try:
        driver.run()
    finally:
        driver.rewriter.dismiss_listener()
    return driver.result


def was_matched(pattern: Pattern[Any], op: Operation, returned: object) -> bool:
    """Return whether a pattern matched; raise `DefinitionMistake` if it does not say so."""
    if isinstance(returned, Match):
        if Pattern.observer is not None:
            Pattern.observer(pattern, op, returned)
        return returned.matched
    advice = "return rw.no_match('reason'), or the result of rw.replace, rw.erase or rw.modify"
    raise DefinitionMistake(f"pattern '{pattern.name}'", op, f"returned {returned!r}; {advice}")


def _check_pattern(pattern: object) -> None:
    """Refuse what is no pattern, such as a function without its decorator."""
    if isinstance(pattern, Pattern):
        return
    name = getattr(pattern, "__name__", repr(pattern))
    decorators = "@pattern(MyOp), or @conversion(MyOp) if it takes converted operands"
    raise InvalidDefinitionError(f"'{name}' is not a pattern; write {decorators}, above the function")


class PatternSet:
    """Patterns by the kind of op that they match, ranked by benefit."""

    __slots__ = ("_any", "_by_class", "_by_name", "patterns")

    def __init__(self, patterns: Iterable[Pattern[Any]]) -> None:
        self.patterns = list(patterns)
        for pattern in self.patterns:
            _check_pattern(pattern)
        self._any: list[Pattern[Any]] = []
        self._by_name: dict[str, list[Pattern[Any]]] = {}
        self._by_class: dict[type[Operation], list[Pattern[Any]]] = {}
        for pattern in self.patterns:
            if not pattern.kinds:
                self._any.append(pattern)
            for kind in pattern.kinds:
                name = kind if isinstance(kind, str) else getattr(kind, "name", None)
                if isinstance(name, str):
                    self._by_name.setdefault(name, []).append(pattern)
                if isinstance(kind, type):
                    self._by_class.setdefault(kind, []).append(pattern)

    def for_op(self, op: Operation) -> tuple[Pattern[Any], ...]:
        """The patterns for ops of this kind, highest benefit first, and in the order given among equals."""
        patterns = dict.fromkeys(self._by_name.get(op.name, ()))
        for kind in type(op).__mro__[1:]:
            patterns.update(dict.fromkeys(self._by_class.get(kind, ())))
        patterns.update(dict.fromkeys(self._any))
        return tuple(sorted(patterns, key=lambda pattern: -pattern.benefit))

    def kinds(self) -> list[str]:
        """The names of the ops that patterns are for."""
        return sorted(self._by_name)


class _Plan:
    """The work for one kind of op, looked up once."""

    __slots__ = (
        "commutes", "foldable", "folds", "folds_by_traits", "is_constant", "is_pure", "may_be_dead", "patterns",
    )  # fmt: skip

    def __init__(self, op: Operation, patterns: PatternSet, provenance: str | None) -> None:
        prefix = "" if provenance is None else f"{provenance}/"
        self.patterns = [(pattern, f"{prefix}{pattern.name}") for pattern in patterns.for_op(op)]
        """The patterns to try, each with its name in locations."""
        self.is_constant = ConstantLike in op.traits
        self.is_pure = Pure in op.traits and not op.may_be_terminator
        self.may_be_dead = not op.may_be_terminator
        self.foldable: Foldable | None = op.interfaces.get(Foldable)
        self.folds_by_traits = any(trait in op.traits for trait in _FOLDING_TRAITS)
        self.commutes = Commutative in op.traits
        """Whether constants among its operands move behind the others."""
        folds = self.foldable is not None or self.folds_by_traits or self.commutes
        self.folds = folds and not self.is_constant


class _Driver(RewriteListener):
    def __init__(self, root: Operation, patterns: PatternSet, context: Context, config: GreedyConfig) -> None:
        self.root = root
        self.patterns = patterns
        self.config = config
        self.context = context
        self.result = GreedyResult()
        self.listener = config.listener or RewriteListener()
        """Of the user, if there is one."""
        self.rewriter = Rewriter(self if config.listener is None else BothListeners(self, config.listener))
        self.constants = ConstantPool(context, config.provenance)
        self.plans: dict[str, _Plan] = {}
        self.worklist: dict[Operation, None] = {}
        """A stack in which each op is once: the last is visited next."""
        self.gone: set[Operation] = set()
        """The erased ops: an op of an erased region can still be named by the erasure of its neighbour."""
        self.keepers: dict[Operation, Operation] = {}
        """By ops with regions the op inside that keeps them from being erased."""
        self.watch: CycleWatch | None = None
        self.growth = 0
        """The increase of the number of ops."""
        self.last_name = ""
        """The kind of op at which rewrites were found to go in circles."""

    # -- Iterations --------------------------------------------------------------------------------------------------

    def run(self) -> None:
        config, result = self.config, self.result
        result.changed = self._erase_unreachable()
        iteration = 0
        while config.max_iterations < 0 or iteration < config.max_iterations:
            iteration += 1
            rewrites = result.rewrites
            result.changed |= self._fill()  # it comes before the visit, so that it asks for no other one
            self.watch = CycleWatch(self.root, len(self.worklist))
            changed = self._drain(rewrites)
            if result.cycle and not self._erase_unreachable():
                result.changed = True
                self.context.diagnostics.warning(self.root.location, describe_cycle(result.cycle, self.last_name))
                return
            result.cycle = ()
            changed |= simplify_regions(self.root.regions, self.config.region_simplification, self.rewriter)
            result.changed |= changed
            if not changed:
                result.converged = True
                return

    def _erase_unreachable(self) -> bool:
        """Erase the blocks that are never reached: there, an op may use itself, and patterns may never end."""
        if self.config.region_simplification == "disabled":
            return False
        return erase_unreachable_blocks(multi_block_regions(self.root.regions), self.rewriter)

    def _fill(self) -> bool:
        """Put all ops in the work list; constants go to the top of their region, or vanish for one that is there."""
        changed = False
        ops: list[Operation] = []
        deduplicate = self.config.fold and self.config.deduplicate_constants
        plans = self.plans
        walk = self.root.walk() if self.config.top_down else self.root.walk_postorder()
        for op in walk:
            if op is self.root:
                continue
            plan = plans.get(op.name) or self._plan(op)
            if plan.is_constant and deduplicate and self._adopt_constant(op):
                changed = True
            else:
                ops.append(op)
        if self.config.top_down:
            ops.reverse()
        self.worklist = dict.fromkeys(ops)
        return changed

    def _adopt_constant(self, op: Operation) -> bool:
        """Make `op` the constant for its value, or replace it by the one there is; return whether it was replaced."""
        known = self.constants.adopt(op)
        if known is None:
            return False
        old, new = op._results[0], known._results[0]
        if new.name_hint is None:
            new.name_hint = old.name_hint
        self.listener.replaced(op, (new,))
        for user in old.users:
            self.listener.modified(user)
        old.replace_all_uses_with(new)
        self.listener.erased(op)
        self.constants.forget(op)
        op.erase()
        return True

    def _plan(self, op: Operation) -> _Plan:
        plan = self.plans[op.name] = _Plan(op, self.patterns, self.config.provenance)
        self.result.kinds.add(op.name)
        return plan

    # -- The loop ----------------------------------------------------------------------------------------------------

    def _drain(self, rewrites_before: int) -> bool:
        """Visit ops until none is left; return whether anything changed."""
        worklist, plans, gone = self.worklist, self.plans, self.gone
        result, folding = self.result, self.config.fold
        limit = self.config.max_rewrites
        changed = False
        while worklist:
            op = worklist.popitem()[0]
            if op in gone:
                continue
            plan = plans.get(op.name) or self._plan(op)
            for each in op._results:
                if each._uses:
                    break
            else:
                if plan.may_be_dead and (plan.is_pure or would_be_trivially_dead(op, self.keepers)):
                    self.rewriter.erase(op)
                    changed = True
                    continue
            if plan.folds and folding and self._fold(op, plan):
                changed = True
                self._rewrote(op, FOLD)
                if result.cycle:
                    return True
                continue
            if plan.patterns and self._apply(op, plan.patterns):
                changed = True
                if result.cycle or (limit >= 0 and result.rewrites - rewrites_before >= limit):
                    return True
        return changed

    def _fold(self, op: Operation, plan: _Plan) -> bool:
        """Replace `op` by what it folds to; return whether it was replaced, or changed in place. As `folding.fold`."""
        plans = self.plans
        constants: list[Attribute | None] = []
        for value in op._operands:
            if type(value) is OpResult:
                owner = value.owner
                if owner is op:
                    return False  # x = f(x), which only unreachable code says: its fold would be x, again and again
                definer = plans.get(owner.name) or self._plan(owner)
                constants.append(owner.constant_value() if definer.is_constant else None)
            else:
                constants.append(None)
        folded = folded_by(plan.foldable, op, constants) if plan.foldable is not None else None
        if folded is None:
            if plan.folds_by_traits or (plan.commutes and constants.count(None) < len(constants)):
                folded = fold_by_traits(op, constants)
            if folded is None:
                return False
        if is_in_place(op, folded):
            self.rewriter.modify(op)
            return True
        return self._replace_by_folded(op, folded)

    def _replace_by_folded(self, op: Operation, folded: Sequence[Attribute | Value]) -> bool:
        if not op._results:
            return False
        values: list[Value] = []
        for item, result in zip(folded, op._results, strict=True):
            if isinstance(item, Value):
                values.append(item)
                continue
            constant = self.constants.value_of_fold(item, result)
            if constant is None:
                return False
            value, is_new = constant
            if is_new:
                self.worklist[value.owner] = None
                self.listener.inserted(value.owner)
            values.append(value)
        if any(value is result for value in values for result in op._results):
            return False
        self.rewriter.replace(op, values)
        return True

    def _apply(self, op: Operation, patterns: Sequence[tuple[Pattern[Any], str]]) -> bool:
        """Offer `op` to patterns until one matches; return whether one did."""
        rewriter, checks = self.rewriter, self.config.expensive_checks or self.context.checks_patterns
        rewriter.current_op = op
        is_watched = checks or Pattern.observer is not None
        try:
            for pattern, name in patterns:
                rewriter.current_pattern = name
                before = fingerprint(self.root) if checks else 0
                try:
                    match = pattern.function(op, rewriter)
                except Exception as error:
                    erased = op in self.gone
                    raise raised_by(f"pattern '{pattern.name}'", op, error, pattern.function, erased=erased) from error
                if type(match) is Match and not match.matched and not is_watched:
                    continue
                matched = was_matched(pattern, op, match)
                if checks:
                    self._check(pattern, op, match, before)
                if matched:
                    pattern.hits += 1
                    hits = self.result.hits
                    hits[pattern] = hits.get(pattern, 0) + 1
                    self._rewrote(op, pattern.name)
                    return True
            return False
        finally:
            rewriter.current_op = rewriter.current_pattern = None

    def _check(self, pattern: Pattern[Any], op: Operation, match: Match, before: int) -> None:
        changed = fingerprint(self.root) != before
        if changed and not match:
            raise DefinitionMistake(
                f"pattern '{pattern.name}'", op, f"changed the IR but said no-match: {match.reason}"
            )
        if match and not changed:
            raise DefinitionMistake(f"pattern '{pattern.name}'", op, "said match but changed nothing")

    def _rewrote(self, op: Operation, what: str) -> None:
        """Take note of a rewrite, and look whether rewrites go in circles once there are suspiciously many."""
        result = self.result
        result.rewrites += 1
        assert self.watch is not None
        result.cycle = self.watch.note(what, self.growth)
        if result.cycle:
            self.last_name = op.name

    # -- What the rewriter tells -------------------------------------------------------------------------------------

    def inserted(self, op: Operation) -> None:
        self.growth += 1
        worklist = self.worklist
        if op._regions:
            for inner in op.walk():
                worklist[inner] = None
        else:
            worklist[op] = None

    def modified(self, op: Operation) -> None:
        if op is not self.root:
            self.worklist[op] = None

    def erased(self, op: Operation) -> None:
        """Handle an erased op: what only it used may be dead now, or have one user and match more."""
        self.growth -= 1
        worklist = self.worklist
        worklist.pop(op, None)
        self.gone.add(op)
        self.constants.forget(op)
        for value in op._operands:
            if type(value) is OpResult and len(value._uses) <= 2 and value.owner is not op:
                if len(value._uses) == 1:  # dead now, and to go first: what rewrites leave behind must not pile up
                    worklist.pop(value.owner, None)
                worklist[value.owner] = None
