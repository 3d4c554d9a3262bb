"""The pass `canonicalize`: every loaded dialect's folds and canonicalization patterns, until nothing changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Literal

from dlc.ir import Operation
from dlc.ir.context import Context
from dlc.ir.patterns import Pattern

from ..manager import Pass, PassRun, option, statistic
from ..rewriting.greedy import GreedyConfig, GreedyResult, rewrite_greedily


def canonicalization_patterns(root: Operation, context: Context) -> list[Pattern[Any]]:
    """The canonicalization patterns of the dialects of all ops in `root`, and of those that may come in by folding."""
    kinds: dict[type[Operation], None] = dict.fromkeys(type(op) for op in root.walk())
    pending = [*dict.fromkeys(kind.name.partition(".")[0] for kind in kinds if kind.is_registered), *context.dialects]
    by_dialect: dict[str, list[Pattern[Any]]] = {}
    while pending:
        name = pending.pop(0)
        dialect = context.dialect(name) if name not in by_dialect else None
        if dialect is not None:
            by_dialect[name] = list(dialect.patterns)
            pending += [dependency.name for dependency in context.dependencies_of(dialect)]
    return list(dict.fromkeys(pattern for patterns in by_dialect.values() for pattern in patterns))


def filter_patterns(
    patterns: Iterable[Pattern[Any]], enabled: Collection[str], disabled: Collection[str]
) -> list[Pattern[Any]]:
    """The patterns that are named in `enabled` (all, where that is empty) and not in `disabled`."""

    def named(pattern: Pattern[Any], names: Collection[str]) -> bool:
        return pattern.name in names or pattern.qualified_name in names

    kept = [pattern for pattern in patterns if not enabled or named(pattern, enabled)]
    return [pattern for pattern in kept if not named(pattern, disabled)]


def canonicalize(root: Operation, context: Context, config: GreedyConfig | None = None) -> GreedyResult:
    """Canonicalize everything inside `root`."""
    return rewrite_greedily(root, canonicalization_patterns(root, context), context, config)


class Canonicalizer(Pass):
    """Canonicalize operations

    Folds ops, applies the canonicalization patterns of their dialects, and simplifies control flow between blocks.
    No other pass relies on this one having run.

    Example: canonicalize
        func.func @f(%x: i32) -> i32 {
          %zero = arith.constant 0 : i32
          %y = arith.addi %x, %zero : i32
          return %y : i32
        }
    """

    name = "canonicalize"
    top_down: bool = option("Seed the worklist in general top-down order", default=True)
    region_simplify: Literal["disabled", "normal", "aggressive"] = option(
        "Perform control flow optimizations to the region tree", default="normal"
    )
    max_iterations: int = option(
        "Max. iterations between applying patterns / simplifying regions", default=10, least=-1
    )
    max_num_rewrites: int = option("Max. number of pattern rewrites within an iteration", default=-1, least=-1)
    test_convergence: bool = option("Fail pass on non-convergence to detect cyclic pattern", default=False)
    disable_patterns: tuple[str, ...] = option("Names of patterns that should not be used", default=())
    enable_patterns: tuple[str, ...] = option("Names of patterns that should be used, and no others", default=())
    rewrites = statistic("num-rewrites", "Number of patterns applied and operations folded")

    def run(self, op: Operation, run: PassRun) -> None:
        config = GreedyConfig(
            top_down=self.top_down,
            max_iterations=self.max_iterations,
            max_rewrites=self.max_num_rewrites,
            region_simplification=self.region_simplify,
            provenance=self.name,
        )
        patterns = canonicalization_patterns(op, run.context)
        patterns = filter_patterns(patterns, self.enable_patterns, self.disable_patterns)
        result = rewrite_greedily(op, patterns, run.context, config)
        run.pattern_hits.update(result.hits)
        run.count(self.rewrites, result.rewrites)
        if not result.changed:
            run.mark_unchanged()
        if self.test_convergence and not result.converged:
            run.error(op, f"did not converge after {self.max_iterations} iterations of 'canonicalize'")
