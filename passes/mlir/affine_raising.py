"""Bounds of `loop` for those of other dialects, whose index arithmetic is affine (`affine_forms`)."""

from __future__ import annotations

from functools import partial

from dlc.dialects import affine, arith, loop
from dlc.dialects.loop.scopes import affine_scope, is_valid_dim, is_valid_symbol
from dlc.ir import Builder, Operation, Value
from dlc.ir.affine import AffineMap
from dlc.ir.builtin_types import index

from ..loops.analysis.affine_forms import AffineForm
from ..rewriting.affine_arithmetic import map_values


def bound_of(value: Value, user: Operation, kind: type[Operation]) -> tuple[AffineMap, list[Value]] | None:
    """Return the map for a bound of a loop at `user`; `kind` is the op that takes the greatest or least."""
    form = AffineForm(affine_scope(user))
    results = form.extremes(value, kind)
    return form.map_of(results) if results else None


def settle_symbols(root: Operation) -> None:
    """Compute in `arith` what applies a map to symbols that are none any more, since loops around count with them."""
    for op in list(root.walk()):
        if not isinstance(op, (affine.ApplyOp, loop.ApplyOp)):
            continue
        scope, num_dims = affine_scope(op), op.affine_map.num_dims
        if all(is_valid_symbol(each, scope) or not is_valid_dim(each, scope) for each in op.operands[num_dims:]):
            continue
        builder = Builder.before(op)
        [value] = map_values(builder, partial(constant_index, builder), op.affine_map, op.operands)
        op.result.replace_all_uses_with(value)
        op.erase()


def constant_index(builder: Builder, number: int) -> Value:
    """Insert a constant index."""
    return builder.insert(arith.ConstantOp.integer(number, index)).results[0]
