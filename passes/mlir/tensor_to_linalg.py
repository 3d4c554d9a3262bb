"""The passes `tensor-to-linalg` and `generalize-named-ops`.

Kernels are inlined and named ops become `linalg.generic`. The other ops of `tensor` are MLIR's own, except for pack and
unpack.
"""

from __future__ import annotations

from collections.abc import Mapping

from dlc.dialects import linalg, tensor
from dlc.ir import ArrayAttr, Attribute, Builder, Operation

from ..manager import Pass, PassRun, statistic
from .renaming import rename_ops

NAMES = {
    "tensor.generic": "linalg.generic",
    "tensor.index": "linalg.index",
    "tensor.pack": "linalg.pack",
    "tensor.unpack": "linalg.unpack",
}


class TensorToLinalg(Pass):
    """Convert structured ops of `tensor` to MLIR's `linalg`

    Example: tensor-to-linalg
        func.func @fill(%x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
          %filled = tensor.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
          return %filled : tensor<4xf32>
        }
    """

    name = "tensor-to-linalg"
    renamed = statistic("num-renamed", "Number of ops renamed")

    def run(self, op: Operation, run: PassRun) -> None:
        dissolve_kernels(op)
        generalize(op)
        run.count(self.renamed, rename_ops(op, _name_in_mlir, linalg.DIALECT.ops, _properties_in_mlir))


class GeneralizeNamedOps(Pass):
    """Rewrite named structured ops as `tensor.generic`

    Example: generalize-named-ops
        func.func @fill(%x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
          %filled = tensor.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
          return %filled : tensor<4xf32>
        }
    """

    name = "generalize-named-ops"
    generalized = statistic("num-generalized", "Number of ops written as tensor.generic")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count(self.generalized, generalize(op))


def generalize(root: Operation) -> int:
    """Rewrite all named structured ops as `tensor.generic`; return their number."""
    named = [op for op in root.walk() if isinstance(op, tensor.StructuredOp) and not isinstance(op, tensor.GenericOp)]
    for op in named:
        generic = Builder.before(op).insert(tensor.generic_form(op))
        generic.attributes.update(op.attributes)
        for old, new in zip(op.results, generic.results, strict=True):
            old.hand_over_to(new)
        op.erase()
    return len(named)


def dissolve_kernels(root: Operation) -> int:
    """Replace kernels on tensors by the ops inside them; return the number of kernels."""
    kernels = [op for op in root.walk() if isinstance(op, tensor.KernelOp) and op.is_on_tensors]
    for kernel in kernels:
        entry, end = kernel.body.entry, kernel.yielded
        for argument, value in zip(entry.args, kernel.operands, strict=True):
            argument.replace_all_uses_with(value)
        for result, value in zip(kernel.results, end.operands, strict=True):
            result.replace_all_uses_with(value)
        for op in list(entry.ops):
            if op is not end:
                op.move_before(kernel)
        kernel.erase()
    return len(kernels)


def _name_in_mlir(op: Operation) -> str | None:
    if op.name == "tensor.yield":
        return "linalg.yield" if isinstance(op.parent_op, tensor.GenericOp) else None
    return NAMES.get(op.name)


def _properties_in_mlir(properties: Mapping[str, Attribute]) -> Mapping[str, Attribute]:
    kinds = properties.get("iterator_types")
    if not isinstance(kinds, ArrayAttr):
        return properties
    theirs = [linalg.IteratorTypeAttr(kind.value) for kind in kinds if isinstance(kind, tensor.IteratorTypeAttr)]
    return {**properties, "iterator_types": ArrayAttr(tuple(theirs))}
