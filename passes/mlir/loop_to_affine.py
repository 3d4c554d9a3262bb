"""The passes `loop-to-affine` and `affine-to-loop`: conversion between `loop` and MLIR's `affine` and `scf`.

The dialects differ in names alone, so that MLIR's own tools can check, transform and run the result, and their output
can be converted back. Ops of `affine` and `scf` are unregistered here: print them with `--mlir-print-op-generic`,
and read them with `--allow-unregistered-dialect`.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import Operation

from ..manager.declaration import Pass, PassRun, statistic
from .renaming import rename_ops

TO_SCF = {"loop.while": "scf.while", "loop.condition": "scf.condition", "loop.when": "scf.if"}
"""Ops that belong to `scf` instead of `affine`."""
FROM_SCF = {theirs: ours for ours, theirs in TO_SCF.items()}
CLASSES = loop.DIALECT.ops


def name_in_mlir(op: Operation) -> str | None:
    """Return MLIR's name of an op of `loop`; a yield belongs to the dialect of its parent op."""
    if not op.name.startswith("loop."):
        return None
    mnemonic = op.name.partition(".")[2]
    parent = op.parent_op
    if mnemonic == "yield":
        return "scf.yield" if parent is not None and parent.name in TO_SCF else "affine.yield"
    return TO_SCF.get(op.name, f"affine.{mnemonic}")


def name_here(op: Operation) -> str | None:
    """Return the name in `loop` of an op of `affine` or `scf`, or `None` if it has no counterpart."""
    dialect, _, mnemonic = op.name.partition(".")
    if dialect == "scf":
        parent = op.parent_op
        if mnemonic == "yield":
            return "loop.yield" if parent is not None and parent.name in FROM_SCF else None
        return FROM_SCF.get(op.name)
    if dialect != "affine" or f"loop.{mnemonic}" not in CLASSES:
        return None
    return f"loop.{mnemonic}"


class LoopToAffine(Pass):
    """Convert ops of `loop` to MLIR's `affine` and `scf`

    Example: loop-to-affine
        func.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) {
          loop.for %i = 0 to 64 {
            %x = loop.load %a[%i] : memref<64xf32>
            loop.store %x, %b[%i] : memref<64xf32>
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-to-affine"
    renamed = statistic("num-renamed", "Number of ops renamed")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count(self.renamed, rename_ops(op, name_in_mlir, {}))


class AffineToLoop(Pass):
    """Convert ops of MLIR's `affine` and `scf` to `loop`

    Example: affine-to-loop
        func.func @negate(%m: memref<8xf32>) {
          "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>,
                           step = 1 : index, upperBoundMap = affine_map<() -> (8)>}> ({
          ^bb0(%i: index):
            %x = "affine.load"(%m, %i) <{map = affine_map<(d0) -> (d0)>}> : (memref<8xf32>, index) -> f32
            %y = arith.negf %x : f32
            "affine.store"(%y, %m, %i) <{map = affine_map<(d0) -> (d0)>}> : (f32, memref<8xf32>, index) -> ()
            "affine.yield"() : () -> ()
          }) : () -> ()
          return
        }
    """

    name = "affine-to-loop"
    renamed = statistic("num-renamed", "Number of ops renamed")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count(self.renamed, rename_ops(op, name_here, CLASSES))
