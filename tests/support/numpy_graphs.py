"""A second meaning of some graph ops, by numpy's own functions: the interpreter is not asked.

Floats are computed in float64 from beginning to end and never rounded in between, so that nothing is shared with the
interpreter but the numbers of the definition.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from dlc.dialects import graph
from dlc.dialects.graph.tensors import element_of
from dlc.interp.conversion import dtype_of
from dlc.ir.builtin_attributes import DenseElementsAttr
from dlc.ir.builtin_types import DYNAMIC, FloatType, IntegerType, TensorType
from dlc.ir.operations import Operation
from dlc.ir.values import Value

Array = Any
Meaning = Callable[[Any, Sequence[Array]], Array]

_UNARY: Mapping[type[Operation], Callable[[Array], Array]] = {
    graph.NegOp: np.negative,
    graph.AbsOp: np.abs,
    graph.NotOp: np.invert,
    graph.ExpOp: np.exp,
    graph.ExpM1Op: np.expm1,
    graph.LogOp: np.log,
    graph.Log1pOp: np.log1p,
    graph.SqrtOp: np.sqrt,
    graph.SinOp: np.sin,
    graph.CosOp: np.cos,
    graph.TanhOp: np.tanh,
    graph.AtanOp: np.arctan,
    graph.FloorOp: np.floor,
    graph.CeilOp: np.ceil,
    graph.RoundOp: np.rint,
    graph.TruncOp: np.trunc,
    graph.IsNanOp: np.isnan,
    graph.IsInfOp: np.isinf,
    graph.IsFiniteOp: np.isfinite,
}
_BINARY: Mapping[type[Operation], Callable[[Array, Array], Array]] = {
    graph.AddOp: np.add,
    graph.SubOp: np.subtract,
    graph.MulOp: np.multiply,
    graph.MaximumOp: np.maximum,
    graph.MinimumOp: np.minimum,
    graph.Atan2Op: np.arctan2,
    graph.AndOp: np.bitwise_and,
    graph.OrOp: np.bitwise_or,
    graph.XorOp: np.bitwise_xor,
}
_COMPARE: Mapping[str, Callable[[Array, Array], Array]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
_numpy: Any = np
_REDUCE: Mapping[str, Callable[..., Array]] = {
    "sum": _numpy.sum,
    "product": _numpy.prod,
    "max": _numpy.max,
    "min": _numpy.min,
    "mean": _numpy.mean,
    "and": _numpy.bitwise_and.reduce,
    "or": _numpy.bitwise_or.reduce,
}


def _of_no_elements(result: Value, *, is_max: bool) -> float:
    """The largest or smallest of no elements: the other end of the numbers of the type."""
    assert isinstance(result.type, TensorType)
    element = result.type.element_type
    if not isinstance(element, IntegerType):
        return -math.inf if is_max else math.inf
    is_signed = not element.is_unsigned and element.width > 1
    low = -(1 << (element.width - 1)) if is_signed else 0
    return low if is_max else low + (1 << element.width) - 1


def _reduce(op: graph.ReduceOp, operands: Sequence[Array]) -> Array:
    [source], dims = operands, tuple(op.dims.elements)
    keeps = op.keep_dims is not None
    if op.kind.value == "logsumexp":
        with np.errstate(all="ignore"):
            return np.log(np.sum(np.exp(source), axis=dims, keepdims=keeps))
    kind: dict[str, Any] = {} if op.kind.value not in ("sum", "product") else {"dtype": source.dtype}
    if not source.size and op.kind.value in ("max", "min"):
        kind["initial"] = _of_no_elements(op.result, is_max=op.kind.value == "max")
    return _REDUCE[op.kind.value](source, axis=dims, keepdims=keeps, **kind)


def _contract(op: graph.ContractOp, operands: Sequence[Array]) -> Array:
    wide = [each.astype(_wide(op.result)) for each in operands]
    points = iter(wide[2:])
    lhs = wide[0] if op.lhs_zero_point is None else _centred(wide[0], next(points), list(op.lhs_contracting))
    rhs = wide[1] if op.rhs_zero_point is None else _centred(wide[1], next(points), list(op.rhs_contracting))
    left, right = list(range(lhs.ndim)), [lhs.ndim + dim for dim in range(rhs.ndim)]
    batch, summed = list(op.lhs_batch), list(op.lhs_contracting)
    for mine, other in (*zip(batch, op.rhs_batch, strict=True), *zip(summed, op.rhs_contracting, strict=True)):
        right[other] = left[mine]
    kept = [dim for dim in left if dim not in (*batch, *summed)]
    return np.einsum(lhs, left, rhs, right, [*batch, *kept, *(dim for dim in right if dim >= lhs.ndim)])


def _centred(array: Array, point: Array, summed: Sequence[int]) -> Array:
    """Subtract the zero point, which has the dimensions that are not summed over, or none."""
    kept = [1 if dim in summed else size for dim, size in enumerate(array.shape)]
    return array - (point.reshape(kept) if point.ndim else point)


def _slice(op: graph.SliceOp, operands: Sequence[Array]) -> Array:
    bounds = zip(op.starts.entries, op.limits.entries, op.strides, strict=True)
    return operands[0][tuple(slice(start, limit, step) for start, limit, step in bounds)]


def _broadcast(op: graph.BroadcastOp, operands: Sequence[Array]) -> Array:
    wanted, dims = _sizes(op, operands), list(op.dims)
    sizes = iter(operands[0].shape)
    placed = operands[0].reshape([next(sizes) if dim in dims else 1 for dim in range(len(wanted))])
    return np.broadcast_to(
        placed, [own if size == -1 else size for size, own in zip(wanted, placed.shape, strict=True)]
    )


def _sizes(op: graph.BroadcastOp | graph.ReshapeOp, operands: Sequence[Array]) -> Sequence[int]:
    """The sizes of a result, from its type or an operand; -1 for one that follows."""
    if len(operands) > 1:
        return operands[1].tolist()
    return [-1 if size == DYNAMIC else size for size in op.result.shape]


def _constant(op: graph.ConstantOp, operands: Sequence[Array]) -> Array:
    assert isinstance(op.value, DenseElementsAttr)
    type = op.result.type
    assert isinstance(type, TensorType)
    dtype = dtype_of(type.element_type)
    bits: Array = np.array(op.value.stored_bits(), np.uint64)
    raw: Array = bits.astype(np.dtype(f"u{dtype.itemsize}")).view(dtype)
    elements: Array = np.broadcast_to(raw.reshape(type.shape if raw.size != 1 else ()), type.shape)
    return elements.astype(_wide(op.result))


def _select(op: graph.SelectOp, operands: Sequence[Array]) -> Array:
    condition, on_true, on_false = operands
    return _numpy.where(condition, on_true, on_false)


_OTHERS: Mapping[type[Operation], Meaning] = {
    graph.ReduceOp: _reduce,
    graph.ContractOp: _contract,
    graph.SliceOp: _slice,
    graph.BroadcastOp: _broadcast,
    graph.ConstantOp: _constant,
    graph.CompareOp: lambda op, operands: _COMPARE[op.predicate.value](*operands),
    graph.SelectOp: _select,
    graph.TransposeOp: lambda op, operands: operands[0].transpose(list(op.order)),
    graph.ReshapeOp: lambda op, operands: operands[0].reshape(_sizes(op, operands)),
    graph.ReverseOp: lambda op, operands: np.flip(operands[0], tuple(op.dims)),
    graph.ConcatOp: lambda op, operands: np.concatenate(operands, op.dim.value),
}
KINDS = (*_UNARY, *_BINARY, *_OTHERS)
"""The ops that have a meaning here, where sizes are numbers."""


def evaluate(function: Operation, arguments: Sequence[Array]) -> list[Array]:
    """Return the results of the ops in a function's block."""
    block = function.regions[0].entry
    values: dict[Value, Array] = {}
    for argument, array in zip(block.args, arguments, strict=True):
        values[argument] = array.astype(_wide(argument))
    for op in block.ops:
        operands = [values[value] for value in op.operands]
        if op.name == "func.return":
            return operands
        with np.errstate(all="ignore"):
            values[op.results[0]] = np.asarray(_meaning(op, operands)).astype(_wide(op.results[0]))
    raise AssertionError("there is no end")


def _meaning(op: Operation, operands: Sequence[Array]) -> Array:
    kind = type(op)
    if kind in _UNARY:
        return _UNARY[kind](*operands)
    return _BINARY[kind](*operands) if kind in _BINARY else _OTHERS[kind](op, operands)


def _wide(value: Value) -> Any:
    """Float64 for floats; integers as they are, since they wrap."""
    return np.dtype(np.float64) if isinstance(element_of(value), FloatType) else dtype_of(element_of(value))
