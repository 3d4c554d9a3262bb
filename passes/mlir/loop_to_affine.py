"""The passes `loop-to-affine` and `affine-to-loop`: conversion between `loop` and MLIR's `affine` and `scf`.

Ops of `affine` have the same parts under other names. Loops and conditionals on computed conditions are `scf`'s, which
`scf-to-loop` converts back.
"""

from __future__ import annotations

from dlc.dialects import affine, loop, scf
from dlc.ir import Operation

from ..manager import Pass, PassRun, statistic
from .renaming import rename_ops

TO_SCF = {"loop.while": "scf.while", "loop.condition": "scf.condition", "loop.when": "scf.if"}
"""Ops that belong to `scf` instead of `affine`."""
CLASSES = {**affine.DIALECT.ops, **scf.DIALECT.ops}


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
    """Return the name in `loop` of an op of `affine`, or `None` if it has no counterpart."""
    dialect, _, mnemonic = op.name.partition(".")
    return f"loop.{mnemonic}" if dialect == "affine" and f"loop.{mnemonic}" in loop.DIALECT.ops else None


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
        run.count(self.renamed, rename_ops(op, name_in_mlir, CLASSES))


class AffineToLoop(Pass):
    """Convert ops of MLIR's `affine` to `loop`

    Example: affine-to-loop
        func.func @negate(%m: memref<8xf32>) {
          affine.for %i = 0 to 8 {
            %x = affine.load %m[%i] : memref<8xf32>
            %y = arith.negf %x : f32
            affine.store %y, %m[%i] : memref<8xf32>
          }
          return
        }
    """

    name = "affine-to-loop"
    renamed = statistic("num-renamed", "Number of ops renamed")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count(self.renamed, rename_ops(op, name_here, loop.DIALECT.ops))
        for each in op.walk():
            if each.name.startswith("affine."):
                run.remark(each, "stays as it is: it has no counterpart in the dialect 'loop'")
