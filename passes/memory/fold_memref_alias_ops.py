"""The pass `fold-memref-alias-ops`: accesses of a slice become accesses of the memref that it is a slice of.

    %s = memref.subview %m[%i, 0] [4, 8] [1, 1]
    loop.load %s[%r, %c]                           =>    loop.load %m[%i + %r, %c]

So the type of the accessed memref has no unknown offset, and what analyses know of the index holds for the whole
access. Slices whose offsets are other values than indices of loops stay, and so do those with steps other than 1.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop, memref
from dlc.ir import Operation, Value
from dlc.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap

from ..manager import Pass, PassRun, statistic

Access = loop.LoadOp | loop.StoreOp


def fold_slices(root: Operation) -> int:
    """Fold slices into the accesses inside an op, erase those that nothing uses then, and return how many accesses."""
    slices = [op for op in root.walk() if isinstance(op, memref.SubViewOp)]
    count = 0
    for op in reversed(slices):
        for user in op.result.users:
            count += isinstance(user, Access) and user.memref is op.result and _fold(op, user)
    for op in reversed(slices):
        if not op.result.has_uses:
            op.erase()
    return count


def _fold(op: memref.SubViewOp, access: Access) -> bool:
    """Let an access of a slice use its source; return whether that is possible."""
    offsets = op.mixed_offsets
    values = [offset for offset in offsets if isinstance(offset, Value)]
    if any(step != 1 for step in op.mixed_strides) or not all(_is_index_of_loops(each, access) for each in values):
        return False
    old = access.affine_map.shift_dims(len(values))
    own, starts = iter(old.results), iter(range(len(values)))
    exprs: list[AffineExpr] = []
    for offset, is_dropped in zip(offsets, op.dropped_dims(), strict=True):
        start = AffineConstantExpr(offset) if isinstance(offset, int) else AffineDimExpr(next(starts))
        exprs.append(start if is_dropped else start + next(own))
    _use(access, op.source, AffineMap(old.num_dims, old.num_symbols, exprs), [*values, *access.indices])
    return True


def _is_index_of_loops(value: Value, access: Access) -> bool:
    """Return whether a value is an affine function of induction variables."""
    counters = loop.simplified(loop.Expressions([AffineDimExpr(0)], 1, [value]), access).operands
    return all(map(loop.is_induction_variable, counters))


def _use(access: Access, source: Value, affine_map: AffineMap, indices: Sequence[Value]) -> None:
    access.set_operand(0 if isinstance(access, loop.LoadOp) else 1, source)
    folded = loop.simplified(loop.Expressions.of(affine_map, indices), access)
    access.replace_access(folded.map, folded.operands)


class FoldMemrefAliasOps(Pass):
    """Fold slices of memrefs into the accesses of their elements

    Example: fold-memref-alias-ops
        func.func @row(%m: memref<4x8xf32>, %x: f32) {
          loop.for %i = 0 to 4 {
            %row = memref.subview %m[%i, 0] [1, 8] [1, 1]
              : memref<4x8xf32> to memref<8xf32, strided<[1], offset: ?>>
            loop.for %j = 0 to 8 {
              loop.store %x, %row[%j] : memref<8xf32, strided<[1], offset: ?>>
            }
          }
          return
        }
    """

    name = "fold-memref-alias-ops"
    folded = statistic("num-folded", "Number of accesses that use the source of a slice")

    def run(self, op: Operation, run: PassRun) -> None:
        if not run.count_changes(self.folded, fold_slices(op)):
            run.mark_idle("there are no accesses of slices")
