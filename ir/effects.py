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
    pending = [op]
    for current in pending:
        effects = own_effects(current)
        if effects is None:
            yield None
        else:
            yield from effects
        if RecursiveMemoryEffects in current.traits and Pure not in current.traits:
            pending.extend(inner for region in current.regions for block in region.blocks for inner in block.ops)


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


def is_pure(op: Operation) -> bool:
    """Free of effects and of undefined behaviour."""
    return Pure in op.traits or (is_speculatable(op) and is_memory_effect_free(op))


def would_be_trivially_dead(op: Operation) -> bool:
    """Return whether `op` could be erased if nothing used its results: all it does is read, or allocate for itself."""
    if op.may_be_terminator or "sym_name" in op.properties:
        return False
    if Pure in op.traits:
        return True
    own: set[Value | None] = set()
    written: set[Value | None] = set()
    for effect in iterate_effects(op):
        if effect is None:
            return False
        if effect.kind == "read":
            continue
        if effect.kind not in ("alloc", "write") or not _is_made_by(op, effect.value):
            return False
        (own if effect.kind == "alloc" else written).add(effect.value)
    return written <= own


def _is_made_by(op: Operation, value: Value | None) -> bool:
    """Return whether `value` is a result of `op` or of something inside it."""
    definer = value.defining_op if value is not None else None
    return definer is not None and op.is_ancestor_of(definer)


def is_trivially_dead(op: Operation) -> bool:
    """Return whether `op` can be erased now."""
    return not op.has_uses and would_be_trivially_dead(op)
