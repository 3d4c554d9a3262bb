"""The pass `simplify-graph`: algebra on graph ops that is too much for canonicalization.

Without options, results stay what they are, but for the signs of zeros, and for padding beside weights that are not
finite. `recognize` finds functions that are written out and have ops of their own, which are more exact; `reassociate`
also allows what rounds results in another way.

Broadcasts move towards the end, so that no rule undoes what another one did: chains become shorter, elements fewer.
"""

from __future__ import annotations

from typing import Any

from dlc.ir.operations import Operation
from dlc.ir.patterns import Pattern

from ..manager.declaration import Pass, PassRun, statistic
from ..manager.options import option
from .matching import apply_patterns
from .simplification import arithmetic, contractions, forms, movement, scans


def simplification_patterns(*, recognize: bool = True, reassociate: bool = False) -> list[Pattern[Any]]:
    """The patterns that options allow."""
    patterns = [*arithmetic.EXACT, *movement.EXACT, *contractions.EXACT, *scans.EXACT]
    if recognize:
        patterns = [*forms.PATTERNS, *patterns]
    if reassociate:
        patterns += [*arithmetic.ROUNDED, *movement.ROUNDED, *contractions.ROUNDED]
    return patterns


class SimplifyGraph(Pass):
    """Rewrite graph ops by algebra, and recognize forms that have ops of their own"""

    name = "simplify-graph"
    recognize: bool = option("Find functions that are written out, such as softmax", default=True)
    reassociate: bool = option("Allow rewrites that round results in another way", default=False)
    rewrites = statistic("num-rewrites", "Number of patterns applied")

    def run(self, op: Operation, run: PassRun) -> None:
        results = (
            [apply_patterns(forms.PATTERNS, op, run)] if self.recognize else []
        )  # before algebra takes forms apart
        patterns = simplification_patterns(recognize=self.recognize, reassociate=self.reassociate)
        results.append(apply_patterns(patterns, op, run))
        run.count(self.rewrites, sum(each.rewrites for each in results))
        if not any(each.changed for each in results):
            run.mark_unchanged()
