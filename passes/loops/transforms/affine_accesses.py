"""Accesses of `memref` at affine indices as those of `loop`, whose dependences and strides are known."""

from __future__ import annotations

from dlc.dialects import loop, memref
from dlc.ir import Operation

from ..analysis.affine_forms import AffineForm


def raise_accesses(root: Operation) -> int:
    """Turn accesses of `memref` at affine indices into those of `loop`; return their number."""
    count = 0
    for op in list(root.walk()):
        access = _affine_access(op) if isinstance(op, (memref.LoadOp, memref.StoreOp)) else None
        if access is not None:
            op.block.insert_before(access, op)
            op.replace_all_uses_with(access.results)
            op.erase()
            count += 1
    return count


def _affine_access(op: memref.LoadOp | memref.StoreOp) -> Operation | None:
    """Return an access of `loop` that does what one of `memref` does, if its indices are affine."""
    if op.nontemporal is not None or op.alignment is not None:
        return None
    form = AffineForm(loop.affine_scope(op)).access(op.indices)
    if form is None:
        return None
    if isinstance(op, memref.LoadOp):
        access: Operation = loop.LoadOp.mapped(op.memref, *form, location=op.location)
    else:
        access = loop.StoreOp.mapped(op.value, op.memref, *form, location=op.location)
    access.attributes.update(op.attributes)
    return access
