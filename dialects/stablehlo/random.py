"""Random numbers of `stablehlo`."""

from __future__ import annotations

from typing import ClassVar

from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, result

from .attributes import RngAlgorithmAttr, RngDistributionAttr
from .bases import tensor
from .forms import word


@op("stablehlo.rng")
class RngOp(Op):
    """Random numbers between two numbers, or with a mean and a standard deviation.

    Example:
        %r = stablehlo.rng %a, %b, %n, distribution = UNIFORM
          : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    """

    a: Operand = operand(tensor)
    b: Operand = operand(tensor)
    shape: Operand = operand(tensor)
    result: Result = result(tensor)
    rng_distribution: Attr[RngDistributionAttr] = attr(RngDistributionAttr)
    syntax = (
        "$a `,` $b `,` $shape `,` `distribution` `=` custom<Distribution>($rng_distribution) attr-dict "
        "`:` functional-type(operands, results)"
    )
    directives: ClassVar = {"Distribution": word(RngDistributionAttr)}


@op("stablehlo.rng_bit_generator")
class RngBitGeneratorOp(Op):
    """The next state of a generator, and random bits.

    Example:
        %s, %r = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY
          : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    """

    initial_state: Operand = operand(tensor)
    output_state: Result = result(tensor)
    output: Result = result(tensor)
    rng_algorithm: Attr[RngAlgorithmAttr] = attr(RngAlgorithmAttr)
    syntax = (
        "$initial_state `,` `algorithm` `=` custom<Algorithm>($rng_algorithm) attr-dict "
        "`:` functional-type(operands, results)"
    )
    directives: ClassVar = {"Algorithm": word(RngAlgorithmAttr)}
