"""The dialect `affine`, as MLIR 22 has it: the ops of `loop` under MLIR's names.

Rules, forms, meanings and canonicalizations are those of `loop`; passes know only `loop`, to which `affine-to-loop`
converts. The copies in `dma` have no counterpart there.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.dialects.arith import materialize_constant
from dlc.dialects.loop.terminators import YieldOp as LoopYieldOp
from dlc.ir.definition import renamed
from dlc.ir.dialect import Dialect
from dlc.ir.traits import HasParent, Pure, ReturnLike

from .dma import DmaStartOp as DmaStartOp, DmaWaitOp as DmaWaitOp

_WORDS = {"loop.": "affine."}
_HERE = {"__module__": __name__}
_PARENTS = HasParent("affine.for", "affine.parallel", "affine.if")

YieldOp = renamed(LoopYieldOp, "affine.yield", _WORDS, traits=(Pure, ReturnLike, _PARENTS), **_HERE)
ForOp = renamed(loop.ForOp, "affine.for", _WORDS, yield_op=YieldOp, **_HERE)
ParallelOp = renamed(loop.ParallelOp, "affine.parallel", _WORDS, yield_op=YieldOp, **_HERE)
IfOp = renamed(loop.IfOp, "affine.if", _WORDS, yield_op=YieldOp, **_HERE)
ApplyOp = renamed(loop.ApplyOp, "affine.apply", _WORDS, **_HERE)
MinOp = renamed(loop.MinOp, "affine.min", _WORDS, **_HERE)
MaxOp = renamed(loop.MaxOp, "affine.max", _WORDS, **_HERE)
LoadOp = renamed(loop.LoadOp, "affine.load", _WORDS, **_HERE)
StoreOp = renamed(loop.StoreOp, "affine.store", _WORDS, **_HERE)
VectorLoadOp = renamed(loop.VectorLoadOp, "affine.vector_load", _WORDS, **_HERE)
VectorStoreOp = renamed(loop.VectorStoreOp, "affine.vector_store", _WORDS, **_HERE)
PrefetchOp = renamed(loop.PrefetchOp, "affine.prefetch", _WORDS, **_HERE)
DelinearizeIndexOp = renamed(loop.DelinearizeIndexOp, "affine.delinearize_index", _WORDS, **_HERE)
LinearizeIndexOp = renamed(loop.LinearizeIndexOp, "affine.linearize_index", _WORDS, **_HERE)

DIALECT = Dialect.collect(
    "affine",
    globals(),
    modules=(loop.conditional_patterns, loop.for_patterns, loop.index_patterns, loop.parallel_patterns),
    materialize_constant=materialize_constant,
    dependencies=("arith",),
)
