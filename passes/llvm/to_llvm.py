"""The pass `to-llvm`: one conversion of all remaining dialects to `llvm`.

Each dialect has its patterns in a file of its own; `lowering/` has the type conversion and shared code. Not here:
regions and tensors, which earlier passes lower (`lower-all-to-llvm` runs them all).
"""

from __future__ import annotations

from typing import Literal

from dlc.ir import Operation
from dlc.ir.builtin_types import VectorType
from dlc.ir.value_types import ops_by_value_type

from ..manager import Pass, PassRun, option
from ..rewriting.conversion import apply_full_conversion
from ..rewriting.conversion_target import ConversionTarget
from . import (
    arith_to_llvm,
    cf_to_llvm,
    complex_to_llvm,
    func_to_llvm,
    math_to_llvm,
    memref_to_llvm,
    ub_to_llvm,
    vector_to_llvm,
)
from .lowering import LLVMTypeConverter, LoweringOptions
from .lowering.descriptor_casts import resolve_descriptor_casts

PATTERNS = (
    *arith_to_llvm.PATTERNS,
    *cf_to_llvm.PATTERNS,
    *complex_to_llvm.PATTERNS,
    *func_to_llvm.PATTERNS,
    *math_to_llvm.PATTERNS,
    *memref_to_llvm.PATTERNS,
    *ub_to_llvm.PATTERNS,
    *vector_to_llvm.PATTERNS,
)


LONGEST_ROW = 1 << 16
"""The maximum number of elements in the last dimension of a vector, which LLVM compiles in half a minute: the time is
quadratic.
"""
MOST_ELEMENTS = 1 << 20
"""The maximum number of elements of a vector, whose rows become ops."""


class ToLLVM(Pass):
    """Convert all ops to the dialect `llvm`

    Example: to-llvm
        func.func @f(%x: i32) -> i32 {
          %y = arith.addi %x, %x : i32
          return %y : i32
        }
    """

    name = "to-llvm"
    aligned_alloc: bool = option("Allocate with aligned_alloc instead of aligning the result of malloc", default=False)
    asserts: Literal["abort", "trap", "ignore"] = option("What a failed assertion does", default="abort")
    c_interface: bool = option("Give every public function a wrapper that takes pointers to descriptors", default=False)

    def run(self, op: Operation, run: PassRun) -> None:
        if _refuses_vectors(op, run):
            return
        options = LoweringOptions(self.aligned_alloc, self.asserts, self.c_interface)
        target = ConversionTarget()
        target.add_legal_dialect("llvm")
        target.add_legal_op("builtin.module")
        target.add_legal_op("builtin.unrealized_conversion_cast")  # one to what is no part of memory is left for others
        target.add_legal_op("gpu.module")  # kernels are lowered by a pass of their own
        converter, before = LLVMTypeConverter(options), {pattern: pattern.hits for pattern in PATTERNS}
        if not apply_full_conversion(op, target, PATTERNS, run.context, converter):
            run.fail()
        else:
            resolve_descriptor_casts(op, converter)
        run.pattern_hits.update({pattern: pattern.hits - hits for pattern, hits in before.items()})


def _refuses_vectors(root: Operation, run: PassRun) -> bool:
    """Report vectors that LLVM could not compile in reasonable time and memory; return whether there are some."""
    refused = False
    for type, op in ops_by_value_type(root).items():
        if not isinstance(type, VectorType):
            continue
        if max(type.shape[-1:], default=0) > LONGEST_ROW or type.num_elements > MOST_ELEMENTS:
            run.error(
                op,
                f"has a value of type '{type}', but a vector must have at most {MOST_ELEMENTS} elements in rows of at "
                f"most {LONGEST_ROW}",
            )
            refused = True
    return refused
