"""Facts about the numbers in a tensor: their signs, inverses and sizes, and whether a type has a number."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.dialects.graph.casts import holds_all
from dlc.dialects.graph.splats import bits_of, element_type, known_splat, number_of
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import DenseElementsAttr, Operation, Type, Value
from dlc.ir.builtin_types import FloatType, i32
from dlc.ir.values import constant_of

LARGEST_CONSTANT = 4096
"""The maximum number of elements of a constant that is looked at."""
MOST_OPS = 32
"""The maximum number of ops that are followed back."""


def holds_number(number: int, element: Type) -> bool:
    """Return whether a type has a whole number, which integer types do by wrapping."""
    bits = bits_of(number, element)
    return bits is not None and (not isinstance(element, FloatType) or number_of(bits, element) == number)


# -- Inverses ----------------------------------------------------------------------------------------------------------


def has_normal_inverse(value: Value) -> bool:
    """Return whether all elements are known floats whose inverses are neither infinite nor subnormal."""
    element, bits = element_type(value), _constant_bits(value)
    if not isinstance(element, FloatType) or not bits:
        return False
    form = element.format
    least = form.from_fraction(1 / form.to_fraction(form.largest)) + 1
    most = form.from_fraction(1 / form.to_fraction(form.smallest_normal)) - 1
    return all(least <= each & ~form.sign_bit <= most for each in bits)


def _constant_bits(value: Value) -> list[int] | None:
    """Return the bits of the elements of a constant, also of a broadcast one, if there are not too many."""
    splat = known_splat(value)
    if splat is not None:
        return [splat]
    repeated = value.defined_by(graph.BroadcastOp)
    constant = constant_of(repeated.source if repeated is not None else value)
    if not isinstance(constant, DenseElementsAttr) or constant.type.num_elements > LARGEST_CONSTANT:
        return None
    return list(constant.bits())


# -- Sizes of integers -------------------------------------------------------------------------------------------------

_MOVES = (graph.BroadcastOp, graph.ReshapeOp, graph.TransposeOp, graph.SliceOp)
_MOST = 1 << 31


def fits_in_32_bits(value: Value) -> bool:
    """Return whether all elements, signed integers of 64 bits, are known to be integers of 32."""
    for _ in range(MOST_OPS):
        bits = _constant_bits(value)
        if bits is not None:
            return all(each < _MOST or each >= (1 << 64) - _MOST for each in bits)
        maker = value.defining_op
        if not isinstance(maker, _MOVES):
            return _makes_small_integers(maker)
        value = maker.source
    return False


def _makes_small_integers(maker: Operation | None) -> bool:
    if isinstance(maker, (graph.ArgmaxOp, graph.ArgminOp, graph.IotaOp)):
        counted = maker.result if isinstance(maker, graph.IotaOp) else maker.source
        size = shape_of(counted)[maker.dim.value]
        return isinstance(size, int) and size <= _MOST
    element = element_type(maker.operand) if isinstance(maker, graph.CastOp) else None
    return element is not None and holds_all(i32, element)


# -- Signs -------------------------------------------------------------------------------------------------------------

_NEVER_NEGATIVE = (graph.AbsOp, graph.ExpOp, graph.ReluOp, graph.SigmoidOp, graph.SoftmaxOp)
_KEEPS_SIGN = (
    *(graph.BroadcastOp, graph.ReshapeOp, graph.TransposeOp, graph.SliceOp, graph.SqrtOp, graph.ReduceOp),
    *(graph.AddOp, graph.MulOp, graph.DivOp, graph.MaximumOp),
)
"""Ops of which the result is not negative if no operand is."""


def is_never_negative(value: Value) -> bool:
    """Return whether no element can be negative, nor -0.0; it may be NaN."""
    pending, seen = [value], {value}
    while pending:
        current = pending.pop()
        maker = current.defining_op
        if _is_plainly_not_negative(current, maker):
            continue
        if not isinstance(maker, _KEEPS_SIGN) or len(seen) > MOST_OPS or _is_logarithm(maker):
            return False
        pending += [operand for operand in maker.operands[: _numbers_of(maker)] if operand not in seen]
        seen.update(pending)
    return True


def _is_plainly_not_negative(value: Value, maker: Operation | None) -> bool:
    bits, element = known_splat(value), element_type(value)
    if bits is not None and isinstance(element, FloatType):
        return not element.format.is_negative(bits)
    return isinstance(maker, _NEVER_NEGATIVE) or (isinstance(maker, graph.MulOp) and maker.lhs is maker.rhs)


def _is_logarithm(op: Operation) -> bool:
    return isinstance(op, graph.ReduceOp) and op.kind.value == "logsumexp"


def _numbers_of(op: Operation) -> int:
    """Return how many operands are numbers that the result is made of, and not sizes."""
    return 2 if isinstance(op, (graph.AddOp, graph.MulOp, graph.DivOp, graph.MaximumOp)) else 1
