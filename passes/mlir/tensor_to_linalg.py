"""The passes `tensor-to-linalg` and `linalg-to-tensor`: conversion between structured ops of `tensor` and `linalg`.

Kernels are inlined and named ops become `linalg.generic`, which is converted back to `tensor.generic`. The other ops of
`tensor` are MLIR's own, except for pack and unpack. As `linalg` is unregistered here, print with
`--mlir-print-op-generic` and read with `--allow-unregistered-dialect`.
"""

from __future__ import annotations

from collections.abc import Mapping

from dlc.dialects import tensor
from dlc.ir.attributes import Attribute
from dlc.ir.builder import Builder
from dlc.ir.builtin_attributes import ArrayAttr, OpaqueAttr
from dlc.ir.operations import Operation

from ..manager.declaration import Pass, PassRun, statistic
from .renaming import rename_ops

NAMES = {
    "tensor.generic": "linalg.generic",
    "tensor.index": "linalg.index",
    "tensor.pack": "linalg.pack",
    "tensor.unpack": "linalg.unpack",
}
NAMES_HERE = {theirs: ours for ours, theirs in NAMES.items()}


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
        run.count(self.renamed, rename_ops(op, _name_in_mlir, {}, _properties_in_mlir))


class LinalgToTensor(Pass):
    """Convert ops of MLIR's `linalg` to structured ops of `tensor`

    Example: linalg-to-tensor
        #scalar = affine_map<(d0) -> ()>
        #id = affine_map<(d0) -> (d0)>
        func.func @fill(%x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
          %filled = "linalg.generic"(%x, %t) <{indexing_maps = [#scalar, #id],
              iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
          ^bb0(%a: f32, %old: f32):
            "linalg.yield"(%a) : (f32) -> ()
          }) : (f32, tensor<4xf32>) -> tensor<4xf32>
          return %filled : tensor<4xf32>
        }
    """

    name = "linalg-to-tensor"
    renamed = statistic("num-renamed", "Number of ops renamed")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count(self.renamed, rename_ops(op, _name_here, tensor.DIALECT.ops, _properties_here))


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
            new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
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


def _name_here(op: Operation) -> str | None:
    if op.name == "linalg.yield":
        parent = op.parent_op
        return "tensor.yield" if parent is not None and parent.name == "linalg.generic" else None
    return NAMES_HERE.get(op.name)


def _properties_in_mlir(properties: Mapping[str, Attribute]) -> Mapping[str, Attribute]:
    kinds = properties.get("iterator_types")
    if not isinstance(kinds, ArrayAttr):
        return properties
    names = [kind.value for kind in kinds if isinstance(kind, tensor.IteratorTypeAttr)]
    theirs = tuple(OpaqueAttr("linalg", f"iterator_type<{name}>") for name in names)
    return {**properties, "iterator_types": ArrayAttr(theirs)}


def _properties_here(properties: Mapping[str, Attribute]) -> Mapping[str, Attribute]:
    kinds = properties.get("iterator_types")
    if not isinstance(kinds, ArrayAttr):
        return properties
    names = [str(kind).rpartition("<")[2].rstrip(">") for kind in kinds]
    return {**properties, "iterator_types": tensor.iterator_array(names)}
