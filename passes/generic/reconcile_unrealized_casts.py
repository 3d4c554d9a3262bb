"""The pass `reconcile-unrealized-casts`: casts that dialect conversions left, and that undo one another, go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dlc.dialects.builtin import UnrealizedConversionCastOp
from dlc.ir import Operation, Value
from dlc.ir.patterns import RewriteListener

from ..manager import Pass, PassRun, statistic


def reconcile_casts(casts: Iterable[UnrealizedConversionCastOp], listener: RewriteListener | None = None) -> int:
    """Replace the casts that lead back to types which were there before, and erase the unused; returns how many went.

    `casts` are in program order. Each is followed up its chain until the wanted types are met.
    """
    ordered, listener = list(casts), listener or RewriteListener()
    for cast in ordered:
        source = source_of(cast)
        if source is not None:
            listener.replaced(cast, source)
            cast.replace_all_uses_with(source)
    return _erase_unused(ordered, listener)


def _erase_unused(casts: Iterable[UnrealizedConversionCastOp], listener: RewriteListener) -> int:
    """Erase the casts without uses, and those that only they used."""
    pending = list(casts)
    gone = 0
    while pending:
        cast = pending.pop()
        if cast.parent is not None and not cast.has_uses:
            pending += [above for value in cast.operands if (above := value.defined_by(UnrealizedConversionCastOp))]
            listener.erased(cast)
            cast.erase()
            gone += 1
    return gone


def source_of(cast: UnrealizedConversionCastOp) -> Sequence[Value] | None:
    """The values up the chain of casts that already have the types that `cast` makes."""
    wanted = cast.result_types
    inputs: Sequence[Value] = cast.operands
    seen: set[Operation] = {cast}
    while True:
        if [value.type for value in inputs] == wanted:
            return list(inputs)
        above = cast_of(inputs)
        if above is None or above in seen:
            return None
        seen.add(above)
        inputs = above.operands


def cast_of(values: Sequence[Value]) -> UnrealizedConversionCastOp | None:
    """The cast whose results are exactly these values, in their order."""
    above = values[0].defined_by(UnrealizedConversionCastOp) if values else None
    return above if above is not None and list(above.results) == list(values) else None


class ReconcileUnrealizedCasts(Pass):
    """Simplify and eliminate unrealized conversion casts

    Example: reconcile-unrealized-casts
        func.func @there_and_back(%x: i64) -> i64 {
          %0 = builtin.unrealized_conversion_cast %x : i64 to i32
          %1 = builtin.unrealized_conversion_cast %0 : i32 to i64
          return %1 : i64
        }
    """

    name = "reconcile-unrealized-casts"
    erased = statistic("num-erased", "Number of casts erased")

    def run(self, op: Operation, run: PassRun) -> None:
        casts = [inner for inner in op.walk() if isinstance(inner, UnrealizedConversionCastOp)]
        if not casts:
            run.mark_idle("there are no 'builtin.unrealized_conversion_cast' ops")
        run.count(self.erased, reconcile_casts(casts))
