"""Effect queries of passes: may this op be removed, duplicated, moved?

Answers are conservative: an op that says nothing about itself may do anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .interfaces import ConditionallySpeculatable, Effect, MemoryEffects, Touches
from .operations import Operation
from .traits import AlwaysSpeculatable, Pure, RecursivelySpeculatable, RecursiveMemoryEffects
from .values import Value


def own_effects(op: Operation) -> Sequence[Effect] | None:
    """Return the effects of `op` without those of what it contains; `None` if they are unknown."""
    if Pure in op.traits:
        return ()
    effects = MemoryEffects.of(op)
    if effects is not None:
        return effects.effects(op)
    return () if RecursiveMemoryEffects in op.traits else None


def iterate_effects(op: Operation) -> Iterator[Effect | None]:
    """Return the effects of `op` and of what it contains, outer before inner, found as they are asked for.

    `None` stands for those of an op of which nothing is known.
    """
    for current in _with_effects_of(op):
        effects = own_effects(current)
        if effects is None:
            yield None
        else:
            yield from effects


def _with_effects_of(op: Operation) -> Iterator[Operation]:
    """Return the ops whose effects are those of `op`, outer before inner."""
    pending = [op]
    for current in pending:
        yield current
        if has_effects_of_regions(current):
            pending.extend(inner for region in current.regions for block in region.blocks for inner in block.ops)


def has_effects_of_regions(op: Operation) -> bool:
    """Return whether the effects of what is directly in an op are effects of the op."""
    return RecursiveMemoryEffects in op.traits and Pure not in op.traits


def memory_effects(op: Operation) -> Sequence[Effect] | None:
    """Return every effect of `op` and of what it contains; `None` where some are unknown."""
    effects: list[Effect] = []
    for effect in iterate_effects(op):
        if effect is None:
            return None
        effects.append(effect)
    return effects


def fixed_effects(op: Operation) -> Sequence[tuple[str, str]] | None:
    """The effects that all ops of the kind of `op` have, and the operands and results that they are on; `None` if what
    an op does depends on the op, or on what is inside."""
    effects = MemoryEffects.of(op)
    return effects.named if type(effects) is Touches and RecursiveMemoryEffects not in op.traits else None


def is_memory_effect_free(op: Operation) -> bool:
    """Return whether executing `op` once more, or not at all, leaves memory as it was."""
    if Pure in op.traits:
        return True
    return not any(True for _ in iterate_effects(op))


def only_computes(op: Operation) -> bool:
    """Return whether `op` does nothing but make values: it has no regions, and leaves memory alone."""
    return not op.regions and is_memory_effect_free(op)


def is_speculatable(op: Operation) -> bool:
    """Return whether `op` may be executed where the program would not have done so."""
    pending = [op]
    while pending:
        current = pending.pop()
        if Pure in current.traits or AlwaysSpeculatable in current.traits:
            continue
        condition = ConditionallySpeculatable.of(current)
        if condition is not None:
            if not condition.is_speculatable(current):
                return False
        elif RecursivelySpeculatable in current.traits:
            pending.extend(inner for region in current.regions for block in region.blocks for inner in block.ops)
        else:
            return False
    return True


def has_speculatability_of_regions(op: Operation) -> bool:
    """Return whether an op may be executed needlessly if everything that is directly in it may."""
    is_always = Pure in op.traits or AlwaysSpeculatable in op.traits
    return RecursivelySpeculatable in op.traits and not is_always and ConditionallySpeculatable.of(op) is None


def is_pure(op: Operation) -> bool:
    """Free of effects and of undefined behaviour."""
    return Pure in op.traits or (is_speculatable(op) and is_memory_effect_free(op))


def would_be_trivially_dead(op: Operation, keepers: dict[Operation, Operation] | None = None) -> bool:
    """Return whether `op` could be erased if nothing used its results: all it does is read, or allocate for itself.

    `keepers` remembers which op inside keeps an op, so that in a deep nest not each loop is searched anew.
    """
    if op.may_be_terminator or "sym_name" in op.properties:
        return False
    if Pure in op.traits:
        return True
    if not op.regions:
        keepers = None
    elif keepers is not None and (keeper := keepers.get(op)) is not None and _still_keeps(keeper, op):
        return False
    own: set[Value | None] = set()
    written: set[Value | None] = set()
    for current in _with_effects_of(op):
        effects = own_effects(current)
        for effect in (None,) if effects is None else effects:
            if _keeps(effect, op):
                if keepers is not None:
                    _remember(current, op, keepers)
                return False
            if effect is not None and effect.kind != "read":
                (own if effect.kind == "alloc" else written).add(effect.value)
    return written <= own


def _keeps(effect: Effect | None, op: Operation) -> bool:
    """Return whether an effect of something inside `op` is a reason not to erase it."""
    if effect is None:
        return True
    return effect.kind != "read" and (effect.kind not in ("alloc", "write") or not _is_made_by(op, effect.value))


def _still_keeps(keeper: Operation, op: Operation) -> bool:
    """Return whether an op that was inside `op`, and kept it, is there and still does."""
    around = keeper
    while around is not op:
        parent = around.parent_op
        if parent is None or not has_effects_of_regions(parent):
            return False
        around = parent
    effects = own_effects(keeper)
    return effects is None or any(_keeps(effect, op) for effect in effects)


def _remember(keeper: Operation, op: Operation, keepers: dict[Operation, Operation]) -> None:
    """Remember what keeps an op also for the ops between: an effect on what is not made in `op` keeps them too."""
    around: Operation | None = keeper
    while around is not None:
        keepers[around] = keeper
        around = around.parent_op if around is not op else None


def _is_made_by(op: Operation, value: Value | None) -> bool:
    """Return whether `value` is a result of `op` or of something inside it."""
    definer = value.defining_op if value is not None else None
    return definer is not None and op.is_ancestor_of(definer)


def is_trivially_dead(op: Operation) -> bool:
    """Return whether `op` can be erased now."""
    return not op.has_uses and would_be_trivially_dead(op)
