"""The values that may be dimensions and symbols of affine maps, as in MLIR.

A symbol stays the same while its scope runs: the nearest region whose op has the trait `AffineScope`. So it is defined
at the top of that region or outside, or it is a constant, or it is computed from symbols by something pure. A dimension
may also be an induction variable, and what `loop.apply` makes of dimensions.

This differs from MLIR in three respects. A carried value of a loop is no dimension, though MLIR takes it for one:
facts about dimensions do not hold for it. Symbols of `loop.apply` must be symbols everywhere, while MLIR only refuses
dimensions: folding may turn any other value into a dimension. And an unregistered op may always be a scope.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dlc.ir import BlockArgument, IntegerAttr, Operation, Region, Value
from dlc.ir.builtin_types import IndexType, MemRefType
from dlc.ir.effects import is_pure
from dlc.ir.traits import AffineScope, Pure
from dlc.ir.values import constant_of
from dlc.ir.verifier import Report

_DIALECTS = ("loop", "affine")
_INDEX_OPS = ("apply", "delinearize_index", "linearize_index")
_APPLY_LIKE = [f"{dialect}.{name}" for dialect in _DIALECTS for name in _INDEX_OPS]
_FOR, _PARALLEL = ([f"{dialect}.{name}" for dialect in _DIALECTS] for name in ("for", "parallel"))
_SIZE_QUERIES = ("memref.dim", "tensor.dim")
_SIZES = {"memref.alloc": "dynamicSizes", "memref.subview": "sizes", "memref.view": "sizes"}
"""Ops that make a memref, and what they call the operands that say its dynamic sizes."""


def is_scope(op: Operation) -> bool:
    """Return whether values at the top of the op's regions are symbols inside."""
    return AffineScope in op.traits or not op.is_registered


def affine_scope(op: Operation) -> Region | None:
    """The region around `op` at whose top values are symbols."""
    return scope_of_region(op.parent_region)


def scope_of_region(region: Region | None) -> Region | None:
    """Return the affine scope of ops at the top of a region."""
    while region is not None:
        owner = region.parent
        if owner is None:
            return None
        if AffineScope in owner.traits or not owner.is_registered:
            return region
        region = owner.parent_region
    return None


def is_top_level(value: Value) -> bool:
    """Return whether a value, of whatever type, is defined at the top of a scope."""
    block = value.parent_block
    owner = block.parent_op if block is not None else None
    return owner is not None and is_scope(owner)


def is_induction_variable(value: Value) -> bool:
    """Return whether a loop counts with this value."""
    if not isinstance(value, BlockArgument):
        return False
    owner = value.owner.parent_op
    return owner is not None and (owner.name in _PARALLEL or (owner.name in _FOR and value.index == 0))


def is_valid_symbol(value: Value, scope: Region | None) -> bool:
    """Return whether `value` can be a symbol in `scope`."""
    if isinstance(value, BlockArgument):
        return _is_defined_outside(value, scope)
    return _is_valid((), (value,), scope)


def is_valid_dim(value: Value, scope: Region | None) -> bool:
    """Return whether `value` can be a dimension in `scope`."""
    return _is_valid((value,), (), scope)


def _is_valid(dims: Sequence[Value], symbols: Sequence[Value], scope: Region | None) -> bool:
    """Return whether all of these can be what they are to be: what they are computed from is looked into, each value
    once.
    """
    pending = [(value, True) for value in dims]
    pending += [(value, False) for value in symbols]
    seen: set[tuple[Value, bool]] = set()
    while pending:
        value, as_dim = pending.pop()
        if (value, as_dim) in seen or _is_defined_outside(value, scope):
            continue
        seen.add((value, as_dim))
        op = value.defining_op
        if op is None:
            if as_dim and is_induction_variable(value):
                continue
            return False
        sources = _sources(op, as_dim)
        if sources is None or not isinstance(value.type, IndexType):
            return False
        pending += sources
    return True


def _is_defined_outside(value: Value, scope: Region | None) -> bool:
    """Return whether an index is defined at the top of the scope, or around it."""
    if scope is None or not isinstance(value.type, IndexType):
        return False
    block = value.parent_block
    region = block.parent if block is not None else None
    return region is not None and (region is scope or region.is_proper_ancestor_of(scope))


def _sources(op: Operation, as_dim: bool) -> Iterable[tuple[Value, bool]] | None:
    """Return what the validity of a result of `op` inside the scope depends on, or `None` if it is not valid."""
    if op.constant_value() is not None:
        return ()
    if op.name in _APPLY_LIKE:
        return [(operand, as_dim) for operand in op.operands]
    if op.name in _SIZE_QUERIES:
        return _sources_of_size(op)
    if not op.regions and op.is_registered and (Pure in op.traits or is_pure(op)):
        return [(operand, False) for operand in op.operands]
    return None


def _sources_of_size(op: Operation) -> Iterable[tuple[Value, bool]] | None:
    """A size of what is at the top of a scope is a symbol, and so is one that a symbol gave to a memref."""
    shaped, dimension = op.operands[0], constant_of(op.operands[1])
    if is_top_level(shaped):
        return ()
    producer, type = shaped.defining_op, shaped.type
    name = _SIZES.get(producer.name) if producer is not None and producer.is_registered else None
    if name is None or not isinstance(dimension, IntegerAttr) or not isinstance(type, MemRefType):
        return None
    number = dimension.value
    if not 0 <= number < len(type.shape):
        return None
    if type.shape[number] >= 0:
        return ()
    place = sum(size < 0 for size in type.shape[:number])
    sizes: Sequence[Value] = getattr(producer, name)
    return [(sizes[place], False)] if place < len(sizes) else None


# -- Checking --------------------------------------------------------------------------------------------------------


def verify_operands(op: Operation, operands: Sequence[Value], num_dims: int, rule: str, report: Report) -> None:
    """The first `num_dims` operands are dimensions, the others symbols."""
    scope = affine_scope(op) if operands else None
    for position, value in enumerate(operands):
        if _is_defined_outside(value, scope):
            continue
        if position < num_dims:
            if not is_valid_dim(value, scope):
                report_invalid(value, f"dimension d{position}", rule, report)
        elif not is_valid_symbol(value, scope):
            report_invalid(value, f"symbol s{position - num_dims}", rule, report)


def report_invalid(value: Value, role: str, rule: str, report: Report) -> None:
    """Say that a value cannot be what it is taken for."""
    error = report.error(rule, f"needs for {role} a value that can be one, but got {described(value)}")
    error.note(value.location, "it is defined here")


def described(value: Value) -> str:
    """Describe a value in messages: `'%i', an argument of 'loop.for'`."""
    name = f"'%{value.name_hint}', " if value.name_hint is not None else ""
    if not isinstance(value.type, IndexType):
        return f"{name}a value of type '{value.type}'"
    definer = value.defining_op
    if definer is not None:
        return f"{name}a result of '{definer.name}'"
    block = value.parent_block
    owner = block.parent_op if block is not None else None
    return f"{name}an argument of '{owner.name}'" if owner is not None else f"{name}an argument of a block"
