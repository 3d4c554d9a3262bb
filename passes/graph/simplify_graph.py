"""The pass `simplify-graph`: algebra on graph ops that is too much for canonicalization.

Each pattern declares what it may change of results (`ir.patterns.Exactness`). Those that are exact always run.
`recognize` finds functions that are written out and have ops of their own, which round once; `reassociate` adds the
algebra that is not exact.

Broadcasts move towards the end, so that no rule undoes what another one did: chains become shorter, elements fewer.
"""

from __future__ import annotations

from typing import Any

from dlc.ir import Operation
from dlc.ir.patterns import Pattern

from ..manager import Pass, PassRun, option, statistic
from .matching import apply_patterns
from .simplification import arithmetic, attention, contractions, convolutions, forms, movement, scans

FORMS = (*forms.PATTERNS, *attention.PATTERNS)


def simplification_patterns(*, recognize: bool = True, reassociate: bool = False) -> list[Pattern[Any]]:
    """The patterns that options allow."""
    topics = (arithmetic, movement, contractions, convolutions, scans)
    algebra = [each for topic in topics for each in topic.PATTERNS]
    allowed = [each for each in algebra if reassociate or each.exactness == "exact"]
    return [*(FORMS if recognize else ()), *allowed]


class SimplifyGraph(Pass):
    """Rewrite graph ops by algebra, and recognize forms that have ops of their own

    Example: simplify-graph
        func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
          %three = graph.constant dense<3> : tensor<2xi32>
          %five = graph.constant dense<5> : tensor<2xi32>
          %a = graph.mul %x, %three : tensor<2xi32>
          %y = graph.mul %a, %five : tensor<2xi32>
          return %y : tensor<2xi32>
        }
    """

    name = "simplify-graph"
    recognize: bool = option("Find functions that are written out, such as softmax", default=True)
    reassociate: bool = option("Allow algebra that rounds in another way, or assumes finite numbers", default=False)
    rewrites = statistic("num-rewrites", "Number of patterns applied")

    def run(self, op: Operation, run: PassRun) -> None:
        results = [apply_patterns(FORMS, op, run)] if self.recognize else []  # before algebra takes forms apart
        patterns = simplification_patterns(recognize=self.recognize, reassociate=self.reassociate)
        results.append(apply_patterns(patterns, op, run))
        run.count(self.rewrites, sum(each.rewrites for each in results))
        if not any(each.changed for each in results):
            run.mark_unchanged()
