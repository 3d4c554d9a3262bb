"""`scf.if`, `scf.while` and `scf.condition`, which `loop` has under other names, and `scf.yield`."""

from __future__ import annotations

from dlc.dialects.loop.conditional_loops import WhenOp, WhileOp as LoopWhileOp
from dlc.dialects.loop.terminators import ConditionOp as LoopConditionOp, YieldOp as LoopYieldOp
from dlc.ir.definition import renamed
from dlc.ir.traits import HasParent, Pure, RecursiveMemoryEffects, ReturnLike, SingleBlock, Terminator

_WORDS = {
    "loop.when": "scf.if",
    "loop.while": "scf.while",
    "loop.condition": "scf.condition",
    "loop.yield": "scf.yield",
}
_HERE = {"__module__": __name__}
_PARENTS = HasParent("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while")
_TRAITS = (RecursiveMemoryEffects, SingleBlock)

YieldOp = renamed(LoopYieldOp, "scf.yield", _WORDS, traits=(Pure, ReturnLike, _PARENTS), **_HERE)
ConditionOp = renamed(
    LoopConditionOp, "scf.condition", _WORDS, traits=(Pure, Terminator, HasParent("scf.while")), **_HERE
)
IfOp = renamed(WhenOp, "scf.if", _WORDS, traits=_TRAITS, yield_op=YieldOp, **_HERE)
WhileOp = renamed(LoopWhileOp, "scf.while", _WORDS, traits=_TRAITS, yield_op=YieldOp, condition_op=ConditionOp, **_HERE)
