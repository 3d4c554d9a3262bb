"""The named pipelines: graphs made better, and the road from graphs to loops. `--dump-pass-pipeline` prints what they
stand for.

Each works on what is left of the way: ops that are at a later level already pass through the earlier steps unchanged.
"""

from __future__ import annotations

from .declaration import NamedPipeline
from .options import option

TO_TENSOR = ("graph-to-tensor", "fuse-elementwise", "form-kernels", "cse")
TO_LLVM = ("loop-to-cf", "expand-math", "to-llvm", "reconcile-unrealized-casts", "widen-half-floats")
TO_LOOPS = ("bufferize", "plan-memory", "tensor-to-loop", "cse")


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
    """Lower everything to the dialect `llvm`"""

    name = "lower-to-llvm"

    def passes(self) -> str:
        return ",".join((*TO_TENSOR, *TO_LOOPS, *TO_LLVM))
