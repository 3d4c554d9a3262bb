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
)
from .affine_if import IfOp
from .apply import ApplyOp, MaxOp, MinOp
from .composition import Expressions, known_range, simplified, simplified_map
from .conditional_loops import WhenOp, WhileOp
from .for_loop import Bound, ForOp
from .inlining import affine_uses, can_inline
from .linear_index import DelinearizeIndexOp, LinearizeIndexOp
from .memory import LoadOp, PrefetchOp, StoreOp, VectorLoadOp, VectorStoreOp
from .parallel import ParallelOp
from .reductions import identity_of
from .scopes import affine_scope, is_induction_variable, is_valid_dim, is_valid_symbol, scope_of_region
from .terminators import ConditionOp, YieldOp

__all__ = [
    "DIALECT",
    "ApplyOp",
    "Bound",
    "ConditionOp",
    "DelinearizeIndexOp",
    "Expressions",
    "ForOp",
    "IfOp",
    "LinearizeIndexOp",
    "LoadOp",
    "MaxOp",
    "MinOp",
    "ParallelOp",
    "PrefetchOp",
    "StoreOp",
    "VectorLoadOp",
    "VectorStoreOp",
    "WhenOp",
    "WhileOp",
    "YieldOp",
    "affine_scope",
    "affine_uses",
    "can_inline",
    "identity_of",
    "is_induction_variable",
    "is_valid_dim",
    "is_valid_symbol",
    "known_range",
    "scope_of_region",
    "simplified",
    "simplified_map",
]

_MODULES = (
    *(affine_if, apply, conditional_loops, for_loop, linear_index, memory, parallel, terminators),
    *(conditional_patterns, for_patterns, index_patterns, parallel_patterns),
)
_MEMBERS = {f"{module.__name__}.{name}": member for module in _MODULES for name, member in vars(module).items()}

DIALECT = Dialect.collect("loop", _MEMBERS, materialize_constant=materialize_constant, dependencies=("arith",))
