"""The named pipelines: graphs made better, and the road from graphs to loops and to LLVM. `--dump-pass-pipeline` prints
what they stand for.

Each works on what is left of the way: ops that are at a later level already pass through the earlier steps unchanged.
"""

from __future__ import annotations

from typing import Literal

from .manager.declaration import NamedPipeline
from .manager.options import option

TO_TENSOR = ("graph-to-tensor", "fuse-elementwise", "form-kernels", "cse")
TO_LOOPS = ("bufferize", "plan-memory", "tensor-to-loop", "cse")
TO_LLVM = (
    *("loop-to-cf", "widen-small-floats", "expand-math", "cse", "to-llvm"),
    *("reconcile-unrealized-casts", "widen-half-floats"),
)
"""Accesses compute their indices each for itself: what they have in common goes before it costs twice."""


class OptimizeGraph(NamedPipeline):
    """Make graphs of whole networks better, without leaving the dialect

    Shapes come first, because everything asks for them. Constants are folded before normalizations go into weights, so
    that those are seen, and afterwards, because that writes the new weights as ops. Transposes move when the algebra
    has settled.
    """

    name = "optimize-graph"
    exact: bool = option("Leave out what rounds results in another way", default=False)

    def passes(self) -> str:
        simplify = "simplify-graph" if self.exact else "fold-batch-norm,simplify-graph{reassociate=true}"
        cleanup = "canonicalize,fold-constants,cse"
        return f"infer-shapes,{cleanup},{simplify},{cleanup},sink-transposes,{cleanup}"


class LowerToTensor(NamedPipeline):
    """Lower graph ops to kernels of structured ops on tensors"""

    name = "lower-to-tensor"

    def passes(self) -> str:
        return ",".join(TO_TENSOR)


class LowerToLoops(NamedPipeline):
    """Lower graph ops and structured ops to loops over memory"""

    name = "lower-to-loops"

    def passes(self) -> str:
        return ",".join((*TO_TENSOR, *TO_LOOPS))


class LowerToLLVM(NamedPipeline):
    """Lower everything to the dialect `llvm`

    The options are those of `to-llvm`.
    """

    name = "lower-to-llvm"
    aligned_alloc: bool = option("Allocate with aligned_alloc instead of aligning the result of malloc", default=False)
    asserts: Literal["abort", "trap", "ignore"] = option("What a failed assertion does", default="abort")
    c_interface: bool = option("Give every public function a wrapper that takes pointers to descriptors", default=False)

    def passes(self) -> str:
        with_options = {"to-llvm": str(self).replace(self.name, "to-llvm", 1)}
        return ",".join((*TO_TENSOR, *TO_LOOPS, *(with_options.get(name, name) for name in TO_LLVM)))
