"""The pipelines of the compiler, stage by stage: every pass from a graph to the dialect `llvm`, for CPUs and for GPUs.

A pass is in the list of a target once, nested pipelines included; a second run has its reason beside it. `dlc.compile`
and the named pipelines below run slices of these lists, and `dlc-opt --print-pipeline` prints them. Ops of a later
level pass through earlier stages unchanged, so a module may enter at any level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from dlc.ir import Operation

from .loops.schedules.gpu_architecture import attention_form, is_amd, multiprocessors_of, row_elements
from .manager import NamedPipeline, option


class Again(NamedTuple):
    """Passes that have run before, and the reason why they run again."""

    passes: tuple[str, ...]
    reason: str


def again(*passes: str, because: str) -> Again:
    """Run passes a second time."""
    return Again(passes, because)


class Stage:
    """Consecutive passes with a name: users can insert passes before and after them."""

    def __init__(self, name: str, summary: str, *steps: str | Again) -> None:
        self.name = name
        self.summary = summary
        self.steps = steps

    @property
    def passes(self) -> tuple[str, ...]:
        """The passes of the stage as pipeline text, in order."""
        return passes_in(self.steps)

    def __str__(self) -> str:
        return "\n".join([f"  {self.name}: {self.summary}", *(f"    {line}" for line in self._lines())])

    def _lines(self) -> Iterator[str]:
        for step in self.steps:
            yield step if isinstance(step, str) else f"{','.join(step.passes)}  (again: {step.reason})"


IMPORTS: Mapping[str, tuple[str, ...]] = {
    "cf-to-loop{only-tensors=true}": ("cf",),
    "stablehlo-to-graph": ("stablehlo", "chlo", "mhlo"),
    "tosa-to-graph": ("tosa",),
    "ml-program-to-arith": ("ml_program",),
    "index-to-arith": ("index",),
    "bufferization-to-memref": ("bufferization",),
    "linalg-to-tensor": ("linalg",),
    "affine-to-loop": ("affine",),
    "scf-to-loop": ("scf",),
    "complex-to-arith": ("complex",),
}
"""The passes of the stage `import`, and the dialects that each converts: a pass runs, and is loaded, where they are.

JAX marks its modules by attributes of `mhlo`."""
IMPORT = Stage("import", "translate programs of other frameworks, before signatures are taken", *IMPORTS)
GRAPH = Stage(
    "graph",
    "simplify graphs of whole tensors",
    "infer-shapes",
    "canonicalize",
    "fold-constants",
    "cse",
    "simplify-graph",
    "fold-batch-norm",
    "loop-invariant-code-motion",
    again("simplify-graph{reassociate=true}", because="functions are found before factors go into weights"),
    again("canonicalize", "fold-constants", "cse", because="folded normalizations are ops on constant weights"),
    "skip-padding",
    "channels-last",
    "use-winograd",
    "sink-transposes",
    again("canonicalize", "fold-constants", "cse", because="transposes have moved to weights and to one another"),
)
EXACT_GRAPH: Mapping[str, str] = {
    **dict.fromkeys(("simplify-graph", "fold-batch-norm", "skip-padding", "use-winograd"), ""),
    "simplify-graph{reassociate=true}": "simplify-graph{recognize=false}",
}
"""The passes that run in place of those of the stage `graph` that may change results, where none may change."""
BATCH = Stage("batch", "compute batches in parts that stay in caches", "scan-images")
TENSOR = Stage(
    "tensor",
    "lower graph ops to kernels of structured ops",
    "graph-to-tensor",
    "fuse-elementwise",
    "form-kernels",
    again("cse", because="each graph op was lowered with its own sizes, initial values and constants"),
)
MEMORY = Stage(
    "memory",
    "place tensors in memory, and lower kernels to loops over it",
    "bufferize",
    "tensor-to-loop",
    again("cse", because="each loop was emitted with its own sizes and constants"),
)
SCHEDULE = Stage(
    "schedule",
    "transform loop nests for the target's vectors, registers, caches and cores",
    "version-for-overlaps",
    "hoist-into-globals",
    "outline-kernels",
    "describe-machine",
    "loop-reorder",
    "loop-scalar-replacement{accumulators=true}",
    "loop-factor-sums",
    "schedule-loops",
    "parallel-sections",
    "parallel-iterations",
    "apply-schedules",
    again("hoist-into-globals", because="schedules pack weights, transformed ones as well"),
    again("cse", because="tiles and unrolled copies load and compute the same values"),
)
THREADS = Stage("threads", "share parallel loops among threads", "parallel-to-threads")
BY_FUNCTION: tuple[str | Again, ...] = (
    "compare-as-integers",
    "loop-to-cf",
    "check-allocations",
    "use-dot-products",
    "widen-small-floats",
    "expand-math",
    again("cse", because="index arithmetic and expanded functions are duplicated per access and per call"),
    "to-llvm",
    "reconcile-unrealized-casts",
    "widen-half-floats",
)
"""The last passes of the stage `llvm`, which lower a function that refers to no symbol the same in any module."""
LLVM = Stage(
    "llvm",
    "lower loops and memory to the dialect llvm",
    "plan-memory",
    "lend-results",
    "lend-workspace",
    *BY_FUNCTION,
)
"""Buffers are complete at its beginning: outlining, packing, hoisting and threads have added and removed theirs."""
LAUNCH = Stage("launch", "call the thread pool of the process that loads the code", "launch-on-threads")
"""Apart from `llvm`, because an object file for another program has no such pool."""

DEFAULT_GPU = "gpu-describe-machine{arch=sm_80}"
GPU = Stage(
    "gpu",
    "tile loops for the GPU, map them to blocks and threads, and outline kernels",
    "gpu-defer-asserts",
    "fold-memref-alias-ops",
    "promote-buffers-to-stack",
    "plan-memory",
    DEFAULT_GPU,
    "loop-reorder",
    "loop-scalar-replacement{accumulators=true}",
    "loop-factor-sums",
    "schedule-loops",
    "apply-schedules",
    again("schedule-loops", "apply-schedules", because="parts of sums that were split are nests of their own"),
    "gpu-map-loops",
    "loop-to-gpu",
    "gpu-report-asserts",
    "gpu-outline-kernels",
    "gpu-expand-reductions",
)
_KERNEL_STEPS = (
    "gpu.module(widen-small-floats,expand-math{exp2-instructions=true})",
    again("gpu.module(cse)", because="index arithmetic and expanded functions are duplicated per access and per call"),
    "gpu.module(loop-to-cf)",
)
NVVM = Stage(
    "nvvm",
    "lower kernels to the dialect llvm for NVIDIA's GPUs; the host's code stays as it is",
    *_KERNEL_STEPS,
    "gpu-to-nvvm",
    "reconcile-unrealized-casts",
)
ROCDL = Stage(
    "rocdl",
    "lower kernels to the dialect llvm for AMD's GPUs; the host's code stays as it is",
    *_KERNEL_STEPS,
    "gpu-to-rocdl",
    "reconcile-unrealized-casts",
)

HOST = Stage(
    "host",
    "lower what the host does around kernels to the dialect llvm",
    "gpu-call-kernels",
    again("func.func(loop-to-cf)", because="loops of the host are not those of kernels, which are lowered already"),
    "func.func(check-allocations)",
    again("func.func(cse)", because="sizes are computed anew for each launch, allocation and access"),
    "to-llvm{aligned-alloc=true}",
    again("reconcile-unrealized-casts", because="the host's code has casts of its own"),
)

CPU_STAGES = (IMPORT, GRAPH, BATCH, TENSOR, MEMORY, SCHEDULE, THREADS, LLVM, LAUNCH)
ALWAYS = (THREADS, LLVM, LAUNCH)
"""The stages that also follow passes which replace the default of `dlc.compile`."""
SHARED_STAGES = (IMPORT, GRAPH, TENSOR, MEMORY)
"""The stages of programs for CPUs with which those of programs for GPUs begin."""
STAGES = (*CPU_STAGES, GPU, NVVM, ROCDL, HOST)
"""All stages, for any target."""


def needed_imports(module: Operation) -> tuple[str, ...]:
    """Return the passes of the first stage that convert ops of a module, or read its attributes."""
    there = {op.dialect_name for op in module.walk()}
    there.update(name.partition(".")[0] for name in module.attributes)
    return tuple(name for name, dialects in IMPORTS.items() if not there.isdisjoint(dialects))


def without_imports(needed: Iterable[str]) -> dict[str, str]:
    """Return the text of passes of the first stage that need not run: nothing."""
    return dict.fromkeys(IMPORTS.keys() - set(needed), "")


def kernel_stages(arch: str) -> tuple[Stage, ...]:
    """Return the stages from loops to kernels for a GPU in the dialect `llvm`."""
    return GPU, ROCDL if is_amd(arch) else NVVM


def gpu_stages(arch: str) -> tuple[Stage, ...]:
    """Return the stages of `dlc.compile` for a GPU."""
    return (*SHARED_STAGES, *gpu_always(arch))


def gpu_always(arch: str) -> tuple[Stage, ...]:
    """Return the stages for a GPU that also follow passes which replace the default of `dlc.compile`."""
    return (*kernel_stages(arch), HOST)


def passes_in(steps: Iterable[str | Again]) -> tuple[str, ...]:
    """Return the passes of steps as pipeline text, in order."""
    return tuple(text for step in steps for text in ((step,) if isinstance(step, str) else step.passes))


def passes_of(*stages: Stage) -> tuple[str, ...]:
    """Return the passes of stages as pipeline text, in order."""
    return tuple(text for stage in stages for text in stage.passes)


def pipeline_text(stages: Iterable[Stage], configured: Mapping[str, str] | None = None) -> str:
    """Return stages as pipeline text; `configured` has other text for some passes, or none."""
    known = configured or {}
    return ",".join(filter(None, (known.get(text, text) for text in passes_of(*stages))))


def from_any_level(*stages: Stage, configured: Mapping[str, str] | None = None) -> str:
    """Return stages as pipeline text, after a pass that runs the stage `import` where there are ops for it."""
    return f"convert-imported,{pipeline_text(stages, configured)}"


def gpu_machine_options(arch: str, *, tf32: bool = False, exact_f8: bool = False) -> dict[str, str]:
    """Return the text of passes that depend on the GPU, by that for any target."""
    attention = f"attention={attention_form(arch)} multiprocessors={multiprocessors_of(arch)}"
    return {
        "graph-to-tensor": f"graph-to-tensor{{{attention} parallel-rows=true}}",
        "bufferize": "bufferize{slabs=false}",
        "tensor-to-loop": f"tensor-to-loop{{row-elements={row_elements(arch)}}}",
        DEFAULT_GPU: f"gpu-describe-machine{{arch={arch}{' tf32=1' * tf32}{' exact-f8=1' * exact_f8}}}",
    }


def overview() -> str:
    """Return all stages with their passes, as `dlc-opt --print-pipeline` prints them."""
    cpu = "\n".join(map(str, CPU_STAGES))
    gpu = "\n".join(str(stage) for stage in (GPU, NVVM, ROCDL, HOST))
    shared = ", ".join(stage.name for stage in SHARED_STAGES)
    return (
        f"dlc.compile, dlc run:\n{cpu}\ndlc.compile(target='cuda' or 'hip'), after {shared}, with one of "
        f"{NVVM.name} and {ROCDL.name}:\n{gpu}\n"
    )


class OptimizeGraph(NamedPipeline):
    """Make graphs of whole networks better, without leaving the dialect

    Shapes come first, because all passes query them. Functions that are written out are found before their factors are
    folded into weights. Constants are folded before normalizations are, and afterwards, because the new weights are ops
    on constants. Transposes move after algebraic simplification.

    Example: optimize-graph
        func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
          %one = graph.constant dense<1.0> : tensor<4xf32>
          %y = graph.mul %x, %one : tensor<4xf32>
          return %y : tensor<4xf32>
        }
    """

    name = "optimize-graph"
    exact: bool = option("Leave out what changes any result", default=False)

    def passes(self) -> str:
        return pipeline_text((GRAPH,), EXACT_GRAPH if self.exact else None)


class LowerToTensor(NamedPipeline):
    """Lower graph ops to kernels of structured ops on tensors

    Programs of `linalg`, `affine`, `scf`, `index`, StableHLO and TOSA are converted to dlc's own ops before.

    Example: lower-to-tensor
        func.func @exp_of_sum(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
          %sum = graph.add %x, %y : tensor<4xf32>
          %z = graph.exp %sum : tensor<4xf32>
          return %z : tensor<4xf32>
        }
    """

    name = "lower-to-tensor"

    def passes(self) -> str:
        return from_any_level(TENSOR)


class LowerToLoops(NamedPipeline):
    """Lower graph ops and structured ops to loops over memory

    Programs of `linalg`, `affine`, `scf`, `index`, StableHLO and TOSA are converted to dlc's own ops before.

    Example: lower-to-loops
        func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
          %y = graph.relu %x : tensor<4xf32>
          return %y : tensor<4xf32>
        }
    """

    name = "lower-to-loops"

    def passes(self) -> str:
        return from_any_level(TENSOR, MEMORY)


class LowerToLLVM(NamedPipeline):
    """Lower loops and memory to the dialect `llvm`

    This is the last stage of the compiler; `lower-all-to-llvm` also lowers graphs and tensors. The options are those of
    `to-llvm`.

    Example: lower-to-llvm
        func.func @next(%x: i32) -> i32 {
          %one = arith.constant 1 : i32
          %y = arith.addi %x, %one : i32
          return %y : i32
        }
    """

    name = "lower-to-llvm"
    aligned_alloc: bool = option("Allocate with aligned_alloc instead of aligning the result of malloc", default=False)
    asserts: Literal["abort", "trap", "ignore"] = option("What a failed assertion does", default="abort")
    c_interface: bool = option("Give every public function a wrapper that takes pointers to descriptors", default=False)

    def passes(self) -> str:
        return pipeline_text((LLVM,), {"to-llvm": str(self).replace(self.name, "to-llvm", 1)})


class LowerAllToLLVM(LowerToLLVM):
    """Lower a module from any level to the dialect `llvm`

    Programs of `linalg`, `affine`, `scf`, `index`, StableHLO and TOSA are converted to dlc's own ops before.
    Graphs are not optimized and loops are not scheduled: `dlc.compile` does that. The options are those of `to-llvm`.

    Example: lower-all-to-llvm
        func.func @add(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
          %z = graph.add %x, %y : tensor<f32>
          return %z : tensor<f32>
        }
    """

    name = "lower-all-to-llvm"

    def passes(self) -> str:
        return f"{from_any_level(TENSOR, MEMORY)},{super().passes()}"


class LowerToGPU(NamedPipeline):
    """Lower graph ops, structured ops and loops to kernels for GPUs by NVIDIA or AMD, in the dialect `llvm`

    NVIDIA's are for an architecture and later ones: tensor cores are used from sm_70 on. `--emit=ptx` prints them as
    PTX. AMD's are for one architecture: `--gpu-target=amdgcn --emit=obj` writes an object file.

    Example: lower-to-gpu
        func.func @double(%x: tensor<64xf32>) -> tensor<64xf32> {
          %y = graph.add %x, %x : tensor<64xf32>
          return %y : tensor<64xf32>
        }
    """

    name = "lower-to-gpu"
    arch: str = option("The GPU architecture, such as 'sm_90' or 'gfx90a'", default="sm_80")
    tf32: bool = option("Let tensor cores round elements of f32 to tf32", default=False)
    exact_f8: bool = option("Keep all bits of sums of f8, without tensor cores", default=False)

    def passes(self) -> str:
        stages = (TENSOR, MEMORY, *kernel_stages(self.arch))
        options = gpu_machine_options(self.arch, tf32=self.tf32, exact_f8=self.exact_f8)
        return from_any_level(*stages, configured=options)
