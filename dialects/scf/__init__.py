"""The dialect `scf`, as MLIR 22 has it: loops and conditionals whose bounds and conditions are computed.

`scf-to-loop` converts to `loop`, which is what passes here know: to affine loops where bounds and accesses allow it.
"""

from __future__ import annotations

from dlc.dialects.arith import materialize_constant
from dlc.dialects.loop import conditional_patterns, for_patterns, while_patterns
from dlc.ir.dialect import Dialect

from . import conditionals, for_loop, forall, parallel, patterns, regions
from .conditionals import ConditionOp as ConditionOp, IfOp as IfOp, WhileOp as WhileOp, YieldOp as YieldOp
from .for_loop import ForOp as ForOp
from .forall import ForallOp as ForallOp, InParallelOp as InParallelOp
from .parallel import ParallelOp as ParallelOp, ReduceOp as ReduceOp, ReduceReturnOp as ReduceReturnOp
from .regions import ExecuteRegionOp as ExecuteRegionOp, IndexSwitchOp as IndexSwitchOp

DIALECT = Dialect.collect(
    "scf",
    globals(),
    modules=(
        conditionals,
        for_loop,
        forall,
        parallel,
        regions,
        patterns,
        conditional_patterns,
        for_patterns,
        while_patterns,
    ),
    materialize_constant=materialize_constant,
    dependencies=("arith",),
)
