"""The dialect `loop`: loops and conditionals over affine bounds and sets, and accesses at affine indices.

It is MLIR's `affine` with the loops on computed conditions of `scf`: forms and properties are the same, but for the
names: `loop.while`, `loop.condition` and `loop.when` are `scf.while`, `scf.condition` and `scf.if`, everything else is
what has the name in `affine`. `scopes` says what can be a dimension and what a symbol.

Not here: the DMA ops.
"""

from __future__ import annotations

from dlc.dialects.arith import materialize_constant
from dlc.ir.dialect import Dialect

from . import (
    affine_if,
    apply,
    conditional_loops,
    conditional_patterns,
    for_loop,
    for_patterns,
    index_patterns,
    linear_index,
    memory,
    parallel,
    parallel_patterns,
    terminators,
    while_patterns,
)
from .affine_if import IfOp as IfOp
from .apply import INDEX_WIDTH as INDEX_WIDTH, ApplyOp as ApplyOp, MaxOp as MaxOp, MinOp as MinOp
from .composition import (
    Expressions as Expressions,
    known_range as known_range,
    simplified as simplified,
    simplified_map as simplified_map,
)
from .conditional_loops import WhenOp as WhenOp, WhileOp as WhileOp
from .for_loop import Bound as Bound, ForOp as ForOp
from .inlining import affine_uses as affine_uses, can_inline as can_inline
from .linear_index import DelinearizeIndexOp as DelinearizeIndexOp, LinearizeIndexOp as LinearizeIndexOp
from .memory import (
    LoadOp as LoadOp,
    PrefetchOp as PrefetchOp,
    StoreOp as StoreOp,
    VectorLoadOp as VectorLoadOp,
    VectorStoreOp as VectorStoreOp,
)
from .parallel import MAPPING as MAPPING, SECTIONS as SECTIONS, ParallelOp as ParallelOp
from .reductions import identity_of as identity_of
from .scopes import (
    affine_scope as affine_scope,
    is_induction_variable as is_induction_variable,
    is_valid_dim as is_valid_dim,
    is_valid_symbol as is_valid_symbol,
    scope_of_region as scope_of_region,
)
from .terminators import ConditionOp as ConditionOp, YieldOp as YieldOp

_MODULES = (
    *(affine_if, apply, conditional_loops, for_loop, linear_index, memory, parallel, terminators),
    *(conditional_patterns, for_patterns, index_patterns, parallel_patterns, while_patterns),
)

DIALECT = Dialect.collect(
    "loop", globals(), modules=_MODULES, materialize_constant=materialize_constant, dependencies=("arith",)
)
