"""Names by which people know passes elsewhere, for suggestions: those of MLIR, xDSL and LLVM.

Names that are close to the pass's own need not stand here. The file is imported when an unknown name is met.
"""

from __future__ import annotations

OTHER_NAMES = {
    "affine-to-loop": "raise-scf-to-affine lower-affine affine-loop-normalize",
    "apply-schedules": "transform-interpreter",
    "bufferize": (
        "one-shot-bufferize linalg-bufferize tensor-bufferize empty-tensor-to-alloc-tensor eliminate-empty-tensors"
    ),
    "bufferization-to-memref": "convert-bufferization-to-memref lower-deallocations",
    "canonicalize": "instcombine simplify instsimplify",
    "cf-to-loop": "lift-cf-to-scf structurizecfg",
    "complex-to-arith": "convert-complex-to-standard convert-complex-to-llvm convert-complex-to-libm",
    "cse": "gvn early-cse common-subexpression-elimination",
    "dce": "dead-code-elimination adce remove-dead-code trivial-dce",
    "expand-math": "math-expand-ops math-polynomial-approximation convert-math-to-libm",
    "fold-constants": "constant-fold constant-folding constant-fold-interp",
    "form-kernels": "fusion fuse linalg-fuse",
    "fuse-elementwise": "linalg-fuse-elementwise-ops",
    "generalize-named-ops": "linalg-generalize-named-ops",
    "gpu-map-loops": "gpu-map-parallel-loops",
    "gpu-outline-kernels": "gpu-kernel-outlining",
    "gpu-to-nvvm": "convert-nvgpu-to-nvvm convert-gpu-to-nvvm lower-gpu-ops-to-nvvm-ops gpu-lower-to-nvvm-pipeline",
    "gpu-to-rocdl": "convert-gpu-to-rocdl lower-gpu-ops-to-rocdl-ops amdgpu-to-rocdl",
    "infer-shapes": "shape-inference tosa-infer-shapes",
    "inline": "inliner always-inline",
    "lend-results": "buffer-results-to-out-params",
    "linalg-to-tensor": "linalg-specialize-generic-ops",
    "loop-coalesce": "affine-loop-coalescing scf-loop-coalescing",
    "loop-fuse": "affine-loop-fusion scf-parallel-loop-fusion",
    "loop-invariant-code-motion": "licm hoist affine-loop-invariant-code-motion",
    "loop-pack": "linalg-block-pack-matmul affine-data-copy-generate",
    "loop-parallelize": "affine-parallelize",
    "loop-peel": "scf-for-loop-peeling",
    "loop-prefetch": "software-prefetch loop-data-prefetch",
    "loop-scalar-replacement": "affine-scalrep",
    "loop-tile": "affine-loop-tile scf-parallel-loop-tiling tile",
    "loop-to-affine": "convert-loop-to-affine",
    "loop-to-gpu": "convert-parallel-loops-to-gpu convert-affine-for-to-gpu",
    "loop-unroll": "affine-loop-unroll scf-for-loop-unroll unroll",
    "loop-unroll-and-jam": "affine-loop-unroll-jam",
    "loop-vectorize": "affine-super-vectorize vectorize slp-vectorizer",
    "lower-to-loops": "convert-linalg-to-loops convert-linalg-to-affine-loops linalg-to-loops",
    "lower-to-llvm": "lower test-lower-to-llvm",
    "mem2reg": "sroa promote",
    "parallel-to-threads": "convert-scf-to-openmp async-parallel-for",
    "plan-memory": (
        "buffer-deallocation ownership-based-buffer-deallocation buffer-deallocation-pipeline memory-planning"
    ),
    "profile-kernels": "profile",
    "sccp": "constprop constant-propagation ipsccp sparse-conditional-constant-propagation",
    "scf-to-loop": "scf-forall-to-for scf-forall-to-parallel convert-scf-to-cf scf-to-cf lower-scf",
    "schedule-loops": "autotune schedule autoschedule",
    "simplify-cfg": "simplifycfg",
    "sink-transposes": "transpose-folding",
    "strip-debuginfo": "strip-debug",
    "symbol-dce": "globaldce global-dce",
    "tensor-to-linalg": "convert-tensor-to-linalg",
    "to-llvm": (
        "convert-to-llvm convert-arith-to-llvm convert-func-to-llvm convert-cf-to-llvm convert-math-to-llvm "
        "convert-vector-to-llvm "
        "finalize-memref-to-llvm convert-memref-to-llvm convert-index-to-llvm convert-ub-to-llvm"
    ),
    "widen-half-floats": "arith-emulate-unsupported-floats",
}
"""The names elsewhere of each pass here, separated by spaces."""
_OURS = {name: ours for ours, names in OTHER_NAMES.items() for name in names.split()}


def pass_called(name: str) -> str | None:
    """Return the pass here that other frameworks call `name`."""
    return _OURS.get(name.replace("_", "-"))
