"""Random numbers that depend on nothing but a seed: each element is computed from its position by a counter-based
generator, Philox4x32-10, so that every level, target and number of threads gives the same ones.

Scaling and shifting them is left to arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import IntegerAttr, Type
from dlc.ir.builtin_constraints import i64_attr
from dlc.ir.builtin_types import FloatType, TensorType, f32, i64
from dlc.ir.constraints import ExactType, TypeConstraint
from dlc.ir.definition import REQUIRED, Attr, Operand, Result, attr, op, operand, result
from dlc.ir.sizes import Shape
from dlc.ir.traits import Pure

from .bases import GraphOp
from .rules import Findings
from .tensors import element_of, float_tensor, integer_tensor, shape_of_type

PHILOX_ROUNDS = 10
PHILOX_FACTORS = (0xD2511F53, 0xCD9E8D57)
PHILOX_KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
"""The numbers of Philox4x32-10: the rounds, the factors of each, and what is added to keys after it."""
seed_tensor = ExactType(TensorType((), i64), "a tensor of one i64")


def _is_wide(type: Type) -> bool:
    element = type.element_type if isinstance(type, TensorType) else None
    return float_tensor.accepts(type) and isinstance(element, FloatType) and element.width >= 16


random_float_tensor = TypeConstraint(f"{float_tensor.description}, of at least 16 bits each", _is_wide)


class RandomOp(GraphOp):
    """Elements that are made from a seed and their positions. All sizes of the result are numbers, or have names."""

    def infer_shapes(self, shapes: Sequence[Shape], report: Findings) -> Sequence[Shape] | None:
        """Return the shape that the result's type declares."""
        del shapes
        [result] = self.results
        assert isinstance(result.type, TensorType)
        wanted = shape_of_type(result.type)
        if None in wanted:
            rule = self.name.partition(".")[2]
            report.error(f"{rule}_c1", f"size {wanted.index(None)} of the result must be known, but got '?'")
        return [wanted]

    def infer_elements(self) -> Sequence[Type]:
        """Return the element type that the result's type declares."""
        return [element_of(self.results[0])]


@op("graph.random_bits", traits=(Pure,))
class RandomBitsOp(RandomOp):
    """Random integers of the result's type, all equally likely: the lower bits of w0 + 2^32 * w1, where w0 and w1 are
    words of the element's block.

    A block is the output of Philox4x32-10: ten rounds on four words of 32 bits, at first p mod 2^32 and p / 2^32 for an
    element that has number p in row-major order, then the lower and the upper half of the stream; under a key of two
    words, the lower and the upper half of the seed. A round makes of words c0 c1 c2 c3 and key k0 k1

        high(B * c2) ^ c1 ^ k0, low(B * c2), high(A * c0) ^ c3 ^ k1, low(A * c0), A = 0xD2511F53, B = 0xCD9E8D57

    (upper and lower halves of 64-bit products), and adds 0x9E3779B9 to k0 and 0xBB67AE85 to k1, modulo 2^32.

    Rules: (random_bits_c1) all sizes of the result are known.
    Example: %r = graph.random_bits %seed, stream = 0 : tensor<4xi32>
    """

    seed: Operand = operand(seed_tensor)
    stream: Attr[IntegerAttr] = attr(i64_attr)
    result: Result = result(integer_tensor, parts={"shape": REQUIRED, "element": i64})
    syntax = "$seed `,` `stream` `=` $stream attr-dict `:` type($result)"


@op("graph.random_uniform", traits=(Pure,))
class RandomUniformOp(RandomOp):
    """Random floats, not less than 0 and less than 1: the upper P bits of w0 (of w0 + 2^32 * w1 if the type is f64)
    over 2^P, where P is how many significant bits the type has: 53 of f64, 24 of f32, 11 of f16, 8 of bf16. The words
    are those of `graph.random_bits`.

    Rules: (random_uniform_c1) all sizes of the result are known.
    Example: %r = graph.random_uniform %seed, stream = 1 : tensor<4xf32>
    """

    seed: Operand = operand(seed_tensor)
    stream: Attr[IntegerAttr] = attr(i64_attr)
    result: Result = result(random_float_tensor, parts={"shape": REQUIRED, "element": f32})
    syntax = "$seed `,` `stream` `=` $stream attr-dict `:` type($result)"


@op("graph.random_normal", traits=(Pure,))
class RandomNormalOp(RandomOp):
    """Random floats of the normal distribution with mean 0 and variance 1, by Box and Muller's method: the square root
    of -2 * log(u), times cos(2 * pi * v), rounded to the type at the end.

    u = w0 * 2^-32 + 2^-33 and v = w1 * 2^-32 in f32, where w0, w1 and the sum are rounded to nearest. If the type is
    f64, u = a * 2^-64 + 2^-65 and v = b * 2^-64 in f64, where a = w0 + 2^32 * w1 and b = w2 + 2^32 * w3 and the sum
    are rounded likewise. The words are those of `graph.random_bits`.

    Rules: (random_normal_c1) all sizes of the result are known.
    Example: %r = graph.random_normal %seed, stream = 2 : tensor<4xf32>
    """

    seed: Operand = operand(seed_tensor)
    stream: Attr[IntegerAttr] = attr(i64_attr)
    result: Result = result(random_float_tensor, parts={"shape": REQUIRED, "element": f32})
    syntax = "$seed `,` `stream` `=` $stream attr-dict `:` type($result)"
