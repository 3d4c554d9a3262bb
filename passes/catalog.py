"""The catalog of passes: every pass and named pipeline by name, with the module that defines it, room by room.

A module is imported when its pass is first used, so this file holds what can be told without importing it. Each
description equals the first line of the pass's docstring, which a test checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class PassEntry(NamedTuple):
    """Where a pass is defined, and its one-line description: known without importing it."""

    module: str
    description: str


def _room(package: str, passes: Mapping[str, str], *, prefix: str = "", module: str = "") -> dict[str, PassEntry]:
    """Entries for the passes of one package; modules are named like their passes, less the prefix, unless given."""

    def module_of(name: str) -> str:
        return f"{package}.{module or name.removeprefix(prefix).replace('-', '_')}"

    return {name: PassEntry(module_of(name), text) for name, text in passes.items()}


PASSES: dict[str, PassEntry] = {
    **_room(
        "dlc.passes.graph_grad",
        {
            "graph-checkpoint": "Mark ops whose results the backward pass computes again",
            "graph-grad": "Add a function that computes the gradients of another one",
        },
    ),
    **_room(
        "dlc.passes.stablehlo_to_graph",
        {
            "stablehlo-to-graph": "Translate ops of StableHLO and CHLO to graph ops",
        },
    ),
    **_room(
        "dlc.passes.tosa_to_graph",
        {
            "tosa-to-graph": "Translate ops of TOSA to graph ops",
        },
    ),
    **_room(
        "dlc.passes.graph_to_tensor",
        {
            "graph-to-tensor": "Lower graph ops to structured ops on tensors",
        },
    ),
    **_room(
        "dlc.passes",
        {
            "lower-all-to-llvm": "Lower a module from any level to the dialect `llvm`",
            "lower-to-gpu": (
                "Lower graph ops, structured ops and loops to kernels for GPUs by NVIDIA or AMD, in the dialect `llvm`"
            ),
            "lower-to-llvm": "Lower loops and memory to the dialect `llvm`",
            "lower-to-loops": "Lower graph ops and structured ops to loops over memory",
            "lower-to-tensor": "Lower graph ops to kernels of structured ops on tensors",
            "optimize-graph": "Make graphs of whole networks better, without leaving the dialect",
        },
        module="pipelines",
    ),
    **_room(
        "dlc.passes.generic",
        {
            "canonicalize": "Canonicalize operations",
            "cse": "Eliminate common sub-expressions",
            "dce": "Remove operations that compute nothing that is used, and blocks that are never reached",
            "inline": "Inline function calls",
            "int-range-optimizations": "Do optimizations based on integer range analysis",
            "loop-invariant-code-motion": "Hoist loop invariant instructions outside of the loop",
            "mem2reg": "Promotes memory slots into values.",
            "print-ir": "Print IR on the debug stream",
            "print-op-stats": "Print statistics of operations",
            "reconcile-unrealized-casts": "Simplify and eliminate unrealized conversion casts",
            "remove-dead-values": "Remove dead values",
            "sccp": "Sparse Conditional Constant Propagation",
            "simplify-cfg": "Simplify control flow between blocks",
            "strip-debuginfo": "Strip debug info from all operations",
            "symbol-dce": "Eliminate dead symbols",
            "symbol-privatize": "Mark symbols private",
            "topological-sort": "Sort regions without SSA dominance in topological order",
        },
    ),
    **_room(
        "dlc.passes.graph",
        {
            "channels-last": "Give convolutions with constant weights the layout in which channels come last",
            "fold-batch-norm": "Fold normalizations and factors by channel into the weights beside them",
            "fold-constants": "Evaluate graph ops on constants with the reference interpreter",
            "infer-shapes": "Infer sizes, and make types as precise as possible",
            "simplify-graph": "Rewrite graph ops by algebra, and recognize forms that have ops of their own",
            "scan-images": (
                "Compute convolutional parts of a network one image at a time, where more would not stay in caches"
            ),
            "sink-transposes": "Move transposes and reshapes to where they cancel",
            "skip-padding": "Divide convolutions that would multiply much padding into some that meet none",
            "use-winograd": "Compute convolutions in tiles by the method of Winograd, where that saves time",
        },
    ),
    **_room(
        "dlc.passes.mlir",
        {
            "bufferization-to-memref": (
                "Convert allocations, clones and deallocations of MLIR's `bufferization` to `tensor` and `memref`"
            ),
            "cf-to-loop": "Convert branches of MLIR's `cf` to conditionals and loops",
            "complex-to-arith": "Convert arithmetic of MLIR's `complex` to `arith` and `math`",
            "convert-imported": "Convert ops of other frameworks' dialects to graph ops, structured ops and loops",
            "index-to-arith": "Convert ops of MLIR's `index` to `arith`",
            "linalg-to-tensor": "Convert ops of MLIR's `linalg` to structured ops of `tensor`",
            "loop-to-affine": "Convert ops of `loop` to MLIR's `affine` and `scf`",
            "ml-program-to-arith": "Replace loads of known globals of `ml_program` by constants",
            "scf-to-loop": "Convert ops of MLIR's `scf` to `loop`",
            "tensor-to-linalg": "Convert structured ops of `tensor` to MLIR's `linalg`",
        },
    ),
    **_room(
        "dlc.passes.mlir",
        {
            "affine-to-loop": "Convert ops of MLIR's `affine` to `loop`",
        },
        module="loop_to_affine",
    ),
    **_room(
        "dlc.passes.mlir",
        {
            "generalize-named-ops": "Rewrite named structured ops as `tensor.generic`",
        },
        module="tensor_to_linalg",
    ),
    **_room(
        "dlc.passes.kernels",
        {
            "form-kernels": "Group structured ops that are computed together",
            "fuse-elementwise": "Compute elementwise producers inside the structured ops that read them",
            "outline-kernels": "Make functions of nests of loops, one for all that are alike",
            "profile-kernels": "Note the time before and after each kernel, and describe the kernels",
            "tensor-to-loop": "Turn kernels and structured ops on memrefs into loops",
        },
    ),
    **_room("dlc.passes.memory.bufferize", {"bufferize": "Replace tensors by memory"}),
    **_room(
        "dlc.passes.memory",
        {
            "check-allocations": "Stop the program if there is no memory for an allocation",
            "fold-memref-alias-ops": "Fold slices of memrefs into the accesses of their elements",
            "hoist-into-globals": "Fill buffers that depend on constants alone once, when the program is loaded",
            "lend-memory": "Let the caller of public functions provide the memory of buffers and results",
            "lend-results": "Let the caller of functions provide the memory of results that are marked with `dlc.lent`",
            "lend-workspace": "Let callers lend memory for the buffers of functions marked with `dlc.workspace`",
            "plan-memory": "Let static buffers of a function share one piece of memory",
            "promote-buffers-to-stack": "Allocate small buffers of nests that only compute on the stack",
            "version-for-overlaps": "Copy functions whose memory arguments may overlap, for calls in which they do not",
        },
    ),
    **_room(
        "dlc.passes.loops.transforms",
        {
            "loop-accumulate-in-memory": "Keep the values that loops carry in memory",
            "loop-coalesce": "Coalesce perfect nests into one loop",
            "loop-distribute": "Distribute loops over the independent parts of their bodies",
            "loop-factor-sums": "Apply common factors to sums, not to what is summed, and turn differences into sums",
            "loop-fresh-sums": "Sum what loops contribute from zero on, and add it to the rest",
            "loop-fuse": "Fuse adjacent loops that have the same iterations",
            "loop-interchange": "Interchange the loops of perfect nests",
            "loop-pack": "Pack elements that inner loops read into a buffer in the order of the reads",
            "loop-pad": "Pad loops to whole tiles",
            "loop-parallelize": "Turn loops without loop-carried dependences into parallel loops",
            "loop-peel": "Peel iterations of loops into separate loops",
            "loop-prefetch": "Prefetch elements that later iterations of loops access",
            "loop-privatize": "Keep elements that inner loops write in a local buffer",
            "loop-reorder": (
                "Reorder nests of loops: sums in memory innermost, other nests so that they go through memory in order"
            ),
            "loop-scalar-replacement": "Keep elements that loops access in every iteration in values",
            "loop-separate": "Split nests into their independent parts, with invariant conditions outside",
            "loop-simplify-bounds": (
                "Drop redundant bounds, conditions with a known outcome, and loops that run once or never"
            ),
            "loop-sink": "Sink ops beside loops into their first and last iterations",
            "loop-specialize": "Specialize nests of loops for constant trip counts",
            "loop-split-reduction": "Compute the parts of reductions in nests of their own",
            "loop-tile": "Tile perfect nests of loops",
            "loop-unroll": "Unroll loops",
            "loop-unroll-and-jam": "Unroll loops and jam the copies inside their inner loops",
            "loop-unswitch": "Move invariant conditions out of loops",
            "loop-version": "Copy nests for few iterations of a loop",
        },
        prefix="loop-",
    ),
    **_room(
        "dlc.passes.loops.vectorize",
        {
            "loop-vectorize": "Vectorize loops",
            "loop-vectorize-tiles": (
                "Vectorize pairs of loops: lanes along the inner one, several iterations of the outer one at a time"
            ),
        },
        prefix="loop-",
    ),
    **_room(
        "dlc.passes.loops.schedules",
        {
            "apply-schedules": "Transform nests of loops by the schedules written on them",
            "schedule-loops": "Choose schedules for nests of loops by their shapes and the machine",
        },
    ),
    **_room(
        "dlc.passes.loops.schedules",
        {
            "describe-machine": "Write onto a module which machine schedules are chosen for",
        },
        module="machine",
    ),
    **_room(
        "dlc.passes.threads",
        {
            "launch-on-threads": "Let launchers run their work on the thread pool",
            "parallel-iterations": "Let independent iterations of loops around kernels run at the same time",
            "parallel-sections": "Let independent loops around kernels run at the same time",
            "parallel-to-threads": "Turn parallel loops into functions that several threads can run",
        },
    ),
    **_room(
        "dlc.passes.gpu",
        {
            "gpu-call-kernels": "Turn launches of kernels into calls of functions that the host provides",
            "gpu-async-copies": "Let threads copy to workgroup memory in the background",
            "gpu-defer-asserts": "Let loops go on where others of their iterations fail an assertion",
            "gpu-describe-machine": "Write onto a module which GPU schedules are chosen for",
            "gpu-expand-reductions": "Turn reductions over blocks and subgroups into exchanges between threads",
            "gpu-keep-in-registers": "Keep the buffers of a block in the registers of its threads",
            "gpu-keep-in-workgroup": "Keep the buffers that nests fill in workgroup memory",
            "gpu-map-fragments": "Let threads run the iterations whose sums they hold as fragments",
            "gpu-map-loops": "Choose which loops are blocks and threads of a GPU",
            "gpu-outline-kernels": "Turn what launches run into kernels in a module of their own",
            "gpu-pipeline-copies": "Copy in the background what later iterations of a loop need",
            "gpu-pipeline-tiles": "Let one thread copy whole tiles that later iterations of a loop need, on sm_90a",
            "gpu-report-asserts": "Report failed assertions of kernels by the host",
            "gpu-to-nvvm": "Turn modules of kernels into the dialect `llvm` for NVPTX",
            "gpu-to-rocdl": "Turn modules of kernels into the dialect `llvm` for AMDGPU",
            "gpu-use-mma": "Compute nests of products by tensor cores",
            "gpu-use-wgmma": "Compute nests of products by warpgroups, on sm_90a",
            "loop-to-gpu": "Turn loops that are mapped to blocks and threads into launches of a GPU",
        },
        prefix="gpu-",
    ),
    **_room(
        "dlc.passes.llvm.loop_to_cf",
        {
            "loop-to-cf": "Lower loops, conditionals and affine indices to branches and arithmetic",
        },
    ),
    **_room(
        "dlc.passes.llvm",
        {
            "to-llvm": "Convert all ops to the dialect `llvm`",
            "compare-as-integers": "Find the largest floats among integers, if the processor lacks instructions",
            "use-dot-products": "Multiply and add pairs of bf16 by one instruction, where the processor has it",
            "widen-half-floats": "Compute with f16 and bf16 in f32, and round to them once",
        },
    ),
    **_room(
        "dlc.passes.math",
        {
            "expand-math": "Expand math functions into arithmetic, without calls or branches",
            "widen-small-floats": "Compute with floats of 8 bits and less in f32, and round to them once",
        },
    ),
    **_room(
        "dlc.frontends.xdsl",
        {
            "xdsl": "Run passes of xDSL",
        },
        module="run_passes",
    ),
}
